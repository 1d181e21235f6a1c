//! What all pages of the section share: the rules with their words.

use std::sync::Arc;

use axum::http::StatusCode;

use crate::app::App;
use crate::refused::Refused;
use lettergame_scrabble::rules::{Scrabble, ScrabbleRules};

/// The rules, where the words admit them.
pub(super) struct Desk {
    pub(super) app: Arc<App>,
    game: Result<Arc<Scrabble>, String>,
}

impl Desk {
    pub(super) fn new(app: Arc<App>) -> Desk {
        let admitted = Scrabble::admit_words(&app.lexicon).map_err(|error| error.to_string());
        let lexicon = Arc::clone(&app.lexicon);
        let game = admitted.map(|()| Arc::new(Scrabble::new(ScrabbleRules::standard(), lexicon)));
        Desk { app, game }
    }

    /// The rules with the words of the server.
    pub(super) fn game(&self) -> Result<Arc<Scrabble>, Refused> {
        self.admitted().map_err(|text| Refused::new(StatusCode::UNPROCESSABLE_ENTITY, text))
    }

    /// The same; what is wrong with the words as a text.
    pub(super) fn admitted(&self) -> Result<Arc<Scrabble>, String> {
        self.game.clone()
    }
}
