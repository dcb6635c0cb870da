//! Every statement on coupons and their uses, except those of the lists, which are in `list_store`.

use db::{Conn, Json, Record as _, Result, Row, Sql, p, row};
use kernel::{CategoryId, CouponId, CouponUseId, CustomerId, Millis, OrderId, ProductId, StoreScope};

use super::evaluate::Buyer;
use super::model::{Coupon, Scope, Terms, Usability};
use super::uses::StoredTerms;

db::record! {
    // Without the products and categories it names, which have tables of their own.
    Coupon {
        id as key,
        name,
        code,
        terms by read_terms {
            discount_type = coupon.terms.discount_type.as_str(),
            discount_value = coupon.terms.discount_value,
            max_discount = coupon.terms.max_discount,
            discount_segment = coupon.terms.segment.as_str(),
            min_amount = coupon.terms.min_amount,
            excludes_discounted = coupon.terms.excludes_discounted,
            scope = coupon.terms.scope.as_str(),
        },
        usability by read_usability { discount_usability = coupon.usability.as_str() },
        // Uses are counted by statements of their own.
        usage_count as read,
        usage_limit,
        given_total as read,
        starts_at,
        ends_at,
        is_active,
        created_at as read,
        updated_at as key,
        deleted_at as read,
        version as key,
    }
    default { product_ids, category_ids }
    fn coupon_values<'v>(coupon, scope: &StoreScope, name_key: &'v str, code_key: &'v str)
    // The statements below use these numbered parameters.
    keys { store_id = scope.store(), id = coupon.id, version = coupon.version, updated_at = coupon.updated_at }
    also { name_key = name_key, code_key = code_key }
}

fn read_terms(row: &mut Row<'_>) -> Result<Terms> {
    Ok(Terms {
        discount_type: row.get()?,
        discount_value: row.get()?,
        max_discount: row.get()?,
        segment: row.get()?,
        min_amount: row.get()?,
        excludes_discounted: row.get()?,
        scope: row.get()?,
    })
}

/// The column's name differs from the field's.
fn read_usability(row: &mut Row<'_>) -> Result<Usability> {
    row.get()
}

/// Loads the products and categories that coupons name; one statement each, only where some coupon needs it.
pub(super) async fn list_with_names(c: Conn<'_>, scope: &StoreScope, mut coupons: Vec<Coupon>) -> Result<Vec<Coupon>> {
    let ids_of_scope = |wanted_scope: Scope| -> Vec<CouponId> {
        coupons.iter().filter(|k| k.terms.scope == wanted_scope).map(|k| k.id).collect()
    };
    let (products, categories) = (ids_of_scope(Scope::Products), ids_of_scope(Scope::Categories));
    if !products.is_empty() {
        let sql = Sql::new("SELECT coupon_id, product_id FROM coupon_products WHERE").arg(" store_id = ?", scope.store());
        let rows: Vec<(CouponId, ProductId)> =
            sql.list(" AND coupon_id IN ", products, " ORDER BY coupon_id, product_id").all(c).await?;
        for coupon in &mut coupons {
            coupon.product_ids = rows.iter().filter(|(id, _)| *id == coupon.id).map(|(_, product)| *product).collect();
        }
    }
    if !categories.is_empty() {
        let sql = Sql::new("SELECT coupon_id, category_id FROM coupon_categories WHERE").arg(" store_id = ?", scope.store());
        let rows: Vec<(CouponId, CategoryId)> =
            sql.list(" AND coupon_id IN ", categories, " ORDER BY coupon_id, category_id").all(c).await?;
        for coupon in &mut coupons {
            coupon.category_ids = rows.iter().filter(|(id, _)| *id == coupon.id).map(|(_, category)| *category).collect();
        }
    }
    Ok(coupons)
}

async fn with_names(c: Conn<'_>, scope: &StoreScope, found: Option<Coupon>) -> Result<Option<Coupon>> {
    match found {
        Some(coupon) => Ok(list_with_names(c, scope, vec![coupon]).await?.pop()),
        None => Ok(None),
    }
}

/// A coupon that is not deleted.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: CouponId) -> Result<Option<Coupon>> {
    Ok(find_any(c, scope, id).await?.filter(|coupon| coupon.deleted_at.is_none()))
}

/// A coupon, deleted or not.
pub(super) async fn find_any(c: Conn<'_>, scope: &StoreScope, id: CouponId) -> Result<Option<Coupon>> {
    let sql = db::sql!("SELECT ", Coupon::READ, " FROM coupons WHERE store_id = ?1 AND id = ?2");
    with_names(c, scope, c.opt(sql, p![scope.store(), id]).await?).await
}

/// The coupon of a code key, as [`super::code::key`] writes it.
pub(super) async fn find_by_key(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<Option<Coupon>> {
    let sql = db::sql!("SELECT ", Coupon::READ, " FROM coupons WHERE store_id = ?1 AND code_key = ?2 AND deleted_at IS NULL");
    with_names(c, scope, c.opt(sql, p![scope.store(), key]).await?).await
}

/// Number of coupons of a store, counted up to `most`.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM coupons WHERE store_id = ?1 AND deleted_at IS NULL LIMIT ?2) AS counted";
    c.one(sql, p![scope.store(), most]).await
}

