//! The sections of the simulator as every page shows them: the links above it, style sheet and script, the
//! start page. The pages of a section are its entry in `sections`.

use crate::rules;

/// A part of the simulator: a game, or the tournaments.
pub(crate) struct Section {
    /// The address of its first page.
    pub(crate) path: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// What it offers, in a sentence or two.
    pub(crate) about: &'static str,
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
}

/// A file that only the pages of one section load.
pub(crate) struct File {
    /// Its name in the address.
    pub(crate) name: &'static str,
    /// Its content.
    pub(crate) text: &'static str,
}

/// All sections, in the order of the start page.
pub(crate) static SECTIONS: [&Section; 5] =
    [&AUCTION, &MARRAKECH, &SCRABBLE, &WORDGAME, &TOURNAMENTS];

/// The Letter Game.
pub(crate) static AUCTION: Section = Section {
    path: "/auction",
    title: "Letter Game",
    about: "Bid for letters against up to 13 others, then make the best word from them. Watch the computer \
            players letter by letter, or play yourself.",
    rules: &rules::AUCTION,
    style: File { name: "auction.css", text: include_str!("auction/auction.css") },
    script: None,
    room_script: None,
    plots: false,
};

/// Marrakech.
pub(crate) static MARRAKECH: Section = Section {
    path: "/marrakech",
    title: "Marrakech",
    about: "Turn Assam, roll the die, pay for other people's rugs and lay your own: 2 to 4 seats, each a \
            person or a computer player. A viewer shows the board of any state string.",
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
    about: "Paste or click a position and see its best plays, ranked by score or by equity; try \
            one on the board. Watch two computer players turn by turn, or play against one. Have a game \
            analysed, move by move.",
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
    about: "Make words from a hand of letters, or let the computer play it; then see the best that could \
            have been made from it. Play a hand again as often as you like.",
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
    about: "Let players meet in thousands of games, watch means and ratings settle, then read the report \
            and replay any single game.",
    rules: &[],
    style: File { name: "tournaments.css", text: include_str!("tournaments/tournaments.css") },
    script: None,
    room_script: None,
    plots: true,
};
