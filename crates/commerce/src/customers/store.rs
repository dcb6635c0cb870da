//! Every statement of the customers slice but the search index's.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{AddressId, CustomerId, Lang, Millis, Page, StoreScope};

use super::address::Address;
use super::keyset::{COUNTED, Key, Window, capped};
use super::model::Customer;
use super::search::padded;

/// A customer as an order makes or meets it.
pub(super) struct Upsert<'a> {
    pub(super) id: CustomerId,
    pub(super) name: &'a str,
    pub(super) name_key: &'a str,
    pub(super) mobile: &'a str,
    pub(super) email: Option<&'a str>,
    pub(super) language: Lang,
    pub(super) address: Option<&'a Address>,
    pub(super) total: i64,
}

/// What is there afterwards.
pub(super) struct Kept {
    pub(super) id: CustomerId,
    pub(super) name_key: String,
}
row!(Kept { id, name_key });

pub(super) async fn upsert(c: Conn<'_>, scope: &StoreScope, u: &Upsert<'_>, now: Millis) -> Result<Kept> {
    let sql = "INSERT INTO customers (store_id, id, name, name_key, mobile, email, locale, orders_count, total_spent, last_order_at, city, country, \
               created_at, updated_at, version, seq) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?9, ?10, ?11, ?9, ?9, 1, 0) \
               ON CONFLICT (store_id, mobile) WHERE mobile IS NOT NULL DO UPDATE SET orders_count = customers.orders_count + 1, \
               total_spent = customers.total_spent + excluded.total_spent, last_order_at = excluded.last_order_at, \
               email = COALESCE(customers.email, excluded.email), locale = excluded.locale, \
               city = CASE WHEN excluded.city = '' THEN customers.city ELSE excluded.city END, \
               country = CASE WHEN excluded.country = '' THEN customers.country ELSE excluded.country END, \
               updated_at = excluded.updated_at, version = customers.version + 1 RETURNING id, name_key";
    let (city, country) = u.address.map_or(("", ""), |a| (a.city.as_str(), a.country.as_str()));
    c.one(sql, p![scope.store(), u.id, u.name, u.name_key, u.mobile, u.email, u.language.code(), u.total, now, city, country])
        .await
}

/// Notes the journal entry of a customer made in this transaction.
pub(crate) async fn set_seq(c: Conn<'_>, scope: &StoreScope, id: CustomerId, seq: i64) -> Result<()> {
    c.exec("UPDATE customers SET seq = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, seq]).await?;
    Ok(())
}

/// Keeps an address; the same one again is only used again.
pub(super) async fn upsert_address(
    c: Conn<'_>,
    scope: &StoreScope,
    id: AddressId,
    customer: CustomerId,
    address: &Address,
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO customer_addresses (store_id, id, customer_id, address, address_key, used_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
               ON CONFLICT (store_id, customer_id, address_key) DO UPDATE SET used_at = excluded.used_at";
    // The key may be long; its hash is as good for being the same.
    let key = web::caller::hash_token(&address.key());
    c.exec(sql, p![scope.store(), id, customer, Json(address), key, now]).await?;
    Ok(())
}

pub(super) async fn spend(c: Conn<'_>, scope: &StoreScope, id: CustomerId, by: i64, now: Millis) -> Result<()> {
    let sql = "UPDATE customers SET total_spent = total_spent + ?3, updated_at = ?4, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, by, now]).await?;
    Ok(())
}

pub(super) async fn orders_count(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<i64> {
    let sql = "SELECT orders_count FROM customers WHERE store_id = ?1 AND mobile = ?2 AND mobile IS NOT NULL";
    Ok(c.opt::<i64>(sql, p![scope.store(), mobile]).await?.unwrap_or(0))
}

pub(crate) async fn find(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Option<Customer>> {
    let sql = "SELECT id, name, mobile, email, city, country, orders_count, total_spent, last_order_at, created_at FROM customers \
               WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), id]).await
}

/// The addresses used last.
pub(crate) async fn list_addresses(
    c: Conn<'_>,
    scope: &StoreScope,
    customer: CustomerId,
) -> Result<Vec<(AddressId, Address, Millis)>> {
    let sql = "SELECT id, address, used_at FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?2 ORDER BY used_at DESC, id DESC LIMIT 20";
    let rows: Vec<(AddressId, Json<Address>, Millis)> = c.all(sql, p![scope.store(), customer]).await?;
    Ok(rows.into_iter().map(|(id, Json(address), used_at)| (id, address, used_at)).collect())
}

struct Listed {
    customer: Customer,
    name_key: String,
}
impl db::FromRow for Listed {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self> {
        Ok(Self { customer: Customer::from_row(row)?, name_key: row.get()? })
    }
}

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Created,
    Name,
    Spent,
    Orders,
}

impl Sort {
    fn key(self, row: &Listed) -> Key {
        let c = &row.customer;
        match self {
            Self::Created => Key::Int(c.created_at.0),
            Self::Name => Key::Text(row.name_key.clone()),
            Self::Spent => Key::Int(c.total_spent),
            Self::Orders => Key::Int(c.orders_count),
        }
    }
}

/// A page of the store's customers, or of those that were found.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    sort: Sort,
    window: &Window,
    found: Option<&[CustomerId]>,
) -> Result<Page<Customer>> {
    if found.is_some_and(<[CustomerId]>::is_empty) {
        return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
    }
    let mut sql = statement(scope, found);
    sql = window.limit(window.after(sql));
    let rows: Vec<Listed> = sql.all(c).await?;
    let count = match found {
        Some(ids) => i64::try_from(ids.len()).unwrap_or(COUNTED),
        None => {
            let sql = "SELECT COUNT(*) FROM (SELECT id FROM customers WHERE store_id = ?1 LIMIT ?2) AS counted";
            c.one(sql, p![scope.store(), COUNTED]).await?
        }
    };
    let page = window.page(rows, capped(count), |row| (sort.key(row), row.customer.id.raw()));
    let Page { items, total, is_total_capped, next_cursor } = page;
    Ok(Page { items: items.into_iter().map(|r| r.customer).collect(), total, is_total_capped, next_cursor })
}

fn statement(scope: &StoreScope, found: Option<&[CustomerId]>) -> Sql {
    let sql = Sql::new(
        "SELECT id, name, mobile, email, city, country, orders_count, total_spent, last_order_at, created_at, name_key FROM customers WHERE",
    )
    .arg(" store_id = ?", scope.store());
    match found {
        Some(ids) => sql.list(" AND id IN ", padded(ids), ""),
        None => sql,
    }
}
