//! Labelled lines, in all their dress, one field a line or several on one.
//!
//! In: the lines of a candidate. Out: records, which are runs of label lines with only blank or unknown-label lines
//! between (reading.md, "Where the return is", rule 6). A label counts at the start of a line, behind `,` `;` `|` or
//! a line-break form when another label of the lexicon stands before it on the line, or glued to the end of a
//! sentence. Anywhere else it is a mention. Not here: what a value means.

use std::ops::Range;

use crate::candidates::{Candidate, Standing, introduction, is_quotation};
use crate::contract::{LabelForm, LabelMatch, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::dress::{self, Forms, Steps, ansi_len, is_emoji, is_invisible, is_line_break_form};
use crate::fields::{Entry, Raw, Record};
use crate::limits;
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, Shape, list_marker, lone_tag};

/// A label found in a line.
#[derive(Debug, Clone)]
struct Label<'a> {
    /// Byte offset in the line where its dress begins.
    start: usize,
    /// Byte offset behind its separator and the dress it closes.
    end: usize,
    /// The label, undressed.
    text: &'a str,
    found: Option<LabelMatch>,
    lead: Lead<'a>,
    steps: Steps<'a>,
}

/// What stands before the label at the start of a line.
#[derive(Debug, Clone, Copy, Default)]
struct Lead<'a> {
    bullet: Option<&'a str>,
    number: Option<&'a str>,
    heading: Option<&'a str>,
    indent: usize,
    /// Emphasis or a bracket that opens before the label and closes behind the value.
    opener: &'a str,
}

/// The records of a range of lines, appended in order.
pub(super) fn records<'a>(
    page: &Page<'a>,
    candidate: &Candidate,
    lines: Range<usize>,
    lexicon: &Lexicon,
    records: &mut Vec<Record<'a>>,
) {
    let mut builder = Builder { page, candidate, lexicon, open: None, records };
    let mut line = lines.start;
    while line < lines.end {
        line = builder.line(line, lines.end);
    }
    builder.close();
}

struct Builder<'p, 'a> {
    page: &'p Page<'a>,
    candidate: &'p Candidate,
    lexicon: &'p Lexicon,
    open: Option<Open<'a>>,
    records: &'p mut Vec<Record<'a>>,
}

/// A record that is going on.
struct Open<'a> {
    record: Record<'a>,
    leads: Vec<(Lead<'a>, &'a str)>,
    blank_lines: Vec<usize>,
}

impl<'a> Builder<'_, 'a> {
    /// Takes one line, or a label with the list below it; returns the next line to take.
    fn line(&mut self, line: usize, end: usize) -> usize {
        let text = self.page.text(line);
        let shape = self.page.shape(line);
        if shape == Shape::Blank || is_break_only(text) {
            if let Some(open) = &mut self.open {
                open.blank_lines.push(line);
            }
            return line + 1;
        }
        let body = if self.quoted_by_marks() { strip_quote_marks(text) } else { text };
        let labels = labels_of(body, self.lexicon);
        if labels.is_empty() {
            match label_at_start(body) {
                Some(label) if self.open.is_some() && shape == Shape::Text => self.unknown(line, label),
                _ => self.close(),
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

    fn quoted_by_marks(&self) -> bool {
        self.candidate.standing == Standing::Quoted(crate::candidates::Why::BlockQuote)
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
        !labels_of(next, self.lexicon).first().is_some_and(|l| l.found.is_some())
    }

    fn known(&mut self, line: usize, text: &'a str, labels: &[Label<'a>], end: usize) -> usize {
        let carrier = if labels.iter().filter(|l| l.found.is_some()).count() > 1 {
            Carrier::OneLine
        } else {
            Carrier::LabelledLines
        };
        let mut next_line = line + 1;
        for (n, label) in labels.iter().enumerate() {
            let until = labels.get(n + 1).map_or(text.len(), |next| next.start);
            let mut steps = label.steps.clone();
            let value = trim_value(text.get(label.end..until).unwrap_or(""), label, n + 1 < labels.len(), &mut steps);
            let mut raw = Raw::Line(value);
            if value.is_empty() && n + 1 == labels.len() {
                let (items, behind) = self.items_below(line + 1, end);
                if let Some(items) = items {
                    raw = items;
                    next_line = behind;
                }
            }
            let Some(found) = label.found else { continue };
            let repeats = self
                .open
                .as_ref()
                .is_some_and(|o| o.record.has(found.field) && o.record.has_all(self.lexicon.required()));
            if repeats {
                self.close();
            }
            let entry = Entry { field: Some(found.field), form: found.form, label: label.text, raw, carrier, steps };
            let candidate = self.candidate;
            let page = self.page;
            let open = self.open.get_or_insert_with(|| Open::at(page, candidate, line));
            if n == 0 {
                open.leads.push((label.lead, label.text));
            }
            open.record.entries.push(entry);
            open.record.lines.end = next_line;
        }
        next_line
    }

    fn unknown(&mut self, line: usize, label: (&'a str, &'a str)) {
        let Some(open) = &mut self.open else { return };
        open.record.entries.push(Entry {
            field: None,
            form: LabelForm::Canonical,
            label: label.0,
            raw: Raw::Line(label.1),
            carrier: Carrier::LabelledLines,
            steps: Vec::new(),
        });
        open.record.lines.end = line + 1;
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
            self.records.push(open.finish(self.page));
        }
    }
}

