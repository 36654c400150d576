//! chores
use games::common::rng::Rng;
use games::perft::*;
use games::*;
use std::time::Instant;
fn t<R: std::fmt::Debug>(name: &str, f: impl Fn() -> (u64, R)) {
    let only = std::env::args().nth(1).unwrap_or_default();
    if !name.contains(&only) {
        return;
    }
    let mut all = vec![];
    let begin = Instant::now();
    while begin.elapsed().as_secs_f64() < 1.5 {
        let s = Instant::now();
        let (n, _) = f();
        all.push(n as f64 / s.elapsed().as_secs_f64());
    }
    all.sort_by(f64::total_cmp);
    let best = all[all.len() - 1];
    let med = all[all.len() / 2];
    println!("{name:30} {:10.1} {:10.1} M/s {:?}", best / 1e6, med / 1e6, f().1);
}
fn main() {
    let v = virus::Virus::start(&virus::Options::default(), 1);
    let yard = || {
        let mut x = 1u64;
        let s = Instant::now();
        for _ in 0..20_000_000u64 {
            x = std::hint::black_box(x.wrapping_mul(6364136223846793005)).wrapping_add(1442695040888963407);
        }
        std::hint::black_box(x);
        20e6 / s.elapsed().as_secs_f64()
    };
    println!("yard {:.1}", (0..10).map(|_| yard()).fold(0.0, f64::max) / 1e6);
    t("virus perft leaves 8", || {
        let n = perft_making_leaves(&v, 8);
        (n, n)
    });
    t("virus perft bulk 8", || {
        let n = perft(&v, 8);
        (n, n)
    });
    t("virus playouts", || {
        let n = playouts(&v, 100_000, 1000, &mut Rng::new(1));
        (n, n)
    });
    let c = conga::Position::start(&conga::Options::default(), 1);
    t("conga perft leaves 7", || {
        let n = perft_making_leaves(&c, 8);
        (n, n)
    });
    t("conga perft bulk 8", || {
        let n = perft(&c, 9);
        (n, n)
    });
    t("conga playouts", || {
        let n = playouts(&c, 30_000, 400, &mut Rng::new(1));
        (n, n)
    });
    for (name, dumb) in [("plantation random-dumb", true), ("plantation weighted", false)] {
        use ai::plantation::*;
        let o = games::common::options::OptionValues::defaults(Random::OPTIONS);
        let options = Default::default();
        t(name, || {
            let mut n = 0;
            let mut score = 0;
            let mut d = [RandomDumb::new(1), RandomDumb::new(2)];
            let mut r = [Random::new(&o, 1), Random::new(&o, 2)];
            for seed in 0..2000 {
                let mut g = plantation::Small::start(&options, seed);
                n += if dumb {
                    ai::contest::contest(&mut g, &mut d)
                } else {
                    ai::contest::contest(&mut g, &mut r)
                };
                score += g.status().outcome().unwrap().score;
            }
            (n, score)
        });
    }
}
