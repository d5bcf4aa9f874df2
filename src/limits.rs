//! Every bound of the reader in one table. Work and output are bounded by these, whatever the input.
//!
//! Beyond a bound the answer is a typed refusal, never a shortened reading.

/// Bytes of one return. Reading of a file or stdin stops one byte later.
pub const RETURN_BYTES: usize = 1 << 20;
/// Lines of one return.
pub const LINES: usize = 50_000;
/// Lines outside quotes that begin with a label of the contract.
pub const LABEL_LINES: usize = 2_000;
/// Fields one contract may have.
pub const FIELDS: usize = 64;
/// Bytes of a label, dress included.
pub const LABEL_BYTES: usize = 64;
/// Bytes of one value.
pub const VALUE_BYTES: usize = 4 << 10;
/// Diagnostics kept for one return; errors are kept first.
pub const DIAGNOSTICS: usize = 100;
/// Further places kept for one diagnostic.
pub const PLACES: usize = 32;
/// Diagnostics shown to a person for one return; the rest is counted.
pub const SHOWN: usize = 20;
/// Nesting of JSON.
pub const JSON_DEPTH: usize = 64;
/// Bytes of one contract file.
pub const CONTRACT_BYTES: usize = 64 << 10;
/// The largest count: 2^53 - 1, beyond which JSON readers begin to round.
pub const COUNT: u64 = (1 << 53) - 1;
/// Bytes of human output for one return (colour codes not counted).
pub const HUMAN_BYTES: usize = 64 << 10;
/// Bytes of a retry message for one fault.
pub const RETRY_BYTES: usize = 480;
/// Times that a return is written anew in one run of `fix`, until nothing changes.
pub const FIXING_ROUNDS: usize = 4;