impl<'a> Open<'a> {
    fn at(page: &Page<'a>, candidate: &Candidate, line: usize) -> Open<'a> {
        let introduction = introduction(page, line);
        let standing = match candidate.standing {
            Standing::Own if is_quotation(introduction) => Standing::Quoted(crate::candidates::Why::Introduced),
            other => other,
        };
        let record = Record {
            entries: Vec::new(),
            lines: line..line + 1,
            standing,
            introduction,
            broken: None,
            closed: false,
            steps: Vec::new(),
            span: page.span(line),
        };
        Open { record, leads: Vec::new(), blank_lines: Vec::new() }
    }

    fn finish(self, page: &Page<'a>) -> Record<'a> {
        let Open { mut record, leads, blank_lines } = self;
        let source = page.source;
        if let (Some(first), Some(last)) = (record.entries.first(), record.entries.last()) {
            record.span = source.span_of(first.label).to(source.span_of(last.raw.whole()));
        }
        // Labels without a known field behind the last known one are no part of what was promised.
        if let Some(line) = blank_lines.iter().find(|l| record.lines.contains(*l)) {
            record.steps.push(Diagnostic::new(Problem::Spacing, page.span(*line)));
        }
        let mark =
            |pick: fn(&Lead<'a>) -> Option<&'a str>| leads.iter().filter_map(move |(l, _)| pick(l)).collect::<Vec<_>>();
        let bullets = mark(|l| l.bullet);
        if let Some(first) = bullets.first() {
            let uniform = bullets.len() == leads.len() && bullets.iter().all(|b| b == first);
            let problem = if uniform {
                Problem::BulletedLines
            } else {
                Problem::MarkdownDress { what: "a bullet before some of the lines" }
            };
            record.steps.push(Diagnostic::new(problem, record.span));
        }
        if !mark(|l| l.number).is_empty() {
            record.steps.push(Diagnostic::new(Problem::NumberedLabels, record.span));
        }
        if !mark(|l| l.heading).is_empty() {
            record.steps.push(Diagnostic::new(Problem::HeadingLabels, record.span));
        }
        if let Some((_, label)) = leads.iter().find(|(l, _)| l.indent > 0 && l.bullet.is_none() && l.number.is_none()) {
            record.steps.push(Diagnostic::new(Problem::Spacing, source.span_of(label)));
        }
        if record.entries.iter().any(|e| e.carrier == Carrier::OneLine) {
            record.steps.push(Diagnostic::new(Problem::OneLineRecord, record.span));
        }
        if let Some((before, behind)) = wrapper(page, &record.lines) {
            let first = page.span(before);
            record
                .steps
                .push(Diagnostic::new(Problem::WrapperElement, first).related(page.span(behind), "closed here"));
        }
        record
    }
}

/// The lines of an opening and closing tag directly round these lines.
fn wrapper(page: &Page<'_>, lines: &Range<usize>) -> Option<(usize, usize)> {
    let before = page.before(lines.start)?;
    let behind = page.at_or_after(lines.end)?;
    let (open, close) = (lone_tag(page.text(before))?, lone_tag(page.text(behind))?);
    (close.strip_prefix('/') == Some(open)).then_some((before, behind))
}

/// At least five words and a mark that ends a sentence.
fn is_sentence(value: &str) -> bool {
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

/// Every label of the lexicon in a line that counts as one.
fn labels_of<'a>(line: &'a str, lexicon: &Lexicon) -> Vec<Label<'a>> {
    let mut labels: Vec<Label<'a>> = Vec::new();
    if let Some(label) = first_label(line, lexicon) {
        labels.push(label);
    }
    let from = labels.first().map_or(0, |l| l.end);
    let rest = line.get(from..).unwrap_or("");
    for at in memchr::memchr3_iter(b':', b'=', 0xef, rest.as_bytes()) {
        let at = from + at;
        if labels.last().is_some_and(|l| at < l.end) {
            continue;
        }
        if let Some(label) = inner_label(line, at, labels.last(), lexicon) {
            labels.push(label);
        }
    }
    labels
}

/// The label at the start of a line.
fn first_label<'a>(line: &'a str, lexicon: &Lexicon) -> Option<Label<'a>> {
    let mut steps = Steps::new();
    let (lead, start) = lead_of(line, &mut steps);
    let rest = line.get(start..)?;
    let first = rest.chars().next()?;
    if !lexicon.may_begin(first) && first.is_ascii() && first != '&' && first != '\\' {
        return None;
    }
    for (at, len) in separators(rest) {
        if at > limits::LABEL_BYTES + 32 {
            return None;
        }
        let mut tried = steps.clone();
        if let Some((text, found)) = look_up(rest.get(..at)?, lexicon, &mut tried) {
            let mut label = Label { start: 0, end: start + at + len, text, found: Some(found), lead, steps: tried };
            label.separator(line, start + at, len);
            return Some(label);
        }
    }
    None
}

