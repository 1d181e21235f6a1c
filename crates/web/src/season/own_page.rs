//! What the pages of a team show.

use jiff::Timestamp;
use maud::{Markup, html};

use crate::quoted::error_text;
use crate::season::form_page::framed;
use crate::season::found::{Found, place};
use lettergame_season::{HandIn, HandInState, OwnMatch, Team, TeamStanding, time};

/// The page that asks for a key, with the one of the link that led there, if any.
pub(super) fn sign_in_page(key: &str, was_wrong: bool) -> String {
    let body = html! {
        h1 { "Your team" }
        p.lead { "Hand in players, and read their logs. Your teacher has the key of your team." }
        @if was_wrong {
            p.refusal role="alert" { "This key belongs to no team; ask your teacher for another one." }
        }
        form.line method="post" action="/own/key" {
            label for="key" { "Key" }
            input #key name="key" type="password" value=(key) autocomplete="current-password" required maxlength="100";
            button { "Open" }
        }
    };
    framed("own", "Your team", body)
}

/// The page of a team.
pub(super) struct OwnPage<'a> {
    pub(super) team: &'a Team,
    pub(super) standing: Option<&'a TeamStanding>,
    /// Its latest hand-ins, the newest first.
    pub(super) hand_ins: &'a [HandIn],
    /// Everything that waits, of all teams.
    pub(super) queue: &'a [HandIn],
    /// Its latest matches, the newest first.
    pub(super) matches: &'a [OwnMatch],
    /// Why it cannot hand in now.
    pub(super) denial: Option<&'a str>,
    /// How often it may still hand in today.
    pub(super) left: u32,
    /// The size of an upload in mebibytes.
    pub(super) upload_mib: u64,
    pub(super) deadline: Option<Timestamp>,
    pub(super) host: &'a str,
}

impl OwnPage<'_> {
    pub(super) fn render(&self) -> String {
        let OwnPage { team, standing, hand_ins, queue, matches, .. } = self;
        let body = html! {
            h1 { (team.name) }
            p.lead {
                @match standing {
                    Some(standing) => {
                        "Version " (standing.version) " plays"
                        @if let Some(rank) = standing.rank() { ", rank " (rank) }
                        ". " a href={ "/teams/" (team.name) ".html" } { "Its page" }
                    }
                    None => { "No player yet." }
                }
            }
            h2 { "Hand in" }
            (self.form())
            @if !hand_ins.is_empty() {
                h2 { "Hand-ins" }
                div.scroll tabindex="0" role="group" aria-label="Hand-ins" { table {
                    thead { tr {
                        th scope="col" { "Number" } th scope="col" { "Arrived (UTC)" }
                        th.text scope="col" { "What" } th.text scope="col" { "State" } th scope="col" { "Log" }
                    } }
                    tbody { @for hand_in in *hand_ins { tr {
                        td { (hand_in.id) }
                        td { (time(hand_in.arrived)) }
                        td.text { (hand_in.source) }
                        td.text { span class=(hand_in.state.name()) { (state(hand_in, place(queue, hand_in.id))) } }
                        td { a href={ "/own/hand-ins/" (hand_in.id) } { "log" } }
                    } } }
                } }
            }
            @if !matches.is_empty() {
                h2 { "Games" }
                p.soft { "What your player prints on standard error is its log; nobody else sees it." }
                (self.matches())
                form.line method="get" action="/own/log" {
                    label for="match" { "Log of match" }
                    input #match name="match" inputmode="numeric" required size="8" maxlength="20" autocomplete="off";
                    label for="game" { "game" }
                    input #game name="game" inputmode="numeric" required size="5" maxlength="20" autocomplete="off";
                    button { "Show" }
                }
            }
            form method="post" action="/own/leave" { button { "Forget the key in this browser" } }
        };
        framed("own", &team.name, body)
    }

    fn form(&self) -> Markup {
        let left = if self.left == 1 { "hand-in" } else { "hand-ins" };
        html! {
            @if let Some(why) = self.denial {
                p { "Not now: " (error_text(why)) "." }
            } @else {
                form.fields method="post" action="/own/hand-in" enctype="multipart/form-data" {
                    label for="player" { "A file, or an archive (.zip, .tar.gz) of a folder" }
                    input #player name="player" type="file" required;
                    label for="command" { "How it is started, if that is not plain from its files" }
                    input #command name="command" placeholder="python3 main.py" autocomplete="off" spellcheck="false" maxlength="1000";
                    button.main { "Hand in" }
                }
                p.soft {
                    "At most " (self.upload_mib) " MiB; " (self.left) " more " (left) " within 24 hours"
                    @if let Some(end) = self.deadline { ", until " (time(end.as_second())) " UTC" }
                    ". It is checked in a sandbox; if it fails, your version before it plays on."
                }
                details {
                    summary { "From a terminal" }
                    pre { "curl -H \"Authorization: Bearer KEY\" -F player=@player.zip http://" (self.host) "/own/hand-in" }
                }
            }
        }
    }

    fn matches(&self) -> Markup {
        html! {
            div.scroll tabindex="0" role="group" aria-label="Matches" { table {
                thead { tr {
                    th scope="col" { "Match" } th scope="col" { "Ended (UTC)" } th.text scope="col" { "Format" }
                    th.text scope="col" { "Players" } th scope="col" { "Games" } th scope="col" { "Logs" }
                } }
                tbody { @for one in self.matches { tr {
                    td { (one.id) }
                    td { (time(one.ended)) }
                    td.text { (one.format) }
                    td.text { (one.players.join(" – ")) }
                    td { "0 to " (one.games - 1) }
                    td {
                        a href=(log_address(one.id, 0)) { "game 0" }
                        @if let Some(fault) = one.first_fault {
                            ", " a href=(log_address(one.id, fault)) { "first fault" }
                        }
                    }
                } } }
            } }
        }
    }
}

