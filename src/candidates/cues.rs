//! What a line announces: a quotation, the return, a correction, a round; and what takes a return back.
//!
//! In: a page and a line, or a text. Out: an [`Introduction`]. The closed tables of cue words stand here and nowhere
//! else. A cue is whole words, lower case; of a line that introduces, its last sentence counts. The order of the
//! tables is that of their strength: example, speaker, negation, round, correction, another time, return, quotation.

use crate::scan::{Page, RegionKind, Shape, heading_text, list_marker};

/// Cues for a made-up block. Only a final version announced before them outranks them.
pub const EXAMPLE_CUES: &[&str] = &[
    "example", "examples", "sample", "samples", "snippet", "snippets", "for instance", "for example",
    "would look like", "such as", "hypothetical", "hypothetically", "e g", "placeholder", "placeholders",
];

/// Cues for what somebody else says, or what a file holds. Nothing of a correction outranks them: "Contents of import.md,
/// final version:" is no version of the return.
pub const SPEAKER_CUES: &[&str] = &[
    "says", "said", "reads", "wrote", "replied", "answered", "claimed", "returned", "printed", "reported", "received",
    "contents", "contains",
];

/// Cues for another time or another worth. They outrank a bare "return" or "result": "the previous reviewer's return
/// was:" announces no return of this agent.
pub const OTHER_CUES: &[&str] = &[
    "previous", "previously", "earlier", "old", "former", "prior", "template", "templates", "expected", "draft",
    "drafts", "invalid", "wrong", "superseded", "planned", "fixture", "fixtures", "dummy", "ignore", "disregard",
    "made up", "test data",
];

/// Cues that, beside a return cue or one of [`ANSWER_VERBS`], announce a return for later.
pub const FUTURE_CUES: &[&str] = &["will", "would", "i'll"];

/// What an agent does with a return.
pub const ANSWER_VERBS: &[&str] = &["answer", "reply", "respond", "send", "end", "finish", "write"];

/// Cues for a quotation; a return cue of the same line outranks them.
pub const QUOTATION_CUES: &[&str] = &[
    "shape", "format", "instruction", "instructions", "prompt", "prompts", "log", "logs", "output", "outputs",
    "evidence", "excerpt", "excerpts", "quoted", "quote", "quoting", "verbatim", "schema",
];

/// Cues that announce the return itself.
pub const RETURN_CUES: &[&str] = &[
    "final", "result", "results", "return", "verdict", "contract", "my output", "my answer", "my report",
    "required format", "requested format",
];

/// Words that, with one of [`RETURN_NOUNS`] or alone on their line, announce a correction, a final version or an
/// aggregate. A record so announced supersedes one before it.
pub const CORRECTION_CUES: &[&str] = &[
    "final", "corrected", "correction", "update", "updated", "revised", "amended", "superseding", "replacement",
    "overall", "aggregate", "aggregated", "combined", "erratum",
];

/// Corrections that need no noun.
pub const RECHECK_CUES: &[&str] = &["after re-check", "after recheck", "after re-checking", "re-checked", "rechecked"];

/// What a correction can be a correction of.
pub const RETURN_NOUNS: &[&str] = &[
    "return", "result", "results", "verdict", "version", "block", "answer", "report", "values", "contract", "outcome",
    "return block",
];

/// Words that, at the start of a line behind the return, may take something of it back.
pub const RETRACTION_CUES: &[&str] = &[
    "correction", "corrections", "corrected", "update", "updated", "revised", "erratum", "edit", "amendment",
    "actually", "scratch that", "on second thought", "wait", "sorry", "oops", "final", "never mind",
];

/// Beginnings of a line behind the return that take it back whole.
pub const WITHDRAWALS: &[&str] = &[
    "ignore the", "ignore that", "please ignore", "disregard", "do not use", "don't use", "please disregard",
    "[truncated", "[request interrupted", "[interrupted",
];

/// Words in the header over a table's values by which they are not the agent's answer, beside the cues of a quotation.
const OTHER_HEADERS: &[&str] =
    &["before", "was", "required", "allowed", "possible", "permitted", "default", "target", "meaning", "type", "last"];

/// What the line before a block announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Introduction {
    /// Nothing, or nothing that matters.
    Neutral,
    /// A quotation or an example.
    Quotation,
    /// The return.
    Return,
    /// A correction of what stands before.
    Correction {
        /// The line that says so.
        line: usize,
    },
    /// The version that ends the matter: final, overall, aggregate. There can be one.
    Final {
        /// The line that says so.
        line: usize,
    },
    /// One of several rounds.
    Round {
        /// The line that says so.
        line: usize,
        /// Counted from 1.
        number: u32,
    },
}

