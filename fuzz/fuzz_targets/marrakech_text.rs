//! Arbitrary bytes for every parser of Marrakech's text formats.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("marrakech_text", data));
