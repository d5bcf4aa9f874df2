//! One word of a closed list (docs/reading.md, house rules 2 to 4).
//!
//! The word must be the whole value once its dress is off; behind it may stand a note that is set off and takes
//! nothing back. The other forms of a word are a closed list, other words for it are what the contract declares.
//! A neighbour word, a number for a word or a check mark is an interpretation, said as such.

use crate::contract::{Choice, Field, fold};
use crate::dress::{self, Bare, Clean, Forms, Steps, is_emoji};
use crate::near;
use crate::parsed::Value;
use crate::problem::Problem;
use crate::values::note::{BAD, GOOD, NO, YES};
use crate::values::words::{self, first_of};
use crate::values::{Reading, note, text, undressed};

/// Other forms of the same word; there are no others.
pub(crate) const WORD_FORMS: &[(&str, &[&str])] = &[
    ("completed", &["complete", "completes"]),
    ("failed", &["fail", "fails", "failure"]),
    ("passed", &["pass", "passes"]),
    ("skipped", &["skip", "skips", "skipping"]),
];

/// Neighbour words, taken for a choice only under `--accept interpreting`.
pub(crate) const NEIGHBOURS: &[(&str, &[&str])] = &[
    ("completed", &["done", "finished", "succeeded", "success", "successful", "ok"]),
    ("failed", &["unsuccessful", "errored", "broken"]),
    ("passed", &["green", "ok", "success", "succeeded"]),
    ("low", &["minor"]),
    ("medium", &["moderate"]),
    ("high", &["major"]),
    ("none", &["n/a", "na", "nil", "zero"]),
];

/// Checkboxes that are ticked, and those that are not.
const TICKED: &[&str] = &["[x]", "[X]", "[✓]", "[✔]", "☑", "☒"];
const OPEN: &[&str] = &["[ ]", "[]", "☐"];

/// Whether a text holds a checkbox.
pub(super) fn has_boxes(text: &str) -> bool {
    TICKED.iter().chain(OPEN).any(|mark| text.contains(mark))
}

/// How a word matched.
pub(super) enum Spelt {
    Exactly,
    Case,
    Form,
    Synonym,
}

pub(super) fn read<'a>(field: &Field, choices: &[Choice], raw: &'a str) -> Reading<'a> {
    if has_boxes(raw) {
        return boxes(field, choices, raw);
    }
    undressed(field, raw, Forms::ToAscii, |mut bare, clean, mut steps| {
        let reader = Reader { field, choices, clean };
        if let Some(reading) = reader.bracketed(&mut bare, &mut steps) {
            return reading;
        }
        if reader.choice(bare.text).is_none() && bare.full_stop(&mut steps) {
            bare.undress(&mut steps);
        }
        let reading = match reader.choice(bare.text) {
            Some((choice, spelt)) => reader.accept(choice, spelt, bare.text, steps),
            None => reader.with_tail(bare.text, steps),
        };
        if let Some(Value::Text(word) | Value::Reasoned { choice: word, .. }) = &reading.value
            && let Some(sign) = note::contrary_sign(word, raw)
        {
            let (value, word) = (word.clone(), sign.to_string());
            let problem = Problem::ContradictedByNote { field: field.label.clone(), value, word };
            // The sign is what contradicts; that it was left out needs no saying.
            let steps = reading.steps.into_iter().filter(|(p, _)| !matches!(p, Problem::Emoji)).collect();
            return Reading::refuse(problem, raw, steps);
        }
        reading
    })
}

