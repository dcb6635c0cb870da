//! Further numbers and e-mail addresses of a customer: the contacts of records that were merged into theirs.
//!
//! Invariant: a number belongs to one customer of a store, as the number of their record or as a further one.

use db::{Conn, Result, p, row};
use kernel::{CustomerId, Millis, StoreScope};
use serde::{Deserialize, Serialize};

/// Most further contacts of a customer.
pub(crate) const MOST_CONTACTS: usize = 20;

/// The kind of a further contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CustomerContactKind)]
pub enum ContactKind {
    /// E.164.
    Mobile,
    /// Lower case.
    Email,
}

impl ContactKind {
    /// The value in the database.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Mobile => "mobile",
            Self::Email => "email",
        }
    }
}

/// A further number or e-mail address of a customer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[schema(as = CustomerContact)]
pub struct Contact {
    /// mobile | email.
    pub kind: ContactKind,
    /// E.164, or an address in lower case.
    pub value: String,
}

struct ContactRow {
    kind: String,
    value: String,
}
row!(ContactRow { kind, value });

/// The further contacts of a customer, [`MOST_CONTACTS`] at most: numbers first.
///
/// # Errors
/// The database failed.
pub async fn list_contacts(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<Contact>> {
    let sql = "SELECT kind, value FROM customer_contacts WHERE store_id = ?1 AND customer_id = ?2 ORDER BY kind DESC, value DESC LIMIT 50";
    let rows: Vec<ContactRow> = c.all(sql, p![scope.store(), id]).await?;
    let kind = |word: &str| if word == "mobile" { ContactKind::Mobile } else { ContactKind::Email };
    Ok(rows.into_iter().map(|r| Contact { kind: kind(&r.kind), value: r.value }).collect())
}

/// The further numbers of a customer.
///
/// # Errors
/// The database failed.
pub async fn list_mobiles(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<String>> {
    let all = list_contacts(c, scope, id).await?;
    Ok(all.into_iter().filter(|k| k.kind == ContactKind::Mobile).map(|k| k.value).collect())
}

/// Every number and e-mail address of a customer: those of the record and the further ones, 100 at most.
pub(crate) async fn list_values(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<String>> {
    let sql = "SELECT k.mobile FROM customers k WHERE k.store_id = ?1 AND k.id = ?2 AND k.mobile IS NOT NULL \
               UNION SELECT k.email FROM customers k WHERE k.store_id = ?1 AND k.id = ?2 AND k.email IS NOT NULL \
               UNION SELECT x.value FROM customer_contacts x WHERE x.store_id = ?1 AND x.customer_id = ?2 LIMIT 100";
    c.all(sql, p![scope.store(), id]).await
}

/// The customer whose further number it is.
pub(crate) async fn find_owner(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Option<CustomerId>> {
    let sql = "SELECT customer_id FROM customer_contacts WHERE store_id = ?1 AND kind = 'mobile' AND value = ?2";
    c.opt(sql, p![scope.store(), mobile]).await
}

pub(crate) async fn insert(c: Conn<'_>, scope: &StoreScope, id: CustomerId, contact: &Contact, now: Millis) -> Result<()> {
    let sql = "INSERT INTO customer_contacts (store_id, kind, value, customer_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.exec(sql, p![scope.store(), contact.kind.as_str(), contact.value, id, now]).await?;
    Ok(())
}

/// False when the customer had no such contact.
pub(crate) async fn delete(c: Conn<'_>, scope: &StoreScope, id: CustomerId, contact: &Contact) -> Result<bool> {
    let sql = "DELETE FROM customer_contacts WHERE store_id = ?1 AND kind = ?2 AND value = ?3 AND customer_id = ?4";
    Ok(c.exec(sql, p![scope.store(), contact.kind.as_str(), contact.value, id]).await? == 1)
}

/// Deletes all further contacts of a customer.
pub(crate) async fn delete_all(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<()> {
    c.exec("DELETE FROM customer_contacts WHERE store_id = ?1 AND customer_id = ?2", p![scope.store(), id]).await?;
    Ok(())
}
