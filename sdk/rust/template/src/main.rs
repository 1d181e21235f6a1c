//! A player of the Letter Game: pays for letters that improve its best word.
//!
//! Change `bid` to make it yours. The fields of a `View` are described in `lettergame_player.rs`.

mod lettergame_player;

use lettergame_player::{Player, View, run};

/// A word of seven letters earns a bonus of 50 points. Until there is one, every letter may bring it closer:
/// that chance is worth this many points.
const HOPE: i64 = 7;

struct MyPlayer;

impl Player for MyPlayer {
    fn bid(&mut self, view: &View) -> i64 {
        let mut letters = view.letters();
        let best = view.words.best(&letters);
        letters.extend(view.letter);
        let better = view.words.best(&letters);
        let gain = view.words.points(better) - view.words.points(best);
        let hope = if best.len() < 7 { HOPE } else { 0 };
        // Half of the gain, as other letters may bring it too; and never all points at once, as later rounds
        // need some.
        (gain / 2).max(hope).min(view.points / 4)
    }

    // The word at the end of a round is the best one of your letters. To choose it yourself, add a method
    // `word`.
}

fn main() {
    run(|_game| Box::new(MyPlayer));
}
