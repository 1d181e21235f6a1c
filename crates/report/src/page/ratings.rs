//! Ratings against each other and against the results, and the field as a population.

use maud::{Markup, html};

use crate::evaluation::p_words;
use crate::page::Section;
use crate::page::legend::Legend;
use crate::plot::{
    Across, Data, Figure, HeatMap, Line, LinePoint, Lines, Picture, Plot, Unit, WIDE, number,
};
use crate::{Digest, Ecology, ModelDigest, PopulationDigest, Standing};

/// The number of generations in the plot of a page.
const GENERATIONS: usize = 200;

/// Maximum number of pairs of the table that compares ratings with results.
const MAX_MISFITS: usize = 10;

pub(super) fn section(run: &Digest, legend: &Legend, prefix: &str) -> Option<Section> {
    // with two, the standings say it all
    if run.standings.iter().filter(|own| own.games > 0).count() < 3 {
        return None;
    }
    let matrix = above(run);
    let ecology = Ecology::of(run, GENERATIONS).map(|ecology| lines(&ecology, legend));
    if matrix.labels.len() < 3 && ecology.is_none() {
        return None;
    }
    let content = html! {
        @if matrix.labels.len() > 2 {
            (Figure { id: &format!("{prefix}above"), title: "Who is above whom", plot: &matrix,
                about: "How likely, in percent, the rating of the player of the row is truly above that of the \
                    player of the column." })
            details { summary { "Table: differences of ratings" } (differences(run)) }
        }
        @if let Some(model) = &run.ratings.model { (against_results(model, run.run.seats)) }
        @if let Some(population) = &run.population { (without_order(&run.standings, population)) }
        @if let Some(lines) = &ecology {
            (Figure { id: &format!("{prefix}ecology"), title: "Ecology", plot: lines,
                about: "Players in a population, in which each one's part grows by what it takes from \
                    the others: all parts are even at first." })
        }
    };
    Some(Section { id: "ratings", heading: "Ratings and population", content })
}

/// The players by rating, the best on top.
fn above(run: &Digest) -> HeatMap {
    let mut rated: Vec<_> = run.standings.iter().filter(|own| own.games > 0).collect();
    rated.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    let paired = |name: &str| run.ratings.pairs.iter().any(|pair| pair.player == name);
    let labels: Vec<String> =
        (rated.iter().map(|own| own.player.clone())).filter(|player| paired(player)).collect();
    let cell = |row: &String, column: &String| {
        let mut pairs = run.ratings.pairs.iter();
        pairs.find(|pair| pair.player == *row && pair.opponent == *column)?.above
    };
    let row = |row: &String| labels.iter().map(|column| cell(row, column)).collect();
    let shares = labels.iter().map(row).collect();
    HeatMap { labels, shares }
}

fn differences(run: &Digest) -> Markup {
    let mut data = Data::new(["player", "above", "by", "probability"]).named_by(2);
    for pair in run.ratings.pairs.iter().filter(|pair| pair.difference > 0.0) {
        data.push([
            pair.player.clone(),
            pair.opponent.clone(),
            Unit::Plain.show_with(pair.difference, pair.difference_interval, 0),
            pair.above.map_or_else(String::new, |above| Unit::Percent.show(above, 1)),
        ]);
    }
    html! { (data) }
}

/// Whether one rating for each player explains the results.
fn against_results(model: &ModelDigest, seats: usize) -> Markup {
    let columns = ["player", "against", "meetings", "share", "expected", "standard errors off"];
    let mut data = Data::new(columns).named_by(2);
    for pair in model.pairs.iter().take(MAX_MISFITS) {
        data.push([
            pair.player.clone(),
            pair.opponent.clone(),
            number(pair.meetings, 0),
            Unit::Percent.show(pair.observed, 1),
            Unit::Percent.show(pair.expected, 1),
            number(pair.standard_errors, 1),
        ]);
    }
    html! {
        h3 { "Ratings against results" }
        p {
            "Does one rating per player explain the results of each pair? Chi-square "
            (number(model.chi_square, 1)) " with " (number(model.degrees_of_freedom, 1))
            " degrees of freedom over deals, " (p_words(model.p_value)) ": "
            @if model.fits { "the ratings are consistent with the results." }
            @else { "the ratings do not explain the results." }
            @if seats > 2 { " In games of more than two, the share of a pair depends on who else plays." }
        }
        details { summary { "Table: the pairs furthest from what the ratings expect" } (data) }
    }
}

/// Nash averages and alpha-rank.
fn without_order(standings: &[Standing], population: &PopulationDigest) -> Markup {
    let mut data = Data::new(["player", "nash weight", "share against it", "alpha-rank"]);
    let row = |own: &Standing| population.players.iter().find(|row| row.player == own.player);
    for row in standings.iter().filter_map(row) {
        data.push([
            row.player.clone(),
            Unit::Percent.show(row.nash_weight, 1),
            Unit::Percent.show(row.nash_share, 1),
            Unit::Percent.show(row.alpha_rank, 1),
        ]);
    }
    html! {
        h3 { "Without a single order" }
        (data)
        @for note in PopulationDigest::notes() { p { (note) } }
    }
}

fn lines(ecology: &Ecology, legend: &Legend) -> Lines {
    let point = |(generation, part): (usize, f64)| LinePoint {
        x: generation as f64,
        value: part,
        interval: None,
    };
    let line = |(player, name): (usize, &String)| Line {
        label: name.clone(),
        series: legend.series(name),
        points: ecology.of_player(player).enumerate().map(point).collect(),
    };
    let mut lines: Vec<Line> = ecology.players.iter().enumerate().map(line).collect();
    lines.sort_by_key(|line| line.series.0);
    Lines {
        lines,
        across: Across::Whole,
        x: "generation".into(),
        y: "part of the population".into(),
        unit: Unit::Percent,
        decimals: 1,
    }
}

/// The plot of an ecology as a standalone picture.
#[must_use]
pub fn ecology_picture(run: &Digest, ecology: &Ecology) -> String {
    let names: Vec<String> = run.standings.iter().map(|own| own.player.clone()).collect();
    let drawing = lines(ecology, &Legend::named(&names)).draw(WIDE);
    let title = format!("Ecology of {}", run.run.label);
    Picture { title: &title, heading: &title, panels: vec![(vec![], drawing)], notes: &[] }.to_svg()
}

#[cfg(test)]
mod tests {
    use super::ecology_picture;
    use crate::Ecology;
    use crate::page::sample;

    #[test]
    fn a_picture_is_self_contained_xml() {
        let report = sample::report(&["a<b", "c&d", "e"], 400);
        let run = &report.runs[0];
        let picture = ecology_picture(run, &Ecology::of(run, 50).unwrap());
        let xml = roxmltree::Document::parse(&picture).unwrap();
        let lines = xml.descendants().filter(|node| {
            node.attribute("class").is_some_and(|class| class.split(' ').any(|word| word == "line"))
        });
        assert_eq!(lines.count(), 3);
        assert!(!picture.contains("light-dark"), "{picture}");
    }
}
