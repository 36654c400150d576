//! Which folders an interpreter needs, so that programs in its language can read
//! those and nothing else.
//!
//! What is called `python3` may be a shim, a virtual environment or a link into a home
//! folder. Only the interpreter knows where its parts are, so it is run and asked.
//!
//! **Invariant:** an interpreter is asked without a sandbox, so only programs on the
//! PATH, or where systems install programs, are asked. A bot's own file is never run
//! here.

mod error;
mod inquiry;
mod needed;
mod readable;
mod run;
mod table;
#[cfg(test)]
mod tests;

pub use error::InterpreterError;
pub(crate) use inquiry::search_path;
pub use inquiry::{Interpreter, find_all};
pub(crate) use needed::needed_by;
pub use table::{KNOWN_INTERPRETERS, KnownInterpreter};
