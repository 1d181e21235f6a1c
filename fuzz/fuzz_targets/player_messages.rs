//! Arbitrary bytes as a line written by a player program.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("player_messages", data));
