//! What leaves the server: every byte, read as each kind of visitor, and sought for what
//! the visitor may not know.

mod common;

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use common::{Ask, Http, head};
use games::{Seat, Session};
use gridiron_server::api::openapi::Api;
use gridiron_server::live::SingleGame;
use gridiron_server::tournaments::Entry;
use gridiron_server::{Arena, Config, Opened, Server};
use league::entry_list::{OnChange, reconcile};
use league::event::Records;
use league::formats::Plan;
use league::runner::{Job, Threads};
use league::spectator::{GameSpectator, Spectator};
use league::store::{Store, packing};
use league::{Event, LiveClocks, Tournament};
use referee::competitor::{GameStart, Question, Response};
use referee::{
    ActionRecord, ChargeBy, Competitor, PlayerRecord, PlayerSpec, Record, Stopped, TimeControl, Timing,
    Watcher, play_game,
};
use utoipa::OpenApi;

/// What a bot writes to standard error in these games.
const STDERR: &str = "hidden-standard-error";

/// All that a visitor can get without changing anything: the API and the pages.
fn paths(tournament: &str, live: &str) -> Vec<String> {
    let list = serde_json::to_value(Api::openapi()).expect("JSON");
    let mut paths = Vec::new();
    for (path, methods) in list["paths"].as_object().expect("paths") {
        let is_endless = path == "/api/events";
        if methods.get("get").is_none() || is_endless {
            continue;
        }
        let id = if path.starts_with("/api/live") { live } else { tournament };
        let path = path.replace("{id}", id).replace("{game}", "plantation").replace("{name}", "gardener");
        let query = match path.as_str() {
            "/api/events/poll" => format!("?topics=home,t:{tournament},g:{live},w:{tournament}"),
            _ => String::new(),
        };
        paths.extend((1..=4).map(|number: u32| path.replace("{number}", &number.to_string()) + &query));
    }
    paths.extend(["/".into(), format!("/t/{tournament}"), format!("/live/{live}"), "/wall".into()]);
    paths.sort();
    paths.dedup();
    paths
}

/// Everything that a visitor with this cookie gets, as one text.
fn all_bytes(http: &Http, paths: &[String], cookie: Option<&str>) -> String {
    let ask = Ask { cookie, ..Ask::right() };
    paths
        .iter()
        .map(|path| String::from_utf8_lossy(&http.body("GET", path, &ask).1).into_owned() + "\n")
        .collect()
}

/// Ends a run after so many games have ended.
struct StopAfter {
    tournament: std::sync::Weak<Tournament>,
    left: std::sync::Mutex<u32>,
}

struct StopWatch<'a>(&'a StopAfter);

impl Spectator for StopAfter {
    fn watch<'a>(&'a self, _job: &'a Job) -> Box<dyn GameSpectator + 'a> {
        Box::new(StopWatch(self))
    }
}

impl GameSpectator for StopWatch<'_> {
    fn start(&mut self, _game: u8, _session: &dyn Session) {}

    fn action(&mut self, _session: &dyn Session, _actions: &[ActionRecord]) {}

    fn ended(&mut self, _record: &Record) {
        let mut left = self.0.left.lock().expect("no panic");
        let is_last = *left == 1;
        *left = left.saturating_sub(1);
        if let (true, Some(tournament)) = (is_last, self.0.tournament.upgrade()) {
            tournament.finish_running_games();
        }
    }

    fn gave_up(&mut self) {}
}

#[test]
fn seeds_stay_until_the_tournament_is_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan::RoundRobin { pairs: 4 };
    let mut event = Event::of_built_in_players("plantation", ["gardener", "random"], plan).expect("players");
    event.records = Records::All;
    event.seed = 4_215_873_290_117;
    let mut store = Store::open(&folder.path().join("cup.db")).expect("a store");
    let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("a new store");
    let runner = Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: false };
    let tournament = Arc::new(Tournament::resume(event, store, &ids).expect("a tournament"));
    let stop_after = StopAfter { tournament: Arc::downgrade(&tournament), left: std::sync::Mutex::new(3) };
    tournament.set_spectator(Arc::new(stop_after));
    tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
    assert_eq!(tournament.progress(), (2, Some(4)));

    let arena = Arena::new("Test".into(), None, None);
    let opened =
        Opened { tournament: Arc::clone(&tournament), play: None, sandbox: None, store: None, problem: None };
    let entry = arena.catalogue.add("cup", |id| Entry::of_program(id, opened, Arc::default()));
    let config = Config { port: Some(0), ..Config::default() };
    let server = Server::start(config, Arc::clone(&arena)).expect("a free port");
    let http = Http::new(server.address());
    let organiser = http.session(&server.organiser_link("/"));
    let paths = paths("cup", "1");
    let reading = tournament.open_store_for_reading().expect("it is there").expect("a store");
    let seed_of = |number: i64, game: u8| {
        let packed = reading.record(number, game).expect("readable").expect("kept");
        packing::unpack(&packed).expect("a record").seed
    };
    let mut seeds: Vec<u64> = vec![tournament.event.seed];
    for pair in 1..=2 {
        seeds.extend([seed_of(pair, 0), seed_of(pair, 1)]);
    }
    for cookie in [None, organiser.as_deref()] {
        let all = all_bytes(&http, &paths, cookie);
        assert!(all.contains("\"playback\":{") && all.contains("gardener"), "something is shown");
        for seed in &seeds {
            assert!(!all.contains(&seed.to_string()), "{seed} is told");
        }
    }
    // What the test relies on: once all is played, they are told.
    tournament.play_on();
    tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
    assert_eq!(tournament.progress(), (4, Some(4)));
    entry.program_ended();
    let all = all_bytes(&http, &paths, None);
    assert!(all.contains(&seeds[1].to_string()), "seeds of games are told at the end");
    server.stop();
}

