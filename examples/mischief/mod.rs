//! What a drawn player program does wrong, and in which games: a pure function of its seed and the game's
//! number. Shared by the program and the tests that know what to expect.

/// One way to misbehave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    ExitInsteadOfAnswer,
    ExitAfterAnswer,
    ExitAtEnd,
    ExitAtNew,
    NoiseBeforeAnswer,
    NoiseAfterAnswer,
    NoiseAtEnd,
    NoiseAtNew,
    AnswerTwice,
    OtherQuestion,
    Fail,
    IllegalMove,
    UnreadableMove,
    LongLine,
    ManyProcesses,
    Late,
    Stall,
}

impl Deed {
    /// Those that wait for a clock come last.
    const ALL: [Deed; 17] = [
        Deed::ExitInsteadOfAnswer,
        Deed::ExitAfterAnswer,
        Deed::ExitAtEnd,
        Deed::ExitAtNew,
        Deed::NoiseBeforeAnswer,
        Deed::NoiseAfterAnswer,
        Deed::NoiseAtEnd,
        Deed::NoiseAtNew,
        Deed::AnswerTwice,
        Deed::OtherQuestion,
        Deed::Fail,
        Deed::IllegalMove,
        Deed::UnreadableMove,
        Deed::LongLine,
        Deed::ManyProcesses,
        Deed::Late,
        Deed::Stall,
    ];
    /// The number of those that do not wait for a clock.
    const QUICK: u64 = 15;

    /// Whether a game in which it is done has no fault: the game is over by then.
    pub(crate) fn is_harmless(self) -> bool {
        matches!(self, Deed::ExitAtEnd | Deed::NoiseAtEnd)
    }
}

/// A number drawn from others (SplitMix64).
pub(crate) fn draw(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What the player with that seed does in a game, and at which ask (from 0); most games are played well.
pub(crate) fn deed(seed: u64, game: u64) -> Option<(Deed, u64)> {
    let drawn = draw(seed, game);
    let (is_bad, is_slow, at) = (drawn.is_multiple_of(4), drawn >> 8 & 15 == 0, drawn >> 16 & 7);
    let kinds = if is_slow { Deed::ALL.len() as u64 } else { Deed::QUICK };
    is_bad.then(|| (Deed::ALL[(drawn >> 32) as usize % kinds as usize], at))
}
