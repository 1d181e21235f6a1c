//! The deal of a day: its seed comes from the game and the date alone, so that it is the same on every server. What
//! people make of it is in the links that they send each other.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use maud::{Markup, html};
use sha2::{Digest as _, Sha256};

use crate::rooms::read_name;
use crate::section::{SECTIONS, Section};
use crate::serving::query::{Fields, address};
use lettergame_base::Seed;
use lettergame_report::plot::figures;

/// The most results in a link; the best are kept.
const MAX_RESULTS: usize = 8;

/// The deal of a game on a day, with the results that came with its link.
pub(crate) struct Deal {
    pub(crate) section: &'static Section,
    date: Date,
    results: Vec<DealResult>,
}

/// What a person has made of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DealResult {
    /// The points, then those of the computer players.
    pub(crate) points: Vec<i32>,
    /// Empty if none was given.
    pub(crate) name: String,
}

impl DealResult {
    /// Reads `385,350:Ann`.
    fn read(text: &str) -> Option<DealResult> {
        let (points, name) = text.split_once(':')?;
        let points: Vec<i32> = points.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
        let name = read_name(name).ok()?.unwrap_or_default();
        (points.len() > 1 && points.len() < 15).then_some(DealResult { points, name })
    }

    fn text(&self) -> String {
        let points: Vec<String> = self.points.iter().map(i32::to_string).collect();
        format!("{}:{}", points.join(","), self.name)
    }

    /// How many points it is ahead of the best computer.
    fn lead(&self) -> i32 {
        let others = self.points.iter().skip(1).max();
        self.points.first().zip(others).map_or(0, |(own, best)| own - best)
    }
}

impl Deal {
    /// The deals of today, in Greenwich: the same day for everyone.
    pub(crate) fn today(section: &'static Section) -> Deal {
        let date = Timestamp::now().to_zoned(TimeZone::UTC).date();
        Deal::on(section, date)
    }

    fn on(section: &'static Section, date: Date) -> Deal {
        Deal { section, date, results: Vec::new() }
    }

    /// The deal of another game on this day.
    pub(crate) fn of(&self, section: &'static Section) -> Deal {
        Deal::on(section, self.date)
    }

    /// The last weeks, from Monday, up to today; without the days to come.
    pub(crate) fn weeks(&self, count: i32) -> Vec<[Option<Deal>; 7]> {
        let today = Deal::today(self.section).date;
        let monday = today - today.weekday().to_monday_zero_offset().days();
        let on = |days: i32| {
            let date = monday + days.days();
            (date <= today).then(|| Deal::on(self.section, date))
        };
        (1 - count..=0).map(|week| std::array::from_fn(|day| on(7 * week + day as i32))).collect()
    }

    /// Whether it is of this day.
    pub(crate) fn is_on_day_of(&self, other: &Deal) -> bool {
        self.date == other.date
    }

    /// The day of the month, and with the first one the month: `30`, `1 Dec`.
    pub(crate) fn short_day(&self) -> String {
        self.date.strftime(if self.date.day() == 1 { "%-d %b" } else { "%-d" }).to_string()
    }

