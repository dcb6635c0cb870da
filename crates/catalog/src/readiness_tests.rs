//! Readiness, case by case and compared with the availability rule.

use kernel::{Lang, MediaId, Millis, ProductId, Texts, VariantId};
use proptest::prelude::*;

use super::model::{Product, ProductDraft, ProductOption, ProductType, VariantDraft};
use super::readiness::{ReadinessCode, StoreFacts, readiness};

fn store() -> StoreFacts {
    StoreFacts { languages: vec![Lang::Ar, Lang::En], has_shipping: true }
}

fn complete() -> ProductDraft {
    ProductDraft {
        name: Texts::new("عطر", "Oud"),
        regular_price: Some(100),
        qty: 3,
        image_ids: vec![MediaId::from_raw(1)],
        ..ProductDraft::default()
    }
}

fn codes(f: &ProductDraft, store: &StoreFacts) -> Vec<ReadinessCode> {
    readiness(f, store).into_iter().map(|r| r.code).collect()
}

#[test]
fn pr_03_each_reason_is_named_by_itself() {
    use ReadinessCode::*;
    assert_eq!(codes(&complete(), &store()), []);
    let case = |d: ProductDraft| codes(&d, &store());
    assert_eq!(case(ProductDraft { is_published: false, ..complete() }), [Unpublished]);
    assert_eq!(case(ProductDraft { is_published: false, publish_at: Some(5), ..complete() }), [Scheduled]);
    assert_eq!(case(ProductDraft { archived_at: Some(5), ..complete() }), [Archived]);
    assert_eq!(case(ProductDraft { is_active: false, ..complete() }), [Inactive]);
    assert_eq!(case(ProductDraft { regular_price: None, ..complete() }), [NoPrice]);
    assert_eq!(case(ProductDraft { qty: 0, ..complete() }), [NoStock]);
    assert_eq!(case(ProductDraft { qty: 0, has_unlimited_qty: true, ..complete() }), []);
    assert_eq!(case(ProductDraft { min_qty: Some(4), ..complete() }), [BelowMinimum]);
    assert_eq!(case(ProductDraft { image_ids: vec![], ..complete() }), [NoImage]);
    let half = ProductDraft { short_description: Texts::new("قصير", ""), ..complete() };
    let reasons = readiness(&half, &store());
    assert_eq!((reasons[0].code, reasons[0].language), (MissingTranslation, Some(Lang::En)));
    assert_eq!(reasons[0].field.as_deref(), Some("short_description.en"));
    assert!(!reasons[0].is_stop);
    let arabic = StoreFacts { languages: vec![Lang::Ar], ..store() };
    assert_eq!(codes(&half, &arabic), [], "a language that the store does not speak is not missed");
    let no_shipping = StoreFacts { has_shipping: false, ..store() };
    assert_eq!(codes(&complete(), &no_shipping), [NoShipping]);
    assert_eq!(codes(&ProductDraft { requires_shipping: false, ..complete() }, &no_shipping), []);
}

fn multi(variants: Vec<VariantDraft>) -> ProductDraft {
    ProductDraft {
        product_type: ProductType::Multi,
        options: vec![ProductOption { name: "size".into(), values: vec!["S".into(), "M".into()], ..ProductOption::default() }],
        qty: 0,
        variants,
        ..complete()
    }
}

#[test]
fn pr_02_variants_have_reasons_of_their_own() {
    use ReadinessCode::*;
    let v = |id, qty, is_active| VariantDraft {
        id: Some(VariantId::from_raw(id)),
        option_values: vec![if id == 1 { "S".into() } else { "M".into() }],
        qty,
        is_active,
        ..VariantDraft::default()
    };
    assert_eq!(codes(&multi(vec![v(1, 0, true), v(2, 5, true)]), &store()), []);
    assert_eq!(codes(&multi(vec![v(1, 3, false), v(2, 5, false)]), &store()), [NoActiveVariant]);
    let empty = readiness(&multi(vec![v(1, 3, false), v(2, 0, true)]), &store());
    assert_eq!((empty[0].code, empty[0].field.as_deref()), (NoStock, Some("variants.1.qty")));
    let together = ProductDraft { min_qty: Some(4), ..multi(vec![v(1, 2, true), v(2, 2, true)]) };
    assert_eq!(codes(&together, &store()), []);
}

prop_compose! {
    fn any_variant()(id in 1_i64..1_000, qty in 0_i64..3, has_unlimited_qty: bool, is_active: bool, price in proptest::option::of(1_i64..9)) -> VariantDraft {
        VariantDraft { id: Some(VariantId::from_raw(id)), option_values: vec!["x".into()], qty, has_unlimited_qty, is_active, regular_price: price, ..VariantDraft::default() }
    }
}

proptest! {
    /// PR-03: a product without a blocking reason can be bought, and one that can be bought has no blocking reason.
    #[test]
    fn pr_03_reasons_stop_exactly_what_cannot_be_sold(
        is_active: bool, is_published: bool, archived in proptest::option::of(1_i64..9), publish_at in proptest::option::of(1_i64..9),
        qty in 0_i64..3, has_unlimited_qty: bool, is_multi: bool, variants in proptest::collection::vec(any_variant(), 1..4),
    ) {
        let mut f = ProductDraft { is_active, is_published, archived_at: archived, publish_at, qty, has_unlimited_qty, ..complete() };
        if is_multi {
            f = ProductDraft { product_type: ProductType::Multi, variants, ..f };
        }
        let stops = readiness(&f, &store()).into_iter().any(|r| r.is_stop);
        let at = Millis(0);
        let ids: Vec<_> = if is_multi { f.variants.iter().map(|v| v.id).collect() } else { vec![None] };
        let product = Product {
            id: ProductId::from_raw(1), fields: f, list_price: 0, stock: 0, version: 1, seq: 1, created_at: at, updated_at: at, deleted_at: None,
        };
        let can = ids.into_iter().filter_map(|id| super::line_availability(&product, id, at)).any(|s| s.is_for_sale && s.has(1));
        prop_assert_eq!(can, !stops);
    }
}
