//! Shows what was found: to a person, to a terminal's next program, to a machine.
//!
//! In: a [`Checked`] text. Out: text that is safe to show, whatever the agent wrote: no control, bidi or zero-width
//! character of the return gets through raw, and the output for one return is bounded. Same input, same bytes out.
//! Not here: where the text goes (`cli`), or any wording (`problem`).

mod concise;
#[cfg(feature = "cli")]
mod excerpt;
#[cfg(feature = "cli")]
mod human;
pub mod json;
#[cfg(test)]
#[cfg(feature = "cli")]
mod tests;

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::Serialize;

use crate::contract::Contract;
use crate::diagnostic::Diagnostic;
use crate::parsed::{Outcome, Parsed};
use crate::rules::Severity;
use crate::safe;
use crate::text::Source;

pub use concise::concise;
#[cfg(feature = "cli")]
pub use human::{Look, broken_contract, complaints, human};

/// Characters of one message or file name that are shown; JSON is never cut.
const MESSAGE_CHARS: usize = 1_000;

/// One text, read by one contract.
#[derive(Debug, Clone, Copy)]
pub struct Checked<'a> {
    /// The path as it was given, or `<stdin>`.
    pub name: &'a str,
    /// The contract it was read by.
    pub contract: &'a Contract,
    /// The text.
    pub source: &'a Source<'a>,
    /// The verdict on it.
    pub parsed: &'a Parsed,
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// For a person: the verdict, the values, each diagnostic with the bytes it speaks of.
    #[cfg(feature = "cli")]
    Human,
    /// One line a diagnostic.
    Concise,
    /// One JSON document: tool, files, summary.
    Json,
    /// One JSON object a line, one line a text.
    Jsonl,
}

impl Format {
    /// The formats by the names that `--format` takes.
    pub const ALL: &'static [(&'static str, Format)] = &[
        #[cfg(feature = "cli")]
        ("human", Format::Human),
        ("concise", Format::Concise),
        ("json", Format::Json),
        ("jsonl", Format::Jsonl),
    ];
}

/// No format has this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no such format")]
pub struct UnknownFormat;

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        Format::ALL.iter().find(|(n, _)| *n == name).map(|&(_, format)| format).ok_or(UnknownFormat)
    }
}

/// How many texts got which verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Texts that were judged.
    pub checked: usize,
    /// Accepted, with notes at most.
    pub accepted: usize,
    /// Accepted with warnings.
    pub accepted_with_warnings: usize,
    /// Rejected.
    pub rejected: usize,
    /// Ambiguous.
    pub ambiguous: usize,
}

impl Summary {
    /// Counts one verdict.
    pub fn count(&mut self, outcome: Outcome) {
        self.checked += 1;
        match outcome {
            Outcome::Accepted => self.accepted += 1,
            Outcome::AcceptedWithWarnings => self.accepted_with_warnings += 1,
            Outcome::Rejected => self.rejected += 1,
            Outcome::Ambiguous => self.ambiguous += 1,
        }
    }
}

impl fmt::Display for Summary {
    /// `checked 3 returns: 2 accepted, 1 rejected`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checked {} return{}", self.checked, if self.checked == 1 { "" } else { "s" })?;
        let counts = [
            (self.accepted, Outcome::Accepted),
            (self.accepted_with_warnings, Outcome::AcceptedWithWarnings),
            (self.rejected, Outcome::Rejected),
            (self.ambiguous, Outcome::Ambiguous),
        ];
        for (n, (count, outcome)) in counts.into_iter().filter(|(count, _)| *count > 0).enumerate() {
            write!(f, "{} {count} {}", if n == 0 { ":" } else { "," }, outcome_words(outcome))?;
        }
        Ok(())
    }
}

pub(crate) fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accepted",
        Outcome::AcceptedWithWarnings => "accepted with warnings",
        Outcome::Rejected => "rejected",
        Outcome::Ambiguous => "ambiguous",
    }
}

pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// `warning[RC311 trailing-note]`
fn tag(diagnostic: &Diagnostic) -> String {
    let rule = diagnostic.rule();
    format!("{}[{} {}]", severity_word(diagnostic.severity()), rule.code, rule.name)
}

/// One bounded line, safe to show: nothing in it can move the cursor, hide, or forge another line.
pub(crate) fn line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(MESSAGE_CHARS));
    for c in text.chars().take(MESSAGE_CHARS) {
        show(&mut shown, c, matches!(c, '\n' | '\t'));
    }
    if text.chars().nth(MESSAGE_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

fn show(out: &mut String, c: char, hide: bool) {
    if hide || safe::is_unsafe(c) {
        // Writing to a String cannot fail.
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    } else {
        out.push(c);
    }
}
