//! A return in canonical form, in the place of the one that drifted.
//!
//! In: an accepted return. Out: the same text with the return written anew, as labelled lines in the contract's order.
//! Safe: the values are those that were read, and nothing else of the text goes. Not safe, and only made when asked for:
//! dropping fields that the contract does not know, a twin, or a superseded draft. A second run changes nothing.

use crate::contract::Contract;
use crate::diagnostic::Edit;
use crate::parsed::Parsed;
use crate::text::{Source, Span};

/// What fixing a text came to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// Edits that would drop something, and were not made.
    pub held_back: usize,
}

/// Writes an accepted return anew; nothing for a return without a value.
#[must_use]
pub fn fix(source: &Source<'_>, contract: &Contract, parsed: &Parsed, drop_too: bool) -> Option<Fixed> {
    let value = parsed.value.as_ref()?;
    let mut edits: Vec<Edit> = Vec::new();
    let mut held_back = 0;
    if value.says_more && !drop_too {
        held_back += 1;
    } else {
        // A lone CR is no line end of the canonical form.
        let lone =
            source.text().get(value.place.end()..).is_some_and(|t| t.starts_with('\r') && !t.starts_with("\r\n"));
        let place = source.span(value.place.start(), value.place.end() + usize::from(lone));
        let end = if lone { "\n" } else { "" };
        edits.push(Edit { span: place, text: canonical(source, contract.canonical(value), place, end) });
    }
    let drops = parsed.diagnostics.iter().filter_map(|d| d.fix.as_ref()).filter(|f| !f.safe).flat_map(|f| &f.edits);
    for edit in drops.filter(|e| e.text.is_empty() && !value.place.contains(e.span)) {
        if drop_too {
            edits.push(Edit { span: with_its_line_end(source, edit.span), text: String::new() });
        } else {
            held_back += 1;
        }
    }
    edits.sort_by_key(|edit| edit.span);
    let (mut text, mut at) = (String::new(), 0);
    for edit in edits.into_iter().filter(|e| !e.span.is_empty()) {
        if edit.span.start() < at {
            continue;
        }
        text.push_str(source.text().get(at..edit.span.start()).unwrap_or(""));
        text.push_str(&edit.text);
        at = edit.span.end();
    }
    text.push_str(source.text().get(at..).unwrap_or(""));
    Some(Fixed { text, held_back })
}

/// The canonical block as it fits between what stands before and behind it.
fn canonical(source: &Source<'_>, block: String, place: Span, end: &str) -> String {
    let before = source.text().get(..place.start()).unwrap_or("");
    let behind = source.text().get(place.end()..).unwrap_or("");
    let lead = if before.is_empty() || before.ends_with(['\n', '\r']) { "" } else { "\n\n" };
    let block = block.trim_end_matches('\n');
    let crlf = before.ends_with("\r\n") || behind.starts_with("\r\n");
    let block = if crlf { block.replace('\n', "\r\n") } else { block.to_owned() };
    let tail = match behind.chars().next() {
        _ if !end.is_empty() => end,
        None => "\n",
        Some('\n' | '\r') => "",
        Some(_) => "\n\n",
    };
    format!("{lead}{block}{tail}")
}

/// A span with the line end behind it, so that taking it out leaves no empty line.
fn with_its_line_end(source: &Source<'_>, span: Span) -> Span {
    let behind = source.text().get(span.end()..).unwrap_or("");
    let len = if behind.starts_with("\r\n") { 2 } else { usize::from(behind.starts_with(['\n', '\r'])) };
    source.span(span.start(), span.end() + len)
}
