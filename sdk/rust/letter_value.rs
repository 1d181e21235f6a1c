//! A sample player of the Letter Game: bids the letter's value, plays its best word.

mod lettergame_player;

use lettergame_player::{Player, View, letter_value, run};

struct LetterValue;

impl Player for LetterValue {
    fn bid(&mut self, view: &View) -> i64 {
        view.letter.map_or(0, letter_value)
    }
}

fn main() {
    run(|_game| Box::new(LetterValue));
}
