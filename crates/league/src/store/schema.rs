//! The tables of a store, and how older ones become newer ones.

use rusqlite::Connection;

use super::{OpenProblem, checksum};

/// Stands in the file's header: SQLite's own `file` entry tells it apart.
const APPLICATION: i32 = 0x4752_4431;

/// What turns each version of the tables into the next. Never change one that
/// was released: add another.
const MIGRATIONS: [&str; 2] = [
    "
    -- What was decided when the tournament began. It may not change while it lasts.
    CREATE TABLE settings (
        name  TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- One row for each state of a program: results of two states are not mixed.
    CREATE TABLE players (
        id      INTEGER PRIMARY KEY,
        name    TEXT NOT NULL,
        spec    TEXT NOT NULL,
        version TEXT NOT NULL,
        aside   TEXT,                        -- why it was set aside, if it was: `crashes 4` or `changed`
        retired INTEGER NOT NULL DEFAULT 0   -- 1: kept, but no longer counted
    ) STRICT;
    CREATE UNIQUE INDEX one_of_a_name ON players (name) WHERE retired = 0;

    -- Two games with the same seed, seats swapped. In the order of their ends.
    CREATE TABLE pairs (
        id       INTEGER PRIMARY KEY,
        round    INTEGER NOT NULL,
        first    INTEGER NOT NULL REFERENCES players,
        second   INTEGER NOT NULL REFERENCES players,
        leg      INTEGER NOT NULL,
        seed     INTEGER NOT NULL,
        ended_ms INTEGER NOT NULL,
        forfeits INTEGER                     -- null: played; else 1 the first, 2 the second, 3 both
    ) STRICT;
    -- Whatever happens, a pair counts once.
    CREATE UNIQUE INDEX each_pair_once ON pairs (min(first, second), max(first, second), round, leg);

    -- In game 0 the first player sits on seat 0, in game 1 on seat 1.
    CREATE TABLE games (
        pair           INTEGER NOT NULL REFERENCES pairs,
        game           INTEGER NOT NULL,
        half_points    INTEGER NOT NULL,     -- of the first player: 0 lost, 1 drawn, 2 won
        margin         INTEGER NOT NULL,     -- of the first player
        cause          TEXT NOT NULL,
        actions        INTEGER NOT NULL,
        faults_first   TEXT,                 -- as in `illegal 3,time 1`
        faults_second  TEXT,
        unasked_first  INTEGER NOT NULL,
        unasked_second INTEGER NOT NULL,
        answers_first  INTEGER NOT NULL,
        answers_second INTEGER NOT NULL,
        total_ns_first    INTEGER NOT NULL,
        total_ns_second   INTEGER NOT NULL,
        longest_ns_first  INTEGER NOT NULL,
        longest_ns_second INTEGER NOT NULL,
        blamed         INTEGER,              -- 0 the first, 1 the second player
        blame          TEXT,                 -- what went wrong, for its author
        PRIMARY KEY (pair, game)
    ) STRICT, WITHOUT ROWID;

    -- Whole games as docs/record.md describes them, compressed by zlib.
    CREATE TABLE records (
        pair   INTEGER NOT NULL REFERENCES pairs,
        game   INTEGER NOT NULL,
        record BLOB NOT NULL,
        PRIMARY KEY (pair, game)
    ) STRICT;

    -- What happened beside games: bots set aside, draws of lots, new versions.
    CREATE TABLE journal (
        id    INTEGER PRIMARY KEY,
        at_ms INTEGER NOT NULL,
        words TEXT NOT NULL,                 -- for people
        note  TEXT NOT NULL                  -- the same as a value in JSON
    ) STRICT;
",
    "
    -- A checksum of the row, so that damage is noticed; that of a pair covers its games.
    ALTER TABLE settings ADD COLUMN checksum INTEGER;
    ALTER TABLE players ADD COLUMN checksum INTEGER;
    ALTER TABLE pairs ADD COLUMN checksum INTEGER;
    ALTER TABLE records ADD COLUMN checksum INTEGER;
    ALTER TABLE journal ADD COLUMN checksum INTEGER;
",
];

/// Brings the tables up to date, all at once or not at all. Returns their version.
pub fn migrate(connection: &mut Connection) -> Result<usize, OpenProblem> {
    let version = version(connection)?;
    if version == MIGRATIONS.len() {
        return Ok(version);
    }
    let transaction = connection.transaction()?;
    for migration in &MIGRATIONS[version..] {
        transaction.execute_batch(migration)?;
    }
    if version < checksum::SINCE {
        checksum::seal_all(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i32)?;
    transaction.commit()?;
    Ok(MIGRATIONS.len())
}

/// The version of the tables of a store that is only read: this or an earlier one.
pub fn readable_version(connection: &Connection) -> Result<usize, OpenProblem> {
    match version(connection)? {
        0 => Err(OpenProblem::Empty),
        version => Ok(version),
    }
}

/// The version of the tables; 0 in a new file.
pub fn version(connection: &Connection) -> Result<usize, OpenProblem> {
    let pragma =
        |name: &str| -> rusqlite::Result<i32> { connection.pragma_query_value(None, name, |row| row.get(0)) };
    let (application, found) = (pragma("application_id")?, pragma("user_version")?);
    let is_empty: bool =
        connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && !is_empty {
        return Err(OpenProblem::NotATournament);
    }
    let known = MIGRATIONS.len();
    match usize::try_from(found) {
        Ok(version) if version <= known => Ok(version),
        _ => Err(OpenProblem::TooNew { found, known }),
    }
}
