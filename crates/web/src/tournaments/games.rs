//! The games of a run: a list in pages, and a page for each game.

use maud::{Markup, html};

use crate::quoted::error_text;
use crate::section::TOURNAMENTS;
use crate::shell::page;
use crate::tournaments::folder::{RunPlace, path_of};
use lettergame_base::Seed;
use lettergame_report::plot::figures;
use lettergame_run::{ListedGame, ListedSeat, RecoverError, listed_games};

/// Games per page.
const PAGE: u64 = 50;

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
    let at = |from: u64| format!("{path}?from={from}");
    let next = shown.games.last().map(|game| game.game + 1).filter(|_| shown.more);
    let body = html! {
        main #main.tour {
            (trail(run, None))
            div.heading { h1 { "Games" } p.quiet { (run.id) } }
            div.turning {
                form method="get" action=(path) {
                    label for="from" { "From game" }
                    input #from name="from" value=(shown.from) inputmode="numeric" autocomplete="off"
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
                        th.number scope="col" { "Deal" }
                        th scope="col" { "Places, players and points" }
                    } }
                    tbody {
                        @for game in &shown.games { (game_row(&path, game)) }
                        @if shown.games.is_empty() {
                            tr { td.quiet colspan="3" { "There is no game from " (shown.from) " on (yet)." } }
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
            th.number scope="row" { a href={ (path) "/" (game.game) } { (game.game) } }
            td.number { (game.deal) }
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

/// A game: its result, and a button to replay it; `refusal` is why that is not possible.
pub(super) fn game_page(run: &RunPlace, game: &ListedGame, refusal: Option<&str>) -> Markup {
    let list = format!("{}/games", path_of(&run.id));
    let own = format!("{list}/{}", game.game);
    let title = format!("Game {}", game.game);
    let body = html! {
        main #main.tour {
            (trail(run, Some(&format!("{list}?from={}", game.game - game.game % PAGE))))
            div.heading {
                h1 { (title) }
                p.quiet { (run.id) " · deal " (game.deal) " · seed " (seed(game)) }
            }
            div.sheet.scroll tabindex="0" role="group" aria-label="How it ended" {
                table.ends {
                    thead { tr {
                        th.number scope="col" { "Place" }
                        th scope="col" { "Player" }
                        th.number scope="col" { "Points" }
                        th.number scope="col" { "Seat" }
                        th scope="col" { "Status" }
                    } }
                    tbody {
                        @for (seat, end) in by_place(game) {
                            tr {
                                td.number { (end.place) }
                                th scope="row" { (end.player) }
                                td.number { (figures(end.points)) }
                                td.number { (seat) }
                                td { (end.status) }
                            }
                        }
                    }
                }
            }
            form.watch method="post" action=(own) {
                button.main #watch { "Replay step by step" }
                @if let Some(text) = refusal { p #refusal.refusal role="alert" { (error_text(text)) } }
            }
            div.turning {
                nav.actions aria-label="Other games" {
                    @let before = game.game.checked_sub(1).map(|game| format!("{list}/{game}"));
                    a.button href=[before.as_ref()]
                        aria-disabled=[before.is_none().then_some("true")] { "‹ Previous game" }
                    a.button href={ (list) "/" (game.game + 1) } { "Next game ›" }
                }
            }
        }
    };
    page(&title, Some(&TOURNAMENTS), &body)
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
                h1 { "Game " (game) ", turn by turn" }
                p.quiet { (run.id) " · " a href={ (list) "/" (game) } { "how it ended" } }
            }
            ol.sheet.told {
                @for lines in plies {
                    li { @for line in lines { p { (line) } } }
                }
            }
        }
    };
    page(&format!("Game {game}"), Some(&TOURNAMENTS), &body)
}
