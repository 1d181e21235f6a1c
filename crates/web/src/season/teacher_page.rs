//! What the teacher's pages show.

use jiff::Timestamp;
use maud::{Markup, html};

use crate::quoted::error_text;
use crate::season::form_page::framed;
use crate::season::found::place;
use crate::season::own_page::state;
use lettergame_season::{AuditLine, HandIn, Team, Version, time};

/// Everything on the teacher's page.
pub(super) struct TeacherPage {
    /// Why what was just asked for was not done.
    pub(super) refusal: Option<String>,
    /// Why the settings on the disk do not count.
    pub(super) wrong: Option<String>,
    pub(super) name: String,
    /// Why teams cannot hand in, if they cannot.
    pub(super) closed: Option<String>,
    pub(super) is_frozen: bool,
    pub(super) deadline: Option<Timestamp>,
    pub(super) teams: Vec<Team>,
    pub(super) versions: Vec<Version>,
    /// The newest hand-ins, the newest first.
    pub(super) hand_ins: Vec<HandIn>,
    /// Everything that waits.
    pub(super) queue: Vec<HandIn>,
    /// Who did what, the newest first.
    pub(super) log: Vec<AuditLine>,
}

impl TeacherPage {
    pub(super) fn render(&self) -> String {
        let body = html! {
            h1 { (self.name) ": teacher" }
            p.lead {
                @match &self.closed {
                    Some(why) => { "Teams cannot hand in: " (why) "." }
                    None => { "Teams can hand in." }
                }
            }
            @if let Some(why) = &self.wrong {
                p.refusal role="alert" { (error_text(why)) ". Until this is mended, the settings from before count." }
            }
            @if let Some(text) = &self.refusal { p.refusal role="alert" { (error_text(text)) } }
            (self.controls())
            h2 { "Teams" }
            (self.teams())
            @if !self.hand_ins.is_empty() { h2 { "Latest hand-ins" } (self.hand_ins()) }
            @if !self.log.is_empty() { h2 { "Who did what" } (self.log()) }
        };
        framed("", &self.name, body)
    }

    fn controls(&self) -> Markup {
        let (next, text) = if self.is_frozen {
            ("no", "Allow hand-ins again")
        } else {
            ("yes", "Freeze hand-ins")
        };
        let deadline = self.deadline.map_or_else(String::new, |end| time(end.as_second()));
        html! {
            form.line method="post" action="/teacher/freeze" {
                button name="freeze" value=(next) { (text) }
            }
            form.line method="post" action="/teacher/deadline" {
                label for="deadline" { "Deadline (UTC)" }
                input #deadline name="deadline" value=(deadline) placeholder="2030-01-31 23:59" autocomplete="off"
                    maxlength="40";
                button { "Set" }
                span.soft { "Empty: no deadline." }
            }
            form.line method="post" action="/teacher/team" {
                label for="team" { "New team" }
                input #team name="team" required maxlength="40" autocomplete="off" spellcheck="false";
                button { "Add" }
            }
        }
    }

    fn teams(&self) -> Markup {
        html! {
            @if self.teams.is_empty() { p { "No team yet." } }
            @else { div.scroll tabindex="0" role="group" aria-label="Teams" { table {
                thead { tr {
                    th.text scope="col" { "Team" } th.text scope="col" { "Plays" } th.text scope="col" { "Let play" }
                    th.text scope="col" { "Key" } th.text scope="col" { "Part" }
                } }
                tbody { @for team in &self.teams { (self.team(team)) } }
            } } }
        }
    }

    fn team(&self, team: &Team) -> Markup {
        let own = || self.versions.iter().filter(|version| version.team == team.id);
        let current = own().find(|version| Some(version.id) == team.current);
        html! {
            tr {
                th.text scope="row" { a href={ "/teams/" (team.name) ".html" } { (team.name) } }
                td.text {
                    @match (current, team.withdrawn) {
                        (_, Some(_)) => "withdrawn",
                        (Some(version), None) => { "version " (version.number) }
                        (None, None) => "no player yet",
                    }
                }
                td.text { @if current.is_some() {
                    form.line method="post" action="/teacher/restore" {
                        input type="hidden" name="team" value=(team.name);
                        select name="version" aria-label={ "Version of " (team.name) } {
                            @for version in own().collect::<Vec<_>>().into_iter().rev() {
                                option value=(version.number) selected[Some(version.id) == team.current] {
                                    (version.number) ": " (version.source)
                                }
                            }
                        }
                        button { "Restore" }
                    }
                } }
                td.text {
                    @if team.has_key {
                        (sure("Another key", "The present key is no longer valid then, and cannot be restored.",
                            &act("/teacher/key", team, "Make another key")))
                    } @else { (act("/teacher/key", team, "Make a key")) }
                }
                td.text { @if team.withdrawn.is_none() {
                    (sure("Withdraw", "It plays no match until one of its versions is restored.",
                        &act("/teacher/withdraw", team, "Withdraw the team")))
                } }
            }
        }
    }

    fn hand_ins(&self) -> Markup {
        let team = |id: i64| {
            let found = self.teams.iter().find(|team| team.id == id);
            found.map_or("?", |team| team.name.as_str())
        };
        html! {
            div.scroll tabindex="0" role="group" aria-label="Hand-ins" { table {
                thead { tr {
                    th scope="col" { "Number" } th scope="col" { "Arrived (UTC)" } th.text scope="col" { "Team" }
                    th.text scope="col" { "What" } th.text scope="col" { "By" } th.text scope="col" { "State" }
                    th scope="col" { "Log" }
                } }
                tbody { @for hand_in in &self.hand_ins { tr {
                    td { (hand_in.id) }
                    td { (time(hand_in.arrived)) }
                    td.text { (team(hand_in.team)) }
                    td.text { (hand_in.source) }
                    td.text { (hand_in.who) }
                    td.text { span class=(hand_in.state.name()) { (state(hand_in, place(&self.queue, hand_in.id))) } }
                    td { a href={ "/teacher/hand-ins/" (hand_in.id) } { "log" } }
                } } }
            } }
        }
    }

    fn log(&self) -> Markup {
        html! {
            div.scroll tabindex="0" role="group" aria-label="Log" { table {
                thead { tr {
                    th scope="col" { "Time (UTC)" } th.text scope="col" { "Who" } th.text scope="col" { "What" }
                } }
                tbody { @for line in &self.log { tr {
                    td { (time(line.time)) } td.text { (line.who) } td.text { (line.what) }
                } } }
            } }
        }
    }
}

/// A button that does something with a team.
fn act(action: &str, team: &Team, text: &str) -> Markup {
    html! {
        form.line method="post" action=(action) {
            input type="hidden" name="team" value=(team.name);
            button aria-label={ (text) ": " (team.name) } { (text) }
        }
    }
}

/// A button that is shown only when it is folded out, as it acts for good.
fn sure(text: &str, warning: &str, button: &Markup) -> Markup {
    html! {
        details {
            summary { (text) }
            p.soft { (warning) }
            (button)
        }
    }
}

/// The page that shows a new key, once.
pub(super) fn key_page(team: &str, key: &str) -> String {
    let title = format!("The key of {team}");
    let body = html! {
        h1 { (title) }
        p.lead { "It is shown only now: the season keeps its hash alone. An earlier key of the team is no longer valid." }
        pre { (key) }
        p { "The team opens " a href="/own" { "its page" } " with it, or directly: " code { "/own?key=" (key) } }
        p { a href="/teacher" { "Back" } }
    };
    framed("", &title, body)
}