/// A built-in player that talks and stumbles.
struct Talkative(Box<dyn Competitor>, u32);

impl Competitor for Talkative {
    fn about(&self) -> PlayerRecord {
        self.0.about()
    }

    fn start(&mut self, game_start: &GameStart<'_>) {
        self.0.start(game_start);
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        self.1 += 1;
        let mut response = self.0.ask(question)?;
        response.stderr = Some(STDERR.to_string());
        if self.1 == 3 {
            response.line = Ok("hidden-nonsense".to_string());
        }
        Ok(response)
    }

    fn on_reply(&mut self, session: &dyn Session, played: &games::Played) {
        self.0.on_reply(session, played);
    }
}

/// Passes a game on as a command does that plays it.
struct Pass<'a> {
    page: &'a gridiron_server::live::SingleWatcher,
    clocks: LiveClocks,
    /// Called after so many actions.
    after: usize,
    look: &'a mut dyn FnMut(&[ActionRecord]),
}

impl Watcher<Stopped> for Pass<'_> {
    fn start(&mut self, _session: &dyn Session) -> Result<(), Stopped> {
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) -> Result<(), Stopped> {
        let action = actions.last().expect("the new one");
        self.clocks.add(session, action);
        self.page.action(session, action, self.clocks.left());
        if actions.len() == self.after {
            (self.look)(actions);
        }
        Ok(())
    }
}

#[test]
fn others_see_nothing_hidden_while_a_person_plays() {
    for (game, rules, bots) in
        [("plantation", "max_turns=8", ["gardener", "random"]), ("virus", "size=5", ["greedy", "random"])]
    {
        let entry = games::find(game).expect("a game");
        let mut session =
            entry.start(entry.read_options(rules).expect("rules"), 777_123_456_789).expect("a board");
        let arena = Arena::new("Test".into(), None, None);
        let config = Config { port: Some(0), ..Config::default() };
        let server = Server::start(config, Arc::clone(&arena)).expect("a free port");
        let http = Http::new(server.address());
        let organiser = http.session(&server.organiser_link("/"));
        let specs = bots.map(|bot| PlayerSpec::read(entry, bot).expect("a player"));
        let clocks = [TimeControl::NONE; 2];
        let single =
            SingleGame { players: specs.clone(), clocks, charge: ChargeBy::Wall, is_restricted: true };
        let page = arena.live.begin_single(&*session, single);
        let live = page.id().expect("it is shown").to_string();
        // A stream that reads along from the start.
        let mut stream = http.send("GET", &format!("/api/events?topics=home,g:{live}"), &Ask::right());
        assert_eq!(head(&mut stream).0, 200);
        let reader = thread::spawn(move || {
            let mut all = String::new();
            while !all.contains("event: over") {
                assert!(stream.read_line(&mut all).expect("a stream") > 0, "{all}");
            }
            all
        });
        let paths = paths("cup", &live);
        let mut seen = Vec::new();
        let mut look = |actions: &[ActionRecord]| {
            for cookie in [None, organiser.as_deref()] {
                seen.push((all_bytes(&http, &paths, cookie), actions.to_vec()));
            }
        };
        // Only one of them stumbles: two passes in a row would end a game of Virus.
        let mut asked = [0, 1000].into_iter();
        let mut players = specs.each_ref().map(|spec| -> Box<dyn Competitor> {
            Box::new(Talkative(spec.competitor(), asked.next().unwrap_or_default()))
        });
        let mut watcher =
            Pass { page: &page, clocks: LiveClocks::new(clocks, ChargeBy::Wall), after: 12, look: &mut look };
        let stop = AtomicBool::new(false);
        let record =
            play_game(&mut *session, &mut players, &Timing::untimed(), &stop, &mut watcher).expect("it ends");
        page.ended(&record);
        let streamed = reader.join().expect("a stream that ends");
        assert_eq!(seen.len(), 2);
        for (all, actions) in
            seen.iter().map(|(all, actions)| (all, &actions[..])).chain([(&streamed, &record.actions[..])])
        {
            assert!(all.contains(&format!("\"live\":{{\"id\":\"{live}\"")), "the game is shown: {all}");
            for hidden in [STDERR, "hidden-nonsense", "777123456789"] {
                assert!(!all.contains(hidden), "{game}: {hidden} is told: {all}");
            }
            let is_told = |action: &ActionRecord| all.contains(&format!("\"{}\"", action.action));
            let told = actions.iter().filter(|action| is_told(action)).count();
            match entry.has_secrets() {
                // Neither what was done nor what it led to, nor the hidden start.
                true => {
                    assert_eq!(told, 0, "{game}: {all}");
                    assert!(!all.contains("\"OK"), "{game}: replies are told: {all}");
                    assert!(
                        all.contains("\"start\":[]") && !all.contains("\"totals\":[3,3]"),
                        "{game}: {all}"
                    );
                }
                false => {
                    assert!(told >= actions.len() - 2, "{game}: moves on an open board are shown: {all}")
                }
            }
        }
        // When it is over, there is nothing left to hide but the seed of single games' kind.
        let all = all_bytes(&http, &paths, None);
        assert!(all.contains(STDERR), "{game}: {all}");
        let first = record.actions.iter().find(|action| action.seat == Seat::Zero).expect("a move");
        assert!(all.contains(&first.action), "{game}");
        server.stop();
    }
}