fn log_address(of_match: i64, game: u64) -> String {
    format!("/own/log?match={of_match}&game={game}")
}

/// The state of a hand-in in words.
pub(super) fn state(hand_in: &HandIn, place: Option<usize>) -> String {
    match (hand_in.state, place) {
        (HandInState::Waiting, Some(place)) => format!("waiting, place {place} in the queue"),
        (state, _) => state.name().to_owned(),
    }
}

/// The page of a hand-in; `home` is the page that lists it.
pub(super) fn hand_in_page(found: &Found, team: &str, home: &str) -> String {
    let Found { hand_in, place, version } = found;
    let title = format!("{team}, hand-in {}", hand_in.id);
    let body = html! {
        h1 { (title) }
        p.lead {
            (hand_in.source) ", " (time(hand_in.arrived)) " UTC: " (state(hand_in, *place))
            @if let Some(version) = version { ", version " (version) }
            @if hand_in.state == HandInState::Refused { "; the version before it plays on, if there is one" }
        }
        @if hand_in.state.is_open() {
            p { "This page is loaded again until the check has ended." }
        } @else {
            pre.log { (hand_in.log) }
        }
        p { a href=(home) { "Back" } }
    };
    framed("own", &title, body)
}

/// The same for a program: the state in the first line, then the log.
pub(super) fn hand_in_text(found: &Found) -> String {
    let Found { hand_in, place, version } = found;
    let version = version.map_or_else(String::new, |version| format!(", version {version}"));
    format!("{}{version}\n{}", state(hand_in, *place), hand_in.log)
}

/// What a version printed in a game, or without one in the whole match.
pub(super) fn log_page(
    of_match: i64,
    game: Option<u64>,
    version: &str,
    log: Option<&str>,
) -> String {
    let game_text = game.map_or_else(String::new, |game| format!(", game {game}"));
    let title = format!("Match {of_match}{game_text}: log of {version}");
    let body = html! {
        h1 { (title) }
        @match log {
            None => { p { "There is no log: built-in players print nothing." } }
            Some("") => { p { "It printed nothing." } }
            Some(log) => { pre.log { (log) } }
        }
        p {
            @if let Some(game) = game {
                a href={ "/game.html#" (of_match) "-" (game) } { "Step through the game" } " · "
                a href={ "/own/log?match=" (of_match) } { "The whole log of the match" } " · "
            }
            a href="/own" { "Back" }
        }
    };
    framed("own", &title, body)
}
