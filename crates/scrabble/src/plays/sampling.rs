//! Positions of random games, for tests.

use std::sync::{Arc, LazyLock};

use crate::board::{BINGO, Board, Distribution, Layout, RACK, Rack, Tile};
use crate::plays::{All, Generator, Points, Ranked};
use lettergame_base::{Rng, Seed};
use lettergame_words::Lexicon;

pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::shipped);

/// A position of a game and its plays in order.
pub(super) struct Sample {
    pub(super) board: Board,
    pub(super) rack: Rack,
    pub(super) plays: Vec<Ranked>,
}

/// The positions of a game for one, with four blanks in the bag, that is played with random plays: every other
/// one from the better half, so that games go on until the board is nearly full.
pub(super) fn samples(seed: u64) -> Vec<Sample> {
    let mut rng = Seed(seed).rng();
    let mut bag: Vec<Tile> = Distribution::english().all().iter().chain([Tile::BLANK; 2]).collect();
    let mut board = Board::new(Arc::new(Layout::standard(BINGO)));
    let (mut rack, mut samples) = (Rack::new(Distribution::english()), Vec::new());
    loop {
        while rack.len() < RACK && !bag.is_empty() {
            rack.add(bag.swap_remove(rng.below(bag.len() as u32) as usize));
        }
        let mut found = All::default();
        Generator::new().search(&LEXICON, &board, &rack, &Points, &mut found);
        found.sort();
        let played = pick(&found.0, samples.len(), &mut rng);
        samples.push(Sample { board: board.clone(), rack, plays: found.0 });
        let Some(play) = played else { return samples };
        board.lay(&LEXICON, &play.play);
        rack = play.play.kept(&rack);
    }
}

fn pick(plays: &[Ranked], turn: usize, rng: &mut Rng) -> Option<Ranked> {
    let plays = if turn.is_multiple_of(2) { plays } else { &plays[..plays.len().div_ceil(2)] };
    plays.get(rng.below(plays.len() as u32) as usize).copied()
}
