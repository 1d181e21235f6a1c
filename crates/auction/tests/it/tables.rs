//! Shared by tests of the Letter Game: rules with the shipped list, and tables played by tests.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use lettergame_auction::rules::{Auction, AuctionRules, Event, Move, RoundEnd, Sale};
use lettergame_base::{Seat, Seed};
use lettergame_game::{Fault, Rules, Settings, Table, Turn};
use lettergame_words::Lexicon;

pub(crate) static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

/// A seat's answer.
pub(crate) type Said = Result<Move, Fault<Move>>;

static RULES: LazyLock<Mutex<HashMap<String, Arc<Auction>>>> = LazyLock::new(Mutex::default);

/// The rules of a preset with settings such as `hidden=0`; created once.
pub(crate) fn rules(preset: &str, settings: &[&str]) -> Arc<Auction> {
    let make = || {
        let settings = Settings::parse(settings.iter().copied()).unwrap();
        Arc::new(Auction::new(AuctionRules::read(preset, settings).unwrap(), Arc::clone(&LEXICON)))
    };
    let key = format!("{preset} {}", settings.join(" "));
    // a test that failed while holding the lock leaves the map consistent
    let mut made = RULES.lock().unwrap_or_else(|failed| failed.into_inner());
    Arc::clone(made.entry(key).or_insert_with(make))
}

pub(crate) fn table(preset: &str, settings: &[&str], seats: usize, seed: u64) -> Table<Auction> {
    Table::new(rules(preset, settings), seats, Seed(seed)).unwrap()
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(crate) fn bid(points: i64) -> Said {
    Ok(Move::Bid(points))
}

pub(crate) fn word(text: &str) -> Said {
    Ok(Move::Word(text.into()))
}

/// The seats that are asked now.
pub(crate) fn asked(table: &Table<Auction>) -> Vec<usize> {
    match table.turn() {
        Turn::Ask(seats) => seats.iter().map(Seat::index).collect(),
        Turn::Over => Vec::new(),
    }
}

/// Whether a bid is expected now.
pub(crate) fn is_bidding(table: &Table<Auction>) -> bool {
    asked(table).first().is_some_and(|&first| is_bid_view(table, first))
}

fn is_bid_view(table: &Table<Auction>, index: usize) -> bool {
    use lettergame_auction::rules::Prompt;
    matches!(table.view(seat(index)).asked(), Prompt::Bid(_))
}

/// One turn in which seat i gives the i-th answer.
pub(crate) fn say(table: &mut Table<Auction>, said: &[Said]) -> Vec<Event> {
    table.step(|seat, _| said[seat.index()].clone()).to_vec()
}

/// One turn in which every seat gives the same answer.
pub(crate) fn all_say(table: &mut Table<Auction>, said: &Said) -> Vec<Event> {
    table.step(|_, _| said.clone()).to_vec()
}

/// Every seat bids 0 until words are expected; returns all announcements.
pub(crate) fn sell_the_rest(table: &mut Table<Auction>) -> Vec<Event> {
    let mut events = Vec::new();
    while is_bidding(table) {
        events.extend(all_say(table, &bid(0)));
    }
    events
}

/// Every seat bids 0 and plays no word until the end of the game; returns all announcements.
pub(crate) fn play_out(table: &mut Table<Auction>) -> Vec<Event> {
    let mut events = Vec::new();
    while table.turn() != Turn::Over {
        let said = if is_bidding(table) { bid(0) } else { word("") };
        events.extend(all_say(table, &said));
    }
    events
}

pub(crate) fn sales(events: &[Event]) -> Vec<Sale> {
    let sale = |event: &Event| match event {
        Event::Auction(sale) => Some(sale.clone()),
        _ => None,
    };
    events.iter().filter_map(sale).collect()
}

pub(crate) fn ends(events: &[Event]) -> Vec<RoundEnd> {
    let end = |event: &Event| match event {
        Event::Round(end) => Some((**end).clone()),
        _ => None,
    };
    events.iter().filter_map(end).collect()
}

pub(crate) fn points(table: &Table<Auction>) -> Vec<i32> {
    table.outcome().points.values().map(|points| points.0).collect()
}

pub(crate) fn late(choice: Option<Move>) -> Said {
    Err(Fault::Late(choice, String::new()))
}

pub(crate) fn gone() -> Said {
    Err(Fault::Gone("exit 1".into()))
}
