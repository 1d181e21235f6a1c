//! Games in numbers: what a learning program observes, and the actions it can choose from.
//!
//! An [`Encoding`] says what the numbers mean, as data ([`Feature`]); bounds, scaling, documentation and the
//! check of a trained network all follow from it. An [`Encoder`] writes them.

use std::sync::Arc;

use serde::Serialize;

use crate::Game;

/// One or more numbers of the same kind in an observation, or in the description of an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Feature {
    /// Its name, unique in its list.
    pub name: &'static str,
    /// How many numbers.
    pub count: usize,
    /// No number is below this.
    pub low: f32,
    /// No number is above this.
    pub high: f32,
    /// The magnitude of a usual number, more than 0: scaled numbers are divided by it.
    pub unit: f32,
    /// What they say.
    pub about: &'static str,
}

impl Feature {
    /// Numbers from `low` to `high`, scaled by 1.
    #[must_use]
    pub const fn new(
        name: &'static str,
        count: usize,
        [low, high]: [f32; 2],
        about: &'static str,
    ) -> Feature {
        Feature { name, count, low, high, unit: 1.0, about }
    }

    /// The same with another unit.
    #[must_use]
    pub const fn unit(self, unit: f32) -> Feature {
        Feature { unit, ..self }
    }

    /// The number of numbers of a list.
    #[must_use]
    pub fn total(features: &[Feature]) -> usize {
        features.iter().map(|feature| feature.count).sum()
    }

    /// What each number of a list is divided by: its unit if numbers are scaled, otherwise 1.
    #[must_use]
    pub fn divisors(features: &[Feature], scaled: bool) -> Vec<f32> {
        let divisors = |feature: &Feature| {
            std::iter::repeat_n(if scaled { feature.unit } else { 1.0 }, feature.count)
        };
        features.iter().flat_map(divisors).collect()
    }
}

/// How a game is put into numbers, under its rules.
pub trait Encoding<G: Game>: Send + Sync {
    /// What is observed, in order; the same at tables of any number of seats.
    fn observation(&self) -> Vec<Feature>;

    /// What describes an action, in order; empty if its number says it all.
    fn description(&self) -> Vec<Feature>;

    /// The number of actions when `slots` of them are places for moves that differ from turn to turn.
    fn actions(&self, slots: usize) -> usize;

    /// The number of these places unless the user chooses another.
    fn usual_slots(&self) -> usize;

    /// Whether actions are an amount: neighbours mean nearly the same.
    fn is_amount(&self) -> bool {
        false
    }

    /// Writes the numbers; one per thread.
    fn encoder(&self) -> Box<dyn Encoder<G>>;
}

/// The encoding of a game with these rules.
pub type MakeEncoding<G> = fn(&Arc<G>) -> Arc<dyn Encoding<G>>;

