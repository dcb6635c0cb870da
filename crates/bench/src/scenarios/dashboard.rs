//! The SQL behind the order list and the order page, statement by statement as the program runs it.

use rusqlite::types::Value;
use sha2::{Digest as _, Sha256};

use super::Shop;
use crate::floor::Statement;

/// A page of the order list.
pub(crate) struct ListPage {
    /// The dashboard's query.
    pub(crate) query: &'static str,
    status: Option<&'static str>,
    offset: i64,
}

/// The first page of everything, of statuses, and pages further on.
pub(crate) const PAGES: [ListPage; 5] = [
    ListPage { query: "per_page=20", status: None, offset: 0 },
    ListPage { query: "per_page=20&filter%5Bstatus%5D=DLVR", status: Some("DLVR"), offset: 0 },
    ListPage { query: "per_page=20&filter%5Bstatus%5D=PEND", status: Some("PEND"), offset: 0 },
    ListPage { query: "per_page=20&page=3", status: None, offset: 40 },
    ListPage { query: "per_page=20&filter%5Bstatus%5D=CNCL&page=2", status: Some("CNCL"), offset: 20 },
];

/// The hash under which tokens are stored.
pub(crate) fn hash(token: &str) -> String {
    kernel::hex(&Sha256::digest(token.as_bytes()))
}

const CALLER: &str = "SELECT s.id, u.id, u.name, u.role FROM sessions s JOIN users u ON u.id = s.user_id \
                      WHERE s.access_hash = ?1 AND s.access_expires_at > ?2 AND s.ended_at IS NULL";
const MEMBER: &str = "SELECT m.abilities, s.is_ready FROM memberships m JOIN stores s ON s.id = m.store_id \
                      WHERE m.store_id = ?1 AND m.user_id = ?2";
const PROFILE: &str = "SELECT s.id, s.slug, s.name, s.currency, s.country, s.timezone, s.default_language, s.languages, s.is_ready, s.is_demo, \
                       s.is_url_ready, s.is_theme_ready, s.feature_flags, s.version, t.code, t.value \
                       FROM stores s LEFT JOIN store_settings t ON t.store_id = s.id WHERE s.id = ?1";
const COUNTS: &str = "SELECT status, n FROM status_counts WHERE store_id = ?1 AND subject = 'order' LIMIT 20";
const ALL: &str = "SELECT id, number, status, payment_status, sender_name, mobile, city, country, items_count, total, payment_provider, \
                   shipping_provider, is_first_order, was_guest_order, assignee_id, created_at, version, seq FROM orders WHERE store_id = ?1 ORDER BY created_at DESC, id DESC LIMIT ?2 OFFSET ?3";
const OF_STATUS: &str = "SELECT id, number, status, payment_status, sender_name, mobile, city, country, items_count, total, payment_provider, \
                         shipping_provider, is_first_order, was_guest_order, assignee_id, created_at, version, seq FROM orders WHERE store_id = ?1 AND status = ?4 \
                         ORDER BY created_at DESC, id DESC LIMIT ?2 OFFSET ?3";
const ORDER: &str = "SELECT id, number, status, payment_status, customer_id, was_guest_order, sender_name, mobile, email, language, subtotal, \
                     discount, vat, shipping_fees, payment_fees, total, vat_rate, is_vat_included, customer_currency, \
                     total_in_customer_currency, items_count, address, shipping_method_id, shipping_provider, shipping_name, \
                     payment_method_id, payment_provider, payment_name, note, created_at, updated_at, version, seq \
                     FROM orders WHERE store_id = ?1 AND id = ?2";
const ITEMS: &str = "SELECT line, product_id, variant_id, name, sku, option_values, fields, media_id, unit_price, quantity, line_total, discount, \
                     vat, vat_rate, weight_grams, is_stock_taken FROM order_items WHERE store_id = ?1 AND order_id = ?2 ORDER BY line LIMIT 1000";
const CUSTOMER: &str = "SELECT id, name, mobile, email, city, country, orders_count, total_spent, last_order_at, created_at FROM customers \
                        WHERE store_id = ?1 AND id = ?2";

impl Shop {
    pub(super) fn store_value(&self) -> Value {
        Value::Integer(self.store)
    }

    /// The caller, their abilities, and the store's profile.
    pub(super) fn caller(&self) -> [Statement; 3] {
        [
            (CALLER, vec![Value::Text(self.token_hash.clone()), Value::Integer(0)]),
            (MEMBER, vec![self.store_value(), Value::Integer(self.user)]),
            (PROFILE, vec![self.store_value()]),
        ]
    }

    /// The SQL of each page of the order list.
    #[must_use]
    pub fn list_sql(&self) -> Vec<Vec<Statement>> {
        let page = |p: &ListPage| {
            let mut values = vec![self.store_value(), Value::Integer(21), Value::Integer(p.offset)];
            values.extend(p.status.map(|s| Value::Text(s.into())));
            let rows = (if p.status.is_some() { OF_STATUS } else { ALL }, values);
            self.caller().into_iter().chain([rows, (COUNTS, vec![self.store_value()]), self.tags()]).collect()
        };
        PAGES.iter().map(page).collect()
    }

    /// The SQL of each order page.
    #[must_use]
    pub fn detail_sql(&self) -> Vec<Vec<Statement>> {
        let page = |(order, customer): &(i64, i64)| {
            let of_order = [(ORDER, order), (ITEMS, order), (CUSTOMER, customer)]
                .map(|(sql, id)| (sql, vec![self.store_value(), Value::Integer(*id)]));
            self.caller().into_iter().chain(of_order).collect()
        };
        self.orders.iter().map(page).collect()
    }
}
