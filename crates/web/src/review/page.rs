//! The page of a review at one point of the game.

use std::sync::Arc;

use maud::{Markup, html};

use crate::capital::capital;
use crate::quoted::error_text;
use crate::review::Review;
use crate::review::graph::Graph;
use crate::review::path::review_path;
use crate::review::sign::{mark, review_files};
use crate::review::steps::{Steps, steps};
use crate::review::story::{Mistake, Story, StoryTurn, Total, Verdict};
use crate::rooms::{Part, Room, Tried, Viewer, seat_class};
use crate::shell::page_with;
use lettergame_base::{BySeat, Seat};
use lettergame_report::plot::figures;

/// The parts of a room's page that a review shows in its own way.
const REPLACED: [&str; 5] = ["log", "turns", "position", "rounds", "state"];

/// The parts that show what the players held when they decided, and not what they drew or got for it.
const BEFORE: [&str; 4] = ["sale", "seats", "bag", "holders"];

/// What a page shows: a review after a number of turns, at most all.
pub(super) struct Shown<'a> {
    pub(super) room: &'a Room,
    pub(super) review: &'a Review,
    pub(super) plies: usize,
    /// The seat of the person who looks at it.
    pub(super) seat: Option<Seat>,
    /// A move that was tried instead of the last one.
    pub(super) tried: Option<Tried>,
    /// Why the game could not be played on, or the move not be tried.
    pub(super) refusal: Option<&'a str>,
}

impl Shown<'_> {
    fn story(&self) -> &Story {
        &self.review.story
    }

    /// The address of the page after this many turns.
    fn at(&self, plies: usize) -> String {
        review_path(self.room, Some(plies), self.seat)
    }

    /// The turn that led here.
    fn turn(&self) -> Option<&StoryTurn> {
        self.story().turns.get(self.plies.checked_sub(1)?)
    }
}

pub(super) fn review_page(shown: &Shown<'_>) -> Markup {
    let (room, title) = (shown.room, format!("Review: {}", shown.room.about.title));
    let body = html! {
        main #main.room.review.{ "of-" (room.about.class) } {
            div.heading {
                h1 { (title) }
                p.quiet { (room.about.summary) " · seed " (room.about.seed.0) " · " a href=(room.path()) { "The game" } }
            }
            div #review data-seat=[shown.seat.map(|seat| seat.index() + 1)] data-mistakes=[own_mistakes(shown)] data-plies=(shown.plies)
                hx-boost="true" hx-target="#review" hx-select="#review" hx-swap="outerHTML show:none" {
                (links(shown))
                (course(shown))
                div.reviewed {
                    div.left { (board(shown)) }
                    div.right {
                        (said(shown))
                        (turns(shown))
                        (elsewhere(shown))
                        @if shown.plies < shown.story().plies() && room.about.run.is_none() { (play_on(shown)) }
                        @if let Some(text) = shown.refusal { p.refusal role="alert" { (error_text(text)) } }
                    }
                }
                (totals(shown.story()))
                (files(room))
            }
        }
    };
    page_with(&title, Some(room.section), &review_files(), &body)
}

/// The turns of one's own mistakes that are not small, which a script keeps as puzzles for the first page.
fn own_mistakes(shown: &Shown<'_>) -> Option<String> {
    let (story, seat) = (shown.story(), shown.seat?);
    let is_puzzle = |mistake: Mistake| mistake != Mistake::Small;
    let turns = story
        .turns
        .iter()
        .zip(1..)
        .filter(|(turn, _)| story.mistake(turn, Some(seat)).is_some_and(is_puzzle));
    Some(turns.map(|(_, plies)| plies.to_string()).collect::<Vec<_>>().join(" "))
}

/// The links back and forth.
fn links(shown: &Shown<'_>) -> Markup {
    let (here, story) = (shown.plies, shown.story());
    let (last, mistake) = (story.plies(), story.next_mistake(here, shown.seat));
    steps(&Steps { what: "Move", here, last, mistake, address: &|plies| shown.at(plies) })
}

/// The chances of winning, where the game estimates them, or the points.
fn course(shown: &Shown<'_>) -> Markup {
    let story = shown.story();
    let (title, unit, ends) = match story.has_chances() {
        true => ("Chance of winning", " %", Some([0.0, 100.0])),
        false => ("Points", "", None),
    };
    let line = |seat| match story.has_chances() {
        true => story.chances(seat),
        false => story.points(seat),
    };
    let seats = Seat::first(story.names.seats());
    Graph {
        title,
        unit,
        what: "Move",
        lines: seats.map(|seat| (&story.names[seat], line(seat))).collect(),
        ends,
        last: story.plies(),
        here: shown.plies,
        address: &|plies| shown.at(plies),
        mistake: &|turn| story.mistake(story.turns.get(turn)?, shown.seat),
    }
    .html()
}

