//! The typed returns of the four roles, for Rust programs: plain structs, written by hand.
//!
//! In: an accepted [`Return`]. Out: [`Architect`], [`Planner`], [`Coder`] or [`Reviewer`], by the contract's name, or
//! [`Custom`] for any other. Tests hold them against the contract files: names of files are rows of the registry are
//! variants here, and every listed word is a variant while an unlisted one is not.

use serde::{Deserialize, Serialize};

use crate::parsed::{Return, Value};

/// Whether the work was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the words of the contract files")]
pub enum Status {
    Completed,
    Failed,
}

/// How much, from nothing to high: an architect's impact, a reviewer's criticality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the words of the contract files")]
pub enum Level {
    None,
    Low,
    Medium,
    High,
}

/// How the quality gates went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the words of the contract files")]
pub enum QualityGates {
    Passed,
    Failed,
    Skipped,
}

/// What an architect returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Architect {
    /// The phase as written.
    pub phase: String,
    /// Whether the work was done.
    pub status: Status,
    /// How far the change reaches.
    pub impact: Level,
    /// The note's path as claimed.
    pub artifact: String,
}

/// What a planner returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Planner {
    /// The phase as written.
    pub phase: String,
    /// Whether the work was done.
    pub status: Status,
    /// Steps of the plan, at most 2^53 - 1.
    pub steps: u64,
    /// The plan's path as claimed.
    pub artifact: String,
}

/// What a coder returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Coder {
    /// The phase as written.
    pub phase: String,
    /// Whether the work was done.
    pub status: Status,
    /// How the gates went.
    pub quality_gates: QualityGates,
    /// The summary's path as claimed.
    pub artifact: String,
}

/// What a reviewer of any type returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Reviewer {
    /// The phase as written.
    pub phase: String,
    /// Whether the work was done.
    pub status: Status,
    /// The gravest finding.
    pub criticality: Level,
    /// The review's path as claimed.
    pub artifact: String,
}

/// What any other contract's role returns: values by key, in the contract's order.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Custom {
    /// Key and value.
    pub values: Vec<(String, Value)>,
}

/// A typed return.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Typed {
    /// By the contract `architect`.
    Architect(Architect),
    /// By the contract `planner`.
    Planner(Planner),
    /// By the contract `coder`.
    Coder(Coder),
    /// By the contract `reviewer`.
    Reviewer(Reviewer),
    /// By any other contract.
    Custom(Custom),
}

impl Typed {
    /// The typed form of an accepted return, by the name of its contract. A user's contract that takes the name of
    /// a built-in one but asks for other fields yields [`Typed::Custom`].
    #[must_use]
    pub fn of(contract: &str, value: &Return) -> Typed {
        let typed = match contract {
            "architect" => from(value).map(Typed::Architect),
            "planner" => from(value).map(Typed::Planner),
            "coder" => from(value).map(Typed::Coder),
            "reviewer" => from(value).map(Typed::Reviewer),
            _ => None,
        };
        typed.unwrap_or_else(|| {
            let values = value.fields.iter().map(|f| (f.key.clone(), f.value.clone())).collect();
            Typed::Custom(Custom { values })
        })
    }
}

fn from<T: for<'de> Deserialize<'de>>(value: &Return) -> Option<T> {
    let object: serde_json::Map<String, serde_json::Value> =
        value.fields.iter().filter_map(|f| Some((f.key.clone(), serde_json::to_value(&f.value).ok()?))).collect();
    serde_json::from_value(serde_json::Value::Object(object)).ok()
}
