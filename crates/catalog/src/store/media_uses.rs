//! Uses of pictures by products, variants and categories.

use db::{Conn, Json, Result, Sql, p, row};
use futures_util::future::BoxFuture;
use kernel::{CategoryId, MediaId, Millis, ProductId, StoreScope, Texts};
use platform::media::{MOST_USES, MediaUses, Use, UseKind};

/// Pictures of products, variants and categories.
#[derive(Debug, Clone, Copy)]
pub struct ProductPictures;

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

impl MediaUses for ProductPictures {
    fn only_unused(&self, sql: Sql, since: Millis) -> Sql {
        sql.raw(" AND NOT EXISTS (SELECT 1 FROM product_media u JOIN products o ON o.store_id = u.store_id AND o.id = u.product_id")
            .arg(" WHERE u.store_id = media.store_id AND u.media_id = media.id AND (o.deleted_at IS NULL OR o.deleted_at > ?))", since)
            .raw(" AND NOT EXISTS (SELECT 1 FROM product_variants u JOIN products o ON o.store_id = u.store_id AND o.id = u.product_id")
            .arg(" WHERE u.store_id = media.store_id AND u.media_id = media.id AND (o.deleted_at IS NULL OR o.deleted_at > ?))", since)
            .raw(" AND NOT EXISTS (SELECT 1 FROM categories u WHERE u.store_id = media.store_id AND u.image_id = media.id)")
    }

    fn find<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: MediaId, since: Millis) -> BoxFuture<'a, Result<Vec<Use>>> {
        Box::pin(find(c, scope, id, since))
    }

    /// Deletes the references that products removed long ago still have to it.
    fn forget<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: MediaId) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            c.exec("DELETE FROM product_media WHERE store_id = ?1 AND media_id = ?2", p![scope.store(), id]).await?;
            let sql = "UPDATE product_variants SET media_id = NULL WHERE store_id = ?1 AND media_id = ?2";
            c.exec(sql, p![scope.store(), id]).await?;
            Ok(())
        })
    }
}

async fn find(c: Conn<'_>, scope: &StoreScope, media: MediaId, since: Millis) -> Result<Vec<Use>> {
    let store = scope.store();
    let mut out = Vec::new();
    let products = "SELECT o.id, o.name, o.deleted_at FROM product_media u CROSS JOIN products o \
                    WHERE o.store_id = u.store_id AND o.id = u.product_id AND u.store_id = ?1 AND u.media_id = ?2 AND (o.deleted_at IS NULL OR o.deleted_at > ?3) ORDER BY o.id LIMIT ?4";
    let variants = "SELECT DISTINCT o.id, o.name, o.deleted_at FROM product_variants u CROSS JOIN products o \
                    WHERE o.store_id = u.store_id AND o.id = u.product_id AND u.store_id = ?1 AND u.media_id = ?2 AND (o.deleted_at IS NULL OR o.deleted_at > ?3) ORDER BY o.id LIMIT ?4";
    for (kind, sql) in [(UseKind::Product, products), (UseKind::Variant, variants)] {
        let rows: Vec<ProductUse> = c.all(sql, p![store, media, since, MOST_USES]).await?;
        out.extend(rows.into_iter().map(|ProductUse { id, name, deleted_at }| Use {
            kind,
            id: Some(id.to_string()),
            name: name.0,
            code: None,
            is_removed: deleted_at.is_some(),
        }));
    }
    let sql = "SELECT id, name FROM categories WHERE store_id = ?1 AND image_id = ?2 ORDER BY id LIMIT ?3";
    let rows: Vec<CategoryUse> = c.all(sql, p![store, media, MOST_USES]).await?;
    out.extend(rows.into_iter().map(|CategoryUse { id, name }| Use {
        kind: UseKind::Category,
        id: Some(id.to_string()),
        name: name.0,
        code: None,
        is_removed: false,
    }));
    Ok(out)
}
