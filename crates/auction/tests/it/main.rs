//! The tests of the Letter Game through the public API of its crate, one module per subject.

mod champion;
mod properties;
mod rules;
mod tables;
