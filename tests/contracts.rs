//! The promise of contract files: what the notation allows parses and prints back the same; everything else is
//! refused with the expected code at an exact place; nothing panics. The four built-in contracts, their schemas
//! and prompt blocks are pinned as snapshots, and the notation's page shows only what parses.
#![allow(clippy::disallowed_methods, reason = "fixtures are files")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use return_contract::contract::{Contract, builtin, builtins, parse};
use return_contract::{Diagnostic, Source};
use serde_json::{Value, json};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "contract"));
    files.sort();
    assert!(!files.is_empty(), "{} holds no contract", folder.display());
    files
}

fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

fn contract(text: &str) -> Contract {
    let source = Source::new(text).unwrap();
    parse(&source).unwrap_or_else(|faults| panic!("{}\n{text}", shown(&source, &faults)))
}

/// `line:col code message / help`, one line a fault.
fn shown(source: &Source<'_>, faults: &[Diagnostic]) -> String {
    let mut text = String::new();
    for fault in faults {
        let at = source.position(fault.span.start());
        let place = format!("{}:{}+{}", at.line, at.column, source.get(fault.span).chars().count());
        writeln!(text, "{place} {} {} / {}", fault.rule().code, fault.message(), fault.help()).unwrap();
        for related in &fault.related {
            let at = source.position(related.span.start());
            writeln!(text, "  {}:{} {} `{}`", at.line, at.column, related.what, source.get(related.span)).unwrap();
        }
    }
    text
}

/// What must hold for every text, contract or not.
fn check(text: &str) -> Result<(), TestCaseError> {
    let source = Source::new(text).unwrap();
    match parse(&source) {
        Ok(contract) => {
            prop_assert!(!contract.fields.is_empty() && !contract.name.is_empty());
            let printed = contract.to_notation();
            let again = parse(&Source::new(&printed).unwrap());
            let mut again = again.map_err(|_| TestCaseError::fail(format!("printed and refused:\n{printed}")))?;
            prop_assert_eq!(&again.to_notation(), &printed);
            again.digest.clone_from(&contract.digest);
            prop_assert_eq!(again, contract);
        }
        Err(faults) => {
            prop_assert!(!faults.is_empty());
            prop_assert!(faults.is_sorted_by_key(|fault| fault.span));
            for span in faults.iter().flat_map(|f| f.related.iter().map(|r| r.span).chain([f.span])) {
                prop_assert!(text.get(span.start()..span.end()).is_some(), "{:?} in {:?}", span, text);
            }
            prop_assert!(faults.iter().all(|f| !f.message().is_empty() && !f.help().is_empty()));
        }
    }
    Ok(())
}

