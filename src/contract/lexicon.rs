//! The labels of one contract, folded for look-up.
//!
//! In: a label as somebody wrote it, undressed. Out: the field it names and how far its spelling is from the
//! canonical one ([`LabelForm`]), or nothing. A label that merely contains a field's name is not that field:
//! `Tests status` is not `Status`. Only the words of [`BESIDE`] may stand beside a name.

use crate::contract::{Contract, Kind};
use crate::limits;

/// Words that may stand before or after a field's name without changing what it names (docs/reading.md, class
/// table, "label with a word of a closed table beside it").
pub const BESIDE: &[&str] = &["count", "number", "level", "rating", "path", "file", "name", "overall"];

/// How a label was spelt, from canonical to farthest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LabelForm {
    /// The label of the contract to the letter (in JSON, its key).
    Canonical,
    /// Other case.
    Case,
    /// The same words joined or parted: `QualityGates`, `qualityGates`.
    Joined,
    /// snake_case or kebab-case.
    Parted,
    /// Singular for plural or the reverse.
    Number,
    /// With a word of [`BESIDE`], or the role's own name, beside it.
    Beside,
    /// With its translation behind a slash.
    Translated,
    /// A synonym that the contract declares.
    Synonym,
}

/// A label that was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelMatch {
    /// Index into [`Contract::fields`].
    pub field: usize,
    /// How it was spelt.
    pub form: LabelForm,
}

/// The folded labels of one contract.
#[derive(Debug, Clone)]
pub struct Lexicon {
    entries: Vec<Entry>,
    required: Vec<usize>,
    lists: Vec<usize>,
    texts: Vec<usize>,
    choices: Vec<usize>,
    /// Bytes of the shortest label, a final `s` left out: a cheap first test.
    shortest: usize,
    /// The role's own name, which may stand beside a label like the words of [`BESIDE`].
    role: String,
    /// ASCII letters with which a folded label, or a word that may stand before one, begins; a cheap first test.
    initials: [bool; 128],
}

#[derive(Debug, Clone)]
struct Entry {
    folded: String,
    spelt: String,
    key: Option<String>,
    field: usize,
    beside: &'static [&'static str],
}

impl Lexicon {
    /// The lexicon of a contract.
    #[must_use]
    pub fn of(contract: &Contract) -> Lexicon {
        let mut entries = Vec::new();
        for (field, f) in contract.fields.iter().enumerate() {
            let beside = beside_of(&f.kind);
            entries.push(Entry {
                folded: fold(&f.label),
                spelt: f.label.clone(),
                key: Some(f.key.clone()),
                field,
                beside,
            });
            for synonym in &f.synonyms {
                entries.push(Entry { folded: fold(synonym), spelt: synonym.clone(), key: None, field, beside });
            }
        }
        let role = fold(&contract.name);
        let mut initials = [false; 128];
        let names = entries.iter().map(|e| e.folded.as_str()).chain(BESIDE.iter().copied()).chain([role.as_str()]);
        for first in names.filter_map(|n| n.bytes().next()) {
            if let Some(slot) = initials.get_mut(first as usize) {
                *slot = true;
            }
        }
        let required = contract.fields.iter().enumerate().filter(|(_, f)| !f.optional).map(|(n, _)| n).collect();
        let lists = contract
            .fields
            .iter()
            .enumerate()
            .filter(|(_, f)| matches!(f.kind, Kind::List(_)))
            .map(|(n, _)| n)
            .collect();
        let texts = contract.fields.iter().enumerate().filter(|(_, f)| f.kind == Kind::Text).map(|(n, _)| n).collect();
        let shortest = entries.iter().map(|e| e.folded.len().saturating_sub(1)).min().unwrap_or(0);
        let choices =
            contract.fields.iter().enumerate().filter(|(_, f)| matches!(f.kind, Kind::Choice(_))).map(|(n, _)| n);
        let choices = choices.collect();
        Lexicon { entries, required, lists, texts, choices, shortest, role, initials }
    }

    /// The fields that must be present, as indices into [`Contract::fields`].
    #[must_use]
    pub fn required(&self) -> &[usize] {
        &self.required
    }

    /// Whether a field holds a list, which may stand on the lines below its label.
    #[must_use]
    pub fn is_list(&self, field: usize) -> bool {
        self.lists.contains(&field)
    }

    /// Whether a field holds one of some words, and may have a note behind it.
    #[must_use]
    pub fn is_choice(&self, field: usize) -> bool {
        self.choices.contains(&field)
    }

    /// Whether a field holds free text, which may be a sentence.
    #[must_use]
    pub fn is_text(&self, field: usize) -> bool {
        self.texts.contains(&field)
    }

    /// Whether a label could begin with this character; never wrongly no.
    #[must_use]
    pub fn may_begin(&self, first: char) -> bool {
        let folded = first.to_lowercase().next().unwrap_or(first);
        self.initials.get(folded as usize).copied().unwrap_or(true)
    }

