//! Refusals of people whose records were erased: an erased number is not contacted again, and a blocked one stays blocked
//! (docs/decisions/0024).
//!
//! Table: `customer_refusals`. Only a hash of the number or e-mail address is stored. A new record of the same number inherits
//! the refusals, which can then be changed like other data of a customer.

use db::{Conn, Result, Sql, StoredWord as _, p};
use kernel::{CustomerId, Millis, StoreScope};
use web::Message;

use super::labels;
use crate::model::{Channel, Source};

/// Opted out of cart reminders.
pub const REMINDERS: &str = "reminders";
/// Blocked from checkout.
pub const BLOCKED: &str = "blocked";

const BLOCKED_BEFORE: Message = Message::new(
    "كان هذا الرقم أو البريد محظورًا قبل محو بياناته.",
    "This number or email address was blocked before its data was erased.",
);

/// The key of a number or an e-mail address: its hash, different in every store.
#[must_use]
pub fn mark(scope: &StoreScope, contact: &str) -> String {
    web::caller::hash_token(&format!("{}:{contact}", scope.store()))
}

/// Stores a refusal for each contact.
///
/// # Errors
/// The database failed.
pub async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    contacts: &[String],
    (what, source): (&str, &str),
    at: Millis,
) -> Result<()> {
    for contact in contacts {
        let sql =
            "INSERT INTO customer_refusals (store_id, mark, what, source, at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
        c.exec(sql, p![scope.store(), mark(scope, contact), what, source, at]).await?;
    }
    Ok(())
}

/// Whether a previous owner of this number or e-mail address had refused it.
///
/// # Errors
/// The database failed.
pub async fn has(c: Conn<'_>, scope: &StoreScope, mobile: &str, email: Option<&str>, what: &str) -> Result<bool> {
    let sql = "SELECT at FROM customer_refusals WHERE store_id = ?1 AND mark IN (?2, ?3) AND what = ?4 LIMIT 1";
    let marks = [mark(scope, mobile), mark(scope, email.unwrap_or(mobile))];
    Ok(c.opt::<Millis>(sql, p![scope.store(), marks[0], marks[1], what]).await?.is_some())
}

/// Whether a previous owner of one of these numbers or e-mail addresses had refused it.
///
/// # Errors
/// The database failed.
pub async fn has_any(c: Conn<'_>, scope: &StoreScope, contacts: &[String], what: &str) -> Result<bool> {
    let marks: Vec<String> = contacts.iter().map(|contact| mark(scope, contact)).collect();
    let found: Option<Millis> = Sql::new("SELECT at FROM customer_refusals WHERE")
        .arg(" store_id = ?", scope.store())
        .list(" AND mark IN ", marks, "")
        .arg(" AND what = ? LIMIT 1", what.to_owned())
        .opt_row(c)
        .await?;
    Ok(found.is_some())
}

/// Whether a blocked customer has the number or the e-mail address, or had it before they were erased.
pub(crate) async fn is_blocked(c: Conn<'_>, scope: &StoreScope, mobile: &str, email: Option<&str>) -> Result<bool> {
    let sql = "SELECT id FROM customers WHERE store_id = ?1 AND mobile = ?2 AND mobile IS NOT NULL AND blocked_at IS NOT NULL \
               UNION ALL SELECT id FROM customers WHERE store_id = ?1 AND email = ?3 AND email IS NOT NULL AND blocked_at IS NOT NULL \
               UNION ALL SELECT k.id FROM customer_contacts x JOIN customers k ON k.store_id = x.store_id AND k.id = x.customer_id \
               WHERE x.store_id = ?1 AND x.kind = 'mobile' AND x.value = ?2 AND k.blocked_at IS NOT NULL \
               UNION ALL SELECT k.id FROM customer_contacts x JOIN customers k ON k.store_id = x.store_id AND k.id = x.customer_id \
               WHERE x.store_id = ?1 AND x.kind = 'email' AND x.value = ?3 AND k.blocked_at IS NOT NULL \
               UNION ALL SELECT r.store_id FROM customer_refusals r WHERE r.store_id = ?1 AND r.mark IN (?4, ?5) AND r.what = 'blocked' LIMIT 1";
    let marks = [mark(scope, mobile), mark(scope, email.unwrap_or(mobile))];
    Ok(c.opt::<i64>(sql, p![scope.store(), mobile, email, marks[0], marks[1]]).await?.is_some())
}

/// Copies the refusals of its number and e-mail address to a new record. The opt-out from reminders stays with the number.
pub(crate) async fn insert_opt_outs(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    mobile: Option<&str>,
    email: Option<&str>,
    now: Millis,
) -> Result<()> {
    let Some(any) = mobile.or(email) else { return Ok(()) };
    let marks = [mark(scope, mobile.unwrap_or(any)), mark(scope, email.unwrap_or(any))];
    let sql = "SELECT what, source, at FROM customer_refusals WHERE store_id = ?1 AND mark IN (?2, ?3) AND what <> 'reminders' LIMIT 20";
    let refusals: Vec<(String, String, Millis)> = c.all(sql, p![scope.store(), marks[0], marks[1]]).await?;
    if refusals.is_empty() {
        return Ok(());
    }
    for (what, source, at) in refusals {
        if what == BLOCKED {
            // The reason was erased with the rest.
            super::set_block(c, scope, id, Some(at), BLOCKED_BEFORE.get(web::lang::current()), now).await?;
        } else {
            let (channel, source) = (Channel::decode(&what)?, Source::decode(&source)?);
            labels::set_consent(c, scope, id, channel, false, source, at).await?;
        }
    }
    let sql = "DELETE FROM customer_refusals WHERE store_id = ?1 AND mark IN (?2, ?3) AND what <> 'reminders'";
    c.exec(sql, p![scope.store(), marks[0], marks[1]]).await?;
    Ok(())
}
