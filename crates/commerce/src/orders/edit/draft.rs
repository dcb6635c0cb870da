//! Validates an edit against the order and the catalogue.

use db::Conn;
use kernel::text_guard::{Lines, clean};
use kernel::{Millis, PaymentMethodId, ProductId, StoreScope, VariantId};
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::coupon;
use super::model::{Edited, edited, is_editable};
use super::revision::{OrderRevision, RevisedLine};
use super::wire::{OrderEditConflict, OrderEditIn, OrderEditLineIn, OrderEditPreview};
use crate::carts::{self, CartError, MOST_LINES, MOST_PIECES};
use crate::coupons::CouponChange;
use crate::orders::error::OrderError;
use crate::orders::fulfilment::check_edit::check_edit;
use crate::orders::ledger;
use crate::orders::ledger::model::LedgerTotals;
use crate::orders::model::{Order, OrderItem};
use crate::orders::returns::model::Refunded;
use crate::orders::returns::store as returns;
use crate::orders::status::Status;
use crate::orders::store as orders;
use crate::payments;
use catalog::Sellable;
use platform::stores::StoreProfile;
use web::fields::{amount, guard_message};

const NOT_EDITABLE: Message = Message::new(
    "لا يمكن تعديل الطلب بعد جاهزيته. أعده إلى «قيد التجهيز» أولًا.",
    "Orders can't be edited once ready. Move it back to “Processing” first.",
);
const IS_DRAFT: Message =
    Message::new("هذا الطلب مسودة. عدّله من صفحة المسودة.", "This order is a draft. Edit it on the draft page.");
const BELOW_REFUNDED: Message =
    Message::new("لا يمكن أن يقل البند عن المبلغ المسترد منه.", "A line can't be reduced below its refunded amount.");
const CHANGED: Message = Message::new("تغيّر الإجمالي. راجعه ثم طبّق التعديل.", "The total has changed. Review it and apply again.");
const EMPTY: Message =
    Message::new("لا بد من بند واحد على الأقل، أو ألغِ الطلب.", "An order needs at least one item. Cancel it instead.");
const NO_LINE: Message = Message::new("هذا البند غير موجود في الطلب.", "This line isn't on the order.");
const TWICE: Message = Message::new("هذا البند مكرر.", "This line appears more than once.");
const CHOOSE_LINE: Message = Message::new("اختر بندًا من الطلب أو منتجًا جديدًا.", "Choose a line of the order or a new product.");
const NO_PRODUCT: Message = Message::new("المنتج غير موجود.", "Product not found.");
const NEEDS_REASON: Message = Message::new("اكتب سبب تغيير السعر.", "Enter a reason for the price change.");
const PRICE_OF_REFUNDED: Message = Message::new(
    "لا يمكن تغيير سعر بند مسترد. استخدم الخصم أو الرسوم.",
    "You can't change the price of a refunded line. Use a discount or fee instead.",
);
const ABOVE_SUBTOTAL: Message = Message::new("لا يمكن أن يتجاوز الخصم مجموع المنتجات.", "The discount can't exceed the subtotal.");
const ABOVE_REST: Message = Message::new(
    "لا يمكن أن يتجاوز الخصم قيمة المنتجات غير المستردة.",
    "The discount can't exceed the value of items that weren't refunded.",
);

/// Why an order was not edited. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum EditError {
    /// As for other changes of an order.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// The order is ready to go, or further.
    #[error("not editable")]
    NotEditable,
    /// It is a draft, which is replaced as a whole.
    #[error("a draft")]
    IsDraft,
    /// It would remove something that was refunded.
    #[error("below what was refunded")]
    BelowRefunded,
    /// Its total differs from the previewed one.
    #[error("another total than previewed")]
    Changed(Box<OrderEditPreview>),
}

impl From<db::Error> for EditError {
    fn from(e: db::Error) -> Self {
        Self::Order(e.into())
    }
}

