//! Text of a return made safe to show: on a terminal, in a log, in a message.
//!
//! An agent's text is hostile until shown otherwise: colour codes, bidi overrides and zero-width characters
//! change what a person sees. In: any text. Out: the same text with each such character as `\u{..}`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Columns of a quoted value in a message.
const QUOTED: usize = 60;

/// Whether a character must not reach a terminal: C0 except LF and TAB, DEL, C1, and the characters that hide
/// or reorder others (bidi controls, zero-width, line separators, BOM, tags).
#[must_use]
pub fn is_unsafe(c: char) -> bool {
    matches!(c,
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// The text with every unsafe character shown as `\u{..}`; LF and TAB stay.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// One line of at most 60 characters between back-ticks, safe to show: how messages quote a return. Of back-ticks in
/// it, the quotation wears one more than stand together, as Markdown has it.
#[must_use]
pub fn quote(text: &str) -> String {
    let text = text.trim();
    let mut shown = String::with_capacity(QUOTED + 2);
    for c in text.chars().take(QUOTED) {
        match c {
            '\n' | '\t' | '\r' => shown.push(' '),
            // A blank that is not the plain one, or a soft hyphen, would look like nothing.
            '\u{ad}' => shown.extend(c.escape_unicode()),
            _ if c != ' ' && c.is_whitespace() => shown.extend(c.escape_unicode()),
            _ => shown.push(c),
        }
    }
    if text.chars().nth(QUOTED).is_some() {
        shown.push('…');
    }
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    let pad = if shown.starts_with('`') || shown.ends_with('`') { " " } else { "" };
    format!("{ticks}{pad}{}{pad}{ticks}", escape(&shown))
}
