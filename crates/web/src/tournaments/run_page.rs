//! The page of a run: progress, actions, standings and plots as they grow.

use std::sync::Arc;

use maud::{Markup, html};

use crate::app::App;
use crate::quoted::error_text;
use crate::rooms::Part;
use crate::section::{TOURNAMENTS, title_of};
use crate::serving::http_error::HttpError;
use crate::serving::query::{Fields, address};
use crate::shell::page;
use crate::tournaments::folder::{RunPlace, path_of};
use crate::tournaments::games::count_of;
use crate::tournaments::state::State;
use lettergame_arena::phrases::resume_command;
use lettergame_registry::find;
use lettergame_report::plot::number;
use lettergame_report::{Digest, FaultDigest, LiveSummary, SortKey, StandingsOrder};
use lettergame_run::RUN_FILES;

/// The visible state of a run at one moment.
pub(super) struct Shown {
    /// The parts of its page, always with the same names in the same order; the standings are not among
    /// them.
    pub(super) parts: Vec<Part>,
    /// The figures as far as they were read.
    pub(super) digest: Option<Arc<Digest>>,
    /// Whether it may still change.
    pub(super) lives: bool,
}

/// What one viewer looks at: a run, with its standings in an order of its own.
#[derive(Clone, Debug)]
pub(super) struct RunLook {
    /// The address of the run.
    path: String,
    order: Option<StandingsOrder>,
}

impl RunLook {
    /// The run with its standings in the order of the field `sort`, if there is one.
    pub(super) fn read(run: &RunPlace, fields: &Fields) -> Result<RunLook, HttpError> {
        let order = fields.get("sort").filter(|text| !text.is_empty());
        let read = |text: &str| {
            let keys = SortKey::ALL.map(|key| key.to_string()).join(", ");
            let why =
                format!("invalid order `{text}`: expected {keys}, or one of them with -reversed");
            text.parse().map_err(|()| HttpError::invalid(why))
        };
        Ok(RunLook { path: path_of(&run.id), order: order.map(read).transpose()? })
    }

    /// The run with its standings as they are ranked.
    pub(super) fn plain(run: &RunPlace) -> RunLook {
        RunLook { path: path_of(&run.id), order: None }
    }

    /// The address of the stream.
    fn events(&self) -> String {
        let path = format!("{}/events", self.path);
        self.order.map_or(path.clone(), |order| address(&path, &[("sort", &order.to_string())]))
    }

    /// The standings in this order.
    pub(super) fn standings(&self, shown: &Shown) -> Part {
        let at = |order: StandingsOrder| {
            address(&self.path, &[("sort", &order.to_string())]) + "#standings"
        };
        let digest = shown.digest.as_deref().map(LiveSummary::of);
        let html = digest.map_or(html! {}, |live| live.standings(self.order, &at));
        Part { name: "standings", html }
    }
}

/// The parts of the page but the standings, always the same in the same order.
pub(super) fn parts(
    app: &App,
    run: &RunPlace,
    digest: Option<&Digest>,
    state: &State,
) -> Vec<Part> {
    let glance = digest.map(LiveSummary::of);
    let plot = |of: fn(&LiveSummary<'_>) -> Markup| glance.as_ref().map_or(html! {}, of);
    vec![
        Part { name: "about", html: html! { (digest.map_or_else(String::new, about)) } },
        Part { name: "headline", html: html! { (headline(digest, state)) } },
        Part { name: "progress", html: progress(digest, state) },
        Part { name: "actions", html: actions(app, run, state) },
        Part { name: "state", html: remark(run, state) },
        Part { name: "pairs", html: plot(|glance| glance.pairs()) },
        Part { name: "notes", html: notes(digest) },
        Part { name: "ranking", html: ranking(glance.as_ref(), digest) },
        Part { name: "course", html: plot(|glance| glance.course()) },
        Part { name: "score", html: plot(|glance| glance.scores()) },
        Part { name: "rating", html: plot(|glance| glance.ratings()) },
        Part { name: "faults", html: faults(run, digest) },
        Part { name: "files", html: files(run, digest) },
    ]
}

/// The whole page.
pub(super) fn run_page(
    run: &RunPlace,
    shown: &Shown,
    look: &RunLook,
    refusal: Option<&str>,
) -> Markup {
    let (path, title) = (path_of(&run.id), title(run, shown.digest.as_deref()));
    let standings = look.standings(shown);
    let parts = shown.parts.iter().chain([&standings]);
    let part = |name: &str| parts.clone().find(|part| part.name == name);
    let slot = |name: &'static str| {
        html! {
            div #{ "part-" (name) } class={ "part part-" (name) } sse-swap=(name) {
                @if let Some(part) = part(name) { (part.html) }
            }
        }
    };
    let body = html! {
        main #main.tour hx-ext="sse" sse-connect=[shown.lives.then(|| look.events())]
            sse-close="over" {
            nav.trail aria-label="Breadcrumb" {
                a href=(TOURNAMENTS.path) { "Tournaments" }
                @match &run.sweep {
                    Some((sweep, _)) => { " › " a href=(path_of(sweep)) { (sweep) } },
                    None => { " › " (run.id) },
                }
            }
            div.heading {
                h1 { (title) }
                (slot("about"))
                (TOURNAMENTS.how_to_play())
            }
            p #lost.notice hidden { "Connection lost; trying again." }
            p #gone.notice hidden {
                "This run no longer exists. " a href=(TOURNAMENTS.path) { "All tournaments" }
            }
            section.sheet.now aria-label="Progress" {
                div.nowline role="status" aria-live="polite" aria-atomic="true" { (slot("state")) }
                p.links {
                    a #games href={ (path) "/games" } { "Games" }
                    " · "
                    a #report href={ (path) "/report" } { "Full report" }
                    noscript { " · " a href=(path) { "Refresh" } }
                }
                (slot("headline"))
                (slot("actions"))
                (slot("progress"))
                @if let Some(text) = refusal { p #refusal.refusal role="alert" { (error_text(text)) } }
            }
            section.sheet aria-labelledby="standings" {
                h2 #standings { "Standings" }
                (slot("standings"))
            }
            (slot("ranking"))
            section.sheet aria-labelledby="pairs" {
                h2 #pairs { "Player against player" }
                div.plots { (slot("pairs")) }
                p.quiet {
                    "In how many of 100 meetings the player of the row came out ahead of that of the column; \
                     a tie counts a half."
                }
            }
            div.figures {
                div.sheet.plots { (slot("course")) }
                div.sheet.plots.slim { (slot("score")) }
                div.sheet.plots { (slot("rating")) }
                section.sheet aria-labelledby="files" {
                    h2 #files { "Files" }
                    (slot("files"))
                }
            }
            // parts that may grow are below all others
            (slot("notes"))
            (slot("faults"))
        }
    };
    page(&title, Some(&TOURNAMENTS), &body)
}

