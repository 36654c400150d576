//! What several games share: bit sets, random numbers, words, options, draw rules,
//! openings.

pub mod bits;
pub mod cpu;
pub mod draws;
pub mod notation;
pub mod opening;
pub mod options;
pub mod rng;
pub mod suggest;
pub mod units;
pub mod words;
