//! Results in a cell of a notebook: a table and the plots of the report, as one element with its own style.
//!
//! Notebooks put the output of many cells on one page, so the style sheet is scoped, and identifiers begin
//! with a hash of the content: two equal outputs share theirs, which then mean the same.

use maud::{Markup, PreEscaped, html};

use crate::comparison;
use crate::page::legend::Legend;
use crate::page::standings::{self, RATING_ABOUT, SCORE_ABOUT, SHARE_ABOUT};
use crate::plot::{Figure, Forest, ForestRow, SCOPED_STYLE, Series, Unit};
use crate::standings::scaled;
use crate::{ComparisonReport, Evaluation, Standing, StandingsView};
use lettergame_compare::Measure;
use lettergame_plan::short_hash;

/// The style sheet of an element, after that of the plots.
const STYLE: &str = include_str!("notebook.css");

/// Standings with their intervals, as a table and as plots: an HTML element without scripts or addresses.
#[must_use]
pub fn notebook_standings(evaluation: &Evaluation) -> String {
    let view = StandingsView::default();
    let (standings, ratings) = (evaluation.standings(&view), evaluation.rating_digest(&view));
    let legend = Legend::named(&standings.iter().map(|own| own.player.clone()).collect::<Vec<_>>());
    let played = || standings.iter().filter(|standing| standing.games > 0);
    let id = prefix(&format!("{standings:?}"));
    let about = [RATING_ABOUT, &ratings.scale_about()].concat();
    let score = standings::scores(played(), &legend);
    let share = standings::win_shares(played(), &legend, even_share(&standings));
    let rating = standings::ratings(played(), &legend);
    element(&html! {
        (standings::table(&standings))
        p.about { (ratings.legend) }
        @if !ratings.remarks.is_empty() {
            ul.remarks { @for remark in &ratings.remarks { li { (remark) "." } } }
        }
        @if played().next().is_some() {
            (figure(&id, "score", "Mean score", SCORE_ABOUT, &score))
            details {
                summary { "Win share and rating" }
                (figure(&id, "win-share", "Win share", SHARE_ABOUT, &share))
                (figure(&id, "rating", "Rating", &about, &rating))
            }
        }
    })
}

/// A comparison: figures, verdicts, remarks and the plot of the differences, as such an element.
#[must_use]
pub fn notebook_comparison(report: &ComparisonReport) -> String {
    let id = prefix(&format!("{:?}{}", report.comparison, report.conditions));
    let points = differences(report, Measure::Points, "points a game", 2);
    let wins = differences(report, Measure::Wins, "% of the wins", 1);
    let about = format!("How far each candidate is ahead of {}.", report.comparison.baseline);
    let document = report.document();
    element(&html! {
        h3 { (document.title()) }
        p.about { (report.conditions) }
        (document.markup())
        (figure(&id, "points", "Difference in points", &about, &points))
        (figure(&id, "wins", "Difference in win share", &about, &wins))
    })
}

fn element(content: &Markup) -> String {
    let parts = html! {
        div.lettergame.plots { style { (PreEscaped(SCOPED_STYLE)) (PreEscaped(STYLE)) } (content) }
    };
    parts.into_string()
}

fn figure(prefix: &str, id: &str, title: &str, about: &str, plot: &Forest) -> Markup {
    Figure { id: &format!("{prefix}{id}"), title, about, plot }.drawn(&[])
}

/// The start of identifiers: a letter, then a hash of what is shown.
fn prefix(content: &str) -> String {
    format!("r{}-", short_hash(content.as_bytes()))
}

/// The win share of equal players: wins per seat taken.
fn even_share(standings: &[Standing]) -> Option<f64> {
    let seats: u64 = standings.iter().map(|own| own.games).sum();
    let wins: f64 = standings.iter().map(|own| own.wins).sum();
    (seats > 0).then(|| wins / seats as f64)
}

/// The differences of every candidate in every setting. Shares are plain numbers here: an axis of shares has
/// nothing below 0.
fn differences(report: &ComparisonReport, by: Measure, axis: &str, decimals: usize) -> Forest {
    let scale = comparison::unit(by).scale;
    let findings = report.comparison.findings.iter().enumerate();
    let rows = findings.flat_map(|(index, finding)| {
        finding.rows().map(move |(setting, estimates, _)| {
            let label = match finding.settings.is_empty() {
                true => finding.candidate.clone(),
                false => format!("{}, {setting}", finding.candidate),
            };
            let mean = by.pairs(&estimates.effect).difference().mean();
            let interval = comparison::interval(by, estimates).map(|ends| scaled(ends, scale));
            let value = mean.map_or(f64::NAN, |mean| mean * scale);
            ForestRow { label, series: Series(index), value, interval }
        })
    });
    let (unit, reference) = (Unit::Plain, Some(0.0));
    Forest { rows: rows.collect(), axis: axis.to_owned(), unit, decimals, reference }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use roxmltree::Document;

    use super::notebook_standings;
    use crate::{SortKey, Tally};
    use lettergame_base::{BySeat, Points, Seat, unique_names};
    use lettergame_plan::{GameScore, SeatScore};

    /// The output after this many games of two players.
    fn output(games: u64) -> String {
        let names = unique_names(&["a", "b"]);
        let mut tally = Tally::new(&names, SortKey::WinShare);
        for game in 0..games {
            let seat = |seat: Seat| {
                let (player, place) =
                    (seat.index(), 1 + (seat.index() as u64 + game / 2) as u8 % 2);
                let points = Points(100 - 10 * i32::from(place));
                SeatScore { player, points, place, faulty: false, failed: false, benched: false }
            };
            tally.add(&GameScore { game, deal: game, seats: BySeat::from_fn(2, seat) });
        }
        notebook_standings(&tally.evaluate())
    }

    fn ids(text: &str) -> Vec<String> {
        let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let ids = document.descendants().filter_map(|node| node.attribute("id"));
        ids.map(str::to_owned).collect()
    }

    #[test]
    fn an_output_is_one_element_with_table_and_plots() {
        let text = output(20);
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let count = |tag| document.descendants().filter(|node| node.has_tag_name(tag)).count();
        assert_eq!(document.root_element().attribute("class"), Some("lettergame plots"));
        assert_eq!((count("table"), count("figure"), count("script")), (1, 3, 0));
    }

    #[test]
    fn identifiers_of_different_outputs_differ() {
        let [few, many] = [20, 40].map(|games| ids(&output(games)));
        let all: HashSet<&String> = few.iter().chain(&many).collect();
        assert_eq!(all.len(), few.len() + many.len());
        assert!(few.len() > 3 && ids(&output(20)) == few);
    }

    #[test]
    fn without_a_game_there_is_only_the_table() {
        let text = output(0);
        assert!(text.contains("<table>") && !text.contains("<figure"), "{text}");
    }
}
