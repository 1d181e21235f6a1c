//! The sections of the simulator as every page shows them: the links above it, rules, style sheet and
//! script. The pages of a section are its entry in `sections`.

use maud::Markup;

use crate::glossary::{self, Term, explained};
use crate::rules::{self, fold_out};
use lettergame_auction::rules::AuctionRules;
use lettergame_wordgame::rules::WordgameRules;

/// A part of the simulator: a game, or the tournaments.
pub(crate) struct Section {
    /// The address of its first page.
    pub(crate) path: &'static str,
    /// The address to which links from other pages lead.
    pub(crate) front: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// The default rules of its game, in short; empty if it has none.
    pub(crate) rules: fn() -> Vec<String>,
    /// The terms of its game.
    pub(crate) terms: &'static [Term],
    /// Its own style sheet, after the shared one.
    pub(crate) style: File,
    /// Its own script, if it has one.
    pub(crate) script: Option<File>,
    /// The script of its rooms, if they have one.
    pub(crate) room_script: Option<File>,
    /// Whether its pages show a board whose colours can be chosen.
    pub(crate) has_board: bool,
    /// Whether its pages show plots and load their style sheet.
    pub(crate) plots: bool,
}

impl Section {
    /// The class of its elements, for its style sheet.
    pub(crate) fn class(&self) -> &'static str {
        self.path.trim_start_matches('/')
    }

    /// The default rules and the terms of its game, to be folded out; without a game, its terms alone.
    pub(crate) fn how_to_play(&self) -> Markup {
        self.how_to_play_by(&(self.rules)())
    }

    /// The same with other rules.
    pub(crate) fn how_to_play_by(&self, rules: &[String]) -> Markup {
        fold_out(rules, self.terms)
    }

    /// A term of its game with this text, explained when it is pointed at, focused or pressed. `place` is unique
    /// among those of the same term on the page.
    pub(crate) fn term(&self, text: &str, place: &str) -> Markup {
        explained(self.terms, text, text, place)
    }

    /// A question mark beside the label of a field, which explains this term.
    pub(crate) fn term_mark(&self, name: &str) -> Markup {
        explained(self.terms, name, "?", "field")
    }
}

/// A file that only the pages of one section load.
pub(crate) struct File {
    /// Its name in the address.
    pub(crate) name: &'static str,
    /// Its content.
    pub(crate) text: &'static str,
}

/// What a game is called that configs name like this.
pub(crate) fn title_of(game: &str) -> &str {
    let own = SECTIONS.iter().find(|section| section.class() == game);
    own.map_or(game, |section| section.title)
}

/// All sections, in the order of the links.
pub(crate) static SECTIONS: [&Section; 5] =
    [&AUCTION, &MARRAKECH, &SCRABBLE, &WORDGAME, &TOURNAMENTS];

/// The Letter Game.
pub(crate) static AUCTION: Section = Section {
    path: "/auction",
    front: "/auction",
    title: "Letter Game",
    rules: || rules::auction(&AuctionRules::words()),
    terms: &glossary::AUCTION,
    style: File { name: "auction.css", text: include_str!("auction/auction.css") },
    script: None,
    room_script: Some(File { name: "auction.js", text: include_str!("auction/auction.js") }),
    has_board: false,
    plots: false,
};

/// Marrakech.
pub(crate) static MARRAKECH: Section = Section {
    path: "/marrakech",
    front: "/marrakech",
    title: "Marrakech",
    rules: rules::marrakech,
    terms: &glossary::MARRAKECH,
    style: File { name: "marrakech.css", text: include_str!("marrakech/marrakech.css") },
    script: Some(File { name: "marrakech.js", text: include_str!("marrakech/marrakech.js") }),
    room_script: None,
    has_board: true,
    plots: false,
};

/// Scrabble.
pub(crate) static SCRABBLE: Section = Section {
    path: "/scrabble",
    front: "/scrabble/game",
    title: "Scrabble",
    rules: rules::scrabble,
    terms: &glossary::SCRABBLE,
    style: File { name: "scrabble.css", text: include_str!("scrabble/scrabble.css") },
    script: None,
    room_script: Some(File { name: "scrabble.js", text: include_str!("scrabble/scrabble.js") }),
    has_board: true,
    plots: false,
};

/// The 6.00 wordgame.
pub(crate) static WORDGAME: Section = Section {
    path: "/wordgame",
    front: "/wordgame",
    title: "Wordgame",
    rules: || rules::wordgame(&WordgameRules::edition_6_00()),
    terms: &glossary::WORDGAME,
    style: File { name: "wordgame.css", text: include_str!("wordgame/wordgame.css") },
    script: None,
    room_script: None,
    has_board: false,
    plots: false,
};

/// Tournaments.
pub(crate) static TOURNAMENTS: Section = Section {
    path: "/tournaments",
    front: "/tournaments",
    title: "Tournaments",
    rules: Vec::new,
    terms: &glossary::TOURNAMENTS,
    style: File { name: "tournaments.css", text: include_str!("tournaments/tournaments.css") },
    script: None,
    room_script: None,
    has_board: false,
    plots: true,
};
