//! A replayed game that is stepped through on a page: its elements, the script that fills them, the style sheet of
//! both, and the game as the script takes it.

use maud::{Markup, html};
use serde_json::{Value, json};

use crate::replayed::picture::{own_class, table_picture};
use crate::{ReplayedGame, faults};
use lettergame_base::Points;
use lettergame_run::Ply;

/// Defines `lettergameSteps(game, start, follow)`, which shows a game of [`ReplayedGame::to_steps`] in the elements of
/// [`stepper`], beginning with a step, from 1, and calls `follow` with the number of each step that is shown. Loaded
/// after the elements.
pub const STEPPER_SCRIPT: &str = include_str!("stepper.js");

/// The style sheet of [`stepper`]; everything in it is nested in `.stepper`.
pub const STEPPER_STYLE: &str = concat!(
    ".stepper {\n",
    include_str!("../plot/colours.css"),
    include_str!("picture.css"),
    include_str!("stepper.css"),
    "}\n"
);

/// Stands for what stays the same on a board, which is there once.
const GROUND: &str = "<!--ground-->";

/// The elements, hidden until a game is shown in them.
#[must_use]
pub fn stepper() -> Markup {
    html! {
        div #game.stepper hidden {
            div.course {
                output #most aria-hidden="true" {}
                ul #players {}
                svg #points preserveAspectRatio="none" role="img" aria-label="Points over the game" {}
            }
            input #at type="range" min="0" value="0" aria-label="Step";
            div.controls {
                button #first type="button" { "First" }
                button #round-back.rounds type="button" { "‹ Round" }
                button #back type="button" { "Back" }
                button #play type="button" { "Play" }
                button #next type="button" { "Next" }
                button #round-next.rounds type="button" { "Round ›" }
                button #last type="button" { "Last" }
                output #of for="at" {}
            }
            div #stage {
                div #picture {}
                div #steps tabindex="0" role="log" aria-label="What happened" {}
            }
        }
    }
}

impl ReplayedGame {
    /// The game for [`STEPPER_SCRIPT`]: the `players` with the `class` of each colour; `steps`, each with `lines` and where there are any `round`, `review`, `points`
    /// by seat and a `picture` in HTML, and the `ground` of the board, which the script puts into each picture.
    #[must_use]
    pub fn to_steps(&self) -> Value {
        let steps: Vec<Value> = self.plies.iter().map(|ply| self.step(ply)).collect();
        let boards = self.plies.iter().filter_map(|ply| ply.picture.as_ref()?.board.as_ref());
        let ground = boards.map(|board| &board.ground).next();
        let names = self.names();
        let seats = self.plies.iter().find_map(|ply| ply.picture.as_ref()).map(|it| &it.seats);
        let players: Vec<Value> = seats
            .into_iter()
            .flat_map(|seats| seats.iter())
            .map(|(seat, own)| json!({ "name": &names[seat], "class": own_class(seat, own) }))
            .collect();
        json!({ "players": players, "ground": ground, "steps": steps })
    }

    fn step(&self, ply: &Ply) -> Value {
        let names = self.names();
        let lines: Vec<String> = faults(ply, &names).chain(ply.lines.iter().cloned()).collect();
        let mut step = json!({ "lines": lines });
        if let Some(round) = ply.round {
            step["round"] = round.into();
        }
        if let Some(mut picture) = ply.picture.clone() {
            if let Some(board) = &mut picture.board {
                GROUND.clone_into(&mut board.ground);
            }
            let points: Vec<Points> = picture.seats.values().map(|seat| seat.points).collect();
            step["points"] = json!(points);
            step["picture"] = table_picture(&picture, &names).into_string().into();
        }
        let review: Vec<&String> = ply.review.iter().flat_map(|review| &review.lines).collect();
        if !review.is_empty() {
            step["review"] = json!(review);
        }
        step
    }
}
