//! A short run of every fuzz target, the same each time: the inputs of
//! `fuzz/seeds`, and changes of them. No input may panic or take much memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use games::common::rng::Rng;
use gridiron_fuzzing::mutation::mutate;
use gridiron_fuzzing::{TARGETS, Target};
use league::store::packing;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// What no input may take, in bytes.
const MOST_MEMORY: isize = 1 << 30;

/// Counts what each thread has allocated: tests run beside each other.
struct Counting;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    let now = NOW.get() + bytes;
    NOW.set(now);
    PEAK.set(PEAK.get().max(now));
}

// SAFETY: every call goes to the system's allocator unchanged. The counters are plain
// numbers without a destructor, so counting neither allocates nor fails.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the promises of `dealloc`.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the promises of `realloc`.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn find(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target")
}

/// The committed inputs of a target, by name.
fn seeds(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = repository().join("fuzz/seeds").join(target.name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut seeds: Vec<(String, Vec<u8>)> = files
        .map(|file| file.expect("a file").path())
        .map(|path| (path.display().to_string(), fs::read(&path).expect("a file")))
        .collect();
    seeds.sort();
    assert!(seeds.len() >= 3, "{}: too few inputs", folder.display());
    seeds
}

/// Runs one input. If it fails, the input is kept, and the text says where.
fn run(target: &Target, name: &str, input: &[u8]) -> bool {
    PEAK.set(NOW.get());
    let before = NOW.get();
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let taken = PEAK.get() - before;
    if result.is_err() || taken > MOST_MEMORY {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}", target.name));
        fs::write(&kept, input).expect("room");
        eprintln!("{}: {name}, {} bytes, took {taken} bytes: {}", target.name, input.len(), kept.display());
    }
    assert!(taken <= MOST_MEMORY, "{taken} bytes of memory");
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Runs the seeds, then so many changes of them.
fn run_shortly(name: &str, changes: u32) {
    let target = find(name);
    let seeds = seeds(target);
    let accepted = seeds.iter().filter(|(file, input)| run(target, file, input)).count();
    assert!(accepted * 4 >= seeds.len(), "only {accepted} of {} seeds are good inputs", seeds.len());
    let inputs: Vec<Vec<u8>> = seeds.into_iter().map(|(_, input)| input).collect();
    let mut rng = Rng::for_purpose(1, name);
    let mut accepted = 0;
    for number in 0..changes {
        accepted += u32::from(run(target, &format!("change {number}"), &mutate(&inputs, &mut rng)));
    }
    // Else the changes test nothing but the first check of a reader.
    assert!((changes / 100..changes).contains(&accepted), "{accepted} of {changes} changes were accepted");
    println!("{accepted} of {changes} changes were accepted");
    // Also what is not written in Rust, such as SQLite.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
    let kilobytes: isize = peak.map_or(0, |peak| peak.trim().parse().expect("a number"));
    assert!(kilobytes * 1024 < MOST_MEMORY, "{kilobytes} kB of memory");
}

/// A few kilobytes of a store become a long text. What is read from it is longer still.
#[test]
fn packed_records_stay_small_in_memory() {
    /// What a byte of text may take.
    const FACTOR: usize = 12;
    const { assert!(packing::LARGEST * FACTOR < MOST_MEMORY as usize) };
    let action = r#"{"seat":0,"turn":1,"action":"","reply":""},"#;
    for (place, piece) in [
        (r#"{"start":["#, "[],"),
        (r#"{"start":[["#, "1,"),
        (r#"{"final":["#, "[],"),
        (r#"{"options":{"a":["#, "[],"),
        (r#"{"options":{"a":["#, "{},"),
        (r#"{"options":{"#, r#""":1,"#),
        (r#"{"actions":["#, action),
        (r#"{"unknown":["#, "[],"),
    ] {
        // One more than a power of two: lists have just doubled their room.
        let text = [place, &piece.repeat((1 << 16) + 1)].concat();
        let packed = compress_to_vec_zlib(text.as_bytes(), 1);
        let before = NOW.get();
        PEAK.set(before);
        assert!(packing::unpack(&packed).is_err(), "{place}{piece}");
        let taken = (PEAK.get() - before) as usize;
        assert!(taken < FACTOR * text.len(), "{place}{piece}: {taken} bytes for {}", text.len());
    }
}

macro_rules! short_runs {
    ($($target:ident: $changes:literal,)*) => {
        $(
            #[test]
            fn $target() {
                run_shortly(stringify!($target), $changes);
            }
        )*

        #[test]
        fn every_target_has_a_short_run_and_a_program_for_the_fuzzer() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$(stringify!($target)),*]);
            let manifest = fs::read_to_string(repository().join("fuzz/Cargo.toml")).expect("a file");
            for name in names {
                let path = format!("fuzz_targets/{name}.rs");
                assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"{path}\"")), "{name}");
                assert!(repository().join("fuzz").join(path).is_file(), "{name}");
            }
        }
    };
}

short_runs! {
    plantation: 400,
    virus: 3_000,
    conga: 3_000,
    records: 5_000,
    rules_files: 10_000,
    tournament_files: 10_000,
    bot_lines: 3_000,
    original_responses: 3_000,
    solve_tables: 5_000,
    stores: 1_000,
}
