//! Labelled lines, in all their dress, one field a line or several on one.
//!
//! In: the lines of a candidate. Out: records, which are runs of label lines with only blank or unknown-label lines
//! between (docs/reading.md, "Where the return is", rule 6). Not here: what counts as a label (`label`), or what a value
//! means.

use std::ops::Range;

use crate::candidates::{Candidate, Standing, Why};
use crate::contract::{LabelForm, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::dress::Steps;
use crate::fields::label::{Label, label_at_start, labels_of, value_of};
use crate::fields::lead::Lead;
use crate::fields::yaml::{self, indent_of};
use crate::fields::{Entry, Raw, Record, announced};
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, Shape, is_bare_key, list_marker, lone_tag};
use crate::text::Span;
use crate::values::takes_back;

/// The records of a range of lines, appended in order.
pub(super) fn records<'a>(
    page: &Page<'a>,
    candidate: &Candidate,
    lines: Range<usize>,
    lexicon: &Lexicon,
    room: &mut usize,
    records: &mut Vec<Record<'a>>,
) {
    let mut builder = Builder { page, candidate, lexicon, open: None, room, records };
    let mut line = lines.start;
    while line < lines.end && *builder.room > 0 {
        line = builder.line(line, lines.end);
    }
    builder.close();
}

struct Builder<'p, 'a> {
    page: &'p Page<'a>,
    candidate: &'p Candidate,
    lexicon: &'p Lexicon,
    open: Option<Open<'a>>,
    /// Labels that may still be taken.
    room: &'p mut usize,
    records: &'p mut Vec<Record<'a>>,
}

/// A record that is going on.
struct Open<'a> {
    record: Record<'a>,
    leads: Vec<Lead<'a>>,
    blank_lines: Vec<usize>,
    /// Entries up to the last known field.
    fields: usize,
    /// Whether it is a YAML block: its lines stand below a bare key, or its candidate says so.
    yaml: bool,
}

