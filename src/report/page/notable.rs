//! Games worth a look, with the commands that play them again.

use maud::{Markup, html};

use crate::report::page::title::count;
use crate::report::page::{Section, command, game_button};
use crate::report::plot::number;
use crate::report::{Digest, Notability, NotableGame};

pub(super) fn section(run: &Digest, prefix: &str) -> Option<Section> {
    if run.notable.is_empty() {
        return None;
    }
    let content = html! {
        div.scroll tabindex="0" role="group" aria-label="notable games" id={ (prefix) "notable-games" } {
            table.notable {
                thead { tr {
                    @for column in ["what", "player", "points", "game", "replay"] {
                        th.text scope="col" { (column) }
                    }
                } }
                tbody { @for game in &run.notable { (row(game)) } }
            }
        }
        @if let Some(first) = run.ties.first_game {
            p {
                "Games without a sole winner: " (count(run.ties.games)) ", the first is "
                (game_button(first)) "."
            }
        }
    };
    Some(Section { id: "notable", heading: "Games worth a look", content })
}

fn row(game: &NotableGame) -> Markup {
    html! {
        tr {
            th scope="row" { (told(game.what)) }
            td.text { (game.player) }
            td.text { (number(game.points as f64, 0)) }
            td.text { (game_button(game.game)) }
            td { (command(&game.replay)) }
        }
    }
}

fn told(what: Notability) -> &'static str {
    match what {
        Notability::HighestScore => "highest score",
        Notability::LowestScore => "lowest score",
        Notability::ClosestFinish => "closest finish",
        Notability::WidestMargin => "widest margin",
        Notability::BestOfPlayer => "best of the player",
    }
}
