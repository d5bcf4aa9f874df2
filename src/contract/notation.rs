//! Contract files: lines of the notation, and what they mean together.
//!
//! In: the [`Source`] of a contract file. Out: a [`Contract`], or every fault of the file at once, each at its
//! exact place with the help that mends it; a line at fault does not hide those of the next. Invariants: a
//! contract that comes out has a name, 1 to [`limits::FIELDS`] fields, and labels of which no two fold alike.
//! The notation is one page, `grammars/README.md`. Not here: how a single line is read (`grammar`).

use std::collections::BTreeMap;

use crate::contract::grammar::{self, Alternative, Beginning, Fault, FieldLine, Line, Right};
use crate::contract::{Choice, Contract, Field, Kind, Phase, digest, key_of, lexicon};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::problem::Problem;
use crate::text::Source;

/// Reads a contract file.
///
/// A byte order mark is passed over; lines end at LF, CRLF or CR. The digest is that of the bytes as they are.
///
/// # Errors
/// Every fault of the file, sorted by place, at most [`limits::DIAGNOSTICS`]; never an empty list.
pub fn parse(source: &Source<'_>) -> Result<Contract, Vec<Diagnostic>> {
    let text = source.text();
    if text.len() > limits::CONTRACT_BYTES {
        let limit = limits::CONTRACT_BYTES;
        let problem = Problem::OverLimit { what: "bytes in a contract", limit };
        return Err(vec![Diagnostic::new(problem, source.span(limit, limit))]);
    }
    let mut file = File::of(source);
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).split(['\n', '\r']);
    for content in lines.map(grammar::content).filter(|content| !content.is_empty()) {
        file.line(content);
    }
    file.finish()
}

/// What was read so far. Every `&str` is a slice of the source, and so a place.
struct File<'s, 'a> {
    source: &'s Source<'a>,
    /// The first line that says anything.
    first: Option<&'a str>,
    /// Whether a header was there, also one at fault.
    header: bool,
    name: Option<&'a str>,
    phases_line: Option<&'a str>,
    phases: Vec<Phase>,
    fields: Vec<Field>,
    /// Whether there is a line of a field, also one at fault.
    has_fields: bool,
    /// Fields whose labels could be read.
    field_lines: usize,
    /// Folded labels and synonyms: the number of the field they name, and where.
    labels: BTreeMap<String, (usize, &'a str)>,
    faults: Vec<Diagnostic>,
}

impl<'s, 'a> File<'s, 'a> {
    fn of(source: &'s Source<'a>) -> File<'s, 'a> {
        File {
            source,
            first: None,
            header: false,
            name: None,
            phases_line: None,
            phases: Vec::new(),
            fields: Vec::new(),
            has_fields: false,
            field_lines: 0,
            labels: BTreeMap::new(),
            faults: Vec::new(),
        }
    }

    fn line(&mut self, content: &'a str) {
        let first = self.first.is_none();
        self.first.get_or_insert(content);
        let named = self.name.is_some();
        match grammar::beginning(content, named).0 {
            Beginning::Contract => self.header = true,
            Beginning::Field => self.has_fields = true,
            Beginning::Phases | Beginning::Later(_) => {}
        }
        match grammar::line(content, named) {
            Err(fault) => self.fault(fault),
            Ok(Line::Contract(name)) => self.named(name, content, first),
            Ok(Line::Phases(phases)) => self.phases(content, &phases),
            Ok(Line::Field(line)) => self.field(line),
        }
    }

    fn named(&mut self, name: &'a str, content: &'a str, first: bool) {
        if let Some(earlier) = self.name {
            self.twice(content, earlier, "A file holds one contract; put the second into a file of its own.");
        } else if !first {
            self.fault(Fault::syntax(content, "a field", "The header `contract NAME` stands above all other lines."));
        }
        self.name.get_or_insert(name);
    }

    fn phases(&mut self, content: &'a str, alternatives: &[Alternative<'a>]) {
        if let Some(earlier) = self.phases_line {
            self.twice(content, earlier, "Put all phases on one line, parted by `|`.");
            return;
        }
        self.phases_line = Some(content);
        if self.has_fields {
            self.fault(Fault::syntax(content, "a field", "The line of phases stands above the fields."));
        }
        // As `Contract::knows_phase` compares: other spellings of one phase are fine, those of two are not.
        let mut seen: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        for (n, phase) in alternatives.iter().enumerate() {
            for (again, &name) in std::iter::once(&phase.word).chain(&phase.synonyms).enumerate() {
                let (earlier, place) = *seen.entry(lexicon::fold(name)).or_insert((n, name));
                if earlier != n || (again == 0 && place != name) {
                    self.collision(Problem::ChoiceCollision { word: name.to_owned() }, name, place);
                }
            }
            self.phases.push(Phase { name: phase.word.to_owned(), synonyms: owned(&phase.synonyms) });
        }
    }

