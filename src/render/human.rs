//! For a person: the verdict on one line, the values, then each diagnostic with the exact bytes it speaks of.
//!
//! In: a [`Checked`] text and the [`Look`] of the terminal. Out: text of at most [`limits::HUMAN_BYTES`] (colour codes
//! not counted). miette draws, but it sees only an [`Excerpt`] and words made safe. Errors and warnings are drawn in the
//! order of the source; notes follow as one line each, and are drawn only when there is nothing else.

use std::error::Error;
use std::fmt::{self, Write as _};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::excerpt::{Excerpt, RELATED};
use super::{Checked, line, outcome_words, tag};
use crate::diagnostic::{Diagnostic, Fix};
use crate::limits;
use crate::parsed::{Outcome, Return};
use crate::rules::Severity;
use crate::safe::quote;
use crate::text::{Source, Span};

/// Characters of a value or a file name that are shown.
const SHOWN_CHARS: usize = 160;
/// Edits of one diagnostic that are shown.
const EDITS: usize = 2;
/// Bytes kept free for the line that counts what is not shown.
const LAST_LINE: usize = 100;

/// What the terminal is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Whether colour codes are written.
    pub colour: bool,
    /// Columns; excerpts are cut and messages wrapped to it.
    pub width: usize,
}

impl Default for Look {
    /// 80 columns without colour: what a pipe or a file gets.
    fn default() -> Look {
        Look { colour: false, width: 80 }
    }
}

impl Look {
    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Verdict, values and diagnostics of one text.
#[must_use]
pub fn human(checked: &Checked<'_>, look: Look) -> String {
    let mut out = verdict(checked, look);
    if let Some(value) = &checked.parsed.value {
        out.push_str(&values(value));
    }
    complain(&mut out, checked.name, checked.source, &checked.parsed.diagnostics, look);
    out
}

/// Verdict and diagnostics without the values; nothing when there is no diagnostic.
#[must_use]
pub fn complaints(checked: &Checked<'_>, look: Look) -> String {
    if checked.parsed.diagnostics.is_empty() {
        return String::new();
    }
    let mut out = verdict(checked, look);
    complain(&mut out, checked.name, checked.source, &checked.parsed.diagnostics, look);
    out
}

/// What is wrong with a contract file.
#[must_use]
pub fn broken_contract(name: &str, source: &Source<'_>, diagnostics: &[Diagnostic], look: Look) -> String {
    let mut out = heading(name, "31", "broken contract", look);
    out.push('\n');
    complain(&mut out, name, source, diagnostics, look);
    out
}

/// `returns/review-2.txt: accepted with warnings (reviewer)`
fn verdict(checked: &Checked<'_>, look: Look) -> String {
    let outcome = checked.parsed.outcome;
    let code = match outcome {
        Outcome::Accepted => "32",
        Outcome::AcceptedWithWarnings => "33",
        Outcome::Rejected | Outcome::Ambiguous => "31",
    };
    let heading = heading(checked.name, code, outcome_words(outcome), look);
    format!("{heading} ({})\n", line(&checked.contract.name))
}

fn heading(name: &str, code: &str, verdict: &str, look: Look) -> String {
    format!("{} {}", look.paint("1", &format!("{}:", short(name))), look.paint(code, verdict))
}

/// One `key: value` line a field, aligned.
fn values(value: &Return) -> String {
    let width = value.fields.iter().map(|f| line(&f.key).chars().count()).max().unwrap_or(0) + 1;
    value.fields.iter().fold(String::new(), |mut out, field| {
        let key = format!("{}:", line(&field.key));
        // Writing to a String cannot fail.
        let _ = writeln!(out, "  {key:width$} {}", short(&field.value.to_string()));
        out
    })
}

/// One line, safe, of bounded length.
fn short(text: &str) -> String {
    let text = line(text);
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text,
    }
}

/// Draws errors and warnings, then lists the notes, as far as count and size allow.
fn complain(out: &mut String, name: &str, source: &Source<'_>, diagnostics: &[Diagnostic], look: Look) {
    let name = short(name);
    let (notes, graver): (Vec<_>, Vec<_>) = diagnostics.iter().partition(|d| d.severity() == Severity::Note);
    let only_notes = graver.is_empty();
    let drawn = graver.into_iter().map(|d| (d, true)).chain(notes.into_iter().map(|d| (d, only_notes)));
    let (mut shown, mut after_note) = (0, false);
    let mut used = visible_bytes(out);
    for (diagnostic, full) in drawn.take(limits::SHOWN) {
        let mut text = if full { draw(&name, source, diagnostic, look) } else { note(source, diagnostic, look) };
        if full || !after_note {
            text.insert(0, '\n');
        }
        after_note = !full;
        used += visible_bytes(&text);
        if used > limits::HUMAN_BYTES - LAST_LINE {
            break;
        }
        out.push_str(&text);
        shown += 1;
    }
    if shown < diagnostics.len() {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "\n  … and {} more", diagnostics.len() - shown);
    }
}

/// `  note[RC228 harness-trailer] line 9: …`
fn note(source: &Source<'_>, diagnostic: &Diagnostic, look: Look) -> String {
    let tag = tag(diagnostic);
    let at = source.position(diagnostic.span.start()).line;
    let message = format!("line {at}: {}", line(&diagnostic.message()));
    let message = wrap(&message, look.width.saturating_sub(tag.len() + 3), look.width.saturating_sub(4));
    format!("  {} {}\n", look.paint("36", &tag), message.replace('\n', "\n    "))
}

