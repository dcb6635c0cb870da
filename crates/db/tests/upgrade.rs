//! Migrations of a database that holds rows already: rows are kept, and new columns get correct values.

mod common;

use common::{Engine, raw_postgres};
use db::{Db, Dialect, MIGRATIONS, p};

/// A store as the first migration knew it: a session, an entry of a member, and four products of which the first and the third
/// (by its variant) have a sale price; so has the fourth, which was removed.
const OLD: &str = "
INSERT INTO users (id, name, password_hash, role, locale, created_at, updated_at) VALUES (1, 'u', 'h', 'admin', 'ar', 1, 1);
INSERT INTO sessions (id, user_id, access_hash, access_expires_at, user_agent, ip, created_at, last_used_at) VALUES (1, 1, 'a', 9, '', '', 1, 1);
INSERT INTO stores (id, slug, name, status, country, currency, timezone, default_language, languages, is_demo, is_ready, is_url_ready,
  is_theme_ready, feature_flags, onboarding, created_at, updated_at, version)
  VALUES (7, 's', 's', 'open', 'SA', 'SAR', 'Asia/Riyadh', 'ar', '[]', FALSE, TRUE, TRUE, TRUE, '[]', '{}', 1, 1, 1);
INSERT INTO journal (store_id, seq, at, actor_kind, actor_id, actor_name, action, subject, subject_id)
  VALUES (7, 1, 1, 'Merchant', 1, 'u', 'create', 'product', 1);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4)
  INSERT INTO products (store_id, id, product_type, name, name_key, short_description, description, regular_price, has_unlimited_qty, qty,
  weight_grams, weight_unit, requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, options, dynamic_fields, tags, seo,
  page_link, page_link_key, list_price, stock, created_at, updated_at, version, seq)
  SELECT 7, i, 'basic', '{}', '', '{}', '{}', 900, FALSE, 1, 0, 'g', TRUE, FALSE, FALSE, TRUE, TRUE, '[]', '[]', '[]', '{}',
  CAST(i AS TEXT), CAST(i AS TEXT), 900, 1, 1, 1, 1, i FROM n;
UPDATE products SET sale_price = 800 WHERE id IN (1, 4);
UPDATE products SET deleted_at = 5 WHERE id = 4;
INSERT INTO product_variants (store_id, id, product_id, position, option_values, sale_price, has_unlimited_qty, qty, is_active)
  VALUES (7, 11, 3, 1, '[]', 800, FALSE, 1, TRUE);
INSERT INTO theme_sections (store_id, id, theme, page, zone, section, name, is_active, display_order, settings, blocks, updated_at, version)
  VALUES (7, 21, 'one', 'index', 'sortable', 'hero', '{}', TRUE, 3, '{}', '[]', 5, 2);
";

/// The first migration and its rows, as a program of that time left them.
fn left_behind(dialect: Dialect, checksum: &str) -> String {
    let table = "CREATE TABLE migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)";
    let first = &MIGRATIONS[0];
    let applied = format!("INSERT INTO migrations VALUES ({}, '{}', '{checksum}')", first.number, first.name);
    format!("{} {table}; {applied}; {OLD}", dialect.ddl(first.sql))
}

async fn is_brought_up_to_date(url: &str) {
    let db = Db::open(url).await.unwrap();
    assert_eq!(db.migrate().await.unwrap(), MIGRATIONS.len() - 1);
    let sales: Vec<(i64, Option<i64>, bool)> = db
        .conn()
        .all("SELECT id, price_changes_at, is_on_sale FROM products WHERE store_id = 7 ORDER BY id", p![])
        .await
        .unwrap();
    let looked_at_next = [(1, Some(0), false), (2, None, false), (3, Some(0), false), (4, None, false)];
    assert_eq!(sales, looked_at_next, "the job that follows sales writes the column");
    let session: (Option<String>, Option<i64>) =
        db.conn().one("SELECT operator_name, operator_store_id FROM sessions WHERE id = 1", p![]).await.unwrap();
    assert_eq!(session, (None, None), "nobody acted for anybody then");
    let entry: (String, Option<String>, Option<String>) =
        db.conn().one("SELECT actor_name, operator_name, ip FROM journal WHERE store_id = 7 AND seq = 1", p![]).await.unwrap();
    assert_eq!(entry, ("u".to_owned(), None, None));
    assert_eq!(db.conn().one::<i64>("SELECT COUNT(*) FROM demo_plans", p![]).await.unwrap(), 0);
    // What shoppers saw of the theme is its first version, which is published.
    let published = "SELECT v.settings FROM installed_themes i JOIN theme_version_sections v ON v.store_id = i.store_id \
                     AND v.theme = i.theme AND v.number = i.published WHERE i.store_id = 7 AND i.is_live = TRUE AND v.id = 21";
    assert_eq!(db.conn().one::<String>(published, p![]).await.unwrap(), "{}");
    assert_eq!(db.migrate().await.unwrap(), 0);
}

