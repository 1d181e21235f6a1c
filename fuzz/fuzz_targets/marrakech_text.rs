//! Any bytes for every reader of Marrakech's texts.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("marrakech_text", data));
