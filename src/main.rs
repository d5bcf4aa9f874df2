//! The `contract` command; everything is in [`return_contract::cli`].

fn main() -> std::process::ExitCode {
    return_contract::cli::main()
}