    /// The deal of an address as in `/daily/scrabble/2026-11-29?result=385,350:Ann`; results that are none are left
    /// out.
    pub(crate) fn read(address: &str) -> Option<Deal> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (class, date) = path.strip_prefix("/daily/")?.split_once('/')?;
        let section = SECTIONS.into_iter().find(|section| section.class() == class)?;
        let fields = Fields::parse(query.as_bytes());
        let results = fields.all("result").filter_map(DealResult::read).take(MAX_RESULTS);
        Some(Deal { section, date: date.parse().ok()?, results: results.collect() })
    }

    /// The seed, of 48 bits as those that are drawn.
    pub(crate) fn seed(&self) -> Seed {
        let text = format!("lettergame daily {} {}", self.section.class(), self.date);
        let digest = Sha256::digest(text.as_bytes());
        Seed(digest.iter().take(6).fold(0, |seed, byte| seed << 8 | u64::from(*byte)))
    }

    pub(crate) fn path(&self) -> String {
        format!("/daily/{}/{}", self.section.class(), self.date)
    }

    /// The address with all results.
    pub(crate) fn address(&self) -> String {
        let results: Vec<String> = self.results.iter().map(DealResult::text).collect();
        let pairs: Vec<(&str, &str)> =
            results.iter().map(|text| ("result", text.as_str())).collect();
        if pairs.is_empty() { self.path() } else { address(&self.path(), &pairs) }
    }

    /// `29 November 2026`.
    pub(crate) fn day(&self) -> String {
        self.date.strftime("%-d %B %Y").to_string()
    }

    /// The same with one more result, the best lead first.
    pub(crate) fn with(mut self, result: DealResult) -> Deal {
        self.results.retain(|other| *other != result);
        self.results.push(result);
        self.results.sort_by_key(|result| std::cmp::Reverse(result.lead()));
        self.results.truncate(MAX_RESULTS);
        self
    }

    /// The results once the own game is over, with the link to send; `is_own` marks the own one.
    pub(crate) fn results(self, own: DealResult, is_own: bool) -> Markup {
        let (day, seed) = (self.day(), self.seed().0);
        let deal = self.with(own.clone());
        html! {
            section.sheet.daily aria-labelledby="deal" data-deal=(seed) {
                h2 #deal { "The deal of " (day) }
                (deal.table(is_own.then_some(&own)))
                p.links {
                    a #result href=(deal.address()) { "The deal with this result" }
                    button.copy type="button" data-copy="result" { "Copy the link" }
                    span.quiet { "Whoever opens it plays the same deal and sees all results." }
                }
            }
        }
    }

    /// All results side by side; `own` is marked.
    pub(crate) fn table(&self, own: Option<&DealResult>) -> Markup {
        html! {
            @if !self.results.is_empty() {
                table.results {
                    thead { tr {
                        th scope="col" { "Player" } th.number scope="col" { "Points" }
                        th.number scope="col" { "Computer" } th.number scope="col" { "Lead" }
                    } }
                    tbody { @for result in &self.results {
                        @let is_own = own == Some(result);
                        tr.own[is_own] {
                            th scope="row" {
                                @if is_own { "You" } @else if result.name.is_empty() { "Someone" } @else { (result.name) }
                            }
                            @if let [own, others @ ..] = &result.points[..] {
                                td.number { strong { (figures(own)) } }
                                @let others: Vec<String> = others.iter().map(figures).collect();
                                td.number { (others.join(", ")) }
                            }
                            td.number { (figures(format!("{:+}", result.lead()))) }
                        }
                    } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Deal, DealResult};

    /// A seed that changes gives the people of one day different deals.
    #[test]
    fn the_seed_of_a_day_is_pinned() {
        let seed = |path: &str| Deal::read(path).unwrap().seed().0;
        assert_eq!(seed("/daily/auction/2026-11-29"), 139_013_200_085_089);
        assert_eq!(seed("/daily/marrakech/2026-11-29"), 13_997_449_475_400);
        assert_eq!(seed("/daily/scrabble/2026-11-29"), 127_456_309_001_348);
        assert_eq!(seed("/daily/scrabble/2026-11-30"), 80_239_607_311_785);
    }

    #[test]
    fn results_are_read_back_and_nothing_else_is() {
        let path = "/daily/scrabble/2026-11-29";
        let deal = Deal::read(&format!(
            "{path}?result=320,400:Bob&result=x&result=3:A&result=1,2:%3Cb%3E"
        ));
        let deal = deal.unwrap();
        assert_eq!(deal.day(), "29 November 2026");
        let ann = DealResult { points: vec![385, 350], name: "Zoë A".to_owned() };
        let both = deal.with(ann.clone()).with(ann.clone());
        assert_eq!(both.address(), format!("{path}?result=385,350:Zo%C3%AB+A&result=320,400:Bob"));
        assert_eq!(Deal::read(&both.address()).unwrap().address(), both.address());
        let table = both.table(Some(&ann)).into_string();
        assert!(
            table.contains("You") && table.contains("Bob") && !table.contains("Zoë"),
            "{table}"
        );
        assert!(table.contains("+35") && table.contains("−80"), "{table}");
        let many = (0..20).fold(both, |deal, own| {
            deal.with(DealResult { points: vec![own, 0], name: String::new() })
        });
        assert_eq!(many.results.len(), 8);
        assert_eq!(many.results[0], ann, "the best are kept");
        for bad in ["/daily/chess/2026-11-29", "/daily/scrabble/2026-02-30", "/daily/scrabble", "/"]
        {
            assert!(Deal::read(bad).is_none(), "{bad}");
        }
    }
}
