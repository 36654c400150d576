//! JSON in which one value was changed: whoever reads it must notice. The tests of
//! `referee` include this file too.

use serde_json::{Value, json};

/// The paths, as keys and indexes, of all values that hold no others.
pub fn leaves(value: &Value) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    collect_leaves(value, &mut Vec::new(), &mut paths);
    paths
}

fn collect_leaves(value: &Value, at: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Array(values) => {
            values.iter().enumerate().map(|(key, value)| (key.to_string(), value)).collect()
        }
        Value::Object(values) => values.iter().map(|(key, value)| (key.clone(), value)).collect(),
        _ => return paths.push(at.clone()),
    };
    for (key, value) in children {
        at.push(key);
        collect_leaves(value, at, paths);
        at.pop();
    }
}

/// A copy with another value at the path of a leaf.
pub fn with_change(whole: &Value, path: &[String]) -> Value {
    let mut changed = whole.clone();
    let leaf = path.iter().fold(&mut changed, |value, key| match key.parse::<usize>() {
        Ok(index) if value.is_array() => &mut value[index],
        _ => &mut value[key.as_str()],
    });
    *leaf = match leaf {
        Value::Number(number) => json!(number.as_i64().map_or(1, |number| number.wrapping_add(1))),
        Value::String(text) => json!(format!("{text}x")),
        _ => json!(1),
    };
    changed
}