impl From<EditError> for ApiError {
    fn from(e: EditError) -> Self {
        match e {
            EditError::Order(e) => e.into(),
            EditError::NotEditable => Self::conflict("not_editable", NOT_EDITABLE),
            EditError::IsDraft => Self::conflict("is_draft", IS_DRAFT),
            EditError::BelowRefunded => Self::conflict("below_refunded", BELOW_REFUNDED),
            EditError::Changed(preview) => {
                Self::conflict("edit_changed", CHANGED).with_current(&OrderEditConflict::Preview(preview))
            }
        }
    }
}

/// An order, its edited state, and its current money.
pub(super) struct Draft {
    pub(super) order: Order,
    pub(super) edited: Edited,
    pub(super) sums: LedgerTotals,
    /// The change of its coupon use.
    pub(super) coupon_change: Option<CouponChange>,
}

/// Validates an edit; one statement more for lines that are new or have more pieces.
pub(super) async fn read(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: kernel::OrderId,
    sent: OrderEditIn,
    now: Millis,
) -> Result<Draft, EditError> {
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if sent.version.is_some_and(|v| v != order.version) {
        return Err(OrderError::Stale.into());
    }
    if order.status == Status::Draft {
        return Err(EditError::IsDraft);
    }
    if !is_editable(order.status) {
        return Err(EditError::NotEditable);
    }
    let items = orders::list_items(c, scope, id).await?;
    let refunded = returns::get_refunded(c, scope, id).await?;
    let sums = ledger::store::get_sums(c, scope, id).await?;
    let mut errors = FieldErrors::new();
    let OrderEditIn { items: lines, address, shipping_fees, payment_fees, discount, coupon_code, .. } = sent;
    let lines: Vec<RevisedLine> = match lines {
        None => items.iter().map(|item| unchanged(&order, item.clone())).collect(),
        Some(lines) => read_lines(c, scope, profile, &order, (&items, &refunded), lines, now, &mut errors).await?,
    };
    let mut fee =
        |path: &str, text: Option<String>, old: i64| text.map_or(old, |text| amount(&mut errors, path, &text, profile.currency));
    let shipping_fees = fee("shipping_fees", shipping_fees, order.full_shipping());
    let payment_fees = fee("payment_fees", payment_fees, order.payment_fees);
    let has_discount = discount.is_some();
    let requested_discount = fee("discount", discount, order.other_discount());
    let address = match address {
        None => order.address.clone(),
        Some(address) => match address.read(profile) {
            Ok(address) => Some(address),
            Err(wrong) => {
                for (path, messages) in wrong.iter() {
                    for message in messages {
                        errors.add(format!("address.{path}"), message.clone());
                    }
                }
                None
            }
        },
    };
    // Errors of lines come first: a coupon is evaluated with valid lines only.
    let mut coupon = None;
    if errors.is_empty() {
        match coupon::requested_coupon(c, scope, profile, (&order, &items), &lines, coupon_code.as_deref(), now).await? {
            Ok(requested) => coupon = requested,
            Err(message) => errors.add("coupon_code", message),
        }
    }
    if !errors.is_empty() {
        return Err(OrderError::Fields(errors).into());
    }
    let is_fee_taxed = is_fee_taxed(c, scope, &order, &items).await?;
    let applied = coupon.as_ref().map(|requested| requested.applied.clone());
    let revision = OrderRevision {
        lines,
        address,
        shipping_fees,
        payment_fees,
        is_fee_taxed,
        discount: requested_discount,
        coupon: applied,
    };
    let too_large = |_| OrderError::Fields(FieldErrors::one("items", common::AMOUNT_TOO_LARGE));
    let mut edited = edited(&order, &items, &refunded, revision).map_err(too_large)?;
    if coupon.as_ref().is_some_and(|requested| requested.has_no_effect(&order, &edited)) {
        return Err(OrderError::Fields(FieldErrors::one("coupon_code", coupon::NO_EFFECT)).into());
    }
    // A coupon without a discount is removed, and its use released: the sums are the same without it.
    if edited.order.coupon.as_ref().is_some_and(|k| k.discount == 0) {
        (coupon, edited.order.coupon) = (None, None);
    }
    if has_discount && requested_discount > edited.order.other_discount() {
        let message = if refunded.lines.is_empty() { ABOVE_SUBTOTAL } else { ABOVE_REST };
        return Err(OrderError::Fields(FieldErrors::one("discount", message)).into());
    }
    if edited.is_below(&refunded) {
        return Err(EditError::BelowRefunded);
    }
    check_edit(c, scope, id, edited.lines.iter().map(|l| l.after.as_ref())).await?;
    let coupon_change = coupon::coupon_change(&order, coupon.as_ref(), &edited);
    Ok(Draft { order, edited, sums, coupon_change })
}

