//! The games of a run: a list in pages, and a page for each game.

use maud::{Markup, html};

use crate::assets::url;
use crate::quoted::error_text;
use crate::section::TOURNAMENTS;
use crate::shell::{page, page_with};
use crate::tournaments::folder::{RunPlace, path_of};
use lettergame_base::{Seed, shell_path};
use lettergame_report::plot::figures;
use lettergame_report::stepper;
use lettergame_run::{ListedGame, ListedSeat, RecoverError, listed_games};

/// Games per page.
const PAGE: u64 = 50;

/// Which game of a run this is, for people, who count from 1; files and commands count from 0.
pub(super) fn count_of(game: u64) -> u64 {
    game + 1
}

/// Some games of a run, and their range.
pub(super) struct GamePage {
    from: u64,
    games: Vec<ListedGame>,
    /// Whether there is a game after these.
    more: bool,
}

/// The games from this number on. `is_whole`: no more rows will be written.
pub(super) fn read(run: &RunPlace, from: u64, is_whole: bool) -> Result<GamePage, RecoverError> {
    let mut games = listed_games(&run.dir, from..from.saturating_add(PAGE + 1), is_whole)?;
    let more = games.len() as u64 > PAGE;
    games.truncate(PAGE as usize);
    Ok(GamePage { from, games, more })
}

/// A single game, if its rows exist.
pub(super) fn read_one(
    run: &RunPlace,
    game: u64,
    is_whole: bool,
) -> Result<Option<ListedGame>, RecoverError> {
    let mut games = listed_games(&run.dir, game..game.saturating_add(2), is_whole)?;
    games.retain(|own| own.game == game);
    Ok(games.pop())
}

fn trail(run: &RunPlace, last: Option<&str>) -> Markup {
    html! {
        nav.trail aria-label="Breadcrumb" {
            a href=(TOURNAMENTS.path) { "Tournaments" }
            @if let Some((sweep, _)) = &run.sweep { " › " a href=(path_of(sweep)) { (sweep) } }
            " › "
            a #run href=(path_of(&run.id)) {
                (run.sweep.as_ref().map_or(run.id.as_str(), |(_, label)| label))
            }
            @if let Some(path) = last { " › " a href=(path) { "Games" } }
        }
    }
}

/// The list.
pub(super) fn list_page(run: &RunPlace, shown: &GamePage) -> Markup {
    let path = format!("{}/games", path_of(&run.id));
    let at = |from: u64| format!("{path}?from={}", count_of(from));
    let next = shown.games.last().map(|game| game.game + 1).filter(|_| shown.more);
    let body = html! {
        main #main.tour {
            (trail(run, None))
            div.heading { h1 { "Games" } p.quiet { (run.id) } }
            div.turning {
                form method="get" action=(path) {
                    label for="from" { "From game" }
                    input #from name="from" value=(count_of(shown.from)) inputmode="numeric" autocomplete="off"
                        maxlength="13";
                    button { "Go" }
                }
                nav.actions aria-label="Pages" {
                    a.button href=[(shown.from > 0).then(|| at(shown.from.saturating_sub(PAGE)))]
                        aria-disabled=[(shown.from == 0).then_some("true")] { "‹ Previous" }
                    a.button #next href=[next.map(at)]
                        aria-disabled=[next.is_none().then_some("true")] { "Next ›" }
                }
            }
            div.sheet.scroll tabindex="0" role="group" aria-label="Games" {
                table.games {
                    thead { tr {
                        th.number scope="col" { "Game" }
                        th scope="col" { "Places, players and points" }
                    } }
                    tbody {
                        @for game in &shown.games { (game_row(&path, game)) }
                        @if shown.games.is_empty() {
                            tr { td.quiet colspan="2" { "There is no game from " (count_of(shown.from)) " on (yet)." } }
                        }
                    }
                }
            }
        }
    };
    page("Games", Some(&TOURNAMENTS), &body)
}

