//! Games of many strategies, from which the network that forecasts a rival's next bid is trained.
//!
//! Kinds of players are few, players are many: each strategy that is not held out plays with its usual
//! parameters and with random ones, and those that did best against an earlier champion join them ("double
//! oracle": McMahan, Gordon and Blum 2003, "Planning in the presence of cost functions controlled by an
//! adversary"). The champion itself, without a network, is in every game, and what it sees of the others are the
//! examples: the inputs of the network before a sale, and the class of the bid. Letters hidden, players and rules
//! vary, so that nothing is learnt of one kind of table alone.
//!
//! The eight players of `champion-strangers.toml` are held out: they show what is learnt of bidding, not of
//! those who bid.

use std::sync::{Arc, OnceLock};

use crate::players::ROSTER;
use crate::players::champion::forecast::Forecast;
use crate::players::champion::next_bid::{by_class, class_of};
use crate::rules::{Auction, AuctionRules, Event};
use lettergame_base::{Branch, BySeat, Rng, Seat, Seed};
use lettergame_game::{
    Occupant, ParameterRange, Roster, Rules, Session, Settings, Strategy, Table,
};
use lettergame_learning::Examples;
use lettergame_words::Lexicon;

/// Players that do not take part: the champion with its network, networks of files, and those held out.
const LEFT_OUT: [&str; 10] = [
    "champion",
    "policy",
    "draft",
    "hindsight",
    "pacer",
    "quantile",
    "regret",
    "rollout",
    "spoiler",
    "vulture",
];

/// The champion without a network, which sees the others bid.
const OBSERVER: &str = "champion:parts=pressure";

/// The best responses that `tune` found with seven hidden letters: to the champion without a network, and to one
/// with a network that was trained with those.
const RESPONSES: [&str; 10] = [
    "drainer:caution=115:reach=35:need=5:finish=78",
    "shadow:need=75:drain=49",
    "crescendo:top=32:base=1:curve=3",
    "sniper:still=31:idle=11:aim=83:shot=22",
    "marginal:weight=101",
    "drainer:caution=95:reach=30:need=2:finish=43",
    "shadow:need=4:drain=38",
    "crescendo:top=30:base=1:curve=3",
    "sniper:still=30:idle=11:aim=587:shot=22",
    "marginal:weight=154",
];

/// Variants of each strategy with random parameters.
const VARIANTS: usize = 3;

/// Bids of a table that become examples, on average.
const SAMPLED: f64 = 200.0;

/// With so many examples a table plays no further game.
const ENOUGH: usize = 140;

/// The most games at one table.
const MAX_GAMES: u64 = 10;

/// What a table shows: examples, and the log loss of habits for each.
#[derive(Default)]
pub(super) struct Observed {
    pub(super) examples: Examples,
    pub(super) losses: Vec<f64>,
}

impl Observed {
    pub(super) fn append(&mut self, other: &Observed) {
        self.examples.append(&other.examples);
        self.losses.extend(&other.losses);
    }
}

/// The log loss of what had this probability; bounded, as a bid may have been thought impossible.
pub(super) fn loss(chance: f64) -> f64 {
    -libm::log(chance.max(1e-3))
}

/// The number of [`all_rules`].
pub(super) const RULES: usize = 15;

/// The rules played: up to seven hidden letters without a cap, and up to six with one.
pub(super) fn all_rules(lexicon: &Arc<Lexicon>) -> impl Iterator<Item = Arc<Auction>> {
    let free = (0..=7).map(|hidden| ("words", hidden));
    let capped = (0..=6).map(|hidden| ("seven", hidden));
    free.chain(capped).map(|(preset, hidden)| {
        let settings = Settings::parse([format!("hidden={hidden}").as_str()]);
        let rules = settings.and_then(|settings| AuctionRules::read(preset, settings));
        let rules = rules.unwrap_or_else(|error| panic!("{preset}: {error}"));
        Arc::new(Auction::new(rules, Arc::clone(lexicon)))
    })
}