/// One diagnostic as miette draws it.
fn draw(name: &str, source: &Source<'_>, diagnostic: &Diagnostic, look: Look) -> String {
    // Line number, gutter and the arms of labels of several lines take what is left of the width.
    let window = look.width.saturating_sub(16).clamp(40, 160);
    let excerpt = Excerpt::new(name, source, diagnostic.span, &diagnostic.related, window);
    let tag = tag(diagnostic);
    let mut theme = if look.colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let severity = match diagnostic.severity() {
        Severity::Error => theme.styles.error,
        Severity::Warning => theme.styles.warning,
        Severity::Note => theme.styles.advice,
    };
    theme.styles.highlights =
        excerpt.label_order().map(|primary| if primary { severity } else { theme.styles.help }).collect();
    for icon in [&mut theme.characters.error, &mut theme.characters.warning, &mut theme.characters.advice] {
        icon.clone_from(&tag);
    }
    let report = Report {
        message: wrap(
            &line(&diagnostic.message()),
            look.width.saturating_sub(tag.len() + 3),
            look.width.saturating_sub(4),
        ),
        help: help(source, diagnostic, look),
        severity: diagnostic.severity(),
        excerpt,
    };
    let mut out = String::new();
    // The excerpt answers for every label it hands out, and writing to a String cannot fail.
    let drawn = GraphicalReportHandler::new_themed(theme)
        .with_urls(false)
        .with_wrap_lines(false)
        .with_width(look.width)
        .with_context_lines(1)
        .render_report(&mut out, &report);
    if drawn.is_err() {
        return format!("  {tag} {}\n", report.message);
    }
    // miette pads with blanks; nobody wants to see them in a diff.
    out.lines().map(str::trim_end).fold(String::new(), |out, line| out + line + "\n")
}

/// The help, the edit unless the help already says it, and the places that were not drawn.
fn help(source: &Source<'_>, diagnostic: &Diagnostic, look: Look) -> Option<String> {
    let width = look.width.saturating_sub(8);
    let words = line(&diagnostic.help());
    let mut lines = if words.is_empty() { Vec::new() } else { vec![wrap(&words, width, width)] };
    if let Some(fix) = &diagnostic.fix {
        lines.extend(edits(source, fix, &words));
    }
    let also: Vec<String> = diagnostic.also.iter().take(10).map(|s| place(source, *s)).collect();
    if !also.is_empty() {
        let more = if diagnostic.also.len() > also.len() { ", …" } else { "" };
        lines.push(wrap(&format!("Also at {}{more}.", also.join(", ")), width, width));
    }
    let others: Vec<String> = diagnostic
        .related
        .iter()
        .skip(RELATED)
        .take(10)
        .map(|r| source.position(r.span.start()).line.to_string())
        .collect();
    if !others.is_empty() {
        lines.push(wrap(&format!("See also line {}.", others.join(", ")), width, width));
    }
    if lines.is_empty() { None } else { Some(lines.join("\n")) }
}

/// `line:column`
fn place(source: &Source<'_>, span: Span) -> String {
    let at = source.position(span.start());
    format!("{}:{}", at.line, at.column)
}

fn edits(source: &Source<'_>, fix: &Fix, words: &str) -> Vec<String> {
    let lead = if fix.safe { "" } else { "perhaps " };
    let edit = |old: &str, new: &str| match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("{lead}insert {}", quote(new)),
        (_, true) => format!("{lead}remove {}", quote(old)),
        _ => format!("{lead}{} → {}", quote(old), quote(new)),
    };
    let said = |new: &str| !new.is_empty() && words.contains(&quote(new));
    let mut edits: Vec<String> =
        fix.edits.iter().filter(|e| !said(&e.text)).map(|e| edit(source.get(e.span), &e.text)).collect();
    if edits.len() > EDITS + 1 {
        let more = edits.len() - EDITS;
        edits.truncate(EDITS);
        edits.push(format!("… and {more} more edits"));
    }
    edits
}

/// Breaks at blanks so that the first line has at most `first` characters and the others `rest`, if words allow.
fn wrap(text: &str, first: usize, rest: usize) -> String {
    let (mut out, mut used, mut room) = (String::with_capacity(text.len()), 0, first);
    for (n, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if n > 0 && used + 1 + width > room {
            out.push('\n');
            (used, room) = (0, rest);
        } else if n > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += width;
    }
    out
}

/// Bytes without our own colour codes.
fn visible_bytes(text: &str) -> usize {
    text.split('\u{1b}').enumerate().map(|(n, part)| if n == 0 { part.len() } else { after_code(part) }).sum()
}

fn after_code(part: &str) -> usize {
    part.split_once('m').map_or(0, |(_, rest)| rest.len())
}

/// What miette is given: nothing of the source but the excerpt.
#[derive(Debug)]
struct Report {
    message: String,
    help: Option<String>,
    severity: Severity,
    excerpt: Excerpt,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for Report {}

impl miette::Diagnostic for Report {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|h| Box::new(h) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.excerpt.labels()))
    }
}
