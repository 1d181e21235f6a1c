//! One possible deal of the tiles that the player does not see.

use std::collections::VecDeque;

use crate::board::{RACK, Rack, Tile};
use crate::simulation::Inference;
use crate::situation::Situation;
use lettergame_base::{Branch, Seed};

/// A deal of the unseen tiles.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) other: Rack,
    pub(super) bag: SampleBag,
}

impl Sample {
    /// The deal with this number. The rival holds what is known, or the tiles that it kept by the inference, if there is
    /// one; all others are dealt at random.
    pub(super) fn draw(
        at: &Situation<'_>,
        inference: Option<&Inference>,
        seed: Seed,
        number: u32,
    ) -> Sample {
        let mut rng = seed.derive(Branch::Chance, number.into()).rng();
        let kept = inference.map_or(at.known, |inference| inference.draw(&mut rng));
        let mut tiles: Vec<Tile> = at.unseen.without(&kept).iter().collect();
        let count = tiles.len();
        rng.shuffle_front(&mut tiles, count);
        let bag = tiles.split_off(at.other_rack().saturating_sub(kept.len()).min(count));
        let other = Rack::of(kept.distribution(), tiles.into_iter().chain(kept.iter()));
        Sample { other, bag: SampleBag(bag.into()) }
    }
}

/// A bag in order. As in the game, each player draws from an end of its own, so that what one draws does not
/// depend on how many tiles the other one takes, and exchanged tiles are drawn last.
#[derive(Clone, Debug)]
pub(super) struct SampleBag(VecDeque<Tile>);

impl SampleBag {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Fills up a rack: player 0 draws from the front, player 1 from the back.
    pub(super) fn fill(&mut self, player: usize, rack: &mut Rack) {
        while rack.len() < RACK {
            let drawn = if player == 0 { self.0.pop_front() } else { self.0.pop_back() };
            let Some(tile) = drawn else { return };
            rack.add(tile);
        }
    }

    pub(super) fn put_back(&mut self, tiles: &Rack) {
        let middle = self.0.len() / 2;
        tiles.iter().for_each(|tile| self.0.insert(middle, tile));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Sample;
    use crate::board::{RACK, Rack};
    use crate::notation::Position;
    use crate::plays::Leaves;
    use crate::rules::{Scrabble, ScrabbleRules};
    use crate::situation::Situation;
    use lettergame_base::Seed;
    use lettergame_words::Lexicon;

    #[test]
    fn what_is_known_is_on_the_other_rack_and_the_rest_is_drawn() {
        let game = Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped()));
        let position: Position = crate::EXAMPLE.parse().unwrap();
        let board = position.board(game.layout().clone(), game.lexicon());
        for (known, few) in [("AABILNU", 1), ("AALNU", 30), ("", 200)] {
            let known: Rack = known.parse().unwrap();
            let position = position.clone().with_known(known);
            let at = Situation::of_position(&game, &board, &position, Leaves::shipped());
            assert_eq!(at.known, known);
            let mut racks: Vec<String> = Vec::new();
            for number in 0..200 {
                let Sample { other, bag } = Sample::draw(&at, None, Seed(1), number);
                assert!(other.len() == RACK && other.minus(&known).is_some(), "{other}");
                let all = other.plus(&Rack::of(known.distribution(), bag.0));
                assert_eq!(all, at.unseen);
                racks.push(other.to_string());
            }
            racks.sort();
            racks.dedup();
            assert!(racks.len() >= few && (few > 1 || racks.len() == 1), "{}", racks.len());
        }
    }
}
