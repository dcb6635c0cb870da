//! The statements of a reset of the demo store.

use db::{Conn, OnReset, Result, p, row};
use kernel::{Millis, StoreId, StoreScope};

/// The statements that empty a store of everything but itself, its owner and its counters.
pub(super) fn delete_statements() -> Vec<String> {
    let tables: Vec<_> = crate::tables().filter(|table| table.has_store).collect();
    let one = |table: db::Table| match table.on_reset {
        OnReset::Delete => Some(format!("DELETE FROM {} WHERE store_id = ?1", table.name)),
        OnReset::DeleteWhere(condition) => Some(format!("DELETE FROM {} WHERE store_id = ?1 AND {condition}", table.name)),
        OnReset::Keep(_) => None,
    };
    db::deletion_order(&tables).into_iter().filter_map(one).collect()
}

/// Carries out one of the statements of [`delete_statements`].
pub(super) async fn delete_rows(c: Conn<'_>, sql: &str, store: StoreId) -> Result<()> {
    c.exec(sql, p![store]).await?;
    Ok(())
}

/// The plan of a demo store.
pub(super) struct NewPlan {
    pub(super) seed: i64,
    pub(super) products: i64,
    pub(super) orders: i64,
    pub(super) days: i64,
    pub(super) has_pictures: bool,
}

/// Records the plan of a store, with the current position of its journal.
pub(super) async fn insert_plan(c: Conn<'_>, scope: &StoreScope, name: &str, plan: &NewPlan, now: Millis) -> Result<()> {
    let NewPlan { seed, products, orders, days, has_pictures } = plan;
    let sql = "INSERT INTO demo_plans (store_id, name, seed, products, orders, days, journal_seq, written_at, has_pictures) \
               SELECT store_id, ?2, ?3, ?4, ?5, ?6, journal_seq, ?7, ?8 FROM store_counters WHERE store_id = ?1";
    c.exec(sql, p![scope.store(), name, seed, products, orders, days, now, has_pictures]).await?;
    Ok(())
}

/// The plan of the demo store, with the position of its journal then and now.
pub(super) struct PlanRow {
    pub(super) store: StoreId,
    pub(super) name: String,
    pub(super) seed: i64,
    pub(super) products: i64,
    pub(super) orders: i64,
    pub(super) days: i64,
    pub(super) has_pictures: bool,
    pub(super) journal_seq: i64,
    pub(super) written_at: Millis,
    pub(super) journal_now: i64,
}
row!(PlanRow { store, name, seed, products, orders, days, has_pictures, journal_seq, written_at, journal_now });

pub(super) async fn find_plan(c: Conn<'_>) -> Result<Option<PlanRow>> {
    let sql = "SELECT p.store_id, p.name, p.seed, p.products, p.orders, p.days, p.has_pictures, p.journal_seq, p.written_at, k.journal_seq \
               FROM stores s JOIN demo_plans p ON p.store_id = s.id JOIN store_counters k ON k.store_id = s.id \
               WHERE s.is_demo = TRUE ORDER BY s.id LIMIT 1";
    c.opt(sql, p![]).await
}

/// Marks the plan as followed: later journal entries are visitors' changes.
pub(super) async fn set_plan_followed(c: Conn<'_>, store: StoreId, now: Millis) -> Result<()> {
    let sql = "UPDATE demo_plans SET written_at = ?2, journal_seq = (SELECT k.journal_seq FROM store_counters k WHERE k.store_id = ?1) \
               WHERE store_id = ?1";
    c.exec(sql, p![store, now]).await?;
    Ok(())
}

/// Restores the store's own row and its document counters to their state after creation.
pub(super) async fn update_store(c: Conn<'_>, store: StoreId, name: &str, now: Millis) -> Result<()> {
    let sql = "UPDATE stores SET name = ?2, default_language = 'ar', languages = '[\"ar\",\"en\"]', feature_flags = '[]', onboarding = '{}', \
               updated_at = ?3, version = version + 1 WHERE id = ?1";
    c.exec(sql, p![store, name, now]).await?;
    c.exec("UPDATE store_counters SET next_order_number = 1001, next_invoice_number = 1 WHERE store_id = ?1", p![store]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::delete_statements;

    #[test]
    fn a_store_is_emptied_of_what_hangs_on_other_rows_first() {
        let all = delete_statements();
        let position = |table: &str| all.iter().position(|sql| sql.starts_with(&format!("DELETE FROM {table} "))).unwrap();
        assert!(position("shipment_lines") < position("shipments") && position("shipments") < position("orders"));
        assert!(position("orders") < position("customers") && position("batch_items") < position("batches"));
        assert!(!all.iter().any(|sql| sql.contains(" store_counters ") || sql.contains(" stores ")));
        assert!(all.contains(&"DELETE FROM memberships WHERE store_id = ?1 AND role <> 'owner'".to_owned()));
    }
}
