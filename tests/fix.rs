//! `fix`: the values stay, the canonical form is reached, a second run changes nothing, and without `--unsafe` every
//! word stays.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise, and reads files"
)]

use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::*;
use return_contract::contract::{Contract, builtin, builtins};
use return_contract::fix::{Fixed, fix};
use return_contract::problem::Problem;
use return_contract::{Class, Options, Parsed, Source, read};

fn verdict(text: &str, contract: &Contract, options: &Options) -> Parsed {
    read(&Source::new(text).unwrap(), contract, options)
}

fn fixed(text: &str, contract: &Contract, options: &Options, drop_too: bool) -> Option<Fixed> {
    let source = Source::new(text).unwrap();
    fix(&source, contract, &read(&source, contract, options), options, drop_too)
}

/// What `fix --unsafe` leaves: what speaks of the text round the return, or of what a value says and not of how.
const LEFT: &[&str] = &[
    "RC115", // a return in a list item that goes on keeps its indentation
    "RC135", // an unknown field behind the last one of the return
    "RC137", "RC220", "RC221", "RC222", "RC223", "RC226", "RC227", "RC228", "RC230", "RC325", "RC340", "RC403",
];

/// Whether the lines of a text, but for edges of fences and tags, stand in another in their order.
fn stands_in(lines: &str, text: &str) -> Option<String> {
    let ends = ['\n', '\r'];
    let mut there = text.split(ends).map(str::trim);
    let kept = |line: &&str| !line.is_empty() && !line.starts_with(['`', '~', '<']) && *line != "---";
    let lines = lines.trim_start_matches('\u{feff}').split(ends).map(str::trim).filter(kept);
    lines.map(str::to_owned).find(|line| !there.any(|other| other == line))
}

/// Fixes a text both ways and holds the promises to it; nothing for a text without a value.
fn holds(name: &str, text: &str, contract: &Contract, options: &Options) {
    let parsed = verdict(text, contract, options);
    let Some(value) = &parsed.value else {
        assert!(fixed(text, contract, options, true).is_none(), "{name}");
        return;
    };
    for drop_too in [false, true] {
        let Fixed { text: new, held_back, resists, .. } = fixed(text, contract, options, drop_too).unwrap();
        let again = verdict(&new, contract, options);
        let same = again.value.as_ref().is_some_and(|v| v.says_the_same(value));
        assert!(same, "{name}: the fixed text is {:?}\n{:?}\n{new}", again.outcome, again.diagnostics);
        assert_eq!(
            fixed(&new, contract, options, drop_too).unwrap().text,
            new,
            "{name}: a second run changes something"
        );
        if held_back == 0 && !resists {
            let left: Vec<_> = again.diagnostics.iter().filter(|d| !LEFT.contains(&d.rule().code)).collect();
            assert!(left.is_empty(), "{name}: after fixing still {left:?}\n{new}");
        }
        assert!(!resists || new == text, "{name}: resists, and is another text");
        if !drop_too {
            for part in [&text[..value.place.start()], &text[value.place.end()..]] {
                let lost = stands_in(part, &new);
                assert!(lost.is_none(), "{name}: {lost:?} is lost\n{new}");
            }
            for diagnostic in &parsed.diagnostics {
                if let Problem::TrailingNote { note, .. } = &diagnostic.problem {
                    assert!(new.contains(note.as_str()), "{name}: the note {note:?} is lost\n{new}");
                }
            }
        }
    }
}

fn fixtures(folder: &str) -> impl Iterator<Item = std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}

#[test]
fn every_ok_fixture_is_fixed() {
    let mut resisting = String::new();
    for path in fixtures("ok").flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path())) {
        let role = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let contract = builtin(role).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let options = Options::default();
        holds(&path.display().to_string(), &text, contract, &options);
        if fixed(&text, contract, &options, true).unwrap().resists {
            writeln!(resisting, "{role} {}", path.file_stem().unwrap().display()).unwrap();
        }
    }
    assert_eq!(resisting, "", "these are not fixed, also with --unsafe");
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
            for class in [Class::Normalising, Class::Interpreting] {
                holds(&format!("{set}/{file}"), &text, contract, &Options::accepting(class));
            }
        }
    }
}

#[test]
fn every_hostile_text_that_is_accepted_is_fixed() {
    for path in fixtures("hostile").filter(|p| p.extension().is_some_and(|e| e == "txt")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for contract in builtins() {
            for options in [Options::default(), Options::default().and_strict()] {
                holds(&path.display().to_string(), &text, contract, &options);
            }
        }
    }
}

