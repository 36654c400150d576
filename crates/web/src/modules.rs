//! Joins ES modules into one script, for pages that are one file.
//!
//! It knows only what our own files need: named imports at the top, and `export` before
//! a declaration. Whatever else it finds is an error, so that nothing is joined wrongly.

use std::collections::{BTreeMap, BTreeSet};

/// A module as it stands in its file.
#[derive(Debug, Default)]
struct Module {
    /// The imported names, by the module that exports them.
    imports: BTreeMap<String, BTreeSet<String>>,
    /// All names declared at the top level, and whether they are exported.
    names: BTreeMap<String, bool>,
    /// The file without its imports and without `export`.
    body: String,
}

/// Joins modules and all that they import, each after those it imports itself.
/// `read` finds the text of a module by its name.
pub(crate) fn flatten<'a>(
    entries: &[&str],
    read: impl Fn(&str) -> Option<&'a str>,
) -> Result<String, String> {
    let mut joined = Joined { read, modules: BTreeMap::new(), order: Vec::new() };
    for entry in entries {
        joined.add(entry, &mut Vec::new())?;
    }
    let mut owners = BTreeMap::new();
    let mut script = String::new();
    for name in &joined.order {
        let module = &joined.modules[name];
        for declared in module.names.keys() {
            if let Some(other) = owners.insert(declared, name) {
                return Err(format!("{name} and {other} both declare {declared}"));
            }
        }
        script.push_str(&module.body);
    }
    Ok(script)
}

/// An entry and all modules that it imports, each after those it imports itself.
pub(crate) fn needed_by<'a>(
    entry: &str,
    read: impl Fn(&str) -> Option<&'a str>,
) -> Result<Vec<String>, String> {
    let mut joined = Joined { read, modules: BTreeMap::new(), order: Vec::new() };
    joined.add(entry, &mut Vec::new())?;
    Ok(joined.order)
}

/// Modules in the order in which they can run.
struct Joined<F> {
    read: F,
    modules: BTreeMap<String, Module>,
    order: Vec<String>,
}

impl<'a, F: Fn(&str) -> Option<&'a str>> Joined<F> {
    /// Adds a module after those that it imports. `path` leads from the entry to it.
    fn add(&mut self, name: &str, path: &mut Vec<String>) -> Result<(), String> {
        if path.iter().any(|it| it == name) {
            return Err(format!("{name} imports itself, by way of {}", path.join(", ")));
        }
        if self.modules.contains_key(name) {
            return Ok(());
        }
        let text = (self.read)(name).ok_or_else(|| format!("there is no module {name}"))?;
        let module = Module::parse(text).map_err(|error| format!("{name}: {error}"))?;
        path.push(name.to_string());
        for (from, wanted) in &module.imports {
            let from = resolve(name, from)?;
            self.add(&from, path)?;
            for it in wanted {
                if self.modules[&from].names.get(it) != Some(&true) {
                    return Err(format!("{name} imports {it}, which {from} does not export"));
                }
            }
        }
        path.pop();
        self.modules.insert(name.to_string(), module);
        self.order.push(name.to_string());
        Ok(())
    }
}

/// The module that `./dom.js` or `../dom.js` means inside another.
fn resolve(inside: &str, path: &str) -> Result<String, String> {
    let folder = inside.rsplit_once('/').map(|(folder, _)| folder);
    match (path.strip_prefix("./"), path.strip_prefix("../"), folder) {
        (Some(rest), None, None) => Ok(rest.to_string()),
        (Some(rest), None, Some(folder)) => Ok(format!("{folder}/{rest}")),
        (None, Some(rest), Some(_)) => Ok(rest.to_string()),
        _ => Err(format!("{inside} imports {path}: expected ./NAME or ../NAME")),
    }
}

