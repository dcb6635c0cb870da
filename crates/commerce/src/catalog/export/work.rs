//! Walking the products of an export and keeping its parts.

use std::collections::HashMap;

use bytes::Bytes;
use jiff::tz::TimeZone;
use kernel::{CategoryId, ExportId, Lang, MediaId, ProductId, StoreId, StoreScope, Texts};
use web::list::ListQuery;

use super::model::{Format, Status};
use super::rows::{Names, header};
use super::store::Export;
use super::{csv_part, xlsx_part};
use crate::App;
use crate::catalog::import::formats::own::COLUMNS;
use crate::catalog::model::Category;
use crate::catalog::store::hits::Hits;
use crate::catalog::store::lists::{self, Cursor, Sort, Window};
use crate::catalog::store::{categories, products};
use crate::catalog::{Product, api};
use crate::{media, stores};

/// Products in one part: with 250 variants each they still fit into memory.
const PART: usize = 200;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The key of a part.
pub(super) fn key(store: StoreId, id: ExportId, part: i64) -> String {
    format!("{}/{part:06}", folder(store, id))
}

/// The folder of an export's parts.
pub(super) fn folder(store: StoreId, id: ExportId) -> String {
    format!("{store}/exports/{id}")
}

/// The list's query, without the page it was at.
pub(super) fn query(text: &str) -> Result<ListQuery, web::ApiError> {
    let mut query = ListQuery::parse("/products", text)?;
    query.page = kernel::PageRequest::default();
    Ok(query)
}

/// How many products there are to write.
pub(super) async fn count(app: &App, scope: &StoreScope, query: &ListQuery) -> web::ApiResult<i64> {
    let c = app.db().conn();
    let wanted = api::wanted_in(c, scope, query, &products::facts(c, scope).await?).await?;
    Ok(lists::count_up_to(c, scope, &wanted, 10_000_000).await?)
}

/// The next products, and whether they are the last.
async fn next(app: &App, scope: &StoreScope, export: &mut Export) -> Result<(Vec<Product>, bool), Failed> {
    let c = app.db().conn();
    if !export.items.0.is_empty() {
        let from = usize::try_from(export.products_done)?.min(export.items.0.len());
        let to = (from + PART).min(export.items.0.len());
        let found = in_order(app, scope, &export.items.0[from..to]).await?;
        export.products_done = i64::try_from(to)?;
        return Ok((found, to == export.items.0.len()));
    }
    let query = query(&export.query).map_err(|e| e.message().en.to_string())?;
    let facts = products::facts(c, scope).await?;
    let wanted = api::wanted_in(c, scope, &query, &facts).await.map_err(|e| e.message().en.to_string())?;
    // What fits a search best has no order that can be walked to its end: then the newest come first.
    let sort = query.sort.as_deref().and_then(Sort::parse).filter(|sort| *sort != Sort::Relevance);
    let is_descending = sort.is_none() || query.is_descending;
    let sort = sort.unwrap_or_default();
    let cursor = export.cursor.as_deref().and_then(|text| Cursor::parse(text, sort, is_descending));
    let window = Window { sort, is_descending, cursor, offset: 0, limit: i64::try_from(PART)? };
    let hits = Hits::find(c, scope, &wanted.search).await?;
    let (records, has_more) = lists::rows(c, scope, &wanted, &hits, &window).await?;
    export.cursor = records.last().map(|last| Cursor::write(sort, is_descending, last));
    export.products_done += i64::try_from(records.len())?;
    let ids: Vec<ProductId> = records.iter().map(|record| record.id).collect();
    Ok((in_order(app, scope, &ids).await?, !has_more))
}

/// Live products in the order of their ids; what was removed meanwhile is left out.
async fn in_order(app: &App, scope: &StoreScope, ids: &[ProductId]) -> db::Result<Vec<Product>> {
    let found = products::list_by_ids(app.db().conn(), scope, ids).await?;
    let mut by_id: HashMap<i64, Product> =
        found.into_iter().filter(|product| product.deleted_at.is_none()).map(|product| (product.id.raw(), product)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(&id.raw())).collect())
}

