//! The statements that move a customer's related rows to another one.

use db::{Conn, Result, p};
use kernel::fold::fold;
use kernel::{CustomerId, Millis, StoreScope};

use super::merge_model::Side;
use super::model::Consent;
use super::store::labels;

/// The record that a record was merged into; `None` when it was never merged.
///
/// # Errors
/// Database errors.
pub async fn find_merged_into(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Option<CustomerId>> {
    c.opt("SELECT kept_id FROM customer_merges WHERE store_id = ?1 AND gone_id = ?2", p![scope.store(), id]).await
}

/// The number of a customer's addresses and notes, which a merge would move.
pub(super) async fn count_moving(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<(i64, i64)> {
    let sql = "SELECT (SELECT COUNT(*) FROM customer_addresses a WHERE a.store_id = ?1 AND a.customer_id = ?2), \
               (SELECT COUNT(*) FROM customer_notes n WHERE n.store_id = ?1 AND n.customer_id = ?2)";
    c.one(sql, p![scope.store(), id]).await
}

/// An address that both have is kept once, with the later of the two times.
pub(super) async fn move_addresses(c: Conn<'_>, scope: &StoreScope, survivor: CustomerId, gone: CustomerId) -> Result<()> {
    let sql = "UPDATE customer_addresses SET used_at = (SELECT MAX(a.used_at) FROM customer_addresses a WHERE a.store_id = ?1 \
               AND a.customer_id IN (?2, ?3) AND a.address_key = customer_addresses.address_key) WHERE store_id = ?1 AND customer_id = ?2";
    c.exec(sql, p![scope.store(), survivor, gone]).await?;
    let sql = "DELETE FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?3 AND address_key IN ( \
               SELECT a.address_key FROM customer_addresses a WHERE a.store_id = ?1 AND a.customer_id = ?2)";
    c.exec(sql, p![scope.store(), survivor, gone]).await?;
    c.exec(
        "UPDATE customer_addresses SET customer_id = ?2 WHERE store_id = ?1 AND customer_id = ?3",
        p![scope.store(), survivor, gone],
    )
    .await?;
    Ok(())
}

pub(super) async fn move_notes(c: Conn<'_>, scope: &StoreScope, survivor: CustomerId, gone: CustomerId) -> Result<()> {
    c.exec(
        "UPDATE customer_notes SET customer_id = ?2 WHERE store_id = ?1 AND customer_id = ?3",
        p![scope.store(), survivor, gone],
    )
    .await?;
    let sql = "UPDATE batch_items SET subject_id = ?2 WHERE store_id = ?1 AND area = 'customer' AND subject_id = ?3";
    c.exec(sql, p![scope.store(), survivor, gone]).await?;
    Ok(())
}

/// Adds the tags and groups that are new to the surviving record, and deletes all of the other's.
pub(super) async fn move_labels(c: Conn<'_>, scope: &StoreScope, gone: CustomerId, was: &Side, is: &Side) -> Result<()> {
    let survivor = was.customer.id;
    for tag in is.tags.iter().filter(|tag| !was.tags.contains(tag)) {
        labels::insert_tag(c, scope, survivor, &fold(tag), tag).await?;
    }
    for group in is.groups.iter().filter(|group| !was.groups.contains(group)) {
        labels::insert_membership(c, scope, survivor, group.id).await?;
    }
    c.exec("DELETE FROM customer_tags WHERE store_id = ?1 AND customer_id = ?2", p![scope.store(), gone]).await?;
    c.exec("DELETE FROM customer_group_members WHERE store_id = ?1 AND customer_id = ?2", p![scope.store(), gone]).await?;
    Ok(())
}

/// Each consent keeps its own source and time.
pub(super) async fn set_consents(
    c: Conn<'_>,
    scope: &StoreScope,
    survivor: CustomerId,
    gone: CustomerId,
    consents: &[Consent],
) -> Result<()> {
    for word in consents {
        labels::upsert_consent(c, scope, survivor, word).await?;
    }
    c.exec("DELETE FROM customer_consents WHERE store_id = ?1 AND customer_id = ?2", p![scope.store(), gone]).await?;
    Ok(())
}

/// Search words of the removed record find the surviving one.
pub(super) async fn move_words(c: Conn<'_>, scope: &StoreScope, survivor: CustomerId, gone: CustomerId) -> Result<()> {
    let sql = "INSERT INTO search_tokens (store_id, subject, token, subject_id, weight) SELECT t.store_id, t.subject, t.token, ?2, t.weight \
               FROM search_tokens t WHERE t.store_id = ?1 AND t.subject = 'customer' AND t.subject_id = ?3 ON CONFLICT DO NOTHING";
    c.exec(sql, p![scope.store(), survivor, gone]).await?;
    Ok(())
}

/// Redirects the removed record's id, and those that were merged into it before, to the surviving record.
pub(super) async fn insert_merge(
    c: Conn<'_>,
    scope: &StoreScope,
    survivor: CustomerId,
    gone: CustomerId,
    now: Millis,
) -> Result<()> {
    c.exec("UPDATE customer_merges SET kept_id = ?2 WHERE store_id = ?1 AND kept_id = ?3", p![scope.store(), survivor, gone])
        .await?;
    let sql = "INSERT INTO customer_merges (store_id, gone_id, kept_id, at) VALUES (?1, ?2, ?3, ?4)";
    c.exec(sql, p![scope.store(), gone, survivor, now]).await?;
    Ok(())
}

pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<()> {
    c.exec("DELETE FROM customers WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    Ok(())
}
