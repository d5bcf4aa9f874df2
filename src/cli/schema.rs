//! `contract schema`: the JSON Schema of a contract, on stdout.

use super::args::WhoseArgs;
use super::fault::{Exit, Fault};
use super::judging::contract_from;
use super::terminal::{Terminal, print};

pub(super) fn run(args: &WhoseArgs, terminal: Terminal) -> Result<Exit, Fault> {
    print(&contract_from(args, terminal)?.json_schema_text())?;
    Ok(Exit::Clean)
}
