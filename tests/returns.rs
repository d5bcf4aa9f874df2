//! The typed roles against the contract files: names of files are rows of the registry are variants; every listed
//! word deserialises and an unlisted one does not; every typed value satisfies the derived schema.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test stops at the first surprise, and reads files"
)]

use std::path::Path;

use return_contract::contract::{Kind, builtin, builtins};
use return_contract::returns::{Architect, Coder, Planner, Reviewer, Typed};
use return_contract::{Contract, Options, Source, read};
use serde_json::{Value, json};

/// A value that a kind accepts, as JSON.
fn sample(kind: &Kind) -> Value {
    match kind {
        Kind::Choice(choices) => json!(choices[0].word),
        Kind::Count => json!(7),
        Kind::Path => json!("notes/a.md"),
        _ => json!("review"),
    }
}

fn object(contract: &Contract) -> serde_json::Map<String, Value> {
    contract.fields.iter().map(|f| (f.key.clone(), sample(&f.kind))).collect()
}

/// Whether an object is one of the role's typed return, and what it is written as again.
fn typed(role: &str, object: &serde_json::Map<String, Value>) -> Option<Value> {
    let value = Value::Object(object.clone());
    match role {
        "architect" => serde_json::from_value::<Architect>(value).ok().map(|v| serde_json::to_value(v).unwrap()),
        "planner" => serde_json::from_value::<Planner>(value).ok().map(|v| serde_json::to_value(v).unwrap()),
        "coder" => serde_json::from_value::<Coder>(value).ok().map(|v| serde_json::to_value(v).unwrap()),
        "reviewer" => serde_json::from_value::<Reviewer>(value).ok().map(|v| serde_json::to_value(v).unwrap()),
        other => panic!("{other} has a contract file and no typed return"),
    }
}

#[test]
fn files_rows_and_types_are_the_same_roles() {
    let mut files: Vec<String> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "contract"))
        .map(|p| p.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let mut rows: Vec<String> = builtins().iter().map(|c| c.name.clone()).collect();
    rows.sort();
    assert_eq!(files, rows);
    for contract in builtins() {
        let object = object(contract);
        let again = typed(&contract.name, &object).unwrap_or_else(|| panic!("{object:?} is no {}", contract.name));
        assert_eq!(again, Value::Object(object), "the type writes other keys than the contract");
        assert!(jsonschema::is_valid(&contract.json_schema(), &again));
    }
}

#[test]
fn every_listed_word_is_a_variant_and_no_other() {
    for contract in builtins() {
        for field in &contract.fields {
            let Kind::Choice(choices) = &field.kind else { continue };
            let mut object = object(contract);
            for choice in choices {
                object.insert(field.key.clone(), json!(choice.word));
                assert!(typed(&contract.name, &object).is_some(), "{} {}", contract.name, choice.word);
            }
            for unlisted in ["approved", "Completed", "", "critical"] {
                object.insert(field.key.clone(), json!(unlisted));
                assert!(typed(&contract.name, &object).is_none(), "{} takes {unlisted}", contract.name);
            }
        }
    }
}

#[test]
fn an_accepted_return_is_typed_by_its_role() {
    let text = "Phase: planning\nStatus: failed\nSteps: 9007199254740991\nArtifact: notes/plan.md\n";
    let source = Source::new(text).unwrap();
    let parsed = read(&source, builtin("planner").unwrap(), &Options::default());
    let Typed::Planner(planner) = Typed::of("planner", parsed.value.as_ref().unwrap()) else { panic!("no planner") };
    assert_eq!((planner.steps, planner.artifact.as_str()), ((1 << 53) - 1, "notes/plan.md"));
    let Typed::Custom(custom) = Typed::of("mine", parsed.value.as_ref().unwrap()) else { panic!("no custom") };
    assert_eq!(custom.values.len(), 4);
}