impl Module {
    fn parse(text: &str) -> Result<Module, String> {
        let mut module = Module::default();
        let mut rest = text;
        let mut is_head = true;
        while let Some((line, after)) = rest.split_once('\n') {
            if line.starts_with("import") {
                if !is_head {
                    return Err(format!("an import below other code: {line}"));
                }
                let (statement, after) = rest.split_once(";\n").ok_or("an import without an end")?;
                module.add_import(statement)?;
                rest = after;
                continue;
            }
            let is_comment = line.is_empty() || line.starts_with("//");
            is_head &= is_comment;
            module.add_line(line)?;
            rest = after;
        }
        if !rest.is_empty() {
            return Err("the last line has no end".to_string());
        }
        let code = without_comments(&module.body);
        for name in module.imports.values().flatten() {
            if !code.split(|letter| !is_of_name(letter)).any(|word| word == name) {
                return Err(format!("{name} is imported and not used"));
            }
            if module.names.contains_key(name) {
                return Err(format!("{name} is imported and declared"));
            }
        }
        if code.contains("import(") || code.contains("import.meta") {
            return Err("only import statements can be joined".to_string());
        }
        Ok(module)
    }

    /// Reads `import { a, b } from "./c.js"`, on one line or several.
    fn add_import(&mut self, statement: &str) -> Result<(), String> {
        let parts = statement
            .strip_prefix("import {")
            .and_then(|it| it.split_once("} from \""))
            .and_then(|(names, path)| Some((names, path.strip_suffix('"')?)));
        let Some((names, path)) = parts else { return Err(format!("cannot join {statement}")) };
        let wanted = self.imports.entry(path.to_string()).or_default();
        for name in names.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            if !name.chars().all(is_of_name) {
                return Err(format!("cannot join the import of {name}"));
            }
            if !wanted.insert(name.to_string()) {
                return Err(format!("{name} is imported twice"));
            }
        }
        Ok(())
    }

    /// A line outside imports: kept, without `export`, and read for what it declares.
    fn add_line(&mut self, line: &str) -> Result<(), String> {
        let exported = line.strip_prefix("export ");
        let kept = exported.unwrap_or(line);
        let declared = ["const ", "let ", "function ", "async function ", "class "]
            .iter()
            .find_map(|word| kept.strip_prefix(word))
            .map(declared_names);
        match declared {
            Some(None) => return Err(format!("cannot read what this declares: {line}")),
            Some(Some(names)) => {
                for name in names {
                    if self.names.insert(name.to_string(), exported.is_some()).is_some() {
                        return Err(format!("{name} is declared twice"));
                    }
                }
            }
            None if line.starts_with("export")
                || line.starts_with("var ")
                || line.starts_with("function*") =>
            {
                return Err(format!("cannot join {line}"));
            }
            None => {}
        }
        self.body.push_str(kept);
        self.body.push('\n');
        Ok(())
    }
}

