//! The wording of every thing that can be said: one `match` to review the tone on, long because it is whole.
//!
//! A message says what was found; its help says how to mend it. Text of the return inside either goes through
//! [`crate::safe::quote`].

use super::Problem;
use crate::limits;
use crate::safe::quote;

/// A message and how to mend what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// What was found, without a full stop.
    pub message: String,
    /// What to do, a sentence, empty when nothing needs doing.
    pub help: String,
}

fn say(message: impl Into<String>, help: impl Into<String>) -> Wording {
    Wording { message: message.into(), help: help.into() }
}

/// The help where nothing of a return is there; a retry message shows the block and does without.
pub(crate) const END_WITH_THE_BLOCK: &str = "End the message with the return block, one `Label: value` line a field.";

/// `a`, `b` or `c`.
fn one_of(words: &[String]) -> String {
    joined(words, "or")
}

/// `a`, `b` and `c`.
fn all_of(words: &[String]) -> String {
    joined(words, "and")
}

fn joined(words: &[String], by: &str) -> String {
    match words {
        [] => "nothing".into(),
        [only] => quote(only),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(|w| quote(w)).collect();
            format!("{} {by} {}", rest.join(", "), quote(last))
        }
    }
}

fn did_you_mean(near: Option<&String>) -> String {
    near.map(|n| format!(" Did you mean {}?", quote(n))).unwrap_or_default()
}

