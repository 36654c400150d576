//! The pages in a browser: headless Chromium opens them, and what it shows is
//! compared with the data they were made from.

mod common;

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use common::markup::{Tag, tags};
use common::{HOSTILE, Habit, empty, knockout, play, round_robin};
use games::Viewpoint;
use league::formats::{Decision, Plan, Stage};
use league::report::{Report, Round, RoundMatch};
use league::standings::Criterion;
use league::store::packing;
use league::{Note, Score, WithdrawalReason};
use referee::{Record, Replay};

/// The longest time to wait for Chromium, far more than it needs.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A page after its script has run.
struct Seen {
    html: Tag,
    /// The elements of the page, without scripts and data.
    page: Vec<Tag>,
}

impl Seen {
    /// Opens a page that is written to a folder of its own.
    fn open(html: &str, address: &str) -> Seen {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("page.html"), html).expect("room");
        let dom = dump(folder.path(), &format!("file://{}/page.html{address}", folder.path().display()));
        let shown = dom.split("<script type=\"application/json\"").next().unwrap_or_default();
        let mut page = tags(shown);
        let at = page.iter().position(|tag| tag.attribute("id") == Some("page")).expect("a page");
        let html = page.swap_remove(0);
        let seen = Seen { html, page: page.split_off(at) };
        assert_eq!(seen.html.attribute("data-ready"), Some(""), "the script ran to its end");
        assert_eq!(seen.html.attribute("data-errors"), None, "nothing went wrong");
        for tag in &seen.page {
            let is_broken =
                ["NaN", "undefined", "Infinity", "[object"].iter().any(|it| tag.text.contains(it));
            assert!(!is_broken, "{tag:?}");
        }
        seen
    }

    fn of_class<'a>(&'a self, name: &'a str, class: &'a str) -> impl Iterator<Item = &'a Tag> {
        self.page.iter().filter(move |tag| tag.name == name && tag.has_class(class))
    }

    /// The elements of one section.
    fn section(&self, id: &str) -> &[Tag] {
        let is_section = |tag: &Tag| tag.name == "section";
        let begin = self.page.iter().position(|tag| is_section(tag) && tag.attribute("id") == Some(id));
        let begin = begin.unwrap_or_else(|| panic!("a section {id}"));
        let rest = &self.page[begin + 1..];
        &rest[..rest.iter().position(is_section).unwrap_or(rest.len())]
    }

    /// The cells of the board that is shown, row by row.
    fn board(&self) -> Vec<i64> {
        let values = self.of_class("g", "cell").map(|cell| cell.attribute("data-value").expect("a value"));
        values.map(|value| value.parse().expect("a number")).collect()
    }

    fn says(&self, text: &str) -> bool {
        self.page.iter().any(|tag| tag.text.contains(text))
    }
}

/// Runs Chromium on an address and returns the page's elements after its script has run.
/// Time in the page is virtual, so timers cost no real time.
fn dump(folder: &Path, address: &str) -> String {
    let mut child = Command::new("chromium")
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=3000"])
        .arg("--no-first-run")
        .arg("--lang=en")
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(address)
        .env("HOME", folder)
        .env("LANGUAGE", "en")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("there must be a `chromium` on the PATH: `cargo xtask needs` installs it");
    let mut stdout = child.stdout.take().expect("a pipe");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = stdout.read_to_string(&mut text).map(|_| text);
        let _ = sender.send(read);
    });
    let said = receiver.recv_timeout(TIMEOUT);
    // Chromium has written the page, or has taken too long.
    let _ = child.kill();
    let _ = child.wait();
    said.expect("Chromium is done in time").expect("text")
}

fn flat(board: &[Vec<i64>]) -> Vec<i64> {
    board.concat()
}

/// The board after this many actions, replayed by the rules.
fn board_after(record: &Record, actions: usize) -> Vec<i64> {
    let mut replay = Replay::new(record).expect("a record");
    for _ in 0..actions {
        replay.step().expect("an action").expect("it holds");
    }
    flat(&replay.session().grid(Viewpoint::All).signed_rows())
}

