//! The distributions of scores and places.

use maud::html;

use crate::page::Section;
use crate::page::legend::Legend;
use crate::plot::{Bars, BarsRow, Figure, HistogramRow, Histograms, Part, Shade};
use crate::{Digest, Distribution, PlayerDigest};

pub(super) fn section(run: &Digest, legend: &Legend, prefix: &str) -> Option<Section> {
    let players = in_order(run);
    if players.is_empty() {
        return None;
    }
    let row = |player: &&PlayerDigest| histogram(player, player.scores.as_ref()?, legend);
    let scores = Histograms {
        rows: players.iter().filter_map(row).collect(),
        axis: "score of a game, points".into(),
    };
    let places = places(&players);
    let content = html! {
        (Figure { id: &format!("{prefix}distribution"), title: "Scores of single games", plot: &scores,
            about: "How often each score came, each player to its own height. The bar below holds the middle \
                half of all scores, the thin line all of them, the mark is the median." })
        @if run.places_tell_more() {
            (Figure { id: &format!("{prefix}places"), title: "Places", plot: &places,
                about: "How often each player took each place; equal scores share the better one." })
        }
    };
    Some(Section { id: "scores", heading: "Scores and places", content })
}

/// The players that played, best first.
fn in_order(run: &Digest) -> Vec<&PlayerDigest> {
    let find = |name: &str| run.players.iter().find(|player| player.player == name);
    let standings = run.standings.iter();
    standings.filter_map(|standing| find(&standing.player)).filter(|p| p.games > 0).collect()
}

fn histogram(
    player: &PlayerDigest,
    scores: &Distribution,
    legend: &Legend,
) -> Option<HistogramRow> {
    let Distribution { min, max, lower_quartile, median, upper_quartile, .. } = *scores;
    (!scores.bins.is_empty()).then(|| HistogramRow {
        label: player.player.clone(),
        series: legend.series(&player.player),
        first: scores.first,
        bin_width: scores.bin_width,
        counts: scores.bins.clone(),
        summary: [min as f64, lower_quartile, median, upper_quartile, max as f64],
    })
}

fn places(players: &[&PlayerDigest]) -> Bars {
    let places = players.iter().map(|player| player.places.len()).max().unwrap_or(0);
    let part =
        |k: usize| Part { label: format!("place {}", k + 1), shade: Shade { k, of: places } };
    let row = |player: &&PlayerDigest| BarsRow {
        label: player.player.clone(),
        counts: player.places.clone(),
    };
    Bars {
        parts: (0..places).map(part).collect(),
        rows: players.iter().map(row).collect(),
        axis: "share of games".into(),
        whole: true,
    }
}
