//! What YAML would make of a block and this reader does not: anchors, merges, escapes, tabs, nesting.
//!
//! In: the values and lines of a YAML record. Out: why one of them is refused. Labelled lines and plain YAML agree;
//! where they part, a value is neither guessed nor taken literally. Not here: what is read of YAML (`lines`).

use std::ops::Range;

use crate::contract::Lexicon;
use crate::fields::Broken;
use crate::fields::label::label_at_start;
use crate::scan::{Page, Shape, is_bare_key, own_element};

/// Whether a value is only the mark of a block of text, `|` or `>-`.
pub(super) fn opens_a_block(value: &str) -> bool {
    matches!(value, "|" | ">" | "|-" | ">-" | "|+" | ">+")
}

/// What stands in a value that YAML would read as something else.
pub(super) fn unread(value: &str) -> Option<&'static str> {
    let inner = |mark: char| value.strip_prefix(mark).map(|v| v.strip_suffix(mark));
    match value.chars().next()? {
        _ if opens_a_block(value) => Some("opens a block of text; write the value on this line"),
        '&' => Some("begins with a YAML anchor; write the value alone"),
        '*' if !value.ends_with('*') => Some("is a YAML alias; write the value itself"),
        '!' => Some("begins with a YAML tag; write the value alone"),
        '"' => match inner('"').flatten() {
            None => Some("opens a quotation mark and does not close it"),
            Some(text) if text.contains('\\') => Some("holds an escape; write the character itself"),
            Some(_) => None,
        },
        '\'' => match inner('\'').flatten() {
            None => Some("opens a quotation mark and does not close it"),
            Some(text) if text.contains("''") => Some("holds an escape; write the character itself"),
            Some(_) => None,
        },
        _ => None,
    }
}

/// The line among these by which the block means more than its fields say: a merge, a tab, a field nested below another
/// key, or the condition that the fields stand under.
pub(super) fn broken<'a>(
    page: &Page<'a>,
    record: &Range<usize>,
    around: Range<usize>,
    lexicon: &Lexicon,
) -> Option<Broken<'a>> {
    let refuse = |expected, at: &'a str| Some(Broken::Syntax { what: "YAML block", expected, at });
    let indent = |line: usize| indent_of(page.text(line));
    let base = indent(record.start);
    if let Some(key) = parent(page, record.start)
        && !own_element(key)
        && !lexicon.is_role(key)
    {
        return refuse("the fields at its top, or below a key such as `return`", key);
    }
    for line in around.filter(|l| page.shape(*l) != Shape::Blank) {
        let text = page.text(line);
        let body = text.trim();
        if body.starts_with('#') {
            continue;
        }
        if body.starts_with("<<:") {
            return refuse("every field written out, and no merge", body);
        }
        if line >= record.start && body.starts_with('{') {
            return refuse("one field a line, and no braces", body);
        }
        if text.get(..indent(line)).is_some_and(|blanks| blanks.contains('\t')) {
            return refuse("blanks before a key, and no tab", body);
        }
        let nested = line > record.start && indent(line) > base;
        if nested && label_at_start(text).is_some_and(|(label, _)| lexicon.find_key(label).is_some()) {
            return refuse("each field once, and all of them at one level", body);
        }
    }
    None
}

/// The bare key that a line stands below, deeper than it.
fn parent<'a>(page: &Page<'a>, line: usize) -> Option<&'a str> {
    let above = page.text(line.checked_sub(1)?);
    let below = indent_of(above) < indent_of(page.text(line)) && is_bare_key(above);
    below.then(|| above.trim().trim_end_matches(':'))
}

/// Bytes of white space at the start of a line.
pub(super) fn indent_of(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}
