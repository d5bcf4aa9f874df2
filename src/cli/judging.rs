//! What the judging arguments mean: a contract, options, and what counts as a finding.
//!
//! In: [`JudgingArgs`] or [`WhoseArgs`]. Out: a [`Judge`] or a contract. A role is never guessed: without one it is a
//! usage error that lists the roles. A broken contract file is shown like any other text with faults, and is exit 3.

use std::borrow::Cow;
use std::path::Path;

use super::args::{JudgingArgs, Kind, WhoseArgs};
use super::fault::Fault;
use super::input::Input;
use super::terminal::{Terminal, show};
use crate::contract::{self, Contract};
use crate::limits;
use crate::near;
use crate::parsed::{Options, Parsed};
use crate::render::{self, line};
use crate::rules::Severity;
use crate::text::Source;

/// By what texts are judged.
#[derive(Debug)]
pub(super) struct Judge {
    pub(super) contract: Cow<'static, Contract>,
    pub(super) options: Options,
    fail_on: Severity,
    exit_zero: bool,
}

impl Judge {
    pub(super) fn from_args(args: &JudgingArgs, terminal: Terminal) -> Result<Judge, Fault> {
        if args.kind == Kind::Prompt {
            let message = "--as prompt is not built yet; this version checks returns only";
            return Err(Fault::Usage(message.into()));
        }
        let contract = contract_of(args.role.as_deref(), args.contract.as_deref(), "--role NAME", terminal)?;
        let asked = Options::accepting(args.accept.into()).finished_by(args.finish_reason.map(Into::into));
        let options = if args.strict { asked.and_strict() } else { asked };
        Ok(Judge { contract, options, fail_on: args.fail_on.into(), exit_zero: args.exit_zero })
    }

    /// Reads bytes, also those that are no text: those are a rejected return.
    pub(super) fn read<'a>(&self, bytes: &'a [u8]) -> (Source<'a>, Parsed) {
        crate::read_bytes(bytes, &self.contract, &self.options)
    }

    /// Whether this verdict makes the exit code 1. A return without a value always does.
    pub(super) fn is_finding(&self, parsed: &Parsed) -> bool {
        let reached = parsed.severity().is_some_and(|severity| severity >= self.fail_on);
        !self.exit_zero && (reached || !parsed.outcome.is_accepted())
    }
}

/// The contract that `schema` and `prompt` are asked about.
pub(super) fn contract_from(args: &WhoseArgs, terminal: Terminal) -> Result<Cow<'static, Contract>, Fault> {
    contract_of(args.role.as_deref(), args.contract.as_deref(), "a ROLE", terminal)
}

fn contract_of(
    role: Option<&str>,
    file: Option<&Path>,
    how: &str,
    terminal: Terminal,
) -> Result<Cow<'static, Contract>, Fault> {
    match (role, file) {
        (Some(role), _) => builtin(role).map(Cow::Borrowed),
        (None, Some(path)) => from_file(path, terminal).map(Cow::Owned),
        (None, None) => {
            let message =
                format!("which contract? Give {how} or --contract FILE; a role is never guessed\n\n{}", roles());
            Err(Fault::Usage(message))
        }
    }
}

fn builtin(role: &str) -> Result<&'static Contract, Fault> {
    contract::builtin(role).ok_or_else(|| {
        let near = near::nearest(role, contract::builtins().iter().map(|c| c.name.as_str()));
        let hint = near.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        Fault::Usage(format!("no role is called `{}`{hint}\n\n{}", line(role), roles()))
    })
}

fn roles() -> String {
    let names: Vec<&str> = contract::builtins().iter().map(|c| c.name.as_str()).collect();
    format!("roles: {}", names.join(", "))
}

fn from_file(path: &Path, terminal: Terminal) -> Result<Contract, Fault> {
    if path.extension().is_some_and(|extension| extension == "json") {
        let message = "a JSON Schema as contract is not built yet; give a .contract file";
        return Err(Fault::Usage(message.into()));
    }
    let input = Input::from_arg(path);
    let name = input.name();
    let bytes = input.read(limits::CONTRACT_BYTES).map_err(Fault::CouldNotJudge)?;
    let unusable = |why: String| Fault::CouldNotJudge(format!("cannot use {} as a contract: {why}", line(&name)));
    if bytes.len() > limits::CONTRACT_BYTES {
        return Err(unusable(format!("it has more than {} bytes", limits::CONTRACT_BYTES)));
    }
    let source = Source::from_bytes(&bytes).map_err(|fault| unusable(fault.to_string()))?;
    contract::parse(&source).map_err(|diagnostics| {
        show(&if terminal.stderr_is_for_people() {
            render::broken_contract(&name, &source, &diagnostics, terminal.stderr())
        } else {
            render::concise(&name, &source, &diagnostics)
        });
        Fault::Shown
    })
}
