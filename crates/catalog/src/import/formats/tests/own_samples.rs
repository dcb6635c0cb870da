//! The small files written for the project; what to expect of each is in the contract on imports.

use super::*;
use crate::fields::Value;

const SALLA: &[u8] = include_bytes!("../../../../tests/data/own_salla_products.csv");
const ZID: &[u8] = include_bytes!("../../../../tests/data/own_zid_products.csv");
const SHOPIFY: &[u8] = include_bytes!("../../../../tests/data/own_shopify_products_2025.csv");

#[test]
fn pr_01_salla_three_good_products_and_one_bad() {
    let (table, format, parsed) = read(SALLA);
    assert_eq!(format, Format::Salla);
    assert_eq!((table.headers.len(), table.header_line, table.delimiter), (40, 2, ','));
    assert_eq!(table.encoding, Encoding::Utf8);
    assert_eq!(parsed.counts.records, 6);
    assert_eq!((parsed.counts.products, parsed.counts.failed, parsed.counts.variants), (3, 1, 2));

    let thobe = &parsed.products[0];
    assert_eq!(thobe.name.ar, "ثوب قطن أبيض");
    assert_eq!(thobe.name.en, "");
    assert_eq!(thobe.product_type, ProductType::Multi);
    assert_eq!(thobe.item.sku.as_deref(), Some("THB-01"));
    assert_eq!((thobe.item.regular_price, thobe.item.sale_price), (Some(15050), Some(12000)));
    assert_eq!(thobe.item.sale_starts.map(|at| at.to_string()).as_deref(), Some("2026-03-01T00:00:00"));
    assert_eq!(thobe.item.sale_ends.map(|at| at.to_string()).as_deref(), Some("2026-03-31T23:59:59"));
    assert_eq!(thobe.item.values[&Field::CostPrice], Value::Number(8000));
    assert_eq!(thobe.max_per_order, Some(5));
    assert_eq!(thobe.item.weight, Some(Weight { grams: 600, unit: WeightUnit::Kg }));
    assert_eq!(thobe.item.requires_shipping, Some(true));
    assert_eq!(thobe.item.is_tax_free, Some(false));
    assert_eq!(thobe.images.len(), 2);
    assert_eq!(thobe.images[0].alt.as_deref(), Some("ثوب أبيض"));
    assert_eq!(thobe.short_description.ar, "عرض العيد");
    assert!(thobe.description.ar.contains("<ul><li>صناعة محلية</li></ul>"));
    let path: Vec<&str> = thobe.categories[0].iter().map(|level| level.ar.as_str()).collect();
    assert_eq!(path, ["ملابس", "رجالي"]);
    let kinds: Vec<OptionKind> = thobe.options.iter().map(|option| option.kind).collect();
    assert_eq!(kinds, [OptionKind::Size, OptionKind::Color]);
    assert_eq!(thobe.options[1].values[0].visual.as_deref(), Some("#FFFFFF"));
    assert_eq!(values(thobe, 0, Lang::Ar), ["S", "أبيض"]);
    assert_eq!(values(thobe, 1, Lang::Ar), ["M", "أبيض"]);
    let variants: Vec<(Option<&str>, Option<i64>)> =
        thobe.variants.iter().map(|variant| (variant.item.sku.as_deref(), variant.item.regular_price)).collect();
    assert_eq!(variants, [(Some("THB-01-S-W"), Some(15050)), (Some("THB-01-M-W"), Some(15500))]);
    assert_eq!(thobe.variants[0].item.weight, thobe.item.weight);
    assert_eq!(thobe.records, [1, 2, 3]);

    let oud = &parsed.products[1];
    assert_eq!(oud.product_type, ProductType::Basic);
    assert_eq!(oud.item.regular_price, Some(125_000));
    assert_eq!(oud.item.weight, Some(Weight { grams: 350, unit: WeightUnit::G }));
    assert_eq!(oud.item.stock, Some(Stock::Unlimited));

    let gift = &parsed.products[2];
    assert_eq!(gift.item.requires_shipping, Some(false));
    assert_eq!(gift.item.is_tax_free, Some(true));
    assert!(gift.images.is_empty());
}

#[test]
fn pr_01_salla_a_price_with_a_unit_names_its_column_and_place() {
    let (_, _, parsed) = read(SALLA);
    let failed = &parsed.failed[0];
    assert_eq!((failed.label.as_str(), &failed.records[..]), ("صنف بسعر خاطئ", &[6][..]));
    let [error] = &failed.errors[..] else { panic!("{:?}", failed.errors) };
    assert_eq!((error.record, error.line), (6, 8));
    assert_eq!(error.column.as_deref(), Some("سعر المنتج"));
    assert_eq!(error.fault, RowFault::OtherCurrency { value: "150 USD".to_owned(), currency: "SAR".to_owned() });
    assert_eq!(error.message(Lang::Ar), "سعر المنتج: «150 USD» بعملة غير عملة المتجر (SAR). حوّل السعر واكتب الرقم وحده.");
    assert_eq!(
        error.message(Lang::En),
        "سعر المنتج: \"150 USD\" isn't in the store currency (SAR). Convert the price and enter digits only."
    );
}

