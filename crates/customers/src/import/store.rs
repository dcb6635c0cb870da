//! SQL statements of customer imports that read for many customers, or undo.

use std::collections::HashMap;

use db::{Conn, Record as _, Result, Sql, p, row};
use kernel::{AddressId, CustomerGroupId, CustomerId, CustomerNoteId, Millis, StoreScope};

use crate::model::{Channel, Consent, Customer, Source};

/// The list padded to one of a few lengths, by repeating the last text, so that prepared statements are reused.
fn few_lengths(texts: &[String]) -> Vec<String> {
    let Some(last) = texts.last() else { return Vec::new() };
    let length = [8, 64, 256, 1_000].into_iter().find(|n| *n >= texts.len()).unwrap_or(texts.len());
    texts.iter().cloned().chain(std::iter::repeat_n(last.clone(), length.saturating_sub(texts.len()))).collect()
}

/// The customers of these numbers, whether of their records or further ones.
pub(super) async fn list_by_mobile(c: Conn<'_>, scope: &StoreScope, mobiles: &[String]) -> Result<HashMap<String, CustomerId>> {
    if mobiles.is_empty() {
        return Ok(HashMap::new());
    }
    let own: Vec<(String, CustomerId)> = Sql::new("SELECT mobile, id FROM customers WHERE mobile IS NOT NULL")
        .arg(" AND store_id = ?", scope.store())
        .list(" AND mobile IN ", few_lengths(mobiles), " LIMIT 1000")
        .all(c)
        .await?;
    let further: Vec<(String, CustomerId)> = Sql::new("SELECT value, customer_id FROM customer_contacts WHERE kind = 'mobile'")
        .arg(" AND store_id = ?", scope.store())
        .list(" AND value IN ", few_lengths(mobiles), " LIMIT 1000")
        .all(c)
        .await?;
    Ok(further.into_iter().chain(own).collect())
}

/// The customers of these e-mail addresses: address, customer, whether the record has a number.
pub(super) async fn list_by_email(c: Conn<'_>, scope: &StoreScope, emails: &[String]) -> Result<Vec<(String, CustomerId, bool)>> {
    if emails.is_empty() {
        return Ok(Vec::new());
    }
    let mut found: Vec<(String, CustomerId, bool)> =
        Sql::new("SELECT email, id, mobile IS NOT NULL FROM customers WHERE email IS NOT NULL")
            .arg(" AND store_id = ?", scope.store())
            .list(" AND email IN ", few_lengths(emails), " LIMIT 2000")
            .all(c)
            .await?;
    let further: Vec<(String, CustomerId, bool)> = Sql::new(
        "SELECT x.value, x.customer_id, k.mobile IS NOT NULL FROM customer_contacts x \
         JOIN customers k ON k.store_id = x.store_id AND k.id = x.customer_id WHERE x.kind = 'email'",
    )
    .arg(" AND x.store_id = ?", scope.store())
    .list(" AND x.value IN ", few_lengths(emails), " LIMIT 2000")
    .all(c)
    .await?;
    found.extend(further);
    Ok(found)
}

/// Some customers.
pub(super) async fn list_customers(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Vec<Customer>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new(db::sql!("SELECT ", Customer::READ, " FROM customers WHERE")).arg(" store_id = ?", scope.store());
    sql.list(" AND id IN ", ids.iter().copied(), " LIMIT 1000").all(c).await
}

/// The groups of some customers.
pub(super) async fn list_groups(
    c: Conn<'_>,
    scope: &StoreScope,
    ids: &[CustomerId],
) -> Result<Vec<(CustomerId, CustomerGroupId)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT customer_id, group_id FROM customer_group_members WHERE").arg(" store_id = ?", scope.store());
    sql.list(" AND customer_id IN ", ids.iter().copied(), " LIMIT 100000").all(c).await
}

struct ConsentRow {
    customer_id: CustomerId,
    channel: Channel,
    is_granted: bool,
    source: Source,
    at: Millis,
}
row!(ConsentRow { customer_id, channel, is_granted, source, at });