#[test]
fn a_report_shows_all_players_and_runs_no_foreign_script() {
    let bots = HOSTILE.map(|name| (name, "random", Habit::Stumbles));
    let mut report = round_robin(HOSTILE[0], "virus", "size=5", &bots, 1);
    report.notes.push(Note::Left { name: HOSTILE[1].to_string() });
    let html = gridiron_web::report::html(&report);

    // Before any script: one element of data, one for each game, and the script.
    let raw = tags(&html);
    assert_eq!(raw.iter().filter(|tag| tag.name == "script").count(), 2 + report.games.len());
    assert!(raw.iter().all(|tag| tag.name != "img" && tag.name != "svg"), "nothing of a name is an element");
    assert!(raw.iter().filter(|tag| tag.name == "script").take(1).all(|tag| tag.attribute("type").is_some()));
    let rows: Vec<&Tag> =
        raw.iter().filter(|tag| tag.name == "th" && tag.attribute("scope") == Some("row")).collect();
    assert_eq!(rows.len(), 4, "the standings can be read without scripts");
    assert!(
        rows.iter()
            .zip(&report.standings)
            .all(|(row, it)| row.text.starts_with(&gridiron_web::text::harmless(&it.name)))
    );

    let game = &report.games[4];
    let seen = Seen::open(&html, &format!("#game={}", game.number));
    assert_eq!(seen.html.attribute("lang"), Some("en"));
    assert_eq!(seen.html.attribute("data-hacked"), None);
    for strange in ["script", "img", "iframe", "i", "style"] {
        assert!(seen.page.iter().all(|tag| tag.name != strange), "{strange}");
    }
    let standings = seen.section("standings");
    let names: Vec<&str> = standings
        .iter()
        .filter(|tag| tag.has_class("name"))
        .filter_map(|tag| tag.attribute("title"))
        .collect();
    let expected: Vec<String> =
        report.standings.iter().map(|it| gridiron_web::text::harmless(&it.name)).collect();
    assert_eq!(names, expected);
    assert_eq!(standings.iter().filter(|tag| tag.name == "tr").count(), 5);
    assert!(standings.iter().any(|tag| tag.text == "withdrawn"));
    let cells = seen.section("crosstable").iter().filter(|tag| tag.has_class("cell"));
    assert_eq!(cells.count(), 12, "everybody against everybody else");
    assert_eq!(seen.section("margins").iter().filter(|tag| tag.name == "figure").count(), 4);
    let lines = seen.section("history").iter().filter(|tag| tag.has_class("line"));
    assert_eq!(lines.count(), 4);
    assert!(seen.section("notes").iter().any(|tag| tag.text.starts_with(HOSTILE[1])));
    let rows =
        seen.section("games").iter().filter(|tag| tag.name == "tr" && tag.attribute("data-number").is_some());
    assert_eq!(rows.count(), report.games.len());

    // The game that the address asks for, at its start.
    let record = &packing::unpack(game.record.as_ref().expect("it was kept")).expect("a record");
    assert_eq!(seen.board(), board_after(record, 0));
    let viewer = seen.page.iter().find(|tag| tag.name == "grid-game").expect("a viewer");
    assert_eq!(viewer.attribute("data-at"), Some("0"));
    let actions = seen.page.iter().filter(|tag| tag.name == "li" && tag.attribute("data-at").is_some());
    assert_eq!(actions.count(), record.actions.len() + 1);
    let faults = record.actions.iter().filter(|action| action.fault.is_some()).count();
    let shown = seen
        .page
        .iter()
        .filter(|tag| tag.name == "li" && tag.attribute("data-at").is_some() && tag.has_class("bad"));
    assert_eq!(shown.count(), faults);
}

#[test]
fn a_report_is_shown_in_french_on_request() {
    let bots = [("Rouge", "random", Habit::Silent), ("Noir", "random", Habit::Talks)];
    let report = round_robin("Coupe", "conga", "move_limit=30", &bots, 2);
    let seen = Seen::open(&gridiron_web::report::html(&report), "?lang=fr");
    assert_eq!(seen.html.attribute("lang"), Some("fr"));
    for words in ["Classement", "Qui a battu qui", "Écarts", "terminé", "les adversaires battus"] {
        assert!(seen.says(words), "{words}");
    }
    assert!(!seen.says("Standings"));
    // In each cell of points there is a link to the games.
    let points: Vec<&str> = seen
        .section("standings")
        .windows(2)
        .filter(|tags| tags[0].name == "td" && tags[0].has_class("points"))
        .map(|tags| tags[1].text.as_str())
        .collect();
    let expected = report.standings.iter().map(|it| it.points.to_string().replace('.', ","));
    assert!(points.iter().zip(expected).all(|(shown, expected)| shown.starts_with(&expected)), "{points:?}");
}

