//! The first page: the form, the configs, and the runs.

use std::fs;
use std::path::Path;

use maud::{Markup, html};

use crate::app::App;
use crate::quoted::error_text;
use crate::section::{TOURNAMENTS, title_of};
use crate::serving::query::address;
use crate::shell::page;
use crate::tournaments::comparison::MAX_RUNS;
use crate::tournaments::folder::{ConfigFile, Entry, RunPlace, path_of};
use crate::tournaments::state::State;
use lettergame_plan::PlayerSpec;
use lettergame_report::plot::number;
use lettergame_run::{RunFolder, last_game};

/// Runs and sweeps per page.
const PAGE: usize = 25;

/// A run as a row of the list.
pub(super) struct RunRow {
    pub(super) run: RunPlace,
    pub(super) title: String,
    pub(super) game: String,
    players: Vec<String>,
    pub(super) done: u64,
    pub(super) total: u64,
    state: State,
    winner: Option<String>,
    /// Why it cannot be read.
    broken: Option<String>,
}

impl RunRow {
    /// What a run's config and the end of its rows reveal.
    pub(super) fn read(app: &App, run: RunPlace) -> RunRow {
        let nothing = |run: RunPlace, broken| RunRow {
            title: run.id.clone(),
            run,
            game: String::new(),
            players: Vec::new(),
            done: 0,
            total: 0,
            state: State::Unfinished,
            winner: None,
            broken: Some(broken),
        };
        let (config, info) = match RunFolder::read_config(&run.dir) {
            Ok(read) => read,
            Err(error) => return nothing(run, error.to_string()),
        };
        let games = match config.schedule() {
            Ok(schedule) => schedule.part(info.shard),
            Err(error) => return nothing(run, error.to_string()),
        };
        let last = last_game(&run.dir);
        let done = last.map_or(0, |last| (last + 1).clamp(games.start, games.end) - games.start);
        let total = games.end - games.start;
        let state = State::of(app, &run, done == total && run.dir.join("standings.csv").is_file());
        let players: Vec<String> = config.players.iter().map(PlayerSpec::listed).collect();
        let (title, game) =
            (run.title(config.name.as_str(), &players), title_of(&config.game).to_owned());
        let winner = Some(&state).filter(|state| matches!(state, State::Finished(_)));
        let winner = winner.and_then(|_| first_of(&run.dir));
        RunRow { run, title, game, players, done, total, state, winner, broken: None }
    }
}

/// The first player of the final order, or of the standings.
fn first_of(dir: &Path) -> Option<String> {
    let read = |name| fs::read_to_string(dir.join(name)).ok();
    let text = read("ranking.csv").or_else(|| read("standings.csv"))?;
    let mut rows = text.lines().map(|row| row.split(','));
    let column = rows.next()?.position(|head| head == "player")?;
    rows.next()?.nth(column).map(str::to_owned)
}

impl RunRow {
    /// Whether all its games and its standings were written.
    pub(super) fn is_finished(&self) -> bool {
        matches!(self.state, State::Finished(_))
    }
}

/// Runs of the list, and sweeps with their runs.
pub(super) struct Listing {
    rows: Vec<(Option<String>, Vec<RunRow>)>,
    page: usize,
    more: bool,
}

impl Listing {
    /// The page of that number, from 0.
    pub(super) fn read(app: &App, entries: Vec<Entry>, page: usize) -> Listing {
        let more = entries.len() > page.saturating_add(1).saturating_mul(PAGE);
        let shown = entries.into_iter().skip(page.saturating_mul(PAGE)).take(PAGE);
        let rows = shown.map(|entry| {
            let sweep = (!entry.parts.is_empty()).then(|| entry.id.clone());
            (sweep, entry.runs().into_iter().map(|run| RunRow::read(app, run)).collect())
        });
        Listing { rows: rows.collect(), page, more }
    }
}

/// The whole page. `form` is the form with its messages.
pub(super) fn first_page(form: &Markup, configs: &[ConfigFile], listing: &Listing) -> Markup {
    let body = html! {
        main #main.tour {
            div.heading {
                h1 { "Tournaments" }
                p.quiet { "Computer players meet in as many games as it takes to say who is better." }
                (TOURNAMENTS.how_to_play())
            }
            div.first {
                section aria-labelledby="new-tournament" {
                    h2 #new-tournament { "A new tournament" }
                    (form)
                }
                @if !configs.is_empty() {
                    section.sheet.configs aria-labelledby="configs" {
                        h2 #configs { "Prepared tournaments" }
                        (config_list(configs))
                    }
                }
            }
            section.sheet aria-labelledby="runs" {
                h2 #runs { "Tournaments so far" }
                form.ticks method="get" action=(TOURNAMENTS.path) {
                    (runs(listing))
                    @if !listing.rows.is_empty() {
                        div.actions {
                            button #compare name="do" value="compare" { "Compare" }
                            span.quiet { "the runs that are ticked, from 2 to " (MAX_RUNS) }
                        }
                    }
                }
                (pages(listing))
            }
        }
    };
    page("Tournaments", Some(&TOURNAMENTS), &body)
}

