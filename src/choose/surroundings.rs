//! What stands round the return, and what it does to it: quoted look-alikes, other agents' reports, stray labels,
//! corrections, closing prose, the harness's trailer, a finding that the verdict does not mention.

use std::cell::OnceCell;

use crate::candidates::cues::RETURN_NOUNS;
use crate::candidates::{Introduction, Standing, Why, announced, retraction};
use crate::contract::{Contract, Field, Kind, Lexicon, builtins};
use crate::diagnostic::Diagnostic;
use crate::dress::without_lookalikes;
use crate::fields::{Entry, Raw, label_at_start, only_wrappers};
use crate::judge::Judged;
use crate::parsed::{Carrier, Completeness, FinishReason, Options, Value};
use crate::problem::Problem;
use crate::scan::{Page, RegionKind, Shape, heading_text, list_marker, lone_tag, own_element};
use crate::values::words;

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
    let later = span.start() >= chosen.record.span.end();
    let known: Vec<(&Entry<'_>, usize)> = other.record.entries.iter().filter_map(|e| Some((e, e.field?))).collect();
    let differs = |index: usize| {
        let firm = |f: &&Field| !matches!(f.kind, Kind::Text | Kind::Phase | Kind::Literal(_));
        let same = matches!((other.field(index), chosen.field(index)), (Some(a), Some(b)) if a.value == b.value);
        contract.fields.get(index).filter(firm).filter(|_| !same)
    };
    let differing = known.iter().find_map(|(entry, index)| Some((*entry, *index, differs(*index)?)));
    // A block quote says already that the words are another's.
    let marked = other.record.standing.quoted().is_some_and(|why| !matches!(why, Why::Introduced | Why::Mention));
    if let Some(role) = role.filter(|_| !marked) {
        let problem = Problem::EmbeddedReport { role: role.name.clone() };
        said.push(introduced(page, other, Diagnostic::new(problem, span)));
        return;
    }
    // An element in a sentence is read where it contradicts.
    let spoken = later && differing.is_some() && known.iter().all(|(entry, _)| entry.carrier == Carrier::Element);
    let mention = other.record.standing.quoted() == Some(Why::Mention) && spoken;
    if let Some(why) = other.record.standing.quoted().filter(|_| !mention) {
        // One label in a quotation is a mention; two look like a return, and so does another value behind it.
        if known.len() >= 2 || (later && differing.is_some()) {
            let why = why.words();
            let problem = if later { Problem::QuotedLater { why } } else { Problem::QuotedEarlier { why } };
            said.push(introduced(page, other, Diagnostic::new(problem, span)));
        }
        return;
    }
    if other.is_template() {
        said.push(introduced(page, other, Diagnostic::new(Problem::TemplateCopy, span)));
        return;
    }
    let at_end = ends_the_text(page, other) && !mention;
    let announced = !matches!(other.record.introduction, Introduction::Neutral | Introduction::Quotation);
    if later && at_end && (known.len() >= 2 || announced) {
        // A draft that is complete, and a final return that is cut off: that is a truncation.
        let last = known.iter().map(|(_, index)| *index).max();
        let missing = contract.fields.iter().enumerate().find(|(n, f)| !f.optional && Some(*n) > last);
        let problem = Problem::CutSecond { field: missing.map(|(_, f)| f.label.clone()) };
        said.push(
            introduced(page, other, Diagnostic::new(problem, span)).related(chosen.record.span, "the complete one"),
        );
        return;
    }
    if later && let Some((entry, index, field)) = differing {
        let at = page.source.span_of(entry.place());
        let here = chosen.field(index).map_or(chosen.record.span, |f| f.span);
        let problem = Problem::ContradictedLater {
            field: field.label.clone(),
            value: page.source.get(here).trim_matches('"').to_owned(),
            later: entry.raw.words().to_owned(),
        };
        said.push(Diagnostic::new(problem, at).related(here, "the return says this"));
        return;
    }
    if let Some((entry, index)) = known.first() {
        let field = contract.label_of(*index).to_owned();
        said.push(Diagnostic::new(Problem::StrayLabel { field, value: entry.raw.words().to_owned() }, span));
    }
}

/// Whether nothing but the beginning of one more line, cut off by the end of the text, follows a record.
pub(super) fn ends_the_text(page: &Page<'_>, judged: &Judged<'_>) -> bool {
    if judged.record.closed {
        return false;
    }
    page.at_or_after(judged.record.lines.end).is_none_or(|line| {
        line + 1 == page.lines.len()
            && !page.source.text().ends_with(['\n', '\r'])
            && !page.text(line).trim().contains(' ')
    })
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
            said.push(Diagnostic::new(Problem::FencedReturn { indented: false }, page.span(opener)));
        }
        Standing::Indented { first } if !json => {
            said.push(Diagnostic::new(Problem::FencedReturn { indented: true }, page.span(first)));
        }
        _ => {}
    }
}

