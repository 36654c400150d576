//! All meetings that a format knows of, as a schedule shows them.

use std::ptr;

use super::{AnyFormat, BracketMatch, Decision, Stage};
use crate::results_table::ResultsTable;

/// Two players who meet in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Counts from 0; always 0 where a format has no rounds.
    pub round: u32,
    /// The number or name of the round; `None` where there are no rounds.
    pub stage: Option<Stage>,
    /// Whether the losers of the semi-finals play it.
    pub is_for_third_place: bool,
    /// By place in the list; `None` where that is not known yet.
    pub players: [Option<usize>; 2],
    /// Pairs that are done, forfeits among them.
    pub done: u64,
    /// Pairs in all, as far as that is known; `None` if it goes on until it is stopped.
    pub planned: Option<u64>,
}

impl Meeting {
    /// Whether all its pairs are done.
    pub fn is_over(&self) -> bool {
        self.planned.is_some_and(|planned| self.done >= planned)
    }
}

impl AnyFormat {
    /// All meetings by the results so far, in the order in which their first pairs are
    /// played. Byes are left out. Of a Swiss tournament these are the rounds that have
    /// begun, of a ladder the players who have met.
    pub fn meetings(&self, table: &ResultsTable) -> Vec<Meeting> {
        match self {
            AnyFormat::Match(one) => without_rounds([[0, 1]].into_iter(), one.pairs(), table),
            AnyFormat::RoundRobin(all) => without_rounds(all.meetings(), all.pairs(), table),
            AnyFormat::Gauntlet(gauntlet) => without_rounds(gauntlet.meetings(), gauntlet.pairs(), table),
            AnyFormat::Swiss(swiss) => {
                let rounds = (0..).zip(swiss.rounds(table));
                let meetings = rounds.flat_map(|(round, drawn)| {
                    drawn.meetings.into_iter().map(move |players| Meeting {
                        round,
                        stage: Some(Stage::Round { number: round + 1 }),
                        is_for_third_place: false,
                        players: players.map(Some),
                        done: table.head_to_head(round, players).pairs(),
                        planned: Some(swiss.pairs()),
                    })
                });
                meetings.collect()
            }
            AnyFormat::Knockout(knockout) => {
                let bracket = knockout.bracket(table);
                let is_bye = |it: &BracketMatch| it.end.is_some_and(|end| end.decided == Decision::Walkover);
                let meetings = bracket.matches().filter(|(_, it)| !is_bye(it)).map(|(round, it)| Meeting {
                    round,
                    stage: Some(Stage::of_knockout(round, knockout.rounds())),
                    is_for_third_place: bracket.third_place.iter().any(|third| ptr::eq(third, it)),
                    players: it.players,
                    done: it.pairs,
                    planned: Some(knockout.pairs_of_match(it)),
                });
                meetings.collect()
            }
            AnyFormat::Ladder(_) => table
                .by_players()
                .into_iter()
                .map(|(players, met)| meeting(players, met.pairs(), None))
                .collect(),
        }
    }
}

fn without_rounds(
    meetings: impl Iterator<Item = [usize; 2]>,
    planned: u64,
    table: &ResultsTable,
) -> Vec<Meeting> {
    // More may be done: fewer were asked for later.
    let done = |players: [usize; 2]| table.head_to_head(0, players).pairs().min(planned);
    meetings.map(|players| meeting(players, done(players), Some(planned))).collect()
}

fn meeting(players: [usize; 2], done: u64, planned: Option<u64>) -> Meeting {
    let players = players.map(Some);
    Meeting { round: 0, stage: None, is_for_third_place: false, players, done, planned }
}

#[cfg(test)]
mod tests {
    use super::super::simulation::Simulation;
    use super::super::{Format, NextPair, Plan, TieBreak, TournamentState};
    use super::*;
    use crate::results_table::Pairing;

    const PLANS: [Plan; 5] = [
        Plan::RoundRobin { pairs: 3 },
        Plan::Gauntlet { pairs: 2, challengers: 2 },
        Plan::Swiss { pairs: 2, rounds: Some(3) },
        Plan::Knockout { pairs: 2, further_pairs: 2, third_place: true, ties: TieBreak::FurtherPairs },
        Plan::Knockout { pairs: 1, further_pairs: 1, third_place: false, ties: TieBreak::TotalMargin },
    ];

    /// Meetings add up to what the format itself counts, after every pair.
    #[test]
    fn meetings_add_up_to_the_plan() {
        for (plan, players) in PLANS.into_iter().flat_map(|plan| (2..10).map(move |players| (plan, players)))
        {
            let played = Simulation::new(players, 5).play(&mut plan.build(players, 7));
            let mut table = ResultsTable::default();
            let format = plan.build(players, 7);
            for end in 0..=played.results.len() {
                if let Some((pairing, score)) = end.checked_sub(1).map(|last| &played.results[last]) {
                    table.add(pairing, score);
                }
                let meetings = format.meetings(&table);
                let done: u64 = meetings.iter().map(|it| it.done).sum();
                assert_eq!(done, format.done(&table), "{plan:?}, {players} players, after {end}");
                let planned: u64 = meetings.iter().filter_map(|it| it.planned).sum();
                let to_come = match plan {
                    // Rounds that have not begun, each with as many pairs.
                    Plan::Swiss { pairs, .. } => {
                        let begun = meetings.iter().map(|it| it.round + 1).max().unwrap_or(0);
                        u64::from((3 - begun) * pairs) * (players as u64 / 2)
                    }
                    _ => 0,
                };
                assert_eq!(Some(planned + to_come), format.planned(&table), "{plan:?}, {players} players");
            }
            assert!(format.meetings(&table).iter().all(Meeting::is_over), "{plan:?}");
        }
    }

    /// The first pairs are played in the order of the meetings.
    #[test]
    fn meetings_come_in_the_order_of_play() {
        for plan in PLANS {
            let mut format = plan.build(8, 7);
            let table = ResultsTable::default();
            let expected = format.meetings(&table).into_iter().filter_map(|it| {
                let [Some(a), Some(b)] = it.players else { return None };
                Some([a.min(b), a.max(b)])
            });
            let mut first = Vec::new();
            let state = TournamentState { table: &table, withdrawn: &[false; 8], under_way: &[] };
            while let NextPair::Play(Pairing { players: [a, b], leg: 0, .. }) = format.next(&state) {
                first.push([a.min(b), a.max(b)]);
            }
            assert_eq!(first, expected.collect::<Vec<_>>(), "{plan:?}");
        }
    }

    #[test]
    fn a_knockout_knows_its_stages() {
        let plan = PLANS[3];
        let stages: Vec<(String, bool)> = plan
            .build(5, 7)
            .meetings(&ResultsTable::default())
            .iter()
            .map(|it| (it.stage.expect("a round").to_string(), it.is_for_third_place))
            .collect();
        let expected = [
            ("quarter-final", false),
            ("semi-final", false),
            ("semi-final", false),
            ("final", false),
            ("final", true),
        ];
        assert_eq!(stages, expected.map(|(stage, third)| (stage.to_string(), third)));
    }
}
