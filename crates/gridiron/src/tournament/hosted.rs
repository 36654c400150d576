//! Tournaments for the server: opened and played as the command line does it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use league::Tournament;
use league::archive;
use league::entry_list::{Changes, OnChange};
use league::file::TournamentFile;
use league::store::{Store, StoredPlayer};
use server::{Host, HostError, Opened, Source};

use super::announce::{self, Announced};
use super::arguments::TournamentArguments;
use super::{News, init, open_read_only, open_store, outcome, run};
use crate::failure::{Failure, harmless};

/// Opens tournaments for the server. All files are in one folder, which is the current
/// one: paths in tournament files are relative to it.
pub struct CommandLineHost {
    folder: PathBuf,
}

/// The arguments of `gridiron tournament FILE`, read as from a command line so that all
/// of them have their defaults.
#[derive(Parser)]
struct FileCommand {
    #[command(flatten)]
    arguments: TournamentArguments,
}

impl CommandLineHost {
    /// Of a folder, by its real path.
    pub fn new(folder: PathBuf) -> CommandLineHost {
        CommandLineHost { folder }
    }

    fn announced(&self, file: &Path, is_played: bool) -> Result<Announced, HostError> {
        if file.to_str().is_none() {
            return Err(HostError::Failed("its name is not in UTF-8: rename the file".into()));
        }
        let words = ["tournament".into(), file.as_os_str().to_os_string()];
        let mut arguments = FileCommand::try_parse_from(words)
            .map_err(|error| HostError::Failed(error.to_string()))?
            .arguments;
        arguments.show = !is_played;
        let what = file.to_string_lossy().into_owned();
        announce::read(&what, &arguments).map_err(|failure| self.failed(&failure))
    }

    fn read_file(&self, file: &Path) -> Result<Opened, HostError> {
        let mut announced = self.announced(file, false)?;
        // A pipe would never end.
        if announced.outputs.store.metadata().is_ok_and(|store| !store.is_file()) {
            return Err(HostError::Failed("its store is no file".into()));
        }
        let tournament = match announced.outputs.store.exists() {
            true => open_read_only(&mut announced).map_err(|failure| self.failed(&failure))?,
            false => Tournament::in_memory(announced.event.clone()),
        };
        Ok(Opened {
            tournament: Arc::new(tournament),
            play: None,
            sandbox: outcome::sandbox(&announced).map(|level| level.to_string()),
            store: Some(announced.outputs.store),
            problem: None,
        })
    }

    /// A tournament as its store alone says what it was.
    fn archived(
        &self,
        named: &Path,
        store: &Path,
        file: Option<&TournamentFile>,
        problem: Option<HostError>,
    ) -> Result<Opened, HostError> {
        let title = named.file_stem().unwrap_or_default().to_string_lossy();
        let tournament = archive::open(store, &title, file)
            .map_err(|error| self.failed(&Failure::Failed(error.to_string())))?;
        Ok(Opened {
            tournament: Arc::new(tournament),
            play: None,
            sandbox: None,
            store: Some(store.to_path_buf()),
            problem: Some(problem.unwrap_or(HostError::FileMissing)),
        })
    }

    /// A failure, with files named as people in this folder name them.
    fn failed(&self, failure: &Failure) -> HostError {
        let text = failure.to_string().replace(&format!("{}/", self.folder.display()), "");
        HostError::Failed(harmless(&text))
    }
}

impl Host for CommandLineHost {
    fn open_to_read(&self, source: &Source) -> Result<Opened, HostError> {
        match source {
            Source::Store(store) => self.archived(store, store, None, None),
            Source::File(file) => self.read_file(file).or_else(|problem| {
                // Its bots may be gone, or the file has a mistake: results stay.
                let text = std::fs::read_to_string(file).unwrap_or_default();
                let known = league::file::read(&text).ok();
                let store = known.as_ref().and_then(|file| file.store.clone());
                let store = self.folder.join(store.unwrap_or_else(|| file.with_extension("db")));
                match store.is_file() {
                    true => self.archived(file, &store, known.as_ref(), Some(problem)),
                    false => Err(problem),
                }
            }),
        }
    }

    fn open_to_play(&self, source: &Source, on_change: OnChange) -> Result<Opened, HostError> {
        let Source::File(file) = source else {
            return Err(HostError::FileMissing);
        };
        let mut announced = self.announced(file, true)?;
        if Store::is_locked(&announced.outputs.store) {
            let why = "another process plays it: only one process can play a tournament";
            return Err(HostError::PlayedElsewhere(why.into()));
        }
        let mut has_changed = false;
        let undecided = |changes: Changes, _: &[StoredPlayer], _: &Announced| {
            has_changed = true;
            Err(Failure::Failed(changes.to_string()))
        };
        let opened = open_store(&mut announced, on_change, &[], undecided);
        let tournament = opened.map_err(|failure| match self.failed(&failure) {
            HostError::Failed(why) if has_changed => HostError::BotsChanged(why),
            other => other,
        })?;
        let tournament = Arc::new(tournament);
        let (sandbox, store) = (outcome::sandbox(&announced), announced.outputs.store.clone());
        let played = Arc::clone(&tournament);
        let play = move |stop: &AtomicBool, tell: &dyn Fn(Option<HostError>)| {
            let result = run(&played, &announced, stop, |news| match news {
                None => {}
                Some(News::Ignored(why)) => {
                    tracing::warn!("{why}");
                    tell(Some(HostError::ChangeIgnored(harmless(&why))));
                }
                Some(News::Read(newcomers)) => {
                    tracing::info!("newcomers: {newcomers:?}");
                    tell(None);
                }
            });
            // What is saved is written in any case.
            if let Err(problem) = outcome::write(&played, &announced) {
                tracing::warn!("{problem}");
            }
            result
        };
        Ok(Opened {
            tournament,
            play: Some(Box::new(play)),
            sandbox: sandbox.map(|level| level.to_string()),
            store: Some(store),
            problem: None,
        })
    }

    fn check(&self, folder: &Path, text: &str) -> Result<(), HostError> {
        // Beside the others, so that its paths mean what they will mean.
        let file = tempfile::Builder::new().prefix(".check-").suffix(".toml").tempfile_in(folder);
        let file = file.map_err(|error| HostError::Failed(format!("cannot write to the folder: {error}")))?;
        std::fs::write(file.path(), text).map_err(|error| HostError::Failed(error.to_string()))?;
        let name = file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let checked = self.announced(file.path(), false);
        checked.map(drop).map_err(|problem| {
            let why = problem.to_string().replace(&format!("{name}, "), "").replace(&format!("{name}: "), "");
            HostError::Failed(why)
        })
    }

    fn template(&self, game: &str) -> Option<String> {
        games::find(game).ok().map(init::text)
    }
}
