//! Computes a draft: current prices and stock, the store's methods, and every problem.

use db::Conn;
use kernel::{Millis, ProductId, StoreScope, VariantId};
use web::message::common;
use web::{FieldErrors, Message};

use super::coupon::{self, DraftCoupon};
use super::model::{Content, DISCOUNT_CUT, HELD, Line, NO_PAYMENT, NO_SUCH, Problem};
use crate::carts::totals::FeeRule;
use crate::carts::{self, CartError, Change, vat_rule};
use crate::orders::edit::draft::new_line;
use crate::orders::edit::model::edited_with_fee;
use crate::orders::edit::revision::{OrderRevision, RevisedLine};
use crate::orders::error::OrderError;
use crate::orders::ledger::amount_text::with_amount;
use crate::orders::model::{Order, OrderItem};
use crate::orders::status::{PaymentStatus, Status};
use crate::payments::{self, PaymentOption, PaymentSale};
use crate::shipping::{self, Parcel, ShippingOption};
use catalog::Sellable;
use customers::{self, Address};
use platform::App;
use platform::stores::StoreProfile;

const NO_PRODUCT: Message = Message::new("المنتج غير موجود.", "Product not found.");
const NO_METHOD: Message = Message::new("الطريقة غير موجودة.", "Method not found.");
const NO_CUSTOMER: Message = Message::new("العميل غير موجود.", "Customer not found.");
const NEEDS_REASON: Message = Message::new("اكتب سبب تغيير السعر.", "Enter a reason for the price change.");
const NEEDS_DISCOUNT_REASON: Message = Message::new("اكتب سبب الخصم.", "Enter a reason for the discount.");
const ABOVE_SUBTOTAL: Message = Message::new("لا يمكن أن يتجاوز الخصم مجموع المنتجات.", "The discount can't exceed the subtotal.");
const ABOVE_COUPON: Message =
    Message::new("لا يمكن أن يتجاوز الخصم {amount} بعد الكوبون.", "After the coupon, the discount can't exceed {amount}.");
const CHOOSE_SHIPPING: Message = Message::new("اختر طريقة الشحن.", "Choose a shipping method.");
const CHOOSE_PAYMENT: Message = Message::new("اختر طريقة الدفع.", "Choose a payment method.");
const NEEDS_ADDRESS: Message = Message::new("اكتب عنوان الشحن.", "Enter the shipping address.");

/// A computed draft.
pub(super) struct Built {
    /// With its sums; still a draft.
    pub(super) order: Order,
    pub(super) items: Vec<OrderItem>,
    /// The goods of each line; none of a custom line, and of a deleted product.
    pub(super) goods: Vec<Option<Sellable>>,
    pub(super) shipping: Vec<ShippingOption>,
    pub(super) payments: Vec<PaymentOption>,
    pub(super) requires_shipping: bool,
    /// Its coupon, whether valid or not.
    pub(super) coupon: Option<DraftCoupon>,
    pub(super) problems: Vec<Problem>,
}

