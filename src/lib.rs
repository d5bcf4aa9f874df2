//! Reads what an AI subagent said as what its role promised.
//!
//! A subagent ends its free text with a few `Label: value` lines: its *return*. A [`Contract`] says which
//! fields a role owes. This crate reads the one as the other, with a [`Span`] behind every value, or refuses
//! precisely. It never guesses, and it never hides what it tolerated.
//!
//! Each stage is a pure function from the noun on its left to the one on its right, plus diagnostics:
//!
//! | stage | from | to |
//! |---|---|---|
//! | [`text`] | raw bytes | `Source`, the only maker of spans |
//! | [`scan`] | `Source` | `Page`: lines and regions |
//! | [`candidates`] | `Page` | stretches that could hold a return, quoted or not, and why |
//! | [`fields`] | candidate and `Lexicon` | records: labels and values, with spans |
//! | [`judge`] | record and `Contract` | typed values, or their problems |
//! | [`choose`] | all judged records | [`Parsed`]: one return, none, or several that disagree |
//!
//! Invariants: reading is total; a value is present exactly when the outcome is accepted; same bytes, contract
//! and options give the same [`Parsed`]; no recursion on input; every bound stands in [`limits`].
//!
//! ```
//! use return_contract::{Options, Outcome, Source, contract, read};
//!
//! let source = Source::new("All done.\n\n**Phase:** review\nStatus: completed\nCriticality: LOW\nArtifact: notes/review.md\n")?;
//! let reviewer = contract::builtin("reviewer").expect("a built-in contract");
//! let parsed = read(&source, reviewer, &Options::default());
//! assert_eq!(parsed.outcome, Outcome::AcceptedWithWarnings);
//! # Ok::<(), return_contract::NotText>(())
//! ```

pub mod candidates;
pub mod choose;
#[cfg(feature = "cli")]
pub mod cli;
pub mod contract;
pub mod diagnostic;
pub mod dress;
pub mod fields;
pub mod fix;
pub mod json;
pub mod judge;
pub mod limits;
pub mod near;
pub mod parsed;
pub mod problem;
pub mod render;
pub mod retry;
pub mod returns;
pub mod rules;
pub mod safe;
pub mod scan;
pub mod text;
pub mod values;

pub use contract::Contract;
pub use diagnostic::Diagnostic;
pub use parsed::{Carrier, Completeness, FieldValue, FinishReason, Options, Outcome, Parsed, Return, Value};
pub use problem::Problem;
pub use rules::{Class, Rule, Severity};
pub use text::{NotText, Source, Span};

/// Reads one text by one contract. Total: whatever the text, there is a verdict.
#[must_use]
pub fn read(source: &Source<'_>, contract: &Contract, options: &Options) -> Parsed {
    let lexicon = contract::Lexicon::of(contract);
    let page = scan::scan(source);
    let candidates = candidates::find(&page);
    let records = fields::records(&page, &candidates, &lexicon);
    let judged = judge::judge(source, contract, &lexicon, records);
    choose::choose(&page, contract, &lexicon, judged, options)
}

/// Reads raw bytes by one contract. Bytes that are no text are a rejected return, and the source is what of them is.
#[must_use]
pub fn read_bytes<'a>(bytes: &'a [u8], contract: &Contract, options: &Options) -> (Source<'a>, Parsed) {
    match Source::from_bytes(bytes) {
        Ok(source) => {
            let parsed = read(&source, contract, options);
            (source, parsed)
        }
        Err(fault) => {
            let source = Source::readable_beginning(bytes);
            let parsed = Parsed::not_text(&source, fault);
            (source, parsed)
        }
    }
}

/// The closed tables of words by which a return is read, each with what its words do.
#[must_use]
pub fn tables() -> Vec<(&'static str, &'static [&'static str])> {
    use candidates::cues;
    use values::words;
    let mut tables: Vec<(&'static str, &'static [&'static str])> = vec![
        ("An introducing line announces a made-up block", cues::EXAMPLE_CUES),
        ("It announces somebody else's words", cues::SPEAKER_CUES),
        ("It announces another time or worth", cues::OTHER_CUES),
        ("It announces a quotation", cues::QUOTATION_CUES),
        ("It announces the return", cues::RETURN_CUES),
        ("It announces a correction, beside one of the next table or alone", cues::CORRECTION_CUES),
        ("What a correction can be one of", cues::RETURN_NOUNS),
        ("It announces a correction by itself", cues::RECHECK_CUES),
        ("It announces a return for later, beside a word for answering", cues::FUTURE_CUES),
        ("Words for answering", cues::ANSWER_VERBS),
        ("A line behind the return may take something back", cues::RETRACTION_CUES),
        ("A line behind the return takes it back", cues::WITHDRAWALS),
        ("Info strings of fences that may hold the return", candidates::OWN_INFO_STRINGS),
        ("Elements that may hold the return", scan::OWN_ELEMENTS),
        ("Elements that hold thinking", scan::REASONING_ELEMENTS),
        ("Words that may stand beside a label", contract::BESIDE),
        ("A note takes the value back", words::HARMFUL),
        ("A note takes a success back", words::HARMFUL_TO_SUCCESS),
        ("A note takes a level back", words::HARMFUL_TO_LEVELS),
        ("A note takes a failure back", words::HARMFUL_TO_FAILURE),
        ("A note names another state", words::OUTSIDE_STATES),
        ("A count of none of these is harmless in a note", words::COUNTED_WHEN_NONE),
        ("A value is turned round", words::NEGATIONS),
        ("A value commits to nothing", words::HEDGES),
        ("A value only announces one", words::PLACEHOLDERS),
        ("A value says there is none", words::NULLS),
        ("A note may begin without a mark", words::NOTE_OPENERS),
    ];
    tables.extend(values::tables());
    tables
}
