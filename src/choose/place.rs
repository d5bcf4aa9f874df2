//! The place of a record: all that is there for its sake, so that it can be written anew or taken out.
//!
//! In: a judged record. Out: a span over its whole lines, or over its object or glued fields where other text shares
//! the line, with the fence, element, key or front matter round it when nothing else stands in there.

use crate::candidates::Standing;
use crate::fields::only_wrappers;
use crate::judge::Judged;
use crate::parsed::Carrier;
use crate::problem::Problem;
use crate::scan::{Page, RegionKind, Shape, is_bare_key};
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
    let carrier = record.entries.first().map(|e| e.carrier);
    if carrier == Some(Carrier::Yaml) && first > 0 && is_bare_key(page.text(first - 1)) {
        first -= 1;
    }
    // A comment belongs to its YAML.
    let comment = |l: usize| carrier == Some(Carrier::Yaml) && page.text(l).trim_start().starts_with('#');
    let empty = |from: usize, to: usize| (from..to).all(|l| page.shape(l) == Shape::Blank || comment(l));
    if let Some(region) = page.region_of(first) {
        let framed = match (region.kind, record.standing) {
            (RegionKind::FrontMatter, _) => true,
            (_, Standing::Fenced { closed, .. }) => closed,
            _ => false,
        };
        if framed && empty(region.first + 1, first) && empty(end, region.end - 1) {
            (first, end) = (region.first, region.end);
        }
    }
    for diagnostic in judged.diagnostics.iter().filter(|d| matches!(d.problem, Problem::WrapperElement)) {
        first = first.min(page.line_at(diagnostic.span.start()));
        end = diagnostic.related.first().map_or(end, |r| end.max(page.line_at(r.span.start()) + 1));
    }
    // So do the wrapper tags round elements.
    if carrier == Some(Carrier::Element) {
        while first > 0 && page.shape(first - 1) == Shape::Tag {
            first -= 1;
        }
        while page.shape(end) == Shape::Tag {
            end += 1;
        }
    }
    page.source.span(page.start(first), page.span(end - 1).end())
}

/// Where a record that shares its first line begins, emphasis included.
fn dressed_start(page: &Page<'_>, judged: &Judged<'_>) -> usize {
    let dressed = judged.record.entries.first().and_then(|e| e.dressed).map(|d| page.source.span_of(d).start());
    dressed.unwrap_or(judged.record.span.start())
}
