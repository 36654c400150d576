//! The modules in layers, and the test that keeps them so.
//!
//! **Invariant:** a module imports only modules of lower layers. So there are no
//! cycles, and a lower layer can be read and tested without the higher ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Lowest first.
const LAYERS: &[&[&str]] = &[
    &[
        "charge",
        "excerpt",
        "level",
        "line_buffer",
        "os_error",
        "paths",
        "programs",
        "json_path",
        "ipc",
        "proc_stat",
    ],
    &["exit_status", "layer", "limits", "cgroup", "run_delay", "scratch", "syscalls", "user"],
    &["attacks", "file_access", "interpreters", "memory", "notify", "own_folder", "policy", "stopwatch"],
    &["confinement", "monitor", "namespaces", "shared_futex"],
    &["launch", "start_error"],
    &["jail", "report"],
    &["confined", "copy_paths"],
    &["supervisor"],
    &["process"],
    &["survey"],
];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] }).collect()
}

#[test]
fn modules_import_only_lower_layers() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layer_of: BTreeMap<&str, usize> = LAYERS
        .iter()
        .enumerate()
        .flat_map(|(layer, modules)| modules.iter().map(move |module| (*module, layer)))
        .collect();
    let mut edges = Vec::new();
    for path in rust_files(&source) {
        let below = path.strip_prefix(&source).expect("inside");
        let module = below.iter().next().expect("a name").to_str().expect("text").trim_end_matches(".rs");
        if ["lib", "layers"].contains(&module) {
            continue;
        }
        assert!(layer_of.contains_key(module), "{module} has no layer: add it to LAYERS");
        // Comments name modules of any layer.
        let text = fs::read_to_string(&path).expect("text");
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for rest in code.split("crate::").skip(1) {
            let names = match rest.strip_prefix('{') {
                // `crate::{Level, Limits, namespaces, ipc}`, one level of braces.
                Some(list) => list.split_once('}').expect("a closed brace").0,
                None => rest,
            };
            let names = if rest.starts_with('{') { names.split(',').collect() } else { vec![names] };
            for name in names {
                let name: String =
                    name.trim().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                if layer_of.contains_key(name.as_str()) && name != module {
                    edges.push((module.to_string(), name));
                }
            }
        }
    }
    assert!(edges.len() > 20, "the imports were read");
    let layer = |module: &str| layer_of[module];
    let upward: Vec<_> = edges.iter().filter(|(from, to)| layer(from) <= layer(to)).collect();
    assert!(upward.is_empty(), "imports of the same or a higher layer: {upward:?}");
}
