//! Scrabble with other letters and on other boards: the generator against a naive one that reads the tiles and
//! squares from their files, in games with made-up words; positions and plays as text.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use lettergame_base::{Points as Score, Rng, Seat, Seed};
use lettergame_game::{Roster, Table, Turn};
use lettergame_scrabble::board::{Board, Cell, Cells, Distribution, Layout, Play, Rack, Square};
use lettergame_scrabble::notation::{Cgp, Position};
use lettergame_scrabble::players::ROSTER;
use lettergame_scrabble::plays::{All, Best, Count, Generator, Points, Ranked, Top};
use lettergame_scrabble::rules::{Move, Scrabble, ScrabbleRules};
use lettergame_words::Lexicon;
use lettergame_xtest::cases;
use lettergame_xtest::naive::any_scrabble::{
    Play as NaivePlay, Position as Naive, Tiles, Words, any_words, drawn_set, lexicon_of,
    premiums as read_premiums,
};
use rayon::prelude::*;

/// A file that ships.
fn data(path: &str) -> String {
    fs::read_to_string(format!("{}/data/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The tiles in the file of this distribution.
fn tiles(name: &str) -> Tiles {
    Tiles::read(&data(&format!("distributions/{name}.csv")))
}

/// The premium squares of a board that ships.
fn premiums(name: &str) -> Vec<Vec<char>> {
    read_premiums(&data(&format!("boards/{name}.txt")))
}

/// Words of a made-up language, in letters.
fn words(tiles: &Tiles, side: usize, count: usize, rng: &mut Rng) -> Words {
    let weighted = |letters: &[String]| -> Vec<String> {
        letters.iter().flat_map(|one| vec![one.clone(); tiles.counts[one]]).collect()
    };
    let (vowels, consonants) = (weighted(&tiles.vowels), weighted(&tiles.consonants));
    let pick = |from: &[String], rng: &mut Rng| from[rng.below(from.len() as u32) as usize].clone();
    let mut words = Words::new();
    while words.len() < count {
        let len = match rng.below(10) {
            0..5 => 2 + rng.below(3) as usize,
            5..9 => 3 + rng.below(6) as usize,
            _ => 2 + rng.below(side as u32 - 1) as usize,
        };
        let first = rng.below(2) as usize;
        let letter = |i: usize, rng: &mut Rng| match (first + i) % 2 {
            0 => pick(&vowels, rng),
            _ => pick(&consonants, rng),
        };
        words.insert((0..len.min(side)).map(|i| letter(i, rng)).collect());
    }
    words
}

/// What is played, for both implementations.
struct Game {
    tiles: Tiles,
    words: Words,
    distribution: &'static Distribution,
    layout: Arc<Layout>,
    lexicon: Lexicon,
    squares: Vec<Vec<char>>,
}

impl Game {
    fn new(name: &str, squares: Vec<Vec<char>>, words: Words) -> Game {
        Game::with(tiles(name), Distribution::named(name).unwrap(), squares, words)
    }

    fn with(
        tiles: Tiles,
        distribution: &'static Distribution,
        squares: Vec<Vec<char>>,
        words: Words,
    ) -> Game {
        let text: Vec<String> = squares.iter().map(|row| row.iter().collect()).collect();
        let layout = text.join("\n").parse::<Layout>().unwrap();
        Game {
            tiles,
            distribution,
            layout: Arc::new(layout.with_distribution(distribution)),
            lexicon: lexicon_of(&words, distribution.alphabet()),
            words,
            squares,
        }
    }

    fn board(&self, position: &Naive) -> Board {
        let mut cells = Cells::new(position.board.len());
        for (row, line) in position.board.iter().enumerate() {
            for (column, cell) in line.iter().enumerate() {
                let Some((letter, blank)) = cell else { continue };
                let mut letters = self.distribution.alphabet().letters().iter();
                let place = letters.position(|name| name.upper == letter.as_str()).unwrap();
                cells[Square::at(row, column)] = Cell::letter(place).as_blank(*blank);
            }
        }
        Board::with_cells(Arc::clone(&self.layout), &self.lexicon, &cells)
    }

    fn rack(&self, position: &Naive) -> Rack {
        let text: String = position
            .rack
            .iter()
            .map(|one| match one.as_str() {
                "?" => "?".to_owned(),
                letter => format!("[{letter}]"),
            })
            .collect();
        Rack::read(self.distribution, &text).unwrap()
    }

    /// Compares all plays of a position, and returns them.
    fn compare(&self, position: &Naive) -> Vec<NaivePlay> {
        let slow = position.plays(&self.tiles, &self.words);
        let (board, rack) = (self.board(position), self.rack(position));
        let mut found = All::default();
        let mut generator = Generator::new();
        generator.search(&self.lexicon, &board, &rack, &Points, &mut found);
        let fast: BTreeSet<NaivePlay> = found.0.iter().map(as_naive).collect();
        assert_eq!(fast, slow, "{rack} on\n{board}");
        assert_eq!(fast.len(), found.0.len(), "no play comes twice");
        found.0.sort_unstable();
        self.stops_in_time(&mut generator, &board, &rack, &found.0);
        for ranked in found.0.iter().step_by(7) {
            let text = ranked.play.to_string();
            assert_eq!(Play::read(self.distribution, &text), Ok(ranked.play), "{text}");
            let read = board.read(&ranked.play).unwrap();
            assert_eq!((read, board.score(&self.lexicon, &read)), (ranked.play, Ok(ranked.score)));
        }
        self.reads_back(&board, rack);
        slow.into_iter().collect()
    }

    fn stops_in_time(&self, generator: &mut Generator, board: &Board, rack: &Rack, all: &[Ranked]) {
        let (mut count, mut best, mut top) = (Count::default(), Best::default(), Top::new(10));
        generator.search(&self.lexicon, board, rack, &Points, &mut count);
        generator.search(&self.lexicon, board, rack, &Points, &mut best);
        generator.search(&self.lexicon, board, rack, &Points, &mut top);
        assert_eq!((count.0, best.0.as_ref()), (all.len(), all.first()), "{rack} on\n{board}");
        assert_eq!(top.plays(), &all[..all.len().min(10)], "{rack} on\n{board}");
    }

    /// The position reads back from a state file and from CGP.
    fn reads_back(&self, board: &Board, rack: Rack) {
        let (other, points) = (Rack::new(self.distribution), [Score(3), Score(-4)]);
        let position =
            Position::new(self.distribution, board.cells(), [rack, other], points, Seat::FIRST);
        // long words may take more of a tile than there are
        let Ok(position) = position else { return };
        let text = position.to_string();
        assert_eq!(Position::read(&text, &self.layout).as_ref(), Ok(&position), "{text}");
        let text = Cgp(position.clone()).to_string();
        assert_eq!(Cgp::read(&text, &self.layout), Ok(Cgp(position)), "{text}");
    }

    /// Compares the positions of a game, at most so many, in which the best play and a random one take turns.
    fn play(&self, most: usize, rng: &mut Rng) -> usize {
        let kinds = self.tiles.counts.iter();
        let mut bag: Vec<String> =
            kinds.flat_map(|(tile, &count)| vec![tile.clone(); count]).collect();
        let mut position = Naive::empty(self.squares.clone());
        let mut positions = 0;
        loop {
            while position.rack.len() < 7 && !bag.is_empty() {
                position.rack.push(bag.swap_remove(rng.below(bag.len() as u32) as usize));
            }
            let plays = self.compare(&position);
            positions += 1;
            if plays.is_empty() || positions == most {
                return positions;
            }
            let any = &plays[rng.below(plays.len() as u32) as usize];
            let best = plays.iter().max_by_key(|play| play.2);
            let play = best.filter(|_| positions % 2 == 0).unwrap_or(any);
            position.lay(play);
            for (letter, blank, _) in play.1.iter().filter(|letter| letter.2) {
                let tile = if *blank { "?" } else { letter };
                let at = position.rack.iter().position(|one| one == tile).unwrap();
                position.rack.remove(at);
            }
        }
    }
}

/// A play of the engine as the naive one names it.
fn as_naive(ranked: &Ranked) -> NaivePlay {
    let play = &ranked.play;
    let name = |cell: &Cell| play.distribution().cell_name(cell.as_blank(false)).to_owned();
    let letters =
        play.letters().iter().enumerate().map(|(index, cell)| {
            (name(cell), cell.is_blank(), play.new_letters() >> index & 1 == 1)
        });
    (play.place().to_string(), letters.collect(), ranked.score)
}

/// Compares the positions of games with these tiles on these squares.
fn games(name: &str, squares: &[Vec<char>], games: u64) {
    let played = (0..games).into_par_iter().map(|seed| {
        let mut rng = Seed(seed).rng();
        let words = words(&tiles(name), squares.len(), 1200, &mut rng);
        Game::new(name, squares.to_vec(), words).play(usize::MAX, &mut rng)
    });
    let positions: usize = played.sum();
    assert!(positions >= 4 * games as usize, "{name}: {positions} in {games} games");
}

/// A made board: any premium squares, those for words few.
fn made(side: usize) -> Vec<Vec<char>> {
    let mut rng = Seed(side as u64).rng();
    let mut square = || match rng.below(20) {
        0 => ['#', '$', '%'][rng.below(3) as usize],
        1..6 => ['2', '3', '4'][rng.below(3) as usize],
        _ => '.',
    };
    (0..side).map(|_| (0..side).map(|_| square()).collect()).collect()
}

#[test]
fn the_generator_finds_what_the_rules_allow_with_every_set_of_tiles() {
    for name in Distribution::names() {
        games(name, &premiums("standard"), cases(1));
    }
}

#[test]
fn the_generator_finds_what_the_rules_allow_on_boards_of_every_size() {
    for side in [7, 8, 10, 13, 17, 19, 21] {
        games("english", &made(side), cases(1));
    }
    for name in ["super", "spanish", "polish"] {
        games(name, &premiums("super"), cases(1));
    }
}

#[test]
fn the_generator_finds_what_the_rules_allow_with_any_tiles_on_any_board() {
    (0..cases(3)).into_par_iter().for_each(|seed| {
        let mut rng = Seed(seed).rng();
        let set = drawn_set(&mut rng);
        let tiles = Tiles::read(&set);
        let distribution =
            Distribution::parse(&set).unwrap_or_else(|error| panic!("{error}\n{set}"));
        let squares = made(7 + rng.below(15) as usize);
        let words = any_words(&tiles, squares.len(), &mut rng);
        let most = 1 + rng.below(6) as usize;
        Game::with(tiles, distribution, squares, words).play(most, &mut rng);
    });
}

/// Counts of another program, with blanks for most tiles of the rack.
#[test]
fn racks_of_blanks_have_all_their_plays() {
    let lexicon = Lexicon::shipped();
    let mut text = Distribution::english().to_csv();
    text.replace_range(..text.find('\n').unwrap(), "?,?,10,0,0");
    let distribution = Distribution::parse(&text).unwrap();
    let layout = Arc::new(Layout::named("standard").unwrap().with_distribution(distribution));
    let (empty, mut later) = (Board::new(Arc::clone(&layout)), Board::new(layout));
    later.lay(&lexicon, &later.read(&Play::read(distribution, "8F CAB").unwrap()).unwrap());
    for (rack, first, then) in
        [("??", 524, 919), ("???", 8396, 6654), ("A??", 3072, 3130), ("A???", 27_760, 0)]
    {
        let rack = Rack::read(distribution, rack).unwrap();
        let counted = |board: &Board| {
            let mut count = Count::default();
            Generator::new().search(&lexicon, board, &rack, &Points, &mut count);
            count.0
        };
        assert_eq!(counted(&empty), first, "{rack}");
        assert!(then == 0 || counted(&later) == then, "{rack}");
    }
}

/// Words that are longer than sixteen letters are compared to their ends.
#[test]
fn long_words_are_told_apart_by_their_last_letters() {
    let mut rng = Seed(5).rng();
    let set = tiles("spanish");
    let mut found = 0;
    for _ in 0..60 {
        let mut words = words(&set, 21, 60, &mut rng);
        let len = 17 + rng.below(5) as usize;
        let mut long: Vec<String> = Vec::new();
        while long.len() < len {
            let letters = if long.len().is_multiple_of(2) { &set.vowels } else { &set.consonants };
            long.push(letters[rng.below(letters.len() as u32) as usize].clone());
        }
        let mut twin = long.clone();
        twin.swap(len - 1, len - 3);
        words.extend([long.clone(), twin]);
        let game = Game::new("spanish", premiums("super"), words);
        let mut position = Naive::empty(game.squares.clone());
        let start = rng.below((22 - len) as u32) as usize;
        for (i, letter) in long.iter().enumerate() {
            // the last ones are always to be played
            if position.rack.len() < 7 && (i + 3 >= len || rng.below(5) == 0) {
                position.rack.push(letter.clone());
            } else {
                position.board[10][start + i] = Some((letter.clone(), rng.below(9) == 0));
            }
        }
        let plays = game.compare(&position);
        found += plays.iter().filter(|play| play.1.len() > 16).count();
    }
    assert!(found >= 30, "{found}");
}

/// The letters do not say what language it is: French has those of English.
#[test]
fn the_casual_player_knows_short_words_of_other_languages() {
    let words = words(&tiles("french"), 15, 4_000, &mut Seed(5).rng());
    let set = Distribution::named("french").unwrap();
    let rules = ScrabbleRules::standard().with_distribution(set);
    let game = Arc::new(Scrabble::new(rules, Arc::new(lexicon_of(&words, set.alphabet()))));
    // the lengths of all words that are formed
    let lengths = |player: &str| -> BTreeSet<usize> {
        let player = Roster::make(&ROSTER, player, &game).unwrap();
        let mut seats = [0, 1].map(|seat| player.sit(&game, Seat::new(seat).unwrap(), 2));
        let mut lengths = BTreeSet::new();
        for deal in 0..3 {
            let mut table = Table::new(Arc::clone(&game), 2, Seed(deal)).unwrap();
            while table.turn() != Turn::Over {
                table.step(|seat, view| {
                    let choice = seats[seat.index()].choose(view, &mut Seed(7).rng());
                    if let Ok(Move::Play(play)) = &choice {
                        lengths.extend(
                            view.board().words(play).iter().map(|word| word.letters().len()),
                        );
                    }
                    choice
                });
            }
        }
        lengths
    };
    assert_eq!(lengths("casual:vocabulary=1:sight=100"), BTreeSet::from([2, 3, 4]));
    assert!(lengths("score").last() > Some(&4));
}
