//! Properties of Scrabble over random games, and its parsers on arbitrary text.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use crate::positions::{
    all, counted, fault, full_set, game, held, in_bag, mover, points, rack, seat, tiles,
};
use lettergame_base::{BySeat, Rng, Seat, Seed};
use lettergame_game::{FaultKind, Player, Roster, Table};
use lettergame_scrabble::board::{
    Board, Cell, Direction, Distribution, Layout, Place, Play, RACK, Rack, SIDE, Square, Tile,
};
use lettergame_scrabble::players::ROSTER;
use lettergame_scrabble::plays::Ranked;
use lettergame_scrabble::rules::{Bag, Event, Move, Scrabble};
use lettergame_words::Lexicon;
use proptest::prelude::*;
use proptest::string::string_regex;

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

/// The tiles each seat would draw if it drew all of them, and the number it has drawn.
struct Draws {
    orders: [Vec<Tile>; 2],
    drawn: [Rack; 2],
}

impl Draws {
    fn new(table: &Table<Scrabble>, deal: u64) -> Draws {
        let orders = [0, 1].map(|index| {
            let mut bag = Bag::new(&full_set(), Seed(deal));
            std::iter::from_fn(|| bag.draw(seat(index))).collect()
        });
        Draws { orders, drawn: [0, 1].map(|index| rack(&held(table, index))) }
    }

    /// A seat has drawn these tiles; they are the next from its own end until the ends meet.
    fn add(&mut self, index: usize, tiles: &Rack) {
        self.drawn[index] = self.drawn[index].plus(tiles);
        if self.drawn[0].len() + self.drawn[1].len() <= 100 {
            let count = self.drawn[index].len();
            let own = crate::positions::tiles(self.orders[index][..count].iter().copied());
            assert_eq!(self.drawn[index], own);
        }
    }
}

/// Bookkeeping during a game, for comparison.
struct Books {
    draws: Draws,
    points: [i32; 2],
    zeros: usize,
    over: bool,
}

impl Books {
    fn new(table: &Table<Scrabble>, deal: u64) -> Books {
        Books { draws: Draws::new(table, deal), points: [0, 0], zeros: 0, over: false }
    }

    /// Updates it after a turn: the seat that moved, its rack before, and the announcements.
    fn turn(&mut self, table: &Table<Scrabble>, index: usize, before: &Rack, events: &[Event]) {
        let counted: Move = counted(table, index).parse().unwrap();
        let used = match counted {
            Move::Play(play) => play.tiles(),
            Move::Exchange(tiles) => tiles,
            Move::Pass | Move::Challenge => rack(""),
        };
        let kept = before.minus(&used).expect("tiles of the rack");
        let drawn = rack(&held(table, index)).minus(&kept).expect("what was kept is still there");
        self.draws.add(index, &drawn);
        self.score(index, events);
        assert_eq!(points(table), self.points);
        assert_eq!(self.over, mover(table).is_none());
    }

    fn score(&mut self, index: usize, events: &[Event]) {
        let score = match &events[0] {
            Event::Play { seat, score, points, .. } => {
                assert_eq!((seat.index(), points.0), (index, self.points[index] + score.0));
                score.0
            }
            Event::Exchange { seat, .. } | Event::Pass { seat, .. } => {
                assert_eq!(seat.index(), index);
                0
            }
            Event::Challenge { .. } | Event::End { .. } => panic!("not a turn: {:?}", events[0]),
        };
        self.points[index] += score;
        self.zeros = if score == 0 { self.zeros + 1 } else { 0 };
        if let [_, Event::End { gained, points, .. }] = events {
            (0..2).for_each(|index| self.points[index] += gained[index].0);
            assert_eq!(points.map(|points| points.0), self.points);
            self.over = true;
        }
        assert!(self.over || self.zeros < 6);
    }
}

