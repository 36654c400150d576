//! A browser that tests steer: headless Chromium over its DevTools protocol, through
//! pipes. Keys are real keys, sizes are those of a real window.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The longest time to wait for an answer, far more than Chromium needs.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A running browser with one page. It ends with this value.
pub struct Browser {
    child: Child,
    orders: File,
    answers: Receiver<Value>,
    session: Option<String>,
    last_id: u64,
    folder: tempfile::TempDir,
}

impl Browser {
    /// Starts the browser.
    pub fn start() -> Browser {
        let folder = tempfile::tempdir().expect("a folder");
        let [orders, answers] = ["orders", "answers"].map(|name| folder.path().join(name));
        let made = Command::new("mkfifo").arg(&orders).arg(&answers).status().expect("mkfifo");
        assert!(made.success());
        // Chromium reads from descriptor 3 and writes to 4; a shell opens them.
        let child = Command::new("sh")
            .args(["-c", "exec chromium \"$@\" 3<orders 4>answers", "chromium"])
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--lang=en"])
            .args(["--remote-debugging-pipe", "--hide-scrollbars", "--user-data-dir=profile", "about:blank"])
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("LANGUAGE", "en")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let orders = OpenOptions::new().write(true).open(orders).expect("a pipe");
        let answers = BufReader::new(File::open(answers).expect("a pipe"));
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for message in answers.split(0) {
                let Ok(message) = message else { return };
                let _ = sender.send(serde_json::from_slice(&message).expect("JSON"));
            }
        });
        let mut browser = Browser { child, orders, answers: receiver, session: None, last_id: 0, folder };
        let targets = browser.call("Target.getTargets", json!({}));
        let targets = targets["targetInfos"].as_array().expect("targets").iter();
        let page = targets.filter(|target| target["type"] == "page").map(|target| &target["targetId"]).next();
        let attached = browser
            .call("Target.attachToTarget", json!({ "targetId": page.expect("a page"), "flatten": true }));
        browser.session = Some(attached["sessionId"].as_str().expect("a session").to_string());
        browser.call("Page.enable", json!({}));
        browser
    }

    /// Sends an order and waits for its answer.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last_id += 1;
        let mut order = json!({ "id": self.last_id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            order["sessionId"] = json!(session);
        }
        let mut bytes = order.to_string().into_bytes();
        bytes.push(0);
        self.orders
            .write_all(&bytes)
            .expect("there must be a `chromium` on the PATH: `cargo xtask needs` installs it");
        self.wait_for(method, self.last_id)
    }

    fn wait_for(&mut self, method: &str, id: u64) -> Value {
        loop {
            let message = self.answers.recv_timeout(TIMEOUT).expect("Chromium answers in time");
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    /// Opens a page in a window of this size, and waits until its script is done.
    pub fn open(&mut self, html: &str, address: &str, size: (u32, u32)) {
        let path = self.folder.path().join("page.html");
        std::fs::write(&path, html).expect("room");
        self.set_size(size);
        // Else only the part after `#` might differ, and nothing would be loaded.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.call("Page.navigate", json!({ "url": format!("file://{}{address}", path.display()) }));
        while self.value("document.readyState === 'complete' && 'ready' in document.documentElement.dataset")
            != true
        {}
        self.settle();
        assert_eq!(self.value("document.documentElement.dataset.errors ?? null"), Value::Null);
    }

    /// Layout and observers of sizes run with the next picture.
    fn settle(&mut self) {
        self.value(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))",
        );
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: (u32, u32)) {
        self.set_size(size);
        self.settle();
    }

    fn set_size(&mut self, (width, height): (u32, u32)) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Whether the reader wants less motion.
    pub fn reduce_motion(&mut self, is_reduced: bool) {
        let value = if is_reduced { "reduce" } else { "no-preference" };
        let features = json!([{ "name": "prefers-reduced-motion", "value": value }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// The value of an expression in the page; a promise is awaited.
    pub fn value(&mut self, expression: &str) -> Value {
        let question = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", question);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"].get("value").cloned().unwrap_or(Value::Null)
    }

    /// Presses and releases a key, named as in a page's key events.
    pub fn press(&mut self, key: &str) {
        let (code, number) = match key {
            " " => ("Space", 32),
            "PageUp" => (key, 33),
            "PageDown" => (key, 34),
            "End" => (key, 35),
            "Home" => (key, 36),
            "ArrowLeft" => (key, 37),
            "ArrowUp" => (key, 38),
            "ArrowRight" => (key, 39),
            "ArrowDown" => (key, 40),
            "Escape" => (key, 27),
            "Tab" => (key, 9),
            sign if sign.len() == 1 => ("", u32::from(sign.as_bytes()[0].to_ascii_uppercase())),
            other => panic!("the number of {other}"),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event =
                json!({ "type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number });
            if key.len() == 1 && kind == "keyDown" {
                event["text"] = json!(key);
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    fn middle(&mut self, selector: &str) -> Value {
        self.value(&format!(
            "(() => {{ const at = document.querySelector({}).getBoundingClientRect();
              return [at.x + at.width / 2, at.y + at.height / 2]; }})()",
            json!(selector)
        ))
    }

    /// Moves the mouse into the middle of an element, and clicks it if asked to.
    pub fn point_at(&mut self, selector: &str, is_clicked: bool) {
        let place = self.middle(selector);
        let kinds: &[&str] =
            if is_clicked { &["mouseMoved", "mousePressed", "mouseReleased"] } else { &["mouseMoved"] };
        for kind in kinds {
            let mut event = json!({ "type": kind, "x": place[0], "y": place[1] });
            if *kind != "mouseMoved" {
                (event["button"], event["clickCount"]) = (json!("left"), json!(1));
            }
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Touches the middle of an element with a finger.
    pub fn touch(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        let points = json!([{ "x": place[0], "y": place[1] }]);
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": points }));
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
