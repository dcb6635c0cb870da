//! Links in messages: one restores a cart on any device, the other ends the reminders. Opening a link only shows what it would
//! do, because mail programs and chats open links too; a button does it.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use commerce::carts::{self, Cart, CartError};
use office::abandoned_carts::{self, Goal};

use super::cart_view::{find, lines};
use super::coupon;
use super::message::{self, private, see_other};
use super::{Content, RequestContext};
use crate::cache::Cached;
use crate::engine::context;
use crate::error::PageError;
use crate::request::{cart_token, is_https, remember_cart};
use crate::seo::Head;

/// The URL is a secret: no referrer, no indexing, no caching.
fn secret(page: &Cached, status: StatusCode, headers: &HeaderMap) -> Response {
    let mut response = private(page, status, headers);
    let h = response.headers_mut();
    h.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    h.insert("x-robots-tag", HeaderValue::from_static("noindex, nofollow"));
    response
}

async fn expired_page(visit: &RequestContext<'_>, headers: &HeaderMap) -> Result<Response, PageError> {
    let page = message::say(visit, &visit.say("restore.over"), &visit.say("restore.over_text"), "/").await?;
    Ok(secret(&page, StatusCode::GONE, headers))
}

fn goal_path(visit: &RequestContext<'_>, goal: Goal) -> String {
    visit.path(match goal {
        Goal::Cart => "/cart",
        Goal::Checkout => "/checkout",
    })
}

/// The coupon code of the link; it is evaluated where the cart is shown.
fn code_of(params: &[(String, String)]) -> Option<String> {
    params.iter().find(|(name, _)| name == "coupon").and_then(|(_, code)| carts::read_code(code))
}

/// `GET /cart/restore/{key}`: the lines of the cart, and the button that restores them.
pub(crate) async fn show(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    (params, ip): (&[(String, String)], &str),
) -> Result<Response, PageError> {
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let code = code_of(params);
    let Some(link) = abandoned_carts::read_link(app, scope, key).await? else { return expired_page(visit, headers).await };
    if let Some((own, _)) = find(visit, headers).await?.filter(|(own, _)| own.id == link.cart) {
        // It is this visitor's own cart, which no other browser has.
        coupon::apply_link_code(visit, &own, code, ip).await?;
        return Ok(see_other(&goal_path(visit, link.goal)));
    }
    let Some(cart) = abandoned_carts::open(app, scope, link).await? else { return expired_page(visit, headers).await };
    let view = carts::view(app, scope, &visit.store.profile, &cart).await?;
    // Guessing codes by links is limited too.
    let own = code.clone().filter(|code| cart.has_code(code));
    let other = coupon::of_link(visit, &cart, code, ip).await?;
    let cart = Cart { coupon_code: other.clone().or(cart.coupon_code), contact: None, ..cart };
    let coupon = match &other {
        Some(_) => coupon::find_link_coupon(visit, &cart, &view, ip).await?,
        None => carts::coupon(app.db().conn(), scope, &cart, &view, visit.now()).await?,
    };
    let coupon = coupon.and_then(|cart_coupon| cart_coupon.result.ok()).map(|applied| applied.code);
    let page_notices: Vec<String> = view
        .changes
        .iter()
        .filter(|c| c.is_blocking())
        .map(|c| c.message(visit.store.profile.currency).get(visit.lang).to_owned())
        .collect();
    let mut action = visit.path(&format!("/cart/restore/{key}"));
    if let Some(code) = own.or(other) {
        action = format!("{action}?coupon={}", kernel::slug::percent_encode(&code));
    }
    let layout = visit.layout().await?;
    let html = visit.render(
        "pages/restore.html",
        &layout,
        context! {
            lines => lines(visit, &view).await?, notices => page_notices, action => action, coupon => coupon,
            total => view.totals.total, is_to_pay => link.goal == Goal::Checkout,
        },
    )?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("restore.title"), "") };
    let page = visit.finish(Content::new("cart", Some(format!("/cart/restore/{key}")), head, html)).await?;
    Ok(secret(&page, StatusCode::OK, headers))
}

