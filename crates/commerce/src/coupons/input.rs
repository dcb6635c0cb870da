//! Parses a coupon request and applies it to a coupon.

use kernel::digits::scaled;
use kernel::text_guard::{Lines, clean};
use kernel::{Currency, Millis};
use web::message::common;
use web::{FieldErrors, Message};

use super::code;
use super::model::{Coupon, DiscountType, MOST_TARGETS, Scope};
use super::wire::CouponIn;
use web::fields::{amount, guard_message, line};

/// Longest name, in characters.
const LONGEST_NAME: usize = 60;
/// The largest usage limit.
const MOST_USES: i64 = 10_000_000;

const BAD_CODE: Message = Message::new(
    "اكتب من 3 إلى 30 حرفًا أو رقمًا بلا مسافات. يُسمح بالشرطتين - و _.",
    "Use 3 to 30 letters or digits without spaces. - and _ are allowed.",
);
const NOT_A_SHARE: Message = Message::new(
    "أدخل نسبة من 0.01 إلى 100 بمنزلتين عشريتين على الأكثر.",
    "Enter a percentage from 0.01 to 100 with at most two decimals.",
);
const NOTHING_OFF: Message = Message::new("أدخل مبلغًا أكبر من صفر.", "Enter an amount above zero.");
const CAP_OF_FIXED: Message =
    Message::new("الحد الأعلى للخصم يخص النسبة المئوية فقط.", "A maximum discount applies to percentages only.");
const REVERSED: Message = Message::new("يجب أن تنتهي المدة بعد بدايتها.", "The end must be after the start.");
const NAME_ONE: Message = Message::new("اختر عنصرًا واحدًا على الأقل.", "Choose at least one.");
const TOO_MANY: Message = Message::new("الحد الأقصى للاختيار {max}.", "Choose {max} at most.");
const NOT_A_TIME: Message = Message::new("اختر تاريخًا ووقتًا صحيحين.", "Choose a valid date and time.");

fn time(errors: &mut FieldErrors, path: &str, text: Option<String>) -> Option<Millis> {
    let text = text.filter(|t| !t.trim().is_empty())?;
    let at = Millis::parse(text.trim());
    if at.is_none() {
        errors.add(path, NOT_A_TIME);
    }
    at
}

/// Parses a positive amount.
fn positive(errors: &mut FieldErrors, path: &str, text: &str, currency: Currency) -> i64 {
    let before = errors.iter().count();
    let n = amount(errors, path, text, currency);
    if n == 0 && errors.iter().count() == before {
        errors.add(path, NOTHING_OFF);
    }
    n
}

fn distinct<T: Copy + Ord>(mut ids: Vec<T>) -> Vec<T> {
    let mut unique = std::collections::BTreeSet::new();
    ids.retain(|id| unique.insert(*id));
    ids
}

/// The ids that the scope names; none for another scope.
fn named<T: Copy + Ord>(errors: &mut FieldErrors, path: &str, is_asked: bool, ids: Vec<T>) -> Vec<T> {
    if !is_asked {
        return Vec::new();
    }
    let ids = distinct(ids);
    if ids.is_empty() {
        errors.add(path, NAME_ONE);
    } else if ids.len() > MOST_TARGETS {
        errors.add(path, TOO_MANY.with("max", MOST_TARGETS));
    }
    ids
}

