//! The command `lettergame`; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    lettergame::cli::main()
}
