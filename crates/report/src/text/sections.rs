//! The sections of a report on one run, each a title with a table, as the terminal and Markdown show
//! them. Players are in the order of the standings.

use crate::digest::UNREPLAYABLE;
use crate::table::shown;
use crate::text::rating_sections::{MAX_PAIRS, ranked};
use crate::text::{Body, Section, rating_sections, sparkline};
use crate::{
    Cell, Digest, Distribution, Estimate, Notability, NotableGame, PairDigest, Placing,
    RatingDigest, RoundDigest, RoundsDigest, SeatDigest, Standing, Table, TimesDigest, standings,
};

/// Maximum number of places with a column each.
const MAX_PLACES: usize = 6;

/// The full text on one run; sparklines are at most `width` bars wide.
pub(super) fn sections(digest: &Digest, width: usize) -> Vec<Section> {
    let all = [
        ranking(digest),
        Some(standing(&digest.standings, &digest.ratings)),
        pairs(digest),
        rating_sections::differences(&digest.standings, &digest.ratings),
        rating_sections::above(&digest.standings, &digest.ratings),
        rating_sections::model(&digest.ratings, digest.run.seats),
        rating_sections::population(digest),
        Some(scores(digest, width)),
        digest.places_tell_more().then(|| places(digest)),
        seats(digest),
        Some(convergence(digest, width)),
        columns(digest),
        digest.rounds.as_ref().map(|told| rounds(digest, told, width)),
        faults(digest),
        digest.run.times.as_ref().map(|told| times(digest, told)),
        Some(notable(digest)),
    ];
    all.into_iter().flatten().collect()
}

/// The final order of a tournament in stages.
fn ranking(digest: &Digest) -> Option<Section> {
    let ranking = digest.ranking.as_ref()?;
    let note = "tie_break and points: see docs/files.md on ranking.csv.";
    Some(Section::new("Final order", Placing::table(ranking)).noted(note))
}

/// The standings with their intervals.
pub(super) fn standing(standings: &[Standing], ratings: &RatingDigest) -> Section {
    let has_intervals = standings.iter().any(|own| own.score_interval.is_some());
    let note = match has_intervals {
        true => {
            "Intervals have 95 % confidence; a deal is one observation, because its games share their randomness."
        }
        false => {
            "Intervals require at least two deals, because games of one deal share their randomness."
        }
    };
    let section = Section::new("Standings", Standing::summary(standings));
    let section = section.noted(&ratings.legend).noted(note);
    let remarks = ratings.remarks.iter();
    remarks.fold(section, |section, remark| section.noted(&format!("{remark}.")))
}

/// How long programs took for their decisions.
fn times(digest: &Digest, told: &TimesDigest) -> Section {
    let speeds = (!told.speeds.is_empty()).then_some("decisions a second");
    let columns = ["player", "decisions", "mean ms", "longest ms", "late"];
    let mut table = Table::new(&columns.into_iter().chain(speeds).collect::<Vec<_>>());
    for (player, times) in &told.players {
        let mut row = vec![
            Cell::text(player),
            Cell::count(times.decisions),
            Cell::number(times.mean_ms(), 2),
            Cell::number(times.longest_ms, 0),
            Cell::count(times.late),
        ];
        row.extend(speeds.map(|_| Cell::text(&told.speed(player))));
        table.push(row);
    }
    let section = Section::new("Times of programs", table);
    match told.covered(digest.run.games_done) {
        Some(note) => section.noted(&note),
        None => section,
    }
}

