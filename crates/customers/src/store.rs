//! The statements on `customers` and `customer_addresses`; lists are in `list_store`, tags, groups, consents and notes in
//! `labels`.

pub mod contacts;
pub mod labels;
pub mod refusals;

use db::{Conn, Json, Record as _, Result, p, row};
use kernel::fold::fold;
use kernel::{AddressId, CustomerId, Lang, Millis, StoreScope};

use super::address::Address;
use super::model::Customer;

db::record! {
    Customer {
        id as key,
        name,
        mobile,
        email,
        // The surviving record of a merge keeps its own language.
        locale as read,
        city,
        country,
        orders_count,
        cancelled_count,
        returned_count,
        total_spent,
        first_order_at,
        last_order_at,
        blocked_at,
        block_reason,
        erased_at as read,
        created_at,
        updated_at as key,
        version as read,
    }
    fn customer_values<'v>(customer, scope: &StoreScope, now: Millis)
    // Bound by number in the statement below.
    keys { store_id = scope.store(), id = customer.id, updated_at = now }
    also { name_key = fold(&customer.name) }
}

/// Updates every field of a record after a merge; locking it has raised its version.
pub(super) async fn update_merged(c: Conn<'_>, scope: &StoreScope, customer: &Customer, now: Millis) -> Result<()> {
    let sql = db::sql!("UPDATE customers SET ", Customer::SETS, ", updated_at = ?3 WHERE store_id = ?1 AND id = ?2");
    c.exec(sql, &customer_values(customer, scope, now).params()).await?;
    Ok(())
}

/// Locks customers' rows for the rest of the transaction, in ascending id order whatever order they are processed in, and before
/// the journal's counter (docs/decisions/0026).
pub(super) async fn lock_all(c: Conn<'_>, scope: &StoreScope, mut ids: Vec<CustomerId>) -> Result<()> {
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        let sql = "SELECT id FROM customers WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE";
        c.opt::<CustomerId>(sql, p![scope.store(), id]).await?;
    }
    Ok(())
}

/// A customer as an order creates or updates it.
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

/// The row after the upsert.
pub(super) struct UpsertedCustomer {
    pub(super) id: CustomerId,
    pub(super) name_key: String,
}
row!(UpsertedCustomer { id, name_key });

pub(super) async fn upsert(c: Conn<'_>, scope: &StoreScope, u: &Upsert<'_>, now: Millis) -> Result<UpsertedCustomer> {
    let sql = "INSERT INTO customers (store_id, id, name, name_key, mobile, email, locale, orders_count, total_spent, first_order_at, last_order_at, city, \
               country, created_at, updated_at, version, seq) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?9, ?9, ?10, ?11, ?9, ?9, 1, 0) \
               ON CONFLICT (store_id, mobile) WHERE mobile IS NOT NULL DO UPDATE SET orders_count = customers.orders_count + 1, \
               total_spent = customers.total_spent + excluded.total_spent, last_order_at = excluded.last_order_at, \
               first_order_at = COALESCE(customers.first_order_at, excluded.first_order_at), \
               email = COALESCE(customers.email, excluded.email), locale = excluded.locale, \
               city = CASE WHEN excluded.city = '' THEN customers.city ELSE excluded.city END, \
               country = CASE WHEN excluded.country = '' THEN customers.country ELSE excluded.country END, \
               updated_at = excluded.updated_at, \
               version = customers.version + CASE WHEN customers.email IS NULL AND excluded.email IS NOT NULL THEN 1 ELSE 0 END \
               RETURNING id, name_key";
    let (city, country) = u.address.map_or(("", ""), |a| (a.city.as_str(), a.country.as_str()));
    c.one(sql, p![scope.store(), u.id, u.name, u.name_key, u.mobile, u.email, u.language.code(), u.total, now, city, country])
        .await
}

