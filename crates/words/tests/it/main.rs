//! The word index of this crate through its public API.

mod lexicon;
