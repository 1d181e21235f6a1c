//! Tests of the naive Scrabble used by other tests: positions worked out by hand, a search that tries every
//! way to place tiles on the board, and a file of counts against which other generators of plays can be
//! checked.
//!
//! After an intended change: `UPDATE_GOLDEN=1 cargo test -p lettergame-scrabble --test it naive_self`, then
//! review the diff.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::thread;

use lettergame_words::Lexicon;
use lettergame_xtest::cases;
use lettergame_xtest::naive::scrabble::{Play, Position, Words};

static WORDS: LazyLock<Words> = LazyLock::new(|| Words::of(&Lexicon::shipped()));

const EMPTY_BOARD: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
/// The board of a state file, with a blank on it.
const EXAMPLE: &str = "15/15/15/10F4/10O4/10O4/10T4/6SCuRRY3/7A2U4/7N2LA3/7D2ER3/7O3D3/7U3O3/\
                       7R3U3/11R3";

fn plays(board: &str, rack: &str) -> Vec<Play> {
    Position::from_short(board, rack).plays(&WORDS)
}

/// The score of a word at a place such as `8D` or `D8`, `None` if it is illegal there.
fn score(position: &Position, place: &str, word: &str) -> Option<i32> {
    let down = place.starts_with(|first: char| first.is_ascii_uppercase());
    let letter = place.bytes().find(u8::is_ascii_uppercase).unwrap();
    let row: usize = place.trim_matches(|c: char| c.is_ascii_uppercase()).parse().unwrap();
    let column = usize::from(letter - b'A');
    let play = position.legal(&WORDS, row - 1, column, down, word)?;
    assert_eq!((play.position.as_str(), play.word.as_str()), (place, word));
    Some(play.score)
}

fn score_of(board: &str, rack: &str, place: &str, word: &str) -> Option<i32> {
    score(&Position::from_short(board, rack), place, word)
}

/// Plays as short texts.
fn shown(plays: &[Play]) -> Vec<String> {
    plays
        .iter()
        .map(|Play { position, word, tiles, score }| format!("{position} {word} {tiles} {score}"))
        .collect()
}

#[test]
fn a_position_reads_back() {
    let position = Position::from_short(EXAMPLE, "LAIAUBN");
    assert_eq!(position.short_board(), EXAMPLE);
    let lines = position.board.map(|row| String::from_utf8(row.to_vec()).unwrap());
    assert_eq!(lines[7], "......SCuRRY...");
    assert_eq!(Position::parse(&(lines.join("\r\n") + "\nLAIAUBN\n")), position);
    assert!(Position::parse(&lines.join("\n")).rack.is_empty());
    let premiums = position.premiums;
    assert_eq!((premiums[0][0], premiums[14][14], premiums[7][7]), (b'$', b'$', b'#'));
    assert_eq!((premiums[9][1], premiums[13][13], premiums[14][3]), (b'3', b'#', b'2'));
    // the board is symmetric
    for (row, squares) in premiums.iter().enumerate() {
        for (column, &premium) in squares.iter().enumerate() {
            assert_eq!(premium, premiums[column][row]);
            assert_eq!(premium, premiums[14 - row][column]);
        }
    }
}

#[test]
fn the_example_of_the_printed_rules_scores_as_printed() {
    let mut position = Position::from_short(EMPTY_BOARD, "");
    for (rack, place, word, points) in [
        ("HORN", "8F", "HORN", 14),
        ("FAM", "H6", "FARM", 9),
        // with FARMS
        ("PASTE", "10F", "PASTE", 25),
        // with NOT and BE
        ("OB", "9H", "MOB", 16),
        // with PI and AT
        ("BIT", "11E", "BIT", 16),
    ] {
        position.rack = rack.into();
        assert_eq!(score(&position, place, word), Some(points), "{word}");
        let all = position.plays(&WORDS);
        let play = all.iter().find(|play| play.position == place && play.word == word).unwrap();
        position.lay(play);
    }
    assert_eq!(
        position.short_board(),
        "15/15/15/15/15/7F7/7A7/5HORN6/7MOB5/5PASTE5/4BIT8/15/15/15/15"
    );
}

