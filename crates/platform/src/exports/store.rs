//! Every SQL statement of exports.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{ExportId, Lang, Millis, StoreId, StoreScope, UserId};
use serde_json::Value;

use super::kind::{ExportQuery, Exported};
use super::model::{Format, Frame, Status};

/// An export.
#[derive(Debug, Clone)]
pub(super) struct Export {
    pub(super) id: ExportId,
    pub(super) format: Format,
    pub(super) status: Status,
    pub(super) lang: Lang,
    pub(super) query: String,
    /// Ids and columns as the kind serialises them.
    pub(super) items: Json<Value>,
    pub(super) columns: Json<Value>,
    pub(super) total: i64,
    pub(super) is_total_capped: bool,
    pub(super) done: i64,
    pub(super) cursor: Option<String>,
    pub(super) frame: Json<Frame>,
    pub(super) parts: i64,
    /// The blob name of each part, part 0 first; exports from before this column have none.
    pub(super) part_names: Json<Vec<String>>,
    pub(super) size_bytes: i64,
    pub(super) created_by: UserId,
    pub(super) created_at: Millis,
    pub(super) finished_at: Option<Millis>,
    pub(super) expires_at: Millis,
}
row!(Export {
    id,
    format,
    status,
    lang,
    query,
    items,
    columns,
    total,
    is_total_capped,
    done,
    cursor,
    frame,
    parts,
    part_names,
    size_bytes,
    created_by,
    created_at,
    finished_at,
    expires_at,
});

impl Export {
    pub(super) fn format(&self) -> Format {
        self.format
    }

    pub(super) fn status(&self) -> Status {
        self.status
    }

    /// The query for its next page.
    pub(super) fn export_query<K: Exported>(&self) -> serde_json::Result<ExportQuery<K>> {
        Ok(ExportQuery {
            query: self.query.clone(),
            items: serde_json::from_value(self.items.0.clone())?,
            cursor: self.cursor.clone(),
            by: self.created_by,
            at: self.created_at,
        })
    }

    /// The columns of its kind.
    pub(super) fn columns<K: Exported>(&self) -> serde_json::Result<Vec<K::Column>> {
        serde_json::from_value(self.columns.0.clone())
    }
}

const SELECT: &str = "SELECT id, format, status, lang, query, items, columns, total, is_total_capped, done, cursor, frame, parts, part_names, size_bytes, \
     created_by, created_at, finished_at, expires_at FROM exports WHERE store_id = ";

pub(super) async fn find<K: Exported>(c: Conn<'_>, scope: &StoreScope, id: ExportId) -> Result<Option<Export>> {
    let sql = Sql::new(SELECT).arg("?", scope.store()).arg(" AND kind = ?", K::WORDS.name);
    sql.arg(" AND id = ?", id).opt_row(c).await
}

/// The newest first.
pub(super) async fn list<K: Exported>(c: Conn<'_>, scope: &StoreScope, now: Millis, limit: i64) -> Result<Vec<Export>> {
    let sql = Sql::new(SELECT).arg("?", scope.store()).arg(" AND kind = ?", K::WORDS.name);
    sql.arg(" AND expires_at > ?", now).arg(" ORDER BY id DESC LIMIT ?", limit).all(c).await
}

pub(super) async fn insert<K: Exported>(c: Conn<'_>, scope: &StoreScope, export: &Export) -> Result<()> {
    let sql = "INSERT INTO exports (store_id, kind, id, format, status, lang, query, items, columns, total, is_total_capped, done, cursor, frame, \
               parts, part_names, size_bytes, created_by, created_at, updated_at, finished_at, expires_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?21, ?16, ?17, ?18, ?18, ?19, ?20)";
    let e = export.clone();
    let args = p![
        scope.store(),
        K::WORDS.name,
        e.id,
        e.format.as_str(),
        e.status.as_str(),
        e.lang.code(),
        e.query,
        e.items,
        e.columns,
        e.total,
        e.is_total_capped,
        e.done,
        e.cursor,
        e.frame,
        e.parts,
        e.size_bytes,
        e.created_by,
        e.created_at,
        e.finished_at,
        e.expires_at,
        e.part_names
    ];
    c.exec(sql, args).await?;
    Ok(())
}

/// Stores the progress since `from_parts`; false when another worker has advanced it.
pub(super) async fn advance(c: Conn<'_>, scope: &StoreScope, now: Millis, from_parts: i64, to: &Export) -> Result<bool> {
    let sql = "UPDATE exports SET status = ?4, done = ?5, cursor = ?6, frame = ?7, parts = ?8, size_bytes = ?9, updated_at = ?10, \
               finished_at = ?11, part_names = ?12 WHERE store_id = ?1 AND id = ?2 AND parts = ?3 AND status = 'running'";
    let e = to.clone();
    let args = p![
        scope.store(),
        e.id,
        from_parts,
        e.status.as_str(),
        e.done,
        e.cursor,
        e.frame,
        e.parts,
        e.size_bytes,
        now,
        e.finished_at,
        e.part_names
    ];
    Ok(c.exec(sql, args).await? == 1)
}

/// Expired exports of a kind, of any store.
pub(super) async fn list_expired<K: Exported>(c: Conn<'_>, now: Millis, limit: i64) -> Result<Vec<(StoreId, ExportId)>> {
    let sql = "SELECT store_id, id FROM exports WHERE kind = ?1 AND expires_at <= ?2 ORDER BY expires_at LIMIT ?3";
    c.all(sql, p![K::WORDS.name, now, limit]).await
}

pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: ExportId) -> Result<bool> {
    Ok(c.exec("DELETE FROM exports WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}
