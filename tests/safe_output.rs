//! No text of an agent reaches a terminal or a log as anything but text: every unsafe character, any span, any length.

#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use proptest::prelude::*;
use return_contract::diagnostic::{Edit, Fix};
use return_contract::render::{self, Checked, Look, Summary, json};
use return_contract::safe::is_unsafe;
use return_contract::{Contract, Diagnostic, NotText, Outcome, Parsed, Problem, Source, contract, limits};

/// The set of robustness.md B6, written out once more so that a slip in `safe` is seen.
fn unsafe_set() -> impl Iterator<Item = char> {
    let ranges = [
        (0x0, 0x8),
        (0xb, 0x1f),
        (0x7f, 0x9f),
        (0x61c, 0x61c),
        (0x200b, 0x200f),
        (0x2028, 0x202e),
        (0x2060, 0x2069),
        (0xfeff, 0xfeff),
        (0xe0000, 0xe007f),
    ];
    ranges.into_iter().flat_map(|(first, last)| (first..=last).filter_map(char::from_u32))
}

fn reviewer() -> &'static Contract {
    contract::builtin("reviewer").unwrap()
}

fn verdict(source: &Source<'_>, diagnostics: Vec<Diagnostic>) -> Parsed {
    let mut parsed = Parsed::not_text(source, NotText::TooLarge { len: 0 });
    parsed.outcome = Outcome::Rejected;
    parsed.diagnostics = diagnostics;
    parsed
}

/// A diagnostic that holds a text everywhere a text can stand.
fn about(source: &Source<'_>, span: return_contract::Span, text: &str) -> Diagnostic {
    let problem = Problem::MissingField { field: text.into(), add: text.into(), near: Some(text.into()) };
    let mut diagnostic = Diagnostic::new(problem, span).related(source.span(0, 3), text).related(source.end(), text);
    diagnostic.fix = Some(Fix { safe: false, edits: vec![Edit { span, text: text.into() }] });
    diagnostic
}

/// Every output for one verdict; colour codes taken out of the coloured one.
fn outputs(name: &str, source: &Source<'_>, parsed: &Parsed) -> Vec<String> {
    let checked = Checked { name, contract: reviewer(), source, parsed };
    let report = json::Report::of(&checked);
    let wide = Look { colour: false, width: 200 };
    let coloured = render::human(&checked, Look { colour: true, ..Look::default() });
    vec![
        render::human(&checked, Look::default()),
        render::human(&checked, wide),
        without_colour(&coloured),
        render::complaints(&checked, Look::default()),
        render::broken_contract(name, source, &parsed.diagnostics, Look::default()),
        render::concise(name, source, &parsed.diagnostics),
        json::line(&report).unwrap(),
        json::envelope(&[report], &Summary::default()).unwrap(),
    ]
}

/// Takes out `ESC [ digits ; m`, and nothing else.
fn without_colour(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        out.push_str(rest.strip_prefix('m').expect("a colour code"));
    }
    out
}

fn assert_safe(outputs: &[String]) {
    for output in outputs {
        assert_eq!(output.chars().find(|&c| is_unsafe(c)), None, "{output:?}");
    }
}

fn assert_json_reads(outputs: &[String]) {
    for json in &outputs[outputs.len() - 2..] {
        serde_json::from_str::<serde_json::Value>(json).unwrap();
    }
}

#[test]
fn the_set_is_that_of_the_design() {
    let all: Vec<char> = (0..=0x10_ffff).filter_map(char::from_u32).filter(|&c| is_unsafe(c)).collect();
    assert_eq!(all, unsafe_set().collect::<Vec<_>>());
}

