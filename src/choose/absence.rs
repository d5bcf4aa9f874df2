//! No complete return: the nearest reason, because "missing", "malformed", "contradictory" and "cut off" need
//! different answers from whoever sent the agent.

use super::unread;
use crate::candidates::Standing;
use crate::contract::{Contract, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::fields::label_at_start;
use crate::judge::Judged;
use crate::near;
use crate::parsed::{Carrier, Completeness, Options, Parsed};
use crate::problem::Problem;
use crate::scan::{Page, RegionKind, Shape};

/// Beginnings by which a program that runs agents reports its own failure.
pub(crate) const BANNERS: &[&str] = &[
    "error:",
    "fatal:",
    "api error",
    "exit status",
    "exit code",
    "traceback (most recent call last)",
    "panic:",
    "connection error",
    "request failed",
    "usage limit reached",
    "rate limit",
    "killed",
    "timed out",
    "timeout",
    "agent terminated",
    "process exited",
    "[request interrupted",
    "execution error",
    "overloaded",
    "http 5",
    "context window",
    "prompt is too long",
];

/// Phrases by which an agent declines.
pub(crate) const REFUSALS: &[&str] = &[
    "i can't", "i cannot", "i can not", "i'm unable", "i am unable", "i won't", "i will not", "i'm sorry",
    "i am sorry", "i'm not able", "i am not able", "i must decline", "i'd rather not", "unable to comply",
];

/// Phrases that point to another message.
pub(crate) const POINTERS: &[&str] = &[
    "previous message", "earlier message", "last message", "message above", "already delivered", "already sent",
    "already reported", "already provided", "already returned", "as delivered before", "in my previous",
    "see my previous", "was delivered in", "the earlier report", "my earlier report",
];

/// Phrases that announce work.
pub(crate) const PROGRESS: &[&str] = &[
    "i will ", "i'll ", "let me ", "now i ", "next i ", "next, i", "i am going to", "i'm going to", "still working",
    "in progress", "starting ", "working on", "i have started", "i've started", "first, i", "continuing",
];

/// Explains why there is no return.
pub(super) fn explain(
    page: &Page<'_>,
    contract: &Contract,
    lexicon: &Lexicon,
    judged: &[Judged<'_>],
    others: &[Option<&'static Contract>],
    mut said: Vec<Diagnostic>,
    options: &Options,
) -> Parsed {
    // One section that is headed like a field, or one element of its name, is no attempt at a return.
    let section = |j: &Judged<'_>| {
        let body = |carrier| matches!(carrier, Carrier::Heading | Carrier::Element | Carrier::Table);
        matches!(j.record.entries.as_slice(), [only] if body(only.carrier)) && contract.fields.len() > 1
    };
    let own: Vec<&Judged<'_>> = judged.iter().filter(|j| j.record.standing.quoted().is_none() && !section(j)).collect();
    let role_of =
        |j: &Judged<'_>| judged.iter().position(|k| std::ptr::eq(k, j)).and_then(|n| others.get(n).copied().flatten());
    // The record with the most fields is what the agent meant; of equals, the last.
    // Another role's report is that only when there is nothing else.
    let fields = |j: &Judged<'_>| contract.fields.iter().enumerate().filter(|(n, _)| j.record.has(*n)).count();
    let best = own.iter().max_by_key(|j| (role_of(j).is_none(), fields(j)));
    let mut completeness = Completeness::Unknown;
    match best {
        Some(best) if best.is_template() && best.complete => said.extend(best.diagnostics.iter().cloned()),
        Some(best) if role_of(best).is_none() && unread::explain(page, contract, lexicon, judged, best, &mut said) => {}
        Some(best) => completeness = partial(page, contract, &own, best, role_of(best), &mut said),
        None => said.push(nothing(page, contract, judged)),
    }
    super::verdict(options, said, None, Vec::new(), completeness)
}

/// A record with some of the fields.
fn partial(
    page: &Page<'_>,
    contract: &Contract,
    own: &[&Judged<'_>],
    best: &Judged<'_>,
    role: Option<&'static Contract>,
    said: &mut Vec<Diagnostic>,
) -> Completeness {
    let record = &best.record;
    let missing: Vec<usize> =
        contract.fields.iter().enumerate().filter(|(n, f)| !f.optional && !record.has(*n)).map(|(n, _)| n).collect();
    if let Some(role) = role {
        let missing = missing.first().map_or("", |n| contract.label_of(*n)).to_owned();
        said.push(Diagnostic::new(Problem::OtherRole { role: role.name.clone(), missing }, record.span));
        return Completeness::Proven;
    }
    said.extend(best.diagnostics.iter().cloned());
    if missing.iter().all(|n| own.iter().any(|j| j.record.has(*n))) {
        let mut diagnostic = Diagnostic::new(Problem::ScatteredFields, record.span);
        for other in own.iter().filter(|j| !std::ptr::eq(**j, best)).take(8) {
            diagnostic = diagnostic.related(other.record.span, "more of it here");
        }
        said.push(diagnostic);
        return Completeness::Proven;
    }
    let at_end = super::surroundings::ends_the_text(page, best);
    let last_present =
        contract.fields.iter().enumerate().filter(|(n, _)| record.has(*n)).map(|(n, _)| n).max().unwrap_or(0);
    let cut = at_end && missing.iter().all(|n| *n > last_present);
    let open_fence = matches!(record.standing, Standing::Fenced { closed: false, .. });
    let open = cut && (open_fence || !page.source.text().ends_with(['\n', '\r']));
    // A value that swallowed the next label is what is wrong; the label is not missing.
    let swallowed = |d: &Diagnostic| matches!(d.problem, Problem::UnfitText { .. });
    if best.diagnostics.iter().any(swallowed) {
        return Completeness::Unknown;
    }
    let last_line = page.before(page.lines.len()).map_or(page.source.end(), |line| page.span(line));
    for n in &missing {
        let Some(field) = contract.fields.get(*n) else { continue };
        if open {
            said.push(
                Diagnostic::new(Problem::Truncated { field: Some(field.label.clone()) }, last_line)
                    .related(record.span, "the return that is cut off"),
            );
            break;
        }
        // A label that only looks like it is what is wrong, and is said.
        let lookalike =
            |d: &Diagnostic| matches!(&d.problem, Problem::LookalikeLetter { field: f, .. } if *f == field.label);
        if best.diagnostics.iter().any(lookalike) {
            continue;
        }
        let near = near_label(page, record.lines.clone(), &field.label);
        let add = if record.closed {
            format!("the key `{}`", field.key)
        } else {
            format!("the line `{}: {}`", field.label, field.kind.notation())
        };
        let problem = Problem::MissingField { field: field.label.clone(), add, near };
        said.push(Diagnostic::new(problem, record.span));
    }
    if cut { Completeness::Truncated } else { Completeness::Proven }
}

/// A label in the record's lines that is most like a missing one.
fn near_label(page: &Page<'_>, lines: std::ops::Range<usize>, label: &str) -> Option<String> {
    let labels: Vec<&str> = lines.filter_map(|l| label_at_start(page.text(l))).map(|(found, _)| found).collect();
    near::nearest(label, labels.iter().copied()).filter(|found| !found.eq_ignore_ascii_case(label)).map(str::to_owned)
}

/// Not one field in the agent's own words.
fn nothing(page: &Page<'_>, contract: &Contract, judged: &[Judged<'_>]) -> Diagnostic {
    let source = page.source;
    let of_the_agent = |line: &usize| page.region_of(*line).is_some_and(|r| r.kind != RegionKind::Trailer);
    let Some(first) = page.at_or_after(0).filter(of_the_agent) else {
        return Diagnostic::new(Problem::EmptyReturn, source.span(0, 0));
    };
    let quoted =
        judged.iter().filter(|j| j.complete).chain(judged.iter()).find_map(|j| Some((j, j.record.standing.quoted()?)));
    if let Some((quoted, why)) = quoted.filter(|(j, _)| j.complete || j.record.entries.len() > 1) {
        let only = Diagnostic::new(Problem::OnlyQuoted { why: why.words() }, quoted.record.span);
        return super::surroundings::introduced(page, quoted, only);
    }
    let own = |line: &usize| {
        page.shape(*line) != Shape::Blank
            && page.region_of(*line).is_some_and(|r| matches!(r.kind, RegionKind::Own | RegionKind::Indented))
    };
    // What the message does, it does in its first lines or its last.
    let lines: Vec<usize> = (0..page.lines.len()).filter(own).take(4).collect();
    let tail: Vec<usize> = (0..page.lines.len()).rev().filter(own).take(2).collect();
    let found = |lines: &[usize], phrases: &[&str], at_start: bool| {
        lines.iter().copied().find(|line| {
            let text = page.text(*line);
            let lower =
                text.get(..text.floor_char_boundary(400)).unwrap_or(text).trim().to_lowercase().replace('’', "'");
            phrases.iter().any(|p| if at_start { lower.starts_with(p) } else { lower.contains(p) })
        })
    };
    let both: Vec<usize> = lines.iter().chain(&tail).copied().collect();
    if let Some(line) = found(&both, POINTERS, false) {
        return Diagnostic::new(Problem::PointerElsewhere, page.span(line));
    }
    if let Some(line) = found(&lines, BANNERS, true) {
        return Diagnostic::new(Problem::RunnerBanner, page.span(line));
    }
    if let Some(line) = found(&lines, REFUSALS, false) {
        return Diagnostic::new(Problem::Refusal, page.span(line));
    }
    let question = both.iter().copied().find(|l| {
        let text = page.text(*l).trim_end_matches(['*', '_', '`', ' ', '"']);
        text.ends_with('?') || text.contains("? ")
    });
    if let Some(line) = question {
        return Diagnostic::new(Problem::Question, page.span(line));
    }
    // A long report that also says "I will" is a report without a return, no progress note.
    if page.source.text().len() < 600
        && let Some(line) = found(&lines, PROGRESS, false)
    {
        return Diagnostic::new(Problem::ProgressNote, page.span(line));
    }
    let labels = contract.fields.iter().map(|f| f.label.clone()).collect();
    let last = (0..page.lines.len()).rev().find(own).unwrap_or(first);
    Diagnostic::new(Problem::NoReturn { labels }, page.span(last))
}
