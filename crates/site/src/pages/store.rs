//! Every statement on pages and their addresses.

use db::{Conn, Record as _, Result, Sql, p, row};
use kernel::{ContentPageId, Lang, Millis, StoreScope, Texts};

use super::model::{Page, Policy, Status};

/// Earlier addresses that a page keeps in each language; older ones are forgotten.
const MOST_EARLIER: i64 = 20;

db::record! {
    Page {
        id as key,
        title as json,
        content as json,
        status as word,
        publish_at,
        policy = page.policy.map(Policy::as_str),
        meta_title as json,
        meta_description as json,
        template,
        created_at as read,
        updated_at as key,
        deleted_at as read,
        version as key,
    }
    fn page_values<'v>(page, scope: &StoreScope)
    // The statements below use these numbered parameters.
    keys { store_id = scope.store(), id = page.id, version = page.version, updated_at = page.updated_at }
    also {}
}

/// Number of pages that are not deleted, counted to `most`.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM (SELECT id FROM content_pages WHERE store_id = ?1 AND deleted_at IS NULL LIMIT ?2) AS counted";
    c.one(sql, p![scope.store(), most]).await
}

/// A page, deleted or not.
pub(super) async fn find_any(c: Conn<'_>, scope: &StoreScope, id: ContentPageId) -> Result<Option<Page>> {
    let sql = db::sql!("SELECT ", Page::READ, " FROM content_pages WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// A page that is not deleted.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: ContentPageId) -> Result<Option<Page>> {
    Ok(find_any(c, scope, id).await?.filter(|page| page.deleted_at.is_none()))
}

/// The page that states a policy.
pub(super) async fn find_by_policy(c: Conn<'_>, scope: &StoreScope, policy: Policy) -> Result<Option<Page>> {
    let sql = db::sql!("SELECT ", Page::READ, " FROM content_pages WHERE store_id = ?1 AND policy = ?2 AND deleted_at IS NULL");
    c.opt(sql, p![scope.store(), policy.as_str()]).await
}

/// Inserts a page at version 1.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, page: &Page) -> Result<()> {
    let sql = db::sql!("INSERT INTO content_pages (", Page::WRITTEN, ", created_at) VALUES (", Page::PLACEHOLDERS, ", ?4)");
    c.exec(sql, &page_values(page, scope).params()).await?;
    Ok(())
}

/// Writes a page if it is still at the version before; false when it is not.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, page: &Page) -> Result<bool> {
    let sql = db::sql!(
        "UPDATE content_pages SET ",
        Page::SETS,
        ", updated_at = ?4, version = ?3 WHERE store_id = ?1 AND id = ?2 AND version = ?3 - 1 AND deleted_at IS NULL"
    );
    Ok(c.exec(sql, &page_values(page, scope).params()).await? == 1)
}

/// Deletes or restores a page; false when nothing changed.
pub(super) async fn set_deleted(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ContentPageId,
    at: Option<Millis>,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE content_pages SET deleted_at = ?3, updated_at = ?4, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND (deleted_at IS NULL) = ?5";
    Ok(c.exec(sql, p![scope.store(), id, at, now, at.is_some()]).await? == 1)
}

/// Publishes a page whose moment has come; false when it is not scheduled, or for later.
pub(super) async fn set_published(c: Conn<'_>, scope: &StoreScope, id: ContentPageId, now: Millis) -> Result<bool> {
    let sql = "UPDATE content_pages SET status = 'published', publish_at = NULL, updated_at = ?3, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND status = 'scheduled' AND publish_at <= ?3 AND deleted_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), id, now]).await? == 1)
}

/// An address and its page.
pub(super) struct AddressRow {
    pub(super) language: Lang,
    pub(super) page_id: ContentPageId,
    pub(super) is_current: bool,
    pub(super) is_deleted: bool,
}
row!(AddressRow { language, page_id, is_current, is_deleted });

/// The pages that a folded slug leads to, one of each language at most.
pub(super) async fn list_holders(c: Conn<'_>, scope: &StoreScope, slug_key: &str) -> Result<Vec<AddressRow>> {
    let sql = "SELECT a.language, a.page_id, a.is_current, g.deleted_at IS NOT NULL FROM page_addresses a \
               JOIN content_pages g ON g.store_id = a.store_id AND g.id = a.page_id \
               WHERE a.store_id = ?1 AND a.language IN ('ar', 'en') AND a.slug_key = ?2";
    c.all(sql, p![scope.store(), slug_key]).await
}

/// Of these keys, those at which a published page is or was.
pub(super) async fn list_live_slug_keys(c: Conn<'_>, scope: &StoreScope, slug_keys: Vec<String>) -> Result<Vec<String>> {
    Sql::new("SELECT a.slug_key FROM page_addresses a JOIN content_pages g ON g.store_id = a.store_id AND g.id = a.page_id WHERE")
        .arg(" a.store_id = ?", scope.store())
        .list(" AND a.language IN ('ar', 'en') AND a.slug_key IN ", slug_keys, " AND g.deleted_at IS NULL")
        .arg(" AND g.status = ?", Status::Published.as_str())
        .all(c)
        .await
}

/// The current slugs of a page.
pub(super) async fn find_slugs(c: Conn<'_>, scope: &StoreScope, id: ContentPageId) -> Result<Texts> {
    let sql = "SELECT language, slug FROM page_addresses WHERE store_id = ?1 AND page_id = ?2 AND is_current = TRUE";
    let rows: Vec<(Lang, String)> = c.all(sql, p![scope.store(), id]).await?;
    let mut slugs = Texts::default();
    for (lang, slug) in rows {
        slugs.set(lang, slug);
    }
    Ok(slugs)
}

