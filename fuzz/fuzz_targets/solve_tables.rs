#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    gridiron_fuzzing::solve_tables::table(data);
});
