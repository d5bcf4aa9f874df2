//! What stands before a label at the start of a line: indentation, bullet, number, heading mark, emoji, opening dress.
//!
//! In: a line. Out: its [`Lead`], and where the label would begin. Not here: whether a label does (`label`).

use crate::dress::{Steps, ansi_len, control_sequence_len, is_emoji, is_invisible};
use crate::problem::Problem;
use crate::scan::list_marker;

/// What stands before the label at the start of a line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lead<'a> {
    pub(super) bullet: Option<&'a str>,
    pub(super) number: Option<&'a str>,
    pub(super) heading: Option<&'a str>,
    pub(super) indent: &'a str,
    /// Emphasis or a bracket that opens before the label and closes behind the value.
    pub(super) opener: &'a str,
}

/// Bullets, numbers, heading marks, emoji and opening dress before a label: what they are, and where the label is.
pub(super) fn lead_of<'a>(line: &'a str, steps: &mut Steps<'a>) -> (Lead<'a>, usize) {
    let mut lead = Lead::default();
    let mut at = 0;
    let slice = |from: usize, to: usize| line.get(from..to).unwrap_or("");
    while let Some(rest) = line.get(at..).filter(|r| !r.is_empty()) {
        let Some(c) = rest.chars().next() else { break };
        let len = c.len_utf8();
        if matches!(c, ' ' | '\t') {
            if at == lead.indent.len() {
                lead.indent = slice(0, at + 1);
            }
            at += 1;
        } else if let Some(code) = ansi_len(rest) {
            steps.push((Problem::ColourCode, slice(at, at + code)));
            at += code;
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
        } else if lead.bullet.is_some()
            && lead.opener.is_empty()
            && let Some(box_len) = ticked_box(rest)
        {
            steps.push((Problem::MarkdownDress { what: "a ticked box" }, slice(at, at + box_len)));
            at += box_len;
        } else if let Some(code) = control_sequence_len(rest) {
            steps.push((Problem::ControlCharacter { field: "label".into(), character: c }, slice(at, at + code)));
            at += code;
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

/// Length of a ticked checkbox and a blank.
fn ticked_box(text: &str) -> Option<usize> {
    ["[x] ", "[X] ", "[✓] ", "☑ "].iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len())
}