impl<'a> Builder<'_, 'a> {
    /// Takes one line, or a label with the list below it; returns the next line to take.
    fn line(&mut self, line: usize, end: usize) -> usize {
        let text = self.page.text(line);
        // A byte order mark at the start is said once, for the text.
        let text = if line == 0 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
        let shape = self.page.shape(line);
        if shape == Shape::Blank || is_break_only(text) {
            if let Some(open) = &mut self.open {
                open.blank_lines.push(line);
            }
            return line + 1;
        }
        // What is nested deeper in a YAML block belongs to the key above it.
        if let Some(open) = self.open.as_mut().filter(|o| o.yaml)
            && indent_of(text) > open.leads.first().map_or(0, |l| l.indent.len())
        {
            let directly_below = open.blank_lines.last().is_none_or(|blank| *blank + 1 != line);
            open.goes_on(line, text.trim(), directly_below);
            return line + 1;
        }
        let body = match self.candidate.standing {
            Standing::Quoted(Why::BlockQuote) => strip_quote_marks(text),
            Standing::Quoted(Why::Diff | Why::Code) => text.strip_prefix(['+', '-']).unwrap_or(text),
            _ => text,
        };
        let labels = labels_of(body, self.lexicon);
        if labels.is_empty() {
            if let Some(open) = &mut self.open {
                match label_at_start(body).filter(|_| shape == Shape::Text) {
                    Some(label) => open.unknown(line, label, self.room),
                    None => self.close(),
                }
            }
            return line + 1;
        }
        let many = labels.iter().filter(|l| l.found.is_some()).count() > 1;
        if !many && self.is_prose(line, body, labels.first()) {
            self.close();
            return line + 1;
        }
        self.known(line, body, &labels, end)
    }

    /// A label followed by a sentence is prose, unless the lines round it make it a field: a record is open that
    /// still lacks it, or the next line begins with a label too.
    fn is_prose(&self, line: usize, text: &str, label: Option<&Label<'a>>) -> bool {
        let Some(label) = label else { return true };
        if !is_sentence(text.get(label.end..).unwrap_or("")) {
            return false;
        }
        if let (Some(open), Some(found)) = (&self.open, label.found)
            && !open.record.has(found.field)
        {
            return false;
        }
        let next = self.page.text(line + 1);
        labels_of(next, self.lexicon).first().is_none_or(|l| l.found.is_none())
    }

    fn known(&mut self, line: usize, text: &'a str, labels: &[Label<'a>], end: usize) -> usize {
        let carrier = if labels.iter().filter(|l| l.found.is_some()).count() > 1 {
            Carrier::OneLine
        } else {
            Carrier::LabelledLines
        };
        let mut next_line = line + 1;
        // Where the text ends inside a value, a backslash is no hard line break.
        let open_end = next_line == self.page.lines.len() && self.page.source.text().ends_with(text);
        for (n, label) in labels.iter().enumerate() {
            let until = labels.get(n + 1).map_or(text.len(), |next| next.start);
            let mut steps = label.steps.clone();
            let value =
                value_of(text.get(label.end..until).unwrap_or(""), label, labels.len() > 1, open_end, &mut steps);
            let mut raw = Raw::Line(value);
            if value.is_empty() && n + 1 == labels.len() {
                let (items, behind) = self.items_below(line + 1, end);
                if let Some(items) = items {
                    raw = items;
                    next_line = behind;
                }
            }
            let Some(found) = label.found else { continue };
            if self.lexicon.is_list(found.field) && self.list_goes_on(next_line, end) {
                let why = "goes on below in a way that does not tell its items apart";
                steps.push((Problem::UnfitText { field: label.text.to_owned(), why }, label.text));
            }
            let Some(left) = self.room.checked_sub(1) else { break };
            *self.room = left;
            let repeats = self
                .open
                .as_ref()
                .is_some_and(|o| o.record.has(found.field) && o.record.has_all(self.lexicon.required()));
            // On one line a repeated label says a second thing in the same breath.
            if repeats && n == 0 {
                self.close();
            }
            let yaml =
                self.open.as_ref().map_or_else(|| self.candidate.yaml || below_a_key(self.page, line), |o| o.yaml);
            let carrier = if yaml { Carrier::Yaml } else { carrier };
            let entry = Entry {
                field: Some(found.field),
                form: found.form,
                label: label.text,
                raw,
                carrier,
                dressed: label.dressed,
                steps,
            };
            let candidate = self.candidate;
            let page = self.page;
            let open = self.open.get_or_insert_with(|| Open::at(page, candidate, line));
            if n == 0 {
                open.leads.push(label.lead);
            }
            open.record.entries.push(entry);
            open.record.lines.end = next_line;
            open.record.fields_end = next_line;
            open.fields = open.record.entries.len();
        }
        next_line
    }

    /// Whether a bullet or an indented line stands where a list should have ended, also behind one blank line.
    fn list_goes_on(&self, from: usize, end: usize) -> bool {
        let blank = self.page.shape(from) == Shape::Blank;
        let line = if blank { from + 1 } else { from };
        let text = self.page.text(line);
        let own = labels_of(text, self.lexicon).iter().any(|l| l.found.is_some());
        let item = list_marker(text.trim_start()).is_some();
        // Directly below, any text that is no label may belong to the last item.
        let glued = !blank && self.page.shape(line) == Shape::Text && label_at_start(text).is_none();
        line < end && !own && (item || glued || (text.starts_with([' ', '\t']) && !text.trim().is_empty()))
    }

    /// The list items directly below an empty label.
    fn items_below(&self, from: usize, end: usize) -> (Option<Raw<'a>>, usize) {
        let mut items = Vec::new();
        let mut line = from;
        while line < end {
            let text = self.page.text(line);
            let Some(item) = list_marker(text.trim_start()) else { break };
            if labels_of(text, self.lexicon).iter().any(|l| l.found.is_some()) {
                break;
            }
            items.push(item.trim());
            line += 1;
        }
        let whole = match (items.first(), items.last()) {
            (Some(_), Some(_)) => self.page.stretch(from, line).trim(),
            _ => return (None, from),
        };
        (Some(Raw::Items { whole, items }), line)
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.records.push(open.finish(self.page, self.candidate, self.lexicon));
        }
    }
}

