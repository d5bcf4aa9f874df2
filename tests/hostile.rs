//! Hostile texts: artifacts, logs and files that pretend to be a return, each with the verdict of a careful human.
//!
//! In: `fixtures/hostile/ROLE-kind.txt` and one row a file in `expected.jsonl`, in the order of the names: the verdict
//! by default and under `--strict`, and the telling fields of the value. The rows were written before the reader saw the
//! texts; 14 were mended where the law of reading says otherwise. Must hold: the verdict is the expected one and no
//! wrong value is given; `support/invariants.rs` checks what holds for any text. `reject|ambiguous`: either is right.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test stops at the first surprise, and reads files"
)]

#[path = "support/invariants.rs"]
mod invariants;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use return_contract::{Options, Outcome, Parsed, Source, Value, contract, read};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    file: String,
    role: String,
    default: String,
    strict: String,
    value: Option<BTreeMap<String, serde_json::Value>>,
    why: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/hostile")
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(folder().join("expected.jsonl")).unwrap();
    text.lines().map(|row| serde_json::from_str(row).unwrap()).collect()
}

/// The outcome in the words of a row.
fn mood(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accept",
        Outcome::AcceptedWithWarnings => "accept_with_warning",
        Outcome::Rejected => "reject",
        Outcome::Ambiguous => "ambiguous",
    }
}

/// What differs between a row and a reading, with all that the reader said; `None` when nothing does.
fn difference(row: &Row, which: &str, want: &str, source: &Source<'_>, parsed: &Parsed) -> Option<String> {
    let got = mood(parsed.outcome);
    let value = parsed.value.as_ref();
    let wrong = value.is_some()
        && row.value.iter().flatten().any(|(key, want)| {
            let want = want.as_str().map_or_else(|| want.to_string(), str::to_owned);
            value.and_then(|v| v.get(key)).map(Value::to_string) != Some(want)
        });
    if want.split('|').any(|w| w == got) && !wrong {
        return None;
    }
    let mut said = format!("{} {which}: {got}, not {want} ({})", row.file, row.why);
    if wrong {
        said.push_str(", WRONG VALUE");
    }
    for d in &parsed.diagnostics {
        let bytes: String = source.get(d.span).chars().take(60).collect();
        said.push_str(&format!("\n    {} {} {bytes:?}", d.rule().code, d.message()));
    }
    Some(said)
}

#[test]
fn every_file_has_its_row_and_every_row_its_file() {
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".txt"))
        .collect();
    files.sort();
    let rows = rows();
    let named: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    assert_eq!(named, files);
    assert!(rows.len() >= 60, "{} hostile texts", rows.len());
    for row in &rows {
        assert!(row.file.starts_with(&format!("{}-", row.role)), "{} is read as {}", row.file, row.role);
        let accepts = row.default.starts_with("accept");
        assert_eq!(row.value.is_some(), accepts, "{}: a value exactly when accepted", row.file);
        assert!(accepts || !row.strict.starts_with("accept"), "{}: strict never accepts more", row.file);
    }
}

#[test]
fn no_hostile_text_takes_the_place_of_the_return() {
    let mut differences = Vec::new();
    for row in rows() {
        let bytes = std::fs::read(folder().join(&row.file)).unwrap();
        let source = Source::from_bytes(&bytes).unwrap();
        let contract = contract::builtin(&row.role).unwrap();
        for (which, want, options) in
            [("default", &row.default, Options::default()), ("strict", &row.strict, Options::default().and_strict())]
        {
            let parsed = read(&source, contract, &options);
            differences.extend(difference(&row, which, want, &source, &parsed));
        }
    }
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn what_holds_for_any_text_holds_for_hostile_ones() {
    for row in rows() {
        let bytes = std::fs::read(folder().join(&row.file)).unwrap();
        let contract = contract::builtin(&row.role).unwrap();
        let held = std::panic::catch_unwind(|| invariants::check(&bytes, contract));
        assert!(held.is_ok(), "{}: an invariant does not hold, see above", row.file);
    }
}
