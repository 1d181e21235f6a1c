//! One table of a batch: its game, and what it had to say at the last step.

use lettergame_base::{Seat, Seed};
use lettergame_game::{Actions, Encoder, Fault, Feature, Game, Outcome, Session, Step};

use super::house::House;

/// A table, and what it had to say at the last step.
pub(super) struct Place<G: Game> {
    pub(super) session: Session<G>,
    /// As it is now.
    pub(super) outcome: Outcome,
    pub(super) rewards: Vec<f32>,
    pub(super) observation: Vec<f32>,
    pub(super) actions: Vec<Actions<G::Move>>,
    pub(super) lines: Vec<String>,
    pub(super) faults: Vec<(Seat, String)>,
}

impl<G: Game> Place<G> {
    /// A table with the game of a seed, at its first question.
    pub(super) fn sit(deal: Seed, house: &House<G>, encoder: &mut dyn Encoder<G>) -> Place<G> {
        let open = house.shape.open.len();
        let described = !house.shape.description.is_empty();
        let session = house.lineup.session(deal);
        let mut place = Place {
            outcome: session.table().outcome(),
            session,
            rewards: vec![0.0; open],
            observation: vec![0.0; open * Feature::total(&house.shape.observation)],
            actions: (0..open).map(|_| Actions::new(house.slots, described)).collect(),
            lines: Vec::new(),
            faults: Vec::new(),
        };
        place.go_on(house, encoder);
        place
    }

    /// Another game.
    pub(super) fn start(&mut self, deal: Seed, house: &House<G>, encoder: &mut dyn Encoder<G>) {
        self.session = house.lineup.session(deal);
        self.clear();
        self.go_on(house, encoder);
    }

    /// The decisions of its open seats, unless the game is over: the action of the seat at each place of
    /// them, if it decides now.
    pub(super) fn step(
        &mut self,
        action: impl Fn(usize) -> Option<usize>,
        house: &House<G>,
        encoder: &mut dyn Encoder<G>,
    ) {
        self.clear();
        if self.session.is_over() {
            return;
        }
        let awaited = self.session.awaited();
        for (place, &seat) in house.shape.open.iter().enumerate() {
            if let Some(action) = action(place).filter(|_| awaited.contains(seat)) {
                self.answer(seat, place, action, encoder);
            }
        }
        let before = self.outcome.clone();
        self.go_on(house, encoder);
        let is_over = self.session.is_over();
        for (reward, &seat) in self.rewards.iter_mut().zip(&house.shape.open) {
            *reward = house.reward.of(seat, &before, &self.outcome, is_over);
        }
    }

    /// Forgets the last step.
    fn clear(&mut self) {
        self.rewards.fill(0.0);
        self.lines.clear();
        self.faults.clear();
    }

    fn answer(&mut self, seat: Seat, place: usize, action: usize, encoder: &mut dyn Encoder<G>) {
        let listed = self.actions[place].choice(action);
        let choice = listed.or_else(|| encoder.unlisted(action));
        let no_move = || Fault::Unreadable(format!("action {action} is not legal now"));
        self.session.answer(seat, choice.ok_or_else(no_move));
        let offences = self.session.table().offences().iter();
        let own = offences.filter(|offence| offence.seat == seat);
        self.faults.extend(own.map(|offence| (seat, offence.text.clone())));
    }

    /// Plays until an open seat is to decide, or the game is over, and looks at the table.
    fn go_on(&mut self, house: &House<G>, encoder: &mut dyn Encoder<G>) {
        self.play_on(house, encoder);
        self.outcome = self.session.table().outcome();
        self.observe(house, encoder);
    }

    fn play_on(&mut self, house: &House<G>, encoder: &mut dyn Encoder<G>) {
        loop {
            match self.session.advance() {
                Step::Announced if house.told => {
                    let events = self.session.table().events();
                    self.lines.extend(events.iter().map(ToString::to_string));
                }
                Step::Announced => {}
                Step::Awaiting(seats) => {
                    for seat in seats.iter() {
                        let Some(choice) = encoder.automatic(&self.session.table().view(seat))
                        else {
                            return;
                        };
                        self.session.answer(seat, Ok(choice));
                    }
                }
                Step::Over => return,
            }
        }
    }

    fn observe(&mut self, house: &House<G>, encoder: &mut dyn Encoder<G>) {
        self.observation.fill(0.0);
        let length = self.observation.len() / house.shape.open.len();
        let awaited = self.session.awaited();
        let seats = house.shape.open.iter().zip(self.observation.chunks_exact_mut(length));
        for ((&seat, out), actions) in seats.zip(&mut self.actions) {
            let view = self.session.table().view(seat);
            encoder.observe(&view, out);
            out.iter_mut().zip(&house.units).for_each(|(number, unit)| *number /= unit);
            actions.clear();
            if awaited.contains(seat) {
                encoder.list(&view, actions);
            }
        }
    }

    pub(super) fn write_mask(&self, count: usize, out: &mut [u8]) {
        out.fill(0);
        for (actions, out) in self.actions.iter().zip(out.chunks_exact_mut(count)) {
            actions.mark(out);
        }
    }

    pub(super) fn write_descriptions(&self, house: &House<G>, out: &mut [u8]) {
        out.fill(0);
        let width = 4 * Feature::total(&house.shape.description);
        for (actions, out) in
            self.actions.iter().zip(out.chunks_exact_mut(width * house.shape.actions))
        {
            for (action, _, description) in actions.listed() {
                let numbers = description.iter().zip(&house.description_units);
                let scaled = numbers.map(|(number, unit)| number / unit);
                put(scaled, &mut out[action * width..][..width]);
            }
        }
    }
}

/// Writes numbers as bytes.
pub(super) fn put(numbers: impl Iterator<Item = f32>, out: &mut [u8]) {
    let (places, _) = out.as_chunks_mut::<4>();
    places.iter_mut().zip(numbers).for_each(|(place, number)| *place = number.to_ne_bytes());
}