/// Applies a request to a coupon; absent fields stay.
///
/// # Errors
/// Every invalid field.
pub(super) fn apply(coupon: &mut Coupon, sent: CouponIn, currency: Currency, is_new: bool) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::new();
    let e = &mut errors;
    let CouponIn { name, code, discount_type, discount_value, max_discount, discount_segment, discount_usability, .. } = sent;
    if name.is_some() || is_new {
        coupon.name = line(e, "name", name.as_deref().unwrap_or_default(), LONGEST_NAME, true);
    }
    if code.is_some() || is_new {
        match clean(code.as_deref().unwrap_or_default(), *code::LENGTH.end(), Lines::Single) {
            Ok(text) if text.is_empty() => e.add("code", common::REQUIRED),
            Ok(text) if code::is_valid(&text) => coupon.code = text,
            Ok(_) => e.add("code", BAD_CODE),
            Err(fault) => e.add("code", guard_message(fault)),
        }
    }
    let t = &mut coupon.terms;
    let stored_type = t.discount_type;
    t.discount_type = discount_type.unwrap_or(stored_type);
    // A value of one discount type is not valid for the other.
    match discount_value {
        Some(text) => {
            t.discount_value = match t.discount_type {
                DiscountType::Fixed => positive(e, "discount_value", &text, currency),
                DiscountType::Percentage => scaled(&text, 2).ok().filter(|n| (1..=10_000).contains(n)).unwrap_or_else(|| {
                    e.add("discount_value", NOT_A_SHARE);
                    0
                }),
            }
        }
        None if is_new || t.discount_type != stored_type => e.add("discount_value", common::REQUIRED),
        None => {}
    }
    if let Some(text) = max_discount {
        t.max_discount = text.filter(|t| !t.trim().is_empty()).map(|text| positive(e, "max_discount", &text, currency));
        if t.max_discount.is_some() && t.discount_type == DiscountType::Fixed {
            e.add("max_discount", CAP_OF_FIXED);
        }
    }
    if t.discount_type == DiscountType::Fixed {
        t.max_discount = None;
    }
    t.segment = discount_segment.unwrap_or(t.segment);
    coupon.usability = discount_usability.unwrap_or(coupon.usability);
    if let Some(text) = sent.min_amount {
        let text = text.filter(|t| !t.trim().is_empty());
        t.min_amount = text.map_or(0, |text| amount(e, "min_amount", &text, currency));
    }
    t.excludes_discounted = sent.excludes_discounted.unwrap_or(t.excludes_discounted);
    t.scope = sent.scope.unwrap_or(t.scope);
    let products = sent.product_ids.unwrap_or_else(|| coupon.product_ids.clone());
    coupon.product_ids = named(e, "product_ids", t.scope == Scope::Products, products);
    let categories = sent.category_ids.unwrap_or_else(|| coupon.category_ids.clone());
    coupon.category_ids = named(e, "category_ids", t.scope == Scope::Categories, categories);
    if let Some(limit) = sent.usage_limit {
        coupon.usage_limit = limit;
        if limit.is_some_and(|n| !(1..=MOST_USES).contains(&n)) {
            e.add("usage_limit", common::BETWEEN.with("min", 1).with("max", MOST_USES));
        }
    }
    if let Some(text) = sent.starts_at {
        coupon.starts_at = time(e, "starts_at", text);
    }
    if let Some(text) = sent.ends_at {
        coupon.ends_at = time(e, "ends_at", text);
    }
    if let (Some(from), Some(to)) = (coupon.starts_at, coupon.ends_at)
        && to <= from
    {
        e.add("ends_at", REVERSED);
    }
    coupon.is_active = sent.is_active.unwrap_or(coupon.is_active);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coupons::write::blank;

    fn sent(body: &str) -> CouponIn {
        serde_json::from_str(body).unwrap()
    }

    fn parse(body: &str) -> Result<Coupon, Vec<String>> {
        let mut coupon = blank(kernel::CouponId::from_raw(1), Millis(0));
        match apply(&mut coupon, sent(body), Currency::KWD, true) {
            Ok(()) => Ok(coupon),
            Err(errors) => Err(errors.iter().map(|(path, _)| path.to_owned()).collect()),
        }
    }

    #[test]
    fn cp_01_a_coupon_is_read() {
        let k = parse(
            r#"{"name": "عيد", "code": "EID-10", "discount_type": "percentage", "discount_value": "12.5", "max_discount": "2.500",
                "min_amount": "10", "usage_limit": 5, "starts_at": "2026-01-01T00:00:00Z", "ends_at": "2026-02-01T00:00:00Z"}"#,
        )
        .unwrap();
        assert_eq!((k.terms.discount_value, k.terms.max_discount, k.terms.min_amount), (1_250, Some(2_500), 10_000));
        let cleared = || sent(r#"{"max_discount": null, "usage_limit": null, "starts_at": null, "min_amount": null}"#);
        let mut changed = k.clone();
        apply(&mut changed, cleared(), Currency::KWD, false).unwrap();
        assert_eq!(
            (changed.terms.max_discount, changed.usage_limit, changed.starts_at, changed.terms.min_amount),
            (None, None, None, 0)
        );
        assert_eq!((changed.ends_at, changed.code), (k.ends_at, k.code));
    }

    #[test]
    fn cp_01_every_field_that_is_wrong_is_named() {
        assert_eq!(parse("{}").unwrap_err(), ["code", "discount_value", "name"]);
        let bad = parse(
            r#"{"name": "x", "code": "a b", "discount_type": "percentage", "discount_value": "100.01", "max_discount": "0", "usage_limit": 0,
                "starts_at": "2026-02-01T00:00:00Z", "ends_at": "2026-01-01T00:00:00Z", "scope": "products"}"#,
        );
        assert_eq!(bad.unwrap_err(), ["code", "discount_value", "ends_at", "max_discount", "product_ids", "usage_limit"]);
        let fixed =
            |more: &str| parse(&format!(r#"{{"name": "x", "code": "abc", "discount_type": "fixed", {more}}}"#)).unwrap_err();
        assert_eq!(fixed(r#""discount_value": "0""#), ["discount_value"]);
        assert_eq!(fixed(r#""discount_value": "1.2345""#), ["discount_value"]);
        assert_eq!(fixed(r#""discount_value": "1", "max_discount": "1""#), ["max_discount"]);
    }
}