/// What the rows of some products name.
async fn names(app: &App, scope: &StoreScope, lang: Lang, products: &[Product]) -> Result<Names, Failed> {
    let c = app.db().conn();
    let profile = stores::profile(c, scope).await?;
    let all = categories::list(c, scope).await?;
    let by_id: HashMap<CategoryId, &Category> = all.iter().map(|category| (category.id, category)).collect();
    let placed = products.iter().flat_map(|product| product.fields.category_ids.iter().copied());
    let categories = placed.map(|id| (id, path(&by_id, id))).collect();
    let pictures = products.iter().flat_map(|product| {
        let of_variants = product.fields.variants.iter().filter_map(|variant| variant.media_id);
        product.fields.image_ids.iter().copied().chain(of_variants)
    });
    let mut ids: Vec<MediaId> = pictures.collect();
    ids.sort();
    ids.dedup();
    let mut images = HashMap::with_capacity(ids.len());
    let platform = app.base.platform_url();
    for some in ids.chunks(500) {
        // The id behind the address is how this store knows its own picture again.
        images.extend(
            media::views(c, scope, some).await?.into_iter().map(|view| (view.id, format!("{platform}{}#{}", view.url, view.id))),
        );
    }
    let zone = TimeZone::get(&profile.timezone).unwrap_or(TimeZone::UTC);
    Ok(Names { lang, currency: profile.currency, zone, categories, images })
}

fn path(all: &HashMap<CategoryId, &Category>, id: CategoryId) -> Vec<Texts> {
    let mut path: Vec<Texts> = Vec::new();
    let mut at = Some(id);
    // No branch is this deep; a circle would have no end.
    while let Some(category) = at.and_then(|id| all.get(&id)).filter(|_| path.len() < 20) {
        path.insert(0, category.name.clone());
        at = category.parent_id;
    }
    path
}

/// Writes the next part of an export and says in it how far it has come. Nothing of the database is changed.
pub(super) async fn write_part(app: &App, scope: &StoreScope, export: &mut Export) -> Result<(), Failed> {
    let lang = Lang::parse(&export.lang).unwrap_or_default();
    let format = export.format();
    let is_first = export.parts == 0;
    let (products, is_last) = next(app, scope, export).await?;
    let names = names(app, scope, lang, &products).await?;
    let mut frame = export.frame.0;
    let made = tokio::task::spawn_blocking(move || {
        let mut rows: Vec<Vec<super::model::Cell>> = if is_first { vec![header(lang)] } else { Vec::new() };
        rows.extend(products.iter().flat_map(|product| names.rows(product)));
        let bytes = match format {
            Format::Csv => {
                let mut bytes = if is_first { csv_part::MARK.to_vec() } else { Vec::new() };
                bytes.extend(csv_part::rows(&rows, &mut frame));
                bytes
            }
            Format::Xlsx => {
                let mut xml = if is_first { xlsx_part::opening(lang, COLUMNS.len()) } else { String::new() };
                xlsx_part::rows(&mut xml, &rows, &mut frame);
                xlsx_part::pack(xml, is_last, &mut frame)
            }
        };
        (bytes, frame)
    });
    let (bytes, frame) = made.await?;
    export.frame.0 = frame;
    // Part 0 is the head of a workbook, which is known when all else is.
    export.parts += 1;
    put(app, scope, export, export.parts, bytes).await?;
    let fits = format == Format::Csv || frame.rows <= xlsx_part::MOST_ROWS;
    if !fits {
        end(app, export, Status::Failed);
    } else if is_last {
        if format == Format::Xlsx {
            let Some((head, tail)) = xlsx_part::around(if lang == Lang::Ar { "المنتجات" } else { "Products" }, &frame)
            else {
                end(app, export, Status::Failed);
                return Ok(());
            };
            put(app, scope, export, 0, head).await?;
            export.parts += 1;
            put(app, scope, export, export.parts, tail).await?;
        }
        end(app, export, Status::Done);
    }
    Ok(())
}

fn end(app: &App, export: &mut Export, status: Status) {
    status.as_str().clone_into(&mut export.status);
    export.finished_at = Some(app.env().now());
    export.cursor = None;
}

async fn put(app: &App, scope: &StoreScope, export: &mut Export, part: i64, bytes: Vec<u8>) -> Result<(), Failed> {
    export.size_bytes += i64::try_from(bytes.len())?;
    app.blobs.put(&key(scope.store(), export.id, part), Bytes::from(bytes)).await?;
    Ok(())
}
