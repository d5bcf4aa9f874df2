//! `contract explain`: what a code means, why, a bad and a good example, the fix. Offline.
//!
//! In: a code or a rule's name. Out: its class and severity from the table of rules, the rest from the page of rules,
//! which is built in; `--all` prints that page as it is. An unknown code is a usage error that names near ones.

use std::fmt::Write as _;

use super::args::ExplainArgs;
use super::fault::{Exit, Fault};
use super::terminal::print;
use crate::near;
use crate::render::{line, severity_word};
use crate::rules::page::{self, Example, PAGE};
use crate::rules::{self, Class, RULES, Rule};
use crate::safe;

pub(super) fn run(args: &ExplainArgs) -> Result<Exit, Fault> {
    match &args.code {
        None => print(&safe::escape(PAGE))?,
        Some(code) if code.eq_ignore_ascii_case("words") => print(&tables())?,
        Some(code) => {
            let rule = rules::find(code).ok_or_else(|| unknown(code))?;
            print(&explanation(rule)?)?;
        }
    }
    Ok(Exit::Clean)
}

/// The closed tables of words, each with its reason.
fn tables() -> String {
    let mut out = String::from("The closed tables of words. A word counts as a whole, in any case.\n");
    for (what, words) in crate::tables() {
        // Writing to a String cannot fail.
        let _ = write!(out, "\n{what}:\n");
        let mut line = String::from(" ");
        for (n, word) in words.iter().enumerate() {
            let comma = if n + 1 < words.len() { "," } else { "" };
            if line.chars().count() + word.chars().count() + 2 > 96 {
                let _ = writeln!(out, "{line}");
                line = String::from(" ");
            }
            let _ = write!(line, " {word}{comma}");
        }
        let _ = writeln!(out, "{line}");
    }
    out
}

fn unknown(code: &str) -> Fault {
    let names = RULES.iter().flat_map(|r| [r.code, r.name]);
    let hint = match near::nearest(code, names).and_then(rules::find) {
        Some(rule) => format!("did you mean {} {}?", rule.code, rule.name),
        None => "`contract explain --all` prints every rule".to_owned(),
    };
    Fault::Usage(format!("no rule is called `{}`\n\n{hint}", line(code)))
}

fn explanation(rule: &Rule) -> Result<String, Fault> {
    let sections = page::sections(PAGE).map_err(|off_form| Fault::Internal(off_form.to_string()))?;
    let mut out = format!("{} {}\n{}\n", rule.code, rule.name, standing(rule));
    if let Some(section) = sections.iter().find(|s| s.code == rule.code) {
        // Writing to a String cannot fail.
        let _ = write!(out, "\n{}\n\nWhy: {}\n", section.what, section.why);
        if let Some(contract) = &section.contract {
            let _ = write!(out, "\nContract:\n\n{}", indented(contract));
        }
        let _ = write!(out, "\n{}\n{}", example("Bad", &section.bad), example("Good", &section.good));
        let _ = write!(out, "\nFix: {}\n", section.fix);
    }
    Ok(safe::escape(&out).into_owned())
}

/// What the class and severity of a rule mean for a return.
fn standing(rule: &Rule) -> String {
    let severity = severity_word(rule.severity);
    let class = match rule.class {
        Class::Exact => "the canonical form itself",
        Class::Lossless => "a lossless step: refused only by --accept exact",
        Class::Normalising => "a normalising step: tolerated unless --accept is exact or lossless",
        Class::Interpreting => "an interpreting step: refused unless --accept interpreting",
        Class::Refused => "never tolerated",
    };
    let strict = if rule.strict { ", or by --strict" } else { "" };
    format!("{severity} · {class}{strict}")
}

fn example(title: &str, example: &Example) -> String {
    let role = if example.role == "contract" { "a contract file" } else { &example.role };
    let said = std::iter::once(role.to_owned()).chain(example.remarks()).collect::<Vec<_>>().join("; ");
    let text = if example.shown.is_empty() { "(nothing)\n" } else { &example.shown };
    format!("{title} ({said}):\n\n{}", indented(text))
}

fn indented(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.lines() {
        out.push_str(if line.is_empty() { "" } else { "    " });
        out.push_str(line);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_keeps_its_form() {
        let sections = page::sections(PAGE).unwrap();
        for section in &sections {
            let rule = rules::find(&section.code).expect("a rule of the table");
            assert_eq!(rule.name, section.name);
        }
    }
}
