//! What reading a text yields: an outcome, a return with a span behind every value, and all that was noticed.
//!
//! A value is present exactly when the outcome is accepted; nobody reads half a verdict. Reading is total:
//! there is always a [`Parsed`].

use std::fmt;

use serde::{Serialize, Serializer};

use crate::diagnostic::Diagnostic;
use crate::problem::Problem;
use crate::rules::{Class, Severity};
use crate::text::{NotText, Source, Span};

/// The four outcomes, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// One return, as the contract asks or within notes of it.
    Accepted,
    /// One return, and steps away from the canonical form were tolerated.
    AcceptedWithWarnings,
    /// No return that can be used.
    Rejected,
    /// Several returns that disagree; all are shown.
    Ambiguous,
}

impl Outcome {
    /// Whether there is a value.
    #[must_use]
    pub fn is_accepted(self) -> bool {
        matches!(self, Outcome::Accepted | Outcome::AcceptedWithWarnings)
    }
}

/// Whether the whole return is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Completeness {
    /// A line end, text, or its own closing mark follows the return.
    Proven,
    /// The text ends inside the last value, which may be cut.
    Unknown,
    /// The text ends before the return does.
    Truncated,
}

/// The layout a value was found in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Carrier {
    /// One `Label: value` line a field.
    LabelledLines,
    /// Several fields on one line.
    OneLine,
    /// A JSON object.
    Json,
    /// A YAML block or front matter.
    Yaml,
    /// A Markdown table.
    Table,
    /// A label as heading, the value on the line below.
    Heading,
    /// XML-like elements.
    Element,
}

/// One value, typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Value {
    /// A text, path, phase, choice, literal or ratio.
    Text(String),
    /// An integer, at most 2^53 - 1.
    Count(u64),
    /// True or false.
    Bool(bool),
    /// A JSON number, kept digit for digit.
    #[serde(serialize_with = "as_number")]
    Decimal(String),
    /// A choice that came with its reason.
    Reasoned {
        /// The word of the closed list.
        choice: String,
        /// The text behind it.
        reason: String,
    },
    /// Values of one kind.
    List(Vec<Value>),
}

/// As it stands behind its label on a canonical line. Items of a list are parted by commas; a list that is empty, or
/// has an item that would not survive that, is a JSON array.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) | Value::Decimal(text) => f.write_str(text),
            Value::Count(count) => write!(f, "{count}"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Reasoned { choice, reason } => write!(f, "{choice}: {reason}"),
            Value::List(items) => {
                // Lists hold no lists, so this goes one level deep.
                let written: Vec<String> = items.iter().map(Value::to_string).collect();
                if items.is_empty() || written.iter().any(|item| item.contains(',') || item.starts_with('[')) {
                    f.write_str(&serde_json::to_string(items).map_err(|_| fmt::Error)?)
                } else {
                    f.write_str(&written.join(", "))
                }
            }
        }
    }
}

fn as_number<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    // `values` made sure that it is a JSON number.
    match serde_json::value::RawValue::from_string(digits.to_owned()) {
        Ok(raw) => raw.serialize(serializer),
        Err(_) => serializer.serialize_str(digits),
    }
}

/// One field of a return.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldValue {
    /// Index into the contract's fields.
    pub field: usize,
    /// The JSON key of the field.
    pub key: String,
    /// What it says.
    pub value: Value,
    /// The raw value: `source.get(span)`, dress and note included.
    pub span: Span,
    /// The layout it was found in.
    pub carrier: Carrier,
}

/// A whole return: every required field, in the contract's order.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Return {
    /// The fields that are present.
    pub fields: Vec<FieldValue>,
    /// From the first label to the last value.
    pub span: Span,
    /// All that is there for its sake: its whole lines, or its object, with the fence or element round it.
    pub place: Span,
    /// Whether the place also holds words that are no field of it: fields that the contract does not know, comments.
    pub says_more: bool,
}

impl Return {
    /// The value of the field with this JSON key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.fields.iter().find(|f| f.key == key).map(|f| &f.value)
    }

    /// Whether two returns say the same, wherever they stand.
    #[must_use]
    pub fn says_the_same(&self, other: &Return) -> bool {
        self.fields.len() == other.fields.len()
            && self.fields.iter().zip(&other.fields).all(|(a, b)| a.field == b.field && a.value == b.value)
    }
}

/// The verdict on one text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// The verdict.
    pub outcome: Outcome,
    /// Whether the whole return is here.
    pub completeness: Completeness,
    /// The return; present exactly when the outcome is accepted.
    pub value: Option<Return>,
    /// Every reading, when the outcome is ambiguous.
    pub readings: Vec<Return>,
    /// All that was noticed, sorted by place, without duplicates.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// The verdict on bytes that are no text. `source` is [`Source::readable_beginning`] of them.
    #[must_use]
    pub fn not_text(source: &Source<'_>, fault: NotText) -> Parsed {
        let problem = match fault {
            NotText::TooLarge { .. } => Problem::TooLarge,
            NotText::NotUtf8 { .. } => Problem::NotUtf8,
        };
        Parsed {
            outcome: Outcome::Rejected,
            completeness: Completeness::Unknown,
            value: None,
            readings: Vec::new(),
            diagnostics: vec![Diagnostic::new(problem, source.end())],
        }
    }

    /// The gravest severity among the diagnostics.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        self.diagnostics.iter().map(Diagnostic::severity).max()
    }
}

/// What the caller accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The farthest class of step that is tolerated; [`Class::Refused`] never is.
    pub ceiling: Class,
    /// The literal rules for hostile text: at most lossless steps, and nothing behind the return.
    pub strict: bool,
    /// Why the text ends, when the caller knows.
    pub finish_reason: Option<FinishReason>,
}

/// Why a model stopped writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishReason {
    /// It was done: a value at the end of the text is whole.
    Stop,
    /// It was cut off: a value at the end of the text is not.
    Length,
}

impl Default for Options {
    fn default() -> Options {
        Options { ceiling: Class::Normalising, strict: false, finish_reason: None }
    }
}

impl Options {
    /// The options of `--accept`.
    #[must_use]
    pub fn accepting(ceiling: Class) -> Options {
        Options { ceiling, ..Options::default() }
    }

    /// The options of `--finish-reason`.
    #[must_use]
    pub fn finished_by(self, reason: Option<FinishReason>) -> Options {
        Options { finish_reason: reason, ..self }
    }

    /// The options of `--strict`: the narrower ceiling wins.
    #[must_use]
    pub fn and_strict(self) -> Options {
        Options { ceiling: self.ceiling.min(Class::Lossless), strict: true, ..self }
    }
}