fn board(shown: &Shown<'_>) -> Markup {
    let picture = match &shown.tried {
        Some(tried) => Arc::clone(&tried.picture),
        None => shown.review.replay.picture(shown.plies),
    };
    let before = shown.review.replay.picture(shown.plies.saturating_sub(1));
    let path = shown.room.path();
    let viewer = Viewer { seat: None, sees_all: true, path: &path };
    let (before, after) = (before.parts(viewer), picture.parts(viewer));
    let held = |part: &&Part| BEFORE.contains(&part.name);
    html! {
        div.board.(shown.room.about.class) {
            @for part in after.iter().filter(|part| !REPLACED.contains(&part.name)) {
                @let part = before.iter().filter(held).find(|held| held.name == part.name).unwrap_or(part);
                div.part.{ "part-" (part.name) } { div { (part.html) } }
            }
        }
    }
}

/// The turn that led here, and what is said of it.
fn said(shown: &Shown<'_>) -> Markup {
    html! {
        section.sheet.said aria-labelledby="turn" aria-live="polite" {
            @match shown.turn() {
                None => {
                    h2 #turn { "Before the first turn" }
                    p.quiet { "Go through the game turn by turn, or choose a turn below." }
                },
                Some(turn) => {
                    h2 #turn { "Move " (shown.plies) @if let Some(round) = turn.round { ", round " (round) } }
                    @for line in &turn.lines { p { (line) } }
                    @for verdict in &turn.verdicts { (judged(shown, verdict)) }
                },
            }
        }
    }
}

/// What is said of a move: of one's own mistake the better move only when it is asked for, or found.
fn judged(shown: &Shown<'_>, verdict: &Verdict) -> Markup {
    let (story, seat) = (shown.story(), verdict.seat);
    let size = story.scale.size(verdict.cost);
    let tried = shown.tried.as_ref().filter(|_| shown.seat == Some(seat));
    let is_found = tried.is_some_and(|tried| story.scale.size(tried.verdict.cost).is_none());
    let is_open = size.is_none() || is_found || shown.seat != Some(seat);
    html! {
        p.verdict {
            (mark(size))
            span {
                @if story.names.seats() > 2 { (story.names[seat]) ": " }
                @if is_open { (answer(story, verdict)) }
                @else { "This move cost " strong { (story.scale.text(verdict.cost)) } "." }
            }
        }
        @if let Some(tried) = tried { (outcome(story, tried, verdict)) }
        @if size.is_some() && !is_found && shown.room.about.run.is_none() && shown.seat.is_none_or(|own| own == seat) {
            @let action = format!("{}/try", review_path(shown.room, Some(shown.plies), None));
            form.again method="post" action=(action) hx-boost="false" {
                button.main name="seat" value=(seat.index() + 1) { "Try again" }
            }
        }
        @let drawn = drawn(shown, verdict);
        @if is_open { (drawn) }
        @else { details.answer { summary { "Show the better move" } p { (answer(story, verdict)) } (drawn) } }
    }
}

/// The better move on the board, where the game draws it.
fn drawn(shown: &Shown<'_>, verdict: &Verdict) -> Markup {
    let better = verdict.better.as_deref();
    let drawn = better.and_then(|better| shown.review.replay.drawn(shown.plies, better));
    html! { @if let Some(drawn) = drawn { div.drawn role="group" aria-label="The better move" { (drawn) } } }
}

fn answer(story: &Story, verdict: &Verdict) -> Markup {
    html! {
        @match &verdict.better {
            Some(better) => { strong { (better) } " was better, by " strong { (story.scale.text(verdict.cost)) } "." },
            None => "Nothing better was found.",
        }
        @if !verdict.note.is_empty() { " " span.quiet { (verdict.note) } }
    }
}

/// How a move that was tried compares with the mistake.
fn outcome(story: &Story, tried: &Tried, made: &Verdict) -> Markup {
    let cost = tried.verdict.cost;
    let size = story.scale.size(cost);
    let told = match size {
        None if tried.verdict.better.is_none() => "The best move.",
        None => "Almost the best move.",
        Some(_) if cost < made.cost => "Better, but not the best move.",
        Some(_) => "No better.",
    };
    html! {
        p.verdict.tried data-solved=[size.is_none_or(|size| size == Mistake::Small).then_some("true")] {
            (mark(size))
            span {
                "Your try: " (tried.line) ". " strong { (told) }
                @if cost > 0.0 { " It costs " strong { (story.scale.text(cost)) } "." }
            }
        }
    }
}

