//! Where a picture is used. Every table that may name one is asked here, those of other slices too, since a foreign key
//! cannot see into settings and themes. To add one: [`find`], [`UNUSED`] or [`named`].

use std::collections::BTreeSet;

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{CategoryId, MediaId, Millis, ProductId, StoreScope, Texts};
use serde::Serialize;
use web::Subject;

/// A removed product can be brought back so long, and its pictures with it.
const RESTORABLE: i64 = 30 * 24 * Millis::HOUR;

/// The most uses of one kind that are told one by one.
const MOST: i64 = 50;

/// What uses a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MediaUseKind)]
pub(super) enum UseKind {
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
}

impl UseKind {
    /// Whose names it bears; a setting's code is no secret to anybody in the store.
    const fn subject(self) -> Option<Subject> {
        match self {
            Self::Product | Self::Variant => Some(Subject::Product),
            Self::Category => Some(Subject::Category),
            Self::Setting => None,
            Self::Section => Some(Subject::Theme),
            Self::Page => Some(Subject::Page),
        }
    }
}

/// One place where a picture is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = MediaUse)]
pub(super) struct Use {
    /// What it is.
    pub(super) kind: UseKind,
    /// Of the product (also for a variant), category or page; null for settings and sections, and for who may not see what it is.
    pub(super) id: Option<String>,
    /// As people call it; empty for settings, and for who may not see what it is.
    pub(super) name: Texts,
    /// The code of a setting, the page of a section.
    pub(super) code: Option<String>,
    /// A removed product that can still be brought back.
    pub(super) is_removed: bool,
}

impl Use {
    /// As somebody is told of it who sees only some subjects: that something of the kind uses the picture, not what.
    #[must_use]
    pub(super) fn for_who(self, sees: impl Fn(Subject) -> bool) -> Self {
        match self.kind.subject() {
            Some(subject) if !sees(subject) => Self { id: None, name: Texts::default(), code: None, ..self },
            _ => self,
        }
    }
}

/// Appended to a list of `media`: nothing in a table uses it. The time is when removed products are lost for good.
pub(super) fn only_unused(sql: Sql, since: Millis, named: &BTreeSet<MediaId>) -> Sql {
    let sql = sql
        .raw(" AND NOT EXISTS (SELECT 1 FROM product_media u JOIN products o ON o.store_id = u.store_id AND o.id = u.product_id")
        .arg(" WHERE u.store_id = media.store_id AND u.media_id = media.id AND (o.deleted_at IS NULL OR o.deleted_at > ?))", since)
        .raw(" AND NOT EXISTS (SELECT 1 FROM product_variants u JOIN products o ON o.store_id = u.store_id AND o.id = u.product_id")
        .arg(" WHERE u.store_id = media.store_id AND u.media_id = media.id AND (o.deleted_at IS NULL OR o.deleted_at > ?))", since)
        .raw(" AND NOT EXISTS (SELECT 1 FROM categories u WHERE u.store_id = media.store_id AND u.image_id = media.id)");
    if named.is_empty() { sql } else { sql.list(" AND id NOT IN ", named.iter().copied().collect::<Vec<_>>(), "") }
}

/// When products were removed that can no longer be brought back.
pub(super) fn since(now: Millis) -> Millis {
    Millis(now.0 - RESTORABLE)
}

/// The pictures that settings, theme sections and pages name, 2000 at most. Those tables are small, and hold documents that
/// SQL does not look into.
pub(super) async fn named(c: Conn<'_>, scope: &StoreScope) -> Result<BTreeSet<MediaId>> {
    let mut out = BTreeSet::new();
    let sql = "SELECT value FROM store_settings WHERE store_id = ?1 AND value LIKE '%med\\_%' ESCAPE '\\' \
               UNION ALL SELECT settings || blocks FROM theme_sections WHERE store_id = ?1 \
               UNION ALL SELECT content FROM pages WHERE store_id = ?1 AND content LIKE '%med\\_%' ESCAPE '\\' LIMIT 2000";
    let texts: Vec<String> = c.all(sql, p![scope.store()]).await?;
    for text in texts {
        collect(&text, &mut out);
    }
    Ok(out)
}

