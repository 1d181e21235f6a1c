//! The tests of this workspace through its public API and its command, one module per subject: a single
//! binary, so that linking happens once. What needs only one crate is in that crate's `tests/it`. Tests that
//! measure their own process or the machine have separate files beside this folder.

mod architecture;
mod battery;
mod cli;
mod docs;
mod files;
mod fuzzing;
mod imports;
mod program;
mod programs;
mod rules;
mod run;
mod season;
mod shipped;
mod web;