/// Whether it announces somebody else's words.
#[must_use]
pub fn is_quotation(introduction: Introduction) -> bool {
    introduction == Introduction::Quotation
}

/// What announces the block that begins at `line`: the last non-blank line before it, when that is a heading or ends
/// in a colon; else the round that the section's heading names.
#[must_use]
pub fn introduction(page: &Page<'_>, line: usize) -> Introduction {
    let here = page.region_of(line).map(|r| r.first);
    // `Contents of a.md:`, a rule, and the front matter of that file.
    let above_rule = |rule: usize| page.before(rule).filter(|l| page.text(*l).trim_end().ends_with([':', '：']));
    let before = page
        .before(line)
        .map(|l| if page.shape(l) == Shape::Rule { above_rule(l).unwrap_or(l) } else { l })
        .filter(|l| page.region_of(*l).is_some_and(|r| r.kind == RegionKind::Own || Some(r.first) == here));
    if let Some(before) = before {
        let text = page.text(before).trim();
        let bare = text.trim_end_matches(['*', '_', '`', ' ']);
        if page.shape(before) == Shape::Heading || bare.ends_with([':', '：']) {
            let announced = announced(text, before);
            if announced != Introduction::Neutral {
                return announced;
            }
        }
    }
    match page.heading_above(line).map(|h| (h, words_of(page.text(h)))) {
        Some((heading, words)) => {
            round(&words).map_or(Introduction::Neutral, |number| Introduction::Round { line: heading, number })
        }
        None => Introduction::Neutral,
    }
}

/// Whether the header over a table's values says that they are not the agent's answer: `Example`, `Before`,
/// `Required value`.
#[must_use]
pub fn heads_other_values(header: &str) -> bool {
    let other = |word: &str| OTHER_HEADERS.contains(&word.to_lowercase().as_str());
    is_quotation(announced(header, 0)) || header.split(|c: char| !c.is_alphanumeric()).any(other)
}

/// Lower-case words; `-` and `'` stay inside a word.
fn words_of(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace('’', "'");
    let parts = lower.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'');
    parts.map(|w| w.trim_matches(['-', '\''])).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// What a line that introduces something announces.
#[must_use]
pub fn announced(text: &str, line: usize) -> Introduction {
    let whole = text;
    // What introduces is the last sentence: "I forgot the doc tests. Revised return:".
    let end = text.trim_end().len();
    let sentence = text
        .get(..end.saturating_sub(1))
        .and_then(|t| t.rfind(['.', '!', '?', ';', '。']))
        .map_or(0, |at| text.ceil_char_boundary(at + 1));
    let text = text.get(sentence..).filter(|t| t.starts_with(' ') || sentence == 0).unwrap_or(text);
    let words = words_of(text);
    let find = |cues: &[&str]| (0..words.len()).find(|at| cues.iter().any(|cue| stands_at(&words, *at, cue)));
    // "Correction: I had looked at the old log. The return has to be:" says so at its start.
    let opening =
        whole.split([':', ',']).next().unwrap_or("").trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let opens = CORRECTION_CUES.contains(&opening.as_str()) && opening != "final" && opening != "overall";
    let correction = correction(text, &words).or(opens.then_some(Supersedes::Correction));
    let negated = words.iter().any(|w| matches!(w.as_str(), "not" | "never" | "no") || w.ends_with("n't"));
    if let Some(example) = find(EXAMPLE_CUES) {
        // "Final result, in the format of the example:" is the final result.
        return match words.iter().position(|w| w == "final") {
            Some(before) if before < example && !negated => Introduction::Final { line },
            _ => Introduction::Quotation,
        };
    }
    if find(SPEAKER_CUES).is_some() {
        return Introduction::Quotation;
    }
    if negated && correction.is_some() {
        return Introduction::Neutral;
    }
    if negated && find(RETURN_CUES).is_some() {
        return Introduction::Quotation;
    }
    if let Some(number) = round(&words) {
        let quoted = find(OTHER_CUES).is_some() || find(QUOTATION_CUES).is_some();
        return if quoted { Introduction::Quotation } else { Introduction::Round { line, number } };
    }
    match correction {
        Some(Supersedes::Correction) => return Introduction::Correction { line },
        Some(Supersedes::Final) => return Introduction::Final { line },
        None => {}
    }
    let later = find(FUTURE_CUES).is_some() && (find(RETURN_CUES).is_some() || find(ANSWER_VERBS).is_some());
    if later || find(OTHER_CUES).is_some() {
        return Introduction::Quotation;
    }
    // "The return format is:" speaks of a format.
    let compound = words
        .windows(2)
        .any(|w| matches!(w, [a, b] if RETURN_CUES.contains(&a.as_str()) && QUOTATION_CUES.contains(&b.as_str())));
    match (find(RETURN_CUES), find(QUOTATION_CUES)) {
        (Some(_), _) if !compound => Introduction::Return,
        (_, Some(_)) => Introduction::Quotation,
        _ => Introduction::Neutral,
    }
}

