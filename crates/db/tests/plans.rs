//! Query plans of SQLite for every statement that the source writes out. A statement that reads every row of a store, or of a
//! table, slows down as the store grows, and no test of a small store shows it: without statistics SQLite estimates ten rows for
//! one store.
//!
//! What helps: an index that begins with what is asked for; `a CROSS JOIN b WHERE b.x = a.x`, which SQLite answers from `a`;
//! `ORDER BY +id`, where the order's index would lead past the filter's. Statements that grow at run time are not seen here.

mod common;
mod source;

use common::Engine;
use source::{Found, statements};

/// Tables with few rows a store: a form refuses more, or there is one a member, a method, a day.
const SMALL: &[&str] = &[
    "address_redirects",
    "bank_accounts",
    "batches",
    "cart_reminder_plans",
    "categories",
    "content_pages",
    "courier_accounts",
    "courier_cities",
    "customer_groups",
    "customer_segments",
    "demo_plans",
    "installed_themes",
    "invitations",
    "memberships",
    "menu_links",
    "menus",
    "migrations",
    "missed_addresses",
    "operators",
    "order_views",
    "page_addresses",
    "password_resets",
    "payment_connections",
    "payment_methods",
    "return_reasons",
    "sales_hours",
    "sales_recounts",
    "search_backlog",
    "secrets",
    "shipping_methods",
    "sqlite_schema",
    "stock_locations",
    "store_counters",
    "store_settings",
    "stores",
    "theme_sections",
    "theme_versions",
    "user_preferences",
    "visit_salts",
];

/// Indexes over the few rows that wait for something, or are archived.
const FEW: &[&str] = &[
    "customer_addresses_unplaced",
    "media_without_avif",
    "media_without_words",
    "order_address_checks_new",
    "order_receipts_waiting",
    "payment_cases_open",
    "products_archived",
    "products_samples",
];

/// Statements that may read every row, and why. This list may only shrink.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "SELECT category_id, COUNT(*) FROM product_categories",
        "the tree of categories tells how many products each has, of the whole catalogue",
    ),
    ("SELECT group_id, COUNT(*) FROM customer_group_members", "a count by group of all members"),
    ("SELECT batch_id, position, way_back, plan FROM batch_items", "an erasure looks through every batch, once a person"),
    ("SELECT DISTINCT recipient FROM cart_reminders", "an erasure looks through all reminders, once a person"),
    (
        "UPDATE import_images SET status = ?4, attempts = ?5, try_at = ?6, error = ?7",
        "a host that fails, once for all its pictures",
    ),
    ("UPDATE orders SET refused_at = ", "a store whose sales are counted anew"),
    ("INSERT INTO order_address_checks", "what waits is looked at again after a change of the rules, a bounded number of orders"),
    ("SELECT n.customer_id, n.mobile, k.delivered", "a preview of rules: all further numbers of merged customers"),
    ("WITH RECURSIVE ", "each step asks for the smallest value: one row, though the plan names the store alone"),
    ("SELECT EXISTS (SELECT id FROM products", "stops at the first row"),
    ("SELECT COUNT(*) FROM (SELECT ", "stops at a limit"),
    ("SELECT p.id, v.id, p.name", "sample data"),
    ("SELECT id, created_at, items_count, subtotal, sender_name, mobile FROM orders", "the newest five orders"),
    ("SELECT id, number, status, payment_status, sender_name", "the newest orders"),
    ("SELECT id, channel, recipient, subject, body, status, created_at FROM outbox_messages", "the newest hundred messages"),
];

/// What a step of a plan reads without any condition but the store: the table's name or alias, and the index.
fn walk(step: &str) -> Option<(&str, Option<&str>)> {
    let words: Vec<&str> = step.split(' ').collect();
    let name = *words.get(1)?;
    let index = words.iter().position(|word| *word == "INDEX").and_then(|at| words.get(at + 1).copied());
    let is_walk = match words[0] {
        "SCAN" => name != "CONSTANT",
        "SEARCH" => step.ends_with("(store_id=?)"),
        _ => false,
    };
    is_walk.then_some((name, index))
}

/// The table behind an alias of the statement; none for what the statement made itself.
fn table<'a>(sql: &'a str, name: &str, tables: &[String]) -> Option<&'a str> {
    let words: Vec<&str> = sql.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let is_table = |word: &str| tables.iter().any(|table| table == word);
    words.windows(4).find_map(|w| {
        let is_source = matches!(w[0], "FROM" | "JOIN" | "UPDATE" | "INTO") && is_table(w[1]);
        let is_named = w[1] == name || w[2] == name || w[2] == "AS" && w[3] == name;
        (is_source && is_named).then_some(w[1])
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_statement_walks_over_a_store() {
    let lite = Engine::sqlite().await;
    let c = lite.raw_sqlite();
    let mut names = c.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' UNION SELECT 'sqlite_schema'").unwrap();
    let tables: Vec<String> = names.query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect();
    let (found, _) = statements();
    let (mut walks, mut used) = (Vec::new(), vec![false; EXCEPTIONS.len()]);
    for Found { sql, place, .. } in found.iter().filter(|f| !f.is_start && f.engine != Some("postgres")) {
        let mut plan = c.prepare(&format!("EXPLAIN QUERY PLAN {}", db::without_row_lock(sql))).unwrap();
        let nothing = vec![rusqlite::types::Value::Null; plan.parameter_count()];
        let steps = plan.query_map(rusqlite::params_from_iter(nothing), |r| r.get::<_, String>(3)).unwrap();
        for step in steps.map(Result::unwrap) {
            let Some((name, index)) = walk(&step) else { continue };
            let Some(table) = table(sql, name, &tables) else { continue };
            if SMALL.contains(&table) || index.is_some_and(|index| FEW.contains(&index)) {
                continue;
            }
            match EXCEPTIONS.iter().position(|(start, _)| sql.starts_with(start)) {
                Some(at) => used[at] = true,
                None => walks.push(format!("{place}: {step}\n    {sql}")),
            }
        }
    }
    assert!(walks.is_empty(), "{} walks:\n{}", walks.len(), walks.join("\n"));
    let unused: Vec<&str> = EXCEPTIONS.iter().zip(used).filter(|(_, used)| !used).map(|((start, _), _)| *start).collect();
    assert!(unused.is_empty(), "exceptions that nothing needs: {unused:?}");
}