#[test]
fn every_unsafe_character_is_shown_and_never_sent() {
    for c in unsafe_set() {
        let text = format!("a{c}b\nPhase: {c}{c} x\n{c}\n");
        let source = Source::new(&text).unwrap();
        let at = text.find(c).unwrap();
        let spans = [source.span(at, at + c.len_utf8()), source.span(0, text.len()), source.end(), source.span(at, at)];
        let diagnostics = spans.into_iter().map(|span| about(&source, span, &format!("m{c}m"))).collect();
        let outputs = outputs(&format!("d/{c}.txt"), &source, &verdict(&source, diagnostics));
        assert_safe(&outputs);
        assert_json_reads(&outputs);
        let shown = format!("\\u{{{:x}}}", u32::from(c));
        assert!(outputs[..6].iter().all(|o| o.contains(&shown)), "{shown} is not shown");
        let back: serde_json::Value = serde_json::from_str(&outputs[6]).unwrap();
        assert_eq!(back["path"], format!("d/{c}.txt"), "JSON still says the same");
    }
}

#[test]
fn a_label_at_column_70_000_of_one_line_is_drawn() {
    let text = format!("{}Status: failed{}", "x".repeat(70_000), "y".repeat(70_000));
    let source = Source::new(&text).unwrap();
    let span = source.span(70_008, 70_014);
    let outputs = outputs("long.txt", &source, &verdict(&source, vec![about(&source, span, "there")]));
    assert_safe(&outputs);
    let human = &outputs[0];
    assert!(human.contains("[long.txt:1:70009]"), "{human}");
    let line = human.lines().find(|l| l.contains("Status: failed")).unwrap();
    let under = human.lines().skip_while(|l| !l.contains("Status: failed")).nth(1).unwrap();
    let column = |l: &str, what: &str| l[..l.find(what).unwrap()].chars().count();
    assert_eq!(column(line, "failed"), column(under, "──────"), "{human}");
    assert!(human.lines().all(|l| l.chars().count() <= 100), "{human}");
}

#[test]
fn output_is_bounded_whatever_the_text() {
    let line = "\u{e0001}".repeat(200_000);
    let lines = "ä\u{7f}\r".repeat(200_000);
    for text in [line, lines] {
        let source = Source::new(&text).unwrap();
        let diagnostics: Vec<Diagnostic> = (0..limits::DIAGNOSTICS)
            .map(|n| {
                let span = source.span(n * 5_000, text.len() - n * 100);
                let words = source.get(source.span(0, 8_000));
                (0..50).fold(about(&source, span, words), |d, m| d.related(source.span(m * 90, m * 99), words))
            })
            .collect();
        let parsed = verdict(&source, diagnostics);
        let checked = Checked { name: &text, contract: reviewer(), source: &source, parsed: &parsed };
        let human = render::human(&checked, Look { colour: true, width: 200 });
        assert!(without_colour(&human).len() <= limits::HUMAN_BYTES, "{}", human.len());
        assert!(human.contains("… and "), "what is left out is counted");
    }
}

/// Text as hostile as a terminal knows it, with all three line ends.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z:*` ]{1,12}",
        2 => prop::sample::select(vec!["\n", "\r\n", "\r", "\t", "\u{2028}", "\u{1b}[31m", "\u{1b}]8;;x\u{1b}\\", "\0"])
            .prop_map(str::to_owned),
        1 => prop::sample::select(unsafe_set().collect::<Vec<_>>()).prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
        1 => "[x漢é\u{301}👩]{50,300}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_span_in_any_text_is_drawn_and_safe(
        text in hostile(),
        spans in prop::collection::vec((0usize..4_000, 0usize..4_000), 1..6),
        width in 0usize..250,
    ) {
        let source = Source::new(&text).unwrap();
        let span = |(a, b): (usize, usize)| {
            let (a, b) = (a % (text.len() + 1), b % (text.len() + 1));
            source.span(a.min(b), a.max(b))
        };
        let mut diagnostic = about(&source, span(spans[0]), &text);
        for &place in &spans {
            diagnostic = diagnostic.related(span(place), "place");
        }
        let parsed = verdict(&source, vec![diagnostic]);
        let outputs = outputs(&text, &source, &parsed);
        assert_safe(&outputs);
        assert_json_reads(&outputs);
        let checked = Checked { name: "x", contract: reviewer(), source: &source, parsed: &parsed };
        let human = render::human(&checked, Look { colour: false, width });
        assert_safe(&[human]);
    }
}