/// The players of games under some rules.
pub(super) struct Pool {
    rules: Arc<Auction>,
    observer: Entrant,
    others: Vec<Entrant>,
}

/// A player by its text, prepared when it first plays.
struct Entrant {
    text: String,
    strategy: OnceLock<Arc<dyn Strategy<Auction>>>,
}

impl Entrant {
    fn new(text: String) -> Entrant {
        Entrant { text, strategy: OnceLock::new() }
    }

    fn strategy(&self, rules: &Arc<Auction>) -> &Arc<dyn Strategy<Auction>> {
        self.strategy.get_or_init(|| {
            Roster::make(&ROSTER, &self.text, rules).unwrap_or_else(|error| panic!("{error}"))
        })
    }
}

impl Pool {
    pub(super) fn new(rules: Arc<Auction>, seed: Seed) -> Pool {
        let mut rng = seed.rng();
        let entries = ROSTER.iter().filter(|entry| !LEFT_OUT.contains(&entry.name()));
        let variants = entries.flat_map(|entry| {
            let usual = entry.name().to_owned();
            let others = [(); VARIANTS].map(|()| variant(entry, &mut rng));
            std::iter::once(usual).chain(others)
        });
        let mut texts: Vec<String> = variants.collect();
        texts.extend(RESPONSES.map(str::to_owned));
        texts.push(OBSERVER.to_owned());
        texts.sort_unstable();
        texts.dedup();
        let others = texts.into_iter().map(Entrant::new).collect();
        Pool { rules, observer: Entrant::new(OBSERVER.to_owned()), others }
    }

    /// Plays games at a table of random size, until there are enough examples: with two players and seven
    /// hidden letters a game has only twenty bids.
    pub(super) fn play(&self, deal: Seed) -> Observed {
        let seats = random_seats(&mut deal.derive(Branch::Lots, 0).rng());
        let mut observed = Observed::default();
        let mut games = 0;
        while observed.losses.len() < ENOUGH && games < MAX_GAMES {
            observed.append(&self.game(seats, deal.derive(Branch::Deal, games)));
            games += 1;
        }
        observed
    }

    /// Plays a game with random players in which the champion watches the others.
    fn game(&self, seats: usize, deal: Seed) -> Observed {
        let mut rng = deal.derive(Branch::Lots, 0).rng();
        let own = Seat::new(rng.below(seats as u32) as usize).unwrap_or(Seat::FIRST);
        let occupants = BySeat::from_fn(seats, |seat| {
            let other = rng.below(self.others.len() as u32) as usize;
            let entrant = if seat == own { &self.observer } else { &self.others[other] };
            Occupant::Player(entrant.strategy(&self.rules).sit(&self.rules, seat, seats))
        });
        let table = Table::new(Arc::clone(&self.rules), seats, deal);
        let table = table.unwrap_or_else(|error| panic!("{error}"));
        let mut watch = Watch::new(own, seats, &self.rules);
        let mut session = Session::new(table, deal, occupants);
        while !session.is_over() {
            let purses = session.table().view(own).all_points().map(|points| points.0);
            session.advance();
            for event in session.table().events() {
                watch.note(event, &purses, &mut rng);
            }
        }
        watch.observed
    }
}

/// The champion's seat, and what can be learnt from it.
struct Watch {
    forecast: Forecast,
    observed: Observed,
    /// The probability that a sale yields examples.
    share: f64,
}

impl Watch {
    fn new(own: Seat, seats: usize, rules: &Arc<Auction>) -> Watch {
        let (settings, bag) = (rules.rules(), rules.tiles().total());
        let sales = settings.auctions(seats, bag) * usize::from(settings.rounds());
        let bids = (sales * (seats - 1)).max(1);
        Watch {
            forecast: Forecast::new(own, seats, rules, None),
            observed: Observed::default(),
            share: SAMPLED / bids as f64,
        }
    }

