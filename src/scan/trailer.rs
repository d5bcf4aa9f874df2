//! What the harness appends behind the agent's text.
//!
//! In: a [`Page`]. Out: the same with its last lines in a region of their own, when each of them is the harness's to the
//! letter. Anything else stays the agent's.

use super::{Page, Region, RegionKind};

/// Splits off what the harness appends: an `agentId:` line, a `<usage>` element, in that order, at the very end.
pub(super) fn cut(page: &mut Page<'_>) {
    let Some(mut last) = page.before(page.lines.len()) else { return };
    let mut first = None;
    if page.text(last).trim_end().ends_with("</usage>") {
        // The element has a handful of lines, and each is a count: anything else is no harness's.
        let lines = (last.saturating_sub(20)..=last).rev().take_while(|l| is_usage_line(page.text(*l)));
        let Some(open) = lines.last().filter(|l| page.text(*l).starts_with("<usage>")) else { return };
        first = Some(open);
        last = page.before(open).unwrap_or(0);
    }
    if is_agent_line(page.text(last)) {
        first = Some(last);
    }
    let Some(first) = first else { return };
    let end = page.lines.len();
    page.regions.retain(|r| r.first < first);
    if let Some(region) = page.regions.last_mut() {
        region.end = first;
    }
    page.regions.push(Region { kind: RegionKind::Trailer, first, end });
}

/// `total_tokens: 48211`, with the tags round the first and last.
fn is_usage_line(line: &str) -> bool {
    let line = line.trim_end();
    let line = line.strip_prefix("<usage>").unwrap_or(line);
    let line = line.strip_suffix("</usage>").unwrap_or(line);
    line.is_empty()
        || line.split_once(": ").is_some_and(|(key, count)| {
            key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
                && !count.is_empty()
                && count.bytes().all(|b| b.is_ascii_digit())
        })
}

/// `agentId: a7f3c19 (for resuming to continue this agent's work if needed)`
fn is_agent_line(line: &str) -> bool {
    let Some(rest) = line.trim_end().strip_prefix("agentId: ") else { return false };
    let (id, remark) = rest.split_once(' ').unwrap_or((rest, ""));
    let plain = id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    plain && (remark.is_empty() || (remark.starts_with('(') && remark.ends_with(')') && !remark.contains([':', '='])))
}
