//! One value: what it says by the kind its field has, or why it says nothing.
//!
//! In: a field of the contract and the raw value its carrier gave. Out: a [`Reading`]: a typed value or none, and
//! the steps taken or the problems found, each on exact bytes. One file a kind of value, [`words`] for the closed
//! tables. No edit distance and no substring ever decides a value; similarity only says "did you mean".
//! Not here: which entry belongs to which field (`judge`).

mod choice;
mod count;
mod list;
mod note;
mod number;
mod path;
mod text;
pub mod words;

pub(crate) use path::takes_back;

use crate::contract::{Contract, Field, Kind};
use crate::dress::{self, Bare, Clean, Forms, Steps};
use crate::fields::{JsonValue, Raw};
use crate::limits;
use crate::parsed::Value;
use crate::problem::Problem;

/// What one raw value says.
#[derive(Debug, Clone)]
pub struct Reading<'a> {
    /// The value, unless a problem forbids one.
    pub value: Option<Value>,
    /// Steps taken and problems found.
    pub steps: Steps<'a>,
}

impl<'a> Reading<'a> {
    fn value(value: Value, steps: Steps<'a>) -> Reading<'a> {
        Reading { value: Some(value), steps }
    }

    fn refuse(problem: Problem, at: &'a str, mut steps: Steps<'a>) -> Reading<'a> {
        steps.push((problem, at));
        Reading { value: None, steps }
    }
}

/// Reads one raw value as its field's kind.
#[must_use]
pub fn read<'a>(contract: &Contract, field: &Field, raw: &Raw<'a>) -> Reading<'a> {
    let whole = raw.whole();
    if whole.len() > limits::VALUE_BYTES {
        let problem = Problem::OverLimit { what: "bytes in one value", limit: limits::VALUE_BYTES };
        return Reading::refuse(problem, whole, Steps::new());
    }
    if let Kind::List(of) = &field.kind {
        return list::read(contract, field, of, raw);
    }
    match raw {
        Raw::Line(text) => read_text(contract, field, text, Origin::Line),
        Raw::Items { whole, .. } => match &field.kind {
            Kind::Choice(choices) if choice::has_boxes(whole) => choice::read(field, choices, whole),
            _ => empty(field, whole),
        },
        Raw::Json { whole, value } => read_json(contract, field, whole, value),
    }
}

/// The sign among these that says the opposite of a choice, and where it stands.
#[must_use]
pub fn contrary_sign<'a>(reading: &Reading<'_>, signs: &'a str) -> Option<(char, &'a str)> {
    let Some(Value::Text(word)) = &reading.value else { return None };
    note::contrary_sign(word, signs).map(|sign| (sign, signs))
}

/// Where a text comes from, which decides how it may be spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A line, or a string that had to be decoded.
    Line,
    /// A JSON string.
    JsonString,
    /// A JSON number.
    JsonNumber,
}

fn read_json<'a>(contract: &Contract, field: &Field, whole: &'a str, value: &JsonValue<'a>) -> Reading<'a> {
    let wrong = |found| {
        let problem =
            Problem::WrongJsonType { field: field.label.clone(), found, expected: json_type(&field.kind).into() };
        Reading::refuse(problem, whole, Steps::new())
    };
    match (value, &field.kind) {
        (JsonValue::Text(text), kind) => {
            if text.contains(['\n', '\r']) && matches!(kind, Kind::Text | Kind::Phase | Kind::Path | Kind::Literal(_)) {
                let problem = Problem::UnfitText { field: field.label.clone(), why: "has a line break" };
                return Reading::refuse(problem, whole, Steps::new());
            }
            // A string without escapes is a slice of the source, and its spans are exact.
            let inner = whole.get(1..whole.len().saturating_sub(1)).filter(|inner| inner == text);
            if text.trim() != text.as_ref() && !text.trim().is_empty() {
                let mut reading = on_whole(read_text(contract, field, text, Origin::JsonString), whole);
                reading.steps.push((Problem::Spacing, whole));
                return reading;
            }
            match inner {
                Some(inner) => read_text(contract, field, inner, Origin::JsonString),
                None => on_whole(read_text(contract, field, text, Origin::JsonString), whole),
            }
        }
        (JsonValue::Number(digits), Kind::Count | Kind::Decimal { .. }) => {
            read_text(contract, field, digits, Origin::JsonNumber)
        }
        (JsonValue::Number(_), _) => wrong("a number"),
        (JsonValue::Bool(value), Kind::Bool) => Reading::value(Value::Bool(*value), Steps::new()),
        (JsonValue::Bool(_), _) => wrong("true or false"),
        (JsonValue::Null, _) => wrong("null"),
        (JsonValue::List(_), _) => wrong("a list"),
        (JsonValue::Reasoned { choice, reason }, Kind::Choice(choices)) if choices.iter().any(|c| c.reason) => {
            on_whole(read_text(contract, field, &format!("{choice}: {reason}"), Origin::JsonString), whole)
        }
        (JsonValue::Object | JsonValue::Reasoned { .. }, _) => wrong("an object"),
    }
}

