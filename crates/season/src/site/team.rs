//! The page of a team.

use maud::{Markup, html};

use crate::site::games::Shown;
use crate::site::shown::{percent, probability, rating, time};
use crate::{GameOfNote, Lead, OwnMatch, SeasonStandings, TeamReport, VersionProgress, WhyNotable};
use lettergame_report::plot::{Across, Figure, Line, LinePoint, Lines, Series, Unit, figures};

/// Games of a match that are linked at most.
const MAX_GAMES: u64 = 60;

/// Everything about a team, with its latest matches; games that are `there` can be stepped through.
pub(super) fn body(
    report: &TeamReport,
    standings: &SeasonStandings,
    matches: &[OwnMatch],
    there: &Shown<'_>,
) -> Markup {
    let standing = standings.teams.iter().find(|team| team.team == report.team);
    html! {
        h1 { (report.team) }
        p.lead {
            @match (standing, report.withdrawn) {
                (_, true) => "Withdrawn; its games stay.",
                (Some(team), _) => {
                    "Version " (team.version)
                    @if let Some(rank) = team.rank() { ", rank " (rank) }
                    @if team.games > 0 { ", rating " (rating(team.games, team.rating, team.rating_interval)) }
                },
                _ => "No player yet.",
            }
        }
        div.columns {
            @if report.versions.iter().filter(|version| version.totals.games > 0).count() > 1 { (progress(report)) }
            section { h2 { "Versions" } (versions(report)) }
            @if report.rivals.iter().any(|rival| rival.results > 0) {
                section { h2 { "Against" } (rivals(report, standings)) }
            }
            @if !report.games.is_empty() { section { h2 { "Games worth a look" } (games(report, there)) } }
            (latest(report, matches, there))
        }
        @if report.times.decisions > 0 {
            p.soft {
                (report.times.decisions) " decisions of its program: "
                (format!("{:.1}", report.times.total_ms / report.times.decisions as f64)) " ms on average, "
                (format!("{:.1}", report.times.longest_ms)) " ms at most, " (report.times.late) " late."
            }
        }
    }
}

fn progress(report: &TeamReport) -> Markup {
    let played = || report.versions.iter().filter(|version| version.totals.games > 0);
    let point = |(place, version): (usize, &VersionProgress)| LinePoint {
        x: place as f64,
        value: version.rating,
        interval: version.rating_interval,
    };
    let line = Line {
        label: report.team.clone(),
        series: Series(0),
        points: played().enumerate().map(point).collect(),
    };
    let lines = Lines {
        lines: vec![line],
        across: Across::Places(played().map(|version| version.version.to_string()).collect()),
        x: "version".to_owned(),
        y: "rating".to_owned(),
        unit: Unit::Plain,
        decimals: 0,
    };
    html! {
        section {
            h2 { "Progress" }
            (Figure { id: "progress", title: "The rating of each version", plot: &lines, about: "By all games up to now." })
        }
    }
}

fn versions(report: &TeamReport) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="Versions" { table {
            thead { tr {
                th.text scope="col" { "Version (UTC)" } th.text scope="col" { "Handed in" }
                th scope="col" { "Rating" } th scope="col" { "Better than before" }
                th scope="col" { "Games" } th scope="col" { "Faults" }
            } }
            tbody { @for version in report.versions.iter().rev() {
                tr {
                    th.text scope="row" {
                        @if report.current == Some(version.version) {
                            b { (version.version) }
                        } @else {
                            (version.version)
                        }
                        div.soft { (time(version.accepted)) }
                    }
                    td.text { (version.source) }
                    td { (rating(version.totals.games, version.rating, version.rating_interval)) }
                    td { @if let Some(above) = version.above_previous { (probability(above)) } }
                    td { (version.totals.games) }
                    td { (version.totals.faults) }
                }
            } }
        } }
    }
}

