//! The SQL in the program's source: every text that names a table where a statement names one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::shell::{Outcome, root};
use crate::source::{files, program_text, relative};

// The tests of `db` prepare every statement that this reader finds, on both engines: one reader, so that both see the same texts.
#[path = "../../crates/db/tests/source/tokens.rs"]
mod tokens;

use tokens::{Token, is_sql, tokens};

/// A table as its owner declares it (`db::Table`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declared {
    /// `commerce/orders`, or `catalog` where a crate is one slice.
    pub(crate) owner: String,
    /// Slices to the right write their own rows into it.
    pub(crate) is_shared: bool,
    /// An erasure takes personal data out of it.
    pub(crate) is_erased: bool,
}

/// A table that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    /// None where the name is put in at run time.
    pub(crate) table: Option<String>,
    pub(crate) is_write: bool,
}

/// A text of SQL, or a part of one.
pub(crate) struct Statement {
    /// `crates/x/src/y.rs`.
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) references: Vec<Reference>,
}

/// The program's Rust files without tests: path and text.
pub(crate) fn sources() -> Outcome<Vec<(String, String)>> {
    let mut out = Vec::new();
    for path in files(&root().join("crates")).iter().filter(|p| p.extension().is_some_and(|e| e == "rs")) {
        let name = relative(path);
        // The data layer itself, test support and the load driver own no tables.
        let is_read = ["db", "testkit", "bench"].iter().all(|c| !name.starts_with(&format!("crates/{c}/")));
        if is_read && name.contains("/src/") && !is_test(path) {
            let text = std::fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
            out.push((name, program_text(&text)));
        }
    }
    Ok(out)
}

fn is_test(path: &Path) -> bool {
    let name = path.file_stem().and_then(|n| n.to_str()).unwrap_or_default();
    name == "tests" || name == "testing" || name.ends_with("_tests") || path.components().any(|c| c.as_os_str() == "tests")
}

/// The tables that a source text declares with `Table::of_store` and `Table::of_platform`.
pub(crate) fn declared(owner: &str, source: &str) -> Vec<(String, Declared)> {
    let all = tokens(source);
    let word = |i: usize| match all.get(i) {
        Some((Token::Word(word), _)) => word.as_str(),
        _ => "",
    };
    let mut out: Vec<(String, Declared)> = Vec::new();
    for i in 0..all.len() {
        match word(i) {
            "of_store" | "of_platform" if word(i.saturating_sub(3)) == "Table" => {
                if let Some((Token::Text(name), _)) = all.get(i + 2) {
                    out.push((name.clone(), Declared { owner: owner.to_owned(), is_shared: false, is_erased: false }));
                }
            }
            "shared" => out.iter_mut().last().into_iter().for_each(|(_, d)| d.is_shared = true),
            "personal" => out.iter_mut().last().into_iter().for_each(|(_, d)| d.is_erased = true),
            _ => {}
        }
    }
    out
}

/// Texts of SQL in a source: whole statements, and parts that name a table of `tables`.
pub(crate) fn statements(file: &str, source: &str, tables: &BTreeMap<String, Declared>) -> Vec<Statement> {
    let names: BTreeSet<&str> = tables.keys().map(String::as_str).collect();
    let mut out = Vec::new();
    for (token, line) in tokens(source) {
        let Token::Text(text) = token else { continue };
        let references = references(&text, &names);
        if is_sql(&text) || !references.is_empty() {
            out.push(Statement { file: file.to_owned(), line, references });
        }
    }
    out
}

