//! Markdown tables as records: two columns of label and value, or a header of labels over one row of values.
//!
//! In: the table rows of a candidate. Out: a record for each table that names at least two fields. A table with other
//! columns is body material, and so is a header of labels over several rows, unless it names every field: then it is
//! several returns. Not here: dress of the cells (`label`, `values`).

use std::ops::Range;

use crate::candidates::{Candidate, Standing, Why, heads_other_values};
use crate::contract::{LabelForm, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::fields::label::look_up;
use crate::fields::{Broken, Entry, Raw, Record};
use crate::limits;
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, Shape};

/// The tables of a candidate that are records, in order.
pub(super) fn records<'a>(page: &Page<'a>, candidate: &Candidate, lexicon: &Lexicon) -> Vec<Record<'a>> {
    let mut records = Vec::new();
    let mut line = candidate.first;
    while line < candidate.end {
        if page.shape(line) != Shape::TableRow {
            line += 1;
            continue;
        }
        let end = (line..candidate.end).find(|l| page.shape(*l) != Shape::TableRow).unwrap_or(candidate.end);
        records.extend(table(page, candidate, line..end, lexicon));
        line = end;
    }
    records
}

fn table<'a>(page: &Page<'a>, candidate: &Candidate, lines: Range<usize>, lexicon: &Lexicon) -> Option<Record<'a>> {
    let mut rows: Vec<Vec<&'a str>> = lines.clone().take(limits::FIELDS + 2).map(|l| cells(page.text(l))).collect();
    let ruled = rows.get(1).is_some_and(|row| is_rule(row));
    rows.retain(|row| !is_rule(row));
    let mut record = Record::over(page, candidate, lines.clone());
    let known = |entries: &[Entry<'a>]| entries.iter().filter(|e| e.field.is_some()).count();
    let vertical: Vec<Entry<'a>> = rows
        .iter()
        .filter_map(|row| match row.as_slice() {
            [label, value] if !label.is_empty() => Some(entry(label, value, lexicon)),
            _ => None,
        })
        .collect();
    let labels: Vec<Entry<'a>> = rows.first().into_iter().flatten().map(|label| entry(label, "", lexicon)).collect();
    if rows.iter().all(|row| row.len() == 2) && known(&vertical) >= 1 && known(&labels) < 2 {
        // The header of the two columns names no field.
        let skip = usize::from(ruled && vertical.first().is_some_and(|e| e.field.is_none()));
        record.entries = vertical.into_iter().skip(skip).collect();
        let header = rows.first().and_then(|row| row.get(1)).filter(|_| skip == 1);
        if header.is_some_and(|header| heads_other_values(header)) && record.standing.quoted().is_none() {
            record.standing = Standing::Quoted(Why::Introduced);
        }
    } else if known(&labels) >= 2 || (known(&labels) == 1 && labels.len() == 1 && rows.len() == 2) {
        let values = rows.get(1)?;
        if let Some(at) = values.get(labels.len()..).unwrap_or_default().iter().find(|cell| !cell.is_empty()) {
            record.broken = Some(Broken::Syntax { what: "table", expected: "no value without a label above it", at });
        }
        record.entries =
            labels.into_iter().zip(values).map(|(label, value)| Entry { raw: Raw::Line(value), ..label }).collect();
        if rows.len() > 2 {
            // Several rows are several returns when they could be ones, and body material otherwise.
            if !record.has_all(lexicon.required()) {
                return None;
            }
            record.broken = Some(Broken::List);
        }
    } else {
        // Label, value and a remark: what the third column says of the second nobody knows.
        let value_column = rows.first().and_then(|row| row.get(1)).is_some_and(|h| h.eq_ignore_ascii_case("value"));
        record.entries =
            rows.iter().skip(1).filter_map(|row| Some(entry(row.first()?, row.get(1)?, lexicon))).collect();
        if !value_column || !record.has_all(lexicon.required()) {
            return None;
        }
        let at = rows.first().and_then(|row| row.get(2)).copied().unwrap_or("");
        record.broken = Some(Broken::Syntax { what: "table", expected: "two columns, a label and its value", at });
    }
    let last = page.text(lines.end - 1).trim_end();
    let ends_the_text = lines.end == page.lines.len() && !page.source.text().ends_with(['\n', '\r']);
    if !last.ends_with('|') && ends_the_text {
        record.broken = Some(Broken::Truncated { at: last });
    }
    record.closed = last.ends_with('|');
    record.steps = vec![Diagnostic::new(Problem::TableReturn, record.span)];
    Some(record)
}

fn entry<'a>(cell: &'a str, value: &'a str, lexicon: &Lexicon) -> Entry<'a> {
    let mut steps = Vec::new();
    let named = cell.trim_end_matches([':', ' ']);
    let found = look_up(named, lexicon, &mut steps);
    Entry {
        field: found.map(|(_, found)| found.field),
        form: found.map_or(LabelForm::Canonical, |(_, found)| found.form),
        label: found.map_or(cell, |(label, _)| label),
        raw: Raw::Line(value),
        carrier: Carrier::Table,
        dressed: None,
        steps,
    }
}

/// The trimmed cells of a row; `\|` does not part them.
fn cells(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').filter(|r| !r.ends_with('\\')).unwrap_or(row);
    let mut cells = Vec::new();
    let mut start = 0;
    for at in memchr::memchr_iter(b'|', row.as_bytes()) {
        if row.get(..at).is_some_and(|before| before.ends_with('\\')) {
            continue;
        }
        cells.push(row.get(start..at).unwrap_or("").trim());
        start = at + 1;
    }
    cells.push(row.get(start..).unwrap_or("").trim());
    cells
}

/// `|---|:--:|`
fn is_rule(row: &[&str]) -> bool {
    row.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':' | ' ')) && cell.contains('-'))
}
