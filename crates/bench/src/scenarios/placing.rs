//! The floor of the checkout: every write that the program makes between the first product in the cart and the order, with
//! values of the same size, on plain rusqlite.

use std::path::Path;
use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, params};

use super::{Shop, dashboard};
use crate::floor;
use crate::load::Outcome;
use crate::{Failure, data};

const NAME: &str = r#"{"ar":"عباية فاخر 117","en":"Premium abaya 117"}"#;
const METHOD: &str = r#"{"ar":"توصيل محلي","en":"Local delivery"}"#;
const ADDRESS: &str = r#"{"name":"نورة الدوسري","mobile":"+966580000000","country":"SA","city":"الرياض","district":"","street":"شارع التحلية","building":"","postal_code":"","additional_number":"","short_address":"","details":"","latitude":null,"longitude":null}"#;
const CONTACT: &str = r#"{"name":"نورة الدوسري","mobile":"+966580000000","email":null}"#;
const AFTER: &str = r#"{"number":1001,"status":"PEND","total":"431.00"}"#;
/// Search words of a new customer: those of the name, and the spellings of the number.
const WORDS: usize = 5;
/// Search words of a stored cart.
const CART_WORDS: usize = 4;
/// Attempts that a checkout with reservations counts: by number and network, and once for each product.
const ATTEMPTS: [&str; 3] = ["hold", "hold_product", "hold_product"];

