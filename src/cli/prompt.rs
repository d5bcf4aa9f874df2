//! `contract prompt`: the block to paste into an agent's prompt, on stdout.

use super::args::WhoseArgs;
use super::fault::{Exit, Fault};
use super::judging::contract_from;
use super::terminal::{Terminal, print};

pub(super) fn run(args: &WhoseArgs, terminal: Terminal) -> Result<Exit, Fault> {
    print(&contract_from(args, terminal)?.prompt_block())?;
    Ok(Exit::Clean)
}