impl<'a> Open<'a> {
    fn at(page: &Page<'a>, candidate: &Candidate, line: usize) -> Open<'a> {
        let (introduction, mut standing) = announced(page, candidate, line);
        if standing.quoted().is_none() && in_a_block_scalar(page, line) {
            standing = Standing::Quoted(Why::Introduced);
        }
        let record = Record {
            entries: Vec::new(),
            lines: line..line + 1,
            fields_end: line + 1,
            standing,
            introduction,
            broken: None,
            closed: false,
            steps: Vec::new(),
            span: page.span(line),
        };
        Open {
            record,
            leads: Vec::new(),
            blank_lines: Vec::new(),
            fields: 0,
            yaml: candidate.yaml || below_a_key(page, line),
        }
    }

    /// A line that is indented deeper than a field of a YAML block: its value, when the line of the key has none, or
    /// more of it.
    fn goes_on(&mut self, line: usize, text: &'a str, directly_below: bool) {
        let Some(entry) = self.record.entries.last_mut().filter(|e| e.field.is_some()) else { return };
        let Raw::Line(value) = entry.raw else { return };
        if !directly_below || text.starts_with('#') {
            return;
        }
        if (value.is_empty() || yaml::opens_a_block(value)) && line == self.record.fields_end {
            entry.raw = Raw::Line(text);
            self.record.lines.end = line + 1;
            self.record.fields_end = line + 1;
        } else {
            let why = "goes on in the indented line below it; write the value on one line";
            entry.steps.push((Problem::UnfitText { field: entry.label.to_owned(), why }, text));
        }
    }

    /// Takes the comments off the values of a YAML block, and refuses what YAML would read as something else.
    fn read_as_yaml(&mut self, page: &Page<'a>, candidate: &Candidate, lexicon: &Lexicon) {
        for entry in &mut self.record.entries {
            let (Some(field), Raw::Line(value)) = (entry.field, &entry.raw) else { continue };
            // A comment behind a choice is a note, and is judged like one.
            let value =
                if lexicon.is_choice(field) { value } else { without_comment(value, entry.label, &mut entry.steps) };
            let bare = value.split(" #").next().unwrap_or(value).trim_end();
            if let Some(why) = yaml::unread(bare) {
                entry.steps.push((Problem::UnfitText { field: entry.label.to_owned(), why }, bare));
            }
            entry.raw = Raw::Line(value);
        }
        let lines = self.record.lines.clone();
        let base = indent_of(page.text(lines.start));
        let deeper = |l: &usize| *l < candidate.end && indent_of(page.text(*l)) > base;
        let end = (lines.end..).find(|l| !deeper(l)).unwrap_or(lines.end);
        let around = if candidate.yaml { candidate.first..candidate.end } else { lines.start..end };
        self.record.broken = self.record.broken.or_else(|| yaml::broken(page, &lines, around, lexicon));
    }

    fn unknown(&mut self, line: usize, label: (&'a str, &'a str), room: &mut usize) {
        *room = room.saturating_sub(1);
        self.record.entries.push(Entry {
            field: None,
            form: LabelForm::Canonical,
            label: label.0,
            raw: Raw::Line(label.1),
            carrier: Carrier::LabelledLines,
            dressed: None,
            steps: Vec::new(),
        });
        self.record.lines.end = line + 1;
    }

    fn finish(mut self, page: &Page<'a>, candidate: &Candidate, lexicon: &Lexicon) -> Record<'a> {
        let source = page.source;
        // A label line behind a blank line, which the contract does not know, is prose that follows the record.
        if let Some(blank) = self.blank_lines.iter().find(|l| **l >= self.record.fields_end) {
            self.record.entries.truncate(self.fields + (blank - self.record.fields_end));
            self.record.lines.end = *blank;
        }
        // One label with a word behind a slash may be anything; a second one makes it a habit.
        if self.record.entries.iter().filter(|e| e.form == LabelForm::Translated).count() == 1 {
            for entry in self.record.entries.iter_mut().filter(|e| e.form == LabelForm::Translated) {
                entry.field = None;
            }
        }
        if self.yaml && self.record.standing.quoted().is_none() {
            self.read_as_yaml(page, candidate, lexicon);
        }
        if let (Some(first), Some(last)) = (self.record.entries.first(), self.record.entries.last()) {
            self.record.span = source.span_of(first.label).to(source.span_of(last.place()));
        }
        self.record.steps = self.layout(page);
        self.record
    }

    /// What is said of the layout as a whole.
    fn layout(&self, page: &Page<'a>) -> Vec<Diagnostic> {
        let (source, record) = (page.source, &self.record);
        let mut said = Vec::new();
        let mut say = |problem: Problem, span: Span| said.push(Diagnostic::new(problem, span));
        let fields = record.lines.start..record.fields_end;
        if let Some(line) = self.blank_lines.iter().find(|l| fields.contains(*l)) {
            say(Problem::Spacing, page.span(*line));
        }
        let from = |mark: &str| source.span_of(mark).to(record.span);
        let mut bullets = self.leads.iter().map(|l| l.bullet);
        if let Some(first) = self.leads.iter().find_map(|l| l.bullet) {
            let uniform = bullets.all(|b| b == Some(first));
            let some = Problem::MarkdownDress { what: "a bullet before some of the lines" };
            say(if uniform { Problem::BulletedLines } else { some }, from(first));
        }
        if let Some(first) = self.leads.iter().find_map(|l| l.number) {
            say(Problem::NumberedLabels, from(first));
        }
        if let Some(first) = self.leads.iter().find_map(|l| l.heading) {
            say(Problem::HeadingLabels, from(first));
        }
        let ends = (record.lines.start..record.fields_end).map(|l| page.span(l).end());
        let lone = ends.into_iter().find(|end| {
            let behind = source.text().get(*end..).unwrap_or("");
            behind.starts_with('\r') && !behind.starts_with("\r\n")
        });
        if let Some(end) = lone {
            say(Problem::LineBreakCharacter { character: '\r' }, source.span(end, end + 1));
        }
        if self.yaml {
            say(Problem::YamlReturn, record.span);
        }
        let indented = |l: &&Lead<'a>| !l.indent.is_empty() && l.bullet.is_none() && l.number.is_none();
        if let Some(lead) = self.leads.iter().find(indented).filter(|_| !self.yaml) {
            say(Problem::Spacing, source.span_of(lead.indent));
        }
        // Fields parted by a form of line break are said to be that, and nothing else.
        let broken = |e: &Entry<'a>| e.steps.iter().any(|(p, _)| matches!(p, Problem::LineBreakCharacter { .. }));
        if record.entries.iter().filter(|e| e.carrier == Carrier::OneLine).skip(1).any(|e| !broken(e)) {
            say(Problem::OneLineRecord, record.span);
        }
        if let Some((before, behind)) = wrapper(page, &record.lines) {
            let diagnostic = Diagnostic::new(Problem::WrapperElement, page.span(before));
            said.push(diagnostic.related(page.span(behind), "closed here"));
        }
        said
    }
}

/// The line directly above, when this one is indented below it.
fn indented_below<'a>(page: &Page<'a>, line: usize) -> Option<&'a str> {
    let above = page.text(line.checked_sub(1)?);
    (indent_of(above) < indent_of(page.text(line))).then_some(above)
}