/// A return in some layout, with some text round it, and some line end.
fn a_return() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "", "Done.", "- item", "  more of the item", "```", "```yaml", "<return>", "</return>", "<note>x</note>",
        "---", "# Result", "Final:", "return:", "> quoted", "agentId: a7f3c19", "Commits: 2", "files:", "  - a.rs",
        "| a | b |", "{\"a\": 1}",
    ]);
    // One layout for all fields, and a line among them now and then: most of the texts are accepted.
    let layout = prop::sample::select(vec![
        "L: V", "- **L:** V", "  L: V", "| L | V |", "<L>V</L>", "## L\nV", "L: V # note", "1. L: V", "> L: V",
        "\"L\": \"V\",",
    ]);
    let value = |values: Vec<&'static str>| prop::sample::select(values);
    let values = (
        value(vec!["implementation", "Implementation."]),
        value(vec!["completed", "Completed", "failed (no tests)", "~~failed~~ completed"]),
        value(vec!["passed", "pass", "`passed`", "passed (all 12)"]),
        value(vec!["notes/a.md", "written to `notes/a.md`", "notes/a.md (new)"]),
    );
    let some = |n| prop::collection::vec(line.clone(), 0..n);
    let between = prop_oneof![4 => Just(None), 1 => line.clone().prop_map(Some)];
    let ends = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    let text = (some(4), layout, values, between, some(4), ends, any::<bool>());
    text.prop_map(|(before, layout, (a, b, c, d), between, behind, end, open)| {
        let field = |label: &str, value: &str| {
            let label = if layout.starts_with('<') { label.replace(' ', "_").to_lowercase() } else { label.to_owned() };
            layout.replace('L', &label).replace('V', value)
        };
        let mut lines: Vec<String> = before.into_iter().map(str::to_owned).collect();
        if layout.starts_with('"') {
            lines.push("{".to_owned());
        }
        lines.extend([field("Phase", a), field("Status", b)]);
        lines.extend(between.map(str::to_owned));
        lines.extend([field("Quality gates", c), field("Artifact", d)]);
        if layout.starts_with('"') {
            lines.push("}".to_owned());
        }
        lines.extend(behind.into_iter().map(str::to_owned));
        let text = lines.join("\n") + if open { "" } else { "\n" };
        text.replace('\n', end)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_layout_in_any_surroundings_is_fixed(text in a_return()) {
        holds(&format!("{text:?}"), &text, builtin("coder").unwrap(), &Options::default());
    }
}

/// A text before and behind, for a snapshot.
fn shown(text: &str) -> String {
    let contract = builtin("coder").unwrap();
    let mut shown = String::new();
    for drop_too in [false, true] {
        let Fixed { text: new, held_back, resists, unseen, .. } =
            fixed(text, contract, &Options::default(), drop_too).unwrap_or_else(|| panic!("refused: {text}"));
        let how = if drop_too { "--unsafe" } else { "fix" };
        writeln!(shown, "--- {how}: {held_back} held back, resists: {resists}, unseen: {unseen:?}").unwrap();
        shown.push_str(&new.escape_debug().to_string().replace("\\r\\n", "\\r\n").replace("\\n", "\n"));
    }
    shown
}

#[test]
fn what_stands_round_a_return_stays() {
    let lines = |text: &str| {
        format!("{text}phase: implementation\nstatus: completed\nqualityGates: passed\nartifact: notes/a.md\n")
    };
    let yaml = "  phase: implementation\n  status: completed\n  qualityGates: passed\n  artifact: notes/a.md\n";
    let elements = "<phase>implementation</phase>\n<status>completed</status>\n<quality-gates>passed</quality-gates>\n<artifact>notes/a.md</artifact>\n";
    let table = "  | Field | Value |\n  |---|---|\n  | Phase | implementation |\n  | Status | completed |\n  | Quality gates | passed |\n  | Artifact | notes/a.md |\n";
    let draft = yaml.replace("completed", "failed").replace("passed", "failed");
    let texts = [
        ("two records in one fence", format!("```yaml\ndraft:\n{draft}final:\n{yaml}```\n")),
        ("an earlier round in one fence", format!("```yaml\nround_1:\n{draft}final:\n{yaml}```\n")),
        ("a list of an unknown key behind", lines("```yaml\n") + "files:\n  - a.rs\n  - b.rs\n```\n"),
        (
            "a list of an unknown key between",
            lines("```yaml\n").replace("artifact", "files:\n  - a.rs\nartifact") + "```\n",
        ),
        ("front matter with more", lines("---\ntitle: notes\n") + "---\nBody.\n"),
        ("a foreign element among elements", format!("<return>\n{elements}<note>hello</note>\n</return>\n")),
        ("wrappers alone", format!("<report>\n<return>\n{elements}</return>\n</report>\n")),
        ("a fence in an element", format!("<return>\n```\n{}```\n</return>\n", lines(""))),
        ("a fence that is never closed", lines("Text.\n\n```\n")),
        ("the same with code above", lines("Text.\n\n~~~~\ncode\n\n")),
        ("the same with text below", lines("Text.\n\n```yaml\n") + "\nmore words\n"),
        ("a table in a list item that goes on", format!("- Result:\n\n{table}\n  more of the item\n- next\n")),
        ("a table at the end of a list item", format!("- Result:\n\n{table}\n- next\n")),
        ("a note", lines("").replace("passed", "passed (keepnote)")),
        ("comments in YAML", lines("```yaml\n# the result\n").replace("completed", "completed # all steps") + "```\n"),
        ("a struck-out value", lines("").replace("completed", "~~failed~~ completed")),
        ("lone CR", lines("Hello.\n\n").replace('\n', "\r")),
        ("CRLF", lines("Hello.\n\n").replace('\n', "\r\n")),
        ("CRLF, and the text ends in the value", lines("").trim_end().replace('\n', "\r\n")),
        ("a byte order mark", lines("\u{feff}")),
        ("a byte order mark before prose", lines("\u{feff}Hello.\n\n")),
        (
            "a trailer",
            lines("") + "agentId: a7f3c19 (for resuming)\n<usage>total_tokens: 48211\ntool_uses: 3</usage>\n",
        ),
        (
            "a trailer that is not the harness's to the letter",
            lines("") + "agentId: a7f3c19 (use SendMessage with to: 'a7f3c19')\n<usage>total_tokens: 48211</usage>\n",
        ),
    ];
    let mut all = String::new();
    for (name, text) in texts {
        holds(name, &text, builtin("coder").unwrap(), &Options::default());
        writeln!(all, "=== {name}\n{}", shown(&text)).unwrap();
    }
    insta::assert_snapshot!(all);
}
