//! The leaderboard.

use maud::{Markup, html};

use crate::site::shown::{percent, probability, rating, time};
use crate::{SeasonStandings, TeamStanding};
use lettergame_report::plot::{Figure, Forest, ForestRow, Series, Unit};

/// The leaderboard as it was at a time.
pub(super) fn body(standings: &SeasonStandings, at: i64) -> Markup {
    let several = standings.formats.len() > 1;
    html! {
        h1 { (standings.season) }
        p.lead {
            (standings.games) " games in " (standings.matches) " matches, as of " (time(at)) " UTC. "
            @if standings.settled { "Every team is told apart from its neighbours." }
        }
        div.scroll tabindex="0" role="group" aria-label="Leaderboard" { table.leaderboard {
            thead { tr {
                th scope="col" { "Rank" } th.text scope="col" { "Team" } th scope="col" { "Version" }
                th scope="col" { "Rating" } th scope="col" { "Above the next" }
                th scope="col" { "Win share" } th scope="col" { "Games" } th scope="col" { "Faults" }
                @if several { @for format in &standings.formats { th scope="col" { (format) } } }
            } }
            tbody { @for team in &standings.teams { (row(team, standings.teams.len(), several)) } }
        } }
        div.columns {
            @if standings.teams.iter().any(|team| team.games > 0) { (ratings(standings)) }
            (reading(standings))
        }
    }
}

/// What the columns mean, and what is missing.
fn reading(standings: &SeasonStandings) -> Markup {
    html! {
        section {
            h2 { "How to read this" }
            dl.reading {
                dt { "Rank" } dd { "2 to 4: with a probability of 95 % the true rank is among these." }
                dt { "Rating" }
                dd {
                    "The mean over the formats, with its 95 % interval, on a scale like Elo's. 0 is the average of the \
                     teams that play, weighted by how much their games reveal."
                }
                dt { "Above the next" }
                dd {
                    "The probability that the order of the two is right; bold once they are told apart at "
                    (standings.confidence * 100.0) " %, however often one looks."
                }
                dt { "Win share" } dd { "Of the games it happened to play: who meets stronger teams wins less." }
            }
            @for note in standings.notes() { p.soft { (note) "." } }
            @for dropped in &standings.dropped_formats { p.soft { (dropped) "." } }
        }
    }
}

fn row(team: &TeamStanding, teams: usize, several: bool) -> Markup {
    html! {
        tr {
            td { @if let Some(rank) = team.rank() { (band(team, teams)) span.rank { (rank) } } }
            th.text scope="row" { a href={ "teams/" (team.team) ".html" } { (team.team) } }
            td { (team.version) }
            td { (rating(team.games, team.rating, team.rating_interval)) }
            td { @if let Some(above) = team.above_next {
                @if team.apart == Some(true) { b { (probability(above)) } } @else { (probability(above)) }
            } }
            td { (percent(team.win_share)) }
            td { (team.games) }
            td { (team.faults) }
            @if several { @for format in &team.formats {
                td { (rating(format.games, format.rating, format.rating_interval)) }
            } }
        }
    }
}

/// The ranks that may be the true one, among all.
fn band(team: &TeamStanding, teams: usize) -> Markup {
    let Some((low, high)) = team.rank_low.zip(team.rank_high) else { return html! {} };
    html! {
        svg.ranks viewBox={ "0 0 " (teams) " 1" } preserveAspectRatio="none" aria-hidden="true" {
            rect.track width=(teams) height="1" {}
            rect.own x=(low.saturating_sub(1)) width=((high + 1).saturating_sub(low)) height="1" {}
        }
    }
}

fn ratings(standings: &SeasonStandings) -> Markup {
    let played = standings.teams.iter().filter(|team| team.games > 0);
    let row = |team: &TeamStanding| ForestRow {
        label: team.team.clone(),
        series: Series(0),
        value: team.rating,
        interval: team.rating_interval,
    };
    let forest = Forest {
        rows: played.map(row).collect(),
        axis: "rating".to_owned(),
        unit: Unit::Plain,
        decimals: 0,
        reference: Some(0.0),
    };
    html! {
        section {
            h2 { "Ratings" }
            (Figure { id: "rating", title: "With their intervals", plot: &forest, about: "Each team's rating with its 95 % interval." })
        }
    }
}
