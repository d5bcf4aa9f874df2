//! The few lines round a diagnostic, cut and made safe: all that miette ever sees of a source.
//!
//! In: a source, a primary span, related places, a width. Out: a [`SourceCode`] of its own text and labels.
//! Why not the source itself: miette passes escape characters through, panics on a label beyond column 65,535, and
//! scans from the start of the text for each report. Here each place is at most five lines, each line a window of at
//! most `width` columns round the label, every unsafe character is shown as `\u{..}`, and labels are moved through
//! the same walk. Line numbers and the column in the heading are those of the original.

use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::show;
use crate::diagnostic::Related;
use crate::safe::is_unsafe;
use crate::text::{Source, Span};

/// Lines of one label that are drawn: with a line before, and one after a shorter label, at most five are shown.
const LABEL_LINES: usize = 4;
/// Related places that are drawn; the others are only named.
pub(super) const RELATED: usize = 3;

#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    stretches: Vec<Stretch>,
    labels: Vec<Label>,
}

/// Consecutive lines of the source, as they stand in the excerpt's text.
#[derive(Debug)]
struct Stretch {
    range: Range<usize>,
    first_line: usize,
    lines: usize,
}

#[derive(Debug)]
struct Label {
    range: Range<usize>,
    line: usize,
    column: usize,
    what: Option<String>,
    primary: bool,
}

/// A place that is to be shown, before it is cut.
struct Place {
    span: Span,
    what: Option<String>,
    primary: bool,
}

/// Consecutive lines of the source, each cut to a window, and the places drawn in them.
struct Group {
    windows: Vec<Window>,
    places: Vec<Place>,
}

/// The part of one line that is shown, as a byte range of the source.
struct Window {
    line: usize,
    shown: Range<usize>,
    cut_before: bool,
    cut_after: bool,
}

impl Excerpt {
    /// The excerpt of a diagnostic; `name` is safe already.
    pub(super) fn new(name: &str, source: &Source<'_>, primary: Span, related: &[Related], width: usize) -> Excerpt {
        let primary = Place { span: primary, what: None, primary: true };
        let mut groups = vec![Group::round(source, primary, 1, width)];
        for place in related.iter().take(RELATED) {
            let place = Place { span: place.span, what: Some(super::line(&place.what)), primary: false };
            match groups.iter_mut().find(|g| g.has_room_for(&place)) {
                Some(group) => group.places.push(place),
                None => groups.push(Group::round(source, place, 0, width)),
            }
        }
        groups.sort_by_key(|g| g.windows.first().map(|w| w.shown.start));
        let mut excerpt =
            Excerpt { name: name.to_owned(), text: String::new(), stretches: Vec::new(), labels: Vec::new() };
        for group in groups {
            excerpt.draw(source, group);
        }
        excerpt.labels.sort_by_key(|l| l.range.start);
        excerpt
    }

    /// Whether each label is the primary one, in the order miette draws them.
    pub(super) fn label_order(&self) -> impl Iterator<Item = bool> {
        self.labels.iter().map(|l| l.primary)
    }

    /// The labels, for miette.
    pub(super) fn labels(&self) -> impl Iterator<Item = LabeledSpan> {
        self.labels.iter().map(|label| {
            let span = (label.range.start, label.range.len());
            let make = if label.primary { LabeledSpan::new_primary_with_span } else { LabeledSpan::new_with_span };
            make(label.what.clone(), span)
        })
    }

    /// Writes a group's windows, and moves its places along.
    fn draw(&mut self, source: &Source<'_>, group: Group) {
        let Some(first_line) = group.windows.first().map(|w| w.line) else { return };
        let begin = self.text.len();
        let mut drawn: Vec<(Option<usize>, Option<usize>)> = vec![(None, None); group.places.len()];
        for window in &group.windows {
            if window.cut_before {
                self.text.push('…');
            }
            let shown = source.text().get(window.shown.clone()).unwrap_or("");
            let offsets = shown.char_indices().map(|(n, c)| (window.shown.start + n, Some(c)));
            for (offset, c) in offsets.chain([(window.shown.end, None)]) {
                for ((start, end), place) in drawn.iter_mut().zip(&group.places) {
                    if start.is_none() && offset >= place.span.start() {
                        *start = Some(self.text.len());
                    }
                    if end.is_none() && offset >= place.span.end() {
                        *end = Some(self.text.len());
                    }
                }
                if let Some(c) = c {
                    show(&mut self.text, c, false);
                }
            }
            if window.cut_after {
                self.text.push('…');
            }
            // miette draws a label at the end of a line only if the line has an end.
            self.text.push('\n');
        }
        let last = self.text.len() - 1;
        for ((start, end), place) in drawn.into_iter().zip(group.places) {
            let start = start.unwrap_or(last).min(last);
            let end = end.unwrap_or(last).clamp(start, last.max(start));
            let at = source.position(place.span.start());
            let (what, primary) = (place.what, place.primary);
            self.labels.push(Label { range: start..end, line: at.line, column: at.column, what, primary });
        }
        self.stretches.push(Stretch { range: begin..self.text.len(), first_line, lines: group.windows.len() });
    }
}

