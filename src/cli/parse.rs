//! `contract parse`: one return, and its typed values as JSON on stdout.
//!
//! In: a file or stdin. Out: the value alone on stdout, when there is one; what was noticed on stderr, for a person when
//! stderr is a terminal, else one line a diagnostic. Without a value the exit code is 1.

use std::io::{self, IsTerminal};

use super::args::ParseArgs;
use super::fault::{Exit, Fault};
use super::input::Input;
use super::judging::Judge;
use super::terminal::{Terminal, print, show};
use crate::limits;
use crate::render::{self, Checked, json};

pub(super) fn run(args: &ParseArgs, terminal: Terminal) -> Result<Exit, Fault> {
    let judge = Judge::from_args(&args.judging, terminal)?;
    let input = one_input(args)?;
    let bytes = input.read(limits::RETURN_BYTES).map_err(Fault::CouldNotJudge)?;
    let (source, parsed) = judge.read(&bytes);
    let checked = Checked { name: &input.name(), contract: &judge.contract, source: &source, parsed: &parsed };
    show(&if terminal.stderr_is_for_people() {
        render::complaints(&checked, terminal.stderr())
    } else {
        render::concise(checked.name, &source, &parsed.diagnostics)
    });
    if let Some(value) = &parsed.value {
        print(&json::value(value)?)?;
    }
    Ok(if judge.is_finding(&parsed) { Exit::Findings } else { Exit::Clean })
}

/// The one text that `parse` and `retry` read: a file, or what is piped in.
pub(super) fn one_input(args: &ParseArgs) -> Result<Input, Fault> {
    match &args.file {
        Some(path) => Ok(Input::from_arg(path)),
        None if io::stdin().is_terminal() => {
            Err(Fault::Usage("nothing to read; name a file, or pipe a return in".into()))
        }
        None => Ok(Input::Stdin),
    }
}
