#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    gridiron_fuzzing::stores::store(data);
});
