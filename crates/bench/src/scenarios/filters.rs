//! The orders list with every filter, every comparison, its sorts and its searches. With the SQL of each as one would write it by
//! hand.

use std::path::Path;

use kernel::{CouponId, CustomerId, Millis, ShippingMethodId};
use rusqlite::Connection as Sqlite;
use rusqlite::types::Value;

use super::{ReadScenario, Shop, get};
use crate::Failure;
use crate::floor::Statement;

macro_rules! sorted {
    ($rest:literal, $order:literal) => {
        concat!(
            "SELECT o.id, o.number, o.status, o.payment_status, o.sender_name, o.mobile, o.city, o.country, o.items_count, o.total, \
             o.payment_provider, o.shipping_provider, o.is_first_order, o.was_guest_order, o.assignee_id, o.created_at, o.version, o.seq \
             FROM orders o WHERE o.store_id = ?1 AND ",
            $rest,
            " ORDER BY ",
            $order,
            " LIMIT 21"
        )
    };
}
macro_rules! counted {
    ($rest:literal) => {
        concat!("SELECT COUNT(*) FROM (SELECT o.id FROM orders o WHERE o.store_id = ?1 AND ", $rest, " LIMIT 1001)")
    };
}
/// `?2` and on are the values.
macro_rules! filter {
    ($name:literal, $query:expr, $rest:literal, [$($value:expr),*]) => {
        filter!($name, $query, $rest, [$($value),*], "o.created_at DESC, o.id DESC")
    };
    ($name:literal, $query:expr, $rest:literal, [$($value:expr),*], $order:literal) => {
        Filter {
            name: concat!("orders, ", $name),
            query: $query.to_owned(),
            page: sorted!($rest, $order),
            count: counted!($rest),
            values: vec![$(Value::from($value)),*],
            is_exact: true,
        }
    };
}

/// A query of the orders list.
struct Filter {
    name: &'static str,
    query: String,
    page: &'static str,
    count: &'static str,
    values: Vec<Value>,
    /// The floor's SQL finds the same orders; a search also matches fields that the floor's does not.
    is_exact: bool,
}

const TAGS: &str = "SELECT order_id, tag FROM order_tags WHERE store_id = ?1 AND order_id IN (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, \
                    ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21) ORDER BY order_id, tag_key LIMIT 2000";

/// The tag that many orders get before the lists are read, and the one that few get.
pub(super) const COMMON_TAG: &str = "عاجل";
pub(super) const RARE_TAG: &str = "هدية";
const JEDDAH: &str = "جدة";

fn encode(text: &str) -> String {
    kernel::slug::percent_encode(text)
}

/// `filter[field]=value`.
fn is(field: &str, value: &str) -> String {
    format!("filter%5B{field}%5D={}", encode(value))
}

/// `filter[field][op]=value`.
fn compared(field: &str, op: &str, value: &str) -> String {
    format!("filter%5B{field}%5D%5B{op}%5D={}", encode(value))
}

/// One rule of a group: the field is not the value.
fn is_not(field: &str, value: &str) -> String {
    format!("where={}", encode(&serde_json::json!([[[field, "is_not", value]]]).to_string()))
}

/// Values for filters and searches.
struct SampleValues {
    newest: i64,
    pickup: i64,
    customer: i64,
    number: i64,
    name: String,
    mobile: String,
    user: i64,
    coupon: i64,
}