/// `an U+200B` style name of a character that cannot be shown.
fn name(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

impl Problem {
    /// What is said, and how to mend it.
    #[must_use]
    pub fn wording(&self) -> Wording {
        match self {
            Problem::NotUtf8 => say("this byte is not valid UTF-8", "Send the return as UTF-8 text."),
            Problem::TooLarge => say(
                format!("the text has more than {} bytes", limits::RETURN_BYTES),
                "Send the return without the files it talks about.",
            ),
            Problem::OverLimit { what, limit } => {
                say(format!("more than {limit} {what}"), "Nothing beyond a bound is read; make it shorter.")
            }
            Problem::ByteOrderMark => say("the text begins with a byte order mark", ""),
            Problem::LineBreakCharacter { character } => say(
                format!("fields are parted by {}, which is no line end", name(*character)),
                "Put each field on a line of its own.",
            ),
            Problem::InvisibleCharacter { character } if character.is_whitespace() => {
                say(format!("{} read as a blank", name(*character)), "Write a plain blank.")
            }
            Problem::InvisibleCharacter { character } => {
                say(format!("invisible character {} left out", name(*character)), "Remove it.")
            }
            Problem::ColourCode => say("terminal colour codes left out", "Send plain text."),
            Problem::ControlCharacter { field, character } => say(
                format!("{} inside the value of {}", name(*character), quote(field)),
                "A control character can make a reader see another value; remove it.",
            ),
            Problem::LookalikeLetter { field, character, latin } => say(
                format!("{} in {} looks like `{latin}` and is another letter", name(*character), quote(field)),
                format!("Write it with the Latin letter `{latin}`."),
            ),
            Problem::MarkdownDress { what } => say(format!("{what} taken off"), "Write label and value as plain text."),
            Problem::StruckOutValue { field, old } => say(
                format!("{} is struck out and not read", quote(old)),
                format!("Write only the value that holds for {}.", quote(field)),
            ),
            Problem::NumberedLabels => say("the fields are a numbered list", "Begin each line with its label."),
            Problem::HeadingLabels => say("a field is written as a heading", "Begin the line with its label."),
            Problem::BulletedLines => say("the fields are a bulleted list", ""),
            Problem::Spacing => say("blanks or blank lines beyond the canonical form", ""),
            Problem::OneLineRecord => say("several fields on one line", "Put each field on a line of its own."),
            Problem::GluedLabel { label } => {
                say(format!("{} stands in the middle of a line", quote(label)), "Begin a new line with the label.")
            }
            Problem::HtmlBreak => say("`<br>` taken for a line end", "Put each field on a line of its own."),
            Problem::OtherSeparator { found } => {
                say(format!("{} in place of a colon", quote(found)), "Write a colon and a blank after the label.")
            }
            Problem::EscapedText { found, meant } if meant.trim().is_empty() => {
                say(format!("{} read as a blank", quote(found)), "Write the character itself.")
            }
            Problem::EscapedText { found, meant } => {
                say(format!("{} read as {}", quote(found), quote(meant)), "Write the character itself.")
            }
            Problem::CompatibilityForm { found, meant } => {
                say(format!("{} read as {}", quote(found), quote(meant)), "Write it in plain ASCII.")
            }
            Problem::Emoji => say("emoji left out", "Write label and value as plain text."),
            Problem::Brackets => say("brackets taken off", "Write label and value without brackets."),
            Problem::QuotationMarks => say("quotation marks taken off", "Write the value without quotation marks."),
            Problem::JsonReturn { fenced } => say(
                if *fenced {
                    "the return is a JSON object in a fence"
                } else {
                    "the return is a JSON object among other text"
                },
                "Send the labelled lines, or the JSON object and nothing else.",
            ),
            Problem::JsonSlip { what } => say(format!("not quite JSON: {what}"), "Write it as strict JSON."),
            Problem::FencedReturn { indented: false } => {
                say("the return stands in a fence", "Send it outside a fence.")
            }
            Problem::FencedReturn { indented: true } => {
                say("the return is indented like code", "Begin its lines at the margin.")
            }
            Problem::UnclosedFence => say("this fence is never closed", "Close the fence, or leave it out."),
            Problem::JsonWrapped => say("the object stands inside another value", "Send the object itself."),
            Problem::WrapperElement => say("the lines stand in a wrapper element", "Send the lines alone."),
            Problem::LabelCase { found, label }
            | Problem::LabelJoined { found, label }
            | Problem::LabelVariant { found, label } => say(
                format!("{} read as {}", quote(found), quote(label)),
                format!("Write the label as {}.", quote(label)),
            ),
            Problem::LabelSynonym { found, label } => say(
                format!("{} is a declared synonym of {}", quote(found), quote(label)),
                format!("Write the label as {}.", quote(label)),
            ),
            Problem::FieldOrder { wanted } => {
                say("the fields stand in another order", format!("The contract's order is {wanted}."))
            }
            Problem::UnknownField { found, near } => say(
                format!("{} is no field of this contract and is not read", quote(found)),
                did_you_mean(near.as_ref()).trim_start(),
            ),
            Problem::FullStop { mark } => say(format!("`{mark}` after the value left out"), "Write the value alone."),

            Problem::WordedLabel { found, label } => say(
                format!("{} is not {} and is not read", quote(found), quote(label)),
                format!("If it means the field, write the label as {}.", quote(label)),
            ),

            Problem::TableReturn => say("the return is a table", "Send it as one `Label: value` line a field."),
            Problem::YamlReturn => say("the return is a YAML block", "Send it as one `Label: value` line a field."),
            Problem::ElementReturn => {
                say("the return is a run of elements", "Send it as one `Label: value` line a field.")
            }

            Problem::EmptyReturn => say("the return is empty", END_WITH_THE_BLOCK),
            Problem::NoReturn { labels } => {
                say(format!("no return here: no block holds {}", all_of(labels)), END_WITH_THE_BLOCK)
            }
            Problem::Question => say(
                "the message asks a question and holds no return",
                "A subagent gets no answer: decide, and end the message with the return block.",
            ),
            Problem::Refusal => say(
                "the message declines the work and holds no return",
                "End the message with the return block, also when the work failed.",
            ),
            Problem::ProgressNote => say(
                "the message announces work and holds no return",
                "Finish the work, then end the message with the return block.",
            ),
            Problem::RunnerBanner => {
                say("this is an error of the program that ran the agent, not a return", "Run the agent again.")
            }
            Problem::PointerElsewhere => say(
                "the message points to a return in another message",
                "The parent sees this message only; repeat the return block in it.",
            ),
            Problem::OnlyQuoted { why } => say(
                format!("the only return here is quoted ({why})"),
                "Write the return as your own text, outside any quotation.",
            ),
            Problem::Truncated { field } => match field {
                Some(field) => say(format!("the text ends before {}", quote(field)), "Send the whole return again."),
                None => say("the text ends in the middle of the return", "Send the whole return again."),
            },
            Problem::CutInside { field } => {
                say(format!("the text was cut for its length inside {}", quote(field)), "Send the whole return again.")
            }
            Problem::CutSecond { field } => say(
                match field {
                    Some(field) => format!("a second return begins here and is cut off before {}", quote(field)),
                    None => "a second return begins here and is not complete".into(),
                },
                "Send the whole return again.",
            ),
            Problem::ScatteredFields => say(
                "the fields are spread over the message, with text between them",
                "Put them together as one block at the end.",
            ),
            Problem::ConflictingRecords { returns, fields } => say(
                format!("{returns} returns disagree on {}", all_of(fields)),
                "Send one block, or say before the later one that it is a correction.",
            ),
            Problem::OtherRole { role, missing } => say(
                format!("these are the fields of {}, and {} is missing", quote(role), quote(missing)),
                "Send the block that this role's contract asks for.",
            ),
            Problem::ContradictedLater { field, value, later } => say(
                format!("{} says {} after the return said {}", quote(field), quote(later), quote(value)),
                "Send one block with the value that holds.",
            ),
            Problem::JsonNotAnObject => say("a list of objects where one object is expected", "Send one JSON object."),
            Problem::SeveralRows => say(
                "the table has several rows of values, and each would be a return",
                "Send the one that holds, as one `Label: value` line a field.",
            ),
            Problem::Unreadable { what, expected } => say(
                format!("this {what} cannot be read here: expected {expected}"),
                "Send it whole, or send the labelled lines.",
            ),
            Problem::QuotedEarlier { why } => {
                say(format!("a block that looks like a return is quoted here ({why}) and not read"), "")
            }
            Problem::QuotedLater { why } => say(
                format!("after the return a block that looks like one is quoted ({why}) and not read"),
                "Put quoted material before the return.",
            ),
            Problem::EmbeddedReport { role } => say(
                format!("this is a return of {} and not read", quote(role)),
                "Quote other agents' reports in a block quote.",
            ),
            Problem::StrayLabel { field, value } => say(
                format!("{} says {} outside the return and is not read", quote(field), quote(value)),
                "Keep the contract's labels for the return block.",
            ),
            Problem::EqualTwin => say("the same return stands here once more", "Send it once."),
            Problem::SupersededDraft { cue } => say(
                format!("an earlier return, superseded by the one announced with {}", quote(cue)),
                "Send the final one alone.",
            ),
            Problem::CorrectionCue { cue } => say(
                format!("{} after the return may take something of it back", quote(cue)),
                "If it changes a field, send the block again.",
            ),
            Problem::ClosingProse => say("text follows the return", ""),
            Problem::HarnessTrailer => say("the harness's own trailer is not part of the return", ""),
            Problem::TemplateCopy => {
                say("a copy of the template, not read", "Fill the block in where it stands, or leave it out.")
            }
            Problem::OpenPath { path } => say(
                format!("the text ends in {}, which has no extension: it may be cut short", quote(path)),
                "Check that the path is whole; a line end behind it proves that.",
            ),

            Problem::MissingField { field, add, near } => say(
                format!("{} is missing", quote(field)),
                match near {
                    Some(near) => format!("Add {add}; {} is not read as that label.", quote(near)),
                    None => format!("Add {add}."),
                },
            ),
            Problem::EmptyValue { field, wanted } => {
                say(format!("{} has no value", quote(field)), format!("Write {wanted}."))
            }
            Problem::NullValue { field, found, wanted } => {
                say(format!("{} is {}, which is null in YAML", quote(field), quote(found)), format!("Write {wanted}."))
            }
            Problem::Placeholder { field, found, wanted } => say(
                format!("{} still holds the placeholder {}", quote(field), quote(found)),
                format!("Put in its place {wanted}."),
            ),
            Problem::EchoedChoices { field, wanted } => {
                say(format!("{} repeats the choices and takes none", quote(field)), format!("Write {wanted}."))
            }
            Problem::UnknownChoice { field, found, allowed, near } => say(
                format!("{} cannot be {}", quote(field), quote(found)),
                format!("Write {}.{}", one_of(allowed), did_you_mean(near.as_ref())),
            ),
            Problem::NegatedValue { field, found, word, allowed } => say(
                format!("{} says {}, and {} turns the word round", quote(field), quote(found), quote(word)),
                format!("Write {}.", one_of(allowed)),
            ),
            Problem::HedgedValue { field, found, word, wanted } => say(
                format!("{} says {}, and {} commits to nothing", quote(field), quote(found), quote(word)),
                format!("Commit to {wanted}."),
            ),
            Problem::SeveralValues { field, found, wanted } => say(
                format!("{} says {}, which is more than one value", quote(field), quote(found)),
                format!("Write one of them: {wanted}."),
            ),
            Problem::WordsAfterValue { field, value, words } => say(
                format!("{} says {} and then {}", quote(field), quote(value), quote(words)),
                "Write the one value that holds; a remark belongs in the text above.",
            ),
            Problem::ContradictedByNote { field, value, word } => say(
                format!("{} says {}, and its own note says {}", quote(field), quote(value), quote(word)),
                "Write the value that holds, and keep the remark for the text above.",
            ),
            Problem::TrailingNote { field, note } => {
                say(format!("note after {} left out: {}", quote(field), quote(note)), "Write the value alone.")
            }
            Problem::WordForm { found, meant } => say(
                format!("{} read as {}, another form of the word", quote(found), quote(meant)),
                format!("Write {}.", quote(meant)),
            ),
            Problem::ValueSynonym { found, meant } => say(
                format!("{} is a declared synonym of {}", quote(found), quote(meant)),
                format!("Write {}.", quote(meant)),
            ),
            Problem::ValueCase { found, meant } => say(format!("{} read as {}", quote(found), quote(meant)), ""),
            Problem::NotACount { field, found } => say(
                format!("{} is {}, which is no count", quote(field), quote(found)),
                "Write a whole number in digits, such as `7`.",
            ),
            Problem::CountSpelling { found, meant } => {
                say(format!("{} read as {}", quote(found), quote(meant)), format!("Write {}.", quote(meant)))
            }
            Problem::CountTooLarge { field } => say(
                format!("{} is larger than {}", quote(field), limits::COUNT),
                "Beyond that, readers of JSON begin to round.",
            ),
            Problem::InexactCount { field, found, why } => say(
                format!("{} says {}, {why}", quote(field), quote(found)),
                "Write the exact number in digits, such as `7`.",
            ),
            Problem::NoPath { field, found } => say(
                format!("{} says {}, which names no file", quote(field), quote(found)),
                "Write the path of the file, such as `notes/plan.md`.",
            ),
            Problem::NotAFile { field, found, why } => say(
                format!("{} says {}, {why}", quote(field), quote(found)),
                "Write the path of one file, such as `notes/plan.md`.",
            ),
            Problem::SeveralPaths { field, found } => {
                say(format!("{} names more than one file: {}", quote(field), quote(found)), "Name one file.")
            }
            Problem::PathLeadIn { words } => {
                say(format!("{} before the path left out", quote(words)), "Write the path alone.")
            }
            Problem::ClimbingPath { path } => {
                say(format!("{} may lead out of the project", quote(path)), "Write a path below the project's root.")
            }
            Problem::LinkedPath => say("link syntax taken off the path", "Write the path alone."),
            Problem::Interpreted { field, found, meant } => say(
                format!("{} says {}, which can only be interpreted as {}", quote(field), quote(found), quote(meant)),
                format!("Write {}.", quote(meant)),
            ),
            Problem::UnfitText { field, why } => {
                say(format!("the value of {} {why}", quote(field)), "Write it as one line that holds no other label.")
            }
            Problem::UnreadField { field, how, found, line } => say(
                if found.is_empty() {
                    format!("{} is written as {how}", quote(field))
                } else {
                    format!("{} is written as {how}: {}", quote(field), quote(found))
                },
                format!("Write it on one line: {}.", quote(line)),
            ),
            Problem::WrongKind { field, found, expected } => {
                say(format!("{} cannot be {}", quote(field), quote(found)), format!("Write {expected}."))
            }
            Problem::ValueSpelling { found, meant } => {
                say(format!("{} read as {}", quote(found), quote(meant)), format!("Write {}.", quote(meant)))
            }
            Problem::WrongJsonType { field, found, expected } => {
                say(format!("{} is {found} here", quote(field)), format!("Give it as {expected}."))
            }
            Problem::OtherPhase { found, expected } => say(
                format!("{} is a phase outside this role's list", quote(found)),
                format!("Expected {}.", one_of(expected)),
            ),
            Problem::TickedBox { meant } => {
                say(format!("the ticked box means {}", quote(meant)), format!("Write {}.", quote(meant)))
            }
            Problem::NoTickedBox { field } => {
                say(format!("no box of {} is ticked", quote(field)), "Write the one value that holds.")
            }

            Problem::RepeatedField { field } => {
                say(format!("{} stands here twice with the same value", quote(field)), "Write it once.")
            }
            Problem::ContradictingFields { field, first, second } => say(
                format!("{} says {} and also {}", quote(field), quote(first), quote(second)),
                "Write the field once, with the value that holds.",
            ),
            Problem::ProseDisagrees { field, value, prose } => say(
                format!(
                    "the return says {} for {}, and the text above names a finding {}",
                    quote(value),
                    quote(field),
                    quote(prose)
                ),
                "The field is what counts; check that it says what was meant.",
            ),

            Problem::ContractSyntax { expected, found, help } => say(
                if found.is_empty() {
                    format!("{expected} expected, and the line ends")
                } else {
                    format!("{expected} expected, found {}", quote(found))
                },
                format!("{help} See `contract help grammar`."),
            ),
            Problem::LabelCollision { label } => say(
                format!("{} already names another field", quote(label)),
                "Labels and synonyms of two fields must differ by more than case, blanks, `-`, `_` and a final `s`.",
            ),
            Problem::NoFields => {
                say("a contract needs at least one field", "Add a line such as `Status: completed | failed`.")
            }
            Problem::UnknownType { found, near } => say(
                format!("{} is no type", quote(found)),
                format!(
                    "Types are <text>, <count>, <path>, <phase>, <bool>, <ratio>, <decimal A..B> and <list of …>.{}",
                    did_you_mean(near.as_ref())
                ),
            ),
            Problem::ChoiceCollision { word } => say(
                format!("{} stands twice in this list", quote(word)),
                "Choices and their synonyms must differ by more than case, phases also by more than blanks, `-` and `_`.",
            ),
            Problem::NotYet { what } => {
                say(format!("{what} is part of the notation and not read yet"), "Leave it out for now.")
            }
        }
    }
}
