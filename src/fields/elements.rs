//! XML-like elements as records: `<status>completed</status>`, on lines of their own or one behind the other.
//!
//! In: a candidate's text. Out: a record for each run of elements named like fields, with nothing but blanks and
//! wrapper tags between them. An element that another one opens inside is malformed; one that the text ends in is cut.
//! Not here: elements that hold labelled lines (`lines`, `scan`).

use memchr::memchr_iter;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::char;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use crate::candidates::{Candidate, Standing, Why};
use crate::contract::{LabelMatch, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::fields::{Broken, Entry, Raw, Record};
use crate::limits;
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, own_element};

/// Bytes of wrapper tags that may stand before an element on its line.
const HEAD: usize = 120;

/// The runs of field elements in a candidate, in order.
pub(super) fn records<'a>(page: &Page<'a>, candidate: &Candidate, lexicon: &Lexicon) -> Vec<Record<'a>> {
    let mut records: Vec<Record<'a>> = Vec::new();
    let (from, to) = (page.start(candidate.first), page.start(candidate.end));
    let Some(text) = page.source.text().get(..to) else { return records };
    let mut open: Option<(Record<'a>, usize)> = None;
    let mut behind = from;
    for at in memchr_iter(b'<', text.as_bytes().get(from..).unwrap_or_default()).map(|at| from + at) {
        if at < behind || records.len() + open.as_ref().map_or(0, |(r, _)| r.entries.len()) > limits::LABEL_LINES {
            continue;
        }
        let line = page.line_at(at);
        // At the start of a line, or behind the element before; `Phase: <phase>` is a placeholder.
        let head = text.get(page.start(line)..at).filter(|head| head.len() < HEAD);
        let follows = open.as_ref().is_some_and(|(_, end)| text.get(*end..at).is_some_and(only_wrappers));
        if !follows && !head.is_some_and(only_wrappers) {
            continue;
        }
        let Some(element) = text.get(at..).and_then(|rest| element(rest, lexicon)) else { continue };
        if let Some((record, end)) = open.take_if(|(_, end)| !text.get(*end..at).is_some_and(only_wrappers)) {
            records.extend(finish(page, record, end));
        }
        let (record, end) = open.get_or_insert_with(|| (Record::over(page, candidate, line..line + 1), at));
        behind = at + element.len;
        *end = behind;
        record.broken = record.broken.or(element.broken);
        record.entries.push(element.entry);
        let last = page.line_at(behind.saturating_sub(1)) + 1;
        record.lines.end = last;
        record.fields_end = last;
    }
    records.extend(open.and_then(|(record, end)| finish(page, record, end)));
    records
}

/// Elements in the middle of a sentence, each a record of its own: nobody's return, but one behind it may say otherwise.
pub(super) fn mentions<'a>(page: &Page<'a>, candidate: &Candidate, lexicon: &Lexicon) -> Vec<Record<'a>> {
    let mut mentions = Vec::new();
    let (from, to) = (page.start(candidate.first), page.start(candidate.end));
    let Some(text) = page.source.text().get(..to).filter(|_| candidate.standing.quoted().is_none()) else {
        return mentions;
    };
    for at in memchr_iter(b'<', text.as_bytes().get(from..).unwrap_or_default()).map(|at| from + at) {
        let line = page.line_at(at);
        let head = text.get(page.start(line)..at).unwrap_or("");
        // In back-ticks it is code.
        if mentions.len() >= limits::FIELDS || head.ends_with('`') || only_wrappers(head) {
            continue;
        }
        let Some(element) = text.get(at..).and_then(|rest| element(rest, lexicon)) else { continue };
        if element.broken.is_some() || element.entry.raw.whole().is_empty() || head.ends_with('>') {
            continue;
        }
        let mut record = Record::over(page, candidate, line..line + 1);
        // Its line is read for other fields as well.
        record.lines = line..line;
        record.fields_end = line;
        record.standing = Standing::Quoted(Why::Mention);
        record.span = page.source.span(at, at + element.len);
        record.entries.push(element.entry);
        mentions.push(record);
    }
    mentions
}

fn finish<'a>(page: &Page<'a>, mut record: Record<'a>, end: usize) -> Option<Record<'a>> {
    let start = page.source.span_of(record.entries.first()?.label).start().saturating_sub(1);
    record.span = page.source.span(start, end);
    record.closed = record.broken.is_none();
    record.steps = vec![Diagnostic::new(Problem::ElementReturn, record.span)];
    // One element in a sentence is a mention; on a line of its own it may contradict the return.
    let alone = record.lines.len() == 1 && page.text(record.lines.start).trim_end().ends_with('>');
    (record.entries.len() >= 2 || alone).then_some(record)
}

struct Element<'a> {
    entry: Entry<'a>,
    /// Bytes from `<` to behind the closing tag.
    len: usize,
    broken: Option<Broken<'a>>,
}

/// The element of a field that begins here.
fn element<'a>(text: &'a str, lexicon: &Lexicon) -> Option<Element<'a>> {
    let (inside, name) = opening(text).ok()?;
    let LabelMatch { field, form } = lexicon.find_key(name)?;
    let window = inside.get(..inside.floor_char_boundary(limits::VALUE_BYTES)).unwrap_or(inside);
    let value = window.split('<').next().unwrap_or("");
    let rest = inside.get(value.len()..).unwrap_or("");
    let entry = Entry {
        field: Some(field),
        form,
        label: name,
        raw: Raw::Line(value.trim()),
        carrier: Carrier::Element,
        dressed: None,
        steps: Vec::new(),
    };
    let head = text.len() - inside.len() + value.len();
    match closing(rest, name).ok() {
        Some((behind, _)) => Some(Element { entry, len: text.len() - behind.len(), broken: None }),
        None if rest.is_empty() => Some(Element { entry, len: head, broken: Some(Broken::Truncated { at: text }) }),
        None => {
            let at = text.get(..head).unwrap_or(text);
            let broken = Broken::Syntax { what: "element", expected: "its closing tag", at };
            Some(Element { entry, len: head.max(1), broken: Some(broken) })
        }
    }
}

/// `<name>`
fn opening(text: &str) -> IResult<&str, &str> {
    delimited(char('<'), take_while1(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')), char('>'))
        .parse(text)
}

/// `</name>` of this name.
fn closing<'a>(text: &'a str, name: &str) -> IResult<&'a str, &'a str> {
    delimited(tag("</"), tag(name), char('>')).parse(text)
}

/// Nothing but blanks and the tags of wrappers.
pub(crate) fn only_wrappers(between: &str) -> bool {
    between.split(['<', '>']).enumerate().all(|(n, part)| {
        // Every second part stood between angle brackets.
        if n % 2 == 0 { part.trim().is_empty() } else { own_element(part.trim_start_matches('/')) }
    })
}
