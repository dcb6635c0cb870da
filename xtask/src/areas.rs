//! The project's files by area, each with a fingerprint: what a step has passed for is compared with what is there now.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::passed::stamp;
use crate::shell::{Outcome, output, root};
use crate::source::{files, fingerprint, relative};

/// Every area with the fingerprint of its files.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Areas(BTreeMap<String, String>);

impl Areas {
    /// As they are now. Papers are no area: nothing runs them.
    pub(crate) fn now() -> Self {
        let mut all: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for path in files(&root()) {
            let name = relative(&path);
            if name.starts_with("crates/") || path.extension().is_none_or(|e| e != "md") {
                all.entry(area(&name)).or_default().push(path);
            }
        }
        let mut areas: BTreeMap<String, String> = all.into_iter().map(|(area, paths)| (area, fingerprint(&paths))).collect();
        for (program, option) in [("rustc", "-vV"), ("node", "--version")] {
            // A tool that is missing fails the step that needs it, not this.
            let version = output(Command::new(program).arg(option)).unwrap_or_default();
            areas.insert(program.into(), version.split_whitespace().collect());
        }
        Self(areas)
    }

    /// The areas among those a step reads that are not as they were when it passed; none when it never passed.
    pub(crate) fn changed_since(&self, step: &str, reads: fn(&str) -> bool) -> Option<Vec<String>> {
        let stored = Self::of_text(&std::fs::read_to_string(of_step(step)).ok()?);
        let names = self.0.keys().chain(stored.0.keys()).filter(|area| reads(area));
        let mut changed: Vec<String> = names.filter(|area| self.0.get(*area) != stored.0.get(*area)).cloned().collect();
        changed.sort();
        changed.dedup();
        Some(changed)
    }

    /// Writes down that the step has passed for these.
    ///
    /// # Errors
    /// The stamp cannot be written.
    pub(crate) fn record(&self, step: &str) -> Outcome {
        crate::passed::record(&of_step(step), &self.text())
    }

    fn text(&self) -> String {
        self.0.iter().fold(String::new(), |text, (area, value)| text + area + " " + value + "\n")
    }

    fn of_text(text: &str) -> Self {
        Self(text.lines().filter_map(|line| line.split_once(' ')).map(|(a, v)| (a.to_owned(), v.to_owned())).collect())
    }
}

fn of_step(step: &str) -> PathBuf {
    stamp(&format!("passed-{}", step.replace([' ', ':', ','], "-")))
}

/// The area of a file: a slice of a crate, a feature of the dashboard, a story of the walk, or a folder at the top.
fn area(path: &str) -> String {
    let parts: Vec<&str> = Path::new(path).iter().filter_map(|part| part.to_str()).collect();
    match parts[..] {
        ["crates", name, "src", slice, _, ..] => format!("crates/{name}/{slice}"),
        ["crates", name, ..] => format!("crates/{name}"),
        ["dashboard", "src", "features", name, ..] => format!("dashboard/features/{name}"),
        ["dashboard", "e2e", story] if story.ends_with(".e2e.js") => format!("dashboard/e2e/{story}"),
        ["dashboard", folder @ ("e2e" | "tools"), ..] => format!("dashboard/{folder}"),
        ["docs", "openapi.json"] => "docs/openapi.json".into(),
        [folder, _, ..] => folder.into(),
        _ => "project".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_its_slice_feature_or_story() {
        for (path, expected) in [
            ("crates/office/src/documents/store.rs", "crates/office/documents"),
            ("crates/office/src/lib.rs", "crates/office"),
            ("crates/testkit/tests/it/documents.rs", "crates/testkit"),
            ("dashboard/src/features/coupons/form.tsx", "dashboard/features/coupons"),
            ("dashboard/src/app/shell.tsx", "dashboard"),
            ("dashboard/e2e/coupons.e2e.js", "dashboard/e2e/coupons.e2e.js"),
            ("dashboard/e2e/harness.js", "dashboard/e2e"),
            ("themes/dukkan/theme.json", "themes"),
            ("Cargo.lock", "project"),
        ] {
            assert_eq!(area(path), expected, "{path}");
        }
    }

    #[test]
    fn what_changed_is_named() {
        let areas = |pairs: &[(&str, &str)]| Areas(pairs.iter().map(|(a, v)| ((*a).to_owned(), (*v).to_owned())).collect());
        let (stored, now) = (areas(&[("a", "1"), ("b", "1"), ("c", "1")]), areas(&[("a", "1"), ("b", "2"), ("d", "1")]));
        let step = "a step of the test of areas";
        stored.record(step).unwrap();
        assert_eq!(now.changed_since(step, |_| true).unwrap(), ["b", "c", "d"]);
        assert_eq!(now.changed_since(step, |area| area != "b").unwrap(), ["c", "d"]);
        assert_eq!(stored.changed_since(step, |_| true).unwrap(), [""; 0]);
        std::fs::remove_file(of_step(step)).unwrap();
        assert_eq!(now.changed_since(step, |_| true), None);
    }
}
