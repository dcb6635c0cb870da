//! The statements on `person_exports`.

use db::{Conn, Result, p, row};
use futures_util::future::BoxFuture;
use kernel::{CustomerId, Millis, PersonExportId, StoreId, StoreScope, UserId};

use customers::{CustomerReferences, Merged};
use serde::Serialize;

/// The state of a personal file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum PersonExportStatus {
    Running,
    Done,
    Failed,
}

impl PersonExportStatus {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::Running, Self::Done, Self::Failed].into_iter().find(|status| status.as_str() == word)
    }
}

db::stored_words! {
    PersonExportStatus, "person_exports" "status";
}

/// A personal file.
#[derive(Debug, Clone)]
pub(super) struct Export {
    pub(super) id: PersonExportId,
    pub(super) customer_id: CustomerId,
    pub(super) status: PersonExportStatus,
    pub(super) size_bytes: i64,
    pub(super) downloads: i64,
    pub(super) created_at: Millis,
    pub(super) finished_at: Option<Millis>,
    pub(super) expires_at: Millis,
}
row!(Export { id, customer_id, status, size_bytes, downloads, created_at, finished_at, expires_at });

/// The blob key of the file.
pub(super) fn key(store: StoreId, id: PersonExportId) -> String {
    format!("{store}/person-exports/{id}.zip")
}

/// The newest of a customer that has not expired.
pub(super) async fn find_newest(c: Conn<'_>, scope: &StoreScope, customer: CustomerId, now: Millis) -> Result<Option<Export>> {
    let sql = "SELECT id, customer_id, status, size_bytes, downloads, created_at, finished_at, expires_at FROM person_exports \
               WHERE store_id = ?1 AND customer_id = ?2 AND expires_at > ?3 ORDER BY id DESC LIMIT 1";
    c.opt(sql, p![scope.store(), customer, now]).await
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: PersonExportId) -> Result<Option<Export>> {
    let sql = "SELECT id, customer_id, status, size_bytes, downloads, created_at, finished_at, expires_at FROM person_exports \
               WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), id]).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, export: &Export, by: UserId) -> Result<()> {
    let sql = "INSERT INTO person_exports (store_id, id, customer_id, status, size_bytes, downloads, created_by, created_at, expires_at) \
               VALUES (?1, ?2, ?3, ?4, 0, 0, ?5, ?6, ?7)";
    let e = export;
    c.exec(sql, p![scope.store(), e.id, e.customer_id, e.status.as_str(), by, e.created_at, e.expires_at]).await?;
    Ok(())
}

/// Ends the work; false when the row was deleted.
pub(super) async fn end(
    c: Conn<'_>,
    scope: &StoreScope,
    id: PersonExportId,
    status: PersonExportStatus,
    size: i64,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE person_exports SET status = ?3, size_bytes = ?4, finished_at = ?5 WHERE store_id = ?1 AND id = ?2 AND status = 'running'";
    Ok(c.exec(sql, p![scope.store(), id, status.as_str(), size, now]).await? == 1)
}

pub(super) async fn count_download(c: Conn<'_>, scope: &StoreScope, id: PersonExportId) -> Result<()> {
    c.exec("UPDATE person_exports SET downloads = downloads + 1 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    Ok(())
}

/// Deletes a customer's files; returns the keys of their blobs.
pub(super) async fn delete_of(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<Vec<String>> {
    let sql = "DELETE FROM person_exports WHERE store_id = ?1 AND customer_id = ?2 RETURNING id";
    let ids: Vec<PersonExportId> = c.all(sql, p![scope.store(), customer]).await?;
    Ok(ids.into_iter().map(|id| key(scope.store(), id)).collect())
}

/// Expired files, of any store.
pub(super) async fn list_expired(c: Conn<'_>, now: Millis) -> Result<Vec<(StoreId, PersonExportId)>> {
    c.all("SELECT store_id, id FROM person_exports WHERE expires_at <= ?1 ORDER BY expires_at LIMIT 200", p![now]).await
}

pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: PersonExportId) -> Result<bool> {
    Ok(c.exec("DELETE FROM person_exports WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}

/// Personal files.
#[derive(Debug, Clone, Copy)]
pub struct PersonFiles;

impl CustomerReferences for PersonFiles {
    /// After a merge the files of either record are incomplete: they expire with the next sweep, and one that is being written is
    /// abandoned.
    fn repoint<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        Merged { survivor, gone, at }: Merged,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let sql = "UPDATE person_exports SET customer_id = ?2, expires_at = ?4, status = CASE WHEN status = 'running' THEN 'failed' ELSE status END \
                       WHERE store_id = ?1 AND customer_id IN (?2, ?3)";
            c.exec(sql, p![scope.store(), survivor, gone, at]).await?;
            Ok(())
        })
    }

    fn has_personal_file<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let sql = "SELECT id FROM person_exports WHERE store_id = ?1 AND customer_id = ?2 LIMIT 1";
            Ok(c.opt::<i64>(sql, p![scope.store(), id]).await?.is_some())
        })
    }
}
