//! The table of rules: a stable code, a name, the class of step it stands for, and its severity.
//!
//! Codes are never reused. 1xx text and layout · 2xx locating the record · 3xx values · 4xx cross-field ·
//! 5xx contracts. The verdict comes from the classes of the steps taken and the caller's ceiling alone;
//! severities only change what is shown. What each rule means, with examples, is `docs/rules.md`, which
//! `contract explain` prints; [`page`] reads it, and a test runs its examples. Not here: wording of messages (`problem`).

pub mod page;

use serde::Serialize;

/// The version of this table and of the reading it stands for; it rises when any verdict could change.
pub const RULES_VERSION: u32 = 1;

/// How far a step is from the canonical form. The caller's ceiling is one of the first four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The canonical form itself.
    Exact,
    /// Nothing of the meaning can be lost: case, padding, order, extra fields.
    Lossless,
    /// The dress is taken off and one meaning is left: Markdown, separators, JSON among prose, a harmless note.
    Normalising,
    /// A neighbour word or notation is taken for the value.
    Interpreting,
    /// Never tolerated.
    Refused,
}

/// How a diagnostic is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Said, and the outcome stays `accepted`.
    Note,
    /// Makes an accepted return `accepted_with_warnings`.
    Warning,
    /// There is no value.
    Error,
}

/// One row of the table.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// `RCnnn`.
    pub code: &'static str,
    /// Kebab-case name.
    pub name: &'static str,
    /// The class of step.
    pub class: Class,
    /// How it is shown.
    pub severity: Severity,
    /// Whether `--strict` refuses it although its class is within the ceiling.
    pub strict: bool,
}

macro_rules! rules {
    ($($id:ident $code:literal $name:literal $class:ident $severity:ident $(strict=$strict:ident)?;)*) => {
        $(#[doc = $name]
        pub(crate) static $id: Rule = Rule {
            code: $code, name: $name, class: Class::$class, severity: Severity::$severity,
            strict: rules!(@strict $($strict)?),
        };)*
        /// Every rule, in the order of its code.
        pub static RULES: &[&Rule] = &[$(&$id),*];
    };
    (@strict) => { false };
    (@strict $strict:ident) => { true };
}