impl Group {
    /// The lines of a place, and `context` lines before and after it.
    fn round(source: &Source<'_>, place: Place, context: usize, width: usize) -> Group {
        // A span that ends with a line end does not reach into the next line.
        let start = place.span.start();
        let end = start + source.get(place.span).trim_end_matches(['\r', '\n']).len();
        let first = source.position(start).line;
        let last = source.position(end).line.max(first);
        let shown_last = last.min(first + LABEL_LINES - 1);
        let before = first.saturating_sub(context).max(1);
        let after = if shown_last - first + 1 < LABEL_LINES { context } else { 0 };
        let mut windows: Vec<Window> = (before..=shown_last + after)
            .filter_map(|number| Window::of(source, number, start..end, width))
            // A blank line at the edge says nothing.
            .skip_while(|w| w.line < first && w.shown.is_empty())
            .collect();
        if windows.last().is_some_and(|w| w.line > shown_last && w.shown.is_empty()) {
            windows.pop();
        }
        let what = match (place.what, last - shown_last) {
            (what, 0) => what,
            (None, _) => Some(format!("… to line {last}")),
            (Some(what), _) => Some(format!("{what} … to line {last}")),
        };
        Group { windows, places: vec![Place { what, ..place }] }
    }

    /// Whether a place lies wholly in one shown line and touches no other label.
    fn has_room_for(&self, place: &Place) -> bool {
        let (start, end) = (place.span.start(), place.span.end());
        self.windows.iter().any(|w| w.shown.start <= start && end <= w.shown.end)
            && self.places.iter().all(|p| end < p.span.start() || p.span.end() < start)
    }
}

impl Window {
    /// The window of a line: from its beginning if the focus ends within the width, else round the focus.
    fn of(source: &Source<'_>, line: usize, focus: Range<usize>, width: usize) -> Option<Window> {
        let text = source.line(line)?;
        let begin = source.span_of(text).start();
        let within = |offset: usize| text.floor_char_boundary(offset.saturating_sub(begin).min(text.len()));
        let (before, rest) = text.split_at_checked(within(focus.start))?;
        let focused = rest.get(..within(focus.end).saturating_sub(before.len())).unwrap_or("");
        // Two columns are for the marks of a cut.
        let room = width.saturating_sub(2);
        let needed = columns(focused).take_while(|&used| used <= room / 2).last().unwrap_or(0);
        let fits = |room: usize| columns_back(before).take_while(move |(used, _)| *used <= room).last();
        let all_before = fits(room - needed).map_or(0, |(_, bytes)| bytes) == before.len();
        let kept = if all_before { before.len() } else { fits(room / 4).map_or(0, |(_, bytes)| bytes) };
        let from = before.len() - kept;
        let tail = text.get(from..)?;
        let shown: usize =
            tail.chars().zip(columns(tail)).take_while(|(_, used)| *used <= room).map(|(c, _)| c.len_utf8()).sum();
        Some(Window {
            line,
            shown: begin + from..begin + from + shown,
            cut_before: from > 0,
            cut_after: from + shown < text.len(),
        })
    }
}

/// Columns used up to and with each character, forward.
fn columns(text: &str) -> impl Iterator<Item = usize> {
    text.chars().scan(0, |used, c| {
        *used += width_of(c);
        Some(*used)
    })
}

/// Columns and bytes used up to and with each character, from the end.
fn columns_back(text: &str) -> impl Iterator<Item = (usize, usize)> {
    text.chars().rev().scan((0, 0), |(used, bytes), c| {
        *used += width_of(c);
        *bytes += c.len_utf8();
        Some((*used, *bytes))
    })
}

/// Columns a character takes at most, as it is shown.
fn width_of(c: char) -> usize {
    if is_unsafe(c) {
        return format!("\\u{{{:x}}}", u32::from(c)).len();
    }
    match c {
        '\t' => 4,
        '\u{1100}'.. => 2,
        _ => 1,
    }
}

impl SourceCode for Excerpt {
    /// Whatever is asked inside a stretch, the answer is the stretch; without context it is the label's own place.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let asked = span.offset()..span.offset() + span.len();
        let inside = |s: &&Stretch| s.range.start <= asked.start && asked.end <= s.range.end;
        let stretch = self.stretches.iter().find(inside).ok_or(MietteError::OutOfBounds)?;
        let (line, column) = match self.labels.iter().find(|l| l.range == asked) {
            Some(label) if before == 0 => (label.line - 1, label.column - 1),
            _ => (stretch.first_line - 1, 0),
        };
        let text = self.text.get(stretch.range.clone()).unwrap_or("").as_bytes();
        let range = (stretch.range.start, stretch.range.len()).into();
        let name = self.name.clone();
        Ok(Box::new(MietteSpanContents::new_named(name, text, range, line, column, stretch.lines)))
    }
}
