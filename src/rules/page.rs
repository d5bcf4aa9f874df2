//! The page of rules, `docs/rules.md`, read as what `contract explain` shows and what a test runs.
//!
//! In: Markdown. Out: one [`Section`] a rule, in the page's order, or the line at which the page leaves its form:
//!
//! ```text
//! ## RC311 trailing-note      any other heading ends a section
//! What it says: paragraphs.
//! Why: paragraphs.
//! ````contract                only where no built-in role can show the rule: the contract both examples are read by
//! ````bad reviewer            a fence of any length and either kind (CommonMark), so examples may hold fences
//! ````good reviewer
//! Fix: paragraphs.
//! ```
//! The role is a contract's name, or the word `contract` for an example that is itself a contract file. After it a fence
//! may say `escaped` (`\u{..}` in it stands for that character, `\xff` for that byte), `cut` (the text ends without a line
//! end) and `times N` (the first line stands there N times). Not here: what the rules are ([`crate::rules`]); a test
//! holds the two together.

use std::fmt::Write as _;

use thiserror::Error;

/// The page, as the repository has it.
pub const PAGE: &str = include_str!("../../docs/rules.md");

/// What the page says of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// `RC311`
    pub code: String,
    /// `trailing-note`
    pub name: String,
    /// What it says.
    pub what: String,
    /// Why it is said, without `Why:`.
    pub why: String,
    /// The contract that both examples are read by, where it is no built-in one.
    pub contract: Option<String>,
    /// A text that gets it.
    pub bad: Example,
    /// The same text, mended.
    pub good: Example,
    /// How to mend it, without `Fix:`.
    pub fix: String,
}

/// One text, as an agent of this role would send it, or a contract file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The name of the contract it is read by, or `contract` when it is itself a contract file.
    pub role: String,
    /// As it stands on the page, each line ended.
    pub shown: String,
    escaped: bool,
    cut: bool,
    times: usize,
}

/// The page leaves its form.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line} of the page of rules: {expected} expected")]
pub struct OffForm {
    /// 1-based.
    pub line: usize,
    /// What should stand there.
    pub expected: &'static str,
}

impl Example {
    /// The bytes to read, with what `escaped`, `cut` and `times` mean applied.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let text = if self.cut { self.shown.strip_suffix('\n').unwrap_or(&self.shown) } else { &self.shown };
        let (first, rest) =
            text.split_inclusive('\n').next().and_then(|l| text.split_at_checked(l.len())).unwrap_or_default();
        let text = [first.repeat(self.times).as_str(), rest].concat();
        if self.escaped { unescape(&text) } else { text.into_bytes() }
    }

    /// What a reader has to know to see the text behind what is shown, in a few words each.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.times > 1 {
            remarks.push(format!("the first line {} times", self.times));
        }
        if self.escaped {
            remarks.push("characters that cannot be shown are escaped".to_owned());
        }
        if self.cut {
            remarks.push("no line end at the end".to_owned());
        }
        remarks
    }

    fn from_info(info: &str, kind: &str, shown: &str) -> Option<Example> {
        let mut words = info.split_whitespace();
        let role = words.next().filter(|word| *word == kind).and(words.next())?.to_owned();
        let mut example = Example { role, shown: shown.to_owned(), escaped: false, cut: false, times: 1 };
        while let Some(word) = words.next() {
            match word {
                "escaped" => example.escaped = true,
                "cut" => example.cut = true,
                "times" => example.times = words.next()?.parse().ok()?,
                _ => return None,
            }
        }
        Some(example)
    }
}

/// Every section of a page.
///
/// # Errors
/// [`OffForm`] with the first line that is not what the form asks for.
pub fn sections(page: &str) -> Result<Vec<Section>, OffForm> {
    let mut blocks = blocks(page).into_iter().peekable();
    let mut sections = Vec::new();
    while let Some((line, block)) = blocks.next() {
        let Some((code, name)) = block.rule() else { continue };
        let off_form = |at: Option<usize>, expected| OffForm { line: at.unwrap_or(line), expected };
        let what = paragraphs(&mut blocks, None, &["Why:"]).ok_or(off_form(Some(line), "what the rule says"))?;
        let at = blocks.peek().map(|(line, _)| *line);
        let why = paragraphs(&mut blocks, Some("Why:"), &[]).ok_or(off_form(at, "`Why:`"))?;
        let contract = contract(&mut blocks);
        let bad = example(&mut blocks, "bad").map_err(|at| off_form(at, "a fence with the info `bad ROLE`"))?;
        let good = example(&mut blocks, "good").map_err(|at| off_form(at, "a fence with the info `good ROLE`"))?;
        let at = blocks.peek().map(|(line, _)| *line);
        let fix = paragraphs(&mut blocks, Some("Fix:"), &[]).ok_or(off_form(at, "`Fix:`"))?;
        if let Some((at, Block::Fence { .. })) = blocks.peek() {
            return Err(off_form(Some(*at), "a heading"));
        }
        sections.push(Section { code: code.into(), name: name.into(), what, why, contract, bad, good, fix });
    }
    Ok(sections)
}

