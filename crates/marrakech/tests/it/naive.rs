//! The Marrakech engine against a second, naive one that works on the texts themselves: drawn positions on
//! which both must give the same answers.
//!
//! Positions come from random games in every order of colours, the same with other purses, hands and players
//! out, boards full of rugs laid without rules, and boards of scattered halves; rugs to test are mostly near
//! Assam, some with numbers that are already visible, and some malformed.
//!
//! The naive engine is slow, so each position is asked only some of the eight questions, in rotation: always
//! whether the game is over, Assam's turn and walk, and two of the others (`rug-valid`, `placement-valid`,
//! `payment`, `winner`, `place`); that is five answers per position, two of them to expensive questions.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::positions::{colour, game_over, moved, position, random, rotate};
use lettergame_base::{Rng, Seed};
use lettergame_marrakech::rules::{Assam, Die, Facing, Move, Phase, Position, Rug, Square, Stage};
use lettergame_xtest::cases;
use lettergame_xtest::naive::marrakech as plain;

/// Positions per random stream.
const BATCH: usize = 1_000;
const THREADS: usize = 2;

const COLOURS: [char; 4] = ['c', 'y', 'r', 'p'];
const FACINGS: [char; 4] = ['N', 'E', 'S', 'W'];

fn pick<T: Copy>(rng: &mut Rng, among: &[T]) -> T {
    among[rng.below(among.len() as u32) as usize]
}

/// True one time in this many.
fn once_in(rng: &mut Rng, times: u32) -> bool {
    rng.below(times) == 0
}

/// Two to four colours in any order.
fn colours(rng: &mut Rng) -> Vec<char> {
    let mut all = COLOURS.to_vec();
    rng.shuffle_front(&mut all, 4);
    all.truncate(2 + rng.below(3) as usize);
    all
}

/// Players with any purse and hand: often poor, often without rugs, some out.
fn any_players(rng: &mut Rng) -> String {
    let (most_dirhams, most_rugs) = (pick(rng, &[3, 3, 40, 1000]), pick(rng, &[1, 1, 2, 16, 100]));
    let one = |letter: char, rng: &mut Rng| {
        let (dirhams, rugs) = (rng.below(most_dirhams), rng.below(most_rugs));
        let state = if once_in(rng, 4) { 'o' } else { 'i' };
        format!("P{letter}{dirhams:03}{rugs:02}{state}")
    };
    colours(rng).into_iter().map(|letter| one(letter, rng)).collect()
}

fn any_assam(rng: &mut Rng) -> String {
    format!("A{}{}{}", rng.below(7), rng.below(7), pick(rng, &FACINGS))
}

fn any_id(rng: &mut Rng, numbers: u32) -> String {
    format!("{}{:02}", pick(rng, &COLOURS), rng.below(numbers))
}

/// Rugs of any colour, each on two neighbouring squares, over whatever is there.
fn board_of_rugs(rng: &mut Rng) -> String {
    let mut squares = vec!["n00".to_owned(); 49];
    for _ in 0..rng.below(60) {
        let id = any_id(rng, 100);
        let (x, y) = (rng.below(7) as usize, rng.below(6) as usize);
        let pair =
            if once_in(rng, 2) { [7 * x + y, 7 * x + y + 1] } else { [7 * y + x, 7 * y + x + 7] };
        pair.into_iter().for_each(|index| squares[index].clone_from(&id));
    }
    squares.concat()
}

/// Each square shows anything: with few numbers, so that halves of a rug are scattered, and few colours, so
/// that regions are large.
fn board_of_halves(rng: &mut Rng) -> String {
    let numbers = pick(rng, &[2, 10, 100]);
    let empty = pick(rng, &[0, 2, 8]);
    let few = colours(rng);
    let one = |rng: &mut Rng| {
        if rng.below(10) < empty {
            return "n00".to_owned();
        }
        format!("{}{:02}", pick(rng, &few), rng.below(numbers))
    };
    (0..49).map(|_| one(rng)).collect()
}

/// The positions of one random game, before every decision.
fn positions_of_a_game(rng: &mut Rng) -> Vec<String> {
    let dirhams = pick(rng, &[30, 30, 5]);
    let seated = colours(rng);
    let players: String = seated.iter().map(|letter| format!("P{letter}{dirhams:03}15i")).collect();
    let text = format!("{players}A33{}B{}", pick(rng, &FACINGS), "n00".repeat(49));
    let mut stage = Stage::resume(position(&text), colour(seated[0]), false).unwrap();
    let mut all = vec![text];
    while stage.phase() != Phase::Over {
        match random(&stage, rng) {
            Move::Rotate(rotation) => {
                stage.rotate(rotation);
                stage.roll(Die::roll(rng));
            }
            Move::Place(squares) => {
                stage.place(squares);
            }
        }
        all.push(stage.position().to_string());
    }
    all
}

