//! Labels as headings, also underlined or in bold, each with its value on the one line below.
//!
//! In: the lines of a candidate. Out: a record for each run of at least two such headings. A heading over a sentence, a
//! list or several lines is a section of a report. Not here: a heading with label and value on one line (`lines`).

use crate::candidates::Candidate;
use crate::contract::Lexicon;
use crate::diagnostic::Diagnostic;
use crate::fields::label::look_up;
use crate::fields::lines::is_sentence;
use crate::fields::{Entry, Raw, Record};
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, Shape, heading_text, list_marker};

/// The runs of label headings in a candidate, in order.
pub(super) fn records<'a>(page: &Page<'a>, candidate: &Candidate, lexicon: &Lexicon) -> Vec<Record<'a>> {
    let mut records: Vec<Record<'a>> = Vec::new();
    let mut open: Option<Record<'a>> = None;
    let mut line = candidate.first;
    while line < candidate.end {
        if page.shape(line) == Shape::Blank {
            line += 1;
            continue;
        }
        match field(page, candidate, line, lexicon) {
            Some((entry, end)) => {
                let record = open.get_or_insert_with(|| Record::over(page, candidate, line..end));
                record.entries.push(entry);
                record.lines.end = end;
                record.fields_end = end;
                line = end;
            }
            None => {
                records.extend(open.take().and_then(|record| finish(page, record)));
                line += 1;
            }
        }
    }
    records.extend(open.and_then(|record| finish(page, record)));
    records
}

/// One heading with its value is no return of more fields, but it may contradict one.
fn finish<'a>(page: &Page<'a>, mut record: Record<'a>) -> Option<Record<'a>> {
    let (first, last) = (record.entries.first()?, record.entries.last()?);
    record.span = page.source.span_of(first.label).to(page.source.span_of(last.raw.whole()));
    record.steps = vec![Diagnostic::new(Problem::HeadingLabels, record.span)];
    Some(record)
}

/// The text of a heading that begins at a line, and the line behind it: `# Label`, `Label` over a rule, `**Label**`.
fn heading<'a>(page: &Page<'a>, line: usize) -> Option<(&'a str, usize)> {
    let text = page.text(line).trim();
    match page.shape(line) {
        Shape::Heading => Some((heading_text(text)?, line + 1)),
        Shape::Text => {
            let rule = page.text(line + 1).trim();
            let underlined = rule.len() >= 3 && (rule.bytes().all(|b| b == b'=') || rule.bytes().all(|b| b == b'-'));
            if underlined {
                return Some((text, line + 2));
            }
            let bold = ["**", "__"].iter().find_map(|mark| {
                let inner = text.trim_end_matches(':').strip_prefix(mark)?.strip_suffix(mark)?;
                (!inner.contains(mark)).then_some(inner)
            })?;
            Some((bold, line + 1))
        }
        _ => None,
    }
}

/// A heading that is a label, with the line below it, and the line behind both.
fn field<'a>(page: &Page<'a>, candidate: &Candidate, line: usize, lexicon: &Lexicon) -> Option<(Entry<'a>, usize)> {
    let (title, next) = heading(page, line)?;
    let mut steps = Vec::new();
    let (label, found) = look_up(title.trim_end_matches([':', '#', ' ']), lexicon, &mut steps)?;
    let below = page.at_or_after(next).filter(|l| *l < candidate.end && *l <= next + 1)?;
    let behind = |l: usize| {
        l >= candidate.end || matches!(page.shape(l), Shape::Blank | Shape::Rule) || heading(page, l).is_some()
    };
    let item = |l: usize| list_marker(page.text(l).trim_start()).map(str::trim);
    let value = page.text(below).trim();
    let (raw, end) = if lexicon.is_list(found.field) && item(below).is_some() {
        let items: Vec<&str> = (below..candidate.end).map_while(item).collect();
        let end = below + items.len();
        (Raw::Items { whole: page.stretch(below, end).trim(), items }, end)
    } else {
        let prose = is_sentence(value) && !lexicon.is_text(found.field);
        if page.shape(below) != Shape::Text || prose || item(below).is_some() {
            return None;
        }
        (Raw::Line(value), below + 1)
    };
    if !behind(end) {
        return None;
    }
    // Under one heading a second paragraph may be a second value; a sentence is what an agent closes with.
    let more = page.at_or_after(end).filter(|l| *l < candidate.end && page.shape(*l) == Shape::Text);
    if let Some(more) = more.map(|l| page.text(l).trim()).filter(|_| heading(page, end).is_none())
        && page.at_or_after(end).is_some_and(|l| heading(page, l).is_none())
        && !more.contains(char::is_whitespace)
    {
        let why = "goes on in another paragraph; write the value on one line";
        steps.push((Problem::UnfitText { field: label.to_owned(), why }, more));
    }
    let entry = Entry {
        field: Some(found.field),
        form: found.form,
        label,
        raw,
        carrier: Carrier::Heading,
        dressed: None,
        steps,
    };
    Some((entry, end))
}