/// Every kind of value in a report has words in both languages.
#[test]
fn values_of_a_report_are_described_in_both_languages() {
    let bots =
        ["Ada", "Bob", "Cléo", "Dan", "Eve", "Flo", "Guy", "Hal"].map(|it| (it, "random", Habit::Silent));
    let mut cup = knockout("Coupe", "virus", "size=3", &bots);
    cup.about.sandbox = Some("none".into());
    cup.rounds.insert(0, Round { stage: Stage::Round { number: 1 }, matches: Vec::new() });
    for (row, by) in cup.standings.iter_mut().zip(
        [Criterion::Bracket, Criterion::TotalMargin, Criterion::HeadToHead]
            .into_iter()
            .chain([Criterion::Bracket; 5]),
    ) {
        row.ahead_by = Some(by);
    }
    let mut swiss = round_robin("Open", "virus", "size=3", &bots[..4], 1);
    swiss.standings[0].ahead_by = Some(Criterion::TotalMargin);
    swiss.standings[1].ahead_by = Some(Criterion::Points);
    swiss.standings[2].ahead_by = Some(Criterion::HeadToHead);
    swiss.standings[0].matches = Some(Score { wins: 2, draws: 1, losses: 2 });
    swiss.standings[0].points += 20.0;
    swiss.standings[3].withdrawn = Some(WithdrawalReason::Changed);
    swiss.about.plan = Plan::Swiss { pairs: 1, rounds: Some(2) };
    (swiss.about.clock, swiss.about.charged) = ("60+1.5,10/move".into(), "wall".into());
    let name = || bots[0].0.to_string();
    swiss.notes.extend([
        Note::Withdrawn { name: name(), why: WithdrawalReason::Changed },
        Note::Withdrawn { name: name(), why: WithdrawalReason::NoStarts { times: 6 } },
        Note::Withdrawn { name: name(), why: WithdrawalReason::CrashesOrNoStarts { times: 7 } },
        Note::SameProgram { names: vec![name(), "Bob".into()], version: "0123456789abcdef".into() },
        Note::Left { name: name() },
        Note::RestartedFromZero { name: name() },
        Note::NewVersionRestarts { name: name() },
        Note::NewVersionContinues { name: name() },
    ]);
    let meet = |players, decided| RoundMatch {
        players,
        points: [1.5, 0.5],
        winner: Some(0),
        decided: Some(decided),
        is_for_third_place: false,
    };
    let matches = vec![
        meet([Some(0), Some(1)], Decision::FurtherPairs),
        meet([Some(2), Some(3)], Decision::Points),
        meet([Some(0), None], Decision::Walkover),
    ];
    swiss.rounds = vec![Round { stage: Stage::Round { number: 1 }, matches }];

    let cup_words = [
        ("knockout, 3 pairs per match", "élimination directe, 3 paires par match"),
        (
            "1 s per game plus 0.1 s per turn, CPU time",
            "1 s par partie plus 0,1 s par tour, temps processeur",
        ),
        ("none", "aucune"),
        ("Round 1", "Tour 1"),
        ("Quarter-finals", "Quarts de finale"),
        ("Semi-finals", "Demi-finales"),
        ("Final", "Finale"),
        ("Third place", "Troisième place"),
        ("by random draw", "au tirage au sort"),
        (" were tied: ", " étaient à égalité : "),
        (
            "Places 2 to 4 are tied: their order is by total margin and their games against each other.",
            "Les rangs 2 à 4 sont à égalité, départagés grâce à la somme des écarts et grâce à leurs confrontations \
             directes.",
        ),
        (" won the random draw", " l’emporte au tirage au sort"),
    ];
    let swiss_words = [
        ("Swiss, 2 rounds, 1 pair per meeting", "système suisse, 2 rondes, 1 paire par rencontre"),
        (
            "60 s per game plus 1.5 s per turn, 10 s per move, wall time",
            "60 s par partie plus 1,5 s par tour, 10 s par coup, temps réel",
        ),
        ("Round 1", "Ronde 1"),
        ("after further pairs", "après prolongation"),
        ("bye", "exempt"),
        ("2½", "2½"),
        (" is ahead by total margin.", " est devant grâce à la somme des écarts."),
        (
            " is ahead by their games against each other.",
            " est devant grâce à leurs confrontations directes.",
        ),
        ("Points include forfeits of withdrawn bots.", "Les points comprennent les victoires par forfait."),
        ("10 crashes in a row", "10 plantages de suite"),
        ("6 games in a row without a start", "6 parties de suite sans démarrer"),
        (
            "7 games in a row with a crash or without a start",
            "7 parties de suite avec un plantage ou sans démarrer",
        ),
        (" was withdrawn: its program has changed", " a été déclaré forfait : son programme a changé"),
        ("Ada left: its results no longer count", "Ada a quitté le tournoi : ses résultats ne comptent plus"),
        ("Ada plays all its games again", "Ada rejoue toutes ses parties"),
        (
            "Ada has a new version: it plays all its games again",
            "Ada a une nouvelle version : toutes ses parties sont rejouées",
        ),
        (
            "Ada has a new version: its results still count",
            "Ada a une nouvelle version : ses résultats restent valables",
        ),
        (
            "(chi-square 34.6 with 3 degrees of freedom, p = 1.5 × 10⁻⁷)",
            "(khi-deux 34,6 à 3 degrés de liberté, p = 1,5 × 10⁻⁷)",
        ),
        ("(Nash average): Ada 33%, Bob 33%", "(moyenne de Nash) : Ada 33 %, Bob 33 %"),
    ];
    for (report, words) in [(&cup, &cup_words[..]), (&swiss, &swiss_words[..])] {
        let [english, french] = ["en", "fr"].map(|lang| text_in(report, lang));
        for (en, fr) in words {
            assert!(english.contains(en), "{en}: {english}");
            assert!(french.contains(fr), "{fr}: {french}");
            assert!(fr.contains(en) || !french.contains(en), "{en}: {french}");
        }
        // A key without a word would stand for itself.
        for text in [english, french] {
            assert!(
                !["note_", "aside_", "format_", "charged_"].iter().any(|key| text.contains(key)),
                "{text}"
            );
        }
    }
}

