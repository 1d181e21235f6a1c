//! Standings: mean scores, win shares and ratings with their intervals.

use maud::{Markup, html};

use crate::page::Section;
use crate::page::legend::Legend;
use crate::page::title::count;
use crate::plot::{Data, Figure, Forest, ForestRow, Unit, number};
use crate::{Digest, Placing, SortKey, Standing, StandingsOrder};
use lettergame_stats::Interval;

/// The explanation of the plot of mean scores.
pub(super) const SCORE_ABOUT: &str = "The mean of each player's scores, with its interval.";

/// The explanation of the plot of win shares.
pub(super) const SHARE_ABOUT: &str =
    "How often a player won; a shared win counts in part. The dashed line is an even share.";

/// The explanation of the plot of ratings; the zero of the scale is appended.
pub(super) const RATING_ABOUT: &str = "Bradley-Terry ratings of all pairs of seats, on a scale like Elo's. Where \
    results do not tell, as of a player that never came out ahead, there is no interval. ";

pub(super) fn section(run: &Digest, legend: &Legend, prefix: &str) -> Section {
    let played = || run.standings.iter().filter(|standing| standing.games > 0);
    let score = scores(played(), legend);
    let share = win_shares(played(), legend, even_share(run));
    let rating = ratings(played(), legend);
    let about = [RATING_ABOUT, &run.ratings.scale_about()].concat();
    let content = html! {
        @if let Some(ranking) = &run.ranking { (final_order(ranking)) }
        (table(&run.standings))
        p { (run.ratings.legend) }
        @for remark in &run.ratings.remarks { p { (remark) "." } }
        (Figure { id: &format!("{prefix}score"), title: "Mean score", plot: &score,
            about: SCORE_ABOUT })
        (Figure { id: &format!("{prefix}win-share"), title: "Win share", plot: &share,
            about: SHARE_ABOUT })
        (Figure { id: &format!("{prefix}rating"), title: "Rating", plot: &rating,
            about: &about })
    };
    Section { id: "standings", heading: "Standings", content }
}

/// The win share of equal players; `None` if players do not have equally many seats per game.
fn even_share(run: &Digest) -> Option<f64> {
    (run.run.seats > 0).then(|| 1.0 / run.run.seats as f64)
}

/// The plot of mean scores.
pub(super) fn scores<'a>(standings: impl Iterator<Item = &'a Standing>, legend: &Legend) -> Forest {
    let forest = forest_of(standings, legend, |s| (s.score, s.score_interval));
    Forest { axis: "mean score of a game, points".into(), decimals: 1, ..forest }
}

/// The plot of win shares, with the share of equal players.
pub(super) fn win_shares<'a>(
    standings: impl Iterator<Item = &'a Standing>,
    legend: &Legend,
    even: Option<f64>,
) -> Forest {
    let forest = forest_of(standings, legend, |s| (s.win_share, s.win_share_interval));
    let (unit, axis) = (Unit::Percent, "share of wins".into());
    Forest { axis, unit, decimals: 1, reference: even, ..forest }
}

/// The plot of ratings.
pub(super) fn ratings<'a>(
    standings: impl Iterator<Item = &'a Standing>,
    legend: &Legend,
) -> Forest {
    let forest = forest_of(standings, legend, |s| (s.rating, s.rating_interval));
    Forest { axis: "rating".into(), reference: Some(0.0), ..forest }
}

/// Rows of these players; those that have not played have no value.
fn forest_of<'a>(
    standings: impl Iterator<Item = &'a Standing>,
    legend: &Legend,
    value: fn(&Standing) -> (f64, Option<Interval>),
) -> Forest {
    let rows = standings.map(|standing| {
        let seen = Some(value(standing)).filter(|_| standing.games > 0);
        let (value, interval) = seen.unwrap_or((f64::NAN, None));
        let series = legend.series(&standing.player);
        ForestRow { label: standing.player.clone(), series, value, interval }
    });
    Forest {
        rows: rows.collect(),
        axis: String::new(),
        unit: Unit::Plain,
        decimals: 0,
        reference: None,
    }
}

/// The final order of a tournament in stages.
pub(super) fn final_order(ranking: &[Placing]) -> Markup {
    let mut data =
        Data::new(["final order", "player", "points", "tie-break", "stages", "byes"]).named_by(2);
    for own in ranking {
        data.push([
            count(own.rank),
            own.player.clone(),
            number(own.points, 2),
            number(own.tie_break, 2),
            count(own.stages as u64),
            count(own.byes as u64),
        ]);
    }
    html! { div.standings { (data) } }
}

/// The columns of the table: heading, and the key by which they are sorted.
const COLUMNS: [(&str, SortKey); 8] = [
    ("player", SortKey::Name),
    ("games", SortKey::Games),
    ("win share", SortKey::WinShare),
    ("mean score", SortKey::Score),
    ("mean place", SortKey::Place),
    ("rating", SortKey::Rating),
    ("rank", SortKey::Rank),
    ("faults", SortKey::Faults),
];

/// The standings as a table.
pub(super) fn table(standings: &[Standing]) -> Markup {
    let mut data = Data::new(COLUMNS.map(|(heading, _)| heading));
    for standing in standings {
        data.push(row(standing));
    }
    html! { div.standings { (data) } }
}

/// The standings in an order, as a table whose headings are links to the other orders.
pub(super) fn sorted_table(
    standings: &[Standing],
    order: StandingsOrder,
    address: &dyn Fn(StandingsOrder) -> String,
) -> Markup {
    let mut standings = standings.to_vec();
    order.sort(&mut standings);
    let direction = if order.ascends() { "ascending" } else { "descending" };
    html! {
        div.standings {
            div.scroll tabindex="0" role="group" aria-label="Standings" {
                table {
                    thead { tr {
                        @for (heading, key) in COLUMNS {
                            @let sorted = (key == order.key).then_some(direction);
                            th scope="col" aria-sort=[sorted] {
                                a href=(address(order.clicked(key))) {
                                    (heading)
                                    span.arrow aria-hidden="true" { (arrow(sorted)) }
                                }
                            }
                        }
                    } }
                    tbody {
                        @for standing in &standings {
                            tr {
                                @for (index, text) in row(standing).into_iter().enumerate() {
                                    @if index == 0 { th scope="row" { (text) } } @else { td { (text) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Its width is the same for every column, sorted or not.
fn arrow(sorted: Option<&str>) -> &'static str {
    match sorted {
        Some("ascending") => "\u{25b4}",
        Some(_) => "\u{25be}",
        None => "\u{2003}",
    }
}

fn row(standing: &Standing) -> [String; 8] {
    let Standing { player, games, faults, .. } = standing;
    if *games == 0 {
        let none = || "\u{2013}".to_owned();
        return [player.clone(), count(0), none(), none(), none(), none(), none(), count(*faults)];
    }
    [
        player.clone(),
        count(*games),
        Unit::Percent.show_with(standing.win_share, standing.win_share_interval, 1),
        Unit::Plain.show_with(standing.score, standing.score_interval, 1),
        number(standing.mean_place, 2),
        Unit::Plain.show_with(standing.rating, standing.rating_interval, 0),
        standing.rank().unwrap_or_else(|| "\u{2013}".to_owned()),
        count(*faults),
    ]
}
