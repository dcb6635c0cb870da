//! Turning a cart into an order: its preview, and placing it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::Cart as CartKind;
use kernel::{CartId, Currency, OrderId, PaymentMethodId, ShippingMethodId, Texts, money};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, QueryIn, Refusals, Subject};

use super::order::{self, Choice, Preview};
use commerce::carts;
use commerce::orders::{Expected, PlaceError};
use platform::{App, stores};

web::permissions! { Read = Read Cart; Create = Create Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview_cart_order)).routes(routes!(create_cart_order))
}

/// A shipping or payment method that is offered for the cart.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartMethod {
    id: String,
    name: Texts,
    provider: &'static str,
    /// The cost of shipping; null for a payment method.
    cost: Option<String>,
}

/// A change since the shopper last saw the cart.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartChange {
    /// The line; null for the cart as a whole.
    line: Option<i64>,
    message: String,
    /// The order cannot be placed before this is resolved.
    is_blocking: bool,
}

/// The order that a cart would become.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CartOrderPreview {
    /// The version of the cart: sent back with the order.
    version: i64,
    subtotal: String,
    /// The coupon's discount on the goods.
    discount: String,
    /// The code of the coupon that gives a discount, on the goods or on shipping.
    coupon: Option<String>,
    /// The shipping fee after the coupon.
    shipping_fees: String,
    payment_fees: String,
    vat: String,
    is_vat_included: bool,
    /// Sent back with the order.
    total: String,
    /// The deposit: the part that is transferred before the order is prepared, by the rules for cash orders; null where none is
    /// asked.
    deposit: Option<String>,
    shipping_methods: Vec<CartMethod>,
    payment_methods: Vec<CartMethod>,
    shipping_method_id: Option<ShippingMethodId>,
    payment_method_id: Option<PaymentMethodId>,
    changes: Vec<CartChange>,
    /// The checkout step that is missing: products, contact, `shipping_address`, `shipping_method`, payment; null when nothing is
    /// missing.
    missing: Option<&'static str>,
    /// The order can be placed, with the changes if there are any.
    is_possible: bool,
}

/// Whether a merchant can agree to a change: quantities and prices, which are reported by line, and a coupon that is not valid.
fn is_agreeable(change: &carts::Change) -> bool {
    use carts::Change::{CouponDropped, Held, PriceChanged, QuantityReduced, Unavailable};
    matches!(change, CouponDropped { .. } | Held { .. } | PriceChanged { .. } | QuantityReduced { .. } | Unavailable { .. })
}

impl CartOrderPreview {
    fn from_preview(preview: &Preview, currency: Currency) -> Self {
        let Preview { cart, review, shipping, payments } = preview;
        let (t, lang) = (&review.totals, web::lang::current());
        let amount = |n: i64| money::format(n, currency);
        let shipping_methods = shipping.iter().map(|o| CartMethod {
            id: o.id.to_string(),
            name: o.name.clone(),
            provider: o.provider.as_str(),
            cost: Some(amount(o.cost)),
        });
        let payment_methods = payments.iter().map(|o| CartMethod {
            id: o.id.to_string(),
            name: o.name.clone(),
            provider: o.provider.as_str(),
            cost: None,
        });
        let changes = review.changes.iter().map(|c| CartChange {
            line: c.line(),
            message: c.message(currency).get(lang).to_owned(),
            is_blocking: !is_agreeable(c),
        });
        Self {
            version: review.cart_version,
            subtotal: amount(t.subtotal),
            discount: amount(t.discount),
            coupon: review.used().map(|applied| applied.code.clone()),
            shipping_fees: amount(t.shipping_fees),
            payment_fees: amount(t.payment_fees),
            vat: amount(t.vat),
            is_vat_included: t.is_vat_included,
            total: amount(t.total),
            deposit: (review.deposit > 0).then(|| amount(review.deposit)),
            shipping_methods: shipping_methods.collect(),
            payment_methods: payment_methods.collect(),
            shipping_method_id: cart.shipping_method_id,
            payment_method_id: cart.payment_method_id,
            changes: changes.collect(),
            missing: review.missing.map(carts::Step::as_str),
            is_possible: review.missing.is_none() && review.view.items_count > 0 && review.changes.iter().all(is_agreeable),
        }
    }
}

/// The methods to preview with.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CartOrderParams {
    #[param(value_type = Option<ShippingMethodId>, inline)]
    shipping_method_id: Option<String>,
    #[param(value_type = Option<PaymentMethodId>, inline)]
    payment_method_id: Option<String>,
}

async fn found<P>(app: &App, allowed: &Allowed<P>, id: CartId, choice: Choice) -> ApiResult<(Preview, stores::StoreProfile)> {
    let scope = &allowed.scope;
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    if let Some(preview) = order::preview(app, scope, &profile, id, choice).await? {
        return Ok((preview, profile));
    }
    match super::store::find_order(app.db().conn(), scope, id).await? {
        Some((order, _)) => Err(ordered(allowed, order)),
        None => Err(ApiError::not_found()),
    }
}

const ORDERED: web::Message = web::Message::new("تحوّلت هذه السلة إلى طلب.", "This cart was already converted to an order.");
const CHANGED: web::Message =
    web::Message::new("تغيّرت السلة. راجعها ثم أنشئ الطلب.", "The cart has changed. Review it, then create the order.");

/// The order that a cart became.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct OrderOfCart {
    order_id: OrderId,
}

