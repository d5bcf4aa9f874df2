//! JSON objects as records: the whole text, among prose, or in a fence.
//!
//! In: a candidate's text. Out: a record for each object that has a key of the lexicon at its top level. After a
//! failure the search goes on at the furthest byte examined, so the work is linear and an object nested in a broken
//! one never wins. Not here: JSON itself (`json`), or what the values mean.

use memchr::{memchr2, memchr2_iter};

use crate::candidates::{Candidate, Introduction, Standing, Why, announced};
use crate::contract::{LabelForm, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::fields::label::disguised;
use crate::fields::{Broken, Entry, JsonValue, Raw, Record};
use crate::json::{self, Failure, FailureKind, Kind, Mode, Node, Tape};
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, RegionKind, list_marker, own_element};

/// The objects of a candidate, in order. Some may have no entries: their lines are JSON all the same.
pub(super) fn records<'a>(page: &Page<'a>, candidate: &Candidate, lexicon: &Lexicon, room: usize) -> Vec<Record<'a>> {
    let mut records = Vec::new();
    let end = page.start(candidate.end);
    let Some(text) = page.source.text().get(..end) else { return records };
    let search = Search { page, candidate, lexicon, text };
    let mut labels = 0;
    let mut at = page.start(candidate.first);
    while let Some(found) = text.as_bytes().get(at..).and_then(|rest| memchr2(b'{', b'[', rest)) {
        let open = at + found;
        let before = records.len();
        at = search.value_at(open, &mut records).max(open + 1);
        // The caller counts what it takes; here it only must not grow without bound.
        labels += records.iter().skip(before).map(|r| r.entries.len().max(1)).sum::<usize>();
        if labels > room {
            break;
        }
    }
    records
}

/// Bytes on either side of an object on its line that say what it is.
const WORDS: usize = 160;

struct Search<'s, 'a> {
    page: &'s Page<'a>,
    candidate: &'s Candidate,
    lexicon: &'s Lexicon,
    text: &'a str,
}

