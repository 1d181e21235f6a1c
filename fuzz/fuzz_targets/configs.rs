//! Arbitrary bytes as a config.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("configs", data));
