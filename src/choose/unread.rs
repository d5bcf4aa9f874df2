//! A field that the agent wrote in a way that is not read: to call it missing would send the agent looking for what is
//! there.
//!
//! In: the page and the record that is not complete. Out: for each field, where it stands and how it is written: a
//! heading or label over several lines, a list, a fence or a quotation, an element that holds more than a value, a key
//! nested below another. Not here: any value of it; such a field has none.

use crate::contract::{Contract, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::fields::{Record, label_at_start};
use crate::judge::Judged;
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, RegionKind, Shape, heading_text, list_marker};

/// One field, as far as it is written.
struct Found<'a> {
    field: usize,
    how: &'static str,
    /// What stands where its value would.
    value: &'a str,
    line: usize,
}

/// Says of an incomplete record which of its fields are written too; false when none is, and nothing was said.
pub(super) fn explain(
    page: &Page<'_>,
    contract: &Contract,
    lexicon: &Lexicon,
    judged: &[Judged<'_>],
    best: &Judged<'_>,
    said: &mut Vec<Diagnostic>,
) -> bool {
    let own: Vec<&Judged<'_>> = judged.iter().filter(|j| j.record.standing.quoted().is_none()).collect();
    let label = |n: usize| contract.label_of(n);
    let is_empty =
        |d: &Diagnostic, n: usize| matches!(&d.problem, Problem::EmptyValue { field, .. } if field == label(n));
    let sought: Vec<usize> = (0..contract.fields.len())
        .filter(|n| !best.record.has(*n) || best.diagnostics.iter().any(|d| is_empty(d, *n)))
        .filter(|n| own.iter().all(|j| j.field(*n).is_none()))
        .collect();
    let unread = unread(page, contract, lexicon, &best.record, &sought);
    if unread.is_empty() || best.record.broken.is_some() {
        return false;
    }
    let is_unread = |n: usize| unread.iter().any(|(field, _)| *field == n);
    let settled = |d: &Diagnostic| sought.iter().any(|n| is_unread(*n) && is_empty(d, *n));
    said.extend(best.diagnostics.iter().filter(|d| !settled(d)).cloned());
    // What stands elsewhere in the agent's own words is not missing.
    let missing = |n: usize| !is_unread(n) && own.iter().all(|j| !j.record.has(n));
    for (n, field) in contract.fields.iter().enumerate().filter(|(n, f)| !f.optional && missing(*n)) {
        let add = format!("the line `{}: {}`", field.label, field.kind.notation());
        let problem = Problem::MissingField { field: label(n).to_owned(), add, near: None };
        said.push(Diagnostic::new(problem, best.record.span));
    }
    said.extend(unread.into_iter().map(|(_, diagnostic)| diagnostic));
    true
}

/// What to say of each of these fields that is written and not read, by its last place.
fn unread(
    page: &Page<'_>,
    contract: &Contract,
    lexicon: &Lexicon,
    record: &Record<'_>,
    fields: &[usize],
) -> Vec<(usize, Diagnostic)> {
    let home = page.region_of(record.lines.start).map_or(0..0, |r| r.first..r.end);
    let mut found: Vec<Found<'_>> = Vec::new();
    for line in 0..page.lines.len() {
        // The tag of an element that holds lines opens a region of its own.
        let own = home.contains(&line)
            || page.region_of(line).is_some_and(|r| match r.kind {
                RegionKind::Own => true,
                RegionKind::Element => r.first == line,
                _ => false,
            });
        let written = Some(line).filter(|_| own).and_then(|l| {
            heading(page, lexicon, l).or_else(|| element(page, lexicon, l)).or_else(|| label(page, lexicon, record, l))
        });
        if let Some(written) = written.filter(|w| fields.contains(&w.field)) {
            found.retain(|f| f.field != written.field);
            found.push(written);
        }
    }
    let diagnostic = |f: Found<'_>| {
        let field = contract.fields.get(f.field)?;
        let (label, found) = (field.label.clone(), f.value.to_owned());
        let line = format!("{label}: {}", field.kind.notation());
        let problem = Problem::UnreadField { field: label, how: f.how, found, line };
        Some((f.field, Diagnostic::new(problem, page.span(f.line))))
    };
    found.into_iter().filter_map(diagnostic).collect()
}

