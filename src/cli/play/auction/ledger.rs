//! The public state of the table, updated by announcements, and its display.

use std::fmt::Write as _;

use crate::cli::play::screen::{Ink, flowed, shortened};
use lettergame_auction::rules::{Auction, Event, RoundEnd, Sale};
use lettergame_base::{BySeat, Points, Seat, SeatSet, Seed};
use lettergame_game::Outcome;
use lettergame_plan::PlayerSpec;
use lettergame_words::Letter;

/// The maximum number of characters shown of a name.
const NAME: usize = 24;

/// The maximum number of characters shown of a named word.
const WORD: usize = 28;

/// Names, points and publicly won letters of all seats.
pub(super) struct Ledger {
    names: BySeat<String>,
    persons: SeatSet,
    points: BySeat<Points>,
    won: BySeat<Vec<Letter>>,
    banned: SeatSet,
    round: u16,
    rounds: u16,
    ink: Ink,
}

/// Each person's best word at the end of a round, with its points.
pub(super) type BestWords = BySeat<Option<(String, i32)>>;

impl Ledger {
    pub(super) fn new(game: &Auction, players: &[&str], persons: SeatSet, ink: Ink) -> Ledger {
        let unique = PlayerSpec::shown_names(players);
        let names = Seat::first(players.len()).zip(unique).map(|(seat, name)| {
            let alone = persons.len() == 1 && persons.contains(seat);
            if alone { "you".to_owned() } else { shortened(name.as_str(), NAME) }
        });
        Ledger {
            names: names.collect(),
            persons,
            points: BySeat::filled(players.len(), game.rules().start_points()),
            won: BySeat::filled(players.len(), Vec::new()),
            banned: SeatSet::EMPTY,
            round: 1,
            rounds: game.rules().rounds(),
            ink,
        }
    }

    pub(super) fn ink(&self) -> Ink {
        self.ink
    }

    pub(super) fn round(&self) -> u16 {
        self.round
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        &self.names[seat]
    }

    pub(super) fn welcome(&self, game: &Auction, seed: Seed) -> String {
        let rules = game.rules();
        let seats = self.names.len();
        let on_sale = rules.auctions(seats, game.tiles().total());
        let count =
            |number: usize, one, more| format!("{number} {}", if number == 1 { one } else { more });
        let mut text = format!(
            "{}: {}, {}; in a round {} a player and {} on sale.\n\
             The highest bid wins a letter and pays the second-highest; the most points win the game.\n",
            self.ink.strong("The Letter Game"),
            count(seats, "player", "players"),
            count(self.rounds.into(), "round", "rounds"),
            count(rules.hidden(), "hidden letter", "hidden letters"),
            count(on_sale, "letter", "letters"),
        );
        if let Some(cap) = rules.letter_cap() {
            let _ =
                writeln!(text, "No player may hold more than {cap} letters, hidden ones included.");
        }
        let _ = writeln!(text, "h for help, q to leave; seed {}", seed.0);
        text
    }

    /// The heading of a round, and the standings.
    pub(super) fn round_starts(&self) -> String {
        let title = format!("Round {} of {}", self.round, self.rounds);
        format!("\n{}\n{}", self.ink.strong(&format!("━━ {title} ━━━━━━━━━━")), self.table(None))
    }

    /// Records an announcement, and returns its text.
    pub(super) fn event_text(&mut self, event: &Event, best: &BestWords) -> String {
        match event {
            Event::Auction(sale) => self.sold(sale),
            Event::Round(end) => self.round_ended(end, best),
            Event::Banned { seat, fault } => {
                self.banned.insert(*seat);
                let name = &self.names[*seat];
                format!("\n{name} (seat {seat}) is out of the game: {}.\n", fault.name())
            }
        }
    }

    fn sold(&mut self, sale: &Sale) -> String {
        let letter = self.ink.strong(&sale.letter.to_string());
        let Some(winner) = sale.winner else {
            return format!("\n{letter} is not sold: no bids.\n");
        };
        self.points[winner] -= sale.price;
        self.won[winner].push(sale.letter);
        let name = self.ink.winner(&format!("{} (seat {winner})", self.names[winner]));
        if sale.bids.values().all(Option::is_none) {
            return format!("\n{letter} goes to {name} for nothing; no other player has room.\n");
        }
        let highest = sale.bids.values().filter(|&&bid| bid == sale.bids[winner]).count();
        let drawn = match highest {
            1 => String::new(),
            count => format!(", drawn among {count} with the same bid"),
        };
        let table = self.table(Some(sale));
        format!("\n{letter} is sold to {name} for {}{drawn}.\n{table}", sale.price)
    }

