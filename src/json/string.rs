//! Strings: where they end, whether their escapes are right, and what they say when decoded.
//!
//! In: a [`Reader`] at an opening `"`, or the inside of a string that was read. Out: the reader behind the closing
//! quote, or the decoded text. A half of a surrogate pair alone is a fault, as text cannot hold it. Decoding is total:
//! it stops at an escape that is not complete, which only a cut string has.

use super::Kind;
use super::reader::{Fault, Reader};
use super::slip::SlipKind;

/// Whether a character is a quotation mark that some string here may begin with.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’')
}

/// Bytes before the first one that a string has to look at: a quote, a backslash or a control character.
///
/// Eight at a time. `memchr2` would find quote and backslash, but most strings are short, the control characters
/// would cost a second pass, and a string that fails would have been scanned beyond its fault.
fn plain_len(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    // The high bit of each byte that is below `bound`; bytes behind the first such one may be marked wrongly.
    let below = |word: u64, bound: u8| word.wrapping_sub(ONES * u64::from(bound)) & !word & (ONES << 7);
    let is = |word: u64, byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    let (words, rest) = bytes.as_chunks::<8>();
    let mut len = 0;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let special = below(word, b' ') | is(word, b'"') | is(word, b'\\');
        if special != 0 {
            return len + special.trailing_zeros() as usize / 8;
        }
        len += 8;
    }
    len + rest.iter().take_while(|&&b| b >= b' ' && b != b'"' && b != b'\\').count()
}

impl Reader<'_> {
    /// A string or key in double quotes, from its opening quote on.
    pub(super) fn string(&mut self, kind: Kind) -> Result<(), Fault> {
        self.push(kind);
        self.at += 1;
        loop {
            self.at += plain_len(self.rest());
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape('"')?,
                Some(_) => self.control()?,
                None => return Err(self.truncated()),
            }
        }
        self.at += 1;
        self.complete();
        Ok(())
    }

    /// A control character inside a string.
    pub(super) fn control(&mut self) -> Result<(), Fault> {
        let kind = match self.peek() {
            Some(b'\n' | b'\r') if self.tolerant() => SlipKind::RawLineBreak,
            Some(b'\t') if self.tolerant() => SlipKind::RawTab,
            _ => return Err(self.wants("an escape in place of a control character")),
        };
        let string = self.tape.entries.last().map_or(0, |entry| entry.start);
        let at = self.at;
        self.at += 1;
        // Once a string and kind is enough, and keeps the list short.
        if !self.tape.slips.iter().rev().take_while(|slip| slip.start >= string).any(|slip| slip.kind == kind) {
            self.note(kind, at, at + 1);
        }
        Ok(())
    }

    /// An escape, from its backslash on, in a string that ends with `closing`.
    pub(super) fn escape(&mut self, closing: char) -> Result<(), Fault> {
        if let Some(entry) = self.tape.entries.last_mut() {
            entry.escaped = true;
        }
        let rest = self.rest();
        let len = match rest.get(1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'\'') if closing == '\'' => 2,
            Some(b'u') => match unicode(rest) {
                Ok((_, len)) => len,
                Err(seen) if seen == rest.len() => return Err(self.truncated()),
                Err(seen) => {
                    let expected = if seen < 5 { "four hexadecimal digits" } else { "both halves of a surrogate pair" };
                    return Err(Fault { furthest: self.at + seen, ..self.wants(expected) });
                }
            },
            Some(_) => return Err(self.wants("an escape that JSON knows")),
            None => return Err(self.truncated()),
        };
        self.at += len;
        Ok(())
    }
}

/// The character of a `\u` escape, or of two that make a surrogate pair, and the length of it all. Otherwise how
/// many bytes are right.
fn unicode(escape: &[u8]) -> Result<(char, usize), usize> {
    let high = unit(escape, 0)?;
    if !(0xD800..0xDC00).contains(&high) {
        return char::from_u32(high).map(|c| (c, 6)).ok_or(5);
    }
    match unit(escape, 6)? {
        low @ 0xDC00..0xE000 => {
            char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)).map(|c| (c, 12)).ok_or(11)
        }
        _ => Err(11),
    }
}

/// The UTF-16 unit of the `\uXXXX` at `from`, or the offset of the first byte that is not right.
fn unit(escape: &[u8], from: usize) -> Result<u32, usize> {
    let mut unit = 0;
    for at in from..from + 6 {
        let digit = match (at - from, escape.get(at)) {
            (0, Some(b'\\')) | (1, Some(b'u')) => Some(0),
            (2.., Some(&b)) => char::from(b).to_digit(16),
            _ => None,
        };
        unit = unit << 4 | digit.ok_or(at)?;
    }
    Ok(unit)
}

/// What the inside of a string says.
pub(super) fn decode(inner: &str) -> String {
    let mut decoded = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((plain, escape)) = memchr::memchr(b'\\', rest.as_bytes()).and_then(|at| rest.split_at_checked(at)) {
        decoded.push_str(plain);
        let (c, len) = match escape.as_bytes().get(1) {
            Some(b'b') => ('\u{8}', 2),
            Some(b'f') => ('\u{c}', 2),
            Some(b'n') => ('\n', 2),
            Some(b'r') => ('\r', 2),
            Some(b't') => ('\t', 2),
            Some(b'u') => match unicode(escape.as_bytes()) {
                Ok(read) => read,
                Err(_) => return decoded,
            },
            // The character itself; what JSON does not know was refused, or lies behind the cut.
            Some(&b @ (b'"' | b'\\' | b'/' | b'\'')) => (char::from(b), 2),
            _ => return decoded,
        };
        decoded.push(c);
        rest = escape.get(len..).unwrap_or("");
    }
    decoded.push_str(rest);
    decoded
}
