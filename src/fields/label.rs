//! Labels in a line: where one counts, what it is dressed in, where its value begins.
//!
//! In: one line and a [`Lexicon`]. Out: its [`Label`]s. A label counts at the start of a line, behind `,` `;` `|` or a
//! line-break form when another label stands before it on the line, or glued to the end of a sentence. Anywhere else
//! it is a mention (docs/reading.md, class table and "Where the return is", rule 6). Not here: runs of lines (`lines`).

use crate::candidates::cues::{RETRACTION_CUES, RETURN_NOUNS};
use crate::contract::{LabelForm, LabelMatch, Lexicon};
use crate::dress::{self, Forms, Steps, ansi_len, is_emoji, is_invisible, is_line_break_form};
use crate::fields::lead::{Lead, lead_of};
use crate::limits;
use crate::problem::Problem;

/// Words that make another field of a label, behind a slash as elsewhere: `Status / previous`.
const QUALIFIERS: &[&str] = &[
    "previous", "previously", "earlier", "old", "former", "prior", "last", "first", "next", "before", "after", "week",
    "run", "tests", "test", "expected", "target", "planned", "ci", "local",
];

/// A label found in a line.
#[derive(Debug, Clone)]
pub(super) struct Label<'a> {
    /// Byte offset in the line where its dress begins.
    pub(super) start: usize,
    /// Byte offset behind its separator and the dress it closes.
    pub(super) end: usize,
    /// The label, undressed.
    pub(super) text: &'a str,
    pub(super) found: Option<LabelMatch>,
    pub(super) lead: Lead<'a>,
    /// The label with emphasis round it and its separator, `**Status:**`.
    pub(super) dressed: Option<&'a str>,
    pub(super) steps: Steps<'a>,
}

/// Every label of the lexicon in a line that counts as one.
pub(super) fn labels_of<'a>(line: &'a str, lexicon: &Lexicon) -> Vec<Label<'a>> {
    let mut labels: Vec<Label<'a>> = Vec::new();
    if let Some(label) = first_label(line, lexicon).or_else(|| announced_label(line, lexicon)) {
        labels.push(label);
    }
    let from = labels.first().map_or(0, |l| l.end);
    let rest = line.get(from..).unwrap_or("");
    for at in memchr::memchr3_iter(b':', b'=', 0xef, rest.as_bytes()) {
        let at = from + at;
        if labels.last().is_some_and(|l| at < l.end) {
            continue;
        }
        // Beyond the limit nothing more is read of the text.
        if labels.len() > limits::LABEL_LINES {
            break;
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
    // Most lines are prose and begin with a letter: they have no lead, and often no label begins with it.
    let (lead, start) = if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
        (Lead::default(), 0)
    } else {
        lead_of(line, &mut steps)
    };
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
            let mut label =
                Label { start: 0, end: start + at + len, text, found: Some(found), lead, dressed: None, steps: tried };
            label.separator(line, start + at, len);
            return Some(label);
        }
    }
    None
}

/// The label behind an announcement on its own line: `Correction: Criticality: high`.
fn announced_label<'a>(line: &'a str, lexicon: &Lexicon) -> Option<Label<'a>> {
    let cue = line.split(':').next().filter(|c| c.len() < limits::LABEL_BYTES)?;
    let word = cue.trim_matches(|c: char| !c.is_alphabetic()).to_ascii_lowercase();
    if !RETRACTION_CUES.contains(&word.as_str()) && !RETURN_NOUNS.contains(&word.as_str()) {
        return None;
    }
    let behind = line.get(cue.len() + 1..)?;
    let label = first_label(behind, lexicon)?;
    let steps =
        label.steps.into_iter().chain([(Problem::GluedLabel { label: label.text.to_owned() }, label.text)]).collect();
    Some(Label { end: label.end + cue.len() + 1, steps, ..label })
}