/// The invariants at any moment of a game.
fn check(table: &Table<Scrabble>) {
    let views = [0, 1].map(|index| table.view(seat(index)));
    let board = views[0].board();
    let racks = views.map(|view| *view.rack());
    let placed = board.on_board();
    let known = placed.plus(&racks[0]).plus(&racks[1]);
    assert!(full_set().minus(&known).is_some(), "too many of a tile: {known}");
    assert_eq!((known.len() + in_bag(table), placed.len()), (100, board.tiles()));
    for (index, view) in views.iter().enumerate() {
        assert_eq!(view.unseen().len(), view.bag() + view.other_rack());
        assert_eq!(view.other_rack(), racks[1 - index].len());
        assert!(view.unseen().minus(&racks[1 - index]).is_some());
        assert!(view.rack().len() == RACK || in_bag(table) == 0 && view.rack().len() < RACK);
    }
    for word in words(board) {
        assert!(LEXICON.contains(&word), "{word} on\n{board}");
    }
    assert!(board.is_empty() || !board.cell(Square::centre(SIDE)).is_empty());
}

/// The words on a board, in both directions.
fn words(board: &Board) -> Vec<String> {
    let rows = board.rows();
    let column = |column: usize| rows.iter().map(|row| row.as_bytes()[column] as char).collect();
    let lines = rows.iter().cloned().chain((0..SIDE).map(column));
    let runs: Vec<String> = lines
        .flat_map(|line: String| line.split('.').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    runs.into_iter().filter(|run| run.len() > 1).collect()
}

fn from_json(json: &str) -> serde_json::Result<Move> {
    Move::from_json(Distribution::english(), json)
}

fn read_back(choice: Move) {
    assert_eq!(choice.to_string().parse::<Move>().unwrap(), choice);
    let json = serde_json::to_string(&choice).unwrap();
    assert_eq!(from_json(&json).unwrap(), choice);
}

/// Plays a game to its end, checking every turn; `said` chooses the moves.
fn whole_game(deal: u64, mut said: impl FnMut(&Table<Scrabble>, usize) -> Move) -> Table<Scrabble> {
    let mut table = Table::new(game(&LEXICON, &[]), 2, Seed(deal)).unwrap();
    let mut books = Books::new(&table, deal);
    check(&table);
    while let Some(index) = mover(&table) {
        let before = rack(&held(&table, index));
        let choice = said(&table, index);
        read_back(choice);
        let events = fault(&mut table, Ok(choice));
        check(&table);
        books.turn(&table, index, &before, &events);
        // every scoring turn places a tile, and there are at most five others in between
        assert!(table.plies() <= 6 * 100 + 5);
    }
    table
}

#[test]
fn players_keep_to_the_rules_and_accounts_at_every_turn() {
    let names = ["random", "score", "equity"];
    let game = game(&LEXICON, &[]);
    for deal in 0..18 {
        let pair = [names[deal as usize % 3], names[deal as usize / 3 % 3]];
        let mut players: BySeat<Box<dyn Player<Scrabble>>> = BySeat::from_fn(2, |seat: Seat| {
            Roster::make(&ROSTER, pair[seat.index()], &game).unwrap().sit(&game, seat, 2)
        });
        let mut rngs: [Rng; 2] =
            [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| Seed(deal).stream(seat));
        let table = whole_game(deal, |table, index| {
            players[seat(index)].choose(&table.view(seat(index)), &mut rngs[index]).unwrap()
        });
        assert_eq!(table.faults().values().sum::<u32>(), 0, "{pair:?}");
    }
}

/// Some tiles of the rack, occasionally with one that may not be on it.
fn some_tiles(holds: &Rack, rng: &mut Rng) -> Rack {
    let mut some = tiles(holds.iter().filter(|_| rng.below(2) == 0));
    if rng.below(4) == 0 {
        some.extend_with(rng);
    }
    some
}

/// Adds any tile.
trait ExtendWith {
    fn extend_with(&mut self, rng: &mut Rng);
}

impl ExtendWith for Rack {
    fn extend_with(&mut self, rng: &mut Rng) {
        let at = rng.below(27) as usize;
        self.add(Distribution::english().kinds().nth(at).unwrap());
    }
}

/// A play with its square, its direction, a letter or its new tiles changed, if it still fits.
fn changed(play: &Play, rng: &mut Rng) -> Option<Play> {
    let Place { square, mut direction } = play.place();
    let (mut row, mut column) = (square.row(), square.column());
    let mut letters = play.letters().to_vec();
    let mut placed = play.new_letters();
    let at = rng.below(letters.len() as u32) as usize;
    match rng.below(7) {
        0 => row = (row + 1) % SIDE,
        1 => column = (column + SIDE - 1) % SIDE,
        2 => direction = direction.other(),
        3 => letters[at] = Cell::letter(rng.below(26) as usize),
        4 => letters[at] = letters[at].as_blank(!letters[at].is_blank()),
        5 => placed ^= 1 << at,
        _ => {
            letters.pop();
        }
    }
    let place = Place { square: Square::at(row, column), direction };
    Play::new(play.distribution(), place, &letters, placed)
}

/// Checks whether a play is legal by the rules: as the generator says, if it is the play in its normal form.
fn assert_agreed(board: &Board, holds: &Rack, plays: &[Ranked], play: &Play) -> bool {
    let judged = board.read(play).and_then(|read| Ok((read, board.score(&LEXICON, &read)?)));
    let legal = judged.ok().filter(|(read, _)| holds.minus(&read.tiles()).is_some());
    match legal {
        Some((read, score)) => {
            let same = plays.iter().filter(|ranked| ranked.play == read);
            assert_eq!(same.map(|ranked| ranked.score).collect::<Vec<_>>(), [score], "{play}");
        }
        None => assert!(plays.iter().all(|ranked| ranked.play != *play), "{play} on\n{board}"),
    }
    legal.is_some()
}

#[test]
fn any_moves_legal_or_not_keep_to_the_rules_and_accounts() {
    let (mut legal, mut illegal) = (0, 0);
    for deal in 100..120 {
        let mut rng = Seed(deal).rng();
        let mut expected = Vec::new();
        let table = whole_game(deal, |table, index| {
            let view = table.view(seat(index));
            let plays = all(&LEXICON, view.board(), view.rack());
            let pick = rng.below(plays.len() as u32) as usize;
            let (choice, good) = match (rng.below(8), plays.get(pick)) {
                (0, _) => {
                    let tiles = some_tiles(view.rack(), &mut rng);
                    let held = view.rack().minus(&tiles).is_some();
                    (Move::Exchange(tiles), held && !tiles.is_empty() && view.bag() >= 7)
                }
                (1, _) | (_, None) => (Move::Pass, true),
                (2..=4, Some(ranked)) => match changed(&ranked.play, &mut rng) {
                    Some(play) => {
                        let good = assert_agreed(view.board(), view.rack(), &plays, &play);
                        (Move::Play(play), good)
                    }
                    None => (Move::Pass, true),
                },
                (_, Some(ranked)) => (Move::Play(ranked.play), true),
            };
            // no text expresses an empty exchange
            let choice = match choice {
                Move::Exchange(tiles) if tiles.is_empty() => Move::Pass,
                other => other,
            };
            let good = good || choice == Move::Pass;
            expected.push((index, good));
            choice
        });
        for index in 0..2 {
            let faults = expected.iter().filter(|(who, good)| *who == index && !good).count();
            assert_eq!(table.faults()[seat(index)] as usize, faults, "seat {index} of {deal}");
            let status = if faults > 0 { FaultKind::Illegal.name() } else { "ok" };
            assert_eq!(table.status(seat(index)), status);
        }
        legal += expected.iter().filter(|(_, good)| *good).count();
        illegal += expected.iter().filter(|(_, good)| !good).count();
    }
    assert!(legal > 200 && illegal > 100, "{legal} {illegal}");
}

// --- plays

/// Positions of a game of random legal plays, as board and rack of the player to move.
fn positions(deal: u64, count: usize) -> Vec<(Board, Rack)> {
    let mut table = Table::new(game(&LEXICON, &[]), 2, Seed(deal)).unwrap();
    let mut rng = Seed(deal).rng();
    let mut positions = Vec::new();
    while let Some(index) = mover(&table).filter(|_| positions.len() < count) {
        let view = table.view(seat(index));
        let plays = all(&LEXICON, view.board(), view.rack());
        positions.push((view.board().clone(), *view.rack()));
        let pick = plays.get(rng.below(plays.len() as u32) as usize);
        let said = pick.map_or(Move::Pass, |ranked| Move::Play(ranked.play));
        fault(&mut table, Ok(said));
    }
    positions
}

static POSITIONS: LazyLock<Vec<(Board, Rack)>> =
    LazyLock::new(|| (0..6).flat_map(|deal| positions(deal, 40)).collect());

#[test]
fn fewer_tiles_allow_no_new_plays_and_a_blank_no_fewer() {
    for (board, holds) in POSITIONS.iter().step_by(12) {
        let plays = all(&LEXICON, board, holds);
        let Some(tile) = holds.iter().find(|&tile| tile != Tile::BLANK) else { continue };
        let mut fewer = *holds;
        fewer.remove(tile);
        let some = all(&LEXICON, board, &fewer);
        assert!(some.iter().all(|play| plays.binary_search(play).is_ok()), "{fewer} on\n{board}");
        let without: Vec<&Ranked> =
            plays.iter().filter(|play| fewer.minus(&play.play.tiles()).is_some()).collect();
        assert_eq!(some.iter().collect::<Vec<_>>(), without);
        let mut blank = fewer;
        blank.add(Tile::BLANK);
        let more = all(&LEXICON, board, &blank);
        let squares = |plays: &[Ranked]| {
            let mut told: Vec<String> = plays
                .iter()
                .map(|play| format!("{} {}", play.play.place(), play.play.word().to_uppercase()))
                .collect();
            told.sort_unstable();
            told.dedup();
            told
        };
        let more = squares(&more);
        assert!(squares(&plays).iter().all(|play| more.binary_search(play).is_ok()), "{blank}");
    }
}

#[test]
fn a_blank_instead_of_a_tile_never_earns_more() {
    for (board, holds) in POSITIONS.iter().step_by(9) {
        for ranked in all(&LEXICON, board, holds).iter().step_by(7) {
            let play = ranked.play;
            for at in (0..play.letters().len()).filter(|at| play.new_letters() >> at & 1 == 1) {
                let mut letters = play.letters().to_vec();
                letters[at] = letters[at].as_blank(true);
                let blank =
                    Play::new(play.distribution(), play.place(), &letters, play.new_letters())
                        .unwrap();
                let score = board.score(&LEXICON, &board.read(&blank).unwrap()).unwrap();
                assert!((0..=ranked.score).contains(&score), "{blank} {score} on\n{board}");
                let was_blank = play.letters()[at].is_blank();
                assert_eq!(score == ranked.score, was_blank, "{blank} on\n{board}");
            }
        }
    }
}

#[test]
fn the_points_of_a_play_do_not_depend_on_how_it_is_written() {
    for (board, holds) in POSITIONS.iter().step_by(9) {
        for ranked in all(&LEXICON, board, holds).iter().step_by(5) {
            let play = ranked.play;
            let plain = format!("{} {}", play.place(), play.word());
            let through = |(index, letter): (usize, char)| {
                if play.new_letters() >> index & 1 == 1 { letter } else { '.' }
            };
            let dots: String = play.word().chars().enumerate().map(through).collect();
            for text in [plain, format!("{} {dots}", play.place())] {
                assert_eq!(board.read(&text.parse().unwrap()), Ok(play), "{text}");
            }
        }
    }
}

fn any_place() -> impl Strategy<Value = Place> {
    (0..SIDE, 0..SIDE, any::<bool>()).prop_map(|(row, column, down)| Place {
        square: Square::at(row, column),
        direction: if down { Direction::Down } else { Direction::Across },
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_play_is_judged_without_a_panic(
        position in any::<prop::sample::Index>(),
        place in any_place(),
        letters in proptest::collection::vec(any::<u8>(), 0..24),
        plain in any::<bool>(),
        placed in any::<u32>(),
    ) {
        let (board, holds) = &POSITIONS[position.index(POSITIONS.len())];
        let letter = |byte: u8| {
            let place = if plain { byte % 10 * 2 } else { byte % 62 };
            match byte % 14 {
                13 => Cell::EMPTY,
                kind => Cell::letter(place.into()).as_blank(kind > 9),
            }
        };
        let letters: Vec<Cell> = letters.into_iter().map(letter).collect();
        if let Some(play) = Play::new(Distribution::english(), place, &letters, placed) {
            let _ = board.score(&LEXICON, &play);
            let _ = (play.to_string(), play.tiles().to_string(), play.new_text());
            if let Ok(read) = board.read(&play) {
                prop_assert_eq!(board.read(&read), Ok(read));
                if let Ok(score) = board.score(&LEXICON, &read) {
                    prop_assert!(score >= 0 && words(board).len() < 200 && holds.len() <= RACK);
                }
            }
        }
    }

    #[test]
    fn the_judge_and_the_generator_agree_on_short_connected_plays(
        position in any::<prop::sample::Index>(),
        picks in proptest::collection::vec((any_place(), any::<[u8; 3]>(), 1..=3usize), 30),
    ) {
        let (board, holds) = &POSITIONS[position.index(POSITIONS.len())];
        let tiles: Vec<Tile> = holds.iter().collect();
        if !tiles.is_empty() {
            let plays = all(&LEXICON, board, holds);
            for (place, bytes, len) in picks {
                let letter = |byte: &u8| {
                    let tile = tiles[usize::from(*byte) % tiles.len()];
                    let blank = Cell::blank(usize::from(byte % 26));
                    tile.place().map_or(blank, Cell::letter)
                };
                let letters: Vec<Cell> = bytes[..len].iter().map(letter).collect();
                if let Some(play) = Play::new(holds.distribution(), place, &letters, !0) {
                    assert_agreed(board, holds, &plays, &play);
                }
            }
        }
    }
}

// --- parsers on arbitrary text

/// A parser does not panic, and whatever it accepts reads back in the form that is written.
fn reads<T>(text: &str)
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse::<T>().ok(), Some(value), "{text:?}"),
        Err(error) => assert!(error.to_string().len() < 600, "{text:?}"),
    }
}

