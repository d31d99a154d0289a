//! A real browser for tests: chromedriver, driven over plain HTTP (the WebDriver protocol).

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

/// The key that names an element in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window. It is closed when the value is dropped.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    // Keeps the profile as long as the browser.
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts a browser. If none is installed, prints that and returns `None`, unless `LEVELS_BROWSER`
    /// requires one.
    pub fn start() -> Option<Self> {
        let browser = installed(&["chromium", "chromium-browser", "google-chrome"]);
        let (Some(driver), Some(_)) = (installed(&["chromedriver"]), browser) else {
            let why = "no browser here: install the Debian packages chromium and chromium-driver";
            assert!(std::env::var_os("LEVELS_BROWSER").is_none(), "{why}");
            // `println!` shows nothing for a test that passes.
            let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
            return None;
        };
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|fault| panic!("{driver}: {fault}"));
        let port = port(&mut driver);
        let profile = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        let mut started = Self {
            driver,
            port,
            session: String::new(),
            _profile: profile,
        };
        let profile = started._profile.path().display();
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            &format!("--user-data-dir={profile}"),
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "args": arguments },
        } } });
        let session = started.ask("POST", "/session", &wanted);
        started.session = format!("/session/{}", text(&session["sessionId"]));
        Some(started)
    }

    /// Opens a file, at a place inside it.
    pub fn open(&self, file: &Path, fragment: &str) {
        // A new fragment alone would not load the page again.
        self.post("/url", &json!({ "url": "about:blank" }));
        self.post(
            "/url",
            &json!({ "url": format!("file://{}{fragment}", file.display()) }),
        );
    }

    /// Sets the size of the window.
    pub fn resize(&self, width: u32, height: u32) {
        self.post("/window/rect", &json!({ "width": width, "height": height }));
    }

    /// What a script returns.
    pub fn run(&self, script: &str) -> Json {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Whether exactly one element matches, and is visible.
    pub fn shows(&self, selector: &str) -> bool {
        self.run(&format!(
            "const found = document.querySelectorAll({}); return found.length === 1 && found[0].checkVisibility()",
            json!(selector)
        )) == json!(true)
    }

    /// The text of an element as it is seen.
    pub fn text(&self, selector: &str) -> String {
        let element = self.find(selector);
        text(&self.ask(
            "GET",
            &format!("{}/element/{element}/text", self.session),
            &Json::Null,
        ))
    }

    /// Clicks an element as a person would: it must be visible and reachable.
    pub fn click(&self, selector: &str) {
        let element = self.find(selector);
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Types into an element.
    pub fn fill(&self, selector: &str, keys: &str) {
        let element = self.find(selector);
        self.post(
            &format!("/element/{element}/value"),
            &json!({ "text": keys }),
        );
    }

    /// Presses and releases a key, for the element with the focus.
    pub fn press(&self, key: char) {
        let key = key.to_string();
        let actions = json!([{ "type": "key", "id": "keys", "actions": [
            { "type": "keyDown", "value": key },
            { "type": "keyUp", "value": key },
        ] }]);
        self.post("/actions", &json!({ "actions": actions }));
    }

    /// Waits until a script returns true.
    #[track_caller]
    pub fn wait(&self, script: &str) {
        let end = Instant::now() + Duration::from_secs(10);
        while self.run(script) != json!(true) {
            assert!(Instant::now() < end, "never true: {script}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// The window as a PNG, also kept under `target/tmp` for people.
    pub fn screenshot(&self, name: &str) -> Vec<u8> {
        let png = self.ask("GET", &format!("{}/screenshot", self.session), &Json::Null);
        let bytes = from_base64(&text(&png));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, &bytes).unwrap_or_else(|fault| panic!("{fault}"));
        bytes
    }

    /// The errors and warnings of the page.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let list = log.as_array().into_iter().flatten();
        list.filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            .map(|entry| text(&entry["message"]))
            .collect()
    }

    #[track_caller]
    fn find(&self, selector: &str) -> String {
        let wanted = json!({ "using": "css selector", "value": selector });
        text(&self.post("/element", &wanted)[ELEMENT])
    }

    #[track_caller]
    fn post(&self, path: &str, body: &Json) -> Json {
        self.ask("POST", &format!("{}{path}", self.session), body)
    }

    #[track_caller]
    fn ask(&self, method: &str, path: &str, body: &Json) -> Json {
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let mut request = String::new();
        let _ = write!(
            request,
            "{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        let answer = TcpStream::connect(("127.0.0.1", self.port)).and_then(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(60)))?;
            stream.write_all(request.as_bytes())?;
            read_answer(&mut stream)
        });
        let answer = answer.unwrap_or_else(|fault| panic!("{method} {path}: {fault}"));
        let answer: Json = serde_json::from_slice(&answer)
            .unwrap_or_else(|fault| panic!("{method} {path}: {fault}"));
        let value = &answer["value"];
        assert!(value["error"].is_null(), "{method} {path} {body}: {value}");
        value.clone()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Ending the session ends the browser; a failed test must not fail again here.
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let request = format!(
                "DELETE {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                self.session
            );
            let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
            let _ = stream.write_all(request.as_bytes());
            let _ = read_answer(&mut stream);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The first of these programs that can be run.
fn installed(names: &[&'static str]) -> Option<&'static str> {
    let runs = |name: &&'static str| Command::new(name).arg("--version").output().is_ok();
    names.iter().copied().find(|name| runs(name))
}

/// The port that the driver prints.
fn port(driver: &mut Child) -> u16 {
    let Some(out) = driver.stdout.take() else {
        panic!("no output to read")
    };
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    let said = lines.find_map(|line| {
        let (_, port) = line.split_once("successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    // The rest is read so that the driver never waits for a reader.
    std::thread::spawn(move || lines.for_each(drop));
    said.unwrap_or_else(|| panic!("chromedriver named no port"))
}

/// The body of an answer.
fn read_answer(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(body)
}

fn text(value: &Json) -> String {
    match value.as_str() {
        Some(text) => text.to_string(),
        None => panic!("no text: {value}"),
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for digit in text.bytes() {
        let Some(value) = DIGITS.iter().position(|&known| known == digit) else {
            continue;
        };
        bits = bits << 6 | value as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
