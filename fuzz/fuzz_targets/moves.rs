//! Arbitrary bytes as the move of a player program, in each game.

#![no_main]

use lettergame_fuzz::feed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| feed("moves", data));
