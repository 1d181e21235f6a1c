//! Arbitrary bytes as a GCG file, and in whatever format is detected.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("scrabble_gcg", data));
