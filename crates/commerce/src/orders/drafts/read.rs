//! Parses and validates a draft request; every error is at its field. Pure.

use kernel::Texts;
use kernel::text_guard::{Lines, clean};
use web::message::common;
use web::{FieldErrors, Message};

use super::model::{Content, Line};
use super::wire::{OrderDraftIn, OrderDraftLineIn};
use crate::carts::{CartError, MOST_LINES, MOST_PIECES};
use platform::stores::StoreProfile;
use web::fields::{amount, guard_message, line};

const NO_LINE: Message = Message::new("هذا البند غير موجود في المسودة.", "This line isn't on the draft.");
const ONE_OF: Message = Message::new("اختر منتجًا أو اكتب اسم البند.", "Choose a product or enter a name.");

/// Longest coupon code, in characters.
const LONGEST_CODE: usize = 60;

/// A custom line's name, in its own language; the other language shows the same.
fn named(text: String) -> Texts {
    let is_arabic = text.chars().any(|c| matches!(c, '\u{0600}'..='\u{06ff}'));
    if is_arabic { Texts::new(text, "") } else { Texts::new("", text) }
}

/// Validates a draft request. `before` is the stored draft, whose lines can be named by their number.
///
/// # Errors
/// Every invalid field.
pub(super) fn read(sent: OrderDraftIn, profile: &StoreProfile, before: Option<&Content>) -> Result<Content, FieldErrors> {
    let mut errors = FieldErrors::new();
    let currency = profile.currency;
    let OrderDraftIn {
        customer_id,
        items,
        address,
        shipping_method_id,
        shipping_fees,
        payment_method_id,
        discount,
        discount_reason,
        coupon_code,
        note,
        version: _,
    } = sent;
    if items.len() > MOST_LINES {
        return Err(FieldErrors::one("items", common::INVALID_ITEM));
    }
    let lines = items.into_iter().enumerate().map(|(n, l)| read_line(&mut errors, n, l, profile, before)).collect();
    let address = address.and_then(|a| match a.read(profile) {
        Ok(address) => Some(address),
        Err(wrong) => {
            for (path, messages) in wrong.iter() {
                for message in messages {
                    errors.add(format!("address.{path}"), message.clone());
                }
            }
            None
        }
    });
    let shipping_fees = shipping_fees.map(|text| amount(&mut errors, "shipping_fees", &text, currency));
    let discount = discount.map_or(0, |text| amount(&mut errors, "discount", &text, currency));
    let discount_reason = line(&mut errors, "discount_reason", discount_reason.as_deref().unwrap_or_default(), 200, false);
    let coupon_code = line(&mut errors, "coupon_code", coupon_code.as_deref().unwrap_or_default(), LONGEST_CODE, false);
    let note = clean(note.as_deref().unwrap_or_default(), 1_000, Lines::Many).unwrap_or_else(|fault| {
        errors.add("note", guard_message(fault));
        String::new()
    });
    if !errors.is_empty() {
        return Err(errors);
    }
    let contact = before.filter(|b| b.customer_id == customer_id).and_then(|b| b.contact.clone());
    Ok(Content {
        customer_id,
        lines,
        contact,
        address,
        shipping_method_id,
        shipping_fees: shipping_fees.filter(|_| shipping_method_id.is_some()),
        payment_method_id,
        discount,
        discount_reason,
        coupon_code: Some(coupon_code).filter(|code| !code.is_empty()),
        note,
    })
}

fn read_line(
    errors: &mut FieldErrors,
    n: usize,
    sent: OrderDraftLineIn,
    profile: &StoreProfile,
    before: Option<&Content>,
) -> Line {
    let at = |field: &str| format!("items.{n}.{field}");
    let OrderDraftLineIn {
        line: number,
        product_id,
        variant_id,
        name,
        quantity,
        unit_price,
        reason,
        is_tax_free,
        requires_shipping,
    } = sent;
    let original = number.map(|number| {
        let found = usize::try_from(number).ok().and_then(|i| before?.lines.get(i.checked_sub(1)?)).cloned();
        if found.is_none() {
            errors.add(at("line"), NO_LINE);
        }
        found
    });
    // Name and answers of the stored line are kept, as long as it is the same product and variant.
    let original = original.flatten().filter(|k| k.product_id == product_id && k.variant_id == variant_id);
    let price = unit_price.map(|text| amount(errors, &at("unit_price"), &text, profile.currency));
    let reason = line(errors, &at("reason"), reason.as_deref().unwrap_or_default(), 200, false);
    if !(1..=MOST_PIECES).contains(&quantity) {
        errors.add(at("quantity"), CartError::BadQuantity.message());
    }
    let name = match (product_id, name) {
        (Some(_), None) => original.as_ref().map(|k| k.name.clone()).unwrap_or_default(),
        (None, Some(text)) => {
            if price.is_none() {
                errors.add(at("unit_price"), common::REQUIRED);
            }
            named(line(errors, &at("name"), &text, 200, true))
        }
        _ => {
            errors.add(at("product_id"), ONE_OF);
            Texts::default()
        }
    };
    let is_custom = product_id.is_none();
    Line {
        product_id,
        variant_id: variant_id.filter(|_| !is_custom),
        name,
        option_values: original.as_ref().map(|k| k.option_values.clone()).unwrap_or_default(),
        quantity,
        price,
        reason,
        is_tax_free: is_custom && is_tax_free.unwrap_or(false),
        requires_shipping: is_custom && requires_shipping.unwrap_or(false),
        fields: original.map(|k| k.fields).unwrap_or_default(),
    }
}
