//! What a line is by its looks: the marks of Markdown, HTML and diffs at its start.
//!
//! In: one line. Out: whether it is a heading, a list item, a fence's edge, a tag, and what stands behind the mark.
//! Each function looks at one line and remembers nothing; what the lines make together is `scan`'s.

use crate::scan::Shape;

/// Elements in which an agent may wrap its own return. Lines in any other hold somebody else's words.
pub const OWN_ELEMENTS: &[&str] = &[
    "return", "result", "results", "response", "answer", "final", "final_answer", "final-answer", "verdict",
    "contract", "report", "review", "summary", "output", "details", "p", "div", "section", "article", "main", "body",
    "span", "center", "br",
];

/// Those of [`OWN_ELEMENTS`] that say how a text looks.
const LAYOUT_ELEMENTS: &[&str] =
    &["details", "p", "div", "section", "article", "main", "body", "span", "center", "br", "summary"];

/// Elements that hold an agent's thinking, which is not its answer.
pub const REASONING_ELEMENTS: &[&str] =
    &["think", "thinking", "thought", "reasoning", "reflection", "scratchpad", "analysis", "antthinking", "internal"];

pub(super) fn shape_of(trimmed: &str) -> Shape {
    let bytes = trimmed.as_bytes();
    match bytes.first() {
        None => Shape::Blank,
        Some(b'#') if heading_text(trimmed).is_some() => Shape::Heading,
        Some(b'|') => Shape::TableRow,
        Some(b'-' | b'*' | b'_') if is_rule(trimmed) => Shape::Rule,
        Some(b'<') if lone_tag(trimmed).is_some() => Shape::Tag,
        _ if trimmed.trim_start().is_empty() => Shape::Blank,
        _ => Shape::Text,
    }
}

/// The text of a heading line.
pub(crate) fn heading_text(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with([' ', '\t'])).then(|| rest.trim())
}

/// The rest of a line behind its bullet or number, when it is a list item.
pub(crate) fn list_marker(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix(['-', '*', '+', '•']) {
        Some(rest) => rest,
        None => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = line.len() - rest.len();
            rest.strip_prefix(['.', ')']).filter(|_| (1..=9).contains(&digits))?
        }
    };
    rest.starts_with([' ', '\t']).then(|| rest.trim_start())
}

/// The name of the tag that is all of a line: `return` of `<return id="1">`, `/return` of `</return>`.
pub(crate) fn lone_tag(line: &str) -> Option<&str> {
    let (inner, behind) = line.trim_start().strip_prefix('<')?.split_once('>')?;
    let name = inner.split([' ', '\t']).next()?;
    let plain = name.strip_prefix('/').unwrap_or(name);
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':');
    let one_tag = behind.chars().all(char::is_whitespace) && !inner.contains('<') && !inner.ends_with('/');
    (one_tag && plain.starts_with(|c: char| c.is_ascii_alphabetic()) && plain.chars().all(word)).then_some(name)
}

/// The name of an opening tag that is all of a line, when it is not one of the agent's own. Attributes may say anything
/// of what the element holds, `<return draft="true">`, so a named element that has them is foreign; those of a layout
/// element speak of its looks.
pub(super) fn foreign_element(line: &str) -> Option<&str> {
    let layout = |name: &str| LAYOUT_ELEMENTS.iter().any(|l| l.eq_ignore_ascii_case(name));
    let attributes = |name: &str| !layout(name) && line.trim().len() > name.len() + "<>".len();
    lone_tag(line).filter(|n| !n.starts_with('/') && (attributes(n) || !own_element(n)))
}

/// Whether an element or key of this name may wrap the agent's own return.
pub(crate) fn own_element(name: &str) -> bool {
    let own = |part: &str| OWN_ELEMENTS.iter().any(|own| own.eq_ignore_ascii_case(part));
    // `final_return`, `return-contract`
    own(name) || name.split(['_', '-']).all(own)
}

/// Whether a line is a key of YAML with nothing behind its colon: `RETURN:`.
pub(crate) fn is_bare_key(line: &str) -> bool {
    let key = line.trim().strip_suffix(':');
    key.is_some_and(|k| !k.is_empty() && k.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-'))
}

pub(super) fn is_rule(line: &str) -> bool {
    let mut marks = line.chars().filter(|c| !matches!(c, ' ' | '\t'));
    let Some(first) = marks.next() else { return false };
    let mut count = 1;
    marks.all(|c| {
        count += 1;
        c == first
    }) && count >= 3
}

/// Length of the mark and the info string of a line that opens a fence.
pub(super) fn opens_fence(trimmed: &str, mark: u8) -> Option<(usize, &str)> {
    let rest = trimmed.trim_start_matches(mark as char);
    let len = trimmed.len() - rest.len();
    (len >= 3 && !(mark == b'`' && rest.contains('`'))).then(|| (len, rest.trim()))
}

pub(super) fn closes_fence(trimmed: &str, mark: u8, len: usize) -> bool {
    let rest = trimmed.trim_start_matches(mark as char);
    trimmed.len() - rest.len() >= len && rest.trim().is_empty()
}

pub(super) fn diff_header(line: &str) -> bool {
    line.starts_with("diff --git ")
        || line.starts_with("@@ -")
        || line.starts_with("--- a/")
        || line.starts_with("+++ b/")
}

/// The name of the reasoning element whose opening tag begins here.
pub(super) fn reasoning_element(rest: &str) -> Option<&'static str> {
    let inner = rest.strip_prefix('<')?;
    REASONING_ELEMENTS.iter().copied().find(|name| {
        strip_word(inner, name)
            .is_some_and(|behind| behind.starts_with(['>', ' ']) && behind.bytes().take(256).any(|b| b == b'>'))
    })
}

/// The name of the reasoning element that a line opens in brackets, `[thinking]`.
pub(super) fn reasoning_bracket(trimmed: &str) -> Option<&'static str> {
    let inner = trimmed.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    REASONING_ELEMENTS.iter().copied().find(|name| name.eq_ignore_ascii_case(inner))
}

/// What follows `word`, compared without ASCII case.
pub(super) fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    head.eq_ignore_ascii_case(word).then_some(rest)
}
