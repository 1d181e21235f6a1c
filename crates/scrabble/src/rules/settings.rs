//! The settings of Scrabble.

use crate::board::{BINGO, Distribution, Layout};
use crate::rules::ChallengeRule;
use lettergame_game::field;
use lettergame_game::{Field, Param, Preset, Rules};

/// The rules as values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScrabbleRules {
    bingo: u16,
    exchange: u8,
    scoreless: u8,
    challenge: ChallengeRule,
    /// The premium squares, with the bonus and the tiles.
    layout: Layout,
}

/// The names of the letter distributions.
const DISTRIBUTIONS: &[&str] = &Distribution::NAMES;

/// The names of the boards.
const BOARDS: &[&str] = &Layout::NAMES;

impl Rules for ScrabbleRules {
    const PRESETS: &'static [Preset<ScrabbleRules>] =
        &[("standard", ScrabbleRules::standard), ("super", ScrabbleRules::large)];

    const PARAMS: &'static [Param<ScrabbleRules>] = &[
        Param::integer("bingo", [0, 500], "points for seven tiles in one play", field!(bingo)),
        Param::integer(
            "exchange",
            [1, 100],
            "tiles that the bag must hold for an exchange",
            field!(exchange),
        ),
        Param::integer(
            "scoreless",
            [2, 100],
            "turns without points in a row that end the game",
            field!(scoreless),
        ),
        Param::choice(
            "challenge",
            ChallengeRule::NAMES,
            "void: a play with an invalid word is illegal; otherwise it stands unless it is challenged, and challenging \
             a valid play costs nothing (single), the turn (double), or 5 or 10 points",
            field!(challenge),
        ),
        Param::content(
            "distribution",
            DISTRIBUTIONS,
            "the letters, how many tiles there are of each, and what they are worth",
            Field {
                get: |rules: &ScrabbleRules| {
                    rules.layout.distribution().to_string().trim_end().replace('\n', ";")
                },
                set: |rules, name| {
                    rules.play_with(Distribution::named(name)?);
                    Some(())
                },
            },
            |rules, content| {
                let read = Distribution::parse(&lines(content)?);
                rules.play_with(read.map_err(|error| error.to_string())?);
                Ok(())
            },
        ),
        Param::content(
            "board",
            BOARDS,
            "the premium squares: lines of % $ # (word), 4 3 2 (letter) and a dot for none",
            Field {
                get: |rules: &ScrabbleRules| match rules.layout.name() {
                    Some(name) => name.to_owned(),
                    None => rules.layout.to_string().trim_end().replace('\n', ";"),
                },
                set: |rules, name| {
                    rules.play_on(Layout::named(name)?);
                    Some(())
                },
            },
            |rules, content| {
                let layout = lines(content)?.parse::<Layout>();
                rules.play_on(layout.map_err(|error| error.to_string())?);
                Ok(())
            },
        ),
    ];
}

/// The lines of a file, between which there may be semicolons instead.
fn lines(content: &[u8]) -> Result<String, String> {
    let text = std::str::from_utf8(content).map_err(|_| "it is not UTF-8".to_owned())?;
    Ok(text.replace(';', "\n"))
}

impl ScrabbleRules {
    /// The published rules for two.
    #[must_use]
    pub fn standard() -> ScrabbleRules {
        let layout = Layout::standard(BINGO);
        ScrabbleRules {
            bingo: BINGO as u16,
            exchange: 7,
            scoreless: 6,
            challenge: ChallengeRule::Void,
            layout,
        }
    }

    /// The same on a board of 21 x 21 squares, with 200 English tiles.
    #[must_use]
    pub fn large() -> ScrabbleRules {
        let rules = ScrabbleRules::standard();
        match (Layout::named("super"), Distribution::named("super")) {
            (Some(board), Some(tiles)) => rules.with_board(board).with_distribution(tiles),
            _ => rules,
        }
    }

    /// The same with other tiles.
    #[must_use]
    pub fn with_distribution(mut self, distribution: &'static Distribution) -> ScrabbleRules {
        self.play_with(distribution);
        self
    }

