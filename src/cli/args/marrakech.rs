//! The arguments of Marrakech.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::args::{game_seed, up_to_a_million};

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame analyse marrakech rotate A33N 90
  lettergame analyse marrakech move A60N 3
  echo '{\"query\": \"move\", \"args\": [\"A60N\", 3]}' | lettergame analyse marrakech eval")]
pub(in crate::cli) struct MarrakechArgs {
    #[command(subcommand)]
    pub(in crate::cli) query: MarrakechQuery,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum MarrakechQuery {
    /// Answer a JSON query a line: {"query": NAME, "args": [...]}
    #[command(after_help = "Example:
  echo '{\"query\": \"move\", \"args\": [\"A60N\", 3]}' | lettergame analyse marrakech eval

Queries: rug-valid [game, rug], game-over [game], rotate [assam, degrees],
placement-valid [game, rug], payment [game], winner [game], move [assam, die], place [game, rug].
A line that is not a query is answered with {\"error\": ...}, and the next one is read.")]
    Eval {
        /// A file with queries [default: standard input]
        file: Option<PathBuf>,
    },
    /// Show the board of a state string, in colour on a terminal
    #[command(after_help = "Example:
  lettergame analyse marrakech view Pc03015iPy03015iA33NB$(printf 'n00%.0s' $(seq 49)) --svg board.svg")]
    View {
        /// The state string
        game: String,
        /// Write a picture instead
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
    /// Assam rotated by 0, 90 (right) or 270 (left) degrees; unchanged by other numbers
    #[command(after_help = "Example:\n  lettergame analyse marrakech rotate A33N 270")]
    Rotate {
        /// Assam, as in A33N
        assam: String,
        /// Degrees, clockwise
        #[arg(allow_negative_numbers = true, value_parser = number)]
        degrees: f64,
    },
    /// Assam after 1 to 4 steps
    #[command(after_help = "Example:\n  lettergame analyse marrakech move A60N 3")]
    Move {
        /// Assam, as in A33N
        assam: String,
        /// The number rolled, 1 to 4
        #[arg(allow_negative_numbers = true, value_parser = whole)]
        die: i64,
    },
    /// What it costs to land where Assam stands
    #[command(
        after_help = "Example:\n  lettergame analyse marrakech payment Pc03015iPy03015iA33NB$(printf 'n00%.0s' $(seq 49))"
    )]
    Payment {
        /// The state string
        game: String,
    },
    /// Who has won: n while not over, t for a tie, else the colour
    #[command(
        after_help = "Example:\n  lettergame analyse marrakech winner Pc03015iPy03015iA33NB$(printf 'n00%.0s' $(seq 49))"
    )]
    Winner {
        /// The state string
        game: String,
    },
    /// Is the game over?
    #[command(
        after_help = "Example:\n  lettergame analyse marrakech game-over Pc03015iPy03015iA33NB$(printf 'n00%.0s' $(seq 49))"
    )]
    GameOver {
        /// The state string
        game: String,
    },
    /// Does the rug belong to a player of the game, and is it not on the board?
    #[command(
        after_help = "Example:\n  lettergame analyse marrakech rug-valid Pc03015iPy03015iA33NB$(printf 'n00%.0s' $(seq 49)) c003233"
    )]
    RugValid {
        /// The state string
        game: String,
        /// The rug, as in c003233
        rug: String,
    },
    /// May the rug be placed there?
    #[command(
        after_help = "Example:\n  lettergame analyse marrakech placement-valid Pc03015iPy03015iA33NB$(printf 'n00%.0s' $(seq 49)) c003231"
    )]
    PlacementValid {
        /// The state string
        game: String,
        /// The rug, as in c003231
        rug: String,
    },
    /// The game with the rug placed, or unchanged where that is illegal
    #[command(
        after_help = "Example:\n  lettergame analyse marrakech place Pc03015iPy03015iA33NB$(printf 'n00%.0s' $(seq 49)) c003231"
    )]
    Place {
        /// The state string
        game: String,
        /// The rug, as in c003231
        rug: String,
    },
    /// Roll the die: 1, 2, 2, 3, 3 or 4
    #[command(after_help = "Example:\n  lettergame analyse marrakech roll --count 10 --seed 7")]
    Roll {
        /// The number of rolls
        #[arg(
            long,
            value_name = "N",
            default_value = "1",
            allow_negative_numbers = true,
            value_parser = up_to_a_million
        )]
        count: u32,
        /// Seed of all random choices [default: drawn]
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = game_seed)]
        seed: Option<u64>,
    },
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "expected a number".to_owned())
}

fn whole(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "expected a whole number from 1 to 4".to_owned())
}
