//! Taking off what agents put round labels and values: Markdown, quotation marks, brackets, emoji, invisible
//! characters, entities.
//!
//! In: a slice of the source. Out: the bare text and the steps taken, each with the exact bytes it took off.
//! [`clean`] works inside a text (entities, full-width forms, zero-width characters) and has to rewrite;
//! [`Bare`] works from the outside in and only slices. Not here: what the bare text means.

mod characters;

use std::borrow::Cow;

use crate::problem::Problem;
use characters::{is_blank_form, plain_form};

pub use characters::{is_control, is_emoji, is_invisible, is_line_break_form, latin_lookalike, without_lookalikes};

/// What was taken off, and the exact bytes.
pub type Steps<'a> = Vec<(Problem, &'a str)>;

/// A text with its inner dress rewritten.
#[derive(Debug, Clone)]
pub struct Clean<'a> {
    /// The bytes of the source it comes from.
    pub raw: &'a str,
    /// What they say.
    pub text: Cow<'a, str>,
    /// The first control character that no text should hold.
    pub control: Option<char>,
}

impl<'a> Clean<'a> {
    /// The source bytes of a part of the cleaned text: exact when nothing was rewritten, else all of it.
    #[must_use]
    pub fn at(&self, part: &str) -> &'a str {
        if let Cow::Borrowed(text) = self.text {
            let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
            if let Some(slice) = text.get(start..start.wrapping_add(part.len())) {
                return slice;
            }
        }
        self.raw
    }
}

/// Whether full-width and mathematical letters are read as ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forms {
    /// Yes: labels, words of closed lists, numbers.
    ToAscii,
    /// No: texts and paths mean what they say.
    AsWritten,
}

/// Rewrites inner dress: colour codes, invisible characters, entities, Markdown escapes, compatibility forms.
#[must_use]
pub fn clean<'a>(raw: &'a str, forms: Forms, steps: &mut Steps<'a>) -> Clean<'a> {
    if raw.bytes().all(|b| matches!(b, b' '..=b'~' | b'\t') && b != b'\\' && b != b'&') {
        return Clean { raw, text: Cow::Borrowed(raw), control: None };
    }
    let mut text = String::new();
    let mut control = None;
    let mut copied = 0;
    let mut at = 0;
    let backslash_is_separator = backslashes_separate(raw);
    while let Some(rest) = raw.get(at..).filter(|r| !r.is_empty()) {
        let Some(c) = rest.chars().next() else { break };
        let (len, replacement, problem) = match c {
            '\x1b' if ansi_len(rest).is_some() => {
                (ansi_len(rest).unwrap_or(1), String::new(), Some(Problem::ColourCode))
            }
            '&' => match entity(rest) {
                Some((len, meant)) => {
                    let found = rest.get(..len).unwrap_or("&").to_owned();
                    (len, meant.to_string(), Some(Problem::EscapedText { found, meant: meant.to_string() }))
                }
                None => (1, String::new(), None),
            },
            '\\' if !backslash_is_separator => match rest.chars().nth(1) {
                Some(next) if is_markdown_mark(next) => (
                    1 + next.len_utf8(),
                    next.to_string(),
                    Some(Problem::EscapedText { found: format!("\\{next}"), meant: next.to_string() }),
                ),
                _ => (1, String::new(), None),
            },
            _ if is_blank_form(c) => (c.len_utf8(), " ".into(), Some(Problem::InvisibleCharacter { character: c })),
            _ if is_invisible(c) => (c.len_utf8(), String::new(), Some(Problem::InvisibleCharacter { character: c })),
            _ => match plain_form(c).filter(|_| forms == Forms::ToAscii) {
                Some(_) => {
                    // A whole run is one remark.
                    let run: String = rest.chars().map_while(plain_form).collect();
                    let len: usize = rest.chars().take_while(|c| plain_form(*c).is_some()).map(char::len_utf8).sum();
                    let found = rest.get(..len).unwrap_or("").to_owned();
                    (len, run.clone(), Some(Problem::CompatibilityForm { found, meant: run }))
                }
                None => {
                    if is_control(c) {
                        control = control.or(Some(c));
                    }
                    (c.len_utf8(), String::new(), None)
                }
            },
        };
        if let Some(problem) = problem {
            text.push_str(raw.get(copied..at).unwrap_or(""));
            text.push_str(&replacement);
            copied = at + len;
            steps.push((problem, raw.get(at..copied).unwrap_or("")));
        }
        at += len;
    }
    let text = if copied == 0 && text.is_empty() {
        Cow::Borrowed(raw)
    } else {
        text.push_str(raw.get(copied..).unwrap_or(""));
        Cow::Owned(text)
    };
    Clean { raw, text, control }
}

