//! The game's own columns: their means, and two of them against each other.

use maud::{Markup, html};

use crate::page::Section;
use crate::page::legend::Legend;
use crate::plot::{Cloud, Data, Figure, Scatter, ScatterPoint, Unit};
use crate::{Digest, PlayerDigest, Relation, SamplePoint};

/// How to select a mark of the plot.
const CHOOSE: &str =
    " Choose a mark to replay its game: with the pointer, or with Tab, the arrow keys and Enter.";

pub(super) fn section(run: &Digest, legend: &Legend, prefix: &str) -> Option<Section> {
    let columns = run.players.iter().any(|player| !player.columns.is_empty());
    let scatter = scatter(run, legend);
    if !columns && scatter.is_none() {
        return None;
    }
    let about = format!(
        "Each mark is one seat of one game, a sample; the large marks are means over all games.{}",
        if run.run.replayable { CHOOSE } else { "" }
    );
    let content = html! {
        @if let Some(scatter) = &scatter {
            @let title = format!("{} against {}", capital(&scatter.y), scatter.x);
            @let id = format!("{prefix}relation");
            (Figure { id: &id, title: &title, plot: scatter, about: &about })
        }
        @if columns { (means(run, legend)) }
    };
    Some(Section { id: "points", heading: "Where points come from", content })
}

/// `word_points` as `word points`.
fn words(column: &str) -> String {
    column.replace('_', " ")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn scatter(run: &Digest, legend: &Legend) -> Option<Scatter> {
    let related: Vec<(&PlayerDigest, &Relation)> = run
        .players
        .iter()
        .filter_map(|player| Some((player, player.relation.as_ref()?)))
        .filter(|(_, relation)| !relation.points.is_empty())
        .collect();
    let (_, first) = related.first()?;
    let mut clouds: Vec<Cloud> =
        related.iter().map(|(player, relation)| cloud(run, player, relation, legend)).collect();
    clouds.sort_by_key(|cloud| cloud.series.0);
    Some(Scatter { clouds, x: words(&first.x), y: words(&first.y) })
}

fn cloud(run: &Digest, player: &PlayerDigest, relation: &Relation, legend: &Legend) -> Cloud {
    let point = |point: &SamplePoint| ScatterPoint {
        x: point.x,
        y: point.y,
        game: run.run.replayable.then_some(point.game),
    };
    Cloud {
        label: player.player.clone(),
        series: legend.series(&player.player),
        points: relation.points.iter().map(point).collect(),
        mean: Some([relation.mean_x, relation.mean_y]),
        correlation: relation.correlation,
    }
}

/// Means of all own columns, a row for each player.
fn means(run: &Digest, legend: &Legend) -> Markup {
    let mut columns: Vec<&str> = Vec::new();
    for column in run.players.iter().flat_map(|player| &player.columns) {
        if !columns.contains(&column.column.as_str()) {
            columns.push(&column.column);
        }
    }
    let names = columns.iter().map(|column| format!("mean {}", words(column)));
    let mut data = Data::new([String::from("player")].into_iter().chain(names));
    let mut players: Vec<&PlayerDigest> =
        run.players.iter().filter(|player| !player.columns.is_empty()).collect();
    players.sort_by_key(|player| legend.series(&player.player).0);
    for player in players {
        let cells = columns.iter().map(|name| mean_of(player, name));
        data.push([player.player.clone()].into_iter().chain(cells));
    }
    html! { h3 { "Means of a game" } (data) }
}

fn mean_of(player: &PlayerDigest, name: &str) -> String {
    let column = player.columns.iter().find(|column| column.column == name);
    column.map_or_else(
        || "\u{2013}".to_owned(),
        |column| Unit::Plain.show_with(column.mean.mean, column.mean.interval, 1),
    )
}
