//! What the renderers make of verdicts built by hand: the layout a person sees, the keys a machine reads.

use super::json::Report;
use super::*;
use crate::diagnostic::{Edit, Fix};
use crate::parsed::{Carrier, Completeness, FieldValue, Return, Value};
use crate::problem::Problem;
use crate::{contract, limits};

const TEXT: &str = "Review done.\n\nPhase: review\nStatus: completed\nCriticality: **low** (naming)\nArtifact: notes/review.md\n\n\
    Phase: review\nStatus: completed\nCriticality: high\nArtifact: notes/review.md\n";

/// A verdict by hand; spans are found by the words they cover.
struct Made<'a> {
    source: Source<'a>,
    parsed: Parsed,
}

impl<'a> Made<'a> {
    fn of(text: &'a str) -> Made<'a> {
        let source = Source::new(text).unwrap();
        let mut parsed = Parsed::not_text(&source, crate::NotText::TooLarge { len: 0 });
        parsed.diagnostics.clear();
        Made { source, parsed }
    }

    fn span(&self, words: &str) -> crate::Span {
        let start = self.source.text().find(words).unwrap();
        self.source.span(start, start + words.len())
    }

    fn says(mut self, problem: Problem, words: &str) -> Self {
        let span = self.span(words);
        self.parsed.diagnostics.push(Diagnostic::new(problem, span));
        self
    }

    fn accepted(mut self, outcome: Outcome, values: &[(&str, Value, &str)]) -> Self {
        let reading = self.reading(values);
        self.parsed.outcome = outcome;
        self.parsed.completeness = Completeness::Proven;
        self.parsed.value = Some(reading);
        self
    }

    fn reading(&self, values: &[(&str, Value, &str)]) -> Return {
        let fields = values.iter().enumerate().map(|(field, (key, value, words))| FieldValue {
            field,
            key: (*key).to_owned(),
            value: value.clone(),
            span: self.span(words),
            carrier: Carrier::LabelledLines,
        });
        let span = self.source.span(0, 1);
        Return { fields: fields.collect(), span, place: span, says_more: false }
    }

    fn checked<T>(&self, show: impl FnOnce(&Checked<'_>) -> T) -> T {
        let contract = contract::builtin("reviewer").unwrap();
        show(&Checked { name: "returns/review-2.txt", contract, source: &self.source, parsed: &self.parsed })
    }

    fn human(&self) -> String {
        self.checked(|checked| human(checked, Look::default()))
    }
}

fn note() -> Problem {
    Problem::TrailingNote { field: "Criticality".into(), note: "(naming)".into() }
}

fn tolerated() -> Made<'static> {
    let mut made = Made::of(TEXT)
        .says(Problem::HarnessTrailer, "Review done.")
        .says(note(), "(naming)")
        .says(Problem::QuotedEarlier { why: "a block quote" }, "Phase: review")
        .accepted(
            Outcome::AcceptedWithWarnings,
            &[
                ("phase", Value::Text("review".into()), "review"),
                ("criticality", Value::Text("low".into()), "**low** (naming)"),
                ("steps", Value::Count(7), "completed"),
            ],
        );
    let span = made.span("**low** (naming)");
    made.parsed.diagnostics[1].fix = Some(Fix { safe: true, edits: vec![Edit { span, text: "low".into() }] });
    made
}

#[test]
fn a_tolerated_return_shows_its_values_then_what_was_tolerated() {
    insta::assert_snapshot!(tolerated().human());
}

#[test]
fn a_conflict_shows_both_places() {
    let made = Made::of(TEXT);
    let (first, second) = (made.span("**low** (naming)"), made.span("high"));
    let problem = Problem::ConflictingRecords { returns: 2, fields: vec!["Criticality".into()] };
    let mut made = made;
    made.parsed.diagnostics = vec![Diagnostic::new(problem, second).related(first, "the earlier return says this")];
    made.parsed.outcome = Outcome::Ambiguous;
    insta::assert_snapshot!(made.human());
}

#[test]
fn places_on_neighbouring_lines_share_an_excerpt_and_long_ones_are_cut() {
    let mut made = Made::of(TEXT);
    let record =
        made.span("Phase: review\nStatus: completed\nCriticality: **low** (naming)\nArtifact: notes/review.md\n");
    let status = made.span("completed");
    let artifact = made.span("notes/review.md");
    made.parsed.diagnostics = vec![
        Diagnostic::new(Problem::ScatteredFields, record),
        Diagnostic::new(Problem::Question, made.source.span(0, TEXT.len())),
        Diagnostic::new(Problem::RepeatedField { field: "Status".into() }, status)
            .related(made.span("**low**"), "beside it")
            .related(artifact, "two lines on"),
    ];
    insta::assert_snapshot!(made.human());
}

#[test]
fn notes_alone_are_drawn() {
    let made = Made::of("Status: completed\n").says(Problem::Spacing, "completed");
    insta::assert_snapshot!(made.human());
}

#[test]
fn colours_are_ours_alone() {
    let made = tolerated();
    let coloured = made.checked(|checked| human(checked, Look { colour: true, width: 80 }));
    insta::assert_snapshot!(coloured.replace('\u{1b}', "␛"));
}

#[test]
fn beyond_the_count_that_is_shown_the_rest_is_counted() {
    let mut made = Made::of(TEXT);
    let span = made.span("high");
    made.parsed.diagnostics = vec![Diagnostic::new(note(), span); limits::SHOWN + 12];
    let shown = made.human();
    assert_eq!(shown.matches("RC311").count(), limits::SHOWN);
    assert!(shown.ends_with("\n  … and 12 more\n"), "{shown}");
}

#[test]
fn output_for_a_person_is_bounded_also_without_diagnostics() {
    let long = "\u{202e}ä".repeat(limits::VALUE_BYTES / 5);
    let made = Made::of("x");
    let fields: Vec<_> = (0..limits::FIELDS).map(|_| ("key", Value::Text(long.clone()), "x")).collect();
    let mut made = made.accepted(Outcome::Accepted, &fields);
    assert!(made.human().len() <= limits::HUMAN_BYTES);
    let span = made.source.end();
    let wordy = Problem::MissingField { field: long.clone(), add: long.repeat(9), near: Some(long.clone()) };
    made.parsed.diagnostics = vec![Diagnostic::new(wordy, span); 100];
    assert!(made.human().len() <= limits::HUMAN_BYTES, "{}", made.human().len());
}

#[test]
fn json_has_the_keys_in_order_and_nothing_null() {
    let made = tolerated();
    let json = made.checked(|checked| json::envelope(&[Report::of(checked)], &Summary::default()).unwrap());
    let digest = &contract::builtin("reviewer").unwrap().digest;
    insta::assert_snapshot!(json.replace(env!("CARGO_PKG_VERSION"), "VERSION").replace(digest, "DIGEST"));
}

#[test]
fn json_shows_the_readings_of_an_ambiguous_return_only() {
    let mut made = Made::of(TEXT);
    made.parsed.outcome = Outcome::Ambiguous;
    made.parsed.readings = vec![
        made.reading(&[("criticality", Value::Text("low".into()), "**low**")]),
        made.reading(&[("criticality", Value::Text("high".into()), "high")]),
    ];
    let line = made.checked(|checked| json::line(&Report::of(checked)).unwrap());
    let (_, readings) = line.split_once("\"completeness\":\"unknown\",").unwrap();
    insta::assert_snapshot!(readings);
}

#[test]
fn every_kind_of_value_is_written_as_what_it_is() {
    let list = Value::List(vec![Value::Count(1), Value::Text("a".into())]);
    let reasoned = Value::Reasoned { choice: "rejected".into(), reason: "no tests".into() };
    let values = [
        ("decimal", Value::Decimal("0.750".into()), "x"),
        ("yes", Value::Bool(true), "x"),
        ("list", list, "x"),
        ("verdict", reasoned, "x"),
        ("hidden", Value::Text("a\u{202e}b\u{e0041}\u{7f}".into()), "x"),
    ];
    let made = Made::of("x").accepted(Outcome::Accepted, &values);
    insta::assert_snapshot!(json::value(made.parsed.value.as_ref().unwrap()).unwrap());
    insta::assert_snapshot!(made.human());
}

#[test]
fn concise_is_one_line_a_diagnostic_whatever_the_name_holds() {
    let made = tolerated();
    insta::assert_snapshot!(concise("a\nb\u{1b}.txt", &made.source, &made.parsed.diagnostics));
    assert_eq!(concise("a", &made.source, &[]), "");
}

#[test]
fn the_summary_counts_what_there_is() {
    let mut summary = Summary::default();
    assert_eq!(summary.to_string(), "checked 0 returns");
    summary.count(Outcome::Rejected);
    assert_eq!(summary.to_string(), "checked 1 return: 1 rejected");
    summary.count(Outcome::AcceptedWithWarnings);
    assert_eq!(summary.to_string(), "checked 2 returns: 1 accepted with warnings, 1 rejected");
}