/// What a run is called, and its day.
fn title(run: &RunPlace, digest: Option<&Digest>) -> String {
    let named = digest.map(|digest| run.title(&digest.run.name, &digest.run.players));
    format!("{}, {}", named.unwrap_or_else(|| run.id.clone()), run.day())
}

/// Who has won.
fn winner(digest: &Digest) -> Option<&str> {
    let placed = digest.ranking.as_ref().and_then(|ranking| ranking.first());
    let first = digest.standings.first().map(|first| first.player.as_str());
    placed.map(|first| first.player.as_str()).or(first)
}

/// What is played, in one line.
fn about(digest: &Digest) -> String {
    let run = &digest.run;
    let rule = |key: &str| {
        let value = run.rules.get(key)?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Some(format!(", {key} {text}"))
    };
    let own = find(&run.game).map_or(&[][..], |game| game.info.shortcuts);
    let keys = ["preset"].into_iter().chain(own.iter().map(|shortcut| shortcut.key));
    let rules: String = keys.filter_map(rule).collect();
    let (game, players) = (title_of(&run.game), run.players.len());
    format!("{game}{rules} · {players} players, {}", run.schedule)
}

/// Finished games of the total and the rate, or the winner in the end.
fn headline(digest: Option<&Digest>, state: &State) -> String {
    let Some(run) = digest.map(|digest| &digest.run) else { return state.word().to_owned() };
    let whole = |games: u64| number(games as f64, 0);
    let (done, total) = (run.games_done, run.games_total);
    let winner = digest.and_then(winner).filter(|_| matches!(state, State::Finished(_)));
    if let Some(winner) = winner {
        // another one may be as good, where there are no stages that decide
        let rank = digest.and_then(|digest| {
            digest.standings.first()?.rank_high.filter(|_| digest.ranking.is_none())
        });
        let unsure = if rank > Some(1) { ", too few to be sure that it is the best" } else { "" };
        return format!("{winner} won the tournament · {} games played{unsure}", whole(done));
    }
    let mut text = format!("{}: {} of {} games", state.word(), whole(done), whole(total));
    if let State::Playing { rate: Some(rate) } = state {
        let decimals = if *rate < 10.0 { 1 } else { 0 };
        text += &format!(" · {} a second", number(*rate, decimals));
        if done < total {
            text += &format!(" · {} left", lasting((total - done) as f64 / rate));
        }
    }
    text
}

/// A duration in everyday units.
fn lasting(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{} s", s.ceil()),
        s if s < 6000.0 => format!("{} min", (s / 60.0).ceil()),
        s => format!("{} h", number(s / 3600.0, 1)),
    }
}

fn progress(digest: Option<&Digest>, state: &State) -> Markup {
    let (done, total) =
        digest.map_or((0, 1), |digest| (digest.run.games_done, digest.run.games_total.max(1)));
    let percent = 100.0 * done as f64 / total as f64;
    html! {
        div.bar role="progressbar" aria-label="Games" aria-valuemin="0" aria-valuemax=(total)
            aria-valuenow=(done) aria-valuetext={ (number(percent.floor(), 0)) " %" } {
            svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" {
                rect.done.played[state.is_played()] width=(format!("{percent:.2}")) height="1" {}
            }
        }
    }
}

