//! Which record is the return: one, none, or several that disagree.
//!
//! In: every judged record. Out: the [`Parsed`] verdict. This is the security-relevant decision, and it is made here
//! alone (docs/reading.md, "Where the return is", rules 4 to 8):
//!
//! 1. quoted records are seen and never used;
//! 2. a record that fits another role is another agent's report;
//! 3. what only repeats the prompt's template is no return;
//! 4. the return is the last complete record that is left;
//! 5. an equal twin is said; a record announced as a correction supersedes earlier ones; any other complete record
//!    that differs makes the text ambiguous;
//! 6. no stray label behind the return may say something else;
//! 7. without a complete record, the nearest reason is given (`absence`).

mod absence;
mod place;
mod surroundings;
mod unread;

use crate::candidates::Introduction;
use crate::contract::{Contract, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::fields::Broken;
use crate::judge::Judged;
use crate::limits;
use crate::parsed::{Completeness, FieldValue, Options, Outcome, Parsed, Return};
use crate::problem::Problem;
use crate::rules::{Class, Severity};
use crate::scan::Page;

/// Decides.
#[must_use]
pub fn choose(
    page: &Page<'_>,
    contract: &Contract,
    lexicon: &Lexicon,
    judged: Vec<Judged<'_>>,
    options: &Options,
) -> Parsed {
    let mut said = whole_text(page, &judged);
    let roles = surroundings::Roles::other_than(contract);
    let others: Vec<Option<&'static Contract>> = judged.iter().map(|j| roles.fitting(j)).collect();
    let own = |n: &usize| judged.get(*n).is_some_and(|j| j.record.standing.quoted().is_none());
    let foreign = |n: &usize| others.get(*n).is_some_and(Option::is_some);
    let at = |n: usize| judged.get(n);

    let candidates: Vec<usize> = (0..judged.len()).filter(own).filter(|n| !foreign(n)).collect();
    // A broken object is a return that did not come through; it counts as one that should have been complete.
    let complete: Vec<usize> = candidates
        .iter()
        .copied()
        .filter(|n| at(*n).is_some_and(|j| j.complete && !j.is_template() || j.record.broken.is_some()))
        .collect();
    let Some(&last) = complete.last() else {
        return absence::explain(page, contract, lexicon, &judged, &others, said, options);
    };
    let Some(chosen) = at(last) else {
        return absence::explain(page, contract, lexicon, &judged, &others, said, options);
    };
    said.extend(chosen.diagnostics.iter().cloned());

    if chosen.record.broken.is_some() {
        // Nothing that stands before a return that did not come through may pass for it.
        return verdict(
            options,
            said,
            None,
            Vec::new(),
            surroundings::completeness(page, contract, options, chosen, &mut Vec::new()),
        );
    }
    let mut readings: Vec<Return> = Vec::new();
    let mut others_in_conflict: Vec<&Judged<'_>> = Vec::new();
    for earlier in complete.iter().filter(|n| **n != last).filter_map(|n| at(*n)) {
        match relation(earlier, chosen) {
            Relation::Twin => {
                let twin = Diagnostic::new(Problem::EqualTwin, earlier.record.span);
                let twin = twin.fix(false, place::of(page, earlier), "");
                said.push(surroundings::introduced(page, chosen, twin.related(chosen.record.span, "the return")));
                said.extend(
                    earlier.diagnostics.iter().filter(|d| matches!(d.problem, Problem::JsonReturn { .. })).cloned(),
                );
            }
            Relation::Superseded { line } => {
                let cue = page.text(line).trim().to_owned();
                let draft = Diagnostic::new(Problem::SupersededDraft { cue }, earlier.record.span);
                let draft = draft.fix(false, place::of(page, earlier), "");
                said.push(draft.related(page.span(line), "announced here").related(chosen.record.span, "the return"));
            }
            Relation::Conflict => others_in_conflict.push(earlier),
        }
    }
    if let Some(first) = others_in_conflict.first() {
        let mut fields = disagreement(contract, first, chosen);
        for other in others_in_conflict.iter().skip(1) {
            fields.extend(
                disagreement(contract, other, chosen).into_iter().filter(|f| !fields.contains(f)).collect::<Vec<_>>(),
            );
        }
        let problem = Problem::ConflictingRecords { returns: others_in_conflict.len() + 1, fields };
        let mut conflict = Diagnostic::new(problem, chosen.record.span);
        for other in &others_in_conflict {
            conflict = conflict.related(other.record.span, "another return");
            readings.extend(other.value.clone());
        }
        said.push(conflict);
    }
    let ambiguous = !others_in_conflict.is_empty();
    readings.extend(chosen.value.clone());

    let completeness = surroundings::completeness(page, contract, options, chosen, &mut said);
    for (n, other) in judged.iter().enumerate().filter(|(n, _)| !complete.contains(n)) {
        let role = others.get(n).copied().flatten();
        surroundings::say(contract, chosen, other, role, page, &mut said);
    }
    surroundings::standing(page, chosen, &mut said);
    surroundings::behind(page, contract, lexicon, chosen, &judged, &mut said);
    surroundings::findings(page, contract, chosen, &mut said);
    let value = chosen.value.clone().map(|value| {
        let place = place::of(page, chosen);
        Return { place, says_more: place::says_more(page, chosen, place), ..value }
    });
    verdict(options, said, value, if ambiguous { readings } else { Vec::new() }, completeness)
}

/// How an earlier complete record stands to the one chosen.
enum Relation {
    Twin,
    Superseded { line: usize },
    Conflict,
}

fn relation(earlier: &Judged<'_>, chosen: &Judged<'_>) -> Relation {
    // An object that broke off, and said the same as far as it came, is the same return.
    let agrees = |f: &FieldValue| chosen.field(f.field).is_some_and(|c| c.value == f.value);
    if earlier.record.broken.is_some() && !earlier.fields.is_empty() && earlier.fields.iter().all(agrees) {
        return Relation::Twin;
    }
    if let (Some(a), Some(b)) = (&earlier.value, &chosen.value)
        && a.says_the_same(b)
    {
        return Relation::Twin;
    }
    match (earlier.record.introduction, chosen.record.introduction) {
        (Introduction::Round { number: before, .. }, Introduction::Round { line, number }) if before < number => {
            Relation::Superseded { line }
        }
        (Introduction::Round { .. }, Introduction::Round { .. })
        | (Introduction::Final { .. }, Introduction::Final { .. }) => Relation::Conflict,
        (_, Introduction::Round { line, number }) if number > 1 => Relation::Superseded { line },
        (_, Introduction::Correction { line } | Introduction::Final { line }) => Relation::Superseded { line },
        _ => Relation::Conflict,
    }
}

/// Labels of the fields on which two records differ.
fn disagreement(contract: &Contract, a: &Judged<'_>, b: &Judged<'_>) -> Vec<String> {
    let differs = |n: usize| match (a.field(n), b.field(n)) {
        (Some(x), Some(y)) => x.value != y.value,
        (None, None) => false,
        _ => true,
    };
    contract.fields.iter().enumerate().filter(|(n, _)| differs(*n)).map(|(_, f)| f.label.clone()).collect()
}

/// What is said of the text as a whole.
fn whole_text(page: &Page<'_>, judged: &[Judged<'_>]) -> Vec<Diagnostic> {
    let source = page.source;
    let mut said = Vec::new();
    if source.text().starts_with('\u{feff}') {
        said.push(Diagnostic::new(Problem::ByteOrderMark, source.span(0, '\u{feff}'.len_utf8())));
    }
    if page.lines.len() > limits::LINES {
        said.push(Diagnostic::new(
            Problem::OverLimit { what: "lines", limit: limits::LINES },
            page.span(limits::LINES),
        ));
    }
    let own = judged.iter().filter(|j| j.record.standing.quoted().is_none());
    let mut labels = own.flat_map(|j| j.record.entries.iter().filter(|e| e.field.is_some()));
    if let Some(entry) = labels.nth(limits::LABEL_LINES) {
        let problem = Problem::OverLimit { what: "labels", limit: limits::LABEL_LINES };
        said.push(Diagnostic::new(problem, source.span_of(entry.label)));
    }
    said
}