/// The turns of the round that is shown, or of the whole game, and links to the other rounds.
fn turns(shown: &Shown<'_>) -> Markup {
    let story = shown.story();
    let round = shown.turn().or(story.turns.first()).and_then(|turn| turn.round);
    let in_round = story.turns.iter().enumerate().filter(|(_, turn)| turn.round == round);
    html! {
        section.sheet.list aria-labelledby="turns" {
            h2 #turns { "Moves" @if let Some(round) = round { " of round " (round) } }
            (rounds(shown, round))
            div.scroll tabindex="0" role="group" aria-labelledby="turns" {
                ol.story {
                    @for (index, turn) in in_round { (turn_link(shown, index + 1, turn)) }
                }
            }
        }
    }
}

fn rounds(shown: &Shown<'_>, here: Option<usize>) -> Markup {
    let starts = shown.story().turns.iter().enumerate().filter(|(index, turn)| {
        index.checked_sub(1).is_none_or(|before| shown.story().turns[before].round != turn.round)
    });
    let starts: Vec<(usize, usize)> =
        starts.filter_map(|(index, turn)| Some((index, turn.round?))).collect();
    html! {
        @if starts.len() > 1 {
            nav.rounds aria-label="Rounds" {
                @for (index, round) in starts {
                    a href=(shown.at(index + 1)) aria-label={ "Round " (round) } aria-current=[(Some(round) == here).then_some("true")] { (round) }
                }
            }
        }
    }
}

fn turn_link(shown: &Shown<'_>, plies: usize, turn: &StoryTurn) -> Markup {
    let story = shown.story();
    let mover = turn.movers.iter().next().filter(|_| turn.movers.len() == 1);
    let cost: f64 = turn.verdicts.iter().map(|verdict| verdict.cost).sum();
    html! {
        li.(mover.map_or(String::new(), seat_class)) value=(plies) {
            a #{ "turn-" (plies) } href=(shown.at(plies)) aria-current=[(plies == shown.plies).then_some("step")] {
                span.what { (turn.lines.first().map_or("", String::as_str)) }
                @if let Some(size) = story.mistake(turn, None) {
                    " " (mark(Some(size))) " " span.cost { "−" (story.scale.number(cost)) }
                }
            }
        }
    }
}

fn elsewhere(shown: &Shown<'_>) -> Markup {
    let links = shown.review.replay.elsewhere(shown.plies);
    html! {
        p.links {
            @for (text, address) in &links { a href=(address) hx-boost="false" { (text) } }
            a #here-link href=(shown.at(shown.plies)) { "Link to this turn" }
            button.copy type="button" data-copy="here-link" { "Copy" }
        }
    }
}

/// The form that starts a game from here.
fn play_on(shown: &Shown<'_>) -> Markup {
    let story = shown.story();
    let action = format!("{}/on", review_path(shown.room, Some(shown.plies), None));
    let chosen = shown.seat.or(story.turns[shown.plies].movers.iter().next());
    html! {
        form.sheet.play-on method="post" action=(action) hx-boost="false" {
            label for="seat" { "Play on from here as" }
            select #seat name="seat" {
                @for seat in Seat::first(story.names.seats()) {
                    option value=(seat.index() + 1) selected[Some(seat) == chosen] { (story.names[seat]) }
                }
            }
            button.main { "Play on" }
        }
    }
}

/// What the moves of each player have cost.
fn totals(story: &Story) -> Markup {
    let totals: BySeat<Total> = story.totals();
    let is_judged = totals.values().any(|total| total.judged > 0);
    html! {
        @if is_judged {
            section.sheet.totals aria-labelledby="totals" {
                h2 #totals { "In all" }
                div.scroll tabindex="0" role="group" aria-labelledby="totals" {
                    table {
                        thead { tr {
                            th scope="col" { "Player" }
                            th.number scope="col" { "Points" }
                            th.number scope="col" { "Cost of a move in " (story.scale.unit) }
                            @for size in Mistake::ALL { th.number scope="col" { (capital(size.name())) "s " (size.mark()) } }
                        } }
                        tbody {
                            @for (seat, total) in totals.iter() { (total_row(story, seat, total)) }
                        }
                    }
                }
            }
        }
    }
}

fn total_row(story: &Story, seat: Seat, total: &Total) -> Markup {
    let end = story.points.last().map(|points| points[seat]);
    html! {
        tr {
            th scope="row" { (story.names[seat]) }
            td.number { @if let Some(points) = end { (figures(points)) } }
            td.number { @if total.judged > 0 { (format!("{:.2}", total.cost / total.judged as f64)) } }
            @for count in total.mistakes { td.number { (count) } }
        }
    }
}

fn files(room: &Room) -> Markup {
    let path = format!("{}/file", room.path());
    html! {
        p.files {
            "The game as a file: "
            @if let Some(kind) = room.own_notation() { a href=(path) { (kind) } ", " }
            a href={ (path) "?as=jsonl" } { "JSON lines" }
        }
    }
}
