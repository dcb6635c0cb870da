//! Rows of sample data, inserted in bulk. They satisfy the rules of the slices that own the tables; the test of this slice proves
//! it.

use db::{Conn, Json, Result, p, row};
use kernel::{CustomerId, Millis, OrderId, PaymentMethodId, ProductId, ShippingMethodId, StoreScope, Texts, VariantId};

use catalog::OptionValue;
use catalog::model::ProductOption;
use commerce::carts::totals::Totals;
use commerce::coupons::CouponUse;
use customers::Address;

/// Prices with 15 % VAT included, as in Saudi stores, and the seller. The number is the tax authority's own example.
pub(super) async fn set_vat(c: Conn<'_>, scope: &StoreScope, now: Millis) -> Result<()> {
    for (code, value) in [
        ("vat_value", "\"15\""),
        ("prices_include_vat", "true"),
        ("vat_registration", "\"registered\""),
        ("vat_number", "\"310122393500003\""),
        ("commercial_registration", "\"1010010000\""),
    ] {
        let sql = "INSERT INTO store_settings (store_id, code, value, updated_at) VALUES (?1, ?2, ?3, ?4)";
        c.exec(sql, p![scope.store(), code, value, now]).await?;
    }
    Ok(())
}

/// Marks the questionnaire as answered.
pub(super) async fn set_ready(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    c.exec("UPDATE stores SET is_ready = TRUE WHERE id = ?1", p![scope.store()]).await?;
    Ok(())
}

/// A shipping method of fixed cost, beside pickup.
pub(super) async fn insert_courier(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ShippingMethodId,
    now: Millis,
    name: &Texts,
    cost: i64,
) -> Result<()> {
    let sql = "INSERT INTO shipping_methods (store_id, id, provider, name, note, is_active, is_fixed_cost, fixed_cost, weight_threshold_grams, extra_weight_cost, \
               extra_weight_grams, countries, cities, is_cod_allowed, is_courier_name_visible, display_order, created_at, updated_at, version) \
               VALUES (?1, ?2, 'CUSTOM', ?3, '{}', TRUE, TRUE, ?4, 0, 0, 1000, '[]', '[]', TRUE, TRUE, 1, ?5, ?5, 1)";
    c.exec(sql, p![scope.store(), id, Json(name), cost, now]).await?;
    Ok(())
}

