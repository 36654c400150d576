//! What else the machine does: on a busy one, games a second say nothing about spectators.

use std::fs;

/// CPU times, in ticks of the system.
#[derive(Clone, Copy)]
pub struct Times {
    /// Of all cores, at work or not.
    all: f64,
    /// Of all cores at work.
    at_work: f64,
    /// Of the server.
    pub server: f64,
    /// Of this process.
    own: f64,
}

impl Times {
    /// The times up to now, with those of the process that serves.
    pub fn now(server: u32) -> Times {
        let stat = fs::read_to_string("/proc/stat").expect("Linux has it");
        // User, nice, system, idle, waiting for disks, interrupts of two kinds, stolen by another machine.
        let words = stat.lines().next().unwrap_or_default().split_whitespace().skip(1).take(8);
        let times: Vec<f64> = words.map(|word| word.parse().expect("a number")).collect();
        let all: f64 = times.iter().sum();
        let idle: f64 = times.iter().skip(3).take(2).sum();
        Times { all, at_work: all - idle, server: of_process(server), own: of_process(std::process::id()) }
    }

    /// The part of the machine that other processes took since an earlier time.
    pub fn taken_by_others(&self, before: &Times) -> f64 {
        let ours = self.server - before.server + self.own - before.own;
        (self.at_work - before.at_work - ours).max(0.0) / (self.all - before.all).max(1.0)
    }
}

/// The CPU time of all threads of a process.
fn of_process(id: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("it runs");
    // Behind the name in brackets, which may contain anything: user and system time are the 12th and
    // 13th words.
    let words = stat.rsplit_once(')').expect("a name").1.split_whitespace();
    words.skip(11).take(2).map(|word| word.parse::<f64>().expect("a number")).sum()
}