#[test]
fn the_first_play_covers_the_centre_with_two_tiles_or_more() {
    // one of the tiles is on the double word
    assert_eq!(score_of(EMPTY_BOARD, "HORN", "8E", "HORN"), Some(14));
    assert_eq!(score_of(EMPTY_BOARD, "HORN", "8H", "HORN"), Some(14));
    assert_eq!(score_of(EMPTY_BOARD, "HORN", "H5", "HORN"), Some(14));
    // one square too far from the centre
    assert_eq!(score_of(EMPTY_BOARD, "HORN", "8D", "HORN"), None);
    // the first letter is on the double letter of D8, one on the double word
    assert_eq!(score_of(EMPTY_BOARD, "HONRST", "8D", "THORNS"), Some(20));
    assert_eq!(score_of(EMPTY_BOARD, "HORNET", "8D", "HORNET"), Some(26));
    assert_eq!(score_of(EMPTY_BOARD, "HORN", "8I", "HORN"), None);
    assert_eq!(score_of(EMPTY_BOARD, "HORN", "7H", "HORN"), None);
    let one_word = Words::new(["AA", "A"]);
    let first = |rack: &str| shown(&Position::from_short(EMPTY_BOARD, rack).plays(&one_word));
    assert_eq!(first("AA"), ["8G AA AA 4", "8H AA AA 4", "H7 AA AA 4", "H8 AA AA 4"]);
    assert!(first("A").is_empty() && first("?").is_empty() && first("").is_empty());
    let with_a_blank = [
        "8G Aa Aa 2",
        "8G aA aA 2",
        "8H Aa Aa 2",
        "8H aA aA 2",
        "H7 Aa Aa 2",
        "H7 aA aA 2",
        "H8 Aa Aa 2",
        "H8 aA aA 2",
    ];
    assert_eq!(first("A?"), with_a_blank);
    assert_eq!(first("??"), ["8G aa aa 0", "8H aa aa 0", "H7 aa aa 0", "H8 aa aa 0"]);
}

#[test]
fn a_later_play_touches_and_need_not_cover_the_centre() {
    let corner = "AT13/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    assert_eq!(score_of(corner, "HORN", "8F", "HORN"), None);
    // a corner is not a neighbour
    assert_eq!(score_of(corner, "ON", "2C", "ON"), None);
    // AE would be fine, TT is not a word
    assert_eq!(score_of(corner, "TE", "2A", "ET"), None);
    // A and T are on the board, E is not on a premium
    assert_eq!(score_of(corner, "E", "1A", "ATE"), Some(3));
    // the run continues before the word, or after it
    assert_eq!(score_of(corner, "HE", "1B", "THE"), None);
    let gap = "AT1S11/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    assert_eq!(score_of(gap, "E", "1A", "ATE"), None);
    assert_eq!(score_of(gap, "E", "1A", "ATES"), Some(4));
}

#[test]
fn no_play_covers_tiles_leaves_the_board_or_exceeds_the_rack() {
    assert_eq!(score_of(EXAMPLE, "PEDGIJK", "8G", "SCuRRY"), None);
    assert_eq!(score_of(EXAMPLE, "PEDGIJK", "8G", "SCURRY"), None);
    assert_eq!(score_of(EXAMPLE, "PEDGIJK", "L15", "RIDGE"), None);
    assert_eq!(score_of(EXAMPLE, "PEDGIJK", "15L", "RIDGE"), None);
    // R of ARDOUR, I, D: 1 + 1 + 2, no premiums under them
    assert_eq!(score_of(EXAMPLE, "PEDGIJK", "15L", "RID"), Some(4));
    assert_eq!(score_of(EXAMPLE, "PEDGIJK", "15L", "RIDs"), None);
    assert_eq!(score_of(EXAMPLE, "?EDGIJK", "15L", "RIDs"), Some(12));
    assert_eq!(score_of(EXAMPLE, "PEDGIJK", "15L", "rID"), None);
    for nonsense in ["", "R", "R.D", "R?D", "RÏD"] {
        assert_eq!(score_of(EXAMPLE, "PEDGIJ?", "15L", nonsense), None);
    }
    let position = Position::from_short(EXAMPLE, "PEDGIJK");
    assert_eq!(position.legal(&WORDS, 15, 0, false, "PE"), None);
    assert_eq!(position.legal(&WORDS, usize::MAX, 0, true, "PE"), None);
    assert!(plays(EXAMPLE, "").is_empty());
}

