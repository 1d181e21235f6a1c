//! What becomes of a play with words that are not in the word list, and what a challenge costs.

use lettergame_game::words;

/// The rule on challenges.
///
/// Under `void` a play with an invalid word is illegal. Under the others it stands unless the opponent, before
/// moving, challenges it: then it is taken back, and its player has lost the turn. A challenge concerns all words
/// of the play, and is judged as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChallengeRule {
    /// Plays with invalid words are illegal.
    #[default]
    Void,
    /// Challenging a valid play costs nothing.
    Single,
    /// Challenging a valid play costs the turn.
    Double,
    /// A valid play that was challenged earns 5 points.
    Five,
    /// A valid play that was challenged earns 10 points.
    Ten,
}

words!(ChallengeRule {
    ChallengeRule::Void => "void",
    ChallengeRule::Single => "single",
    ChallengeRule::Double => "double",
    ChallengeRule::Five => "five",
    ChallengeRule::Ten => "ten",
});

impl ChallengeRule {
    /// All rules.
    pub const ALL: [ChallengeRule; 5] = [
        ChallengeRule::Void,
        ChallengeRule::Single,
        ChallengeRule::Double,
        ChallengeRule::Five,
        ChallengeRule::Ten,
    ];

    /// The words of all values, as in a config.
    pub const NAMES: &'static [&'static str] = ChallengeRule::WORDS;

    /// The points that a valid play earns when it is challenged.
    #[must_use]
    pub fn bonus(self) -> i32 {
        match self {
            ChallengeRule::Void | ChallengeRule::Single | ChallengeRule::Double => 0,
            ChallengeRule::Five => 5,
            ChallengeRule::Ten => 10,
        }
    }
}