fn pairs(digest: &Digest) -> Option<Section> {
    let order: Vec<&str> = ranked(digest).map(|player| player.player.as_str()).collect();
    let rank = |name: &str| order.iter().position(|known| *known == name);
    let mut told: Vec<&PairDigest> =
        digest.pairs.iter().filter(|pair| rank(&pair.player) < rank(&pair.opponent)).collect();
    told.sort_by_key(|pair| (rank(&pair.player), rank(&pair.opponent)));
    let mut table = Table::new(&["player", "against", "meetings", "share", "difference"]);
    for pair in told.iter().take(MAX_PAIRS) {
        table.push(vec![
            Cell::text(&pair.player),
            Cell::text(&pair.opponent),
            Cell::count(pair.share.count),
            Cell::text(&share(&pair.share)),
            Cell::text(&with_interval(&pair.difference, 1.0, 2, "")),
        ]);
    }
    let note = "share: of meetings with the better place, a tie counting a half; difference: of the scores.";
    let section = Section::new("Each against each", table).noted(note);
    let rest = told.len().saturating_sub(MAX_PAIRS);
    let more = || format!("{rest} more pairs are in --format json.");
    let section = if rest > 0 { section.noted(&more()) } else { section };
    (!told.is_empty()).then_some(section)
}

fn scores(digest: &Digest, width: usize) -> Section {
    let all: Vec<(&str, &Distribution)> = ranked(digest)
        .filter_map(|player| Some((player.player.as_str(), player.scores.as_ref()?)))
        .collect();
    let low = all.iter().map(|(_, scores)| scores.min).min().unwrap_or(0);
    let high = all.iter().map(|(_, scores)| scores.max).max().unwrap_or(0);
    let shape = format!("{low} to {high}");
    let columns = ["player", "min", "25 %", "median", "75 %", "max", "spread", &shape];
    let by_bins = all.iter().any(|(_, scores)| !scores.exact_quartiles);
    let mut table = Table::new(&columns);
    for (player, scores) in all {
        table.push(vec![
            Cell::text(player),
            Cell::Number(scores.min.to_string()),
            quantile(scores, scores.lower_quartile),
            quantile(scores, scores.median),
            quantile(scores, scores.upper_quartile),
            Cell::Number(scores.max.to_string()),
            Cell::maybe(scores.standard_deviation, 1),
            Cell::text(&sparkline::histogram(scores, (low, high), width)),
        ]);
    }
    let section = Section::new("Scores", table).noted("spread: the standard deviation over games.");
    let note = "~: to half a bin of the histogram; there are too many different scores for more.";
    if by_bins { section.noted(note) } else { section }
}

/// A quartile: a score, or with `~` the middle of a bin.
fn quantile(scores: &Distribution, value: f64) -> Cell {
    if scores.exact_quartiles {
        return Cell::number(value, 0);
    }
    Cell::Number(format!("~{}", shown(value, 0)))
}

fn places(digest: &Digest) -> Section {
    let seats = digest.run.seats;
    let numbers: Vec<String> = (1..=seats).map(|place| format!("place {place}")).collect();
    let shown = if seats <= MAX_PLACES { seats } else { 1 };
    let mut columns = vec!["player", "alone first", "shared first"];
    columns.extend(numbers.iter().take(shown).map(String::as_str));
    columns.push("places");
    let mut table = Table::new(&columns);
    for player in ranked(digest) {
        let percent = |count: &u64| {
            Cell::text(&format!("{:.1} %", *count as f64 * 100.0 / player.games as f64))
        };
        let mut row = vec![
            Cell::text(&player.player),
            Cell::count(player.sole_wins),
            Cell::count(player.shared_wins),
        ];
        row.extend(player.places.iter().take(shown).map(percent));
        row.push(Cell::text(&sparkline::counts(&player.places)));
        table.push(row);
    }
    let ties = match digest.ties.games {
        0 => "Every game had a sole winner.".to_owned(),
        games => format!("{games} of {} games had no sole winner.", digest.run.games_done),
    };
    Section::new("Places", table).noted(&ties)
}

fn seats(digest: &Digest) -> Option<Section> {
    let mut table = Table::new(&["seat", "games", "score", "win share"]);
    for SeatDigest { seat, score, win_share } in &digest.seats {
        table.push(vec![
            Cell::count(*seat as u64),
            Cell::count(score.count),
            Cell::text(&points(score)),
            Cell::text(&share(win_share)),
        ]);
    }
    (digest.seats.len() > 1).then(|| Section::new("Seats", table))
}

