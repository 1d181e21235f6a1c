//! Who asks, and the work that an answer takes: done on threads that may wait, a fair share for each client.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, StatusCode};
use tokio::task::spawn_blocking;
use tokio::task_local;

use crate::listener::Client;
use crate::refused::Refused;
use crate::turns::{Bounds, Turns};

/// Who asks, as limits and shares know it: an address of IPv4, or the network of one of IPv6, of which a
/// single machine has as many addresses as it likes. All machines of a link share one network there, so an
/// address of that counts by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker(pub(crate) IpAddr);

impl Asker {
    /// Whose connection it is; where there is no socket, as in tests, this machine.
    pub(crate) fn of(extensions: &Extensions) -> Asker {
        let known = extensions.get::<ConnectInfo<Client>>();
        known.map_or(Asker(Ipv4Addr::LOCALHOST.into()), |info| Asker::at(info.0.0.ip()))
    }

    /// At this address.
    pub(crate) fn at(address: IpAddr) -> Asker {
        match address.to_canonical() {
            IpAddr::V6(own) if !own.is_loopback() && !own.is_unicast_link_local() => {
                let network = own.to_bits() >> 64 << 64;
                Asker(Ipv6Addr::from_bits(network).into())
            }
            address => Asker(address),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asker, Infallible> {
        Ok(Asker::of(&parts.extensions))
    }
}

/// How pages are made.
#[derive(Clone)]
pub(crate) struct Pages {
    turns: Arc<Turns>,
    budget: Duration,
    asker: Asker,
}

task_local! {
    static PAGES: Pages;
}

impl Pages {
    pub(crate) fn new(turns: &Arc<Turns>, budget: Duration, asker: Asker) -> Pages {
        Pages { turns: Arc::clone(turns), budget, asker }
    }

    /// Answers a request whose work is that of this client.
    pub(crate) async fn answered<F: Future>(self, answer: F) -> F::Output {
        PAGES.scope(self, answer).await
    }
}

/// Does what may take a while on a thread of its own, when it is the turn of the client.
pub(crate) async fn waiting<T: Send + 'static>(
    act: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    let broken = || {
        let text = "this could not be done; try something else";
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, text)
    };
    let pages = PAGES.try_with(Clone::clone).map_err(|_| broken())?;
    let turn = pages.turns.begin(pages.asker.0).await;
    let bounds = Bounds { budget: pages.budget, cancelled: Arc::default() };
    let done = spawn_blocking(move || turn.work(&bounds, act)).await.map_err(|_| broken())?;
    done.map_err(|_| {
        let text = "this takes too long here; ask for less, or use the command line";
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, text)
    })
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::Asker;

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let at = |text: &str| Asker::at(text.parse::<IpAddr>().unwrap()).0;
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:1"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_ne!(at("fe80::1"), at("fe80::2"), "of one link");
        assert_eq!(at("::ffff:10.0.0.1"), at("10.0.0.1"));
        assert_ne!(at("10.0.0.1"), at("10.0.0.2"));
    }
}
