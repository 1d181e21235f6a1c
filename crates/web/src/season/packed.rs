//! Pages that are compressed once, not for each visitor.

use std::io::Write as _;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The media type of a page.
pub(super) const HTML: &str = "text/html; charset=utf-8";

/// A page, plain and compressed.
#[derive(Clone)]
pub(super) struct Packed {
    kind: &'static str,
    plain: Bytes,
    gzip: Bytes,
}

impl Packed {
    /// Compresses a page of this media type.
    pub(super) fn new(kind: &'static str, text: String) -> Packed {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        // memory does not run out
        let packed = gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish());
        let gzip = Bytes::from(packed.unwrap_or_default());
        Packed { kind, plain: Bytes::from(text), gzip }
    }

    /// The answer to a request with these headers.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let kind = [(CONTENT_TYPE, self.kind), (VARY, "accept-encoding")];
        match accepts_gzip(headers) {
            true => (kind, [(CONTENT_ENCODING, "gzip")], self.gzip.clone()).into_response(),
            false => (kind, self.plain.clone()).into_response(),
        }
    }
}

/// Whether the visitor takes gzip: it is listed, and not with the weight 0 (RFC 9110, section 12.5.3).
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().trim_start_matches("q=");
        let is_refused = weight.parse() == Ok(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::{ACCEPT_ENCODING, HeaderValue};

    use super::accepts_gzip;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for (text, takes) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, GZIP;q=0.5", true),
            ("gzip;q=0, br", false),
            ("gzip; q=0.0", false),
            ("identity", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(text));
            assert_eq!(accepts_gzip(&headers), takes, "{text}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
