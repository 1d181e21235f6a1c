//! The web server without a socket, for tests of its pages.

// each test file uses only a part of this
#![allow(dead_code)]

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

use lettergame::web::{App, Limits, Terms, router};
use lettergame::words::Lexicon;

/// A server without a socket.
pub(crate) struct Site {
    runtime: Runtime,
    app: Arc<App>,
    router: Router,
}

/// An answer.
pub(crate) struct Page {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// Its text, with escaped characters decoded and code between backticks.
    pub(crate) text: String,
}

impl Page {
    pub(crate) fn location(&self) -> &str {
        self.headers.get("location").expect("a place to go to").to_str().expect("text")
    }

    /// All texts between two marks.
    pub(crate) fn all(&self, start: &str, end: &str) -> Vec<&str> {
        self.text.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
    }

    /// A move for the decision of the Letter Game that is asked here: a bid of 1, or no word.
    pub(crate) fn auction_move(&self) -> [(&'static str, &'static str); 1] {
        if self.text.contains("id=\"word\"") { [("do", "none")] } else { [("bid", "1")] }
    }
}

impl Site {
    /// A server with these words; the shipped ones if none are given.
    pub(crate) fn new(lexicon: Option<Lexicon>) -> Site {
        Site::made(lexicon, Terms { loopback: true, ..Terms::default() })
    }

    /// A server with these terms, without a limit on request rates.
    pub(crate) fn with(terms: Terms) -> Site {
        let limits = Limits { burst: u32::MAX, ..terms.limits };
        Site::made(None, Terms { limits, ..terms })
    }

    fn made(lexicon: Option<Lexicon>, terms: Terms) -> Site {
        let lexicon = Arc::new(lexicon.unwrap_or_else(Lexicon::shipped));
        let app = App::new(lexicon, terms);
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        Site {
            runtime: runtime.expect("a runtime"),
            router: router(&lettergame::web::Site::Simulator(Arc::clone(&app))),
            app,
        }
    }

    /// Drops rooms without viewers, as if it were this late.
    pub(crate) fn sweep(&self, now: Instant) {
        self.app.sweep(now);
    }

    fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], form: String) -> Page {
        let mut request = Request::builder().method(method).uri(path);
        if headers.iter().all(|(name, _)| *name != "host") {
            request = request.header("host", "localhost");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(form)).expect("a request");
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.expect("an answer");
            let (parts, body) = response.into_parts();
            let bytes = axum::body::to_bytes(body, 1 << 22).await.expect("a body");
            let text = String::from_utf8_lossy(&bytes);
            let kind = parts.headers.get("content-type").and_then(|kind| kind.to_str().ok());
            if kind.is_some_and(|kind| kind.starts_with("text/html")) {
                check(path, &text);
            }
            let text = text.replace("&quot;", "\"").replace("&amp;", "&");
            let text = text.replace("<code>", "`").replace("</code>", "`");
            Page { status: parts.status, headers: parts.headers, text }
        })
    }

    pub(crate) fn get(&self, path: &str) -> Page {
        self.send(Method::GET, path, &[], String::new())
    }

    /// The page as a client finds it at this host.
    pub(crate) fn get_at(&self, host: &str, path: &str) -> Page {
        self.send(Method::GET, path, &[("host", host)], String::new())
    }

    /// Sends a request like a script of a page.
    pub(crate) fn script(&self, path: &str, more: &[(&str, &str)]) -> Page {
        let mut headers = vec![("hx-request", "true")];
        headers.extend(more);
        self.send(Method::GET, path, &headers, String::new())
    }

    pub(crate) fn post(&self, path: &str, pairs: &[(&str, &str)]) -> Page {
        self.post_from("http://localhost", path, pairs)
    }

    /// Posts a form from a page of this origin.
    pub(crate) fn post_from(&self, origin: &str, path: &str, pairs: &[(&str, &str)]) -> Page {
        let headers = [("origin", origin), ("content-type", "application/x-www-form-urlencoded")];
        let form = query(pairs);
        self.send(Method::POST, path, &headers, form)
    }
}

/// What holds for every page and part of one: an id is that of one element, and code is marked up as such.
fn check(path: &str, html: &str) {
    let mut ids: Vec<&str> =
        html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    ids.sort_unstable();
    let twice = ids.windows(2).find(|pair| pair[0] == pair[1]);
    assert!(twice.is_none(), "{path} has the id {twice:?} twice");
    // what a visitor has typed stays as it is
    let outside = |html: &str, name: &str| -> String {
        let (start, end) = (format!("<{name}"), format!("</{name}>"));
        let mut pieces = html.split(&start);
        let first = pieces.next().unwrap_or_default().to_owned();
        pieces.fold(first, |kept, piece| {
            kept + piece.split_once(&end).map_or(piece, |(_, after)| after)
        })
    };
    let prose = ["textarea", "pre", "script", "style"]
        .iter()
        .fold(html.to_owned(), |html, name| outside(&html, name));
    let texts = prose.split('<').filter_map(|tag| Some(tag.split_once('>')?.1));
    let quoting = texts.into_iter().find(|text| text.contains('`'));
    assert!(quoting.is_none(), "{path}: {quoting:?}");
}

/// `a=1&b=2`, escaped.
pub(crate) fn query(pairs: &[(&str, &str)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
