//! Counts: exact, in digits (docs/reading.md, house rule 5). Never digits glued together, never the first number of a
//! sentence, never a number made from words.

use crate::contract::Field;
use crate::dress::{self, Forms, Steps};
use crate::limits;
use crate::parsed::Value;
use crate::problem::Problem;
use crate::values::words::{self, first_of};
use crate::values::{Origin, Reading, text, undressed};

/// Number words, taken for a number only under `--accept interpreting`.
pub(crate) const NUMBER_WORDS: &[&str] =
    &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Words for an amount that is no number.
pub(crate) const VAGUE: &[&str] =
    &["several", "many", "few", "some", "multiple", "various", "lots", "numerous", "couple", "dozen", "dozens"];

/// Words of a note by which the number is not the final one.
const COUNT_DOUBTS: &[&str] = &[
    "estimate", "estimated", "est", "ca", "or", "wrong", "draft", "placeholder", "unknown", "more", "far", "counting",
    "now", "tbc", "minimum", "maximum",
];

/// Words and marks before a number that make it inexact.
const APPROXIMATE: &[&str] = &[
    "~", "≈", "about", "approx", "approx.", "approximately", "around", "roughly", "circa", "ca.", "nearly", "almost",
    "at least", "at most", "up to", "over", "under", "more than", "less than", "fewer than", ">", "<", "≥", "≤", ">=",
    "<=", "min", "max",
];

pub(super) fn read<'a>(field: &Field, raw: &'a str, origin: Origin) -> Reading<'a> {
    // What hides between two digits would glue them together.
    if hides_between_digits(raw) || raw.contains("&#") {
        return Reading::refuse(
            Problem::NotACount { field: field.label.clone(), found: raw.to_owned() },
            raw,
            Steps::new(),
        );
    }
    undressed(field, raw, Forms::ToAscii, |mut bare, clean, mut steps| {
        if let Some(inner) = bare.in_brackets() {
            if number(inner).is_none() {
                return Reading::refuse(text::placeholder(field, bare.text), clean.raw, steps);
            }
            bare.brackets(&mut steps);
        }
        if text::is_placeholder(bare.text) {
            return Reading::refuse(text::placeholder(field, bare.text), clean.raw, steps);
        }
        if bare.full_stop(&mut steps) {
            bare.undress(&mut steps);
        }
        // `**5** (two optional)`: dress of the number alone.
        let marks = |c: char| matches!(c, '*' | '_' | '`');
        let value = bare.text.trim_start_matches(marks);
        let dressed = value.len() < bare.text.len();
        let label = || field.label.clone();
        let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (head, mut tail) = value.split_at_checked(digits).unwrap_or((value, ""));
        if dressed && !head.is_empty() {
            steps.push((Problem::MarkdownDress { what: "dress of the number" }, clean.at(bare.text)));
            tail = tail.trim_start_matches(marks);
        }
        if head.is_empty() {
            return no_number(field, value, raw, steps);
        }
        // `7.0` says seven; `7.5` is no count.
        let (spelt, tail) = match tail.strip_prefix('.').map(|t| (t, t.trim_start_matches('0'))) {
            Some((zeros, rest))
                if (1..=2).contains(&(zeros.len() - rest.len())) && !rest.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                (value.get(..value.len() - rest.len()).unwrap_or(head), rest)
            }
            _ => (head, tail),
        };
        let Some(count) = head.parse::<u64>().ok().filter(|n| *n <= limits::COUNT) else {
            return Reading::refuse(Problem::CountTooLarge { field: label() }, raw, steps);
        };
        let meant = count.to_string();
        let mut odd = spelt != meant || origin == Origin::JsonString;
        match read_tail(field, head, tail) {
            Tail::Nothing => {}
            Tail::Unit => odd = true,
            Tail::Note(note) => {
                steps.push((Problem::TrailingNote { field: label(), note: note.to_owned() }, clean.at(note)));
            }
            Tail::Fault(problem) => return Reading::refuse(problem, raw, steps),
        }
        if odd {
            let found = if origin == Origin::JsonString { format!("\"{value}\"") } else { value.to_owned() };
            steps.push((Problem::CountSpelling { found, meant }, clean.at(value)));
        }
        Reading::value(Value::Count(count), steps)
    })
}

enum Tail<'t> {
    Nothing,
    /// The field's own word, `7 steps`.
    Unit,
    Note(&'t str),
    Fault(Problem),
}

