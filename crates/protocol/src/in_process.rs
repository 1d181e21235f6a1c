//! A player in this process, called with protocol messages: a class of the language that hosts this library.
//! It sees what a program sees, so a class and a program play alike.
//!
//! An [`InProcessPlayer`] takes seats; each seat decides based on the `kind`, `events` and `view` of an ask
//! as documented in `sdk/PROTOCOL.md`, and answers with the JSON of a move. There is no time limit: code in
//! this process cannot be interrupted. A failure is the fault `gone`, as for a program that reports a
//! failure.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::announced::Announced;
use crate::read_move;
use lettergame_base::{Points, Rng, Seat};
use lettergame_game::{Fault, Outcome, Player, Presented, Strategy};

/// Takes seats in successive games.
pub trait InProcessPlayer: Send + Sync {
    /// Takes a seat for one game.
    ///
    /// # Errors
    /// The reason; every decision of that game is then a fault with this text.
    fn sit(&self, new: &NewGame<'_>) -> Result<Box<dyn Seated>, String>;
}

/// Decides for one seat in one game.
pub trait Seated: Send {
    /// Returns the JSON of a move. `events` is a list, `view` an object, both as JSON.
    ///
    /// # Errors
    /// The reason; the decision is then a fault with this text.
    fn ask(&mut self, kind: &str, events: &str, view: &str) -> Result<String, String>;

    /// Receives the final scores, and the announcements since the last ask.
    fn end(&mut self, events: &str, scores: &[Points]);
}

/// Information about a game before its first decision.
#[derive(Clone, Copy, Debug)]
pub struct NewGame<'a> {
    /// The game's name.
    pub game: &'a str,
    /// Its rules as a JSON object.
    pub rules: &'a serde_json::Value,
    /// The player's seat.
    pub seat: Seat,
    /// The number of players.
    pub seats: usize,
    /// Seed of the player: the same if the same game is played again.
    pub seed: u64,
}

/// In-process players by name.
#[derive(Clone, Default)]
pub struct InProcessPlayers(BTreeMap<String, Arc<dyn InProcessPlayer>>);

impl InProcessPlayers {
    /// Registers a player under a name, replacing an earlier one.
    pub fn insert(&mut self, name: &str, resident: Arc<dyn InProcessPlayer>) {
        self.0.insert(name.to_owned(), resident);
    }

    /// The player registered under a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<dyn InProcessPlayer>> {
        self.0.get(name)
    }
}

impl fmt::Debug for InProcessPlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Equal if the same players are registered under the same names.
impl PartialEq for InProcessPlayers {
    fn eq(&self, other: &InProcessPlayers) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        let same = |((name, one), (known, two)): ((&String, &Arc<_>), (&String, &Arc<_>))| {
            name == known && Arc::ptr_eq(one, two)
        };
        self.0.len() == other.0.len() && pairs.into_iter().all(same)
    }
}

impl Eq for InProcessPlayers {}

/// An in-process player as a strategy.
pub struct InProcessStrategy {
    /// The player.
    pub resident: Arc<dyn InProcessPlayer>,
    /// The game's name.
    pub game: Arc<str>,
    /// Its rules as a JSON object.
    pub rules: Arc<serde_json::Value>,
}

impl<G: Presented> Strategy<G> for InProcessStrategy {
    fn sit(&self, rules: &Arc<G>, seat: Seat, seats: usize) -> Box<dyn Player<G>> {
        Box::new(InProcessSeat {
            own: Arc::clone(rules),
            resident: Arc::clone(&self.resident),
            game: Arc::clone(&self.game),
            rules: Arc::clone(&self.rules),
            seat,
            seats,
            seated: None,
            announced: Announced::default(),
            read: 0,
        })
    }
}

struct InProcessSeat<G> {
    /// The rules that the game is played by.
    own: Arc<G>,
    resident: Arc<dyn InProcessPlayer>,
    game: Arc<str>,
    rules: Arc<serde_json::Value>,
    seat: Seat,
    seats: usize,
    /// Created at the first decision, when the seed is known.
    seated: Option<Result<Box<dyn Seated>, String>>,
    announced: Announced,
    /// Number of bytes of the announcements received.
    read: usize,
}

impl<G> InProcessSeat<G> {
    fn seated(&mut self, rng: &mut Rng) -> Result<&mut Box<dyn Seated>, String> {
        let InProcessSeat { resident, game, rules, seat, seats, .. } = self;
        let sit = || {
            let seed = rng.next_u64();
            resident.sit(&NewGame { game, rules, seat: *seat, seats: *seats, seed })
        };
        self.seated.get_or_insert_with(sit).as_mut().map_err(|why| why.clone())
    }

    /// The announcements since the last call, as a JSON list.
    fn news(&mut self) -> String {
        format!("[{}]", String::from_utf8_lossy(self.announced.since(&mut self.read)))
    }
}

impl<G: Presented> Player<G> for InProcessSeat<G> {
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        let events = self.news();
        let text = serde_json::to_string(view).unwrap_or_default();
        let failed = |why| Fault::Gone(format!("the player failed: {why}"));
        let seated = self.seated(rng).map_err(failed)?;
        let answer = seated.ask(G::kind(view), &events, &text).map_err(failed)?;
        read_move(&*self.own, &answer, None)
    }

    fn observe(&mut self, event: &G::Event) {
        self.announced.push(event);
    }

    fn finish(&mut self, outcome: &Outcome, _banned: bool) {
        let events = self.news();
        let scores: Vec<Points> = outcome.points.values().copied().collect();
        if let Some(Ok(seated)) = &mut self.seated {
            seated.end(&events, &scores);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{InProcessPlayer, InProcessPlayers, NewGame, Seated};

    struct Nobody;

    impl InProcessPlayer for Nobody {
        fn sit(&self, _: &NewGame<'_>) -> Result<Box<dyn Seated>, String> {
            Err("nobody is here".to_owned())
        }
    }

    #[test]
    fn in_process_players_are_equal_if_the_same_ones_play() {
        let one: Arc<dyn InProcessPlayer> = Arc::new(Nobody);
        let named = |name: &str, who: &Arc<dyn InProcessPlayer>| {
            let mut residents = InProcessPlayers::default();
            residents.insert(name, Arc::clone(who));
            residents
        };
        assert_eq!(named("a", &one), named("a", &one));
        assert_ne!(named("a", &one), named("b", &one));
        assert_ne!(named("a", &one), InProcessPlayers::default());
        assert_eq!(format!("{:?}", named("a", &one)), r#"{"a"}"#);
        assert!(named("a", &one).get("b").is_none());
    }
}