/// Inserts a new, unused coupon; false when another has its code.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, k: &Coupon, name_key: &str, code_key: &str) -> Result<bool> {
    let sql = db::sql!(
        "INSERT INTO coupons (",
        Coupon::WRITTEN,
        ", created_at, usage_count, given_total) VALUES (",
        Coupon::PLACEHOLDERS,
        ", ?4, 0, 0) ON CONFLICT (store_id, code_key) WHERE deleted_at IS NULL DO NOTHING"
    );
    Ok(c.exec(sql, &coupon_values(k, scope, name_key, code_key).params()).await? == 1)
}

/// Writes the merchant's change if the coupon is still at the version before; false when it is not.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, k: &Coupon, name_key: &str, code_key: &str) -> Result<bool> {
    let sql = db::sql!(
        "UPDATE coupons SET ",
        Coupon::SETS,
        ", updated_at = ?4, version = ?3 WHERE store_id = ?1 AND id = ?2 AND version = ?3 - 1 AND deleted_at IS NULL"
    );
    Ok(c.exec(sql, &coupon_values(k, scope, name_key, code_key).params()).await? == 1)
}

/// Replaces the products and categories that the coupon names.
pub(super) async fn set_named(c: Conn<'_>, scope: &StoreScope, k: &Coupon) -> Result<()> {
    c.exec("DELETE FROM coupon_products WHERE store_id = ?1 AND coupon_id = ?2", p![scope.store(), k.id]).await?;
    c.exec("DELETE FROM coupon_categories WHERE store_id = ?1 AND coupon_id = ?2", p![scope.store(), k.id]).await?;
    for chunk in k.product_ids.chunks(50) {
        let mut sql = Sql::new("INSERT INTO coupon_products (store_id, coupon_id, product_id) VALUES ");
        for (n, id) in chunk.iter().enumerate() {
            sql = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", k.id).arg(", ?)", *id);
        }
        sql.exec(c).await?;
    }
    for chunk in k.category_ids.chunks(50) {
        let mut sql = Sql::new("INSERT INTO coupon_categories (store_id, coupon_id, category_id) VALUES ");
        for (n, id) in chunk.iter().enumerate() {
            sql = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", k.id).arg(", ?)", *id);
        }
        sql.exec(c).await?;
    }
    Ok(())
}

/// Deletes or restores a coupon; false when nothing changed.
pub(super) async fn set_deleted(c: Conn<'_>, scope: &StoreScope, id: CouponId, at: Option<Millis>, now: Millis) -> Result<bool> {
    let sql = "UPDATE coupons SET deleted_at = ?3, updated_at = ?4, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND (deleted_at IS NULL) = ?5";
    Ok(c.exec(sql, p![scope.store(), id, at, now, at.is_some()]).await? == 1)
}

// ---- uses -----------------------------------------------------------------------------------------------------------

/// Increments the uses of a coupon at the version of its evaluation, within its limit; false when the limit is reached or the
/// version changed.
pub(super) async fn count_use(c: Conn<'_>, scope: &StoreScope, id: CouponId, version: i64, amount: i64) -> Result<bool> {
    let sql = "UPDATE coupons SET usage_count = usage_count + 1, given_total = given_total + ?4 WHERE store_id = ?1 AND id = ?2 AND version = ?3 \
               AND deleted_at IS NULL AND (usage_limit IS NULL OR usage_count < usage_limit)";
    Ok(c.exec(sql, p![scope.store(), id, version, amount]).await? == 1)
}

/// Decrements the uses.
pub(super) async fn decrement_uses(c: Conn<'_>, scope: &StoreScope, id: CouponId, amount: i64) -> Result<()> {
    let sql = "UPDATE coupons SET usage_count = usage_count - 1, given_total = given_total - ?3 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, amount]).await?;
    Ok(())
}

/// Changes the sum of discounts by an amount, which may be negative.
pub(super) async fn increment_given(c: Conn<'_>, scope: &StoreScope, id: CouponId, by: i64) -> Result<()> {
    let sql = "UPDATE coupons SET given_total = given_total + ?3 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, by]).await?;
    Ok(())
}