#[test]
fn seven_tiles_earn_the_bonus() {
    // R on the double letter of H12, S on the double word: (7 + 1) x 2 + 50
    assert_eq!(score_of(EMPTY_BOARD, "AEINRST", "H8", "STEARIN"), Some(66));
    // six tiles and one from the board do not earn the bonus
    let board = "15/15/15/15/15/15/15/7S7/15/15/15/15/15/15/15";
    assert_eq!(score_of(board, "AEINRT", "H8", "STEARIN"), Some(8));
    // seven and one from the board do; the premium under the latter is spent: N on the double letter of L8
    // and S on the triple word of O8, (4 + 1 + 1 + 1 + 2 + 1 + 1 + 1) x 3 + 50
    let board = "15/15/15/15/15/15/15/7H7/15/15/15/15/15/15/15";
    assert_eq!(score_of(board, "AEINRST", "8H", "HAIRNETS"), Some(86));
    // R on the double word, S on the double letter: (4 + 1 + 1 + 1 + 1 + 1 + 1 + 2) x 2 + 50
    let board = "15/15/15/15/15/15/15/4H10/15/15/15/15/15/15/15";
    assert_eq!(score_of(board, "AEINRST", "8E", "HAIRNETS"), Some(74));
}

#[test]
fn two_triple_words_count_nine_times() {
    let board = "4R10/4A10/4T10/15/15/15/15/15/15/15/15/15/15/15/15";
    // the second R on the double letter of D1: (1 + 1 + 1 + 2 + 1 + 1 + 1 + 1) x 9 + 50
    assert_eq!(score_of(board, "INERANT", "1A", "INERRANT"), Some(131));
    // a blank there is worth nothing, doubled or not
    assert_eq!(score_of(board, "INE?ANT", "1A", "INErRANT"), Some(113));
    let down = "15/15/15/15/RAT12/15/15/15/15/15/15/15/15/15/15";
    assert_eq!(score_of(down, "INERANT", "A1", "INERRANT"), Some(131));
}

#[test]
fn a_hook_at_the_edge_scores_both_words() {
    let board = "15/15/15/15/15/15/15/11CAT1/15/15/15/15/15/15/15";
    // S on the triple word: CATS (3 + 1 + 1 + 1) x 3, SO (1 + 1) x 3
    assert_eq!(score_of(board, "SO", "O8", "SO"), Some(24));
    // a single tile is named across, where the only word is
    assert_eq!(score_of(board, "S", "8L", "CATS"), Some(18));
    let bottom = "15/15/15/15/15/15/15/15/15/15/15/7C7/7A7/7T7/15";
    assert_eq!(score_of(bottom, "SO", "15H", "SO"), Some(24));
    assert_eq!(score_of(bottom, "S", "H12", "CATS"), Some(18));
}

#[test]
fn blanks_are_worth_nothing_and_each_way_to_lay_them_is_a_play() {
    let words = Words::new(["SEES"]);
    let board = "15/15/15/15/15/15/15/7S7/15/15/15/15/15/15/15";
    let all = |rack: &str| {
        let all = Position::from_short(board, rack).plays(&words);
        let across: Vec<Play> = all.iter().filter(|play| play.position == "8H").cloned().collect();
        assert_eq!(all.len(), 4 * across.len());
        shown(&across)
    };
    // SEES on an S at H8 has the double letter of L8 just after it
    assert_eq!(all("EES"), ["8H SEES EES 4"]);
    assert_eq!(all("EE?"), ["8H SEEs EEs 3"]);
    assert_eq!(all("ES?"), ["8H SEeS EeS 3", "8H SeES eES 3"]);
    assert_eq!(all("EES?"), ["8H SEES EES 4", "8H SEEs EEs 3", "8H SEeS EeS 3", "8H SeES eES 3"]);
    assert_eq!(all("E??"), ["8H SEes Ees 2", "8H SeEs eEs 2"]);
    assert_eq!(all("??S"), ["8H SeeS eeS 2"]);
    // a blank on the board stays a blank
    let blank = board.replace('S', "s");
    assert_eq!(score_of(&blank, "EES", "8H", "SEES"), None);
    assert_eq!(score_of(&blank, "EES", "8H", "sEES"), Some(3));
}