    /// Learns from an event; `purses` are the points before it.
    fn note(&mut self, event: &Event, purses: &BySeat<i32>, rng: &mut Rng) {
        match event {
            Event::Auction(sale) => {
                if rng.unit() < self.share {
                    for (seat, bid) in sale.bids_of_others(self.forecast.table.own()) {
                        let (inputs, habits) =
                            self.forecast.inputs(seat, sale.letter, purses[seat]);
                        let class = class_of(bid.0);
                        self.observed.examples.inputs.extend_from_slice(inputs);
                        self.observed.examples.classes.push(class as u8);
                        let chance = by_class(&habits).nth(class).unwrap_or(0.0);
                        self.observed.losses.push(loss(chance));
                    }
                }
                self.forecast.learn(sale);
                self.forecast.note_sale(sale);
            }
            Event::Round(_) => self.forecast.begin_round(),
            Event::Banned { .. } => {}
        }
    }
}

/// Two, or up to fourteen, most often nine.
fn random_seats(rng: &mut Rng) -> usize {
    match rng.below(10) {
        0..3 => 2,
        3..6 => 3 + rng.below(6) as usize,
        6..9 => 9,
        _ => 10 + rng.below(5) as usize,
    }
}

/// A strategy with each parameter that is a number at random: from half to twice its usual value, and within
/// its range. Parameters that only cost time stay as they are.
fn variant(entry: &Roster<Auction>, rng: &mut Rng) -> String {
    let mut text = entry.name().to_owned();
    for parameter in entry.listing().parameters.iter().filter(|parameter| !parameter.effort) {
        let factor = libm::exp2(2.0 * rng.unit() - 1.0);
        let Ok(usual) = parameter.default.parse::<f64>() else { continue };
        let value = match parameter.range {
            ParameterRange::Integer { min, max } => {
                (usual * factor).round().clamp(min as f64, max as f64)
            }
            ParameterRange::Real { min, max } => (usual * factor).clamp(min, max),
            _ => continue,
        };
        text += &format!(":{}={value}", parameter.key);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{LEFT_OUT, Pool, RULES, all_rules, random_seats, variant};
    use crate::players::ROSTER;
    use crate::players::champion::next_bid::INPUTS;
    use lettergame_base::{Branch, Seed};
    use lettergame_game::Roster;
    use lettergame_words::Lexicon;

    fn lexicon() -> Arc<Lexicon> {
        Arc::new(Lexicon::shipped())
    }

    #[test]
    fn each_bid_of_the_others_is_an_example_with_its_class() {
        let rules = all_rules(&lexicon()).last().unwrap();
        let pool = Pool::new(rules, Seed(1).derive(Branch::Lots, 0));
        let observed = pool.play(Seed(3));
        let count = observed.examples.len();
        assert!(count > 20 && observed.losses.len() == count, "{count}");
        assert_eq!(observed.examples.inputs.len(), count * INPUTS);
        assert!(observed.examples.inputs.iter().all(|number| (-2.4..=3.0).contains(number)));
    }

    #[test]
    fn few_bids_take_several_games() {
        let rules = all_rules(&lexicon()).nth(7).unwrap();
        let pool = Pool::new(rules, Seed(1).derive(Branch::Lots, 0));
        let seed =
            (0..).map(Seed).find(|deal| random_seats(&mut deal.derive(Branch::Lots, 0).rng()) == 2);
        assert!(pool.play(seed.unwrap()).losses.len() > 100, "seven hidden letters, two players");
    }

    #[test]
    fn variants_are_valid_and_differ() {
        let rules = all_rules(&lexicon()).next().unwrap();
        let mut rng = Seed(2).rng();
        let mut changed = 0;
        for entry in ROSTER.iter().filter(|entry| entry.name() != "policy") {
            let text = variant(entry, &mut rng);
            changed += usize::from(text != entry.name());
            assert!(Roster::make(&ROSTER, &text, &rules).is_ok(), "{text}");
        }
        assert!(changed > 10, "{changed}");
    }

    #[test]
    fn all_that_is_left_out_exists_and_all_rules_are_read() {
        assert!(LEFT_OUT.iter().all(|name| ROSTER.iter().any(|entry| entry.name() == *name)));
        assert_eq!(all_rules(&lexicon()).count(), RULES);
    }
}
