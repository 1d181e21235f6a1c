//! Second implementations of rules, simple and slow, to be compared with the engines.
#![allow(missing_docs, reason = "its parts say what they do where they are compared")]

pub mod any_scrabble;
pub mod marrakech;
pub mod scrabble;
mod short_rows;
mod words;