/// Whether a line is indented below a bare key: `RETURN:`.
fn below_a_key(page: &Page<'_>, line: usize) -> bool {
    indented_below(page, line).is_some_and(is_bare_key)
}

/// Whether a line is indented below `summary: |`, whose text it is.
fn in_a_block_scalar(page: &Page<'_>, line: usize) -> bool {
    let marked = |above: &str, mark: &str| above.trim_end().strip_suffix(mark).is_some_and(|key| key.ends_with(": "));
    indented_below(page, line).is_some_and(|above| ["|", ">", "|-", ">-", "|+", ">+"].iter().any(|m| marked(above, m)))
}

/// A YAML value without the comment behind it.
fn without_comment<'a>(value: &'a str, label: &str, steps: &mut Steps<'a>) -> &'a str {
    let quoted = value.starts_with(['"', '\'']);
    let Some(at) =
        value.find(" #").filter(|at| !quoted || value.get(..*at).is_some_and(|v| v.trim_end().ends_with(['"', '\''])))
    else {
        return value;
    };
    let comment = value.get(at..).unwrap_or("").trim();
    let field = label.to_owned();
    steps.push(match takes_back(comment) {
        Some(_) => (Problem::UnfitText { field, why: "has a comment that takes it back" }, comment),
        None => (Problem::TrailingNote { field, note: comment.to_owned() }, comment),
    });
    value.get(..at).unwrap_or(value).trim_end()
}

/// The lines of an opening and closing tag directly round these lines.
fn wrapper(page: &Page<'_>, lines: &Range<usize>) -> Option<(usize, usize)> {
    let before = page.before(lines.start)?;
    let behind = page.at_or_after(lines.end)?;
    let (open, close) = (lone_tag(page.text(before))?, lone_tag(page.text(behind))?);
    (close.strip_prefix('/') == Some(open)).then_some((before, behind))
}

/// At least five words and a mark that ends a sentence.
pub(super) fn is_sentence(value: &str) -> bool {
    let value = value.trim_end().trim_end_matches(['*', '_', '`', '"', ')']);
    value.ends_with(['.', '!', '?', '。']) && value.split_whitespace().nth(4).is_some()
}

fn is_break_only(text: &str) -> bool {
    matches!(text.trim(), "<br>" | "<br/>" | "<br />" | "\\")
}

fn strip_quote_marks(text: &str) -> &str {
    let mut rest = text.trim_start();
    if let Some(item) = list_marker(rest) {
        rest = item;
    }
    while let Some(inner) = rest.strip_prefix('>') {
        rest = inner.trim_start();
    }
    rest
}