/// A heading that is a label, over more than one line.
fn heading<'a>(page: &Page<'a>, lexicon: &Lexicon, line: usize) -> Option<Found<'a>> {
    let text = heading_text(page.text(line).trim_start()).filter(|_| page.shape(line) == Shape::Heading)?;
    let field = lexicon.find(text.trim_matches(['*', '_', '`', ':', '#', ' ']))?.field;
    let (value, below) = below(page, line);
    let how = match below {
        Below::Nothing => "a heading with nothing below it",
        Below::Fence => "a heading over a fence",
        Below::Quote => "a heading over a block quote",
        Below::List => "a heading over a list",
        Below::Table => "a heading over a table",
        Below::Lines => "a heading over several lines",
        Below::Line => "a heading over a sentence",
    };
    Some(Found { field, how, value, line })
}

/// An element that is named like a field and holds more than one line of text.
fn element<'a>(page: &Page<'a>, lexicon: &Lexicon, line: usize) -> Option<Found<'a>> {
    let (name, inner) = page.text(line).trim_start().strip_prefix('<')?.split_once('>')?;
    let field = lexicon.find_key(name)?.field;
    let close = format!("</{name}>");
    match inner.split_once(close.as_str()) {
        Some((value, _)) if value.contains('<') => {
            Some(Found { field, how: "an element that holds other elements", value, line })
        }
        Some(_) => None,
        None => {
            let behind = (line + 1..page.lines.len()).take(LINES).find(|l| page.text(*l).contains(&close))?;
            let value = page.stretch(line + 1, behind).trim();
            Some(Found { field, how: "an element over several lines", value, line })
        }
    }
}

/// A label with nothing behind its colon, or one that stands deeper than the fields of its YAML block.
fn label<'a>(page: &Page<'a>, lexicon: &Lexicon, record: &Record<'a>, line: usize) -> Option<Found<'a>> {
    let text = page.text(line);
    let (found, value) = label_at_start(text)?;
    let field = lexicon.find(found)?.field;
    if !value.is_empty() {
        let yaml = record.entries.first().is_some_and(|e| e.carrier == Carrier::Yaml);
        let deeper = indent(text) > indent(page.text(record.lines.start));
        let nested = yaml && deeper && record.lines.contains(&line);
        return nested.then_some(Found { field, how: "a key nested below another", value, line });
    }
    let (value, below) = below(page, line);
    let how = match below {
        Below::Nothing | Below::Table => return None,
        Below::Line | Below::Lines if label_at_start(value).is_some() => return None,
        Below::Fence => "a label over a fence",
        Below::Quote => "a label over a block quote",
        Below::List => "a label over a list",
        Below::Lines => "a label over several lines",
        Below::Line => "a label with its value on the next line",
    };
    Some(Found { field, how, value, line })
}

/// Lines below a label that are looked at.
const LINES: usize = 64;

/// What stands below a label on a line of its own.
enum Below {
    Nothing,
    Fence,
    Quote,
    List,
    Table,
    Line,
    Lines,
}

/// What stands below a line, up to the next heading or label, and its words.
fn below<'a>(page: &Page<'a>, line: usize) -> (&'a str, Below) {
    let next = page.at_or_after(line + 1).filter(|l| page.shape(*l) != Shape::Heading);
    let Some(first) = next else { return ("", Below::Nothing) };
    let ends = |l: &usize| {
        matches!(page.shape(*l), Shape::Blank | Shape::Heading | Shape::FenceEdge)
            || label_at_start(page.text(*l)).is_some()
    };
    let reach = page.lines.len().min(first + LINES);
    if page.shape(first) == Shape::FenceEdge {
        let end = (first + 1..reach).find(|l| page.shape(*l) == Shape::FenceEdge).unwrap_or(reach);
        return (page.stretch(first + 1, end).trim(), Below::Fence);
    }
    let end = (first + 1..reach).find(ends).unwrap_or(reach);
    let value = page.stretch(first, end).trim();
    let kind = match page.region_of(first).map(|r| r.kind) {
        Some(RegionKind::Quote) => Below::Quote,
        _ if list_marker(page.text(first).trim_start()).is_some() => Below::List,
        _ if page.shape(first) == Shape::TableRow => Below::Table,
        _ if end > first + 1 => Below::Lines,
        _ => Below::Line,
    };
    (value, kind)
}

fn indent(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}
