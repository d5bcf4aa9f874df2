//! What a role promised to return: the fields, their labels, and what each may say.
//!
//! In: a contract file ([`parse`]) or a name ([`builtin`]). Out: a [`Contract`], from which everything else is
//! derived: the [`Lexicon`] the reader looks labels up in, the JSON Schema, the block to paste into a prompt.
//! The notation itself is one page, `grammars/README.md`, and one nom grammar, [`notation`].
//! Not here: how a return is laid out (`fields`), or how a value is judged (`judge`, `values`).

mod grammar;
mod lexicon;
pub mod notation;
mod placeholder;
mod print;
mod prompt;
mod registry;
mod schema;

use sha2::{Digest, Sha256};

pub(crate) use lexicon::fold;
pub use lexicon::{BESIDE, LabelForm, LabelMatch, Lexicon};
pub use notation::parse;
pub use registry::{builtin, builtins};

/// A checked contract: at least one field, labels that do not collide.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contract {
    /// The name after `contract`.
    pub name: String,
    /// Phases this role is expected to name, empty when any will do.
    pub phases: Vec<Phase>,
    /// The fields, in the order of the canonical block.
    pub fields: Vec<Field>,
    /// `sha256:` and 64 hex digits of the contract file's bytes: what makes "the same contract" provable.
    pub digest: String,
}

/// A phase by its canonical name, with the other names it goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// Canonical name, as the run index writes it.
    pub name: String,
    /// Declared other names.
    pub synonyms: Vec<String>,
}

/// One `Label: right-hand side` line of a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The label as the canonical block writes it: `Quality gates`.
    pub label: String,
    /// The label as a JSON key: `qualityGates`.
    pub key: String,
    /// Declared other labels.
    pub synonyms: Vec<String>,
    /// Whether the field may be absent.
    pub optional: bool,
    /// What it may say.
    pub kind: Kind,
}

/// What a field may say.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// One of a closed list of words.
    Choice(Vec<Choice>),
    /// Exactly this text.
    Literal(String),
    /// `<text>`: one non-empty line.
    Text,
    /// `<count>`: an integer from 0 to 2^53 - 1.
    Count,
    /// `<path>`: one path of a file.
    Path,
    /// `<phase>`: a text that the run index can map to a phase.
    Phase,
    /// `<bool>`: true or false.
    Bool,
    /// `<ratio>`: N/M with M > 0 and N <= M.
    Ratio,
    /// `<decimal A..B>`: a JSON number within the bounds, both included; bounds as written.
    Decimal {
        /// Lower bound.
        min: String,
        /// Upper bound.
        max: String,
    },
    /// `<list of …>`: any number of one simple kind.
    List(Box<Kind>),
}

/// One word of a closed list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The word.
    pub word: String,
    /// Declared other words for it.
    pub synonyms: Vec<String>,
    /// Whether a reason follows it: `rejected: <text>`.
    pub reason: bool,
}

impl Contract {
    /// The label of a field by its index; nothing for an index of another contract.
    #[must_use]
    pub(crate) fn label_of(&self, field: usize) -> &str {
        self.fields.get(field).map_or("", |f| f.label.as_str())
    }

    /// The field whose label is one word of a longer label: `Status` in `Tests status`.
    #[must_use]
    pub(crate) fn worded_in(&self, label: &str) -> Option<&Field> {
        let words = lexicon::words(&label.replace(['(', ')'], " "));
        let folded = words.concat();
        self.fields.iter().find(|f| {
            let own = lexicon::fold(&f.label);
            words.len() > 1 && folded != own && (words.contains(&own) || (own.len() > 6 && folded.contains(&own)))
        })
    }

    /// Whether a text begins with a word of one of the closed lists.
    #[must_use]
    pub(crate) fn names_a_choice(&self, text: &str) -> bool {
        let first = text.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty()).unwrap_or("");
        self.fields.iter().any(
            |f| matches!(&f.kind, Kind::Choice(choices) if choices.iter().any(|c| c.word.eq_ignore_ascii_case(first))),
        )
    }

    /// Whether `phase` is one this role is expected to name (compared without case, spaces, `-` and `_`).
    #[must_use]
    pub fn knows_phase(&self, phase: &str) -> bool {
        let wanted = lexicon::fold(phase);
        self.phases.is_empty()
            || self
                .phases
                .iter()
                .any(|p| std::iter::once(&p.name).chain(&p.synonyms).any(|n| lexicon::fold(n) == wanted))
    }
}

impl Kind {
    /// What it asks for, as one would tell somebody: a phrase behind "write".
    #[must_use]
    pub fn wanted(&self) -> String {
        match self {
            Kind::Choice(choices) => {
                let words: Vec<String> = choices.iter().map(|c| format!("`{}`", c.word)).collect();
                match words.as_slice() {
                    [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                    words => words.concat(),
                }
            }
            Kind::Literal(text) => format!("`{text}`"),
            Kind::Text => "one line of text".into(),
            Kind::Count => "a whole number in digits, such as `7`".into(),
            Kind::Path => "the path of one file, such as `notes/plan.md`".into(),
            Kind::Phase => "the phase this return is about, such as `review`".into(),
            Kind::Bool => "`true` or `false`".into(),
            Kind::Ratio => "a ratio such as `3/4`".into(),
            Kind::Decimal { min, max } => format!("a number from {min} to {max}"),
            // A list holds no lists.
            Kind::List(of) => format!("a list; for each item, {}", of.wanted()),
        }
    }

    /// The right-hand side as a contract writes it: `passed | failed`, `<path>`.
    #[must_use]
    pub fn notation(&self) -> String {
        match self {
            Kind::Choice(choices) => {
                let words: Vec<String> = choices
                    .iter()
                    .map(|c| if c.reason { format!("{}: <text>", c.word) } else { c.word.clone() })
                    .collect();
                words.join(" | ")
            }
            Kind::Literal(text) => text.clone(),
            Kind::Text => "<text>".into(),
            Kind::Count => "<count>".into(),
            Kind::Path => "<path>".into(),
            Kind::Phase => "<phase>".into(),
            Kind::Bool => "<bool>".into(),
            Kind::Ratio => "<ratio>".into(),
            Kind::Decimal { min, max } => format!("<decimal {min}..{max}>"),
            Kind::List(of) => format!("<list of {}>", of.notation().trim_matches(['<', '>'])),
        }
    }
}

/// The JSON key of a label: `Quality gates` → `qualityGates`, `QualityGates` → `qualityGates`.
fn key_of(label: &str) -> String {
    let mut key = String::new();
    for (n, word) in lexicon::words(label).iter().enumerate() {
        let mut chars = word.chars();
        match chars.next() {
            Some(first) if n > 0 => key.extend(first.to_uppercase()),
            Some(first) => key.extend(first.to_lowercase()),
            None => continue,
        }
        key.extend(chars.flat_map(char::to_lowercase));
    }
    key
}

fn digest(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::from("sha256:"), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
