//! How fast the server is, measured from outside: the size of the first page, an update's way to
//! 500 spectators, the memory of 2,000, what spectators cost a tournament, and one page of a
//! million games. `cargo xtask bench web`.
//!
//! All clients are of this process and on this machine. Every loop is bounded in number and time.

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("web: measured on Linux only");
}

#[cfg(target_os = "linux")]
mod cost;
#[cfg(target_os = "linux")]
mod first_page;
#[cfg(target_os = "linux")]
mod http;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(target_os = "linux")]
mod million_games;
#[cfg(target_os = "linux")]
mod server;
#[cfg(target_os = "linux")]
mod spectators;
#[cfg(target_os = "linux")]
mod tabs;
#[cfg(target_os = "linux")]
mod update;

#[cfg(target_os = "linux")]
fn main() {
    spectators::allow_many_files();
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let chosen = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
    type Line = (&'static str, fn(&str));
    let lines: [Line; 5] = [
        ("web: first page, gzipped", |name| run(first_page::measure(name))),
        ("web: an update to 500 spectators", |name| run(update::measure(name))),
        ("web: memory of 2,000 spectators", |name| run(memory::measure(name))),
        ("web: games/s beside 500 spectators", |name| run(cost::measure(name))),
        ("web: games page, a million games", |name| run(million_games::measure(name))),
    ];
    for (name, measure) in lines.into_iter().filter(|(name, _)| chosen(name)) {
        measure(name);
    }
}

/// Runs a measurement on one thread: the other cores are the server's.
#[cfg(target_os = "linux")]
fn run(measurement: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measurement);
}

#[cfg(target_os = "linux")]
fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}

/// The value below which this part of the values is.
#[cfg(target_os = "linux")]
fn quantile(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (values.len() as f64 * part) as usize;
    values.get(at.min(values.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}
