//! Notable games: extremes of the run and the best game of each player.

use crate::digest::{Digest, Notability, NotableGame, Ties};
use lettergame_base::Name;
use lettergame_plan::{GameScore, SeatScore};

/// Finds the most notable games; the first of equals is kept.
#[derive(Clone, Debug)]
pub(super) struct Notables {
    highest: Option<Found>,
    lowest: Option<Found>,
    closest: Option<Found>,
    widest: Option<Found>,
    best: Vec<Option<Found>>,
    ties: Ties,
}

/// A seat of a game, with what makes it notable.
#[derive(Clone, Copy, Debug)]
struct Found {
    game: u64,
    seat: usize,
    player: usize,
    points: i64,
}

/// Keeps the candidate if it beats the previous one.
fn keep(found: &mut Option<Found>, candidate: Found, beats: impl Fn(i64, i64) -> bool) {
    if found.is_none_or(|before| beats(candidate.points, before.points)) {
        *found = Some(candidate);
    }
}

impl Notables {
    /// Nothing found yet.
    pub(super) fn new(players: usize) -> Notables {
        let best = vec![None; players];
        let ties = Ties::default();
        Notables { highest: None, lowest: None, closest: None, widest: None, best, ties }
    }

    /// Considers a game.
    pub(super) fn add(&mut self, game: &GameScore) {
        for (seat, end) in game.seats.iter() {
            let found = Found {
                game: game.game,
                seat: seat.index(),
                player: end.player,
                points: i64::from(end.points.0),
            };
            keep(&mut self.highest, found, |new, old| new > old);
            keep(&mut self.lowest, found, |new, old| new < old);
            keep(&mut self.best[end.player], found, |new, old| new > old);
        }
        self.add_finish(game);
    }

    /// Considers the winner's lead over the best seat of another player.
    fn add_finish(&mut self, game: &GameScore) {
        let Some((seat, winner)) = game.seats.iter().find(|(_, end)| end.place == 1) else {
            return;
        };
        let others = game.seats.values().filter(|end| end.player != winner.player);
        if others.clone().any(|end| end.place == 1) {
            self.ties.games += 1;
            self.ties.first_game.get_or_insert(game.game);
            return;
        }
        let points = |end: &SeatScore| i64::from(end.points.0);
        let Some(second) = others.map(points).max() else { return };
        let lead = points(winner) - second;
        let seat = seat.index();
        let found = Found { game: game.game, seat, player: winner.player, points: lead };
        keep(&mut self.closest, found, |new, old| new < old);
        keep(&mut self.widest, found, |new, old| new > old);
    }

    /// Games without a sole winner.
    pub(super) fn ties(&self) -> Ties {
        self.ties
    }

    /// The games found; `replay` gives the command that replays a game.
    pub(super) fn digest(
        &self,
        names: &[Name],
        replay: impl Fn(u64) -> Option<String>,
    ) -> Vec<NotableGame> {
        let extremes = [
            (Notability::HighestScore, self.highest),
            (Notability::LowestScore, self.lowest),
            (Notability::ClosestFinish, self.closest),
            (Notability::WidestMargin, self.widest),
        ];
        let best = self.best.iter().map(|found| (Notability::BestOfPlayer, *found));
        let told = |(what, found): (Notability, Option<Found>)| {
            let Found { game, seat, player, points } = found?;
            let player = names[player].to_string();
            Some(NotableGame { what, game, seat, player, points, replay: replay(game) })
        };
        extremes.into_iter().chain(best).filter_map(told).collect()
    }
}

impl Digest {
    /// Whether places show more than win shares: in games of two they do not, unless there are ties.
    pub(crate) fn places_tell_more(&self) -> bool {
        self.run.seats > 2 || self.ties.games > 0
    }
}

#[cfg(test)]
mod tests {
    use super::Notables;
    use crate::digest::{Notability, Ties};
    use lettergame_base::{Points, unique_names};
    use lettergame_plan::{GameScore, SeatScore};

    /// A game whose seats are (player, points, place).
    fn game(game: u64, seats: &[(usize, i32, u8)]) -> GameScore {
        let seat = |&(player, points, place)| SeatScore {
            player,
            points: Points(points),
            place,
            faulty: false,
            failed: false,
            benched: false,
        };
        GameScore { game, deal: game, seats: seats.iter().map(seat).collect() }
    }

    fn found(games: &[GameScore]) -> (Vec<(Notability, u64, String, i64)>, Ties) {
        let mut notables = Notables::new(3);
        games.iter().for_each(|game| notables.add(game));
        let told = notables.digest(&unique_names(&["a", "b", "c"]), |game| Some(game.to_string()));
        let plain = told.into_iter().map(|game| {
            assert_eq!(game.replay, Some(game.game.to_string()));
            (game.what, game.game, game.player, game.points)
        });
        (plain.collect(), notables.ties())
    }

    #[test]
    fn extremes_are_found_and_the_first_of_ties_is_kept() {
        let games = [
            game(0, &[(0, 30, 1), (1, 10, 2)]),
            game(1, &[(1, 30, 1), (0, 29, 2)]),
            game(2, &[(0, 7, 1), (1, 7, 1)]),
            game(3, &[(0, 1, 2), (1, 21, 1)]),
        ];
        let (found, ties) = found(&games);
        let (a, b) = ("a".to_owned(), "b".to_owned());
        let wanted = vec![
            (Notability::HighestScore, 0, a.clone(), 30),
            (Notability::LowestScore, 3, a.clone(), 1),
            (Notability::ClosestFinish, 1, b.clone(), 1),
            (Notability::WidestMargin, 0, a.clone(), 20),
            (Notability::BestOfPlayer, 0, a, 30),
            (Notability::BestOfPlayer, 1, b, 30),
        ];
        assert_eq!(found, wanted);
        assert_eq!(ties, Ties { games: 1, first_game: Some(2) });
    }

    #[test]
    fn a_clone_is_not_a_rival_and_a_solo_game_has_no_lead() {
        let (clones, ties) = found(&[game(0, &[(0, 9, 1), (0, 9, 1), (1, 4, 3)])]);
        assert!(clones.contains(&(Notability::ClosestFinish, 0, "a".to_owned(), 5)));
        assert_eq!(ties.games, 0);
        let (alone, ties) = found(&[game(0, &[(2, 9, 1)])]);
        let told: Vec<Notability> = alone.iter().map(|found| found.0).collect();
        let wanted = [Notability::HighestScore, Notability::LowestScore, Notability::BestOfPlayer];
        assert_eq!((told.as_slice(), ties.games), (&wanted[..], 0));
    }
}
