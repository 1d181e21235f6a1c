//! Rules with their solvers, kept for the next hand.

use std::sync::{Arc, Mutex, PoisonError};

use crate::wordgame::result::Others;
use lettergame_wordgame::rules::{Hand, Wordgame, WordgameRules};
use lettergame_wordgame::solving::Solver;
use lettergame_words::Lexicon;

/// Maximum number of rules kept; a solver takes some megabytes.
const MAX_GAMES: usize = 6;

/// Maximum number of hands whose solutions are kept.
const SOLVED: usize = 64;

/// Rules with their game and solver.
#[derive(Clone)]
pub(super) struct CachedGame {
    pub(super) game: Arc<Wordgame>,
    pub(super) solver: Arc<Solver>,
    solved: Arc<Solved>,
}

/// The hands viewed last.
type Solved = Mutex<Vec<(Hand, Arc<Others>)>>;

impl CachedGame {
    /// Other solutions of a hand: the computer's, and the optimum.
    pub(super) fn others(&self, hand: &Hand) -> Arc<Others> {
        let solved = || self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, others)) = solved().iter().find(|(own, _)| own == hand) {
            return Arc::clone(others);
        }
        let others = Arc::new(Others::of(&self.game, &self.solver, hand));
        let mut kept = solved();
        if kept.len() == SOLVED {
            kept.remove(0);
        }
        kept.push((hand.clone(), Arc::clone(&others)));
        others
    }
}

/// The rules used last.
pub(super) struct GameCache {
    lexicon: Arc<Lexicon>,
    books: Mutex<Vec<CachedGame>>,
}

impl GameCache {
    pub(super) fn new(lexicon: Arc<Lexicon>) -> GameCache {
        GameCache { lexicon, books: Mutex::default() }
    }

    /// The game of these rules.
    pub(super) fn book(&self, rules: WordgameRules) -> CachedGame {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = books.iter().find(|book| *book.game.rules() == rules) {
            return book.clone();
        }
        let game = Arc::new(Wordgame::new(rules, Arc::clone(&self.lexicon)));
        let book =
            CachedGame { solver: Arc::new(Solver::new(&game)), game, solved: Arc::default() };
        if books.len() == MAX_GAMES {
            books.remove(0);
        }
        books.push(book.clone());
        book
    }
}