/// The names that a declaration begins with: `a`, `[, a = "", b]` or `{ a, b }`. `None` for all else.
fn declared_names(declaration: &str) -> Option<Vec<&str>> {
    let list = [('[', ']'), ('{', '}')].iter().find_map(|(begin, end)| {
        let (list, rest) = declaration.strip_prefix(*begin)?.split_once(*end)?;
        Some(if rest.starts_with(" = ") { list } else { "?" })
    });
    let names: Vec<&str> = match list {
        Some(list) => {
            let names = list.split(',').map(|it| it.split_once(" = \"\"").map_or(it, |(name, _)| name));
            names.map(str::trim).filter(|it| !it.is_empty()).collect()
        }
        None => vec![declaration.split(|letter| !is_of_name(letter)).next()?],
    };
    let are_names =
        !names.is_empty() && names.iter().all(|name| !name.is_empty() && name.chars().all(is_of_name));
    are_names.then_some(names)
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

/// The code without comments in `/* */` and lines of comments: both may name other modules' types.
fn without_comments(body: &str) -> String {
    let parts = body.split("/*").enumerate().map(|(at, part)| match part.split_once("*/") {
        Some((_, after)) if at > 0 => after,
        _ => part,
    });
    let code: String = parts.collect();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins modules from a table; the first is the entry.
    fn join(modules: &[(&str, &'static str)]) -> Result<String, String> {
        flatten(&[modules[0].0], |name| modules.iter().find(|(it, _)| *it == name).map(|(_, text)| *text))
    }

    #[test]
    fn modules_are_joined_after_those_they_import() {
        let joined = join(&[
            (
                "page.js",
                "// The page.\n\nimport { a } from \"./a.js\";\nimport {\n  b,\n  B,\n} from \"./b.js\";\n\na(b, B);\n",
            ),
            ("a.js", "import { b } from \"./b.js\";\nexport const a = () => b;\n"),
            ("b.js", "export let b = 1;\nexport class B {}\nconst [, own, more = \"\"] = [1, 2];\n"),
        ]);
        let expected = "let b = 1;\nclass B {}\nconst [, own, more = \"\"] = [1, 2];\nconst a = () => b;\n// The page.\n\n\na(b, B);\n";
        assert_eq!(joined.as_deref(), Ok(expected));
    }

    #[test]
    fn types_of_other_modules_may_be_named_in_comments() {
        let text = "/** @param {import(\"./b.js\").B} b */\nconst a = (b) => b;\n";
        assert_eq!(join(&[("a.js", text)]).as_deref(), Ok(text));
    }

    #[test]
    fn folders_see_each_other() {
        let joined = join(&[
            ("rules/page.js", "import { a } from \"../a.js\";\nimport { b } from \"./b.js\";\na(b);\n"),
            ("a.js", "import { c } from \"./rules/c.js\";\nexport const a = c;\n"),
            ("rules/b.js", "export const b = 2;\n"),
            ("rules/c.js", "export const c = 3;\n"),
        ]);
        assert_eq!(joined.as_deref(), Ok("const c = 3;\nconst a = c;\nconst b = 2;\na(b);\n"));
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        const B: &str = "export const b = 1;\nconst hidden = 2;\n";
        for (text, expected) in [
            ("import { b } from \"./none.js\";\nb();\n", "there is no module none.js"),
            (
                "import { hidden } from \"./b.js\";\nhidden();\n",
                "a.js imports hidden, which b.js does not export",
            ),
            ("import { c } from \"./b.js\";\nc();\n", "a.js imports c, which b.js does not export"),
            ("import { b } from \"./b.js\";\n// b\nx.bb(/* b */);\n", "a.js: b is imported and not used"),
            ("import { b } from \"./b.js\";\nconst b = b;\n", "a.js: b is imported and declared"),
            ("import { b, b } from \"./b.js\";\nb();\n", "a.js: b is imported twice"),
            ("import { b as c } from \"./b.js\";\nc();\n", "a.js: cannot join the import of b as c"),
            ("import b from \"./b.js\";\nb();\n", "a.js: cannot join import b from \"./b.js\""),
            ("import \"./b.js\";\n", "a.js: cannot join import \"./b.js\""),
            ("import * as b from \"./b.js\";\n", "a.js: cannot join import * as b from \"./b.js\""),
            ("import { b } from \"b\";\nb();\n", "a.js imports b: expected ./NAME or ../NAME"),
            ("import { b } from \"../b.js\";\nb();\n", "a.js imports ../b.js: expected ./NAME or ../NAME"),
            (
                "x();\nimport { b } from \"./b.js\";\nb();\n",
                "a.js: an import below other code: import { b } from \"./b.js\";",
            ),
            ("import { b } from \"./b.js\"\n", "a.js: an import without an end"),
            ("const b = import(\"./b.js\");\n", "a.js: only import statements can be joined"),
            ("export default 1;\n", "a.js: cannot join export default 1;"),
            ("export { b };\n", "a.js: cannot join export { b };"),
            ("const [b = 2] = [1];\n", "a.js: cannot read what this declares: const [b = 2] = [1];"),
            ("const { b: [c] } = x;\n", "a.js: cannot read what this declares: const { b: [c] } = x;"),
            ("const [b, hidden] = [1];\nlet hidden = 3;\n", "a.js: hidden is declared twice"),
            ("const b = 1;\nlet b = 2;\n", "a.js: b is declared twice"),
            ("var b = 1;\n", "a.js: cannot join var b = 1;"),
            ("import { b } from \"./b.js\";\nconst hidden = b;\n", "a.js and b.js both declare hidden"),
            ("import { a } from \"./a.js\";\nexport const b = a;\n", "a.js imports itself, by way of a.js"),
            ("b()", "a.js: the last line has no end"),
        ] {
            assert_eq!(join(&[("a.js", text), ("b.js", B)]).expect_err(text), expected);
        }
        let circle = [
            ("a.js", "import { b } from \"./b.js\";\nexport const a = b;\n"),
            ("b.js", "import { a } from \"./a.js\";\nexport const b = a;\n"),
        ];
        assert_eq!(join(&circle).expect_err("a circle"), "a.js imports itself, by way of a.js, b.js");
    }
}
