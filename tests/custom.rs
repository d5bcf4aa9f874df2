//! Steps and refusals that the four built-in roles cannot show, on a contract of a user's own.
//!
//! A file is named by the code it raises. A tolerated step is accepted (an interpreting one under that ceiling alone),
//! a refused one is not.

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

use std::path::Path;

use return_contract::{Class, Options, Source, contract, read, rules};

#[test]
fn every_file_raises_the_code_of_its_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/custom");
    let text = std::fs::read_to_string(folder.join("tester.contract")).unwrap();
    let tester = contract::parse(&Source::new(&text).unwrap()).unwrap();
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "txt"));
    files.sort();
    assert!(files.len() >= 15);
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let rule = rules::find(name.split('-').next().unwrap()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        invariants::check(text.as_bytes(), &tester);
        let source = Source::new(&text).unwrap();
        let ceiling = if rule.class == Class::Interpreting { Class::Interpreting } else { Class::Normalising };
        let parsed = read(&source, &tester, &Options::accepting(ceiling));
        assert!(parsed.diagnostics.iter().any(|d| d.rule() == rule), "{name}: {:?}", parsed.diagnostics);
        assert_eq!(parsed.outcome.is_accepted(), rule.class != Class::Refused, "{name}: {:?}", parsed.diagnostics);
        let default = read(&source, &tester, &Options::default());
        let within = rule.class <= Class::Normalising;
        assert_eq!(default.outcome.is_accepted(), within, "{name} by default: {:?}", default.diagnostics);
    }
}
