//! The statements on a customer's tags, groups, consents and notes.

use db::{Conn, Result, Sql, p, row};
use kernel::{CustomerGroupId, CustomerId, CustomerNoteId, Millis, StoreScope};

use super::contacts::ContactKind;
use crate::model::{Channel, Consent, CustomerGroup, Note, Source};

struct TagRow {
    customer_id: CustomerId,
    tag: String,
}
row!(TagRow { customer_id, tag });

/// The tags of the customers of a page, in alphabetical order per customer.
///
/// # Errors
/// The database failed.
pub async fn list_tags_of(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Vec<(CustomerId, String)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    // At most a page of customers with [`crate::model::MOST_TAGS`] tags each.
    let sql = Sql::new("SELECT customer_id, tag FROM customer_tags WHERE").arg(" store_id = ?", scope.store());
    let rows: Vec<TagRow> =
        sql.list(" AND customer_id IN ", ids.iter().copied(), " ORDER BY customer_id, tag_key LIMIT 5000").all(c).await?;
    Ok(rows.into_iter().map(|r| (r.customer_id, r.tag)).collect())
}

/// Adds a tag to a customer; an existing one with the same folded word keeps its spelling. False when it existed.
pub(crate) async fn insert_tag(c: Conn<'_>, scope: &StoreScope, id: CustomerId, key: &str, tag: &str) -> Result<bool> {
    let sql = "INSERT INTO customer_tags (store_id, tag_key, customer_id, tag) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
    Ok(c.exec(sql, p![scope.store(), key, id, tag]).await? == 1)
}

/// False when the customer had no such tag.
pub(crate) async fn delete_tag(c: Conn<'_>, scope: &StoreScope, id: CustomerId, key: &str) -> Result<bool> {
    let sql = "DELETE FROM customer_tags WHERE store_id = ?1 AND tag_key = ?2 AND customer_id = ?3";
    Ok(c.exec(sql, p![scope.store(), key, id]).await? == 1)
}

/// The store's tags in alphabetical order, 200 at most: a loose index scan, each step finds the next word.
pub(crate) async fn list_tags(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE words (tag_key) AS ( \
               SELECT MIN(t.tag_key) FROM customer_tags t WHERE t.store_id = ?1 \
               UNION ALL SELECT (SELECT MIN(t.tag_key) FROM customer_tags t WHERE t.store_id = ?1 AND t.tag_key > w.tag_key) \
               FROM words w WHERE w.tag_key IS NOT NULL) \
               SELECT (SELECT t.tag FROM customer_tags t WHERE t.store_id = ?1 AND t.tag_key = w.tag_key LIMIT 1) \
               FROM words w WHERE w.tag_key IS NOT NULL LIMIT 200";
    c.all(sql, p![scope.store()]).await
}

/// The cities of the store's customers in alphabetical order, 300 at most.
pub(crate) async fn list_cities(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE names (city) AS ( \
               SELECT MIN(k.city) FROM customers k WHERE k.store_id = ?1 AND k.city > '' \
               UNION ALL SELECT (SELECT MIN(k.city) FROM customers k WHERE k.store_id = ?1 AND k.city > n.city) \
               FROM names n WHERE n.city IS NOT NULL) \
               SELECT n.city FROM names n WHERE n.city IS NOT NULL LIMIT 300";
    c.all(sql, p![scope.store()]).await
}

/// The countries of the store's customers, 100 at most.
pub(crate) async fn list_countries(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE names (country) AS ( \
               SELECT MIN(k.country) FROM customers k WHERE k.store_id = ?1 AND k.country > '' \
               UNION ALL SELECT (SELECT MIN(k.country) FROM customers k WHERE k.store_id = ?1 AND k.country > n.country) \
               FROM names n WHERE n.country IS NOT NULL) \
               SELECT n.country FROM names n WHERE n.country IS NOT NULL LIMIT 100";
    c.all(sql, p![scope.store()]).await
}