/// In `docs\runs\0529` a backslash parts names; in `change\_summary` it escapes for Markdown. It parts when one
/// stands before a letter or digit.
fn backslashes_separate(raw: &str) -> bool {
    raw.split('\\').skip(1).any(|behind| behind.starts_with(|c: char| c.is_alphanumeric()))
}

fn is_markdown_mark(c: char) -> bool {
    c.is_ascii_punctuation() && c != '\\' && c != '/'
}

/// Length of a colour code (`ESC [ … letter`, the select-graphic-rendition kind only) at the start of a text.
#[must_use]
pub fn ansi_len(text: &str) -> Option<usize> {
    let body = text.strip_prefix("\x1b[")?;
    let end = body.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    // Concealed or struck-out text is not what a person reads.
    let hides = body.get(..end)?.split(';').any(|code| matches!(code, "8" | "9" | "08" | "09"));
    (body.get(end..)?.starts_with('m') && !hides).then_some(2 + end + 1)
}

/// Length of a terminal control sequence that is no colour: it moves the cursor or clears what stands there.
#[must_use]
pub fn control_sequence_len(text: &str) -> Option<usize> {
    let body = text.strip_prefix("\x1b[")?;
    let end = body.find(|c: char| ('\u{40}'..='\u{7e}').contains(&c))?;
    (body.get(..end)?.chars().all(|c| ('\u{20}'..='\u{3f}').contains(&c))).then_some(2 + end + 1)
}

/// A named or numbered HTML entity at the start of a text: its length and what it means.
fn entity(text: &str) -> Option<(usize, char)> {
    let end = text.bytes().take(12).position(|b| b == b';')?;
    let name = text.get(1..end)?;
    let meant = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "colon" => ':',
        "lowbar" => '_',
        "ndash" => '–',
        "mdash" => '—',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code).filter(|c| !is_control(*c) && !c.is_control())?
        }
    };
    Some((end + 1, meant))
}

/// A text from which outer dress is taken off, slice by slice.
#[derive(Debug)]
pub struct Bare<'c, 'a> {
    /// What is left.
    pub text: &'c str,
    clean: &'c Clean<'a>,
}

/// Marks of Markdown emphasis and code, longest first, with what they are called.
const EMPHASIS: &[(&str, &str)] = &[
    ("***", "bold italics"),
    ("___", "bold italics"),
    ("**", "bold"),
    ("__", "bold"),
    ("*", "italics"),
    ("_", "italics"),
    ("```", "back-ticks"),
    ("``", "back-ticks"),
    ("`", "back-ticks"),
];

/// Quotation marks that open, with those that close.
const QUOTES: &[(char, &[char])] = &[
    ('"', &['"']),
    ('\'', &['\'']),
    ('“', &['”', '“']),
    ('„', &['“', '”']),
    ('‘', &['’', '‘']),
    ('«', &['»']),
    ('»', &['«']),
    ('‹', &['›']),
    ('「', &['」']),
];

/// Brackets that open, with those that close.
const BRACKETS: &[(char, char)] = &[('[', ']'), ('{', '}'), ('<', '>'), ('(', ')')];

impl<'c, 'a> Bare<'c, 'a> {
    /// The whole of a cleaned text.
    #[must_use]
    pub fn of(clean: &'c Clean<'a>) -> Bare<'c, 'a> {
        Bare { text: clean.text.trim(), clean }
    }

    /// Takes off emphasis, code marks, quotation marks and emoji, from the outside in, until nothing more goes.
    pub fn undress(&mut self, steps: &mut Steps<'a>) {
        while self.emphasis(steps) || self.quotes(steps) || self.emoji(steps) {}
    }

