//! Written positions of Scrabble read back unchanged, and no text makes a parser panic.

use std::sync::{Arc, OnceLock};

use lettergame_base::{BySeat, Points, Rng, Seat, Seed};
use lettergame_game::{Roster, Table, Turn};
use lettergame_scrabble::board::{Cell, Cells, Distribution, Rack, SIDE, Square, Tile};
use lettergame_scrabble::notation::{
    Cgp, Form, GcgHeader, GcgTurn, Position, read, read_gcg, write_gcg,
};
use lettergame_scrabble::players::ROSTER;
use lettergame_scrabble::rules::{Event, Move, Scrabble, ScrabbleRules};
use lettergame_words::Lexicon;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest};

fn game() -> &'static Arc<Scrabble> {
    static GAME: OnceLock<Arc<Scrabble>> = OnceLock::new();
    GAME.get_or_init(|| {
        let lexicon = Arc::new(Lexicon::shipped());
        Arc::new(Scrabble::new(ScrabbleRules::standard(), lexicon))
    })
}

fn seat(index: u32) -> Seat {
    if index == 0 { Seat::FIRST } else { Seat::FIRST.opponent() }
}

/// Tiles in places where no game would put them; anything allowed in a position.
fn position(seed: u64) -> Position {
    let mut rng = Seed(seed).rng();
    let english = Distribution::english();
    let mut tiles: Vec<Tile> = english.all().iter().collect();
    rng.shuffle_front(&mut tiles, 100);
    let mut take = |rng: &mut Rng, most: u32| -> Vec<Tile> {
        let count = rng.below(most + 1) as usize;
        tiles.split_off(tiles.len() - count)
    };
    let racks = [take(&mut rng, 7), take(&mut rng, 7)].map(|own| Rack::of(english, own));
    let mut cells = Cells::new(SIDE);
    for tile in take(&mut rng, 86) {
        let square = rng.below((SIDE * SIDE) as u32) as usize;
        let cell = &mut cells[Square::at(square / SIDE, square % SIDE)];
        let blank = Cell::blank(rng.below(26) as usize);
        if cell.is_empty() {
            *cell = tile.place().map_or(blank, Cell::letter);
        }
    }
    let points = [rng.below(2_000_001), rng.below(700)].map(|n| Points(n as i32 - 1_000_000));
    Position::new(english, cells, racks, points, seat(rng.below(2))).expect("a position")
}

/// The same with the seats swapped.
fn swapped(position: &Position) -> Position {
    let (mover, other) = (position.to_move(), position.to_move().opponent());
    let racks = [*position.rack(mover), *position.rack(other)];
    let points = [position.points()[mover], position.points()[other]];
    Position::new(position.distribution(), *position.cells(), racks, points, Seat::FIRST)
        .expect("a position")
}

/// A game with everything needed to write it down, and its final position.
fn played(names: [&str; 2], seed: u64, turns: usize) -> (Vec<GcgTurn>, Position) {
    let game = game();
    let mut table = Table::new(Arc::clone(game), 2, Seed(seed)).expect("two players");
    let strategies = names.map(|name| Roster::make(&ROSTER, name, game).expect("a player"));
    let mut players = BySeat::from_fn(2, |seat| strategies[seat.index()].sit(game, seat, 2));
    let mut rngs = BySeat::from_fn(2, |seat| Seed(seed + seat.index() as u64).rng());
    let mut recorded = Vec::new();
    while recorded.len() < turns && table.turn() != Turn::Over {
        let mut rack = Rack::new(Distribution::english());
        let step = table.step(|seat, view| {
            rack = *view.rack();
            players[seat].choose(view, &mut rngs[seat])
        });
        let events = step.to_vec();
        let choice = table.answers().values().flatten().map(|answer| *answer.choice).next();
        for event in events {
            let is_end = matches!(event, Event::End { .. });
            let exchanged = match choice {
                Some(Move::Exchange(tiles)) if !is_end => Some(tiles),
                _ => None,
            };
            let rack = if is_end { Rack::new(rack.distribution()) } else { rack };
            recorded.push(GcgTurn { rack, exchanged, event });
        }
    }
    (recorded, at(&table))
}

/// The position of a table as far as a GCG file can express it: both racks after the end, none before.
fn at(table: &Table<Scrabble>) -> Position {
    let view = table.view(Seat::FIRST);
    let cells = view.board().cells();
    let racks = [seat(0), seat(1)].map(|seat| *table.view(seat).rack());
    let points = [seat(0), seat(1)].map(|seat| view.points()[seat]);
    let to_move = seat(table.plies() % 2);
    let position =
        Position::new(Distribution::english(), cells, racks, points, to_move).expect("a position");
    position.with_scoreless(view.scoreless())
}