/// Computes a draft. `base` is its stored order, or a blank one; `content` was validated by [`super::read`]. Couriers are asked for their
/// prices where `asking` is given, which a transaction never does.
pub(super) async fn build(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    base: Order,
    content: &Content,
    (now, asking): (Millis, Option<&App>),
) -> Result<Built, OrderError> {
    let mut order = base;
    let vat = vat_rule(profile);
    (order.vat_rate, order.is_vat_included) = (vat.rate, vat.is_included);
    if let Some(id) = content.customer_id {
        // A merged record is replaced by the one that stays.
        let id = customers::find_merged_into(c, scope, id).await?.unwrap_or(id);
        let customer = customers::store::find(c, scope, id)
            .await?
            // An erased customer counts as none.
            .filter(|customer| customer.erased_at.is_none())
            .ok_or_else(|| OrderError::Fields(FieldErrors::one("customer_id", NO_CUSTOMER)))?;
        order.customer_id = id;
        order.language = customer.language();
        let contact = content.contact.clone();
        let is_own_contact = contact.is_none();
        order.sender_name = contact.as_ref().map_or(customer.name, |k| k.name.clone());
        order.mobile = contact.as_ref().map_or_else(|| customer.mobile.unwrap_or_default(), |k| k.mobile.clone());
        order.email = if is_own_contact { customer.email } else { contact.and_then(|k| k.email) };
    }
    let quantities: Vec<(ProductId, Option<VariantId>, i64)> =
        content.lines.iter().filter_map(|l| Some((l.product_id?, l.variant_id, l.quantity))).collect();
    // Expired reservations count as free, however late the sweep is.
    let sellable =
        if quantities.is_empty() { Vec::new() } else { carts::reservations::sellable(c, scope, now, &quantities, None).await? };
    let find = |l: &Line| sellable.iter().find(|s| Some(s.product_id) == l.product_id && s.variant_id == l.variant_id).cloned();
    let goods: Vec<Option<Sellable>> = content.lines.iter().map(find).collect();
    let mut problems = Vec::new();
    check_lines(&content.lines, &goods, &mut problems);

    let methods = (shipping::methods(c, scope).await?, payments::methods(c, scope).await?);
    if content.shipping_method_id.is_some_and(|id| !methods.0.iter().any(|m| m.id == id)) {
        problems.push(Problem { field: "shipping_method_id".into(), code: NO_SUCH, message: NO_METHOD });
    }
    if content.payment_method_id.is_some_and(|id| !methods.1.iter().any(|m| m.id == id)) {
        problems.push(Problem { field: "payment_method_id".into(), code: NO_SUCH, message: NO_METHOD });
    }
    let lines: Vec<RevisedLine> = content.lines.iter().zip(&goods).map(|(l, g)| revised_line(l, g.as_ref())).collect();
    let goods_amount = lines.iter().map(|l| l.item.unit_price.saturating_mul(l.item.quantity)).fold(0, i64::saturating_add);
    let parcel = Parcel { goods_amount, ..parcel(&content.lines, &goods) };
    let destination = content.address.as_ref();
    let rates = match asking {
        Some(app) => shipping::rates::ask(app, scope, profile, &methods.0, destination, parcel).await?,
        None => shipping::rates::stored(c, scope, profile, &methods.0, destination, parcel).await?,
    };
    let shipping: Vec<ShippingOption> =
        methods.0.iter().filter_map(|m| m.offer(profile.into(), destination, parcel, &rates)).collect();
    let chosen = shipping.iter().find(|o| Some(o.id) == content.shipping_method_id);
    let mobile = Some(order.mobile.clone()).filter(|m| !m.is_empty());
    let is_pickup = chosen.is_some_and(ShippingOption::is_pickup);
    let address: Option<Address> = content.address.clone().filter(|_| !is_pickup);
    let fees = chosen.map_or(0, |o| content.shipping_fees.unwrap_or(o.cost));
    let coupon = coupon::evaluate(c, scope, &order, content, &lines, &goods, now).await?;
    let mut coupon = coupon.map(|priced| priced.with_pickup(is_pickup));
    let revision = OrderRevision {
        lines,
        address,
        shipping_fees: fees,
        payment_fees: 0,
        is_fee_taxed: false,
        discount: content.discount,
        coupon: coupon.as_ref().and_then(|priced| priced.applied.clone()),
    };
    let too_large = |_| OrderError::Fields(FieldErrors::one("items", common::AMOUNT_TOO_LARGE));
    let amount = edited_with_fee(&order, &[], revision.clone(), FeeRule::default()).map_err(too_large)?.order.total;
    let country = content.address.as_ref().filter(|_| parcel.requires_shipping && !is_pickup).map(|a| a.country.as_str());
    let sale = PaymentSale { shipping: chosen, mobile: mobile.as_deref(), country: country.unwrap_or(&profile.country), amount };
    let payments = payments::offers(c, scope, &methods.1, &sale).await?;
    let payment = payments.iter().find(|o| Some(o.id) == content.payment_method_id);
    check_methods(content, parcel.requires_shipping, chosen, payment, &mut problems);
    let fee = payment.map_or_else(FeeRule::default, |p| p.fee);
    let mut total = edited_with_fee(&order, &[], revision, fee).map_err(too_large)?;
    if let Some(priced) = &mut coupon {
        priced.settle(&mut total.order, parcel.requires_shipping && chosen.is_none());
        problems.extend(priced.against.map(|against| against.problem(profile.currency)));
    }
    if content.discount > total.order.subtotal {
        problems.push(Problem { field: "discount".into(), code: "discount", message: ABOVE_SUBTOTAL });
    } else if content.discount > total.order.other_discount() {
        let message = with_amount(&ABOVE_COUPON, total.order.other_discount(), profile.currency);
        problems.push(Problem { field: "discount".into(), code: DISCOUNT_CUT, message });
    }
    if content.discount > 0 && content.discount_reason.is_empty() {
        problems.push(Problem { field: "discount_reason".into(), code: "reason", message: NEEDS_DISCOUNT_REASON });
    }
    let items = total.items();
    let order = Order {
        shipping_method_id: chosen.map(|o| o.id),
        shipping_provider: chosen.map_or("", |o| o.provider.as_str()).to_owned(),
        shipping_name: chosen.map(|o| o.name.clone()).unwrap_or_default(),
        delivery_promise: chosen.and_then(|o| o.promise),
        payment_method_id: payment.map(|o| o.id),
        payment_provider: payment.map_or("", |o| o.provider.as_str()).to_owned(),
        payment_name: payment.map(|o| o.name.clone()).unwrap_or_default(),
        note: content.note.clone(),
        // In the store's own currency: no conversion yet.
        total_in_customer_currency: total.order.total,
        ..total.order
    };
    Ok(Built { order, items, goods, shipping, payments, requires_shipping: parcel.requires_shipping, coupon, problems })
}