/// A label that ends at the separator at `at`, inside a line.
fn inner_label<'a>(line: &'a str, at: usize, previous: Option<&Label<'a>>, lexicon: &Lexicon) -> Option<Label<'a>> {
    let len = separator_len(line.get(at..)?)?;
    let floor = previous.map_or(0, |p| p.end);
    let from = line.floor_char_boundary(at.saturating_sub(limits::LABEL_BYTES)).max(floor);
    let head = line.get(from..at)?;
    // The label begins behind the nearest mark that can part it from what stands before.
    let Some((mark_at, mark)) = head.char_indices().rev().find(|(_, c)| parts_fields(*c)) else {
        return glued_label(line, from, at, len, previous, lexicon);
    };
    let behind = from + mark_at + mark.len_utf8();
    let word = line.get(behind..at)?;
    let blank = word.len() - word.trim_start().len();
    let mut steps = Steps::new();
    let Some((text, found)) = look_up(word, lexicon, &mut steps) else {
        return glued_label(line, behind, at, len, previous, lexicon);
    };
    let listed = matches!(mark, ',' | ';' | '|' | '>') || is_line_break_form(mark);
    if mark == '>' && !ends_with_break(line.get(..behind)?) {
        return None;
    }
    let glued = blank == 0 && matches!(mark, '.' | '!' | '?' | ')' | '…' | '。');
    // Behind a form of line break a reader sees a new line, whatever stands before it.
    if !(glued || (listed && previous.is_some()) || is_line_break_form(mark)) {
        return None;
    }
    if glued {
        steps.push((Problem::GluedLabel { label: text.to_owned() }, text));
    }
    if is_line_break_form(mark) {
        let mark_text = line.get(from + mark_at..behind)?;
        steps.push((Problem::LineBreakCharacter { character: mark }, mark_text));
    }
    // `, **Status:** completed`: the emphasis that opens before the label closes behind its separator.
    let dressed = word.trim_start();
    let marks = dressed.len() - dressed.trim_start_matches(['*', '_']).len();
    let lead = Lead { opener: dressed.get(..marks).unwrap_or(""), ..Lead::default() };
    let mut label = Label { start: behind, end: at + len, text, found: Some(found), lead, dressed: None, steps };
    label.separator(line, at, len);
    Some(label)
}

/// A label in its canonical spelling, glued to the value before it: `completedImpact: low`.
fn glued_label<'a>(
    line: &'a str,
    from: usize,
    at: usize,
    len: usize,
    previous: Option<&Label<'a>>,
    lexicon: &Lexicon,
) -> Option<Label<'a>> {
    previous?;
    let head = line.get(from..at)?;
    let (label, found) = lexicon.spelt_at_end(head)?;
    let before = head.strip_suffix(label)?;
    let glued =
        before.ends_with(|c: char| c.is_lowercase() || c.is_ascii_digit()) && label.starts_with(char::is_uppercase);
    let text = line.get(at - label.len()..at)?;
    glued.then(|| {
        let steps = vec![(Problem::GluedLabel { label: text.to_owned() }, text)];
        let mut label = Label {
            start: at - text.len(),
            end: at + len,
            text,
            found: Some(found),
            lead: Lead::default(),
            dressed: None,
            steps,
        };
        label.separator(line, at, len);
        label
    })
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
        // A colour that ends with the label ends behind its separator.
        while let Some(code) = line.get(self.end..).and_then(ansi_len) {
            self.steps.push((Problem::ColourCode, line.get(self.end..self.end + code).unwrap_or("")));
            self.end += code;
        }
        let opener = self.lead.opener;
        if opener.is_empty() || opener.starts_with(['[', '{', '<', '(']) {
            return;
        }
        let start = opener.as_ptr() as usize - line.as_ptr() as usize;
        let closed_before = line.get(start + opener.len()..at).is_some_and(|l| l.trim_end().ends_with(opener));
        let behind = line.get(self.end..).unwrap_or("").strip_prefix(opener);
        // `**Status:** completed`, and not `*Status: *completed*`.
        let closed_behind = behind
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\x1b']) || !rest.contains(opener));
        if closed_behind && !closed_before {
            self.end += opener.len();
        }
        if closed_behind || closed_before {
            self.lead.opener = "";
            self.dressed = line.get(start..self.end);
            self.steps.retain(|(problem, at)| {
                !(matches!(problem, Problem::MarkdownDress { .. })
                    && self.text.len() > at.len()
                    && opener.starts_with(at))
            });
        }
    }
}

