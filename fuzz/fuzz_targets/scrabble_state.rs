//! Arbitrary bytes as a state file of Scrabble.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("scrabble_state", data));
