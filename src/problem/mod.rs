//! Every thing that can be said, with typed data, and the rule it stands for.
//!
//! Not here: how it is said (`wording`), classes and severities (`rules`), places (`diagnostic`).

mod wording;

use crate::rules::{self, Rule};

pub(crate) use wording::END_WITH_THE_BLOCK;
pub use wording::Wording;

/// What is said, with the data it is said from. Text is as it stood in the return, not yet made safe.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the variants are the rules' names, and docs/rules.md explains each")]
pub enum Problem {
    NotUtf8,
    TooLarge,
    OverLimit { what: &'static str, limit: usize },
    ByteOrderMark,
    LineBreakCharacter { character: char },
    InvisibleCharacter { character: char },
    ColourCode,
    ControlCharacter { field: String, character: char },
    LookalikeLetter { field: String, character: char, latin: char },
    MarkdownDress { what: &'static str },
    StruckOutValue { field: String, old: String },
    NumberedLabels,
    HeadingLabels,
    BulletedLines,
    Spacing,
    OneLineRecord,
    GluedLabel { label: String },
    HtmlBreak,
    OtherSeparator { found: String },
    EscapedText { found: String, meant: String },
    CompatibilityForm { found: String, meant: String },
    Emoji,
    Brackets,
    QuotationMarks,
    JsonReturn { fenced: bool },
    JsonSlip { what: &'static str },
    FencedReturn { indented: bool },
    UnclosedFence,
    WrapperElement,
    JsonWrapped,
    LabelCase { found: String, label: String },
    LabelJoined { found: String, label: String },
    LabelVariant { found: String, label: String },
    LabelSynonym { found: String, label: String },
    FieldOrder { wanted: String },
    UnknownField { found: String, near: Option<String> },
    FullStop { mark: char },
    WordedLabel { found: String, label: String },
    TableReturn,
    YamlReturn,
    ElementReturn,

    EmptyReturn,
    NoReturn { labels: Vec<String> },
    Question,
    Refusal,
    ProgressNote,
    RunnerBanner,
    PointerElsewhere,
    OnlyQuoted { why: &'static str },
    Truncated { field: Option<String> },
    CutSecond { field: Option<String> },
    CutInside { field: String },
    ScatteredFields,
    ConflictingRecords { returns: usize, fields: Vec<String> },
    OtherRole { role: String, missing: String },
    ContradictedLater { field: String, value: String, later: String },
    JsonNotAnObject,
    SeveralRows,
    Unreadable { what: &'static str, expected: &'static str },
    QuotedEarlier { why: &'static str },
    QuotedLater { why: &'static str },
    EmbeddedReport { role: String },
    StrayLabel { field: String, value: String },
    EqualTwin,
    SupersededDraft { cue: String },
    CorrectionCue { cue: String },
    ClosingProse,
    HarnessTrailer,
    OpenPath { path: String },
    TemplateCopy,

    MissingField { field: String, add: String, near: Option<String> },
    EmptyValue { field: String, wanted: String },
    NullValue { field: String, found: String, wanted: String },
    Placeholder { field: String, found: String, wanted: String },
    EchoedChoices { field: String, wanted: String },
    UnknownChoice { field: String, found: String, allowed: Vec<String>, near: Option<String> },
    NegatedValue { field: String, found: String, word: String, allowed: Vec<String> },
    HedgedValue { field: String, found: String, word: String, wanted: String },
    SeveralValues { field: String, found: String, wanted: String },
    WordsAfterValue { field: String, value: String, words: String },
    ContradictedByNote { field: String, value: String, word: String },
    TrailingNote { field: String, note: String },
    WordForm { found: String, meant: String },
    ValueSynonym { found: String, meant: String },
    ValueCase { found: String, meant: String },
    NotACount { field: String, found: String },
    CountSpelling { found: String, meant: String },
    CountTooLarge { field: String },
    InexactCount { field: String, found: String, why: &'static str },
    NoPath { field: String, found: String },
    NotAFile { field: String, found: String, why: &'static str },
    SeveralPaths { field: String, found: String },
    PathLeadIn { words: String },
    ClimbingPath { path: String },
    LinkedPath,
    Interpreted { field: String, found: String, meant: String },
    UnfitText { field: String, why: &'static str },
    UnreadField { field: String, how: &'static str, found: String, line: String },
    WrongKind { field: String, found: String, expected: String },
    ValueSpelling { found: String, meant: String },
    WrongJsonType { field: String, found: &'static str, expected: String },
    OtherPhase { found: String, expected: Vec<String> },
    TickedBox { meant: String },
    NoTickedBox { field: String },

    RepeatedField { field: String },
    ContradictingFields { field: String, first: String, second: String },
    ProseDisagrees { field: String, value: String, prose: String },

    ContractSyntax { expected: &'static str, found: String, help: &'static str },
    LabelCollision { label: String },
    NoFields,
    UnknownType { found: String, near: Option<String> },
    ChoiceCollision { word: String },
    NotYet { what: &'static str },
}

impl Problem {
    /// The rule it stands for.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        match self {
            Problem::NotUtf8 => &rules::NOT_UTF8,
            Problem::TooLarge => &rules::TOO_LARGE,
            Problem::OverLimit { .. } => &rules::OVER_LIMIT,
            Problem::ByteOrderMark => &rules::BYTE_ORDER_MARK,
            Problem::LineBreakCharacter { .. } => &rules::LINE_BREAK_CHARACTER,
            Problem::InvisibleCharacter { .. } => &rules::INVISIBLE_CHARACTER,
            Problem::ColourCode => &rules::COLOUR_CODE,
            Problem::ControlCharacter { .. } => &rules::CONTROL_CHARACTER,
            Problem::LookalikeLetter { .. } => &rules::LOOKALIKE_LETTER,
            Problem::MarkdownDress { .. } => &rules::MARKDOWN_DRESS,
            Problem::StruckOutValue { .. } => &rules::STRUCK_OUT_VALUE,
            Problem::NumberedLabels => &rules::NUMBERED_LABELS,
            Problem::HeadingLabels => &rules::HEADING_LABELS,
            Problem::BulletedLines => &rules::BULLETED_LINES,
            Problem::Spacing => &rules::SPACING,
            Problem::OneLineRecord => &rules::ONE_LINE_RECORD,
            Problem::GluedLabel { .. } => &rules::GLUED_LABEL,
            Problem::HtmlBreak => &rules::HTML_BREAK,
            Problem::OtherSeparator { .. } => &rules::OTHER_SEPARATOR,
            Problem::EscapedText { .. } => &rules::ESCAPED_TEXT,
            Problem::CompatibilityForm { .. } => &rules::COMPATIBILITY_FORM,
            Problem::Emoji => &rules::EMOJI,
            Problem::Brackets => &rules::BRACKETS,
            Problem::QuotationMarks => &rules::QUOTATION_MARKS,
            Problem::JsonReturn { .. } => &rules::JSON_RETURN,
            Problem::JsonSlip { .. } => &rules::JSON_SLIP,
            Problem::FencedReturn { .. } => &rules::FENCED_RETURN,
            Problem::UnclosedFence => &rules::UNCLOSED_FENCE,
            Problem::WrapperElement | Problem::JsonWrapped => &rules::WRAPPER_ELEMENT,
            Problem::LabelCase { .. } => &rules::LABEL_CASE,
            Problem::LabelJoined { .. } => &rules::LABEL_JOINED,
            Problem::LabelVariant { .. } => &rules::LABEL_VARIANT,
            Problem::LabelSynonym { .. } => &rules::LABEL_SYNONYM,
            Problem::FieldOrder { .. } => &rules::FIELD_ORDER,
            Problem::UnknownField { .. } => &rules::UNKNOWN_FIELD,
            Problem::FullStop { .. } => &rules::FULL_STOP,
            Problem::WordedLabel { .. } => &rules::WORDED_LABEL,
            Problem::TableReturn => &rules::TABLE_RETURN,
            Problem::YamlReturn => &rules::YAML_RETURN,
            Problem::ElementReturn => &rules::ELEMENT_RETURN,
            Problem::EmptyReturn => &rules::EMPTY_RETURN,
            Problem::NoReturn { .. } => &rules::NO_RETURN,
            Problem::Question => &rules::QUESTION,
            Problem::Refusal => &rules::REFUSAL,
            Problem::ProgressNote => &rules::PROGRESS_NOTE,
            Problem::RunnerBanner => &rules::RUNNER_BANNER,
            Problem::PointerElsewhere => &rules::POINTER_ELSEWHERE,
            Problem::OnlyQuoted { .. } => &rules::ONLY_QUOTED,
            Problem::Truncated { .. } | Problem::CutSecond { .. } | Problem::CutInside { .. } => &rules::TRUNCATED,
            Problem::ScatteredFields => &rules::SCATTERED_FIELDS,
            Problem::ConflictingRecords { .. } => &rules::CONFLICTING_RECORDS,
            Problem::OtherRole { .. } => &rules::OTHER_ROLE,
            Problem::ContradictedLater { .. } => &rules::CONTRADICTED_LATER,
            Problem::JsonNotAnObject | Problem::SeveralRows => &rules::JSON_NOT_AN_OBJECT,
            Problem::Unreadable { .. } => &rules::UNREADABLE,
            Problem::QuotedEarlier { .. } => &rules::QUOTED_EARLIER,
            Problem::QuotedLater { .. } => &rules::QUOTED_LATER,
            Problem::EmbeddedReport { .. } => &rules::EMBEDDED_REPORT,
            Problem::StrayLabel { .. } => &rules::STRAY_LABEL,
            Problem::EqualTwin => &rules::EQUAL_TWIN,
            Problem::SupersededDraft { .. } => &rules::SUPERSEDED_DRAFT,
            Problem::CorrectionCue { .. } => &rules::CORRECTION_CUE,
            Problem::ClosingProse => &rules::CLOSING_PROSE,
            Problem::HarnessTrailer => &rules::HARNESS_TRAILER,
            Problem::OpenPath { .. } => &rules::OPEN_PATH,
            Problem::TemplateCopy => &rules::TEMPLATE_COPY,
            Problem::MissingField { .. } => &rules::MISSING_FIELD,
            Problem::EmptyValue { .. } | Problem::NullValue { .. } => &rules::EMPTY_VALUE,
            Problem::Placeholder { .. } => &rules::PLACEHOLDER,
            Problem::EchoedChoices { .. } => &rules::ECHOED_CHOICES,
            Problem::UnknownChoice { .. } => &rules::UNKNOWN_CHOICE,
            Problem::NegatedValue { .. } => &rules::NEGATED_VALUE,
            Problem::HedgedValue { .. } => &rules::HEDGED_VALUE,
            Problem::SeveralValues { .. } => &rules::SEVERAL_VALUES,
            Problem::WordsAfterValue { .. } => &rules::WORDS_AFTER_VALUE,
            Problem::ContradictedByNote { .. } => &rules::CONTRADICTED_BY_NOTE,
            Problem::TrailingNote { .. } => &rules::TRAILING_NOTE,
            Problem::WordForm { .. } => &rules::WORD_FORM,
            Problem::ValueSynonym { .. } => &rules::VALUE_SYNONYM,
            Problem::ValueCase { .. } => &rules::VALUE_CASE,
            Problem::NotACount { .. } => &rules::NOT_A_COUNT,
            Problem::CountSpelling { .. } => &rules::COUNT_SPELLING,
            Problem::CountTooLarge { .. } => &rules::COUNT_TOO_LARGE,
            Problem::InexactCount { .. } => &rules::INEXACT_COUNT,
            Problem::NoPath { .. } => &rules::NO_PATH,
            Problem::NotAFile { .. } => &rules::NOT_A_FILE,
            Problem::SeveralPaths { .. } => &rules::SEVERAL_PATHS,
            Problem::PathLeadIn { .. } => &rules::PATH_LEAD_IN,
            Problem::ClimbingPath { .. } => &rules::CLIMBING_PATH,
            Problem::LinkedPath => &rules::LINKED_PATH,
            Problem::Interpreted { .. } => &rules::INTERPRETED,
            Problem::UnfitText { .. } | Problem::UnreadField { .. } => &rules::UNFIT_TEXT,
            Problem::WrongKind { .. } => &rules::WRONG_KIND,
            Problem::ValueSpelling { .. } => &rules::VALUE_SPELLING,
            Problem::WrongJsonType { .. } => &rules::WRONG_JSON_TYPE,
            Problem::OtherPhase { .. } => &rules::OTHER_PHASE,
            Problem::TickedBox { .. } => &rules::TICKED_BOX,
            Problem::NoTickedBox { .. } => &rules::NO_TICKED_BOX,
            Problem::RepeatedField { .. } => &rules::REPEATED_FIELD,
            Problem::ContradictingFields { .. } => &rules::CONTRADICTING_FIELDS,
            Problem::ProseDisagrees { .. } => &rules::PROSE_DISAGREES,
            Problem::ContractSyntax { .. } => &rules::CONTRACT_SYNTAX,
            Problem::LabelCollision { .. } => &rules::LABEL_COLLISION,
            Problem::NoFields => &rules::NO_FIELDS,
            Problem::UnknownType { .. } => &rules::UNKNOWN_TYPE,
            Problem::ChoiceCollision { .. } => &rules::CHOICE_COLLISION,
            Problem::NotYet { .. } => &rules::NOT_YET,
        }
    }

    /// Whether it speaks of dress that several fields of a record tend to share.
    #[must_use]
    pub fn is_dress(&self) -> bool {
        matches!(
            self,
            Problem::LineBreakCharacter { .. }
                | Problem::InvisibleCharacter { .. }
                | Problem::ColourCode
                | Problem::MarkdownDress { .. }
                | Problem::Spacing
                | Problem::GluedLabel { .. }
                | Problem::HtmlBreak
                | Problem::OtherSeparator { .. }
                | Problem::EscapedText { .. }
                | Problem::CompatibilityForm { .. }
                | Problem::Emoji
                | Problem::Brackets
                | Problem::QuotationMarks
                | Problem::LabelCase { .. }
                | Problem::LabelJoined { .. }
                | Problem::LabelVariant { .. }
                | Problem::FullStop { .. }
                | Problem::ValueCase { .. }
                | Problem::JsonSlip { .. }
        )
    }
}
