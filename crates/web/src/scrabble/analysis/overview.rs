//! The tables of an analysed game on a page: the players, the mistakes, all moves.

use maud::{Markup, html};

use crate::scrabble::analysis::analysed::{AnalysedGame, choice_text};
use crate::section::SCRABBLE;
use lettergame_report::plot;
use lettergame_scrabble::analysis::{PlayerSummary, Simulated, TurnAnalysis};
use lettergame_scrabble::plays::Equity;

/// The columns with text; numbers stand at the right.
const TEXTS: [&str; 6] = ["Turn", "Player", "Rack", "Move", "Best", "Size"];

/// Points with one decimal.
pub(super) fn points(value: f64) -> String {
    plot::number((value * 10.0).round() / 10.0, 1)
}

/// An equity with one decimal.
pub(super) fn equity(value: Equity) -> String {
    points(f64::from(value.0) / 1000.0)
}

/// A probability in per cent, without the sign.
pub(super) fn per_cent(share: f64) -> String {
    points(100.0 * share)
}

/// What a move cost, in points; empty if it is not known.
pub(super) fn loss(turn: &TurnAnalysis) -> String {
    turn.loss().map_or(String::new(), |loss| equity(Equity(loss)))
}

fn best(turn: &TurnAnalysis) -> String {
    turn.best().map_or(String::new(), |best| choice_text(&best.choice))
}

fn size(turn: &TurnAnalysis) -> &'static str {
    turn.size.map_or("", |size| size.name())
}

/// The link to the board of a turn.
fn number(turn: &TurnAnalysis) -> Markup {
    html! { th scope="row" { a href={ "#turn-" (turn.number) } { (turn.number) } } }
}

/// A table that scrolls within the page.
fn table(name: &str, heads: &[&str], rows: &Markup) -> Markup {
    let place = name.to_lowercase().replace(|one: char| !one.is_alphanumeric(), "-");
    html! {
        div.scroll tabindex="0" role="group" aria-label=(name) { table {
            thead { tr { @for head in heads { th.number[!TEXTS.contains(head)] scope="col" { (SCRABBLE.term(head, &place)) } } } }
            tbody { (rows) }
        } }
    }
}

impl AnalysedGame {
    /// All three tables.
    pub(super) fn overview(&self) -> Markup {
        html! {
            section.sheet aria-labelledby="players" {
                h2 #players { "Players" }
                (self.player_table())
                p.quiet {
                    "Loss: what the best move is worth beyond the move that was made, in points. Luck: what the "
                    "best move with the tiles drawn is worth beyond its mean over random draws, ± its standard error."
                }
            }
            section.sheet aria-labelledby="mistakes-by-size" {
                h2 #mistakes-by-size { "Mistakes" }
                (self.mistake_table())
            }
            section.sheet aria-labelledby="moves" {
                h2 #moves { "Moves" }
                (self.move_table())
            }
        }
    }

    fn nick(&self, turn: &TurnAnalysis) -> &str {
        &self.file.nicks[turn.seat.index()]
    }

    fn player_table(&self) -> Markup {
        let first = ["Player", "Points", "Turns", "Mean loss"];
        let simulated = if self.is_simulated { &["Win loss"][..] } else { &[] };
        let sizes = ["Small", "Medium", "Large"];
        let counts = ["Bingos", "Exchanges", "Phonies", "Taken back", "Challenges", "Luck"];
        let heads = [&first[..], simulated, &sizes, &counts].concat();
        let rows = html! { @for player in &self.analysis.players { (self.player_row(player)) } };
        table("Players", &heads, &rows)
    }

    fn player_row(&self, player: &PlayerSummary) -> Markup {
        html! {
            tr {
                th scope="row" { (player.name) @if player.name != player.nick { " (" (player.nick) ")" } }
                td.number { (plot::figures(player.points)) } td.number { (player.turns) }
                td.number { @if let Some(loss) = player.mean_loss() { (points(loss)) } }
                @if self.is_simulated {
                    td.number { @if let Some(loss) = player.win_loss { (per_cent(loss)) } }
                }
                @for count in player.mistakes { td.number { (count) } }
                td.number { (player.bingos) } td.number { (player.exchanges) } td.number { (player.phonies) }
                td.number { (player.withdrawn) } td.number { (player.challenges) }
                td.number { @if let Some(luck) = player.luck { (points(luck)) " ± " (points(player.luck_error)) } }
            }
        }
    }

    fn mistake_table(&self) -> Markup {
        let mistakes = self.analysis.mistakes();
        if mistakes.is_empty() {
            return html! { p.quiet { "None." } };
        }
        let heads = ["Turn", "Player", "Move", "Best", "Loss", "Size"];
        let rows = html! {
            @for turn in mistakes { tr {
                (number(turn))
                td { (self.nick(turn)) } td { (turn.choice_text()) } td { (best(turn)) }
                td.number { (loss(turn)) } td { (size(turn)) }
            } }
        };
        table("Mistakes", &heads, &rows)
    }

    fn move_table(&self) -> Markup {
        let first = ["Turn", "Player", "Rack", "Move", "Score", "Equity", "Best", "Loss"];
        let simulated = if self.is_simulated { &["Wins %", "Win loss"][..] } else { &[] };
        let heads = [&first[..], simulated, &["Size", "Luck"]].concat();
        let rows = html! { @for turn in &self.analysis.turns { (self.move_row(turn)) } };
        html! {
            (table("Moves", &heads, &rows))
            p.quiet {
                "Equity: the score and the values of the tiles kept and of the placement."
                @if self.is_simulated {
                    " Loss and the best move are those of the simulation, and once the bag is empty those of a search of the "
                    "endgame. Wins %: the probability of winning after the "
                    "move; win loss: how much less that is than after the move that wins most often."
                }
            }
        }
    }

    fn move_row(&self, turn: &TurnAnalysis) -> Markup {
        let valued = turn.valued.as_ref().ok();
        let simulated = valued.and_then(|valued| valued.simulated.as_ref());
        html! {
            tr.mistake[turn.size.is_some()] {
                (number(turn))
                td { (self.nick(turn)) } td { (turn.rack) } td { (turn.choice_text()) } td.number { (plot::figures(turn.gained)) }
                td.number { @if let Some(valued) = valued { (equity(valued.played.equity)) } }
                td { (best(turn)) } td.number { (loss(turn)) }
                @if self.is_simulated { (wins(simulated)) }
                td { (size(turn)) }
                td.number { @if let Some(luck) = &turn.luck { (points(luck.points)) } }
            }
        }
    }
}

fn wins(simulated: Option<&Simulated>) -> Markup {
    html! {
        td.number { @if let Some(simulated) = simulated { (per_cent(simulated.win)) } }
        td.number { @if let Some(simulated) = simulated { (per_cent(simulated.win_loss)) } }
    }
}
