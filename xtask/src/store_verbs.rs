//! Verbs of store functions: the first word says whether a call may find nothing, what it answers and what it changes.

use crate::shell::{Outcome, root};
use crate::source::{files, program_text, relative};

/// What a public function of a store file begins with; `CONTRIBUTING.md` says what each means.
const VERBS: &[&str] = &[
    // Reads.
    "find",
    "get",
    "list",
    "count",
    "exists",
    "has",
    "is",
    // Rows and their values.
    "insert",
    "update",
    "delete",
    "upsert",
    "replace",
    "set",
    "move",
    "increment",
    "decrement",
    "erase",
    // Locks, leases, and what is used once.
    "lock",
    "claim",
    "release",
    "reserve",
    "lease",
    "renew",
    "use",
    // Named transitions.
    "enqueue",
    "reschedule",
    "retry",
    "begin",
    "advance",
    "end",
    "finish",
    "fail",
    "accept",
    "revoke",
];

/// Adds a breach for each public function of a store file that begins with another word.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    for path in files(&root().join("crates")) {
        let name = relative(&path);
        if !is_store(&name) {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
        for (line, function) in misnamed(&program_text(&text)) {
            breaches.push(format!("{name}:{line}: {function} does not begin with a verb of store functions"));
        }
    }
    Ok(())
}

/// A file that holds statements: `store.rs`, `x_store.rs` or one in a folder `store`.
fn is_store(name: &str) -> bool {
    let is_source = name.ends_with(".rs") && name.contains("/src/");
    is_source && (name.ends_with("/store.rs") || name.ends_with("_store.rs") || name.contains("/store/"))
}

/// Lines and names of the public functions that ask the database, and so are `async`, whose first word is none of [`VERBS`].
fn misnamed(source: &str) -> Vec<(usize, &str)> {
    let functions = source.lines().enumerate().filter_map(|(at, line)| Some((at + 1, public_function(line.trim())?)));
    functions.filter(|(_, name)| !VERBS.contains(&name.split('_').next().unwrap_or(name))).collect()
}

/// The name of the public `async` function that a line declares.
fn public_function(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub")?;
    let rest = if rest.starts_with('(') { rest.split_once(") ")?.1 } else { rest.trim_start() };
    let rest = rest.strip_prefix("async fn ")?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f13_1_store_functions_without_a_verb_are_found() {
        let source = "pub async fn profile(c: Conn<'_>) {}\npub(in crate::orders) async fn list_lines<A: Area>(\n    pub(crate) async fn by_ids(\n\
                      pub fn parse(text: &str) {}\nasync fn room() {}\npub(super) async fn listing() {}\n";
        assert_eq!(misnamed(source), [(1, "profile"), (3, "by_ids"), (6, "listing")]);
    }

    #[test]
    fn f13_1_statements_stand_in_store_files() {
        for name in ["crates/jobs/src/store.rs", "crates/web/src/idempotency_store.rs", "crates/catalog/src/store/lists.rs"] {
            assert!(is_store(name), "{name}");
        }
        for name in ["crates/db/src/restore.rs", "crates/storefront/src/store/page.html", "crates/jobs/tests/store.rs"] {
            assert!(!is_store(name), "{name}");
        }
    }

    #[test]
    fn f13_1_every_store_function_begins_with_a_verb() {
        let mut breaches = Vec::new();
        check(&mut breaches).unwrap();
        assert_eq!(breaches, [""; 0]);
    }
}
