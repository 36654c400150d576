//! What a browser loads before the first page is complete, as it comes over the wire.

use std::collections::BTreeSet;
use std::path::Path;

use crate::http::{Connection, Response};
use crate::server::Server;
use crate::verdict;

const GOAL: usize = 80 * 1024;

/// What the scripts of the first page ask for.
const DATA: [&str; 2] = ["/api/session", "/api/home"];

pub async fn measure(name: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let served = folder.path().join("served");
    std::fs::create_dir(&served).expect("room");
    write_tournament(&served);
    let server = Server::start(&served, None).await;
    let mut connection = Connection::open(server.address, 0).await.expect("a connection");
    let (mut open, mut seen) = (vec!["/".to_string()], BTreeSet::new());
    open.extend(DATA.map(String::from));
    let (mut packed, mut plain) = (0, 0);
    while let Some(path) = open.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let response = get(&mut connection, &path, "").await;
        plain += response.body.len();
        open.extend(referred(&path, &String::from_utf8_lossy(&response.body)));
        packed += get(&mut connection, &path, "Accept-Encoding: gzip\r\n").await.body.len();
    }
    println!(
        "{name:<36} {:>8.1} KB in {} files, {:.2} of {:.1} KB unpacked (goal 80 KB: {})",
        packed as f64 / 1024.0,
        seen.len(),
        packed as f64 / plain as f64,
        plain as f64 / 1024.0,
        verdict(packed <= GOAL)
    );
}

async fn get(connection: &mut Connection, path: &str, headers: &str) -> Response {
    let response = connection.get(path, headers).await.expect("a response");
    assert_eq!(response.status, 200, "{path}");
    response
}

/// What a page or a script loads: its `src`, `href` of styles, `import … from`.
fn referred(path: &str, text: &str) -> Vec<String> {
    let quoted = |line: &str, before: &str| -> Option<String> {
        let rest = line.split_once(before)?.1;
        Some(rest.split('"').next()?.to_string())
    };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    match path.rsplit_once('.').map(|(_, kind)| kind) {
        Some("js") => {
            let from = text.lines().filter_map(|line| quoted(line, " from \""));
            from.map(|name| joined(folder, &name)).collect()
        }
        Some(_) => Vec::new(),
        None => {
            let tags = text.split('<').filter(|tag| !tag.starts_with("a "));
            let paths = tags.filter_map(|tag| quoted(tag, " src=\"").or_else(|| quoted(tag, " href=\"")));
            paths.filter(|path| path.starts_with('/')).collect()
        }
    }
}

/// A path beside another: `./x.js` or `../x.js`.
fn joined(folder: &str, name: &str) -> String {
    match name.strip_prefix("../") {
        Some(name) => joined(folder.rsplit_once('/').map_or("", |(above, _)| above), name),
        None => format!("{folder}/{}", name.trim_start_matches("./")),
    }
}

/// A tournament to be shown.
fn write_tournament(folder: &Path) {
    let text = "title = \"Cup\"\ngame = \"conga\"\n[[players]]\nbot = \"random\"\nname = \"Ada\"\n\
                [[players]]\nbot = \"random\"\nname = \"Bob\"\n";
    std::fs::write(folder.join("cup.toml"), text).expect("room");
}
