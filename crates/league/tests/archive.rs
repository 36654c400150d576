//! A tournament made of its store alone, beside the one that was played.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use games::Session;
use gridiron_league::archive::{self, ArchiveError};
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::event::EventPlayer;
use gridiron_league::file::{self, TournamentFile};
use gridiron_league::formats::Plan;
use gridiron_league::report::Report;
use gridiron_league::reporting::{ReportOptions, report};
use gridiron_league::runner::{Job, Threads};
use gridiron_league::store::Store;
use gridiron_league::{Event, GameSpectator, Spectator, Tournament, TournamentError};
use referee::{ActionRecord, Record};
use serde_json::Value;

/// Stops a run once so many games have ended.
struct Stopper {
    after: u64,
    ended: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Spectator for Stopper {
    fn watch<'a>(&'a self, _job: &'a Job) -> Box<dyn GameSpectator + 'a> {
        Box::new(self)
    }
}

impl GameSpectator for &Stopper {
    fn start(&mut self, _game: u8, _session: &dyn Session) {}

    fn action(&mut self, _session: &dyn Session, _actions: &[ActionRecord]) {}

    fn ended(&mut self, _record: &Record) {
        if self.ended.fetch_add(1, Ordering::Relaxed) + 1 >= self.after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn gave_up(&mut self) {}
}

/// A tournament file, and the event that it announces.
fn announce(plan: &str) -> (TournamentFile, Event) {
    let names = ["random", "greedy", "first", "champion:nodes=5"];
    let players: String = names.iter().map(|bot| format!("[[players]]\nbot = \"{bot}\"\n")).collect();
    let text = format!(
        "title = \"Cup\"\ngame = \"virus\"\nclock = \"100\"\nclock_by = \"wall\"\nseed = 9\n{plan}\n[rules]\nsize = 5\n{players}clock = \"50\"\n"
    );
    let file = file::read(&text).expect("a file");
    let bots = file.players.iter().map(|player| player.bot.as_str());
    let mut event = Event::of_built_in_players("virus", bots, file.plan).expect("an event");
    event.title = "Cup".into();
    event.conditions.options = file.options.clone();
    event.clock = file.clock.expect("a clock");
    event.seed = 9;
    for (EventPlayer { clock, .. }, announced) in event.players.iter_mut().zip(&file.players) {
        *clock = announced.clock.unwrap_or(event.clock);
    }
    event.rank_by = file.rank_by.unwrap_or_else(|| file.plan.usual_order());
    (file, event)
}

/// Plays into a store until so many games have ended, and tells how it stands.
fn play(event: &Event, path: &Path, games: u64) -> Report {
    let mut store = Store::open(path).expect("a store");
    let ids = reconcile(event, &mut store, OnChange::Ask, &[]).expect("the same tournament");
    let tournament = Tournament::resume(event.clone(), store, &ids).expect("a tournament");
    let stop = Arc::new(AtomicBool::new(games == 0));
    let ended = AtomicU64::new(0);
    tournament.set_spectator(Arc::new(Stopper { after: games, ended, stop: stop.clone() }));
    let runner = Threads { conditions: event.conditions.clone(), workers: 2, keep_to_cores: false };
    tournament.run(&runner, &stop).expect("nothing goes wrong");
    report(&tournament, &ReportOptions::default()).expect("a report")
}

fn json(report: &Report) -> Value {
    serde_json::to_value(report).expect("JSON")
}

const PLANS: [&str; 6] = [
    "pairs = 3",
    "pairs = 2\nrank_by = \"elo\"",
    "format = \"gauntlet\"\nchallengers = 2\npairs = 2",
    "format = \"swiss\"\nrounds = 3\npairs = 2",
    "format = \"swiss\"\npairs = 1",
    "format = \"knockout\"\npairs = 2",
];

#[test]
fn an_archive_reports_what_was_played() {
    for (plan, games) in PLANS.into_iter().flat_map(|plan| [0, 1, 5, u64::MAX].map(|games| (plan, games))) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.db");
        let (file, event) = announce(plan);
        let live = play(&event, &path, games);
        let place = format!("{plan}, {games} games");
        assert_eq!(live.about.is_finished, games == u64::MAX, "{place}");
        // With the file everything is known.
        let archive = archive::open(&path, "other", Some(&file)).expect("an archive");
        let shown = report(&archive, &ReportOptions::default()).expect("a report");
        assert_eq!(json(&shown), json(&live), "{place}");
        // Without it, a round robin and a gauntlet may have more to come.
        let archive = archive::open(&path, "Cup", None).expect("an archive");
        let shown = report(&archive, &ReportOptions::default()).expect("a report");
        let mut expected = live.clone();
        expected.about.rank_by = shown.about.rank_by.clone();
        if !event.plan.fixes_length() {
            assert_eq!(shown.about.pairs_planned, None);
            expected.about = gridiron_league::report::About {
                pairs_planned: None,
                is_finished: false,
                seed: None,
                plan: shown.about.plan,
                ..expected.about
            };
            if games == u64::MAX {
                assert_eq!(shown.about.plan, event.plan, "as many pairs as were played");
            }
            assert!(archive.next_pairs(1).is_empty());
        }
        if event.rank_by == event.plan.usual_order() {
            assert_eq!(json(&shown), json(&expected), "{place}");
        } else {
            assert_eq!((shown.games.len(), shown.history.len()), (live.games.len(), live.history.len()));
        }
        assert!(matches!(
            archive.run(
                &Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: false },
                &AtomicBool::new(false)
            ),
            Err(TournamentError::ReadOnly)
        ));
    }
}