#[test]
fn one_tile_is_one_play_in_the_direction_of_the_longer_word() {
    let words = Words::new(["AB", "BA", "ABA", "BAB"]);
    let all = |board: &str, rack: &str| shown(&Position::from_short(board, rack).plays(&words));
    // words in one line only; I7 and I9 are double letters
    let row = "15/15/15/15/15/15/15/7AB6/15/15/15/15/15/15/15";
    assert_eq!(all(row, "A"), ["8H ABA A 5", "I7 AB A 5", "I8 BA A 5"]);
    // an A at H8 makes BA across and BA down, equally long
    let corner = "15/15/15/15/15/15/7B7/6B8/15/15/15/15/15/15/15";
    // the double word under H8 counts for both words
    let found = all(corner, "A");
    assert!(found.contains(&"8G BA A 16".to_owned()), "{found:?}");
    assert!(!found.iter().any(|play| play.starts_with("H7")), "{found:?}");
    // with an A above, the word down is the longer
    let longer = "15/15/15/15/15/7A7/7B7/6B8/15/15/15/15/15/15/15";
    let found = all(longer, "A");
    assert!(found.contains(&"H6 ABA A 18".to_owned()), "{found:?}");
    assert!(!found.iter().any(|play| play.starts_with("8G")), "{found:?}");
    // and with one to the left, both are equally long again
    let both = "15/15/15/15/15/7A7/7B7/5AB8/15/15/15/15/15/15/15";
    let found = all(both, "A");
    assert!(found.contains(&"8F ABA A 20".to_owned()), "{found:?}");
    assert!(!found.iter().any(|play| play.starts_with("H6")), "{found:?}");
}

/// A tile on a square, by row and column.
type Laid = ((usize, usize), u8);

/// All squares of the board, row by row or column by column.
fn lines(down: bool) -> Vec<Vec<(usize, usize)>> {
    let at = |line, step| if down { (step, line) } else { (line, step) };
    (0..15).map(|line| (0..15).map(|step| at(line, step)).collect()).collect()
}

/// All words on a board as lists of their squares, those across first.
fn words_on(board: &[[u8; 15]; 15]) -> Vec<(bool, Vec<(usize, usize)>)> {
    let mut words = Vec::new();
    for down in [false, true] {
        for line in lines(down) {
            let runs = line.split(|&(row, column)| board[row][column] == b'.');
            words.extend(runs.filter(|run| run.len() > 1).map(|run| (down, run.to_vec())));
        }
    }
    words
}

/// Every permutation of every subset of a rack, with blanks as every letter.
fn arrangements(rack: &[u8]) -> BTreeSet<Vec<u8>> {
    let mut all = BTreeSet::from([Vec::new()]);
    for at in 0..rack.len() {
        let mut rest = rack.to_vec();
        let tile = rest.remove(at);
        let shown = if tile == b'?' { (b'a'..=b'z').collect() } else { vec![tile] };
        for behind in arrangements(&rest) {
            all.extend(shown.iter().map(|&first| [vec![first], behind.clone()].concat()));
        }
    }
    all
}

