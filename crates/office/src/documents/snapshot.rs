//! The snapshot of order and store in a document. Pure.

use std::sync::LazyLock;

use ::documents::{Buyer, Detail, Document, Kind, Line, LineKind, Seller, zatca};
use kernel::{Currency, Millis, Texts, money};

use commerce::carts::totals::VatRule;
use commerce::coupons::Segment;
use commerce::orders::{Order, OrderCoupon, OrderItem};
use platform::stores::{StoreProfile, VatRegistration};

/// The text before the code of a coupon that lowered the shipping fee.
static COUPON: LazyLock<Texts> = LazyLock::new(|| Texts::new("بعد خصم الكوبون", "After coupon"));

/// The year in the store's time zone.
pub(super) fn year(profile: &StoreProfile, at: Millis) -> i64 {
    i64::from(kernel::locale::year(at, &profile.timezone))
}

/// `INV-2026-00042`.
pub(super) fn format_number(kind: Kind, year: i64, number: i64) -> String {
    let prefix = if kind == Kind::CreditNote { "CN" } else { "INV" };
    format!("{prefix}-{year}-{number:05}")
}

fn goods(item: &OrderItem, is_included: bool) -> Line {
    let options = item.option_values.iter().map(|o| Detail { label: Texts::new(&*o.name, &*o.name), value: o.value.clone() });
    let answers = item.fields.iter().map(|f| Detail { label: f.label.clone(), value: f.value.clone() });
    let amount = item.line_total - item.discount;
    Line {
        line: item.line,
        kind: LineKind::Goods,
        name: item.name.clone(),
        details: options.chain(answers).collect(),
        sku: item.sku.clone().unwrap_or_default(),
        quantity: item.quantity,
        unit_price: item.unit_price,
        discount: item.discount,
        net: if is_included { amount - item.vat } else { amount },
        vat: item.vat,
        vat_rate: item.vat_rate,
    }
}

fn fee(line: i64, kind: LineKind, amount: i64, vat: i64, rate: i64, is_included: bool) -> Line {
    Line {
        line,
        kind,
        name: Texts::default(),
        details: Vec::new(),
        sku: String::new(),
        quantity: 1,
        unit_price: amount,
        discount: 0,
        net: if is_included { amount - vat } else { amount },
        vat,
        vat_rate: if vat == 0 { 0 } else { rate },
    }
}

/// Goods first, then shipping and the payment fee. Their VAT and net add up to the order's own.
pub(super) fn lines(order: &Order, items: &[OrderItem]) -> Vec<Line> {
    let is_included = order.is_vat_included;
    let mut lines: Vec<Line> = items.iter().map(|i| goods(i, is_included)).collect();
    let rule = VatRule { rate: order.vat_rate, is_included };
    let mut rest = order.vat - lines.iter().map(|l| l.vat).sum::<i64>();
    let mut next = items.iter().map(|i| i.line).max().unwrap_or(0) + 1;
    if order.shipping_fees > 0 {
        let vat = if order.payment_fees > 0 { rule.vat_of(order.shipping_fees).min(rest.max(0)) } else { rest };
        rest -= vat;
        let mut line = fee(next, LineKind::Shipping, order.shipping_fees, vat, order.vat_rate, is_included);
        if let Some(coupon) = order.coupon.as_ref().filter(|k| k.segment == Segment::Shipping && k.discount > 0) {
            line.details.push(Detail { label: COUPON.clone(), value: coupon.code.clone() });
        }
        lines.push(line);
        next += 1;
    }
    if order.payment_fees > 0 {
        lines.push(fee(next, LineKind::PaymentFee, order.payment_fees, rest, order.vat_rate, is_included));
    }
    lines
}

pub(super) fn buyer(order: &Order) -> Buyer {
    let mut buyer = Buyer {
        name: order.sender_name.clone(),
        mobile: order.mobile.clone(),
        email: order.email.clone().unwrap_or_default(),
        ..Buyer::default()
    };
    if let Some(address) = &order.address {
        let joined = |parts: &[&str]| {
            let parts: Vec<&str> = parts.iter().copied().filter(|p| !p.is_empty()).collect();
            let is_arabic = parts.iter().any(|p| p.chars().any(|c| matches!(c, '\u{0600}'..='\u{06FF}')));
            parts.join(if is_arabic { "، " } else { ", " })
        };
        if address.name != order.sender_name {
            buyer.recipient.clone_from(&address.name);
        }
        if address.mobile != order.mobile {
            buyer.recipient_mobile.clone_from(&address.mobile);
        }
        buyer.street = joined(&[&address.street, &address.building, &address.district]);
        buyer.place = joined(&[&address.city, &address.region, &address.postal_code]);
        buyer.country.clone_from(&address.country);
        buyer.short_address.clone_from(&address.short_address);
        buyer.details.clone_from(&address.details);
    }
    buyer
}

/// The content of the Saudi (ZATCA) QR code; none where none is shown: other countries and currencies, stores that are not
/// registered.
pub(super) fn qr(document: &Document) -> Option<String> {
    let is_due =
        document.country == "SA" && document.currency == Currency::SAR && zatca::is_vat_number(&document.seller.vat_number);
    is_due.then(|| {
        let at = document.issued_at.rfc3339();
        // Whole seconds, as the authority writes them.
        let at = format!("{}Z", at.split(['.', 'Z']).next().unwrap_or_default());
        zatca::qr_text(zatca::Claims {
            seller: &document.seller.name,
            vat_number: &document.seller.vat_number,
            at: &at,
            total: &money::format(document.total(), document.currency),
            vat: &money::format(document.vat(), document.currency),
        })
    })
}

/// The code of the coupon that gave the whole discount on the goods; empty where a part was given by hand, or it gave none.
fn code(order: &Order) -> String {
    let is_all = |k: &&OrderCoupon| k.segment == Segment::Products && k.discount > 0 && order.other_discount() == 0;
    order.coupon.as_ref().filter(is_all).map(|k| k.code.clone()).unwrap_or_default()
}

/// The invoice or packing slip of an order as it is now. `number` is printed as it is.
pub(super) fn take_snapshot(
    kind: Kind,
    number: String,
    order: &Order,
    items: &[OrderItem],
    profile: &StoreProfile,
    logo: Option<String>,
    now: Millis,
) -> Document {
    let settings = &profile.settings;
    let name = if settings.legal_name.is_empty() { &profile.name } else { &settings.legal_name };
    let mut document = Document {
        kind,
        number,
        issued_at: now,
        timezone: profile.timezone.clone(),
        country: profile.country.clone(),
        order_number: order.number,
        ordered_at: order.created_at,
        corrects: None,
        reason: String::new(),
        currency: profile.currency,
        is_vat_included: order.is_vat_included,
        seller: Seller {
            name: name.clone(),
            address: settings.store_address.clone(),
            vat_number: settings.vat_number.clone(),
            is_unregistered: settings.vat_registration == Some(VatRegistration::NotRegistered) && settings.vat_number.is_empty(),
            commercial_registration: settings.commercial_registration.clone(),
            phone: settings.store_phone.clone(),
            email: settings.store_email.clone(),
        },
        logo,
        buyer: buyer(order),
        payment: order.payment_name.clone(),
        shipping: order.shipping_name.clone(),
        lines: lines(order, items),
        paid: None,
        coupon: code(order),
        note: order.note.clone(),
        footer: settings.document_footer.clone(),
        qr: None,
    };
    if kind == Kind::Invoice {
        document.qr = qr(&document);
    }
    document
}
