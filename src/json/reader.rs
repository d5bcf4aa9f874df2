//! The grammar of JSON as one loop over the bytes, with its own stack.
//!
//! In: text, offset, mode. Out: a [`Tape`] or a [`Failure`]. Invariants: the reader only moves forward; every open
//! container is on the stack, which [`limits::JSON_DEPTH`] bounds; a node is `cut` until its last byte is read, so a
//! failure needs no more than to say where. Not here: the inside of strings (`string`), slips that need more than a
//! byte (`slip`).

use super::slip::SlipKind;
use super::tape::Entry;
use super::{Failure, FailureKind, Kind, Mode, Tape};
use crate::limits;

/// See [`super::read`].
pub(super) fn read(text: &str, at: usize, mode: Mode) -> Result<(Tape<'_>, usize), Failure<'_>> {
    let mut reader = Reader::new(text, at, mode);
    match reader.value() {
        Ok(()) => Ok(reader.finish()),
        Err(fault) => Err(reader.fail(fault)),
    }
}

/// See [`super::document`].
pub(super) fn document(text: &str, mode: Mode) -> Result<Tape<'_>, Failure<'_>> {
    let mut reader = Reader::new(text, 0, mode);
    match reader.document() {
        Ok(()) => Ok(reader.finish().0),
        Err(fault) => Err(reader.fail(fault)),
    }
}

/// A [`Failure`] before the tape is added to it.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) furthest: usize,
    pub(super) kind: FailureKind,
}

/// A container that is not yet closed.
struct Open {
    index: usize,
    object: bool,
}

impl Open {
    fn closing(&self) -> u8 {
        if self.object { b'}' } else { b']' }
    }
}

