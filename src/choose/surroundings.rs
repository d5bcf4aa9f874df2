//! What stands round the return, and what it does to it: quoted look-alikes, other agents' reports, stray labels,
//! corrections, closing prose, the harness's trailer, a finding that the verdict does not mention.

use std::cell::OnceCell;

use crate::candidates::{Standing, retraction};
use crate::contract::{Contract, Kind, Lexicon, builtins};
use crate::diagnostic::Diagnostic;
use crate::judge::Judged;
use crate::parsed::{Completeness, Value};
use crate::problem::Problem;
use crate::scan::{Page, RegionKind, Shape, heading_text, list_marker};

/// The other built-in roles, with their lexicons.
pub(super) struct Roles<'c> {
    contract: &'c Contract,
    /// Made when the first record is not one of ours: most texts hold none.
    others: OnceCell<Vec<(&'static Contract, Lexicon)>>,
}

impl Roles<'_> {
    pub(super) fn other_than(contract: &Contract) -> Roles<'_> {
        Roles { contract, others: OnceCell::new() }
    }

    fn others(&self) -> &[(&'static Contract, Lexicon)] {
        self.others.get_or_init(|| {
            let others = builtins().iter().filter(|other| other.name != self.contract.name);
            others.map(|other| (other, Lexicon::of(other))).collect()
        })
    }

    /// The role whose contract a record fits better than ours: complete there, incomplete here.
    pub(super) fn fitting(&self, judged: &Judged<'_>) -> Option<&'static Contract> {
        if judged.complete || judged.record.broken.is_some() {
            return None;
        }
        let labels: Vec<&str> = judged.record.entries.iter().map(|e| e.label).collect();
        // A return of any role has two labels at the least.
        if labels.len() < 2 {
            return None;
        }
        let fits = |lexicon: &Lexicon| {
            let found: Vec<usize> = labels.iter().filter_map(|l| lexicon.find(l)).map(|m| m.field).collect();
            lexicon.required().iter().all(|field| found.contains(field))
        };
        self.others().iter().find(|(_, lexicon)| fits(lexicon)).map(|(other, _)| *other)
    }
}

/// Says what another record is to the chosen one.
pub(super) fn say(
    contract: &Contract,
    chosen: &Judged<'_>,
    other: &Judged<'_>,
    role: Option<&'static Contract>,
    page: &Page<'_>,
    said: &mut Vec<Diagnostic>,
) {
    let span = other.record.span;
    let later = other.record.lines.start >= chosen.record.lines.end;
    if let Some(why) = other.record.standing.quoted() {
        // One label in a quotation is a mention; two look like a return.
        let labels = other.record.entries.iter().filter(|e| e.field.is_some()).count();
        if labels >= 2 {
            let why = why.words();
            let problem = if later { Problem::QuotedLater { why } } else { Problem::QuotedEarlier { why } };
            said.push(introduced(page, other, Diagnostic::new(problem, span)));
        }
        return;
    }
    if let Some(role) = role {
        let problem = Problem::EmbeddedReport { role: role.name.clone() };
        said.push(introduced(page, other, Diagnostic::new(problem, span)));
        return;
    }
    let known = other.record.entries.iter().filter(|e| e.field.is_some());
    let at_end = page.at_or_after(other.record.lines.end).is_none();
    let differing = known.clone().filter_map(|entry| {
        let index = entry.field?;
        let field = contract.fields.get(index)?;
        let firm = !matches!(field.kind, Kind::Text | Kind::Phase | Kind::Literal(_));
        let same = matches!((other.field(index), chosen.field(index)), (Some(a), Some(b)) if a.value == b.value);
        (firm && !same).then_some((entry, field, index))
    });
    if later && let Some((entry, field, index)) = differing.clone().next() {
        let raw = entry.raw.whole();
        let at = page.source.span_of(if raw.is_empty() { entry.label } else { raw });
        let here = chosen.field(index).map_or(chosen.record.span, |f| f.span);
        let problem = if known.clone().count() >= 2 && at_end {
            let last = (0..contract.fields.len()).filter(|n| other.record.has(*n)).max();
            let missing = contract.fields.iter().enumerate().find(|(n, f)| !f.optional && Some(*n) > last);
            Problem::Truncated { field: missing.map(|(_, f)| f.label.clone()) }
        } else {
            Problem::ContradictedLater {
                field: field.label.clone(),
                value: page.source.get(here).to_owned(),
                later: raw.to_owned(),
            }
        };
        said.push(Diagnostic::new(problem, at).related(here, "the return says this"));
        return;
    }
    if let Some(entry) = known.clone().next() {
        let field = entry.field.and_then(|f| contract.fields.get(f)).map_or_else(String::new, |f| f.label.clone());
        said.push(Diagnostic::new(Problem::StrayLabel { field, value: entry.raw.whole().to_owned() }, span));
    }
}

/// Adds the heading, or the line that ends in a colon, before a record.
pub(super) fn introduced(page: &Page<'_>, other: &Judged<'_>, diagnostic: Diagnostic) -> Diagnostic {
    let mut before = page.before(other.record.lines.start);
    if let Some(edge) = before.filter(|l| page.shape(*l) == Shape::FenceEdge) {
        before = page.before(edge);
    }
    match before.filter(|l| page.shape(*l) == Shape::Heading || page.text(*l).trim_end().ends_with(':')) {
        Some(line) => diagnostic.related(page.span(line), "introduced here"),
        None => diagnostic,
    }
}

/// Says what the chosen record stands in.
pub(super) fn standing(page: &Page<'_>, chosen: &Judged<'_>, said: &mut Vec<Diagnostic>) {
    let json = said.iter().any(|d| matches!(d.problem, Problem::JsonReturn { .. }) && chosen.record.span == d.span);
    match chosen.record.standing {
        Standing::Fenced { opener, closed: false } => {
            said.push(Diagnostic::new(Problem::UnclosedFence, page.span(opener)))
        }
        Standing::Fenced { opener, closed: true } if !json => {
            said.push(Diagnostic::new(Problem::FencedReturn, page.span(opener)))
        }
        _ => {}
    }
}

/// Whether the return is whole.
pub(super) fn completeness(
    page: &Page<'_>,
    contract: &Contract,
    chosen: &Judged<'_>,
    said: &mut Vec<Diagnostic>,
) -> Completeness {
    if super::is_truncated(chosen) {
        return Completeness::Truncated;
    }
    if chosen.record.closed {
        return Completeness::Proven;
    }
    if matches!(chosen.record.standing, Standing::Fenced { closed: false, .. }) {
        return Completeness::Unknown;
    }
    let trailer = page.regions.iter().find(|r| r.kind == RegionKind::Trailer).map(|r| r.first);
    let end = trailer.map_or(page.source.text().len(), |line| page.start(line));
    let behind = page.source.text().get(chosen.record.span.end()..end).unwrap_or("");
    let open = if trailer.is_some() {
        behind.trim().is_empty()
    } else {
        behind.trim_matches([' ', '\t', '*', '_', '`']).is_empty()
    };
    if !open {
        return Completeness::Proven;
    }
    // The last value may be cut; a path that ends in an extension most likely is not.
    let last = chosen.fields.iter().max_by_key(|f| f.span);
    if let Some(last) = last
        && contract.fields.get(last.field).is_some_and(|f| f.kind == Kind::Path)
        && let Value::Text(path) = &last.value
        && !path.rsplit(['/', '\\']).next().unwrap_or("").contains('.')
    {
        said.push(Diagnostic::new(Problem::OpenPath { path: path.clone() }, last.span));
    }
    Completeness::Unknown
}

/// Says what follows the return: a trailer, prose or a quotation, a cue that takes something back.
pub(super) fn behind(page: &Page<'_>, chosen: &Judged<'_>, judged: &[Judged<'_>], said: &mut Vec<Diagnostic>) {
    let own = &chosen.record.lines;
    let own_region = page.region_of(own.start).map_or(0..0, |r| r.first..r.end);
    let mut follows = None;
    // Records stand in the order of the text, so one pass over both is enough.
    let mut records = judged.iter().map(|j| &j.record.lines).peekable();
    for line in chosen.record.fields_end..page.lines.len() {
        if page.shape(line) == Shape::Blank {
            continue;
        }
        let kind = page.region_of(line).map(|r| r.kind);
        if kind == Some(RegionKind::Trailer) {
            said.push(Diagnostic::new(Problem::HarnessTrailer, page.span(line)));
            break;
        }
        while records.next_if(|lines| lines.end <= line).is_some() {}
        let in_record = records.peek().is_some_and(|lines| lines.contains(&line));
        let of_the_return = own.contains(&line);
        let spoken = kind == Some(RegionKind::Own) || of_the_return;
        if spoken
            && (!in_record || of_the_return)
            && let Some(cue) = retraction(page.text(line))
        {
            said.push(Diagnostic::new(Problem::CorrectionCue { cue: cue.to_owned() }, page.span(line)));
        }
        let edge = page.shape(line) == Shape::FenceEdge && own_region.contains(&line);
        if !in_record && !edge && !closes_wrapper(page, chosen, line) {
            follows = follows.or(Some(line));
        }
    }
    if let Some(line) = follows {
        said.push(Diagnostic::new(Problem::ClosingProse, page.span(line)));
    }
}

/// Whether a line is the closing tag of the element round the return.
fn closes_wrapper(page: &Page<'_>, chosen: &Judged<'_>, line: usize) -> bool {
    let closed_here = |d: &Diagnostic| d.related.iter().any(|r| r.span == page.span(line));
    chosen.diagnostics.iter().any(|d| matches!(d.problem, Problem::WrapperElement) && closed_here(d))
}

/// A finding headed or labelled high or critical, above a verdict that says none or low.
pub(super) fn findings(page: &Page<'_>, contract: &Contract, chosen: &Judged<'_>, said: &mut Vec<Diagnostic>) {
    let level = chosen.fields.iter().find(|f| {
        let graded = matches!(contract.fields.get(f.field).map(|f| &f.kind),
            Some(Kind::Choice(choices)) if ["none", "low", "high"].iter().all(|w| choices.iter().any(|c| c.word == *w)));
        graded && matches!(&f.value, Value::Text(word) if word == "none" || word == "low")
    });
    let (Some(level), Some(field)) = (level, level.and_then(|l| contract.fields.get(l.field))) else { return };
    for line in 0..chosen.record.lines.start {
        if page.region_of(line).is_none_or(|r| r.kind != RegionKind::Own) {
            continue;
        }
        if let Some(grade) = graded_finding(page.text(line)) {
            let problem = Problem::ProseDisagrees {
                field: field.label.clone(),
                value: level.value.to_string(),
                prose: grade.to_owned(),
            };
            said.push(Diagnostic::new(problem, level.span).related(page.span(line), "the finding"));
            return;
        }
    }
}

/// The grade of a line that heads or labels a finding: `**F1 (high)**`, `### Critical: …`, `- [HIGH] …`.
fn graded_finding(line: &str) -> Option<&'static str> {
    let trimmed = line.trim_start();
    let item = heading_text(trimmed).or_else(|| list_marker(trimmed));
    let bold = trimmed.starts_with("**") || item.is_some_and(|i| i.starts_with("**"));
    if item.is_none() && !bold {
        return None;
    }
    let head = item.unwrap_or(trimmed);
    let lower = head.get(..head.floor_char_boundary(60)).unwrap_or(head).to_lowercase();
    // Findings say that they are settled, or were before.
    if ["resolved", "fixed", "closed", "no ", "not ", "was "].iter().any(|w| lower.contains(w)) {
        return None;
    }
    ["high", "critical"].into_iter().find(|grade| {
        ["({})", "[{}]", "severity: {}", "criticality: {}", "({} "]
            .iter()
            .any(|shape| lower.contains(&shape.replace("{}", grade)))
            || lower
                .trim_start_matches(['*', '_', '`'])
                .strip_prefix(grade)
                .is_some_and(|r| r.trim_start_matches(['*', '_', '`']).starts_with([':', ' ']) && r.contains(':'))
    })
}