/// Makes a slug the page's own in a language; its one before leads to the page from now on.
pub(super) async fn set_slug(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ContentPageId,
    lang: Lang,
    (slug, slug_key): (&str, &str),
    now: Millis,
) -> Result<()> {
    let args = p![scope.store(), id, lang.code(), slug_key, now, slug];
    let earlier = "UPDATE page_addresses SET is_current = FALSE, created_at = ?5 \
                   WHERE store_id = ?1 AND page_id = ?2 AND language = ?3 AND is_current = TRUE AND slug_key <> ?4 AND ?6 <> ''";
    c.exec(earlier, args).await?;
    let sql = "INSERT INTO page_addresses (store_id, page_id, language, slug_key, created_at, slug, is_current) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, TRUE) ON CONFLICT (store_id, language, slug_key) \
               DO UPDATE SET page_id = excluded.page_id, slug = excluded.slug, is_current = TRUE, created_at = excluded.created_at";
    c.exec(sql, args).await?;
    let forgotten = "DELETE FROM page_addresses WHERE store_id = ?1 AND page_id = ?2 AND language = ?3 AND is_current = FALSE \
                     AND slug_key NOT IN (SELECT slug_key FROM page_addresses WHERE store_id = ?1 AND page_id = ?2 AND language = ?3 \
                     AND is_current = FALSE ORDER BY created_at DESC, slug_key LIMIT ?4)";
    c.exec(forgotten, p![scope.store(), id, lang.code(), MOST_EARLIER]).await?;
    Ok(())
}

/// Current slugs that begin with a stem, in a language: what a derived slug is numbered against.
pub(super) async fn list_taken(c: Conn<'_>, scope: &StoreScope, lang: Lang, stem: &str) -> Result<Vec<String>> {
    let sql = "SELECT slug_key FROM page_addresses WHERE store_id = ?1 AND language = ?2 AND slug_key >= ?3 AND slug_key < ?4 LIMIT 2500";
    c.all(sql, p![scope.store(), lang.code(), stem, format!("{stem}\u{10FFFF}")]).await
}

/// A page without its content, in one of its languages.
struct SummaryRow {
    id: ContentPageId,
    title: db::Json<Texts>,
    status: Status,
    publish_at: Option<Millis>,
    policy: Option<Policy>,
    updated_at: Millis,
    version: i64,
    language: Lang,
    slug: String,
}
row!(SummaryRow { id, title, status, publish_at, policy, updated_at, version, language, slug });

/// A page without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageSummary {
    /// Its id.
    pub id: ContentPageId,
    /// Its title.
    pub title: Texts,
    /// Whether shoppers see it.
    pub status: Status,
    /// When a scheduled page is published.
    pub publish_at: Option<Millis>,
    /// The policy that it states.
    pub policy: Option<Policy>,
    /// When it last changed.
    pub updated_at: Millis,
    /// Incremented by every change.
    pub version: i64,
    /// The last segment of its address in each language.
    pub slugs: Texts,
}

impl PageSummary {
    /// Shoppers see it.
    #[must_use]
    pub fn is_published(&self) -> bool {
        self.status == Status::Published
    }
}

/// One page from the rows of its languages, which stand together.
fn summaries(rows: Vec<SummaryRow>) -> Vec<PageSummary> {
    let mut out: Vec<PageSummary> = Vec::new();
    for SummaryRow { id, title, status, publish_at, policy, updated_at, version, language, slug } in rows {
        if out.last().is_none_or(|page| page.id != id) {
            let (title, slugs) = (title.0, Texts::default());
            out.push(PageSummary { id, title, status, publish_at, policy, updated_at, version, slugs });
        }
        if let Some(page) = out.last_mut() {
            page.slugs.set(language, slug);
        }
    }
    out
}

/// Every page of the store that is not deleted, the last changed first; one statement.
///
/// # Errors
/// Database errors.
pub async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<PageSummary>> {
    let sql = "SELECT g.id, g.title, g.status, g.publish_at, g.policy, g.updated_at, g.version, a.language, a.slug FROM content_pages g \
               JOIN page_addresses a ON a.store_id = g.store_id AND a.page_id = g.id AND a.is_current = TRUE \
               WHERE g.store_id = ?1 AND g.deleted_at IS NULL ORDER BY g.updated_at DESC, g.id DESC LIMIT 1000";
    Ok(summaries(c.all(sql, p![scope.store()]).await?))
}

/// The slugs of the published page that states a policy; one statement.
///
/// # Errors
/// Database errors.
pub async fn find_policy_slugs(c: Conn<'_>, scope: &StoreScope, policy: Policy) -> Result<Option<Texts>> {
    let sql = "SELECT g.id, g.title, g.status, g.publish_at, g.policy, g.updated_at, g.version, a.language, a.slug FROM content_pages g \
               JOIN page_addresses a ON a.store_id = g.store_id AND a.page_id = g.id AND a.is_current = TRUE \
               WHERE g.store_id = ?1 AND g.policy = ?2 AND g.deleted_at IS NULL LIMIT 2";
    let found = summaries(c.all(sql, p![scope.store(), policy.as_str()]).await?).pop();
    Ok(found.filter(PageSummary::is_published).map(|page| page.slugs))
}
