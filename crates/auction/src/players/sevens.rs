//! A seat's distance to the seven-letter words, shared by several bidders.

use std::sync::Arc;

use crate::players::{hoped_for, points};
use crate::rules::{Auction, View};
use lettergame_game::{Field, Param};
use lettergame_words::{Distances, Letter, LetterCounts, Reach};

/// Number of letters in a word that earns the bonus.
pub(super) const SEVEN: usize = 7;

/// The worth of a letter that completes a seven-letter word.
pub(super) const fn finish_parameter<T>(field: Field<T>) -> Param<T> {
    points("finish", "points for the letter that completes a 7-letter word", field)
}

/// The worth of a letter without which all words within reach are lost.
pub(super) const fn reach_parameter<T>(field: Field<T>) -> Param<T> {
    points("reach", "points for a letter that all words within reach need", field)
}

/// The worth of a letter that brings the nearest words nearer.
pub(super) const fn need_parameter<T>(field: Field<T>) -> Param<T> {
    points("need", "points for a letter that brings a 7-letter word nearer", field)
}

/// The distance of each seven-letter word from the letters of one seat in this round.
pub(super) struct Sevens {
    reach: Arc<Reach>,
    /// The distance of each seven-letter word from `counted`.
    distances: Distances,
    counted: LetterCounts,
    round: u16,
}

/// A letter's effect on the seven-letter words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// One is complete without it.
    Done,
    /// It completes one.
    Completes,
    /// Of `reached` words within reach with it, `lost` are out of reach without it.
    Nears {
        /// Words within reach with the letter.
        reached: u32,
        /// Those of them that are out of reach without it.
        lost: u32,
    },
}

/// The words that a letter helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Help {
    /// It brings the nearest words nearer.
    Nearest,
    /// Only words that lack a single letter more need it.
    Farther,
    Nothing,
}

impl Help {
    /// `full` points for a letter that helps the nearest words, a third of that for the others.
    pub(super) fn points(self, full: i64) -> i64 {
        match self {
            Help::Nearest => full,
            Help::Farther => full / 3,
            Help::Nothing => 0,
        }
    }
}

impl Sevens {
    /// The seven-letter words of the list, prepared once for any number of seats.
    pub(super) fn prepare(rules: &Auction) -> Arc<Reach> {
        Arc::new(Reach::new(rules.lexicon(), SEVEN))
    }

    /// For one seat, to be updated by [`Sevens::catch_up`] before each bid.
    pub(super) fn new(reach: &Arc<Reach>) -> Sevens {
        let (distances, counted) = (Distances::new(), LetterCounts::default());
        Sevens { reach: Arc::clone(reach), distances, counted, round: 0 }
    }

    /// Updates the distances for the letters held now.
    pub(super) fn catch_up(&mut self, view: &View<'_>) {
        if self.round != view.round() {
            self.round = view.round();
            self.counted = LetterCounts::default();
            self.distances.start(&self.reach);
        }
        if let Some(gained) = view.letters().minus(&self.counted) {
            gained.letters().for_each(|letter| self.distances.gain(&self.reach, letter));
            self.counted = *view.letters();
        }
    }

    /// The effect of the letter on sale. A word is within reach if it lacks no more letters after
    /// this auction than the seat may expect to win in the rest of the round.
    pub(super) fn step(&mut self, view: &View<'_>, letter: Letter) -> Step {
        self.catch_up(view);
        if self.distances.within(&self.reach, 0) > 0 {
            return Step::Done;
        }
        if self.distances.within_after(&self.reach, letter, 0) > 0 {
            return Step::Completes;
        }
        let hope = hoped_for(view).ceil() as usize;
        let reached = self.distances.within_after(&self.reach, letter, hope);
        Step::Nears { reached, lost: reached - self.distances.within(&self.reach, hope) }
    }

    /// The distance of each word from the letters held when it last caught up.
    pub(super) fn distances(&self) -> &Distances {
        &self.distances
    }

    /// The number of letters that the nearest word lacks; 7 if the list has no such word.
    pub(super) fn lacks(&self) -> usize {
        let near = |&most: &usize| self.distances.within(&self.reach, most) > 0;
        (0..SEVEN).find(near).unwrap_or(SEVEN)
    }

    /// Whether the letter helps one of the nearest words, or one that lacks a single letter more.
    pub(super) fn useful(&self, letter: Letter) -> bool {
        let lacks = self.lacks();
        lacks > 0 && self.help(letter, lacks) != Help::Nothing
    }

    /// How much the letter helps when the nearest words lack `lacks` letters, at least one.
    pub(super) fn help(&self, letter: Letter, lacks: usize) -> Help {
        if self.nears(letter, lacks - 1) {
            Help::Nearest
        } else if self.nears(letter, lacks) {
            Help::Farther
        } else {
            Help::Nothing
        }
    }

    /// Whether some word that lacks at most `most` letters after this one needs it.
    pub(super) fn nears(&self, letter: Letter, most: usize) -> bool {
        self.brings(letter, most) > 0
    }

    /// The number of words that lack at most `most` letters after this one and more without it.
    pub(super) fn brings(&self, letter: Letter, most: usize) -> u32 {
        let after = self.distances.within_after(&self.reach, letter, most);
        after - self.distances.within(&self.reach, most)
    }
}

impl Step {
    /// `finish` points for the letter that completes a word; otherwise the fraction of the words within reach
    /// that would be lost without it, times `reach` points; nothing if a word is complete.
    pub(super) fn points(self, reach: i64, finish: i64) -> i64 {
        match self {
            Step::Done => 0,
            Step::Completes => finish,
            Step::Nears { reached, lost } => reach * i64::from(lost) / i64::from(reached.max(1)),
        }
    }
}