/// How a record supersedes another.
enum Supersedes {
    Correction,
    Final,
}

/// Whether a line announces a correction: the cue with its noun, at the start before a mark, or all there is.
fn correction(text: &str, words: &[String]) -> Option<Supersedes> {
    if (0..words.len()).any(|at| RECHECK_CUES.iter().any(|cue| stands_at(words, at, cue))) {
        return Some(Supersedes::Correction);
    }
    let noun = |at: usize| words.get(at).is_some_and(|w| RETURN_NOUNS.contains(&w.as_str()));
    // "The final version of the file" is a version of something else.
    let of_another = |at: usize| words.get(at).is_some_and(|w| w == "of") && !(1..=3).any(|n| noun(at + n));
    let nouned = |at: usize| (1..=2).any(|n| noun(at + n) && !of_another(at + n + 1));
    let first = text.trim_start_matches(|c: char| !c.is_alphabetic());
    let marked = |cue: &str| {
        first.get(cue.len()..).is_some_and(|rest| {
            rest.trim_start_matches(['*', '_', '`']).starts_with([':', ',', '-', '–', '—', '(', '.'])
        })
    };
    let at = (0..words.len()).find(|at| {
        let Some(cue) = words.get(*at).filter(|w| CORRECTION_CUES.contains(&w.as_str())) else { return false };
        words.len() <= 2 || nouned(*at) || (*at == 0 && marked(cue))
    })?;
    // Two words may be "Updated files": the other must be a noun of a return.
    if words.len() == 2
        && !nouned(at)
        && !words.iter().any(|w| RETURN_NOUNS.contains(&w.as_str()))
        && !marked(words.first()?)
    {
        return None;
    }
    match words.get(at)?.as_str() {
        "final" | "overall" | "aggregate" | "aggregated" | "combined" => Some(Supersedes::Final),
        _ => Some(Supersedes::Correction),
    }
}

/// Whether the words of a cue stand at this place.
fn stands_at(words: &[String], at: usize, cue: &str) -> bool {
    cue.split(' ').enumerate().all(|(n, part)| words.get(at + n).is_some_and(|w| w == part))
}

/// The cue with which a line behind the return may take something of it back: `Update, an hour later:`.
#[must_use]
pub fn retraction(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    let line = list_marker(line).or_else(|| heading_text(line)).unwrap_or(line).trim_start_matches(['*', '_', '`']);
    let begins = |cue: &str| {
        line.split_at_checked(cue.len()).filter(|(head, _)| head.eq_ignore_ascii_case(cue)).map(|(_, rest)| rest)
    };
    let cue = RETRACTION_CUES.iter().copied().find(|cue| {
        let rest = begins(cue).map(|rest| rest.trim_start_matches(['*', '_', '`', ' ']));
        rest.is_some_and(|rest| rest.starts_with([':', ',', ';', '-', '–', '—', '.', '!', '(']))
    });
    cue.or_else(|| WITHDRAWALS.iter().copied().find(|cue| begins(cue).is_some_and(|rest| rest.starts_with(' '))))
}

/// The number of the round that a line names: `round 2`, `second round`.
fn round(words: &[String]) -> Option<u32> {
    let number = |word: &str| {
        const NAMES: &[(&str, u32)] = &[
            ("one", 1),
            ("first", 1),
            ("two", 2),
            ("second", 2),
            ("three", 3),
            ("third", 3),
            ("four", 4),
            ("fourth", 4),
            ("five", 5),
            ("fifth", 5),
        ];
        word.parse().ok().or_else(|| NAMES.iter().find(|(name, _)| *name == word).map(|(_, n)| *n))
    };
    words.windows(2).find_map(|pair| match pair {
        [a, b] if a == "round" => number(b),
        [a, b] if b == "round" => number(a),
        _ => None,
    })
}