/// Checkboxes before the choices: exactly one may be ticked.
fn boxes<'a>(field: &Field, choices: &[Choice], raw: &'a str) -> Reading<'a> {
    let mut steps = Steps::new();
    let clean = dress::clean(raw, Forms::ToAscii, &mut steps);
    let reader = Reader { field, choices, clean: &clean };
    let marks = |text: &str| TICKED.iter().chain(OPEN).filter_map(|m| text.find(m).map(|at| (at, *m))).min();
    let trim = |text: &'static [char]| move |word: &str| word.trim_matches(text).to_owned();
    let trim = trim(&[' ', ',', ';', '|', '/', '\n', '\r', '-', '*', '+']);
    let mut rest = clean.text.as_ref();
    let mut ticked: Vec<String> = Vec::new();
    let mut before = marks(rest).map_or("", |(at, _)| rest.get(..at).unwrap_or(""));
    before = before.trim_matches(|c: char| "-*+ ".contains(c));
    while let Some((at, mark)) = marks(rest) {
        rest = rest.get(at + mark.len()..).unwrap_or("");
        let until = marks(rest).map_or(rest.len(), |(at, _)| at);
        if TICKED.contains(&mark) {
            ticked.push(trim(rest.get(..until).unwrap_or("")));
        }
    }
    // A box behind its word cannot be told from one before the next.
    if !before.is_empty() {
        return reader.several(raw, steps);
    }
    match ticked.as_slice() {
        [word] => match reader.choice(word) {
            Some((choice, spelt)) => {
                steps.push((Problem::TickedBox { meant: choice.word.clone() }, raw));
                let accepted = reader.accept(choice, spelt, word, Steps::new());
                steps.extend(accepted.steps.into_iter().map(|(problem, _)| (problem, raw)));
                Reading { value: accepted.value, steps }
            }
            None => reader.unknown(if word.is_empty() { raw } else { word }, steps),
        },
        [] => Reading::refuse(Problem::NoTickedBox { field: field.label.clone() }, raw, steps),
        _ => reader.several(raw, steps),
    }
}

pub(super) struct Reader<'r, 'a> {
    pub(super) field: &'r Field,
    pub(super) choices: &'r [Choice],
    clean: &'r Clean<'a>,
}

