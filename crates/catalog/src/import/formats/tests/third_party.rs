//! Files that other platforms published as samples. They may not be committed, so they are read from the
//! folder beside the repository, and the tests say so when it is absent.

use std::path::PathBuf;

use super::*;

fn sample(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: {name} is not in the shared data folder beside the repository");
    }
    bytes
}

/// Products, items, images, image-only rows, products of one "Default Title", items with a sale, sum of prices paid.
#[track_caller]
fn assert_shopify(name: &str, expected: (usize, usize, usize, usize, usize, usize, usize, i64)) {
    let Some(bytes) = sample(name) else { return };
    let (_, format, parsed) = read(&bytes);
    assert_eq!(format, Format::ShopifyClassic);
    assert_eq!(parsed.counts.failed, 0, "{:?}", parsed.failed);
    let items: Vec<&Item> = parsed
        .products
        .iter()
        .flat_map(|product| {
            let own = (product.product_type == ProductType::Basic).then_some(&product.item);
            own.into_iter().chain(product.variants.iter().map(|variant| &variant.item))
        })
        .collect();
    let basic = parsed.products.iter().filter(|product| product.product_type == ProductType::Basic).count();
    let on_sale = items.iter().filter(|item| item.sale_price.is_some()).count();
    let paid: i64 = items.iter().filter_map(|item| item.sale_price.or(item.regular_price)).sum();
    let counts = parsed.counts;
    assert_eq!(
        (counts.records, counts.products, counts.items, counts.images, counts.image_only_rows, basic, on_sale, paid),
        expected
    );
    assert!(items.iter().all(|item| item.sku.is_none()));
}

#[test]
fn pr_01_shopify_apparel() {
    assert_shopify("shopify_apparel.csv", (22, 20, 22, 20, 0, 19, 0, 129_500));
    let Some(bytes) = sample("shopify_apparel.csv") else { return };
    let (_, _, parsed) = read(&bytes);
    let top = parsed.products.iter().find(|product| product.handle.as_deref() == Some("classic-varsity-top")).unwrap();
    assert_eq!(top.variants.len(), 3);
    assert_eq!(top.options[0].kind, OptionKind::Size);
}

#[test]
fn pr_01_shopify_home_and_garden() {
    assert_shopify("shopify_home-and-garden.csv", (21, 20, 21, 21, 0, 19, 16, 234_584));
}

#[test]
fn pr_01_shopify_jewelery() {
    assert_shopify("shopify_jewelery.csv", (41, 20, 23, 41, 18, 17, 17, 98_074));
}

#[test]
fn pr_01_woocommerce_sample() {
    let Some(bytes) = sample("woocommerce_sample_products.csv") else { return };
    let (table, format, parsed) = read(&bytes);
    assert_eq!(format, Format::WooCommerce);
    assert_eq!((table.headers.len(), parsed.counts.records), (55, 24));
    assert_eq!(parsed.counts.failed, 0, "{:?}", parsed.failed);
    // 9 simple, 2 virtual, 2 variable, 1 grouped, 1 external.
    assert_eq!(parsed.counts.products, 15);
    let by_sku = |sku: &str| parsed.products.iter().find(|product| product.item.sku.as_deref() == Some(sku)).unwrap();

    let hoodie = by_sku("cc-hoodie");
    assert_eq!(hoodie.variants.len(), 6);
    let names: Vec<&str> = hoodie.options.iter().map(|option| option.name.ar.as_str()).collect();
    assert_eq!(names, ["Color", "Logo"]);
    assert_eq!(hoodie.options[0].kind, OptionKind::Color);
    assert_eq!(hoodie.item.regular_price, Some(4500));
    let red = hoodie.variants.iter().find(|variant| variant.item.sku.as_deref() == Some("cc-hoodie-red")).unwrap();
    assert_eq!((red.item.regular_price, red.item.sale_price), (Some(4500), Some(4200)));

    // All three variations leave Size blank: one variant for each of three sizes, none dropped.
    let tee = by_sku("cc-tee");
    assert_eq!(tee.variants.len(), 9);
    let skus: Vec<&str> = tee.variants.iter().filter_map(|variant| variant.item.sku.as_deref()).collect();
    assert_eq!(&skus[..3], ["cc-t-shirt-blue-large", "cc-t-shirt-blue-medium", "cc-t-shirt-blue-small"]);
    let mut records: Vec<u32> = tee.variants.iter().map(|variant| variant.record).collect();
    records.dedup();
    assert_eq!(records.len(), 3);
    let expanded = parsed.warnings.iter().filter(|warning| matches!(warning.note, RowNote::AnyValueExpanded { variants: 3 }));
    assert_eq!(expanded.count(), 3);

    assert_eq!(by_sku("cc-album").item.requires_shipping, Some(false));
    assert_eq!(by_sku("cc-beanie").item.stock, Some(Stock::Unlimited));
    let path: Vec<&str> = by_sku("cc-beanie").categories[0].iter().map(|level| level.ar.as_str()).collect();
    assert_eq!(path, ["Clothing", "Accessories"]);
    for sku in ["cc-logo-collection", "cp-donation"] {
        assert!(!by_sku(sku).is_active, "{sku}");
    }
    let unsupported = parsed.warnings.iter().filter(|warning| matches!(warning.note, RowNote::UnsupportedType { .. }));
    assert_eq!(unsupported.count(), 2);

    assert_eq!(parsed.counts.images, 32);
    assert_eq!(sum_of_prices(&parsed), 72_900);
    let on_sale: usize = parsed
        .products
        .iter()
        .map(|product| {
            let own = product.product_type == ProductType::Basic && product.item.sale_price.is_some();
            usize::from(own) + product.variants.iter().filter(|variant| variant.item.sale_price.is_some()).count()
        })
        .sum();
    assert_eq!(on_sale, 6);
}
