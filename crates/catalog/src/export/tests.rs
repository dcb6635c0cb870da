//! Exporting and importing again changes nothing.

use std::collections::{BTreeMap, HashMap};

use jiff::tz::TimeZone;
use kernel::{CategoryId, Currency, Lang, MediaId, Millis, ProductId, Texts};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng as _};

use super::rows::{Names, header};
use crate::fields::{self, Draft, FILE_COLUMNS as COLUMNS, Kind, Value};
use crate::import::read_back;
use crate::model::{DynamicField, FieldType, Product, ProductDraft, ProductOption, ProductType, Seo, VariantDraft, WeightUnit};
use platform::exports::{Cell, Frame, csv_part, xlsx_part};

/// What breaks files: formulas, list separators, quotation marks, codes that look like numbers, both scripts.
const PIECES: &[&str] = &[
    "=cmd()",
    "=1+1",
    "+7",
    "-5",
    "-x",
    "@sum",
    "'",
    "''=a",
    "'=b",
    "\"",
    "\"\"",
    ",",
    ", ",
    ";",
    "|",
    " | ",
    ">",
    " > ",
    "\\",
    "\\n",
    "\\,",
    "_x000D_",
    "_x005F_",
    "&",
    "&amp;",
    "<b>",
    "</t>",
    "]]>",
    "0123",
    "1E5",
    "12,5",
    "٤٥٫٥",
    "ريال",
    "TRUE",
    "[]",
    "قميص",
    "أزرق فاتح",
    "Shirt",
    "é",
    "\u{200F}",
    "\u{200E}",
    "\u{200C}",
    "🧕🏽",
    "نعم",
    "منتج",
    "product",
    "#",
    "http://a.example/",
    "\u{A0}",
    " ",
    "  ",
    "．",
    "＝x",
    "％",
    "a\tb",
];

fn text(rng: &mut StdRng) -> String {
    (0..rng.random_range(1..6)).map(|_| PIECES[rng.random_range(0..PIECES.len())]).collect::<String>().replace('\t', " ")
}

fn lines(rng: &mut StdRng) -> String {
    let count = rng.random_range(0..4);
    (0..count).map(|_| text(rng)).collect::<Vec<_>>().join(if rng.random() { "\n" } else { "\n\n\t" })
}

fn html(rng: &mut StdRng) -> String {
    match rng.random_range(0..4) {
        0 => String::new(),
        1 => format!("<p>{}</p>\n<ul><li>a</li></ul>", text(rng).replace('<', "&lt;")),
        // Longer than a spreadsheet cell may be.
        2 if rng.random_range(0..8) == 0 => format!("<p>{}</p>", "=طويل جدًا 🧕🏽 ".repeat(3_000)),
        _ => lines(rng),
    }
}

fn texts(rng: &mut StdRng, of: fn(&mut StdRng) -> String) -> Texts {
    let one = |rng: &mut StdRng| if rng.random() { of(rng) } else { String::new() };
    Texts::new(one(rng), one(rng))
}

fn maybe<T>(rng: &mut StdRng, of: impl FnOnce(&mut StdRng) -> T) -> Option<T> {
    rng.random::<bool>().then(|| of(rng))
}

/// A draft with a value, or none, in every declared field.
fn filled<D: Draft + Default>(rng: &mut StdRng) -> D {
    let mut draft = D::default();
    for slot in fields::slots::<D>() {
        let value = maybe(rng, |r| match slot.kind {
            Kind::Amount => Value::Number(r.random_range(0..1_000_000_000_000_000)),
            Kind::Count | Kind::CountFromOne => Value::Number(r.random_range(1..50)),
            Kind::Code => Value::Text(text(r)),
            Kind::Flag => Value::Flag(r.random()),
            Kind::Words => Value::Words((0..r.random_range(0..5)).map(|_| text(r)).collect()),
            Kind::Moment | Kind::End => Value::Number(r.random_range(1_000_000_000_000..1_900_000_000_000)),
        });
        slot.set(&mut draft, value);
    }
    draft
}

