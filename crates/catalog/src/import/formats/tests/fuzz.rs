//! No bytes make the readers panic, and their results stay consistent.

use proptest::prelude::*;

use super::*;

const OWN: [&[u8]; 3] = [
    include_bytes!("../../../../tests/data/own_salla_products.csv"),
    include_bytes!("../../../../tests/data/own_zid_products.csv"),
    include_bytes!("../../../../tests/data/own_shopify_products_2025.csv"),
];

const WOO: &str = "ID,Type,SKU,Name,Published,Regular price,Sale price,Parent,Stock,Images,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n";
const SHOPIFY: &str = "Handle,Title,Variant Price,Variant Compare At Price,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Inventory Tracker,Variant Inventory Qty,Image Src,Image Position\n";
const SALLA: &str = "النوع ,أسم المنتج,سعر المنتج,السعر المخفض,رمز المنتج sku,الوزن,وحدة الوزن,تاريخ بداية التخفيض,[1] الاسم,[1] القيمة,[2] الاسم,[2] القيمة\n";
const ZID: &str = "sku,name_ar,name_en,price,sale_price,quantity,has_variants,option1_name_ar,option1_value_ar,has_dropdown,dropdown_name_ar,dropdown_choice1_ar\n";
const GENERIC: &str = "name,price,sale price,sku,qty,weight,weight unit,images,category,option1 name,option1 value\n";

/// Reads with every format's mapping, not only the detected one, and checks what must hold of any result.
fn read_all_ways(bytes: &[u8]) {
    let Ok(table) = read_table(bytes) else { return };
    assert!(table.headers.len() <= MAX_COLUMNS && !table.rows.is_empty());
    let _ = table.header_fingerprint();
    let formats = [detect(&table), Format::ShopifyClassic, Format::WooCommerce, Format::Salla, Format::Zid, Format::Unknown];
    for format in formats {
        let mapping = default_mapping(&table, format);
        let Ok(parsed) = parse(&table, &mapping, &SAR) else { continue };
        for product in &parsed.products {
            assert!(!product.name.is_empty());
            for item in std::iter::once(&product.item).chain(product.variants.iter().map(|variant| &variant.item)) {
                let regular = item.regular_price.expect("a product that passed has a price");
                assert!(regular >= 0 && item.sale_price.is_none_or(|sale| sale < regular));
            }
            assert_eq!(product.product_type == ProductType::Multi, !product.variants.is_empty());
            let mut seen = std::collections::HashSet::new();
            for variant in &product.variants {
                assert_eq!(variant.values.len(), product.options.len());
                assert!(seen.insert(&variant.values));
                assert!(variant.values.iter().zip(&product.options).all(|(value, option)| *value < option.values.len()));
            }
        }
        for failed in &parsed.failed {
            assert!(!failed.errors.is_empty() && !failed.records.is_empty());
        }
        for error in parsed.errors() {
            assert!(!error.message(Lang::Ar).is_empty() && !error.message(Lang::En).is_empty());
        }
        for warning in &parsed.warnings {
            assert!(!warning.message(Lang::Ar).is_empty() && !warning.message(Lang::En).is_empty());
        }
        // Every row is reported at most once.
        let mut records: Vec<u32> = parsed.products.iter().flat_map(|product| product.records.clone()).collect();
        records.extend(parsed.failed.iter().flat_map(|failed| failed.records.clone()));
        let count = records.len();
        records.sort_unstable();
        records.dedup();
        assert_eq!(records.len(), count);
    }
}

fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        2 => "[SMLأبت]{1,2}",
        2 => "-?[0-9٠-٩]{1,16}([.,٫][0-9]{0,4})?",
        1 => "[=+@'-].{0,6}",
        1 => Just("منتج".to_owned()),
        1 => Just("خيار".to_owned()),
        1 => "(variable|variation|simple|grouped|Yes|No|نعم|Default Title|Infinite|shopify|id:1|a\\\\, b)",
        1 => "(https://x.example/[a-z]{1,3}.jpg[,; ]{0,2}){0,3}",
        1 => "[0-9]{1,4}[-/][0-9]{1,2}[-/][0-9]{1,4}( [0-9:]{1,8})?",
        1 => "\\PC{0,8}",
        1 => any::<char>().prop_map(|c| c.to_string()),
    ]
}

#[test]
fn a_name_that_is_a_byte_order_mark_is_no_name() {
    read_all_ways(format!("{ZID}منتج,,\u{feff},0\n").as_bytes());
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        read_all_ways(&bytes);
    }

    #[test]
    fn arbitrary_bytes_below_a_header_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), head in 0..5_usize) {
        let mut file = [WOO, SHOPIFY, SALLA, ZID, GENERIC][head].as_bytes().to_vec();
        file.extend(bytes);
        read_all_ways(&file);
    }

    #[test]
    fn damaged_samples_never_panic(which in 0..3_usize, at in any::<prop::sample::Index>(), with in prop::collection::vec(any::<u8>(), 0..4), cut in any::<prop::sample::Index>()) {
        let mut file = OWN[which].to_vec();
        let place = at.index(file.len());
        file.splice(place..(place + 2).min(file.len()), with);
        read_all_ways(&file);
        file.truncate(cut.index(file.len()));
        read_all_ways(&file);
    }

    #[test]
    fn rows_of_likely_cells_never_panic(head in 0..5_usize, rows in prop::collection::vec(prop::collection::vec(cell(), 0..14), 1..12)) {
        let mut file = [WOO, SHOPIFY, SALLA, ZID, GENERIC][head].to_owned();
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
            file.push_str(&cells.join(","));
            file.push('\n');
        }
        read_all_ways(file.as_bytes());
    }
}
