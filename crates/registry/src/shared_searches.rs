//! Games that share what was prepared for others.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use lettergame_game::Configurable;
use lettergame_words::Lexicon;

/// Prepared games whose preparation (for example the word search) can be shared with others. These
/// play like separate games, but most of the preparation is already done.
#[derive(Default)]
pub struct SharedSearches(Mutex<Vec<Arc<dyn Any + Send + Sync>>>);

/// The number of games kept.
const MAX_SEARCHES: usize = 4;

impl SharedSearches {
    /// The game with these rules and words.
    ///
    /// # Errors
    /// If the words are not sufficient for the game.
    pub fn game<G: Configurable>(
        &self,
        rules: G::Rules,
        lexicon: Arc<Lexicon>,
    ) -> Result<Arc<G>, String> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let share = |other: &Arc<dyn Any + Send + Sync>| {
            other.downcast_ref::<G>()?.sharing(&rules, &lexicon)
        };
        if let Some(game) = kept.iter().find_map(share) {
            return Ok(Arc::new(game));
        }
        let game = Arc::new(G::configured(rules, Arc::clone(&lexicon))?);
        // a game that shares nothing with its kind would only displace others
        if game.sharing(game.rules(), &lexicon).is_some() {
            if kept.len() == MAX_SEARCHES {
                kept.remove(0);
            }
            kept.push(Arc::clone(&game) as Arc<dyn Any + Send + Sync>);
        }
        Ok(game)
    }
}