impl SampleValues {
    fn read(shop: &Shop, file: &Path) -> Result<Self, Failure> {
        let c = Sqlite::open(file)?;
        let newest = c.query_row("SELECT MAX(created_at) FROM orders WHERE store_id = ?1", [shop.store], |r| r.get(0))?;
        let sql = "SELECT id FROM shipping_methods WHERE store_id = ?1 AND provider = 'PICKUP' ORDER BY id LIMIT 1";
        let pickup = c.query_row(sql, [shop.store], |r| r.get(0))?;
        let customer = shop.orders[shop.orders.len() / 2].1;
        let sql = "SELECT name, COALESCE(mobile, '') FROM customers WHERE store_id = ?1 AND id = ?2";
        let (name, mobile): (String, String) = c.query_row(sql, [shop.store, customer], |r| Ok((r.get(0)?, r.get(1)?)))?;
        let sql = "SELECT number FROM orders WHERE store_id = ?1 ORDER BY id LIMIT 1 OFFSET 20";
        let number = c.query_row(sql, [shop.store], |r| r.get(0))?;
        let sql = "SELECT coupon_id FROM orders WHERE store_id = ?1 AND coupon_id > 0 LIMIT 1";
        let coupon = c.query_row(sql, [shop.store], |r| r.get(0))?;
        Ok(Self { newest, pickup, customer, number, name, mobile, user: shop.user, coupon })
    }
}

/// Filters of one field.
fn of_one_field(sample: &SampleValues) -> Vec<Filter> {
    let month = sample.newest - 30 * Millis::DAY;
    let (method, customer) = (ShippingMethodId::from_raw(sample.pickup), CustomerId::from_raw(sample.customer));
    let user = kernel::UserId::from_raw(sample.user);
    let coupon = CouponId::from_raw(sample.coupon).to_string();
    vec![
        filter!("unpaid", is("payment_status", "not_paid"), "o.payment_status = 'not_paid'", []),
        filter!("not of a status", is_not("status", "DLVR"), "o.status <> 'DLVR'", []),
        filter!("by method", is("payment", "COD"), "o.payment_provider = 'COD'", []),
        filter!("not by a method", is_not("payment", "COD"), "o.payment_provider <> 'COD'", []),
        filter!("by courier", is("shipping", "PICKUP"), "o.shipping_provider = 'PICKUP'", []),
        filter!("not by a courier", is_not("shipping", "CUSTOM"), "o.shipping_provider <> 'CUSTOM'", []),
        filter!("by shipping method", is("shipping_method", &method.to_string()), "o.shipping_method_id = ?2", [sample.pickup]),
        filter!("by city", is("city", JEDDAH), "o.city = ?2", [JEDDAH.to_owned()]),
        filter!("not of a city", is_not("city", JEDDAH), "o.city <> ?2", [JEDDAH.to_owned()]),
        filter!("by country", is("country", "SA"), "o.country = 'SA'", []),
        filter!("not of a country", is_not("country", "SA"), "o.country <> 'SA'", []),
        filter!("by total", compared("total", "gte", "300"), "o.total >= 30000", []),
        filter!("up to a total", compared("total", "lte", "150"), "o.total <= 15000", []),
        filter!("of 30 days", compared("created_at", "gte", &Millis(month).rfc3339()), "o.created_at >= ?2", [month]),
        filter!("new customers", is("customer_type", "new"), "o.is_first_order = TRUE", []),
        filter!("returning customers", is("customer_type", "returning"), "o.is_first_order = FALSE", []),
        filter!("of guests", is("customer_type", "guest"), "o.was_guest_order = TRUE", []),
        filter!("of nobody", is("assignee", "none"), "o.assignee_id IS NULL", []),
        filter!("of somebody", is("assignee", &user.to_string()), "o.assignee_id = ?2", [sample.user]),
        filter!("of a customer", is("customer", &customer.to_string()), "o.customer_id = ?2", [sample.customer]),
        filter!(
            "by a common tag",
            is("tag", COMMON_TAG),
            "o.id IN (SELECT t.order_id FROM order_tags t WHERE t.store_id = ?1 AND t.tag_key = ?2)",
            [kernel::fold::fold(COMMON_TAG)]
        ),
        filter!(
            "by a rare tag",
            is("tag", RARE_TAG),
            "o.id IN (SELECT t.order_id FROM order_tags t WHERE t.store_id = ?1 AND t.tag_key = ?2)",
            [kernel::fold::fold(RARE_TAG)]
        ),
        filter!(
            "without a tag",
            is_not("tag", COMMON_TAG),
            "NOT EXISTS (SELECT 1 FROM order_tags t WHERE t.store_id = ?1 AND t.order_id = o.id AND t.tag_key = ?2)",
            [kernel::fold::fold(COMMON_TAG)]
        ),
        filter!(
            "by SKU",
            is("sku", "RWJ-000003-1"),
            "o.id IN (SELECT i.order_id FROM order_items i WHERE i.store_id = ?1 AND i.sku IN ('RWJ-000003-1', 'rwj-000003-1'))",
            []
        ),
        filter!("by a coupon", is("coupon", &coupon), "o.coupon_id = ?2", [sample.coupon]),
        filter!("not by a coupon", is_not("coupon", &coupon), "COALESCE(o.coupon_id, 0) <> ?2", [sample.coupon]),
        filter!("with any coupon", is("coupon", "any"), "o.coupon_id > 0", []),
        filter!("without a coupon", is("coupon", "none"), "o.coupon_id IS NULL", []),
        filter!(
            "with a receipt",
            is("receipt", "waiting"),
            "o.id IN (SELECT r.order_id FROM order_receipts r WHERE r.store_id = ?1 AND r.status = 'waiting')",
            []
        ),
    ]
}

