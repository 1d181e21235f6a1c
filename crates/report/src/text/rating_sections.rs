//! The sections on ratings: against each other, against the results, and in a field without a single order.

use crate::standings::with_interval;
use crate::table::shown;
use crate::text::Section;
use crate::{
    Cell, Digest, ModelPair, PlayerDigest, PopulationDigest, RatingDigest, RatingPair, Standing,
    Table,
};

/// Maximum number of rows of the table of pairs.
pub(super) const MAX_PAIRS: usize = 100;

/// Maximum number of players of a matrix, which has a column for each.
const MAX_COLUMNS: usize = 12;

/// Maximum number of pairs of the table that compares ratings with results.
const MAX_MISFITS: usize = 10;

/// The players that played, in the order of the standings.
pub(super) fn ranked(digest: &Digest) -> impl Iterator<Item = &PlayerDigest> {
    let by_name = |name: &str| digest.players.iter().find(|player| player.player == name);
    let ranked = digest.standings.iter().filter_map(move |standing| by_name(&standing.player));
    ranked.filter(|player| player.games > 0)
}

/// The players that played, by rating.
fn by_rating(standings: &[Standing]) -> Vec<&str> {
    let mut played: Vec<&Standing> = standings.iter().filter(|own| own.games > 0).collect();
    played.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    played.into_iter().map(|own| own.player.as_str()).collect()
}

fn pair<'a>(ratings: &'a RatingDigest, player: &str, opponent: &str) -> Option<&'a RatingPair> {
    let mut pairs = ratings.pairs.iter();
    pairs.find(|pair| pair.player == player && pair.opponent == opponent)
}

/// The differences between all ratings.
pub(super) fn differences(standings: &[Standing], ratings: &RatingDigest) -> Option<Section> {
    let names = by_rating(standings);
    let pairs = names.iter().enumerate().flat_map(|(index, player)| {
        names[index + 1..].iter().filter_map(|opponent| pair(ratings, player, opponent))
    });
    let mut table = Table::new(&["player", "above", "by", "probability"]);
    for own in pairs.clone().take(MAX_PAIRS) {
        table.push(vec![
            Cell::text(&own.player),
            Cell::text(&own.opponent),
            Cell::text(&with_interval(own.difference, own.difference_interval, 0, "")),
            own.above.map_or(Cell::Nothing, |above| Cell::text(&probability(above))),
        ]);
    }
    let rest = pairs.count().saturating_sub(MAX_PAIRS);
    let note = "by: the difference of the ratings; probability: that it is more than 0, over draws of the \
                deals with replacement.";
    let section = Section::new("Differences of ratings", table).noted(note);
    let more = || format!("{rest} more pairs are in --format json.");
    let section = if rest > 0 { section.noted(&more()) } else { section };
    (names.len() > 2).then_some(section)
}

/// The probability that each player is truly stronger than each other one.
pub(super) fn above(standings: &[Standing], ratings: &RatingDigest) -> Option<Section> {
    let names = by_rating(standings);
    if !(3..=MAX_COLUMNS).contains(&names.len()) {
        return None;
    }
    let columns: Vec<&str> = std::iter::once("player").chain(names.iter().copied()).collect();
    let mut table = Table::new(&columns);
    for player in &names {
        let cell = |opponent: &&str| {
            let above = pair(ratings, player, opponent).and_then(|pair| pair.above);
            above.map_or(Cell::Nothing, |above| Cell::text(&probability(above)))
        };
        table.push(std::iter::once(Cell::text(player)).chain(names.iter().map(cell)).collect());
    }
    let note = "How likely the player of the row is truly above that of the column.";
    Some(Section::new("Who is above whom", table).noted(note))
}

/// `97.3 %`, never certain.
fn probability(above: f64) -> String {
    match above * 100.0 {
        percent if percent < 0.1 => "< 0.1 %".to_owned(),
        percent if percent > 99.9 => "> 99.9 %".to_owned(),
        percent => format!("{} %", shown(percent, 1)),
    }
}

/// Whether one rating per player explains the results.
pub(super) fn model(ratings: &RatingDigest, seats: usize) -> Option<Section> {
    let model = ratings.model.as_ref()?;
    let columns = ["player", "against", "meetings", "share", "expected", "standard errors off"];
    let mut table = Table::new(&columns);
    for ModelPair { player, opponent, meetings, observed, expected, standard_errors } in
        model.pairs.iter().take(MAX_MISFITS)
    {
        table.push(vec![
            Cell::text(player),
            Cell::text(opponent),
            Cell::number(*meetings, 0),
            Cell::text(&format!("{} %", shown(observed * 100.0, 1))),
            Cell::text(&format!("{} %", shown(expected * 100.0, 1))),
            Cell::number(*standard_errors, 1),
        ]);
    }
    let holds = if model.fits {
        "the ratings are consistent with the results"
    } else {
        "the ratings do not explain the results"
    };
    let note = format!(
        "Does one rating per player explain the results of each pair? Chi-square {} with {} degrees of \
         freedom over deals, {}: {holds}. Listed are the pairs furthest from what the ratings expect.",
        shown(model.chi_square, 1),
        shown(model.degrees_of_freedom, 1),
        crate::evaluation::p_words(model.p_value),
    );
    let section = Section::new("Ratings against results", table).noted(&note);
    let company = "In games of more than two, the share of a pair depends on who else plays.";
    Some(if seats > 2 { section.noted(company) } else { section })
}

/// Nash averages and alpha-rank.
pub(super) fn population(digest: &Digest) -> Option<Section> {
    let population = digest.population.as_ref()?;
    let mut table = Table::new(&["player", "nash weight", "share against it", "alpha-rank"]);
    for player in ranked(digest) {
        let row = population.players.iter().find(|row| row.player == player.player)?;
        let percent = |share: f64| Cell::text(&format!("{} %", shown(share * 100.0, 1)));
        table.push(vec![
            Cell::text(&row.player),
            percent(row.nash_weight),
            percent(row.nash_share),
            percent(row.alpha_rank),
        ]);
    }
    let notes = PopulationDigest::notes();
    let section = Section::new("Without a single order", table);
    let section = notes.iter().fold(section, |section, note| section.noted(note));
    (population.players.len() > 2).then_some(section)
}
