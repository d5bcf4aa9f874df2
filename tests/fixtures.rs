//! Every fixture: what must hold for any text, the verdict its folder promises, and a snapshot of what people read.
//!
//! `fixtures/ok/ROLE/*.txt` is accepted; `fixtures/err/RCnnn/ROLE-name.txt` is not, and raises that code as an error.
//! An `err` fixture that starts to pass turns the build red. The corpus has its own test (`corpus.rs`); here its files
//! run through the invariants only.

#![cfg(feature = "cli")]
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

use std::path::{Path, PathBuf};

use return_contract::render::{self, Checked, Look};
use return_contract::{Options, Parsed, Severity, Source, contract, read, read_bytes};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// Files one level below, in the order of their names.
fn files(under: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for sub in std::fs::read_dir(under).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()) {
        let name = sub.file_name().unwrap().to_str().unwrap().to_owned();
        for file in std::fs::read_dir(&sub).unwrap().map(|e| e.unwrap().path()) {
            if file.extension().is_some_and(|e| e == "txt") {
                found.push((name.clone(), file));
            }
        }
    }
    found.sort();
    found
}

fn shown(role: &str, name: &str, bytes: &[u8]) -> String {
    let contract = contract::builtin(role).unwrap();
    let (source, parsed) = read_bytes(bytes, contract, &Options::default());
    render::human(&Checked { name, contract, source: &source, parsed: &parsed }, Look::default())
}

fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

#[test]
fn ok_fixtures_are_accepted() {
    let all = files(&folder("ok"));
    assert!(all.len() >= 20, "{} ok fixtures", all.len());
    for (role, path) in all {
        let bytes = std::fs::read(&path).unwrap();
        let parsed = invariants::check(&bytes, contract::builtin(&role).unwrap()).unwrap();
        let text = shown(&role, &format!("{role}/{}.txt", stem(&path)), &bytes);
        assert!(parsed.outcome.is_accepted(), "{} is not accepted:\n{text}", path.display());
        insta::assert_snapshot!(format!("ok__{role}__{}", stem(&path)), text);
    }
}

#[test]
fn err_fixtures_are_refused_with_the_code_of_their_folder() {
    let all = files(&folder("err"));
    assert!(all.len() >= 20, "{} err fixtures", all.len());
    for (code, path) in all {
        let bytes = std::fs::read(&path).unwrap();
        let role = stem(&path).split('-').next().unwrap();
        let contract = contract::builtin(role).unwrap();
        invariants::check(&bytes, contract);
        let (_, parsed) = read_bytes(&bytes, contract, &Options::default());
        let text = shown(role, &format!("{code}/{}.txt", stem(&path)), &bytes);
        assert!(!parsed.outcome.is_accepted(), "{} is accepted:\n{text}", path.display());
        let raised = parsed.diagnostics.iter().any(|d| d.rule().code == code && d.severity() == Severity::Error);
        assert!(raised, "{} does not raise {code}:\n{text}", path.display());
        insta::assert_snapshot!(format!("err__{code}__{}", stem(&path)), text);
    }
}

#[test]
fn the_invariants_hold_for_the_corpus_under_every_contract() {
    for entry in std::fs::read_dir(folder("corpus")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "txt") {
            let bytes = std::fs::read(&path).unwrap();
            for contract in contract::builtins() {
                invariants::check(&bytes, contract);
            }
        }
    }
}

/// The text with every edit made that the verdict offers.
fn edited(text: &str, parsed: &Parsed) -> String {
    let mut edits: Vec<_> = parsed.diagnostics.iter().filter_map(|d| d.fix.as_ref()).flat_map(|f| &f.edits).collect();
    edits.sort_by_key(|e| e.span);
    let (mut out, mut at) = (String::new(), 0);
    for edit in edits {
        assert!(edit.span.start() >= at, "two edits overlap at {:?}: {:?}", edit.span, edit.text);
        out.push_str(&text[at..edit.span.start()]);
        out.push_str(&edit.text);
        at = edit.span.end();
    }
    out + &text[at..]
}

#[test]
fn the_edits_on_offer_keep_the_value() {
    for (role, path) in files(&folder("ok")) {
        let bytes = std::fs::read(&path).unwrap();
        let contract = contract::builtin(&role).unwrap();
        let source = Source::from_bytes(&bytes).unwrap();
        let parsed = read(&source, contract, &Options::default());
        let text = edited(source.text(), &parsed);
        let again = read(&Source::new(&text).unwrap(), contract, &Options::default());
        let same = matches!((&parsed.value, &again.value), (Some(a), Some(b)) if a.says_the_same(b));
        assert!(same, "{}: after its edits it reads {:?}:\n{text}", path.display(), again.outcome);
    }
}
