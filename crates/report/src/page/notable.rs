//! Notable games, with the commands that replay them.

use maud::{Markup, html};

use crate::page::title::count;
use crate::page::{Section, command, game_number};
use crate::plot::number;
use crate::{Digest, Notability, NotableGame, RunTitle};

pub(super) fn section(run: &Digest, prefix: &str) -> Option<Section> {
    if run.notable.is_empty() {
        return None;
    }
    let content = html! {
        div.scroll tabindex="0" role="group" aria-label="notable games" id={ (prefix) "notable-games" } {
            table.notable {
                thead { tr {
                    @for column in ["what", "player"] { th.text scope="col" { (column) } }
                    @for column in ["points", "game"] { th scope="col" { (column) } }
                    @if run.run.replayable { th.text scope="col" { "replay" } }
                } }
                tbody { @for game in &run.notable { (row(&run.run, game)) } }
            }
        }
        @if let Some(first) = run.ties.first_game {
            p {
                "Games without a sole winner: " (count(run.ties.games)) ", the first is "
                (game_number(&run.run, first)) "."
            }
        }
    };
    Some(Section { id: "notable", heading: "Games worth a look", content })
}

fn row(run: &RunTitle, game: &NotableGame) -> Markup {
    html! {
        tr {
            th scope="row" { (notability_text(game.what)) }
            td.text { (game.player) }
            td { (number(game.points as f64, 0)) }
            td { (game_number(run, game.game)) }
            @if let Some(replay) = &game.replay { td.command-cell { (command(replay)) } }
        }
    }
}

fn notability_text(what: Notability) -> &'static str {
    match what {
        Notability::HighestScore => "highest score",
        Notability::LowestScore => "lowest score",
        Notability::ClosestFinish => "closest finish",
        Notability::WidestMargin => "widest margin",
        Notability::BestOfPlayer => "best of the player",
    }
}
