//! Tests for every game and every player of the registry: games end, no player commits a fault, moves read
//! back, the same seed gives the same rows, points add up.

use crate::shipped::LEXICON;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use lettergame::base::{Seat, Seed};
use lettergame::game::{Fault, Game, Listing, Parameter, Rules, Settings, Table, Turn};
use lettergame::games::auction::rules::{Auction, AuctionRules, Move};
use lettergame::games::marrakech::rules::{self as marrakech, Marrakech, MarrakechRules};
use lettergame::games::scrabble::board::Distribution;
use lettergame::games::scrabble::rules::{self as scrabble, Scrabble, ScrabbleRules};
use lettergame::games::wordgame::rules::{self as wordgame, Wordgame, WordgameRules};
use lettergame::plan::{GameScore, RawConfig};
use lettergame::registry::{self, GameEntry, games};
use lettergame::run::ReplayOptions;
use lettergame::tournament::{AnyTournament, Batch};
use lettergame_xtest::cases;
use lettergame_xtest::naive::any_scrabble::{Tiles, any_words, drawn_set, lexicon_of};
use rayon::prelude::*;

/// Reduced effort for players that think long.
const EFFORT: [(&str, &str); 2] = [("samples", "6"), ("playouts", "200")];

/// Games per session.
const GAMES_PLAYED: u64 = 3;

/// Tables in addition to those of all players: settings that are words or change how far a player looks
/// ahead.
const TABLES: [(&str, &[&str]); 1] = [(
    "auction",
    &[
        "champion:effort=2",
        "champion:parts=value",
        "champion:parts=prices",
        "champion:parts=budget",
        "champion:parts=standing",
    ],
)];

/// A player's name as it can be typed: also with a number, where one may follow; with its parameters; and
/// alone, unless it thinks long then.
fn typed(listing: &Listing) -> Vec<String> {
    let effort = |key: &str| EFFORT.iter().find(|effort| effort.0 == key).map(|effort| effort.1);
    let mut names = Vec::new();
    if !listing.parameters.iter().any(|parameter| effort(parameter.key).is_some()) {
        names.push(listing.name.to_owned());
    }
    names.extend(listing.suffix.map(|_| format!("{}-4", listing.name)));
    let pair = |parameter: &Parameter| {
        format!("{}={}", parameter.key, effort(parameter.key).unwrap_or(&parameter.default))
    };
    let pairs: Vec<String> = listing.parameters.iter().map(pair).collect();
    if !pairs.is_empty() {
        names.push(format!("{}:{}", listing.name, pairs.join(":")));
    }
    names
}

/// Tables of this size that seat all of these; the last table is filled up with the first ones.
fn tables(names: &[String], seats: usize) -> Vec<Vec<String>> {
    let filled = names.len().next_multiple_of(seats);
    let all: Vec<String> = names.iter().cycle().take(filled).cloned().collect();
    all.chunks(seats).map(<[String]>::to_vec).collect()
}

fn tournament(
    game: &GameEntry,
    preset: &str,
    players: Vec<String>,
    games: u64,
) -> Box<dyn AnyTournament> {
    let raw = RawConfig {
        players: Some(players),
        games: Some(games),
        record: Some("plies".to_owned()),
        rules: short(game, preset),
        ..RawConfig::default()
    };
    let config = raw.validate(game.info.name, Seed(23)).unwrap();
    registry::prepare(&config, LEXICON.clone()).unwrap().tournament
}

/// The preset with few rounds or hands, if the game has them.
fn short(game: &GameEntry, preset: &str) -> BTreeMap<String, Vec<String>> {
    let few = [("rounds", "2"), ("hands", "3")];
    let known = |key: &str| (game.settings)().iter().any(|setting| setting.key == key);
    let pairs = [("preset", preset)].into_iter().chain(few.into_iter().filter(|few| known(few.0)));
    pairs.map(|(key, value)| (key.to_owned(), vec![value.to_owned()])).collect()
}

/// The results of a table over [`GAMES_PLAYED`] games, in all the ways that must agree.
struct Session {
    game: &'static str,
    title: String,
    together: Batch,
    /// Each game separately, in the order of their numbers, but played last one first.
    apart: Vec<Batch>,
    /// Each game replayed, with the lines of its log.
    replays: Vec<(GameScore, String)>,
}

impl Session {
    fn play(game: &'static GameEntry, preset: &str, players: Vec<String>) -> Session {
        let title = format!("{} {preset} {players:?}", game.info.name);
        let tournament = tournament(game, preset, players, GAMES_PLAYED);
        let together = tournament.play(0..GAMES_PLAYED);
        let mut apart: Vec<Batch> =
            (0..GAMES_PLAYED).rev().map(|one| tournament.play(one..one + 1)).collect();
        apart.reverse();
        let replays = (0..GAMES_PLAYED).map(|number| replay(&*tournament, number)).collect();
        Session { game: game.info.name, title, together, apart, replays }
    }
}

fn replay(tournament: &dyn AnyTournament, number: u64) -> (GameScore, String) {
    let mut log = String::new();
    let score = tournament.replay(number, ReplayOptions::default(), &mut |ply| {
        for choice in &ply.moves {
            log += &format!("{number},{},{},{},\n", ply.ply, choice.seat, choice.choice);
        }
    });
    (score, log)
}

