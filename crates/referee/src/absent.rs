//! A player whose program is not here: it can be named, and cannot play.

use std::sync::atomic::AtomicBool;

use games::FaultKind;
use sandbox::TimeSpent;

use crate::competitor::{Competitor, GameStart, PlayerFault, Question, Response, StartFailure, Stopped};
use crate::record::PlayerRecord;

/// A competitor that never starts.
pub(crate) struct AbsentCompetitor {
    about: PlayerRecord,
}

impl AbsentCompetitor {
    pub(crate) fn new(about: PlayerRecord) -> AbsentCompetitor {
        AbsentCompetitor { about }
    }

    fn message(&self) -> String {
        let PlayerRecord { name, spec, .. } = &self.about;
        format!("the program of {name} is not here, only its results are: it was named `{spec}`")
    }
}

impl Competitor for AbsentCompetitor {
    fn about(&self) -> PlayerRecord {
        self.about.clone()
    }

    fn start(&mut self, _game_start: &GameStart<'_>) {}

    fn ask(&mut self, _question: &Question<'_>) -> Result<Response, Stopped> {
        let fault = PlayerFault::new(FaultKind::NoStart, self.message());
        Ok(Response { billed: false, ..Response::new(Err(fault), TimeSpent::default()) })
    }

    fn start_failure(&mut self, _stop: &AtomicBool) -> Result<Option<StartFailure>, Stopped> {
        Ok(Some(StartFailure { message: self.message(), stderr: None }))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use games::{Cause, Seat};

    use super::*;
    use crate::{NoWatcher, PlayerSpec, Timing, play_game};

    fn absent(version: &str) -> PlayerSpec {
        let spec = "./gone.py".to_string();
        PlayerSpec::absent(PlayerRecord { name: "gone".into(), spec, version: version.into(), clock: None })
    }

    #[test]
    fn who_is_absent_loses_and_says_why() {
        let virus = games::find("virus").expect("a game");
        let here = PlayerSpec::read(virus, "first").expect("a player");
        for (players, winner) in [
            ([absent("1"), here.clone()], Some(Seat::One)),
            ([here, absent("1")], Some(Seat::Zero)),
            ([absent("1"), absent("1")], None),
        ] {
            let mut session = virus.start(virus.defaults(), 1).expect("a board");
            let mut competitors = players.each_ref().map(PlayerSpec::competitor);
            let stop = AtomicBool::new(false);
            let record = play_game::<Stopped>(
                &mut *session,
                &mut competitors,
                &Timing::untimed(),
                &stop,
                &mut NoWatcher,
            );
            let outcome = record.expect("a record").outcome;
            assert_eq!((outcome.winner, outcome.cause), (winner, Cause::NoStart));
            let message = outcome.message.expect("a message");
            assert!(message.contains("the program of gone is not here"), "{message}");
        }
    }

    #[test]
    fn who_is_absent_has_nothing_but_a_name_and_a_version() {
        for (version, is_hash) in [
            ("sha256:0f3a", true),
            ("gridiron 0.1.0", false),
            (crate::UNKNOWN_VERSION, false),
            ("human", false),
        ] {
            let gone = absent(version);
            assert_eq!(gone.about().name, "gone");
            assert!(!gone.is_program() && !gone.is_human() && !gone.is_original() && !gone.sees_all());
            assert!(gone.files().is_empty() && gone.watched_files().is_ok_and(|files| files.is_empty()));
            assert!(gone.folder().is_none() && gone.sandbox().is_none() && gone.version_in_0_1().is_none());
            assert!(!gone.needs_file(Path::new("gone.py")));
            assert_eq!((gone.memory_limit(), gone.version_is_hash()), (0, is_hash), "{version}");
        }
        let virus = games::find("virus").expect("a game");
        assert!(!PlayerSpec::read(virus, "greedy").expect("a player").version_is_hash());
    }
}
