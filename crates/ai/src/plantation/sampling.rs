//! The particle filter as a [`Belief`] for searches.

use games::common::rng::Rng;
use games::plantation::{Action, Reply};

use super::geometry::SeatView;
use super::particles::ParticleFilter;
use crate::Deadline;
use crate::search::belief::Belief;

impl Belief for ParticleFilter {
    type View = SeatView;
    type Action = Action;
    type Reply = Reply;
    /// The opponent's level on every square.
    type World = Vec<u32>;

    fn predict(&mut self, seat_view: &SeatView, deadline: &Deadline<'_>) {
        self.simulate_opponent(seat_view, deadline);
    }

    fn condition(&mut self, seat_view: &SeatView, action: Action, reply: &Reply) {
        self.apply_reply(seat_view, action, reply);
    }

    fn sample(&self, rng: &mut Rng) -> Vec<u32> {
        self.sample_board(rng).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use games::plantation::{Command, Options, Small};
    use games::sighting::{Observation, Sighting};
    use games::{Game, Seat};

    use super::*;
    use crate::plantation::geometry::{Geometry, levels};
    use crate::plantation::growth::is_border;
    use crate::plantation::opponent_models::{OPPONENT_MODELS, OpponentModel};
    use crate::random::any_action;

    /// Samples never contradict what is certain.
    #[test]
    fn samples_agree_with_all_that_is_certain() {
        for (rows, cols, moves_per_turn) in [(11, 11, 3), (2, 2, 1), (5, 3, 7)] {
            let options = Options {
                rows,
                cols,
                moves_per_turn,
                starting_tiles: 1,
                bomb_damage: 3,
                ..Options::default()
            };
            let mut game = Small::start(&options, 5);
            let squares = usize::from(rows) * usize::from(cols);
            let mut belief =
                ParticleFilter::new(&SeatView::new(game.view(Seat::Zero)), &OPPONENT_MODELS, 5, Rng::new(1));
            let (mut rng, mut turn) = (Rng::new(2), 0);
            for _ in 0..60 {
                let Some(seat) = game.status().seat() else { break };
                if seat == Seat::Zero && turn != game.view(seat).turn() {
                    turn = game.view(seat).turn();
                    belief.predict(&SeatView::new(game.view(seat)), &Deadline::NEVER);
                }
                let action = any_action(&game, &mut rng);
                let reply = game.play(action);
                if seat == Seat::One {
                    continue;
                }
                belief.condition(&SeatView::new(game.view(seat)), action, &reply);
                let world = belief.sample(&mut rng);
                assert_eq!(world.len(), squares);
                let mine = levels(game.view(seat));
                let theirs = levels(game.view(Seat::One));
                assert!(
                    (0..squares).all(|at| mine[at] == 0 || world[at] == 0),
                    "no two players share a square"
                );
                for Sighting { square, observation } in Small::sightings(game.view(seat), action, &reply) {
                    if let Observation::Holds(cell) = observation
                        && cell.owner != Some(seat)
                    {
                        assert_eq!((world[square], theirs[square]), (cell.count, cell.count), "{action}");
                    }
                }
            }
        }
    }

    /// Every possible board with its probability.
    type Exact = HashMap<Vec<u32>, f64>;

    /// One move of a mixed model without colonies, computed exactly.
    fn exact_after_move(geometry: &Geometry, exact: &Exact, mine: &[u32], plant: u32, idle: u32) -> Exact {
        let mut next = Exact::new();
        for (levels, chance) in exact {
            let squares = 0..levels.len();
            let own: Vec<usize> = squares.clone().filter(|at| levels[*at] > 0).collect();
            let border: Vec<usize> = squares.filter(|at| is_border(geometry, levels, *at)).collect();
            let mut add =
                |levels: &[u32], part: f64| *next.entry(levels.to_vec()).or_default() += chance * part;
            add(levels, f64::from(idle) / 100.0);
            for (targets, share) in [(border, plant), (own, 100 - plant - idle)] {
                for at in &targets {
                    let mut grown = levels.clone();
                    grown[*at] += u32::from(mine[*at] == 0);
                    add(&grown, f64::from(share) / 100.0 / targets.len() as f64);
                }
            }
        }
        next
    }

    fn given(exact: Exact, holds: impl Fn(&[u32]) -> bool) -> Exact {
        let exact: Exact = exact.into_iter().filter(|(levels, _)| holds(levels)).collect();
        let sum: f64 = exact.values().sum();
        exact.into_iter().map(|(levels, chance)| (levels, chance / sum)).collect()
    }

    /// On a board so small that all boards can be enumerated, the belief is close to Bayes'
    /// rule. It is not equal, because particles copy whole neighbourhoods.
    #[test]
    fn on_a_tiny_board_the_belief_is_nearly_exact() {
        let model = OpponentModel::Mixed { plant: 50, colonise: 0, idle: 20 };
        let options =
            Options { rows: 2, cols: 5, starting_tiles: 1, moves_per_turn: 2, ..Options::default() };
        let mut errors = Vec::new();
        for seed in 0..6 {
            let mut game = Small::start(&options, seed);
            let geometry = Geometry::new(&options);
            let seat_view = SeatView::new(game.view(Seat::Zero));
            let mut belief = ParticleFilter::new(&seat_view, &[(model, 1.0)], 3000, Rng::new(seed));
            let start = |row: usize| {
                let mut levels = vec![0; geometry.squares()];
                levels[row * geometry.cols + geometry.cols - 1] = 1;
                (levels, 0.5)
            };
            let mut exact: Exact = [start(0), start(1)].into();
            let mut rng = Rng::new(seed + 100);
            for turn in 1..=5 {
                let mine = levels(game.view(Seat::Zero));
                belief.predict(&SeatView::new(game.view(Seat::Zero)), &Deadline::NEVER);
                if turn > 1 {
                    for _ in 0..options.moves_per_turn {
                        exact = exact_after_move(&geometry, &exact, &mine, 50, 20);
                    }
                }
                let compare = |belief: &ParticleFilter, exact: &Exact| -> Vec<f64> {
                    let foreign = (0..geometry.squares()).filter(|at| mine[*at] == 0);
                    let error = foreign.map(|at| {
                        let boards = &belief.groups[0].boards;
                        let taken = boards.iter().filter(|board| board.levels[at] > 0).count();
                        let exactly = exact.iter().filter(|(levels, _)| levels[at] > 0);
                        let exactly: f64 = exactly.map(|(_, chance)| chance).sum();
                        (taken as f64 / boards.len() as f64 - exactly).abs()
                    });
                    error.collect()
                };
                if turn == 1 {
                    // Nothing was seen yet: only sampling noise is between them.
                    assert!(compare(&belief, &exact).into_iter().all(|error| error < 0.03));
                }
                errors.extend(compare(&belief, &exact));
                let look = geometry.order(Command::Scout, geometry.cols * (turn % 2) + 2 + turn % 2);
                let reply = game.play(look);
                belief.condition(&SeatView::new(game.view(Seat::Zero)), look, &reply);
                let theirs = levels(game.view(Seat::One));
                let at = geometry.number(look.target()).expect("on the board");
                exact = given(exact, |levels| geometry.window(at).all(|near| levels[near] == theirs[near]));
                errors.extend(compare(&belief, &exact));
                for near in geometry.window(at).filter(|near| mine[*near] == 0) {
                    assert!(belief.groups[0].boards.iter().all(|board| board.levels[near] == theirs[near]));
                }
                game.play(
                    geometry
                        .order(Command::Fertilise, mine.iter().position(|level| *level > 0).expect("own")),
                );
                belief.condition(&SeatView::new(game.view(Seat::Zero)), Action::MALFORMED, &Reply::ERROR);
                while game.status().seat() == Some(Seat::One) {
                    let theirs = levels(game.view(Seat::One));
                    let squares = 0..geometry.squares();
                    let growing: Vec<Action> = match rng.below(100) {
                        0..20 => vec![Action::MALFORMED],
                        20..70 => squares
                            .filter(|at| is_border(&geometry, &theirs, *at))
                            .map(|at| geometry.order(Command::Plant, at))
                            .collect(),
                        _ => squares
                            .filter(|at| theirs[*at] > 0)
                            .map(|at| geometry.order(Command::Fertilise, at))
                            .collect(),
                    };
                    game.play(growing[rng.below(growing.len() as u32) as usize]);
                }
            }
        }
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        assert!(mean < 0.04, "{mean} over {} squares", errors.len());
        assert!(errors.iter().all(|error| *error < 0.3));
    }
}
