#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    gridiron_fuzzing::game_lines::conga(data);
});