/// A label that ends at the separator at `at`, inside a line.
fn inner_label<'a>(line: &'a str, at: usize, previous: Option<&Label<'a>>, lexicon: &Lexicon) -> Option<Label<'a>> {
    let len = separator_len(line.get(at..)?)?;
    let floor = previous.map_or(0, |p| p.end);
    let from = line.floor_char_boundary(at.saturating_sub(limits::LABEL_BYTES)).max(floor);
    let head = line.get(from..at)?;
    // The label begins behind the nearest mark that can part it from what stands before.
    let (mark_at, mark) = head.char_indices().rev().find(|(_, c)| parts_fields(*c))?;
    let behind = from + mark_at + mark.len_utf8();
    let word = line.get(behind..at)?;
    let blank = word.len() - word.trim_start().len();
    let mut steps = Steps::new();
    let (text, found) = look_up(word, lexicon, &mut steps)?;
    let listed = matches!(mark, ',' | ';' | '|' | '>') || is_line_break_form(mark);
    if mark == '>' && !ends_with_break(line.get(..behind)?) {
        return None;
    }
    let glued = blank == 0 && matches!(mark, '.' | '!' | '?' | ')' | '…' | '。' | ':');
    if !(glued || listed && previous.is_some()) {
        return None;
    }
    if glued {
        steps.push((Problem::GluedLabel { label: text.to_owned() }, text));
    }
    if is_line_break_form(mark) {
        let mark_text = line.get(from + mark_at..behind)?;
        steps.push((Problem::LineBreakCharacter { character: mark }, mark_text));
    }
    let mut label = Label { start: behind, end: at + len, text, found: Some(found), lead: Lead::default(), steps };
    label.separator(line, at, len);
    Some(label)
}

fn parts_fields(c: char) -> bool {
    matches!(c, ',' | ';' | '|' | '.' | '!' | '?' | ')' | '…' | '。' | '>' | ':') || is_line_break_form(c)
}

fn ends_with_break(text: &str) -> bool {
    ["<br>", "<br/>", "<br />", "<BR>"].iter().any(|b| text.ends_with(b))
}

