//! The template view of a cart: its lines and sums, also used by orders and drafts.

use axum::http::HeaderMap;
use commerce::carts::{self, Cart, CartLine, CartView, Change};
use kernel::{Lang, MediaId};
use platform::media;
use serde::Serialize;

use super::RequestContext;
use super::coupon_view::CouponSum;
use crate::error::PageError;
use crate::request::cart_token;
use crate::view::{self, Image, option_label, product_path};

/// The template view of a line of a cart or an order.
#[derive(Serialize)]
pub(crate) struct LineView {
    pub(crate) line: i64,
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) image: Option<Image>,
    pub(crate) initial: String,
    pub(crate) tint: i64,
    /// Option values and answers to the product's fields, one entry each.
    pub(crate) meta: Vec<String>,
    pub(crate) quantity: i64,
    pub(crate) max: Option<i64>,
    /// Pieces that can be bought, when stock is low.
    pub(crate) few: Option<i64>,
    pub(crate) price: i64,
    pub(crate) total: i64,
}

/// The template view of sums.
#[derive(Serialize)]
pub(crate) struct SumView {
    pub(crate) subtotal: i64,
    /// Discounts other than the coupon's.
    pub(crate) discount: i64,
    pub(crate) coupon: Option<CouponSum>,
    /// Before the coupon's discount on shipping.
    pub(crate) shipping: Option<i64>,
    pub(crate) is_shipping_later: bool,
    pub(crate) payment_fees: i64,
    pub(crate) vat: i64,
    pub(crate) vat_rate: String,
    pub(crate) is_vat_included: bool,
    pub(crate) total: i64,
}

/// Formats basis points as percent: 1500 is "15", 1250 is "12.5".
pub(crate) fn rate(bp: i64) -> String {
    let text = kernel::money::format_with(bp, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The open cart of the request's cookie.
pub(crate) async fn find(visit: &RequestContext<'_>, headers: &HeaderMap) -> Result<Option<(Cart, String)>, PageError> {
    let Some(token) = cart_token(headers) else { return Ok(None) };
    let hash = web::caller::hash_token(token);
    let found = carts::find(visit.shop.app.db().conn(), &visit.store.scope, &hash).await?;
    Ok(found.map(|cart| (cart, token.to_owned())))
}

/// Option values and answers, formatted.
pub(crate) fn meta(visit: &RequestContext<'_>, options: &[catalog::OptionValue], fields: &[carts::FieldValue]) -> Vec<String> {
    let lang = visit.lang;
    let values = options.iter().map(|o| format!("{}: {}", option_label(visit.store, o.name_in(lang), lang), o.value_in(lang)));
    values.chain(fields.iter().map(|f| format!("{}: {}", f.label.get(lang), f.value))).collect()
}

/// The lines that are in the total, with their pictures.
pub(crate) async fn lines(visit: &RequestContext<'_>, cart: &CartView) -> Result<Vec<LineView>, PageError> {
    let ids: Vec<MediaId> = cart.counted().filter_map(CartLine::image).collect();
    let pictures =
        if ids.is_empty() { Vec::new() } else { media::list_views(visit.shop.app.db().conn(), &visit.store.scope, &ids).await? };
    let lang = visit.lang;
    Ok(cart
        .counted()
        .filter_map(|l| {
            let goods = l.goods.as_ref()?;
            let name = goods.name.get(lang).to_owned();
            let mut url = visit.path(&product_path(goods.links.get(lang)));
            if let Some(variant) = goods.variant_id {
                url = format!("{url}?variant={variant}");
            }
            Some(LineView {
                line: l.line,
                url,
                image: l.image().and_then(|id| pictures.iter().find(|m| m.id == id)).map(|m| small(m, lang, &name)),
                initial: view::initial(&name),
                tint: view::tint(goods.product_id.raw()),
                meta: meta(visit, &goods.options, &l.fields),
                quantity: l.quantity,
                max: [goods.max_qty, goods.available()].into_iter().flatten().min(),
                few: goods.few(visit.store.profile.settings.low_stock_at),
                price: goods.unit_price,
                total: l.line_total,
                name,
            })
        })
        .collect())
}

/// A thumbnail.
pub(crate) fn small(m: &media::MediaView, lang: Lang, name: &str) -> Image {
    Image { src: m.at_least(320).to_owned(), srcset: String::new(), avif: String::new(), ..Image::new(m, lang, name) }
}

/// The messages of changes, in the shopper's language.
pub(crate) fn notices(visit: &RequestContext<'_>, changes: &[Change]) -> Vec<String> {
    changes.iter().map(|c| c.message(visit.store.profile.currency).get(visit.lang).to_owned()).collect()
}
