//! The nom grammar of the contract notation, one line at a time.
//!
//! In: one line, a slice of the source. Out: what it says, all of it borrowed slices, so that every part has a
//! place; or one [`Fault`] at the exact slice that does not fit. Total and without recursion. The right-hand side
//! is a grammar of its own, for prompts use it too. Not here: the types between `<` and `>` (`placeholder`), and
//! what lines mean together, such as labels that collide (`notation`).

use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::character::complete::{char, satisfy};
use nom::combinator::{map, opt, recognize};
use nom::error::{ErrorKind, ParseError};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, terminated};
use nom::{Err, IResult, Parser};

use crate::contract::{Kind, placeholder};
use crate::near::nearest;
use crate::problem::Problem;
use crate::safe::is_unsafe;

pub(super) type Read<'a, T> = IResult<&'a str, T, Fault<'a>>;

pub(super) const BLANKS: [char; 2] = [' ', '\t'];
const LABEL: &str =
    "A label or its synonym begins with a letter or digit and holds letters, digits, blanks, `-` and `_`.";
const COLON: &str =
    "A field is one line, `Label: right-hand side`; a label holds letters, digits, blanks, `-` and `_`.";
/// What does not fit, and where: `at` is the slice of the source it is said about.
#[derive(Debug)]
pub(super) struct Fault<'a> {
    pub(super) at: &'a str,
    /// `None` only while nom backtracks.
    problem: Option<Box<Problem>>,
}

/// What one line says.
#[derive(Debug)]
pub(super) enum Line<'a> {
    /// `contract NAME`
    Contract(&'a str),
    /// `phases a = x | b`
    Phases(Vec<Alternative<'a>>),
    /// `Label: right-hand side`
    Field(FieldLine<'a>),
}

/// The two halves of a field's line; the right one may be at fault alone.
#[derive(Debug)]
pub(super) struct FieldLine<'a> {
    pub(super) label: &'a str,
    pub(super) optional: bool,
    pub(super) synonyms: Vec<&'a str>,
    pub(super) right: Result<Right<'a>, Fault<'a>>,
}

/// A right-hand side.
#[derive(Debug)]
pub(super) enum Right<'a> {
    /// Choices, or one text.
    Words(Vec<Alternative<'a>>),
    /// `<type>`
    Type(Kind),
}

/// One word of a list parted by `|`.
#[derive(Debug)]
pub(super) struct Alternative<'a> {
    pub(super) word: &'a str,
    pub(super) synonyms: Vec<&'a str>,
    pub(super) reason: bool,
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Fault { at, problem: None }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a> Fault<'a> {
    pub(super) fn new(at: &'a str, problem: Problem) -> Self {
        Fault { at, problem: Some(Box::new(problem)) }
    }

    /// `expected` does not stand where `rest` begins.
    pub(super) fn syntax(rest: &'a str, expected: &'static str, help: &'static str) -> Self {
        match rest.chars().next() {
            Some(c) if is_hidden(c) && !BLANKS.contains(&c) => {
                let at = rest.split_at_checked(c.len_utf8()).map_or(rest, |(at, _)| at);
                Fault::instead(at, "a character that can be seen", "Remove it, or write an ordinary blank.")
            }
            _ => Fault::instead(token(rest), expected, help),
        }
    }

    /// The same among choices, phases and texts, where the sign that is found tells what was meant.
    fn word(rest: &'a str, expected: &'static str) -> Self {
        let help = match rest.chars().next() {
            Some(',') => "Part alternatives with `|`, the synonyms behind `=` with commas; quote a text with a comma.",
            Some('<' | '>') => "A type stands alone, without choices beside it.",
            Some('{' | '}' | '[' | ']' | '`') => "Write the words bare, without brackets or ticks: `none | low`.",
            Some('"') => "Quotes stand round a whole word or text.",
            Some(':' | '=') => "Put quotes round a text that holds `:` or `=`.",
            _ => "Part alternatives with one `|`: `passed | failed`.",
        };
        Fault::syntax(rest, expected, help)
    }

    /// `at` stands where `expected` should.
    pub(super) fn instead(at: &'a str, expected: &'static str, help: &'static str) -> Self {
        Fault::new(at, Problem::ContractSyntax { expected, found: at.to_owned(), help })
    }

    /// A fault at the end of a part is one at the sign behind the part.
    pub(super) fn before(self, next: &'a str) -> Self {
        match self.problem.as_deref() {
            Some(&Problem::ContractSyntax { expected, help, .. }) if self.at.is_empty() => {
                Fault::instead(next, expected, help)
            }
            _ => self,
        }
    }

    /// What is said about it.
    pub(super) fn problem(self) -> Problem {
        match self.problem {
            Some(problem) => *problem,
            None => {
                let expected = "a line of the notation";
                Problem::ContractSyntax { expected, found: self.at.to_owned(), help: COLON }
            }
        }
    }
}