impl Draft {
    /// Its preview.
    pub(super) fn preview(&self, profile: &StoreProfile) -> OrderEditPreview {
        OrderEditPreview::new(&self.order, &self.edited, self.sums, profile.currency)
    }
}

/// A line that stays as it is.
fn unchanged(order: &Order, item: OrderItem) -> RevisedLine {
    let is_tax_free = item.vat_rate == 0 && order.vat_rate > 0;
    RevisedLine { item, is_tax_free, reason: None }
}

/// Whether the payment fee takes VAT: as before, or without a fee as its method says now.
async fn is_fee_taxed(c: Conn<'_>, scope: &StoreScope, order: &Order, items: &[OrderItem]) -> db::Result<bool> {
    if order.payment_fees > 0 {
        let others = items.iter().map(|i| i.vat).sum::<i64>() + order.vat_rule().vat_of(order.shipping_fees);
        return Ok(order.vat > others);
    }
    let Some(id): Option<PaymentMethodId> = order.payment_method_id else { return Ok(false) };
    let methods = payments::methods(c, scope).await?;
    Ok(methods.iter().any(|m| m.id == id && m.add_vat_to_payment_charges))
}

type ProductKey = (ProductId, Option<VariantId>);

/// A new line of a product; its number is set when it is written. A draft's line takes nothing from stock.
pub(in crate::orders) fn new_line(goods: &Sellable, holds_stock: bool) -> OrderItem {
    OrderItem {
        line: 0,
        product_id: goods.product_id,
        variant_id: goods.variant_id,
        name: goods.name.clone(),
        sku: goods.sku.clone(),
        option_values: goods.options.clone(),
        fields: Vec::new(),
        media_id: goods.cover_id,
        unit_price: goods.unit_price,
        quantity: 0,
        line_total: 0,
        discount: 0,
        coupon_discount: 0,
        refunded_discount: 0,
        refunded_coupon: 0,
        vat: 0,
        vat_rate: 0,
        weight_grams: goods.weight_grams,
        is_stock_taken: holds_stock && !goods.has_unlimited_qty,
        returned: 0,
        restocked: 0,
    }
}

