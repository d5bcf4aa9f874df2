//! Candidates as records: entries of label and value, whatever layout carries them.
//!
//! In: a [`Page`], its [`Candidate`]s and a [`Lexicon`]. Out: every [`Record`] that names at least one field, quoted
//! or not, in the order of the text. One file a carrier: `lines` (labelled lines, also several on one line, and
//! YAML blocks; `label` is what counts as a label in them, `yaml` what YAML means beyond them), `json`, `table`, `headings`, `elements`. All give the same entries. Not here: what a value means (`judge`), which record counts (`choose`).

mod elements;
mod headings;
mod json;
mod label;
mod lead;
mod lines;
mod table;
mod yaml;

use std::borrow::Cow;
use std::ops::Range;

use crate::candidates::{Candidate, Introduction, Standing, Why, introduction, is_quotation};
use crate::contract::{LabelForm, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::dress::Steps;
use crate::limits;
use crate::parsed::Carrier;
use crate::scan::Page;
use crate::text::Span;

pub(crate) use elements::only_wrappers;
pub use label::label_at_start;

/// One label and its value.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// The field it names; none for a label the contract does not know.
    pub field: Option<usize>,
    /// How the label was spelt.
    pub form: LabelForm,
    /// The label as written, undressed.
    pub label: &'a str,
    /// The value as written.
    pub raw: Raw<'a>,
    /// The layout.
    pub carrier: Carrier,
    /// The label with the emphasis round it and its separator, when it wears any.
    pub dressed: Option<&'a str>,
    /// Other dress of the label and the separator.
    pub steps: Steps<'a>,
}

impl<'a> Entry<'a> {
    /// Where its value stands; an empty value stands nowhere, and its label is what there is to see.
    #[must_use]
    pub fn place(&self) -> &'a str {
        match self.raw.whole() {
            "" => self.label,
            raw => raw,
        }
    }
}

/// A value as its carrier gives it.
#[derive(Debug, Clone)]
pub enum Raw<'a> {
    /// The rest of a line, trimmed.
    Line(&'a str),
    /// The list items below an empty label, each without its bullet.
    Items {
        /// From the first item to the last.
        whole: &'a str,
        /// The items.
        items: Vec<&'a str>,
    },
    /// A JSON value.
    Json {
        /// Its bytes, quotation marks included.
        whole: &'a str,
        /// What it is.
        value: JsonValue<'a>,
    },
}

/// A JSON value as far as a contract can ask for one.
#[derive(Debug, Clone)]
pub enum JsonValue<'a> {
    /// A string, decoded.
    Text(Cow<'a, str>),
    /// A number as written.
    Number(&'a str),
    /// True or false.
    Bool(bool),
    /// Null.
    Null,
    /// A list, one level deep.
    List(Vec<JsonValue<'a>>),
    /// `{"choice": …, "reason": …}`, as the derived schema asks for it.
    Reasoned {
        /// The word.
        choice: Cow<'a, str>,
        /// The text behind it.
        reason: Cow<'a, str>,
    },
    /// Any other object, which no field can be.
    Object,
}

impl<'a> Raw<'a> {
    /// The bytes of the source that hold the value.
    #[must_use]
    pub fn whole(&self) -> &'a str {
        match self {
            Raw::Line(text) => text,
            Raw::Items { whole, .. } | Raw::Json { whole, .. } => whole,
        }
    }

    /// The value as a message quotes it: a JSON string without its quotation marks.
    #[must_use]
    pub fn words(&self) -> &'a str {
        match self {
            Raw::Json { whole, value: JsonValue::Text(_) } => whole.trim_matches(['"', '\'', '“', '”']),
            other => other.whole(),
        }
    }
}

