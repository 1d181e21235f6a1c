//! Arbitrary bytes as a word list.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("word_list", data));
