//! One record against the contract: a typed value for every field, or what is wrong with it.
//!
//! In: a [`Record`]. Out: a [`Judged`], with a [`Return`] exactly when every required field is there, says one thing,
//! and nothing about it is refused. Two entries of one field must agree. Knows nothing of layouts, and nothing of
//! the other records: which one counts is decided in `choose`.

use crate::contract::{Contract, Field, Kind, LabelForm, Lexicon};
use crate::diagnostic::Diagnostic;
use crate::dress;
use crate::fields::{Broken, Entry, Raw, Record};
use crate::near;
use crate::parsed::{Carrier, FieldValue, Return, Value};
use crate::problem::Problem;
use crate::rules::Class;
use crate::text::{Source, Span};
use crate::values;

/// A record and what it says.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The record.
    pub record: Record<'a>,
    /// The return it makes, if it makes one under the most tolerant ceiling.
    pub value: Option<Return>,
    /// Every field that could be read, also when others could not.
    pub fields: Vec<FieldValue>,
    /// Whether every required field is named, whatever it says.
    pub complete: bool,
    /// Everything noticed in it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Judged<'_> {
    /// The value that a field was read as.
    #[must_use]
    pub fn field(&self, field: usize) -> Option<&FieldValue> {
        self.fields.iter().find(|f| f.field == field)
    }

    /// Whether it only repeats what a prompt asks for: every closed or typed field echoes or holds a placeholder.
    #[must_use]
    pub fn is_template(&self) -> bool {
        let echo = |d: &Diagnostic| matches!(d.problem, Problem::EchoedChoices { .. } | Problem::Placeholder { .. });
        self.value.is_none() && self.diagnostics.iter().filter(|d| echo(d)).count() >= 2
    }
}

/// Judges every record.
#[must_use]
pub fn judge<'a>(
    source: &Source<'a>,
    contract: &Contract,
    lexicon: &Lexicon,
    records: Vec<Record<'a>>,
) -> Vec<Judged<'a>> {
    records.into_iter().map(|record| Judge { source, contract, lexicon }.record(record)).collect()
}

/// One kind of dress is said once a record, with all its places: a return in bold is one remark and not four.
fn said_once(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut said: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics {
        let same = said.iter_mut().find(|d| diagnostic.problem.is_dress() && d.rule() == diagnostic.rule());
        match same {
            Some(first) => first.take_in(diagnostic),
            None => said.push(diagnostic),
        }
    }
    said
}

/// The form of a value that is no value of one line, when it has one: what is wrong is the form and not the words.
fn other_form(field: &Field, entry: &Entry<'_>) -> Option<Problem> {
    let form = |how, found: String| {
        let line = format!("{}: {}", field.label, field.kind.notation());
        Some(Problem::UnreadField { field: field.label.clone(), how, found, line })
    };
    match &entry.raw {
        Raw::Items { whole, .. } if !matches!(field.kind, Kind::List(_)) => {
            form("a list below its label", (*whole).to_owned())
        }
        Raw::Line(text) if entry.carrier == Carrier::Yaml => {
            let below =
                entry.steps.iter().find(|(p, _)| matches!(p, Problem::UnfitText { .. })).map_or("", |(_, at)| at);
            let header = text.trim_end_matches(|c: char| matches!(c, '+' | '-') || c.is_ascii_digit());
            let between = |open, close| text.starts_with(open) && text.ends_with(close);
            match *text {
                "~" | "null" | "Null" | "NULL" => {
                    let (field, found, wanted) = (field.label.clone(), (*text).to_owned(), field.kind.wanted());
                    Some(Problem::NullValue { field, found, wanted })
                }
                _ if matches!(header, "|" | ">") => form("a YAML block", format!("{text} {below}").trim().to_owned()),
                _ if between('[', ']') && text.contains([',', '"']) => form("a YAML list", (*text).to_owned()),
                _ if between('{', '}') && text.contains(": ") => form("a YAML map", (*text).to_owned()),
                _ => None,
            }
        }
        _ => None,
    }
}

