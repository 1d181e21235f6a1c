//! Arbitrary bytes as a CGP string.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("scrabble_cgp", data));