/// An empty order.
pub(super) fn blank(profile: &StoreProfile, id: kernel::OrderId, now: Millis) -> Order {
    Order {
        id,
        number: 0,
        status: Status::Draft,
        payment_status: PaymentStatus::NotPaid,
        customer_id: kernel::CustomerId::from_raw(0),
        was_guest_order: false,
        sender_name: String::new(),
        mobile: String::new(),
        email: None,
        language: profile.default_language,
        subtotal: 0,
        discount: 0,
        coupon: None,
        vat: 0,
        shipping_fees: 0,
        payment_fees: 0,
        total: 0,
        vat_rate: 0,
        is_vat_included: false,
        customer_currency: profile.currency,
        total_in_customer_currency: 0,
        items_count: 0,
        address: None,
        shipping_method_id: None,
        shipping_provider: String::new(),
        shipping_name: kernel::Texts::default(),
        delivery_promise: None,
        payment_method_id: None,
        payment_provider: String::new(),
        payment_name: kernel::Texts::default(),
        note: String::new(),
        created_at: now,
        updated_at: now,
        version: 1,
        seq: 0,
    }
}

/// A line for the arithmetic: current goods, at the price set by hand where there is one.
fn revised_line(line: &Line, goods: Option<&Sellable>) -> RevisedLine {
    let mut item = goods.map_or_else(|| custom(line), |g| OrderItem { fields: line.fields.clone(), ..new_line(g, false) });
    item.quantity = line.quantity;
    if let Some(price) = line.price {
        item.unit_price = price;
    }
    let is_tax_free = goods.map_or(line.is_tax_free, |g| g.is_tax_free);
    RevisedLine { item, is_tax_free, reason: Some(line.reason.clone()).filter(|r| !r.is_empty()) }
}

/// A custom line: it has a name and a price, and no stock.
fn custom(line: &Line) -> OrderItem {
    OrderItem {
        line: 0,
        product_id: line.product_id.unwrap_or(OrderItem::NO_PRODUCT),
        variant_id: line.variant_id,
        name: line.name.clone(),
        sku: None,
        option_values: line.option_values.clone(),
        fields: line.fields.clone(),
        media_id: None,
        unit_price: 0,
        quantity: line.quantity,
        line_total: 0,
        discount: 0,
        coupon_discount: 0,
        refunded_discount: 0,
        refunded_coupon: 0,
        vat: 0,
        vat_rate: 0,
        weight_grams: 0,
        is_stock_taken: false,
        returned: 0,
        restocked: 0,
    }
}