fn any_position(kind: usize, of_games: &mut Vec<String>, rng: &mut Rng) -> String {
    let mut of_a_game = |rng: &mut Rng| {
        if of_games.is_empty() {
            *of_games = positions_of_a_game(rng);
        }
        of_games.pop().unwrap_or_default()
    };
    match kind % 4 {
        0 => of_a_game(rng),
        1 => {
            let text = of_a_game(rng);
            let from_assam = text.find('A').unwrap_or(0);
            any_players(rng) + &text[from_assam..]
        }
        2 => format!("{}{}B{}", any_players(rng), any_assam(rng), board_of_rugs(rng)),
        _ => format!("{}{}B{}", any_players(rng), any_assam(rng), board_of_halves(rng)),
    }
}

/// A square next to the given one; off the board, the square itself.
fn next_to(square: [u8; 2], rng: &mut Rng) -> [u8; 2] {
    let [x, y] = square;
    let there = match rng.below(4) {
        0 => [x, y.wrapping_sub(1)],
        1 => [x.wrapping_add(1), y],
        2 => [x, y.wrapping_add(1)],
        _ => [x.wrapping_sub(1), y],
    };
    // occasionally beyond the upper edge, to be rejected
    if there.iter().all(|&at| at < 7) || (there.contains(&7) && once_in(rng, 4)) {
        there
    } else {
        square
    }
}

/// A rug for this position, mostly near Assam; occasionally a visible one, or a malformed one.
fn any_rug(text: &str, rng: &mut Rng) -> String {
    let bytes = text.as_bytes();
    let from_assam = text.find('A').unwrap_or(0);
    let id = match rng.below(8) {
        0 => {
            let at = from_assam + 5 + 3 * rng.below(49) as usize;
            text[at..at + 3].to_owned()
        }
        1 => any_id(rng, 100),
        // of a player of this game, with a number that is rarely taken
        _ => {
            let player = 8 * rng.below(from_assam as u32 / 8) as usize;
            format!("{}{:02}", &text[player + 1..player + 2], rng.below(100))
        }
    };
    let assam = [bytes[from_assam + 1] - b'0', bytes[from_assam + 2] - b'0'];
    let mut squares = if once_in(rng, 8) {
        [(); 2].map(|()| [rng.below(7) as u8, rng.below(7) as u8])
    } else {
        let near = next_to(assam, rng);
        [near, next_to(near, rng)]
    };
    if once_in(rng, 2) {
        squares.reverse();
    }
    let [[a, b], [c, d]] = squares;
    let rug = format!("{id}{a}{b}{c}{d}");
    if once_in(rng, 10) { spoiled(&rug, rng) } else { rug }
}

/// The rug with one character changed, removed or inserted.
fn spoiled(rug: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = rug.chars().collect();
    let at = rng.below(chars.len() as u32) as usize;
    let other = pick(rng, &['c', 'p', 'n', 'C', '0', '6', '7', '9', '+', '-', ' ', 'é', '٣']);
    match rng.below(4) {
        0 => chars.insert(at, other),
        1 => {
            chars.remove(at);
        }
        _ => chars[at] = other,
    }
    chars.into_iter().collect()
}