/// Counts an order for the customer whose further contact the number is; a record created for it is deleted again.
pub(super) async fn count_further(
    c: Conn<'_>,
    scope: &StoreScope,
    owner: CustomerId,
    u: &Upsert<'_>,
    now: Millis,
) -> Result<Option<UpsertedCustomer>> {
    c.exec("DELETE FROM customers WHERE store_id = ?1 AND id = ?2", p![scope.store(), u.id]).await?;
    let sql = "UPDATE customers SET orders_count = orders_count + 1, total_spent = total_spent + ?3, last_order_at = ?4, \
               first_order_at = COALESCE(first_order_at, ?4), locale = ?5, updated_at = ?4, \
               city = CASE WHEN ?6 = '' THEN city ELSE ?6 END, country = CASE WHEN ?7 = '' THEN country ELSE ?7 END \
               WHERE store_id = ?1 AND id = ?2 RETURNING id, name_key";
    let (city, country) = u.address.map_or(("", ""), |a| (a.city.as_str(), a.country.as_str()));
    c.opt(sql, p![scope.store(), owner, u.total, now, u.language.code(), city, country]).await
}

/// Sets the journal sequence number of a customer created in this transaction.
///
/// # Errors
/// The database failed.
pub async fn set_seq(c: Conn<'_>, scope: &StoreScope, id: CustomerId, seq: i64) -> Result<()> {
    c.exec("UPDATE customers SET seq = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, seq]).await?;
    Ok(())
}

/// The hash of an address's location, equal for two people of one place.
pub(super) fn place_key(address: &Address) -> String {
    web::caller::hash_token(&address.location_key())
}

/// Inserts an address; an equal one only gets a new time of use.
pub(super) async fn upsert_address(
    c: Conn<'_>,
    scope: &StoreScope,
    id: AddressId,
    customer: CustomerId,
    address: &Address,
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO customer_addresses (store_id, id, customer_id, address, address_key, used_at, place_key) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
               ON CONFLICT (store_id, customer_id, address_key) DO UPDATE SET used_at = excluded.used_at";
    // The key may be long; its hash is compared instead.
    let (key, location_key) = (web::caller::hash_token(&address.key()), place_key(address));
    c.exec(sql, p![scope.store(), id, customer, Json(address), key, now, location_key]).await?;
    Ok(())
}

/// Customer `?2`, or the record that they were merged into since the order was read. On PostgreSQL a statement that waited for
/// the merge finds no row, and finds the surviving one when it is repeated.
macro_rules! survivor_id {
    () => {
        "COALESCE((SELECT m.kept_id FROM customer_merges m WHERE m.store_id = ?1 AND m.gone_id = ?2), ?2)"
    };
}

pub(super) async fn increment_spent(c: Conn<'_>, scope: &StoreScope, id: CustomerId, by: i64, now: Millis) -> Result<()> {
    let sql = concat!(
        "UPDATE customers SET total_spent = total_spent + ?3, updated_at = ?4 WHERE store_id = ?1 AND id = ",
        survivor_id!()
    );
    if c.exec(sql, p![scope.store(), id, by, now]).await? == 0 {
        c.exec(sql, p![scope.store(), id, by, now]).await?;
    }
    Ok(())
}

/// Counts an order of a customer known by id.
pub(super) async fn increment_orders(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    total: i64,
    address: Option<&Address>,
    now: Millis,
) -> Result<()> {
    let sql = concat!(
        "UPDATE customers SET orders_count = orders_count + 1, total_spent = total_spent + ?3, last_order_at = ?4, ",
        "first_order_at = COALESCE(first_order_at, ?4), city = CASE WHEN ?5 = '' THEN city ELSE ?5 END, ",
        "country = CASE WHEN ?6 = '' THEN country ELSE ?6 END, updated_at = ?4 WHERE store_id = ?1 AND id = ",
        survivor_id!()
    );
    let (city, country) = address.map_or(("", ""), |a| (a.city.as_str(), a.country.as_str()));
    if c.exec(sql, p![scope.store(), id, total, now, city, country]).await? == 0 {
        c.exec(sql, p![scope.store(), id, total, now, city, country]).await?;
    }
    Ok(())
}

/// Records an order that ended without a sale: its amount is subtracted from the total spent.
pub(super) async fn decrement_spent(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    total: i64,
    (cancelled, returned): (i64, i64),
    now: Millis,
) -> Result<()> {
    let sql = concat!(
        "UPDATE customers SET total_spent = total_spent - ?3, cancelled_count = cancelled_count + ?4, \
         returned_count = returned_count + ?5, updated_at = ?6 WHERE store_id = ?1 AND id = ",
        survivor_id!()
    );
    if c.exec(sql, p![scope.store(), id, total, cancelled, returned, now]).await? == 0 {
        c.exec(sql, p![scope.store(), id, total, cancelled, returned, now]).await?;
    }
    Ok(())
}

pub(super) async fn has_ordered_since(c: Conn<'_>, scope: &StoreScope, mobile: &str, since: Millis) -> Result<bool> {
    let sql = "SELECT id FROM customers WHERE store_id = ?1 AND mobile = ?2 AND mobile IS NOT NULL AND last_order_at >= ?3 \
               UNION ALL SELECT k.id FROM customer_contacts x JOIN customers k ON k.store_id = x.store_id AND k.id = x.customer_id \
               WHERE x.store_id = ?1 AND x.kind = 'mobile' AND x.value = ?2 AND k.last_order_at >= ?3 LIMIT 1";
    Ok(c.opt::<CustomerId>(sql, p![scope.store(), mobile, since]).await?.is_some())
}

pub(super) async fn find_orders_count(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<i64> {
    let sql = "SELECT orders_count FROM customers WHERE store_id = ?1 AND mobile = ?2 AND mobile IS NOT NULL \
               UNION ALL SELECT k.orders_count FROM customer_contacts x JOIN customers k ON k.store_id = x.store_id AND k.id = x.customer_id \
               WHERE x.store_id = ?1 AND x.kind = 'mobile' AND x.value = ?2 LIMIT 1";
    Ok(c.opt::<i64>(sql, p![scope.store(), mobile]).await?.unwrap_or(0))
}

/// A customer, erased or not.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn find(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Option<Customer>> {
    let sql = db::sql!("SELECT ", Customer::READ, " FROM customers WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// The customer of a number, whether of their record or a further one.
///
/// # Errors
/// The database failed.
pub async fn find_by_mobile(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Option<CustomerId>> {
    let sql = "SELECT id FROM customers WHERE store_id = ?1 AND mobile = ?2 AND mobile IS NOT NULL \
               UNION ALL SELECT customer_id FROM customer_contacts WHERE store_id = ?1 AND kind = 'mobile' AND value = ?2 LIMIT 1";
    c.opt(sql, p![scope.store(), mobile]).await
}

/// The customers of an e-mail address, whether of their record or a further one: those that are not merged yet, 20 at most.
pub(super) async fn list_by_email(c: Conn<'_>, scope: &StoreScope, email: &str) -> Result<Vec<CustomerId>> {
    let sql = "SELECT id FROM customers WHERE store_id = ?1 AND email = ?2 AND email IS NOT NULL \
               UNION ALL SELECT customer_id FROM customer_contacts WHERE store_id = ?1 AND kind = 'email' AND value = ?2 LIMIT 20";
    let mut ids: Vec<CustomerId> = c.all(sql, p![scope.store(), email]).await?;
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// Gives a customer the name of their first order.
pub(super) async fn set_name(c: Conn<'_>, scope: &StoreScope, id: CustomerId, name: &str, now: Millis) -> Result<()> {
    let sql =
        "UPDATE customers SET name = ?3, name_key = ?4, updated_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, name, fold(name), now]).await?;
    Ok(())
}

/// The editable fields of a customer.
pub(super) struct Written<'a> {
    pub(super) id: CustomerId,
    pub(super) name: &'a str,
    pub(super) mobile: Option<&'a str>,
    pub(super) email: Option<&'a str>,
    pub(super) language: Lang,
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, w: &Written<'_>, now: Millis) -> Result<()> {
    let sql = "INSERT INTO customers (store_id, id, name, name_key, mobile, email, locale, orders_count, total_spent, city, country, created_at, \
               updated_at, version, seq) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0, '', '', ?8, ?8, 1, 0)";
    let key = fold(w.name);
    c.exec(sql, p![scope.store(), w.id, w.name, key, w.mobile, w.email, w.language.code(), now]).await?;
    Ok(())
}

/// Updates a customer at the expected version; false when it has changed since.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, w: &Written<'_>, version: i64, now: Millis) -> Result<bool> {
    let sql = "UPDATE customers SET name = ?4, name_key = ?5, mobile = ?6, email = ?7, locale = ?8, updated_at = ?9, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?3";
    let key = fold(w.name);
    Ok(c.exec(sql, p![scope.store(), w.id, version, w.name, key, w.mobile, w.email, w.language.code(), now]).await? == 1)
}

/// Locks a customer's row for this transaction and raises its version; `None` when there is no such customer.
///
/// # Errors
/// The database failed.
pub async fn lock(c: Conn<'_>, scope: &StoreScope, id: CustomerId, now: Millis) -> Result<bool> {
    let sql = "UPDATE customers SET updated_at = ?3, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    Ok(c.exec(sql, p![scope.store(), id, now]).await? == 1)
}

pub(super) async fn set_block(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    at: Option<Millis>,
    reason: &str,
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE customers SET blocked_at = ?3, block_reason = ?4, updated_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, at, reason, now]).await?;
    Ok(())
}

/// The most recently used addresses.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list_addresses(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<Vec<(AddressId, Address, Millis)>> {
    let sql = "SELECT id, address, used_at FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?2 ORDER BY used_at DESC, id DESC LIMIT 20";
    let rows: Vec<(AddressId, Json<Address>, Millis)> = c.all(sql, p![scope.store(), customer]).await?;
    Ok(rows.into_iter().map(|(id, Json(address), used_at)| (id, address, used_at)).collect())
}

