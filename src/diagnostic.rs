//! What is said about a return: one [`Problem`] with typed data, one primary span, related spans.
//!
//! The wording of every message and its help is one `match` ([`Problem::wording`]). What a code means, its class and severity live in [`crate::rules`].
//! Not here: how a diagnostic is shown. The model does not know its renderers.

use crate::limits;
use crate::problem::Problem;
use crate::rules::{Class, Rule, Severity};
use crate::text::Span;

/// One thing worth saying, at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What is said.
    pub problem: Problem,
    /// The exact bytes it is said about.
    pub span: Span,
    /// Further places of the same step in the same record, in the order of the text; at most [`limits::PLACES`].
    pub also: Vec<Span>,
    /// Other places it speaks of, each with a few words.
    pub related: Vec<Related>,
    /// The edit that mends it, where one is certain enough to offer.
    pub fix: Option<Fix>,
    /// Set by the verdict when the step is beyond what the caller accepts: then it is an error, whatever its rule says.
    pub refused: bool,
}

/// Another place a diagnostic speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// What stands there, in a few words.
    pub what: String,
}

/// An edit that mends a return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether the edit keeps the meaning beyond doubt.
    pub safe: bool,
    /// What to put where; spans do not overlap.
    pub edits: Vec<Edit>,
}

/// Put `text` in place of `span`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub text: String,
}

impl Diagnostic {
    /// A diagnostic with no related places and no fix.
    #[must_use]
    pub fn new(problem: Problem, span: Span) -> Diagnostic {
        Diagnostic { problem, span, also: Vec::new(), related: Vec::new(), fix: None, refused: false }
    }

    /// Adds a related place.
    #[must_use]
    pub fn related(mut self, span: Span, what: impl Into<String>) -> Diagnostic {
        self.related.push(Related { span, what: what.into() });
        self
    }

    /// Takes in another diagnostic of the same step: its place, its places, its edits.
    pub(crate) fn take_in(&mut self, other: Diagnostic) {
        let room = limits::PLACES.saturating_sub(self.also.len());
        self.also.extend(std::iter::once(other.span).chain(other.also).take(room));
        if let Some(fix) = other.fix {
            match &mut self.fix {
                Some(mine) => {
                    mine.safe &= fix.safe;
                    mine.edits.extend(fix.edits);
                }
                None => self.fix = Some(fix),
            }
        }
    }

    /// Adds the edit that mends it.
    #[must_use]
    pub fn fix(mut self, safe: bool, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { safe, edits: vec![Edit { span, text: text.into() }] });
        self
    }

    /// The rule it was found by.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        self.problem.rule()
    }

    /// Error when its step was refused, else what its rule says.
    #[must_use]
    pub fn severity(&self) -> Severity {
        if self.refused { Severity::Error } else { self.rule().severity }
    }

    /// The class of step it stands for.
    #[must_use]
    pub fn class(&self) -> Class {
        self.rule().class
    }

    /// The message: what was found, in plain words, once.
    #[must_use]
    pub fn message(&self) -> String {
        self.problem.wording().message
    }

    /// How to mend it.
    #[must_use]
    pub fn help(&self) -> String {
        self.problem.wording().help
    }
}
