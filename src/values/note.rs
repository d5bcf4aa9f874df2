//! The note behind a choice: whether it is set off, and whether it takes the value back (reading.md, house rule 3).
//!
//! In: a choice and what stands behind it. Out: nothing to say, a note to say, or the problem that forbids the value.
//! A word of a closed table, another choice, an unequal ratio or a contrary sign takes a value back; a tally of gates
//! may name what did not happen. Not here: the choice itself (`choice`).

use crate::contract::Choice;
use crate::dress::is_emoji;
use crate::problem::Problem;
use crate::values::choice::Reader;
use crate::values::words;

/// Signs that say yes, and signs that say no.
pub(super) const YES: &[char] = &['✅', '✔', '✓', '☑', '👍', '🟢', '💚', '🎉'];
pub(super) const NO: &[char] = &['❌', '✗', '✘', '✖', '🚫', '⛔', '🔴', '🛑', '👎', '💥', '🟥'];

/// Choices a sign of approval supports, and those it contradicts.
pub(super) const GOOD: &[&str] = &["completed", "passed", "approved", "approve", "pass", "ok", "yes", "success"];
pub(super) const BAD: &[&str] = &["failed", "rejected", "reject", "fail", "no", "failure"];

impl Reader<'_, '_> {
    /// What stands behind a choice: nothing to say, a note to say, or a problem.
    pub(super) fn tail(&self, choice: &Choice, word: &str, tail: &str) -> Result<Option<Problem>, Problem> {
        let text = tail.trim();
        if text.trim_matches(|c: char| is_emoji(c) || c == ' ').is_empty() {
            if let Some(sign) = self.contrary_sign(choice, text) {
                return Err(self.contradiction(choice, &sign.to_string()));
            }
            return Ok(Some(Problem::Emoji).filter(|_| !text.is_empty()));
        }
        if text == "?" || text.starts_with('?') {
            return Err(self.hedged(&format!("{word}{tail}"), "?"));
        }
        let whole = || format!("{word}{tail}");
        let set_off = text.starts_with(['(', '[', '—', '–', ',', ';', '.', '…'])
            || (text.starts_with('-') && tail.starts_with([' ', '-']))
            || (text.starts_with(':') && !choice.reason)
            || text.starts_with(is_emoji);
        let opener = words::NOTE_OPENERS.iter().any(|o| starts_with_words(text, o));
        let body = text.trim_start_matches(|c: char| {
            matches!(c, '—' | '–' | '-' | ',' | ';' | '.' | ':' | '…' | ' ') || is_emoji(c)
        });
        let named = self.named_in(text);
        let others: Vec<&&Choice> = named.iter().filter(|c| c.word != choice.word).collect();
        if !set_off && !opener && !words::HARMLESS_TAILS.contains(&body.trim_end_matches('.')) {
            if named.len() == self.choices.len().saturating_sub(1) && text.starts_with(['|', '/']) && !others.is_empty()
            {
                return Err(Problem::EchoedChoices { field: self.label(), wanted: self.field.kind.wanted() });
            }
            if !others.is_empty()
                && (text.starts_with(['/', '|', '-', '→', '~', '&', '+', '>'])
                    || ["or", "to", "and"].iter().any(|w| starts_with_words(text, w)))
            {
                return Err(Problem::SeveralValues {
                    field: self.label(),
                    found: whole(),
                    wanted: self.field.kind.wanted(),
                });
            }
            return Err(Problem::WordsAfterValue {
                field: self.label(),
                value: choice.word.clone(),
                words: text.to_owned(),
            });
        }
        // A note that is nothing but other choices is a second value.
        let bare_body = body.trim_matches(['(', ')', '[', ']', '>', ' ', '.', '*', '_', '`']);
        if !others.is_empty() && self.choice(bare_body).is_some() {
            return Err(Problem::SeveralValues {
                field: self.label(),
                found: whole(),
                wanted: self.field.kind.wanted(),
            });
        }
        match self.harm(choice, text) {
            Some(word) => Err(self.contradiction(choice, &word)),
            None => Ok(Some(Problem::TrailingNote { field: self.label(), note: text.to_owned() })),
        }
    }

