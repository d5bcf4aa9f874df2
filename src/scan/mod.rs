//! Lines and regions: what Markdown makes of the text, before anyone asks for fields.
//!
//! In: a [`Source`]. Out: a [`Page`] whose lines partition the text exactly, each in one region (the message's own
//! text, a fence, a block quote, a comment, reasoning, a diff, front matter, indented code, the harness's trailer).
//! The text is never rewritten; a line that leaves a comment or reasoning element is cut in two at that place.
//! One pass, no look-ahead past a line, fences by one remembered opener. Not here: whether a region is quoted.

mod marks;
mod scanner;
mod trailer;

use crate::text::{Source, Span};

pub use marks::{OWN_ELEMENTS, REASONING_ELEMENTS};
pub(crate) use marks::{heading_text, is_bare_key, list_marker, lone_tag, own_element};

/// The text as lines in regions.
#[derive(Debug)]
pub struct Page<'a> {
    /// Where spans come from.
    pub source: &'a Source<'a>,
    /// Every line, in order; together they are the text.
    pub lines: Vec<Line>,
    /// Regions in order of their first line; together they hold every line.
    pub regions: Vec<Region<'a>>,
    headings: Vec<usize>,
}

/// One line, or the part of one before or behind an element's edge.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    start: u32,
    /// Behind the last byte before the line end.
    end: u32,
    /// What the line is by its looks.
    pub shape: Shape,
}

/// What a line is by its looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Nothing but white space.
    Blank,
    /// An opening or closing fence.
    FenceEdge,
    /// `# Heading`.
    Heading,
    /// `| cell | cell |`.
    TableRow,
    /// A thematic break, `---`.
    Rule,
    /// One tag and nothing else, `<return>` or `</return>`.
    Tag,
    /// Anything else.
    Text,
}

/// A run of lines with one standing.
#[derive(Debug, Clone)]
pub struct Region<'a> {
    /// What it is.
    pub kind: RegionKind<'a>,
    /// Index of its first line.
    pub first: usize,
    /// One past its last line.
    pub end: usize,
}

/// What a region is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionKind<'a> {
    /// The message's own text.
    Own,
    /// A fence, its edges included.
    Fence {
        /// The info string, trimmed.
        info: &'a str,
        /// Whether a closing fence stands there.
        closed: bool,
    },
    /// A block quote.
    Quote,
    /// An HTML comment.
    Comment,
    /// `<think>` and kin.
    Reasoning,
    /// An element that is not the agent's own, `<example>`: its tags stand on lines of their own.
    Element,
    /// A diff outside a fence.
    Diff,
    /// `---` … `---` at the very start.
    FrontMatter,
    /// Code by indentation of four or more.
    Indented,
    /// What the harness appends behind the agent's text.
    Trailer,
}

impl<'a> Page<'a> {
    /// The text of a line, without its line end.
    #[must_use]
    pub fn text(&self, line: usize) -> &'a str {
        self.lines.get(line).map_or("", |l| self.source.text().get(l.start as usize..l.end as usize).unwrap_or(""))
    }

    /// The span of a line, without its line end.
    #[must_use]
    pub fn span(&self, line: usize) -> Span {
        self.source.span_of(self.text(line))
    }

    /// Byte offset at which a line begins.
    #[must_use]
    pub fn start(&self, line: usize) -> usize {
        self.lines.get(line).map_or(self.source.text().len(), |l| l.start as usize)
    }

    /// Byte offset at which the agent's text ends: where the harness's trailer begins, or the text ends.
    #[must_use]
    pub fn own_end(&self) -> usize {
        let trailer = self.regions.last().filter(|r| r.kind == RegionKind::Trailer);
        trailer.map_or(self.source.text().len(), |r| self.start(r.first))
    }

    /// What a line is by its looks.
    #[must_use]
    pub fn shape(&self, line: usize) -> Shape {
        self.lines.get(line).map_or(Shape::Blank, |l| l.shape)
    }

    /// The text of several lines, from the start of the first to the end of the last.
    #[must_use]
    pub fn stretch(&self, first: usize, end: usize) -> &'a str {
        let to = end.checked_sub(1).and_then(|l| self.lines.get(l)).map_or(0, |l| l.end as usize);
        self.source.text().get(self.start(first)..to).unwrap_or("")
    }

    /// The line that holds a byte offset.
    #[must_use]
    pub fn line_at(&self, offset: usize) -> usize {
        self.lines.partition_point(|l| l.start as usize <= offset).saturating_sub(1)
    }

    /// The region that holds a line.
    #[must_use]
    pub fn region_of(&self, line: usize) -> Option<&Region<'a>> {
        self.regions.get(self.regions.partition_point(|r| r.end <= line))
    }

    /// The last heading above a line.
    #[must_use]
    pub fn heading_above(&self, line: usize) -> Option<usize> {
        self.headings.get(self.headings.partition_point(|h| *h < line).checked_sub(1)?).copied()
    }

    /// The last line before `line` that is not blank.
    #[must_use]
    pub fn before(&self, line: usize) -> Option<usize> {
        (0..line).rev().find(|&l| self.shape(l) != Shape::Blank)
    }

    /// The first line at or behind `line` that is not blank.
    #[must_use]
    pub fn at_or_after(&self, line: usize) -> Option<usize> {
        (line..self.lines.len()).find(|&l| self.shape(l) != Shape::Blank)
    }
}

/// Reads a text as lines and regions.
#[must_use]
pub fn scan<'a>(source: &'a Source<'a>) -> Page<'a> {
    let mut page = scanner::Scanner::page(source);
    trailer::cut(&mut page);
    page
}