/// The tables that a text names after FROM, JOIN, INTO and UPDATE, in the order of the text.
fn references(text: &str, names: &BTreeSet<&str>) -> Vec<Reference> {
    let spaced = text.replace(',', " , ").replace('(', " ( ").replace(')', " ) ").replace(';', " ; ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut out = Vec::new();
    for (i, word) in words.iter().enumerate() {
        if !matches!(*word, "FROM" | "JOIN" | "INTO" | "UPDATE") {
            continue;
        }
        let before = i.checked_sub(1).map_or("", |k| words[k]);
        // `FOR UPDATE`, `DO UPDATE SET` and `IS DISTINCT FROM` name no table.
        if matches!((before, *word), ("FOR" | "KEY" | "DO", "UPDATE") | ("DISTINCT", "FROM")) {
            continue;
        }
        let is_write = *word == "INTO" || *word == "UPDATE" || before == "DELETE";
        let mut at = i + 1;
        loop {
            match words.get(at) {
                // The text ends here: its table comes from elsewhere.
                None if is_statement(text) => out.push(Reference { table: None, is_write }),
                Some(name) if name.starts_with('{') => out.push(Reference { table: None, is_write }),
                Some(name) if names.contains(name) => out.push(Reference { table: Some((*name).to_owned()), is_write }),
                _ => {}
            }
            // `FROM a, b x, c`: an alias may stand before the comma.
            let comma = [at + 1, at + 2].into_iter().find(|k| words.get(*k) == Some(&","));
            match comma {
                Some(comma) if *word == "FROM" && !words[at..comma].iter().any(|w| matches!(*w, "(" | ")" | "WHERE" | "ON")) => {
                    at = comma + 1;
                }
                _ => break,
            }
        }
    }
    out
}

/// A text of SQL and not of English.
fn is_statement(text: &str) -> bool {
    is_sql(text) || ["SELECT ", "DELETE FROM", "INSERT INTO", " JOIN ", " FROM "].iter().any(|w| text.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<(Option<String>, bool)> {
        let names = BTreeSet::from(["orders", "order_items", "customers"]);
        references(text, &names).into_iter().map(|r| (r.table, r.is_write)).collect()
    }

    fn reference(name: &str, is_write: bool) -> (Option<String>, bool) {
        (Some(name.to_owned()), is_write)
    }

    #[test]
    fn tables_are_found_wherever_a_statement_names_one() {
        assert_eq!(
            named("SELECT 1 FROM orders o JOIN order_items i ON i.x = o.x"),
            [reference("orders", false), reference("order_items", false)]
        );
        assert_eq!(
            named("DELETE FROM orders WHERE id IN (SELECT id FROM customers)"),
            [reference("orders", true), reference("customers", false)]
        );
        assert_eq!(named("INSERT INTO orders (a) VALUES (?1) ON CONFLICT DO UPDATE SET a = 1"), [reference("orders", true)]);
        assert_eq!(named("UPDATE orders SET a = 1 WHERE a IS DISTINCT FROM customers"), [reference("orders", true)]);
        assert_eq!(
            named(" AND EXISTS (SELECT 1 FROM orders, customers k WHERE"),
            [reference("orders", false), reference("customers", false)]
        );
        assert_eq!(named("SELECT x FROM (SELECT 1 FROM orders) y"), [reference("orders", false)]);
        assert!(named("SELECT a FROM recent WHERE b IN (SELECT c FROM below)").is_empty());
    }

    #[test]
    fn a_table_that_is_put_in_at_run_time_has_no_name() {
        assert_eq!(named("DELETE FROM {table} WHERE id = ?1"), [(None, true)]);
        assert_eq!(named("SELECT a FROM "), [(None, false)]);
        assert!(named("Come FROM").is_empty());
    }

    #[test]
    fn declarations_are_read_with_what_they_say() {
        let source = "pub const TABLES: &[Table] = &[\n Table::of_store(\"a\").personal(),\n Table::of_store(\"b\")\n .shared(\"x\"),\n Table::of_platform(\"c\")];";
        let all = declared("site/theme", source);
        let flags: Vec<_> = all.iter().map(|(name, d)| (name.as_str(), d.is_erased, d.is_shared)).collect();
        assert_eq!(flags, [("a", true, false), ("b", false, true), ("c", false, false)]);
    }
}
