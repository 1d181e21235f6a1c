//! A program in one seat for one game, with its own process: each question waits for its answer.

use std::sync::Arc;

use crate::announced::Announced;
use crate::conversation::Conversation;
use crate::launch::Launch;
use crate::messages;
use lettergame_base::{Rng, Seat};
use lettergame_game::{Console, Fault, Outcome, Player, Presented, Strategy};

/// Makes a player with its own process for each seat and game.
pub struct ProgramStrategy(pub Arc<Launch>);

impl<G: Presented> Strategy<G> for ProgramStrategy {
    fn sit(&self, rules: &Arc<G>, seat: Seat, seats: usize) -> Box<dyn Player<G>> {
        Box::new(ProgramPlayer {
            rules: Arc::clone(rules),
            launch: Arc::clone(&self.0),
            seat,
            seats,
            conversation: None,
            announced: Announced::default(),
        })
    }
}

struct ProgramPlayer<G> {
    rules: Arc<G>,
    launch: Arc<Launch>,
    seat: Seat,
    seats: usize,
    /// Begun at the first decision, with a seed from the seat's stream.
    conversation: Option<Conversation>,
    announced: Announced,
}

impl<G: Presented> Player<G> for ProgramPlayer<G> {
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> Result<G::Move, Fault<G::Move>> {
        let conversation = self.conversation.get_or_insert_with(|| {
            let new = messages::new_game(0, self.seat, self.seats, rng.next_u64(), &[]);
            Conversation::new(Arc::clone(&self.launch), 0, new)
        });
        conversation.ask(&*self.rules, view, &self.announced).said
    }

    fn observe(&mut self, event: &G::Event) {
        self.announced.push(event);
    }

    fn finish(&mut self, outcome: &Outcome, banned: bool) {
        if let Some(conversation) = self.conversation.take() {
            conversation.finish(&self.announced, outcome, banned);
        }
    }

    fn console(&self) -> Option<Console> {
        self.conversation.as_ref().map(Conversation::console)
    }
}