/// Sessions of all players under all presets, with up to four at a table, and of [`TABLES`]. Played once for
/// all tests.
static SESSIONS: LazyLock<Vec<Session>> = LazyLock::new(|| {
    let mut asked = Vec::new();
    for game in games() {
        let names: Vec<String> = game.roster().iter().flat_map(typed).collect();
        let more = TABLES.iter().filter(|table| table.0 == game.info.name);
        let more = more.map(|table| table.1.iter().map(|&name| name.to_owned()).collect());
        let all: Vec<Vec<String>> =
            tables(&names, 4.min(*game.info.seats.end())).into_iter().chain(more).collect();
        for preset in (game.presets)() {
            asked.extend(all.iter().map(|players| (game, preset, players.clone())));
        }
    }
    let session = |(game, preset, players)| Session::play(game, preset, players);
    asked.into_par_iter().map(session).collect()
});

fn text(batch: &Batch, file: usize) -> String {
    String::from_utf8(batch.rows.csv()[file].clone()).unwrap()
}

/// Every number of seats under the first preset; the minimum and maximum under the others.
fn seats_of(game: &GameEntry, preset: &str) -> impl Iterator<Item = usize> {
    let ends = [*game.info.seats.start(), *game.info.seats.end()];
    let all = preset == (game.presets)()[0];
    game.info.seats.clone().filter(move |seats| all || ends.contains(seats))
}

#[test]
fn every_player_plays_every_number_of_seats_without_a_fault() {
    for game in games() {
        let first = |listing: &Listing| typed(listing).swap_remove(0);
        let names: Vec<String> = game.roster().iter().map(first).collect();
        let all: Vec<(&str, Vec<String>)> = ((game.presets)().into_iter())
            .flat_map(|preset| seats_of(game, preset).map(move |seats| (preset, seats)))
            .flat_map(|(preset, seats)| tables(&names, seats).into_iter().map(move |t| (preset, t)))
            .collect();
        all.into_par_iter().for_each(|(preset, players)| {
            let batch = tournament(game, preset, players.clone(), 1).play(0..1);
            assert_eq!(batch.scores[0].seats.len(), players.len());
            let faulty = batch.scores[0].seats.values().filter(|seat| seat.faulty).count();
            assert_eq!(faulty, 0, "{} {preset} {players:?}", game.info.name);
        });
    }
}

/// With many blanks and any number of letters: every player of Scrabble, in games of its own.
#[test]
fn no_player_of_scrabble_commits_a_fault_with_any_tiles() {
    let game = games().iter().find(|game| game.info.name == "scrabble").unwrap();
    let mut names: Vec<String> = game.roster().iter().flat_map(typed).collect();
    // its weights are for 26 letters
    names.retain(|name| !name.starts_with("policy"));
    (0..cases(2)).into_par_iter().for_each(|seed| {
        let mut rng = Seed(seed).rng();
        let set = drawn_set(&mut rng);
        let distribution = Distribution::parse(&set).unwrap();
        let words = any_words(&Tiles::read(&set), 15, &mut rng);
        let lexicon = Arc::new(lexicon_of(&words, distribution.alphabet()));
        let rules = BTreeMap::from([("distribution".to_owned(), vec![set.replace('\n', ";")])]);
        for players in tables(&names, 2) {
            let raw = RawConfig {
                players: Some(players.clone()),
                games: Some(2),
                rules: rules.clone(),
                ..RawConfig::default()
            };
            let config = raw.validate("scrabble", Seed(seed)).unwrap();
            let tournament = registry::prepare(&config, Arc::clone(&lexicon)).unwrap().tournament;
            for score in tournament.play(0..2).scores {
                let faulty = score.seats.values().filter(|seat| seat.faulty).count();
                assert_eq!(faulty, 0, "{players:?} with\n{set}");
            }
        }
    });
}

#[test]
fn no_player_commits_a_fault_whatever_its_settings() {
    for session in SESSIONS.iter() {
        let seats = session.together.scores.iter().flat_map(|score| score.seats.values());
        assert_eq!(seats.filter(|seat| seat.faulty).count(), 0, "{}", session.title);
    }
}

#[test]
fn the_same_seed_gives_the_same_rows_in_any_order_of_games() {
    for session in SESSIONS.iter() {
        for file in 0..session.together.rows.columns().len() {
            let joined: String = session.apart.iter().map(|batch| text(batch, file)).collect();
            assert_eq!(text(&session.together, file), joined, "{}", session.title);
        }
    }
}

#[test]
fn moves_in_the_log_read_back() {
    for session in SESSIONS.iter() {
        let log = text(&session.together, 2);
        assert!(log.lines().count() > 6);
        for line in log.lines() {
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), 5, "no cell needs quotes: {line}");
            assert_eq!(read_and_written(session.game, cells[3]), cells[3]);
            assert_eq!(cells[4], "");
        }
    }
}

