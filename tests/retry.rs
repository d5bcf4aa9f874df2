//! The retry message: short, safe, and a block that is accepted once it is filled in, and refused as an echo before.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test stops at the first surprise, and reads files"
)]

use std::path::Path;

use proptest::prelude::*;
use return_contract::contract::{Contract, Kind, builtin, builtins};
use return_contract::{Options, Severity, Source, limits, read, retry, safe};

/// What the agent would write for a field, drawn by `seed`.
fn drawn(kind: &Kind, seed: usize) -> String {
    match kind {
        Kind::Choice(choices) => choices.iter().cycle().nth(seed % choices.len()).unwrap().word.clone(),
        Kind::Count => seed.to_string(),
        Kind::Path => format!("notes/file-{seed}.md"),
        _ => "review".to_owned(),
    }
}

/// The message with its block filled in.
fn filled(message: &str, contract: &Contract, seed: usize) -> String {
    contract.fields.iter().fold(message.to_owned(), |text, field| {
        let line = format!("{}: {}\n", field.label, field.kind.notation());
        assert_eq!(text.matches(&line).count(), 1, "{line:?} stands once in {text:?}");
        text.replace(&line, &format!("{}: {}\n", field.label, drawn(&field.kind, seed)))
    })
}

fn holds(text: &str, contract: &Contract, seed: usize) {
    let source = Source::new(text).unwrap();
    let parsed = read(&source, contract, &Options::default());
    let Some(message) = retry::message(contract, &parsed) else {
        assert!(parsed.outcome.is_accepted());
        return;
    };
    assert!(!message.contains(safe::is_unsafe), "{message:?}");
    let errors = parsed.diagnostics.iter().filter(|d| d.severity() == Severity::Error).count();
    assert!(errors != 1 || message.len() <= limits::RETRY_BYTES, "{} bytes: {message}", message.len());
    let unchanged = read(&Source::new(&message).unwrap(), contract, &Options::default());
    let echo = unchanged.diagnostics.iter().any(|d| matches!(d.rule().code, "RC303" | "RC304"));
    assert!(!unchanged.outcome.is_accepted() && echo, "the block unchanged is {:?}:\n{message}", unchanged.outcome);
    let filled = filled(&message, contract, seed);
    let mended = read(&Source::new(&filled).unwrap(), contract, &Options::default());
    assert!(mended.outcome.is_accepted(), "{:?} of:\n{filled}", mended.diagnostics);
}

#[test]
fn the_message_for_every_err_fixture_mends_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/err");
    for code in std::fs::read_dir(folder).unwrap() {
        for file in std::fs::read_dir(code.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let role = path.file_stem().unwrap().to_str().unwrap().split('-').next().unwrap().to_owned();
            // What is no text has no message of its own kind; its block is the same.
            if let Ok(text) = std::fs::read_to_string(&path) {
                holds(&text, builtin(&role).unwrap(), 7);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_message_mends_hostile_values_too(value in "\\PC{0,80}|[\\x00-\\x1f\u{202e}\u{200b}a-z]{0,40}", seed in 0usize..100) {
        for contract in builtins() {
            let mut text = String::new();
            for field in &contract.fields {
                let closed = matches!(field.kind, Kind::Choice(_));
                let value = if closed { value.clone() } else { drawn(&field.kind, seed) };
                text.push_str(&format!("{}: {value}\n", field.label));
            }
            holds(&text, contract, seed);
        }
    }
}

#[test]
fn what_was_written_is_named_and_not_called_missing() {
    let contract = builtin("coder").unwrap();
    let lines =
        |status: &str, gates: &str, artifact: &str| format!("Phase: implementation\n{status}\n{gates}\n{artifact}\n");
    let yaml = |status: &str, gates: &str, artifact: &str| {
        format!("```yaml\nphase: implementation\nstatus: {status}\n{gates}\nartifact: {artifact}\n```\n")
    };
    let headings = |status: &str| {
        format!("## Phase\nimplementation\n\n## Status\n{status}\n\n## Quality gates\npassed\n\n## Artifact\na.md\n")
    };
    let elements = |status: &str| {
        format!(
            "<return>\n<phase>implementation</phase>\n<status>{status}</status>\n<quality-gates>passed</quality-gates>\n\
             <artifact>a.md</artifact>\n</return>\n"
        )
    };
    let (s, g, a) = ("Status: completed", "Quality gates: passed", "Artifact: a.md");
    let y = "qualityGates: passed";
    let table = "| Phase | Status | Quality gates | Artifact |\n|---|---|---|---|\n";
    let row = "| implementation | completed | passed | a.md |\n";
    let texts = [
        ("two rows", format!("{table}{row}{row}")),
        ("a heading over several lines", headings("completed\nall of it")),
        ("a heading over a list", headings("- completed\n- failed")),
        ("a heading over a fence", headings("```\ncompleted\n```")),
        ("a heading over a quotation", headings("> completed")),
        ("a heading over nothing", headings("")),
        ("an element over lines", elements("\ncompleted\nall of it\n")),
        ("a label over its value", lines("Status:\ncompleted", g, a)),
        ("a label over a list", lines("Status:\n- completed", g, a)),
        ("a label over a fence", lines(s, "Quality gates:\n```\npassed\n```", a)),
        ("a label over a quotation", lines(s, "Quality gates:\n> passed\n", a)),
        ("a folded block", yaml("completed", y, ">\n  notes/a.md\n  and more")),
        ("a literal block", yaml("|-\n  completed\n  all of it", y, "a.md")),
        ("a flow list", yaml("completed", y, "[notes/a.md, b.md]")),
        ("a flow map", yaml("completed", y, "{path: notes/a.md}")),
        ("null", yaml("completed", y, "~")),
        ("a nested key", yaml("completed", "checks:\n  qualityGates: passed", "a.md")),
        ("a misspelt label", lines(s, "Quailty gates: passed", a)),
        ("faults before what is missing", "Phase: implementation\nQuality gates: not passed\n".to_owned()),
        ("back-ticks", lines(s, "Quality gates: a`b``c", a)),
        ("nothing", String::new()),
        ("an error of the runner", "API Error: 500 overloaded\n".to_owned()),
    ];
    let mut all = String::new();
    for (name, text) in texts {
        holds(&text, contract, 7);
        let parsed = read(&Source::new(&text).unwrap(), contract, &Options::default());
        let message = retry::message(contract, &parsed).unwrap_or_else(|| panic!("accepted: {text}"));
        let (said, _) = message.split_once("\nEnd your message").unwrap();
        all.push_str(&format!("=== {name}\n{said}\n"));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn the_messages() {
    let show = |role: &str, text: &str| {
        let contract = builtin(role).unwrap();
        retry::message(contract, &read(&Source::new(text).unwrap(), contract, &Options::default())).unwrap_or_default()
    };
    let one = show("reviewer", "Phase: review\nStatus: completed\nCriticality: minor\nArtifact: notes/a.md\n");
    let many = show("coder", "Phase: implementation\nStatus: partial\nQuality gates: not passed\nArtifact: none\n");
    let nothing = show("planner", "All done.\n");
    let conflict = show(
        "reviewer",
        "Phase: review\nStatus: completed\nCriticality: low\nArtifact: a.md\n\nx\n\nPhase: review\nStatus: completed\n\
         Criticality: high\nArtifact: a.md\n",
    );
    insta::assert_snapshot!([one, many, nothing, conflict].join("\n== \n"));
}
