//! Second implementations of rules, simple and slow, to be compared with the engines.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of it")]

pub mod any_scrabble;
pub mod marrakech;
pub mod scrabble;
