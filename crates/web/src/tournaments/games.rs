//! The games of a run: a list in pages, and a page for each game.

use maud::{Markup, html};

use crate::quoted::error_text;
use crate::section::TOURNAMENTS;
use crate::shell::page;
use crate::tournaments::folder::{RunPlace, path_of};
use lettergame_base::{Seed, shell_path};
use lettergame_report::plot::figures;
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
            td {
                ul.ends {
                    @for seat in by_place(game) {
                        li.first[seat.1.place == 1] {
                            (seat.1.place) ". " (seat.1.player) " " span.quiet { (figures(seat.1.points)) }
                            @if seat.1.status != "ok" { " " span.tag { (seat.1.status) } }
                        }
                    }
                }
            }
        }
    }
}

/// Seats with their numbers, best place first.
fn by_place(game: &ListedGame) -> Vec<(usize, &ListedSeat)> {
    let mut seats: Vec<_> = game.seats.iter().enumerate().collect();
    seats.sort_by_key(|(_, seat)| seat.place);
    seats
}

/// A game: its result, and a button to watch it; `refusal` is why that is not possible.
pub(super) fn game_page(run: &RunPlace, game: &ListedGame, refusal: Option<&str>) -> Markup {
    let list = format!("{}/games", path_of(&run.id));
    let own = format!("{list}/{}", game.game);
    let (title, seats) = (format!("Game {}", count_of(game.game)), by_place(game));
    let first = &list_start(game.game);
    let body = html! {
        main #main.tour {
            (trail(run, Some(&format!("{list}?from={first}"))))
            div.heading { h1 { (title) ": " (outcome(&seats)) } }
            ol.player-cards role="list" aria-label="How it ended" {
                @for (seat, end) in &seats {
                    li.player-card.{ "seat-" (seat % 7) }.wins[end.place == 1] {
                        div.who { strong.name { (end.place) ". " (end.player) } }
                        strong.points { (figures(end.points)) span.hear { " points" } }
                        div.more { "seat " (seat + 1) @if end.status != "ok" { " " span.tag { (end.status) } } }
                    }
                }
            }
            div.turning {
                form.watch method="post" action=(own) { button.main #watch { "Watch it move by move" } }
                nav.actions aria-label="Other games" {
                    @let before = game.game.checked_sub(1).map(|game| format!("{list}/{game}"));
                    a.button href=[before.as_ref()]
                        aria-disabled=[before.is_none().then_some("true")] { "‹ Previous game" }
                    a.button href={ (list) "/" (game.game + 1) } { "Next game ›" }
                }
            }
            @if let Some(text) = refusal { p #refusal.refusal role="alert" { (error_text(text)) } }
            details {
                summary { "In the files" }
                p {
                    "Files and commands count from 0: this is number " (game.game) ", of deal " (game.deal)
                    " with seed " (seed(game)) ". "
                    code { "lettergame replay " (shell_path(&run.dir.display().to_string())) " --game " (game.game) }
                }
            }
        }
    };
    page(&title, Some(&TOURNAMENTS), &body)
}

/// The count of the first game on the page of the list that has this one.
fn list_start(game: u64) -> u64 {
    count_of(game - game % PAGE)
}

/// Who won, and by how much.
fn outcome(seats: &[(usize, &ListedSeat)]) -> String {
    let winners: Vec<_> = seats.iter().take_while(|(_, end)| end.place == 1).collect();
    let names: Vec<&str> = winners.iter().map(|(_, end)| end.player.as_str()).collect();
    let ahead = winners.first().zip(seats.get(winners.len()));
    match ahead.map(|((_, one), (_, other))| one.points - other.points) {
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

/// A game without a board of its own, turn by turn.
pub(super) fn plies_page(run: &RunPlace, game: u64, plies: &[Vec<String>]) -> Markup {
    let list = format!("{}/games", path_of(&run.id));
    let body = html! {
        main #main.tour {
            (trail(run, Some(&list)))
            div.heading {
                h1 { "Game " (count_of(game)) ", turn by turn" }
                p.quiet { (run.id) " · " a href={ (list) "/" (game) } { "how it ended" } }
            }
            ol.sheet.told {
                @for lines in plies {
                    li { @for line in lines { p { (line) } } }
                }
            }
        }
    };
    page(&format!("Game {}", count_of(game)), Some(&TOURNAMENTS), &body)
}