/// One address of a customer's book.
pub(super) async fn find_address(
    c: Conn<'_>,
    scope: &StoreScope,
    customer: CustomerId,
    id: AddressId,
) -> Result<Option<Address>> {
    let sql = "SELECT address FROM customer_addresses WHERE store_id = ?1 AND id = ?2 AND customer_id = ?3";
    Ok(c.opt::<Json<Address>>(sql, p![scope.store(), id, customer]).await?.map(|Json(address)| address))
}

/// Updates an address.
pub(super) async fn update_address(
    c: Conn<'_>,
    scope: &StoreScope,
    customer: CustomerId,
    id: AddressId,
    address: &Address,
) -> Result<()> {
    let sql = "UPDATE customer_addresses SET address = ?4, address_key = ?5, place_key = ?6 WHERE store_id = ?1 AND id = ?2 AND customer_id = ?3";
    let (key, location_key) = (web::caller::hash_token(&address.key()), place_key(address));
    c.exec(sql, p![scope.store(), id, customer, Json(address), key, location_key]).await?;
    Ok(())
}

/// Whether another address of the book is equal.
pub(super) async fn has_same_address(
    c: Conn<'_>,
    scope: &StoreScope,
    customer: CustomerId,
    address: &Address,
    but: Option<AddressId>,
) -> Result<bool> {
    let sql = "SELECT id FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?2 AND address_key = ?3";
    let key = web::caller::hash_token(&address.key());
    let found: Option<AddressId> = c.opt(sql, p![scope.store(), customer, key]).await?;
    Ok(found.is_some_and(|id| Some(id) != but))
}

pub(super) async fn delete_address(c: Conn<'_>, scope: &StoreScope, customer: CustomerId, id: AddressId) -> Result<()> {
    let sql = "DELETE FROM customer_addresses WHERE store_id = ?1 AND id = ?2 AND customer_id = ?3";
    c.exec(sql, p![scope.store(), id, customer]).await?;
    Ok(())
}

/// Sets a customer's city and country, when no order has.
pub(super) async fn set_city(c: Conn<'_>, scope: &StoreScope, id: CustomerId, address: &Address) -> Result<()> {
    let sql = "UPDATE customers SET city = ?3, country = ?4 WHERE store_id = ?1 AND id = ?2 AND city = ''";
    c.exec(sql, p![scope.store(), id, address.city, address.country]).await?;
    Ok(())
}

/// The names of some customers, those that are there.
pub(super) async fn list_names(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Vec<(CustomerId, String)>> {
    let sql = db::Sql::new("SELECT id, name FROM customers WHERE").arg(" store_id = ?", scope.store());
    sql.list(" AND id IN ", ids.iter().copied(), " LIMIT 1000").all(c).await
}
