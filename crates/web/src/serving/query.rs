//! Fields of forms and addresses, as pairs of name and value.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};

use crate::serving::http_error::HttpError;

/// Pairs in the order in which they were sent; a name may occur more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Parses `a=1&b=2` with its escapes; invalid sequences become replacement characters.
    pub(crate) fn parse(text: &[u8]) -> Fields {
        Fields(form_urlencoded::parse(text).into_owned().collect())
    }

    /// The first value of that name, trimmed.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.trim())
    }

    /// The same pairs with the values of one name replaced.
    pub(crate) fn with_all(self, gone: &str, name: &str, values: &[String]) -> Fields {
        let kept = self.0.into_iter().filter(|(key, _)| key != gone);
        let new = values.iter().map(|value| (name.to_owned(), value.clone()));
        Fields(kept.chain(new).collect())
    }

    /// Rejects names other than these: a mistyped name would otherwise be ignored.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), HttpError> {
        let Some((unknown, _)) = self.0.iter().find(|(name, _)| !known.contains(&name.as_str()))
        else {
            return Ok(());
        };
        let text = format!("unknown field `{unknown}`; expected {}", known.join(", "));
        Err(HttpError::invalid(text))
    }

    /// All pairs.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The length of the longest value, in characters.
    pub(crate) fn longest(&self) -> usize {
        self.0.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0)
    }

    /// All values of that name, trimmed.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.trim())
    }
}

/// A short address with these pairs: commas, colons and equal signs stay readable.
pub(crate) fn address(path: &str, pairs: &[(&str, &str)]) -> String {
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(pairs);
    let text = text.finish().replace("%2C", ",").replace("%3A", ":").replace("%3D", "=");
    format!("{path}?{text}")
}

/// Whether a script requests part of a page. For back navigation it requests the whole page.
pub(crate) fn by_script(headers: &HeaderMap) -> bool {
    headers.contains_key("hx-request") && !headers.contains_key("hx-history-restore-request")
}

/// The fields of a posted form.
pub(crate) struct Posted(pub(crate) Fields);

/// The fields of the address.
pub(crate) struct QueryFields(pub(crate) Fields);

impl<S: Send + Sync> FromRequest<S> for Posted {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Posted, HttpError> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_form = kind.is_none_or(|kind| kind.starts_with("application/x-www-form-urlencoded"));
        if !is_form {
            let text = "expected a form (application/x-www-form-urlencoded)";
            return Err(HttpError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text));
        }
        let body = Bytes::from_request(request, state).await.map_err(|error| {
            let text = match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => "the form is too long".to_owned(),
                _ => format!("the form cannot be read: {}", error.body_text()),
            };
            HttpError::new(error.status(), text)
        })?;
        Ok(Posted(Fields::parse(&body)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for QueryFields {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryFields, Infallible> {
        Ok(QueryFields(Fields::parse(parts.uri.query().unwrap_or_default().as_bytes())))
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, address};

    #[test]
    fn an_address_reads_back() {
        let pairs = [("players", "champion:effort=2,zero"), ("set", "a&b +%"), ("seed", "7")];
        let text = address("/auction", &pairs);
        assert_eq!(text, "/auction?players=champion:effort=2,zero&set=a%26b+%2B%25&seed=7");
        let fields = Fields::parse(text.split_once('?').unwrap().1.as_bytes());
        for (key, value) in pairs {
            assert_eq!(fields.get(key), Some(value));
        }
    }

    #[test]
    fn any_input_parses_as_a_query() {
        for bad in ["&&&", "=", "%", "%zz=%ff", "a=1&a=2", "\u{0}=\u{0}"] {
            let _ = Fields::parse(bad.as_bytes());
        }
        let twice = Fields::parse(b"a=1&b=&a=+2+");
        assert_eq!(twice.all("a").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!((twice.get("b"), twice.get("c")), (Some(""), None));
    }
}