impl<'a> Label<'a> {
    /// Takes the separator and the dress that closes behind it.
    fn separator(&mut self, line: &'a str, at: usize, len: usize) {
        let mark = line.get(at..at + len).unwrap_or("").trim();
        if mark != ":" {
            self.steps.push((Problem::OtherSeparator { found: mark.to_owned() }, mark));
        }
        let behind = line.get(self.end..).unwrap_or("");
        let opener = self.lead.opener;
        if !opener.is_empty()
            && let Some(rest) = behind.strip_prefix(opener)
            && !opener.starts_with(['[', '{', '<', '('])
            // `**Status:** completed`, and not `*Status: *completed*`.
            && (rest.is_empty() || rest.starts_with([' ', '\t', '\x1b']) || !rest.contains(opener))
        {
            self.end += opener.len();
            self.lead.opener = "";
        }
    }
}

/// Bullets, numbers, heading marks, emoji and opening dress before a label: what they are, and where the label is.
fn lead_of<'a>(line: &'a str, steps: &mut Steps<'a>) -> (Lead<'a>, usize) {
    let mut lead = Lead::default();
    let mut at = 0;
    let slice = |from: usize, to: usize| line.get(from..to).unwrap_or("");
    while let Some(rest) = line.get(at..).filter(|r| !r.is_empty()) {
        let Some(c) = rest.chars().next() else { break };
        let len = c.len_utf8();
        if matches!(c, ' ' | '\t') {
            if at == lead.indent {
                lead.indent += 1;
            }
            at += 1;
        } else if let Some(code) = ansi_len(rest) {
            steps.push((Problem::ColourCode, slice(at, at + code)));
            at += code;
        } else if c == '\u{feff}' && at == 0 {
            // A byte order mark is said once, for the text.
            at += len;
        } else if is_invisible(c) || c == '\u{a0}' || c == '\u{3000}' {
            steps.push((Problem::InvisibleCharacter { character: c }, slice(at, at + len)));
            at += len;
        } else if is_emoji(c) {
            let emoji = rest.len() - rest.trim_start_matches(|c: char| is_emoji(c) || c == '\u{200d}').len();
            steps.push((Problem::Emoji, slice(at, at + emoji)));
            at += emoji;
        } else if lead.opener.is_empty()
            && lead.bullet.is_none()
            && lead.number.is_none()
            && list_marker(rest).is_some()
        {
            let mark = rest.split([' ', '\t']).next().unwrap_or("");
            if mark.starts_with(|c: char| c.is_ascii_digit()) {
                lead.number = Some(mark)
            } else {
                lead.bullet = Some(mark)
            }
            at += mark.len();
        } else if c == '#' && lead.heading.is_none() {
            let marks = rest.len() - rest.trim_start_matches('#').len();
            lead.heading = Some(slice(at, at + marks));
            at += marks;
        } else if lead.opener.is_empty() && matches!(c, '*' | '_' | '`' | '[' | '{' | '<' | '(') {
            let marks = if matches!(c, '*' | '_' | '`') { rest.len() - rest.trim_start_matches(c).len() } else { len };
            lead.opener = slice(at, at + marks);
            let problem = match c {
                '*' | '_' => Problem::MarkdownDress { what: "emphasis" },
                '`' => Problem::MarkdownDress { what: "back-ticks" },
                _ => Problem::Brackets,
            };
            steps.push((problem, lead.opener));
            at += marks;
        } else {
            break;
        }
    }
    (lead, at)
}

/// The places and lengths of what may part a label from its value.
fn separators(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    text.char_indices().take(limits::LABEL_BYTES + 40).filter_map(move |(at, c)| {
        if c.is_alphanumeric() {
            return None;
        }
        let rest = text.get(at..)?;
        if let Some(len) = separator_len(rest) {
            return Some((at, len));
        }
        let dash = ["—", "–", "->", "→", "=>", "- "].iter().find(|d| rest.starts_with(**d))?;
        // A hyphen parts only with blanks on both sides.
        if *dash == "- " && !text.get(..at)?.ends_with(' ') {
            return None;
        }
        Some((at, dash.len()))
    })
}

fn separator_len(text: &str) -> Option<usize> {
    let c = text.chars().next()?;
    matches!(c, ':' | '=' | '：' | '＝').then(|| c.len_utf8()).filter(|_| !text.starts_with("=>"))
}

