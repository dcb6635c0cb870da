//! The rules of products, case by case and by property.

use kernel::{Currency, Lang, MediaId, Millis, Texts, VariantId};
use proptest::prelude::*;
use web::message::common;

use super::check::{Faults, MOST_VARIANTS};
use super::model::{DynamicField, FieldType, ProductDraft, ProductInput, ProductOption, ProductType, VariantDraft};

const SAR: Currency = Currency::SAR;

fn basic() -> ProductDraft {
    ProductDraft { name: Texts::new("عطر", "Oud"), regular_price: Some(10_000), qty: 3, ..ProductDraft::default() }
}

fn variant(values: &[&str]) -> VariantDraft {
    VariantDraft { option_values: values.iter().map(|v| (*v).to_owned()).collect(), qty: 1, ..VariantDraft::default() }
}

fn option(name: &str, values: &[&str]) -> ProductOption {
    ProductOption { name: name.into(), values: values.iter().map(|v| (*v).to_owned()).collect(), ..ProductOption::default() }
}

fn multi() -> ProductDraft {
    ProductDraft {
        product_type: ProductType::Multi,
        options: vec![option("color", &["أحمر", "أزرق"]), option("size", &["S", "M"])],
        variants: vec![variant(&["أحمر", "S"]), variant(&["أزرق", "M"])],
        ..basic()
    }
}

fn check(d: ProductDraft) -> Result<ProductInput, Faults> {
    d.check(SAR, Lang::Ar)
}

#[track_caller]
fn refused(d: ProductDraft, path: &str) {
    let faults = check(d).unwrap_err();
    assert!(faults.0.iter().any(|f| f.path == path), "no fault at {path}: {faults:?}");
    assert!(faults.0.iter().all(|f| !f.message.ar.is_empty() && !f.message.en.is_empty()));
}

#[test]
fn pr_01_texts_are_guarded_and_tidied() {
    refused(ProductDraft { name: Texts::default(), ..basic() }, "name.ar");
    assert_eq!(ProductDraft { name: Texts::default(), ..basic() }.check(SAR, Lang::En).unwrap_err().0[0].path, "name.en");
    refused(ProductDraft { name: Texts::new("a\u{202E}b", ""), ..basic() }, "name.ar");
    refused(ProductDraft { name: Texts::new("", "a\0b"), ..basic() }, "name.en");
    refused(ProductDraft { name: Texts::new("ق".repeat(201), ""), ..basic() }, "name.ar");
    refused(ProductDraft { description: Texts::new("", "<p>a&#8238;b</p>"), ..basic() }, "description.en");
    refused(ProductDraft { sku: Some("A\nB".into()), ..basic() }, "sku");
    refused(ProductDraft { page_link: Some("!!!".into()), ..basic() }, "page_link");
    let tidy = check(ProductDraft {
        name: Texts::new("  عطر ", ""),
        sku: Some("  ".into()),
        page_link: Some("My Page!".into()),
        tags: vec!["Oud".into(), " oud ".into(), String::new(), "عود".into()],
        description: Texts::new("<p onclick=x>نص<script>alert(1)</script></p>", ""),
        ..basic()
    })
    .unwrap();
    assert_eq!((tidy.name.ar.as_str(), tidy.sku.as_ref(), tidy.page_link.as_deref()), ("عطر", None, Some("my-page")));
    assert_eq!(tidy.tags, ["Oud", "عود"]);
    assert_eq!(tidy.description.ar, "<p>نص</p>");
}

#[test]
fn va_02_prices_are_within_their_limits() {
    refused(ProductDraft { regular_price: None, ..basic() }, "regular_price");
    refused(ProductDraft { regular_price: Some(-1), ..basic() }, "regular_price");
    refused(ProductDraft { regular_price: Some(1_000_000_000_000_001), ..basic() }, "regular_price");
    refused(ProductDraft { cost_price: Some(i64::MAX), ..basic() }, "cost_price");
    refused(ProductDraft { sale_price: Some(10_000), ..basic() }, "sale_price");
    refused(ProductDraft { sale_price: Some(9_999), sale_from: Some(5), sale_until: Some(5), ..basic() }, "sale_until");
    assert!(check(ProductDraft { regular_price: Some(1_000_000_000_000_000), sale_price: Some(0), ..basic() }).is_ok());
}

#[test]
fn pr_03_quantities_are_within_their_limits() {
    for (min, max, path) in
        [(Some(0), None, "min_qty"), (None, Some(0), "max_qty"), (Some(5), Some(4), "min_qty"), (None, Some(i64::MAX), "max_qty")]
    {
        refused(ProductDraft { min_qty: min, max_qty: max, ..basic() }, path);
    }
    refused(ProductDraft { qty: -1, ..basic() }, "qty");
    refused(ProductDraft { qty: i64::MAX, ..basic() }, "qty");
    refused(ProductDraft { weight_grams: -1, ..basic() }, "weight_amount");
    assert!(check(ProductDraft { min_qty: Some(4), max_qty: Some(4), ..basic() }).is_ok());
}

