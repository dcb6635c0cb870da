//! The demo store goes back to its sample content every hour (decisions §2).
//!
//! Its owner, address and sessions stay, so whoever looks around goes on looking. What visitors wrote goes, a table at a time,
//! and the plan it was made by is followed again. Invariant: a reset that is cut off begins anew, because the plan says that it
//! was followed only when it was.

use db::{Conn, Topics, p, row};
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Millis, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use web::ApiError;

use super::rng::Rng;
use super::{Plan, fill, furnish};
use platform::App;
use platform::journal::{self, Act, Entry, entity};

/// A store above this was made for measuring, not for visitors: it stays as it is.
const MOST_PRODUCTS: i64 = 2_000;
/// The same, in orders.
const MOST_ORDERS: i64 = 10_000;

/// What a store holds besides itself, its owner and its counters; what refers to others comes first.
const EMPTIED: &[&str] = &[
    "DELETE FROM visit_marks WHERE store_id = ?1",
    "DELETE FROM visit_hours WHERE store_id = ?1",
    "DELETE FROM sales_hours WHERE store_id = ?1",
    "DELETE FROM order_sales WHERE store_id = ?1",
    "DELETE FROM order_sale_lines WHERE store_id = ?1",
    "DELETE FROM sales_recounts WHERE store_id = ?1",
    "DELETE FROM documents WHERE store_id = ?1",
    "DELETE FROM document_counters WHERE store_id = ?1",
    "DELETE FROM order_receipts WHERE store_id = ?1",
    "DELETE FROM bank_accounts WHERE store_id = ?1",
    "DELETE FROM shipment_events WHERE store_id = ?1",
    "DELETE FROM shipment_lines WHERE store_id = ?1",
    "DELETE FROM shipments WHERE store_id = ?1",
    "DELETE FROM order_mentions WHERE store_id = ?1",
    "DELETE FROM order_comments WHERE store_id = ?1",
    "DELETE FROM order_views WHERE store_id = ?1",
    "DELETE FROM order_tags WHERE store_id = ?1",
    "DELETE FROM order_refund_lines WHERE store_id = ?1",
    "DELETE FROM order_refunds WHERE store_id = ?1",
    "DELETE FROM order_return_lines WHERE store_id = ?1",
    "DELETE FROM order_returns WHERE store_id = ?1",
    "DELETE FROM return_reasons WHERE store_id = ?1",
    "DELETE FROM order_calls WHERE store_id = ?1",
    "DELETE FROM order_confirmations WHERE store_id = ?1",
    "DELETE FROM order_address_checks WHERE store_id = ?1",
    "DELETE FROM confirmation_leases WHERE store_id = ?1",
    "DELETE FROM phone_outcomes WHERE store_id = ?1",
    "DELETE FROM order_entries WHERE store_id = ?1",
    "DELETE FROM coupon_uses WHERE store_id = ?1",
    "DELETE FROM coupon_products WHERE store_id = ?1",
    "DELETE FROM coupon_categories WHERE store_id = ?1",
    "DELETE FROM coupons WHERE store_id = ?1",
    "DELETE FROM order_drafts WHERE store_id = ?1",
    "DELETE FROM order_items WHERE store_id = ?1",
    "DELETE FROM orders WHERE store_id = ?1",
    "DELETE FROM cart_reminders WHERE store_id = ?1",
    "DELETE FROM cart_reminder_plans WHERE store_id = ?1",
    "DELETE FROM reminded_people WHERE store_id = ?1",
    "DELETE FROM cart_items WHERE store_id = ?1",
    "DELETE FROM cart_sources WHERE store_id = ?1",
    "DELETE FROM carts WHERE store_id = ?1",
    "DELETE FROM person_exports WHERE store_id = ?1",
    "DELETE FROM customer_refusals WHERE store_id = ?1",
    "DELETE FROM customer_merges WHERE store_id = ?1",
    "DELETE FROM customer_contacts WHERE store_id = ?1",
    "DELETE FROM customer_notes WHERE store_id = ?1",
    "DELETE FROM customer_consents WHERE store_id = ?1",
    "DELETE FROM customer_tags WHERE store_id = ?1",
    "DELETE FROM customer_group_members WHERE store_id = ?1",
    "DELETE FROM customer_groups WHERE store_id = ?1",
    "DELETE FROM customer_segments WHERE store_id = ?1",
    "DELETE FROM customer_addresses WHERE store_id = ?1",
    "DELETE FROM customers WHERE store_id = ?1",
    "DELETE FROM import_images WHERE store_id = ?1",
    "DELETE FROM import_rows WHERE store_id = ?1",
    "DELETE FROM import_mappings WHERE store_id = ?1",
    "DELETE FROM imports WHERE store_id = ?1",
    "DELETE FROM arriving_files WHERE store_id = ?1",
    "DELETE FROM exports WHERE store_id = ?1",
    "DELETE FROM batch_items WHERE store_id = ?1",
    "DELETE FROM batches WHERE store_id = ?1",
    "DELETE FROM stock_movements WHERE store_id = ?1",
    "DELETE FROM stock_notices WHERE store_id = ?1",
    "DELETE FROM stock_levels WHERE store_id = ?1",
    "DELETE FROM stock_locations WHERE store_id = ?1",
    "DELETE FROM product_media WHERE store_id = ?1",
    "DELETE FROM product_categories WHERE store_id = ?1",
    "DELETE FROM product_links WHERE store_id = ?1",
    "DELETE FROM shopper_files WHERE store_id = ?1",
    "DELETE FROM product_variants WHERE store_id = ?1",
    "DELETE FROM products WHERE store_id = ?1",
    "DELETE FROM category_places WHERE store_id = ?1",
    "DELETE FROM category_trees WHERE store_id = ?1",
    "DELETE FROM category_removals WHERE store_id = ?1",
    "DELETE FROM categories WHERE store_id = ?1",
    "DELETE FROM search_tokens WHERE store_id = ?1",
    "DELETE FROM search_words WHERE store_id = ?1",
    "DELETE FROM search_spellings WHERE store_id = ?1",
    "DELETE FROM search_backlog WHERE store_id = ?1",
    "DELETE FROM product_option_values WHERE store_id = ?1",
    "DELETE FROM redirects WHERE store_id = ?1",
    "DELETE FROM shipping_methods WHERE store_id = ?1",
    "DELETE FROM payment_methods WHERE store_id = ?1",
    "DELETE FROM theme_sections WHERE store_id = ?1",
    "DELETE FROM menu_links WHERE store_id = ?1",
    "DELETE FROM menus WHERE store_id = ?1",
    "DELETE FROM pages WHERE store_id = ?1",
    "DELETE FROM media WHERE store_id = ?1",
    "DELETE FROM store_settings WHERE store_id = ?1",
    "DELETE FROM user_preferences WHERE store_id = ?1",
    "DELETE FROM status_counts WHERE store_id = ?1",
    "DELETE FROM outbox_messages WHERE store_id = ?1",
    "DELETE FROM jobs WHERE store_id = ?1 AND status IN ('dead', 'queued')",
    "DELETE FROM invitations WHERE store_id = ?1",
    "DELETE FROM memberships WHERE store_id = ?1 AND role <> 'owner'",
    "DELETE FROM journal WHERE store_id = ?1",
];