/// A random product that passes every check, or `None` when the texts broke a rule.
fn product(rng: &mut StdRng, currency: Currency) -> Option<Product> {
    let is_multi = rng.random::<bool>();
    let values = |rng: &mut StdRng| {
        let mut values: Vec<String> = (0..rng.random_range(1..4)).map(|n| format!("{}{n}", text(rng))).collect();
        values.push(format!("{} unused", text(rng)));
        values
    };
    let count = if is_multi { rng.random_range(1..4) } else { 0 };
    let options: Vec<ProductOption> = (0..count)
        .map(|n| {
            let values = values(rng);
            let colors: BTreeMap<String, String> =
                values.iter().filter(|_| rng.random()).map(|v| (v.trim().to_owned(), "#12abef".to_owned())).collect();
            let name = if n == 0 { "color".to_owned() } else { format!("{n}{}", text(rng)) };
            let value_texts: BTreeMap<String, Texts> = if rng.random() {
                values.iter().map(|v| (v.clone(), Texts::new("", format!("en {v}")))).collect()
            } else {
                BTreeMap::new()
            };
            let name_texts = if rng.random() { Texts::new("", "Name, in > English") } else { Texts::default() };
            ProductOption { name, values, colors, name_texts, value_texts }
        })
        .collect();
    let mut variants: Vec<VariantDraft> = Vec::new();
    for at in 0..if is_multi { 3 } else { 0 } {
        let option_values: Vec<String> =
            options.iter().enumerate().map(|(n, o)| o.values[if n == 0 { at % o.values.len() } else { 0 }].clone()).collect();
        if variants.iter().any(|v| v.option_values == option_values) {
            continue;
        }
        variants.push(VariantDraft {
            id: None,
            option_values,
            regular_price: maybe(rng, |r| r.random_range(5_000..9_000_000)),
            sale_price: maybe(rng, |r| r.random_range(0..4_000)),
            barcode: maybe(rng, |r| format!("0{}", r.random_range(0..999_999_999_999_i64))),
            has_unlimited_qty: rng.random(),
            qty: rng.random_range(0..50),
            weight_grams: maybe(rng, |r| r.random_range(0..5_000)),
            media_id: maybe(rng, |r| MediaId::from_raw(r.random_range(1..5))),
            ..filled(rng)
        });
    }
    let draft = ProductDraft {
        product_type: if is_multi { ProductType::Multi } else { ProductType::Basic },
        name: Texts::new(text(rng), if rng.random() { text(rng) } else { String::new() }),
        short_description: texts(rng, lines),
        description: texts(rng, html),
        category_ids: Vec::new(),
        image_ids: Vec::new(),
        regular_price: Some(rng.random_range(5_000..900_000_000)),
        sale_price: maybe(rng, |r| r.random_range(0..4_000)),
        sale_from: maybe(rng, |r| r.random_range(1_000_000_000_000..1_800_000_000_000)),
        sale_until: maybe(rng, |r| r.random_range(1_800_000_000_001..1_900_000_000_000)),
        has_unlimited_qty: rng.random(),
        qty: rng.random_range(0..1_000_000),
        min_qty: maybe(rng, |r| r.random_range(1..5)),
        max_qty: maybe(rng, |r| r.random_range(5..50)),
        weight_grams: rng.random_range(0..100_000),
        weight_unit: if rng.random() { WeightUnit::Kg } else { WeightUnit::G },
        options,
        variants,
        dynamic_fields: (0..rng.random_range(0..4))
            .map(|n| {
                let field_type = [FieldType::Text, FieldType::Number, FieldType::Date, FieldType::Choice, FieldType::File]
                    [rng.random_range(0..5)];
                let choices = (0..if field_type == FieldType::Choice { 3 } else { 0 }).map(|n| format!("{n}{}", text(rng)));
                let choices = choices.collect();
                let field_label = Texts::new(if n == 0 { text(rng) } else { String::new() }, format!("F{}", text(rng)));
                DynamicField { field_label, field_type, field_required: rng.random(), choices }
            })
            .collect(),
        seo: Seo { meta_title: texts(rng, text), meta_description: texts(rng, text), keywords: texts(rng, text) },
        page_link: Some(format!("link-{}", rng.random_range(0..99_999))),
        page_links: Texts::new("", if rng.random() { "an-english-link" } else { "" }),
        template: maybe(rng, |r| format!("gift-{}", r.random_range(0..9))),
        related_ids: (0..rng.random_range(0..3)).map(|n| ProductId::from_raw(77 + n)).collect(),
        ..filled(rng)
    };
    let mut fields = draft.check(currency, Lang::Ar).ok()?.0;
    fields.category_ids = (0..rng.random_range(0..4)).map(|n| CategoryId::from_raw(10 + n)).collect();
    fields.image_ids = (0..rng.random_range(0..3)).map(|n| MediaId::from_raw(1 + n)).collect();
    let id = ProductId::from_raw(rng.random_range(1..i64::MAX));
    let now = Millis(0);
    Some(Product { id, fields, list_price: 0, stock: 0, version: 1, seq: 1, created_at: now, updated_at: now, deleted_at: None })
}

