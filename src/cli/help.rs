//! `contract help`: help on everything, on one command, or on the contract notation.
//!
//! The notation's page is the one in the repository, built in, so that what is shown is what is read.

use clap::CommandFactory;

use super::args::{Cli, HelpArgs};
use super::fault::{Exit, Fault};
use super::terminal::print;
use crate::render::line;

const GRAMMAR: &str = include_str!("../../grammars/README.md");

pub(super) fn run(args: &HelpArgs) -> Result<Exit, Fault> {
    let mut cli = Cli::command();
    cli.build();
    match args.topic.as_deref() {
        Some("grammar") => print(GRAMMAR)?,
        None => print(&cli.render_help().to_string())?,
        Some(topic) => {
            let names: Vec<String> = cli.get_subcommands().map(|c| c.get_name().to_owned()).collect();
            let command = cli.find_subcommand_mut(topic).ok_or_else(|| {
                let message = format!("no help on `{}`\n\ntopics: {}, grammar", line(topic), names.join(", "));
                Fault::Usage(message)
            })?;
            print(&command.render_help().to_string())?;
        }
    }
    Ok(Exit::Clean)
}