/// Brings the demo store back to what its plan makes.
#[derive(Debug, Serialize, Deserialize)]
struct ResetDemoStoreJob {
    store: StoreId,
}

impl Job for ResetDemoStoreJob {
    const KIND: &'static str = "reset_demo_store";
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut Registry<App>) {
    registry.on(reset);
    registry.every("reset_demo_store", Millis::HOUR, wake);
}

struct PlanRow {
    store: StoreId,
    name: String,
    seed: i64,
    products: i64,
    orders: i64,
    days: i64,
    journal_seq: i64,
    written_at: Millis,
    journal_now: i64,
}
row!(PlanRow { store, name, seed, products, orders, days, journal_seq, written_at, journal_now });

async fn find_plan(c: Conn<'_>) -> db::Result<Option<PlanRow>> {
    let sql = "SELECT p.store_id, p.name, p.seed, p.products, p.orders, p.days, p.journal_seq, p.written_at, k.journal_seq \
               FROM stores s JOIN demo_plans p ON p.store_id = s.id JOIN store_counters k ON k.store_id = s.id \
               WHERE s.is_demo = TRUE ORDER BY s.id LIMIT 1";
    c.opt(sql, p![]).await
}

/// Notes what a demo store was made by, once it is made.
pub(super) async fn keep_plan(app: &App, scope: &StoreScope, name: &str, plan: &Plan) -> Result<(), ApiError> {
    let (inner, name, plan, now) = (scope.clone(), name.to_owned(), plan.clone(), app.env().now());
    let size = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let (seed, products, orders) = (plan.seed.cast_signed(), size(plan.products), size(plan.orders));
    let work = async move |c: Conn<'_>| {
        let sql = "INSERT INTO demo_plans (store_id, name, seed, products, orders, days, journal_seq, written_at) \
                   SELECT store_id, ?2, ?3, ?4, ?5, ?6, journal_seq, ?7 FROM store_counters WHERE store_id = ?1";
        c.exec(sql, p![inner.store(), name, seed, products, orders, plan.days, now]).await
    };
    app.db().tx(work).await?;
    Ok(())
}