/// The play of these tiles, judged by all words of the whole board before and after it.
fn judged(position: &Position, laid: &[Laid], down: bool) -> Option<Play> {
    let mut board = position.board;
    for &((row, column), tile) in laid {
        board[row][column] = tile;
    }
    let new = |at: &(usize, usize)| laid.iter().any(|(square, _)| square == at);
    let mut formed = words_on(&board);
    formed.retain(|(_, squares)| squares.iter().any(new));
    let text = |squares: &[(usize, usize)]| -> String {
        squares.iter().map(|&(row, column)| char::from(board[row][column])).collect()
    };
    if !formed.iter().all(|(_, squares)| WORDS.contains(text(squares).as_bytes())) {
        return None;
    }
    let opening = position.board.iter().flatten().all(|&tile| tile == b'.');
    let joined = formed.iter().flat_map(|(_, squares)| squares).any(|at| !new(at));
    if !(if opening { new(&(7, 7)) } else { joined }) {
        return None;
    }
    let score = |squares: &[(usize, usize)]| -> i32 {
        let points = |&(row, column): &(usize, usize)| {
            let value = match board[row][column] {
                b'A' | b'E' | b'I' | b'L' | b'N' | b'O' | b'R' | b'S' | b'T' | b'U' => 1,
                b'D' | b'G' => 2,
                b'B' | b'C' | b'M' | b'P' => 3,
                b'F' | b'H' | b'V' | b'W' | b'Y' => 4,
                b'K' => 5,
                b'J' | b'X' => 8,
                b'Q' | b'Z' => 10,
                _ => 0,
            };
            let premium = position.premiums[row][column];
            match premium {
                b'2' | b'3' if new(&(row, column)) => value * i32::from(premium - b'0'),
                _ => value,
            }
        };
        let times = |&(row, column): &(usize, usize)| match position.premiums[row][column] {
            b'#' if new(&(row, column)) => 2,
            b'$' if new(&(row, column)) => 3,
            _ => 1,
        };
        squares.iter().map(points).sum::<i32>() * squares.iter().map(times).product::<i32>()
    };
    let score_of_all: i32 = formed.iter().map(|(_, squares)| score(squares)).sum();
    let main = if laid.len() == 1 {
        // the last of the longest, so that one across wins over one down
        formed.iter().rev().max_by_key(|(_, squares)| squares.len())
    } else {
        formed.iter().find(|(direction, squares)| *direction == down && squares.iter().any(new))
    };
    let (direction, squares) = main?;
    let (row, letter) = (squares[0].0 + 1, char::from(b'A' + squares[0].1 as u8));
    Some(Play {
        position: if *direction { format!("{letter}{row}") } else { format!("{row}{letter}") },
        word: text(squares),
        tiles: laid.iter().map(|&(_, tile)| char::from(tile)).collect(),
        score: score_of_all + if laid.len() == 7 { 50 } else { 0 },
    })
}

/// All plays, found by tiles: every arrangement, from every empty square to the right and down, skipping
/// squares with tiles.
fn plays_by_tiles(position: &Position) -> Vec<Play> {
    let arrangements = arrangements(&position.rack);
    let mut plays = BTreeSet::new();
    for down in [false, true] {
        for line in lines(down) {
            let free: Vec<(usize, usize)> = line
                .into_iter()
                .filter(|&(row, column)| position.board[row][column] == b'.')
                .collect();
            for first in 0..free.len() {
                for tiles in arrangements.iter().filter(|tiles| !tiles.is_empty()) {
                    if tiles.len() <= free.len() - first {
                        let laid: Vec<Laid> =
                            free[first..].iter().copied().zip(tiles.iter().copied()).collect();
                        plays.extend(judged(position, &laid, down));
                    }
                }
            }
        }
    }
    plays.into_iter().collect()
}

/// A fixed stream of numbers: a linear congruential generator of which the upper bits are used.
struct Stream(u64);

impl Stream {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// How both players of a recorded game choose.
#[derive(Clone, Copy)]
enum Choice {
    /// The highest score.
    Highest,
    /// A random play.
    Any,
    /// The play with the most new pairs of adjacent tiles per tile: a dense board.
    Dense,
}

impl Choice {
    /// Of equals, the first in the order of plays; `None` if there are none.
    fn of<'a>(
        self,
        position: &Position,
        plays: &'a [Play],
        stream: &mut Stream,
    ) -> Option<&'a Play> {
        let first_of_the_most =
            |worth: &dyn Fn(&Play) -> i32| plays.iter().rev().max_by_key(|play| worth(play));
        match self {
            Choice::Highest => first_of_the_most(&|play| play.score),
            Choice::Any => (!plays.is_empty()).then(|| &plays[stream.below(plays.len())]),
            Choice::Dense => first_of_the_most(&|play| {
                let mut after = position.clone();
                after.lay(play);
                let pairs = neighbouring_pairs(&after) - neighbouring_pairs(position);
                1000 * pairs / play.tiles.len() as i32
            }),
        }
    }
}

