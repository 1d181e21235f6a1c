//! From results to the situation in which the next match is chosen.

use crate::entrants::Entrants;
use crate::pairing::{FormatState, Situation};
use crate::ranking::Fits;
use crate::results::Results;
use crate::store::Match;
use crate::{Format, Season, SeasonError};

/// The format, the deals and the versions of the next match; `None` if the order is settled.
pub(super) fn choose(
    season: &Season,
    entrants: &Entrants,
    results: &Results,
    open: &[Match],
) -> Result<Option<(i64, u64, Vec<i64>)>, SeasonError> {
    let there = entrants.playing().len();
    if let Some((_, format)) = season.formats().find(|(_, format)| format.teams > there) {
        let (format, needed) = (format.name.clone(), format.teams);
        return Err(SeasonError::TooFew { format, needed, there });
    }
    let (mut situation, versions) = situation(season, entrants, results)?;
    let numbers: Vec<(i64, &Format)> = season.formats().collect();
    for of in open {
        let members: Option<Vec<usize>> = of
            .versions
            .iter()
            .map(|version| versions.iter().position(|known| known == version))
            .collect();
        let format = numbers.iter().position(|(number, _)| *number == of.format);
        if let (Some(members), Some(format)) = (members, format) {
            situation.expect(format, &members, of.deals);
        }
    }
    let Some(choice) = situation.choose() else { return Ok(None) };
    let (number, _) = numbers[choice.format];
    let mut members: Vec<i64> = choice.members.iter().map(|&member| versions[member]).collect();
    // seats rotate, so that the order says nothing
    members.sort_unstable();
    let pace = results.formats.get(&number).and_then(|of| of.seconds_per_deal(&members));
    let fit = pace.map_or(season.settings().placement, |pace| {
        // a pace too fast to measure is no reason for an endless match
        (season.settings().match_seconds as f64 / pace.max(1e-5)) as u64
    });
    Ok(Some((number, choice.deals.min(fit).max(1), members)))
}

/// What is known about the versions that could meet: those that play, ranked, and the ones before
/// them. Also returns their numbers in the database.
fn situation(
    season: &Season,
    entrants: &Entrants,
    results: &Results,
) -> Result<(Situation, Vec<i64>), SeasonError> {
    let playing = entrants.playing();
    let ranked = playing.len();
    let before: Vec<(i64, i64)> =
        playing.iter().filter_map(|&version| Some((version, entrants.before(version)?))).collect();
    let known = playing.into_iter().chain(before.iter().map(|(_, before)| *before)).collect();
    let fits = Fits::of(season, entrants, results, known)?;
    let order = order(&fits, ranked);
    let versions: Vec<i64> = order.iter().map(|&place| fits.versions[place]).collect();
    let place = |version: i64| versions.iter().position(|known| *known == version);
    let progress =
        before.iter().filter_map(|&(new, old)| Some((place(new)?, place(old)?))).collect();
    let formats = season
        .formats()
        .enumerate()
        .map(|(place, (number, format))| state(&fits, place, (number, format), results, &order))
        .collect();
    let settings = season.settings();
    let (placement, confidence) = (settings.placement, settings.confidence);
    Ok((Situation { formats, ranked, progress, placement, confidence }, versions))
}

/// The positions of the versions: the ranked ones by rating, then the others.
fn order(fits: &Fits, ranked: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fits.versions.len()).collect();
    let rating = |place: usize| fits.rating(fits.versions[place]);
    order[..ranked].sort_by(|a, b| rating(*b).total_cmp(&rating(*a)));
    order
}

fn state(
    fits: &Fits,
    place: usize,
    (number, format): (i64, &Format),
    results: &Results,
    order: &[usize],
) -> FormatState {
    let players = order.len();
    let (_, weight, fit) = &fits.formats[place];
    let played = results.formats.get(&number);
    let version = |player: usize| fits.versions[order[player]];
    let mut met = vec![0; players * players];
    for (members, group) in played.iter().flat_map(|played| &played.groups) {
        let seats: Vec<usize> =
            (0..players).filter(|&player| members.contains(&version(player))).collect();
        for &one in &seats {
            for &other in seats.iter().filter(|other| **other != one) {
                met[one * players + other] += group.sums.blocks();
            }
        }
    }
    let cell = |at: usize| fit.covariance(order[at / players], order[at % players]);
    FormatState {
        weight: *weight,
        teams: format.teams,
        results_per_deal: (format.games_of_deal() * (format.seats_each * format.seats_each) as u64)
            as f64,
        dispersion: fit.dispersion(),
        ratings: (0..players).map(|player| fits.rating_in(place, version(player))).collect(),
        covariance: (0..players * players).map(cell).collect(),
        deals: (0..players)
            .map(|player| played.map_or(0, |played| played.deals_of(version(player))))
            .collect(),
        met,
    }
}