    /// The same with other premium squares.
    #[must_use]
    pub fn with_board(mut self, layout: Layout) -> ScrabbleRules {
        self.play_on(layout);
        self
    }

    /// The same with another rule on challenges.
    #[must_use]
    pub fn with_challenge(mut self, challenge: ChallengeRule) -> ScrabbleRules {
        self.challenge = challenge;
        self
    }

    fn play_with(&mut self, distribution: &'static Distribution) {
        self.layout = self.layout.clone().with_distribution(distribution);
    }

    fn play_on(&mut self, layout: Layout) {
        self.layout = layout.with_distribution(self.layout.distribution());
    }

    /// The premium squares, with the bonus and the tiles.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout.clone().with_bingo(self.bingo())
    }

    /// The tiles.
    #[must_use]
    pub fn distribution(&self) -> &'static Distribution {
        self.layout.distribution()
    }

    /// The bonus for seven tiles in one play, in points.
    #[must_use]
    pub fn bingo(&self) -> i32 {
        i32::from(self.bingo)
    }

    /// The minimum number of tiles in the bag for an exchange.
    #[must_use]
    pub fn exchange(&self) -> usize {
        usize::from(self.exchange)
    }

    /// The number of consecutive scoreless turns that ends the game.
    #[must_use]
    pub fn scoreless(&self) -> u8 {
        self.scoreless
    }

    /// The rule on challenges.
    #[must_use]
    pub fn challenge(&self) -> ChallengeRule {
        self.challenge
    }
}

#[cfg(test)]
mod tests {
    use super::{BOARDS, DISTRIBUTIONS, ScrabbleRules};
    use crate::board::{Distribution, Layout};
    use lettergame_game::{Rules, Settings};

    fn read(pairs: &[(&str, &str)]) -> Result<ScrabbleRules, String> {
        let mut settings = Settings::default();
        pairs.iter().for_each(|(key, value)| settings.set(key, value));
        ScrabbleRules::read_all(settings).map_err(|error| error.to_string())
    }

    #[test]
    fn the_names_are_those_that_are_part_of_the_program() {
        assert!(Distribution::names().eq(DISTRIBUTIONS.iter().copied()));
        assert!(Layout::names().eq(BOARDS.iter().copied()));
    }

    #[test]
    fn every_value_reads_back() {
        let own = "?,?,1,0,0;A,a,20,1,1;B,b,3,2,0";
        let board = vec!["..2....".to_owned(); 7].join(";");
        for distribution in DISTRIBUTIONS.iter().copied().chain([own]) {
            for board in BOARDS.iter().copied().chain([board.as_str()]) {
                let rules = read(&[("distribution", distribution), ("board", board)]).unwrap();
                let pairs = rules.pairs();
                let value = |key| &pairs.iter().find(|pair| pair.0 == key).unwrap().1;
                assert_eq!(
                    (value("distribution").as_str(), value("board").as_str()),
                    (distribution, board)
                );
                let again: Vec<_> =
                    pairs.iter().map(|(key, value)| (*key, value.as_str())).collect();
                assert_eq!(read(&again), Ok(rules));
            }
        }
    }

    #[test]
    fn the_large_preset_has_both() {
        let large = read(&[("preset", "super")]).unwrap();
        assert_eq!((large.layout().side(), large.distribution().total()), (21, 200));
        assert_eq!(read(&[("board", "super"), ("distribution", "super")]), Ok(large));
    }

    #[test]
    fn bad_files_are_refused_with_the_line() {
        let refused = |key, value| read(&[(key, value)]).unwrap_err();
        assert_eq!(
            refused("board", "..;.."),
            "the file of `board`: expected 7 to 21 lines of premium squares, 15 on the usual board, found 2"
        );
        assert!(
            refused("distribution", "?,?,2,0\nA,9")
                .starts_with("the file of `distribution`: line 2: `A,9`: expected a letter")
        );
        assert!(refused("distribution", "klingon").ends_with("or a file"));
    }
}
