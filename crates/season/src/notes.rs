//! What is to be said below standings.

use crate::{SeasonStandings, TeamStanding};

/// The maximum number of misfits that are named.
const NAMED: usize = 3;

impl SeasonStandings {
    /// The limitations of the standings, in sentences: missing intervals, and results that one rating for each team
    /// does not explain.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        [without_interval(self), misfits(self)].into_iter().flatten().collect()
    }
}

/// Which teams have no interval, and why.
fn without_interval(standings: &SeasonStandings) -> Option<String> {
    let played = |team: &&TeamStanding| team.games > 0 && team.rating_interval.is_none();
    let without: Vec<&TeamStanding> = standings.teams.iter().filter(played).collect();
    let note = |is_meant: &dyn Fn(&TeamStanding) -> bool, why: &str| {
        let meant = without.iter().filter(|team| is_meant(team));
        let names: Vec<&str> = meant.map(|team| team.team.as_str()).collect();
        (!names.is_empty()).then(|| format!("for {}: {why}", names.join(", ")))
    };
    let (all, none) = (Some(1.0), Some(0.0));
    let said: Vec<String> = [
        note(&|team| team.win_share == all, "won every game"),
        note(&|team| team.win_share == none, "won no game"),
        note(
            &|team| team.win_share != all && team.win_share != none,
            "results do not link it with the others both ways in every format",
        ),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!said.is_empty()).then(|| format!("no rating interval {}", said.join("; ")))
}

/// The pairs whose results the ratings do not explain.
fn misfits(standings: &SeasonStandings) -> Option<String> {
    let all = standings.misfits.len();
    let named = standings.misfits.iter().take(NAMED);
    let mut said: Vec<String> = named.map(ToString::to_string).collect();
    if all > NAMED {
        said.push(format!("{} more pairs (JSON has all)", all - NAMED));
    }
    (all > 0).then(|| {
        format!(
            "one rating per team does not explain the results: {}; the order may differ from that of a round robin",
            said.join("; ")
        )
    })
}