type Blocks<'a> = std::iter::Peekable<std::vec::IntoIter<(usize, Block<'a>)>>;

/// Consecutive paragraphs, the first of which begins with `lead` (left out), up to one that begins with a stop word.
fn paragraphs(blocks: &mut Blocks<'_>, lead: Option<&str>, stops: &[&str]) -> Option<String> {
    let mut found: Option<String> = None;
    while let Some((_, Block::Paragraph(text))) = blocks.peek() {
        let text = match (&mut found, lead) {
            (None, Some(lead)) => text.strip_prefix(lead)?.trim_start(),
            _ if stops.iter().any(|stop| text.starts_with(stop)) => break,
            _ => text,
        };
        match &mut found {
            None => found = Some(text.to_owned()),
            // Writing to a String cannot fail.
            Some(found) => drop(write!(found, "\n\n{text}")),
        }
        blocks.next();
    }
    found
}

/// The contract of the examples, if one stands here.
fn contract(blocks: &mut Blocks<'_>) -> Option<String> {
    let (_, block) = blocks.next_if(|(_, block)| matches!(block, Block::Fence { info: "contract", .. }))?;
    let Block::Fence { text, .. } = block else { return None };
    Some(text)
}

/// The example that should come next, or the line where something else stands.
fn example(blocks: &mut Blocks<'_>, kind: &str) -> Result<Example, Option<usize>> {
    match blocks.peek() {
        Some((line, Block::Fence { info, text })) => {
            let example = Example::from_info(info, kind, text).ok_or(Some(*line))?;
            blocks.next();
            Ok(example)
        }
        other => Err(other.map(|(line, _)| *line)),
    }
}

