//! Shared by tests of Marrakech: positions from short texts, the questions on texts, tables.

use std::sync::Arc;

use lettergame_base::{Rng, Seat, Seed};
use lettergame_game::{Fault, Rules, Settings, Table, Turn};
use lettergame_marrakech::rules::{
    Assam, Colour, Die, Event, Marrakech, MarrakechRules, Move, Phase, Position, Rotation, Rug,
    Square, Stage, TextError,
};

/// A seat's answer.
pub(crate) type Said = Result<Move, Fault<Move>>;

/// 30 dirhams and 15 rugs for cyan and yellow.
pub(crate) const TWO: &str = "Pc03015iPy03015i";
/// The same for all four.
pub(crate) const FOUR: &str = "Pc03015iPy03015iPr03015iPp03015i";

// --- positions as text

/// The board with these visible rugs: `c00 33 34` is cyan 0 on (3,3) and (3,4).
pub(crate) fn board(shown: &[&str]) -> String {
    let mut squares = vec!["n00"; 49];
    for rug in shown {
        let (id, places) = rug.split_at(3);
        for place in places.split_whitespace() {
            let [x, y] = place.as_bytes() else { panic!("{place} is no square") };
            squares[7 * usize::from(x - b'0') + usize::from(y - b'0')] = id;
        }
    }
    format!("B{}", squares.concat())
}

/// The state string with these players, Assam and rugs.
pub(crate) fn game(players: &str, assam: &str, shown: &[&str]) -> String {
    format!("{players}{assam}{}", board(shown))
}

pub(crate) fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error: TextError| panic!("{error} in {text}"))
}

/// The position of `game()` in the middle of a turn of `mover`.
pub(crate) fn stage(
    players: &str,
    assam: &str,
    shown: &[&str],
    mover: char,
    phase: Phase,
) -> Stage {
    let placing = phase == Phase::Place;
    Stage::resume(position(&game(players, assam, shown)), colour(mover), placing).unwrap()
}

pub(crate) fn colour(letter: char) -> Colour {
    Colour::from_letter(letter).unwrap()
}

pub(crate) fn square(text: &str) -> Square {
    text.parse().unwrap()
}

pub(crate) fn squares(one: &str, other: &str) -> [Square; 2] {
    [square(one), square(other)]
}

pub(crate) fn die(pips: u8) -> Die {
    Die::new(pips).unwrap()
}

// --- the eight questions on texts; a malformed rug is valid nowhere

pub(crate) fn rug_valid(game: &str, rug: &str) -> bool {
    rug.parse().is_ok_and(|rug: Rug| position(game).rug_is_valid(rug))
}

pub(crate) fn game_over(game: &str) -> bool {
    position(game).is_over()
}

pub(crate) fn rotate(assam: &str, degrees: i64) -> String {
    let assam: Assam = assam.parse().unwrap();
    let rotation = u16::try_from(degrees).ok().and_then(Rotation::from_degrees);
    rotation.map_or(assam, |rotation| assam.rotated(rotation)).to_string()
}

pub(crate) fn placement_valid(game: &str, rug: &str) -> bool {
    rug.parse().is_ok_and(|rug: Rug| position(game).placement_is_valid(rug))
}

pub(crate) fn payment(game: &str) -> u32 {
    position(game).payment()
}

pub(crate) fn winner(game: &str) -> char {
    position(game).winner().letter()
}

pub(crate) fn moved(assam: &str, pips: u8) -> String {
    assam.parse::<Assam>().unwrap().moved(die(pips)).to_string()
}

pub(crate) fn place(game: &str, rug: &str) -> String {
    let mut position = position(game);
    if let Ok(rug) = rug.parse() {
        position.place(rug);
    }
    position.to_string()
}

// --- tables

pub(crate) fn rules(settings: &[&str]) -> Arc<Marrakech> {
    let settings = Settings::parse(settings.iter().copied()).unwrap();
    Arc::new(Marrakech::new(MarrakechRules::read("standard", settings).unwrap()))
}

pub(crate) fn table(settings: &[&str], seats: usize, deal: u64) -> Table<Marrakech> {
    Table::new(rules(settings), seats, Seed(deal)).unwrap()
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// The one seat that is asked now; `None` at the end.
pub(crate) fn asked(table: &Table<Marrakech>) -> Option<usize> {
    let Turn::Ask(seats) = table.turn() else { return None };
    assert_eq!(seats.len(), 1, "one player decides at a time");
    seats.iter().next().map(Seat::index)
}

pub(crate) fn at(table: &Table<Marrakech>) -> &Stage {
    table.view(seat(0)).stage()
}

pub(crate) fn phase(table: &Table<Marrakech>) -> Phase {
    at(table).phase()
}

pub(crate) fn text(table: &Table<Marrakech>) -> String {
    at(table).position().to_string()
}

/// One decision of the seat that is asked.
pub(crate) fn say(table: &mut Table<Marrakech>, said: &Said) -> Vec<Event> {
    table.step(|_, _| said.clone()).to_vec()
}

pub(crate) fn ahead() -> Said {
    Ok(Move::Rotate(Rotation::Ahead))
}

/// Rotates ahead, or lays a rug at the first legal placement.
pub(crate) fn plain(stage: &Stage) -> Move {
    stage.placements().next().map_or(Move::Rotate(Rotation::Ahead), Move::Place)
}

/// A uniformly random legal decision.
pub(crate) fn random(stage: &Stage, rng: &mut Rng) -> Move {
    let placements: Vec<[Square; 2]> = stage.placements().collect();
    if placements.is_empty() {
        return Move::Rotate(Rotation::ALL[rng.below(3) as usize]);
    }
    Move::Place(placements[rng.below(placements.len() as u32) as usize])
}

/// Plays to the end with `decide`; calls `look` with the announcements of each decision.
pub(crate) fn play(
    table: &mut Table<Marrakech>,
    mut decide: impl FnMut(&Stage) -> Move,
    mut look: impl FnMut(&Table<Marrakech>, &[Event]),
) {
    while table.turn() != Turn::Over {
        let events = table.step(|_, view| Ok(decide(view.stage()))).to_vec();
        look(table, &events);
        assert!(table.plies() < 1_000, "the game does not end");
    }
}

/// All announcements of a game with random decisions.
pub(crate) fn random_events(table: &mut Table<Marrakech>, luck: u64) -> Vec<Event> {
    let mut rng = Seed(luck).rng();
    let mut all = Vec::new();
    play(table, |stage| random(stage, &mut rng), |_, events| all.extend_from_slice(events));
    all
}

pub(crate) fn dice(events: &[Event]) -> Vec<u8> {
    let shown = |event: &Event| match event {
        Event::Rolled { die, .. } => Some(die.pips()),
        _ => None,
    };
    events.iter().filter_map(shown).collect()
}

pub(crate) fn has_out(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Out { .. }))
}

pub(crate) fn points(table: &Table<Marrakech>) -> Vec<i32> {
    table.outcome().points.values().map(|points| points.0).collect()
}

pub(crate) fn places(table: &Table<Marrakech>) -> Vec<u8> {
    table.outcome().places.values().copied().collect()
}
