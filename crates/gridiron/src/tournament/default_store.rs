//! Where a tournament that is given on the command line is kept, if `--store` does not say.

use std::path::PathBuf;

use games::common::rng::derive;
use league::SeedRule;
use league::event::Event;
use referee::ChargeBy;

use crate::seeds::Seed;

/// The same command finds its tournament again, and another one does not.
pub fn find(event: &Event, seed: Seed, is_charge_default: bool) -> PathBuf {
    let players = event.players.iter().map(|player| player.spec.about().spec.clone());
    let players: Vec<String> = players.collect();
    let named_by = |seed: &str, charge: ChargeBy| {
        let mut settings = event.settings();
        settings.insert("seed".into(), seed.into());
        settings.insert("clock_by".into(), charge.word().into());
        // Every command of this version has the same.
        settings.remove(SeedRule::SETTING);
        let short = derive(0, &format!("{settings:?} {players:?}")) & 0xff_ffff;
        PathBuf::from(format!("{}-{short:06x}.db", event.conditions.entry.name))
    };
    let (number, charge) = (seed.number.to_string(), event.conditions.charge);
    // A drawn seed is another each time, and stands in the store.
    let store = named_by(if seed.is_drawn { "drawn" } else { &number }, charge);
    // Version 0.1 took seed 1 and CPU time.
    let old_charge = if is_charge_default && charge != ChargeBy::Wall { ChargeBy::Cpu } else { charge };
    let old_store = named_by(if seed.is_drawn { "1" } else { &number }, old_charge);
    if old_store.exists() && !store.exists() { old_store } else { store }
}
