//! `analyse wordgame`: what the original computer player makes of a hand, compared with the optimum; what a
//! word of it is worth; the functions of the problem set.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::cli::args::{HandArgs, WordgameArgs, WordgameQuery};
use crate::cli::ask::ask;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::print;
use crate::cli::play::wordgame::{dealer, rules};
use lettergame_base::{Points, terminal_text};
use lettergame_report::{Cell, Format, Table};
use lettergame_wordgame::rules::{Hand, HandPlay, ParseHandError, Played, Wordgame};
use lettergame_wordgame::solving::{SolveError, Solver, Step};
use lettergame_words::Lexicon;

/// A hand played by two players.
#[derive(Serialize)]
struct Solved {
    hand: String,
    n: usize,
    seed: HandRow,
    optimal: HandRow,
}

/// The result of one player.
#[derive(Serialize)]
pub(in crate::cli) struct HandRow {
    pub(in crate::cli) words: Vec<Played>,
    pub(in crate::cli) total: Points,
    /// The letters that are burnt first, if that helps.
    #[serde(skip_serializing_if = "String::is_empty")]
    burnt: String,
}

pub(super) fn run(args: &WordgameArgs) -> Result<(), Failure> {
    match &args.query {
        Some(query) => print(&(answer(query)? + "\n")),
        None => tell_hands(&args.hand),
    }
}

/// What a function of the problem set returns.
fn answer(query: &WordgameQuery) -> Result<String, Failure> {
    let lower = |word: &str| word.trim().to_lowercase();
    Ok(match query {
        WordgameQuery::Score { word, n } => {
            let rules = rules("6.00", Some(n))?;
            let word = lower(word);
            if word.len() > rules.hand_size() || !word.bytes().all(|byte| byte.is_ascii_lowercase())
            {
                let n = rules.hand_size();
                return Err(Failure::Usage(format!(
                    "word `{word}`: expected at most {n} letters, a to z"
                )));
            }
            rules.word_points(&word, rules.hand_size()).to_string()
        }
        WordgameQuery::Valid { word, hand, lexicon } => {
            let rules = rules("6.00", Some("26"))?;
            let game = Wordgame::new(rules, load(lexicon.as_deref(), false)?.lexicon);
            game.valid(&read_hand(hand)?, &lower(word)).is_ok().to_string()
        }
        WordgameQuery::Update { hand, word } => {
            let hand = read_hand(hand)?;
            let left = hand.without(word.trim()).ok_or_else(|| {
                Failure::Usage(format!(
                    "word `{word}`: its letters are not all in the hand `{hand}`"
                ))
            })?;
            left.grouped()
        }
        WordgameQuery::Length { hand } if hand.is_empty() => "0".to_owned(),
        WordgameQuery::Length { hand } => read_hand(hand)?.len().to_string(),
    })
}

fn read_hand(text: &str) -> Result<Hand, Failure> {
    text.parse().map_err(|error: ParseHandError| Failure::Usage(format!("hand `{text}`: {error}")))
}

fn tell_hands(args: &HandArgs) -> Result<(), Failure> {
    let lexicon = load(args.lexicon.as_deref(), false)?.lexicon;
    let mut solver = HandSolver { args, lexicon, solvers: BTreeMap::new() };
    if args.hands == ["-"] {
        while let Some(line) = ask("")? {
            if !line.trim().is_empty() {
                solver.tell(line.trim())?;
            }
        }
        return Ok(());
    }
    args.hands.iter().try_for_each(|hand| solver.tell(hand))
}

/// Solvers for every hand size seen so far.
struct HandSolver<'a> {
    args: &'a HandArgs,
    lexicon: Arc<Lexicon>,
    solvers: BTreeMap<usize, (Arc<Wordgame>, Solver)>,
}

impl HandSolver<'_> {
    /// Prints the results for a hand.
    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        let hand = read_hand(text)?;
        let given = self.args.hand_size.clone();
        let rules =
            rules(&self.args.preset, Some(&given.unwrap_or_else(|| hand.len().to_string())))?;
        dealer::fits(&hand, &rules)?;
        let lexicon = &self.lexicon;
        let (game, solver) = self.solvers.entry(rules.hand_size()).or_insert_with(|| {
            let game = Arc::new(Wordgame::new(rules, Arc::clone(lexicon)));
            let solver = Solver::new(&game);
            (game, solver)
        });
        let format = self.args.format.format;
        if !self.args.word.is_empty() {
            let tried: Vec<TriedWord> =
                self.args.word.iter().map(|word| try_word(game, &hand, word)).collect();
            return print(&tried_text(&tried, format)?);
        }
        let solved = solve(game, solver, &hand)?;
        print(&shown(&solved, format)?)
    }
}

