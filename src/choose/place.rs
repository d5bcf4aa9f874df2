//! The place of a record: all that is there for its sake, so that it can be written anew or taken out.
//!
//! In: a judged record. Out: a span over its whole lines, or over its object or glued fields where other text shares
//! the line, with the fence, element, key or front matter round it when nothing else stands in there; and whether the
//! place holds words that are no label, value or layout, which writing it anew would drop.

use crate::candidates::Standing;
use crate::fields::only_wrappers;
use crate::judge::Judged;
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, RegionKind, Shape, is_bare_key, own_element};
use crate::text::Span;

/// The place of a record.
pub(super) fn of(page: &Page<'_>, judged: &Judged<'_>) -> Span {
    let record = &judged.record;
    let (mut first, mut end) = (record.lines.start, record.fields_end.max(record.lines.start + 1));
    let span = record.span;
    let shares = |from: usize, to: usize| {
        let text = page.source.text().get(from..to).unwrap_or("");
        text.contains(char::is_alphanumeric) && !only_wrappers(text)
    };
    let numbered = judged.diagnostics.iter().any(|d| matches!(d.problem, Problem::NumberedLabels));
    let shared_before = !numbered && shares(page.start(first), span.start());
    let shared_behind = record.closed && shares(span.end(), page.span(end - 1).end());
    if shared_before || shared_behind {
        let from = if shared_before { dressed_start(page, judged) } else { page.start(first) };
        let to = if shared_behind { span.end() } else { page.span(end - 1).end() };
        return page.source.span(from, to);
    }
    // The bare key over a YAML block says nothing without it.
    let carrier = carrier_of(judged);
    if carrier == Some(Carrier::Yaml) && first > 0 && is_bare_key(page.text(first - 1)) {
        first -= 1;
    }
    // A comment belongs to its YAML.
    let comment = |l: usize| carrier == Some(Carrier::Yaml) && page.text(l).trim_start().starts_with('#');
    let empty = |from: usize, to: usize| (from..to).all(|l| page.shape(l) == Shape::Blank || comment(l));
    if let Some(region) = page.region_of(first) {
        let framed = match (region.kind, record.standing) {
            (RegionKind::FrontMatter, _) => Some(1),
            (_, Standing::Fenced { closed, .. }) => Some(usize::from(closed)),
            _ => None,
        };
        let closer = framed.unwrap_or(0);
        if framed.is_some() && empty(region.first + 1, first) && empty(end, region.end - closer) {
            first = region.first;
            end = if closer == 1 { region.end } else { end };
        }
    }
    for diagnostic in judged.diagnostics.iter().filter(|d| matches!(d.problem, Problem::WrapperElement)) {
        first = first.min(page.line_at(diagnostic.span.start()));
        end = diagnostic.related.first().map_or(end, |r| end.max(page.line_at(r.span.start()) + 1));
    }
    if carrier == Some(Carrier::Element) {
        return with_wrappers(page, span, first, end);
    }
    page.source.span(page.start(first), page.span(end - 1).end())
}

fn carrier_of(judged: &Judged<'_>) -> Option<Carrier> {
    judged.record.entries.first().map(|e| e.carrier)
}

/// Where a record that shares its first line begins, emphasis included.
fn dressed_start(page: &Page<'_>, judged: &Judged<'_>) -> usize {
    let dressed = judged.record.entries.first().and_then(|e| e.dressed).map(|d| page.source.span_of(d).start());
    dressed.unwrap_or(judged.record.span.start())
}

/// A run of elements with the wrapper tags round it, as many as open before it and close behind it.
fn with_wrappers(page: &Page<'_>, span: Span, mut first: usize, mut end: usize) -> Span {
    while first > 0 && page.shape(first - 1) == Shape::Tag {
        first -= 1;
    }
    while page.shape(end) == Shape::Tag {
        end += 1;
    }
    let (top, bottom) = (page.start(first), page.span(end - 1).end());
    let opened = tags(page, top, span.start());
    let closed = tags(page, span.end(), bottom);
    let pairs =
        opened.iter().rev().zip(&closed).take_while(|((_, open), (_, close))| close.strip_prefix('/') == Some(open));
    let pairs = pairs.count();
    let outermost = |n: usize| Some((opened.get(opened.len() - n)?.0.start(), closed.get(n - 1)?.0.end()));
    let (from, to) = pairs.checked_sub(1).and_then(|_| outermost(pairs)).unwrap_or((span.start(), span.end()));
    // Blanks alone before or behind it on its line go with it.
    let (start, stop) = (page.start(page.line_at(from)), page.span(page.line_at(to.saturating_sub(1))).end());
    let blank = |from: usize, to: usize| page.source.text().get(from..to).is_some_and(|t| t.trim().is_empty());
    page.source.span(if blank(start, from) { start } else { from }, if blank(to, stop) { stop } else { to })
}