fn names(rng: &mut StdRng, lang: Lang, currency: Currency) -> Names {
    let single = |rng: &mut StdRng| loop {
        let text = text(rng).trim().to_owned();
        if !text.is_empty() {
            return text;
        }
    };
    let path = |rng: &mut StdRng| -> Vec<Texts> {
        (0..rng.random_range(1..4))
            .map(|_| Texts::new(single(rng), if rng.random() { single(rng) } else { String::new() }))
            .collect()
    };
    let categories = (0..4).map(|n| (CategoryId::from_raw(10 + n), path(rng))).collect();
    let images: HashMap<MediaId, String> = (1..6)
        .map(|n| (MediaId::from_raw(n), format!("https://shop.example/media/x/{n}.png#{}", MediaId::from_raw(n))))
        .collect();
    Names { lang, currency, zone: TimeZone::get("Asia/Riyadh").unwrap(), categories, images }
}

fn csv(lang: Lang, rows: &[Vec<Cell>]) -> Vec<u8> {
    let mut frame = Frame::default();
    let mut out = csv_part::MARK.to_vec();
    out.extend(csv_part::rows(&[header(lang)], &mut frame));
    out.extend(csv_part::rows(rows, &mut frame));
    out
}

/// In several pieces, as a large export is written.
fn xlsx(lang: Lang, rows: &[Vec<Cell>]) -> Vec<u8> {
    let mut frame = Frame::default();
    let mut sheet = Vec::new();
    let mut xml = xlsx_part::opening(lang, COLUMNS.len());
    xlsx_part::rows(&mut xml, &[header(lang)], &mut frame);
    sheet.extend(xlsx_part::pack(xml, false, &mut frame));
    for row in rows {
        let mut xml = String::new();
        xlsx_part::rows(&mut xml, std::slice::from_ref(row), &mut frame);
        sheet.extend(xlsx_part::pack(xml, false, &mut frame));
    }
    sheet.extend(xlsx_part::pack(String::new(), true, &mut frame));
    let (mut file, tail) = xlsx_part::envelope("ورقة", &frame).unwrap();
    file.extend(sheet);
    file.extend(tail);
    file
}

