//! The tests of Marrakech through the public API of its crate, one module per subject.

mod naive;
mod positions;
mod properties;
mod rules;
