//! The dashboard's view of a product, with its related products.

use db::Conn;
use kernel::{ProductId, StoreScope};
use web::{ApiError, ApiResult};

use super::model::{Product, State};
use super::store::filter::ProductFilter;
use super::store::hits::Hits;
use super::store::lists::{self, Window};
use super::store::products::{self, get_store_context};
use super::wire_out::{ProductView, RelatedView, product_view};
use platform::{App, media};

pub(super) async fn view(app: &App, scope: &StoreScope, product: Product) -> ApiResult<ProductView> {
    let c = app.db().conn();
    let images = media::list_views(c, scope, &product.fields.image_ids).await?;
    let related = related(c, scope, &product.fields.related_ids).await?;
    Ok(product_view(&app.base, &get_store_context(c, scope).await?, app.env().now(), product, images, related))
}

pub(super) async fn live(app: &App, scope: &StoreScope, id: ProductId) -> ApiResult<Product> {
    products::find(app.db().conn(), scope, id).await?.filter(|p| p.deleted_at.is_none()).ok_or_else(ApiError::not_found)
}

/// The related products of a product, in order; removed ones are left out.
async fn related(c: Conn<'_>, scope: &StoreScope, ids: &[ProductId]) -> db::Result<Vec<RelatedView>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let every = [State::Published, State::Unpublished, State::Scheduled, State::Inactive, State::Archived];
    let filter = ProductFilter { ids: Some(ids.to_vec()), states: every.to_vec(), ..ProductFilter::default() };
    let window = Window { limit: 100, ..Window::default() };
    let (mut rows, _) = lists::list_rows(c, scope, &filter, &Hits::default(), &window).await?;
    rows.sort_by_key(|r| ids.iter().position(|id| *id == r.id));
    let covers: Vec<_> = rows.iter().filter_map(|r| r.cover_id).collect();
    let covers = media::list_views(c, scope, &covers).await?;
    Ok(rows
        .into_iter()
        .map(|r| RelatedView {
            id: r.id,
            state: State::from_flags(r.is_active, r.is_published, r.publish_at.is_some(), r.archived_at.is_some()),
            cover_url: r.cover_id.and_then(|id| covers.iter().find(|m| m.id == id)).map(|m| m.at_least(320).to_owned()),
            name: r.name.0,
        })
        .collect())
}