/// The tags between two offsets, each with its name.
fn tags<'a>(page: &Page<'a>, from: usize, to: usize) -> Vec<(Span, &'a str)> {
    let text = page.source.text().get(from..to).unwrap_or("");
    let tag = |part: &'a str| {
        let (inner, _) = part.split_once('>')?;
        let start = page.source.span_of(inner).start();
        let name = inner.split([' ', '\t']).next().unwrap_or(inner);
        Some((page.source.span(start.saturating_sub(1), start + inner.len() + 1), name))
    };
    text.split('<').skip(1).filter_map(tag).collect()
}

/// Whether words stand in a record's place that are neither a label nor a value of it, nor its layout.
pub(super) fn says_more(page: &Page<'_>, judged: &Judged<'_>, place: Span) -> bool {
    let (source, record) = (page.source, &judged.record);
    let mut accounted: Vec<Span> = Vec::new();
    for entry in &record.entries {
        let label = source.span_of(entry.label);
        if entry.field.is_none() && place.contains(label) {
            return true;
        }
        accounted.extend([label, source.span_of(entry.raw.whole())]);
        accounted.extend(entry.dressed.map(|d| source.span_of(d)));
        let dress = entry.steps.iter().filter(|(p, _)| !matches!(p, Problem::TrailingNote { .. }));
        accounted.extend(dress.map(|(_, at)| source.span_of(at)));
    }
    accounted.sort();
    let mut from = place.start();
    for span in accounted.into_iter().filter(|s| place.contains(*s)) {
        if span.start() > from && has_words(page, judged, source.span(from, span.start())) {
            return true;
        }
        from = from.max(span.end());
    }
    has_words(page, judged, source.span(from, place.end().max(from)))
}

/// Whether a stretch between labels and values says something.
fn has_words(page: &Page<'_>, judged: &Judged<'_>, gap: Span) -> bool {
    if gap.is_empty() {
        return false;
    }
    let carrier = carrier_of(judged);
    let header = judged.record.lines.start;
    let lines = page.line_at(gap.start())..=page.line_at(gap.end().saturating_sub(1));
    lines.into_iter().any(|line| {
        let whole = page.span(line);
        let text = page.source.get(page.source.span(gap.start().max(whole.start()), gap.end().min(whole.end())));
        let alone = text.len() == whole.len();
        let layout = match page.shape(line) {
            Shape::FenceEdge | Shape::Tag => true,
            // The header of two columns names no field.
            Shape::TableRow => alone && line == header,
            _ => alone && carrier == Some(Carrier::Yaml) && is_bare_key(text),
        };
        !layout && left_over(text, carrier).contains(char::is_alphanumeric)
    })
}

/// What is left of a stretch of one line when marks of layout are off: tags, a number before a label, the key of a
/// wrapper.
fn left_over(text: &str, carrier: Option<Carrier>) -> String {
    match carrier {
        Some(Carrier::Element) => {
            text.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect()
        }
        Some(Carrier::Json) => text
            .split('"')
            .enumerate()
            .filter(|(n, part)| n % 2 == 0 || !own_element(part))
            .map(|(_, part)| part)
            .collect(),
        _ => {
            let bare = text.trim().trim_matches(['*', '_', '(', '[', ' ']);
            let number = bare.trim_end_matches(['.', ')', ']', ' ', '*', '_', '`']);
            let numbered = !number.is_empty() && number.len() < 4 && number.bytes().all(|b| b.is_ascii_digit());
            if numbered { String::new() } else { bare.replace("<br", "") }
        }
    }
}