fn convergence(digest: &Digest, width: usize) -> Section {
    let columns = ["player", "mean on its way", "lowest", "highest", "+- at 1/4", "1/2", "the end"];
    let mut table = Table::new(&columns);
    for player in ranked(digest) {
        let means: Vec<f64> = player.convergence.iter().map(|point| point.mean).collect();
        let half_width = |quarters: u64| {
            let games = (digest.run.games_done * quarters).div_ceil(4);
            let point = player.convergence.iter().find(|point| point.games >= games)?;
            point.interval.map(|interval| (interval.high - interval.low) / 2.0)
        };
        let mut row = vec![
            Cell::text(&player.player),
            Cell::text(&sparkline::line(&means, width)),
            Cell::maybe(means.iter().copied().reduce(f64::min), 1),
            Cell::maybe(means.iter().copied().reduce(f64::max), 1),
        ];
        row.extend([1, 2, 4].map(|quarters| Cell::maybe(half_width(quarters), 1)));
        table.push(row);
    }
    let note = "The mean score after more and more games; +- is half of its interval after a fraction of them.";
    Section::new("Convergence", table).noted(note)
}

/// The game's own columns, and the correlation of two of them.
fn columns(digest: &Digest) -> Option<Section> {
    let first = digest.players.iter().find(|player| !player.columns.is_empty())?;
    let names: Vec<&str> = first.columns.iter().map(|column| column.column.as_str()).collect();
    let related = digest.players.iter().find_map(|player| player.relation.as_ref());
    let heading = related.map(|relation| format!("{} with {}", relation.x, relation.y));
    let headings: Vec<&str> =
        std::iter::once("player").chain(names.iter().copied()).chain(heading.as_deref()).collect();
    let mut table = Table::new(&headings);
    for player in ranked(digest) {
        let cell = |name: &&str| {
            let column = player.columns.iter().find(|column| column.column == **name);
            column.map_or(Cell::Nothing, |column| Cell::text(&points(&column.mean)))
        };
        let correlation = player.relation.as_ref().and_then(|relation| relation.correlation);
        let mut row = vec![Cell::text(&player.player)];
        row.extend(names.iter().map(cell));
        row.extend(related.map(|_| Cell::maybe(correlation, 3)));
        table.push(row);
    }
    let section = Section::new("Per game", table);
    Some(match heading {
        Some(heading) => section.noted(&format!("{heading}: their correlation over games.")),
        None => section,
    })
}

fn rounds(digest: &Digest, told: &RoundsDigest, width: usize) -> Section {
    let columns =
        ["player", "score by round", "after the first", "after the last", "gained", "spent"];
    let mut table = Table::new(&columns);
    for player in ranked(digest) {
        let Some(player) = told.players.iter().find(|rounds| rounds.player == player.player) else {
            continue;
        };
        let scores: Vec<f64> =
            player.rounds.iter().filter_map(|round| Some(round.score?.mean)).collect();
        table.push(vec![
            Cell::text(&player.player),
            Cell::text(&sparkline::line(&scores, width)),
            Cell::maybe(scores.first().copied(), 1),
            Cell::maybe(scores.last().copied(), 1),
            Cell::maybe(mean(&player.rounds, |round| round.points_gained), 2),
            Cell::maybe(mean(&player.rounds, |round| round.points_spent), 2),
        ]);
    }
    Section::new("Rounds", table).noted("gained, spent: points of a round, mean of all rounds.")
}

/// The mean over all rounds of all games.
fn mean(rounds: &[RoundDigest], of: impl Fn(&RoundDigest) -> Option<Estimate>) -> Option<f64> {
    let told: Vec<Estimate> = rounds.iter().filter_map(of).collect();
    let count: u64 = told.iter().map(|estimate| estimate.count).sum();
    let total: f64 = told.iter().map(|estimate| estimate.mean * estimate.count as f64).sum();
    (count > 0).then(|| total / count as f64)
}