/// The text of a report's page, with ordinary spaces.
fn text_in(report: &Report, lang: &str) -> String {
    let seen = Seen::open(&gridiron_web::report::html(report), &format!("#lang={lang}"));
    assert_eq!(seen.html.attribute("lang"), Some(lang));
    let text: Vec<&str> = seen.page.iter().map(|tag| tag.text.as_str()).collect();
    text.join("\n").replace(['\u{a0}', '\u{202f}'], " ")
}

#[test]
fn a_recorded_game_opens_at_the_ply_of_the_address() {
    let bots = [("bomber", "random:bomb=9", Habit::Talks), ("sprayer", "random:spray=9", Habit::Silent)];
    let entry = games::find("plantation").expect("a game");
    let records = [1, 2].map(|seed| play(entry, "rows=6,cols=5,max_turns=20", seed, bots));
    let html = gridiron_web::game::html(&records).expect("they hold");
    let seen = Seen::open(&html, "?game=2#ply=33");
    assert_eq!(seen.board(), board_after(&records[1], 33));
    assert_ne!(seen.board(), flat(&records[1].final_board));
    assert!(seen.says("bomber") && seen.says("sprayer"));
    // Viewpoints: all, and each seat's.
    let choices = seen.page.iter().filter_map(|tag| tag.attribute("data-viewpoint"));
    assert_eq!(choices.collect::<Vec<_>>(), ["0", "1", "all"]);
}

#[test]
fn a_tournament_that_has_not_begun_has_a_page() {
    let seen =
        Seen::open(&gridiron_web::report::html(&empty("Soon", "virus", "")), "#theme=dark&presentation");
    assert!(seen.says("Soon") && seen.says("No games played yet.") && seen.says("0 of 56 pairs, 0 games"));
    assert_eq!(seen.html.attribute("data-theme"), Some("dark"));
    assert!(seen.html.has_class("presentation"));
    // The old name of the mode still works.
    let seen = Seen::open(&gridiron_web::report::html(&empty("Soon", "virus", "")), "#wall");
    assert!(seen.html.has_class("presentation"));
}
