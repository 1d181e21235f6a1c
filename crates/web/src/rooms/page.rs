//! The page of a room. Its addresses are in a menu; at a table of persons so are the buttons and the delay that who
//! watches computers has above the game.

use maud::{Markup, html};

use crate::assets::url;
use crate::quoted::error_text;
use crate::review::review_path;
use crate::rooms::cards::cards;
use crate::rooms::consoles::consoles;
use crate::rooms::headline::{broken, headline, status};
use crate::rooms::invite::invitation;
use crate::rooms::seat_parts::{again as rematch, daily, leave, own_seat};
use crate::rooms::{Activity, Pace, Part, Picture, Room, Standing, Viewer};
use crate::serving::host::Origin;
use crate::shell::page_with;

/// The parts that a table of persons keeps in its menu.
const IN_MENU: [&str; 3] = ["steering", "delay", "leave"];

/// The slowest pace of the slider, in milliseconds.
pub(super) const SLOWEST: u32 = 2000;

/// The page as `viewer` sees it at this address of the server; `refusal` is the error of the form just sent.
pub(crate) fn room_page(
    room: &Room,
    viewer: Viewer<'_>,
    origin: Option<&Origin>,
    refusal: Option<&str>,
) -> Markup {
    let (picture, about) = (room.picture_for(viewer.seat), &room.about);
    let (ground, is_table) =
        (ground_parts(room, &*picture, room.pace(), viewer), room.has_persons());
    let in_menu =
        |part: &&Part| part.name == "addresses" || is_table && IN_MENU.contains(&part.name);
    let events = format!("{}/events", viewer.path);
    let body = html! {
        main #main.room.table[is_table] {
            div.heading {
                h1 { (about.title) }
                @if !is_table { p.quiet { (about.summary) } }
                @if room.has_known_deal() { (known_deal(room)) }
                // shown by a browser that has had a seat here
                @if viewer.seat.is_none() && room.has_persons() {
                    p #own-seat-link hidden { a href=(room.path()) { "Back to your seat" } }
                }
                @if !is_table { (how_to_play(room, &*picture)) }
            }
            div #live hx-ext="sse" sse-connect=(events) {
                @for part in ground.iter().filter(|part| !in_menu(part) && part.name != "people") {
                    (slot(part, None))
                }
                @if is_table { (how_to_play(room, &*picture)) }
                details.table-menu {
                    summary title="More" { span aria-hidden="true" { "⋯" } span.hear { "More" } }
                    div.sheet {
                        @for part in ground.iter().filter(in_menu) { (slot(part, None)) }
                        @if viewer.seat.is_some() { (signals()) }
                    }
                }
                p #lost.notice hidden { "Connection lost; trying again." }
                p #gone.notice hidden {
                    "This game is no longer available. "
                    a href=(again(room)) { "Set it up again" }
                }
                @if let Some(origin) = origin.filter(|_| viewer.seat.is_some() && room.free_seat().is_some()) {
                    (invitation(room, origin))
                }
                div class={ "board " (about.class) } {
                    @for part in ground.iter().filter(|part| part.name == "people") { (slot(part, None)) }
                    @for part in picture.parts(viewer) { (slot(&part, refusal)) }
                }
            }
        }
    };
    let head = html! {
        @if goes_on_without(&*picture, room.pace(), viewer) {
            noscript { meta http-equiv="refresh" content="2"; }
        }
        @if room.has_persons() { script defer src=(url("room.js")) {} }
        @if let Some(script) = &room.section.room_script {
            script defer src=(url(script.name)) {}
        }
    };
    page_with(&about.title, Some(room.section), &head, &body)
}

/// The rules of this game, to be folded out.
fn how_to_play(room: &Room, picture: &dyn Picture) -> Markup {
    room.section.how_to_play_by(&picture.rules().unwrap_or_else(room.section.rules))
}

/// What everyone at the table is told if the seed of their game was set.
pub(super) fn known_deal(room: &Room) -> Markup {
    html! {
        p.known-deal role="note" {
            "The seed of this game was set to " strong { (room.about.seed.0) }
            " when it was started, not drawn: everyone who knows it can find out all that is dealt."
        }
    }
}

/// Switches for signals, which need scripts.
fn signals() -> Markup {
    html! {
        div #signals hidden {
            button #sounds type="button" aria-pressed="false" { "Sounds" }
            button #notes type="button" aria-pressed="false" title="When it is your turn and this tab is hidden" { "Notify me" }
        }
    }
}

/// Whether the page may change without this viewer's action.
fn goes_on_without(picture: &dyn Picture, pace: Pace, viewer: Viewer<'_>) -> bool {
    match picture.standing() {
        Standing::Over => false,
        Standing::Ready => pace.playing && !pace.activity.is_end(),
        Standing::Waits(persons) => viewer.seat.is_none_or(|seat| !persons.contains(seat)),
    }
}

/// Where the game can be started again: the same game, or another one while its seed is secret.
fn again(room: &Room) -> &str {
    if room.is_open() { &room.about.address } else { &room.about.anew }
}