pub(super) async fn insert_use(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CouponUseId,
    (coupon, order, customer): (CouponId, OrderId, CustomerId),
    amount: i64,
    terms: &Json<StoredTerms>,
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO coupon_uses (store_id, id, coupon_id, order_id, customer_id, amount, terms, used_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    c.exec(sql, p![scope.store(), id, coupon, order, customer, amount, terms, now]).await?;
    Ok(())
}

/// An order's use that was not released: its coupon, its amount, its stored terms.
pub(super) async fn find_use(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
) -> Result<Option<(CouponId, i64, Json<StoredTerms>)>> {
    let sql = "SELECT coupon_id, amount, terms FROM coupon_uses WHERE store_id = ?1 AND order_id = ?2 AND given_back_at IS NULL";
    c.opt(sql, p![scope.store(), order]).await
}

pub(super) async fn update_use(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    amount: i64,
    terms: &Json<StoredTerms>,
) -> Result<()> {
    let sql = "UPDATE coupon_uses SET amount = ?3, terms = ?4 WHERE store_id = ?1 AND order_id = ?2 AND given_back_at IS NULL";
    c.exec(sql, p![scope.store(), order, amount, terms]).await?;
    Ok(())
}

/// Releases a use; none when the order has none (any more).
pub(super) async fn end_use(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<Option<(CouponId, i64)>> {
    let sql = "UPDATE coupon_uses SET given_back_at = ?3 WHERE store_id = ?1 AND order_id = ?2 AND given_back_at IS NULL \
               RETURNING coupon_id, amount";
    c.opt(sql, p![scope.store(), order, now]).await
}

/// Moves the uses of a merged customer record to the one that stays.
///
/// # Errors
/// Of the database.
pub async fn move_uses(c: Conn<'_>, scope: &StoreScope, merged: customers::Merged) -> Result<()> {
    let sql = "UPDATE coupon_uses SET customer_id = ?2 WHERE store_id = ?1 AND customer_id = ?3";
    c.exec(sql, p![scope.store(), merged.survivor, merged.gone]).await?;
    Ok(())
}

/// The customers of a number, an e-mail address and a record: `?2`, `?3` and `?4`, each of which may be null.
macro_rules! persons {
    () => {
        "(SELECT k.id FROM customers k WHERE k.store_id = ?1 AND k.mobile = ?2 AND k.mobile IS NOT NULL \
         UNION ALL SELECT k.id FROM customers k WHERE k.store_id = ?1 AND k.email = ?3 AND k.email IS NOT NULL \
         UNION ALL SELECT k.id FROM customers k WHERE k.store_id = ?1 AND k.id = ?4 \
         UNION ALL SELECT x.customer_id FROM customer_contacts x WHERE x.store_id = ?1 AND x.kind = 'mobile' AND x.value = ?2 \
         UNION ALL SELECT x.customer_id FROM customer_contacts x WHERE x.store_id = ?1 AND x.kind = 'email' AND x.value = ?3)"
    };
}

/// Whether another order of the person than `buyer.order` uses a coupon.
pub(super) async fn has_used(c: Conn<'_>, scope: &StoreScope, id: CouponId, buyer: Buyer<'_>) -> Result<bool> {
    let sql = concat!(
        "SELECT u.id FROM coupon_uses u WHERE u.store_id = ?1 AND u.coupon_id = ?5 AND u.given_back_at IS NULL AND u.order_id <> ?6 \
         AND u.customer_id IN ",
        persons!(),
        " UNION ALL SELECT u.id FROM orders o JOIN coupon_uses u ON u.store_id = o.store_id AND u.order_id = o.id AND u.given_back_at IS NULL \
         WHERE o.store_id = ?1 AND o.email = ?3 AND o.email IS NOT NULL AND u.coupon_id = ?5 AND o.id <> ?6 LIMIT 1"
    );
    let order = buyer.order.map_or(0, OrderId::raw);
    Ok(c.opt::<CouponUseId>(sql, p![scope.store(), buyer.mobile, buyer.email, buyer.customer, id, order]).await?.is_some())
}

/// Whether a person has an order other than `buyer.order` that is neither cancelled nor a draft.
pub(super) async fn has_ordered(c: Conn<'_>, scope: &StoreScope, buyer: Buyer<'_>) -> Result<bool> {
    let sql = concat!(
        "SELECT o.id FROM orders o WHERE o.store_id = ?1 AND o.status NOT IN ('CNCL', 'DRFT') AND o.id <> ?5 AND o.customer_id IN ",
        persons!(),
        " UNION ALL SELECT o.id FROM orders o WHERE o.store_id = ?1 AND o.email = ?3 AND o.email IS NOT NULL \
         AND o.status NOT IN ('CNCL', 'DRFT') AND o.id <> ?5 LIMIT 1"
    );
    let order = buyer.order.map_or(0, OrderId::raw);
    Ok(c.opt::<OrderId>(sql, p![scope.store(), buyer.mobile, buyer.email, buyer.customer, order]).await?.is_some())
}

/// A use as the list shows it.
pub(super) struct UseRow {
    pub(super) id: CouponUseId,
    pub(super) order_id: OrderId,
    pub(super) order_number: i64,
    pub(super) customer_id: CustomerId,
    pub(super) customer_name: String,
    pub(super) amount: i64,
    pub(super) used_at: Millis,
    pub(super) given_back_at: Option<Millis>,
}
row!(UseRow { id, order_id, order_number, customer_id, customer_name, amount, used_at, given_back_at });
