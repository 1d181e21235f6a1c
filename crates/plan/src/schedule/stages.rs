//! Stages: the groups of each stage depend on the results of earlier ones.
//!
//! A [`Rule`] is a pure function of the stages that were played. [`Stages`] numbers their games and
//! keeps the stages drawn so far: it receives every game in the order of numbers, and draws the
//! next stage with the last game of one. Whatever depends on results therefore depends on rows, and
//! any reader of a run's rows (a resume, a replay, a report) has its stages.
//!
//! Games of a stage are numbered like those of a whole tournament; the numbers of deals and
//! pairings continue over all stages. Groups of one size play the same deals. If sizes differ, the
//! larger groups come first and the smaller ones have their own deals.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::schedule::block::{Block, Numbers};
use crate::schedule::kind::few_enough;
use crate::schedule::ranking::{Placed, Rank, with_evidence};
use crate::schedule::results::{Match, Stage, StageResults};
use crate::{GameScore, Job, ScheduleError, Seating};
use lettergame_base::{BySeat, Seed};

/// How stages follow from earlier stages.
pub(super) trait Rule: fmt::Debug + Send + Sync {
    /// The sizes of the groups of a stage (from 0); `None` after the last one. They do not depend
    /// on results, so the number of games is known in advance.
    fn sizes(&self, stage: usize) -> Option<Vec<usize>>;

    /// The groups of the stage after those that were played, of these sizes.
    fn draw(&self, played: &[Stage]) -> Vec<Vec<usize>>;

    /// All players, best first, after the last stage.
    fn rank(&self, played: &[Stage]) -> Vec<Placed>;
}

/// A tournament with stages.
#[derive(Debug)]
pub(super) struct Stages {
    rule: Box<dyn Rule>,
    seed: Seed,
    /// Games per pairing.
    games: u64,
    /// The orders of sides in which each deal is played, by the number of sides.
    seatings: BTreeMap<usize, Vec<BySeat<usize>>>,
    /// The number of pairings up to the end of each stage.
    pairings: Vec<usize>,
    drawn: RwLock<Drawn>,
}

/// The stages drawn so far.
#[derive(Debug, Default)]
struct Drawn {
    /// All blocks, each with the places of its groups in their stage.
    blocks: Vec<(Block, Vec<usize>)>,
    /// All stages; the last one is in progress.
    stages: Vec<Stage>,
    /// The number of games whose results are known.
    noted: u64,
    /// The numbers that follow the stages drawn so far.
    end: Numbers,
    /// Whether the last game of the last stage is known.
    over: bool,
}

impl Stages {
    /// Draws the first stage.
    ///
    /// # Errors
    /// Too many pairings, or too many orders of a group.
    pub(super) fn new(
        rule: Box<dyn Rule>,
        seating: Seating,
        games: u64,
        seed: Seed,
    ) -> Result<Stages, ScheduleError> {
        let (mut pairings, mut known_sizes) = (Vec::new(), BTreeSet::new());
        for sizes in (0..).map_while(|stage| rule.sizes(stage)) {
            let so_far = pairings.last().unwrap_or(&0) + sizes.len();
            few_enough(so_far as u128)?;
            pairings.push(so_far);
            known_sizes.extend(sizes);
        }
        let orders = |size| Ok((size, seating.orders(size)?));
        let seatings = known_sizes.into_iter().map(orders).collect::<Result<_, _>>()?;
        let drawn = RwLock::default();
        let stages = Stages { rule, seed, games, seatings, pairings, drawn };
        *stages.write() = stages.begun();
        Ok(stages)
    }

    pub(super) fn pairings(&self) -> usize {
        self.pairings.last().copied().unwrap_or(0)
    }

    pub(super) fn total(&self) -> u64 {
        self.games_of(self.pairings())
    }

    fn games_of(&self, pairings: usize) -> u64 {
        self.games.saturating_mul(pairings as u64)
    }

    /// The games of the stage of a game.
    pub(super) fn stage_of(&self, game: u64) -> Range<u64> {
        let stage = self.pairings.partition_point(|&end| self.games_of(end) <= game);
        let end =
            |stage: usize| self.pairings.get(stage).map_or(u64::MAX, |&end| self.games_of(end));
        stage.checked_sub(1).map_or(0, end)..end(stage)
    }

    /// The numbers of seats that games can have, ascending.
    pub(super) fn seats(&self) -> Vec<usize> {
        self.seatings.keys().copied().collect()
    }

