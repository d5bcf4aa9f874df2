//! Texts, phases and literals: one line, kept as written once its outer dress is off.

use crate::contract::{Contract, Field};
use crate::dress::{Clean, Forms, Steps};
use crate::parsed::Value;
use crate::problem::Problem;
use crate::values::{Reading, undressed, words};

/// `<text>`.
pub(super) fn text<'a>(field: &Field, raw: &'a str) -> Reading<'a> {
    undressed(field, raw, Forms::AsWritten, |bare, clean, steps| {
        if let Some(inner) = bare.in_brackets().filter(|_| bare.text.starts_with(['<', '{'])) {
            return Reading::refuse(placeholder(field, inner), clean.raw, steps);
        }
        if is_placeholder(bare.text) {
            return Reading::refuse(placeholder(field, bare.text), clean.raw, steps);
        }
        finish(field, bare.text, clean, steps)
    })
}

/// `<phase>`: informational and kept as written; a phase outside the contract's list is a note.
pub(super) fn phase<'a>(contract: &Contract, field: &Field, raw: &'a str) -> Reading<'a> {
    undressed(field, raw, Forms::AsWritten, |mut bare, clean, mut steps| {
        bare.full_stop(&mut steps);
        bare.undress(&mut steps);
        if let Some(inner) = bare.in_brackets() {
            if contract.phases.is_empty() || !contract.knows_phase(inner) || inner.eq_ignore_ascii_case(&field.key) {
                return Reading::refuse(placeholder(field, bare.text), clean.raw, steps);
            }
            bare.brackets(&mut steps);
        }
        if is_placeholder(bare.text) || words::NULLS.contains(&bare.text.to_lowercase().as_str()) {
            return Reading::refuse(placeholder(field, bare.text), clean.raw, steps);
        }
        if bare.text.contains('|') {
            let problem = Problem::EchoedChoices { field: field.label.clone(), wanted: field.kind.wanted() };
            return Reading::refuse(problem, clean.raw, steps);
        }
        let unclosed = |c: char| "*_`\"“”„«»()[]{}<>".contains(c);
        if bare.text.starts_with(unclosed) || (bare.text.ends_with(unclosed) && !bare.text.ends_with(')')) {
            let why = "opens or closes a mark that stands there alone";
            return Reading::refuse(Problem::UnfitText { field: field.label.clone(), why }, clean.raw, steps);
        }
        if !contract.knows_phase(bare.text) {
            let expected = contract.phases.iter().map(|p| p.name.clone()).collect();
            steps.push((Problem::OtherPhase { found: bare.text.to_owned(), expected }, clean.at(bare.text)));
        }
        finish(field, bare.text, clean, steps)
    })
}

/// A literal: the text itself.
pub(super) fn literal<'a>(field: &Field, literal: &str, raw: &'a str) -> Reading<'a> {
    undressed(field, raw, Forms::ToAscii, |mut bare, clean, mut steps| {
        if bare.text != literal && !bare.text.eq_ignore_ascii_case(literal) {
            bare.full_stop(&mut steps);
        }
        let found = bare.text.to_owned();
        if found == literal {
            Reading::value(Value::Text(found), steps)
        } else if found.eq_ignore_ascii_case(literal) {
            steps.push((Problem::ValueCase { found, meant: literal.to_owned() }, clean.raw));
            Reading::value(Value::Text(literal.to_owned()), steps)
        } else {
            let expected = format!("`{literal}`");
            Reading::refuse(Problem::WrongKind { field: field.label.clone(), found, expected }, clean.raw, steps)
        }
    })
}

/// Whether a whole text only announces a value.
pub(super) fn is_placeholder(text: &str) -> bool {
    let inner = text.trim_matches(['(', ')', '[', ']', '<', '>', '{', '}']).trim().to_lowercase();
    words::PLACEHOLDERS.contains(&inner.as_str()) || inner.is_empty()
}

/// What a placeholder in place of a value is.
pub(super) fn placeholder(field: &Field, found: &str) -> Problem {
    Problem::Placeholder { field: field.label.clone(), found: found.to_owned(), wanted: field.kind.wanted() }
}

fn finish<'a>(field: &Field, text: &str, clean: &Clean<'a>, steps: Steps<'a>) -> Reading<'a> {
    if text.is_empty() {
        let problem = Problem::EmptyValue { field: field.label.clone(), wanted: field.kind.wanted() };
        return Reading::refuse(problem, clean.raw, steps);
    }
    Reading::value(Value::Text(text.to_owned()), steps)
}