/// The element of a part; the one where a person answers begins with what was wrong.
fn slot(part: &Part, refusal: Option<&str>) -> Markup {
    let listens = part.name == "news";
    html! {
        div #{ "part-" (part.name) } class={ "part part-" (part.name) } {
            @if part.name == "ask" {
                p #refusal.refusal role="alert" { (error_text(refusal.unwrap_or_default())) }
            }
            div sse-swap=(part.name) role=[listens.then_some("status")]
                aria-live=[listens.then_some("polite")] { (part.html) }
            @if part.name == "seat" { p #seat-refusal.refusal role="alert" {} }
        }
    }
}

/// The parts of every room: its state, buttons, addresses, the sentence for screen readers, and errors of its file;
/// at a table of persons also their cards.
pub(super) fn ground_parts(
    room: &Room,
    picture: &dyn Picture,
    pace: Pace,
    viewer: Viewer<'_>,
) -> Vec<Part> {
    let steerer = Some(viewer).filter(|_| viewer.seat.is_some() || !room.has_persons());
    let standing = picture.standing();
    let mut parts = vec![
        Part { name: "controls", html: controls(room, standing, pace, steerer) },
        Part { name: "headline", html: headline(room, picture, pace, viewer) },
    ];
    if steerer.is_some() {
        let html = html! { @if has_steps(room, pace) { (delay(pace, viewer)) } };
        parts.push(Part { name: "delay", html });
    }
    if room.has_persons() {
        parts.push(cards(room, picture, viewer));
        parts.push(rematch(room, standing, viewer));
        parts.extend(daily(room, picture, viewer));
        parts.extend(own_seat(room, standing, viewer));
        if let Some(viewer) = steerer {
            parts.push(Part { name: "steering", html: steering(room, standing, pace, viewer) });
            parts.push(leave(room, standing, viewer));
        }
    }
    parts.extend(consoles(room, viewer));
    parts.push(addresses(room, viewer));
    let ends = room.has_persons() && standing == Standing::Over;
    let news = html! {
        @if let Some(text) = broken(room, pace.activity) { (text) }
        @else if ends { (status(room, picture, pace, viewer)) }
        @else { (picture.news()) }
    };
    parts.push(Part { name: "news", html: news });
    let problem = html! { @if let Some(problem) = room.problem() { p.notice role="note" { (error_text(&problem)) } } };
    parts.push(Part { name: "problem", html: problem });
    parts
}

