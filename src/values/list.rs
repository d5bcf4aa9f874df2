//! Lists: a JSON array, one bullet a line under the label, or comma-separated on its line (house rule 9).

use crate::contract::{Contract, Field, Kind};
use crate::dress::Steps;
use crate::fields::{JsonValue, Raw};
use crate::json;
use crate::parsed::Value;
use crate::problem::Problem;
use crate::values::{self, Reading};

pub(super) fn read<'a>(contract: &Contract, field: &Field, of: &Kind, raw: &Raw<'a>) -> Reading<'a> {
    // Each element is read as a field of its own kind, under the list's label.
    let element = Field { kind: of.clone(), ..field.clone() };
    let whole = raw.whole();
    let elements: Vec<Raw<'a>> = match raw {
        Raw::Items { items, .. } => items.iter().map(|item| Raw::Line(item)).collect(),
        Raw::Json { value: JsonValue::List(items), .. } => {
            items.iter().map(|value| Raw::Json { whole, value: value.clone() }).collect()
        }
        Raw::Json { .. } => {
            let problem =
                Problem::WrongJsonType { field: field.label.clone(), found: "no list", expected: "a list".into() };
            return Reading::refuse(problem, whole, Steps::new());
        }
        Raw::Line("") => return values::empty(field, whole),
        Raw::Line(text) if holds_commas_of_its_own(of, text) => {
            let why = "has a comma that may part items or stand inside one";
            return Reading::refuse(Problem::UnfitText { field: field.label.clone(), why }, whole, Steps::new());
        }
        Raw::Line(text) if text.starts_with('[') && text.ends_with(']') => match json_line(text) {
            Some(items) => items,
            None => split(text.get(1..text.len() - 1).unwrap_or("")),
        },
        Raw::Line(text) => split(text),
    };
    let mut steps = Steps::new();
    let mut list = Vec::with_capacity(elements.len());
    for raw in &elements {
        let mut reading = values::read(contract, &element, raw);
        steps.append(&mut reading.steps);
        match reading.value {
            Some(value) => list.push(value),
            None => return Reading { value: None, steps },
        }
    }
    Reading::value(Value::List(list), steps)
}

/// The elements of a JSON array written on the label's line.
fn json_line(text: &str) -> Option<Vec<Raw<'_>>> {
    let tape = json::document(text, json::Mode::Strict).ok()?;
    let elements = tape.elements(tape.root());
    Some(elements.map(|node| Raw::Json { whole: tape.slice(node), value: JsonValue::of(&tape, node) }).collect())
}

/// Parts between commas; a comma that leaves an empty part is left to the element's own refusal.
fn split(text: &str) -> Vec<Raw<'_>> {
    if text.trim().is_empty() { Vec::new() } else { text.split(',').map(|part| Raw::Line(part.trim())).collect() }
}

/// A comma inside digits, quotation marks or brackets: `1,000`, `"a, b"`, `a (b, c)`.
fn holds_commas_of_its_own(of: &Kind, text: &str) -> bool {
    if text.starts_with('[') || !text.contains(',') {
        return false;
    }
    let numeric = matches!(of, Kind::Count | Kind::Decimal { .. } | Kind::Ratio);
    let glued = text.split(',').skip(1).any(|part| !part.starts_with(' '));
    let opened = text
        .split(',')
        .any(|part| part.matches('"').count() % 2 == 1 || part.matches('(').count() != part.matches(')').count());
    (numeric && glued) || opened
}