/// The outcome, from the steps taken and the caller's ceiling alone.
fn verdict(
    options: &Options,
    mut said: Vec<Diagnostic>,
    value: Option<Return>,
    readings: Vec<Return>,
    completeness: Completeness,
) -> Parsed {
    for diagnostic in &mut said {
        let rule = diagnostic.rule();
        diagnostic.refused =
            rule.class > options.ceiling || rule.class == Class::Refused || (options.strict && rule.strict);
    }
    said.sort_by(|a, b| (a.span, a.rule().code).cmp(&(b.span, b.rule().code)));
    said.dedup();
    let refused = said.iter().any(|d| d.refused);
    let outcome = if !readings.is_empty() {
        Outcome::Ambiguous
    } else if refused || value.is_none() {
        Outcome::Rejected
    } else if said.iter().any(|d| d.severity() >= Severity::Warning) {
        Outcome::AcceptedWithWarnings
    } else {
        Outcome::Accepted
    };
    let value = value.filter(|_| outcome.is_accepted());
    keep_the_gravest(&mut said);
    Parsed { outcome, completeness, value, readings, diagnostics: said }
}

/// Keeps at most [`limits::DIAGNOSTICS`], errors before warnings before notes, in the order of the text.
fn keep_the_gravest(said: &mut Vec<Diagnostic>) {
    if said.len() <= limits::DIAGNOSTICS {
        return;
    }
    let mut room = limits::DIAGNOSTICS;
    let mut keep = vec![false; said.len()];
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        for (slot, diagnostic) in keep.iter_mut().zip(said.iter()) {
            if room > 0 && diagnostic.severity() == severity {
                *slot = true;
                room -= 1;
            }
        }
    }
    let mut keep = keep.into_iter();
    said.retain(|_| keep.next().unwrap_or(false));
}

/// Whether a judged record breaks off at the end of the text.
fn is_truncated(judged: &Judged<'_>) -> bool {
    matches!(judged.record.broken, Some(Broken::Truncated { .. }))
}