fn game_row(path: &str, game: &ListedGame) -> Markup {
    html! {
        tr {
            th.number scope="row" { a href={ (path) "/" (game.game) } { (count_of(game.game)) } }
            td { (ends(game)) }
        }
    }
}

/// Places, players and points.
fn ends(game: &ListedGame) -> Markup {
    html! {
        ul.ends {
            @for seat in by_place(game) {
                li.first[seat.place == 1] {
                    (seat.place) ". " (seat.player) " " span.quiet { (figures(seat.points)) }
                    @if seat.status != "ok" { " " span.tag { (seat.status) } }
                }
            }
        }
    }
}

/// Seats, best place first.
fn by_place(game: &ListedGame) -> Vec<&ListedSeat> {
    let mut seats: Vec<_> = game.seats.iter().collect();
    seats.sort_by_key(|seat| seat.place);
    seats
}

/// A game: its result, and its turns to be stepped through. `has_table`: it may also be opened in a room; `refusal` is
/// why that is not possible.
pub(super) fn game_page(
    run: &RunPlace,
    game: &ListedGame,
    has_table: bool,
    refusal: Option<&str>,
) -> Markup {
    let list = format!("{}/games", path_of(&run.id));
    let own = format!("{list}/{}", game.game);
    let title = format!("Game {}", count_of(game.game));
    let first = &list_start(game.game);
    let body = html! {
        main #main.tour {
            (trail(run, Some(&format!("{list}?from={first}"))))
            div.heading {
                h1 { (title) ": " (outcome(&by_place(game))) }
                (ends(game))
                nav.actions aria-label="Other games" {
                    @let before = game.game.checked_sub(1).map(|game| format!("{list}/{game}"));
                    a.button href=[before.as_ref()]
                        aria-disabled=[before.is_none().then_some("true")] { "‹ Previous game" }
                    a.button href={ (list) "/" (game.game + 1) } { "Next game ›" }
                }
            }
            @if let Some(text) = refusal { p #refusal.refusal role="alert" { (error_text(text)) } }
            p #said.quiet role="status" hidden[refusal.is_some()] { "The game is replayed …" }
            (stepper())
            div.actions {
                a.button #whole href={ (own) "/whole" } { "All turns on one page" }
                @if has_table {
                    form method="post" action=(own) { button #review-game { "Review it" } }
                }
            }
            details {
                summary { "In the files" }
                p {
                    "Files and commands count from 0: this is number " (game.game) ", of deal " (game.deal)
                    " with seed " (seed(game)) ". "
                    code { "lettergame replay " (shell_path(&run.dir.display().to_string())) " --game " (game.game) }
                }
            }
            script src=(url("stepper.js")) {}
            script src=(url("steps.js")) {}
        }
    };
    let head = html! { link rel="stylesheet" href=(url("stepper.css")); };
    page_with(&title, Some(&TOURNAMENTS), &head, &body)
}

/// The count of the first game on the page of the list that has this one.
fn list_start(game: u64) -> u64 {
    count_of(game - game % PAGE)
}

/// Who won, and by how much.
fn outcome(seats: &[&ListedSeat]) -> String {
    let winners: Vec<_> = seats.iter().take_while(|seat| seat.place == 1).collect();
    let names: Vec<&str> = winners.iter().map(|seat| seat.player.as_str()).collect();
    let ahead = winners.first().zip(seats.get(winners.len()));
    match ahead.map(|(one, other)| one.points - other.points) {
        _ if names.len() > 1 => format!("{} tied", names.join(" and ")),
        Some(by) if by > 0 => format!("{} won by {}", names.join(""), figures(by)),
        _ => format!("{} won", names.join("")),
    }
}

/// The seed as all pages and forms write it.
fn seed(game: &ListedGame) -> String {
    let read = Seed::of_digits(game.seed.as_bytes());
    read.map_or_else(|| game.seed.clone(), |seed| seed.0.to_string())
}