fn header() -> GcgHeader {
    GcgHeader { names: ["a".to_owned(), "b".to_owned()], ..GcgHeader::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_position_reads_back_from_a_state_file_and_from_cgp(seed in any::<u64>(), turns in 0..=100_u8) {
        let position = position(seed);
        let text = position.to_string();
        let reading = read(&text, game()).expect("a state file");
        prop_assert_eq!((reading.form, &reading.position), (Form::State, &position));
        let crlf = read(text.replace('\n', " \r\n"), game()).expect("a state file");
        prop_assert_eq!(&crlf.position, &position);
        let swapped = swapped(&position).with_scoreless(turns).with_lexicon("NWL 20");
        let cgp = Cgp(position.with_scoreless(turns).with_lexicon("NWL 20")).to_string();
        let reading = read(&cgp, game()).expect("a CGP string");
        prop_assert_eq!((reading.form, &reading.position), (Form::Cgp, &swapped));
        prop_assert_eq!(Cgp(swapped).to_string(), cgp);
    }

    #[test]
    fn any_text_is_parsed_or_refused(text in any::<String>()) {
        let _ = read(&text, game());
        reads_back_or_points_into(&text);
    }

    #[test]
    fn any_bytes_are_parsed_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes, game());
    }

    #[test]
    fn a_mutated_text_is_parsed_or_refused(
        seed in 0..20_u64,
        form in 0..3,
        at in any::<proptest::sample::Index>(),
        change in changes(),
    ) {
        let text = match form {
            0 => position(seed).to_string(),
            1 => Cgp(position(seed)).to_string(),
            _ => write_gcg(&header(), &played(["score", "random"], seed, 12).0),
        };
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        bytes.splice(at..(at + change.1).min(bytes.len()), change.0);
        if let Ok(text) = std::str::from_utf8(&bytes) {
            reads_back_or_points_into(text);
        }
        let _ = read(&bytes, game());
    }
}

/// The properties checked by the fuzz targets.
fn reads_back_or_points_into(text: &str) {
    let lines = text.lines().count();
    match text.parse::<Position>() {
        Ok(position) => assert_eq!(position.to_string().parse(), Ok(position)),
        Err(error) => {
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            assert!((1..=lines + 1).contains(&error.line), "{error}");
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}");
        }
    }
    match text.parse::<Cgp>() {
        Ok(cgp) => assert_eq!(cgp.to_string().parse(), Ok(cgp)),
        Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.at), "{error}"),
    }
    match read_gcg(text, game()) {
        Ok(file) => {
            let again: Position = file.position.to_string().parse().expect("a state file");
            assert_eq!(again.cells(), file.position.cells());
            assert_eq!(again.points(), file.position.points());
        }
        Err(error) => assert!((1..=lines.max(1)).contains(&error.line), "{error}"),
    }
}

/// The inserted bytes, and the number of bytes removed there.
fn changes() -> impl Strategy<Value = (Vec<u8>, usize)> {
    let signs = prop_oneof![
        "[-+0-9A-Za-z .:/?>#()\n]{0,4}".prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>(), 0..3),
    ];
    (signs, 0..20_usize)
}

#[test]
fn finished_games_read_back_from_gcg() {
    for seed in 0..30 {
        for names in [["score", "score"], ["random", "random"]] {
            let (turns, end) = played(names, seed, usize::MAX);
            let text = write_gcg(&header(), &turns);
            let file = read_gcg(&text, game()).expect("a game");
            assert_eq!(file.remarks, [], "{text}");
            assert_eq!(file.position, end, "{text}");
        }
    }
}

#[test]
fn games_in_progress_read_back_except_for_drawn_tiles() {
    for (seed, turns) in (0..60).zip((0..15).cycle()) {
        let (turns, now) = played(["random", "score"], seed, turns);
        let file = read_gcg(&write_gcg(&header(), &turns), game()).expect("a game");
        assert_eq!(file.remarks, []);
        assert_eq!(file.position.cells(), now.cells());
        assert_eq!(file.position.points(), now.points());
        assert_eq!(file.position.to_move(), now.to_move());
        assert_eq!(file.position.scoreless(), now.scoreless());
    }
}

#[test]
fn a_game_continues_from_a_position_with_the_full_tile_set() {
    for seed in 0..300 {
        let position = position(seed);
        let state = position.state(game(), Seed(seed));
        let racks = state.rack(seat(0)).plus(state.rack(seat(1)));
        let all = state.board().on_board().plus(&racks).plus(&state.bag().tiles());
        assert_eq!(all, Distribution::english().all());
        for own in [seat(0), seat(1)] {
            let told = position.rack(own);
            assert!(told.is_empty() || state.rack(own) == told);
        }
        assert_eq!(
            state.rack(position.to_move()),
            position.state(game(), Seed(seed)).rack(position.to_move())
        );
    }
}