/// The fields without those that an empty store generates anew.
fn bare(mut fields: ProductDraft) -> ProductDraft {
    (fields.category_ids, fields.image_ids) = (Vec::new(), Vec::new());
    for variant in &mut fields.variants {
        (variant.id, variant.media_id) = (None, None);
    }
    fields
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    /// PR-01 to PR-06: every field comes back from both kinds of file, in both languages, whatever is in it.
    #[test]
    fn pr_01_an_export_read_back_is_the_same_products(seed: u64) {
        let mut rng = StdRng::seed_from_u64(seed);
        let lang = if rng.random() { Lang::Ar } else { Lang::En };
        let currency = [Currency::SAR, Currency::KWD][rng.random_range(0..2)];
        let names = names(&mut rng, lang, currency);
        let products: Vec<Product> = (0..12).filter_map(|_| product(&mut rng, currency)).collect();
        prop_assume!(!products.is_empty());
        let rows: Vec<Vec<Cell>> = products.iter().flat_map(|product| names.rows(product)).collect();
        for (kind, file) in [("csv", csv(lang, &rows)), ("xlsx", xlsx(lang, &rows))] {
            let existing: Vec<Option<&ProductDraft>> = products.iter().map(|product| Some(&product.fields)).collect();
            let there = read_back(&file, currency, &existing);
            let anew = read_back(&file, currency, &vec![None; products.len()]);
            prop_assert_eq!(there.len(), products.len(), "{}", kind);
            for ((product, there), anew) in products.iter().zip(there).zip(anew) {
                let (there, anew) = (there.unwrap(), anew.unwrap());
                prop_assert_eq!(&there.id, &Some(product.id.to_string()));
                prop_assert!(there.is_same, "{}: {:#?}\n{:#?}", kind, there.input, product.fields);
                prop_assert_eq!(bare(anew.input), bare(product.fields.clone()), "{}", kind);
                let paths: Vec<Vec<Texts>> = product.fields.category_ids.iter().map(|id| names.categories[id].clone()).collect();
                prop_assert_eq!(&there.categories, &paths, "{}", kind);
                let images: Vec<String> = product.fields.image_ids.iter().map(|id| names.images[id].clone()).collect();
                prop_assert_eq!(&there.images, &images, "{}", kind);
                let of_variants: Vec<Option<String>> =
                    product.fields.variants.iter().map(|v| v.media_id.map(|id| names.images[&id].clone())).collect();
                prop_assert_eq!(&there.of_variants, &of_variants, "{}", kind);
            }
        }
    }
}

#[test]
fn a_workbook_is_one_that_any_reader_of_zip_archives_opens() {
    use std::io::Read as _;
    let file = xlsx(Lang::Ar, &[vec![Cell::Text("=cmd()".into()), Cell::Number("45.50".into())]]);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&file)).unwrap();
    assert_eq!(archive.len(), 6);
    for at in 0..archive.len() {
        let (mut entry, mut text) = (archive.by_index(at).unwrap(), String::new());
        let name = entry.name().unwrap().into_owned();
        // Reading to the end checks the checksum too.
        entry.read_to_string(&mut text).unwrap();
        assert!(text.starts_with("<?xml") && text.ends_with('>'), "{name}");
    }
}

#[test]
fn a_small_workbook_that_unpacks_into_a_huge_one_is_refused() {
    use crate::import::formats::{FileError, read_table};
    let of = |rows: &[Vec<Cell>]| read_table(&xlsx(Lang::En, rows)).map(|table| table.rows.len());
    let cell = |text: String| Cell::Text(text);
    // A zip bomb: one cell, many cells, and a row of more columns than a file may have: each of a few kilobytes compressed.
    assert_eq!(of(&[vec![cell("a".repeat(3 << 20))]]), Err(FileError::Bloated));
    let many = vec![vec![cell("a".repeat(500_000))]; 100];
    assert!(xlsx(Lang::En, &many).len() < 1 << 20);
    assert_eq!(of(&many), Err(FileError::Bloated));
    assert_eq!(of(&[vec![cell("a".to_owned()); 301]]), Err(FileError::TooManyColumns { max: 300 }));
    let mut cut = xlsx(Lang::En, &[vec![cell("a".to_owned())]]);
    cut.truncate(cut.len() - 60);
    assert!(read_table(&cut).is_err());
    let at = cut.windows(8).position(|w| w == b"xl/style").unwrap();
    cut[at] = b'y';
    assert!(read_table(&cut).is_err());
}
