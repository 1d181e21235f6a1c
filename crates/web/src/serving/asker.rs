//! The client of a request.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::Extensions;
use axum::http::request::Parts;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) SocketAddr);

/// The client, as identified for limits and fair shares: an IPv4 address, or the network of an IPv6 address,
/// as a single machine has any number of those. All link-local addresses share one network, so each of them
/// counts individually.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker(pub(crate) IpAddr);

impl Asker {
    /// The client of a connection; without a socket, as in tests, this machine.
    pub(crate) fn of(extensions: &Extensions) -> Asker {
        let known = extensions.get::<ConnectInfo<Client>>();
        known.map_or(Asker(Ipv4Addr::LOCALHOST.into()), |info| Asker::at(info.0.0.ip()))
    }

    /// The client at this address.
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

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::Asker;

    #[test]
    fn an_ipv6_network_counts_as_one_client() {
        let at = |text: &str| Asker::at(text.parse::<IpAddr>().unwrap()).0;
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:1"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_ne!(at("fe80::1"), at("fe80::2"), "of one link");
        assert_eq!(at("::ffff:10.0.0.1"), at("10.0.0.1"));
        assert_ne!(at("10.0.0.1"), at("10.0.0.2"));
    }
}
