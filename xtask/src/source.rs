//! The project's files as text.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use crate::shell::root;

/// Every file below a folder, sorted; folders of other people's files are left out.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    walk(folder, &mut out);
    out.sort();
    out
}

fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            if !matches!(name.to_str(), Some("node_modules" | "target" | "dist" | ".git" | "data" | "test-results"))
                || is_test_data(&path)
            {
                walk(&path, out);
            }
        } else {
            out.push(path);
        }
    }
}

/// `tests/data` holds samples of ours; `data` at the root is the running program's.
fn is_test_data(path: &Path) -> bool {
    path.ends_with("tests/data")
}

/// A path as it is written from the repository's folder.
pub(crate) fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// A fingerprint of files and their names.
pub(crate) fn fingerprint<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> String {
    let mut hash = DefaultHasher::new();
    for path in paths {
        relative(path).hash(&mut hash);
        std::fs::read(path).unwrap_or_default().hash(&mut hash);
    }
    format!("{:016x}", hash.finish())
}

/// Rust source without comments and without tests: those at its bottom, and modules of tests that it declares. Line numbers stay.
pub(crate) fn program_text(source: &str) -> String {
    let mut out = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("#[cfg(test)]") {
            let Some(attributes) = lines.clone().position(|l| !l.starts_with('#')) else { break };
            // What is not declared on one line goes on to the end of the file.
            if !lines.clone().nth(attributes).is_some_and(|item| item.ends_with(';')) {
                break;
            }
            out.resize(out.len() + attributes + 2, "");
            lines.by_ref().nth(attributes);
        } else {
            out.push(if line.trim_start().starts_with("//") { "" } else { line });
        }
    }
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_goes_on_behind_a_module_of_tests() {
        let source = "use a::B; // c\n// d\n#[cfg(test)]\n#[path = \"x.rs\"]\nmod x_tests;\nmod e;\nfn g() {}\n\n#[cfg(test)]\nmod tests {\n    fn h() {}\n}\n";
        assert_eq!(program_text(source), "use a::B; // c\n\n\n\n\nmod e;\nfn g() {}\n");
    }
}
