//! The tests of the wordgame through the public API of its crate.

mod rules;
