//! Players against each other.

use maud::{Markup, html};

use crate::page::Section;
use crate::page::title::count;
use crate::plot::{Data, Figure, HeatMap, Unit};
use crate::{Digest, PairDigest};

pub(super) fn section(run: &Digest, prefix: &str) -> Option<Section> {
    if run.pairs.is_empty() {
        return None;
    }
    let matrix = matrix(run);
    let content = html! {
        (Figure { id: &format!("{prefix}meetings"), title: "Who beats whom", plot: &matrix,
            about: "In how many of 100 meetings the player of the row came out ahead of the player of the \
                column, a tie counting a half. Blue is more than half, orange less." })
        details { summary { "Table: point differences" } (differences(run)) }
    };
    Some(Section { id: "meetings-all", heading: "Player against player", content })
}

/// The players by their standings, the better ones on top.
fn matrix(run: &Digest) -> HeatMap {
    let met = |name: &String| run.pairs.iter().any(|pair| pair.player == *name);
    let names = run.standings.iter().map(|standing| standing.player.clone());
    let labels: Vec<String> = names.filter(met).collect();
    let share = |row: &String, column: &String| Some(run.pair(row, column)?.share.mean);
    let row = |row: &String| labels.iter().map(|column| share(row, column)).collect();
    let shares = labels.iter().map(row).collect();
    HeatMap { labels, shares }
}

fn differences(run: &Digest) -> Markup {
    let mut data =
        Data::new(["player", "opponent", "meetings", "ahead in", "points more"]).named_by(2);
    for PairDigest { player, opponent, share, difference } in &run.pairs {
        data.push([
            player.clone(),
            opponent.clone(),
            count(share.count),
            Unit::Percent.show_with(share.mean, share.interval, 1),
            Unit::Plain.show_with(difference.mean, difference.interval, 1),
        ]);
    }
    html! { (data) }
}