    fn field(&mut self, line: FieldLine<'a>) {
        let number = self.field_lines;
        self.field_lines += 1;
        if number >= limits::FIELDS {
            if number == limits::FIELDS {
                let problem = Problem::OverLimit { what: "fields in a contract", limit: limits::FIELDS };
                self.faults.push(Diagnostic::new(problem, self.source.span_of(line.label)));
            }
            return;
        }
        let key = key_of(line.label);
        let mut collides = false;
        for &label in std::iter::once(&line.label).chain(&line.synonyms) {
            if label.len() > limits::LABEL_BYTES {
                let problem = Problem::OverLimit { what: "bytes in a label", limit: limits::LABEL_BYTES };
                self.faults.push(Diagnostic::new(problem, self.source.span_of(label)));
            }
            if let Some(earlier) = self.claim(label, number) {
                collides = true;
                self.collision(Problem::LabelCollision { label: label.to_owned() }, label, earlier);
            }
        }
        // Labels that fold apart may still meet as keys, where upper case has no way back (`ß`, `SS`).
        if !collides && self.fields.iter().any(|f| f.key == key) {
            let problem = Problem::LabelCollision { label: line.label.to_owned() };
            self.faults.push(Diagnostic::new(problem, self.source.span_of(line.label)));
        }
        let kind = match line.right {
            Ok(Right::Type(kind)) => kind,
            Ok(Right::Words(words)) => self.words(&words),
            Err(fault) => return self.fault(fault),
        };
        let synonyms = owned(&line.synonyms);
        self.fields.push(Field { label: line.label.to_owned(), key, synonyms, optional: line.optional, kind });
    }

    /// Takes a label for a field, unless another field has it or its singular or plural: then where.
    fn claim(&mut self, label: &'a str, number: usize) -> Option<&'a str> {
        let folded = lexicon::fold(label);
        let plural = format!("{folded}s");
        let earlier = [Some(folded.as_str()), folded.strip_suffix('s'), Some(&plural)]
            .into_iter()
            .flatten()
            .filter_map(|form| self.labels.get(form))
            .find(|&&(other, _)| other != number)
            .map(|&(_, place)| place);
        self.labels.entry(folded).or_insert((number, label));
        earlier
    }

    /// Choices, or a literal when there is one word and nothing with it.
    fn words(&mut self, words: &[Alternative<'a>]) -> Kind {
        if let [Alternative { word, synonyms, reason: false }] = words
            && synonyms.is_empty()
        {
            return Kind::Literal((*word).to_owned());
        }
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for &word in words.iter().flat_map(|a| std::iter::once(&a.word).chain(&a.synonyms)) {
            let place = *seen.entry(word.to_lowercase()).or_insert(word);
            if !std::ptr::eq(place, word) {
                self.collision(Problem::ChoiceCollision { word: word.to_owned() }, word, place);
            }
        }
        let choice =
            |a: &Alternative<'_>| Choice { word: a.word.to_owned(), synonyms: owned(&a.synonyms), reason: a.reason };
        Kind::Choice(words.iter().map(choice).collect())
    }

    fn fault(&mut self, fault: Fault<'a>) {
        let span = self.source.span_of(fault.at);
        self.faults.push(Diagnostic::new(fault.problem(), span));
    }

    fn twice(&mut self, content: &'a str, earlier: &'a str, help: &'static str) {
        let fault = Fault::syntax(content, "a field", help);
        let span = self.source.span_of(fault.at);
        let first = self.source.span_of(earlier);
        self.faults.push(Diagnostic::new(fault.problem(), span).related(first, "the first is here"));
    }

    fn collision(&mut self, problem: Problem, word: &'a str, earlier: &'a str) {
        let first = self.source.span_of(earlier);
        self.faults.push(Diagnostic::new(problem, self.source.span_of(word)).related(first, "first named here"));
    }

    fn finish(mut self) -> Result<Contract, Vec<Diagnostic>> {
        let text = self.source.text();
        let nothing = text.split_at_checked(text.len()).map_or("", |(_, end)| end);
        if !self.header {
            let help = "Begin the file with its header, without a colon: `contract coder`.";
            self.fault(Fault::syntax(self.first.unwrap_or(nothing), "`contract NAME`", help));
        }
        if !self.has_fields {
            let place = self.name.or(self.first).unwrap_or(nothing);
            self.faults.push(Diagnostic::new(Problem::NoFields, self.source.span_of(place)));
        }
        match self.name {
            Some(name) if self.faults.is_empty() => Ok(Contract {
                name: name.to_owned(),
                phases: self.phases,
                fields: self.fields,
                digest: digest(text.as_bytes()),
            }),
            _ => {
                self.faults.sort_by_key(|fault| fault.span);
                self.faults.truncate(limits::DIAGNOSTICS);
                Err(self.faults)
            }
        }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