/// The faults; the first games of each can be replayed.
pub(super) fn faults(digest: &Digest) -> Option<Section> {
    let mut table = Table::new(&["player", "fault", "seats", "faults", "first games"]);
    for fault in &digest.faults {
        let games: Vec<String> = fault.first_games.iter().map(u64::to_string).collect();
        table.push(vec![
            Cell::text(&fault.player),
            Cell::text(&fault.kind),
            Cell::count(fault.seats),
            Cell::count(fault.lines),
            Cell::text(&games.join(", ")),
        ]);
    }
    let note = "seats: those with this status in scores.csv; faults: lines of faults.jsonl.";
    (!digest.faults.is_empty()).then(|| Section::new("Faults", table).noted(note))
}

/// Notable games: with commands if they can be replayed, else with their numbers.
fn notable(digest: &Digest) -> Section {
    let first_tie = digest.ties.first_game.map(|game| ("first tie".to_owned(), game));
    let games: Vec<(String, u64)> = digest.notable.iter().map(game_row).chain(first_tie).collect();
    let title = "Games worth a look";
    if !digest.run.replayable {
        let mut table = Table::new(&["what", "game"]);
        games
            .iter()
            .for_each(|(what, game)| table.push(vec![Cell::text(what), Cell::count(*game)]));
        return Section::new(title, table).noted(&format!("Not replayable: {UNREPLAYABLE}."));
    }
    let command = |(what, game)| Some((what, digest.run.replay_command(game)?));
    let commands = games.into_iter().filter_map(command).collect();
    Section { title: title.to_owned(), notes: Vec::new(), body: Body::Commands(commands) }
}

/// Why a game is notable, and its number.
fn game_row(game: &NotableGame) -> (String, u64) {
    let NotableGame { player, points, .. } = game;
    let what = match game.what {
        Notability::HighestScore => format!("highest score: {points}, {player}"),
        Notability::LowestScore => format!("lowest score: {points}, {player}"),
        Notability::ClosestFinish => format!("closest finish: {player} by {points}"),
        Notability::WidestMargin => format!("widest margin: {player} by {points}"),
        Notability::BestOfPlayer => format!("best of {player}: {points}"),
    };
    (what, game.game)
}

/// `12.3 (10.1 to 14.5)`.
fn points(estimate: &Estimate) -> String {
    with_interval(estimate, 1.0, 1, "")
}

/// `52.3 % (50.1 to 54.5)`.
fn share(estimate: &Estimate) -> String {
    with_interval(estimate, 100.0, 1, " %")
}

fn with_interval(estimate: &Estimate, factor: f64, decimals: usize, unit: &str) -> String {
    let interval = estimate.interval.map(|interval| standings::scaled(interval, factor));
    standings::with_interval(estimate.mean * factor, interval, decimals, unit)
}

#[cfg(test)]
mod tests {
    use super::{points, quantile, share, with_interval};
    use crate::{Cell, Distribution, Estimate};
    use lettergame_stats::Interval;

    #[test]
    fn a_mean_is_shown_with_its_interval_if_it_has_one() {
        let interval = Some(Interval { low: -0.04, high: 0.25 });
        let estimate = Estimate { mean: 0.12, interval, count: 9, deals: 3 };
        assert_eq!(points(&estimate), "0.1 (0.0 to 0.2)");
        assert_eq!(share(&estimate), "12.0 % (-4.0 to 25.0)");
        assert_eq!(with_interval(&estimate, 1.0, 2, ""), "0.12 (-0.04 to 0.25)");
        assert_eq!(share(&Estimate { interval: None, ..estimate }), "12.0 %");
    }

    #[test]
    fn quartiles_by_bins_are_marked() {
        let exact = Distribution {
            count: 1,
            min: 450,
            max: 450,
            mean: 450.0,
            standard_deviation: None,
            lower_quartile: 450.0,
            median: 450.0,
            upper_quartile: 450.0,
            exact_quartiles: true,
            first: 450,
            bin_width: 1,
            bins: vec![1],
        };
        assert_eq!(quantile(&exact, 450.0), Cell::Number("450".to_owned()));
        let by_bins = Distribution { exact_quartiles: false, ..exact };
        assert_eq!(quantile(&by_bins, 451.5), Cell::Number("~452".to_owned()));
        assert_eq!(quantile(&by_bins, -0.5), Cell::Number("~0".to_owned()));
    }
}
