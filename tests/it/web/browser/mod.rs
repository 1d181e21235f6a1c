//! A server of this package and a real browser: headless Chromium, controlled by its own driver.
//!
//! If one of the two is missing, the tests are skipped; with `CI=true` they fail.

// each test file uses only a part of this
#![allow(dead_code)]

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use axum::http::Method;
use fantoccini::actions::{
    InputSource as _, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use url::{ParseError, Url};

/// How long a page may take to show what is expected; only a failing test waits this long.
const PATIENCE: Duration = Duration::from_secs(180);

/// The windows in which screenshots are taken: name, width and height.
pub(crate) const WINDOWS: [(&str, u32, u32); 2] = [("wide", 1200, 700), ("phone", 390, 844)];

/// `lettergame serve`, until it is dropped.
pub(crate) struct Served {
    child: Child,
    /// Its folder of games, unless another one is given.
    _games: TempDir,
    /// Its address, without a trailing slash.
    pub(crate) url: String,
    /// The address of the teacher's page, if it serves a season.
    pub(crate) teacher: String,
}

impl Served {
    /// Starts a server with these arguments, on a free port unless they specify one.
    pub(crate) fn with(args: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lettergame"));
        command.arg("serve").args(args).stdin(Stdio::null());
        let games = tempfile::tempdir().expect("a temporary folder");
        // a season's server has no games of its own, and prints the teacher's address last
        let is_season = args.contains(&"--season");
        if !args.contains(&"--games") && !is_season {
            command.arg("--games").arg(games.path());
        }
        if !args.contains(&"--addr") {
            command.args(["--addr", "127.0.0.1:0"]);
        }
        let (child, line) = started(command, |line| {
            line.starts_with("http://") && (!is_season || line.contains("/teacher?key="))
        });
        let (url, teacher) = match line.trim().split_once("/teacher") {
            Some((url, _)) => (url, line.trim()),
            None => (line.trim().trim_end_matches('/'), ""),
        };
        Served { child, _games: games, url: url.to_owned(), teacher: teacher.to_owned() }
    }

    /// The process, for tests that kill it.
    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        ended(&mut self.child);
    }
}

/// Starts a process and waits for the line that reports it is ready.
fn started(mut command: Command, ready: impl Fn(&str) -> bool) -> (Child, String) {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let line = lines.by_ref().map_while(Result::ok).find(|line| ready(line));
    // all other output is read, so that the process never blocks on it
    thread::spawn(move || lines.for_each(drop));
    (child, line.expect("it gets ready"))
}

fn ended(child: &mut Child) {
    // it may have ended already
    let _ = child.kill();
    let _ = child.wait();
}

/// A browser with one window, which another test may have had before.
pub(crate) struct Browser(Option<Opened>);

/// Browsers that no test has at the moment.
static IDLE: Mutex<Vec<Opened>> = Mutex::new(Vec::new());

/// A browser and its driver, which end with this process.
struct Opened {
    runtime: Runtime,
    client: Client,
    driver: Child,
}