/// Wanted when somebody changed something, and once a day so that the orders do not grow old.
async fn wake(app: App) -> JobResult {
    let Some(plan) = find_plan(app.db().conn()).await? else { return Ok(Outcome::Done) };
    let now = app.env().now();
    let is_touched = plan.journal_now != plan.journal_seq || plan.written_at < now.plus(-Millis::DAY);
    if !is_touched || plan.products > MOST_PRODUCTS || plan.orders > MOST_ORDERS {
        return Ok(Outcome::Done);
    }
    let (env, job) = (app.env().clone(), ResetDemoStoreJob { store: plan.store });
    // No store's own job: it is the platform's work, and the reset clears the store's list.
    let how = Enqueue { dedup_key: Some("reset_demo_store".into()), ..Enqueue::default() };
    app.db().tx(async move |c| jobs::enqueue(c, &env, &job, how.clone()).await).await?;
    Ok(Outcome::Done)
}

async fn reset(app: App, job: ResetDemoStoreJob) -> JobResult {
    let row = find_plan(app.db().conn()).await?.filter(|row| row.store == job.store);
    let Some(PlanRow { store, name, seed, products, orders, days, .. }) = row else { return Ok(Outcome::Done) };
    let plan = Plan {
        seed: seed.cast_unsigned(),
        stores: 1,
        products: usize::try_from(products)?,
        orders: usize::try_from(orders)?,
        days,
        has_demo: true,
    };
    let scope = StoreScope::new(store, Actor::system());
    for sql in EMPTIED {
        app.db().tx(async move |c| c.exec(sql, p![store]).await).await?;
    }
    app.blobs.delete_folder(&store.to_string()).await?;
    let (env, inner) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let sql = "UPDATE stores SET name = ?2, default_language = 'ar', languages = '[\"ar\",\"en\"]', feature_flags = '[]', onboarding = '{}', \
                       updated_at = ?3, version = version + 1 WHERE id = ?1";
            c.exec(sql, p![store, name, now]).await?;
            c.exec("UPDATE store_counters SET next_order_number = 1001, next_invoice_number = 1 WHERE store_id = ?1", p![store])
                .await?;
            furnish(c, &env, &inner, &name).await?;
            journal::write(c, &inner, now, Topics::STOREFRONT, Entry::new(Act::Create, entity::STORE, store)).await?;
            Ok::<_, db::Error>(())
        })
        .await?;
    let filled = fill(&app, &scope, &plan, &mut Rng::new(plan.seed), |_| {}).await;
    filled.map_err(|e| format!("the demo store could not be filled: {}", e.code()))?;
    let now = app.env().now();
    app.db()
        .tx(async move |c| {
            let sql = "UPDATE demo_plans SET written_at = ?2, journal_seq = (SELECT k.journal_seq FROM store_counters k WHERE k.store_id = ?1) \
                       WHERE store_id = ?1";
            c.exec(sql, p![store, now]).await?;
            c.touch(store, Topics::STOREFRONT.and(Topics::SALES).and(Topics::CATALOG));
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::EMPTIED;

    /// Tables of a store that a reset leaves alone, and why.
    const KEPT: &[&str] = &["store_counters", "demo_plans", "registrations", "impersonation_links", "sessions"];

    #[test]
    fn every_table_of_a_store_is_emptied_or_kept_on_purpose() {
        let mut table = "";
        let mut forgotten = Vec::new();
        // A table that is made beside its predecessor goes by that one's name afterwards.
        let renamed = |table: &str| db::MIGRATIONS.iter().any(|m| m.sql.contains(&format!("ALTER TABLE {table} RENAME TO ")));
        let is_gone = |table: &str| db::MIGRATIONS.iter().any(|m| m.sql.contains(&format!("DROP TABLE {table};")));
        for line in db::MIGRATIONS.iter().flat_map(|m| m.sql.lines()) {
            if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
                table = rest.split([' ', '(']).next().unwrap();
            }
            let emptied = EMPTIED.iter().any(|sql| sql.split(' ').nth(2) == Some(table));
            if line.trim_start().starts_with("store_id ")
                && !emptied
                && !KEPT.contains(&table)
                && !renamed(table)
                && !is_gone(table)
            {
                forgotten.push(table);
            }
        }
        assert!(forgotten.is_empty(), "say in reset.rs what becomes of {forgotten:?}");
    }
}