struct Judge<'j, 'a> {
    source: &'j Source<'a>,
    contract: &'j Contract,
    lexicon: &'j Lexicon,
}

impl<'a> Judge<'_, 'a> {
    fn record(&self, mut record: Record<'a>) -> Judged<'a> {
        let mut diagnostics = std::mem::take(&mut record.steps);
        self.unknown_labels(&record, &mut diagnostics);
        self.order(&record, &mut diagnostics);
        let mut fields = Vec::with_capacity(self.contract.fields.len());
        let mut complete = record.broken.is_none();
        for (index, field) in self.contract.fields.iter().enumerate() {
            let entries: Vec<&Entry<'a>> = record.entries.iter().filter(|e| e.field == Some(index)).collect();
            if entries.is_empty() {
                complete &= field.optional;
                continue;
            }
            let readings: Vec<Option<FieldValue>> =
                entries.iter().map(|entry| self.entry(index, field, entry, &mut diagnostics)).collect();
            if let Some(value) = self.agree(field, &entries, readings, &mut diagnostics) {
                fields.push(value);
            }
        }
        if record.broken.is_some() {
            // What is wrong with the values of a broken object says nothing: it is to be sent again.
            diagnostics.clear();
        }
        self.broken(&record, &mut diagnostics);
        let diagnostics = said_once(diagnostics);
        let sound = complete && diagnostics.iter().all(|d| d.class() != Class::Refused);
        // `choose` knows the page: it widens the place, and sees what else stands in there.
        let (span, place, says_more) = (record.span, record.span, false);
        let value = sound.then(|| Return { fields: fields.clone(), span, place, says_more });
        Judged { record, value, fields, complete, diagnostics }
    }

    /// One entry as a value, with everything said about its label and value.
    fn entry(&self, index: usize, field: &Field, entry: &Entry<'a>, said: &mut Vec<Diagnostic>) -> Option<FieldValue> {
        let label_span = self.source.span_of(entry.label);
        let canonical = if entry.carrier == Carrier::Json { &field.key } else { &field.label };
        let (found, label) = (entry.label.to_owned(), canonical.clone());
        let spelling = match entry.form {
            LabelForm::Canonical => None,
            LabelForm::Case => Some(Problem::LabelCase { found, label }),
            LabelForm::Joined => Some(Problem::LabelJoined { found, label }),
            LabelForm::Parted | LabelForm::Number | LabelForm::Beside | LabelForm::Translated => {
                Some(Problem::LabelVariant { found, label })
            }
            LabelForm::Synonym => Some(Problem::LabelSynonym { found, label }),
        };
        if let Some(dressed) = entry.dressed {
            let span = self.source.span_of(dressed);
            let dress = Diagnostic::new(Problem::MarkdownDress { what: "emphasis" }, span);
            said.push(dress.fix(true, span, format!("{}:", field.label)));
        }
        if let Some(problem) = spelling {
            let diagnostic = Diagnostic::new(problem, label_span);
            // The edit of the dress writes the label as well; an element has its name twice.
            said.push(if entry.dressed.is_some() || entry.carrier == Carrier::Element {
                diagnostic
            } else {
                diagnostic.fix(true, label_span, canonical.clone())
            });
        }
        let mut reading = values::read(self.contract, field, &entry.raw);
        let form = other_form(field, entry).filter(|_| reading.value.is_none());
        // What a block of YAML goes on with is part of its form.
        let goes_on = |problem: &Problem| form.is_some() && matches!(problem, Problem::UnfitText { .. });
        for (problem, at) in entry.steps.iter().filter(|(problem, _)| !goes_on(problem)) {
            said.push(Diagnostic::new(problem.clone(), self.source.span_of(at)));
        }
        if let Some(form) = form {
            reading.steps = vec![(form, entry.raw.whole())];
        }
        let sign = entry
            .steps
            .iter()
            .filter(|(p, _)| matches!(p, Problem::Emoji))
            .find_map(|(_, at)| values::contrary_sign(&reading, at));
        if let Some((sign, at)) = sign
            && let Some(Value::Text(word)) = reading.value.take()
        {
            let problem =
                Problem::ContradictedByNote { field: field.label.clone(), value: word, word: sign.to_string() };
            reading.steps.push((problem, at));
        }
        let raw = entry.raw.whole();
        let span = self.source.span_of(entry.place());
        let note = reading.steps.iter().find_map(|(problem, at)| match problem {
            Problem::TrailingNote { note, .. } if self.holds_a_label(note) => Some(*at),
            _ => None,
        });
        if let Some(at) = note {
            let why = "holds another label of the contract";
            reading.steps.push((Problem::UnfitText { field: field.label.clone(), why }, at));
            reading.value = None;
        }
        let value = reading.value.filter(|value| self.survives(field, value, span, said));
        if value.is_none() {
            reading.steps.retain(|(problem, _)| !matches!(problem, Problem::OtherPhase { .. }));
        }
        let mut mend =
            value.as_ref().map(Value::to_string).filter(|text| text != raw && entry.carrier != Carrier::Json);
        for (problem, at) in reading.steps {
            let at = if at.is_empty() { span } else { self.source.span_of(at) };
            let safe = problem.rule().class < Class::Interpreting;
            let diagnostic = Diagnostic::new(problem, at);
            said.push(match mend.take() {
                Some(text) => diagnostic.fix(safe, span, text),
                None => diagnostic,
            });
        }
        Some(FieldValue { field: index, key: field.key.clone(), value: value?, span, carrier: entry.carrier })
    }

    /// A text that would not be read back from its canonical line is malformed in every carrier (house rule 9).
    fn survives(&self, field: &Field, value: &Value, span: Span, said: &mut Vec<Diagnostic>) -> bool {
        let why = match value {
            Value::Text(text) | Value::Reasoned { reason: text, .. } => {
                if text.contains(|c: char| dress::is_control(c) || dress::is_line_break_form(c) || c == '\t') {
                    Some("holds a control character or line break")
                } else {
                    self.holds_a_label(text).then_some("holds another label of the contract")
                }
            }
            Value::List(items) => return items.iter().all(|item| self.survives(field, item, span, said)),
            _ => None,
        };
        if let Some(why) = why {
            said.push(Diagnostic::new(Problem::UnfitText { field: field.label.clone(), why }, span));
        }
        why.is_none()
    }

    /// Whether a lexicon label with its separator stands inside a text.
    fn holds_a_label(&self, text: &str) -> bool {
        text.match_indices([':', '=', '：']).any(|(at, _)| {
            let head = text.get(..at).unwrap_or("").trim_end();
            let starts = head
                .char_indices()
                .rev()
                .filter(|(_, c)| !c.is_alphanumeric() && *c != '_')
                .map(|(i, c)| i + c.len_utf8());
            // A label has a handful of words; the whole head is one more place where it may begin.
            starts.take(4).chain([0]).any(|start| {
                head.get(start..).is_some_and(|label| !label.is_empty() && self.lexicon.find(label.trim()).is_some())
            })
        })
    }

    /// The one value that several entries of a field agree on.
    fn agree(
        &self,
        field: &Field,
        entries: &[&Entry<'a>],
        readings: Vec<Option<FieldValue>>,
        said: &mut Vec<Diagnostic>,
    ) -> Option<FieldValue> {
        let mut readings = readings.into_iter();
        let first = readings.next()?;
        let place = |entry: &Entry<'a>| self.source.span_of(entry.place());
        for (later, entry) in readings.zip(entries.iter().skip(1)) {
            let first_entry = entries.first()?;
            let equal = matches!((&first, &later), (Some(a), Some(b)) if a.value == b.value);
            let problem = if equal {
                Problem::RepeatedField { field: field.label.clone() }
            } else {
                Problem::ContradictingFields {
                    field: field.label.clone(),
                    first: first_entry.raw.words().to_owned(),
                    second: entry.raw.words().to_owned(),
                }
            };
            said.push(Diagnostic::new(problem, place(entry)).related(place(first_entry), "said here first"));
        }
        first
    }

    fn unknown_labels(&self, record: &Record<'a>, said: &mut Vec<Diagnostic>) {
        for entry in record.entries.iter().filter(|e| e.field.is_none()) {
            let span = self.source.span_of(entry.label);
            let lookalike = dress::without_lookalikes(entry.label)
                .and_then(|(plain, character, latin)| Some((self.lexicon.find(&plain)?, character, latin)));
            let problem = match lookalike {
                Some((found, character, latin)) => {
                    let field = self.contract.label_of(found.field).to_owned();
                    Problem::LookalikeLetter { field, character, latin }
                }
                None if matches!(entry.raw, Raw::Line(text) if self.holds_a_label(text)) => {
                    Problem::UnfitText { field: entry.label.to_owned(), why: "holds a label of the contract" }
                }
                None => self.unknown_label(record, entry.label),
            };
            said.push(Diagnostic::new(problem, span));
        }
    }

    /// A label that only holds a field's words is named as such: `Tests status` is not `Status`.
    fn unknown_label(&self, record: &Record<'_>, label: &str) -> Problem {
        let found = label.to_owned();
        let worded = self.contract.worded_in(label);
        match worded {
            Some(field) => Problem::WordedLabel { found, label: field.label.clone() },
            None => Problem::UnknownField { found, near: self.near(record, label) },
        }
    }

    /// The missing field that an unknown label is most like.
    fn near(&self, record: &Record<'_>, label: &str) -> Option<String> {
        let missing =
            self.contract.fields.iter().enumerate().filter(|(n, _)| !record.has(*n)).map(|(_, f)| f.label.as_str());
        near::nearest(label, missing).map(str::to_owned)
    }

    fn order(&self, record: &Record<'a>, said: &mut Vec<Diagnostic>) {
        let mut known: Vec<(usize, &str)> = Vec::new();
        for entry in &record.entries {
            // In an object order means nothing, and a repeated field is said elsewhere.
            if let Some(field) =
                entry.field.filter(|f| entry.carrier != Carrier::Json && known.iter().all(|(k, _)| k != f))
            {
                known.push((field, entry.label));
            }
        }
        let out = known.windows(2).find_map(|w| match w {
            [(before, _), (field, label)] if field < before => Some(*label),
            _ => None,
        });
        if let Some(label) = out {
            let labels: Vec<&str> = self.contract.fields.iter().map(|f| f.label.as_str()).collect();
            said.push(Diagnostic::new(Problem::FieldOrder { wanted: labels.join(", ") }, self.source.span_of(label)));
        }
    }

    fn broken(&self, record: &Record<'a>, said: &mut Vec<Diagnostic>) {
        match record.broken {
            None => {}
            Some(Broken::Truncated { at }) => {
                let missing = self.contract.fields.iter().enumerate().find(|(n, f)| !f.optional && !record.has(*n));
                said.push(Diagnostic::new(
                    Problem::Truncated { field: missing.map(|(_, f)| f.label.clone()) },
                    self.source.span_of(at),
                ));
            }
            Some(Broken::Syntax { what, expected, at }) => {
                said.push(Diagnostic::new(Problem::Unreadable { what, expected }, self.source.span_of(at)));
            }
            Some(Broken::List) => {
                let table = record.entries.iter().any(|e| e.carrier == Carrier::Table);
                let problem = if table { Problem::SeveralRows } else { Problem::JsonNotAnObject };
                said.push(Diagnostic::new(problem, record.span));
            }
        }
    }
}
