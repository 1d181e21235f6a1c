//! Making players for single games, of whatever kind.

use std::path::Path;
use std::sync::Arc;

use crate::cli::exit::Failure;
use crate::game::{Game, Roster, Strategy};
use crate::lexicon::Lexicon;
use crate::protocol::{Hosting, Site};
use crate::tournament::{Foreign, rules_json};

/// What is played, as players need to know it that are not built in.
pub(super) struct Venue<'a> {
    /// The game's name.
    pub(super) game: &'static str,
    /// Its rules, by the names that a config has.
    pub(super) rules: Vec<(&'static str, String)>,
    /// The words that count; the shipped ones if it has none of its own.
    pub(super) lexicon: Option<&'a Lexicon>,
    pub(super) hosting: Hosting,
}

impl Venue<'_> {
    /// The player that a text names, for a single game: of the roster, a program or a module.
    pub(super) fn strategy<G: Game>(
        &self,
        roster: &[Roster<G>],
        text: &str,
        rules: &Arc<G>,
    ) -> Result<Arc<dyn Strategy<G>>, Failure> {
        let Some(foreign) = Foreign::of_text(text, Path::new("")) else {
            return Roster::make(roster, text, rules).map_err(Failure::usage);
        };
        let shipped;
        let lexicon = match self.lexicon {
            Some(lexicon) => lexicon,
            None => {
                shipped = Lexicon::shipped();
                &shipped
            }
        };
        let site = Site::new(&self.hosting, lexicon, None).map_err(Failure::unusable)?;
        let told = rules_json(self.rules.iter().map(|(key, value)| (*key, value.as_str())));
        foreign
            .strategy(&site, (self.game, &**rules), &told)
            .map_err(|why| Failure::Unusable(format!("player `{text}`: {why}")))
    }
}