/// The goods to be shipped.
fn parcel(lines: &[Line], goods: &[Option<Sellable>]) -> Parcel {
    let (mut requires_shipping, mut weight_grams, mut is_all_free) = (false, 0_i64, true);
    for (line, goods) in lines.iter().zip(goods) {
        match goods {
            Some(g) if g.requires_shipping => {
                requires_shipping = true;
                if !g.has_free_shipping {
                    is_all_free = false;
                    weight_grams = weight_grams.saturating_add(g.weight_grams.saturating_mul(line.quantity));
                }
            }
            None if line.product_id.is_none() && line.requires_shipping => (requires_shipping, is_all_free) = (true, false),
            _ => {}
        }
    }
    Parcel { requires_shipping, has_free_shipping: requires_shipping && is_all_free, weight_grams, goods_amount: 0 }
}

/// Problems of each line: not sold, no stock, outside the product's limits for one order (core 5), no reason.
fn check_lines(lines: &[Line], goods: &[Option<Sellable>], problems: &mut Vec<Problem>) {
    let mut put = |field: String, code, message| problems.push(Problem { field, code, message });
    for (n, (line, found)) in lines.iter().zip(goods).enumerate() {
        let at = |field: &str| format!("items.{n}.{field}");
        if line.price.is_some() && line.product_id.is_some() && line.reason.is_empty() {
            put(at("reason"), "reason", NEEDS_REASON);
        }
        let Some(g) = found else {
            if line.product_id.is_some() && line.name.is_empty() {
                put(at("product_id"), NO_SUCH, NO_PRODUCT);
            } else if line.product_id.is_some() {
                put(at("product_id"), "unavailable", CartError::Unavailable.message());
            }
            continue;
        };
        if !g.is_for_sale {
            let field = if line.variant_id.is_some() { "variant_id" } else { "product_id" };
            // An existing variant has values; one that the draft did not have before was never the store's.
            let is_unknown = line.variant_id.is_some() && g.options.is_empty() && line.name.is_empty();
            put(at(field), if is_unknown { NO_SUCH } else { "unavailable" }, CartError::Unavailable.message());
            continue;
        }
        let pieces = |is_same: &dyn Fn(&Line) -> bool| lines.iter().filter(|l| is_same(l)).map(|l| l.quantity).sum::<i64>();
        let of_goods = pieces(&|l| l.product_id == line.product_id && l.variant_id == line.variant_id);
        let of_product = pieces(&|l| l.product_id == line.product_id);
        if let Some(available) = g.available().filter(|most| of_goods > *most) {
            let error = if g.stock > 0 && available <= 0 { CartError::Held } else { CartError::OutOfStock(available) };
            put(at("quantity"), if of_goods <= g.stock { HELD } else { "short" }, error.message());
        }
        if !g.has_unlimited_qty && of_goods > g.stock {
            continue;
        }
        if let Some(max) = g.max_qty.filter(|max| of_product > *max) {
            put(at("quantity"), "limit", CartError::AboveMaximum(max).message());
        } else if let Some(min) = g.min_qty.filter(|min| of_product < *min) {
            put(at("quantity"), "limit", CartError::BelowMinimum(min).message());
        }
    }
}

fn check_methods(
    content: &Content,
    requires_shipping: bool,
    shipping: Option<&ShippingOption>,
    payment: Option<&PaymentOption>,
    problems: &mut Vec<Problem>,
) {
    let mut put = |field: &str, code, message| problems.push(Problem { field: field.into(), code, message });
    match shipping {
        None if content.shipping_method_id.is_some() && content.address.is_none() => put("address", "address", NEEDS_ADDRESS),
        None if content.shipping_method_id.is_some() => {
            put("shipping_method_id", "shipping_unavailable", Change::ShippingUnavailable.message(kernel::Currency::SAR));
        }
        None if requires_shipping => put("shipping_method_id", "shipping_missing", CHOOSE_SHIPPING),
        Some(o) if !o.is_pickup() && content.address.is_none() => put("address", "address", NEEDS_ADDRESS),
        _ => {}
    }
    if payment.is_none() && content.payment_method_id.is_some() {
        put("payment_method_id", "payment_unavailable", Change::PaymentUnavailable.message(kernel::Currency::SAR));
    } else if payment.is_none() {
        put("payment_method_id", NO_PAYMENT, CHOOSE_PAYMENT);
    }
}
