//! Two hundred games watched at once need little memory. A separate file, as it measures its own process.
#![cfg(target_os = "linux")]

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode};
use futures_util::StreamExt as _;
use tower::ServiceExt as _;

use lettergame::web::{App, Limits, Terms, router};
use lettergame::words::Lexicon;

const GAMES: usize = 200;

/// The peak memory of this process, in kibibytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

async fn answered(router: &Router, path: &str, form: &str) -> axum::response::Response {
    let request = Request::builder()
        .method(if path.ends_with("/events") { "GET" } else { "POST" })
        .uri(path)
        .header("host", "localhost")
        .header("origin", "http://localhost")
        .body(Body::from(form.to_owned()))
        .unwrap();
    router.clone().oneshot(request).await.unwrap()
}

/// Reads a stream until its game is over.
async fn watched(mut stream: BodyDataStream) {
    let mut tail = String::new();
    while !tail.contains("The game is over after 2 rounds") {
        let bytes = stream.next().await.unwrap().unwrap();
        tail = String::from_utf8_lossy(&bytes).into_owned();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_games_watched_at_once_fit_into_300_mb() {
    let limits = Limits { burst: 1_000_000, ..Limits::default() };
    let terms = Terms { loopback: true, limits, ..Terms::default() };
    let app = App::new(Arc::new(Lexicon::shipped()), terms);
    let router = router(&lettergame::web::Site::Simulator(Arc::clone(&app)));
    let mut streams = Vec::new();
    for seed in 0..GAMES {
        let hidden = seed % 4;
        let players =
            "letter-value,random,frequency,shadow,seven-letter,crescendo,champion:effort=0";
        let form = format!("players={players}&rounds=2&hidden={hidden}&seed={seed}");
        let begun = answered(&router, "/auction", &form).await;
        assert_eq!(begun.status(), StatusCode::SEE_OTHER);
        let room = begun.headers()["location"].to_str().unwrap().to_owned();
        let events = answered(&router, &format!("{room}/events"), "").await;
        streams.push(events.into_body().into_data_stream());
        answered(&router, &format!("{room}/delay"), "delay=0").await;
        answered(&router, &format!("{room}/play"), "").await;
    }
    let watching = streams.into_iter().map(|stream| tokio::spawn(watched(stream)));
    for game in watching.collect::<Vec<_>>() {
        game.await.unwrap();
    }
    assert_eq!(app.rooms(), GAMES);
    let peak = peak();
    println!("{GAMES} games: {} MB at most", peak >> 10);
    assert!(peak < 300 << 10, "{peak} KiB");
}