/// The number of pairs of adjacent tiles, horizontally or vertically.
fn neighbouring_pairs(position: &Position) -> i32 {
    let tiles_in_words =
        words_on(&position.board).into_iter().map(|(_, squares)| squares.len() - 1);
    tiles_in_words.sum::<usize>() as i32
}

/// The 98 letters and two blanks.
fn full_bag() -> Vec<u8> {
    let often = [9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1];
    let letters = (b'A'..=b'Z').zip(often).flat_map(|(letter, count)| vec![letter; count]);
    letters.chain([b'?'; 2]).collect()
}

/// Positions of a game: every fifth turn from a given one on, and the last but one. With blanks, a position
/// is recorded again with blanks in place of the first tiles of the rack, as long as blanks are still unseen.
fn positions_of_a_game(seed: u64, choice: Choice, with_blanks: bool) -> Vec<(String, String)> {
    let mut stream = Stream(seed);
    let mut bag = full_bag();
    let mut racks = [Vec::new(), Vec::new()];
    let mut position = Position::from_short(EMPTY_BOARD, "");
    let mut recorded = Vec::new();
    let (mut turn, mut passes) = (0, 0);
    while passes < 2 {
        let (mover, waiting) = (turn % 2, 1 - turn % 2);
        for rack in [mover, waiting] {
            while racks[rack].len() < 7 && !bag.is_empty() {
                let drawn = stream.below(bag.len());
                racks[rack].push(bag.remove(drawn));
            }
        }
        if racks.iter().any(Vec::is_empty) {
            break;
        }
        position.rack.clone_from(&racks[mover]);
        if turn % 5 == seed as usize % 5 {
            let unseen = bag.iter().chain(&racks[waiting]).filter(|&&tile| tile == b'?').count();
            for blanks in 0..=if with_blanks { unseen } else { 0 } {
                let mut rack = position.rack.clone();
                rack[..blanks].fill(b'?');
                recorded.push((position.short_board(), sorted(&rack)));
            }
        }
        let plays = position.plays(&WORDS);
        passes += 1;
        if let Some(play) = choice.of(&position, &plays, &mut stream) {
            passes = 0;
            position.lay(play);
            for tile in play.tiles.bytes() {
                let on_rack = if tile.is_ascii_lowercase() { b'?' } else { tile };
                let at = racks[mover].iter().position(|&one| one == on_rack).unwrap();
                racks[mover].remove(at);
            }
        }
        turn += 1;
    }
    // the last board with the remaining rack
    let rest = racks.iter().find(|rack| !rack.is_empty()).unwrap();
    recorded.push((position.short_board(), sorted(rest)));
    recorded
}

/// A rack from A to Z, blanks last.
fn sorted(rack: &[u8]) -> String {
    let mut tiles = rack.to_vec();
    tiles.sort_by_key(|&tile| (tile == b'?', tile));
    tiles.into_iter().map(char::from).collect()
}

/// Unusual boards and racks.
const EXTREMES: [(&str, &str); 24] = [
    (EMPTY_BOARD, "AEINRST"),
    (EMPTY_BOARD, "AEINRS?"),
    (EMPTY_BOARD, "EINRT??"),
    (EMPTY_BOARD, "??"),
    (EMPTY_BOARD, "AT"),
    // no play: one tile, a blank alone, no vowel
    (EMPTY_BOARD, "A"),
    (EMPTY_BOARD, "?"),
    (EMPTY_BOARD, "CCJQVVX"),
    (EXAMPLE, "DEGIJKP"),
    (EXAMPLE, "AABILNU"),
    (EXAMPLE, "EINRST?"),
    // from triple word to triple word along the edge
    ("4R10/4A10/4T10/15/15/15/15/15/15/15/15/15/15/15/15", "AEINNRT"),
    // two words from edge to edge
    (CROSS, "DEINST?"),
    (CROSS, "DEINT??"),
    (CROSS, "JQVV"),
    // no word covers the centre, and only the corners are taken
    ("AT11IN/15/15/15/15/15/15/15/15/15/15/15/15/15/ON11GO", "EHRSTW?"),
    // both blanks are on the board
    ("15/15/15/15/15/5q9/5U9/5IzAR6/5Z9/15/15/15/15/15/15", "DEINORS"),
    // single tiles with one empty square between them
    (LATTICE, "AEINRT"),
    (LATTICE, "AEINR?"),
    // meaningless tiles, in a block and with holes
    (BLOCK, "AEINRST"),
    (BLOCK, "AEINS??"),
    (HOLES, "AEINRST"),
    (HOLES, "EINRS??"),
    ("7Q7/7I7/15/15/15/15/15/Z6A6H/15/15/15/15/15/7O7/7X7", "AEIST"),
];