/// The ids of pictures in a text, however it is written.
fn collect(text: &str, out: &mut BTreeSet<MediaId>) {
    for (at, _) in text.match_indices("med_") {
        let rest = &text[at..];
        let end = rest[4..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |n| n + 4);
        if let Ok(id) = rest[..end].parse() {
            out.insert(id);
        }
    }
}

/// Those of the pictures that something uses.
pub(super) async fn used(c: Conn<'_>, scope: &StoreScope, now: Millis, ids: &[MediaId]) -> Result<BTreeSet<MediaId>> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let sql = Sql::new("SELECT id FROM media WHERE store_id = ").arg("?", scope.store()).list(" AND id IN ", ids.to_vec(), "");
    let free: Vec<MediaId> = only_unused(sql, since(now), &named(c, scope).await?).all(c).await?;
    Ok(ids.iter().copied().filter(|id| !free.contains(id)).collect())
}

struct ProductUse {
    id: ProductId,
    name: Json<Texts>,
    deleted_at: Option<i64>,
}
row!(ProductUse { id, name, deleted_at });

struct CategoryUse {
    id: CategoryId,
    name: Json<Texts>,
}
row!(CategoryUse { id, name });

/// Every place where a picture is used, [`MOST`] of each kind at most.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, now: Millis, id: MediaId) -> Result<Vec<Use>> {
    let (store, since) = (scope.store(), since(now));
    let mut out = Vec::new();
    let products = "SELECT o.id, o.name, o.deleted_at FROM product_media u JOIN products o ON o.store_id = u.store_id AND o.id = u.product_id \
                    WHERE u.store_id = ?1 AND u.media_id = ?2 AND (o.deleted_at IS NULL OR o.deleted_at > ?3) ORDER BY o.id LIMIT ?4";
    let variants = "SELECT DISTINCT o.id, o.name, o.deleted_at FROM product_variants u JOIN products o ON o.store_id = u.store_id AND o.id = u.product_id \
                    WHERE u.store_id = ?1 AND u.media_id = ?2 AND (o.deleted_at IS NULL OR o.deleted_at > ?3) ORDER BY o.id LIMIT ?4";
    for (kind, sql) in [(UseKind::Product, products), (UseKind::Variant, variants)] {
        let rows: Vec<ProductUse> = c.all(sql, p![store, id, since, MOST]).await?;
        out.extend(rows.into_iter().map(|ProductUse { id, name, deleted_at }| Use {
            kind,
            id: Some(id.to_string()),
            name: name.0,
            code: None,
            is_removed: deleted_at.is_some(),
        }));
    }
    let sql = "SELECT id, name FROM categories WHERE store_id = ?1 AND image_id = ?2 ORDER BY id LIMIT ?3";
    let rows: Vec<CategoryUse> = c.all(sql, p![store, id, MOST]).await?;
    out.extend(rows.into_iter().map(|CategoryUse { id, name }| Use {
        kind: UseKind::Category,
        id: Some(id.to_string()),
        name: name.0,
        code: None,
        is_removed: false,
    }));
    let word = format!("%{id}%");
    let plain = |kind, id, name, code| Use { kind, id, name, code, is_removed: false };
    let sql = "SELECT code FROM store_settings WHERE store_id = ?1 AND value LIKE ?2 ORDER BY code LIMIT ?3";
    let codes: Vec<String> = c.all(sql, p![store, word, MOST]).await?;
    out.extend(codes.into_iter().map(|code| plain(UseKind::Setting, None, Texts::default(), Some(code))));
    let sql = "SELECT name, page FROM theme_sections WHERE store_id = ?1 AND (settings LIKE ?2 OR blocks LIKE ?2) ORDER BY page, id LIMIT ?3";
    let sections: Vec<(Json<Texts>, String)> = c.all(sql, p![store, word, MOST]).await?;
    out.extend(sections.into_iter().map(|(name, page)| plain(UseKind::Section, None, name.0, Some(page))));
    let sql = "SELECT slug, title FROM pages WHERE store_id = ?1 AND content LIKE ?2 ORDER BY id LIMIT ?3";
    let pages: Vec<(String, Json<Texts>)> = c.all(sql, p![store, word, MOST]).await?;
    out.extend(pages.into_iter().map(|(slug, title)| plain(UseKind::Page, Some(slug), title.0, None)));
    Ok(out)
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
