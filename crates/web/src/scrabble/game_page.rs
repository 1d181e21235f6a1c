//! `analyse scrabble game --html`: one self-contained page with an analysed game, its boards one by one. It loads
//! nothing; a Content-Security-Policy names its style sheet and its script, without which all boards are shown.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::grid::{Grid, grid, rack};
use lettergame_report::content_policy;
use lettergame_scrabble::analysis::{Analysis, Candidate, TurnAnalysis};
use lettergame_scrabble::board::{Layout, Square};
use lettergame_scrabble::notation::{FileMove, GameFile, Position};
use lettergame_scrabble::rules::Move;

/// The colours and the squares of the simulator, then the page's own rules.
const STYLES: [&str; 3] = [
    include_str!("../assets/style.css"),
    include_str!("scrabble.css"),
    include_str!("game_page.css"),
];
const SCRIPT: &str = include_str!("game_page.js");

/// The page of an analysed game, as a document in UTF-8. Names and titles are escaped.
#[must_use]
pub fn scrabble_game_page(file: &GameFile, analysis: &Analysis, layout: &Layout) -> String {
    let style = STYLES.concat();
    let title = title(file, analysis);
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(content_policy(&style, SCRIPT));
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(&style)) }
            }
            body {
                main.analysis {
                    h1 { (title) }
                    (players(analysis))
                    (mistakes(file, analysis))
                    section aria-labelledby="boards" {
                        h2 #boards { "Turns" }
                        nav.steps aria-label="Turns" hidden {
                            button #first type="button" { "First" }
                            button #back type="button" { "Back" }
                            input #at type="range" min="0" max=(analysis.turns.len()) value="0" aria-label="Turn";
                            button #next type="button" { "Next" }
                            button #last type="button" { "Last" }
                        }
                        @for turn in &analysis.turns { (step(file, turn, layout)) }
                        (end(file, analysis, layout))
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    document.into_string()
}

fn title(file: &GameFile, analysis: &Analysis) -> String {
    let [one, two] = &analysis.players;
    let title = if file.title.is_empty() { String::new() } else { format!("{}: ", file.title) };
    format!("{title}{} {}, {} {}", one.name, one.points, two.name, two.points)
}

fn points(value: f64) -> String {
    // no negative zero
    format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0)
}

fn players(analysis: &Analysis) -> Markup {
    let heads = [
        "Player",
        "Points",
        "Turns",
        "Mean loss",
        "Small",
        "Medium",
        "Large",
        "Bingos",
        "Exchanges",
        "Phonies",
        "Taken back",
        "Challenges",
        "Luck",
    ];
    html! {
        section aria-labelledby="players" {
            h2 #players { "Players" }
            div.scroll { table {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody { @for player in &analysis.players { tr {
                    th scope="row" { (player.name) }
                    td { (player.points) } td { (player.turns) }
                    td { @if let Some(loss) = player.mean_loss() { (points(loss)) } }
                    @for count in player.mistakes { td { (count) } }
                    td { (player.bingos) } td { (player.exchanges) } td { (player.phonies) }
                    td { (player.withdrawn) } td { (player.challenges) }
                    td { @if let Some(luck) = player.luck { (points(luck)) " ± " (points(player.luck_error)) } }
                } } }
            } }
            p.quiet {
                "Loss: what the best move is worth beyond the move that was made, in points. Luck: what the "
                "best move with the tiles drawn is worth beyond its mean over random draws, ± its standard error."
            }
        }
    }
}

fn mistakes(file: &GameFile, analysis: &Analysis) -> Markup {
    let mistakes = analysis.mistakes();
    html! {
        section aria-labelledby="mistakes" {
            h2 #mistakes { "Mistakes" }
            @if mistakes.is_empty() { p.quiet { "None." } } @else {
                div.scroll { table {
                    thead { tr { @for head in ["Turn", "Player", "Move", "Best", "Loss", "Size"] {
                        th scope="col" { (head) }
                    } } }
                    tbody { @for turn in mistakes { tr {
                        th scope="row" { a href={ "#turn-" (turn.number) } { (turn.number) } }
                        td { (file.nicks[turn.seat.index()]) }
                        td { (turn.choice_text()) }
                        td { @if let Some(best) = turn.best() { (choice_text(&best.choice)) } }
                        td { (loss(turn)) }
                        td { @if let Some(size) = turn.size { (size.name()) } }
                    } } }
                } }
            }
        }
    }
}

fn loss(turn: &TurnAnalysis) -> String {
    turn.loss().map_or(String::new(), |loss| points(f64::from(loss) / 1000.0))
}

fn choice_text(choice: &Move) -> String {
    match choice {
        Move::Play(play) => format!("{} {}", play.place(), play.through_text()),
        other => other.to_string(),
    }
}

/// A turn: the board after it, the rack before it, and what the analysis says.
fn step(file: &GameFile, turn: &TurnAnalysis, layout: &Layout) -> Markup {
    let seat = turn.seat.index();
    html! {
        article.step id={ "turn-" (turn.number) } {
            h3 { "Turn " (turn.number) ": " (file.nicks[seat]) ", " (turn.choice_text()) }
            div.sides {
                @if let Some(position) = &turn.position { div { (board(position, turn, layout)) } }
                div {
                    p.holder { (rack(&turn.rack)) }
                    (said(turn))
                    @if let Ok(valued) = &turn.valued {
                        (candidates(&valued.candidates, valued.simulated.as_ref().map(|one| &one.means[..])))
                    }
                }
            }
        }
    }
}

/// The board with the play of the turn.
fn board(position: &Position, turn: &TurnAnalysis, layout: &Layout) -> Markup {
    let mut cells = *position.cells();
    let mut fresh: Vec<Square> = Vec::new();
    if let FileMove::Play(play) = &turn.choice {
        for (square, cell) in play.placed() {
            cells[square.row()][square.column()] = cell;
            fresh.push(square);
        }
    }
    grid(&Grid { layout, cells: &cells, fresh: &fresh, editable: false })
}

fn said(turn: &TurnAnalysis) -> Markup {
    html! {
        p { (turn.gained) " points"
            @if let Some(size) = turn.size { ", a " (size.name()) " mistake" } }
        @match &turn.valued {
            Ok(valued) => {
                p { "Equity " (valued.played.equity) ", loss " (loss(turn))
                    @if let Some(simulated) = &valued.simulated {
                        " ± " (points(simulated.error)) " by simulation; wins " (format!("{:.1}", 100.0 * simulated.win)) " %"
                        @if simulated.win_loss > 0.0 {
                            ", " (format!("{:.1}", 100.0 * simulated.win_loss)) " points of percentage less than the best"
                        }
                    } "." }
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

fn candidates(candidates: &[Candidate], means: Option<&[f64]>) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { "Best moves" } th scope="col" { "Score" } th scope="col" { "Equity" }
                @if means.is_some() { th scope="col" { "Mean" } } } }
            tbody { @for (index, one) in candidates.iter().enumerate() { tr {
                th scope="row" { (choice_text(&one.choice)) }
                td { (one.score) } td { (one.equity) }
                @if let Some(means) = means { td { (points(means[index])) } }
            } } }
        }
    }
}

fn end(file: &GameFile, analysis: &Analysis, layout: &Layout) -> Markup {
    let cells = file.position.cells();
    html! {
        article.step #end {
            h3 { "The end: " (title(file, analysis)) }
            (grid(&Grid { layout, cells, fresh: &[], editable: false }))
        }
    }
}
