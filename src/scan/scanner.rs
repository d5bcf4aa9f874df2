//! The one pass over the text that makes lines and regions.
//!
//! In: a [`Source`]. Out: a [`Page`] without its trailer cut. Remembers one thing it stands inside of, and looks at no
//! line twice. Not here: the marks of one line (`marks`).

use memchr::{memchr, memchr2, memmem};

use super::marks::{
    closes_fence, diff_header, foreign_element, list_marker, opens_fence, reasoning_bracket, reasoning_element,
    shape_of, strip_word,
};
use super::{Line, Page, Region, RegionKind, Shape};
use crate::text::Source;

/// What the current line stands inside of.
#[derive(Clone, Copy)]
enum Inside<'a> {
    Nothing,
    Fence {
        mark: u8,
        len: usize,
        indent: usize,
    },
    /// Until this closing mark, with the region it makes.
    Element {
        close: Close<'a>,
        kind: RegionKind<'static>,
    },
    Diff,
    FrontMatter,
}

#[derive(Clone, Copy)]
enum Close<'a> {
    CommentEnd,
    Tag(&'a str),
    /// `[/thinking]`
    Bracket(&'static str),
}

pub(super) struct Scanner<'a> {
    text: &'a str,
    lines: Vec<Line>,
    regions: Vec<Region<'a>>,
    inside: Inside<'a>,
    /// Whether the last non-blank line belongs to a list, where deep indentation is no code.
    in_list: bool,
    after_blank: bool,
    /// Headings of the agent's own text.
    headings: Vec<usize>,
    /// The last closing tag of each foreign element's name that was met, searched once a name.
    closings: Vec<(&'a str, usize)>,
    /// The first `<` not yet passed.
    next_angle: usize,
}

impl<'a> Scanner<'a> {
    /// The lines, regions and headings of a text.
    pub(super) fn page(source: &'a Source<'a>) -> Page<'a> {
        let text = source.text();
        let mut scanner = Scanner {
            text,
            lines: Vec::with_capacity(text.len() / 48 + 4),
            regions: Vec::new(),
            inside: Inside::Nothing,
            in_list: false,
            after_blank: true,
            closings: Vec::new(),
            headings: Vec::new(),
            next_angle: memchr(b'<', text.as_bytes()).unwrap_or(text.len()),
        };
        scanner.run();
        Page { source, lines: scanner.lines, regions: scanner.regions, headings: scanner.headings }
    }

    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let rest = bytes.get(start..).unwrap_or_default();
            let (end, next) = match memchr2(b'\n', b'\r', rest) {
                Some(at) if rest.get(at..at + 2) == Some(b"\r\n") => (start + at, start + at + 2),
                Some(at) => (start + at, start + at + 1),
                None => (bytes.len(), bytes.len()),
            };
            self.line(start, end);
            start = next;
        }
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    /// Takes one physical line, cutting it where a comment or reasoning element begins or ends.
    fn line(&mut self, start: usize, end: usize) {
        let mut from = start;
        loop {
            if let Inside::Element { close, kind } = self.inside {
                let Some(behind) = self.element_end(from, end, close) else {
                    self.push(from, end, Shape::Text, kind);
                    return;
                };
                self.push(from, behind, Shape::Text, kind);
                self.inside = Inside::Nothing;
                if self.slice(behind, end).trim().is_empty() {
                    // Blanks behind the closing mark belong to its line.
                    if let Some(last) = self.lines.last_mut() {
                        last.end = end as u32;
                    }
                    return;
                }
                from = behind;
            }
            if !matches!(self.inside, Inside::Nothing | Inside::Diff) {
                break;
            }
            let Some((at, close, kind)) = self.element_start(from, end) else { break };
            // Blanks before an element belong to it.
            if !self.slice(from, at).trim().is_empty() {
                self.plain(from, at);
                from = at;
            }
            self.inside = Inside::Element { close, kind };
        }
        self.plain(from, end);
    }

    /// Where a comment or reasoning element begins in this line.
    fn element_start(&mut self, from: usize, end: usize) -> Option<(usize, Close<'a>, RegionKind<'static>)> {
        let mut at = self.next_angle_from(from);
        while at < end {
            let rest = self.slice(at, end);
            // In code or quotation marks an element is only mentioned.
            let mentioned =
                matches!(self.text.as_bytes().get(at.wrapping_sub(1)), Some(b'`' | b'"' | b'\'')) && at > from;
            if !mentioned && rest.starts_with("<!--") {
                // A comment that begins and ends inside a line of text is a remark of that line.
                let whole_line = self.slice(from, at).trim().is_empty();
                if whole_line || memmem::find(rest.as_bytes(), b"-->").is_none() {
                    return Some((at, Close::CommentEnd, RegionKind::Comment));
                }
            }
            if self.slice(from, at).trim().is_empty()
                && let Some(name) = foreign_element(rest)
                && self.closes_behind(name, end)
                && !self.holds_one_value(name, end)
            {
                return Some((at, Close::Tag(name), RegionKind::Element));
            }
            if !mentioned && let Some(name) = reasoning_element(rest) {
                return Some((at, Close::Tag(name), RegionKind::Reasoning));
            }
            at = self.next_angle_from(at + 1);
        }
        None
    }

    /// Whether an element holds one line that is no field and no tag: a value on a line of its own.
    fn holds_one_value(&self, name: &str, end: usize) -> bool {
        let mut lines = self.slice(end, self.text.len()).lines().skip(1);
        let (Some(value), Some(close)) = (lines.next(), lines.next()) else { return false };
        let closes = close.trim().strip_prefix("</").and_then(|tag| tag.strip_suffix('>'));
        !value.contains([':', '=', '<', '{', '|']) && closes == Some(name)
    }

    /// Whether a closing tag of this name stands behind `from`. A text has few names; beyond that they are no elements.
    fn closes_behind(&mut self, name: &'a str, from: usize) -> bool {
        const NAMES: usize = 16;
        let known = self.closings.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, at)| *at);
        let last = known.unwrap_or_else(|| {
            if self.closings.len() >= NAMES {
                return 0;
            }
            let last = memmem::rfind(self.text.as_bytes(), format!("</{name}").as_bytes()).unwrap_or(0);
            self.closings.push((name, last));
            last
        });
        last >= from
    }

    /// The first `<` at or behind `from`; remembered, so that a text without one is searched once.
    fn next_angle_from(&mut self, from: usize) -> usize {
        if self.next_angle < from {
            let rest = self.text.as_bytes().get(from..).unwrap_or_default();
            self.next_angle = memchr(b'<', rest).map_or(self.text.len(), |at| from + at);
        }
        self.next_angle
    }

    /// Where the element that is open ends in this line: one past its closing mark.
    fn element_end(&self, from: usize, end: usize, close: Close<'_>) -> Option<usize> {
        let line = self.slice(from, end);
        match close {
            Close::CommentEnd => memmem::find(line.as_bytes(), b"-->").map(|at| from + at + 3),
            Close::Bracket(name) => {
                let closes = line.trim().strip_prefix("[/").and_then(|tag| tag.strip_suffix(']'));
                closes.is_some_and(|tag| tag.eq_ignore_ascii_case(name)).then_some(end)
            }
            Close::Tag(name) => {
                let mut at = 0;
                while let Some(found) = memmem::find(line.as_bytes().get(at..)?, b"</") {
                    let rest = line.get(at + found + 2..)?;
                    if let Some(behind) = strip_word(rest, name).and_then(|r| r.trim_start().strip_prefix('>')) {
                        return Some(from + line.len() - behind.len());
                    }
                    at += found + 2;
                }
                None
            }
        }
    }

    /// A line outside comments and reasoning.
    fn plain(&mut self, start: usize, end: usize) {
        let line = self.slice(start, end);
        let line = line.strip_prefix('\u{feff}').filter(|_| start == 0).unwrap_or(line);
        let trimmed = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - trimmed.len();
        let first = trimmed.bytes().next();
        match self.inside {
            Inside::Fence { mark, len, indent: opened } => {
                let closes = indent <= opened + 3 && closes_fence(trimmed, mark, len);
                let shape = if closes { Shape::FenceEdge } else { shape_of(trimmed) };
                self.extend(start, end, shape);
                if closes {
                    if let Some(Region { kind: RegionKind::Fence { closed, .. }, .. }) = self.regions.last_mut() {
                        *closed = true;
                    }
                    self.inside = Inside::Nothing;
                    self.after_blank = false;
                }
                return;
            }
            Inside::FrontMatter => {
                self.extend(start, end, if trimmed.is_empty() { Shape::Blank } else { Shape::Text });
                if matches!(line.trim_end(), "---" | "...") {
                    self.inside = Inside::Nothing;
                }
                return;
            }
            Inside::Diff
                if matches!(line.bytes().next(), Some(b'+' | b'-' | b' ' | b'@' | b'\\')) || diff_header(line) =>
            {
                return self.extend(start, end, Shape::Text);
            }
            Inside::Diff => self.inside = Inside::Nothing,
            Inside::Nothing | Inside::Element { .. } => {}
        }
        let Some(first) = first.filter(|_| !trimmed.trim_start().is_empty()) else {
            self.after_blank = true;
            return self.blank(start, end);
        };
        let after_blank = std::mem::replace(&mut self.after_blank, false);
        if first == b'['
            && let Some(name) = reasoning_bracket(trimmed)
        {
            self.inside = Inside::Element { close: Close::Bracket(name), kind: RegionKind::Reasoning };
            return self.push(start, end, Shape::Text, RegionKind::Reasoning);
        }
        if matches!(first, b'`' | b'~')
            && (indent <= 3 || self.in_list)
            && let Some((len, info)) = opens_fence(trimmed, first)
        {
            self.inside = Inside::Fence { mark: first, len, indent };
            return self.open(start, end, Shape::FenceEdge, RegionKind::Fence { info, closed: false });
        }
        if self.lines.is_empty() && line.trim_end() == "---" && self.front_matter_closes(end) {
            self.inside = Inside::FrontMatter;
            return self.open(start, end, Shape::Text, RegionKind::FrontMatter);
        }
        if matches!(first, b'd' | b'@' | b'-' | b'+') && diff_header(line) {
            self.inside = Inside::Diff;
            return self.open(start, end, Shape::Text, RegionKind::Diff);
        }
        let may_be_item = !first.is_ascii_alphabetic();
        let bullet = if may_be_item { list_marker(trimmed) } else { None };
        let kind = if first == b'>' || bullet.is_some_and(|rest| rest.starts_with('>')) {
            RegionKind::Quote
        } else if indent >= 4 && !self.in_list && (after_blank || self.region_is(RegionKind::Indented)) {
            RegionKind::Indented
        } else {
            RegionKind::Own
        };
        if indent == 0 || bullet.is_some() {
            self.in_list = bullet.is_some();
        }
        let shape = shape_of(trimmed);
        if shape == Shape::Heading && kind == RegionKind::Own {
            self.headings.push(self.lines.len());
        }
        self.push(start, end, shape, kind);
    }

    /// Whether a line `---` follows within the reach of front matter (50 lines).
    fn front_matter_closes(&self, from: usize) -> bool {
        self.slice(from, self.text.len()).lines().skip(1).take(50).any(|l| matches!(l.trim_end(), "---" | "..."))
    }

    fn region_is(&self, kind: RegionKind<'_>) -> bool {
        self.regions.last().is_some_and(|r| r.kind == kind)
    }

    /// A blank line goes on with whatever stands before it, except that it ends a quote or diff.
    fn blank(&mut self, start: usize, end: usize) {
        let kind = match self.regions.last().map(|r| r.kind) {
            Some(RegionKind::Indented) => RegionKind::Indented,
            _ => RegionKind::Own,
        };
        self.push(start, end, Shape::Blank, kind);
    }

    /// Adds a line to the region of this kind that is going on, or opens one.
    fn push(&mut self, start: usize, end: usize, shape: Shape, kind: RegionKind<'a>) {
        if self.region_is(kind) { self.extend(start, end, shape) } else { self.open(start, end, shape, kind) }
    }

    fn open(&mut self, start: usize, end: usize, shape: Shape, kind: RegionKind<'a>) {
        self.regions.push(Region { kind, first: self.lines.len(), end: self.lines.len() });
        self.extend(start, end, shape);
    }

    fn extend(&mut self, start: usize, end: usize, shape: Shape) {
        self.lines.push(Line { start: start as u32, end: end as u32, shape });
        if let Some(region) = self.regions.last_mut() {
            region.end = self.lines.len();
        }
    }
}
