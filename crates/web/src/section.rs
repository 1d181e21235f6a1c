//! The sections of the simulator as every page shows them: the links above it, rules, style sheet and
//! script. The pages of a section are its entry in `sections`.

use maud::Markup;

use crate::rules::{self, fold_out};

/// A part of the simulator: a game, or the tournaments.
pub(crate) struct Section {
    /// The address of its first page.
    pub(crate) path: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// The rules of its game, in short; empty if it has none.
    pub(crate) rules: &'static [&'static str],
    /// Its own style sheet, after the shared one.
    pub(crate) style: File,
    /// Its own script, if it has one.
    pub(crate) script: Option<File>,
    /// The script of its rooms, if they have one.
    pub(crate) room_script: Option<File>,
    /// Whether its pages show plots and load their style sheet.
    pub(crate) plots: bool,
}

impl Section {
    /// The class of its elements, for its style sheet.
    pub(crate) fn class(&self) -> &'static str {
        self.path.trim_start_matches('/')
    }

    /// The rules of its game, to be folded out; nothing for a section without a game.
    pub(crate) fn how_to_play(&self) -> Markup {
        fold_out(self.rules)
    }
}

/// A file that only the pages of one section load.
pub(crate) struct File {
    /// Its name in the address.
    pub(crate) name: &'static str,
    /// Its content.
    pub(crate) text: &'static str,
}

/// All sections, in the order of the links.
pub(crate) static SECTIONS: [&Section; 5] =
    [&AUCTION, &MARRAKECH, &SCRABBLE, &WORDGAME, &TOURNAMENTS];

/// The Letter Game.
pub(crate) static AUCTION: Section = Section {
    path: "/auction",
    title: "Letter Game",
    rules: &rules::AUCTION,
    style: File { name: "auction.css", text: include_str!("auction/auction.css") },
    script: None,
    room_script: Some(File { name: "auction.js", text: include_str!("auction/auction.js") }),
    plots: false,
};

/// Marrakech.
pub(crate) static MARRAKECH: Section = Section {
    path: "/marrakech",
    title: "Marrakech",
    rules: &rules::MARRAKECH,
    style: File { name: "marrakech.css", text: include_str!("marrakech/marrakech.css") },
    script: Some(File { name: "marrakech.js", text: include_str!("marrakech/marrakech.js") }),
    room_script: None,
    plots: false,
};

/// Scrabble.
pub(crate) static SCRABBLE: Section = Section {
    path: "/scrabble",
    title: "Scrabble",
    rules: &rules::SCRABBLE,
    style: File { name: "scrabble.css", text: include_str!("scrabble/scrabble.css") },
    script: None,
    room_script: Some(File { name: "scrabble.js", text: include_str!("scrabble/scrabble.js") }),
    plots: false,
};

/// The 6.00 wordgame.
pub(crate) static WORDGAME: Section = Section {
    path: "/wordgame",
    title: "Wordgame",
    rules: &rules::WORDGAME,
    style: File { name: "wordgame.css", text: include_str!("wordgame/wordgame.css") },
    script: None,
    room_script: None,
    plots: false,
};

/// Tournaments.
pub(crate) static TOURNAMENTS: Section = Section {
    path: "/tournaments",
    title: "Tournaments",
    rules: &[],
    style: File { name: "tournaments.css", text: include_str!("tournaments/tournaments.css") },
    script: None,
    room_script: None,
    plots: true,
};
