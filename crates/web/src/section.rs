//! What every page says of the sections of the simulator: the links above it, its style sheet and script, the start
//! page. What a section answers is its entry in `sections`.

/// A part of the simulator: a game, or what else there is to see.
pub(crate) struct Section {
    /// The address of its first page.
    pub(crate) path: &'static str,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// What one can do there, in a sentence or two.
    pub(crate) about: &'static str,
    /// Its own rules of style, after those that all pages have.
    pub(crate) style: File,
    /// Its own script, if it has one.
    pub(crate) script: Option<File>,
    /// Do its pages show plots? Then they load the style sheet of plots too.
    pub(crate) plots: bool,
}

impl Section {
    /// The class of its elements, for its rules of style.
    pub(crate) fn class(&self) -> &'static str {
        self.path.trim_start_matches('/')
    }
}

/// A file that only the pages of one section load.
pub(crate) struct File {
    /// What it is called in its address.
    pub(crate) name: &'static str,
    /// What is in it.
    pub(crate) text: &'static str,
}

/// All of them, in the order of the start page.
pub(crate) static SECTIONS: [&Section; 5] =
    [&AUCTION, &MARRAKECH, &SCRABBLE, &WORDGAME, &TOURNAMENTS];

/// The Letter Game.
pub(crate) static AUCTION: Section = Section {
    path: "/auction",
    title: "Letter Game",
    about: "Bid for letters against up to 13 others, then make the best word of them. Watch the computer \
            players letter by letter, or take a seat yourself.",
    style: File { name: "auction.css", text: include_str!("auction/auction.css") },
    script: None,
    plots: false,
};

/// Marrakech.
pub(crate) static MARRAKECH: Section = Section {
    path: "/marrakech",
    title: "Marrakech",
    about: "Turn Assam, roll the die, pay for other people's rugs and lay your own: 2 to 4 seats, each a \
            person or a computer player. A viewer shows the board of any state string.",
    style: File { name: "marrakech.css", text: include_str!("marrakech/marrakech.css") },
    script: Some(File { name: "marrakech.js", text: include_str!("marrakech/marrakech.js") }),
    plots: false,
};

/// Scrabble.
pub(crate) static SCRABBLE: Section = Section {
    path: "/scrabble",
    title: "Scrabble",
    about: "Paste or click a position and see its best plays, ranked by score or by what they keep; try \
            one on the board. Watch two computer players turn by turn, or play against one.",
    style: File { name: "scrabble.css", text: include_str!("scrabble/scrabble.css") },
    script: None,
    plots: false,
};

/// The 6.00 wordgame.
pub(crate) static WORDGAME: Section = Section {
    path: "/wordgame",
    title: "Wordgame",
    about: "Make words of a hand of letters, or let the computer play it; then see the best that could \
            have been made of it. Play a hand again as often as you like.",
    style: File { name: "wordgame.css", text: include_str!("wordgame/wordgame.css") },
    script: None,
    plots: false,
};

/// Tournaments.
pub(crate) static TOURNAMENTS: Section = Section {
    path: "/tournaments",
    title: "Tournaments",
    about: "Let players meet in thousands of games, watch means and ratings settle, then read the report \
            and see any single game again.",
    style: File { name: "tournaments.css", text: include_str!("tournaments/tournaments.css") },
    script: None,
    plots: true,
};