/// Whole checkouts a second, `group` of them to a durable commit.
///
/// # Errors
/// Of SQLite.
#[expect(clippy::too_many_lines, reason = "the statements of one checkout, in their order")]
pub fn floor(shop: &Shop, seeded: &Path, folder: &Path, time: Duration, group: usize) -> Result<Outcome, Failure> {
    let file = folder.join("floor.db");
    std::fs::copy(seeded, &file)?;
    data::raise_stock(&file)?;
    let c = Connection::open(&file)?;
    let goods: Vec<i64> = data::goods(&c)?.into_iter().map(|(id, _)| id).collect();
    let method = |table: &str| -> rusqlite::Result<i64> {
        c.query_row(&format!("SELECT id FROM {table} WHERE store_id = ?1 ORDER BY id DESC LIMIT 1"), [shop.store], |r| r.get(0))
    };
    let (shipping, payment) = (method("shipping_methods")?, method("payment_methods")?);
    let now: i64 = c.query_row("SELECT MAX(created_at) + 1 FROM orders WHERE store_id = ?1", [shop.store], |r| r.get(0))?;
    drop(c);
    let store = shop.store;
    let outcome = floor::writes(&file, time, group, |c, n| {
        let id = i64::MAX / 2 + n * 8;
        let at = now + n;
        let hash = dashboard::hash(&n.to_string());
        let (name, mobile) = if n % 3 == 0 {
            ("نورة الدوسري".to_owned(), format!("+96658{n:07}"))
        } else {
            let (name, mobile) = &shop.known[usize::try_from(n * 7).unwrap_or(0) % shop.known.len()];
            (name.clone(), format!("+966{}", &mobile[1..]))
        };
        let product = |i: i64| goods[usize::try_from(n * 7 + i * 13).unwrap_or(0) % goods.len()];
        // Two products into a new cart.
        c.prepare_cached(
            "INSERT INTO carts (store_id, id, token_hash, step, language, contact, address, note, items_count, amount, created_at, active_at, version) \
             VALUES (?1, ?2, ?3, 'products', 'ar', 'null', 'null', '', 0, 0, ?4, ?4, 1)",
        )?
        .execute(params![store, id, hash, at])?;
        for i in 0..2 {
            if i > 0 {
                c.prepare_cached(
                    "UPDATE carts SET active_at = ?3, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL",
                )?
                .execute(params![store, id, at])?;
            }
            c.prepare_cached(
                "INSERT INTO cart_items (store_id, cart_id, line, product_id, variant_id, quantity, unit_price, fields) VALUES (?1, ?2, ?3, ?4, NULL, 1, 12500, '[]')",
            )?
            .execute(params![store, id, i + 1, product(i)])?;
            c.prepare_cached("UPDATE carts SET items_count = ?3, amount = ?4 WHERE store_id = ?1 AND id = ?2")?
                .execute(params![store, id, i + 1, (i + 1) * 12_500])?;
        }
        // The form is saved, and the cart's items are reserved.
        for (i, kind) in (0_i64..).zip(ATTEMPTS) {
            c.prepare_cached("INSERT INTO sign_in_attempts (id, identifier, ip, at) VALUES (?1, ?2, ?3, ?4)")?.execute(
                params![
                    id + i,
                    format!("{kind}:{store}:{mobile}:{i}"),
                    format!("10.{}.{}.{}", n >> 16 & 255, n >> 8 & 255, n & 255),
                    at
                ],
            )?;
        }
        c.prepare_cached(
            "UPDATE carts SET contact = ?3, address = ?4, shipping_method_id = ?5, payment_method_id = ?6, note = '', step = 'payment', active_at = ?7, \
             mobile = ?8, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL",
        )?
        .execute(params![store, id, CONTACT, ADDRESS, shipping, payment, at, mobile])?;
        c.prepare_cached("DELETE FROM search_tokens WHERE store_id = ?1 AND subject = 'cart' AND subject_id = ?2")?
            .execute(params![store, id])?;
        c.prepare_cached(
            "INSERT INTO search_tokens (store_id, subject, subject_id, token, weight) VALUES (?1, 'cart', ?2, ?3, 3), (?1, 'cart', ?2, ?4, 3), \
             (?1, 'cart', ?2, ?5, 3), (?1, 'cart', ?2, ?6, 3) ON CONFLICT DO NOTHING",
        )?
        .execute(rusqlite::params_from_iter(
            [Value::Integer(store), Value::Integer(id)]
                .into_iter()
                .chain((0..CART_WORDS).map(|word| Value::Text(mobile[word..].to_owned()))),
        ))?;
        c.prepare_cached(
            "UPDATE carts SET held_until = ?3, held_by = ?4, is_held_in_part = FALSE WHERE store_id = ?1 AND id = ?2",
        )?
        .execute(params![store, id, at + 900_000, hash])?;
        for i in 0..2 {
            c.prepare_cached(
                "UPDATE products SET reserved = CASE WHEN has_unlimited_qty THEN reserved ELSE reserved + 1 END WHERE store_id = ?1 AND id = ?2 \
                 AND product_type = 'basic' AND deleted_at IS NULL AND (has_unlimited_qty OR qty - reserved >= 1)",
            )?
            .execute(params![store, product(i)])?;
            c.prepare_cached("UPDATE cart_items SET held = 1 WHERE store_id = ?1 AND cart_id = ?2 AND line = ?3")?
                .execute(params![store, id, i + 1])?;
        }
        // The order.
        c.prepare_cached(
            "UPDATE carts SET step = 'checkout', order_id = ?3, active_at = ?4, held_by = NULL WHERE store_id = ?1 AND token_hash = ?2 AND order_id IS NULL",
        )?
        .execute(params![store, hash, id, at])?;
        c.prepare_cached(
            "UPDATE carts SET contact = ?3, address = ?4, shipping_method_id = ?5, payment_method_id = ?6, note = '' WHERE store_id = ?1 AND id = ?2",
        )?
        .execute(params![store, id, CONTACT, ADDRESS, shipping, payment])?;
        for i in 0..2 {
            c.prepare_cached(
                "UPDATE products SET qty = CASE WHEN has_unlimited_qty THEN qty ELSE qty - 1 END, \
                 stock = CASE WHEN has_unlimited_qty THEN stock ELSE stock - 1 END, \
                 reserved = CASE WHEN reserved > 1 THEN reserved - 1 ELSE 0 END, version = version + 1 \
                 WHERE store_id = ?1 AND id = ?2 AND product_type = 'basic' AND deleted_at IS NULL AND (has_unlimited_qty OR qty - 1 >= 0)",
            )?
            .execute(params![store, product(i)])?;
        }
        let customer: i64 = c
            .prepare_cached(
                "INSERT INTO customers (store_id, id, name, name_key, mobile, email, locale, orders_count, total_spent, last_order_at, city, country, \
                 created_at, updated_at, version, seq) VALUES (?1, ?2, ?3, ?3, ?4, NULL, 'ar', 1, 27500, ?5, 'الرياض', 'SA', ?5, ?5, 1, 0) \
                 ON CONFLICT (store_id, mobile) WHERE mobile IS NOT NULL DO UPDATE SET orders_count = customers.orders_count + 1, \
                 total_spent = customers.total_spent + excluded.total_spent, last_order_at = excluded.last_order_at, city = excluded.city, \
                 country = excluded.country, updated_at = excluded.updated_at, version = customers.version + 1 RETURNING id",
            )?
            .query_row(params![store, id, name, mobile, at], |r| r.get(0))?;
        let is_new = customer == id;
        if is_new {
            for word in 0..WORDS {
                c.prepare_cached(
                    "INSERT INTO search_tokens (store_id, subject, token, subject_id) VALUES (?1, 'customer', ?2, ?3) ON CONFLICT DO NOTHING",
                )?
                .execute(params![store, &mobile[word..], customer])?;
            }
        }
        c.prepare_cached(
            "INSERT INTO customer_addresses (store_id, id, customer_id, address, address_key, used_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
             ON CONFLICT (store_id, customer_id, address_key) DO UPDATE SET used_at = excluded.used_at",
        )?
        .execute(params![store, id, customer, ADDRESS, dashboard::hash(&mobile), at])?;
        c.prepare_cached(
            "INSERT INTO status_counts (store_id, subject, status, n) VALUES (?1, 'order', 'PEND', 1) \
             ON CONFLICT (store_id, subject, status) DO UPDATE SET n = status_counts.n + excluded.n",
        )?
        .execute(params![store])?;
        let (number, seq): (i64, i64) = c
            .prepare_cached(
                "UPDATE store_counters SET next_order_number = next_order_number + 1, journal_seq = journal_seq + ?2 WHERE store_id = ?1 \
                 RETURNING next_order_number - 1, journal_seq - ?2 + 1",
            )?
            .query_row(params![store, 1 + i64::from(is_new)], |r| Ok((r.get(0)?, r.get(1)?)))?;
        c.prepare_cached(
            "INSERT INTO orders (store_id, id, number, status, payment_status, customer_id, was_guest_order, sender_name, mobile, email, language, \
             currency, subtotal, discount, vat, shipping_fees, payment_fees, total, vat_rate, is_vat_included, customer_currency, \
             total_in_customer_currency, items_count, address, city, country, shipping_method_id, shipping_provider, shipping_name, \
             payment_method_id, payment_provider, payment_name, note, cart_id, access_hash, created_at, updated_at, version, seq, counted_total, is_first_order) \
             VALUES (?1, ?2, ?3, 'PEND', 'NOT_PAID', ?4, TRUE, ?5, ?6, NULL, 'ar', 'SAR', 25000, 0, 3587, 2500, 0, 27500, 1500, TRUE, 'SAR', 27500, 2, \
             ?7, 'الرياض', 'SA', ?8, 'CUSTOM', ?9, ?10, 'COD', ?9, '', ?2, ?11, ?12, ?12, 1, ?13, 27500, \
             NOT EXISTS (SELECT 1 FROM orders e WHERE e.store_id = ?1 AND e.customer_id = ?4))",
        )?
        .execute(params![store, id, number, customer, name, mobile, ADDRESS, shipping, METHOD, payment, hash, at, seq])?;
        for i in 0..2 {
            c.prepare_cached(
                "INSERT INTO stock_movements (store_id, id, product_id, variant_id, location_id, delta, qty_after, location_after, actor_kind, actor_id, \
                 actor_name, operator_name, order_id, order_number, batch_id, note, at, reason) \
                 VALUES (?1, ?2, ?3, NULL, ?1, -1, 99, 99, 'Customer', ?4, ?5, NULL, ?6, ?7, NULL, NULL, ?8, 'order')",
            )?
            .execute(params![store, id + i, product(i), customer, name, id, number, at])?;
            c.prepare_cached(
                "INSERT INTO order_items (store_id, order_id, line, product_id, variant_id, name, sku, option_values, fields, media_id, unit_price, \
                 quantity, line_total, discount, vat, vat_rate, weight_grams, is_stock_taken, placed_at) \
                 VALUES (?1, ?2, ?3, ?4, NULL, ?5, 'RWJ-000117', '[]', '[]', NULL, 12500, 1, 12500, 0, 1630, 1500, 500, TRUE, ?6)",
            )?
            .execute(params![store, id, i + 1, product(i), NAME, at])?;
            c.prepare_cached(
                "INSERT INTO order_sale_lines (store_id, order_id, hour, product_id, pieces, net) VALUES (?1, ?2, ?3 / 3600000, ?4, 1, 12500)",
            )?
            .execute(params![store, id, at, product(i)])?;
        }
        c.prepare_cached(
            "INSERT INTO order_entries (store_id, order_id, n, kind, amount, vat, at, actor_kind, actor_name, note, refund_id) \
             VALUES (?1, ?2, 1, 'charge', 27500, 3587, ?3, 'Customer', ?4, NULL, NULL)",
        )?
        .execute(params![store, id, at, name])?;
        c.prepare_cached(
            "INSERT INTO order_confirmations (store_id, order_id, mobile, state, due_at, attempts, placed_at, action, score, verdict, updated_at, deposit) \
             VALUES (?1, ?2, ?3, 'waiting', ?4, 0, ?4, 'confirm', 50, '{\"rule\":null,\"reasons\":[]}', ?4, 0)",
        )?
        .execute(params![store, id, mobile, at])?;
        c.prepare_cached(
            "INSERT INTO order_sales (store_id, order_id, hour, orders, first_orders, pieces, gross, discounts, returns, shipping, fees, vat, received) \
             VALUES (?1, ?2, ?3 / 3600000, 1, ?4, 2, 25000, 0, 0, 2500, 0, 3587, 0)",
        )?
        .execute(params![store, id, at, is_new])?;
        let mut journal = c.prepare_cached(
            "INSERT INTO journal (store_id, seq, at, actor_kind, actor_id, actor_name, action, subject, subject_id, batch_id, before, after, note) \
             VALUES (?1, ?2, ?3, 'Customer', ?4, ?5, 'create', ?6, ?7, NULL, NULL, ?8, NULL)",
        )?;
        if is_new {
            c.prepare_cached("UPDATE customers SET seq = ?3 WHERE store_id = ?1 AND id = ?2")?.execute(params![
                store,
                customer,
                seq + 1
            ])?;
            journal.execute(params![store, seq + 1, at, customer, name, "customer", customer, r#"{"name":"نورة الدوسري"}"#])?;
        }
        journal.execute(params![store, seq, at, customer, name, "order", id, AFTER])?;
        c.prepare_cached(
            "INSERT INTO sales_hours (store_id, hour, orders, sales, first_orders) VALUES (?1, ?2 / 3600000, 1, 27500, ?3) \
             ON CONFLICT (store_id, hour) DO UPDATE SET orders = sales_hours.orders + excluded.orders, \
             sales = sales_hours.sales + excluded.sales, first_orders = sales_hours.first_orders + excluded.first_orders",
        )?
        .execute(params![store, at, is_new])?;
        Ok(())
    })?;
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("floor.db{suffix}")));
    }
    Ok(outcome)
}
