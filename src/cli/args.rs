//! What can be typed: the commands and their arguments, nothing of what they do.
//!
//! In: the words of the command line. Out: [`Cli`]. What the arguments mean together (which contract, which outputs)
//! is decided in the modules of the commands. Help texts are one line each; exit codes stand in every help.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::parsed::FinishReason;
use crate::render::Format;
use crate::rules::{Class, Severity};

/// Shown below every help.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  clean
  1  findings: a return was rejected or ambiguous, or a diagnostic reached --fail-on
  2  usage
  3  could not judge: a file cannot be read or written, or a contract is broken (outranks 1)
  4  internal error";

/// Reads what AI subagents return as what their role promised.
#[derive(Debug, Parser)]
#[command(
    name = "contract",
    version,
    after_help = EXIT_CODES,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    /// Colour the output; auto honours NO_COLOR, FORCE_COLOR and CLICOLOR
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = When::Auto, display_order = 100)]
    pub(super) color: When,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check returns against the contract of their role
    Check(CheckArgs),
    /// Read one return and print its values as JSON
    Parse(ParseArgs),
    /// Write accepted returns in canonical form, in place
    Fix(FixArgs),
    /// Print the shortest message that would make the agent mend its return
    Retry(ParseArgs),
    /// List the built-in contracts
    #[command(after_help = EXIT_CODES)]
    List,
    /// Explain a diagnostic: what, why, a bad and a good example, the fix
    Explain(ExplainArgs),
    /// Print the JSON Schema of a contract
    Schema(WhoseArgs),
    /// Print the block to paste into an agent's prompt
    Prompt(WhoseArgs),
    /// Help on a command, or on the contract notation: help grammar
    Help(HelpArgs),
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct CheckArgs {
    /// Files that hold one return each; - is stdin
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) judging: JudgingArgs,
    /// human, concise, json or jsonl, repeatable; to a file as FORMAT:FILE [default: human on a terminal, else concise]
    #[arg(long, value_name = "FORMAT[:FILE]")]
    pub(super) format: Vec<Output>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct FixArgs {
    /// Files that hold one return each; - reads stdin and writes stdout
    #[arg(value_name = "PATH", required = true)]
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) judging: JudgingArgs,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub(super) diff: bool,
    /// Also drop notes, comments and unknown fields among the return's own, twins and superseded
    /// drafts, and write what was only interpreted
    #[arg(long = "unsafe")]
    pub(super) drop_too: bool,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct ParseArgs {
    /// The file that holds the return; - or nothing is stdin
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) judging: JudgingArgs,
}

/// By what, and how strictly.
#[derive(Debug, Args)]
pub(super) struct JudgingArgs {
    /// Judge by this built-in contract; `contract list` shows them
    #[arg(long, value_name = "NAME")]
    pub(super) role: Option<String>,
    /// Judge by this .contract file
    #[arg(long, value_name = "FILE", conflicts_with = "role")]
    pub(super) contract: Option<PathBuf>,
    /// What the texts are
    #[arg(long = "as", value_name = "KIND", value_enum, default_value_t = Kind::Return)]
    pub(super) kind: Kind,
    /// The farthest step from the canonical form that is tolerated
    #[arg(long, value_name = "CLASS", value_enum, default_value_t = Ceiling::Normalising)]
    pub(super) accept: Ceiling,
    /// For hostile text: at most lossless steps, and nothing behind the return
    #[arg(long)]
    pub(super) strict: bool,
    /// Why the text ends, when you know: stop or length
    #[arg(long, value_name = "REASON", value_enum)]
    pub(super) finish_reason: Option<Finish>,
    /// The least severity that makes the exit code 1
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = FailOn::Error)]
    pub(super) fail_on: FailOn,
    /// Exit with 0 in place of 1
    #[arg(long)]
    pub(super) exit_zero: bool,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct ExplainArgs {
    /// The code or the name of a rule: RC311 or trailing-note; words prints the closed tables of words
    #[arg(value_name = "CODE", required_unless_present = "all")]
    pub(super) code: Option<String>,
    /// Print the page of all rules
    #[arg(long, conflicts_with = "code")]
    pub(super) all: bool,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct WhoseArgs {
    /// A built-in contract
    #[arg(value_name = "ROLE")]
    pub(super) role: Option<String>,
    /// A .contract file
    #[arg(long, value_name = "FILE", conflicts_with = "role")]
    pub(super) contract: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct HelpArgs {
    /// A command, or grammar
    #[arg(value_name = "TOPIC")]
    pub(super) topic: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    Return,
    #[value(hide = true)]
    Prompt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Ceiling {
    Exact,
    Lossless,
    Normalising,
    Interpreting,
}

impl From<Ceiling> for Class {
    fn from(ceiling: Ceiling) -> Class {
        match ceiling {
            Ceiling::Exact => Class::Exact,
            Ceiling::Lossless => Class::Lossless,
            Ceiling::Normalising => Class::Normalising,
            Ceiling::Interpreting => Class::Interpreting,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Finish {
    Stop,
    Length,
}

impl From<Finish> for FinishReason {
    fn from(finish: Finish) -> FinishReason {
        match finish {
            Finish::Stop => FinishReason::Stop,
            Finish::Length => FinishReason::Length,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    Error,
    Warning,
    Note,
}

impl From<FailOn> for Severity {
    fn from(level: FailOn) -> Severity {
        match level {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
            FailOn::Note => Severity::Note,
        }
    }
}

/// `FORMAT` or `FORMAT:FILE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) format: Format,
    /// Nothing means stdout.
    pub(super) file: Option<PathBuf>,
}

impl FromStr for Output {
    type Err = String;

    fn from_str(text: &str) -> Result<Output, String> {
        let (name, file) = match text.split_once(':') {
            Some((_, "")) => return Err("a file name is missing behind the colon".into()),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        let format = name.parse().map_err(|_| {
            let known: Vec<&str> = Format::ALL.iter().map(|&(name, _)| name).collect();
            format!("formats are {}", known.join(", "))
        })?;
        Ok(Output { format, file })
    }
}
