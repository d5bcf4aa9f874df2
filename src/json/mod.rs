//! JSON with a place behind every node: a flat tape over the text, in one pass and without recursion.
//!
//! In: a text and the offset at which a value should begin. Out: a [`Tape`] of nodes (kind, start, end, index
//! behind the subtree) and the offset behind the value, or a [`Failure`] with the furthest byte examined.
//! Strings are checked but decoded only when asked ([`Tape::text`]). Duplicate keys are seen on request.
//! [`Mode::Tolerant`] also reads the slips that agents make, each reported as a [`Slip`]; it looks for a slip only
//! where the strict grammar fails, so it never changes what strict JSON means.
//!
//! Strict agrees with `serde_json` but for two points: numbers are judged by grammar and kept as text, so `1e999`
//! is read; nesting ends at [`limits::JSON_DEPTH`]. Not here: what the keys are for.

mod reader;
mod slip;
mod string;
mod tape;

use thiserror::Error;

use crate::limits;
pub use slip::{Slip, SlipKind};
pub use tape::{Kind, Node, Tape};

/// What is read as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// RFC 8259 and nothing else.
    Strict,
    /// Also the slips of [`SlipKind`], each reported.
    Tolerant,
}

/// Why there is no value, where, and what had been read until then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{kind} (byte {at})")]
pub struct Failure<'a> {
    /// Byte offset of the fault.
    pub at: usize,
    /// The furthest byte examined, never before `at`. Who looks for the next value resumes here, so that no byte is
    /// read twice; it lies behind the beginning of the value whenever an object or array was opened.
    pub furthest: usize,
    /// What is wrong.
    pub kind: FailureKind,
    /// What had been read. Nodes that were not complete end at the fault and are [`Node::is_cut`]; a number or bare
    /// key that touches the end of a truncated text is cut too, for more of it may be missing.
    pub tape: Tape<'a>,
}

/// What is wrong with a text that is no JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FailureKind {
    /// The text ended before the value did.
    #[error("the text ends inside the value")]
    Truncated,
    /// Something else stands where the grammar wants `expected`.
    #[error("{expected} expected")]
    Syntax {
        /// In words, as they fit before "expected".
        expected: &'static str,
    },
    /// More than [`limits::JSON_DEPTH`] levels.
    #[error("nested deeper than {} levels", limits::JSON_DEPTH)]
    TooDeep,
    /// A text of 4 GiB or more; offsets have 32 bits.
    #[error("the text is too long")]
    TooLong,
}

/// Reads one value that begins exactly at byte `at`, and gives the offset behind it.
///
/// What follows the value is not looked at, so that an object can be read out of prose; only [`Mode::Tolerant`] takes
/// the surplus braces of an object with it.
///
/// # Errors
/// [`Failure`], also for an `at` out of range or inside a character.
pub fn read(text: &str, at: usize, mode: Mode) -> Result<(Tape<'_>, usize), Failure<'_>> {
    reader::read(text, at, mode)
}

/// Reads a text that is one value with nothing but blanks (tolerant: and comments) around it.
///
/// # Errors
/// [`Failure`]; anything behind the value is one.
pub fn document(text: &str, mode: Mode) -> Result<Tape<'_>, Failure<'_>> {
    reader::document(text, mode)
}

#[cfg(test)]
mod tests;

/// Whether a text is a number by JSON's grammar.
#[must_use]
pub fn is_number(text: &str) -> bool {
    let digits = |t: &str| t.len() - t.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let body = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(body);
    if whole == 0 || (whole > 1 && body.starts_with('0')) {
        return false;
    }
    let mut rest = body.get(whole..).unwrap_or("");
    if let Some(fraction) = rest.strip_prefix('.') {
        let n = digits(fraction);
        if n == 0 {
            return false;
        }
        rest = fraction.get(n..).unwrap_or("");
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let n = digits(exponent);
        if n == 0 {
            return false;
        }
        rest = exponent.get(n..).unwrap_or("");
    }
    rest.is_empty()
}
