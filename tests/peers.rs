//! The kinds of answers that other tools get wrong, rebuilt on a contract of seven fields with one of each common type.
//!
//! `silently wrong` is a value where none is allowed, or another value than the one judged; `lost` is a usable answer
//! refused; `soft` is the right value, or none, in the wrong mood. The rows were judged before the reader saw them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a test stops at the first surprise, reads files and prints its score"
)]

#[path = "support/invariants.rs"]
mod invariants;

use std::path::Path;

use return_contract::{Outcome, Parsed, Source, contract};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Usable answers that may be refused: a list that ends in a comma, for an element may be lost behind it.
const LOST: usize = 1;

#[derive(Deserialize)]
struct Row {
    file: String,
    outcome: Outcomes,
    value: Option<Map<String, Value>>,
    why: String,
}

#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Outcomes {
    Accept,
    AcceptWithWarning,
    Reject,
    Ambiguous,
}

#[derive(Debug, PartialEq, Eq)]
enum Miss {
    SilentlyWrong,
    Lost,
    Soft,
}

fn outcome(parsed: &Parsed) -> Outcomes {
    match parsed.outcome {
        Outcome::Accepted => Outcomes::Accept,
        Outcome::AcceptedWithWarnings => Outcomes::AcceptWithWarning,
        Outcome::Rejected => Outcomes::Reject,
        Outcome::Ambiguous => Outcomes::Ambiguous,
    }
}

/// The values as JSON; a number is compared as one, so that `1e-1` is `0.1`.
fn said(parsed: &Parsed) -> Option<Map<String, Value>> {
    let value = parsed.value.as_ref()?;
    Some(value.fields.iter().map(|f| (f.key.clone(), serde_json::to_value(&f.value).unwrap())).collect())
}

fn same(said: &Map<String, Value>, wanted: &Map<String, Value>) -> bool {
    let equal =
        |a: &Value, b: &Value| a == b || a.as_f64().zip(b.as_f64()).is_some_and(|(a, b)| a.total_cmp(&b).is_eq());
    said.len() == wanted.len() && wanted.iter().all(|(key, value)| said.get(key).is_some_and(|s| equal(s, value)))
}

fn miss(row: &Row, parsed: &Parsed) -> Option<Miss> {
    match (said(parsed), &row.value) {
        (Some(said), Some(wanted)) if same(&said, wanted) => (outcome(parsed) != row.outcome).then_some(Miss::Soft),
        (Some(_), _) => Some(Miss::SilentlyWrong),
        (None, Some(_)) => Some(Miss::Lost),
        (None, None) => (outcome(parsed) != row.outcome).then_some(Miss::Soft),
    }
}

#[test]
fn answers_that_other_tools_get_wrong_are_read_as_judged() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/peers");
    let notation = std::fs::read_to_string(folder.join("review.contract")).unwrap();
    let contract = contract::parse(&Source::new(&notation).unwrap()).unwrap();
    let rows = std::fs::read_to_string(folder.join("expected.jsonl")).unwrap();
    let rows: Vec<Row> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let mut misses = Vec::new();
    for row in &rows {
        assert_eq!(row.value.is_some(), matches!(row.outcome, Outcomes::Accept | Outcomes::AcceptWithWarning));
        let bytes = std::fs::read(folder.join(&row.file)).unwrap();
        let parsed = invariants::check(&bytes, &contract).expect("UTF-8");
        let Some(miss) = miss(row, &parsed) else { continue };
        println!("{miss:?} {}: {:?} ({}), read as {:?}", row.file, row.outcome, row.why, parsed.outcome);
        for d in &parsed.diagnostics {
            println!("    {} {}", d.rule().code, d.message());
        }
        misses.push(miss);
    }
    let count = |kind: &Miss| misses.iter().filter(|m| *m == kind).count();
    let (wrong, lost, soft) = (count(&Miss::SilentlyWrong), count(&Miss::Lost), count(&Miss::Soft));
    println!("peers {}: silently wrong {wrong}, lost {lost}, soft {soft}", rows.len());
    assert!(rows.len() >= 85, "{} judged answers", rows.len());
    assert_eq!(wrong, 0, "a value where none is allowed, or a wrong one");
    assert!(lost <= LOST, "{lost} answers lost, {LOST} at most");
}
