//! Nothing: it is there for the features that its manifest turns on.
//!
//! Cargo compiles a crate anew for every set of its features. With this one among their dependencies, the tests and
//! the wheel that is tested have the same sets, and most crates are compiled once for both.
