//! Drafts in the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use std::collections::HashMap;

use kernel::{
    Currency, CustomerId, Lang, Millis, OrderId, PaymentMethodId, ProductId, ShippingMethodId, Texts, VariantId, money,
};
use serde::{Deserialize, Serialize};

use super::build::Built;
use super::coupon::DraftCoupon;
use super::model::{Content, Line, Problem};
use crate::coupons::Segment;
use crate::orders::model::{Order, OrderItem};
use catalog::OptionValue;
use customers::{Address, AddressIn};
use platform::media::MediaView;
use web::schema;

/// A line of a draft: a product of the catalogue, or a custom line with a name and a price.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderDraftLineIn {
    /// The draft's line that this is, from 1: the answers to its dynamic fields are kept.
    #[schema(minimum = 1)]
    pub line: Option<i64>,
    /// Product of the line.
    pub product_id: Option<ProductId>,
    /// Variant of a `multi` product.
    pub variant_id: Option<VariantId>,
    /// Name of a custom line; 200 characters at most.
    #[schema(value_type = Option<schema::RequiredLine<200>>)]
    pub name: Option<String>,
    /// From 1.
    #[schema(minimum = 1, maximum = 100_000)]
    pub quantity: i64,
    /// The product's current price by default; required for a custom line.
    #[schema(value_type = Option<schema::Amount>)]
    pub unit_price: Option<String>,
    /// Required with another price than the product's; 200 characters at most.
    #[schema(value_type = Option<schema::Line<200>>)]
    pub reason: Option<String>,
    /// A custom line is exempt from VAT.
    pub is_tax_free: Option<bool>,
    /// A custom line has to be shipped.
    pub requires_shipping: Option<bool>,
}

/// A whole draft.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderDraftIn {
    /// The customer; required to save it.
    pub customer_id: Option<CustomerId>,
    /// 100 at most; at least one to save it.
    #[schema(max_items = 100)]
    pub items: Vec<OrderDraftLineIn>,
    /// Shipping address.
    pub address: Option<AddressIn>,
    /// One of the methods that the preview offers.
    pub shipping_method_id: Option<ShippingMethodId>,
    /// Overrides the method's fee.
    #[schema(value_type = Option<schema::Amount>)]
    pub shipping_fees: Option<String>,
    /// One of the methods that the preview offers.
    pub payment_method_id: Option<PaymentMethodId>,
    /// Discount by hand on the goods.
    #[schema(value_type = Option<schema::Amount>)]
    pub discount: Option<String>,
    /// Required with a discount; 200 characters at most.
    #[schema(value_type = Option<schema::Line<200>>)]
    pub discount_reason: Option<String>,
    /// A coupon code; absent or empty for none. A code without effect is stored and reported in `preview`.
    #[schema(value_type = Option<schema::Line<60>>)]
    pub coupon_code: Option<String>,
    /// The customer's note; 1000 characters at most.
    #[schema(value_type = Option<schema::LongText<1_000>>)]
    pub note: Option<String>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A draft to place.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderDraftPlaceIn {
    /// The confirmed total.
    #[schema(value_type = schema::Amount)]
    pub total: String,
    /// The order is paid already: it becomes `PAID`, with the payment in its ledger. `PEND` by default.
    pub is_paid: Option<bool>,
    /// Places the order although the customer is on the blocklist; its activity says so. Otherwise such a draft is refused with
    /// `customer_blocked`.
    pub despite_block: Option<bool>,
    /// Note in the activity; 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A link to create.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderDraftLinkIn {
    /// Days of validity, 1 to 30.
    #[schema(minimum = 1, maximum = 30)]
    pub days: i64,
}

/// A line with its current price and stock.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftLine {
    /// From 1.
    line: i64,
    /// None of a custom line.
    product_id: Option<ProductId>,
    variant_id: Option<VariantId>,
    name: Texts,
    sku: Option<String>,
    option_values: Vec<OptionValue>,
    image_url: Option<String>,
    quantity: i64,
    /// The catalogue's price; none of a custom line, and of a product that is no longer sold.
    list_price: Option<String>,
    unit_price: String,
    /// The price is set by hand.
    is_price_set: bool,
    reason: String,
    is_tax_free: bool,
    requires_shipping: bool,
    line_total: String,
    /// The coupon's discount on it.
    coupon_discount: String,
    /// Pieces that are available now; none when stock is not counted.
    available: Option<i64>,
}

