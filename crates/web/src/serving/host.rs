//! The host name of a request, and which names are the server's own.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};

use crate::Terms;
use crate::serving::http_error::HttpError;

/// The host of a request, with its port.
pub(crate) struct Host(Authority);

impl Host {
    /// The one host that a request names.
    pub(crate) fn of(headers: &HeaderMap, uri: &Uri) -> Result<Host, &'static str> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err("expected a request that names one host");
        };
        let malformed = "the host of the request is not a name or an address with a port";
        let host = host.to_str().ok().and_then(|text| text.parse().ok()).map(Host);
        let host = host.filter(Host::is_well_formed).ok_or(malformed)?;
        match uri.authority() {
            Some(other) if !other.as_str().eq_ignore_ascii_case(host.text()) => {
                Err("the address and the host of the request differ")
            }
            _ => Ok(host),
        }
    }

    /// Rejects user names and invalid ports.
    fn is_well_formed(&self) -> bool {
        let has_port = self.text().len() > self.name().len();
        !self.text().contains('@') && (!has_port || self.0.port_u16().is_some())
    }

    /// As sent in the request.
    pub(crate) fn text(&self) -> &str {
        self.0.as_str()
    }

    /// Without the port.
    pub(crate) fn name(&self) -> &str {
        self.0.host()
    }

    pub(crate) fn port(&self) -> u16 {
        self.0.port_u16().unwrap_or(80)
    }

    /// Whether it names this machine for itself, so that no other can use it.
    pub(crate) fn is_loopback(&self) -> bool {
        let address = self.address();
        self.name().eq_ignore_ascii_case("localhost")
            || address.is_some_and(|address| address.is_loopback() || address.is_unspecified())
    }

    /// Its IP address, if it is one.
    fn address(&self) -> Option<IpAddr> {
        self.name().trim_start_matches('[').trim_end_matches(']').parse().ok()
    }

    /// Whether it is a name of this server: a name of this machine, or one given by its user. On a server
    /// that others can reach, every IP address counts too: the server may have addresses it does not know,
    /// and a foreign page can only be at its own address.
    pub(crate) fn is_own(&self, terms: &Terms) -> bool {
        let name = self.name();
        let is_address =
            self.address().is_some_and(|address| !terms.loopback || address.is_loopback());
        let given = || terms.hosts.iter().any(|host| host.eq_ignore_ascii_case(name));
        is_address || name.eq_ignore_ascii_case("localhost") || given()
    }
}

/// Where a visitor has found this server.
pub(crate) struct Origin {
    /// `http://192.168.1.5:7878`.
    pub(crate) address: String,
    /// Whether only this machine can reach it there.
    pub(crate) is_local: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Origin {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Origin, HttpError> {
        let host = Host::of(&parts.headers, &parts.uri).map_err(HttpError::invalid)?;
        Ok(Origin { address: format!("http://{}", host.text()), is_local: host.is_loopback() })
    }
}
