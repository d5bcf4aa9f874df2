//! One line a diagnostic: `path:line:column: severity[CODE name] message`.
//!
//! In: a source and its diagnostics, in the order given. Out: that many lines, none for a clean text. What editors and
//! `grep` read. A line break inside a message or file name is escaped, so nobody forges a line.

use std::fmt::Write as _;

use super::{line, tag};
use crate::diagnostic::Diagnostic;
use crate::text::Source;

/// The diagnostics of the text called `name`.
#[must_use]
pub fn concise(name: &str, source: &Source<'_>, diagnostics: &[Diagnostic]) -> String {
    let name = line(name);
    let mut out = String::new();
    for diagnostic in diagnostics {
        let at = source.position(diagnostic.span.start());
        let message = line(&diagnostic.message());
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{name}:{}:{}: {} {message}", at.line, at.column, tag(diagnostic));
    }
    out
}
