//! The new text: where the canonical block goes, and how it fits between what stands round it.
//!
//! In: a text, the return to write (or none) and what to take out. Out: the text with those edits and no other. A
//! return that shares its fence or front matter with something leaves it and stands behind it, so that the rest stays
//! what it is; one in a list item that goes on keeps its indentation. Not here: what may go (`fix`).

use super::Fixed;
use crate::contract::Contract;
use crate::diagnostic::Edit;
use crate::parsed::Return;
use crate::scan::{Page, Region, RegionKind, Shape, list_marker, scan};
use crate::text::{Source, Span};

const MARK: char = '\u{feff}';

/// Writes a return anew, and takes stretches out.
pub(super) fn write(source: &Source<'_>, contract: &Contract, value: Option<&Return>, drops: &[Span]) -> Fixed {
    let mut edits: Vec<Edit> = Vec::new();
    let mut unseen = Vec::new();
    let mut drop = |start: usize, end: usize| edits.push(Edit { span: source.span(start, end), text: String::new() });
    if source.text().starts_with(MARK) {
        drop(0, MARK.len_utf8());
        unseen.push("byte order mark taken out");
    }
    for span in drops {
        drop(span.start(), behind_line_end(source, span.end()));
    }
    if let Some(value) = value {
        let page = scan(source);
        let mark = if source.text().starts_with(MARK) { MARK.len_utf8() } else { 0 };
        let writer = Writer { page: &page, block: contract.canonical(value), drops };
        let place = source.span(value.place.start().max(mark), value.place.end());
        if writer.edits(place, &mut edits) {
            unseen.push("line ends of the return made alike");
        }
    }
    edits.sort_by_key(|edit| edit.span);
    let (mut text, mut at) = (String::with_capacity(source.text().len()), 0);
    for edit in edits {
        if edit.span.start() < at {
            continue;
        }
        text.push_str(source.text().get(at..edit.span.start()).unwrap_or(""));
        text.push_str(&edit.text);
        at = edit.span.end();
    }
    text.push_str(source.text().get(at..).unwrap_or(""));
    Fixed { text, held_back: 0, resists: false, unseen }
}

struct Writer<'w, 'a> {
    page: &'w Page<'a>,
    block: String,
    drops: &'w [Span],
}

impl Writer<'_, '_> {
    /// Adds the edits that put the block in place of the return; says whether line ends change.
    fn edits(&self, place: Span, edits: &mut Vec<Edit>) -> bool {
        let source = self.page.source;
        let old = source.get(place);
        // A lone CR is no line end of the canonical form.
        let behind = source.text().get(place.end()..).unwrap_or("");
        let lone = behind.starts_with('\r') && !behind.starts_with("\r\n");
        let crlf = self.crlf(place);
        let nl = if crlf { "\r\n" } else { "\n" };
        let bare = |text: &str| text.replace("\r\n", "\n");
        let changed = lone
            || bare(old).contains('\r')
            || (crlf && bare(old).matches('\n').count() != old.matches("\r\n").count());
        let place = source.span(place.start(), place.end() + usize::from(lone));
        let block = self.block.trim_end_matches('\n').replace('\n', nl);
        let line = self.page.line_at(place.start());
        let frame = self.page.region_of(line).filter(|r| is_frame(r) && self.page.start(r.first) < place.start());
        let Some(frame) = frame else {
            let indent = self.indent(place);
            let block = block.split(nl).map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join(nl);
            let text = fitted(source, &block, place, if lone { Some(nl) } else { None }, nl);
            edits.push(Edit { span: place, text });
            return changed;
        };
        // The return leaves a frame that holds more.
        let (closer, edge) = closing(self.page, frame);
        let last = self.page.line_at(place.end().saturating_sub(1));
        let inside_end = if edge { frame.end - 1 } else { frame.end };
        let stays = |l: &usize| self.page.shape(*l) != Shape::Blank && !self.is_gone(*l);
        let rest = (last + 1..inside_end).rev().find(stays);
        match rest {
            None if !(frame.first + 1..line).any(|l| stays(&l)) => {
                let span =
                    source.span(self.page.start(frame.first), self.page.span(frame.end - 1).end().max(place.end()));
                edits.retain(|e| !span.contains(e.span));
                edits.push(Edit { span, text: fitted(source, &block, span, None, nl) });
            }
            None => {
                let end = if edge { self.page.span(frame.end - 1).end() } else { place.end() };
                let span = source.span(place.start(), end);
                let text = fitted(source, &block, source.span(span.end(), span.end()), None, nl);
                let text = text.trim_start_matches(['\r', '\n']);
                edits.push(Edit { span, text: format!("{closer}{nl}{nl}{text}") });
            }
            Some(rest) => {
                edits.push(Edit {
                    span: source.span(place.start(), behind_line_end(source, place.end())),
                    text: String::new(),
                });
                let end = self.page.span(if edge { frame.end - 1 } else { rest }).end();
                let at = source.span(end, end);
                let text = fitted(source, &block, at, None, nl);
                edits.push(Edit { span: at, text: if edge { text } else { format!("{nl}{closer}{text}") } });
            }
        }
        changed
    }