impl<'a> Reader<'_, 'a> {
    pub(super) fn label(&self) -> String {
        self.field.label.clone()
    }

    fn allowed(&self) -> Vec<String> {
        self.choices.iter().map(|c| c.word.clone()).collect()
    }

    /// The choice that a whole word names.
    pub(super) fn choice(&self, word: &str) -> Option<(&Choice, Spelt)> {
        if let Some(choice) = self.choices.iter().find(|c| c.word == word) {
            return Some((choice, Spelt::Exactly));
        }
        let lower = word.to_lowercase();
        if let Some(choice) = self.choices.iter().find(|c| c.word.to_lowercase() == lower) {
            return Some((choice, Spelt::Case));
        }
        if let Some(choice) = self.choices.iter().find(|c| c.synonyms.iter().any(|s| s.to_lowercase() == lower)) {
            return Some((choice, Spelt::Synonym));
        }
        // `not_run` is `not run`: blanks, `-` and `_` part words alike.
        let folded = fold(word);
        if let Some(choice) = self.choices.iter().find(|c| c.word.contains([' ', '-', '_']) && fold(&c.word) == folded)
        {
            return Some((choice, Spelt::Form));
        }
        let (meant, _) = WORD_FORMS.iter().find(|(_, forms)| forms.contains(&lower.as_str()))?;
        self.choices.iter().find(|c| c.word == *meant).map(|c| (c, Spelt::Form))
    }

    fn accept(&self, choice: &Choice, spelt: Spelt, found: &str, mut steps: Steps<'a>) -> Reading<'a> {
        if choice.reason {
            let wanted = format!("the reason behind a colon, `{}: <text>`", choice.word);
            return Reading::refuse(Problem::EmptyValue { field: self.label(), wanted }, self.clean.raw, steps);
        }
        self.spelt(choice, spelt, found, &mut steps);
        Reading::value(Value::Text(choice.word.clone()), steps)
    }

    /// Says how a choice was spelt.
    fn spelt(&self, choice: &Choice, spelt: Spelt, found: &str, steps: &mut Steps<'a>) {
        let (found_text, meant) = (found.to_owned(), choice.word.clone());
        let step = match spelt {
            Spelt::Exactly => None,
            Spelt::Case => Some(Problem::ValueCase { found: found_text, meant }),
            Spelt::Form => Some(Problem::WordForm { found: found_text, meant }),
            Spelt::Synonym => Some(Problem::ValueSynonym { found: found_text, meant }),
        };
        if let Some(step) = step {
            steps.push((step, self.clean.at(found)));
        }
    }

    /// A value in brackets is the choice between them, or a placeholder.
    fn bracketed(&self, bare: &mut Bare<'_, 'a>, steps: &mut Steps<'a>) -> Option<Reading<'a>> {
        let inner = bare.in_brackets()?;
        if self.choice(inner).is_some() {
            bare.brackets(steps);
            return None;
        }
        let all = self.named_in(inner).len() > 1;
        let steps = std::mem::take(steps);
        Some(if all {
            self.echo(steps)
        } else {
            Reading::refuse(text::placeholder(self.field, bare.text), self.clean.raw, steps)
        })
    }

    /// The choices that a text names as whole words.
    pub(super) fn named_in(&self, text: &str) -> Vec<&Choice> {
        let spaced = |text: &str| format!(" {} ", words::words(text).join(" "));
        let text = spaced(text);
        let forms = |c: &Choice| WORD_FORMS.iter().find(|(w, _)| *w == c.word).map_or(&[][..], |(_, forms)| forms);
        self.choices
            .iter()
            .filter(|c| {
                let mut spelt = std::iter::once(c.word.as_str())
                    .chain(c.synonyms.iter().map(String::as_str))
                    .chain(forms(c).iter().copied());
                spelt.any(|word| text.contains(&spaced(word)))
            })
            .collect()
    }

    /// A value that is not one word: a choice and its tail, or no value at all.
    fn with_tail(&self, value: &str, mut steps: Steps<'a>) -> Reading<'a> {
        let Some((choice, spelt, word, tail)) = self.head(value, &mut steps) else {
            return self.no_choice(value, steps);
        };
        if choice.reason
            && let Some(reason) = tail.trim_start().strip_prefix(':')
        {
            // Emphasis that opened before the word closes behind its colon.
            let dressed = value.starts_with(['*', '_']);
            let reason = if dressed { reason.trim_start_matches(['*', '_']) } else { reason }.trim();
            let bracketed = reason.starts_with(['<', '{']) && reason.ends_with(['>', '}']);
            let null = words::NULLS.contains(&reason.to_lowercase().as_str());
            if reason.is_empty() || bracketed || null || text::is_placeholder(reason) {
                return Reading::refuse(text::placeholder(self.field, reason), self.clean.raw, steps);
            }
            self.spelt(choice, spelt, word, &mut steps);
            let value = Value::Reasoned { choice: choice.word.clone(), reason: reason.to_owned() };
            return Reading::value(value, steps);
        }
        match self.tail(choice, word, tail) {
            Ok(None) => self.accept(choice, spelt, word, steps),
            Ok(Some(step)) => {
                steps.push((step, self.clean.at(tail.trim())));
                self.accept(choice, spelt, word, steps)
            }
            Err(problem @ (Problem::ContradictedByNote { .. } | Problem::WordsAfterValue { .. })) => {
                Reading::refuse(problem, self.clean.at(tail.trim()), steps)
            }
            Err(problem) => Reading::refuse(problem, self.clean.raw, steps),
        }
    }

    /// The choice at the start of a value, its dress taken off, and what stands behind it.
    fn head<'v>(&self, value: &'v str, steps: &mut Steps<'a>) -> Option<(&Choice, Spelt, &'v str, &'v str)> {
        let lead = value.len()
            - value
                .trim_start_matches(|c: char| {
                    matches!(c, '*' | '_' | '`' | '"' | '“' | '\'') || is_emoji(c) || c == ' '
                })
                .len();
        let inner = value.get(lead..)?;
        // The longest choice wins: choices may hold blanks.
        let end = self
            .choices
            .iter()
            .flat_map(|c| std::iter::once(&c.word).chain(&c.synonyms))
            .map(String::as_str)
            .chain(WORD_FORMS.iter().flat_map(|(_, forms)| forms.iter().copied()))
            .filter(|w| inner.get(..w.len()).is_some_and(|h| h.eq_ignore_ascii_case(w)))
            .map(str::len)
            .filter(|len| !inner.get(*len..).is_some_and(|r| r.starts_with(|c: char| c.is_alphanumeric() || c == '_')))
            .max()?;
        let word = inner.get(..end)?;
        let (choice, spelt) = self.choice(word)?;
        let rest = inner.get(end..)?;
        let closers = rest.len() - rest.trim_start_matches(['*', '_', '`', '"', '”', '\'']).len();
        if lead > 0 || closers > 0 {
            steps.push((
                Problem::MarkdownDress { what: "dress of the first word" },
                self.clean.at(value.get(..lead + end + closers)?),
            ));
        }
        Some((choice, spelt, word, rest.get(closers..)?))
    }

    /// Says why a value holds no choice.
    fn no_choice(&self, value: &str, steps: Steps<'a>) -> Reading<'a> {
        let found = value.to_owned();
        let named = self.named_in(value);
        let words = words::words(value);
        if text::is_placeholder(value) {
            return Reading::refuse(text::placeholder(self.field, value), self.clean.raw, steps);
        }
        if !named.is_empty() {
            if let Some(word) = first_of(&words, words::HEDGES) {
                return Reading::refuse(self.hedged(&found, &word), self.clean.raw, steps);
            }
            if named.len() > 1 {
                return self.several(self.clean.raw, steps);
            }
            if let Some(word) = first_of(&words, words::NEGATIONS) {
                let problem = Problem::NegatedValue { field: self.label(), found, word, allowed: self.allowed() };
                return Reading::refuse(problem, self.clean.raw, steps);
            }
        }
        if let Some((plain, character, latin)) = dress::without_lookalikes(value)
            && self.choice(plain.trim()).is_some()
        {
            let problem = Problem::LookalikeLetter { field: self.label(), character, latin };
            return Reading::refuse(problem, self.clean.raw, steps);
        }
        if let Some(choice) = self.neighbour(value) {
            let mut steps = steps;
            let problem = Problem::Interpreted { field: self.label(), found, meant: choice.word.clone() };
            steps.push((problem, self.clean.raw));
            return Reading::value(Value::Text(choice.word.clone()), steps);
        }
        self.unknown(value, steps)
    }

    /// The choice a neighbour word or a check mark stands for.
    fn neighbour(&self, value: &str) -> Option<&Choice> {
        let lower = value.to_lowercase();
        let sign = value.trim_matches(['\u{fe0f}', ' ']).chars();
        let mut signs = sign.clone();
        let lone = signs.next().filter(|_| signs.next().is_none());
        self.choices.iter().find(|c| {
            let words = NEIGHBOURS.iter().find(|(w, _)| *w == c.word).map_or(&[][..], |(_, near)| near);
            words.contains(&lower.as_str())
                || lone.is_some_and(|s| {
                    (YES.contains(&s) && GOOD.contains(&c.word.as_str()))
                        || (NO.contains(&s) && BAD.contains(&c.word.as_str()))
                })
        })
    }

    fn unknown(&self, value: &str, steps: Steps<'a>) -> Reading<'a> {
        let lower = value.to_lowercase();
        // `uncompleted` is the opposite of what it is near to.
        let opposite = ["un", "in", "non", "not", "dis", "de"].iter().any(|p| lower.starts_with(p));
        let words = self.choices.iter().map(|c| c.word.as_str());
        let near = near::nearest(&lower, words).filter(|_| !opposite).map(str::to_owned);
        let problem =
            Problem::UnknownChoice { field: self.label(), found: value.to_owned(), allowed: self.allowed(), near };
        Reading::refuse(problem, self.clean.raw, steps)
    }

    fn echo(&self, steps: Steps<'a>) -> Reading<'a> {
        let problem = Problem::EchoedChoices { field: self.label(), wanted: self.field.kind.wanted() };
        Reading::refuse(problem, self.clean.raw, steps)
    }

    fn several(&self, at: &'a str, steps: Steps<'a>) -> Reading<'a> {
        let problem =
            Problem::SeveralValues { field: self.label(), found: at.to_owned(), wanted: self.field.kind.wanted() };
        Reading::refuse(problem, at, steps)
    }

    pub(super) fn hedged(&self, found: &str, word: &str) -> Problem {
        Problem::HedgedValue {
            field: self.label(),
            found: found.to_owned(),
            word: word.to_owned(),
            wanted: self.field.kind.wanted(),
        }
    }

    pub(super) fn contradiction(&self, choice: &Choice, word: &str) -> Problem {
        Problem::ContradictedByNote { field: self.label(), value: choice.word.clone(), word: word.to_owned() }
    }
}