    /// Takes off one pair of emphasis or code marks.
    pub fn emphasis(&mut self, steps: &mut Steps<'a>) -> bool {
        for (mark, what) in EMPHASIS {
            let Some(inner) = self.text.strip_prefix(mark).and_then(|t| t.strip_suffix(mark)) else { continue };
            let one = mark.chars().next().unwrap_or('*');
            if inner.is_empty() || inner.contains(*mark) || inner.starts_with(one) || inner.ends_with(one) {
                continue;
            }
            self.step(Problem::MarkdownDress { what }, inner, steps);
            return true;
        }
        false
    }

    /// Takes off one pair of quotation marks.
    pub fn quotes(&mut self, steps: &mut Steps<'a>) -> bool {
        for (open, close) in QUOTES {
            let Some(inner) = self.text.strip_prefix(*open).and_then(|t| t.strip_suffix(*close)) else { continue };
            if inner.is_empty() || inner.contains(*open) || inner.contains(*close) {
                continue;
            }
            self.step(Problem::QuotationMarks, inner, steps);
            return true;
        }
        false
    }

    /// What stands between one pair of brackets that hold the whole text.
    #[must_use]
    pub fn in_brackets(&self) -> Option<&'c str> {
        BRACKETS.iter().find_map(|(open, close)| {
            let inner = self.text.strip_prefix(*open)?.strip_suffix(*close)?;
            (!inner.contains(*open) && !inner.contains(*close)).then(|| inner.trim())
        })
    }

    /// Takes off the brackets round the whole text.
    pub fn brackets(&mut self, steps: &mut Steps<'a>) {
        if let Some(inner) = self.in_brackets() {
            self.step(Problem::Brackets, inner, steps);
        }
    }

    /// Takes off emoji at both ends, when something else is left.
    pub fn emoji(&mut self, steps: &mut Steps<'a>) -> bool {
        let sign = |c: char| is_emoji(c) || c == '\u{200d}' || c == ' ';
        let tail = self.text.trim_start_matches(sign);
        let inner = tail.trim_end_matches(sign);
        if inner.len() == self.text.len() || inner.is_empty() {
            return false;
        }
        let (before, behind) = (self.text.get(..self.text.len() - tail.len()), tail.get(inner.len()..));
        for taken in [before, behind].into_iter().flatten().map(str::trim).filter(|t| !t.is_empty()) {
            steps.push((Problem::Emoji, self.clean.at(taken)));
        }
        self.text = inner;
        true
    }

    /// Takes off one final full stop, comma, semicolon or exclamation mark.
    pub fn full_stop(&mut self, steps: &mut Steps<'a>) -> bool {
        let Some(mark) = self.text.chars().last().filter(|c| matches!(c, '.' | ',' | ';' | '!')) else { return false };
        let Some(inner) = self.text.strip_suffix(mark).filter(|t| !t.is_empty() && !t.ends_with(mark)) else {
            return false;
        };
        steps.push((Problem::FullStop { mark }, self.clean.at(self.text.get(inner.len()..).unwrap_or(self.text))));
        self.text = inner.trim_end();
        true
    }

    /// Takes off a struck-out value beside the one that holds; false when nothing or more than one value is left.
    pub fn struck_out(&mut self, field: &str, steps: &mut Steps<'a>) -> bool {
        let parts: Vec<&str> = self.text.split("~~").collect();
        let [before, old, behind] = parts.as_slice() else { return parts.len() == 1 };
        // `1~~0~~` is neither 1 nor 10.
        if before.ends_with(char::is_alphanumeric) || behind.starts_with(char::is_alphanumeric) {
            return false;
        }
        steps.push((Problem::StruckOutValue { field: field.to_owned(), old: (*old).to_owned() }, self.clean.at(old)));
        self.text = match (before.trim(), behind.trim()) {
            ("", rest) | (rest, "") => rest,
            _ => return false,
        };
        true
    }

    fn step(&mut self, problem: Problem, inner: &'c str, steps: &mut Steps<'a>) {
        steps.push((problem, self.clean.at(self.text)));
        self.text = inner.trim();
    }
}
