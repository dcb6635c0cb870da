//! Which slice's SQL may name which table (docs/decisions/0055).
//!
//! A statement reads tables of its own slice and of slices to its left, and writes to those of its own slice alone. What does not keep
//! to that is on lists ([`crate::walls_exceptions`]), by name and with its count: they may only shrink. Every statement stands in a
//! `store` file.

use std::collections::BTreeMap;

use crate::architecture::{GROUND, MAY_IMPORT, slice_order};
use crate::shell::Outcome;
use crate::sql::{Declared, Statement, declared, sources, statements};
use crate::walls_exceptions::{READ_TO_THE_RIGHT, TABLE_AT_RUN_TIME, WRITTEN_BY_OTHERS};

/// Slice, table, references, reason.
pub(crate) type Exception = (&'static str, &'static str, usize, &'static str);

/// The slice that erases personal data wherever it stands.
const ERASES: &str = "office/privacy";

/// Adds a breach for each statement on a table that its slice may not touch, or outside a `store` file.
pub(crate) fn check(breaches: &mut Vec<String>) -> Outcome {
    let order = Order::read()?;
    let sources = sources()?;
    let mut tables: BTreeMap<String, Declared> = BTreeMap::new();
    for (file, text) in &sources {
        for (name, table) in declared(&order.slice_of(file), text) {
            if let Some(other) = tables.insert(name.clone(), table) {
                breaches.push(format!("{file}: {} declares the table {name} as well", other.owner));
            }
        }
    }
    let all: Vec<Statement> = sources.iter().flat_map(|(file, text)| statements(file, text, &tables)).collect();
    references(&order, &tables, &all, breaches);
    outside_store(&all, breaches);
    erased(&order, &tables, &all, breaches);
    Ok(())
}

/// Crates and their slices, left to right.
struct Order(BTreeMap<String, Vec<String>>);

impl Order {
    fn read() -> Outcome<Self> {
        let mut all = BTreeMap::new();
        for area in crate::architecture::AREAS {
            all.insert((*area).to_owned(), slice_order(area)?);
        }
        Ok(Self(all))
    }

    /// `commerce/orders` for `crates/commerce/src/orders/store.rs`; the crate alone where it is one slice.
    fn slice_of(&self, file: &str) -> String {
        let mut parts = file.split('/').skip(1);
        let krate = parts.next().unwrap_or_default();
        let module = parts.nth(1).unwrap_or_default().trim_end_matches(".rs");
        match self.0.get(krate) {
            Some(order) if !order.is_empty() => format!("{krate}/{module}"),
            _ => krate.to_owned(),
        }
    }

    /// Its own, or one to the left.
    fn may_read(&self, from: &str, owner: &str) -> bool {
        let (krate, module) = from.split_once('/').unwrap_or((from, ""));
        let (other, slice) = owner.split_once('/').unwrap_or((owner, ""));
        if krate != other {
            return MAY_IMPORT.iter().any(|(name, allowed)| *name == krate && allowed.contains(&other));
        }
        let rank = |name: &str| match self.0.get(krate).and_then(|order| order.iter().position(|s| s == name)) {
            Some(at) => at + 1,
            // What every slice stands on.
            None if GROUND.contains(&name) => 0,
            None => usize::MAX,
        };
        rank(slice) <= rank(module)
    }
}

fn references(order: &Order, tables: &BTreeMap<String, Declared>, all: &[Statement], breaches: &mut Vec<String>) {
    let mut right: Counted = BTreeMap::new();
    let mut writes: Counted = BTreeMap::new();
    let mut unnamed: Counted = BTreeMap::new();
    for statement in all {
        let from = order.slice_of(&statement.file);
        let at = format!("{}:{}", statement.file, statement.line);
        for reference in &statement.references {
            let Some(name) = &reference.table else {
                unnamed.entry((statement.file.clone(), String::new())).or_default().push(at.clone());
                continue;
            };
            let table = &tables[name];
            if !order.may_read(&from, &table.owner) {
                right.entry((from.clone(), name.clone())).or_default().push(at.clone());
            } else if reference.is_write && table.owner != from && !table.is_shared && !(from == ERASES && table.is_erased) {
                writes.entry((from.clone(), name.clone())).or_default().push(at.clone());
            }
        }
    }
    compare(right, READ_TO_THE_RIGHT, "reads or writes a table to its right: its owner has to do that", breaches);
    compare(writes, WRITTEN_BY_OTHERS, "writes to a table of another slice: its owner has to do that", breaches);
    let files: Vec<Exception> = TABLE_AT_RUN_TIME.iter().map(|(file, n, reason)| (*file, "", *n, *reason)).collect();
    compare(unnamed, &files, "names its table at run time: nobody can see whose it is", breaches);
}

/// Places by slice and table.
type Counted = BTreeMap<(String, String), Vec<String>>;

/// What was found against a list that may only shrink: no more than it says, and no less.
fn compare(found: Counted, exceptions: &[Exception], fault: &str, breaches: &mut Vec<String>) {
    for ((from, name), locations) in &found {
        let allowed = exceptions.iter().find(|(f, t, ..)| f == from && t == name).map_or(0, |e| e.2);
        if locations.len() > allowed {
            let more =
                format!("{}{name}: {} {fault} ({allowed} on the list)", if name.is_empty() { "" } else { " " }, locations.len());
            breaches.push(format!("{}: {from}{more}", locations.join(", ")));
        }
    }
    for (from, name, allowed, _) in exceptions {
        let count = found.get(&((*from).to_owned(), (*name).to_owned())).map_or(0, Vec::len);
        if count < *allowed {
            breaches.push(format!("xtask/src/walls_exceptions.rs: {from} {name} says {allowed}, there are {count}: lower it"));
        }
    }
}

fn is_store_file(file: &str) -> bool {
    let mut parts: Vec<&str> = file.split('/').skip(3).collect();
    let name = parts.pop().unwrap_or_default();
    name == "store.rs" || name.ends_with("_store.rs") || parts.contains(&"store")
}

/// Every statement stands in a `store` file. To this there are no exceptions.
fn outside_store(all: &[Statement], breaches: &mut Vec<String>) {
    for statement in all.iter().filter(|s| !is_store_file(&s.file)) {
        breaches.push(format!("{}:{}: SQL stands in `store` files", statement.file, statement.line));
    }
}

/// Tables declared as personal that the file for the person does not read by a statement of its own: whose function does, or why none.
const NOT_READ_FOR_EXPORT: &[(&str, &str)] = &[
    ("batch_items", "notes of bulk actions: the journal's entries about the person are in the file"),
    ("batches", "a query that the team searched by"),
    ("confirmation_leases", "who of the team calls a number now"),
    ("coupons", "the team's own words: names in labels are listed before an erasure"),
    ("customer_consents", "customers::labels::list_consents"),
    ("customer_group_members", "customers::labels::list_groups_of"),
    ("customer_groups", "customers::labels::list_groups_of"),
    ("customer_segments", "the team's own words"),
    ("customer_tags", "customers::labels::list_tags_of"),
    ("exports", "files of lists, made anew in a minute"),
    ("import_rows", "rows of files of the team"),
    ("imports", "files of the team"),
    ("invitations", "people of the team"),
    ("order_address_checks", "what an address lacked: the address is in the file"),
    ("order_confirmations", "a queue: the calls are in the file"),
    ("order_drafts", "the same request as the order's"),
    ("order_mentions", "whom of the team a comment names"),
    ("order_views", "the team's own words"),
    ("provider_calls", "whether a provider did what was asked of it: payments and shipments are in the file"),
    ("provider_events", "what providers reported, for some weeks: payments and shipments are in the file"),
    ("provider_exchanges", "what was sent and answered, without personal data"),
    ("payment_attempts", "starts of payments: what became of them is in the file"),
    ("payment_cases", "the team's own words"),
    ("reminded_people", "the reminders are in the file"),
    ("search_tokens", "an index of what is in the file"),
    ("user_preferences", "the team's own"),
];

/// Of every table that is declared as personal, the erasure writes somewhere, and the person's file reads it or says why not.
fn erased(order: &Order, tables: &BTreeMap<String, Declared>, all: &[Statement], breaches: &mut Vec<String>) {
    let writes = |name: &str| {
        let mut by_privacy = all.iter().filter(|s| order.slice_of(&s.file) == ERASES).flat_map(|s| &s.references);
        by_privacy.any(|r| r.is_write && r.table.as_deref() == Some(name))
    };
    for (name, table) in tables.iter().filter(|(name, table)| table.is_erased && !writes(name)) {
        breaches.push(format!("{}: {name} is declared as personal, and no statement of {ERASES} writes to it", table.owner));
    }
    let files = ["gather_store.rs", "person_store.rs"];
    let reads = |name: &str| {
        let of_file = |s: &&Statement| order.slice_of(&s.file) == ERASES && files.iter().any(|f| s.file.ends_with(f));
        all.iter().filter(of_file).flat_map(|s| &s.references).any(|r| !r.is_write && r.table.as_deref() == Some(name))
    };
    for (name, table) in tables.iter().filter(|(_, table)| table.is_erased) {
        match (reads(name), NOT_READ_FOR_EXPORT.iter().any(|(listed, _)| listed == name)) {
            (false, false) => {
                breaches.push(format!("{}: {name} is declared as personal and not in the person's file", table.owner));
            }
            (true, true) => breaches.push(format!("xtask/src/walls.rs: the person's file reads {name}: take it off the list")),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_reads_its_own_tables_and_those_to_its_left() {
        let order = Order::read().unwrap();
        assert_eq!(order.slice_of("crates/commerce/src/orders/list/driving_index.rs"), "commerce/orders");
        assert_eq!(order.slice_of("crates/catalog/src/store/writes.rs"), "catalog");
        for (from, owner, may) in [
            ("commerce/orders", "commerce/coupons", true),
            ("commerce/coupons", "commerce/orders", false),
            ("customers", "catalog", false),
            ("office/privacy", "customers", true),
            ("web", "platform/identity", false),
            ("platform/identity", "platform/journal", true),
            ("platform/journal", "platform/identity", false),
            ("site/content", "site/content", true),
        ] {
            assert_eq!(order.may_read(from, owner), may, "{from} {owner}");
        }
    }

    #[test]
    fn a_list_says_exactly_what_there_is() {
        let found = |n: usize| BTreeMap::from([(("a".to_owned(), "t".to_owned()), vec!["a.rs:1".to_owned(); n])]);
        let list: &[Exception] = &[("a", "t", 2, "for a reason")];
        for (n, faults) in [(1, 1), (2, 0), (3, 1)] {
            let mut breaches = Vec::new();
            compare(found(n), list, "is not so", &mut breaches);
            assert_eq!(breaches.len(), faults, "{breaches:?}");
        }
    }

    /// The limit that the record of the decision names.
    #[test]
    fn references_to_the_right_are_ten_at_most() {
        assert!(READ_TO_THE_RIGHT.iter().map(|(.., count, _)| count).sum::<usize>() <= 10);
        let reasons = READ_TO_THE_RIGHT.iter().chain(WRITTEN_BY_OTHERS).map(|(.., reason)| reason);
        assert!(reasons.chain(TABLE_AT_RUN_TIME.iter().map(|(.., reason)| reason)).all(|why| why.len() > 10));
    }

    #[test]
    fn a_statement_outside_of_a_store_file_is_a_breach() {
        let at = |file: &str| Statement { file: file.to_owned(), line: 3, references: Vec::new() };
        let mut breaches = Vec::new();
        outside_store(&[at("crates/a/src/b/store.rs"), at("crates/a/src/b/api.rs")], &mut breaches);
        assert_eq!(breaches, ["crates/a/src/b/api.rs:3: SQL stands in `store` files"]);
    }

    #[test]
    fn store_files_are_known_by_name_and_folder() {
        assert!(is_store_file("crates/a/src/b/store.rs") && is_store_file("crates/a/src/c_store.rs"));
        assert!(is_store_file("crates/a/src/b/store/lists.rs") && !is_store_file("crates/a/src/b/stored.rs"));
    }
}
