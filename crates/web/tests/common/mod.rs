//! Small tournaments for tests and for looking at: real games between built-in
//! players under other names, some of which stumble.

// Each test uses what it needs of this.
#![allow(dead_code)]

pub mod devtools;
pub mod markup;
pub mod watched;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use games::common::rng::derive;
use games::{FaultKind, GameEntry, Played, Seat, Session};
use league::Score;
use league::formats::{Decision, Plan, Stage, TieBreak};
use league::note::MixtureShare;
use league::report::{About, Checkpoint, Encounter, FaultNote, GameRow, Report, Round, RoundMatch, Standing};
use league::store::packing;
use league::{Note, WithdrawalReason};
use referee::competitor::{GameStart, PlayerFault, Question, Response};
use referee::{Competitor, NoWatcher, PlayerRecord, PlayerSpec, Record, Stopped, Timing, play_game};

/// Who plays: a name, the built-in player behind it, and how it goes wrong.
pub type Bot<'a> = (&'a str, &'a str, Habit);

/// What a bot does besides playing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// Nothing.
    Silent,
    /// It writes to standard error.
    Talks,
    /// It sends a line that is no action now and then, and talks.
    Stumbles,
    /// It ends in the middle of some games.
    Crashes,
}

/// What hostile bots are called: each would show in the page if it were obeyed.
pub const HOSTILE: [&str; 4] = [
    "</script><script>document.documentElement.dataset.hacked='1'</script>",
    "<img src=x onerror=\"document.documentElement.dataset.hacked='2'\">",
    "=HYPERLINK(\"http://evil\",\"x\")",
    "a\u{202e}b\u{2028}👩\u{200d}💻 z\u{200d}\"'><svg onload=document.documentElement.dataset.hacked=3>",
];

/// A built-in player with a habit.
struct Habitual {
    inner: Box<dyn Competitor>,
    habit: Habit,
    name: String,
    asked: u32,
}

impl Competitor for Habitual {
    fn about(&self) -> PlayerRecord {
        PlayerRecord { name: self.name.clone(), ..self.inner.about() }
    }

    fn start(&mut self, game_start: &GameStart<'_>) {
        self.inner.start(game_start);
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        self.asked += 1;
        let mut answer = self.inner.ask(question)?;
        let chance = derive(question.session.seed(), &format!("{} {}", self.name, self.asked)) % 100;
        match self.habit {
            Habit::Silent => {}
            Habit::Stumbles if chance < 4 => answer.line = Ok(format!("{} <b>oops</b>", self.name)),
            Habit::Crashes if chance < 2 => {
                let message = "the program ended with exit code 1".to_string();
                answer.stderr = Some(
                    "Traceback (most recent call last):\n  File \"bot.py\", line 7\nKeyError: 'row'\n".into(),
                );
                answer.line = Err(PlayerFault { kind: FaultKind::Crash, message, sent: None });
                return Ok(answer);
            }
            _ => {}
        }
        if self.habit != Habit::Silent && chance < 60 {
            answer.stderr = Some(format!("depth {} best {} <i>of</i> {}\n", chance % 9, chance, self.asked));
        }
        Ok(answer)
    }

    fn on_reply(&mut self, session: &dyn Session, played: &Played) {
        self.inner.on_reply(session, played);
    }
}

/// Plays one game.
pub fn play(entry: &'static GameEntry, rules: &str, seed: u64, bots: [Bot<'_>; 2]) -> Record {
    let options = entry.read_options(rules).expect("rules");
    let mut session: Box<dyn Session> = entry.start(options, seed).expect("a board");
    let mut competitors = bots.map(|(name, spec, habit)| -> Box<dyn Competitor> {
        let inner = PlayerSpec::read(entry, spec).expect("a built-in player").competitor();
        Box::new(Habitual { inner, habit, name: name.to_string(), asked: 0 })
    });
    play_game::<Stopped>(
        &mut *session,
        &mut competitors,
        &Timing::untimed(),
        &AtomicBool::new(false),
        &mut NoWatcher,
    )
    .expect("nobody stops it")
}