impl<'a> Search<'_, 'a> {
    /// Reads the value that opens here; returns where to search on.
    fn value_at(&self, open: usize, records: &mut Vec<Record<'a>>) -> usize {
        let rest = self.text.get(open + 1..).unwrap_or("");
        let begins = rest.trim_start().chars().next();
        let list = self.text.as_bytes().get(open) == Some(&b'[');
        let key = |c: char| matches!(c, '"' | '\'' | '“' | '‘' | '/' | '#' | '_') || c.is_alphabetic();
        let plausible = match begins {
            Some('{') => list,
            Some(c) => !list && key(c),
            None => !list,
        };
        if !plausible {
            return open + 1;
        }
        // A brace right before the brace breaks the object: what stands inside may not win.
        let doubled = self.text.get(..open).is_some_and(|t| t.ends_with('{'));
        let before = records.len();
        let behind = self.read_at(open, records);
        for record in records.iter_mut().skip(before).filter(|_| doubled) {
            let at = self.text.get(open..open + 1).unwrap_or("");
            record.broken = record.broken.or(Some(Broken::Syntax { what: "JSON object", expected: "a key", at }));
            record.closed = false;
        }
        behind
    }

    fn read_at(&self, open: usize, records: &mut Vec<Record<'a>>) -> usize {
        match json::read(self.text, open, Mode::Tolerant) {
            Ok((tape, behind)) => {
                records.extend(self.whole(&tape, open, behind));
                behind
            }
            Err(failure) if failure.kind == FailureKind::Truncated => {
                records.extend(self.truncated(&failure, open));
                failure.furthest
            }
            Err(failure) => {
                // Without a key it was no object but code or a bracket; with one, nothing inside it may win.
                if !failure.tape.nodes().any(|n| n.kind() == Kind::Key) {
                    return failure.furthest;
                }
                let behind = self.balanced_end(open).max(failure.furthest);
                records.extend(self.broken(&failure, open, behind));
                behind
            }
        }
    }

    /// An object that the text cuts off, when it is one of ours: it names a field, or it is announced as the return.
    fn truncated(&self, failure: &Failure<'a>, open: usize) -> Option<Record<'a>> {
        let root = failure.tape.root();
        let mut record = self.record(&failure.tape, root, open, self.text.len());
        let announced = !matches!(record.introduction, Introduction::Neutral | Introduction::Quotation);
        let in_json_fence = self.page.region_of(record.lines.start).is_some_and(|r| {
            matches!(r.kind, RegionKind::Fence { info, closed: false } if info.to_ascii_lowercase().starts_with("json"))
        });
        if !self.names_a_field(&failure.tape) && !announced && !in_json_fence {
            return None;
        }
        let cut = failure.tape.members(root).last();
        let from = cut.map_or(open, |(key, _)| key.range().start);
        record.broken = Some(Broken::Truncated { at: self.text.get(from..).unwrap_or("") });
        Some(record)
    }

    /// An object that cannot be read, when it names a field.
    fn broken(&self, failure: &Failure<'a>, open: usize, behind: usize) -> Option<Record<'a>> {
        // `{status: completed}` on one line is a label line in brackets.
        let one_line = !self.text.get(open..failure.furthest).unwrap_or("").contains('\n');
        let quoted = self.text.get(open + 1..).is_some_and(|t| t.trim_start().starts_with(['"', '\'', '“', '‘']));
        if !self.names_a_field(&failure.tape)
            || (one_line && !quoted && failure.tape.members(failure.tape.root()).count() < 2)
        {
            return None;
        }
        let mut record = self.record(&failure.tape, failure.tape.root(), open, behind);
        let rest = self.text.get(failure.at..).unwrap_or("");
        let at = rest.get(..rest.chars().next().map_or(0, char::len_utf8)).unwrap_or("");
        let expected = match failure.kind {
            FailureKind::Syntax { expected } => expected,
            _ => "something less deeply nested",
        };
        record.broken = Some(Broken::Syntax { what: "JSON object", expected, at });
        Some(record)
    }

    fn names_a_field(&self, tape: &Tape<'a>) -> bool {
        tape.nodes().any(|n| n.kind() == Kind::Key && self.lexicon.find_key(&tape.text(n)).is_some())
    }

    /// One past the brace that closes the one at `open`, counted without regard to strings, or the candidate's end.
    fn balanced_end(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for at in memchr2_iter(b'{', b'}', self.text.as_bytes().get(open..).unwrap_or_default()) {
            if self.text.as_bytes().get(open + at) == Some(&b'{') {
                depth += 1;
            } else if depth <= 1 {
                return open + at + 1;
            } else {
                depth -= 1;
            }
        }
        self.text.len()
    }

    /// A value that was read to its end.
    fn whole(&self, tape: &Tape<'a>, open: usize, behind: usize) -> Option<Record<'a>> {
        let mut node = tape.root();
        let mut steps = Vec::new();
        let source = self.page.source;
        // A wrapper of one key, or a list of one object, holds nothing but the object.
        loop {
            let mut inner: Vec<Node> = match node.kind() {
                Kind::Object if self.entries(tape, node).iter().all(|e| e.field.is_none()) => tape
                    .members(node)
                    .filter(|(key, _)| own_element(tape.inner(*key)))
                    .map(|(_, value)| value)
                    .collect(),
                Kind::Array => tape.elements(node).collect(),
                _ => break,
            };
            let complete = inner.iter().filter(|n| self.is_complete(tape, **n)).count();
            if node.kind() == Kind::Array && inner.len() > 1 && complete > 0 {
                let mut record = self.record(tape, node, open, behind);
                record.broken = Some(Broken::List);
                return Some(record);
            }
            if inner.len() != 1 {
                return None;
            }
            steps.push(Diagnostic::new(Problem::JsonWrapped, source.span_of(tape.slice(node))));
            node = inner.remove(0);
        }
        if node.kind() != Kind::Object {
            return None;
        }
        let mut record = self.record(tape, node, open, behind);
        for slip in tape.slips() {
            let range = slip.range();
            record.steps.push(Diagnostic::new(
                Problem::JsonSlip { what: slip.kind.what() },
                source.span(range.start, range.end),
            ));
        }
        record.steps.append(&mut steps);
        record.closed = true;
        let fenced = matches!(self.candidate.standing, Standing::Fenced { .. });
        if fenced || !self.is_all_of_the_text(open, behind) {
            record.steps.push(Diagnostic::new(Problem::JsonReturn { fenced }, record.span));
        }
        Some(record)
    }

    fn is_complete(&self, tape: &Tape<'a>, node: Node) -> bool {
        let entries = self.entries(tape, node);
        node.kind() == Kind::Object
            && self.lexicon.required().iter().all(|f| entries.iter().any(|e| e.field == Some(*f)))
    }

    /// Whether nothing but blanks, a byte order mark and the harness's trailer stand round it.
    fn is_all_of_the_text(&self, open: usize, behind: usize) -> bool {
        let blank = |from: usize, to: usize| {
            self.page.source.text().get(from..to).is_some_and(|t| t.trim_start_matches('\u{feff}').trim().is_empty())
        };
        blank(0, open) && blank(behind, self.page.own_end())
    }

    fn record(&self, tape: &Tape<'a>, node: Node, open: usize, behind: usize) -> Record<'a> {
        let first = self.page.line_at(open);
        let (mut introduction, mut standing) = super::announced(self.page, self.candidate, first);
        if let Some(said) = self.on_its_line(open, behind) {
            introduction = said;
            if standing.quoted().is_none() && said == Introduction::Quotation {
                standing = Standing::Quoted(Why::Mention);
            }
        }
        let end = self.page.line_at(behind.saturating_sub(1).max(open)) + 1;
        Record {
            entries: self.entries(tape, node),
            lines: first..end,
            fields_end: end,
            standing,
            introduction,
            broken: None,
            closed: false,
            steps: Vec::new(),
            span: self.page.source.span(open, behind),
        }
    }

    /// What the text round an object on its own lines makes of it: an announcement, or a mention in a sentence.
    fn on_its_line(&self, open: usize, behind: usize) -> Option<Introduction> {
        let first = self.page.line_at(open);
        let last = self.page.line_at(behind.saturating_sub(1).max(open));
        // A few words tell; a line may be as long as the text.
        let from = self.text.floor_char_boundary(open.saturating_sub(WORDS)).max(self.page.start(first));
        let before = self.text.get(from..open).unwrap_or("").trim();
        let before = list_marker(before).unwrap_or(before).trim_start_matches(['>', '-', '*', '+', ' ']);
        let line_end = self.page.start(last) + self.page.text(last).len();
        let text = self.page.source.text();
        let after = text.get(behind..line_end.min(text.ceil_char_boundary(behind + WORDS))).unwrap_or("").trim();
        let aside = |c: char| matches!(c, '.' | ',' | ';' | '`' | '*' | '_' | '"' | '\'');
        let ends_sentence = before.trim_end_matches(['*', '_', '`', ' ']).ends_with([':', '：']);
        let before_bare = before.trim_matches(['*', '_', '`', '{', ' ']);
        match (before_bare.is_empty(), after.trim_matches(aside).is_empty()) {
            (true, true) if !before.ends_with('`') => None,
            (false, true) if ends_sentence && !is_log_line(before) => {
                Some(announced(before, first)).filter(|i| *i != Introduction::Neutral)
            }
            // "My return is {…} and the file is on disk" announces it; any other sentence only mentions an object.
            _ if is_own_announcement(before_bare) => Some(Introduction::Return),
            _ => Some(Introduction::Quotation),
        }
    }

    /// The members of an object as entries; nothing for any other value.
    fn entries(&self, tape: &Tape<'a>, object: Node) -> Vec<Entry<'a>> {
        if object.kind() != Kind::Object {
            return Vec::new();
        }
        let entry = |(key, value): (Node, Node)| {
            let text = tape.text(key);
            let mut steps = Vec::new();
            let found = self.lexicon.find_key(&text).or_else(|| {
                let (found, problem) = disguised(&text, self.lexicon)?;
                steps.push((problem, tape.inner(key)));
                Some(found)
            });
            Entry {
                field: found.map(|f| f.field),
                form: found.map_or(LabelForm::Canonical, |f| f.form),
                label: tape.inner(key),
                raw: Raw::Json { whole: tape.slice(value), value: JsonValue::of(tape, value) },
                carrier: Carrier::Json,
                dressed: None,
                steps,
            }
        };
        // A value that was cut is no value.
        tape.members(object).filter(|(key, value)| !key.is_cut() && !value.is_cut()).map(entry).collect()
    }
}

impl<'a> JsonValue<'a> {
    /// What a node of the tape is to a contract.
    #[must_use]
    pub fn of(tape: &Tape<'a>, node: Node) -> JsonValue<'a> {
        let flat = |node: Node| match node.kind() {
            Kind::String | Kind::Key => JsonValue::Text(tape.text(node)),
            Kind::Number => JsonValue::Number(tape.slice(node)),
            Kind::True => JsonValue::Bool(true),
            Kind::False => JsonValue::Bool(false),
            Kind::Null => JsonValue::Null,
            Kind::Object | Kind::Array => JsonValue::Object,
        };
        match node.kind() {
            Kind::Array => JsonValue::List(tape.elements(node).map(flat).collect()),
            Kind::Object => {
                let members: Vec<(Node, Node)> = tape.members(node).take(3).collect();
                let text = |name: &str| {
                    let found = members.iter().find(|(key, _)| tape.text(*key) == name).map(|(_, value)| *value)?;
                    (found.kind() == Kind::String).then(|| tape.text(found))
                };
                match (members.len(), text("choice"), text("reason")) {
                    (2, Some(choice), Some(reason)) => JsonValue::Reasoned { choice, reason },
                    _ => JsonValue::Object,
                }
            }
            _ => flat(node),
        }
    }
}

/// A line that begins with a time or a bracket is a log's.
fn is_log_line(before: &str) -> bool {
    before.starts_with(|c: char| c.is_ascii_digit() || c == '[')
}

/// "My return is", "the final verdict:": whose words these are is said right before the object.
fn is_own_announcement(before: &str) -> bool {
    let lower = before.trim_end_matches([':', ' ']).to_lowercase();
    let lower = lower.strip_suffix(" is").unwrap_or(&lower);
    let whose = ["my", "my final", "the final"];
    let what = ["return", "result", "verdict"];
    whose.iter().any(|w| what.iter().any(|n| lower == format!("{w} {n}")))
}