/// What stands behind the digits.
fn read_tail<'t>(field: &Field, head: &str, tail: &'t str) -> Tail<'t> {
    let text = tail.trim();
    if text.is_empty() {
        return Tail::Nothing;
    }
    let (label, found) = (field.label.clone(), format!("{head}{tail}"));
    let inexact = |why| Tail::Fault(Problem::InexactCount { field: label.clone(), found: found.clone(), why });
    let lower = text.to_lowercase();
    let number_follows = |t: &str| t.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if text.strip_prefix(['-', '–', '—']).is_some_and(number_follows) {
        return inexact("which is a range");
    }
    if ["to ", "or ", "and "].iter().any(|w| lower.strip_prefix(w).is_some_and(number_follows)) {
        return inexact("which is more than one number");
    }
    if lower.starts_with("of ") || text.starts_with('/') {
        return inexact("which is a part of a whole");
    }
    if text == "+" {
        return inexact("which is not exact");
    }
    if text.starts_with(['+', '*', '×', '=', '^']) || text.strip_prefix('-').is_some_and(|_| text.len() == 1) {
        return inexact("which is an expression");
    }
    if text.starts_with('?') || text.starts_with('~') {
        return inexact("which is not sure of itself");
    }
    if text.starts_with([',', '.', '\'']) && text.get(1..).is_some_and(|r| r.starts_with(|c: char| c.is_ascii_digit()))
    {
        return Tail::Fault(Problem::NotACount { field: label, found });
    }
    let own: Vec<String> = words::words(&field.label);
    let unit = |w: &str| own.iter().any(|o| w == o || o.strip_suffix('s') == Some(w) || w.strip_suffix('s') == Some(o));
    let said = words::words(text);
    let wordy = text.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '-') && tail.starts_with([' ', '-']);
    let own_word = matches!(said.as_slice(), [word] if unit(word));
    if wordy && (own_word || matches!(lower.as_str(), "total" | "in total")) {
        return Tail::Unit;
    }
    // A unit may come before a note: `9 steps (2 of them optional)`.
    let word = text.split([' ', ',', ';', '(']).next().unwrap_or("");
    let note = if unit(&word.to_lowercase()) { text.get(word.len()..).unwrap_or(text).trim_start() } else { text };
    let lower = note.to_lowercase();
    let set_off = note.starts_with(['(', '[', '—', '–', ',', ';'])
        || note.starts_with("- ")
        || words::NOTE_OPENERS.iter().any(|o| lower.starts_with(&format!("{o} ")));
    if !set_off {
        return Tail::Fault(Problem::WordsAfterValue { field: label, value: head.to_owned(), words: note.to_owned() });
    }
    let said = words::words(note);
    // Another number is another count, unless it is said to be a part of this one: `(2 of them optional)`.
    let part = |n: usize| {
        said.get(n + 1).is_some_and(|w| w == "of")
            && said.get(n + 2).is_some_and(|w| matches!(w.as_str(), "them" | "these" | "those" | "which"))
    };
    // The same number in words is no other: `5 (five)`.
    let own = head.parse::<usize>().ok().and_then(|n| NUMBER_WORDS.get(n)).copied().unwrap_or("");
    let in_words = |w: &str| w != own && NUMBER_WORDS.iter().skip(2).any(|n| *n == w);
    let number = |w: &str| w.starts_with(|c: char| c.is_ascii_digit()) || in_words(w);
    let another =
        said.iter().enumerate().any(|(n, w)| number(w) && !part(n) && said.get(n + 1).is_none_or(|w| w != "optional"));
    if another || note.contains('?') {
        return inexact("which is more than one number");
    }
    let spaced = format!(" {} ", said.join(" "));
    let doubtful = APPROXIMATE.iter().find(|a| spaced.contains(&format!(" {a} ")));
    let doubts = |w: &&String| {
        [words::HARMFUL, words::OUTSIDE_STATES, words::HEDGES, COUNT_DOUBTS].iter().any(|t| t.contains(&w.as_str()))
    };
    match doubtful.map(|w| (*w).to_owned()).or_else(|| said.iter().find(doubts).cloned()) {
        Some(word) => Tail::Fault(Problem::ContradictedByNote { field: label, value: head.to_owned(), word }),
        None => Tail::Note(note),
    }
}

/// Why a text that does not begin with digits is no count.
fn no_number<'a>(field: &Field, value: &str, raw: &'a str, mut steps: Steps<'a>) -> Reading<'a> {
    let (label, found) = (field.label.clone(), value.to_owned());
    let lower = value.to_lowercase();
    if let Some(n) = NUMBER_WORDS.iter().position(|w| *w == lower) {
        steps.push((Problem::Interpreted { field: label, found, meant: n.to_string() }, raw));
        return Reading::value(Value::Count(n as u64), steps);
    }
    let said = words::words(value);
    let why = if APPROXIMATE.iter().any(|a| lower.starts_with(a)) || first_of(&said, words::HEDGES).is_some() {
        "which is not exact"
    } else if first_of(&said, VAGUE).is_some() {
        "which is an amount in words"
    } else {
        return Reading::refuse(Problem::NotACount { field: label, found }, raw, steps);
    };
    Reading::refuse(Problem::InexactCount { field: label, found, why }, raw, steps)
}

fn number(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

/// Whether something invisible stands between two digits.
fn hides_between_digits(raw: &str) -> bool {
    let mut after_digit = false;
    let mut hidden = false;
    let mut rest = raw;
    while let Some(c) = rest.chars().next() {
        let len = dress::ansi_len(rest).unwrap_or(c.len_utf8());
        if len > c.len_utf8() || dress::is_invisible(c) {
            hidden = after_digit;
        } else {
            if c.is_ascii_digit() && hidden {
                return true;
            }
            after_digit = c.is_ascii_digit();
            hidden = false;
        }
        rest = rest.get(len..).unwrap_or("");
    }
    false
}
