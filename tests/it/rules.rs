//! The declared settings of every game: every possible setting is written out and reads back equal.

use crate::shipped::LEXICON;

use std::fmt::Debug;
use std::sync::Arc;

use lettergame::game::{Parameter, ParameterRange, Presented, Rules, SHIPPED, Settings};
use lettergame::games::auction::rules::{Auction, AuctionRules};
use lettergame::games::marrakech::rules::{Marrakech, MarrakechRules};
use lettergame::games::scrabble::rules::{Scrabble, ScrabbleRules};
use lettergame::games::wordgame::rules::{Wordgame, WordgameRules};
use lettergame::protocol::messages;
use lettergame::registry::games;
use proptest::prelude::*;

/// A value in a range, chosen by a random number.
fn value(range: ParameterRange, chance: u64) -> String {
    let integer = |min: i64, max: i64| (min + (chance % (max - min + 1) as u64) as i64).to_string();
    match range {
        ParameterRange::Integer { min, max } => integer(min, max),
        ParameterRange::Optional { .. } if chance.is_multiple_of(4) => "none".to_owned(),
        ParameterRange::Optional { min, max } => integer(min, max),
        ParameterRange::Real { min, .. } => min.to_string(),
        ParameterRange::Choice { values } | ParameterRange::Content { values } => {
            values[chance as usize % values.len()].to_owned()
        }
        ParameterRange::File => SHIPPED.to_owned(),
    }
}

/// Changes some settings of a preset; the resulting rules read back from their pairs, from any preset.
fn reads_back<R: Rules + PartialEq + Debug>(preset: usize, chances: &[u64]) {
    let presets: Vec<&str> = R::presets().collect();
    let mut settings = Settings::default();
    for (param, &chance) in R::listed().iter().zip(chances).filter(|(_, chance)| *chance % 3 > 0) {
        settings.set(param.key, &value(param.range, chance / 3));
    }
    // other rules may restrict the range
    let Ok(rules) = R::read(presets[preset % presets.len()], settings.clone()) else {
        settings.set("hidden", "0");
        let rules = R::read(presets[preset % presets.len()], settings).unwrap();
        return read_again(&rules);
    };
    let pairs = rules.pairs();
    for (key, value) in settings.pairs() {
        assert!(
            pairs.iter().any(|(own, is)| *own == key && *is == value),
            "{key}={value}: {pairs:?}"
        );
    }
    read_again(&rules);
}

fn read_again<R: Rules + PartialEq + Debug>(rules: &R) {
    for preset in R::presets() {
        let mut settings = Settings::default();
        rules.pairs().iter().for_each(|(key, value)| settings.set(key, value));
        assert_eq!(&R::read(preset, settings).unwrap(), rules);
    }
}

proptest! {
    #[test]
    fn rules_read_back_from_their_output(
        preset in 0usize..3,
        chances in prop::collection::vec(any::<u64>(), 16),
    ) {
        reads_back::<AuctionRules>(preset, &chances);
        reads_back::<MarrakechRules>(preset, &chances);
        reads_back::<ScrabbleRules>(preset, &chances);
        reads_back::<WordgameRules>(preset, &chances);
    }
}

fn listed() -> Vec<Parameter> {
    let players = games().iter().flat_map(|game| game.roster());
    let parameters = players.flat_map(|player| player.parameters);
    games().iter().flat_map(|game| (game.settings)()).chain(parameters).collect()
}

#[test]
fn every_default_is_within_its_range_and_every_key_is_plain() {
    for one in listed() {
        assert!(one.range.contains(&one.default), "{one:?}");
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        assert!(one.key.bytes().all(plain) && !one.about.is_empty(), "{one:?}");
    }
}

#[test]
fn every_preset_is_within_the_declared_ranges() {
    fn check<R: Rules + PartialEq + Debug>() {
        R::PRESETS.iter().for_each(|(name, make)| {
            assert_eq!(R::read(name, Settings::default()).unwrap(), make());
            read_again(&make());
        });
    }
    check::<AuctionRules>();
    check::<MarrakechRules>();
    check::<ScrabbleRules>();
    check::<WordgameRules>();
}

/// The scoring rules in `hello`.
fn told<G: Presented>(game: &G) -> serde_json::Value {
    let limits = messages::LimitsMessage::default();
    let hello = messages::hello("any", (&serde_json::json!({}), game.scoring()), limits, 1);
    serde_json::from_slice::<serde_json::Value>(&hello).unwrap()["scoring"].clone()
}

#[test]
fn hello_carries_the_values_of_letters_and_the_bonus() {
    let words = || Arc::clone(&LEXICON);
    let bingo = Settings::parse(["bingo=35"]).unwrap();
    for (scoring, bonus) in [
        (told(&Auction::new(AuctionRules::words(), words())), 50),
        (told(&Scrabble::new(ScrabbleRules::read_all(bingo).unwrap(), words())), 35),
        (told(&Wordgame::new(WordgameRules::edition_6_00(), words())), 50),
    ] {
        assert_eq!(scoring["bonus"], bonus);
        for (letter, value, count) in [("A", 1, 9), ("Q", 10, 1), ("Z", 10, 1), ("E", 1, 12)] {
            assert_eq!(scoring["values"][letter], value, "{letter}");
            assert_eq!(scoring["counts"][letter], count, "{letter}");
        }
        assert_eq!(scoring["values"].as_object().unwrap().len(), 26);
    }
    let marrakech = Marrakech::new(MarrakechRules::standard());
    assert!(told(&marrakech).is_null(), "letters have nothing to do with it");
}
