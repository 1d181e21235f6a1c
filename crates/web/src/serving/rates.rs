//! A token bucket for each client: a burst of requests, then a steady number per second.
//!
//! Written here because it is thirty lines; the crates for it bring a clock, a map and a cleaner of their own.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Maximum number of clients remembered; beyond that, those with a full bucket are forgotten.
const CLIENTS: usize = 4096;

/// The seconds in which an empty bucket fills up again.
const SECONDS: f64 = 5.0;

/// The buckets of all clients.
pub(crate) struct Rates {
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Rates {
    pub(crate) fn new(burst: u32) -> Rates {
        Rates { burst: f64::from(burst), buckets: Mutex::default() }
    }

    /// Whether this client may make a request now. If so, it counts.
    pub(crate) fn admit(&self, client: IpAddr, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CLIENTS && !buckets.contains_key(&client) {
            buckets.retain(|_, bucket| self.filled(*bucket, now) < self.burst);
            if buckets.len() >= CLIENTS {
                return false;
            }
        }
        let bucket = buckets.entry(client).or_insert(Bucket { left: self.burst, at: now });
        let left = self.filled(*bucket, now);
        let admitted = left >= 1.0;
        *bucket = Bucket { left: if admitted { left - 1.0 } else { left }, at: now };
        admitted
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let seconds = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.left + seconds * self.burst / SECONDS).min(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    use super::{CLIENTS, Rates};

    fn client(number: u32) -> IpAddr {
        Ipv4Addr::from(number).into()
    }

    #[test]
    fn a_bucket_drains_and_refills() {
        let rates = Rates::new(10);
        let start = Instant::now();
        assert_eq!((0..20).filter(|_| rates.admit(client(1), start)).count(), 10);
        assert!(rates.admit(client(2), start), "another client has its own bucket");
        let later = start + Duration::from_millis(1100);
        assert_eq!((0..20).filter(|_| rates.admit(client(1), later)).count(), 2);
    }

    #[test]
    fn endless_clients_do_not_fill_the_memory() {
        let rates = Rates::new(2);
        let start = Instant::now();
        let many = CLIENTS as u32 + 100;
        let admitted = (0..many).filter(|&number| rates.admit(client(number), start)).count();
        assert_eq!(admitted, CLIENTS);
        assert!(rates.admit(client(many), start + Duration::from_secs(5)));
    }
}