/// The `current` of a refused order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
enum CartOrderConflict {
    /// Of `cart_changed`: the preview as it is now.
    Changed(Box<CartOrderPreview>),
    /// Of `cart_ordered`: the order.
    Ordered(OrderOfCart),
}

/// Which order it became is shown to callers who may see orders.
fn ordered<P>(allowed: &Allowed<P>, order: OrderId) -> ApiError {
    let refusal = ApiError::conflict("cart_ordered", ORDERED);
    if allowed.may_read(Subject::Order) {
        refusal.with_current(&CartOrderConflict::Ordered(OrderOfCart { order_id: order }))
    } else {
        refusal
    }
}

/// The order that a cart would become with these methods: prices, stock and limits as they are now.
#[utoipa::path(get, path = "/carts/{id}/order", tag = "Cart", params(("id" = CartId, Path), CartOrderParams), responses(
    (status = 200, body = Data<CartOrderPreview>), (status = 409, body = Conflict<OrderOfCart>), Refusals<404, 422>,
))]
async fn preview_cart_order(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CartKind>,
    QueryIn(CartOrderParams { shipping_method_id, payment_method_id }): QueryIn<CartOrderParams>,
) -> ApiResult<Json<Data<CartOrderPreview>>> {
    let read = |field: &'static str| move |()| ApiError::field(field, common::NO_SUCH);
    let choice = Choice {
        shipping: shipping_method_id.map(|t| t.parse().map_err(|_| ()).map_err(read("shipping_method_id"))).transpose()?,
        payment: payment_method_id.map(|t| t.parse().map_err(|_| ()).map_err(read("payment_method_id"))).transpose()?,
    };
    let (preview, profile) = found(&app, &allowed, id, choice).await?;
    Ok(data(CartOrderPreview::from_preview(&preview, profile.currency)))
}

/// An order to make of a cart.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CartOrderIn {
    /// Absent where nothing is delivered.
    #[serde(default)]
    shipping_method_id: Option<ShippingMethodId>,
    payment_method_id: PaymentMethodId,
    /// The preview's.
    #[schema(value_type = schema::Amount)]
    total: String,
    /// The preview's; absent or null where it asked for none.
    #[serde(default)]
    #[schema(value_type = Option<schema::Amount>)]
    deposit: Option<String>,
    /// The preview's.
    version: i64,
    /// Accepts the lines and prices of the preview as they are.
    #[serde(default)]
    accepts_changes: bool,
}

/// The order that was made.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartOrderMade {
    id: OrderId,
    number: i64,
}

/// Turns a cart into an order, with the checks of the checkout: prices, stock and limits once more. 409 `cart_changed` with the
/// preview as it is now, total and deposit, when either differs from what was sent or the cart has another version;
/// `cart_ordered` with `current: {order_id}` when it is an order already. Needs `Read` on Cart as well.
#[utoipa::path(post, path = "/carts/{id}/order", tag = "Cart", params(("id" = CartId, Path)), request_body = CartOrderIn, responses(
    (status = 201, body = Data<CartOrderMade>), (status = 409, body = Conflict<CartOrderConflict>), Refusals<404, 422>,
))]
async fn create_cart_order(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<CartKind>,
    JsonIn(sent): JsonIn<CartOrderIn>,
) -> ApiResult<(StatusCode, Json<Data<CartOrderMade>>)> {
    let CartOrderIn { shipping_method_id, payment_method_id, total, deposit, version, accepts_changes } = sent;
    let choice = Choice { shipping: shipping_method_id, payment: Some(payment_method_id) };
    // Its refusals reveal what is in the cart.
    if !allowed.may_read(Subject::Cart) {
        return Err(ApiError::forbidden());
    }
    let (preview, profile) = found(&app, &allowed, id, choice).await?;
    let amount = |field: &'static str, text: &str| {
        money::parse(text, profile.currency).map_err(|_| ApiError::field(field, common::NOT_AN_AMOUNT))
    };
    let total = amount("total", &total)?;
    // The deposit that the merchant saw, not the current one: a rule may have changed in between.
    let deposit = deposit.as_deref().map_or(Ok(0), |deposit| amount("deposit", deposit))?;
    if preview.cart.payment_method_id.is_some() && preview.review.payment.is_none() {
        return Err(ApiError::field("payment_method_id", common::NO_SUCH));
    }
    if preview.review.view.requires_shipping && shipping_method_id.is_some() && preview.review.shipping.is_none() {
        return Err(ApiError::field("shipping_method_id", common::NO_SUCH));
    }
    let expected = Expected { total, cart_version: version, deposit };
    match order::place(&app, &allowed.scope, &profile, preview, (expected, accepts_changes)).await {
        Ok(placed) if placed.is_new => Ok((StatusCode::CREATED, data(CartOrderMade { id: placed.id, number: placed.number }))),
        Ok(placed) => Err(ordered(&allowed, placed.id)),
        Err(PlaceError::Db(e)) => Err(e.into()),
        Err(PlaceError::NoCart) => Err(ApiError::not_found()),
        Err(e @ (PlaceError::Blocked | PlaceError::Incomplete(_))) => {
            let code = if matches!(e, PlaceError::Blocked) { "blocked" } else { "incomplete" };
            Err(ApiError::conflict(code, e.message()))
        }
        Err(PlaceError::Changed(_)) => {
            let (now, profile) = found(&app, &allowed, id, choice).await?;
            let now = CartOrderConflict::Changed(Box::new(CartOrderPreview::from_preview(&now, profile.currency)));
            Err(ApiError::conflict("cart_changed", CHANGED).with_current(&now))
        }
    }
}