fn read_and_written(game: &str, choice: &str) -> String {
    match game {
        "auction" => choice.parse::<Move>().unwrap().to_string(),
        "marrakech" => choice.parse::<marrakech::Move>().unwrap().to_string(),
        "scrabble" => choice.parse::<scrabble::Move>().unwrap().to_string(),
        "wordgame" => choice.parse::<wordgame::Move>().unwrap().to_string(),
        _ => panic!("say how moves of {game} are read"),
    }
}

/// The rules of a preset with one setting.
fn auction(preset: &str, setting: &str) -> Arc<Auction> {
    let settings = Settings::parse([setting]).unwrap();
    let rules = AuctionRules::read(preset, settings).unwrap();
    Arc::new(Auction::new(rules, Arc::clone(&LEXICON)))
}

/// At a bid and, if all letters are hidden, at a word: the replacement for a fault is legal.
#[test]
fn the_fallback_is_legal() {
    let faults = [
        Fault::Late(None, String::new()),
        Fault::Late(Some(Move::Bid(1 << 40)), String::new()),
        Fault::Late(Some(Move::Word("AA".into())), String::new()),
        Fault::Gone("exit 1".into()),
        Fault::Unreadable("x".into()),
        Fault::Illegal("x".into()),
    ];
    for (hidden, seats) in [("hidden=3", 5), ("hidden=7", 14)] {
        for preset in ["words", "simulator"] {
            let rules = auction(preset, hidden);
            let state = rules.start(seats, Seed(1));
            let seat = Seat::new(2).unwrap();
            for fault in &faults {
                let choice = rules.fallback(&state, seat, fault);
                assert!(rules.check(&state, seat, choice).is_ok(), "{fault:?}");
            }
        }
    }
}

/// A whole game in which no legal move is ever made continues with fallbacks, and ends.
fn play_faulty<G: Game>(rules: &Arc<G>, seats: usize, nonsense: &G::Move) {
    let faults = [
        Fault::Late(None, String::new()),
        Fault::Late(Some(nonsense.clone()), String::new()),
        Fault::Gone("exit 1".into()),
        Fault::Unreadable("x".into()),
    ];
    let mut table = Table::new(Arc::clone(rules), seats, Seed(3)).unwrap();
    while table.turn() != Turn::Over {
        let fault = faults[table.plies() as usize % faults.len()].clone();
        table.step(|_, _| Err(fault.clone()));
    }
    assert!(table.faults().values().all(|&count| count > 0));
    assert!(table.outcome().places.values().any(|&place| place == 1));
}

#[test]
fn a_game_without_any_legal_move_ends() {
    let rules = auction("simulator", "rounds=2");
    play_faulty(&rules, 3, &Move::Word("AA".into()));
    for seats in 2..=4 {
        let nonsense = "place 00 66".parse().unwrap();
        play_faulty(&Arc::new(Marrakech::new(MarrakechRules::standard())), seats, &nonsense);
    }
    let scrabble = Scrabble::new(ScrabbleRules::standard(), LEXICON.clone());
    play_faulty(&Arc::new(scrabble), 2, &"play 8H ZZ".parse().unwrap());
    for rules in [WordgameRules::edition_6_00(), WordgameRules::edition_6_0001()] {
        let game = Arc::new(Wordgame::new(rules, LEXICON.clone()));
        play_faulty(&game, 3, &"word xyzzy".parse().unwrap());
    }
}

/// The cells of a row from the score on: the score, then the game's own.
fn assert_sum(game: &str, row: &[&str]) {
    let number = |column: usize| row[column].parse::<i64>().unwrap();
    match game {
        // the initial points plus words gained minus prices paid
        "auction" => assert_eq!(number(6), 100 + number(10) - number(11), "{row:?}"),
        // dirhams and squares; the initial money plus money received minus money paid
        "marrakech" => {
            assert_eq!(number(6), number(10) + number(11), "{row:?}");
            assert_eq!(number(10), 30 + number(13) - number(12), "{row:?}");
        }
        // turns times points per turn, up to rounding, and the value of the tiles left
        "scrabble" => {
            let played = number(10) as f64 * row[13].parse::<f64>().unwrap();
            let for_tiles = number(6) as f64 - played;
            assert!((-150.0..=150.0).contains(&for_tiles), "{row:?}");
            assert!(number(11) <= number(10) && number(14) <= 7, "{row:?}");
        }
        // a word has at least two letters, each of them worth something
        "wordgame" => assert!(number(6) >= 2 * number(10), "{row:?}"),
        _ => panic!("say what the points of {game} are the sum of"),
    }
}

#[test]
fn a_score_is_the_sum_of_its_parts() {
    for session in SESSIONS.iter() {
        for line in text(&session.together, 0).lines() {
            assert_sum(session.game, &line.split(',').collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_replay_matches_the_game_played() {
    for session in SESSIONS.iter() {
        let log = text(&session.together, 2);
        for (played, (replayed, _)) in session.together.scores.iter().zip(&session.replays) {
            assert_eq!(replayed, played, "{}", session.title);
        }
        let whole: String = session.replays.iter().map(|replay| replay.1.as_str()).collect();
        assert_eq!(log, whole, "{}", session.title);
    }
}
