//! The bytes an agent sent, and the only maker of spans.
//!
//! In: raw bytes. Out: a [`Source`], which borrows the text, and [`Span`]s into it.
//! Later stages slice the text and ask the source where a slice stands ([`Source::span_of`]); nobody adds
//! offsets by hand, so a span is always a byte range of what was really written, on character boundaries.
//! Not here: any reading of what the text says.

use std::cell::OnceCell;

use serde::Serialize;
use thiserror::Error;

use crate::limits;

/// A byte range of one source: `start <= end <= len`, both on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// First byte of the range.
    #[must_use]
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// One past the last byte of the range.
    #[must_use]
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end() - self.start()
    }

    /// Whether the range holds no byte (it marks a place).
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether `other` lies wholly inside this span.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A place as people count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// 1-based; lines end at LF, CRLF or CR.
    pub line: usize,
    /// 1-based, in Unicode scalar values.
    pub column: usize,
}

/// Why bytes are no text to read. Such a return is still *judged*: rejected, with the offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotText {
    /// More than [`limits::RETURN_BYTES`].
    #[error("{len} bytes, and a return has at most {} bytes", limits::RETURN_BYTES)]
    TooLarge {
        /// Bytes offered (a reader that stops early says limit + 1).
        len: usize,
    },
    /// Not UTF-8.
    #[error("byte {valid_up_to} is not valid UTF-8")]
    NotUtf8 {
        /// Bytes before the first invalid one.
        valid_up_to: usize,
    },
}

/// The text of one return, borrowed.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    text: &'a str,
    line_starts: OnceCell<Vec<u32>>,
}

impl<'a> Source<'a> {
    /// Takes text as it is.
    ///
    /// # Errors
    /// [`NotText::TooLarge`] over [`limits::RETURN_BYTES`].
    pub fn new(text: &'a str) -> Result<Source<'a>, NotText> {
        if text.len() > limits::RETURN_BYTES {
            return Err(NotText::TooLarge { len: text.len() });
        }
        Ok(Source { text, line_starts: OnceCell::new() })
    }

    /// Takes raw bytes.
    ///
    /// # Errors
    /// [`NotText::TooLarge`] over the limit, [`NotText::NotUtf8`] with the offset of the first bad byte.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Source<'a>, NotText> {
        if bytes.len() > limits::RETURN_BYTES {
            return Err(NotText::TooLarge { len: bytes.len() });
        }
        let text = str::from_utf8(bytes).map_err(|e| NotText::NotUtf8 { valid_up_to: e.valid_up_to() })?;
        Source::new(text)
    }

    /// The longest readable beginning of bytes that are no text, so that their fault has a place.
    #[must_use]
    pub fn readable_beginning(bytes: &'a [u8]) -> Source<'a> {
        let bytes = bytes.get(..limits::RETURN_BYTES).unwrap_or(bytes);
        let valid = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(e) => bytes.get(..e.valid_up_to()).and_then(|b| str::from_utf8(b).ok()).unwrap_or(""),
        };
        Source { text: valid, line_starts: OnceCell::new() }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// What stands at a span of this source.
    #[must_use]
    pub fn get(&self, span: Span) -> &'a str {
        self.text.get(span.start()..span.end()).unwrap_or("")
    }

    /// Where a slice of this text stands. A slice of any other text is a fault of the caller and yields an
    /// empty span at the start.
    #[must_use]
    pub fn span_of(&self, part: &str) -> Span {
        let start = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let inside = self.text.get(start..start.wrapping_add(part.len())).is_some();
        debug_assert!(inside, "a span was asked for text that is not of this source");
        if inside { self.make(start, start + part.len()) } else { self.make(0, 0) }
    }

    /// The span between two byte offsets, pulled outward to character boundaries and into range.
    #[must_use]
    pub fn span(&self, start: usize, end: usize) -> Span {
        let end = self.text.ceil_char_boundary(end);
        self.make(self.text.floor_char_boundary(start).min(end), end)
    }

    /// An empty span behind the last byte.
    #[must_use]
    pub fn end(&self) -> Span {
        self.make(self.text.len(), self.text.len())
    }

    fn make(&self, start: usize, end: usize) -> Span {
        // RETURN_BYTES bounds every offset far below u32::MAX.
        Span { start: start as u32, end: end as u32 }
    }

    /// The text of a line without its end, counted from 1; `None` behind the last.
    #[must_use]
    pub fn line(&self, number: usize) -> Option<&'a str> {
        let starts = self.line_starts();
        let start = *starts.get(number.checked_sub(1)?)? as usize;
        let end = starts.get(number).map_or(self.text.len(), |&s| s as usize);
        Some(self.text.get(start..end)?.trim_end_matches(['\r', '\n']))
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| line_starts(self.text))
    }

    /// Line and column of a byte offset of this source.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let starts = self.line_starts();
        let line = starts.partition_point(|&s| s as usize <= offset).max(1);
        let start = starts.get(line - 1).map_or(0, |&s| s as usize);
        let column = self.text.get(start..offset).map_or(0, |t| t.chars().count()) + 1;
        Position { line, column }
    }
}

/// Offsets at which a line begins; line ends are LF, CRLF and CR.
fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        let cr_of_crlf = bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n');
        if !cr_of_crlf {
            starts.push(at as u32 + 1);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_scalar_values_and_all_three_line_ends() {
        let source = Source::new("ä\r\nb\rc\nd").unwrap();
        let at = |needle: &str| {
            let at = source.text().find(needle).unwrap();
            let p = source.position(at);
            (p.line, p.column)
        };
        assert_eq!([at("b"), at("c"), at("d")], [(2, 1), (3, 1), (4, 1)]);
        assert_eq!(source.position("ä".len()), Position { line: 1, column: 2 });
        assert_eq!([1, 2, 4, 5].map(|n| source.line(n)), [Some("ä"), Some("b"), Some("d"), None]);
    }

    #[test]
    fn a_span_never_splits_a_character() {
        let source = Source::new("aäb").unwrap();
        assert_eq!(source.get(source.span(2, 2)), "ä");
        assert_eq!(source.get(source.span(0, 99)), "aäb");
    }

    #[test]
    fn bytes_that_are_no_text_are_told_apart() {
        assert_eq!(Source::from_bytes(b"ab\xffcd").unwrap_err(), NotText::NotUtf8 { valid_up_to: 2 });
        assert_eq!(Source::readable_beginning(b"ab\xffcd").text(), "ab");
        let big = vec![b'a'; limits::RETURN_BYTES + 1];
        assert_eq!(Source::from_bytes(&big).unwrap_err(), NotText::TooLarge { len: big.len() });
    }
}
