//! The tables of a batch, stepped on all cores.

use std::sync::Arc;

use lettergame_base::{Seat, Seed};
use lettergame_game::{Actions, Encoder, Encoding, Game};
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::house::House;
use super::place::{Place, put};
use super::{BatchError, BatchOptions, BatchShape, Output, TableBatch};
use crate::Lineup;

/// Tables that share an encoder and are stepped one after the other.
const GROUP: usize = 32;

/// Tables with the encoder that they share.
struct Group<G: Game> {
    encoder: Box<dyn Encoder<G>>,
    tables: Vec<Place<G>>,
}

struct Batch<G: Game> {
    house: House<G>,
    groups: Vec<Group<G>>,
}

impl<G: Game> Lineup<G> {
    /// Tables of this lineup, each with the game of a seed of its own until they are dealt others.
    ///
    /// # Errors
    /// No open seat, or no tables.
    pub fn batch(
        self,
        encoding: &Arc<dyn Encoding<G>>,
        options: BatchOptions,
    ) -> Result<Box<dyn TableBatch>, BatchError> {
        let open: Vec<Seat> = self.open_seats().iter().collect();
        if open.is_empty() {
            return Err(BatchError::NoOpenSeat);
        }
        if options.tables == 0 {
            return Err(BatchError::NoTables);
        }
        let house = House::new(self, open, &**encoding, options);
        let starts: Vec<usize> = (0..options.tables).collect();
        let group = |tables: &[usize]| {
            let mut encoder = encoding.encoder();
            let place = |&table: &usize| Place::sit(Seed(table as u64), &house, &mut *encoder);
            let tables = tables.iter().map(place).collect();
            Group { encoder, tables }
        };
        let groups = starts.chunks(GROUP).map(group).collect();
        Ok(Box::new(Batch { house, groups }))
    }
}

impl<G: Game> Batch<G> {
    fn table(&self, table: usize) -> Option<&Place<G>> {
        self.groups.get(table / GROUP)?.tables.get(table % GROUP)
    }

    fn places(&self) -> impl Iterator<Item = &Place<G>> {
        self.groups.iter().flat_map(|group| &group.tables)
    }

    /// Acts on the groups on all cores, or here if there is only one.
    fn for_each(&mut self, act: impl Fn(usize, &House<G>, &mut Group<G>) + Send + Sync) {
        let house = &self.house;
        match &mut self.groups[..] {
            [group] => act(0, house, group),
            groups => {
                let mut numbered: Vec<(usize, &mut Group<G>)> =
                    groups.iter_mut().enumerate().collect();
                numbered.par_iter_mut().for_each(|(number, group)| act(*number, house, group));
            }
        }
    }
}

impl<G: Game> TableBatch for Batch<G> {
    fn shape(&self) -> &BatchShape {
        &self.house.shape
    }

    fn deal(&mut self, games: &[(usize, Seed)]) -> Result<(), BatchError> {
        let tables = self.house.shape.tables;
        if let Some((table, _)) = games.iter().find(|(table, _)| *table >= tables) {
            return Err(BatchError::Table(*table));
        }
        let mut sorted = games.to_vec();
        sorted.sort_by_key(|(table, _)| *table);
        self.for_each(|number, house, group| {
            let from = sorted.partition_point(|(table, _)| *table < number * GROUP);
            let own = sorted[from..].iter().take_while(|(table, _)| *table < (number + 1) * GROUP);
            for &(table, seed) in own {
                group.tables[table % GROUP].start(seed, house, &mut *group.encoder);
            }
        });
        Ok(())
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        self.house.check(actions)?;
        let open = self.house.shape.open.len();
        self.for_each(|number, house, group| {
            let own = actions[number * GROUP * open..].chunks_exact(open);
            for (place, actions) in group.tables.iter_mut().zip(own) {
                place.step(|at| Some(actions[at] as usize), house, &mut *group.encoder);
            }
        });
        Ok(())
    }

    fn decide(&mut self, table: usize, seat: Seat, action: i64) -> Result<(), BatchError> {
        self.house.check_action(table, seat, action)?;
        let group = self.groups.get_mut(table / GROUP).ok_or(BatchError::Table(table))?;
        let place = group.tables.get_mut(table % GROUP).ok_or(BatchError::Table(table))?;
        let own = self.house.shape.open.iter().position(|open| *open == seat);
        let chosen = |at: usize| (Some(at) == own).then_some(action as usize);
        place.step(chosen, &self.house, &mut *group.encoder);
        Ok(())
    }

    fn write(&self, output: Output, out: &mut [u8]) {
        let shape = &self.house.shape;
        let width = out.len() / shape.tables;
        if width == 0 {
            return;
        }
        for (place, out) in self.places().zip(out.chunks_exact_mut(width)) {
            match output {
                Output::Observation => put(place.observation.iter().copied(), out),
                Output::Mask => place.write_mask(shape.actions, out),
                Output::Description => place.write_descriptions(&self.house, out),
                Output::Reward => put(place.rewards.iter().copied(), out),
                Output::Over => out[0] = u8::from(place.session.is_over()),
                Output::Awaited => {
                    let awaited = place.session.awaited();
                    for (out, &seat) in out.iter_mut().zip(&shape.open) {
                        *out = u8::from(awaited.contains(seat));
                    }
                }
                Output::Scores => {
                    let (cells, _) = out.as_chunks_mut::<4>();
                    for (cell, points) in cells.iter_mut().zip(place.outcome.points.values()) {
                        *cell = points.0.to_ne_bytes();
                    }
                }
            }
        }
    }

    fn lines(&self, table: usize) -> &[String] {
        self.table(table).map_or(&[], |place| &place.lines)
    }

    fn faults(&self, table: usize) -> &[(Seat, String)] {
        self.table(table).map_or(&[], |place| &place.faults)
    }

    fn moves(&self, table: usize, seat: Seat) -> Vec<(usize, String)> {
        let open = self.house.shape.open.iter().position(|open| *open == seat);
        let actions = self.table(table).zip(open).map(|(place, open)| &place.actions[open]);
        let moves = |actions: &Actions<G::Move>| {
            let text = |action| Some((action, actions.choice(action)?.to_string()));
            actions.numbers().filter_map(text).collect()
        };
        actions.map_or_else(Vec::new, moves)
    }

    fn view(&self, table: usize, seat: Seat) -> String {
        let seat = (seat.index() < self.house.shape.seats).then_some(seat);
        let found = self.table(table).zip(seat);
        // views are plain data, and writing to memory cannot fail
        let json = |(place, seat): (&Place<G>, Seat)| {
            serde_json::to_string(&place.session.table().view(seat)).unwrap_or_default()
        };
        found.map_or_else(String::new, json)
    }
}
