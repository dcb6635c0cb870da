//! The tables that slices declare are those that the migrations create, on the engine of the run.

use std::collections::{BTreeMap, BTreeSet};

use db::{Dialect, OnReset, Personal, p};
use testkit::TestDb;

/// Owned by the data layer itself, which applies the migrations.
const OF_THE_DATA_LAYER: [&str; 1] = ["migrations"];

/// F-3: every table has exactly one owner, and its declared columns and references match the schema.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f3_every_table_of_the_schema_is_declared_once_and_as_it_is() {
    let test = TestDb::fresh().await;
    let c = test.db.conn();
    let is_postgres = c.dialect() == Dialect::Postgres;
    let mut declared: BTreeMap<&str, db::Table> = BTreeMap::new();
    for table in office::tables() {
        assert!(declared.insert(table.name, table).is_none(), "{} is declared twice", table.name);
    }

    let tables = if is_postgres {
        "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
    } else {
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    };
    let tables: BTreeSet<String> = c.all::<String>(tables, p![]).await.unwrap().into_iter().collect();
    let of_slices: BTreeSet<&str> = tables.iter().map(String::as_str).filter(|t| !OF_THE_DATA_LAYER.contains(t)).collect();
    let missing: Vec<_> = of_slices.iter().filter(|t| !declared.contains_key(**t)).collect();
    let unknown: Vec<_> = declared.keys().filter(|t| !of_slices.contains(**t)).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "no slice declares {missing:?}; the schema has no {unknown:?}");

    let with_store = if is_postgres {
        "SELECT table_name::text FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'store_id'"
    } else {
        "SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) i WHERE m.type = 'table' AND i.name = 'store_id'"
    };
    let with_store: BTreeSet<String> = c.all::<String>(with_store, p![]).await.unwrap().into_iter().collect();
    for table in declared.values() {
        assert_eq!(table.has_store, with_store.contains(table.name), "{}: has it a column store_id?", table.name);
    }

    let references = if is_postgres {
        "SELECT DISTINCT t.relname::text, f.relname::text FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid \
         JOIN pg_class f ON f.oid = k.confrelid WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace"
    } else {
        "SELECT DISTINCT m.name, f.\"table\" FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'"
    };
    let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (table, other) in c.all::<(String, String)>(references, p![]).await.unwrap() {
        if other != "stores" && other != table {
            keys.entry(table).or_default().insert(other);
        }
    }
    for table in declared.values() {
        let foreign_keys: BTreeSet<String> = table.references.iter().map(|t| (*t).to_owned()).collect();
        assert_eq!(foreign_keys, keys.remove(table.name).unwrap_or_default(), "{}: its foreign keys", table.name);
    }
}

/// Reasons must be sentences that a reviewer can judge.
#[test]
fn f3_every_exempt_table_states_a_reason() {
    for table in office::tables() {
        let mut reasons: Vec<&str> = [table.left_out, table.shared].into_iter().flatten().collect();
        if let Personal::Exempt(reason) = table.personal {
            reasons.push(reason);
        }
        if let OnReset::Keep(reason) = table.on_reset {
            reasons.push(reason);
        }
        assert!(reasons.iter().all(|r| r.len() > 4), "{}: {reasons:?}", table.name);
        assert!(table.has_store || matches!(table.on_reset, OnReset::Keep(_)), "{}: no store's rows are in it", table.name);
    }
}
