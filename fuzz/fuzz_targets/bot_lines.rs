#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    gridiron_fuzzing::bot_lines::keyword_lines(data);
});