/// `POST /cart/restore/{key}`: adds the lines to the visitor's cart. The identity of the cart's owner is not revealed.
pub(crate) async fn restore(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
    (params, ip): (&[(String, String)], &str),
) -> Result<Response, PageError> {
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let Some(link) = abandoned_carts::read_link(app, scope, key).await? else { return expired_page(visit, headers).await };
    let own = find(visit, headers).await?.map(|(cart, _)| cart);
    if own.as_ref().is_some_and(|own| own.id == link.cart) {
        return Ok(see_other(&goal_path(visit, link.goal)));
    }
    let Some(source) = abandoned_carts::open(app, scope, link).await? else { return expired_page(visit, headers).await };
    match abandoned_carts::restore(app, scope, visit.lang, own.as_ref(), source.id).await {
        Ok(done) => {
            if let Some(token) = done.token.as_deref().or_else(|| cart_token(headers)) {
                let cart = carts::find(app.db().conn(), scope, &web::caller::hash_token(token)).await?;
                if let Some(cart) = cart.filter(|cart| cart.id == done.cart) {
                    // A cart with a contact gets the code like an entered one: with the attempt check, and counted.
                    let code = code_of(params).or_else(|| source.coupon_code.filter(|_| cart.coupon_code.is_none()));
                    coupon::apply_link_code(visit, &cart, code, ip).await?;
                }
            }
            // Other changes are reported where the cart is shown.
            let to = match (done.is_merged, done.left_out > 0) {
                (_, true) => visit.path("/cart?restored=part"),
                (true, false) => visit.path("/cart?restored=merged"),
                (false, false) => goal_path(visit, link.goal),
            };
            let mut response = see_other(&to);
            remember_cart(response.headers_mut(), done.token.as_deref(), done.items_count, is_https(visit.store));
            Ok(response)
        }
        Err(CartError::Db(e)) => Err(e.into()),
        Err(_) => expired_page(visit, headers).await,
    }
}

/// The notices of `GET /cart?restored=`.
pub(crate) fn restored_notices(visit: &RequestContext<'_>, params: &[(String, String)]) -> Vec<String> {
    let word = params.iter().find(|(name, _)| name == "restored").map(|(_, value)| value.as_str());
    match word {
        Some("merged") => vec![visit.say("restore.merged")],
        Some("part") => vec![visit.say("restore.part")],
        _ => Vec::new(),
    }
}

/// `GET /cart/reminders/{key}`: the button that ends reminders, or that they have ended.
pub(crate) async fn show_opt_out(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    key: &str,
) -> Result<Option<Response>, PageError> {
    let Some(opt_out) = abandoned_carts::find_opt_out(&visit.shop.app, &visit.store.scope, key).await? else { return Ok(None) };
    opt_out_page(visit, headers, key, opt_out.is_done).await.map(Some)
}

/// `POST /cart/reminders/{key}`: opts out of reminders.
pub(crate) async fn opt_out(visit: &RequestContext<'_>, headers: &HeaderMap, key: &str) -> Result<Option<Response>, PageError> {
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let Some(found_opt_out) = abandoned_carts::find_opt_out(app, scope, key).await? else { return Ok(None) };
    abandoned_carts::opt_out(app, scope, &found_opt_out).await?;
    opt_out_page(visit, headers, key, true).await.map(Some)
}

async fn opt_out_page(visit: &RequestContext<'_>, headers: &HeaderMap, key: &str, is_done: bool) -> Result<Response, PageError> {
    let layout = visit.layout().await?;
    let action = visit.path(&format!("/cart/reminders/{key}"));
    let html = visit.render("pages/reminders.html", &layout, context! { action => action, is_done => is_done })?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("reminders.title"), "") };
    let page = visit.finish(Content::new("message", Some(format!("/cart/reminders/{key}")), head, html)).await?;
    Ok(secret(&page, StatusCode::OK, headers))
}
