//! Runs a stranger's program.
