//! Pages: what people see in a browser, and the files for other programs.
//!
//! A page is one file that asks nobody for anything. The data goes into it as
//! JSON, and plain scripts (`assets`) draw it; all rules stay here, so a board
//! reaches the browser as numbers and what each action changed.

pub mod csv;
pub mod film;
pub mod game;
mod page;
pub mod report;
pub mod svg;
pub mod text;
