//! Requests to the simulator.

use std::sync::{Arc, LazyLock, Mutex};

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use lettergame::web::{App, Limits, Terms, router};
use lettergame::words::Lexicon;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

struct Site {
    runtime: Runtime,
    router: Router,
}

static SITE: LazyLock<Mutex<Site>> = LazyLock::new(|| {
    let limits = Limits { burst: u32::MAX, ..Limits::default() };
    let app = App::new(
        Arc::new(Lexicon::shipped()),
        Terms { loopback: true, limits, ..Terms::default() },
    );
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    Mutex::new(Site {
        runtime,
        router: router(&lettergame::web::Site::Simulator(Arc::clone(&app))),
    })
});

/// The first line is a path with its query; the rest, if there is a second line, the fields of a form posted
/// there. There must be no server error (5xx) except for lack of room.
pub(super) fn request(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == b'\n');
    let (Some(path), form) = (parts.next(), parts.next()) else { return };
    let request = Request::builder().uri(path).header("host", "localhost");
    let request = match form {
        Some(form) => request
            .method("POST")
            .header("origin", "http://localhost")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(form.to_vec())),
        None => request.body(Body::empty()),
    };
    let Ok(request) = request else { return };
    let site = SITE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let status = site.runtime.block_on(async {
        site.router.clone().oneshot(request).await.expect("an answer").status().as_u16()
    });
    assert!(status < 500 || status == 503, "{status}: {}", data.escape_ascii());
}
