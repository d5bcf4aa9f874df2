//! The types of the notation: what may stand between `<` and `>`.
//!
//! In: a right-hand side that begins with `<`. Out: its [`Kind`], or a [`Fault`] that says which type was most
//! likely meant. A list holds one simple type, so nothing nests and nothing recurs. Not here: choices and texts
//! (`grammar`), or what a value of the type looks like in a return (`values`).

use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{alpha0, char};
use nom::combinator::rest;
use nom::sequence::{preceded, terminated};
use nom::{Err, Parser};

use crate::contract::Kind;
use crate::contract::grammar::{BLANKS, Fault, Read, blanks, blanks1, expect, finish, lexeme};
use crate::json;
use crate::near::nearest;
use crate::problem::Problem;

/// `<type>`; the blanks behind it are skipped.
pub(super) fn kind(i: &str) -> Read<'_, Kind> {
    let inside = take_while(|c| c != '>' && c != '<');
    let closed = expect(tag(">"), "`>`", "A type stands between `<` and `>`, such as `<path>`.");
    let (behind, (inside, closing)) = terminated(preceded(char('<'), (inside, closed)), blanks).parse(i)?;
    let whole = i.split_at_checked(i.len() - behind.len()).map_or(i, |(whole, _)| whole).trim_end_matches(BLANKS);
    let inside = inside.trim_matches(BLANKS);
    let list = preceded((tag("list"), blanks1, tag("of"), blanks1), rest).parse(inside);
    let kind = match list {
        Ok((_, of)) => simple(of, whole, true).map(|of| Kind::List(Box::new(of))),
        Err(_) => simple(inside, whole, false),
    };
    kind.map(|kind| (behind, kind)).map_err(|fault| Err::Failure(fault.before(closing)))
}

/// What stands between the brackets, `list of` taken off; `listed` allows the plural.
fn simple<'a>(inside: &'a str, whole: &'a str, listed: bool) -> Result<Kind, Fault<'a>> {
    const ITEMS: &str = "A list holds one simple type: `<list of paths>`, `<list of decimal 0..1>`.";
    let (arguments, name) = finish(lexeme(alpha0).parse(inside))?;
    let singular = name.strip_suffix('s').filter(|_| listed).unwrap_or(name);
    match (singular, arguments) {
        ("text", "") => Ok(Kind::Text),
        ("count", "") => Ok(Kind::Count),
        ("path", "") => Ok(Kind::Path),
        ("bool", "") => Ok(Kind::Bool),
        ("ratio", "") => Ok(Kind::Ratio),
        ("phase", "") if !listed => Ok(Kind::Phase),
        ("decimal", bounds) => decimal(bounds),
        ("list", _) if !listed => Err(Fault::syntax(arguments, "`of` and a type", ITEMS)),
        ("list" | "phase", _) => {
            Err(Fault::syntax(inside, "`text`, `count`, `path`, `bool`, `ratio` or `decimal A..B`", ITEMS))
        }
        _ => {
            let near = near_type(singular).map(|n| if listed { format!("<list of {n}>") } else { format!("<{n}>") });
            Err(Fault::new(whole, Problem::UnknownType { found: whole.to_owned(), near }))
        }
    }
}

/// `A..B`
fn decimal(bounds: &str) -> Result<Kind, Fault<'_>> {
    const BOUNDS: &str = "Write two JSON numbers, the lower one first: `<decimal 0..1>`.";
    let Some((min, max)) = bounds.split_once("..") else {
        return Err(Fault::syntax(bounds, "two bounds with `..` between them", BOUNDS));
    };
    let (min, max) = (min.trim_matches(BLANKS), max.trim_matches(BLANKS));
    if let Some(odd) = [min, max].into_iter().find(|bound| !json::is_number(bound)) {
        return Err(Fault::syntax(if odd.is_empty() { bounds } else { odd }, "a JSON number", BOUNDS));
    }
    let value = |digits: &str| digits.parse::<f64>().ok().filter(|n| n.is_finite());
    match (value(min), value(max)) {
        (Some(a), Some(b)) if a <= b => Ok(Kind::Decimal { min: min.to_owned(), max: max.to_owned() }),
        _ => Err(Fault::instead(bounds, "bounds with the lower one first", BOUNDS)),
    }
}

/// The type that was most likely meant, also by the name it has elsewhere.
fn near_type(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "string" | "str" | "sentence" | "summary" => Some("text"),
        "integer" | "int" | "number" | "uint" => Some("count"),
        "file" | "filename" | "filepath" => Some("path"),
        "boolean" | "flag" => Some("bool"),
        "fraction" => Some("ratio"),
        "float" | "double" | "percent" => Some("decimal 0..1"),
        "array" => Some("list of text"),
        other => nearest(other, ["text", "count", "path", "phase", "bool", "ratio", "decimal 0..1"].into_iter())
            .or_else(|| {
                let decimal = nearest(other, ["decimal"].into_iter()).map(|_| "decimal 0..1");
                decimal.or_else(|| nearest(other, ["list"].into_iter()).map(|_| "list of text"))
            }),
    }
}