/// A tournament in which nothing has happened yet.
pub fn empty(title: &str, game: &str, rules: &str) -> Report {
    let entry = games::find(game).expect("a game");
    let about = About {
        title: title.to_string(),
        game: entry.name.to_string(),
        rules: rules.to_string(),
        plan: Plan::RoundRobin { pairs: 2 },
        clock: "1+0.1".to_string(),
        charged: "cpu".to_string(),
        sandbox: Some("strong".to_string()),
        store: Some("cup.db".to_string()),
        seed: Some(20_260_131),
        rank_by: "beaten".to_string(),
        pairs_done: 0,
        pairs_planned: Some(56),
        games: 0,
        began: None,
        ended: None,
        is_finished: false,
    };
    Report {
        about,
        standings: Vec::new(),
        crosstable: Vec::new(),
        history: Vec::new(),
        rounds: Vec::new(),
        notes: Vec::new(),
        faults: Vec::new(),
        games: Vec::new(),
    }
}

/// All players play each other so many pairs; the last bot is withdrawn if there
/// are more than two.
pub fn round_robin(title: &str, game: &str, rules: &str, bots: &[Bot<'_>], pairs: u64) -> Report {
    let entry = games::find(game).expect("a game");
    let mut played = Vec::new();
    for leg in 0..pairs {
        for (a, first) in bots.iter().enumerate() {
            for (b, second) in bots.iter().enumerate().skip(a + 1) {
                let seed = derive(leg, &format!("{a} {b}")) % (1 << 40);
                played.push(([a, b], play(entry, rules, seed, [*first, *second])));
                played.push(([b, a], play(entry, rules, seed, [*second, *first])));
            }
        }
    }
    let mut report = add_up(empty(title, game, rules), bots, played);
    report.about.is_finished = true;
    report.about.pairs_planned = Some(report.about.pairs_done);
    if bots.len() > 2 {
        let last = report.standings.last_mut().expect("somebody");
        let why = WithdrawalReason::Crashes { times: 10 };
        last.withdrawn = Some(why);
        report.notes.push(Note::Withdrawn { name: last.name.clone(), why });
        report.notes.push(Note::Cycles {
            chi_square: 34.56,
            dof: 3,
            p_value: 1.5e-7,
            shares: bots[..3]
                .iter()
                .map(|bot| MixtureShare { name: bot.0.to_string(), share: 1.0 / 3.0 })
                .collect(),
        });
    }
    report
}

/// Eight bots, of which one remains.
pub fn knockout(title: &str, game: &str, rules: &str, bots: &[Bot<'_>; 8]) -> Report {
    let entry = games::find(game).expect("a game");
    let mut played = Vec::new();
    let meet = |[a, b]: [usize; 2], played: &mut Vec<([usize; 2], Record)>| -> ([f64; 2], usize) {
        let mut points = [0.0; 2];
        for leg in 0..3 {
            let seed = derive(leg, &format!("{a} {b}")) % (1 << 40);
            for seats in [[a, b], [b, a]] {
                let record = play(entry, rules, seed, seats.map(|bot| bots[bot]));
                for (at, bot) in [a, b].into_iter().enumerate() {
                    points[at] += match record.outcome.winner {
                        None => 0.5,
                        Some(winner) => f64::from(u8::from(seats[winner.index()] == bot)),
                    };
                }
                played.push((seats, record));
            }
        }
        (points, usize::from(points[1] > points[0]))
    };
    let mut rounds: Vec<Round> = Vec::new();
    let mut left: Vec<usize> = vec![0, 7, 3, 4, 1, 6, 2, 5];
    let mut last_losers = Vec::new();
    let mut notes = Vec::new();
    for stage in [Stage::QuarterFinal, Stage::SemiFinal, Stage::Final] {
        let (mut matches, mut winners, mut losers) = (Vec::new(), Vec::new(), Vec::new());
        for pair in left.chunks_exact(2).map(|pair| [pair[0], pair[1]]) {
            let (points, winner) = meet(pair, &mut played);
            let decided = if points[0] == points[1] { Decision::Lots } else { Decision::Points };
            matches.push(decided_match(pair, points, winner, decided));
            winners.push(pair[winner]);
            losers.push(pair[1 - winner]);
        }
        if stage == Stage::Final {
            let pair = [last_losers[0], last_losers[1]];
            let (points, winner) = meet(pair, &mut played);
            let by_lots = decided_match(pair, points, winner, Decision::Lots);
            matches.push(RoundMatch { is_for_third_place: true, ..by_lots });
            let name = |bot: usize| bots[bot].0.to_string();
            notes.push(Note::DrawOfLots { players: pair.map(name), winner: name(pair[winner]) });
        }
        rounds.push(Round { stage, matches });
        (left, last_losers) = (winners, losers);
    }
    let mut report = add_up(empty(title, game, rules), bots, played);
    let place = |bot: usize| report.standings.iter().position(|it| it.name == bots[bot].0);
    for one in rounds.iter_mut().flat_map(|round| &mut round.matches) {
        one.players = one.players.map(|bot| bot.and_then(place));
    }
    for game in &mut report.games {
        let is_theirs = |one: &RoundMatch| game.players.iter().all(|it| one.players.contains(&Some(*it)));
        let round = rounds.iter().position(|round| round.matches.iter().any(is_theirs)).expect("a round");
        game.round = Some(round as u32 + 1);
    }
    report.rounds = rounds;
    report.about.rank_by = "bracket".into();
    report.about.plan =
        Plan::Knockout { pairs: 3, further_pairs: 0, third_place: true, ties: TieBreak::default() };
    report.notes = notes;
    report
}

fn decided_match(players: [usize; 2], points: [f64; 2], winner: usize, decided: Decision) -> RoundMatch {
    RoundMatch {
        players: players.map(Some),
        points,
        winner: Some(winner as u8),
        decided: Some(decided),
        is_for_third_place: false,
    }
}

/// What games add up to, with a rating that is good enough to look at.
fn add_up(mut report: Report, bots: &[Bot<'_>], played: Vec<([usize; 2], Record)>) -> Report {
    let count = bots.len();
    let mut scores = vec![vec![Score::default(); count]; count];
    let mut margins = vec![vec![0_i64; count]; count];
    let mut lists = vec![BTreeMap::<i64, u64>::new(); count];
    let mut faults = vec![BTreeMap::<String, u64>::new(); count];
    let mut thinking = vec![(0_u64, 0.0_f64, 0.0_f64); count];
    let mut history: Vec<(u64, Vec<Option<f64>>)> = Vec::new();
    let mut notes = Vec::new();
    let elo = |scores: &[Vec<Score>], bot: usize| {
        let (points, games) = scores[bot]
            .iter()
            .fold((0.0, 0), |(points, games), score| (points + score.points(), games + score.games()));
        let rate = (points + 0.5) / (games as f64 + 1.0);
        (games > 0).then(|| 400.0 * (rate / (1.0 - rate)).log10())
    };
    for (at, (seats, record)) in played.iter().enumerate() {
        for seat in Seat::BOTH {
            let [own, other] = [seats[seat.index()], seats[seat.other().index()]];
            scores[own][other].add(match record.outcome.winner {
                None => 1,
                Some(winner) if winner == seat => 2,
                Some(_) => 0,
            });
            let margin = record.outcome.score * seat.sign();
            margins[own][other] += margin;
            *lists[own].entry(margin).or_default() += 1;
        }
        let mut fault = |bot: usize, cause: &str, words: &str| {
            *faults[bot].entry(cause.to_string()).or_default() += 1;
            notes.push((bot, at as u64 + 1, cause.to_string(), words.to_string()));
        };
        for action in &record.actions {
            let bot = seats[action.seat.index()];
            if let Some(cause) = action.fault {
                fault(bot, cause.word(), action.message.as_deref().unwrap_or_default());
            }
            let seconds = action.wall_ns.unwrap_or(0) as f64 / 1e9 * (1.0 + 40.0 * bot as f64);
            let (answers, total, longest) = &mut thinking[bot];
            (*answers, *total, *longest) = (*answers + 1, *total + seconds, longest.max(seconds));
        }
        if let (Some(message), Some(winner)) = (&record.outcome.message, record.outcome.winner) {
            fault(seats[winner.other().index()], record.outcome.cause.word(), message);
        }
        if (at + 1) % count.max(4) == 0 || at + 1 == played.len() {
            history.push((at as u64 + 1, (0..count).map(|bot| elo(&scores, bot)).collect()));
        }
    }
    let beaten = |bot: usize| {
        (0..count).filter(|other| scores[bot][*other].points() > scores[*other][bot].points()).count()
    };
    let total = |bot: usize| scores[bot].iter().map(Score::points).sum::<f64>();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| (beaten(*b), total(*b)).partial_cmp(&(beaten(*a), total(*a))).expect("numbers"));
    let place = |bot: usize| order.iter().position(|it| *it == bot).expect("a bot");
    for (at, bot) in order.iter().copied().enumerate() {
        let mut score = Score::default();
        for one in &scores[bot] {
            (score.wins, score.draws, score.losses) =
                (score.wins + one.wins, score.draws + one.draws, score.losses + one.losses);
        }
        let (answers, thought_s, longest_s) = thinking[bot];
        report.standings.push(Standing {
            place: at as u32 + 1,
            ahead_by: None,
            name: bots[bot].0.to_string(),
            spec: bots[bot].1.to_string(),
            version: "gridiron 0.1.0".to_string(),
            withdrawn: None,
            beaten: beaten(bot) as u32,
            met: scores[bot].iter().filter(|score| score.games() > 0).count() as u32,
            matches: None,
            points: total(bot),
            score,
            rate: score.rate(),
            rate_95: score.interval(),
            mean_margin: margins[bot].iter().sum::<i64>() as f64 / score.games().max(1) as f64,
            elo: elo(&scores, bot).unwrap_or(0.0),
            elo_err95: (score.games() > 1).then(|| 600.0 / (score.games() as f64).sqrt()),
            los_next: None,
            faults: faults[bot].clone(),
            answers,
            thought_s,
            longest_s,
            margins: lists[bot].iter().map(|(margin, games)| (*margin, *games)).collect(),
        });
    }
    let encounter = |a: usize, b: usize| {
        let score = scores[a][b];
        let games = score.games();
        (games > 0).then(|| Encounter {
            score,
            points: score.points(),
            against: scores[b][a].points(),
            margin: margins[a][b] as f64 / games as f64,
        })
    };
    report.crosstable = order.iter().map(|a| order.iter().map(|b| encounter(*a, *b)).collect()).collect();
    report.history = history
        .into_iter()
        .map(|(games, elo)| Checkpoint { games, elo: order.iter().map(|bot| elo[*bot]).collect() })
        .collect();
    report.faults = notes
        .into_iter()
        .map(|(bot, game, cause, words)| FaultNote {
            player: place(bot),
            game,
            seed: 0,
            seats: [0, 1],
            cause,
            words,
        })
        .collect();
    let games = played.len() as u64;
    (report.about.games, report.about.pairs_done) = (games, games / 2);
    (report.about.began, report.about.ended) = (Some(1_769_870_000), Some(1_769_870_000 + games as i64 * 7));
    report.games = played
        .into_iter()
        .zip(1..)
        .map(|((seats, record), number)| GameRow {
            number,
            round: None,
            players: seats.map(place),
            winner: record.outcome.winner.map(u8::from),
            score: record.outcome.score,
            cause: record.outcome.cause.to_string(),
            seed: record.seed,
            ended: 1_769_870_000 + number as i64 * 7,
            why: None,
            record: Some(packing::pack(&record)),
        })
        .collect();
    report
}
