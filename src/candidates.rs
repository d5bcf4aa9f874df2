//! Which stretches of the page could hold a return, which are quoted, and why.
//!
//! In: a [`Page`]. Out: one [`Candidate`] a region that could hold one, with its [`Standing`]. Quoted text holds no
//! return (reading.md, "Where the return is", rule 4). The closed tables of cue words stand here and nowhere else;
//! `contract explain` prints them. A record in the message's own text can be introduced as a quotation as well:
//! `fields` asks [`introduction`] when it knows where the record begins. Not here: what a record is.

use crate::scan::{Page, RegionKind, Shape, heading_text, list_marker};

/// Cues that announce an example. Nothing outranks them: what follows is made up, also when the line says "return".
pub const EXAMPLE_CUES: &[&str] = &[
    "example",
    "examples",
    "sample",
    "samples",
    "snippet",
    "snippets",
    "for instance",
    "would look like",
    "such as",
    "hypothetical",
    "hypothetically",
    "e g",
];

/// Cues that announce a quotation.
pub const QUOTATION_CUES: &[&str] = &[
    "template",
    "templates",
    "shape",
    "format",
    "instruction",
    "instructions",
    "prompt",
    "prompts",
    "log",
    "logs",
    "output",
    "outputs",
    "evidence",
    "excerpt",
    "excerpts",
    "quoted",
    "quote",
    "quoting",
    "verbatim",
    "previous",
    "previously",
    "earlier",
    "old",
    "says",
    "said",
    "reads",
    "wrote",
    "replied",
    "answered",
    "claimed",
    "would",
];

/// Cues that announce the return itself; they outrank a quotation cue of the same line.
pub const RETURN_CUES: &[&str] = &["final", "result", "results", "return", "verdict", "contract"];

/// Cues that announce a correction, a final version, a later round or an aggregate; they outrank as well, and a
/// record so announced supersedes an earlier one.
pub const CORRECTION_CUES: &[&str] = &[
    "final",
    "finally",
    "corrected",
    "correction",
    "corrections",
    "update",
    "updated",
    "revised",
    "revision",
    "amended",
    "superseding",
    "supersedes",
    "replaces",
    "after re-check",
    "after recheck",
    "after re-checking",
    "re-checked",
    "rechecked",
    "overall",
    "aggregate",
    "aggregated",
    "combined",
    "erratum",
];

/// Words that, at the start of a line behind the return, may take something of it back.
pub const RETRACTION_CUES: &[&str] = &[
    "correction",
    "corrections",
    "corrected",
    "update",
    "updated",
    "revised",
    "erratum",
    "edit",
    "amendment",
    "actually",
    "scratch that",
    "on second thought",
    "wait",
    "sorry",
    "oops",
];

/// Info strings of fences whose content may be the agent's own return. Any other names a language or a log.
pub const OWN_INFO_STRINGS: &[&str] = &[
    "",
    "text",
    "txt",
    "plain",
    "plaintext",
    "yaml",
    "yml",
    "json",
    "jsonc",
    "xml",
    "md",
    "markdown",
    "return",
    "result",
    "contract",
];

/// A stretch of lines that could hold a return.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Index of its first line (a fence's edges excluded).
    pub first: usize,
    /// One past its last line.
    pub end: usize,
    /// Whose words it holds.
    pub standing: Standing,
}

/// Whose words a stretch holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The agent's own, in its own text.
    Own,
    /// The agent's own, in a fence or in indented code.
    Fenced {
        /// The line that opens it.
        opener: usize,
        /// False when a fence runs to the end of the text.
        closed: bool,
    },
    /// Somebody else's, or made up.
    Quoted(Why),
}

/// Why a stretch is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// A block quote.
    BlockQuote,
    /// An HTML comment.
    Comment,
    /// A reasoning element.
    Reasoning,
    /// A diff.
    Diff,
    /// A fence whose info string names a language or a log.
    Code,
    /// The line before it announces a quotation.
    Introduced,
}

impl Why {
    /// In plain words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Why::BlockQuote => "a block quote",
            Why::Comment => "an HTML comment",
            Why::Reasoning => "a reasoning element",
            Why::Diff => "a diff",
            Why::Code => "code or a log by its info string",
            Why::Introduced => "introduced as a quotation",
        }
    }
}

impl Standing {
    /// Why it is quoted, if it is.
    #[must_use]
    pub fn quoted(self) -> Option<Why> {
        match self {
            Standing::Quoted(why) => Some(why),
            _ => None,
        }
    }
}

/// What the line before a block announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Introduction {
    /// Nothing, or nothing that matters.
    Neutral,
    /// A quotation or an example.
    Quotation,
    /// The return.
    Return,
    /// A correction, final version, later round or aggregate: the line that says so.
    Correction {
        /// Its index.
        line: usize,
    },
}