/// A problem that keeps a draft from being placed.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftProblem {
    /// The field's dotted path: `items.0.quantity`.
    field: String,
    /// unavailable, short, limit, reason, discount, coupon, address, `shipping_missing`, `shipping_unavailable`, `payment_missing`,
    /// `payment_unavailable`.
    code: &'static str,
    message: String,
}

/// A shipping method on offer for a draft.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftShipping {
    id: ShippingMethodId,
    name: Texts,
    provider: String,
    cost: String,
}

/// A payment method on offer for a draft.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftPayment {
    id: PaymentMethodId,
    name: Texts,
    provider: String,
}

/// The coupon of a draft with its current evaluation.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftCoupon {
    /// The coupon's own spelling; as sent when it is not valid.
    code: String,
    /// What it reduces: part of `discount`, or the difference of `full_shipping_fees` and `shipping_fees`; none without an
    /// effect.
    segment: Option<Segment>,
    /// Its discount.
    discount: String,
    /// Why it has no effect, and what to do; none while it waits for a shipping method.
    message: Option<String>,
}

/// A computed draft; nothing is written.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftPreview {
    lines: Vec<OrderDraftLine>,
    subtotal: String,
    /// On the goods, by hand and by the coupon.
    discount: String,
    /// The part of it that comes from no coupon.
    other_discount: String,
    /// Its coupon, with or without an effect.
    coupon: Option<OrderDraftCoupon>,
    vat: String,
    is_vat_included: bool,
    /// After the coupon.
    shipping_fees: String,
    /// Before the coupon.
    full_shipping_fees: String,
    payment_fees: String,
    total: String,
    requires_shipping: bool,
    /// Methods on offer for this address and these goods.
    shipping_options: Vec<OrderDraftShipping>,
    payment_options: Vec<OrderDraftPayment>,
    problems: Vec<OrderDraftProblem>,
}

/// A draft's customer.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftCustomer {
    id: CustomerId,
    /// The name for this order.
    name: String,
    /// E.164; empty when there is none.
    mobile: String,
}

/// A draft's link.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftLink {
    url: String,
    until: String,
    is_expired: bool,
}

/// The order that a draft copies.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftOrigin {
    id: OrderId,
    number: i64,
    /// The coupon of that order, which is not copied.
    coupon_code: Option<String>,
}

/// A draft with its current computation.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDraftView {
    id: OrderId,
    number: i64,
    version: i64,
    customer: OrderDraftCustomer,
    address: Option<Address>,
    shipping_method_id: Option<ShippingMethodId>,
    /// The fee that was set by hand.
    shipping_fees: Option<String>,
    payment_method_id: Option<PaymentMethodId>,
    discount: String,
    discount_reason: String,
    /// The coupon code, as written.
    coupon_code: Option<String>,
    note: String,
    /// The total when it was saved; the current one is in `preview`.
    saved_total: String,
    preview: OrderDraftPreview,
    /// The valid link, or the last one that expired; none when it was withdrawn.
    link: Option<OrderDraftLink>,
    origin: Option<OrderDraftOrigin>,
    created_at: String,
    updated_at: String,
}

impl OrderDraftProblem {
    fn from_problem(problem: Problem, lang: Lang) -> Self {
        let Problem { field, code, message } = problem;
        Self { field, code, message: message.get(lang).to_owned() }
    }
}