    /// The label, in its canonical spelling, with which a text ends.
    #[must_use]
    pub fn spelt_at_end<'t>(&self, text: &'t str) -> Option<(&'t str, LabelMatch)> {
        let entry = self.entries.iter().filter(|e| e.key.is_some()).find(|e| text.ends_with(&e.spelt))?;
        let label = text.get(text.len() - entry.spelt.len()..)?;
        Some((label, LabelMatch { field: entry.field, form: LabelForm::Canonical }))
    }

    /// The field that a JSON key names; its own key is the canonical spelling there.
    #[must_use]
    pub fn find_key(&self, key: &str) -> Option<LabelMatch> {
        if let Some(entry) = self.entries.iter().find(|e| e.key.as_deref() == Some(key)) {
            return Some(LabelMatch { field: entry.field, form: LabelForm::Canonical });
        }
        let found = self.find(key)?;
        let form = if found.form == LabelForm::Canonical { LabelForm::Case } else { found.form };
        Some(LabelMatch { form, ..found })
    }

    /// Whether a word is the contract's own name.
    #[must_use]
    pub fn is_role(&self, word: &str) -> bool {
        fold(word) == self.role
    }

    fn is_beside(&self, word: &str) -> bool {
        BESIDE.contains(&word) || word == self.role
    }

    /// Whether a folded label begins or ends with a word that may stand beside a name: a cheap first test.
    fn has_beside(&self, folded: &str) -> bool {
        let bare = folded.trim_matches(['(', ')']);
        BESIDE.iter().copied().chain([self.role.as_str()]).any(|word| bare.starts_with(word) || bare.ends_with(word))
    }

    /// The field that an undressed label names.
    #[must_use]
    pub fn find(&self, label: &str) -> Option<LabelMatch> {
        if label.len() > limits::LABEL_BYTES || label.len() < self.shortest {
            return None;
        }
        let first = label.chars().find(|c| !matches!(c, ' ' | '\t' | '_' | '-'))?;
        if first.is_alphanumeric() && !self.may_begin(first) {
            return None;
        }
        let folded = fold(label);
        if let Some(entry) = self.entries.iter().find(|e| e.folded == folded) {
            return Some(LabelMatch { field: entry.field, form: entry.form_of(label) });
        }
        if let Some(entry) = self.entries.iter().find(|e| differs_in_number(&e.folded, &folded)) {
            return Some(LabelMatch { field: entry.field, form: LabelForm::Number });
        }
        if !self.has_beside(&folded) {
            return None;
        }
        let words = words(&label.replace(['(', ')'], " "));
        let inner = match words.as_slice() {
            [number, of, rest @ ..] if number == "number" && of == "of" && !rest.is_empty() => (rest, "number"),
            [first, rest @ ..] if !rest.is_empty() && self.is_beside(first) => (rest, first.as_str()),
            [rest @ .., last] if !rest.is_empty() && self.is_beside(last) => (rest, last.as_str()),
            _ => return None,
        };
        let (inner, word) = inner;
        let inner = inner.concat();
        let entry = self.entries.iter().find(|e| e.folded == inner || differs_in_number(&e.folded, &inner))?;
        // `Artifact count: 2` is not the artifact.
        if !entry.beside.contains(&word) && word != "overall" && word != self.role {
            return None;
        }
        Some(LabelMatch { field: entry.field, form: LabelForm::Beside })
    }
}

/// The words of [`BESIDE`] that fit a field of this kind.
fn beside_of(kind: &Kind) -> &'static [&'static str] {
    match kind {
        Kind::Count => &["count", "number"],
        Kind::Path => &["path", "file", "name"],
        Kind::Phase | Kind::Text | Kind::Literal(_) => &["name"],
        Kind::Choice(_) => &["level", "rating"],
        _ => &[],
    }
}

impl Entry {
    fn form_of(&self, label: &str) -> LabelForm {
        let Some(key) = &self.key else { return LabelForm::Synonym };
        if label == self.spelt {
            LabelForm::Canonical
        } else if label.eq_ignore_ascii_case(&self.spelt) {
            LabelForm::Case
        } else if label.eq_ignore_ascii_case(key) || !label.contains(['_', '-']) {
            LabelForm::Joined
        } else {
            LabelForm::Parted
        }
    }
}

/// Lower case, without blanks, `_` and `-`: what two spellings of one label share.
pub(crate) fn fold(label: &str) -> String {
    label.chars().filter(|c| !matches!(c, ' ' | '\t' | '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// The words of a label, lower case: split at blanks, `_`, `-` and before a capital that follows a small letter.
pub(crate) fn words(label: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut after_small = false;
    for c in label.chars() {
        let parts = matches!(c, ' ' | '\t' | '_' | '-');
        if parts || (after_small && c.is_uppercase()) {
            words.push(String::new());
        }
        if !parts && let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        after_small = c.is_lowercase();
    }
    words.retain(|w| !w.is_empty());
    words
}

fn differs_in_number(a: &str, b: &str) -> bool {
    a.strip_suffix('s') == Some(b) || b.strip_suffix('s') == Some(a)
}