/// A method as orders store it: id, name, cost.
pub(super) type Method = (ShippingMethodId, Texts, i64, &'static str);

/// Pickup and the fixed-cost method.
pub(super) async fn list_shipping(c: Conn<'_>, scope: &StoreScope) -> Result<(Method, Method)> {
    let sql = "SELECT id, name, fixed_cost FROM shipping_methods WHERE store_id = ?1 AND provider = ?2 ORDER BY id LIMIT 1";
    let (id, Json(name), cost): (ShippingMethodId, Json<Texts>, i64) = c.one(sql, p![scope.store(), "PICKUP"]).await?;
    let (other, Json(other_name), other_cost): (ShippingMethodId, Json<Texts>, i64) =
        c.one(sql, p![scope.store(), "CUSTOM"]).await?;
    Ok(((id, name, cost, "PICKUP"), (other, other_name, other_cost, "CUSTOM")))
}

/// Cash on delivery.
pub(super) async fn find_cod(c: Conn<'_>, scope: &StoreScope) -> Result<(PaymentMethodId, Texts)> {
    let sql = "SELECT id, name FROM payment_methods WHERE store_id = ?1 AND provider = 'COD' LIMIT 1";
    let (id, Json(name)): (PaymentMethodId, Json<Texts>) = c.one(sql, p![scope.store()]).await?;
    Ok((id, name))
}

/// A product or variant that can be ordered.
pub(super) struct GoodsRow {
    pub(super) product: ProductId,
    pub(super) variant: Option<VariantId>,
    name: Json<Texts>,
    sku: Option<String>,
    option_values: Option<Json<Vec<String>>>,
    options: Json<Vec<ProductOption>>,
    price: i64,
    weight_grams: i64,
}
row!(GoodsRow { product, variant, name, sku, option_values, options, price, weight_grams });

impl GoodsRow {
    pub(super) fn line(&self, quantity: i64) -> LineRow {
        LineRow {
            product: self.product,
            variant: self.variant,
            name: self.name.0.clone(),
            sku: self.sku.clone(),
            option_values: self
                .options
                .0
                .iter()
                .zip(self.option_values.iter().flat_map(|v| &v.0))
                .map(|(o, value)| o.chosen(value))
                .collect(),
            unit_price: self.price,
            quantity,
            weight_grams: self.weight_grams,
        }
    }
}

pub(super) async fn list_goods(c: Conn<'_>, scope: &StoreScope, limit: i64) -> Result<Vec<GoodsRow>> {
    let sql = "SELECT p.id, v.id, p.name, COALESCE(v.sku, p.sku), v.option_values, p.options, p.list_price, p.weight_grams FROM products p \
               LEFT JOIN product_variants v ON v.store_id = p.store_id AND v.product_id = p.id \
               WHERE p.store_id = ?1 AND p.deleted_at IS NULL AND p.archived_at IS NULL AND p.is_published = TRUE ORDER BY p.id, v.position LIMIT ?2";
    c.all(sql, p![scope.store(), limit]).await
}

/// A customer as seeded.
pub(super) struct CustomerRow {
    pub(super) id: CustomerId,
    pub(super) name: String,
    pub(super) mobile: String,
    pub(super) city: String,
    pub(super) at: Millis,
}

pub(super) async fn insert_customer(c: Conn<'_>, scope: &StoreScope, row: &CustomerRow) -> Result<()> {
    let sql = "INSERT INTO customers (store_id, id, name, name_key, mobile, email, locale, orders_count, total_spent, last_order_at, city, country, created_at, updated_at, version, seq) \
               VALUES (?1, ?2, ?3, ?4, ?5, NULL, 'ar', 0, 0, NULL, ?6, 'SA', ?7, ?7, 1, 0)";
    let name_key = kernel::fold::fold(&row.name);
    c.exec(sql, p![scope.store(), row.id, row.name, name_key, row.mobile, row.city, row.at]).await?;
    Ok(())
}

/// The order totals of a seeded customer.
pub(super) struct TallyRow {
    pub(super) id: CustomerId,
    pub(super) orders: i64,
    pub(super) cancelled: i64,
    pub(super) returned: i64,
    pub(super) spent: i64,
    pub(super) first: Millis,
    pub(super) last: Millis,
}

pub(super) async fn set_tally(c: Conn<'_>, scope: &StoreScope, t: &TallyRow) -> Result<()> {
    let sql = "UPDATE customers SET orders_count = ?3, total_spent = ?4, created_at = ?5, first_order_at = ?5, last_order_at = ?6, \
               cancelled_count = ?7, returned_count = ?8, updated_at = ?6 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), t.id, t.orders, t.spent, t.first, t.last, t.cancelled, t.returned]).await?;
    Ok(())
}

/// A line as seeded.
pub(super) struct LineRow {
    pub(super) product: ProductId,
    pub(super) variant: Option<VariantId>,
    name: Texts,
    sku: Option<String>,
    option_values: Vec<OptionValue>,
    pub(super) unit_price: i64,
    pub(super) quantity: i64,
    weight_grams: i64,
}

/// An order as seeded.
pub(super) struct OrderDraft {
    pub(super) id: OrderId,
    pub(super) status: &'static str,
    pub(super) is_paid: bool,
    pub(super) customer: CustomerId,
    pub(super) totals: Totals,
    pub(super) lines: Vec<LineRow>,
    pub(super) address: Address,
    pub(super) is_pickup: bool,
    pub(super) access_hash: String,
    pub(super) at: Millis,
    pub(super) coupon: Option<CouponUse>,
}

pub(super) async fn insert_order(
    c: Conn<'_>,
    scope: &StoreScope,
    o: &OrderDraft,
    number: i64,
    seq: i64,
    shipping: &Method,
    payment: &(PaymentMethodId, Texts),
) -> Result<()> {
    let sql = "INSERT INTO orders (store_id, id, number, status, payment_status, customer_id, was_guest_order, sender_name, mobile, email, language, currency, \
               subtotal, discount, vat, shipping_fees, payment_fees, total, vat_rate, is_vat_included, customer_currency, total_in_customer_currency, items_count, \
               address, city, country, shipping_method_id, shipping_provider, shipping_name, payment_method_id, payment_provider, payment_name, note, \
               cart_id, access_hash, created_at, updated_at, version, seq, coupon_id, coupon_code, coupon_segment, coupon_discount, is_first_order, \
               delivered_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, TRUE, ?7, ?8, NULL, 'ar', 'SAR', ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, 'SAR', ?14, ?17, ?18, ?19, 'SA', \
               ?20, ?21, ?22, ?23, 'COD', ?24, '', NULL, ?25, ?26, ?26, 1, ?27, ?28, ?29, ?30, ?31, \
               NOT EXISTS (SELECT 1 FROM orders e WHERE e.store_id = ?1 AND e.customer_id = ?6), \
               CASE WHEN ?4 = 'DLVR' OR (?4 = 'RTRN' AND ?5 = 'paid') THEN CAST(?26 AS BIGINT) END)";
    let t = &o.totals;
    let items: i64 = o.lines.iter().map(|l| l.quantity).sum();
    let payment_status = if o.is_paid { "paid" } else { "not_paid" };
    c.exec(
        sql,
        p![
            scope.store(),
            o.id,
            number,
            o.status,
            payment_status,
            o.customer,
            o.address.name,
            o.address.mobile,
            t.subtotal,
            t.discount,
            t.vat,
            t.shipping_fees,
            t.payment_fees,
            t.total,
            t.vat_rate,
            t.is_vat_included,
            items,
            Json(&o.address),
            o.address.city,
            shipping.0,
            shipping.3,
            Json(&shipping.1),
            payment.0,
            Json(&payment.1),
            o.access_hash,
            o.at,
            seq,
            o.coupon.as_ref().map(|coupon_use| coupon_use.applied.id),
            o.coupon.as_ref().map(|coupon_use| coupon_use.applied.code.as_str()),
            o.coupon.as_ref().map(|coupon_use| coupon_use.applied.terms.segment.as_str()),
            o.coupon.as_ref().map_or(0, |coupon_use| coupon_use.amount)
        ],
    )
    .await?;
    // Sample orders take no stock: the stock of sample products is what is left today.
    for (i, (line, sums)) in o.lines.iter().zip(&t.lines).enumerate() {
        let sql = "INSERT INTO order_items (store_id, order_id, line, product_id, variant_id, name, sku, option_values, fields, media_id, unit_price, quantity, line_total, \
                   discount, vat, vat_rate, weight_grams, is_stock_taken, placed_at, coupon_discount) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, '[]', NULL, ?9, ?10, ?11, ?12, ?13, ?14, ?15, FALSE, ?16, ?17)";
        let number = i64::try_from(i).unwrap_or(0) + 1;
        c.exec(
            sql,
            p![
                scope.store(),
                o.id,
                number,
                line.product,
                line.variant,
                Json(&line.name),
                line.sku,
                Json(&line.option_values),
                line.unit_price,
                line.quantity,
                sums.line_total,
                sums.discount,
                sums.vat,
                sums.vat_rate,
                line.weight_grams,
                o.at,
                sums.coupon
            ],
        )
        .await?;
    }
    commerce::orders::insert_sample_entries(c, scope, o.id).await?;
    let sql = "INSERT INTO journal (store_id, seq, at, actor_kind, actor_id, actor_name, action, subject, subject_id) \
               VALUES (?1, ?2, ?3, 'Customer', ?4, ?5, 'create', 'order', ?6)";
    c.exec(sql, p![scope.store(), seq, o.at, o.customer, o.address.name, o.id]).await?;
    Ok(())
}

/// Adds to the stored counter of a status.
pub(super) async fn increment_count(c: Conn<'_>, scope: &StoreScope, status: &str, n: i64) -> Result<()> {
    let sql = "INSERT INTO status_counts (store_id, subject, status, n) VALUES (?1, 'order', ?2, ?3) \
               ON CONFLICT (store_id, subject, status) DO UPDATE SET n = status_counts.n + excluded.n";
    c.exec(sql, p![scope.store(), status, n]).await?;
    Ok(())
}

/// The next order number and journal sequence, `n` of each; returns the first of both.
pub(super) async fn claim_numbers(c: Conn<'_>, scope: &StoreScope, n: i64) -> Result<(i64, i64)> {
    let sql = "UPDATE store_counters SET next_order_number = next_order_number + ?2, journal_seq = journal_seq + ?2 WHERE store_id = ?1 \
               RETURNING next_order_number - ?2, journal_seq - ?2 + 1";
    c.one(sql, p![scope.store(), n]).await
}

/// Visitors of a sample store: some dozens for every sale of an hour, and three or four pages each.
pub(super) async fn insert_visits(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    let sql = "INSERT INTO visit_hours (store_id, hour, views, visitors) \
               SELECT store_id, hour, orders * (70 + hour % 31), orders * (22 + hour % 7) FROM sales_hours WHERE store_id = ?1 \
               ON CONFLICT (store_id, hour) DO NOTHING";
    c.exec(sql, p![scope.store()]).await?;
    Ok(())
}