/// Writes what a seat observes and can do.
pub trait Encoder<G: Game>: Send {
    /// Writes the observation: as many numbers as [`Encoding::observation`] has, all 0 before.
    fn observe(&mut self, view: &G::View<'_>, out: &mut [f32]);

    /// Adds all legal actions of the seat to move.
    fn list(&mut self, view: &G::View<'_>, actions: &mut Actions<G::Move>);

    /// The move of an action that is not listed, if the rules give it a meaning.
    fn unlisted(&mut self, _action: usize) -> Option<G::Move> {
        None
    }

    /// The answer to a question that is not left to the agent.
    fn automatic(&mut self, _view: &G::View<'_>) -> Option<G::Move> {
        None
    }
}

/// The legal actions of a seat: their numbers, their moves and, if wanted, their descriptions.
#[derive(Clone, Debug)]
pub struct Actions<M> {
    slots: usize,
    described: bool,
    amounts: Option<Amounts<M>>,
    listed: Vec<(usize, M)>,
    descriptions: Vec<f32>,
}

/// All actions from 0 to `most`.
#[derive(Clone, Copy, Debug)]
struct Amounts<M> {
    most: usize,
    choice: fn(usize) -> M,
}

impl<M: Clone> Actions<M> {
    /// No actions yet; moves beyond `slots` will not be among them.
    #[must_use]
    pub fn new(slots: usize, described: bool) -> Actions<M> {
        let (listed, descriptions) = (Vec::new(), Vec::new());
        Actions { slots, described, amounts: None, listed, descriptions }
    }

    /// Forgets all actions.
    pub fn clear(&mut self) {
        self.amounts = None;
        self.listed.clear();
        self.descriptions.clear();
    }

    /// The number of places for moves that differ from turn to turn.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Whether descriptions are wanted.
    #[must_use]
    pub fn is_described(&self) -> bool {
        self.described
    }

    /// Adds an action; the description is ignored unless descriptions are wanted.
    pub fn push(&mut self, action: usize, choice: M, description: &[f32]) {
        self.listed.push((action, choice));
        if self.described {
            self.descriptions.extend_from_slice(description);
        }
    }

    /// Adds all actions from 0 to `most`, which have no descriptions.
    pub fn push_amounts(&mut self, most: usize, choice: fn(usize) -> M) {
        self.amounts = Some(Amounts { most, choice });
    }

    /// The numbers of the actions, in the order in which they were added.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let amounts = self.amounts.as_ref().map(|amounts| 0..=amounts.most);
        amounts.into_iter().flatten().chain(self.listed.iter().map(|(action, _)| *action))
    }

    /// Sets the bytes of all actions to 1.
    pub fn mark(&self, mask: &mut [u8]) {
        if let Some(amounts) = &self.amounts {
            mask[..=amounts.most].fill(1);
        }
        self.listed.iter().for_each(|(action, _)| mask[*action] = 1);
    }

    /// Every action that was pushed by itself: its number, move and description (empty unless wanted).
    pub fn listed(&self) -> impl ExactSizeIterator<Item = (usize, &M, &[f32])> {
        let width = self.descriptions.len() / self.listed.len().max(1);
        self.listed.iter().enumerate().map(move |(place, (action, choice))| {
            (*action, choice, &self.descriptions[place * width..][..width])
        })
    }

    /// The move of an action.
    #[must_use]
    pub fn choice(&self, action: usize) -> Option<M> {
        if let Some(amounts) = self.amounts.as_ref().filter(|amounts| action <= amounts.most) {
            return Some((amounts.choice)(action));
        }
        let own = |(listed, _): &&(usize, M)| *listed == action;
        // actions are mostly listed in order from 0
        let guess = self.listed.get(action).filter(own);
        guess.or_else(|| self.listed.iter().find(own)).map(|(_, choice)| choice.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{Actions, Feature};

    #[test]
    fn features_are_expanded_to_numbers() {
        let list =
            [Feature::new("a", 2, [0.0, 1.0], ""), Feature::new("b", 1, [-9.0, 9.0], "").unit(3.0)];
        assert_eq!(Feature::total(&list), 3);
        assert_eq!(Feature::divisors(&list, true), [1.0, 1.0, 3.0]);
        assert_eq!(Feature::divisors(&list, false), [1.0; 3]);
    }

    #[test]
    fn actions_are_found_by_number() {
        let mut actions = Actions::new(4, true);
        actions.push(3, "three", &[3.0, 0.5]);
        actions.push(1, "one", &[1.0, 0.25]);
        assert_eq!((actions.choice(1), actions.choice(3)), (Some("one"), Some("three")));
        assert_eq!(actions.choice(0), None);
        let listed: Vec<_> = actions.listed().collect();
        assert_eq!(listed, [(3, &"three", &[3.0, 0.5][..]), (1, &"one", &[1.0, 0.25][..])]);
        actions.clear();
        assert_eq!((actions.numbers().count(), actions.choice(3)), (0, None));
        let mut bare = Actions::new(4, false);
        bare.push(0, "none", &[1.0]);
        assert_eq!(bare.listed().next(), Some((0, &"none", &[] as &[f32])));
    }

    #[test]
    fn amounts_are_all_actions_up_to_the_most() {
        let mut actions = Actions::new(9, false);
        actions.push_amounts(2, |amount| 10 * amount);
        assert_eq!(actions.numbers().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!((actions.choice(2), actions.choice(3)), (Some(20), None));
        let mut mask = [0; 5];
        actions.mark(&mut mask);
        assert_eq!(mask, [1, 1, 1, 0, 0]);
    }
}