/// Filters of cash on delivery.
fn of_cash() -> Vec<Filter> {
    vec![
        filter!(
            "cash to confirm",
            is("cod", "to_confirm"),
            "o.status = 'PEND' AND o.payment_status = 'not_paid' AND o.payment_provider = 'COD'",
            []
        ),
        filter!(
            "cash to collect",
            is("cod", "to_collect"),
            "o.status IN ('PAID', 'PRCS', 'RDYS', 'SHPD', 'RDYP', 'ODLV', 'SDLV') AND o.payment_status = 'not_paid' AND o.payment_provider = 'COD'",
            []
        ),
        filter!(
            "cash uncollected",
            is("cod", "uncollected"),
            "o.status = 'DLVR' AND o.payment_status = 'not_paid' AND o.payment_provider = 'COD'",
            []
        ),
        filter!("cash collected", is("cod", "collected"), "o.payment_status = 'paid' AND o.payment_provider = 'COD'", []),
        filter!(
            "cash lost",
            is("cod", "lost"),
            "o.status IN ('RFSD', 'CNCL', 'RTRN') AND o.payment_status = 'not_paid' AND o.payment_provider = 'COD'",
            []
        ),
    ]
}

/// Conditions combined by AND and OR, and other sorts.
fn of_several(sample: &SampleValues) -> Vec<Filter> {
    let month = sample.newest - 30 * Millis::DAY;
    let both = |parts: &[String]| parts.join("&");
    let groups = format!(r#"[[["city","is","{JEDDAH}"],["total","gte","300"]],[["status","is","PEND"]]]"#);
    vec![
        filter!(
            "status and paid",
            both(&[is("status", "DLVR"), is("payment_status", "not_paid")]),
            "o.status = 'DLVR' AND o.payment_status = 'not_paid'",
            []
        ),
        filter!(
            "between totals",
            both(&[compared("total", "gte", "300"), compared("total", "lte", "305")]),
            "o.total >= 30000 AND o.total <= 30500",
            []
        ),
        filter!(
            "of 30 days, a city and a total",
            both(&[compared("created_at", "gte", &Millis(month).rfc3339()), is("city", JEDDAH), compared("total", "gte", "300")]),
            "o.created_at >= ?2 AND o.city = ?3 AND o.total >= 30000",
            [month, JEDDAH.to_owned()]
        ),
        filter!(
            "of a city, a courier and new",
            both(&[is("city", JEDDAH), is("shipping", "PICKUP"), is("customer_type", "new")]),
            "o.city = ?2 AND o.shipping_provider = 'PICKUP' AND o.is_first_order = TRUE",
            [JEDDAH.to_owned()]
        ),
        filter!(
            "of a city, its dearest",
            both(&[is("city", JEDDAH), "sort=-total".to_owned()]),
            "o.city = ?2",
            [JEDDAH.to_owned()],
            "o.total DESC, o.id DESC"
        ),
        filter!(
            "unpaid, by number",
            both(&[is("payment_status", "not_paid"), "sort=number".to_owned()]),
            "o.payment_status = 'not_paid'",
            [],
            "o.number, o.id"
        ),
        filter!(
            "in groups",
            format!("where={}", encode(&groups)),
            "((o.city = ?2 AND o.total >= 30000) OR o.status = 'PEND')",
            [JEDDAH.to_owned()]
        ),
    ]
}

/// Searches.
fn of_searches(sample: &SampleValues) -> Vec<Filter> {
    let first = sample.name.split(' ').next().unwrap_or_default();
    let digits = sample.mobile.trim_start_matches("+966");
    let find = |text: &str| format!("search={}", encode(text));
    let (from, to) = (kernel::fold::fold(first), format!("{}\u{10FFFF}", kernel::fold::fold(first)));
    let mut all = vec![
        filter!("searched by number", find(&sample.number.to_string()), "o.number = ?2", [sample.number]),
        filter!("searched by phone", find(&format!("0{digits}")), "o.customer_id = ?2", [sample.customer]),
        filter!(
            "searched by name",
            find(first),
            "o.customer_id IN (SELECT t.subject_id FROM search_tokens t WHERE t.store_id = ?1 AND t.subject = 'customer' AND t.token >= ?2 AND t.token < ?3 LIMIT 1000)",
            [from.clone(), to.clone()]
        ),
        filter!(
            "searched by name in a city",
            format!("{}&{}", find(first), is("city", JEDDAH)),
            "o.city = ?4 AND o.customer_id IN (SELECT t.subject_id FROM search_tokens t WHERE t.store_id = ?1 AND t.subject = 'customer' AND t.token >= ?2 AND t.token < ?3 LIMIT 1000)",
            [from, to, JEDDAH.to_owned()]
        ),
        filter!(
            "searched by code",
            find("RWJ-000003"),
            "o.id IN (SELECT i.order_id FROM order_items i WHERE i.store_id = ?1 AND i.sku >= 'RWJ-000003' AND i.sku < 'RWJ-000004')",
            []
        ),
    ];
    for filter in &mut all {
        filter.is_exact = false;
    }
    all
}

impl Shop {
    /// The tags of a page of orders.
    pub(super) fn tags(&self) -> Statement {
        let ids = (0..20).map(|n| Value::Integer(self.orders[n % self.orders.len()].0));
        (TAGS, std::iter::once(self.store_value()).chain(ids).collect())
    }

    fn filtered(&self, filter: Filter) -> ReadScenario {
        let Filter { name, query, page, count, values, is_exact } = filter;
        let path = format!("/dashboard/v1/orders?per_page=20&{query}");
        let values: Vec<Value> = std::iter::once(self.store_value()).chain(values).collect();
        let of = [(page, values.clone()), self.tags(), (count, values)];
        ReadScenario {
            name,
            requests: vec![get(&self.platform, &path, &self.auth)].into(),
            sql: vec![self.caller().into_iter().chain(of).collect()],
            is_counted: is_exact,
        }
    }

    /// Every filter, comparison, sort and search of the orders list, with values that the seeded store has.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn filters(&self, file: &Path) -> Result<Vec<ReadScenario>, Failure> {
        let sample = SampleValues::read(self, file)?;
        let all = of_one_field(&sample).into_iter().chain(of_cash()).chain(of_several(&sample)).chain(of_searches(&sample));
        Ok(all.map(|filter| self.filtered(filter)).collect())
    }
}