#[test]
fn every_ok_file_parses_and_prints_back() {
    let mut printed = String::new();
    for path in files("fixtures/contracts/ok").iter().chain(&files("grammars")) {
        let text = std::fs::read_to_string(path).unwrap();
        check(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        writeln!(printed, "== {}\n{}", stem(path), contract(&text).to_notation()).unwrap();
    }
    insta::assert_snapshot!("printed", printed);
}

#[test]
fn every_err_file_is_refused_with_its_codes() {
    let mut all = String::new();
    for path in files("fixtures/contracts/err") {
        let text = std::fs::read_to_string(&path).unwrap();
        check(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let source = Source::new(&text).unwrap();
        let faults = parse(&source).err().unwrap_or_else(|| panic!("{} was accepted", path.display()));
        let expected: Vec<&str> = text.lines().next().unwrap().strip_prefix("# expect ").unwrap().split(' ').collect();
        let codes: Vec<&str> = faults.iter().map(|fault| fault.rule().code).collect();
        assert_eq!(codes, expected, "{}\n{}", path.display(), shown(&source, &faults));
        writeln!(all, "== {}\n{}", stem(&path), shown(&source, &faults)).unwrap();
    }
    insta::assert_snapshot!("faults", all);
}

#[test]
fn a_file_over_the_limit_is_refused_unread() {
    let text = format!("contract big\nStatus: done\n#{}", "x".repeat(64 << 10));
    let faults = parse(&Source::new(&text).unwrap()).unwrap_err();
    assert_eq!(faults.iter().map(|f| f.rule().code).collect::<Vec<_>>(), ["RC103"]);
    check(&text).unwrap();
    check(&"a:\n".repeat(20_000)).unwrap();
    check(&format!("contract big\nStatus: {}", "a|".repeat(30_000))).unwrap();
    check(&format!("contract big\nStatus = {}: x", "a, ".repeat(20_000))).unwrap();
}

#[test]
fn the_four_roles_are_built_in_in_their_order() {
    let names: Vec<&str> = builtins().iter().map(|contract| contract.name.as_str()).collect();
    assert_eq!(names, ["architect", "planner", "coder", "reviewer"]);
    let mut found: Vec<String> = files("grammars").iter().map(|path| stem(path).to_owned()).collect();
    found.sort_by_key(|name| names.iter().position(|n| n == name));
    assert_eq!(found, names, "a file a role, a role a file");
    for path in files("grammars") {
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(builtin(stem(&path)), Some(&contract(&text)));
        assert!(text.starts_with("# "), "{} says what the role returns", path.display());
    }
    assert_eq!(builtin("plumber"), None);
}

#[test]
fn phases_are_known_by_all_their_names() {
    let coder = builtin("coder").unwrap();
    let known = ["implementation", "parallelReview", "review", "Phase 4", "phase-4a", "Holistic Review"];
    assert!(known.iter().all(|phase| coder.knows_phase(phase)));
    assert!(!coder.knows_phase("planning"));
}

#[test]
fn prompt_blocks_ask_for_the_contract() {
    let blocks: Vec<String> = builtins().iter().map(Contract::prompt_block).collect();
    insta::assert_snapshot!("prompt_blocks", blocks.join("\n"));
    let other = contract(
        "contract other\nVerdict: approved = ok | rejected: <text>\nNotes?: <text>\nFiles?: <list of paths>\nEnd: \"a, b\"\n",
    );
    insta::assert_snapshot!("prompt_block_of_other_kinds", other.prompt_block());
}

#[test]
fn schemas_are_closed_and_current() {
    for contract in builtins() {
        insta::assert_snapshot!(format!("schema_{}", contract.name), contract.json_schema_text());
    }
    let kinds = contract(&std::fs::read_to_string(files("fixtures/contracts/ok").pop().unwrap()).unwrap());
    insta::assert_snapshot!("schema_of_all_types", kinds.json_schema_text());
    for path in files("fixtures/contracts/ok").iter().chain(&files("grammars")) {
        let contract = contract(&std::fs::read_to_string(path).unwrap());
        let schema = contract.json_schema();
        assert!(jsonschema::meta::is_valid(&schema), "{}", path.display());
        let text: Value = serde_json::from_str(&contract.json_schema_text()).unwrap();
        assert_eq!(text, schema, "the text and the value are one schema");
    }
}

#[test]
fn schemas_accept_what_the_contract_allows_and_nothing_else() {
    let coder = builtin("coder").unwrap().json_schema();
    let valid = json!({ "phase": "review", "status": "completed", "qualityGates": "passed", "artifact": "a.md" });
    assert!(jsonschema::is_valid(&coder, &valid));
    let with = |key: &str, value: Value| {
        let mut changed = valid.clone();
        changed[key] = value;
        changed
    };
    for (key, value) in [
        ("status", json!("Completed")),
        ("qualityGates", json!("partial")),
        ("phase", json!("")),
        ("artifact", json!(null)),
        ("extra", json!("x")),
    ] {
        assert!(!jsonschema::is_valid(&coder, &with(key, value)), "{key}");
    }
    let mut missing = valid.clone();
    missing.as_object_mut().unwrap().remove("status");
    assert!(!jsonschema::is_valid(&coder, &missing));

    let planner = builtin("planner").unwrap().json_schema();
    let steps = |n: Value| json!({ "phase": "planning", "status": "completed", "steps": n, "artifact": "p.md" });
    assert!(jsonschema::is_valid(&planner, &steps(json!(0))));
    assert!([json!(-1), json!(1.5), json!("7")].into_iter().all(|n| !jsonschema::is_valid(&planner, &steps(n))));
}

#[test]
fn every_type_has_its_schema() {
    let accepts = |right: &str, value: Value| {
        let schema = contract(&format!("contract one\nValue: {right}\n")).json_schema();
        jsonschema::is_valid(&schema, &json!({ "value": value }))
    };
    let reasoned = |choice: &str, reason: &str| json!({ "choice": choice, "reason": reason });
    assert!(accepts("yes | no: <text>", json!("yes")) && accepts("yes | no: <text>", reasoned("no", "x")));
    assert!(!accepts("yes | no: <text>", json!("no")) && !accepts("yes | no: <text>", reasoned("yes", "x")));
    assert!(accepts("no: <text>", reasoned("no", "x")) && !accepts("no: <text>", reasoned("no", "")));
    assert!(accepts("yes = ok", json!("yes")) && !accepts("yes = ok", json!("ok")));
    assert!(accepts("done is done", json!("done is done")) && !accepts("done is done", json!("done")));
    assert!(
        accepts("<ratio>", json!("0/7")) && !accepts("<ratio>", json!("7/0")) && !accepts("<ratio>", json!("a1/2"))
    );
    assert!(accepts("<decimal 0..1>", json!(1)) && accepts("<decimal 0..1>", json!(0.5)));
    assert!(!accepts("<decimal 0..1>", json!(1.01)) && !accepts("<decimal 0..1>", json!("0.5")));
    assert!(accepts("<bool>", json!(false)) && !accepts("<bool>", json!("false")));
    assert!(accepts("<list of counts>", json!([])) && accepts("<list of counts>", json!([1, 2])));
    assert!(!accepts("<list of counts>", json!([1, -2])) && !accepts("<list of paths>", json!("a.md")));
    let optional = contract("contract one\nValue?: <text>\n").json_schema();
    assert!(jsonschema::is_valid(&optional, &json!({})) && !jsonschema::is_valid(&optional, &json!({ "value": 1 })));
}

#[test]
fn the_page_of_the_notation_shows_only_what_parses() {
    let page = include_str!("../grammars/README.md");
    let blocks: Vec<&str> = page.split("```contract\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect();
    assert!(blocks.len() >= 2);
    for block in blocks {
        contract(block);
    }
    assert!(page.lines().all(|line| line.chars().count() <= 100), "a terminal shows it as it is");
}

/// Pieces of the notation, so that arbitrary sequences come near to contracts.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "contract x", "phases ", "between", "marker", "\n", "\n", "\r\n", "Status", "Label", "Größe", ": ", ":", " = ",
        "?", " | ", "|", ", ", "a", "B c", "\"q, r\"", "\"", "<text>", "<path>", "<count>", "<list of ",
        "<list of paths>", "<decimal ", "0..1", "-1", ">", "<", " # note", "#", " ", "\t", "\u{feff}", "\u{200b}", "ß",
        "s",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        check(&text)?;
        check(&format!("contract x\nStatus: {text}"))?;
        check(&format!("contract x\n{text}: a | b"))?;
    }

    #[test]
    fn pieces_of_the_notation_never_panic(text in pieces()) {
        check(&text)?;
        check(&format!("contract y\n{text}"))?;
    }

    #[test]
    fn mutated_contracts_never_panic(file in 0..1000_usize, at in any::<prop::sample::Index>(), len in 0..4_usize, put in pieces()) {
        let texts: Vec<String> =
            files("fixtures/contracts/ok").iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let text = &texts[file % texts.len()];
        let start = text.floor_char_boundary(at.index(text.len()));
        let end = text.ceil_char_boundary((start + len).min(text.len()));
        check(&format!("{}{put}{}", &text[..start], &text[end..]))?;
        check(&text[..start])?;
    }
}