#[test]
fn pr_06_zid_two_products_two_variants_and_a_field_for_the_shopper() {
    let (table, format, parsed) = read(ZID);
    assert_eq!(format, Format::Zid);
    assert_eq!(table.headers.len(), 50);
    assert_eq!(parsed.counts.records, 4);
    assert_eq!((parsed.counts.products, parsed.counts.failed, parsed.counts.variants), (2, 0, 2));
    assert_eq!(parsed.counts.items, 3);

    let abaya = &parsed.products[0];
    assert_eq!((abaya.name.ar.as_str(), abaya.name.en.as_str()), ("عباية سوداء", "Black abaya"));
    assert_eq!(abaya.page_link.as_deref(), Some("عباية-سوداء"));
    assert_eq!((abaya.min_per_order, abaya.max_per_order), (Some(1), Some(3)));
    assert_eq!(abaya.categories, [vec![kernel::Texts::new("ملابس", "Clothing"), kernel::Texts::new("نسائي", "Women")]]);
    assert_eq!((abaya.options[0].name.ar.as_str(), abaya.options[0].name.en.as_str()), ("المقاس", "Size"));
    assert_eq!(abaya.options[0].kind, OptionKind::Size);
    let rows: Vec<_> = abaya
        .variants
        .iter()
        .enumerate()
        .map(|(at, variant)| {
            (values(abaya, at, Lang::Ar)[0].clone(), variant.item.regular_price, variant.item.sale_price, variant.item.stock)
        })
        .collect();
    let counted = |qty| Some(Stock::Counted { qty, may_oversell: false });
    assert_eq!(rows, [("54".to_owned(), Some(32000), Some(28000), counted(4)), ("56".to_owned(), Some(33000), None, counted(0))]);
    assert_eq!(abaya.item.values[&Field::CostPrice], Value::Number(15000));
    assert_eq!(abaya.images.len(), 2);
    assert!(abaya.is_published);

    let mug = &parsed.products[1];
    assert_eq!(mug.item.stock, Some(Stock::Unlimited));
    assert_eq!(mug.item.is_tax_free, Some(false));
    assert_eq!(mug.item.requires_shipping, Some(true));
    let [field] = &mug.dynamic_fields[..] else { panic!("{:?}", mug.dynamic_fields) };
    assert_eq!(field.label, kernel::Texts::new("الاسم على الكوب", "Name on mug"));
    assert_eq!((field.field_type, field.is_required, field.price), (DynamicFieldType::Text, true, 500));
    assert!(parsed.ignored_columns.contains(&"categories_description_ar".to_owned()));
}

#[test]
fn pr_02_shopify_of_2025_options_images_and_stock() {
    let (_, format, parsed) = read(SHOPIFY);
    assert_eq!(format, Format::Shopify2025);
    assert_eq!(parsed.counts.records, 4);
    assert_eq!((parsed.counts.products, parsed.counts.failed, parsed.counts.variants), (2, 0, 2));
    assert_eq!(parsed.counts.image_only_rows, 1);

    let shirt = &parsed.products[0];
    assert_eq!(shirt.handle.as_deref(), Some("linen-shirt"));
    assert_eq!(shirt.description.ar, "<p>Line one</p>\n<p>Line \"two\"</p>");
    assert_eq!(shirt.values[&Field::Tags], Value::Words(vec!["summer".into(), "linen".into()]));
    let urls: Vec<&str> = shirt.images.iter().map(|image| image.url.as_str()).collect();
    assert_eq!(
        urls,
        ["https://cdn.example.com/ls-1.jpg", "https://cdn.example.com/ls-2.jpg", "https://cdn.example.com/ls-3.jpg"]
    );
    let kinds: Vec<OptionKind> = shirt.options.iter().map(|option| option.kind).collect();
    assert_eq!(kinds, [OptionKind::Size, OptionKind::Color]);
    let small = &shirt.variants[0].item;
    assert_eq!(small.sku.as_deref(), Some("LS-S"));
    assert_eq!((small.regular_price, small.sale_price), (Some(50000), Some(40000)));
    assert_eq!(small.stock, Some(Stock::Counted { qty: 3, may_oversell: false }));
    assert_eq!(small.weight, Some(Weight { grams: 250, unit: WeightUnit::G }));
    let medium = &shirt.variants[1].item;
    assert_eq!((medium.regular_price, medium.sale_price), (Some(40000), None));
    assert_eq!(medium.stock, Some(Stock::Counted { qty: 0, may_oversell: true }));
    assert_eq!(shirt.item.sku, None);

    let book = &parsed.products[1];
    assert_eq!(book.name.ar, "كتاب طبخ");
    assert_eq!(book.page_link.as_deref(), Some("كتاب-طبخ"));
    assert_eq!(book.product_type, ProductType::Basic);
    assert!(!book.is_active && book.is_published);
    assert_eq!(book.item.is_tax_free, Some(true));
    assert_eq!(book.item.stock, Some(Stock::Unlimited));
    assert_eq!(book.item.regular_price, Some(12000));
}

#[test]
fn pr_01_the_same_export_has_the_same_fingerprint_and_the_mapping_round_trips() {
    let table = read_table(ZID).unwrap();
    let other = read_table(&String::from_utf8(ZID.to_vec()).unwrap().replace("name_ar", " Name_AR ").into_bytes()).unwrap();
    assert_eq!(table.header_fingerprint(), other.header_fingerprint());
    assert_ne!(table.header_fingerprint(), read_table(SALLA).unwrap().header_fingerprint());
    for bytes in [ZID, SALLA, SHOPIFY] {
        let table = read_table(bytes).unwrap();
        let mapping = default_mapping(&table, detect(&table));
        let json = serde_json::to_string(&mapping).unwrap();
        assert_eq!(serde_json::from_str::<Mapping>(&json).unwrap(), mapping);
        let product = parse(&table, &mapping, &SAR).unwrap().products.remove(0);
        let json = serde_json::to_string(&product).unwrap();
        assert_eq!(serde_json::from_str::<ImportProduct>(&json).unwrap(), product);
    }
}

#[test]
fn pr_01_samples_show_what_a_column_holds() {
    let table = read_table(SALLA).unwrap();
    assert_eq!(table.samples(1, 2), ["ثوب قطن أبيض", "عطر العود ١٠٠ مل"]);
}
