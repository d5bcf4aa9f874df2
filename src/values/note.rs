//! The note behind a choice: whether it is set off, and whether it takes the value back (docs/reading.md, house rule 3).
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
pub(super) const NO: &[char] = &['⚠', '🚧', '⏳', '⌛', '❌', '✗', '✘', '✖', '🚫', '⛔', '🔴', '🛑', '👎', '💥', '🟥'];

/// Choices a sign of approval supports, and those it contradicts.
pub(super) const GOOD: &[&str] = &["completed", "passed", "approved", "approve", "pass", "ok", "yes", "success"];
pub(super) const BAD: &[&str] = &["failed", "rejected", "reject", "fail", "no", "failure"];

impl Reader<'_, '_> {
    /// What stands behind a choice: nothing to say, a note to say, or a problem.
    pub(super) fn tail(&self, choice: &Choice, word: &str, tail: &str) -> Result<Option<Problem>, Problem> {
        let text = tail.trim();
        if text.trim_matches(|c: char| is_emoji(c) || c == ' ').is_empty() {
            if let Some(sign) = contrary_sign(&choice.word, text) {
                return Err(self.contradiction(choice, &sign.to_string()));
            }
            return Ok(Some(Problem::Emoji).filter(|_| !text.is_empty()));
        }
        if text == "?" || text.starts_with('?') {
            return Err(self.hedged(&format!("{word}{tail}"), "?"));
        }
        let whole = || format!("{word}{tail}");
        let set_off = sets_off(tail) && !(text.starts_with(':') && choice.reason);
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
        if let Some(sign) =
            contrary_sign(&choice.word, note).or_else(|| note.chars().find(|c| matches!(c, '?' | '❓' | '❔')))
        {
            return Some(sign.to_string());
        }
        let words = words::words(note);
        // What is to be done or confirmed is not so yet.
        if let Some(phrase) = words.windows(2).find(|w| matches!(w, [a, b] if a == "to" && (b == "be" || b == "do"))) {
            return Some(phrase.join(" "));
        }
        let at = |n: Option<usize>| n.and_then(|n| words.get(n)).map_or("", String::as_str);
        let is = |table: &[&str], word: &str| table.contains(&word);
        let (good, bad) = (is(GOOD, &choice.word), is(BAD, &choice.word));
        let graded = !good && !bad && self.choices.iter().any(|c| c.word == "low");
        for (n, word) in words.iter().enumerate() {
            let (before, behind) = (at(n.checked_sub(1)), at(n.checked_add(1)));
            let counted = is_number(before) || is_number(behind);
            let none = is(words::ZERO, before) || is_zero(before) || (!is_number(before) && is_zero(behind));
            let named = self.choice(word).map(|(c, _)| c);
            let own = named.is_some_and(|c| c.word == choice.word);
            if own && none {
                return Some(format!("{before} {word}"));
            }
            if own || (none && is(words::COUNTED_WHEN_NONE, word)) {
                continue;
            }
            if named.is_some() || is(words::FAILURES, word) {
                // The tally exception: beside a value that is not worse, `17 passed, 1 skipped` only counts.
                let worse = is(words::FAILURES, word) || named.is_some_and(|c| is(BAD, &c.word));
                let tally = counted && self.choices.iter().any(|c| c.word == "passed");
                if (bad && counted) || (tally && !worse) || (bad && named.is_none()) || (worse && none) {
                    continue;
                }
                return Some(word.clone());
            }
            // What failed may say why in any words, but not that it no longer holds.
            if bad {
                match is(words::HARMFUL_TO_FAILURE, word) {
                    true => return Some(word.clone()),
                    false => continue,
                }
            }
            let nothing_ran = good && is(words::CHECKS, word) && none;
            let halved =
                good && is(words::HARMFUL_TO_SUCCESS, word) && !(word == "without" && is(words::FAILURES, behind));
            let ungraded = graded && is(words::HARMFUL_TO_LEVELS, word);
            // `low (probably)` is a hedge; in a longer note such a word speaks of something else.
            let lone = behind.is_empty() && is(&["no", "false", "never"], word);
            let alone = lone || (n == 0 && word == "or") || (words.len() <= 2 && is(words::HEDGES, word));
            if nothing_ran
                || halved
                || ungraded
                || alone
                || word.ends_with("n't")
                || is(words::HARMFUL, word)
                || is(words::OUTSIDE_STATES, word)
            {
                return Some(if nothing_ran { format!("{before} {word}") } else { word.clone() });
            }
        }
        if good { unequal_ratio(note) } else { None }
    }
}

/// Whether what stands behind a word is set off from it: by a bracket, a dash with blanks or with words behind it, or a
/// mark that ends a phrase. `passed-ish`, `low(er)` and `passed.log` are other words.
fn sets_off(tail: &str) -> bool {
    let text = tail.trim_start();
    let apart = tail.starts_with([' ', '\t']);
    let several = text.split_whitespace().nth(1).is_some();
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    let blank_behind = chars.next().is_none_or(char::is_whitespace);
    match first {
        '(' | '[' => apart || several,
        '—' | '–' => (apart || several) && text.chars().nth(1).is_some(),
        '-' => {
            apart && (blank_behind || text.starts_with("--")) && text.trim_matches('-').trim().chars().next().is_some()
        }
        // A comment, where YAML ends a value.
        '#' => apart,
        ',' | ';' | ':' | '.' | '…' => blank_behind,
        _ => is_emoji(first),
    }
}

/// A sign beside a word that says the opposite.
pub(super) fn contrary_sign(word: &str, text: &str) -> Option<char> {
    let contrary: &[char] = if GOOD.contains(&word) {
        NO
    } else if word == "none" {
        // A warning sign often stands beside the label of a level, whatever it says.
        &['❌', '⛔', '🔴', '🛑', '🟥']
    } else if BAD.contains(&word) {
        YES
    } else {
        return None;
    };
    text.chars().find(|c| contrary.contains(c))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

fn is_zero(word: &str) -> bool {
    is_number(word) && word.bytes().all(|b| b == b'0')
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
    let number = is_number;
    for (n, token) in tokens.iter().enumerate() {
        let token = token.trim_end_matches(['.', ':']);
        if let Some((a, b)) = token.split_once('/')
            && number(a)
            && number(b)
            && a.trim_start_matches('0') != b.trim_start_matches('0')
        {
            return Some(token.to_owned());
        }
        // `99.5%` of something is not all of it.
        let apart = tokens.get(n + 1) == Some(&"%") && number(token);
        if let Some(share) =
            token.strip_suffix('%').or(apart.then_some(token)).filter(|s| s.starts_with(|c: char| c.is_ascii_digit()))
            && share.trim_end_matches(['0', '.']) != "1"
        {
            return Some(token.to_owned());
        }
        let back = if tokens.get(n.wrapping_sub(1)) == Some(&"out") { 2 } else { 1 };
        if matches!(token, "of" | "von" | "/")
            && let (Some(a), Some(b)) = (n.checked_sub(back).and_then(|p| tokens.get(p)), tokens.get(n + 1))
            && number(a)
            && number(b.trim_end_matches('.'))
            && *a != b.trim_end_matches('.')
        {
            return Some(format!("{a} {token} {b}"));
        }
    }
    None
}
