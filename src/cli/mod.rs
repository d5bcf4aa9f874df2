//! The command line: what was typed (`args`), what it means, and how it ends.
//!
//! Each command is one file with a `run` that returns an exit code or a fault. Results go to stdout alone; counts and
//! faults to stderr. Files, environment and terminal are touched here and nowhere else in the crate.
//! Not here: any judgement of a return.

mod args;
mod check;
mod explain;
mod fault;
mod fix;
mod help;
mod input;
mod judging;
mod list;
mod output;
mod parse;
mod prompt;
mod retry;
mod schema;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use fault::{Exit, Fault};
use terminal::{Terminal, say};

/// Runs the command that the arguments of this process ask for.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            // It may quote what was typed, so it is made safe, which also means plain.
            say(error.render().to_string().trim_end());
            return Exit::Usage.into();
        }
        // Help and version. A closed pipe has seen enough of them.
        Err(help) => {
            let _ = help.print();
            return Exit::Clean.into();
        }
    };
    let exit = run(&cli).unwrap_or_else(|fault| {
        match fault {
            Fault::Shown | Fault::ClosedPipe => {}
            Fault::Usage(_) => say(&format!("error: {fault}\n\nFor more information, try `contract --help`.")),
            Fault::CouldNotJudge(_) | Fault::Internal(_) => say(&format!("error: {fault}")),
        }
        fault.exit()
    });
    exit.into()
}

fn run(cli: &Cli) -> Result<Exit, Fault> {
    let terminal = Terminal::new(cli.color);
    match &cli.command {
        Command::Check(args) => check::run(args, terminal),
        Command::Parse(args) => parse::run(args, terminal),
        Command::Fix(args) => fix::run(args, terminal),
        Command::Retry(args) => retry::run(args, terminal),
        Command::List => list::run(),
        Command::Explain(args) => explain::run(args),
        Command::Schema(args) => schema::run(args, terminal),
        Command::Prompt(args) => prompt::run(args, terminal),
        Command::Help(args) => help::run(args),
    }
}
