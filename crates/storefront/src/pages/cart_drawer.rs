//! The cart over a page: what was added, its quantities, and the way to the checkout. The page's script shows it; without a script every
//! form and link leads to the cart's page.

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use commerce::carts::{self, Cart, CartError, CartLine};
use minijinja::Value;

use super::RequestContext;
use super::cart_contents::{CartContents, refusal};
use super::cart_view::find;
use super::message::{private, see_other};
use crate::cache::Cached;
use crate::engine::context;
use crate::error::PageError;
use crate::request::{is_for_drawer, is_https, remember_cart};

/// `GET /cart/drawer`: for the script alone; a browser goes to the page.
pub(crate) async fn show(visit: &RequestContext<'_>, headers: &HeaderMap) -> Result<Response, PageError> {
    if !is_for_drawer(headers) {
        return Ok(see_other(&visit.path("/cart")));
    }
    let cart = find(visit, headers).await?.map(|(cart, _)| cart);
    answer(visit, headers, cart.as_ref(), context! {}, StatusCode::OK).await
}

/// After an addition; `token` is that of a cart that was made for it, which the request does not know.
pub(super) async fn of_added(visit: &RequestContext<'_>, headers: &HeaderMap, token: Option<&str>) -> Result<String, PageError> {
    let cart = match token {
        Some(token) => {
            let hash = web::caller::hash_token(token);
            carts::find(visit.shop.app.db().conn(), &visit.store.scope, &hash).await?
        }
        None => find(visit, headers).await?.map(|(cart, _)| cart),
    };
    Ok(html(visit, cart.as_ref(), context! { is_added => true }).await?.0)
}

/// After a change of quantities; `gone` is the line that was removed.
pub(super) async fn changed(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    cart: &Cart,
    gone: Option<CartLine>,
) -> Result<Response, PageError> {
    let extra = match gone {
        Some(gone) => {
            let name = gone.name().get(visit.lang).to_owned();
            context! { removed => context! { name => name, again => again(visit, &gone).await? } }
        }
        None => context! { is_changed => true },
    };
    answer(visit, headers, Some(cart), extra, StatusCode::OK).await
}

/// The cart as it was, with the reason.
pub(super) async fn refused(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    cart: &Cart,
    error: &CartError,
) -> Result<Response, PageError> {
    let extra = context! { error => refusal(error, visit.lang) };
    answer(visit, headers, Some(cart), extra, StatusCode::UNPROCESSABLE_ENTITY).await
}

/// The fields of the form that adds a removed line again; `None` when it had an uploaded file, which went with it, or an answer to a
/// question that is no longer asked.
async fn again(visit: &RequestContext<'_>, line: &CartLine) -> Result<Option<Vec<(String, String)>>, PageError> {
    let mut form =
        vec![("product_id".to_owned(), line.product_id.to_string()), ("quantity".to_owned(), line.requested.to_string())];
    form.extend(line.variant_id.map(|id| ("variant_id".to_owned(), id.to_string())));
    if line.goods.is_none() || line.fields.iter().any(|answer| answer.file.is_some()) {
        return Ok(None);
    }
    if !line.fields.is_empty() {
        let product = catalog::find(visit.shop.app.db().conn(), &visit.store.scope, line.product_id).await?;
        let questions = product.map(|p| p.fields.dynamic_fields).unwrap_or_default();
        for answer in &line.fields {
            let Some(at) = questions.iter().position(|field| field.field_label == answer.label) else { return Ok(None) };
            form.push((format!("field.{at}"), answer.value.clone()));
        }
    }
    Ok(Some(form))
}

/// The HTML of a cart, and its pieces.
async fn html(visit: &RequestContext<'_>, cart: Option<&Cart>, extra: Value) -> Result<(String, i64), PageError> {
    let contents = CartContents::read(visit, cart, Vec::new(), None).await?;
    let layout = visit.layout().await?;
    let html = visit.render("parts/cart_drawer.html", &layout, context! { is_drawer => true, ..extra, ..contents.view })?;
    Ok((html, contents.count))
}

async fn answer(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    cart: Option<&Cart>,
    extra: Value,
    status: StatusCode,
) -> Result<Response, PageError> {
    let (html, count) = html(visit, cart, extra).await?;
    let own = visit.layout().await?.headers.clone();
    let mut response = private(&Cached::new(html, own, None).part(), status, headers);
    remember_cart(response.headers_mut(), None, count, is_https(visit.store));
    Ok(response)
}