/// The number of answers to each question: `false`, `0`, `n` and the like are one kind, all others another.
type Answers = BTreeMap<(&'static str, bool), usize>;

/// Asserts that both answers agree; `telling` is whether it is not the common answer.
fn agree<T: PartialEq + Debug>(
    answers: &mut Answers,
    question: &'static str,
    asked: impl Fn() -> String,
    [engine, naive]: [T; 2],
    telling: impl Fn(&T) -> bool,
) {
    assert_eq!(engine, naive, "{question} {}", asked());
    *answers.entry((question, telling(&naive))).or_default() += 1;
}

fn compare(index: usize, text: &str, rng: &mut Rng, answers: &mut Answers) {
    let here: Position = position(text);
    assert_eq!(here.to_string(), text, "a text reads back");
    let game = || text.to_owned();
    agree(answers, "game-over", game, [here.is_over(), plain::game_over(text)], |&over| over);

    let assam = here.assam();
    let degrees = pick(rng, &[0, 90, 270, 180, 360, -90]);
    let pips = 1 + rng.below(4) as u8;
    let assam_text = assam.to_string();
    let turned = [rotate(&assam_text, degrees), plain::rotate(&assam_text, degrees)];
    agree(answers, "rotate", || format!("{assam} {degrees}"), turned, |t| *t != assam_text);
    let walked = [moved(&assam_text, pips), plain::move_assam(&assam_text, u32::from(pips))];
    let off = |there: &String| !there.ends_with(&assam_text[3..]);
    agree(answers, "move", || format!("{assam} {pips}"), walked, off);

    let rug_text = any_rug(text, rng);
    let rug: Option<Rug> = rug_text.parse().ok();
    let with_rug = || format!("{text} {rug_text}");
    let valid = |answers: &mut Answers| {
        let engine = rug.is_some_and(|rug| here.rug_is_valid(rug));
        let both = [engine, plain::rug_valid(text, &rug_text)];
        agree(answers, "rug-valid", with_rug, both, |&valid| valid);
    };
    let placement = |answers: &mut Answers| {
        let engine = rug.is_some_and(|rug| here.placement_is_valid(rug));
        let both = [engine, plain::placement_valid(text, &rug_text)];
        agree(answers, "placement-valid", with_rug, both, |&valid| valid);
    };
    let payment = |answers: &mut Answers| {
        let both = [here.payment(), plain::payment(text)];
        agree(answers, "payment", game, both, |&payment| payment > 0);
    };
    let winner = |answers: &mut Answers| {
        let both = [here.winner().letter(), plain::winner(text)];
        agree(answers, "winner", game, both, |&winner| winner != 'n');
        if here.winner().letter() == 't' {
            *answers.entry(("tie", true)).or_default() += 1;
        }
    };
    let place = |answers: &mut Answers| {
        let mut after = here.clone();
        let placed = rug.is_some_and(|rug| after.place(rug));
        assert_eq!(placed, after != here, "it says whether it did");
        let both = [after.to_string(), plain::place(text, &rug_text)];
        agree(answers, "place", with_rug, both, |after| after != text);
    };
    let dear: [&dyn Fn(&mut Answers); 5] = [&valid, &placement, &payment, &winner, &place];
    // the kind of position changes with `index` too, with a period of four, so that all combinations occur
    let first = index / 4 % 5;
    dear[first](answers);
    dear[(first + 2) % 5](answers);
}

fn compare_batches(batches: impl Iterator<Item = usize>) -> Answers {
    let mut answers = Answers::new();
    for batch in batches {
        let mut rng = Seed(batch as u64).rng();
        let mut of_games = Vec::new();
        for index in 0..BATCH {
            let text = any_position(index, &mut of_games, &mut rng);
            compare(index, &text, &mut rng, &mut answers);
        }
    }
    answers
}

#[test]
fn both_engines_agree_on_drawn_positions() {
    let positions = cases(250_000) as usize;
    let all = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|first| {
                scope.spawn(move || compare_batches((first..positions / BATCH).step_by(THREADS)))
            })
            .collect();
        let mut all = Answers::new();
        for thread in threads {
            for (key, count) in thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why)) {
                *all.entry(key).or_default() += count;
            }
        }
        all
    });
    let asked = |question| -> usize {
        [false, true].iter().filter_map(|telling| all.get(&(question, *telling))).sum()
    };
    for question in ["game-over", "rotate", "move"] {
        assert_eq!(asked(question), positions);
    }
    for question in ["rug-valid", "placement-valid", "payment", "winner", "place"] {
        assert_eq!(asked(question), 2 * positions / 5);
        for telling in [false, true] {
            // neither answer is rare, or the agreement would mean little
            let count = all[&(question, telling)];
            assert!(count > positions / 20, "{question} {telling}: {all:?}");
        }
    }
    assert!(all[&("game-over", true)] > positions / 20 && all[&("move", true)] > positions / 20);
    assert!(all[&("tie", true)] > positions / 200, "{all:?}");
}

#[test]
fn both_engines_agree_on_every_turn_and_walk_of_assam() {
    for square in Square::all() {
        for facing in Facing::ALL {
            let assam = Assam { square, facing }.to_string();
            for pips in 1..=4 {
                let walked = plain::move_assam(&assam, u32::from(pips));
                assert_eq!(moved(&assam, pips), walked, "{assam} {pips}");
            }
            for degrees in -720..=720 {
                assert_eq!(rotate(&assam, degrees), plain::rotate(&assam, degrees), "{degrees}");
            }
        }
    }
}

#[test]
fn both_engines_agree_on_who_has_won_at_the_end_of_games() {
    let mut rng = Seed(1).rng();
    for _ in 0..300 {
        let last = positions_of_a_game(&mut rng).pop().unwrap_or_default();
        assert!(game_over(&last) && plain::game_over(&last));
        assert_eq!(position(&last).winner().letter(), plain::winner(&last), "{last}");
    }
}
