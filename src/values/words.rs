//! The closed tables of words that decide what a value's surroundings do to it (docs/reading.md, house rules 2 to 6).
//!
//! Each table stands here once, with its reason; `contract explain` prints them. Words are whole words, lower case.

/// Words for a state that is no other form of any choice. In a note they say that the value does not hold.
pub const OUTSIDE_STATES: &[&str] = &[
    "partial", "partially", "blocked", "critical", "severe", "incomplete", "unfinished", "aborted", "cancelled",
    "canceled", "interrupted", "pending", "inconclusive", "timeout", "timed", "broken", "wip",
];

/// Words that take something of a value back when they stand in its note.
pub const HARMFUL: &[&str] = &[
    "but", "except", "excepting", "however", "unless", "until", "left", "remaining", "remains", "blocker", "blockers",
    "not", "longer", "red", "partly", "although", "though", "cannot", "never", "unable", "error", "errors",
    "unresolved", "todo", "tbd",
];

/// Words for what went wrong.
pub const FAILURES: &[&str] = &["error", "errors", "fail", "fails", "failed", "failure", "failures", "failing"];

/// Words that a count of none, or "no" before them, makes harmless: `no errors`, `0 remaining`.
pub const COUNTED_WHEN_NONE: &[&str] = &[
    "error", "errors", "fail", "fails", "failed", "failure", "failures", "failing", "blocker", "blockers", "remaining",
    "left", "missing", "unresolved", "skipped", "exceptions",
];

/// What a success rests on: `completed (no tests were run)` does not hold.
pub const CHECKS: &[&str] =
    &["test", "tests", "check", "checks", "gates", "review", "reviews", "verification", "run", "runs"];

/// Words that take something of a success back: `completed (only the first half)`. Beside a level they say nothing:
/// `low (naming only)`.
pub const HARMFUL_TO_SUCCESS: &[&str] = &[
    "only", "still", "yet", "missing", "apart", "aside", "almost", "nearly", "mostly", "without", "some", "half",
    "most", "if", "when", "once", "awaiting", "waiting", "progress", "ongoing", "untested", "unverified",
    "unconfirmed", "unreviewed", "assumed", "expected", "hopefully", "reverted", "rolled", "excluding", "ignoring",
    "disabled", "disabling", "quarantined", "exception", "exceptions", "unsuccessful", "unsuccessfully", "deferred",
    "crashed", "crash", "stopped", "gave", "far", "possible", "sort", "kind", "conditionally", "theoretically",
    "theory", "simulated", "dry", "draft", "placeholder", "example", "tbc", "tomorrow", "nope", "otherwise", "removed",
    "nothing", "minus", "modulo", "sans", "besides", "assuming", "provided", "subject", "conditional", "skipped",
];

/// Words by which a failure is none any more.
pub const HARMFUL_TO_FAILURE: &[&str] = &["fixed", "succeeded", "succeeds", "green", "resolved", "alarm"];

/// Words by which a level was not found out: `none (skipped)`.
pub const HARMFUL_TO_LEVELS: &[&str] = &[
    "skipped", "unreviewed", "unchecked", "reviewed", "assumed", "guess", "higher", "lower", "least", "minimum",
    "borderline", "disputed", "blocks", "exploitable", "tbc", "tentative", "estimate", "estimated",
];

/// Words before a count of errors or failures that make it none: `no errors`, `0 failed`.
pub const ZERO: &[&str] = &["no", "zero", "0", "without"];

/// Words that turn a value round, standing before it or inside it.
pub const NEGATIONS: &[&str] = &[
    "not", "no", "never", "non", "isn't", "wasn't", "hasn't", "haven't", "aren't", "cannot", "can't", "couldn't",
    "didn't", "neither", "nor", "without", "un", "anything", "hardly",
];

/// Words that commit to nothing.
pub const HEDGES: &[&str] = &[
    "probably", "maybe", "perhaps", "possibly", "likely", "presumably", "might", "may", "should", "could", "would",
    "seems", "seem", "appears", "apparently", "think", "believe", "guess", "assume", "roughly", "mostly", "almost",
    "nearly", "somewhat", "fairly", "arguably", "tentatively", "unsure", "approximately", "around", "about",
];

/// Whole values that announce a value for later.
pub const PLACEHOLDERS: &[&str] = &[
    "tbd", "tba", "todo", "pending", "to be determined", "to be done", "fill in", "xxx", "...", "…", "???", "?",
    "value",
];

/// Whole values that say there is none.
pub const NULLS: &[&str] = &[
    "none", "n/a", "na", "nil", "null", "tbd", "tba", "todo", "unknown", "pending", "-", "--", "–", "—",
    "not applicable", "empty", "nothing", "undefined",
];

/// Words with which a note may begin although no mark sets it off.
pub const NOTE_OPENERS: &[&str] = &["because", "since", "due to", "as"];

/// Words that may follow a value as if they were part of it.
pub const HARMLESS_TAILS: &[&str] = &["successfully"];

/// The words of a text: runs of letters, digits and apostrophes, lower case, typographic apostrophes as plain ones.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let text = text.replace('’', "'").to_lowercase();
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|w| w.trim_matches('\'').to_owned())
        .filter(|w| !w.is_empty())
        .collect()
}

/// The first of these words that stands in a table, with contracted `n't` taken for `not`.
#[must_use]
pub fn first_of(words: &[String], table: &[&str]) -> Option<String> {
    words.iter().find(|w| table.contains(&w.as_str()) || (w.ends_with("n't") && table.contains(&"not"))).cloned()
}