/// The field that a dressed label names, with its bare text.
fn look_up<'a>(dressed: &'a str, lexicon: &Lexicon, steps: &mut Steps<'a>) -> Option<(&'a str, LabelMatch)> {
    let trimmed = dressed.trim();
    if trimmed.is_empty() || trimmed.len() > limits::LABEL_BYTES {
        return None;
    }
    let mut cleaned_steps = Steps::new();
    let cleaned = dress::clean(trimmed, Forms::ToAscii, &mut cleaned_steps);
    let inner = cleaned.text.trim_matches(|c: char| c == ' ' || is_emoji(c));
    let bare = inner.trim_matches(['*', '_', '`', '"', '~', '“', '”']).trim();
    let text = cleaned.at(bare);
    if let Some(found) = lexicon.find(bare) {
        steps.append(&mut cleaned_steps);
        if inner.len() < cleaned.text.len() {
            steps.push((Problem::Emoji, trimmed));
        }
        if bare.len() < inner.len() && !steps.iter().any(|(p, _)| matches!(p, Problem::MarkdownDress { .. })) {
            steps.push((Problem::MarkdownDress { what: "emphasis" }, cleaned.at(inner)));
        }
        return Some((text, found));
    }
    // A label and its translation: `Status / 状态`.
    let (first, second) = bare.split_once('/')?;
    let found = lexicon.find(first.trim())?;
    let second = second.trim();
    let translation = !second.is_empty() && second.split(' ').count() <= 3 && lexicon.find(second).is_none();
    translation.then(|| {
        steps.append(&mut cleaned_steps);
        (text, LabelMatch { field: found.field, form: LabelForm::Beside })
    })
}

/// What is left of a value when separators, breaks and the closing dress of its line are taken off.
fn trim_value<'a>(value: &'a str, label: &Label<'a>, more_follow: bool, steps: &mut Steps<'a>) -> &'a str {
    let blank = value.len() - value.trim_start_matches([' ', '\t']).len();
    let mut value = value.trim_matches(|c: char| c.is_ascii_whitespace() || is_line_break_form(c));
    if blank > 1 && !value.is_empty() {
        steps.push((Problem::Spacing, label.text));
    }
    for mark in ["<br>", "<br/>", "<br />", "<BR>"] {
        if let Some(rest) = value.strip_suffix(mark) {
            steps.push((Problem::HtmlBreak, value.get(rest.len()..).unwrap_or(value)));
            value = rest.trim_end();
        }
    }
    if let Some(rest) = value.strip_suffix('\\').filter(|r| !r.ends_with('\\')) {
        steps.push((Problem::MarkdownDress { what: "a hard line break" }, value.get(rest.len()..).unwrap_or(value)));
        value = rest.trim_end();
    }
    if more_follow {
        value = value.trim_end_matches([',', ';', '|', ' ']);
    }
    let opener = label.lead.opener;
    if opener.is_empty() {
        return value;
    }
    let closer: String = opener.chars().map(closing).collect();
    let Some(inner) = value.strip_suffix(closer.as_str()) else { return value };
    let (open, close) = (opener.chars().next().unwrap_or('*'), closer.chars().next().unwrap_or('*'));
    let count = |mark: char| inner.matches(mark).count();
    let balanced = if open == close { count(open) == 0 } else { count(open) == count(close) };
    if balanced { inner.trim_end() } else { value }
}

fn closing(c: char) -> char {
    match c {
        '[' => ']',
        '{' => '}',
        '<' => '>',
        '(' => ')',
        other => other,
    }
}

/// The label and value of a line that begins with a few words and a colon, whatever they are.
#[must_use]
pub fn label_at_start(line: &str) -> Option<(&str, &str)> {
    let (_, start) = lead_of(line, &mut Steps::new());
    let rest = line.get(start..)?;
    let window = rest.get(..rest.floor_char_boundary(limits::LABEL_BYTES))?;
    let (label, _) = window.split_once([':', '='])?;
    let value = rest.get(label.len() + 1..)?;
    let label = label.trim_end_matches(['*', '_', '`', ' ']);
    let words = label.split(' ').count();
    let plain =
        label.starts_with(char::is_alphabetic) && label.chars().all(|c| c.is_alphanumeric() || " -_/()'".contains(c));
    let url = value.starts_with("//");
    (plain && words <= 4 && !url && (value.is_empty() || value.starts_with([' ', '\t', '*', '_', '`']) || words == 1))
        .then(|| (label, value.trim_start_matches(['*', '_', '`']).trim()))
}
