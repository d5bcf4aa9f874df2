//! Which stretches of the page could hold a return, which are quoted, and why.
//!
//! In: a [`Page`]. Out: one [`Candidate`] a region that could hold one, with its [`Standing`]. Quoted text holds no
//! return (docs/reading.md, "Where the return is", rule 4). A record in the message's own text can be introduced as a
//! quotation as well: `fields` asks [`introduction`] when it knows where the record begins. Not here: what a record is.

pub mod cues;

use crate::scan::{Page, RegionKind};

pub use cues::{Introduction, announced, heads_other_values, introduction, is_quotation, retraction};

/// Info strings of fences whose content may be the agent's own return. Any other names a language or a log.
pub const OWN_INFO_STRINGS: &[&str] = &[
    "", "text", "txt", "plain", "plaintext", "yaml", "yml", "json", "jsonc", "xml", "md", "markdown", "return",
    "result", "contract",
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
    /// Whether it is YAML by its fence or its place: front matter.
    pub yaml: bool,
}

/// Whose words a stretch holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The agent's own, in its own text.
    Own,
    /// The agent's own, indented like code.
    Indented {
        /// The first line of it.
        first: usize,
    },
    /// The agent's own, in a fence.
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
    /// An element that holds somebody else's words, `<example>`.
    Element,
    /// In the middle of a sentence.
    Mention,
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
            Why::Element => "an element that is not the return's own",
            Why::Mention => "in the middle of a sentence",
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

/// The stretches of a page that could hold a return.
#[must_use]
pub fn find(page: &Page<'_>) -> Vec<Candidate> {
    page.regions
        .iter()
        .filter_map(|region| {
            let (first, end) = (region.first, region.end);
            let quoted = |why| Some(Candidate { first, end, standing: Standing::Quoted(why), yaml: false });
            match region.kind {
                RegionKind::Own => Some(Candidate { first, end, standing: Standing::Own, yaml: false }),
                RegionKind::Quote => quoted(Why::BlockQuote),
                RegionKind::Comment => quoted(Why::Comment),
                RegionKind::Reasoning => quoted(Why::Reasoning),
                RegionKind::Element => quoted(Why::Element),
                RegionKind::Diff => quoted(Why::Diff),
                RegionKind::Fence { info, closed } => {
                    let standing = if !own_info(info) {
                        Standing::Quoted(Why::Code)
                    } else if is_quotation(introduction(page, first)) {
                        Standing::Quoted(Why::Introduced)
                    } else {
                        Standing::Fenced { opener: first, closed }
                    };
                    let end = if closed { end - 1 } else { end };
                    Some(Candidate { first: first + 1, end, standing, yaml: is_yaml(info) })
                }
                RegionKind::Indented => {
                    let standing = match introduction(page, first) {
                        Introduction::Quotation => Standing::Quoted(Why::Introduced),
                        _ => Standing::Fenced { opener: first, closed: true },
                    };
                    Some(Candidate { first, end, standing, yaml: false })
                }
                RegionKind::FrontMatter => {
                    let standing = match introduction(page, first) {
                        Introduction::Quotation => Standing::Quoted(Why::Introduced),
                        _ => Standing::Own,
                    };
                    Some(Candidate { first: first + 1, end: end - 1, standing, yaml: true })
                }
                // The trailer is the harness's.
                RegionKind::Trailer => None,
            }
        })
        .collect()
}

fn is_yaml(info: &str) -> bool {
    info.eq_ignore_ascii_case("yaml") || info.eq_ignore_ascii_case("yml")
}

fn own_info(info: &str) -> bool {
    let word = info.split([' ', '\t', '{', ',']).next().unwrap_or("");
    OWN_INFO_STRINGS.iter().any(|own| own.eq_ignore_ascii_case(word))
}