/// Whether it announces somebody else's words.
#[must_use]
pub fn is_quotation(introduction: Introduction) -> bool {
    introduction == Introduction::Quotation
}

/// The stretches of a page that could hold a return.
#[must_use]
pub fn find(page: &Page<'_>) -> Vec<Candidate> {
    page.regions
        .iter()
        .filter_map(|region| {
            let (first, end) = (region.first, region.end);
            let quoted = |why| Some(Candidate { first, end, standing: Standing::Quoted(why) });
            match region.kind {
                RegionKind::Own => Some(Candidate { first, end, standing: Standing::Own }),
                RegionKind::Quote => quoted(Why::BlockQuote),
                RegionKind::Comment => quoted(Why::Comment),
                RegionKind::Reasoning => quoted(Why::Reasoning),
                RegionKind::Diff => quoted(Why::Diff),
                RegionKind::Fence { info, closed } => {
                    let standing = if !own_info(info) {
                        Standing::Quoted(Why::Code)
                    } else if introduction(page, first) == Introduction::Quotation {
                        Standing::Quoted(Why::Introduced)
                    } else {
                        Standing::Fenced { opener: first, closed }
                    };
                    let end = if closed { end - 1 } else { end };
                    Some(Candidate { first: first + 1, end, standing })
                }
                RegionKind::Indented => {
                    let standing = match introduction(page, first) {
                        Introduction::Quotation => Standing::Quoted(Why::Introduced),
                        _ => Standing::Fenced { opener: first, closed: true },
                    };
                    Some(Candidate { first, end, standing })
                }
                // Front matter is a carrier of its own, which is not read yet; the trailer is the harness's.
                RegionKind::FrontMatter | RegionKind::Trailer => None,
            }
        })
        .collect()
}

fn own_info(info: &str) -> bool {
    let word = info.split([' ', '\t', '{', ',']).next().unwrap_or("");
    OWN_INFO_STRINGS.iter().any(|own| own.eq_ignore_ascii_case(word))
}

/// What announces the block that begins at `line`: the last non-blank line before it, when that is a heading or ends
/// in a colon.
#[must_use]
pub fn introduction(page: &Page<'_>, line: usize) -> Introduction {
    let Some(before) = page.before(line) else { return Introduction::Neutral };
    let text = page.text(before).trim();
    let bare = text.trim_end_matches(['*', '_', '`', ' ']);
    if page.shape(before) != Shape::Heading && !bare.ends_with([':', '：']) {
        return Introduction::Neutral;
    }
    match announced(text) {
        Introduction::Correction { .. } => Introduction::Correction { line: before },
        other => other,
    }
}

/// What an introducing line announces; a correction's line number is left to the caller.
fn announced(text: &str) -> Introduction {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'').filter(|w| !w.is_empty()).collect();
    let any = |cues: &[&str]| (0..words.len()).any(|at| cues.iter().any(|cue| stands_at(&words, at, cue)));
    if any(EXAMPLE_CUES) {
        Introduction::Quotation
    } else if any(CORRECTION_CUES) || names_a_round(&words) {
        Introduction::Correction { line: 0 }
    } else if any(RETURN_CUES) {
        Introduction::Return
    } else if any(QUOTATION_CUES) {
        Introduction::Quotation
    } else {
        Introduction::Neutral
    }
}

/// Whether the words of a cue stand at this place.
fn stands_at(words: &[&str], at: usize, cue: &str) -> bool {
    cue.split(' ').enumerate().all(|(n, part)| words.get(at + n) == Some(&part))
}

/// The cue with which a line behind the return may take something of it back: `Update, an hour later:`.
#[must_use]
pub fn retraction(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    let line = list_marker(line).or_else(|| heading_text(line)).unwrap_or(line).trim_start_matches(['*', '_', '`']);
    RETRACTION_CUES.iter().copied().find(|cue| {
        let Some((head, rest)) = line.split_at_checked(cue.len()) else { return false };
        let rest = rest.trim_start_matches(['*', '_', '`', ' ']);
        head.eq_ignore_ascii_case(cue) && rest.starts_with([':', ',', ';', '-', '–', '—', '.', '!', '('])
    })
}

/// `round 2`, `second round`, `round three`.
fn names_a_round(words: &[&str]) -> bool {
    let ordinal = |word: &str| {
        word.bytes().all(|b| b.is_ascii_digit())
            || ["one", "two", "three", "four", "five", "second", "third", "fourth", "fifth", "last"].contains(&word)
    };
    words
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if (*a == "round" && ordinal(b)) || (*b == "round" && ordinal(a))))
}