/// A line without its comment and the blanks round it.
pub(super) fn content(line: &str) -> &str {
    let (mut quoted, mut after_blank, mut end) = (false, true, line.len());
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if after_blank && !quoted => {
                end = at;
                break;
            }
            _ => {}
        }
        after_blank = BLANKS.contains(&c);
    }
    line.split_at_checked(end).map_or(line, |(content, _)| content).trim_matches(BLANKS)
}

/// What a line begins as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beginning {
    Contract,
    Phases,
    /// A header that comes later.
    Later(&'static str),
    Field,
}

/// What a line begins as, and whether its keyword is spelt to the letter.
///
/// A keyword may also begin a label (`Phases seen: <count>`): outside quotes only a field has a colon. But the
/// header is not `named` yet where `contract NAME:` stands, and then the colon is what is wrong.
pub(super) fn beginning(content: &str, named: bool) -> (Beginning, bool) {
    let (keyword, rest) = keyword(content);
    let colon = content.split('"').step_by(2).any(|outside| outside.contains(':'));
    let alone = rest.is_empty() || rest.starts_with(BLANKS);
    match keyword {
        "contract" if alone && !(named && colon) => (Beginning::Contract, true),
        _ if colon || !alone => (Beginning::Field, true),
        "phases" => (Beginning::Phases, true),
        "between" => (Beginning::Later("`between`"), true),
        "marker" => (Beginning::Later("`marker`"), true),
        _ if meant("contract", keyword) => (Beginning::Contract, false),
        _ if meant("phases", keyword) => (Beginning::Phases, false),
        _ => (Beginning::Field, true),
    }
}

fn keyword(content: &str) -> (&str, &str) {
    let end = content.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(content.len());
    content.split_at_checked(end).unwrap_or((content, ""))
}

/// Whether a header keyword was meant: in other case, or mistyped in small letters (`Phase` is a likely label).
fn meant(keyword: &'static str, found: &str) -> bool {
    keyword.eq_ignore_ascii_case(found)
        || found.starts_with(|c: char| c.is_ascii_lowercase()) && nearest(found, [keyword].into_iter()).is_some()
}

/// Reads one line that is not blank; `named` says that `contract NAME` was read before.
pub(super) fn line(content: &str, named: bool) -> Result<Line<'_>, Fault<'_>> {
    const NAME: &str = "The name is one word of ASCII letters, digits, `-` and `_`: `contract code-reviewer`.";
    let (keyword, rest) = keyword(content);
    match beginning(content, named) {
        (Beginning::Contract, true) => {
            let (rest, name) = finish(preceded(blanks, expect(name, "a name", NAME)).parse(rest))?;
            end(rest, "the end of the line", NAME)?;
            Ok(Line::Contract(name))
        }
        (Beginning::Phases, true) => {
            let (rest, phases) = finish(preceded(blanks, separated_list1(sign('|'), phase)).parse(rest))?;
            end_of_words(rest)?;
            Ok(Line::Phases(phases))
        }
        (Beginning::Contract, false) => {
            Err(Fault::instead(keyword, "`contract`", "Write `contract NAME`, the keyword in small letters."))
        }
        (Beginning::Phases, false) => {
            Err(Fault::instead(keyword, "`phases`", "Write `phases one | two`, the keyword in small letters."))
        }
        (Beginning::Later(what), _) => Err(Fault::new(keyword, Problem::NotYet { what })),
        (Beginning::Field, _) => {
            let (rest, (label, optional, synonyms)) = finish(head(content))?;
            Ok(Line::Field(FieldLine { label, optional, synonyms, right: right_hand_side(rest) }))
        }
    }
}