    /// The number of games with known players: those of the stages drawn so far.
    pub(super) fn known(&self) -> u64 {
        self.read().end.game
    }

    /// The game with that number, if its stage is drawn.
    pub(super) fn job(&self, game: u64) -> Option<Job> {
        let drawn = self.read();
        let known = game < drawn.end.game;
        known.then(|| drawn.block_of(game).map(|(block, _)| block.job(game, self.seed)))?
    }

    /// Records the next game; any other one is ignored. With the last game of a stage, the next
    /// stage is drawn.
    pub(super) fn note(&self, score: &GameScore) {
        let mut drawn = self.write();
        if score.game != drawn.noted || drawn.over {
            return;
        }
        drawn.count(score);
        if drawn.noted == drawn.end.game {
            self.draw_next(&mut drawn);
        }
    }

    /// The results of the complete stages.
    pub(super) fn results(&self) -> StageResults {
        let drawn = self.read();
        let complete = drawn.stages.len() - usize::from(!drawn.over);
        StageResults { stages: drawn.stages[..complete].to_vec() }
    }

    /// Continues after these stages; `false`, and nothing changes, if they are not of this tournament.
    pub(super) fn continue_after(&self, results: &StageResults) -> bool {
        let mut drawn = self.begun();
        for stage in &results.stages {
            if !drawn.replace(stage, self.games) {
                return false;
            }
            self.draw_next(&mut drawn);
        }
        *self.write() = drawn;
        true
    }

    /// The first stage, without results.
    fn begun(&self) -> Drawn {
        let mut drawn = Drawn::default();
        drawn.add(&self.rule.draw(&[]), &self.seatings, self.games);
        drawn
    }

    /// Draws the stage after a complete one, if there is one.
    fn draw_next(&self, drawn: &mut Drawn) {
        drawn.over = self.rule.sizes(drawn.stages.len()).is_none();
        if !drawn.over {
            drawn.add(&self.rule.draw(&drawn.stages), &self.seatings, self.games);
        }
    }

    /// The final order, once all games are known.
    pub(super) fn ranking(&self) -> Option<Vec<Rank>> {
        let drawn = self.read();
        let ranked = || self.rule.rank(&drawn.stages).into_iter();
        drawn.over.then(|| ranked().map(|placed| with_evidence(placed, &drawn.stages)).collect())
    }

    fn write(&self) -> RwLockWriteGuard<'_, Drawn> {
        // what a panicked thread left is intact: nothing in `note` can panic halfway
        self.drawn.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> RwLockReadGuard<'_, Drawn> {
        self.drawn.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drawn {
    /// Adds a stage: a block for each group size, the largest first.
    fn add(
        &mut self,
        groups: &[Vec<usize>],
        seatings: &BTreeMap<usize, Vec<BySeat<usize>>>,
        games: u64,
    ) {
        for (&size, orders) in seatings.iter().rev() {
            let places: Vec<usize> =
                (0..groups.len()).filter(|&place| groups[place].len() == size).collect();
            if places.is_empty() {
                continue;
            }
            let sides = |&place: &usize| groups[place].iter().copied().collect();
            let pairings = places.iter().map(sides).collect();
            let block = Block { first: self.end, pairings, clones: 1, seatings: orders.clone() };
            self.end = block.end(games);
            self.blocks.push((block, places));
        }
        self.stages.push(groups.iter().map(|group| Match::new(group)).collect());
    }

    /// Puts results in the place of the last stage; `false` if they are of other groups or not complete.
    fn replace(&mut self, stage: &Stage, games: u64) -> bool {
        let Some(last) =
            self.stages.last_mut().filter(|last| !self.over && last.len() == stage.len())
        else {
            return false;
        };
        let fits =
            |(own, found): (&Match, &Match)| own.has_players_of(found) && found.games == games;
        let fit = last.iter().zip(stage).all(fits);
        if fit {
            last.clone_from(stage);
            self.noted = self.end.game;
        }
        fit
    }

    fn block_of(&self, game: u64) -> Option<&(Block, Vec<usize>)> {
        let behind = self.blocks.partition_point(|(block, _)| block.first.game <= game);
        self.blocks.get(behind.checked_sub(1)?)
    }

    /// Counts the next game in its match.
    fn count(&mut self, score: &GameScore) {
        let Some((block, places)) = self.block_of(score.game) else { return };
        let place = places[block.pairing_of(score.game)];
        if let Some(own) = self.stages.last_mut().and_then(|stage| stage.get_mut(place)) {
            own.note(score);
        }
        self.noted += 1;
    }
}
