//! The turns of an analysed game on a page: the board of each with what the analysis says.

use maud::{Markup, html};

use crate::scrabble::analysis::analysed::{AnalysedGame, choice_text};
use crate::scrabble::analysis::overview::{equity, loss, per_cent, points, sign};
use crate::scrabble::grid::{Grid, grid, rack};
use crate::serving::query::address;
use lettergame_scrabble::analysis::{Basis, Simulated, TurnAnalysis, Valued};
use lettergame_scrabble::board::{Layout, Square};
use lettergame_scrabble::notation::{Cgp, FileMove, Position};
use lettergame_scrabble::situation::Candidate;

/// The script that shows one turn at a time.
pub(super) const SCRIPT: &str = include_str!("turns.js");

impl AnalysedGame {
    /// All turns, with buttons that only the script shows; `has_links` for links to the pages of the positions.
    pub(super) fn boards(&self, layout: &Layout, has_links: bool) -> Markup {
        html! {
            section.sheet aria-labelledby="boards" {
                h2 #boards { "Boards" }
                nav.steps aria-label="Turns" hidden {
                    button #first type="button" { "First" }
                    button #back type="button" { "Back" }
                    input #at type="range" min="0" max=(self.analysis.turns.len()) value="0" aria-label="Turn";
                    button #next type="button" { "Next" }
                    button #last type="button" { "Last" }
                }
                @for turn in &self.analysis.turns { (self.step(turn, layout, has_links)) }
                (self.end(layout))
            }
        }
    }

    /// A turn: the board after it, the rack before it, and what the analysis says.
    fn step(&self, turn: &TurnAnalysis, layout: &Layout, has_links: bool) -> Markup {
        let nick = &self.file.nicks[turn.seat.index()];
        html! {
            article.step id={ "turn-" (turn.number) } {
                h3 { "Turn " (turn.number) ": " (nick) ", " (turn.choice_text()) }
                div.sides {
                    @if let Some(position) = &turn.position { div { (board(position, turn, layout)) } }
                    div {
                        p.holder { (rack(&turn.rack)) }
                        (remarks(turn))
                        @if let Ok(valued) = &turn.valued { (candidates(valued)) }
                        @if let (true, Some(position)) = (has_links, &turn.position) { (link(position)) }
                    }
                }
            }
        }
    }

    fn end(&self, layout: &Layout) -> Markup {
        let cells = self.file.position.cells();
        html! {
            article.step #end {
                h3 { "The end: " (self.title()) }
                (grid(&Grid { layout, cells, fresh: &[], editable: false }))
            }
        }
    }
}

/// The link to the best plays of a position.
fn link(position: &Position) -> Markup {
    let text = Cgp(position.clone()).to_string();
    html! {
        p { a href=(address("/scrabble", &[("position", &text)])) { "All plays of this position" } }
    }
}

/// The board with the play of the turn.
fn board(position: &Position, turn: &TurnAnalysis, layout: &Layout) -> Markup {
    let mut cells = *position.cells();
    let mut fresh: Vec<Square> = Vec::new();
    if let FileMove::Play(play) = &turn.choice {
        for (square, cell) in play.placed() {
            cells[square] = cell;
            fresh.push(square);
        }
    }
    grid(&Grid { layout, cells: &cells, fresh: &fresh, editable: false })
}

fn remarks(turn: &TurnAnalysis) -> Markup {
    html! {
        p { (sign(turn)) " " (turn.gained) " points" }
        @match &turn.valued {
            Ok(valued) => {
                p { "Equity " (equity(valued.played.equity)) ", loss " (loss(turn))
                    @if let Some(simulated) = &valued.simulated { (simulation(simulated)) } "." }
            }
            Err(why) => p { "Not valued: " (why.to_string()) "." }
        }
        @if turn.withdrawn { p { "The play was taken back." } }
        @if !turn.unknown.is_empty() { p { "Not in the word list: " (turn.unknown.join(", ")) "." } }
        @if let Some(luck) = &turn.luck {
            p { "Drew " (luck.drawn) ": luck " (points(luck.points)) " ± " (points(luck.error)) "." }
        }
    }
}

fn simulation(simulated: &Simulated) -> Markup {
    html! {
        @match simulated.basis {
            Basis::Samples(error) => { " ± " (points(error)) " by simulation" }
            Basis::Search(true) => { " by a search of the endgame" }
            Basis::Search(false) => { " by a search of the endgame, not proven" }
        }
        "; wins " (per_cent(simulated.win)) " %"
        @if simulated.win_loss > 0.0 {
            ", " (per_cent(simulated.win_loss)) " percentage points less than " (choice_text(&simulated.surest))
        }
    }
}

fn candidates(valued: &Valued) -> Markup {
    let simulated = valued.simulated.as_ref();
    let figures = |index: usize| {
        let number = |numbers: &[f64]| numbers.get(index).copied();
        simulated.and_then(|simulated| number(&simulated.means).zip(number(&simulated.wins)))
    };
    let row = |index: usize, one: &Candidate| {
        html! {
            tr.made[one.choice == valued.played.choice] {
                th scope="row" { (choice_text(&one.choice)) }
                td.number { (one.score) } td.number { (equity(one.equity)) }
                @if let Some((mean, win)) = figures(index) {
                    td.number { (points(mean)) } td.number { (per_cent(win)) }
                }
            }
        }
    };
    html! {
        table {
            thead { tr { th scope="col" { "Best moves" } th.number scope="col" { "Score" } th.number scope="col" { "Equity" }
                @if simulated.is_some() {
                    th.number scope="col" { "Mean" } th.number scope="col" { "Wins %" }
                } } }
            tbody { @for (index, one) in valued.candidates.iter().enumerate() { (row(index, one)) } }
        }
    }
}
