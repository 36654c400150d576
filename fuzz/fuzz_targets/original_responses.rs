#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    gridiron_fuzzing::original_responses::calls(data);
});