fn all_readers(text: &str) {
    reads::<Move>(text);
    reads::<Play>(text);
    reads::<Place>(text);
    reads::<Rack>(text);
    reads::<Layout>(text);
    let quoted = serde_json::to_string(text).unwrap();
    for json in [
        text.to_owned(),
        format!("{{\"play\":{quoted}}}"),
        format!("{{\"exchange\":{quoted}}}"),
        quoted,
    ] {
        if let Ok(choice) = from_json(&json) {
            let told = serde_json::to_string(&choice).unwrap();
            assert_eq!(from_json(&told).unwrap(), choice);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn no_reader_panics_on_any_text(text in any::<String>()) {
        all_readers(&text);
    }

    #[test]
    fn no_reader_panics_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        all_readers(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_reader_panics_on_plausible_moves(
        text in string_regex("(play |exchange |pass)?[A-Pa-p]?[0-9]{0,3}[A-P]? ?[A-Za-z?*_\\[().é]{0,20}")
            .unwrap(),
    ) {
        all_readers(&text);
    }

    #[test]
    fn no_reader_panics_on_plausible_layouts(
        text in string_regex("([.23#$]{14,16}[ \r]?\n){13,17}").unwrap(),
    ) {
        all_readers(&text);
    }
}

#[test]
fn long_texts_are_parsed_or_refused_quickly() {
    for text in ["A", "?", ".", "(", "8", "é", "\n", " "] {
        let long = text.repeat(200_000);
        all_readers(&long);
        all_readers(&format!("play 8A {long}"));
        all_readers(&format!("exchange {long}"));
        all_readers(&format!("8{long}"));
    }
}

#[test]
fn every_layout_of_fifteen_lines_reads_back() {
    let mut rng = Seed(1).rng();
    for _ in 0..200 {
        let text: String = (0..SIDE)
            .map(|_| {
                let squares = (0..SIDE).map(|_| b".23#$"[rng.below(5) as usize] as char);
                squares.chain(['\n']).collect::<String>()
            })
            .collect();
        assert_eq!(text.parse::<Layout>().unwrap().to_string(), text);
    }
}
