//! Limits on the effort of computer players in a room, so that games fit into memory and respond in time.

use lettergame_plan::PlayerSpec;

/// The maximum values of players' parameters: player, key, value.
const MAX: [(&str, &str, u64); 12] = [
    ("equity", "endgame", 50_000),
    ("expectimax", "depth", 3),
    ("marginal", "samples", 2_000),
    ("mcts", "playouts", 20_000),
    ("mcts", "turns", 4),
    ("simulation", "endgame", 50_000),
    ("simulation", "infer-leaves", 2_000),
    ("simulation", "last-plays", 200),
    ("simulation", "plays", 30),
    ("simulation", "plies", 8),
    ("simulation", "preendgame-nodes", 100_000),
    ("simulation", "samples", 1_000),
];

/// The maximum number of samples per step, summed over all players asked in every step.
const MAX_SAMPLES: u64 = 2_000;

/// Why players who are all asked in the same step exceed the limit together, if they do.
pub(crate) fn too_hard_together(players: &[String]) -> Option<String> {
    let samples = |player: &String| {
        let settings = PlayerSpec::split(player).1.strip_prefix("marginal:")?;
        let pairs = settings.split(':').filter_map(|pair| pair.split_once('='));
        let own = pairs.filter(|(key, _)| key.trim() == "samples");
        own.filter_map(|(_, value)| value.trim().parse().ok()).next_back()
    };
    let sum = players.iter().filter_map(samples).fold(0, u64::saturating_add);
    (sum > MAX_SAMPLES).then(|| {
        format!(
            "`samples` of `marginal`: {sum} for all players together, expected at most {MAX_SAMPLES} in the \
             browser; the command line takes more"
        )
    })
}

/// Why a player exceeds the limits of a room, if it does.
pub(crate) fn too_hard(player: &str) -> Option<String> {
    let (name, settings) = PlayerSpec::split(player).1.split_once(':')?;
    let pairs = settings.split(':').filter_map(|pair| pair.split_once('='));
    let excess = pairs.into_iter().find_map(|(key, value)| {
        let most = MAX.iter().find(|most| (most.0, most.1) == (name, key.trim()))?.2;
        let is_more = value.trim().parse().is_ok_and(|value: u64| value > most);
        is_more.then_some((key, value, most))
    });
    excess.map(|(key, value, most)| {
        format!(
            "player `{player}`: invalid value `{value}` for `{key}`: expected at most {most} in the \
             browser; the command line takes more"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{MAX, too_hard, too_hard_together};
    use lettergame_registry::games;

    #[test]
    fn each_limit_belongs_to_a_setting_and_exceeds_its_default() {
        for (player, key, most) in MAX {
            let listings = games().iter().flat_map(|game| game.roster());
            let listing = listings.into_iter().find(|listing| listing.name == player).unwrap();
            let parameter = listing.parameters.iter().find(|one| one.key == key).unwrap();
            assert!(parameter.effort, "{player}:{key}");
            assert!(parameter.default.parse::<u64>().unwrap() < most, "{player}:{key}");
        }
    }

    #[test]
    fn excessive_effort_is_reported() {
        assert_eq!(too_hard("mcts"), None);
        assert_eq!(too_hard("mcts:playouts=20000:turns=3"), None);
        let text = too_hard("mcts:turns=3:playouts=20001").unwrap();
        assert!(text.contains("`20001` for `playouts`: expected at most 20000"), "{text}");
        let all = |players: [&str; 3]| too_hard_together(&players.map(str::to_owned));
        assert_eq!(all(["marginal:samples=1900", "marginal:samples=100", "marginal"]), None);
        let text = all(["marginal:samples=1900", "zero", "marginal:samples=101"]).unwrap();
        assert!(text.contains("2001 for all players together, expected at most 2000"), "{text}");
        assert!(too_hard("own=mcts:playouts=20001").is_some());
        assert_eq!(too_hard("cmd:program playouts=99999999"), None);
    }
}
