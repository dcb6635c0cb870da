//! Rust files that nothing compiles: no `mod` names them, so their code never runs and their tests never fail.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::shell::{Outcome, root};
use crate::source::{files, relative};

/// Names every `.rs` file of a crate that no `mod`, `#[path]` or `include!` reaches from what cargo builds.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(root().join("crates")).map_err(|e| e.to_string())?.flatten().map(|e| e.path()).collect();
    folders.push(root().join("xtask"));
    folders.sort();
    for folder in folders.iter().filter(|f| f.join("Cargo.toml").exists()) {
        let orphans = orphans(folder)?;
        breaches.extend(orphans.iter().map(|path| format!("{}: no `mod` names this file", relative(path))));
    }
    Ok(())
}

/// Files of one crate that are never compiled.
fn orphans(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let sources: Vec<PathBuf> = files(folder).into_iter().filter(|p| p.extension().is_some_and(|e| e == "rs")).collect();
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).map_err(|e| e.to_string())?;
    let mut reached: BTreeSet<PathBuf> = BTreeSet::new();
    for target in sources.iter().filter(|p| is_target(p.strip_prefix(folder).unwrap_or(p), &manifest)) {
        reach(target, true, &mut reached);
    }
    Ok(sources.into_iter().filter(|p| !reached.contains(p)).collect())
}

/// What cargo builds by itself, or because the manifest says so.
fn is_target(inside: &Path, manifest: &str) -> bool {
    let parts: Vec<&str> = inside.iter().filter_map(|p| p.to_str()).collect();
    let is_known =
        matches!(
            parts.as_slice(),
            ["build.rs"] | ["src", "lib.rs" | "main.rs"] | ["src", "bin", _] | ["tests" | "examples" | "benches", _]
        ) || matches!(parts.as_slice(), ["tests" | "examples" | "benches", _, "main.rs"] | ["src", "bin", _, "main.rs"]);
    is_known || manifest.contains(&format!("path = \"{}\"", parts.join("/")))
}

/// Walks from a file to those that it names. A crate's root and `mod.rs` have their modules beside them, others in a folder
/// of their own name.
fn reach(file: &Path, is_root: bool, reached: &mut BTreeSet<PathBuf>) {
    let Ok(text) = std::fs::read_to_string(file) else { return };
    if !reached.insert(file.to_owned()) {
        return;
    }
    let folder = file.parent().unwrap_or(file);
    let below = match file.file_stem() {
        Some(stem) if !is_root && stem != "mod" => folder.join(stem),
        _ => folder.to_owned(),
    };
    for named in named(&text) {
        match named {
            ItemKind::Module(name) => {
                reach(&below.join(format!("{name}.rs")), false, reached);
                reach(&below.join(name).join("mod.rs"), false, reached);
            }
            // A file that is named has its own modules beside it.
            ItemKind::File(path) => reach(&normal(&folder.join(path)), true, reached),
        }
    }
}

/// `a/../b` is `b`.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        if part == std::path::Component::ParentDir {
            out.pop();
        } else {
            out.push(part);
        }
    }
    out
}

#[derive(Debug, PartialEq, Eq)]
enum ItemKind {
    Module(String),
    File(String),
}

/// `mod x;`, `#[path = "x.rs"]` and `include!("x.rs")` of a source text.
fn named(text: &str) -> Vec<ItemKind> {
    let mut out = Vec::new();
    let mut has_path = false;
    for line in text.lines().map(str::trim).filter(|l| !l.starts_with("//")) {
        for begin in ["#[path = \"", "include!(\""] {
            if let Some((_, rest)) = line.split_once(begin) {
                out.push(ItemKind::File(rest.split('"').next().unwrap_or_default().to_owned()));
                has_path |= begin.starts_with('#');
            }
        }
        let code = line.rsplit("] ").next().unwrap_or(line);
        let code = match code.strip_prefix("pub") {
            Some(rest) => rest.trim_start_matches(|c| c != ' ').trim_start(),
            None => code,
        };
        if let Some(name) = code.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'))
            && !std::mem::take(&mut has_path)
        {
            out.push(ItemKind::Module(name.trim().to_owned()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_and_paths_are_read() {
        let text = "//! mod no;\nmod a;\npub(crate) mod b;\n#[cfg(test)] mod c;\nmod inline {\n}\n#[path = \"x/y.rs\"]\nmod d;\npub mod e;";
        let module = |name: &str| ItemKind::Module(name.to_owned());
        assert_eq!(named(text), [module("a"), module("b"), module("c"), ItemKind::File("x/y.rs".into()), module("e")]);
    }

    #[test]
    fn f12_a_file_that_nothing_names_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("Cargo.toml", "[[test]]\nname = \"it\"\npath = \"tests/it/main.rs\"\n");
        write("src/lib.rs", "mod a;\nmod b;\n");
        write("src/a.rs", "mod inner;\n#[cfg(test)]\n#[path = \"a_tests.rs\"]\nmod tests;\n");
        write("src/a/inner.rs", "");
        write("src/a_tests.rs", "");
        write("src/b/mod.rs", "mod c;\n");
        write("src/b/c.rs", "");
        write("tests/it/main.rs", "mod d;\n");
        write("tests/it/d.rs", "");
        assert!(orphans(folder.path()).unwrap().is_empty());
        write("src/forgotten.rs", "");
        write("src/b/d.rs", "");
        let names: Vec<String> = orphans(folder.path())
            .unwrap()
            .iter()
            .map(|p| p.strip_prefix(folder.path()).unwrap().display().to_string())
            .collect();
        assert_eq!(names, ["src/b/d.rs", "src/forgotten.rs"]);
    }
}