/// A driver command that is not in the standard.
#[derive(Debug)]
struct Extra {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Extra {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

fn found(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let all = std::env::split_paths(&path).flat_map(|dir| names.iter().map(move |n| dir.join(n)));
    all.into_iter().find(|file| file.is_file())
}

/// The result of an action on an element that is found first; it is tried again for a while, because the
/// page may be replaced or moved in between.
fn tried(act: impl Fn() -> Result<(), CmdError>) -> Result<(), CmdError> {
    let end = Instant::now() + PATIENCE;
    loop {
        let done = act();
        if done.is_ok() || Instant::now() >= end {
            return done;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

impl Browser {
    /// A browser, or `None` if this machine has none.
    pub(crate) fn start() -> Option<Browser> {
        let browser = found(&["chromium", "chromium-browser", "google-chrome"]);
        let (Some(browser), Some(driver)) = (browser, found(&["chromedriver"])) else {
            lettergame_xtest::skipped("chromium and chromedriver");
            return None;
        };
        let idle = IDLE.lock().expect("no browser breaks while it is put aside").pop();
        Some(Browser(Some(idle.unwrap_or_else(|| Opened::new(&driver, &browser)))))
    }

    fn opened(&self) -> &Opened {
        self.0.as_ref().expect("an open browser")
    }

    fn client(&self) -> &Client {
        &self.opened().client
    }

    /// The result of a command to the browser.
    fn run<T>(&self, command: impl Future<Output = T>) -> T {
        self.opened().runtime.block_on(command)
    }

    fn extra(&self, path: &'static str, body: Value) -> Value {
        let said = self.run(self.client().issue_cmd(Extra { path, body }));
        said.expect("the driver knows the command")
    }

    /// A command of the DevTools protocol.
    fn cdp(&self, cmd: &str, params: Value) -> Value {
        self.extra("goog/cdp/execute", json!({"cmd": cmd, "params": params}))
    }

    /// Sets the window's size and its light or dark scheme.
    pub(crate) fn window(&self, width: u32, height: u32, dark: bool) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500
        });
        self.cdp("Emulation.setDeviceMetricsOverride", metrics);
        let scheme = if dark { "dark" } else { "light" };
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        self.cdp("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }

    /// Requests reduced motion.
    pub(crate) fn reduce_motion(&self) {
        let feature = json!({"name": "prefers-reduced-motion", "value": "reduce"});
        self.cdp("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }

    /// A script that runs in every page from now on, before its own.
    pub(crate) fn on_new_pages(&self, script: &str) {
        self.cdp("Page.addScriptToEvaluateOnNewDocument", json!({"source": script}));
    }

    /// Enables or disables scripts of pages.
    pub(crate) fn scripts(&self, run: bool) {
        self.cdp("Emulation.setScriptExecutionDisabled", json!({"value": !run}));
    }

    /// Switches the network on or off.
    pub(crate) fn network(&self, there: bool) {
        let body = json!({"offline": !there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        self.cdp("Network.enable", json!({}));
        self.cdp("Network.emulateNetworkConditions", body);
    }

    pub(crate) fn open(&self, url: &str) {
        self.run(self.client().goto(url)).expect("the page opens");
    }

    pub(crate) fn url(&self) -> String {
        self.run(self.client().current_url()).expect("an address").to_string()
    }

    /// Goes back one page like the browser's own button, after this one has loaded.
    pub(crate) fn back(&self) {
        let loaded = || self.script("return document.readyState") == "complete";
        let end = Instant::now() + PATIENCE;
        while !loaded() && Instant::now() < end {
            thread::sleep(Duration::from_millis(20));
        }
        self.run(self.client().back()).expect("there is a page before");
    }

    /// Opens a second tab with this page, in which the tests continue.
    pub(crate) fn open_tab(&self, url: &str) {
        self.run(async {
            let window = self.client().new_window(true).await.expect("a tab");
            self.client().switch_to_window(window.handle).await.expect("the tab");
        });
        self.open(url);
    }

    /// Continues in the tab with this index, from 0.
    pub(crate) fn tab(&self, number: usize) {
        self.run(async {
            let windows = self.client().windows().await.expect("tabs");
            let window = windows.into_iter().nth(number).expect("such a tab");
            self.client().switch_to_window(window).await.expect("the tab");
        });
    }

    /// The result of a script.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.run(self.client().execute(script, Vec::new())).expect("the script runs")
    }

    /// Moves the slider of a game's speed.
    #[track_caller]
    pub(crate) fn delay(&self, milliseconds: u32) {
        self.script(&format!(
            "const slider = document.getElementById('delay'); slider.value = {milliseconds}; \
             document.querySelector('.table-menu')?.setAttribute('open', ''); \
             slider.dispatchEvent(new Event('change', {{bubbles: true}}))"
        ));
        self.wait_for(".part-delay output", &format!("{milliseconds} ms"));
        self.script("document.querySelector('.table-menu')?.removeAttribute('open')");
    }

    /// Clicks the first match of the selector, as soon as there is one.
    #[track_caller]
    pub(crate) fn click(&self, css: &str) {
        self.wait(css, "is there", |_| true);
        let clicked = tried(|| {
            self.run(async { self.client().find(Locator::Css(css)).await?.click().await })
        });
        assert!(clicked.is_ok(), "{css} cannot be clicked: {clicked:?}");
    }

    /// Points at the first match with the mouse.
    #[track_caller]
    pub(crate) fn point(&self, css: &str) {
        self.wait(css, "is there", |_| true);
        let pointed = self.run(async {
            let element = self.client().find(Locator::Css(css)).await?;
            let over = PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
            self.client().perform_actions(MouseActions::new("mouse".to_owned()).then(over)).await
        });
        pointed.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Drags the first match of a selector to that of another one, by mouse or by a finger.
    #[track_caller]
    pub(crate) fn drag(&self, from: &str, to: &str, by_finger: bool) {
        self.wait(from, "is there", |_| true);
        let dragged = self.run(async {
            let [from, to] = [from, to].map(Locator::Css);
            let (from, to) = (self.client().find(from).await?, self.client().find(to).await?);
            let over = |element: Element| PointerAction::MoveToElement {
                element,
                duration: None,
                x: 0.0,
                y: 0.0,
            };
            let down = PointerAction::Down { button: MOUSE_BUTTON_LEFT };
            let steps =
                [over(from), down, over(to), PointerAction::Up { button: MOUSE_BUTTON_LEFT }];
            if by_finger {
                let finger = TouchActions::new("finger".to_owned());
                let all = steps.into_iter().fold(finger, TouchActions::then);
                self.client().perform_actions(all).await
            } else {
                let mouse = MouseActions::new("mouse".to_owned());
                let all = steps.into_iter().fold(mouse, MouseActions::then);
                self.client().perform_actions(all).await
            }
        });
        dragged.unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
    }

    /// Types into a field, replacing its content.
    #[track_caller]
    pub(crate) fn fill(&self, css: &str, text: &str) {
        self.wait(css, "is there", |_| true);
        let filled = tried(|| {
            self.run(async {
                let field = self.client().find(Locator::Css(css)).await?;
                field.clear().await?;
                field.send_keys(text).await
            })
        });
        filled.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Sends keys to an element, or the path of a file to a field for files.
    #[track_caller]
    pub(crate) fn send(&self, css: &str, keys: &str) {
        let sent =
            self.run(async { self.client().find(Locator::Css(css)).await?.send_keys(keys).await });
        sent.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Presses keys, wherever the focus is.
    pub(crate) fn press(&self, keys: &str) {
        let pressed =
            self.run(async { self.client().active_element().await?.send_keys(keys).await });
        pressed.expect("keys can be pressed");
    }

    /// Selects an entry of a list.
    pub(crate) fn choose(&self, css: &str, value: &str) {
        let chosen = self.run(async {
            self.client().find(Locator::Css(css)).await?.select_by_value(value).await
        });
        chosen.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// The visible text of the first match; `None` if there is none.
    pub(crate) fn text(&self, css: &str) -> Option<String> {
        self.told_text(css).ok()?
    }

    /// The same, or the driver's error.
    fn told_text(&self, css: &str) -> Result<Option<String>, CmdError> {
        let script = "const found = document.querySelector(arguments[0]); \
                      return found ? found.innerText : null";
        let text = self.run(self.client().execute(script, vec![json!(css)]))?;
        Ok(text.as_str().map(str::to_owned))
    }

    /// The texts of all matches.
    pub(crate) fn texts(&self, css: &str) -> Vec<String> {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText.trim())";
        let texts = self.run(self.client().execute(script, vec![json!(css)]));
        let texts = texts.expect("texts");
        texts
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|t| t.as_str().map(str::to_owned))
            .collect()
    }

    /// Waits until the text of the first match satisfies the condition, and returns it.
    #[track_caller]
    pub(crate) fn wait(&self, css: &str, wanted: &str, fits: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let text = self.told_text(css);
            if let Ok(Some(text)) = text.as_ref()
                && fits(text)
            {
                return text.clone();
            }
            if Instant::now() >= end {
                let at = self.run(self.client().current_url());
                panic!("{css} should be: {wanted}, but it is: {text:?}, at {at:?}");
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a match contains this text.
    #[track_caller]
    pub(crate) fn wait_for(&self, css: &str, part: &str) -> String {
        self.wait(css, part, |text| text.contains(part))
    }

    /// Errors and warnings of the console since the last call.
    pub(crate) fn console(&self) -> Vec<String> {
        let log = self.extra("se/log", json!({"type": "browser"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        let message = |entry: &Value| entry["message"].as_str().map(str::to_owned);
        entries.iter().filter_map(message).collect()
    }

    /// Saves a screenshot of the window to the folder of tests and returns its path.
    pub(crate) fn picture(&self, name: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
        let path = folder.join(format!("{name}.png"));
        std::fs::create_dir_all(path.parent().unwrap_or(&folder)).expect("a folder");
        let png = self.run(self.client().screenshot()).expect("a picture");
        std::fs::write(&path, png).expect("the picture is written");
        path
    }

    /// Takes screenshots in all windows, light and dark: `NAME-wide-light.png` and so on. Nothing may
    /// overflow the window horizontally.
    #[track_caller]
    pub(crate) fn pictures(&self, name: &str) {
        for (window, width, height) in WINDOWS {
            for (scheme, dark) in [("light", false), ("dark", true)] {
                self.window(width, height, dark);
                self.picture(&format!("{name}-{window}-{scheme}"));
                let wide = self.script("return document.documentElement.scrollWidth");
                assert!(
                    wide.as_u64() <= Some(width.into()),
                    "{name} is too wide for {window}: {wide}"
                );
            }
        }
        let (_, width, height) = WINDOWS[0];
        self.window(width, height, false);
    }
}

async fn connected(address: &str, browser: &Path) -> Client {
    // the pages are our own, and in a container the browser's sandbox lacks the permissions it needs
    let args = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
    let options = json!({"binary": browser, "args": args});
    let wanted = json!({
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": {"browser": "ALL"}
    });
    let capabilities = wanted.as_object().cloned().unwrap_or_default();
    let mut builder = ClientBuilder::new(HttpConnector::new());
    let client = builder.capabilities(capabilities).connect(address).await;
    client.expect("the driver starts the browser")
}

impl Opened {
    fn new(driver: &Path, browser: &Path) -> Opened {
        let mut command = Command::new("sh");
        // a killed driver leaves its browser behind, so all of them are killed when the pipe to here closes
        command.args(["-c", "\"$0\" --port=0 & read -r _; kill -s KILL -- -$$"]).arg(driver);
        command.process_group(0).stdin(Stdio::piped());
        let (driver, line) = started(command, |line| line.contains("successfully on port"));
        let port = line.rsplit("on port ").next().unwrap_or_default();
        let address = format!("http://127.0.0.1:{}", port.trim().trim_end_matches('.'));
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let client = runtime.block_on(connected(&address, browser));
        Opened { runtime, client, driver }
    }

    /// Leaves one window as it was when the browser was opened, without what pages stored.
    fn clean(&self) -> Result<(), CmdError> {
        let cdp = |cmd: &'static str| {
            let body = json!({"cmd": cmd, "params": {}});
            self.client.issue_cmd(Extra { path: "goog/cdp/execute", body })
        };
        self.runtime.block_on(async {
            let used = self.client.windows().await?;
            let fresh = self.client.new_window(true).await?.handle;
            for window in used {
                self.client.switch_to_window(window).await?;
                self.client.execute("window.onbeforeunload = null; localStorage.clear(); sessionStorage.clear()", Vec::new()).await?;
                self.client.close_window().await?;
            }
            self.client.switch_to_window(fresh).await?;
            cdp("Network.clearBrowserCookies").await?;
            cdp("Network.clearBrowserCache").await?;
            let log = Extra { path: "se/log", body: json!({"type": "browser"}) };
            self.client.issue_cmd(log).await
        })?;
        Ok(())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let Some(opened) = self.0.take() else { return };
        // what a failed test was about to do is not known
        if !thread::panicking() && opened.clean().is_ok() {
            IDLE.lock().expect("no browser breaks while it is put aside").push(opened);
        }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        // its end closes the pipe
        drop(self.driver.stdin.take());
        let _ = self.driver.wait();
    }
}

/// A server and a browser on its first page, with the first window; `None` without a browser.
pub(crate) fn start() -> Option<(Served, Browser)> {
    let browser = Browser::start()?;
    let served = Served::with(&[]);
    let (_, width, height) = WINDOWS[0];
    browser.window(width, height, false);
    Some((served, browser))
}
