//! Many tables stepped together: the numbers of every game of the registry.

use lettergame::base::{Rng, Seat, Seed};
use lettergame::game::Feature;
use lettergame::plan::RawConfig;
use lettergame::protocol::HostOptions;
use lettergame::registry::{self, games};
use lettergame::runs::Words;
use lettergame::tournament::{BatchOptions, Output, Reward, TableBatch};

const OPTIONS: BatchOptions = BatchOptions {
    tables: 1,
    slots: None,
    scaled: false,
    described: true,
    told: false,
    reward: Reward::Points,
};

fn batch(game: &str, players: &[&str], preset: &str, options: BatchOptions) -> Box<dyn TableBatch> {
    let raw = RawConfig {
        game: Some(game.to_owned()),
        players: Some(players.iter().map(ToString::to_string).collect()),
        rules: [("preset".to_owned(), vec![preset.to_owned()])].into_iter().collect(),
        ..RawConfig::default()
    };
    let config = raw.validate(game, Seed(0)).unwrap();
    let lexicon = Words::shipped().lexicon;
    registry::batch(&config, lexicon, &HostOptions::default(), options).unwrap().batch
}

fn bytes(batch: &dyn TableBatch, output: Output) -> Vec<u8> {
    let mut out = vec![7; batch.size(output)];
    batch.write(output, &mut out);
    out
}

fn floats(batch: &dyn TableBatch, output: Output) -> Vec<f32> {
    let bytes = bytes(batch, output);
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_ne_bytes(*bytes)).collect()
}

/// A legal action of each open seat, 0 for those that are not awaited.
fn legal(batch: &dyn TableBatch, rng: &mut Rng) -> Vec<i64> {
    let masks = bytes(batch, Output::Mask);
    let some = |mask: &[u8]| {
        let legal: Vec<usize> = (0..mask.len()).filter(|&action| mask[action] == 1).collect();
        match legal.is_empty() {
            true => 0,
            false => legal[rng.below(legal.len() as u32) as usize] as i64,
        }
    };
    masks.chunks_exact(batch.shape().actions).map(some).collect()
}

fn assert_within(features: &[Feature], numbers: &[f32], game: &str) {
    for row in numbers.chunks_exact(Feature::total(features).max(1)) {
        let mut rest = row;
        for feature in features {
            let own;
            (own, rest) = rest.split_at(feature.count);
            let fits = |number: &f32| (feature.low..=feature.high).contains(number);
            assert!(own.iter().all(fits), "{game}: {}: {own:?}", feature.name);
        }
    }
}

#[test]
fn every_number_is_within_its_bounds_and_every_action_is_legal() {
    for entry in games() {
        for preset in (entry.presets)() {
            let mut batch = batch(entry.info.name, &["person"; 2], preset, OPTIONS);
            batch.deal(&[(0, Seed(3))]).unwrap();
            let shape = batch.shape().clone();
            let mut rng = Seed(4).rng();
            for _ in 0..60 {
                let game = entry.info.name;
                assert_within(&shape.observation, &floats(&*batch, Output::Observation), game);
                assert_within(&shape.description, &floats(&*batch, Output::Description), game);
                let actions = legal(&*batch, &mut rng);
                batch.step(&actions).unwrap();
                assert_eq!(batch.faults(0), [], "{game} {preset}");
            }
        }
    }
}