#[test]
fn pr_02_options_and_variants_fit_together() {
    assert!(check(multi()).is_ok());
    refused(ProductDraft { product_type: ProductType::Basic, ..multi() }, "options");
    refused(ProductDraft { options: vec![], ..multi() }, "options");
    refused(ProductDraft { variants: vec![], ..multi() }, "variants");
    refused(
        ProductDraft { options: vec![option("color", &["a", "A"]), option("size", &["S"])], ..multi() },
        "options.0.values.1",
    );
    refused(ProductDraft { options: vec![option("size", &["a"]), option(" Size", &["S"])], ..multi() }, "options.1.name");
    refused(ProductDraft { options: (0..4).map(|n| option(&n.to_string(), &["a"])).collect(), ..multi() }, "options");
    refused(ProductDraft { variants: vec![variant(&["أحمر"])], ..multi() }, "variants.0.option_values");
    refused(ProductDraft { variants: vec![variant(&["أخضر", "S"])], ..multi() }, "variants.0.option_values.0");
    refused(
        ProductDraft { variants: vec![variant(&["أحمر", "S"]), variant(&["أحمر", "s"])], ..multi() },
        "variants.1.option_values",
    );
    refused(ProductDraft { regular_price: None, ..multi() }, "variants.0.regular_price");
    let cheap = VariantDraft { sale_price: Some(10_000), ..variant(&["أحمر", "S"]) };
    refused(ProductDraft { variants: vec![cheap], ..multi() }, "variants.0.sale_price");
    let twice = VariantDraft { id: Some(VariantId::from_raw(1)), ..variant(&["أحمر", "S"]) };
    let again = VariantDraft { id: Some(VariantId::from_raw(1)), ..variant(&["أزرق", "S"]) };
    refused(ProductDraft { variants: vec![twice, again], ..multi() }, "variants.1.id");
}

#[test]
fn pr_02_lens_powers_that_differ_by_a_sign_are_two_values() {
    let d = ProductDraft {
        options: vec![option("power", &["+1.00", "-1.00"])],
        variants: vec![variant(&["+1.00"]), variant(&["-1.00"])],
        ..multi()
    };
    assert!(check(d).is_ok());
}

#[test]
fn pr_02_at_most_250_variants() {
    let values: Vec<String> = (0..=250).map(|n| n.to_string()).collect();
    let of = |n: usize| ProductDraft {
        options: vec![ProductOption { name: "size".into(), values: values[..n.min(250)].to_vec(), ..ProductOption::default() }],
        variants: values[..n].iter().map(|v| variant(&[v])).collect(),
        ..multi()
    };
    assert!(check(of(MOST_VARIANTS)).is_ok());
    refused(of(MOST_VARIANTS + 1), "variants");
}

#[test]
fn pr_04_pictures_are_few_and_each_once() {
    let ids = |n: i64| (0..n).map(MediaId::from_raw).collect::<Vec<_>>();
    refused(ProductDraft { image_ids: ids(51), ..basic() }, "image_ids");
    let twice = [ids(2), ids(2)].concat();
    assert_eq!(check(ProductDraft { image_ids: twice, ..basic() }).unwrap().image_ids, ids(2));
}

#[test]
fn pr_06_dynamic_fields_say_what_they_ask() {
    let field = |field_type, choices: &[&str]| DynamicField {
        field_label: Texts::new("الاسم", "Name"),
        field_type,
        field_required: true,
        choices: choices.iter().map(|c| (*c).to_owned()).collect(),
    };
    let with = |f| ProductDraft { dynamic_fields: vec![f], ..basic() };
    assert!(check(with(field(FieldType::Choice, &["أ", "ب"]))).is_ok());
    refused(with(field(FieldType::Choice, &["أ"])), "dynamic_fields.0.choices");
    refused(with(field(FieldType::Choice, &["a", "A"])), "dynamic_fields.0.choices.1");
    refused(with(field(FieldType::Text, &["أ", "ب"])), "dynamic_fields.0.choices");
    refused(
        with(DynamicField { field_label: Texts::default(), ..field(FieldType::Date, &[]) }),
        "dynamic_fields.0.field_label.ar",
    );
    refused(ProductDraft { dynamic_fields: vec![field(FieldType::Text, &[]); 21], ..basic() }, "dynamic_fields");
}