fn controls(room: &Room, standing: Standing, pace: Pace, steers: Option<Viewer<'_>>) -> Markup {
    if let Some(trial) = &room.trial {
        return trial.task();
    }
    let Some(viewer) = steers else {
        return html! {
            span.quiet { "You are watching this game." }
            @if standing == Standing::Over { " " a.button.main #to-review href=(review_path(room, None, None)) { "Review the game" } }
        };
    };
    html! {
        @if standing == Standing::Over {
            a.button.main #to-review href=(review_path(room, None, viewer.seat)) { "Review the game" }
        } @else if !room.has_persons() {
            (step(room, standing, pace, viewer))
            (play(room, pace, viewer))
        } @else if !pace.playing {
            (play(room, pace, viewer))
        }
        @match &room.about.run {
            Some(run) => { a.button href=(run) { "Back to the run" } },
            // persons who are playing do not leave by a slip of the hand
            None if standing == Standing::Over || !room.has_persons() => {
                a.button href=(room.about.anew) { "New game" }
            }
            None => {}
        }
    }
}

/// What persons seldom need: the next step of a game that is paused, or a pause.
fn steering(room: &Room, standing: Standing, pace: Pace, viewer: Viewer<'_>) -> Markup {
    html! {
        @if standing != Standing::Over && has_steps(room, pace) {
            @if pace.playing { (play(room, pace, viewer)) }
            @else { (step(room, standing, pace, viewer)) }
        }
    }
}

fn step(room: &Room, standing: Standing, pace: Pace, viewer: Viewer<'_>) -> Markup {
    let rests = pace.activity == Activity::Resting;
    let can = standing == Standing::Ready && !pace.playing && rests;
    button(viewer, "step", "step", room.about.step, can)
}

/// The button that starts or pauses the computers.
fn play(room: &Room, pace: Pace, viewer: Viewer<'_>) -> Markup {
    let over = room.is_over() || pace.activity.is_end() && !room.can_recover();
    let (act, word) = if pace.playing && !over { ("pause", "Pause") } else { ("play", "Play") };
    button(viewer, act, "play", word, !over)
}

/// Whether there is something to step or to pause: a computer player, or a game that has stopped.
fn has_steps(room: &Room, pace: Pace) -> bool {
    room.persons().len() < room.about.players.len() || pace.activity.is_end() || !pace.playing
}

/// A button with its own form, so that it works without scripts too. It is never disabled, as it would
/// lose focus; it announces that it does nothing instead.
fn button(viewer: Viewer<'_>, act: &str, id: &str, word: &str, can: bool) -> Markup {
    let action = format!("{}/{act}", viewer.path);
    html! {
        form method="post" action=(action) hx-post=(action) hx-swap="none" {
            button #{ "button-" (id) } aria-disabled=[(!can).then_some("true")] { (word) }
        }
    }
}

fn delay(pace: Pace, viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/delay", viewer.path);
    let ms = pace.delay.as_millis();
    html! {
        form.delay method="post" action=(action) hx-post=(action) hx-swap="none" hx-trigger="change delay:200ms" {
            label for="delay" { "Delay" }
            input #delay type="range" name="delay" autocomplete="off" min="0" max=(SLOWEST) step="50" value=(ms)
                aria-valuetext={ (ms) " milliseconds" };
            output for="delay" { (ms) " ms" }
            noscript { button { "Set" } }
        }
    }
}

/// The addresses of the game. While several persons are playing, those that reveal the seed are hidden.
fn addresses(room: &Room, viewer: Viewer<'_>) -> Part {
    let html = html! {
        section.addresses aria-label="This game elsewhere" {
            dl {
                @if room.is_open() {
                    dt { "Seed" } dd { (room.about.seed.0) }
                    dt { "The same game again" }
                    dd { a href=(room.about.address) { (room.about.address) } }
                    @if let Some(command) = &room.about.command {
                        dt { "On the command line" }
                        dd { code { (command) } }
                    }
                } @else {
                    dt { "The same game again" }
                    dd { "Its seed and address are shown when it is over: they reveal everything that will be dealt." }
                }
                @if room.has_persons() && room.is_over() {
                    dt { "As a file" }
                    dd { a href={ (viewer.path) "/file" } { "every move of this game" } }
                }
                @if viewer.seat.is_some() {
                    dt { "For spectators" }
                    dd { a href=(room.path()) { (room.path()) } }
                }
            }
        }
    };
    Part { name: "addresses", html }
}

#[cfg(test)]
mod tests {
    use super::room_page;
    use crate::app::App;
    use crate::rooms::{Room, Viewer};
    use crate::sections;
    use crate::serving::query::Fields;
    use crate::terms::Terms;
    use lettergame_words::Lexicon;

    const SEED: &str = "86420975";

    fn page(room: &Room) -> String {
        let viewer = Viewer { seat: None, sees_all: false, path: "/room" };
        room_page(room, viewer, None, None).into_string()
    }

    /// In the form the seed of a first board was drawn, and then persons were typed into its fields.
    #[tokio::test]
    async fn persons_are_dealt_from_a_secret_seed_or_all_are_told_the_one_that_was_set() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        let started = |path: &str, fields: &str| {
            let fields = Fields::parse(format!("seed={SEED}&{fields}").as_bytes());
            sections::begin(&app, path, &fields).unwrap()
        };
        for (path, other) in
            [("/auction", "zero"), ("/marrakech", "greedy"), ("/scrabble", "score")]
        {
            for pressed in ["do=begin&", ""] {
                let typed = format!("{pressed}drawn={SEED}&player=person&player=Person");
                let secret = started(path, &typed);
                let page = page(&secret);
                assert_ne!(secret.about.seed.0.to_string(), SEED, "{path}");
                assert!(!page.contains(SEED), "{page}");
                assert!(!page.contains(&secret.about.seed.0.to_string()), "{page}");
            }
            let alone = started(path, &format!("drawn={SEED}&player=person&player={other}"));
            assert_eq!(alone.about.seed.0.to_string(), SEED, "that of the board beside the form");
            assert!(page(&alone).contains(&format!("<dt>Seed</dt><dd>{SEED}")));
            assert!(!page(&alone).contains("The seed of this game was set"));
            for set in ["do=begin&drawn=5&player=person&player=person", "players=person,person"] {
                let known = started(path, set);
                assert_eq!(known.about.seed.0.to_string(), SEED);
                let told = format!("The seed of this game was set to <strong>{SEED}</strong>");
                assert!(page(&known).contains(&told), "{}", page(&known));
            }
        }
    }

    /// A game of persons alone has nothing to step or to pause, and no button by which one leaves it.
    #[tokio::test]
    async fn persons_are_offered_only_what_does_something() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        let page_of = |players: &str, playing: bool| {
            let fields = Fields::parse(format!("players={players}").as_bytes());
            let room = sections::begin(&app, "/marrakech", &fields).unwrap();
            room.set_playing(playing);
            let seat = room.seats.first().map(|(seat, _)| *seat);
            room_page(&room, Viewer { seat, sees_all: false, path: "/room" }, None, None)
                .into_string()
        };
        let offers = |page: &str| {
            ["button-step", "id=\"delay\"", "New game", "Paused"].map(|text| page.contains(text))
        };
        assert_eq!(offers(&page_of("person,person", true)), [false, false, false, false]);
        assert_eq!(offers(&page_of("random,person", true)), [false, true, false, false]);
        assert_eq!(offers(&page_of("random,person", false)), [true, true, false, true]);
        assert_eq!(offers(&page_of("random,random", false)), [true, true, true, false]);
    }
}
