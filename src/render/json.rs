//! The JSON of one checked text, and the envelope round many. The same object goes to files, pipes and tools.
//!
//! Keys stand in the order of the structs, absent rather than null, and there is no time stamp: the same bytes in give
//! the same bytes out. Every control, bidi and zero-width character inside a string is written as `\uXXXX`.
//! Not here: which format was asked for.

use std::fmt::Write as _;

use serde::{Serialize, Serializer};

use super::{Checked, Summary};
use crate::diagnostic::{Diagnostic, Fix};
use crate::parsed::{Carrier, Completeness, Outcome, Return, Value};
use crate::retry;
use crate::rules::{RULES_VERSION, Severity};
use crate::safe::is_unsafe;
use crate::text::{Source, Span};

/// One checked text, owned: it outlives the source.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    path: String,
    contract: String,
    contract_digest: String,
    rules: u32,
    outcome: Outcome,
    completeness: Completeness,
    #[serde(flatten)]
    accepted: Option<Reading>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<Reading>,
    diagnostics: Vec<Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry: Option<String>,
}

/// The values of one return, and where each stands.
#[derive(Debug, Clone, Serialize)]
struct Reading {
    value: Keyed<Value>,
    fields: Keyed<Place>,
}

/// A JSON object whose keys keep the contract's order.
#[derive(Debug, Clone)]
struct Keyed<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for Keyed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, item)| (key, item)))
    }
}

#[derive(Debug, Clone, Serialize)]
struct Place {
    raw: String,
    span: Span,
    line: usize,
    column: usize,
    carrier: Carrier,
}

#[derive(Debug, Clone, Serialize)]
struct Entry {
    code: &'static str,
    name: &'static str,
    severity: Severity,
    message: String,
    span: Span,
    line: usize,
    column: usize,
    related: Vec<Elsewhere>,
    #[serde(skip_serializing_if = "String::is_empty")]
    help: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Mending>,
}

#[derive(Debug, Clone, Serialize)]
struct Elsewhere {
    span: Span,
    line: usize,
    column: usize,
    what: String,
}

#[derive(Debug, Clone, Serialize)]
struct Mending {
    safe: bool,
    edits: Vec<Replacement>,
}

#[derive(Debug, Clone, Serialize)]
struct Replacement {
    span: Span,
    text: String,
}

impl Report {
    /// The report on one text.
    #[must_use]
    pub fn of(checked: &Checked<'_>) -> Report {
        let Checked { name, contract, source, parsed } = *checked;
        Report {
            path: name.to_owned(),
            contract: contract.name.clone(),
            contract_digest: contract.digest.clone(),
            rules: RULES_VERSION,
            outcome: parsed.outcome,
            completeness: parsed.completeness,
            accepted: parsed.value.as_ref().map(|r| Reading::of(r, source)),
            readings: parsed.readings.iter().map(|r| Reading::of(r, source)).collect(),
            diagnostics: parsed.diagnostics.iter().map(|d| Entry::of(d, source)).collect(),
            retry: retry::message(contract, parsed),
        }
    }
}

impl Reading {
    fn of(reading: &Return, source: &Source<'_>) -> Reading {
        let place = |span: Span, carrier| {
            let at = source.position(span.start());
            Place { raw: source.get(span).to_owned(), span, line: at.line, column: at.column, carrier }
        };
        let fields = reading.fields.iter().map(|f| (f.key.clone(), place(f.span, f.carrier))).collect();
        Reading { value: keyed(reading), fields: Keyed(fields) }
    }
}

impl Entry {
    fn of(diagnostic: &Diagnostic, source: &Source<'_>) -> Entry {
        let rule = diagnostic.rule();
        let at = source.position(diagnostic.span.start());
        let wording = diagnostic.problem.wording();
        let elsewhere = |span: Span, what: &str| {
            let at = source.position(span.start());
            Elsewhere { span, line: at.line, column: at.column, what: what.to_owned() }
        };
        let also = diagnostic.also.iter().map(|span| elsewhere(*span, "here too"));
        let related = also.chain(diagnostic.related.iter().map(|r| elsewhere(r.span, &r.what)));
        Entry {
            code: rule.code,
            name: rule.name,
            severity: diagnostic.severity(),
            message: wording.message,
            span: diagnostic.span,
            line: at.line,
            column: at.column,
            related: related.collect(),
            help: wording.help,
            fix: diagnostic.fix.as_ref().map(Mending::of),
        }
    }
}

impl Mending {
    fn of(fix: &Fix) -> Mending {
        let edits = fix.edits.iter().map(|e| Replacement { span: e.span, text: e.text.clone() });
        Mending { safe: fix.safe, edits: edits.collect() }
    }
}

fn keyed(reading: &Return) -> Keyed<Value> {
    Keyed(reading.fields.iter().map(|f| (f.key.clone(), f.value.clone())).collect())
}

/// One report on one line.
///
/// # Errors
/// Only if a value cannot be written as JSON, which would be a fault of this program.
pub fn line(report: &Report) -> serde_json::Result<String> {
    Ok(finish(&serde_json::to_string(report)?))
}

/// The document of `--format json`.
///
/// # Errors
/// As [`line()`].
pub fn envelope(files: &[Report], summary: &Summary) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Tool {
        name: &'static str,
        version: &'static str,
    }
    #[derive(Serialize)]
    struct Envelope<'a> {
        tool: Tool,
        rules: u32,
        files: &'a [Report],
        summary: &'a Summary,
    }
    let tool = Tool { name: "contract", version: env!("CARGO_PKG_VERSION") };
    Ok(finish(&serde_json::to_string_pretty(&Envelope { tool, rules: RULES_VERSION, files, summary })?))
}

/// The values of one return alone, in the contract's order.
///
/// # Errors
/// As [`line()`].
pub fn value(reading: &Return) -> serde_json::Result<String> {
    Ok(finish(&serde_json::to_string_pretty(&keyed(reading))?))
}

/// Escapes what a terminal must not get, and ends the line. Outside its strings JSON is printable ASCII and blanks, so
/// an unsafe character can only stand inside a string, where its `\u` form means the same.
fn finish(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        if is_unsafe(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out.push('\n');
    out
}