/// The moves that are listed for actions are those that the game lists.
#[test]
fn actions_are_the_moves_of_the_game() {
    for entry in games().iter().filter(|entry| entry.info.name != "auction") {
        let game = entry.info.name;
        let preset = (entry.presets)()[0];
        let mut batch =
            batch(game, &["person"; 2], preset, BatchOptions { slots: Some(1 << 15), ..OPTIONS });
        let raw = RawConfig {
            game: Some(game.to_owned()),
            players: Some(vec!["person".to_owned(); 2]),
            ..RawConfig::default()
        };
        let config = raw.validate(game, Seed(0)).unwrap();
        let tables =
            registry::open(&config, Words::shipped().lexicon, &HostOptions::default()).unwrap();
        let mut table = tables.open.deal(Seed(6));
        batch.deal(&[(0, Seed(6))]).unwrap();
        let mut rng = Seed(7).rng();
        for _ in 0..25 {
            let Some(seat) = table.awaited().iter().next() else { break };
            let mut listed = table.choices(seat).unwrap();
            let mut moves = batch.moves(0, seat);
            let (action, text) = moves[rng.below(moves.len() as u32) as usize].clone();
            let (json, _) = listed.iter().find(|(_, own)| *own == text).unwrap().clone();
            moves.sort_by(|one, other| one.1.cmp(&other.1));
            listed.sort_by(|one, other| one.1.cmp(&other.1));
            let texts =
                |own: &[(usize, String)]| own.iter().map(|own| own.1.clone()).collect::<Vec<_>>();
            let expected: Vec<String> = listed.into_iter().map(|own| own.1).collect();
            assert!(texts(&moves) == expected, "{game}: {}", table.view(seat));
            table.answer(seat, &json);
            batch.decide(0, seat, action as i64).unwrap();
            assert_eq!(table.view(seat), batch.view(0, seat), "{game}");
        }
    }
}

/// Tables of several groups: the bytes do not depend on the threads, nor on the tables beside them.
#[test]
fn many_tables_are_as_many_single_ones() {
    let count = 70;
    let options = BatchOptions { tables: count, described: false, ..OPTIONS };
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut many = batch("auction", &["person", "random"], "words", options);
            let deals: Vec<_> = (0..count).map(|table| (table, Seed(100 + table as u64))).collect();
            many.deal(&deals).unwrap();
            let steps = (0..30).map(|step| {
                many.step(&vec![step % 7; count]).unwrap();
                (bytes(&*many, Output::Observation), bytes(&*many, Output::Scores))
            });
            steps.collect::<Vec<_>>()
        })
    };
    let told = run(1);
    assert!(told == run(3), "results depend on the threads");
    let mut alone =
        batch("auction", &["person", "random"], "words", BatchOptions { tables: 1, ..options });
    alone.deal(&[(0, Seed(165))]).unwrap();
    for (step, (observations, _)) in told.iter().enumerate() {
        alone.step(&[step as i64 % 7]).unwrap();
        let width = observations.len() / count;
        assert_eq!(bytes(&*alone, Output::Observation), observations[65 * width..][..width]);
    }
}

/// A seat that does not decide yet keeps the others waiting.
#[test]
fn seats_may_decide_one_after_the_other() {
    let mut batch = batch("auction", &["person"; 2], "words", OPTIONS);
    batch.deal(&[(0, Seed(1))]).unwrap();
    let [one, other] = [0, 1].map(|index| Seat::new(index).unwrap());
    batch.decide(0, other, 5).unwrap();
    assert_eq!(bytes(&*batch, Output::Awaited), [1, 0]);
    batch.decide(0, other, 9).unwrap();
    assert_eq!(floats(&*batch, Output::Reward), [0.0, 0.0], "it has decided");
    batch.decide(0, one, 3).unwrap();
    assert_eq!(floats(&*batch, Output::Reward), [0.0, -3.0], "the price is the second bid");
    assert_eq!(
        batch.decide(0, one, 101).unwrap_err().to_string(),
        "action 101 of seat 0 at table 0: expected 0 to 100"
    );
    assert_eq!(batch.decide(9, one, 1).unwrap_err().to_string(), "table 9 does not exist");
    assert_eq!(batch.deal(&[(1, Seed(1))]).unwrap_err().to_string(), "table 1 does not exist");
}

/// Hidden letters of others are among the unseen ones.
#[test]
fn observed_letters_add_up_to_the_bag() {
    let mut batch = batch("auction", &["person"; 2], "words", OPTIONS);
    let shape = batch.shape().clone();
    let width = Feature::total(&shape.observation);
    for seed in 0..40 {
        batch.deal(&[(0, Seed(seed))]).unwrap();
        let told = floats(&*batch, Output::Observation);
        let sum = |row: &[f32], from: usize| row[from..from + 26].iter().sum::<f32>();
        for row in told.chunks_exact(width) {
            // all 98 letters: on sale, held, unseen
            assert_eq!(sum(row, 0) + sum(row, 26) + sum(row, 52), 98.0);
            assert!(sum(row, 26) <= 8.0);
        }
    }
}