#[test]
fn a_sale_counts_only_in_its_window() {
    let d = ProductDraft { sale_price: Some(8_000), sale_from: Some(100), sale_until: Some(200), ..basic() };
    let at = |now: i64| d.listing(Millis(now));
    assert_eq!((at(99).list_price, at(99).price_changes_at), (10_000, Some(100)));
    assert_eq!((at(100).list_price, at(100).price_changes_at), (8_000, Some(200)));
    assert_eq!((at(200).list_price, at(200).price_changes_at), (10_000, None));
    // A variant with its own price does not take the product's sale; one without does.
    let own = VariantDraft { regular_price: Some(9_000), ..variant(&["أحمر", "S"]) };
    let d = ProductDraft { sale_price: Some(8_000), variants: vec![own.clone()], ..multi() };
    assert_eq!(d.listing(Millis(0)).list_price, 9_000);
    let d = ProductDraft { sale_price: Some(8_000), variants: vec![own, variant(&["أزرق", "S"])], ..multi() };
    assert_eq!(d.listing(Millis(0)).list_price, 8_000);
}

prop_compose! {
    /// A multi product whose variants are some of the combinations of its options, with prices and stock of all sorts.
    fn any_multi()(sizes in prop::collection::vec(1..6_usize, 1..4))(
        picks in prop::collection::hash_set(0..sizes.iter().product::<usize>(), 1..=sizes.iter().product::<usize>()),
        facts in prop::collection::vec((prop::option::of(1..1_000_000_i64), 0..1_000_i64, any::<bool>(), any::<bool>()), 125),
        sizes in Just(sizes),
    ) -> ProductDraft {
        let options: Vec<ProductOption> = sizes.iter().enumerate()
            .map(|(i, n)| ProductOption { name: format!("خيار {i}"), values: (0..*n).map(|v| format!("قيمة {v}")).collect(), ..ProductOption::default() })
            .collect();
        let variants = picks.into_iter().zip(facts).map(|(mut pick, (price, qty, has_unlimited_qty, is_active))| {
            let option_values = sizes.iter().map(|n| { let v = pick % n; pick /= n; format!("قيمة {v}") }).collect();
            VariantDraft { option_values, regular_price: price, qty, has_unlimited_qty, is_active, ..VariantDraft::default() }
        }).collect();
        ProductDraft { options, variants, ..multi() }
    }
}

proptest! {
    #[test]
    fn pr_02_any_set_of_combinations_is_accepted_and_summed(d in any_multi()) {
        let input = check(d.clone()).unwrap();
        let listing = input.listing(Millis(0));
        let active: Vec<&VariantDraft> = d.variants.iter().filter(|v| v.is_active).collect();
        prop_assert_eq!(listing.stock, active.iter().filter(|v| !v.has_unlimited_qty).map(|v| v.qty).sum::<i64>());
        prop_assert_eq!(listing.has_unlimited_qty, active.iter().any(|v| v.has_unlimited_qty));
        let lowest = active.iter().map(|v| v.regular_price.unwrap_or(10_000)).min();
        if let Some(lowest) = lowest {
            prop_assert_eq!(listing.list_price, lowest);
        }
    }

    #[test]
    fn what_was_accepted_is_accepted_unchanged_again(d in any_multi()) {
        let once = check(d).unwrap();
        prop_assert_eq!(check((*once).clone()).unwrap(), once);
    }

    #[test]
    fn pr_02_a_repeated_combination_is_always_refused(d in any_multi(), pick in any::<prop::sample::Index>()) {
        let mut d = d;
        let copy = pick.get(&d.variants).clone();
        d.variants.push(copy);
        let path = format!("variants.{}.option_values", d.variants.len() - 1);
        prop_assert!(check(d).unwrap_err().0.iter().any(|f| f.path == path));
    }

    #[test]
    fn any_texts_are_refused_or_stored_clean(name in "\\PC{0,30}", html in "\\PC{0,60}", sku in "\\PC{0,10}") {
        let d = ProductDraft { name: Texts::new(name, "x"), description: Texts::new(html, ""), sku: Some(sku), ..basic() };
        if let Ok(input) = check(d) {
            prop_assert_eq!(check((*input).clone()).unwrap(), input);
        }
    }

    #[test]
    fn any_numbers_are_refused_or_within_limits(
        regular in prop::option::of(any::<i64>()), sale in prop::option::of(any::<i64>()), qty in any::<i64>(), min in prop::option::of(any::<i64>()),
        max in prop::option::of(any::<i64>()), grams in any::<i64>(),
    ) {
        let d = ProductDraft { regular_price: regular, sale_price: sale, qty, min_qty: min, max_qty: max, weight_grams: grams, ..basic() };
        if let Ok(x) = check(d) {
            prop_assert!(x.qty >= 0 && x.weight_grams >= 0 && x.regular_price.is_some_and(|p| p >= 0));
            prop_assert!(x.sale_price.is_none_or(|s| s >= 0 && Some(s) < x.regular_price));
            prop_assert!(x.min_qty.is_none_or(|m| m >= 1 && x.max_qty.is_none_or(|n| m <= n)));
        }
    }
}

#[test]
fn the_common_messages_are_used_for_common_faults() {
    let faults = check(ProductDraft { name: Texts::default(), ..basic() }).unwrap_err();
    assert_eq!(faults.0[0].message, common::REQUIRED);
}