/// The field that a label names once what hides in it is taken out, and what that was.
pub(super) fn disguised(text: &str, lexicon: &Lexicon) -> Option<(LabelMatch, Problem)> {
    // Nothing hides among letters and digits.
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'-')) {
        return None;
    }
    let hidden = text.chars().find(|c| dress::is_control(*c) || is_invisible(*c));
    let seen: String = text.chars().filter(|c| !dress::is_control(*c) && !is_invisible(*c)).collect();
    let mut forms = Steps::new();
    let plain = dress::clean(&seen, Forms::ToAscii, &mut forms);
    let bare = plain.text.trim_matches(|c: char| "*_`~ ".contains(c));
    let found = lexicon.find(bare)?;
    let problem = match (hidden, forms.into_iter().next()) {
        (Some(character), _) if dress::is_control(character) => {
            Problem::ControlCharacter { field: "label".into(), character }
        }
        (Some(character), _) => Problem::InvisibleCharacter { character },
        (None, Some((problem, _))) => problem,
        (None, None) if bare.len() < text.len() => Problem::MarkdownDress { what: "emphasis" },
        (None, None) => return None,
    };
    Some((found, problem))
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
pub(super) fn look_up<'a>(dressed: &'a str, lexicon: &Lexicon, steps: &mut Steps<'a>) -> Option<(&'a str, LabelMatch)> {
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
    if let Some((found, problem)) = disguised(bare, lexicon) {
        steps.push((problem, trimmed));
        return Some((trimmed, found));
    }
    // A label and its translation: `Status / 状态`. Whether it is one, the other labels of the record tell.
    let (first, second) = bare.split_once('/')?;
    let (first, second) = (first.trim(), second.trim());
    let found = lexicon.find(first)?;
    let other = lexicon.find(second).is_some_and(|m| m.field != found.field);
    let qualifies = second.split(' ').any(|w| QUALIFIERS.contains(&w.to_lowercase().as_str()));
    (!other && !qualifies && !second.is_empty() && second.split(' ').count() <= 3).then(|| {
        steps.append(&mut cleaned_steps);
        (text, LabelMatch { field: found.field, form: LabelForm::Translated })
    })
}

/// What is left of a value when separators, breaks and the closing dress of its line are taken off.
pub(super) fn value_of<'a>(
    value: &'a str,
    label: &Label<'a>,
    one_of_many: bool,
    open_end: bool,
    steps: &mut Steps<'a>,
) -> &'a str {
    let blanks = value.get(..value.len() - value.trim_start_matches([' ', '\t']).len()).unwrap_or("");
    let mut value = value.trim_matches(|c: char| c.is_ascii_whitespace() || is_line_break_form(c));
    if blanks.len() > 1 && !value.is_empty() {
        steps.push((Problem::Spacing, blanks));
    }
    // A comment at the end of a value is no part of it.
    if let Some((before, _)) = value.strip_suffix("-->").and_then(|v| v.rsplit_once("<!--")) {
        let comment = value.get(before.len()..).unwrap_or(value);
        steps.push((Problem::TrailingNote { field: label.text.to_owned(), note: comment.to_owned() }, comment));
        value = before.trim_end();
    }
    for mark in ["<br>", "<br/>", "<br />", "<BR>"] {
        if let Some(rest) = value.strip_suffix(mark) {
            steps.push((Problem::HtmlBreak, value.get(rest.len()..).unwrap_or(value)));
            value = rest.trim_end();
        }
    }
    // `docs\runs\` ends in a separator, and where the text ends nothing is known of what would follow.
    if let Some(rest) = value.strip_suffix('\\').filter(|r| !open_end && !r.contains('\\') && !r.ends_with(':')) {
        steps.push((Problem::MarkdownDress { what: "a hard line break" }, value.get(rest.len()..).unwrap_or(value)));
        value = rest.trim_end();
    }
    if one_of_many {
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
    let plain = label.starts_with(char::is_alphabetic)
        && label.chars().all(|c| c.is_alphanumeric() || " -_/()'?~*.".contains(c));
    let url = value.starts_with("//");
    (plain && words <= 4 && !url && (value.is_empty() || value.starts_with([' ', '\t', '*', '_', '`']) || words == 1))
        .then(|| (label, value.trim_start_matches(['*', '_', '`']).trim()))
}