/// The consents of some customers.
pub(super) async fn list_consents(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Vec<(CustomerId, Consent)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT customer_id, channel, is_granted, source, at FROM customer_consents WHERE")
        .arg(" store_id = ?", scope.store());
    let consent: Vec<ConsentRow> = sql.list(" AND customer_id IN ", ids.iter().copied(), " LIMIT 10000").all(c).await?;
    Ok(consent
        .into_iter()
        .map(|ConsentRow { customer_id, channel, is_granted, source, at }| {
            (customer_id, Consent { channel, is_granted, source, at })
        })
        .collect())
}

/// Whether a customer has a note with this text.
pub(super) async fn has_note(c: Conn<'_>, scope: &StoreScope, id: CustomerId, text: &str) -> Result<bool> {
    let sql = "SELECT id FROM customer_notes WHERE store_id = ?1 AND customer_id = ?2 AND text = ?3 LIMIT 1";
    Ok(c.opt::<CustomerNoteId>(sql, p![scope.store(), id, text]).await?.is_some())
}

/// Those of these contact hashes that belong to erased people.
pub(super) async fn list_erased_marks(c: Conn<'_>, scope: &StoreScope, marks: &[String]) -> Result<Vec<String>> {
    if marks.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT DISTINCT mark FROM customer_refusals WHERE").arg(" store_id = ?", scope.store());
    sql.list(" AND mark IN ", few_lengths(marks), " LIMIT 2000").all(c).await
}

/// Restores a customer's city and country.
pub(super) async fn set_city(c: Conn<'_>, scope: &StoreScope, id: CustomerId, (city, country): (&str, &str)) -> Result<()> {
    let sql = "UPDATE customers SET city = ?3, country = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, city, country]).await?;
    Ok(())
}

/// Restores a consent.
pub(super) async fn update_consent(c: Conn<'_>, scope: &StoreScope, id: CustomerId, consent: &Consent) -> Result<()> {
    let sql = "UPDATE customer_consents SET is_granted = ?4, source = ?5, at = ?6 WHERE store_id = ?1 AND customer_id = ?2 AND channel = ?3";
    c.exec(sql, p![scope.store(), id, consent.channel.as_str(), consent.is_granted, consent.source.as_str(), consent.at]).await?;
    Ok(())
}

/// Deletes a consent.
pub(super) async fn delete_consent(c: Conn<'_>, scope: &StoreScope, id: CustomerId, channel: Channel) -> Result<()> {
    let sql = "DELETE FROM customer_consents WHERE store_id = ?1 AND customer_id = ?2 AND channel = ?3";
    c.exec(sql, p![scope.store(), id, channel.as_str()]).await?;
    Ok(())
}

/// The address of the book with this key, as an import created it.
pub(super) async fn find_address_by_key(c: Conn<'_>, scope: &StoreScope, id: CustomerId, key: &str) -> Result<Option<AddressId>> {
    let sql = "SELECT id FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?2 AND address_key = ?3";
    c.opt(sql, p![scope.store(), id, web::caller::hash_token(key)]).await
}

/// Deletes a customer whom nothing references, with their related rows and the personal data in the journal.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<()> {
    for sql in [
        "DELETE FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?2",
        "DELETE FROM customer_tags WHERE store_id = ?1 AND customer_id = ?2",
        "DELETE FROM customer_group_members WHERE store_id = ?1 AND customer_id = ?2",
        "DELETE FROM customer_consents WHERE store_id = ?1 AND customer_id = ?2",
        "DELETE FROM customer_notes WHERE store_id = ?1 AND customer_id = ?2",
        "DELETE FROM customer_contacts WHERE store_id = ?1 AND customer_id = ?2",
        "DELETE FROM batch_items WHERE store_id = ?1 AND area = 'customer' AND subject_id = ?2",
        "DELETE FROM search_tokens WHERE store_id = ?1 AND subject = 'customer' AND subject_id = ?2",
        "DELETE FROM customers WHERE store_id = ?1 AND id = ?2",
        "UPDATE journal SET before = NULL, after = NULL, note = NULL WHERE store_id = ?1 AND subject = 'customer' AND subject_id = ?2",
    ] {
        c.exec(sql, p![scope.store(), id]).await?;
    }
    Ok(())
}
