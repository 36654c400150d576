//! Reading and writing the files of records.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Record;
use crate::plain_words::in_plain_words;

/// Why no records were read from a file.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file holds a list instead of one record on each line.
    #[error("not a record: line 1, column 1: expected an object; write one record on each line, not a list")]
    List,
    /// The file ends in the middle of a record.
    #[error("not a record: line {line}, column {column}: the file ends in the middle of a record")]
    CutOff {
        /// Counts from 1.
        line: usize,
        /// Counts from 1.
        column: usize,
    },
    /// A value is missing, or not allowed.
    #[error("not a record: line {line}, column {column}: {message}")]
    Invalid {
        /// Counts from 1.
        line: usize,
        /// Counts from 1; the value ends here.
        column: usize,
        /// What is wrong, and what is allowed.
        message: String,
    },
    /// The file is empty.
    #[error("not a record: the file is empty")]
    Empty,
}

/// Reads the records of a file: one, or one on each line.
pub fn read(path: &Path) -> Result<Vec<Record>, ReadError> {
    let bytes = fs::read(path)?;
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(ReadError::List);
    }
    let mut records = Vec::new();
    for record in serde_json::Deserializer::from_slice(&bytes).into_iter::<Record>() {
        records.push(record.map_err(|error| invalid(&error))?);
    }
    if records.is_empty() { Err(ReadError::Empty) } else { Ok(records) }
}

fn invalid(error: &serde_json::Error) -> ReadError {
    // A file that ends after a newline ends in column 0.
    let (line, column) = (error.line(), error.column().max(1));
    if error.is_eof() {
        return ReadError::CutOff { line, column };
    }
    ReadError::Invalid { line, column, message: in_plain_words(&without_place(error), "an object") }
}

/// The message of an error; its place has fields of its own.
pub(crate) fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(message, _)| message.to_string())
}

/// What is wrong with the JSON of one record, in plain words.
pub fn json_problem(error: &serde_json::Error) -> String {
    invalid(error).to_string()
}

/// A file to which a record will be written. Opening it is tried at once, so that an
/// error shows before the game.
///
/// **Invariant:** the target is either unchanged or holds the whole record.
pub struct RecordFile {
    target: PathBuf,
    /// A file beside the target; the target itself if that is a device or a pipe.
    part: PathBuf,
}

impl RecordFile {
    /// Tries to create a file beside the target and removes it again, so that an
    /// interrupted game leaves no file behind.
    pub fn create(path: &Path) -> io::Result<RecordFile> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        // The file that a link leads to, so that the link stays.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if target.exists() && !target.is_file() {
            return Ok(RecordFile { part: target.clone(), target });
        }
        let mut name = target.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let part = target.with_file_name(name);
        File::create(&part)?;
        fs::remove_file(&part)?;
        Ok(RecordFile { target, part })
    }

    /// Writes the record beside the target and renames it.
    pub fn finish(self, record: &Record) -> io::Result<()> {
        let mut text = serde_json::to_string(record)?;
        text.push('\n');
        self.finish_text(&text)
    }

    /// The same for any text, such as a page that shows the record.
    pub fn finish_text(self, text: &str) -> io::Result<()> {
        self.finish_bytes(text.as_bytes())
    }

    /// The same for any file, such as a picture of the game.
    pub fn finish_bytes(self, bytes: &[u8]) -> io::Result<()> {
        if self.part == self.target {
            return fs::write(&self.target, bytes);
        }
        self.put_in_place(bytes).inspect_err(|_| {
            let _ = fs::remove_file(&self.part);
        })
    }

    fn put_in_place(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create(&self.part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&self.part, &self.target)
    }
}
