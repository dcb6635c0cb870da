//! Both engines hold the same schema: tables, columns, nullability, keys, indexes, references.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::Engine;

#[derive(Debug, Default, PartialEq, Eq)]
struct Table {
    /// Name -> (type, can be NULL).
    columns: BTreeMap<String, (String, bool)>,
    /// Columns, unique, partial.
    indexes: BTreeSet<(Vec<String>, bool, bool)>,
    /// Columns, table, its columns.
    references: BTreeSet<(Vec<String>, String, Vec<String>)>,
}

fn of_sqlite(c: &rusqlite::Connection) -> BTreeMap<String, Table> {
    let rows = |sql: &str| -> Vec<Vec<rusqlite::types::Value>> {
        let mut st = c.prepare(sql).unwrap();
        let n = st.column_count();
        st.query_map([], |r| (0..n).map(|i| r.get(i)).collect()).unwrap().map(Result::unwrap).collect()
    };
    let text = |v: &rusqlite::types::Value| match v {
        rusqlite::types::Value::Text(t) => t.clone(),
        rusqlite::types::Value::Integer(n) => n.to_string(),
        other => format!("{other:?}"),
    };
    let mut out = BTreeMap::new();
    for t in rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
        let (name, mut table) = (text(&t[0]), Table::default());
        for col in rows(&format!("SELECT name, type, \"notnull\", pk FROM pragma_table_info('{name}')")) {
            // A primary key's columns may be NULL in SQLite alone; the program never binds NULL there.
            let is_nullable = text(&col[2]) == "0" && text(&col[3]) == "0";
            table.columns.insert(text(&col[0]), (text(&col[1]), is_nullable));
        }
        for index in rows(&format!("SELECT name, \"unique\", partial FROM pragma_index_list('{name}')")) {
            let columns = rows(&format!("SELECT name FROM pragma_index_info('{}') ORDER BY seqno", text(&index[0])));
            table.indexes.insert((columns.iter().map(|c| text(&c[0])).collect(), text(&index[1]) == "1", text(&index[2]) == "1"));
        }
        let mut keys: BTreeMap<String, (Vec<String>, String, Vec<String>)> = BTreeMap::new();
        for key in
            rows(&format!("SELECT id, \"from\", \"table\", \"to\" FROM pragma_foreign_key_list('{name}') ORDER BY id, seq"))
        {
            let entry = keys.entry(text(&key[0])).or_insert_with(|| (Vec::new(), text(&key[2]), Vec::new()));
            entry.0.push(text(&key[1]));
            entry.2.push(text(&key[3]));
        }
        table.references.extend(keys.into_values());
        out.insert(name, table);
    }
    out
}

async fn of_postgres(c: &tokio_postgres::Client) -> BTreeMap<String, Table> {
    let mut out: BTreeMap<String, Table> = BTreeMap::new();
    let sql = "SELECT table_name::text, column_name::text, upper(data_type)::text, is_nullable = 'YES' FROM information_schema.columns WHERE table_schema = 'public'";
    for row in c.query(sql, &[]).await.unwrap() {
        let kind = row.get::<_, String>(2).replace("BYTEA", "BLOB");
        out.entry(row.get(0)).or_default().columns.insert(row.get(1), (kind, row.get(3)));
    }
    let sql = "SELECT t.relname::text, ARRAY(SELECT a.attname::text FROM unnest(i.indkey) WITH ORDINALITY k (n, o) \
               JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.n ORDER BY k.o), i.indisunique, i.indpred IS NOT NULL \
               FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace WHERE n.nspname = 'public'";
    for row in c.query(sql, &[]).await.unwrap() {
        out.get_mut(&row.get::<_, String>(0)).unwrap().indexes.insert((row.get(1), row.get(2), row.get(3)));
    }
    let sql = "SELECT t.relname::text, \
               ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY u (n, o) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n ORDER BY u.o), \
               f.relname::text, \
               ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY u (n, o) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.n ORDER BY u.o) \
               FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid WHERE k.contype = 'f'";
    for row in c.query(sql, &[]).await.unwrap() {
        out.get_mut(&row.get::<_, String>(0)).unwrap().references.insert((row.get(1), row.get(2), row.get(3)));
    }
    out
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_engines_hold_the_same_schema() {
    let Some(pg) = Engine::postgres(2).await else { return };
    let lite = Engine::sqlite().await;
    let (a, b) = (of_sqlite(&lite.raw_sqlite()), of_postgres(&pg.raw_postgres().await).await);
    assert!(a.len() > 30, "only {} tables", a.len());
    assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>());
    for (name, table) in &a {
        assert_eq!(table, &b[name], "{name}: SQLite on the left, PostgreSQL on the right");
    }
}

/// Every business table leads with the store's id, in its key and in each of its indexes, so that one store's rows lie together.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn indexes_of_business_tables_lead_with_the_store() {
    let lite = Engine::sqlite().await;
    for (name, table) in of_sqlite(&lite.raw_sqlite()) {
        let is_business =
            table.indexes.iter().any(|(columns, is_unique, _)| *is_unique && columns.first().is_some_and(|c| c == "store_id"));
        for (columns, ..) in table.indexes.iter().filter(|_| is_business) {
            // Across stores: a person's memberships; what schedules look for (prices and publications that are due, pictures to
            // fetch, reservations and exports that expire, rows of batches to delete, overdue deposits, addresses to geocode or
            // to check, files without an order or without a row, days that are over, calls whose time a clock that was ahead has
            // set); an invitation by its link; the keys that secrets are sealed with, for a rotation; the address at which a
            // provider reports, and what is kept of providers for some weeks; payments, shipments and pickups to ask about, orders to release, and methods to delete for good.
            let across = [
                ("memberships", "user_id"),
                ("products", "price_changes_at"),
                ("products", "publish_at"),
                ("import_images", "status"),
                ("invitations", "token_hash"),
                ("invitations", "expires_at"),
                ("carts", "held_until"),
                ("shopper_files", "created_at"),
                ("arriving_files", "noted_at"),
                ("exports", "kind"),
                ("imports", "kind"),
                ("batches", "created_at"),
                ("person_exports", "expires_at"),
                ("customer_addresses", "id"),
                ("order_address_checks", "order_id"),
                ("order_confirmations", "due_at"),
                ("order_confirmations", "updated_at"),
                ("visit_marks", "day"),
                ("secrets", "key_id"),
                ("provider_endpoints", "id"),
                ("provider_events", "received_at"),
                ("provider_exchanges", "at"),
                ("payment_methods", "deleted_at"),
                ("payment_attempts", "next_check_at"),
                ("payment_attempts", "release_at"),
                ("courier_accounts", "cities_due_at"),
                ("courier_rates", "expires_at"),
                ("shipments", "next_track_at"),
                ("courier_pickups", "next_read_at"),
                ("return_parcels", "next_read_at"),
            ];
            if across.contains(&(name.as_str(), columns[0].as_str())) {
                continue;
            }
            assert_eq!(columns[0], "store_id", "{name} {columns:?}");
        }
    }
}