/// What Markdown the page is made of.
#[derive(Debug, PartialEq, Eq)]
enum Block<'a> {
    Heading(&'a str),
    Paragraph(String),
    Fence { info: &'a str, text: String },
}

impl<'a> Block<'a> {
    /// Code and name, when it is the heading of a rule.
    fn rule(&self) -> Option<(&'a str, &'a str)> {
        let Block::Heading(text) = self else { return None };
        let (code, name) = text.strip_prefix("## ")?.trim().split_once(' ')?;
        let number = code.strip_prefix("RC")?;
        (number.len() == 3 && number.bytes().all(|b| b.is_ascii_digit())).then_some((code, name.trim()))
    }
}

/// A fence's mark: its character, how many, and how far it is indented.
#[derive(Clone, Copy)]
struct Mark {
    character: char,
    length: usize,
    indent: usize,
}

impl Mark {
    /// The mark a line begins with, and what follows it.
    fn of(line: &str) -> Option<(Mark, &str)> {
        let rest = line.trim_start_matches(' ');
        let indent = line.len() - rest.len();
        let character = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let info = rest.trim_start_matches(character);
        let length = rest.len() - info.len();
        let opens = indent <= 3 && length >= 3 && !(character == '`' && info.contains('`'));
        opens.then_some((Mark { character, length, indent }, info.trim()))
    }

    fn closes(self, line: &str) -> bool {
        Mark::of(line).is_some_and(|(mark, rest)| {
            mark.character == self.character && mark.length >= self.length && rest.is_empty()
        })
    }
}

/// The page in blocks, each with its 1-based line.
fn blocks(page: &str) -> Vec<(usize, Block<'_>)> {
    let mut blocks: Vec<(usize, Block<'_>)> = Vec::new();
    let mut fence: Option<Mark> = None;
    let mut goes_on = false;
    for (n, line) in page.lines().enumerate() {
        match (fence, blocks.last_mut()) {
            (Some(mark), _) if mark.closes(line) => fence = None,
            (Some(mark), Some((_, Block::Fence { text, .. }))) => {
                let blanks = line.len() - line.trim_start_matches(' ').len();
                text.push_str(line.get(blanks.min(mark.indent)..).unwrap_or(line));
                text.push('\n');
            }
            (_, last) => {
                if let Some((mark, info)) = Mark::of(line) {
                    fence = Some(mark);
                    blocks.push((n + 1, Block::Fence { info, text: String::new() }));
                    goes_on = false;
                } else if line.starts_with('#') {
                    blocks.push((n + 1, Block::Heading(line)));
                    goes_on = false;
                } else if line.trim().is_empty() {
                    goes_on = false;
                } else if let (true, Some((_, Block::Paragraph(text)))) = (goes_on, last) {
                    text.push('\n');
                    text.push_str(line);
                } else {
                    blocks.push((n + 1, Block::Paragraph(line.to_owned())));
                    goes_on = true;
                }
            }
        }
    }
    blocks
}

/// Each `\u{..}` as the character and each `\xff` as the byte it names; anything else as it stands.
fn unescape(text: &str) -> Vec<u8> {
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        if let Some((c, rest)) = named_character(part) {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            out.extend_from_slice(rest.as_bytes());
        } else if let Some((byte, rest)) = named_byte(part) {
            out.push(byte);
            out.extend_from_slice(rest.as_bytes());
        } else {
            out.push(b'\\');
            out.extend_from_slice(part.as_bytes());
        }
    }
    out
}

fn named_character(text: &str) -> Option<(char, &str)> {
    let (hex, rest) = text.strip_prefix("u{")?.split_once('}')?;
    Some((char::from_u32(u32::from_str_radix(hex, 16).ok()?)?, rest))
}

fn named_byte(text: &str) -> Option<(u8, &str)> {
    let (hex, rest) = text.strip_prefix('x')?.split_at_checked(2)?;
    Some((u8::from_str_radix(hex, 16).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: &str = "# Page\n\n## RC311 trailing-note\n\nWhat\nit says.\n\nWhy: because.\n\n\
        ````bad reviewer\n```\n## RC999 not-a-heading\n```\n````\n\n\
        ~~~good reviewer escaped cut\nStatus:\\u{a0}completed\n~~~\n\nFix: so.\n\nOr so.\n\n# Next part\n\nProse.\n";

    #[test]
    fn a_section_is_read_with_fences_inside_its_examples() {
        let read = sections(SECTION).unwrap();
        assert_eq!(read.len(), 1);
        let section = &read[0];
        assert_eq!((section.code.as_str(), section.name.as_str()), ("RC311", "trailing-note"));
        assert_eq!((section.what.as_str(), section.why.as_str()), ("What\nit says.", "because."));
        assert_eq!(section.bad.bytes(), b"```\n## RC999 not-a-heading\n```\n");
        assert_eq!(section.good.bytes(), "Status:\u{a0}completed".as_bytes());
        assert_eq!(section.good.remarks().len(), 2);
        assert_eq!(section.contract, None);
        assert_eq!(section.fix, "so.\n\nOr so.");
    }

    #[test]
    fn a_page_off_form_is_told_with_its_line() {
        let expected = |page: &str| sections(page).map(|s| s.len()).map_err(|e| (e.line, e.expected));
        assert_eq!(expected(&SECTION.replace("Why: ", "")), Err((10, "`Why:`")));
        assert_eq!(expected(&SECTION.replace("````bad", "````ill")), Err((10, "a fence with the info `bad ROLE`")));
        assert_eq!(expected(&SECTION.replace("Fix: ", "")), Err((20, "`Fix:`")));
        assert_eq!(expected("## RC311 trailing-note\n"), Err((1, "what the rule says")));
        assert_eq!(expected("Only prose.\n"), Ok(0));
    }

    #[test]
    fn a_contract_may_stand_before_the_examples() {
        let page = SECTION.replace("````bad", "```contract\ncontract tester\nRuns: <count>\n```\n\n````bad");
        let read = sections(&page).unwrap();
        assert_eq!(read[0].contract.as_deref(), Some("contract tester\nRuns: <count>\n"));
    }

    #[test]
    fn the_first_line_may_stand_there_many_times() {
        let bytes = |info: &str, shown| Example::from_info(info, "bad", shown).map(|e| e.bytes());
        assert_eq!(bytes("bad coder times 3", "a\nb\n"), Some(b"a\na\na\nb\n".to_vec()));
        assert_eq!(bytes("bad coder times 3 cut", "a\n"), Some(b"aaa".to_vec()));
        assert_eq!(bytes("bad coder", ""), Some(Vec::new()));
        assert_eq!(bytes("bad coder times", "a\n"), None);
        assert_eq!(bytes("bad coder twice", "a\n"), None);
    }

    #[test]
    fn escapes_that_are_none_stay() {
        assert_eq!(unescape("a\\u{1b}[0m \\u{zz} \\u{ \\n \\xg0"), b"a\x1b[0m \\u{zz} \\u{ \\n \\xg0");
        assert_eq!(unescape("r\\xe9sum\\xe9 \\x"), b"r\xe9sum\xe9 \\x");
    }
}