/// The store's groups by name, [`crate::model::MOST_GROUPS`] at most.
pub(crate) async fn list_groups(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<CustomerGroup>> {
    let sql = "SELECT id, name FROM customer_groups WHERE store_id = ?1 ORDER BY name_key LIMIT 100";
    c.all(sql, p![scope.store()]).await
}

/// How many customers each group has.
pub(crate) async fn count_members(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(CustomerGroupId, i64)>> {
    let sql = "SELECT group_id, COUNT(*) FROM customer_group_members WHERE store_id = ?1 GROUP BY group_id LIMIT 100";
    c.all(sql, p![scope.store()]).await
}

pub(crate) async fn find_group(c: Conn<'_>, scope: &StoreScope, id: CustomerGroupId) -> Result<Option<CustomerGroup>> {
    c.opt("SELECT id, name FROM customer_groups WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await
}

/// Inserts a group; false when another has the name.
pub(crate) async fn insert_group(c: Conn<'_>, scope: &StoreScope, group: &CustomerGroup, now: Millis) -> Result<bool> {
    let sql = "INSERT INTO customer_groups (store_id, id, name, name_key, created_at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    let key = kernel::fold::fold(&group.name);
    Ok(c.exec(sql, p![scope.store(), group.id, group.name, key, now]).await? == 1)
}

/// Finds a group by its name in any spelling.
pub(crate) async fn find_group_by_name(c: Conn<'_>, scope: &StoreScope, name: &str) -> Result<Option<CustomerGroupId>> {
    let sql = "SELECT id FROM customer_groups WHERE store_id = ?1 AND name_key = ?2";
    c.opt(sql, p![scope.store(), kernel::fold::fold(name)]).await
}

pub(crate) async fn update_group(c: Conn<'_>, scope: &StoreScope, group: &CustomerGroup) -> Result<()> {
    let sql = "UPDATE customer_groups SET name = ?3, name_key = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), group.id, group.name, kernel::fold::fold(&group.name)]).await?;
    Ok(())
}

/// Deletes a group; its customers are kept.
pub(crate) async fn delete_group(c: Conn<'_>, scope: &StoreScope, id: CustomerGroupId) -> Result<()> {
    c.exec("DELETE FROM customer_group_members WHERE store_id = ?1 AND group_id = ?2", p![scope.store(), id]).await?;
    c.exec("DELETE FROM customer_groups WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    Ok(())
}

/// The groups a customer is in, by name.
///
/// # Errors
/// The database failed.
pub async fn list_groups_of(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<CustomerGroup>> {
    let sql = "SELECT g.id, g.name FROM customer_group_members m JOIN customer_groups g ON g.store_id = m.store_id AND g.id = m.group_id \
               WHERE m.store_id = ?1 AND m.customer_id = ?2 ORDER BY g.name_key LIMIT 100";
    c.all(sql, p![scope.store(), id]).await
}

/// False when the customer was in it.
pub(crate) async fn insert_membership(c: Conn<'_>, scope: &StoreScope, id: CustomerId, group: CustomerGroupId) -> Result<bool> {
    let sql = "INSERT INTO customer_group_members (store_id, group_id, customer_id) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    Ok(c.exec(sql, p![scope.store(), group, id]).await? == 1)
}

/// False when the customer was not in it.
pub(crate) async fn delete_membership(c: Conn<'_>, scope: &StoreScope, id: CustomerId, group: CustomerGroupId) -> Result<bool> {
    let sql = "DELETE FROM customer_group_members WHERE store_id = ?1 AND group_id = ?2 AND customer_id = ?3";
    Ok(c.exec(sql, p![scope.store(), group, id]).await? == 1)
}

/// The consents of a customer; at most one row per channel.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list_consents(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<Consent>> {
    let sql = "SELECT channel, is_granted, source, at FROM customer_consents WHERE store_id = ?1 AND customer_id = ?2 LIMIT 10";
    c.all(sql, p![scope.store(), id]).await
}

pub(crate) async fn set_consent(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    channel: Channel,
    is_granted: bool,
    source: Source,
    now: Millis,
) -> Result<()> {
    let consent = Consent { channel, is_granted, source, at: now };
    upsert_consent(c, scope, id, &consent).await
}

/// Upserts a consent with its time.
pub(crate) async fn upsert_consent(c: Conn<'_>, scope: &StoreScope, id: CustomerId, consent: &Consent) -> Result<()> {
    let sql = "INSERT INTO customer_consents (store_id, customer_id, channel, is_granted, source, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
               ON CONFLICT (store_id, customer_id, channel) DO UPDATE SET is_granted = excluded.is_granted, source = excluded.source, \
               at = excluded.at";
    c.exec(sql, p![scope.store(), id, consent.channel.as_str(), consent.is_granted, consent.source.as_str(), consent.at]).await?;
    Ok(())
}

/// Whether a customer with this number or e-mail address, of their record or a further one, has refused a channel.
pub(crate) async fn has_refused(
    c: Conn<'_>,
    scope: &StoreScope,
    kind: ContactKind,
    value: &str,
    channel: Channel,
) -> Result<bool> {
    let mobile = "SELECT k.id FROM customers k CROSS JOIN customer_consents a \
                  WHERE a.store_id = k.store_id AND a.customer_id = k.id AND a.channel = ?3 AND k.store_id = ?1 AND k.mobile = ?2 AND k.mobile IS NOT NULL AND a.is_granted = FALSE \
                  UNION ALL SELECT x.customer_id FROM customer_contacts x \
                  CROSS JOIN customer_consents a \
                  WHERE a.store_id = x.store_id AND a.customer_id = x.customer_id AND a.channel = ?3 AND x.store_id = ?1 AND x.kind = 'mobile' AND x.value = ?2 AND a.is_granted = FALSE LIMIT 1";
    let email = "SELECT k.id FROM customers k CROSS JOIN customer_consents a \
                 WHERE a.store_id = k.store_id AND a.customer_id = k.id AND a.channel = ?3 AND k.store_id = ?1 AND k.email = ?2 AND k.email IS NOT NULL AND a.is_granted = FALSE \
                 UNION ALL SELECT x.customer_id FROM customer_contacts x \
                 CROSS JOIN customer_consents a \
                 WHERE a.store_id = x.store_id AND a.customer_id = x.customer_id AND a.channel = ?3 AND x.store_id = ?1 AND x.kind = 'email' AND x.value = ?2 AND a.is_granted = FALSE LIMIT 1";
    let sql = match kind {
        ContactKind::Mobile => mobile,
        ContactKind::Email => email,
    };
    Ok(c.opt::<CustomerId>(sql, p![scope.store(), value, channel.as_str()]).await?.is_some())
}

/// The newest notes about a customer, 100 at most.
pub(crate) async fn list_notes(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<Note>> {
    let sql = "SELECT id, text, author_name, created_at FROM customer_notes WHERE store_id = ?1 AND customer_id = ?2 ORDER BY id DESC LIMIT 100";
    c.all(sql, p![scope.store(), id]).await
}

pub(crate) async fn insert_note(c: Conn<'_>, scope: &StoreScope, customer: CustomerId, note: &Note) -> Result<()> {
    let sql =
        "INSERT INTO customer_notes (store_id, id, customer_id, text, author_name, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    c.exec(sql, p![scope.store(), note.id, customer, note.text, note.author_name, note.created_at]).await?;
    Ok(())
}

/// Deletes a note and returns it.
pub(crate) async fn delete_note(
    c: Conn<'_>,
    scope: &StoreScope,
    customer: CustomerId,
    id: CustomerNoteId,
) -> Result<Option<Note>> {
    let sql = "DELETE FROM customer_notes WHERE store_id = ?1 AND id = ?2 AND customer_id = ?3 RETURNING id, text, author_name, created_at";
    c.opt(sql, p![scope.store(), id, customer]).await
}
