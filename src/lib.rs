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
