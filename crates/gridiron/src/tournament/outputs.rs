//! Where a tournament is kept and what it writes: never two things in one place,
//! and never over a bot.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use league::file::Reports;
use referee::{PlayerSpec, RecordFile};

use crate::failure::Failure;
use crate::output_places;
use crate::play_again;
use crate::tournament_files::store_files;

/// All files that are written, by their real names.
#[derive(Clone)]
pub struct Outputs {
    /// Where results are kept.
    pub store: PathBuf,
    /// What is written at the end, and now and then before.
    pub reports: Reports,
    /// The tournament file, which no output may overwrite.
    pub file: Option<PathBuf>,
    /// Where the command was given.
    here: PathBuf,
}

/// Means standard output.
pub const STANDARD_OUTPUT: &str = "-";

impl Outputs {
    /// Finds where everything really is: a link leads to another file, and two names
    /// may lead to the same.
    pub fn new(
        here: PathBuf,
        file: Option<&Path>,
        store: &Path,
        reports: Reports,
    ) -> Result<Outputs, Failure> {
        let find = |path: Option<PathBuf>| path.as_deref().map(real).transpose();
        let Reports { html, html_games, csv, json } = reports;
        Ok(Outputs {
            store: real(store)?,
            reports: Reports { html: find(html)?, html_games, csv: find(csv)?, json: find(json)? },
            file: file.map(real).transpose()?,
            here,
        })
    }

    /// The folder that players' paths are relative to, if the command was not given
    /// there.
    pub fn folder_of_players(&self) -> Option<PathBuf> {
        play_again::folder_of(self.file.as_deref(), &self.here)
    }

    /// A path as people like to see it: without the folder that they are in.
    pub fn shown(&self, path: &Path) -> String {
        match path.strip_prefix(&self.here).unwrap_or(path) {
            itself if itself.as_os_str().is_empty() => ".".to_string(),
            shorter => shorter.display().to_string(),
        }
    }

    /// An error with the paths in it shortened, as [`shown`](Outputs::shown) does.
    pub fn failed(&self, error: impl Display) -> Failure {
        Failure::Failed(error.to_string().replace(&format!("{}/", self.here.display()), ""))
    }

    fn reported(&self) -> impl Iterator<Item = &PathBuf> {
        let Reports { html, csv, json, .. } = &self.reports;
        html.iter().chain(csv).chain(json).filter(|path| path.as_os_str() != STANDARD_OUTPUT)
    }

    /// What is not for bots: what is written, and the file with the seeds.
    pub fn secrets(&self) -> Vec<PathBuf> {
        store_files(&self.store)
            .into_iter()
            .chain(self.reported().cloned())
            .chain(self.file.clone())
            .collect()
    }

    /// What is no bot's: a folder where it stands is not a bot's own.
    pub fn of_the_tournament(&self) -> Vec<PathBuf> {
        store_files(&self.store).into_iter().chain(self.file.clone()).collect()
    }

    /// Checks that nothing is overwritten that is needed. If games are going to be
    /// played, tries whether everything can be written, before and not after them.
    pub fn check(&self, players: &[PlayerSpec], is_played: bool) -> Result<(), Failure> {
        let refused =
            |path: &Path, why: &str| Err(Failure::Usage(format!("cannot write {}: {why}", self.shown(path))));
        let mut taken: Vec<(PathBuf, &str)> = Vec::new();
        taken.extend(self.file.clone().map(|file| (file, "it is the tournament file")));
        taken.extend(
            store_files(&self.store)
                .into_iter()
                .map(|path| (path, "the results of the tournament are saved there")),
        );
        if self.file.as_ref() == Some(&self.store) {
            return refused(&self.store, "it is the tournament file");
        }
        for path in self.reported() {
            if let Some((_, why)) = taken.iter().find(|(other, _)| other == path) {
                return refused(path, why);
            }
            taken.push((path.clone(), "another report is written there too"));
            if !is_played {
                continue;
            }
            let shown = |path: &Path| self.shown(path);
            let is_folder = Some(path) == self.reports.csv.as_ref();
            if is_folder {
                fs::create_dir_all(path)
                    .map_err(|error| output_places::no_folder(path, &error, shown, ""))?;
            }
            let file = if is_folder { &path.join("games.csv") } else { path };
            RecordFile::create(file).map_err(|error| output_places::failed(file, &error, shown, ""))?;
        }
        let is_a_player = |path: &&PathBuf| players.iter().any(|player| player.needs_file(path));
        match self.reported().find(is_a_player).or(Some(&self.store).filter(is_a_player)) {
            Some(path) => {
                let shown = self.shown(path);
                Err(Failure::Usage(format!("{shown} is a player: write to another file")))
            }
            None => Ok(()),
        }
    }
}

/// The real name of a file that may not be there yet.
fn real(path: &Path) -> Result<PathBuf, Failure> {
    if path.as_os_str() == STANDARD_OUTPUT {
        return Ok(path.to_path_buf());
    }
    if let Ok(real) = path.canonicalize() {
        return Ok(real);
    }
    let absolute =
        std::path::absolute(path).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?;
    let folder = absolute.parent().and_then(|folder| folder.canonicalize().ok());
    Ok(match (folder, absolute.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => absolute,
    })
}