const CROSS: &str = "7N7/7E7/7U7/7R7/7O7/7S7/7U7/COMMISERATINGLY/7G7/7I7/7C7/7A7/7L7/7L7/7Y7";
const LATTICE: &str = "15/1T1H1L1X1U1R1A1/15/1O1G1A1E1D1L1O1/15/1W1M1R1D1S1T1A1/15/\
                       1F1N1I1E1M1U1B1/15/1E1I1O1F1B1V1A1/15/1O1O1S1R1N1C1N1/15/1E1Q1D1I1K1I1T1/15";
const BLOCK: &str = "15/15/15/2TAOAEUEDGO3/2LQLRHUDLIA3/2OCEKWLETET3/2UIXEPEYRNO3/2IBRONGCANI3/\
                     2OVAVEEGRMO3/2NRYISSASPW3/2TZUJMNIAEE3/2DAFTIOBDFH3/15/15/15";
const HOLES: &str = "A1C1Q1U7I/1T3F1M1O1A3/S1O3D1U1Y3F/5I1A1J3I1/X1M1N1T1U1E1D1E/1Z1V3E1N1E3/\
                     D1G1A3E1L1N1A/3I1E1H1R1G3/4B1R1S1O1O1P/1K1O3I1H1A1A1/N1I1U3R3E1A/1L3E1E1W1C1O1/\
                     B3N1P1O1W1T1I/1G1T1I1E1T1Y1O1/R1L1D1E1L1V1R1S";

const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/counts.txt");
const HEAD: &str = "\
# Positions of Scrabble with the number of their legal plays: the board (rows with a / between them,
# numbers for runs of empty squares, blanks in lower case), the rack (? is a blank), the number of
# legal plays, the highest score (- if there is no play).
#
# A play is what its tiles are and where they lie: every letter for a blank and every choice of the
# square that gets it is a play of its own; one tile is one play, whatever words it makes.
# Made by the naive generator of crates/xtest/src/naive/scrabble.rs on the shipped list
# crates/words/data/wordlist.txt, from games that crates/scrabble/tests/it/naive_self.rs plays, and from
# boards made by hand, which are the first and which have words on them that are not in the list. No position has more tiles than the set.
";

/// All positions of the file, without duplicates.
fn recorded_positions() -> Vec<(String, String)> {
    let games: Vec<(u64, Choice)> = [Choice::Highest, Choice::Any, Choice::Dense]
        .into_iter()
        .flat_map(|choice| (1..=3).map(move |seed| (seed, choice)))
        .collect();
    let played = in_threads(&games, |&(seed, choice)| positions_of_a_game(seed, choice, seed == 3));
    let extremes = EXTREMES.map(|(board, rack)| (board.to_owned(), rack.to_owned()));
    let mut all: Vec<(String, String)> = extremes.into();
    for position in played.into_iter().flatten() {
        if !all.contains(&position) {
            all.push(position);
        }
    }
    all
}

/// Board and rack of every fourth line of the file, or of all, each with its line.
fn some_positions_in_the_file() -> Vec<((String, String), String)> {
    let file = std::fs::read_to_string(COUNTS).unwrap();
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let each = |line: &str| {
        let mut fields = line.split(' ').map(str::to_owned);
        let position = (fields.next().unwrap(), fields.next().unwrap());
        (position, format!("{line}\n"))
    };
    lines.map(each).step_by(4usize.div_ceil(cases(1) as usize)).collect()
}