/// The lines of the edited order; errors of a line are under its own path.
#[expect(clippy::too_many_arguments, reason = "one pass over the lines with everything they are checked against")]
async fn read_lines(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    order: &Order,
    (items, refunded): (&[OrderItem], &Refunded),
    sent: Vec<OrderEditLineIn>,
    now: Millis,
    errors: &mut FieldErrors,
) -> Result<Vec<RevisedLine>, EditError> {
    if sent.is_empty() {
        errors.add("items", EMPTY);
    }
    if sent.len() > MOST_LINES {
        errors.add("items", common::INVALID_ITEM);
        return Ok(Vec::new());
    }
    let kept_goods =
        sent.iter().filter_map(|l| items.iter().find(|i| Some(i.line) == l.line)).map(|i| (i.product_id, i.variant_id));
    let new_goods = sent.iter().filter_map(|l| Some((l.product_id.filter(|_| l.line.is_none())?, l.variant_id)));
    let mut goods_keys: Vec<ProductKey> = kept_goods.chain(new_goods).collect();
    goods_keys.sort_unstable();
    goods_keys.dedup();
    // Expired reservations count as free, however late the sweep is.
    let goods_keys: Vec<_> = goods_keys.into_iter().map(|(product, variant)| (product, variant, MOST_PIECES)).collect();
    let sellable = carts::reservations::sellable(c, scope, now, &goods_keys, None).await?;
    let find = |goods: ProductKey| sellable.iter().find(|s| (s.product_id, s.variant_id) == goods);
    let mut lines: Vec<RevisedLine> = Vec::new();
    let mut additions = Vec::new();
    for (n, line) in sent.iter().enumerate() {
        let at = |field: &str| format!("items.{n}.{field}");
        let base = match (line.line, line.product_id) {
            (Some(number), _) => match items.iter().find(|i| i.line == number) {
                Some(_) if sent[..n].iter().any(|l| l.line == line.line) => Err(("line", TWICE)),
                Some(item) => Ok(unchanged(order, item.clone())),
                None => Err(("line", NO_LINE)),
            },
            (None, Some(product)) => match find((product, line.variant_id)) {
                Some(goods) if goods.is_for_sale => Ok(RevisedLine {
                    item: new_line(goods, order.status.holds_stock()),
                    is_tax_free: goods.is_tax_free,
                    reason: None,
                }),
                Some(_) if line.variant_id.is_some() => Err(("variant_id", CartError::Unavailable.message())),
                Some(_) => Err(("product_id", CartError::Unavailable.message())),
                None => Err(("product_id", NO_PRODUCT)),
            },
            (None, None) => Err(("product_id", CHOOSE_LINE)),
        };
        let mut revised = match base {
            Ok(revised) => revised,
            Err((field, message)) => {
                errors.add(at(field), message);
                continue;
            }
        };
        if !(1..=MOST_PIECES).contains(&line.quantity) {
            errors.add(at("quantity"), CartError::BadQuantity.message());
            continue;
        }
        let old = revised.item.unit_price;
        if let Some(text) = &line.unit_price {
            revised.item.unit_price = amount(errors, &at("unit_price"), text, profile.currency);
        }
        match clean(line.reason.as_deref().unwrap_or_default(), 200, Lines::Single) {
            Ok(text) => revised.reason = Some(text).filter(|t| !t.is_empty()),
            Err(fault) => errors.add(at("reason"), guard_message(fault)),
        }
        if revised.item.unit_price != old {
            // Refunded pieces would be charged, or credited, at the new price as well.
            if refunded.lines.iter().any(|part| Some(part.line) == line.line) {
                errors.add(at("unit_price"), PRICE_OF_REFUNDED);
            } else if revised.reason.is_none() {
                errors.add(at("reason"), NEEDS_REASON);
            }
        }
        let additional = line.quantity - revised.item.quantity;
        revised.item.quantity = line.quantity;
        additions.push((n, additional));
        lines.push(revised);
    }
    check_stock(order, items, &lines, &additions, &find, errors);
    Ok(lines)
}

/// Additional pieces must be in stock and within the product's limits for one order (core 5); the order's own pieces are not
/// checked.
fn check_stock<'a>(
    order: &Order,
    items: &[OrderItem],
    lines: &[RevisedLine],
    additions: &[(usize, i64)],
    find: &impl Fn(ProductKey) -> Option<&'a Sellable>,
    errors: &mut FieldErrors,
) {
    for (line, (n, additional)) in lines.iter().zip(additions) {
        let Some(goods) = find((line.item.product_id, line.item.variant_id)) else { continue };
        let of = |all: &mut dyn Iterator<Item = &OrderItem>| -> i64 {
            all.filter(|i| i.product_id == goods.product_id).map(|i| i.quantity).sum()
        };
        let (before, after) = (of(&mut items.iter()), of(&mut lines.iter().map(|l| &l.item)));
        let path = format!("items.{n}.quantity");
        let is_taken = line.item.is_stock_taken && order.status.holds_stock();
        if let Some(available) = goods.available().filter(|left| is_taken && *additional > *left) {
            let most = (line.item.quantity - additional + available).max(0);
            errors.add(path, CartError::OutOfStock(most).message());
        } else if let Some(max) = goods.max_qty.filter(|max| after > before && after > *max) {
            errors.add(path, CartError::AboveMaximum(max).message());
        } else if let Some(min) = goods.min_qty.filter(|min| after != before && after < *min) {
            errors.add(path, CartError::BelowMinimum(min).message());
        }
    }
}