/// Reads what stands behind the colon, blanks before it included.
pub(super) fn right_hand_side(text: &str) -> Result<Right<'_>, Fault<'_>> {
    let text = text.trim_matches(BLANKS);
    if text.is_empty() {
        let help = "Say what the field may hold: `passed | failed`, or a type such as `<path>`.";
        return Err(Fault::syntax(text, "choices, a text or a type", help));
    }
    if text.starts_with('<') {
        let (rest, kind) = finish(placeholder::kind(text))?;
        end(rest, "the end of the line", "A field has either one type or choices, and nothing behind them.")?;
        return Ok(Right::Type(kind));
    }
    let (rest, words) = finish(separated_list1(sign('|'), choice).parse(text))?;
    end_of_words(rest)?;
    Ok(Right::Words(words))
}

/// `Label? = synonym, synonym:`
fn head(i: &str) -> Read<'_, (&str, bool, Vec<&str>)> {
    let (i, name) = expect(label, "a label", LABEL)(i)?;
    let (i, optional) = opt(sign('?')).parse(i)?;
    let (i, synonyms) =
        opt(preceded(sign('='), separated_list1(sign(','), expect(label, "a synonym", LABEL)))).parse(i)?;
    if i.starts_with('?') {
        return Err(Err::Failure(Fault::syntax(i, "`:`", "The `?` goes behind the label: `Label? = synonym: …`.")));
    }
    let help = if synonyms.is_some() { "`=` only adds synonyms: `Label = synonym: right-hand side`." } else { COLON };
    let (i, _) = expect(sign(':'), "`:`", help)(i)?;
    Ok((i, (name, optional.is_some(), synonyms.unwrap_or_default())))
}

fn phase(i: &str) -> Read<'_, Alternative<'_>> {
    let (i, word) = expect_word("a phase")(i)?;
    let (i, synonyms) = synonyms(i)?;
    Ok((i, Alternative { word, synonyms, reason: false }))
}

fn choice(i: &str) -> Read<'_, Alternative<'_>> {
    const REASON: &str = "Only a reason follows a choice, `rejected: <text>`; put quotes round a text that holds `:`.";
    let (i, word) = expect_word("a choice")(i)?;
    let (i, synonyms) = synonyms(i)?;
    let reason = terminated(tag("<text>"), blanks);
    let (i, reason) = opt(preceded(sign(':'), expect(reason, "`<text>`", REASON))).parse(i)?;
    Ok((i, Alternative { word, synonyms, reason: reason.is_some() }))
}

/// A word, or what stands in its place.
fn expect_word<'a>(expected: &'static str) -> impl FnMut(&'a str) -> Read<'a, &'a str> {
    move |i| match word(i) {
        Err(Err::Error(_)) => Err(Err::Failure(Fault::word(i, expected))),
        read => read,
    }
}

fn end_of_words(rest: &str) -> Result<(), Fault<'_>> {
    if rest.is_empty() { Ok(()) } else { Err(Fault::word(rest, "`|` or the end of the line")) }
}

fn synonyms(i: &str) -> Read<'_, Vec<&str>> {
    let list = separated_list1(sign(','), expect_word("a synonym"));
    map(opt(preceded(sign('='), list)), Option::unwrap_or_default).parse(i)
}

/// `"quoted"` or bare; the blanks behind it are skipped.
fn word(i: &str) -> Read<'_, &str> {
    const QUOTES: &str =
        "Put a text between two `\"`, without `|`, blanks at its ends or characters that cannot be seen.";
    if !i.starts_with('"') {
        return lexeme(take_while1(is_bare)).parse(i);
    }
    let quoted = delimited(char('"'), take_till(|c| c == '"'), char('"'));
    let Ok((rest, text)) = terminated(quoted, blanks).parse(i) else {
        return Err(Err::Failure(Fault::instead(i, "a closing `\"`", QUOTES)));
    };
    let fits = !text.is_empty() && text.trim() == text && !text.contains(|c: char| c == '|' || is_hidden(c));
    if fits {
        return Ok((rest, text));
    }
    let whole = i.split_at_checked(text.len() + 2).map_or(i, |(whole, _)| whole);
    Err(Err::Failure(Fault::instead(whole, "a plain text between quotes", QUOTES)))
}