async fn first_checksum(e: &Engine) -> String {
    e.db.conn().one("SELECT checksum FROM migrations WHERE number = 1", p![]).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_with_rows_of_the_first_version_is_brought_up_to_date() {
    let checksum = first_checksum(&Engine::sqlite().await).await;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("old.db");
    rusqlite::Connection::open(&path).unwrap().execute_batch(&left_behind(Dialect::Sqlite, &checksum)).unwrap();
    is_brought_up_to_date(&path.display().to_string()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_database_with_rows_of_the_first_version_is_brought_up_to_date() {
    let Some(e) = Engine::postgres(1).await else { return };
    let checksum = first_checksum(&e).await;
    let (server, name) = e.url.rsplit_once('/').unwrap();
    let (admin, old) = (raw_postgres(&e.url).await, format!("{name}_old"));
    admin.batch_execute(&format!("CREATE DATABASE {old}")).await.unwrap();
    let url = format!("{server}/{old}");
    raw_postgres(&url).await.batch_execute(&left_behind(Dialect::Postgres, &checksum)).await.unwrap();
    is_brought_up_to_date(&url).await;
    admin.batch_execute(&format!("DROP DATABASE {old} WITH (FORCE)")).await.unwrap();
}

/// Batches of three areas as they were before one implementation served all; the customers' batch that was running was being
/// undone.
const BATCHES: &str = "
INSERT INTO stores (id, slug, name, status, country, currency, timezone, default_language, languages, is_demo, is_ready, is_url_ready,
  is_theme_ready, feature_flags, onboarding, created_at, updated_at, version)
  VALUES (7, 's', 's', 'open', 'SA', 'SAR', 'Asia/Riyadh', 'ar', '[]', FALSE, TRUE, TRUE, TRUE, '[]', '{}', 1, 1, 1);
INSERT INTO batches (store_id, id, kind, status, detail, actor_name, total, done, changed, failed, kept, reached, created_at, updated_at)
  VALUES (7, 1, 'bulk', 'done', '{}', 'u', 3, 3, 2, 1, 0, '', 1, 1), (7, 2, 'undo', 'running', '{}', 'u', 2, 1, 1, 0, 0, '9', 2, 2);
INSERT INTO batch_notes (store_id, batch_id, position, product_id, outcome, note) VALUES (7, 1, 3, 30, 'failed', '{\"kept\":[]}');
INSERT INTO customer_batches (store_id, id, status, detail, actor_name, total, done, changed, failed, kept, reached, undo_of, undone_by, created_at, updated_at)
  VALUES (7, 11, 'done', '{}', 'u', 5, 5, 4, 1, 0, 'x', NULL, 12, 1, 1), (7, 12, 'running', '{}', 'u', 4, 1, 1, 0, 0, '5', 11, NULL, 2, 3);
INSERT INTO customer_batch_notes (store_id, batch_id, position, customer_id, outcome, note) VALUES (7, 11, 2, 40, 'failed', '[\"a\",\"b\"]');
INSERT INTO order_batches (store_id, id, kind, status, detail, actor_name, total, done, changed, failed, undoable, created_at, finished_at)
  VALUES (7, 21, 'tags', 'done', '{}', 'u', 2, 2, 1, 1, 1, 1, 4);
INSERT INTO order_batch_items (store_id, batch_id, position, order_id, outcome, way_back, code, message)
  VALUES (7, 21, 1, 50, 'changed', '{}', '', NULL), (7, 21, 2, 51, 'failed', NULL, 'refused', '{}');
INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, created_at)
  VALUES (1, 'undo_batch', 7, '{}', 'queued', 1, 0, 0, 1), (2, 'edit_customers', 7, '{}', 'queued', 1, 0, 0, 1);
";

/// The migrations before batches had one implementation, and the rows of that time.
fn before_one_machine(dialect: Dialect, checksums: &[(i64, String)]) -> String {
    let mut all = "CREATE TABLE migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL);".to_owned();
    for (m, (_, checksum)) in MIGRATIONS.iter().zip(checksums).filter(|(m, _)| m.number < 33) {
        all += &format!("{}; INSERT INTO migrations VALUES ({}, '{}', '{checksum}');", dialect.ddl(m.sql), m.number, m.name);
    }
    all + BATCHES
}

/// Id, area, kind, status, changed, undoable, undone by.
type MovedBatch = (i64, String, String, String, i64, i64, Option<i64>);

async fn batches_are_moved(url: &str) {
    let db = Db::open(url).await.unwrap();
    assert!(db.migrate().await.unwrap() >= 1);
    let c = db.conn();
    let sql = "SELECT id, area, kind, status, changed, undoable, undone_by FROM batches WHERE store_id = 7 ORDER BY id";
    let batches: Vec<MovedBatch> = c.all(sql, p![]).await.unwrap();
    let row = |id, area: &str, kind: &str, status: &str, changed, undoable| {
        (id, area.to_owned(), kind.to_owned(), status.to_owned(), changed, undoable, None::<i64>)
    };
    assert_eq!(
        batches,
        [
            row(1, "product", "bulk", "done", 2, 0),
            row(2, "product", "undo", "running", 1, 0),
            // Its undo failed for good: it may be tried again.
            row(11, "customer", "act", "done", 4, 0),
            row(12, "customer", "undo", "failed", 1, 0),
            row(21, "order", "tags", "done", 1, 1),
        ]
    );
    let sql = "SELECT batch_id, position, area, subject_id, outcome, code FROM batch_items WHERE store_id = 7 ORDER BY batch_id, position";
    let items: Vec<(i64, i64, String, i64, String, String)> = c.all(sql, p![]).await.unwrap();
    let row = |batch, position, area: &str, subject, outcome: &str, code: &str| {
        (batch, position, area.to_owned(), subject, outcome.to_owned(), code.to_owned())
    };
    assert_eq!(
        items,
        [
            row(1, 3, "product", 30, "failed", ""),
            row(11, 2, "customer", 40, "failed", ""),
            row(21, 1, "order", 50, "changed", ""),
            row(21, 2, "order", 51, "failed", "refused"),
        ]
    );
    let jobs: Vec<(i64, String)> = c.all("SELECT id, kind FROM jobs ORDER BY id", p![]).await.unwrap();
    assert_eq!(jobs, [(1, "edit_products".to_owned())]);
}

async fn checksums(e: &Engine) -> Vec<(i64, String)> {
    e.db.conn().all("SELECT number, checksum FROM migrations ORDER BY number", p![]).await.unwrap()
}

/// The batches of products, customers and orders become those of one implementation, with their rows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batches_of_every_area_move_into_one_pair_of_tables() {
    let checksums = checksums(&Engine::sqlite().await).await;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("old.db");
    let old = before_one_machine(Dialect::Sqlite, &checksums);
    rusqlite::Connection::open(&path).unwrap().execute_batch(&old).unwrap();
    batches_are_moved(&path.display().to_string()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batches_of_every_area_move_on_postgres() {
    let Some(e) = Engine::postgres(1).await else { return };
    let checksums = checksums(&e).await;
    let (server, name) = e.url.rsplit_once('/').unwrap();
    let (admin, old) = (raw_postgres(&e.url).await, format!("{name}_batches"));
    admin.batch_execute(&format!("CREATE DATABASE {old}")).await.unwrap();
    let url = format!("{server}/{old}");
    raw_postgres(&url).await.batch_execute(&before_one_machine(Dialect::Postgres, &checksums)).await.unwrap();
    batches_are_moved(&url).await;
    admin.batch_execute(&format!("DROP DATABASE {old} WITH (FORCE)")).await.unwrap();
}

/// F2: an older version that runs while a newer one changes the tables, and one that is started afterwards.
async fn an_older_version_stops_writing(url: &str, is_embedded: bool) {
    let older = || async {
        let db = Db::open(url).await.unwrap();
        db.set_known_migrations(&MIGRATIONS[..MIGRATIONS.len() - 1]);
        db
    };
    let write = |db: Db| async move {
        db.tx(async |c| {
            c.exec("INSERT INTO schedules (name, next_run_at) VALUES ('x', 1) ON CONFLICT (name) DO NOTHING", p![]).await
        })
        .await
    };
    let old = older().await;
    assert_eq!(old.migrate().await.unwrap(), MIGRATIONS.len() - 1);
    let follower = tokio::spawn(old.clone().follow_schema());
    write(old.clone()).await.unwrap();

    let newest = MIGRATIONS.last().unwrap().number;
    let new = Db::open(url).await.unwrap();
    assert_eq!(new.schema().await.unwrap().missing, 1, "looking changes nothing");
    write(old.clone()).await.unwrap();
    assert_eq!(new.migrate().await.unwrap(), 1);
    if !is_embedded {
        for _ in 0..100 {
            if old.newer_schema().is_some() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    let refused = write(old.clone()).await;
    assert!(matches!(refused, Err(db::Error::NewerSchema(n)) if n == newest), "{refused:?}");
    assert_eq!(old.newer_schema(), Some(newest));
    let reads: i64 = old.conn().one("SELECT COUNT(*) FROM schedules", p![]).await.unwrap();
    assert_eq!(reads, 1, "what is there can be read");

    let again = older().await;
    assert!(matches!(again.migrate().await, Err(db::Error::NewerSchema(n)) if n == newest));
    assert!(matches!(older().await.schema().await, Err(db::Error::NewerSchema(n)) if n == newest));
    write(new.clone()).await.unwrap();
    follower.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_version_writes_nothing_into_a_newer_file() {
    let dir = tempfile::tempdir().unwrap();
    an_older_version_stops_writing(&dir.path().join("t.db").display().to_string(), true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_version_writes_nothing_into_a_newer_postgres_database() {
    let Some(e) = Engine::postgres(1).await else { return };
    let (server, name) = e.url.rsplit_once('/').unwrap();
    let (admin, old) = (raw_postgres(&e.url).await, format!("{name}_newer"));
    admin.batch_execute(&format!("CREATE DATABASE {old}")).await.unwrap();
    an_older_version_stops_writing(&format!("{server}/{old}"), false).await;
    admin.batch_execute(&format!("DROP DATABASE {old} WITH (FORCE)")).await.unwrap();
}

/// F2: applied migrations of another version are detected by each number and its text, not by the highest number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f2_a_migration_below_the_newest_and_one_with_another_text_are_noticed() {
    for foreign in [
        "INSERT INTO migrations (number, name, checksum) VALUES (26, 'another', '0'); PRAGMA user_version = 26",
        "UPDATE migrations SET checksum = '0' WHERE number = 2; PRAGMA user_version = 2",
    ] {
        let e = Engine::sqlite().await;
        let write = async || e.db.tx(async |c| c.exec("DELETE FROM schedules", p![]).await).await;
        write().await.unwrap();
        e.raw_sqlite().execute_batch(foreign).unwrap();
        assert!(write().await.is_err(), "{foreign}");
        assert!(e.db.newer_schema().is_some() && e.db.schema().await.is_err(), "{foreign}");
        assert!(e.db.migrate().await.is_err(), "{foreign}");
    }
}

/// F2: a schema that could not be read is read again, not taken for checked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f2_a_schema_that_cannot_be_read_lets_no_later_write_through() {
    let e = Engine::sqlite().await;
    let write = async || e.db.tx(async |c| c.exec("DELETE FROM schedules", p![]).await).await;
    write().await.unwrap();
    e.raw_sqlite().execute_batch("ALTER TABLE migrations RENAME COLUMN checksum TO another").unwrap();
    for _ in 0..2 {
        assert!(write().await.is_err());
    }
}
