//! The page of rules, `docs/rules.md`, held to the table of rules and to what the reader does.
//!
//! Every rule has one section, every bad example gets its rule and no other error or warning, every good one is
//! accepted. All that is said about the bad examples, so every rule at least once, is held to the house style of
//! messages. Not here: the form of the page, which `rules::page` tests.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write as _;

use return_contract::rules::RULES;
use return_contract::rules::page::{Example, PAGE, Section, sections};
use return_contract::{Class, Contract, Diagnostic, Options, Outcome, Parsed, Severity, Source, contract, read};

/// Rules that cannot be shown alone: the rule, and the warning that always comes with it.
const ALWAYS_WITH: &[(&str, &str)] = &[("RC105", "RC116")];

fn page() -> Vec<Section> {
    sections(PAGE).unwrap()
}

/// What is said about an example. A contract file that parses has no diagnostics.
fn said(section: &Section, example: &Example) -> (Option<Outcome>, Vec<Diagnostic>) {
    let bytes = example.bytes();
    if example.role == "contract" {
        let faults = contract::parse(&Source::from_bytes(&bytes).unwrap()).err();
        return (None, faults.unwrap_or_default());
    }
    let parsed = parsed(&bytes, &contract_of(section, example));
    (Some(parsed.outcome), parsed.diagnostics)
}

fn parsed(bytes: &[u8], contract: &Contract) -> Parsed {
    match Source::from_bytes(bytes) {
        Ok(source) => read(&source, contract, &Options::default()),
        Err(fault) => Parsed::not_text(&Source::readable_beginning(bytes), fault),
    }
}

fn contract_of(section: &Section, example: &Example) -> Contract {
    let contract = match &section.contract {
        Some(text) => contract::parse(&Source::new(text).unwrap()).unwrap(),
        None => {
            contract::builtin(&example.role).unwrap_or_else(|| panic!("{}: {}", section.code, example.role)).clone()
        }
    };
    assert_eq!(contract.name, example.role, "{}", section.code);
    contract
}

#[test]
fn every_rule_has_one_section_in_the_order_of_the_codes() {
    let page = page();
    let written: Vec<(&str, &str)> = page.iter().map(|s| (s.code.as_str(), s.name.as_str())).collect();
    let rules: Vec<(&str, &str)> = RULES.iter().map(|r| (r.code, r.name)).collect();
    assert_eq!(written, rules);
    assert!(rules.windows(2).all(|w| w[0].0 < w[1].0));
}

#[test]
fn the_overview_of_the_page_is_the_table() {
    let mut table = String::from("| rule | shown as | class |\n|---|---|---|\n");
    for rule in RULES {
        let severity = format!("{:?}", rule.severity).to_lowercase();
        let class = format!("{:?}", rule.class).to_lowercase();
        let strict = if rule.strict { "; `--strict` refuses it" } else { "" };
        writeln!(table, "| {} {} | {severity} | {class}{strict} |", rule.code, rule.name).unwrap();
    }
    assert!(PAGE.contains(&table), "the page should hold this table:\n\n{table}");
}

#[test]
fn every_bad_example_gets_its_rule_and_no_other_warning() {
    for section in page() {
        let (outcome, said) = said(&section, &section.bad);
        let codes: Vec<&str> = said.iter().map(|d| d.rule().code).collect();
        assert!(codes.contains(&section.code.as_str()), "{} is not among {codes:?}", section.code);
        let other = said.iter().find(|d| {
            let code = d.rule().code;
            let shown = code == section.code || ALWAYS_WITH.contains(&(section.code.as_str(), code));
            !shown && d.severity() > Severity::Note
        });
        assert!(other.is_none(), "{} also gets {}", section.code, other.unwrap().message());
        if let Some(outcome) = outcome {
            let rule = return_contract::rules::find(&section.code).unwrap();
            let refused = rule.class > Class::Normalising;
            assert_eq!(outcome.is_accepted(), !refused, "{}: {outcome:?}", section.code);
        }
    }
}

#[test]
fn every_good_example_is_accepted_without_a_warning() {
    for section in page() {
        let (outcome, said) = said(&section, &section.good);
        let codes: Vec<&str> = said.iter().map(|d| d.rule().code).collect();
        assert!(!codes.contains(&section.code.as_str()), "{} is among {codes:?}", section.code);
        match outcome {
            Some(outcome) => assert_eq!(outcome, Outcome::Accepted, "{}: {codes:?}", section.code),
            None => assert!(codes.is_empty(), "{}: {codes:?}", section.code),
        }
    }
}

#[test]
fn messages_and_help_keep_the_house_style() {
    for diagnostic in page().iter().flat_map(|section| said(section, &section.bad).1) {
        let (code, message, help) = (diagnostic.rule().code, diagnostic.message(), diagnostic.help());
        assert!(!message.ends_with('.'), "{code}: {message}");
        // `U+00A0` is the name of a character; every other name is quoted.
        let begins_small = !message.starts_with(char::is_uppercase) || message.starts_with("U+");
        assert!(begins_small && !message.is_empty(), "{code}: {message}");
        assert!(help.is_empty() || help.ends_with(['.', '?']), "{code}: {help}");
        assert!(!help.starts_with(char::is_lowercase), "{code}: {help}");
        for text in [&message, &help] {
            assert!(text.trim() == text && !text.contains("  ") && !text.contains('\n'), "{code}: {text:?}");
        }
    }
}
