//! A contract as JSON Schema 2020-12: for hosts with structured output, and as a second opinion on every value.
//!
//! In: a [`Contract`]. Out: a closed object schema, everything required but optional fields, keywords in one
//! order and properties in that of the contract. It says what a schema can say: that a text stays on its line
//! or N <= M in a ratio, only the reader knows. Not here: using a schema as a contract.

use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use crate::contract::{Choice, Contract, Kind};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";
const RATIO: &str = "^[0-9]+/[1-9][0-9]*$";

/// One schema; serde writes the keywords in the order in which they stand here, and leaves out those not set.
#[derive(Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Schema<'a> {
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    draft: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    words: Option<Vec<&'a str>>,
    #[serde(rename = "const", skip_serializing_if = "Option::is_none")]
    literal: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_length: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Box<Schema<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    one_of: Option<Vec<Schema<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Properties<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_properties: Option<bool>,
}

/// An object in the order of its list; `serde_json::Map` would sort it.
struct Properties<'a>(Vec<(&'a str, Schema<'a>)>);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, schema)| (key, schema)))
    }
}

impl Contract {
    /// The JSON Schema of a return, to validate with. Its keys are sorted; [`Contract::json_schema_text`] keeps
    /// the contract's order.
    #[must_use]
    pub fn json_schema(&self) -> Value {
        // Plain members with string keys: this cannot fail, and `true` accepts what the reader judges anyway.
        serde_json::to_value(document(self)).unwrap_or(Value::Bool(true))
    }

    /// The JSON Schema of a return, to read: indented, in the contract's order, with a line feed at the end.
    #[must_use]
    pub fn json_schema_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(&document(self)).unwrap_or_default();
        text.push('\n');
        text
    }
}

fn document(contract: &Contract) -> Schema<'_> {
    let properties = contract.fields.iter().map(|f| (f.key.as_str(), of_kind(&f.kind))).collect();
    let required = contract.fields.iter().filter(|f| !f.optional).map(|f| f.key.as_str()).collect();
    Schema { draft: Some(DRAFT), title: Some(&contract.name), ..closed(properties, required) }
}

fn of_kind(kind: &Kind) -> Schema<'_> {
    match kind {
        Kind::Choice(choices) => of_choices(choices),
        Kind::List(item) => Schema { items: Some(Box::new(simple(item))), ..typed("array") },
        other => simple(other),
    }
}

/// Everything but choices and lists, of which there are no lists.
fn simple(kind: &Kind) -> Schema<'_> {
    match kind {
        Kind::Literal(text) => Schema { literal: Some(text), ..typed("string") },
        Kind::Count => Schema { minimum: Some(0.into()), ..typed("integer") },
        Kind::Bool => typed("boolean"),
        Kind::Ratio => Schema { pattern: Some(RATIO), ..typed("string") },
        // Both bounds are JSON numbers: the notation saw to it.
        Kind::Decimal { min, max } => {
            let number = |digits: &str| serde_json::from_str(digits).ok();
            Schema { minimum: number(min), maximum: number(max), ..typed("number") }
        }
        Kind::Text | Kind::Path | Kind::Phase | Kind::Choice(_) | Kind::List(_) => line(),
    }
}

/// Plain words as they are, words with a reason as `{ "choice": …, "reason": … }`.
fn of_choices(choices: &[Choice]) -> Schema<'_> {
    let words = |reason: bool| -> Vec<&str> {
        choices.iter().filter(|c| c.reason == reason).map(|c| c.word.as_str()).collect()
    };
    let plain = Schema { words: Some(words(false)), ..typed("string") };
    if choices.iter().all(|c| !c.reason) {
        return plain;
    }
    let choice = Schema { words: Some(words(true)), ..typed("string") };
    let reasoned = closed(vec![("choice", choice), ("reason", line())], vec!["choice", "reason"]);
    if choices.iter().all(|c| c.reason) {
        return reasoned;
    }
    Schema { one_of: Some(vec![plain, reasoned]), ..Schema::default() }
}

fn typed(kind: &'static str) -> Schema<'static> {
    Schema { kind: Some(kind), ..Schema::default() }
}

fn line() -> Schema<'static> {
    Schema { min_length: Some(1), ..typed("string") }
}

fn closed<'a>(properties: Vec<(&'a str, Schema<'a>)>, required: Vec<&'a str>) -> Schema<'a> {
    Schema {
        kind: Some("object"),
        properties: Some(Properties(properties)),
        required: Some(required),
        additional_properties: Some(false),
        ..Schema::default()
    }
}