/// A run of entries that belong together.
#[derive(Debug, Clone)]
pub struct Record<'a> {
    /// The entries, in the order of the text.
    pub entries: Vec<Entry<'a>>,
    /// Its lines.
    pub lines: Range<usize>,
    /// One past the line of its last field; labels the contract does not know may stand between here and the end.
    pub fields_end: usize,
    /// Whose words it holds.
    pub standing: Standing,
    /// What the line before it announces.
    pub introduction: Introduction,
    /// Where its carrier breaks off, if it does.
    pub broken: Option<Broken<'a>>,
    /// Whether its own closing mark ends it (a brace), so that nothing can have been cut off.
    pub closed: bool,
    /// Steps of its layout.
    pub steps: Vec<Diagnostic>,
    /// From the first label to the last value.
    pub span: Span,
}

/// How a carrier breaks off.
#[derive(Debug, Clone, Copy)]
pub enum Broken<'a> {
    /// The text ends inside it.
    Truncated {
        /// What was being said when it ended.
        at: &'a str,
    },
    /// It cannot be read at this place.
    Syntax {
        /// What it is.
        what: &'static str,
        /// What was expected.
        expected: &'static str,
        /// Where.
        at: &'a str,
    },
    /// It is a list of several objects.
    List,
}

impl<'a> Record<'a> {
    /// A record over some lines, with no entries yet.
    fn over(page: &Page<'a>, candidate: &Candidate, lines: Range<usize>) -> Record<'a> {
        let (introduction, standing) = announced(page, candidate, lines.start);
        let span = page.source.span_of(page.stretch(lines.start, lines.end));
        let (entries, steps) = (Vec::new(), Vec::new());
        let fields_end = lines.end;
        Record { entries, lines, fields_end, standing, introduction, broken: None, closed: false, steps, span }
    }
}

impl Record<'_> {
    /// Whether an entry names this field.
    #[must_use]
    pub fn has(&self, field: usize) -> bool {
        self.entries.iter().any(|e| e.field == Some(field))
    }

    /// Whether every one of these fields is named.
    #[must_use]
    pub fn has_all(&self, fields: &[usize]) -> bool {
        fields.iter().all(|f| self.has(*f))
    }
}

/// What announces a record that begins at a line, and whose words it therefore holds.
fn announced(page: &Page<'_>, candidate: &Candidate, line: usize) -> (Introduction, Standing) {
    let mut found = introduction(page, line);
    // A fence is announced by the line before it.
    if let (Introduction::Neutral, Standing::Fenced { opener: first, .. } | Standing::Indented { first }) =
        (found, candidate.standing)
    {
        found = introduction(page, first);
    }
    let own = candidate.standing.quoted().is_none();
    (found, if own && is_quotation(found) { Standing::Quoted(Why::Introduced) } else { candidate.standing })
}

/// Every record of the page, in the order of the text.
#[must_use]
pub fn records<'a>(page: &Page<'a>, candidates: &[Candidate], lexicon: &Lexicon) -> Vec<Record<'a>> {
    let mut records = Vec::new();
    // One label more than the limit is what tells that the limit is passed; a quotation has a limit of its own.
    let (mut own, mut quoted) = (limits::LABEL_LINES + 1, limits::LABEL_LINES);
    for candidate in candidates {
        let room = if candidate.standing.quoted().is_none() { &mut own } else { &mut quoted };
        // Lines that belong to another carrier are no labelled lines.
        let mut blocks = json::records(page, candidate, lexicon, *room);
        blocks.extend(table::records(page, candidate, lexicon));
        blocks.extend(headings::records(page, candidate, lexicon));
        blocks.extend(elements::records(page, candidate, lexicon));
        blocks.sort_by_key(|block| block.lines.start);
        let mut from = candidate.first;
        for block in blocks {
            if block.lines.start < from {
                continue;
            }
            lines::records(page, candidate, from..block.lines.start, lexicon, room, &mut records);
            from = block.lines.end.max(from);
            *room = room.saturating_sub(block.entries.len());
            if !block.entries.is_empty() || block.broken.is_some() {
                records.push(block);
            }
        }
        lines::records(page, candidate, from..candidate.end, lexicon, room, &mut records);
        let mentions = elements::mentions(page, candidate, lexicon);
        if !mentions.is_empty() {
            records.extend(mentions);
            records.sort_by_key(|record| record.span);
        }
    }
    records
}