    /// The word of a note that takes something of the value back.
    fn harm(&self, choice: &Choice, note: &str) -> Option<String> {
        let words = words::words(note);
        let good = GOOD.contains(&choice.word.as_str());
        if let Some(sign) = self.contrary_sign(choice, note) {
            return Some(sign.to_string());
        }
        for (n, word) in words.iter().enumerate() {
            let before = n.checked_sub(1).and_then(|b| words.get(b)).map_or("", String::as_str);
            let counted = !before.is_empty() && before.chars().all(|c| c.is_ascii_digit());
            let none = words::ZERO.contains(&before) || (counted && before.bytes().all(|b| b == b'0'));
            let failure = matches!(
                word.as_str(),
                "error" | "errors" | "fail" | "fails" | "failed" | "failure" | "failures" | "failing"
            );
            let named = self.choice(word).map(|(c, _)| c);
            if failure {
                // A count of none is a tally, and supports a good value; a failed value may say how much failed.
                let own = named.is_some_and(|c| c.word == choice.word);
                if none || own || BAD.contains(&choice.word.as_str()) && counted {
                    continue;
                }
                return Some(word.clone());
            }
            if let Some(other) = named.filter(|c| c.word != choice.word) {
                // The tally exception: `17 passed, 1 skipped` beside a value that is not worse.
                let tally = counted && self.choices.iter().any(|c| c.word == "passed");
                if tally && (none || !BAD.contains(&other.word.as_str())) {
                    continue;
                }
                return Some(word.clone());
            }
            let zeroed =
                matches!(word.as_str(), "blocker" | "blockers" | "remaining" | "left" | "missing" | "unresolved")
                    && none
                    || word == "without"
                        && words
                            .get(n + 1)
                            .is_some_and(|w| matches!(w.as_str(), "error" | "errors" | "failure" | "failures"));
            if zeroed {
                continue;
            }
            let negated = word.ends_with("n't");
            // `low (probably)` is a hedge; in a longer note such a word speaks of something else.
            let hedge = words.len() <= 2 && words::HEDGES.contains(&word.as_str());
            if negated
                || hedge
                || words::HARMFUL.contains(&word.as_str())
                || words::OUTSIDE_STATES.contains(&word.as_str())
            {
                return Some(word.clone());
            }
        }
        if good { unequal_ratio(note) } else { None }
    }

    /// A sign beside a value that says the opposite.
    pub(super) fn contrary_sign(&self, choice: &Choice, text: &str) -> Option<char> {
        let contrary = if GOOD.contains(&choice.word.as_str()) {
            NO
        } else if BAD.contains(&choice.word.as_str()) {
            YES
        } else {
            return None;
        };
        text.chars().find(|c| contrary.contains(c))
    }
}

/// Whether a text begins with these words and goes on with no letter.
fn starts_with_words(text: &str, words: &str) -> bool {
    text.get(..words.len()).is_some_and(|h| h.eq_ignore_ascii_case(words))
        && !text.get(words.len()..).is_some_and(|r| r.starts_with(char::is_alphanumeric))
}

/// A ratio whose parts differ, `40/41` or `40 of 41`; three numbers with slashes are a date or path.
fn unequal_ratio(note: &str) -> Option<String> {
    let tokens: Vec<&str> = note
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '[' | ']'))
        .filter(|t| !t.is_empty())
        .collect();
    let number = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    for (n, token) in tokens.iter().enumerate() {
        let token = token.trim_end_matches(['.', ':']);
        if let Some((a, b)) = token.split_once('/')
            && number(a)
            && number(b)
            && a.trim_start_matches('0') != b.trim_start_matches('0')
        {
            return Some(token.to_owned());
        }
        if matches!(token, "of" | "von" | "/")
            && let (Some(a), Some(b)) = (n.checked_sub(1).and_then(|p| tokens.get(p)), tokens.get(n + 1))
            && number(a)
            && number(b.trim_end_matches('.'))
            && *a != b.trim_end_matches('.')
        {
            return Some(format!("{a} {token} {b}"));
        }
    }
    None
}
