//! The command `lettergame`; everything is in the library.

use std::process::ExitCode;

use lettergame::{Games, main_with};

fn main() -> ExitCode {
    main_with(Games::shipped())
}