#[test]
fn a_ladder_never_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let (_, event) = announce("format = \"ladder\"");
    let live = play(&event, &path, 20);
    let archive = archive::open(&path, "Cup", None).expect("an archive");
    let shown = report(&archive, &ReportOptions::default()).expect("a report");
    assert_eq!((json(&shown), shown.about.is_finished), (json(&live), false));
}

/// A file that was changed since says no more about the store than fits it.
#[test]
fn a_file_of_another_tournament_is_not_believed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let (_, event) = announce(PLANS[3]);
    play(&event, &path, u64::MAX);
    let (other, _) = announce(PLANS[0]);
    let archive = archive::open(&path, "Cup", Some(&other)).expect("an archive");
    assert_eq!(archive.event.plan, Plan::Swiss { pairs: 2, rounds: Some(3) });
    assert_eq!(archive.progress(), (12, Some(12)));
}

#[test]
fn what_is_no_tournament_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    assert!(matches!(archive::open(&path, "Cup", None), Err(ArchiveError::Store(_))));
    drop(Store::open(&path).expect("a new store"));
    assert!(matches!(archive::open(&path, "Cup", None), Err(ArchiveError::NotBegun)));
    let (_, event) = announce(PLANS[0]);
    for (name, value) in [
        ("game", "chess"),
        ("rules", "size=99"),
        ("clock", "fast"),
        ("clock_by", "moon"),
        ("start_budget", "10 s"),
        ("seed", "-1"),
        ("format", "swiss"),
    ] {
        let mut store = Store::open(&path).expect("a store");
        let settings = event.settings().into_iter().chain([(name.to_string(), value.to_string())]);
        store.set_settings(&settings.collect::<Vec<_>>()).expect("it is saved");
        drop(store);
        let Err(error) = archive::open(&path, "Cup", None) else { panic!("{name} = {value}") };
        assert_eq!(error.to_string(), format!("its setting {name} cannot be read here: `{value}`"));
    }
}

#[test]
fn stores_of_the_first_version_are_archives() {
    for (name, done) in [("cup-0.1", None), ("knockout-0.1", Some(()))] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("old.db");
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(format!("{name}.db"));
        std::fs::copy(data, &path).expect("a copy");
        let archive = archive::open(&path, name, None).expect("an archive");
        let shown = report(&archive, &ReportOptions::default()).expect("a report");
        assert!(shown.about.games > 0 && !shown.standings.is_empty());
        assert_eq!(shown.about.pairs_planned.map(drop), done, "{name}");
    }
}
