//! Booleans, ratios and decimals (docs/reading.md, house rule 9): exact, within bounds, digit for digit.

use crate::contract::Field;
use crate::dress::{Clean, Forms, Steps};
use crate::json;
use crate::parsed::Value;
use crate::problem::Problem;
use crate::values::{Origin, Reading, text, undressed};

/// The bare text of a short value, or the refusal that its placeholder or control character earns.
fn bare<'a, R>(field: &Field, raw: &'a str, then: R) -> Reading<'a>
where
    R: FnOnce(&str, &Clean<'a>, Steps<'a>) -> Reading<'a>,
{
    undressed(field, raw, Forms::ToAscii, |mut bare, clean, mut steps| {
        if text::is_placeholder(bare.text) {
            return Reading::refuse(text::placeholder(field, bare.text), clean.raw, steps);
        }
        if let Some(inner) = bare.in_brackets() {
            let lower = inner.to_lowercase();
            let words = ["true", "false", "yes", "no"];
            if !inner.starts_with(|c: char| c.is_ascii_digit()) && !words.contains(&lower.as_str()) {
                return Reading::refuse(text::placeholder(field, bare.text), clean.raw, steps);
            }
            bare.brackets(&mut steps);
        }
        // `0.` is a number that lost its fraction; only a second point can be a full stop.
        let cut =
            bare.text.strip_suffix('.').is_some_and(|t| t.ends_with(|c: char| c.is_ascii_digit()) && !t.contains('.'));
        if !cut {
            bare.full_stop(&mut steps);
        }
        then(bare.text, clean, steps)
    })
}

fn wrong<'a>(field: &Field, found: &str, expected: String, at: &'a str, steps: Steps<'a>) -> Reading<'a> {
    Reading::refuse(Problem::WrongKind { field: field.label.clone(), found: found.to_owned(), expected }, at, steps)
}

/// `<bool>`: true or false; yes and no are another spelling.
pub(super) fn boolean<'a>(field: &Field, raw: &'a str, origin: Origin) -> Reading<'a> {
    bare(field, raw, |text, clean, mut steps| {
        let lower = text.to_lowercase();
        let value = match lower.as_str() {
            "true" | "yes" => true,
            "false" | "no" => false,
            _ => return wrong(field, text, "`true` or `false`".into(), clean.raw, steps),
        };
        let (found, meant) = (text.to_owned(), value.to_string());
        if lower != meant || origin == Origin::JsonString {
            steps.push((Problem::ValueSpelling { found, meant }, clean.raw));
        } else if text != meant {
            steps.push((Problem::ValueCase { found, meant }, clean.raw));
        }
        Reading::value(Value::Bool(value), steps)
    })
}

/// `<ratio>`: `N/M`, M > 0, N <= M, kept as written.
pub(super) fn ratio<'a>(field: &Field, raw: &'a str) -> Reading<'a> {
    bare(field, raw, |text, clean, mut steps| {
        let parts = text.split_once('/').or_else(|| text.split_once(" of "));
        let number = |t: &str| t.trim().parse::<u64>().ok().filter(|_| t.trim().bytes().all(|b| b.is_ascii_digit()));
        let Some((n, m)) = parts.and_then(|(n, m)| Some((number(n)?, number(m)?))) else {
            return wrong(field, text, "a ratio such as `3/4`".into(), clean.raw, steps);
        };
        if m == 0 || n > m {
            return wrong(field, text, "a ratio `N/M` with M above 0 and N at most M".into(), clean.raw, steps);
        }
        let meant = format!("{n}/{m}");
        if text != meant {
            steps.push((Problem::ValueSpelling { found: text.to_owned(), meant: meant.clone() }, clean.raw));
        }
        Reading::value(Value::Text(meant), steps)
    })
}

/// `<decimal A..B>`: a JSON number within the bounds, kept digit for digit.
pub(super) fn decimal<'a>(field: &Field, min: &str, max: &str, raw: &'a str, origin: Origin) -> Reading<'a> {
    bare(field, raw, |text, clean, mut steps| {
        let expected = || format!("a number from {min} to {max}, such as `{min}`");
        // A spelling that JSON has no word for is not a decimal: `.5`, `1,5`, `1/2`, `50%`.
        if !json::is_number(text) {
            return wrong(field, text, expected(), clean.raw, steps);
        }
        if !within(text, min, max) {
            return wrong(field, text, expected(), clean.raw, steps);
        }
        if origin == Origin::JsonString {
            steps.push((Problem::ValueSpelling { found: format!("\"{text}\""), meant: text.to_owned() }, clean.raw));
        }
        Reading::value(Value::Decimal(text.to_owned()), steps)
    })
}

/// Bounds are compared exactly: on the digits for plain decimals, as floats for those with an exponent.
fn within(text: &str, min: &str, max: &str) -> bool {
    use std::cmp::Ordering;
    let order = |a: &str, b: &str| match (plain(a), plain(b)) {
        (Some(a), Some(b)) => Some(compare(&a, &b)),
        _ => a.parse::<f64>().ok()?.partial_cmp(&b.parse::<f64>().ok()?),
    };
    order(text, min).is_some_and(|o| o != Ordering::Less) && order(text, max).is_some_and(|o| o != Ordering::Greater)
}

/// Sign, whole digits and fraction digits of a decimal without an exponent, without redundant zeros.
fn plain(text: &str) -> Option<(bool, &str, &str)> {
    if text.contains(['e', 'E']) {
        return None;
    }
    let (negative, body) = text.strip_prefix('-').map_or((false, text), |b| (true, b));
    let (whole, fraction) = body.split_once('.').unwrap_or((body, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    Some((negative && !(whole.is_empty() && fraction.is_empty()), whole, fraction))
}

fn compare(a: &(bool, &str, &str), b: &(bool, &str, &str)) -> std::cmp::Ordering {
    use std::cmp::Ordering;
    let magnitude = a.1.len().cmp(&b.1.len()).then_with(|| a.1.cmp(b.1)).then_with(|| a.2.cmp(b.2));
    match (a.0, b.0) {
        (false, false) => magnitude,
        (true, true) => magnitude.reverse(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_exact() {
        assert!(within("0.10", "0", "1"));
        assert!(within("1.000", "0", "1"));
        assert!(!within("1.00000000000000000001", "0", "1"));
        assert!(!within("-0.1", "0", "1"));
        assert!(within("-0", "0", "1"));
        assert!(within("5e-1", "0", "1"));
    }
}