/// Where reading stands, and what was read.
pub(super) struct Reader<'a> {
    pub(super) at: usize,
    pub(super) tape: Tape<'a>,
    mode: Mode,
    open: Vec<Open>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, at: usize, mode: Mode) -> Reader<'a> {
        // Room for a usual return, so that a small object needs no second allocation.
        let tape = Tape { text, entries: Vec::with_capacity(64), slips: Vec::new() };
        Reader { at: at.min(text.len()), tape, mode, open: Vec::new() }
    }

    fn document(&mut self) -> Result<(), Fault> {
        self.blanks()?;
        self.value()?;
        self.blanks()?;
        if self.at < self.text().len() { Err(self.wants("the end of the text")) } else { Ok(()) }
    }

    /// One whole value.
    fn value(&mut self) -> Result<(), Fault> {
        if u32::try_from(self.text().len()).is_err() {
            return Err(Fault { at: 0, furthest: self.text().len(), kind: FailureKind::TooLong });
        }
        loop {
            let opened = self.begin()?;
            if opened && self.enter()? {
                continue;
            }
            if !self.leave()? {
                break;
            }
        }
        if self.tolerant() && self.tape.root().kind() == Kind::Object {
            self.surplus_braces();
        }
        Ok(())
    }

    /// A value up to its end, or up to behind its opening bracket: then true.
    fn begin(&mut self) -> Result<bool, Fault> {
        match self.peek() {
            Some(b'"') => self.string(Kind::String)?,
            Some(b'{') => return self.container(Kind::Object),
            Some(b'[') => return self.container(Kind::Array),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word(Kind::True, b"true")?,
            Some(b'f') => self.word(Kind::False, b"false")?,
            Some(b'n') => self.word(Kind::Null, b"null")?,
            Some(_) if self.tolerant() && self.oddly_quoted(Kind::String)? => {}
            Some(_) => return Err(self.wants("a value")),
            None => return Err(self.truncated()),
        }
        Ok(false)
    }

    fn container(&mut self, kind: Kind) -> Result<bool, Fault> {
        if self.open.len() == limits::JSON_DEPTH {
            return Err(Fault { kind: FailureKind::TooDeep, ..self.wants("") });
        }
        self.open.push(Open { index: self.tape.entries.len(), object: kind == Kind::Object });
        self.push(kind);
        self.at += 1;
        Ok(true)
    }

    /// Behind an opening bracket: true at the first value in it, false behind the bracket that closes it at once.
    fn enter(&mut self) -> Result<bool, Fault> {
        self.blanks()?;
        let Some(top) = self.open.last() else { return Ok(false) };
        if self.peek() == Some(top.closing()) {
            self.close();
            return Ok(false);
        }
        if top.object {
            self.key("a key or `}`")?;
        }
        Ok(true)
    }

    /// Behind a value: closes what ends here. True at the next value, false when all is closed.
    fn leave(&mut self) -> Result<bool, Fault> {
        while let Some(top) = self.open.last() {
            let (closing, object) = (top.closing(), top.object);
            let behind = self.at;
            self.blanks()?;
            match self.peek() {
                Some(b',') => {
                    let comma = self.at;
                    self.at += 1;
                    self.blanks()?;
                    if self.tolerant() && self.peek() == Some(closing) {
                        self.note(SlipKind::TrailingComma, comma, comma + 1);
                    } else {
                        if object {
                            self.key("a key")?;
                        }
                        return Ok(true);
                    }
                }
                Some(byte) if byte == closing => {}
                Some(_) if object && self.tolerant() && self.line_break_since(behind) => {
                    self.note(SlipKind::MissingComma, behind, behind);
                    self.key("`,` or `}`")?;
                    return Ok(true);
                }
                Some(_) => return Err(self.wants(if object { "`,` or `}`" } else { "`,` or `]`" })),
                None => return Err(self.truncated()),
            }
            self.close();
        }
        Ok(false)
    }

    /// A key, its colon and the blanks round it; `expected` is said where no key begins.
    fn key(&mut self, expected: &'static str) -> Result<(), Fault> {
        match self.peek() {
            Some(b'"') => self.string(Kind::Key)?,
            Some(_) if self.tolerant() && (self.oddly_quoted(Kind::Key)? || self.bare_key()) => {}
            Some(_) => return Err(self.wants(expected)),
            None => return Err(self.truncated()),
        }
        self.blanks()?;
        match self.peek() {
            Some(b':') => self.at += 1,
            Some(_) => return Err(self.wants("`:`")),
            None => return Err(self.truncated()),
        }
        self.blanks()
    }

    fn close(&mut self) {
        self.at += 1;
        let next = self.tape.entries.len() as u32;
        if let Some(entry) = self.open.pop().and_then(|open| self.tape.entries.get_mut(open.index)) {
            (entry.end, entry.next, entry.cut) = (self.at as u32, next, false);
        }
    }

    fn number(&mut self) -> Result<(), Fault> {
        self.push(Kind::Number);
        self.skip(b"-");
        // A zero that leads ends the whole part; what follows it is then no part of the number.
        if !self.skip(b"0") {
            self.digits()?;
        }
        if self.skip(b".") {
            self.digits()?;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            self.digits()?;
        }
        self.complete();
        Ok(())
    }

    /// Takes one byte if it is one of `any`.
    fn skip(&mut self, any: &[u8]) -> bool {
        let found = self.peek().is_some_and(|byte| any.contains(&byte));
        self.at += usize::from(found);
        found
    }

    /// One digit or more.
    fn digits(&mut self) -> Result<(), Fault> {
        let len = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += len;
        match len {
            0 if self.rest().is_empty() => Err(self.truncated()),
            0 => Err(self.wants("a digit")),
            _ => Ok(()),
        }
    }

    fn word(&mut self, kind: Kind, word: &[u8]) -> Result<(), Fault> {
        let rest = self.rest();
        let same = rest.iter().zip(word).take_while(|(a, b)| a == b).count();
        if same < word.len() {
            let cut = same == rest.len();
            return Err(if cut {
                self.truncated()
            } else {
                Fault { furthest: self.at + same, ..self.wants("a value") }
            });
        }
        self.push(kind);
        self.at += same;
        self.complete();
        Ok(())
    }

    /// Takes the braces behind an object, with only blanks between.
    fn surplus_braces(&mut self) {
        let behind = self.at;
        let mut end = behind;
        self.plain_blanks();
        let first = self.at;
        while self.skip(b"}") {
            end = self.at;
            self.plain_blanks();
        }
        self.at = end;
        if end > behind {
            self.note(SlipKind::SurplusBrace, first, end);
        }
    }

    /// Blanks, and comments where they are tolerated. Inlined: called round every token, and mostly with nothing to
    /// do, it is otherwise a third of the time.
    #[inline(always)]
    fn blanks(&mut self) -> Result<(), Fault> {
        self.plain_blanks();
        match self.peek() {
            Some(b'/' | b'#') if self.tolerant() => self.comments(),
            _ => Ok(()),
        }
    }

    #[inline(always)]
    pub(super) fn plain_blanks(&mut self) {
        let mut rest = self.rest();
        while let [b' ' | b'\t' | b'\n' | b'\r', behind @ ..] = rest {
            rest = behind;
            // Most blanks are indents.
            while let Some(behind) = rest.strip_prefix(b"    ") {
                rest = behind;
            }
        }
        self.at = self.text().len() - rest.len();
    }

    fn line_break_since(&self, start: usize) -> bool {
        self.text().as_bytes().get(start..self.at).is_some_and(|gap| memchr::memchr2(b'\n', b'\r', gap).is_some())
    }

    /// Begins a node here, and gives its offset.
    pub(super) fn push(&mut self, kind: Kind) -> usize {
        let start = self.at as u32;
        let next = self.tape.entries.len() as u32 + 1;
        self.tape.entries.push(Entry { start, end: start, next, kind, cut: true, escaped: false });
        self.at
    }

    /// Ends the newest node here.
    pub(super) fn complete(&mut self) {
        if let Some(entry) = self.tape.entries.last_mut() {
            (entry.end, entry.cut) = (self.at as u32, false);
        }
    }

    pub(super) fn text(&self) -> &'a str {
        self.tape.text
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.text().as_bytes().get(self.at..).unwrap_or(&[])
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text().as_bytes().get(self.at).copied()
    }

    /// The character here; none at the end of the text, and none inside a character.
    pub(super) fn char(&self) -> Option<char> {
        self.text().get(self.at..)?.chars().next()
    }

    pub(super) fn tolerant(&self) -> bool {
        self.mode == Mode::Tolerant
    }

    pub(super) fn wants(&self, expected: &'static str) -> Fault {
        Fault { at: self.at, furthest: self.at, kind: FailureKind::Syntax { expected } }
    }

    pub(super) fn truncated(&self) -> Fault {
        let len = self.text().len();
        Fault { at: len, furthest: len, kind: FailureKind::Truncated }
    }

    fn finish(mut self) -> (Tape<'a>, usize) {
        self.tape.slips.sort();
        (self.tape, self.at)
    }

    fn fail(mut self, fault: Fault) -> Failure<'a> {
        let text = self.text();
        let at = text.floor_char_boundary(fault.at);
        let entries = &mut self.tape.entries;
        let next = entries.len() as u32;
        for open in &self.open {
            if let Some(entry) = entries.get_mut(open.index) {
                (entry.end, entry.next) = (at as u32, next);
            }
        }
        if let Some(last) = entries.last_mut() {
            let touches_end = last.end as usize == text.len() && fault.kind == FailureKind::Truncated;
            let open_ended =
                last.kind == Kind::Number || last.kind == Kind::Key && !text.ends_with(super::string::is_mark);
            if last.cut {
                last.end = at as u32;
            } else if touches_end && open_ended {
                last.cut = true;
            }
        }
        self.tape.slips.sort();
        Failure { at, furthest: text.floor_char_boundary(fault.furthest), kind: fault.kind, tape: self.tape }
    }
}
