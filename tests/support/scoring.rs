//! Scores judged returns: rows of an `expected.jsonl` against what the reader says of the files beside it.
//!
//! `unsafe` is a value where none is allowed, or a wrong one. `lost` is a usable return refused; `soft` counts
//! acceptances with the wrong mood (accepted for accepted with warnings, or the reverse); `anchors` are rows whose
//! gravest diagnostic touches the bytes a human would point at. `CORPUS_VERBOSE=1` lists every miss.

use std::collections::BTreeMap;
use std::path::Path;

use return_contract::{Options, Outcome, Parsed, Source, Value, contract, read};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    file: String,
    role: String,
    kind: String,
    outcome: String,
    value: Option<BTreeMap<String, serde_json::Value>>,
    anchor: Option<String>,
    #[serde(default)]
    readings: Vec<String>,
}

/// What one row scored, or all rows of a folder together.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) rows: usize,
    pub(crate) unsafe_: usize,
    pub(crate) lost: usize,
    pub(crate) soft: usize,
    pub(crate) anchors: usize,
    pub(crate) anchored: usize,
}

/// A value as the rows write it: `key=value` compared as text.
fn said(parsed: &Parsed, key: &str) -> Option<String> {
    parsed.value.as_ref()?.get(key).map(Value::to_string)
}

/// Whether an acceptance is one of the acceptable readings.
fn matches_reading(parsed: &Parsed, reading: &str) -> bool {
    let mut words = reading.split(' ');
    words.next().is_some_and(|w| w.starts_with("accept"))
        && words.all(|pair| match pair.split_once('=') {
            Some((key, value)) => said(parsed, key).as_deref() == Some(value),
            None => false,
        })
}

fn score(row: &Row, text: &str, parsed: &Parsed) -> Score {
    let mut score = Score { rows: 1, ..Score::default() };
    let accepted = parsed.value.is_some();
    match row.outcome.as_str() {
        "reject" => score.unsafe_ += usize::from(accepted),
        "ambiguous" if accepted => {
            score.unsafe_ += usize::from(!row.readings.iter().any(|r| matches_reading(parsed, r)));
        }
        "ambiguous" => score.lost += usize::from(!row.readings.iter().any(|r| r.starts_with("reject"))),
        mood => {
            let want = row.value.as_ref().expect("an accepted row has a value");
            if !accepted {
                score.lost += 1;
            } else if want.iter().any(|(key, value)| {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                said(parsed, key).as_deref() != Some(value.as_str())
            }) {
                score.unsafe_ += 1;
            } else {
                let warned = parsed.outcome == Outcome::AcceptedWithWarnings;
                score.soft += usize::from(warned != (mood == "accept_with_warning"));
            }
        }
    }
    if let Some(anchor) = &row.anchor {
        score.anchored += 1;
        let at = text.find(anchor.as_str()).unwrap_or_else(|| panic!("{}: the anchor is not in the text", row.file));
        let gravest = parsed.severity();
        let touched = parsed.diagnostics.iter().filter(|d| Some(d.severity()) == gravest).any(|d| {
            let spans = std::iter::once(d.span).chain(d.also.iter().copied()).chain(d.related.iter().map(|r| r.span));
            spans.into_iter().any(|s| s.start() < at + anchor.len() && s.end().max(s.start() + 1) > at)
        });
        score.anchors += usize::from(touched);
    }
    score
}

/// Scores every row of `fixtures/<folder>`, prints the unsafe ones (all misses when asked to) and the sum.
fn score_folder(folder: &str) -> Score {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let rows = std::fs::read_to_string(path.join("expected.jsonl")).unwrap();
    let verbose = std::env::var_os("CORPUS_VERBOSE").is_some();
    let mut total = Score::default();
    for row in rows.lines() {
        let row: Row = serde_json::from_str(row).unwrap();
        let bytes = std::fs::read(path.join(&row.file)).unwrap();
        let source = Source::from_bytes(&bytes).unwrap();
        let parsed = read(&source, contract::builtin(&row.role).unwrap(), &Options::default());
        let one = score(&row, source.text(), &parsed);
        let missed = one.unsafe_ + one.lost + one.soft > 0 || one.anchors < one.anchored;
        if one.unsafe_ > 0 || (verbose && missed) {
            println!("{} {} {}: {one:?}, read as {:?}", row.file, row.kind, row.outcome, parsed.outcome);
            for d in &parsed.diagnostics {
                println!("    {} {} {:?}", d.rule().code, d.message(), source.get(d.span));
            }
        }
        total.rows += one.rows;
        total.unsafe_ += one.unsafe_;
        total.lost += one.lost;
        total.soft += one.soft;
        total.anchors += one.anchors;
        total.anchored += one.anchored;
    }
    println!(
        "{folder} {}: unsafe {} lost {} soft {} anchors {}/{}",
        total.rows, total.unsafe_, total.lost, total.soft, total.anchors, total.anchored
    );
    total
}

/// What a set must reach; a rise of any is a regression.
pub(crate) struct Bars {
    pub(crate) rows: usize,
    pub(crate) lost: usize,
    pub(crate) soft: usize,
    pub(crate) anchors_missed: usize,
}

/// Scores a folder and holds it to its bars; nothing may ever be unsafe.
pub(crate) fn assert_reaches(folder: &str, bars: &Bars) {
    let total = score_folder(folder);
    let missed = total.anchored - total.anchors;
    assert_eq!(total.rows, bars.rows, "judged rows");
    assert_eq!(total.unsafe_, 0, "a value where none is allowed, or a wrong one");
    let misses = [
        ("returns lost", total.lost, bars.lost),
        ("soft misses", total.soft, bars.soft),
        ("anchors missed", missed, bars.anchors_missed),
    ];
    for (what, found, most) in misses {
        assert!(found <= most, "{found} {what}, {most} at most");
    }
}