fn name(i: &str) -> Read<'_, &str> {
    lexeme(take_while1(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).parse(i)
}

/// It begins with a letter or digit, so it names something and no bullet is taken for a part of it.
fn label(i: &str) -> Read<'_, &str> {
    let first = satisfy(char::is_alphanumeric);
    lexeme(recognize((first, take_while(is_label)))).parse(i)
}

fn is_label(c: char) -> bool {
    matches!(c, ' ' | '-' | '_') || c.is_alphanumeric() || is_mark(c)
}

/// Marks without which words of some scripts cannot be spelt and which `char::is_alphanumeric` leaves out:
/// combining accents, viramas and nuktas, Thai and Lao tone marks.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{93c}' | '\u{94d}' | '\u{9bc}' | '\u{9cd}' | '\u{a3c}' | '\u{a4d}'
        | '\u{abc}' | '\u{acd}' | '\u{b3c}' | '\u{b4d}' | '\u{bcd}' | '\u{c4d}' | '\u{cbc}' | '\u{ccd}'
        | '\u{d4d}' | '\u{dca}' | '\u{e47}'..='\u{e4e}' | '\u{ec8}'..='\u{ece}' | '\u{1037}' | '\u{1039}' | '\u{103a}'
        | '\u{17d2}')
}

/// Whether a character may stand in a word without quotes.
pub(super) fn is_bare(c: char) -> bool {
    !is_hidden(c) && !matches!(c, '|' | '=' | ',' | ':' | '<' | '>' | '"' | '`' | '{' | '}' | '[' | ']')
}

/// White space other than a blank, and what a person would not see.
fn is_hidden(c: char) -> bool {
    c != ' ' && c.is_whitespace() || is_unsafe(c)
}

pub(super) fn blanks(i: &str) -> Read<'_, &str> {
    take_while(|c| BLANKS.contains(&c)).parse(i)
}

pub(super) fn blanks1(i: &str) -> Read<'_, &str> {
    take_while1(|c| BLANKS.contains(&c)).parse(i)
}

/// A sign of the notation; the blanks behind it are skipped.
fn sign<'a>(sign: char) -> impl Parser<&'a str, Output = char, Error = Fault<'a>> {
    terminated(char(sign), blanks)
}

/// A part without the blanks it ends in; those behind it are skipped.
pub(super) fn lexeme<'a>(
    part: impl Parser<&'a str, Output = &'a str, Error = Fault<'a>>,
) -> impl Parser<&'a str, Output = &'a str, Error = Fault<'a>> {
    terminated(map(part, |part: &str| part.trim_end_matches(BLANKS)), blanks)
}

/// The part, or a fault that says what was expected; a fault that was found inside it stays.
pub(super) fn expect<'a, T>(
    mut part: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
    expected: &'static str,
    help: &'static str,
) -> impl FnMut(&'a str) -> Read<'a, T> {
    move |i| {
        part.parse(i).map_err(|e| match e {
            Err::Error(_) => Err::Failure(Fault::syntax(i, expected, help)),
            other => other,
        })
    }
}

pub(super) fn end<'a>(rest: &'a str, expected: &'static str, help: &'static str) -> Result<(), Fault<'a>> {
    if rest.is_empty() { Ok(()) } else { Err(Fault::syntax(rest, expected, help)) }
}

pub(super) fn finish<T>(read: Read<'_, T>) -> Result<(&str, T), Fault<'_>> {
    read.map_err(|e| match e {
        Err::Error(fault) | Err::Failure(fault) => fault,
        // Only streaming parsers ask for more; there are none here.
        Err::Incomplete(_) => Fault { at: "", problem: None },
    })
}

/// What a person would point at where `rest` begins: one sign, or all up to the next blank or sign.
fn token(rest: &str) -> &str {
    let signs = |c: char| c.is_whitespace() || matches!(c, '|' | '=' | ',' | ':' | '?' | '<' | '>' | '"');
    let end = match rest.chars().next() {
        Some('<') => rest.find('>').map_or(rest.len(), |at| at + 1),
        Some(first) if signs(first) => first.len_utf8(),
        _ => rest.find(signs).unwrap_or(rest.len()),
    };
    rest.split_at_checked(end).map_or(rest, |(token, _)| token)
}
