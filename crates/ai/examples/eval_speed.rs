use ai::virus::evaluation::*;
use games::common::cpu::*;
use games::common::rng::Rng;
use games::virus::*;
use games::*;
struct W<'a>(&'a [Virus], &'a Evaluation);
impl Work for W<'_> {
    type Output = i64;
    #[inline(always)]
    fn run(self) -> i64 {
        let mut s = 0i64;
        for _ in 0..20 {
            for p in self.0 {
                s = s * 3 + self.1.margin(p) as i64;
            }
        }
        s
    }
}
fn main() {
    let mut rng = Rng::new(1);
    let mut v = vec![];
    while v.len() < 100000 {
        let mut p = Virus::start(&Options::default(), v.len() as u64);
        while p.status().outcome().is_none() {
            v.push(p);
            let mut a = p.actions();
            let n = a.len() as u32;
            let m = a.nth(rng.below(n) as usize).unwrap();
            drop(a);
            p.play(m);
        }
    }
    let e = Evaluation::stones();
    let t = std::time::Instant::now();
    let s = accelerated(W(&v, &e));
    println!("{s} {:.1} ns", t.elapsed().as_nanos() as f64 / (20 * v.len()) as f64);
}