/// The answers to many questions, in order; every second one is computed on another thread.
fn in_threads<Q: Sync, A: Send>(questions: &[Q], answer: impl Fn(&Q) -> A + Sync) -> Vec<A> {
    let mut answers: Vec<(usize, A)> = thread::scope(|scope| {
        let answer = &answer;
        let part = |first| {
            let mine = questions.iter().enumerate().skip(first).step_by(2);
            move || mine.map(|(at, question)| (at, answer(question))).collect::<Vec<_>>()
        };
        let threads = [0, 1].map(|first| scope.spawn(part(first)));
        let joined =
            threads.map(|one| one.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
        joined.into_iter().flatten().collect()
    });
    answers.sort_by_key(|&(at, _)| at);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// A line of the file.
fn counted((board, rack): &(String, String)) -> String {
    let plays = plays(board, rack);
    let highest = plays.iter().map(|play| play.score).max();
    let highest = highest.map_or("-".to_owned(), |score| score.to_string());
    format!("{board} {rack} {} {highest}\n", plays.len())
}

#[test]
fn the_counts_match_the_file() {
    let is_new = std::env::var_os("UPDATE_GOLDEN").is_some();
    if !is_new && cases(1) == 1 {
        let (positions, lines): (Vec<_>, Vec<_>) = some_positions_in_the_file().into_iter().unzip();
        assert_eq!(in_threads(&positions, counted), lines);
        return;
    }
    let positions = recorded_positions();
    let text = HEAD.to_owned() + &in_threads(&positions, counted).concat();
    if is_new {
        std::fs::write(COUNTS, &text).unwrap();
    }
    let file = std::fs::read_to_string(COUNTS).unwrap();
    assert!(file.lines().eq(text.lines()), "the counts have changed; see the head of this test");
}

#[test]
fn the_positions_in_the_file_cover_every_kind_with_one_tile_set() {
    let file = std::fs::read_to_string(COUNTS).unwrap();
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    let different: BTreeSet<&str> = lines.iter().copied().collect();
    assert!(lines.len() >= 60 && different.len() == lines.len(), "{} lines", lines.len());
    let [mut blanks_on_rack, mut blanks_on_board] = [[0; 3]; 2];
    let (mut without_play, mut late) = (0, 0);
    for line in lines {
        let fields: Vec<&str> = line.split(' ').collect();
        let [board, rack, count, highest] = fields[..] else { panic!("{line}") };
        let mut bag = full_bag();
        let tiles = board.bytes().filter(u8::is_ascii_alphabetic).chain(rack.bytes());
        for tile in tiles {
            let drawn = if tile.is_ascii_lowercase() { b'?' } else { tile };
            let at = bag.iter().position(|&one| one == drawn);
            bag.remove(at.unwrap_or_else(|| panic!("too many of {}: {line}", char::from(drawn))));
        }
        blanks_on_rack[rack.matches('?').count()] += 1;
        blanks_on_board[board.matches(|tile: char| tile.is_ascii_lowercase()).count()] += 1;
        late += usize::from(bag.len() <= 7);
        without_play += usize::from(count == "0");
        assert_eq!(count == "0", highest == "-", "{line}");
    }
    let all = [blanks_on_rack[1], blanks_on_rack[2], blanks_on_board[1], blanks_on_board[2], late];
    assert!(
        all.iter().all(|&of_a_kind| of_a_kind >= 8) && without_play >= 5,
        "{all:?} {without_play}"
    );
}

#[test]
fn a_search_by_tiles_finds_the_same_plays() {
    let (positions, _): (Vec<_>, Vec<_>) = some_positions_in_the_file().into_iter().unzip();
    let parts = in_threads(&positions, |(board, rack)| {
        // fewer tiles where blanks give many arrangements: the last ones of the rack, so that blanks stay
        let tiles = [4, 3, 2][rack.matches('?').count()];
        let position = Position::from_short(board, &rack[rack.len().saturating_sub(tiles)..]);
        let by_words = position.plays(&WORDS);
        assert_eq!(by_words, plays_by_tiles(&position), "{board} {rack}");
        by_words.len()
    });
    assert!(parts.iter().sum::<usize>() > 2_500, "{parts:?}");
}