/// Whether the return is whole.
pub(super) fn completeness(
    page: &Page<'_>,
    contract: &Contract,
    options: &Options,
    chosen: &Judged<'_>,
    said: &mut Vec<Diagnostic>,
) -> Completeness {
    if super::is_truncated(chosen) {
        return Completeness::Truncated;
    }
    let in_a_wrapper = in_an_open_wrapper(page, chosen);
    if chosen.record.closed && !in_a_wrapper {
        return Completeness::Proven;
    }
    let end = page.own_end();
    let behind = page.source.text().get(chosen.record.span.end()..end).unwrap_or("");
    let open = if end < page.source.text().len() {
        behind.trim().is_empty()
    } else {
        behind.trim_matches([' ', '\t', '*', '_', '`']).is_empty()
    };
    // More bullets may have followed the last one.
    let listed = chosen.record.entries.last().is_some_and(|e| matches!(e.raw, Raw::Items { .. }));
    let open = open || in_a_wrapper || (listed && behind.trim().is_empty());
    let open_fence = matches!(chosen.record.standing, Standing::Fenced { closed: false, .. });
    if !open && !open_fence {
        return Completeness::Proven;
    }
    let last = chosen.fields.iter().max_by_key(|f| f.span);
    // A note that opens a bracket and does not close it was going on, whatever the caller knows.
    let unclosed = chosen.record.entries.last().map(|e| e.raw.whole()).filter(|raw| opens_a_bracket(raw));
    if let Some((unclosed, last)) = unclosed.filter(|_| open && !in_a_wrapper && chosen.value.is_some()).zip(last) {
        let field = contract.label_of(last.field).to_owned();
        said.push(Diagnostic::new(Problem::CutInside { field }, page.source.span_of(unclosed)));
        return Completeness::Truncated;
    }
    match options.finish_reason {
        Some(FinishReason::Stop) => return Completeness::Proven,
        Some(FinishReason::Length) => {
            let span = last.map_or(chosen.record.span, |f| f.span);
            let field = last.map_or("", |f| contract.label_of(f.field)).to_owned();
            said.push(Diagnostic::new(Problem::CutInside { field }, span));
            return Completeness::Truncated;
        }
        None if !open => return Completeness::Unknown,
        None => {}
    }
    // The last value may be cut; a path that ends in an extension most likely is not.
    let kind = last.and_then(|l| contract.fields.get(l.field)).map(|f| &f.kind);
    let path = match (kind, last.map(|l| &l.value)) {
        (Some(Kind::Path), Some(Value::Text(path))) => Some(path),
        (Some(Kind::List(of)), Some(Value::List(items))) if **of == Kind::Path => match items.last() {
            Some(Value::Text(path)) => Some(path),
            _ => None,
        },
        _ => None,
    };
    let whole = |path: &String| path.rsplit(['/', '\\']).next().unwrap_or("").contains('.');
    if let (Some(path), Some(last)) = (path.filter(|p| !whole(p)), last) {
        said.push(Diagnostic::new(Problem::OpenPath { path: path.clone() }, last.span));
    }
    Completeness::Unknown
}

/// Whether a text has more opening brackets than closing ones.
fn opens_a_bracket(text: &str) -> bool {
    [('(', ')'), ('[', ']')].iter().any(|(open, close)| text.matches(*open).count() > text.matches(*close).count())
}

/// Whether the text ends in the element or front matter that the return stands in: at the return's end, or inside the
/// closing mark.
fn in_an_open_wrapper(page: &Page<'_>, chosen: &Judged<'_>) -> bool {
    let text = page.source.text();
    let first = page.start(chosen.record.lines.start);
    let rest = text.get(chosen.record.span.end()..page.own_end()).unwrap_or("").trim();
    let cut = |closing: &str| closing.starts_with(rest) && rest.len() < closing.len();
    if text.get(..first).is_some_and(|before| before.trim_end() == "---") {
        let closed = page.region_of(chosen.record.lines.start).is_some_and(|r| r.kind == RegionKind::FrontMatter);
        return !closed && cut("---");
    }
    let head =
        text.get(first..chosen.record.span.start()).filter(|head| !head.trim().is_empty() && only_wrappers(head));
    let line = head.or_else(|| page.before(chosen.record.lines.start).map(|l| page.text(l)));
    let name = line.map(str::trim_end).and_then(|line| line.get(line.rfind('<')?..)).and_then(lone_tag);
    name.is_some_and(|name| own_element(name) && cut(&format!("</{name}>")))
}