    fn round_ended(&mut self, end: &RoundEnd, best: &BestWords) -> String {
        self.points = end.all_points.clone();
        self.won.values_mut().for_each(Vec::clear);
        let mut text = format!("\n{}\n", self.ink.strong(&format!("Round {} is over", end.round)));
        text += &self.words(end);
        for seat in self.persons.iter() {
            text += &self.missed(seat, end, best[seat].as_ref());
        }
        if self.round < self.rounds {
            self.round += 1;
            text += &self.round_starts();
        }
        text
    }

    fn words(&self, end: &RoundEnd) -> String {
        let shown = |word: &str| {
            if word.is_empty() { "-".to_owned() } else { shortened(word, WORD) }
        };
        let width = end.words.values().map(|word| shown(word).chars().count()).max();
        let width = width.unwrap_or(0).max("word".len());
        let head =
            format!("  seat  {}  {:width$}   gained   points", self.padded("player"), "word");
        let mut text = format!("{}\n", self.ink.quiet(&head));
        for (seat, word) in end.words.iter() {
            let _ = writeln!(
                text,
                "  {:>4}  {}  {:width$}  {:>7}  {:>7}",
                seat.index(),
                self.padded(&self.names[seat]),
                shown(word),
                format!("+{}", end.gained[seat]),
                end.all_points[seat],
            );
        }
        text
    }

    /// What a person could have scored with the letters of the round.
    fn missed(&self, seat: Seat, end: &RoundEnd, best: Option<&(String, i32)>) -> String {
        let who = if self.persons.len() == 1 { "You" } else { &self.names[seat] };
        match best {
            None => format!("{who} had no word in the letters.\n"),
            Some((_, points)) if *points <= end.gained[seat].0 => {
                format!("{who} found the best word of the letters.\n")
            }
            Some((word, points)) => format!("{who} could have made {word} for {points}.\n"),
        }
    }

    /// A line for each seat: bid, points, letters won.
    fn table(&self, sale: Option<&Sale>) -> String {
        let bid_head = if sale.is_some() { "      bid" } else { "" };
        let name_head = self.padded("player");
        let head = format!("  seat  {name_head}{bid_head}   points  letters won");
        let mut text = format!("{}\n", self.ink.quiet(&head));
        for (seat, points) in self.points.iter() {
            let bid = sale.map_or(String::new(), |sale| {
                let bid = sale.bids[seat].map_or("-".to_owned(), |bid| bid.to_string());
                format!("  {bid:>7}")
            });
            let won = sale.is_some_and(|sale| sale.winner == Some(seat));
            let mark = if won { '>' } else { ' ' };
            let name = self.padded(&self.names[seat]);
            let start = format!("{mark} {:>4}  {name}{bid}  {points:>7}  ", seat.index());
            let start = if won { self.ink.winner(&start) } else { start };
            let letters = self.won[seat].iter().map(ToString::to_string);
            let out = self.banned.contains(seat).then(|| "(out)".to_owned());
            text += &flowed(&start, letters.chain(out));
        }
        text
    }

    /// A name padded to the width of the longest one.
    fn padded(&self, name: &str) -> String {
        let widest = self.names.values().map(|name| name.chars().count()).max();
        format!("{name:width$}", width = widest.unwrap_or(0).max("player".len()))
    }

    /// The final standings, best first.
    pub(super) fn ending(&self, outcome: &Outcome) -> String {
        let mut seats: Vec<Seat> = self.names.seats().collect();
        seats.sort_by_key(|&seat| (outcome.places[seat], seat));
        let heading = self.ink.strong("The game is over");
        let head = format!("  place  seat  {}   points", self.padded("player"));
        let mut text = format!("\n{heading}\n{}\n", self.ink.quiet(&head));
        for seat in seats {
            let place = outcome.places[seat];
            let line = format!(
                "  {place:>5}  {:>4}  {}  {:>7}",
                seat.index(),
                self.padded(&self.names[seat]),
                outcome.points[seat]
            );
            let line = if place == 1 { self.ink.winner(&line) } else { line };
            text += &format!("{line}\n");
        }
        text + &self.own_place(outcome)
    }

    /// A closing word to the only person among the players.
    fn own_place(&self, outcome: &Outcome) -> String {
        let (Some(own), 1, true) =
            (self.persons.iter().next(), self.persons.len(), self.names.len() > 1)
        else {
            return String::new();
        };
        let place = outcome.places[own];
        let sharing = outcome.places.values().filter(|&&other| other == place).count() > 1;
        match (place, sharing) {
            (1, false) => "You have won.\n".to_owned(),
            (_, false) => format!("You take place {place} of {}.\n", self.names.len()),
            (_, true) => format!("You share place {place}.\n"),
        }
    }
}
