//! Where a picture is used. Slices that use pictures implement [`MediaUses`], since a foreign key cannot see into settings and
//! themes. To add one: an implementation beside the tables, in `server::compose::ports`.

use std::collections::BTreeSet;

use db::{Conn, Result, Sql};
use futures_util::future::BoxFuture;
use kernel::{MediaId, Millis, StoreScope, Texts};
use serde::Serialize;
use web::Subject;

use super::store;

/// How long a deleted product can be restored, with its pictures.
const RESTORABLE: i64 = 30 * 24 * Millis::HOUR;

/// The most uses of one kind that are listed.
pub const MOST_USES: i64 = 50;

/// The kind of record that uses a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MediaUseKind)]
pub enum UseKind {
    /// Among a product's pictures.
    Product,
    /// The picture of a product's variant.
    Variant,
    /// A category's picture.
    Category,
    /// A setting of the store: its logo, its icon.
    Setting,
    /// A section of the theme.
    Section,
    /// A page's text.
    Page,
    /// A link of a menu.
    Menu,
}

impl UseKind {
    /// The subject whose readers may see its name; every member may see a setting's code.
    const fn subject(self) -> Option<Subject> {
        match self {
            Self::Product | Self::Variant => Some(Subject::Product),
            Self::Category => Some(Subject::Category),
            Self::Setting => None,
            Self::Section => Some(Subject::Theme),
            Self::Page => Some(Subject::Page),
            Self::Menu => Some(Subject::Menu),
        }
    }
}

/// One place where a picture is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = MediaUse)]
pub struct Use {
    /// The kind of record.
    pub kind: UseKind,
    /// Of the product (also for a variant), category, page or menu; null for settings and sections, and for callers who may not read
    /// it.
    pub id: Option<String>,
    /// The record's name; empty for settings, and for callers who may not read it.
    pub name: Texts,
    /// The code of a setting, or the page of a section.
    pub code: Option<String>,
    /// A deleted product that can still be restored.
    pub is_removed: bool,
}

impl Use {
    /// For a caller who reads only some subjects: keeps that something of the kind uses the picture, without id and name.
    #[must_use]
    pub(super) fn redacted(self, can_see: impl Fn(Subject) -> bool) -> Self {
        match self.kind.subject() {
            Some(subject) if !can_see(subject) => Self { id: None, name: Texts::default(), code: None, ..self },
            _ => self,
        }
    }
}

/// A slice whose rows use pictures.
pub trait MediaUses: Send + Sync {
    /// Appends ` AND NOT EXISTS (...)` to a list of `media`: no row of this slice uses it. Products that were deleted before
    /// `since` do not count. Uses in JSON documents are listed by [`MediaUses::documents`].
    fn only_unused(&self, sql: Sql, since: Millis) -> Sql {
        let _ = since;
        sql
    }

    /// JSON documents of the store that may name pictures, 2000 at most; SQL does not search them.
    fn documents<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope) -> BoxFuture<'a, Result<Vec<String>>> {
        let _ = (c, scope);
        Box::pin(async { Ok(Vec::new()) })
    }

    /// The uses of a picture in this slice, [`MOST_USES`] of each kind at most.
    fn find<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: MediaId, since: Millis) -> BoxFuture<'a, Result<Vec<Use>>>;

    /// The picture is deleted, in this transaction: rows that are not shown any more must stop naming it.
    fn forget<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: MediaId) -> BoxFuture<'a, Result<()>> {
        let _ = (c, scope, id);
        Box::pin(async { Ok(()) })
    }
}

/// Every slice that uses pictures; a port of the program.
pub struct MediaUsers(pub Vec<Box<dyn MediaUses>>);

impl MediaUsers {
    /// Filters a list of `media` to unused ones. `since` is when products were deleted that cannot be restored any more.
    pub(super) fn only_unused(&self, sql: Sql, since: Millis, named: &BTreeSet<MediaId>) -> Sql {
        let sql = self.0.iter().fold(sql, |sql, user| user.only_unused(sql, since));
        if named.is_empty() { sql } else { sql.list(" AND id NOT IN ", named.iter().copied().collect::<Vec<_>>(), "") }
    }

    /// The pictures named in settings, theme sections and pages. Those tables are small.
    pub(super) async fn named(&self, c: Conn<'_>, scope: &StoreScope) -> Result<BTreeSet<MediaId>> {
        let mut texts = store::list_settings_with_media(c, scope).await?;
        for user in &self.0 {
            texts.extend(user.documents(c, scope).await?);
        }
        let mut out = BTreeSet::new();
        for text in texts {
            collect(&text, &mut out);
        }
        Ok(out)
    }

    /// Those of the pictures that are used.
    pub(super) async fn used(&self, c: Conn<'_>, scope: &StoreScope, now: Millis, ids: &[MediaId]) -> Result<BTreeSet<MediaId>> {
        if ids.is_empty() {
            return Ok(BTreeSet::new());
        }
        let sql = self.only_unused(store::of_ids(scope, ids), since(now), &self.named(c, scope).await?);
        let free: Vec<MediaId> = sql.all(c).await?;
        Ok(ids.iter().copied().filter(|id| !free.contains(id)).collect())
    }

    /// Every place where a picture is used, by kind, [`MOST_USES`] of each kind at most.
    pub(super) async fn find(&self, c: Conn<'_>, scope: &StoreScope, now: Millis, id: MediaId) -> Result<Vec<Use>> {
        let codes = store::list_setting_codes(c, scope, id).await?;
        let setting =
            |code| Use { kind: UseKind::Setting, id: None, name: Texts::default(), code: Some(code), is_removed: false };
        let mut out: Vec<Use> = codes.into_iter().map(setting).collect();
        for user in &self.0 {
            out.extend(user.find(c, scope, id, since(now)).await?);
        }
        out.sort_by_key(|found| found.kind);
        Ok(out)
    }

    /// Removes every reference to the deleted picture.
    pub(super) async fn forget(&self, c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<()> {
        for user in &self.0 {
            user.forget(c, scope, id).await?;
        }
        Ok(())
    }
}

/// The moment before which deleted products can no longer be restored.
pub(super) fn since(now: Millis) -> Millis {
    Millis(now.0 - RESTORABLE)
}

/// The ids of pictures in a text of any format.
fn collect(text: &str, out: &mut BTreeSet<MediaId>) {
    for (at, _) in text.match_indices("med_") {
        let rest = &text[at..];
        let end = rest[4..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |n| n + 4);
        if let Ok(id) = rest[..end].parse() {
            out.insert(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_in_documents_and_in_addresses() {
        let (a, b) = (MediaId::from_raw(5), MediaId::from_raw(77));
        let mut out = BTreeSet::new();
        collect(&format!("{{\"image\":\"{a}\",\"x\":\"med_\"}} <img src=\"/media/str_1/{b}_r2_320.webp\"> med_!"), &mut out);
        assert_eq!(out.into_iter().collect::<Vec<_>>(), [a, b]);
    }
}
