//! The tables of an analysed game on a page: the moves, the mistakes, the players.

use maud::{Markup, html};

use crate::capital::capital;
use crate::review::{Mistake, mark};
use crate::scrabble::analysis::analysed::{AnalysedGame, choice_text};
use crate::section::SCRABBLE;
use lettergame_report::plot;
use lettergame_scrabble::analysis::{PlayerSummary, TurnAnalysis};
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

/// The sign of a mistake, as in reviews.
pub(super) fn sign(turn: &TurnAnalysis) -> Markup {
    html! { @if let Some(size) = turn.size { (mark(Some(Mistake::ALL[size as usize]))) } }
}

/// The link to the board of a turn.
fn number(turn: &TurnAnalysis) -> Markup {
    html! { a href={ "#turn-" (turn.number) } { (turn.number) } }
}

fn text(text: impl ToString) -> Markup {
    html! { (text.to_string()) }
}

/// A section with a table. On a phone the cells of a row flow, each with the name of its column before it.
fn section(id: &str, heads: &[&str], rows: &[Vec<Markup>], about: &Markup) -> Markup {
    html! {
        section.sheet aria-labelledby=(id) {
            h2 #(id) { (capital(id.split('-').next().unwrap_or(id))) }
            @if rows.is_empty() { p.quiet { "None." } } @else {
                table.flowing aria-labelledby=(id) {
                    thead { tr {
                        @for head in heads {
                            th.number[!TEXTS.contains(head)] scope="col" { (SCRABBLE.term(head, id)) }
                        }
                    } }
                    tbody { @for row in rows { tr {
                        @for (head, cell) in heads.iter().zip(row) {
                            td.number[!TEXTS.contains(head)] data-head=(head) { (cell) }
                        }
                    } } }
                }
            }
            (about)
        }
    }
}

impl AnalysedGame {
    /// All three tables.
    pub(super) fn overview(&self) -> Markup {
        html! { (self.moves()) (self.greatest()) (self.totals()) }
    }

    fn nick(&self, turn: &TurnAnalysis) -> Markup {
        text(&self.file.nicks[turn.seat.index()])
    }

    fn totals(&self) -> Markup {
        let simulated = if self.is_simulated { &["Win loss"][..] } else { &[] };
        let heads = [
            &["Player", "Points", "Turns", "Mean loss"][..],
            simulated,
            &["Small", "Medium", "Large", "Bingos", "Exchanges", "Phonies", "Taken back"],
            &["Challenges", "Luck"],
        ];
        let rows: Vec<_> = self.analysis.players.iter().map(|player| self.total(player)).collect();
        let about = html! {
            p.quiet {
                "Loss: what the best move is worth beyond the move that was made, in points. Luck: what the best move \
                 with the tiles drawn is worth beyond its mean over random draws, ± its standard error."
            }
        };
        section("players", &heads.concat(), &rows, &about)
    }

    fn total(&self, player: &PlayerSummary) -> Vec<Markup> {
        let is_named = player.name != player.nick;
        let mut row = vec![
            html! { strong { (player.name) } @if is_named { " (" (player.nick) ")" } },
            text(plot::figures(player.points)),
            text(player.turns),
            text(player.mean_loss().map_or(String::new(), points)),
        ];
        if self.is_simulated {
            row.push(text(player.win_loss.map_or(String::new(), per_cent)));
        }
        row.extend(player.mistakes.map(text));
        row.extend([player.bingos, player.exchanges, player.phonies, player.withdrawn].map(text));
        row.push(text(player.challenges));
        row.push(html! {
            @if let Some(luck) = player.luck { (points(luck)) " ± " (points(player.luck_error)) }
        });
        row
    }

    fn greatest(&self) -> Markup {
        let heads = ["Turn", "Player", "Move", "Best", "Loss", "Size"];
        let rows = self.analysis.mistakes().into_iter().map(|turn| {
            let made = html! { strong { (turn.choice_text()) } };
            vec![number(turn), self.nick(turn), made, best(turn), text(loss(turn)), sign(turn)]
        });
        section("mistakes-by-size", &heads, &rows.collect::<Vec<_>>(), &html! {})
    }

    fn moves(&self) -> Markup {
        let first = ["Turn", "Player", "Rack", "Move", "Score", "Size", "Loss", "Best", "Equity"];
        let simulated = if self.is_simulated { &["Wins %", "Win loss"][..] } else { &[] };
        let heads = [&first[..], simulated, &["Luck"]].concat();
        let rows: Vec<_> = self.analysis.turns.iter().map(|turn| self.move_row(turn)).collect();
        let about = html! {
            p.quiet {
                "Equity: the score and the values of the tiles kept and of the placement."
                @if self.is_simulated {
                    " Loss and the best move are those of the simulated games, and once the bag is empty those of a \
                     search of the endgame. Wins %: the probability of winning after the move; win loss: how much \
                     less that is than after the move that wins most often."
                }
            }
        };
        section("moves", &heads, &rows, &about)
    }

    fn move_row(&self, turn: &TurnAnalysis) -> Vec<Markup> {
        let valued = turn.valued.as_ref().ok();
        let mut row = vec![
            number(turn),
            self.nick(turn),
            text(turn.rack),
            html! { strong { (turn.choice_text()) } },
            text(plot::figures(turn.gained)),
            sign(turn),
            text(loss(turn)),
            best(turn),
            text(valued.map_or(String::new(), |valued| equity(valued.played.equity))),
        ];
        if self.is_simulated {
            let simulated = valued.and_then(|valued| valued.simulated.as_ref());
            let shares = simulated.map(|own| [own.win, own.win_loss].map(per_cent));
            row.extend(shares.unwrap_or_default().map(text));
        }
        row.push(text(turn.luck.as_ref().map_or(String::new(), |luck| points(luck.points))));
        row
    }
}

/// The best move, where another one was made.
fn best(turn: &TurnAnalysis) -> Markup {
    let made = turn.choice_text();
    text(
        turn.best()
            .map(|best| choice_text(&best.choice))
            .filter(|best| *best != made)
            .unwrap_or_default(),
    )
}