/// Says what follows the return: a trailer, prose or a quotation, a cue that takes something back.
pub(super) fn behind(
    page: &Page<'_>,
    contract: &Contract,
    lexicon: &Lexicon,
    chosen: &Judged<'_>,
    judged: &[Judged<'_>],
    said: &mut Vec<Diagnostic>,
) {
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
        // A correction in an element of an unknown name is heard, though its labels are not read.
        let spoken = matches!(kind, Some(RegionKind::Own | RegionKind::Element)) || of_the_return;
        if spoken && (!in_record || of_the_return) {
            let text = page.text(line).trim();
            let introduces =
                page.shape(line) == Shape::Heading || text.trim_end_matches(['*', '_', ' ']).ends_with(':');
            let promised = introduces
                && matches!(
                    announced(text, line),
                    Introduction::Correction { .. }
                        | Introduction::Final { .. }
                        | Introduction::Round { number: 2.., .. }
                );
            let label = label_at_start(text).filter(|_| !of_the_return);
            if let Some((found, value)) = label {
                said.extend(other_label(page, contract, lexicon, chosen, found, value));
            }
            let verdict = label.filter(|(label, value)| speaks_of_the_return(label) && contract.names_a_choice(value));
            if text.trim_start_matches('\\').starts_with("* ") {
                said.extend(footnote(page, contract, chosen, text));
            }
            let cue = retraction(text).or(promised.then_some(text)).or(verdict.map(|(label, _)| label));
            if let Some(cue) = cue {
                said.push(Diagnostic::new(Problem::CorrectionCue { cue: cue.to_owned() }, page.span(line)));
            }
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

/// What a footnote says of the value that ends in its mark: `passed*`, and below `* except …`.
fn footnote(page: &Page<'_>, contract: &Contract, chosen: &Judged<'_>, text: &str) -> Option<Diagnostic> {
    let marked = |raw: &str| raw.ends_with('*') && raw.matches('*').count() == 1;
    let entry = chosen.record.entries.iter().find(|e| marked(e.raw.whole()))?;
    let problem = Problem::ContradictedLater {
        field: contract.label_of(entry.field?).to_owned(),
        value: entry.raw.words().to_owned(),
        later: text.to_owned(),
    };
    let said = Diagnostic::new(problem, page.source.span_of(text));
    Some(said.related(page.source.span_of(entry.place()), "the value with the mark"))
}

/// A label behind the return that means one of its fields without being spelt as one.
fn other_label(
    page: &Page<'_>,
    contract: &Contract,
    lexicon: &Lexicon,
    chosen: &Judged<'_>,
    found: &str,
    value: &str,
) -> Option<Diagnostic> {
    /// Words beside a field's name that say: this is the one.
    const THE_SAME: &[&str] =
        &["final", "real", "actual", "true", "my", "updated", "new", "corrected", "correct", "revised", "rerun", "now"];
    let span = page.source.span_of(found);
    if let Some((plain, character, latin)) = without_lookalikes(found)
        && let Some(field) = lexicon.find(&plain).and_then(|m| contract.fields.get(m.field))
    {
        return Some(Diagnostic::new(Problem::LookalikeLetter { field: field.label.clone(), character, latin }, span));
    }
    let field = contract.worded_in(found)?;
    let index = contract.fields.iter().position(|f| f.key == field.key)?;
    let rest = words::words(found).into_iter().filter(|w| !words::words(&field.label).contains(w));
    let here = chosen.field(index);
    let first = words::words(value).into_iter().next().unwrap_or_default();
    let another = contract.names_a_choice(value) && here.is_some_and(|h| h.value.to_string().to_lowercase() != first);
    if another && rest.into_iter().all(|w| THE_SAME.contains(&w.as_str())) {
        let says = here.map_or_else(String::new, |h| h.value.to_string());
        let problem = Problem::ContradictedLater { field: field.label.clone(), value: says, later: value.to_owned() };
        return Some(Diagnostic::new(problem, span).related(here.map_or(span, |h| h.span), "the return says this"));
    }
    Some(Diagnostic::new(Problem::WordedLabel { found: found.to_owned(), label: field.label.clone() }, span))
}

/// `Result: failed` behind a return gives another verdict under another name.
fn speaks_of_the_return(label: &str) -> bool {
    RETURN_NOUNS.iter().any(|noun| noun.eq_ignore_ascii_case(label))
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
    let labelled = trimmed.get(..9).is_some_and(|l| l.eq_ignore_ascii_case("severity:"));
    if item.is_none() && !bold && !labelled {
        return None;
    }
    let head = item.unwrap_or(trimmed);
    let lower = head.get(..head.floor_char_boundary(60)).unwrap_or(head).to_lowercase();
    // Findings say that they are settled, or were before.
    if ["resolved", "fixed", "closed", "no ", "not ", "was "].iter().any(|w| lower.contains(w)) {
        return None;
    }
    // `# Critical`, `## High severity`: a section of such findings.
    if heading_text(trimmed).is_some() && lower.split(' ').count() <= 3 {
        let first = lower.split([' ', ':']).next().unwrap_or("");
        if let Some(grade) = ["high", "critical"].into_iter().find(|g| *g == first) {
            return Some(grade);
        }
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
