//! The slips that agents make in JSON, and the reading of those that need a look of their own.
//!
//! In: a [`Reader`] that stands where the strict grammar fails. Out: the reader behind the slip, which is noted, or a
//! fault. Where two readings are thinkable (a quotation mark inside a string that could also end it), it is a fault.
//! Not here: slips that one byte tells (trailing comma, surplus brace); the grammar in `reader` sees them.

use std::ops::Range;

use super::Kind;
use super::reader::{Fault, Reader};
use super::string::is_mark;

/// A departure from JSON that leaves one meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SlipKind {
    /// `[1, 2,]`; the comma.
    TrailingComma,
    /// `'a'`; the string or key.
    SingleQuotes,
    /// `“a”` or `‘a’`; the string or key.
    CurlyQuotes,
    /// `{a: 1}`; the key.
    UnquotedKey,
    /// `// a`, `# a` or `/* a */`; a run of comments with only blanks between counts once.
    Comment,
    /// A line break inside a string; the first of that string.
    RawLineBreak,
    /// A tab inside a string; the first of that string.
    RawTab,
    /// `}` behind an object; from the first to the last of them.
    SurplusBrace,
    /// A member that begins a line, with no comma before it; the empty place where it belongs.
    MissingComma,
}

impl SlipKind {
    /// The slip in plain words, as they fit behind "not quite JSON:".
    #[must_use]
    pub fn what(self) -> &'static str {
        match self {
            SlipKind::TrailingComma => "trailing comma",
            SlipKind::SingleQuotes => "single quotes",
            SlipKind::CurlyQuotes => "curly quotes",
            SlipKind::UnquotedKey => "unquoted key",
            SlipKind::Comment => "comment",
            SlipKind::RawLineBreak => "line break inside a string",
            SlipKind::RawTab => "tab inside a string",
            SlipKind::SurplusBrace => "surplus closing brace",
            SlipKind::MissingComma => "missing comma",
        }
    }
}

/// One slip and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slip {
    pub(super) start: u32,
    pub(super) end: u32,
    /// What it is.
    pub kind: SlipKind,
}

impl Slip {
    /// Its byte range in the text.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Reader<'_> {
    /// Notes a slip.
    pub(super) fn note(&mut self, kind: SlipKind, start: usize, end: usize) {
        self.tape.slips.push(Slip { start: start as u32, end: end as u32, kind });
    }

    /// A string or key in other marks than `"`. False, and nothing read, where none of these marks stands.
    pub(super) fn oddly_quoted(&mut self, kind: Kind) -> Result<bool, Fault> {
        let Some(mark) = self.char().filter(|&c| is_mark(c)) else { return Ok(false) };
        let (closing, slip) = match mark {
            '\'' => ('\'', SlipKind::SingleQuotes),
            '“' | '”' => ('”', SlipKind::CurlyQuotes),
            _ => ('’', SlipKind::CurlyQuotes),
        };
        let start = self.push(kind);
        self.at += mark.len_utf8();
        let mut before = mark;
        loop {
            let Some(c) = self.char() else { return Err(self.truncated()) };
            match c {
                '\\' => self.escape(closing)?,
                '\0'..' ' => self.control()?,
                c if is_mark(c) && self.mark_ends(c, closing, before)? => break,
                c => self.at += c.len_utf8(),
            }
            before = c;
        }
        self.at += closing.len_utf8();
        self.complete();
        self.note(slip, start, self.at);
        Ok(true)
    }

    /// Whether the mark `c` at the reader ends the string, or is text of it: its own closing mark ends it where a
    /// string can end, and is an apostrophe between two letters. A foreign mark where a string can end means that
    /// the marks were mixed up. All else about marks is doubtful, and so a fault.
    fn mark_ends(&self, c: char, closing: char, before: char) -> Result<bool, Fault> {
        let behind = self.text().get(self.at + c.len_utf8()..).unwrap_or("");
        let rest = behind.trim_start_matches([' ', '\t']);
        let could_end = rest.is_empty() || rest.starts_with([',', ':', '}', ']', '\n', '\r']);
        let apostrophe =
            matches!(c, '\'' | '’') && before.is_alphanumeric() && behind.starts_with(char::is_alphanumeric);
        match (c == closing, could_end) {
            (true, true) => Ok(true),
            (true, false) if apostrophe => Ok(false),
            (false, false) => Ok(false),
            _ => Err(Fault { furthest: self.text().len() - rest.len(), ..self.wants("an escaped quotation mark") }),
        }
    }

    /// A key without quotes. False, and nothing read, where no letter, `_` or `$` stands.
    pub(super) fn bare_key(&mut self) -> bool {
        if !self.char().is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '$')) {
            return false;
        }
        let start = self.push(Kind::Key);
        while let Some(c) = self.char().filter(|&c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-')) {
            self.at += c.len_utf8();
        }
        self.complete();
        self.note(SlipKind::UnquotedKey, start, self.at);
        true
    }

    /// A run of comments and the blanks behind it.
    pub(super) fn comments(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut end = start;
        loop {
            let rest = self.rest();
            let len = match rest {
                [b'#', ..] | [b'/', b'/', ..] => memchr::memchr2(b'\n', b'\r', rest).or(Some(rest.len())),
                [b'/', b'*', inside @ ..] => memchr::memmem::find(inside, b"*/").map(|len| len + 4),
                [b'/'] => None,
                _ => break,
            };
            let Some(len) = len else { return Err(self.truncated()) };
            self.at += len;
            end = self.at;
            self.plain_blanks();
        }
        if end > start {
            self.note(SlipKind::Comment, start, end);
        }
        Ok(())
    }
}
