//! `contract retry`: the message to send back to the agent, on stdout; nothing when its return is accepted.

use super::args::ParseArgs;
use super::fault::{Exit, Fault};
use super::judging::Judge;
use super::parse::one_input;
use super::terminal::{Terminal, print};
use crate::{limits, retry};

pub(super) fn run(args: &ParseArgs, terminal: Terminal) -> Result<Exit, Fault> {
    let judge = Judge::from_args(&args.judging, terminal)?;
    let bytes = one_input(args)?.read(limits::RETURN_BYTES).map_err(Fault::CouldNotJudge)?;
    let (_, parsed) = judge.read(&bytes);
    if let Some(message) = retry::message(&judge.contract, &parsed) {
        print(&message)?;
    }
    Ok(if judge.is_finding(&parsed) { Exit::Findings } else { Exit::Clean })
}