    fn is_gone(&self, line: usize) -> bool {
        self.drops.iter().any(|drop| drop.contains(self.page.span(line)))
    }

    /// Whether lines end in CRLF here: as the return's own do, or else those before and behind it.
    fn crlf(&self, place: Span) -> bool {
        let source = self.page.source;
        let old = source.get(place);
        let around =
            [source.text().get(..place.start()), source.text().get(place.end()..)].map(Option::unwrap_or_default);
        let first = std::iter::once(old).chain(around).find(|text| text.contains('\n'));
        first.is_some_and(|text| text.contains("\r\n"))
    }

    /// The indentation of a return inside a list item that goes on behind it.
    fn indent(&self, place: Span) -> String {
        let page = self.page;
        let line = page.line_at(place.start());
        let width = |line: usize| page.text(line).len() - page.text(line).trim_start_matches([' ', '\t']).len();
        let own = width(line);
        let item = (0..line).rev().find(|l| page.shape(*l) != Shape::Blank && width(*l) < own);
        let in_item = item.is_some_and(|l| list_marker(page.text(l).trim_start()).is_some());
        let last = page.line_at(place.end().saturating_sub(1));
        let goes_on = page.at_or_after(last + 1).is_some_and(|l| width(l) >= own);
        if own > 0 && in_item && goes_on && page.start(line) == place.start() {
            page.text(line).get(..own).unwrap_or("").to_owned()
        } else {
            String::new()
        }
    }
}

/// What a return leaves when it is not alone in there.
fn is_frame(region: &Region<'_>) -> bool {
    matches!(region.kind, RegionKind::Fence { .. } | RegionKind::FrontMatter)
}

/// The line that closes a frame, and whether it stands there.
fn closing(page: &Page<'_>, frame: &Region<'_>) -> (String, bool) {
    let opener = page.text(frame.first);
    match frame.kind {
        RegionKind::Fence { closed, .. } => {
            let mark = opener.trim_start().chars().next().unwrap_or('`');
            let indent = opener.len() - opener.trim_start().len();
            let marks = opener.trim_start().chars().take_while(|c| *c == mark).count();
            let indent = opener.get(..indent).unwrap_or("");
            (format!("{indent}{}", String::from(mark).repeat(marks)), closed)
        }
        _ => (opener.trim().to_owned(), true),
    }
}

/// The block as it fits between what stands before and behind a span.
fn fitted(source: &Source<'_>, block: &str, span: Span, end: Option<&str>, nl: &str) -> String {
    let before = source.text().get(..span.start()).unwrap_or("").trim_start_matches(MARK);
    let behind = source.text().get(span.end()..).unwrap_or("");
    let lead = if before.is_empty() || before.ends_with(['\n', '\r']) { String::new() } else { nl.repeat(2) };
    let tail = match (end, behind.chars().next()) {
        (Some(end), _) => end.to_owned(),
        (None, None) => nl.to_owned(),
        (None, Some('\n' | '\r')) => String::new(),
        (None, Some(_)) => nl.repeat(2),
    };
    format!("{lead}{block}{tail}")
}

/// Behind the line end that stands here, so that taking a stretch out leaves no empty line.
fn behind_line_end(source: &Source<'_>, at: usize) -> usize {
    let behind = source.text().get(at..).unwrap_or("");
    at + if behind.starts_with("\r\n") { 2 } else { usize::from(behind.starts_with(['\n', '\r'])) }
}