impl OrderDraftPreview {
    pub(super) fn new(built: Built, content: &Content, images: Vec<MediaView>, currency: Currency, lang: Lang) -> Self {
        let images: HashMap<i64, MediaView> = images.into_iter().map(|m| (m.id.raw(), m)).collect();
        let amount = |n| money::format(n, currency);
        let line = |(((item, line), goods), discount): (((&OrderItem, &Line), &Option<catalog::Sellable>), i64)| OrderDraftLine {
            line: item.line,
            product_id: line.product_id,
            variant_id: line.variant_id,
            name: item.name.clone(),
            sku: item.sku.clone(),
            option_values: item.option_values.clone(),
            image_url: item.media_id.and_then(|id| images.get(&id.raw())).map(|m| m.at_least(320).to_owned()),
            quantity: item.quantity,
            list_price: goods.as_ref().map(|g| amount(g.unit_price)),
            unit_price: amount(item.unit_price),
            is_price_set: line.price.is_some(),
            reason: line.reason.clone(),
            is_tax_free: goods.as_ref().map_or(line.is_tax_free, |g| g.is_tax_free),
            requires_shipping: goods.as_ref().map_or(line.requires_shipping, |g| g.requires_shipping),
            line_total: amount(item.line_total),
            coupon_discount: amount(discount),
            available: goods.as_ref().and_then(catalog::Sellable::available),
        };
        let Built { order: o, items, goods, shipping, payments, requires_shipping, coupon, problems } = built;
        let by_line = coupon.iter().filter(|priced| priced.applied.is_some()).flat_map(|priced| priced.by_line.iter().copied());
        Self {
            lines: items.iter().zip(&content.lines).zip(&goods).zip(by_line.chain(std::iter::repeat(0))).map(line).collect(),
            subtotal: amount(o.subtotal),
            discount: amount(o.discount),
            other_discount: amount(o.other_discount()),
            coupon: coupon.map(|priced| OrderDraftCoupon::new(priced, &o, currency, lang)),
            vat: amount(o.vat),
            is_vat_included: o.is_vat_included,
            shipping_fees: amount(o.shipping_fees),
            full_shipping_fees: amount(o.full_shipping()),
            payment_fees: amount(o.payment_fees),
            total: amount(o.total),
            requires_shipping,
            shipping_options: shipping
                .into_iter()
                .map(|s| OrderDraftShipping {
                    id: s.id,
                    provider: s.provider.as_str().to_owned(),
                    cost: amount(s.cost),
                    name: s.name,
                })
                .collect(),
            payment_options: payments
                .into_iter()
                .map(|p| OrderDraftPayment { id: p.id, provider: p.provider.as_str().to_owned(), name: p.name })
                .collect(),
            problems: problems.into_iter().map(|p| OrderDraftProblem::from_problem(p, lang)).collect(),
        }
    }
}

impl OrderDraftCoupon {
    fn new(priced: DraftCoupon, order: &Order, currency: Currency, lang: Lang) -> Self {
        Self {
            code: priced.code,
            segment: order.coupon.as_ref().map(|k| k.segment),
            discount: money::format(order.coupon.as_ref().map_or(0, |k| k.discount), currency),
            message: priced.against.map(|against| against.explained(currency).get(lang).to_owned()),
        }
    }
}

impl OrderDraftLink {
    pub(super) fn new(url: String, until: Millis, now: Millis) -> Self {
        Self { url, until: until.rfc3339(), is_expired: until <= now }
    }
}

impl OrderDraftView {
    pub(super) fn new(
        saved: &Order,
        now: &Order,
        content: &Content,
        preview: OrderDraftPreview,
        link: Option<OrderDraftLink>,
        origin: Option<&Order>,
        currency: Currency,
    ) -> Self {
        let amount = |n| money::format(n, currency);
        Self {
            id: saved.id,
            number: saved.number,
            version: saved.version,
            customer: OrderDraftCustomer { id: now.customer_id, name: now.sender_name.clone(), mobile: now.mobile.clone() },
            address: content.address.clone(),
            shipping_method_id: content.shipping_method_id,
            shipping_fees: content.shipping_fees.map(amount),
            payment_method_id: content.payment_method_id,
            discount: amount(content.discount),
            discount_reason: content.discount_reason.clone(),
            coupon_code: content.coupon_code.clone(),
            note: content.note.clone(),
            saved_total: amount(saved.total),
            preview,
            link,
            origin: origin.map(|o| OrderDraftOrigin {
                id: o.id,
                number: o.number,
                coupon_code: o.coupon.as_ref().map(|k| k.code.clone()),
            }),
            created_at: saved.created_at.rfc3339(),
            updated_at: saved.updated_at.rfc3339(),
        }
    }
}
