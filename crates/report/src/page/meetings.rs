//! Players against each other.

use maud::{Markup, html};

use crate::page::Section;
use crate::page::title::count;
use crate::plot::{Data, Figure, HeatMap, Unit, class, number, whole_percent};
use crate::{Digest, PairDigest};

/// The maximum number of players in [`table`], which grows with its square.
const MAX_PLAYERS: usize = 16;

/// Players against each other as a table for a page that is shown again and again. All players have their
/// rows from the start, so the table keeps its size; only the first of many are shown.
pub(super) fn table(run: &Digest) -> Markup {
    let names = run.standings.iter().map(|standing| standing.player.as_str());
    let names: Vec<&str> = names.take(MAX_PLAYERS).collect();
    let left = run.standings.len() - names.len();
    html! {
        div.scroll tabindex="0" role="group" aria-label="Player against player" {
            table.pairs {
                caption.hear {
                    "In how many of 100 meetings the player of the row came out ahead of that of the column"
                }
                thead { tr {
                    th scope="col" { "player" }
                    @for (index, name) in names.iter().enumerate() {
                        th scope="col" title=(name) {
                            span aria-hidden="true" { (index + 1) } span.hear { (name) }
                        }
                    }
                } }
                tbody {
                    @for (index, name) in names.iter().enumerate() {
                        tr {
                            th scope="row" { span.place aria-hidden="true" { (index + 1) } " " (name) }
                            @for other in &names { (cell(run, name, other)) }
                        }
                    }
                }
            }
        }
        @if left > 0 {
            p.quiet { "The first " (names.len()) " players; the report has all " (names.len() + left) "." }
        }
    }
}

/// A player against another one: the share in whole percent, more on hovering and for screen readers.
fn cell(run: &Digest, player: &str, other: &str) -> Markup {
    if player == other {
        return html! { td.own { span aria-hidden="true" { "\u{b7}" } } };
    }
    let Some(PairDigest { share, .. }) = run.pair(player, other) else {
        let text = format!("{player} and {other} have not met");
        return html! { td title=(text) { "\u{2013}" span.hear { ": " (text) } } };
    };
    let ahead = Unit::Percent.show_with(share.mean, share.interval, 1);
    let meetings = if share.count == 1 { "meeting" } else { "meetings" };
    let about = format!("ahead in {ahead} of {} {meetings}", count(share.count));
    html! {
        td.{ (class(share.mean)) } title={ (player) " against " (other) ": " (about) } {
            span aria-hidden="true" { (number(whole_percent(share.mean), 0)) } span.hear { (about) }
        }
    }
}

pub(super) fn section(run: &Digest, prefix: &str) -> Option<Section> {
    if run.pairs.is_empty() {
        return None;
    }
    let matrix = matrix(run);
    let content = html! {
        // with two, it shows their win shares
        @if matrix.labels.len() > 2 {
            (Figure { id: &format!("{prefix}meetings"), title: "Who beats whom", plot: &matrix,
                about: "In how many of 100 meetings the player of the row came out ahead of the player of the \
                    column, a tie counting a half. Blue is more than half, orange less." })
        }
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

#[cfg(test)]
mod tests {
    use super::table;
    use crate::page::sample;

    #[test]
    fn each_cell_has_the_share_of_the_report_with_count_and_interval() {
        let report = sample::report(&["a<b", "c", "d"], 400);
        let mut run = report.runs[0].clone();
        run.pairs.retain(|pair| !(pair.player == "d" || pair.opponent == "d"));
        let html = table(&run).into_string();
        let pair = run.pair("a<b", "c").unwrap();
        let percent = crate::plot::Unit::Percent.show_with(pair.share.mean, pair.share.interval, 1);
        let about = format!("title=\"a&lt;b against c: ahead in {percent} of ");
        assert!(html.contains(&about) && percent.contains("to"), "{about}: {html}");
        assert!(html.contains("c and d have not met") && !html.contains("c against d"), "{html}");
        assert_eq!(html.matches("<td").count(), 9);
    }

    #[test]
    fn of_many_players_the_first_are_shown() {
        let names: Vec<String> = (0..20).map(|index| format!("p{index}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let html = table(&sample::report(&names, 40).runs[0]).into_string();
        assert!(html.contains("The first 16 players; the report has all 20."), "{html}");
        assert!(html.contains("p15") && !html.contains("p16"), "{html}");
    }
}
