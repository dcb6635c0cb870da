//! Every statement in the source is prepared on both engines: a typo, an unknown column or a dialect slip fails here with
//! its file and line, even where no other test reaches it.
//!
//! The source is read as tokens. Whole literals, `concat!`, `format!` over constants and small `macro_rules!` that put a
//! condition behind a common start are composed. What grows at run time (`db::Sql`) is proven by the integration suite, which
//! runs on both engines.

mod common;
mod source;

use common::Engine;
use source::{Found, statements};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_statement_prepares_on_both_engines() {
    let (found, composed_at_run_time) = statements();
    assert!(found.len() > 100, "only {} statements found: is the source read?", found.len());
    let lite = Engine::sqlite().await;
    let c = lite.raw_sqlite();
    let mut failures = Vec::new();
    for Found { sql, place, engine, .. } in &found {
        if *engine != Some("postgres")
            && let Err(e) = c.prepare(db::without_row_lock(sql))
        {
            failures.push(format!("{place}: sqlite: {e}\n    {sql}"));
        }
    }
    if let Some(pg) = Engine::postgres(2).await {
        let client = pg.raw_postgres().await;
        for Found { sql, place, engine, .. } in &found {
            if *engine == Some("sqlite") {
                continue;
            }
            if let Err(e) = client.prepare(&db::Dialect::Postgres.placeholders(sql)).await {
                failures.push(format!(
                    "{place}: postgres: {}\n    {sql}",
                    e.as_db_error().map_or_else(|| e.to_string(), |d| d.message().to_owned())
                ));
            }
        }
    }
    println!("{} statements prepared, {composed_at_run_time} grow at run time", found.len());
    assert!(failures.is_empty(), "{} of {} statements fail:\n{}", failures.len(), found.len(), failures.join("\n"));
}

/// Statements that rightly cross stores: the platform's own work. This list may only shrink.
const ACROSS_STORES: &[&str] = &[];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_statement_on_a_business_table_names_its_store() {
    let lite = Engine::sqlite().await;
    let c = lite.raw_sqlite();
    let sql = "SELECT m.name FROM sqlite_schema m WHERE m.type = 'table' AND EXISTS \
               (SELECT 1 FROM pragma_table_info(m.name) t WHERE t.name = 'store_id' AND t.pk = 1)";
    let tables: Vec<String> = c.prepare(sql).unwrap().query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect();
    assert!(tables.len() > 20);
    let mut failures = Vec::new();
    for Found { sql, place, .. } in statements().0.into_iter().filter(|f| !f.is_start) {
        let words: Vec<&str> = sql.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
        let names_table = words.windows(2).any(|w| {
            matches!(w[0].to_ascii_uppercase().as_str(), "FROM" | "JOIN" | "INTO" | "UPDATE") && tables.iter().any(|t| t == w[1])
        });
        if names_table && !words.contains(&"store_id") && !ACROSS_STORES.iter().any(|s| sql.starts_with(s)) {
            failures.push(format!("{place}\n    {sql}"));
        }
    }
    assert!(failures.is_empty(), "statements that name no store:\n{}", failures.join("\n"));
}