rules! {
    NOT_UTF8               "RC101" "not-utf8"               Refused     Error;
    TOO_LARGE              "RC102" "too-large"              Refused     Error;
    OVER_LIMIT             "RC103" "over-limit"             Refused     Error;
    BYTE_ORDER_MARK        "RC104" "byte-order-mark"        Lossless    Note;
    LINE_BREAK_CHARACTER   "RC105" "line-break-character"   Normalising Warning;
    INVISIBLE_CHARACTER    "RC106" "invisible-character"    Normalising Warning;
    COLOUR_CODE            "RC107" "colour-code"            Normalising Warning;
    CONTROL_CHARACTER      "RC108" "control-character"      Refused     Error;
    LOOKALIKE_LETTER       "RC109" "lookalike-letter"       Refused     Error;
    MARKDOWN_DRESS         "RC110" "markdown-dress"         Normalising Warning;
    STRUCK_OUT_VALUE       "RC111" "struck-out-value"       Normalising Warning;
    NUMBERED_LABELS        "RC112" "numbered-labels"        Normalising Warning;
    HEADING_LABELS         "RC113" "heading-labels"         Normalising Warning;
    BULLETED_LINES         "RC114" "bulleted-lines"         Lossless    Note;
    SPACING                "RC115" "spacing"                Lossless    Note;
    ONE_LINE_RECORD        "RC116" "one-line-record"        Normalising Warning;
    GLUED_LABEL            "RC117" "glued-label"            Normalising Warning;
    HTML_BREAK             "RC118" "html-break"             Normalising Warning;
    OTHER_SEPARATOR        "RC119" "other-separator"        Normalising Warning;
    ESCAPED_TEXT           "RC120" "escaped-text"           Normalising Warning;
    COMPATIBILITY_FORM     "RC121" "compatibility-form"     Normalising Warning;
    EMOJI                  "RC122" "emoji"                  Normalising Warning;
    BRACKETS               "RC123" "brackets"               Normalising Warning;
    QUOTATION_MARKS        "RC124" "quotation-marks"        Normalising Warning;
    JSON_RETURN            "RC125" "json-return"            Normalising Warning;
    JSON_SLIP              "RC126" "json-slip"              Normalising Warning;
    FENCED_RETURN          "RC127" "fenced-return"          Normalising Warning;
    UNCLOSED_FENCE         "RC128" "unclosed-fence"         Normalising Warning;
    WRAPPER_ELEMENT        "RC129" "wrapper-element"        Normalising Warning;
    LABEL_CASE             "RC130" "label-case"             Lossless    Note strict=strict;
    LABEL_JOINED           "RC131" "label-joined"           Lossless    Note strict=strict;
    LABEL_VARIANT          "RC132" "label-variant"          Normalising Warning;
    LABEL_SYNONYM          "RC133" "label-synonym"          Normalising Warning;
    FIELD_ORDER            "RC134" "field-order"            Lossless    Note;
    UNKNOWN_FIELD          "RC135" "unknown-field"          Lossless    Note strict=strict;
    FULL_STOP              "RC136" "full-stop"              Normalising Warning;
    WORDED_LABEL           "RC137" "worded-label"           Lossless    Warning;
    TABLE_RETURN           "RC138" "table-return"           Normalising Warning;
    YAML_RETURN            "RC139" "yaml-return"            Normalising Warning;
    ELEMENT_RETURN         "RC140" "element-return"         Normalising Warning;

    EMPTY_RETURN           "RC201" "empty-return"           Refused     Error;
    NO_RETURN              "RC202" "no-return"              Refused     Error;
    QUESTION               "RC203" "question"               Refused     Error;
    REFUSAL                "RC204" "refusal"                Refused     Error;
    PROGRESS_NOTE          "RC205" "progress-note"          Refused     Error;
    RUNNER_BANNER          "RC206" "runner-banner"          Refused     Error;
    POINTER_ELSEWHERE      "RC207" "pointer-elsewhere"      Refused     Error;
    ONLY_QUOTED            "RC208" "only-quoted"            Refused     Error;
    TRUNCATED              "RC209" "truncated"              Refused     Error;
    SCATTERED_FIELDS       "RC210" "scattered-fields"       Refused     Error;
    CONFLICTING_RECORDS    "RC211" "conflicting-records"    Refused     Error;
    OTHER_ROLE             "RC212" "other-role"             Refused     Error;
    CONTRADICTED_LATER     "RC213" "contradicted-later"     Refused     Error;
    JSON_NOT_AN_OBJECT     "RC214" "json-not-an-object"     Refused     Error;
    UNREADABLE             "RC215" "unreadable"             Refused     Error;
    QUOTED_EARLIER         "RC220" "quoted-earlier"         Lossless    Note;
    QUOTED_LATER           "RC221" "quoted-later"           Normalising Warning;
    EMBEDDED_REPORT        "RC222" "embedded-report"        Lossless    Warning;
    STRAY_LABEL            "RC223" "stray-label"            Normalising Warning;
    EQUAL_TWIN             "RC224" "equal-twin"             Normalising Warning;
    SUPERSEDED_DRAFT       "RC225" "superseded-draft"       Normalising Warning;
    CORRECTION_CUE         "RC226" "correction-cue"         Normalising Warning;
    CLOSING_PROSE          "RC227" "closing-prose"          Lossless    Note strict=strict;
    HARNESS_TRAILER        "RC228" "harness-trailer"        Lossless    Note;
    OPEN_PATH              "RC229" "open-path"              Lossless    Warning;
    TEMPLATE_COPY          "RC230" "template-copy"          Normalising Warning;

    MISSING_FIELD          "RC301" "missing-field"          Refused     Error;
    EMPTY_VALUE            "RC302" "empty-value"            Refused     Error;
    PLACEHOLDER            "RC303" "placeholder"            Refused     Error;
    ECHOED_CHOICES         "RC304" "echoed-choices"         Refused     Error;
    UNKNOWN_CHOICE         "RC305" "unknown-choice"         Refused     Error;
    NEGATED_VALUE          "RC306" "negated-value"          Refused     Error;
    HEDGED_VALUE           "RC307" "hedged-value"           Refused     Error;
    SEVERAL_VALUES         "RC308" "several-values"         Refused     Error;
    WORDS_AFTER_VALUE      "RC309" "words-after-value"      Refused     Error;
    CONTRADICTED_BY_NOTE   "RC310" "contradicted-by-note"   Refused     Error;
    TRAILING_NOTE          "RC311" "trailing-note"          Normalising Warning;
    WORD_FORM              "RC312" "word-form"              Normalising Warning;
    VALUE_SYNONYM          "RC313" "value-synonym"          Normalising Warning;
    VALUE_CASE             "RC314" "value-case"             Lossless    Note;
    NOT_A_COUNT            "RC315" "not-a-count"            Refused     Error;
    COUNT_SPELLING         "RC316" "count-spelling"         Normalising Warning;
    COUNT_TOO_LARGE        "RC317" "count-too-large"        Refused     Error;
    INEXACT_COUNT          "RC318" "inexact-count"          Refused     Error;
    NO_PATH                "RC320" "no-path"                Refused     Error;
    NOT_A_FILE             "RC321" "not-a-file"             Refused     Error;
    SEVERAL_PATHS          "RC322" "several-paths"          Refused     Error;
    PATH_LEAD_IN           "RC324" "path-lead-in"           Normalising Warning;
    CLIMBING_PATH          "RC325" "climbing-path"          Lossless    Warning;
    LINKED_PATH            "RC326" "linked-path"            Normalising Warning;
    INTERPRETED            "RC330" "interpreted"            Interpreting Warning;
    UNFIT_TEXT             "RC331" "unfit-text"             Refused     Error;
    WRONG_KIND             "RC332" "wrong-kind"             Refused     Error;
    VALUE_SPELLING         "RC333" "value-spelling"         Normalising Warning;
    WRONG_JSON_TYPE        "RC334" "wrong-json-type"        Refused     Error;
    OTHER_PHASE            "RC340" "other-phase"            Lossless    Note;
    TICKED_BOX             "RC341" "ticked-box"             Normalising Warning;
    NO_TICKED_BOX          "RC342" "no-ticked-box"          Refused     Error;

    REPEATED_FIELD         "RC401" "repeated-field"         Normalising Warning;
    CONTRADICTING_FIELDS   "RC402" "contradicting-fields"   Refused     Error;
    PROSE_DISAGREES        "RC403" "prose-disagrees"        Lossless    Warning;

    CONTRACT_SYNTAX        "RC501" "contract-syntax"        Refused     Error;
    LABEL_COLLISION        "RC502" "label-collision"        Refused     Error;
    NO_FIELDS              "RC503" "no-fields"              Refused     Error;
    UNKNOWN_TYPE           "RC504" "unknown-type"           Refused     Error;
    CHOICE_COLLISION       "RC505" "choice-collision"       Refused     Error;
    NOT_YET                "RC506" "not-yet"                Refused     Error;
}

/// The rule with this code or name, in any case.
#[must_use]
pub fn find(code_or_name: &str) -> Option<&'static Rule> {
    let wanted = code_or_name.trim();
    RULES.iter().copied().find(|r| r.code.eq_ignore_ascii_case(wanted) || r.name.eq_ignore_ascii_case(wanted))
}
