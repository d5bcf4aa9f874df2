//! What must never be accepted in silence: two returns that disagree in any two layouts, a return that is only quoted,
//! a return that is cut.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test stops at the first surprise, and reads files"
)]

use std::path::Path;

use return_contract::{Carrier, Completeness, FinishReason, Options, Outcome, Parsed, Source, Value, contract, read};

const FIELDS: [(&str, &str, &str); 4] = [
    ("Phase", "phase", "review"),
    ("Status", "status", "completed"),
    ("Criticality", "criticality", "low"),
    ("Artifact", "artifact", "notes/a.md"),
];

/// Writes a return with this criticality in one layout, or a text as a quotation.
type Layout = fn(&str) -> String;

fn lines_of(level: &str, line: impl Fn(&str, &str, &str) -> String) -> String {
    FIELDS
        .iter()
        .map(|(label, key, value)| line(label, key, if *key == "criticality" { level } else { value }))
        .collect()
}

fn cells(level: &str, pick: fn((&str, &str, &str)) -> String) -> String {
    let cells: Vec<String> =
        FIELDS.iter().map(|(l, k, v)| pick((l, k, if *k == "criticality" { level } else { v }))).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Every layout that is read, with the carrier it is said to be.
const LAYOUTS: &[(&str, Carrier, Layout)] = &[
    ("lines", Carrier::LabelledLines, |v| lines_of(v, |l, _, v| format!("{l}: {v}\n"))),
    ("bold bullets", Carrier::LabelledLines, |v| lines_of(v, |l, _, v| format!("- **{l}:** `{v}`\n"))),
    ("one line", Carrier::OneLine, |v| {
        lines_of(v, |l, _, v| format!("{l}: {v}, ")).trim_end_matches(", ").to_owned() + "\n"
    }),
    ("fence", Carrier::LabelledLines, |v| format!("```\n{}```\n", lines_of(v, |l, _, v| format!("{l}: {v}\n")))),
    ("json", Carrier::Json, |v| {
        format!("{{{}}}\n", lines_of(v, |_, k, v| format!("\"{k}\": \"{v}\", ")).trim_end_matches(", "))
    }),
    ("json fence", Carrier::Json, |v| {
        format!(
            "```json\n{{\n{}\n}}\n```\n",
            lines_of(v, |_, k, v| format!("  \"{k}\": \"{v}\",\n")).trim_end_matches(",\n")
        )
    }),
    ("yaml", Carrier::Yaml, |v| format!("RETURN:\n{}", lines_of(v, |_, k, v| format!("  {k}: {v}  # said so\n")))),
    ("yaml fence", Carrier::Yaml, |v| format!("```yaml\n{}```\n", lines_of(v, |_, k, v| format!("{k}: {v}\n")))),
    ("table", Carrier::Table, |v| {
        format!("| Field | Value |\n|---|---|\n{}", lines_of(v, |l, _, v| format!("| **{l}** | {v} |\n")))
    }),
    ("table row", Carrier::Table, |v| {
        format!("{}|---|---|---|---|\n{}", cells(v, |(l, _, _)| l.to_owned()), cells(v, |(_, _, v)| v.to_owned()))
    }),
    ("headings", Carrier::Heading, |v| lines_of(v, |l, _, v| format!("## {l}\n\n{v}\n\n"))),
    ("elements", Carrier::Element, |v| {
        format!("<return>\n{}</return>\n", lines_of(v, |_, k, v| format!("<{k}>{v}</{k}>\n")))
    }),
    ("elements in a row", Carrier::Element, |v| lines_of(v, |_, k, v| format!("<{k}>{v}</{k}>")) + "\n"),
];

fn verdict(role: &str, text: &str) -> Parsed {
    read(&Source::new(text).unwrap(), contract::builtin(role).unwrap(), &Options::default())
}

fn level(parsed: &Parsed) -> Option<String> {
    parsed.value.as_ref()?.get("criticality").map(Value::to_string)
}

#[test]
fn every_layout_gives_the_same_fields() {
    for (name, carrier, layout) in LAYOUTS {
        let text = format!("The diff is sound.\n\n{}", layout("low"));
        let parsed = verdict("reviewer", &text);
        let value = parsed.value.as_ref().unwrap_or_else(|| panic!("{name}: {:?}\n{text}", parsed.diagnostics));
        assert_eq!(value.fields.len(), 4, "{name}");
        assert_eq!(level(&parsed).as_deref(), Some("low"), "{name}");
        assert!(value.fields.iter().all(|f| f.carrier == *carrier), "{name}: {:?}", value.fields);
        let warned = parsed.outcome == Outcome::AcceptedWithWarnings;
        assert_eq!(warned, *name != "lines", "{name}: {:?}", parsed.diagnostics);
    }
}

#[test]
fn two_returns_that_disagree_are_never_one_value_in_silence() {
    for (first, _, a) in LAYOUTS {
        for (second, _, b) in LAYOUTS {
            let same = verdict("reviewer", &format!("{}\nSome words.\n\n{}", a("low"), b("low")));
            assert_eq!(level(&same).as_deref(), Some("low"), "{first} and {second}: {:?}", same.diagnostics);
            assert!(
                same.diagnostics.iter().any(|d| d.rule().code == "RC224"),
                "{first} and {second}: the twin is not said"
            );
            let other = verdict("reviewer", &format!("{}\nSome words.\n\n{}", a("low"), b("high")));
            assert_eq!(other.outcome, Outcome::Ambiguous, "{first} and {second}: {:?}", other.diagnostics);
            assert_eq!(other.readings.len(), 2, "{first} and {second}");
        }
    }
}

#[test]
fn a_label_behind_the_return_that_says_something_else_refuses_it() {
    for (name, _, layout) in LAYOUTS {
        for stray in ["Criticality: high\n", "**Criticality**: high\n", "criticality: high\n", "- Criticality: high\n"]
        {
            let parsed = verdict("reviewer", &format!("{}\nSome words.\n\n{stray}\nThat is all.\n", layout("low")));
            assert_eq!(parsed.outcome, Outcome::Rejected, "{name}, {stray:?}: {:?}", parsed.diagnostics);
        }
    }
}

#[test]
fn a_quoted_return_is_none() {
    let quotes: &[(&str, Layout)] = &[
        ("block quote", |t| t.lines().map(|l| format!("> {l}\n")).collect()),
        ("comment", |t| format!("<!--\n{t}-->\n")),
        ("reasoning", |t| format!("<think>\n{t}</think>\n")),
        ("example element", |t| format!("<example>\n{t}</example>\n")),
        ("example fence", |t| format!("For example:\n\n`````\n{t}`````\n")),
        ("log fence", |t| format!("`````log\n{t}`````\n")),
    ];
    for (how, quote) in quotes {
        for (name, _, layout) in LAYOUTS {
            let alone = verdict("reviewer", &format!("I looked at it.\n\n{}\nThe end of it.\n", quote(&layout("low"))));
            assert!(!alone.outcome.is_accepted(), "{name} in a {how}: {:?}", alone.value);
            let behind = format!("{}\nSome words.\n\n{}", LAYOUTS[0].2("low"), quote(&layout("high")));
            let behind = verdict("reviewer", &behind);
            assert!(level(&behind).is_none_or(|l| l == "low"), "{name} in a {how}");
            assert!(
                behind.outcome != Outcome::Accepted || !behind.diagnostics.is_empty(),
                "{name} in a {how}: nothing said"
            );
        }
    }
}

#[test]
fn a_cut_return_is_refused_or_says_the_same() {
    for (name, _, layout) in LAYOUTS {
        let text = format!("The diff is sound.\n\n{}", layout("low"));
        let whole = verdict("reviewer", &text).value.unwrap();
        for end in (0..text.len()).filter(|e| text.is_char_boundary(*e)) {
            let cut = verdict("reviewer", &text[..end]);
            let Some(value) = &cut.value else { continue };
            if !value.says_the_same(&whole) {
                // Only the last value may be shorter, and nobody is told that the return is whole.
                let differing: Vec<_> =
                    value.fields.iter().zip(&whole.fields).filter(|(a, b)| a.value != b.value).collect();
                assert!(differing.iter().all(|(a, _)| a.span.end() == end), "{name} cut at {end}: {:?}", &text[..end]);
                assert_eq!(cut.completeness, Completeness::Unknown, "{name} cut at {end}: {:?}", &text[..end]);
            }
        }
    }
}

/// The files of `fixtures/ok`, with their roles.
fn ok_fixtures() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ok")).unwrap() {
        let folder = folder.unwrap().path();
        let role = folder.file_name().unwrap().to_str().unwrap().to_owned();
        for file in std::fs::read_dir(folder).unwrap() {
            found.push((role.clone(), std::fs::read_to_string(file.unwrap().path()).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn every_ok_fixture_quoted_whole_is_no_return() {
    for (role, text) in ok_fixtures() {
        let quoted: String = text.split_inclusive(['\n', '\r']).map(|l| format!("> {l}")).collect();
        // An inner fence, comment or element would end the outer one.
        let plain = !["-->", "```", "~~~", "think", "<!--"].iter().any(|mark| text.contains(mark));
        let mut quotations = vec![quoted];
        if plain {
            quotations.push(format!("For example:\n\n``````\n{text}\n``````\n"));
            quotations.push(format!("<!--\n{text}\n-->\n"));
            quotations.push(format!("<think>\n{text}\n</think>\n"));
        }
        for quoted in quotations {
            let parsed = verdict(&role, &quoted);
            assert!(!parsed.outcome.is_accepted(), "{role}, quoted whole:\n{quoted}");
        }
    }
}

/// Another return of the role, that no fixture holds.
fn another(role: &str) -> &'static str {
    match role {
        "architect" => "Phase: architecture\nStatus: failed\nImpact: high\nArtifact: other/one.md\n",
        "planner" => "Phase: planning\nStatus: failed\nSteps: 97\nArtifact: other/one.md\n",
        "coder" => "Phase: implementation\nStatus: failed\nQuality gates: skipped\nArtifact: other/one.md\n",
        _ => "Phase: review\nStatus: failed\nCriticality: medium\nArtifact: other/one.md\n",
    }
}

#[test]
fn a_second_different_return_behind_an_ok_fixture_is_never_accepted_in_silence() {
    for (role, text) in ok_fixtures() {
        let parsed = verdict(&role, &format!("{text}\n\nSome more words.\n\n{}", another(&role)));
        // An open fence, comment or quotation may hold the second one; then that is said.
        let said = parsed.diagnostics.iter().any(|d| matches!(d.rule().code, "RC128" | "RC220" | "RC221" | "RC225"));
        assert!(!parsed.outcome.is_accepted() || said, "{role}: {:?}\n{text}", parsed.value);
    }
}

#[test]
fn every_cut_of_a_fixture_with_one_record_is_refused_or_says_the_same() {
    for (role, text) in ok_fixtures() {
        let parsed = verdict(&role, &text);
        let whole = parsed.value.unwrap();
        let several = ["RC220", "RC221", "RC222", "RC223", "RC224", "RC225", "RC226", "RC230", "RC128"];
        if parsed.diagnostics.iter().any(|d| several.contains(&d.rule().code)) {
            continue;
        }
        for end in (whole.span.start()..text.len()).filter(|e| text.is_char_boundary(*e)) {
            let cut = verdict(&role, &text[..end]);
            let Some(value) = &cut.value else { continue };
            let differing = value.fields.iter().zip(&whole.fields).filter(|(a, b)| a.value != b.value);
            for (field, _) in differing {
                assert!(field.span.end() + 2 >= end, "{role}, cut at {end}: {:?}", &text[..end]);
                assert_eq!(cut.completeness, Completeness::Unknown, "{role}, cut at {end}: {:?}", &text[..end]);
            }
        }
    }
}

#[test]
fn a_finish_reason_settles_whether_the_last_value_is_whole() {
    let text = "Phase: review\nStatus: completed\nCriticality: low\nArtifact: notes/a";
    let source = Source::new(text).unwrap();
    let by = |reason| read(&source, contract::builtin("reviewer").unwrap(), &Options::default().finished_by(reason));
    let told = |p: &Parsed| (p.completeness, p.outcome.is_accepted());
    assert_eq!(told(&by(None)), (Completeness::Unknown, true));
    assert_eq!(told(&by(Some(FinishReason::Stop))), (Completeness::Proven, true));
    assert_eq!(told(&by(Some(FinishReason::Length))), (Completeness::Truncated, false));
    let open = format!("```\n{text}.md\n");
    let fence = Source::new(&open).unwrap();
    let length = Options::default().finished_by(Some(FinishReason::Length));
    let cut = read(&fence, contract::builtin("reviewer").unwrap(), &length);
    assert_eq!(told(&cut), (Completeness::Truncated, false), "a fence that was never closed goes on");
    let whole = format!("{text}.md\n");
    let whole = Source::new(&whole).unwrap();
    let length = Options::default().finished_by(Some(FinishReason::Length));
    assert_eq!(told(&read(&whole, contract::builtin("reviewer").unwrap(), &length)), (Completeness::Proven, true));
}

/// Where the element or front matter round a return is not closed, nothing proves that the return is whole.
#[test]
fn an_open_wrapper_proves_nothing() {
    let contract = contract::builtin("reviewer").unwrap();
    let elements = "<return>\n<phase>review</phase>\n<status>completed</status>\n<criticality>low</criticality>\n\
                    <artifact>r.md</artifact>\n";
    let yaml = "---\nphase: review\nstatus: completed\ncriticality: low\nartifact: r.md\n";
    let told = |text: &str, finish_reason| {
        let options = Options::default().finished_by(finish_reason);
        let parsed = read(&Source::new(text).unwrap(), contract, &options);
        (parsed.completeness, parsed.outcome.is_accepted())
    };
    for (whole, open) in [(elements, ["", "<", "</", "</retu", "</return"]), (yaml, ["", "-", "--", "", ""])] {
        for cut in open {
            let text = format!("{whole}{cut}");
            assert_eq!(told(&text, None), (Completeness::Unknown, true), "{text:?}");
            let length = Some(FinishReason::Length);
            assert_eq!(told(&text, length), (Completeness::Truncated, false), "{text:?}");
        }
    }
    for closed in [format!("{elements}</return>\n"), format!("{yaml}---\n")] {
        assert_eq!(told(&closed, None).0, Completeness::Proven, "{closed:?}");
    }
}