/// The actions on the run.
fn actions(app: &App, run: &RunPlace, state: &State) -> Markup {
    let path = path_of(&run.id);
    let button = |act: &str, word: &str, can: bool| {
        let action = format!("{path}/{act}");
        html! {
            form method="post" action=(action) {
                button #{ "button-" (act) } aria-disabled=[(!can).then_some("true")] { (word) }
            }
        }
    };
    let may = app.terms().may_play_tournaments();
    let played = state.is_played();
    if matches!(state, State::Finished(_)) {
        return html! {};
    }
    let can_stop = may && played && *state != State::Stopping;
    let can_go_on = may && !played;
    html! {
        div.actions {
            (button("stop", "Stop", can_stop))
            (button("resume", "Resume", can_go_on))
            @if !may {
                span.quiet { "To stop or resume it, start the server with --allow-tournaments." }
            }
        }
    }
}

/// Its state, in a sentence; it changes rarely, and is then read out by screen readers.
fn remark(run: &RunPlace, state: &State) -> Markup {
    let command = resume_command(&run.dir);
    html! {
        @match state {
            State::Playing { .. } => "This tournament is in progress.",
            State::Waiting => "It starts when the preceding runs are finished.",
            State::Stopping => "Stopping: finishing the games in progress.",
            State::Finished(None) => "All games are played.",
            State::Finished(Some(remark)) => { "All games are played; " (remark) "." },
            State::Failed(text) => span.refusal { (error_text(text)) },
            State::Stopped(_) | State::Unfinished => {
                "Not finished; all games so far are kept. Resume here, or with " code { (command) }
            },
        }
    }
}

/// How the standings are ranked, and the limitations of the ratings.
fn notes(digest: Option<&Digest>) -> Markup {
    html! {
        @if let Some(digest) = digest {
            p { (digest.ratings.legend) }
            @for remark in &digest.ratings.remarks { p { (remark) "." } }
        }
    }
}

/// The final order, if the schedule has stages; its space is reserved from the start.
fn ranking(glance: Option<&LiveSummary<'_>>, digest: Option<&Digest>) -> Markup {
    let staged = digest.is_some_and(|digest| digest.run.is_staged);
    let players = digest.map_or(0, |digest| digest.run.players.len());
    html! {
        @if staged {
            section.sheet.final aria-labelledby="final" {
                h2 #final { "Final order" }
                @match glance.and_then(LiveSummary::ranking) {
                    Some(table) => (table),
                    None => {
                        p.quiet { "It appears when all stages are finished." }
                        // as tall as the table will be
                        @for _ in 0..players { p.blank aria-hidden="true" {} }
                    },
                }
            }
        }
    }
}

/// Faults by player and kind, with the first games in which they occurred.
fn faults(run: &RunPlace, digest: Option<&Digest>) -> Markup {
    let faults = digest.map_or(&[][..], |digest| &digest.faults[..]);
    let path = path_of(&run.id);
    html! {
        @if !faults.is_empty() {
            section.sheet aria-labelledby="faults" {
                h2 #faults { "Faults" }
                div.scroll tabindex="0" role="group" aria-label="Faults" {
                    table {
                        thead { tr {
                            th scope="col" { "Player" }
                            th scope="col" { "Kind" }
                            th.number scope="col" { "Seats" }
                            th.number scope="col" { "Single faults" }
                            th scope="col" { "First games" }
                        } }
                        tbody { @for fault in faults { (fault_row(&path, fault)) } }
                    }
                }
            }
        }
    }
}

fn fault_row(path: &str, fault: &FaultDigest) -> Markup {
    html! {
        tr {
            th scope="row" { (fault.player) }
            td { (fault.kind) }
            td.number { (fault.seats) }
            td.number { (fault.lines) }
            td { @for game in &fault.first_games { a href={ (path) "/games/" (game) } { (count_of(*game)) } " " } }
        }
    }
}

/// The files of the run: those that exist can be downloaded.
fn files(run: &RunPlace, digest: Option<&Digest>) -> Markup {
    let path = path_of(&run.id);
    html! {
        ul.files {
            @for name in RUN_FILES {
                li {
                    @if run.dir.join(name).is_file() {
                        a href={ (path) "/files/" (name) } download=(name) { (name) }
                    } @else {
                        span.quiet title="does not exist (yet)" { (name) }
                    }
                }
            }
        }
        @if let Some(digest) = digest {
            @let run = &digest.run;
            p.quiet {
                "Recorded: " (run.record) ". Seats: " (run.seating) ", seed " (run.seed)
                @if run.shard != "1/1" { ", part " (run.shard) }
                ". All lie in " code { (run.dir) }
            }
        }
    }
}
