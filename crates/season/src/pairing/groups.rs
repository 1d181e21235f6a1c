//! Who meets: groups for placement, and groups that gain most.

use std::cmp::Reverse;

use super::{Choice, FormatState, Situation, noise};

/// The share of the variance of a difference that a match may remove before another one is considered.
const MAX_REMOVED: f64 = 0.8;

/// A group with the player that has the fewest deals, if it is not placed yet.
pub(super) fn placement(situation: &Situation) -> Option<Choice> {
    let deals = |&(format, player): &(usize, usize)| {
        let state = &situation.formats[format];
        (state.deals[player], format, player)
    };
    let is_possible =
        |(format, _): &(usize, usize)| situation.ranked >= situation.formats[*format].teams;
    let (format, player) = situation.unplaced().filter(is_possible).min_by_key(deals)?;
    let state = &situation.formats[format];
    let mut members = vec![player];
    while members.len() < state.teams {
        let next =
            (0..situation.ranked).filter(|other| !members.contains(other)).min_by(|a, b| {
                order(state, player, *a)
                    .partial_cmp(&order(state, player, *b))
                    .unwrap_or(std::cmp::Ordering::Equal)
            })?;
        members.push(next);
    }
    members.sort_unstable();
    Some(Choice { format, members, deals: situation.placement })
}

/// A match of the neighbours that have met least, if that is too little: in the format that counts most.
pub(super) fn meeting(situation: &Situation) -> Option<Choice> {
    let pair = (1..situation.ranked).map(|player| (player - 1, player));
    let pair = pair.into_iter().find(|pair| !situation.has_met(*pair))?;
    let fits = |(_, state): &(usize, &FormatState)| state.teams <= situation.ranked;
    let formats = situation.formats.iter().enumerate().filter(fits);
    let (format, state) = formats.max_by(|a, b| a.1.weight.total_cmp(&b.1.weight))?;
    let others = (0..situation.ranked).filter(|other| *other != pair.0 && *other != pair.1);
    let distance = |other: &usize| other.abs_diff(pair.0).min(other.abs_diff(pair.1));
    let mut others: Vec<usize> = others.collect();
    others.sort_by_key(distance);
    let mut members = vec![pair.0, pair.1];
    members.extend(others.into_iter().take(state.teams.saturating_sub(2)));
    members.sort_unstable();
    Some(Choice { format, members, deals: situation.placement })
}

/// The order of opponents in placement: those not met, those with few deals, the nearest.
fn order(state: &FormatState, player: usize, other: usize) -> (u64, u64, f64) {
    let apart = (state.ratings[player] - state.ratings[other]).abs();
    (state.met[player * state.players() + other], state.deals[other], apart)
}

/// The group of a format with the largest gain for each deal, and that gain.
pub(super) fn best_group(situation: &Situation, format: usize) -> Option<(f64, Choice)> {
    let state = &situation.formats[format];
    if state.teams > state.players() {
        return None;
    }
    let gain =
        |pair: (usize, usize)| situation.gain(format, pair, deals_for(situation, state, pair));
    let pairs =
        (0..state.players()).flat_map(|one| (one + 1..state.players()).map(move |two| (one, two)));
    let best = pairs
        .filter(|pair| state.may_meet(&situation.progress, *pair))
        .map(|pair| (gain(pair), Reverse(pair)));
    let (first, Reverse(pair)) = best.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
    let (mut members, mut total) = (vec![pair.0, pair.1], first);
    while members.len() < state.teams {
        let with = |other: usize| -> f64 {
            members.iter().map(|&member| gain((member.min(other), member.max(other)))).sum()
        };
        let may_join = |other: &usize| {
            let meets = |&member: &usize| state.may_meet(&situation.progress, (member, *other));
            !members.contains(other) && members.iter().all(meets)
        };
        let (more, Reverse(next)) = (0..state.players())
            .filter(may_join)
            .map(|other| (with(other), Reverse(other)))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        total += more;
        members.push(next);
    }
    members.sort_unstable();
    let deals = deals_for(situation, state, pair);
    // a deal with more players takes more time, as each of them sits in every seat once
    let cost = (state.teams * (state.teams - 1)) as f64 / 2.0;
    Some((total / cost, Choice { format, members, deals }))
}

/// The deals after which most of a pair's uncertainty would be gone.
fn deals_for(situation: &Situation, state: &FormatState, (one, other): (usize, usize)) -> u64 {
    let needed = MAX_REMOVED / (1.0 - MAX_REMOVED) * noise(state, one, other);
    let variance = state.variance(one, other);
    let deals = if variance > 0.0 { (needed / variance).ceil() } else { 1.0 };
    // far beyond what a match can take
    (deals.min(1e9) as u64).max(situation.placement)
}