/// A word tried on a hand.
#[derive(Serialize)]
struct TriedWord {
    hand: String,
    n: usize,
    word: String,
    valid: bool,
    /// `None` for an invalid word.
    points: Option<Points>,
    /// The letters left; after an invalid word those that it does not burn.
    left: String,
    /// Why it is invalid; empty for a valid word.
    why: String,
}

fn try_word(game: &Wordgame, hand: &Hand, word: &str) -> TriedWord {
    let mut play = HandPlay::new(hand.clone());
    let points = play.play(game, word);
    TriedWord {
        hand: hand.to_string(),
        n: game.rules().hand_size(),
        word: word.to_owned(),
        valid: points.is_ok(),
        left: play.now().to_string(),
        why: points.as_ref().err().map_or(String::new(), ToString::to_string),
        points: points.ok(),
    }
}

fn tried_text(tried: &[TriedWord], format: Format) -> Result<String, Failure> {
    if format == Format::Json {
        let line = |one| Ok(serde_json::to_string(one).map_err(Failure::unusable)? + "\n");
        return tried.iter().map(line).collect();
    }
    let mut table = Table::new(&["hand", "n", "word", "valid", "points", "left", "why"]);
    for one in tried {
        table.push(vec![
            Cell::text(&one.hand),
            Cell::count(one.n as u64),
            Cell::text(&terminal_text(&one.word)),
            Cell::text(if one.valid { "yes" } else { "no" }),
            one.points.map_or(Cell::Nothing, |points| Cell::Number(points.to_string())),
            Cell::text(&one.left),
            Cell::text(&terminal_text(&one.why)),
        ]);
    }
    table.render(format).map_err(Failure::unusable)
}

fn solve(game: &Wordgame, solver: &Solver, hand: &Hand) -> Result<Solved, Failure> {
    let mut greedy = HandPlay::new(hand.clone());
    while let Some(word) = solver.best_word(greedy.now())
        && greedy.play(game, &word).is_ok()
    {}
    Ok(Solved {
        hand: hand.to_string(),
        n: game.rules().hand_size(),
        seed: line(&greedy, String::new()),
        optimal: optimum(game, solver, hand).map_err(Failure::usage)?,
    })
}

/// The best possible result for a hand.
pub(in crate::cli) fn optimum(
    game: &Wordgame,
    solver: &Solver,
    hand: &Hand,
) -> Result<HandRow, SolveError> {
    let mut best = HandPlay::new(hand.clone());
    let mut burnt = String::new();
    for step in solver.optimum(hand)? {
        let text = match step {
            Step::Word(word, _) => word,
            Step::Burn(tile) => {
                burnt.push(tile);
                tile.to_string()
            }
        };
        // a burnt letter is not a word
        let _ = best.play(game, &text);
    }
    Ok(line(&best, burnt))
}

fn line(play: &HandPlay, burnt: String) -> HandRow {
    HandRow { words: play.words().to_vec(), total: play.total(), burnt }
}

fn shown(solved: &Solved, format: Format) -> Result<String, Failure> {
    if format == Format::Json {
        return Ok(serde_json::to_string(solved).map_err(Failure::unusable)? + "\n");
    }
    let mut table = Table::new(&["hand", "n", "player", "words", "total"]);
    for (player, line) in [("seed", &solved.seed), ("optimal", &solved.optimal)] {
        table.push(vec![
            Cell::text(&solved.hand),
            Cell::count(solved.n as u64),
            Cell::text(player),
            Cell::text(&words_text(line)),
            Cell::Number(line.total.to_string()),
        ]);
    }
    table.render(format).map_err(Failure::unusable)
}

/// `fohn 40 + zap 42`, with the letters that are burnt first.
pub(in crate::cli) fn words_text(line: &HandRow) -> String {
    let word = |played: &Played| format!("{} {}", played.word, played.points);
    let words = line.words.iter().map(word).collect::<Vec<_>>().join(" + ");
    if line.burnt.is_empty() { words } else { format!("burn {}, {words}", line.burnt) }
}
