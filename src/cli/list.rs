//! `contract list`: the built-in contracts, one a line: name, then its fields.

use super::fault::{Exit, Fault};
use super::terminal::print;
use crate::contract;

pub(super) fn run() -> Result<Exit, Fault> {
    let contracts = contract::builtins();
    let width = contracts.iter().map(|c| c.name.len()).max().unwrap_or(0);
    let lines = contracts.iter().map(|contract| {
        let labels: Vec<&str> = contract.fields.iter().map(|f| f.label.as_str()).collect();
        format!("{:width$}  {}\n", contract.name, labels.join(", "))
    });
    print(&lines.collect::<String>())?;
    Ok(Exit::Clean)
}
