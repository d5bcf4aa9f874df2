//! `fix`: the value stays, the canonical form is reached, a second run changes nothing.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise, and reads files"
)]

use std::path::Path;

use return_contract::contract::{Contract, builtin};
use return_contract::fix::fix;
use return_contract::{Options, Parsed, Severity, Source, read};

fn verdict(text: &str, contract: &Contract) -> Parsed {
    read(&Source::new(text).unwrap(), contract, &Options::default())
}

/// Warnings that speak of the text round the return, which no edit of ours mends.
fn is_of_the_surroundings(code: &str) -> bool {
    matches!(code, "RC137" | "RC221" | "RC222" | "RC223" | "RC226" | "RC230" | "RC325" | "RC403" | "RC128")
}

fn holds(name: &str, text: &str, contract: &Contract, drop_too: bool) {
    let parsed = verdict(text, contract);
    let source = Source::new(text).unwrap();
    let fixed = fix(&source, contract, &parsed, drop_too).unwrap();
    let again = verdict(&fixed.text, contract);
    let value = parsed.value.as_ref().unwrap();
    let same = again.value.as_ref().is_some_and(|v| v.says_the_same(value));
    assert!(same, "{name}: the fixed text is {:?}\n{:?}\n{}", again.outcome, again.diagnostics, fixed.text);
    if fixed.held_back == 0 {
        let left: Vec<_> = again.diagnostics.iter().filter(|d| d.severity() == Severity::Warning).collect();
        let mended = left.iter().all(|d| is_of_the_surroundings(d.rule().code));
        assert!(mended, "{name}: after fixing still {left:?}\n{}", fixed.text);
    }
    let source = Source::new(&fixed.text).unwrap();
    let twice = fix(&source, contract, &again, drop_too).unwrap();
    assert_eq!(twice.text, fixed.text, "{name}: a second run changes something");
}

#[test]
fn every_ok_fixture_is_fixed() {
    for folder in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ok")).unwrap() {
        let folder = folder.unwrap().path();
        let contract = builtin(folder.file_name().unwrap().to_str().unwrap()).unwrap();
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            for drop_too in [false, true] {
                holds(&path.display().to_string(), &text, contract, drop_too);
            }
        }
    }
}

#[test]
fn every_accepted_row_of_the_judged_sets_is_fixed() {
    for set in ["corpus", "beyond"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(set);
        for row in std::fs::read_to_string(folder.join("expected.jsonl")).unwrap().lines() {
            let row: serde_json::Value = serde_json::from_str(row).unwrap();
            let file = row["file"].as_str().unwrap();
            let contract = builtin(row["role"].as_str().unwrap()).unwrap();
            let text = std::fs::read_to_string(folder.join(file)).unwrap();
            if verdict(&text, contract).value.is_some() {
                for drop_too in [false, true] {
                    holds(&format!("{set}/{file}"), &text, contract, drop_too);
                }
            }
        }
    }
}