fn config_list(configs: &[ConfigFile]) -> Markup {
    html! {
        ul.list tabindex="0" aria-labelledby="configs" {
            @for config in configs {
                li {
                    a href=(address(TOURNAMENTS.path, &[("config", &config.name)])) { (config.name) }
                    @if let Some(about) = about(&config.path) { " " span.quiet { (about) } }
                }
            }
        }
    }
}

/// A config's description: its first comment.
pub(super) fn about(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let comment = text.lines().find(|line| line.starts_with('#'))?;
    Some(comment.trim_start_matches('#').trim().to_owned())
}

fn runs(listing: &Listing) -> Markup {
    html! {
        @if listing.rows.is_empty() { p.quiet { "No tournaments yet." } }
        @else {
            div.scroll tabindex="0" role="group" aria-label="Runs, newest first" {
                table.runs {
                    thead { tr {
                        th scope="col" { span.hear { "Compare" } }
                        th scope="col" { "Tournament" }
                        th scope="col" { "Winner" }
                        th.number scope="col" { "Games" }
                    } }
                    tbody {
                        @for (sweep, lines) in &listing.rows {
                            @if let Some(sweep) = sweep { (sweep_row(sweep, lines)) }
                            @for line in lines { (run_row(line)) }
                        }
                    }
                }
            }
        }
    }
}

fn pages(listing: &Listing) -> Markup {
    let at = |page: usize| address(TOURNAMENTS.path, &[("page", &page.to_string())]);
    html! {
        @if listing.page > 0 || listing.more {
            nav.actions aria-label="Pages" {
                a.button href=[(listing.page > 0).then(|| at(listing.page.saturating_sub(1)))]
                    aria-disabled=[(listing.page == 0).then_some("true")] { "‹ Newer" }
                a.button href=[listing.more.then(|| at(listing.page + 1))]
                    aria-disabled=[(!listing.more).then_some("true")] { "Older ›" }
            }
        }
    }
}

fn sweep_row(sweep: &str, lines: &[RunRow]) -> Markup {
    let finished = lines.iter().filter(|line| line.is_finished()).count();
    html! {
        tr.sweep {
            td {}
            th scope="row" { a href=(path_of(sweep)) { (sweep) } }
            td colspan="2" { "a sweep of " (lines.len()) " runs, " (finished) " finished" }
        }
    }
}

fn run_row(line: &RunRow) -> Markup {
    let whole = |games: u64| number(games as f64, 0);
    html! {
        tr.part[line.run.sweep.is_some()] {
            td.tick {
                @if line.broken.is_none() && line.done > 0 {
                    label {
                        input type="checkbox" name="run" value=(line.run.id)
                            id={ "tick-" (line.run.id) } hx-preserve="true"
                            aria-label={ "Compare " (line.run.id) };
                    }
                }
            }
            th scope="row" {
                a href=(path_of(&line.run.id)) title=(line.run.id) { (line.title) }
                div.quiet {
                    (line.run.day())
                    @if line.broken.is_none() { " · " (line.game) " · " (line.players.join(", ")) }
                }
            }
            @if let Some(broken) = &line.broken {
                td.refusal colspan="2" { (error_text(broken)) }
            } @else {
                td { @if let Some(winner) = &line.winner { strong { (winner) } } }
                td.number {
                    (whole(line.done)) @if line.done < line.total { " of " (whole(line.total)) }
                    div.state.played[line.state.is_played()] { (line.state.word()) }
                }
            }
        }
    }
}

/// The page of a sweep: its runs, and the actions on all of them.
pub(super) fn sweep_page(app: &App, entry: Entry, refusal: Option<&str>) -> Markup {
    let path = path_of(&entry.id);
    let id = entry.id.clone();
    let lines: Vec<RunRow> = entry.runs().into_iter().map(|run| RunRow::read(app, run)).collect();
    let may = app.terms().may_play_tournaments();
    let played = lines.iter().any(|line| line.state.is_played());
    let finished = lines.iter().all(RunRow::is_finished);
    let button = |act: &str, word: &str, can: bool| {
        html! {
            form method="post" action={ (path) "/" (act) } {
                button #{ "button-" (act) } aria-disabled=[(!can).then_some("true")] { (word) }
            }
        }
    };
    let listing = Listing { rows: vec![(None, lines)], page: 0, more: false };
    let body = html! {
        main #main.tour {
            nav.trail aria-label="Breadcrumb" { a href=(TOURNAMENTS.path) { "Tournaments" } }
            div.heading { h1 { (id) } p.quiet { "A sweep: the same tournament under several values of its rules." } }
            div #sweep hx-get=[played.then_some(&path)] hx-trigger=[played.then_some("every 2s")]
                hx-select="#sweep" hx-swap="outerHTML" {
                div.actions {
                    (button("stop", "Stop", may && played))
                    (button("resume", "Resume", may && !played && !finished))
                    a.button #report href={ (path) "/report" } { "Full report of all" }
                    a.button href=(path) { "Refresh" }
                }
                @if let Some(text) = refusal { p.refusal role="alert" { (error_text(text)) } }
                section.sheet aria-label="Runs" {
                    form.ticks method="get" action=(TOURNAMENTS.path) {
                        (runs(&listing))
                        div.actions { button #compare name="do" value="compare" { "Compare" } }
                    }
                }
            }
        }
    };
    page(&id, Some(&TOURNAMENTS), &body)
}
