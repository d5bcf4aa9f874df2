//! What must hold for every text, whatever it says: one checker for fixtures, properties and fuzz targets.
//!
//! I1 no panic (reaching the end shows it) · I2 spans in range and on character boundaries, lines and regions
//! partition the text · I3 a value exactly when accepted, and then no error · I4 twice the same bytes, the same JSON;
//! diagnostics sorted and said once · I6 the printed return reads as itself · I10 output clean and bounded.

use return_contract::contract::Contract;
use return_contract::render::{self, Checked};
use return_contract::{Class, Options, Outcome, Parsed, Severity, Source, Span, candidates, limits, read, safe, scan};

/// Reads bytes under every ceiling and checks what must hold; returns the verdict under the default one.
pub(crate) fn check(bytes: &[u8], contract: &Contract) -> Option<Parsed> {
    let Ok(source) = Source::from_bytes(bytes) else {
        let fault = Source::from_bytes(bytes).unwrap_err();
        let source = Source::readable_beginning(bytes);
        let parsed = Parsed::not_text(&source, fault);
        verdict_is_sound(&source, contract, &parsed);
        return None;
    };
    page_is_a_partition(&source);
    let parsed = read(&source, contract, &Options::default());
    verdict_is_sound(&source, contract, &parsed);
    assert_eq!(parsed, read(&source, contract, &Options::default()), "I4: two readings differ");
    let classes = [Class::Exact, Class::Lossless, Class::Normalising, Class::Interpreting];
    let mut accepted_before = false;
    for class in classes {
        let parsed = read(&source, contract, &Options::accepting(class));
        verdict_is_sound(&source, contract, &parsed);
        assert!(!accepted_before || parsed.outcome.is_accepted(), "a higher ceiling refuses what a lower one accepts");
        accepted_before = parsed.outcome.is_accepted();
    }
    let strict = read(&source, contract, &Options::default().and_strict());
    verdict_is_sound(&source, contract, &strict);
    assert!(!strict.outcome.is_accepted() || parsed.outcome.is_accepted(), "strict accepts what the default refuses");
    prints_as_itself(contract, &parsed);
    Some(parsed)
}

fn page_is_a_partition(source: &Source<'_>) {
    let page = scan::scan(source);
    let text = source.text();
    let mut at = 0;
    for line in 0..page.lines.len() {
        assert_eq!(page.start(line), at, "I2: line {line} does not begin where the last ended");
        let end = at + page.text(line).len();
        let rest = &text[end..];
        let terminator = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) };
        at = end + terminator;
    }
    assert_eq!(at, text.len(), "I2: the lines are not the whole text");
    let mut line = 0;
    for region in &page.regions {
        assert_eq!(region.first, line, "I2: a region does not begin where the last ended");
        assert!(region.end > region.first, "I2: an empty region");
        line = region.end;
    }
    assert_eq!(line, page.lines.len(), "I2: the regions do not hold every line");
    for candidate in candidates::find(&page) {
        assert!(candidate.first <= candidate.end && candidate.end <= page.lines.len());
    }
}

fn span_is_sound(source: &Source<'_>, span: Span) {
    assert!(
        source.text().get(span.start()..span.end()).is_some(),
        "I2: {span:?} is out of range or inside a character"
    );
}

fn verdict_is_sound(source: &Source<'_>, contract: &Contract, parsed: &Parsed) {
    for d in &parsed.diagnostics {
        span_is_sound(source, d.span);
        d.related.iter().for_each(|r| span_is_sound(source, r.span));
        d.also.iter().for_each(|s| span_is_sound(source, *s));
        d.fix.iter().flat_map(|f| &f.edits).for_each(|e| span_is_sound(source, e.span));
    }
    for value in parsed.value.iter().chain(&parsed.readings) {
        span_is_sound(source, value.span);
        for field in &value.fields {
            span_is_sound(source, field.span);
            assert!(!source.get(field.span).trim().is_empty(), "I2: a value comes from nowhere");
        }
        let schema = contract.json_schema();
        let instance = serde_json::to_value(
            value
                .fields
                .iter()
                .map(|f| (f.key.clone(), serde_json::to_value(&f.value).unwrap()))
                .collect::<serde_json::Map<_, _>>(),
        )
        .unwrap();
        assert!(jsonschema::is_valid(&schema, &instance), "I9: {instance} does not fit the derived schema");
    }
    let errors = parsed.diagnostics.iter().filter(|d| d.severity() == Severity::Error).count();
    assert_eq!(parsed.value.is_some(), parsed.outcome.is_accepted(), "I3: value without acceptance, or the reverse");
    assert_eq!(errors == 0, parsed.outcome.is_accepted(), "I3: {:?} with {errors} errors", parsed.outcome);
    assert!(parsed.readings.is_empty() || parsed.outcome == Outcome::Ambiguous, "readings without ambiguity");
    let places: Vec<_> = parsed.diagnostics.iter().map(|d| (d.span, d.rule().code)).collect();
    assert!(places.is_sorted(), "I4: diagnostics out of order");
    assert!(parsed.diagnostics.len() <= limits::DIAGNOSTICS);

    let checked = Checked { name: "return.txt", contract, source, parsed };
    let report = render::json::Report::of(&checked);
    let line = render::json::line(&report).unwrap();
    serde_json::from_str::<serde_json::Value>(&line).expect("I10: JSON that does not parse");
    let concise = render::concise("return.txt", source, &parsed.diagnostics);
    #[cfg(feature = "cli")]
    let human = render::human(&checked, render::Look::default());
    #[cfg(not(feature = "cli"))]
    let human = String::new();
    for output in [&line, &concise, &human] {
        let bad = output.chars().find(|c| safe::is_unsafe(*c));
        assert_eq!(bad, None, "I10: an unsafe character reached the output");
    }
    assert!(human.len() <= limits::HUMAN_BYTES, "I10: {} bytes of human output", human.len());
}

/// I6: the canonical block of an accepted return reads as the same return, exactly.
fn prints_as_itself(contract: &Contract, parsed: &Parsed) {
    let Some(value) = &parsed.value else { return };
    let printed = contract.canonical(value);
    let source = Source::new(&printed).unwrap();
    let again = read(&source, contract, &Options::default());
    let second =
        again.value.as_ref().unwrap_or_else(|| panic!("I6: {printed:?} is not accepted: {:?}", again.diagnostics));
    assert!(value.says_the_same(second), "I6: {printed:?} reads as another return");
    assert_eq!(contract.canonical(second), printed, "I6: printing is no fixed point");
    for d in &again.diagnostics {
        // These speak of the value itself, however it is written.
        assert!(matches!(d.rule().code, "RC325" | "RC340"), "I6: the canonical block raises {}", d.rule().code);
    }
}