/// A reading of decoded text, with every step on the bytes it was decoded from.
fn on_whole<'a>(reading: Reading<'_>, whole: &'a str) -> Reading<'a> {
    Reading { value: reading.value, steps: reading.steps.into_iter().map(|(problem, _)| (problem, whole)).collect() }
}

fn json_type(kind: &Kind) -> &'static str {
    match kind {
        Kind::Count => "an integer",
        Kind::Decimal { .. } => "a number",
        Kind::Bool => "true or false",
        Kind::List(_) => "a list",
        _ => "a string",
    }
}

/// Reads one text as its field's kind.
fn read_text<'a>(contract: &Contract, field: &Field, raw: &'a str, origin: Origin) -> Reading<'a> {
    if raw.trim().is_empty() {
        return empty(field, raw);
    }
    match &field.kind {
        Kind::Choice(choices) => choice::read(field, choices, raw),
        Kind::Count => count::read(field, raw, origin),
        Kind::Path => path::read(field, raw),
        Kind::Phase => text::phase(contract, field, raw),
        Kind::Text | Kind::List(_) => text::text(field, raw),
        Kind::Literal(literal) => text::literal(field, literal, raw),
        Kind::Bool => number::boolean(field, raw, origin),
        Kind::Ratio => number::ratio(field, raw),
        Kind::Decimal { min, max } => number::decimal(field, min, max, raw, origin),
    }
}

fn empty<'a>(field: &Field, at: &'a str) -> Reading<'a> {
    empty_with(field, at, Steps::new())
}

fn empty_with<'a>(field: &Field, at: &'a str, steps: Steps<'a>) -> Reading<'a> {
    let problem = Problem::EmptyValue { field: field.label.clone(), wanted: field.kind.wanted() };
    Reading::refuse(problem, at, steps)
}

/// Cleans and undresses a raw value, refuses it when it holds a control character, and reads what is left.
fn undressed<'a, R>(field: &Field, raw: &'a str, forms: Forms, read: R) -> Reading<'a>
where
    R: for<'c> FnOnce(Bare<'c, 'a>, &'c Clean<'a>, Steps<'a>) -> Reading<'a>,
{
    let mut steps = Steps::new();
    let clean = dress::clean(raw, forms, &mut steps);
    if let Some(problem) = control(field, &clean) {
        return Reading::refuse(problem.0, problem.1, steps);
    }
    let mut bare = Bare::of(&clean);
    if !bare.struck_out(&field.label, &mut steps) {
        let problem =
            Problem::SeveralValues { field: field.label.clone(), found: raw.to_owned(), wanted: field.kind.wanted() };
        return Reading::refuse(problem, raw, steps);
    }
    bare.undress(&mut steps);
    if bare.text.trim_matches(|c: char| "*_`\"'".contains(c)).is_empty() {
        return empty_with(field, raw, steps);
    }
    read(bare, &clean, steps)
}

/// The control character in a value, and where it stands.
fn control<'a>(field: &Field, clean: &Clean<'a>) -> Option<(Problem, &'a str)> {
    let character = clean.control?;
    let at = clean.raw.find(character).and_then(|at| clean.raw.get(at..at + character.len_utf8())).unwrap_or(clean.raw);
    Some((Problem::ControlCharacter { field: field.label.clone(), character }, at))
}

/// The tables of single kinds.
pub(crate) fn tables() -> [(&'static str, &'static [&'static str]); 4] {
    [
        ("Words that may lead in a path", path::LEAD_INS),
        ("Words with which no path begins", path::NO_PATH_BEGINS),
        ("Number words, read under --accept interpreting", count::NUMBER_WORDS),
        ("Amounts that are no number", count::VAGUE),
    ]
}