fn rivals(report: &TeamReport, standings: &SeasonStandings) -> Markup {
    let place = |name: &str| standings.teams.iter().position(|team| team.team == name);
    let own = place(&report.team);
    let mut rivals: Vec<_> = report.rivals.iter().collect();
    rivals.sort_by_key(|rival| place(&rival.team));
    html! {
        div.scroll tabindex="0" role="group" aria-label="Results against other teams" { table {
            thead { tr {
                th.text scope="col" { "Team" } th scope="col" { "Lead over it" } th scope="col" { "Above it" }
                th scope="col" { "Results" } th scope="col" { "Share" }
            } }
            tbody { @for rival in rivals {
                @let near = own.zip(place(&rival.team)).is_some_and(|(own, other)| own.abs_diff(other) == 1);
                tr.near[near] {
                    th.text scope="row" { a href={ (rival.team) ".html" } { (rival.team) } }
                    td { (rating(rival.results, rival.lead(), rival.lead_interval())) }
                    td { @if let Some(above) = rival.above { (probability(above)) } }
                    td { (rival.results) }
                    td { (percent(rival.share)) }
                }
            } }
        } }
    }
}

fn games(report: &TeamReport, there: &Shown<'_>) -> Markup {
    let kinds = [
        (WhyNotable::WorstLoss, "Worst losses"),
        (WhyNotable::BestWin, "Best wins"),
        (WhyNotable::Upset, "Wins against stronger teams"),
        (WhyNotable::Closest, "Closest games"),
        (WhyNotable::Fault, "Faults"),
    ];
    html! {
        div.scroll tabindex="0" role="group" aria-label="Games worth a look" { table {
            thead { tr {
                th.text scope="col" { "Against" } th scope="col" { "By" } th scope="col" { "Game" }
            } }
            @for (why, title) in kinds {
                @let games: Vec<&GameOfNote> = report.games.iter().filter(|game| game.why == why).collect();
                @if !games.is_empty() {
                    tbody {
                        tr.kind { th.text colspan="3" scope="rowgroup" { (title) } }
                        @for game in games { tr {
                            td.text { (opponents(&game.players, &report.team)) div.soft { (game.format) } }
                            td { @if let Some(points) = game.points { (figures(points)) } }
                            td { (game_link((game.of_match, game.game), there)) }
                        } }
                    }
                }
            }
        } }
    }
}

/// The players of a game but those of the team, or all if versions of the team met.
fn opponents(players: &[String], team: &str) -> String {
    let is_own = |player: &&String| player.rsplit_once('.').is_some_and(|(of, _)| of == team);
    let others: Vec<String> = players.iter().filter(|player| !is_own(player)).cloned().collect();
    if others.is_empty() { players.join(" and ") } else { others.join(", ") }
}

/// The latest matches with games to step through.
fn latest(report: &TeamReport, matches: &[OwnMatch], there: &Shown<'_>) -> Markup {
    let games = |of: &OwnMatch| -> Vec<u64> {
        (0..of.games.min(MAX_GAMES)).filter(|&game| there.has((of.id, game))).collect()
    };
    let matches: Vec<(&OwnMatch, Vec<u64>)> =
        matches.iter().map(|of| (of, games(of))).filter(|(_, games)| !games.is_empty()).collect();
    let lead = |lead: Option<Lead>| lead.map_or(String::new(), |lead| figures(lead.points));
    html! {
        @if !matches.is_empty() { section {
            h2 { "Latest matches" }
            div.scroll tabindex="0" role="group" aria-label="Latest matches" { table {
                thead { tr {
                    th.text scope="col" { "Match (UTC)" } th.text scope="col" { "Against" }
                    th scope="col" { "Best win" } th scope="col" { "Worst loss" } th.text scope="col" { "Games" }
                } }
                tbody { @for (of, games) in matches { tr {
                    th.text scope="row" { (of.id) div.soft { (time(of.ended)) } }
                    td.text { (opponents(&of.players, &report.team)) div.soft { (of.format) } }
                    td { (lead(of.best)) }
                    td { (lead(of.worst)) }
                    td.text.numbers { @for game in games {
                        a href={ "../game.html#" (of.id) "-" (game) } aria-label={ "Game " (game + 1) } { (game + 1) }
                    } }
                } } }
            } }
        } }
    }
}

/// Matches and their games are counted from 1; the address has the number of the files.
fn game_link((of_match, game): (i64, u64), there: &Shown<'_>) -> Markup {
    let text = format!("match {of_match}, game {}", game + 1);
    html! {
        @if there.has((of_match, game)) { a href={ "../game.html#" (of_match) "-" (game) } { (text) } }
        @else { (text) }
    }
}
