//! The rules of conversion, over small files.

use kernel::{Currency, Lang, Texts};

use super::convert::{Rules, is_same};
use super::formats::{Context, ImportProduct, default_mapping, detect, parse, read_table, values};
use super::identity::Identity;
use crate::fields::{Kind, Value};
use crate::model::{FieldType, WeightUnit};
use crate::{ProductDraft, ProductType};
use platform::imports::model::Mode;
use platform::imports::model::RowMessage;

fn read(file: &str) -> (Rules, Vec<ImportProduct>) {
    let table = read_table(file.as_bytes()).unwrap();
    let mapping = default_mapping(&table, detect(&table));
    let parsed =
        parse(&table, &mapping, &Context { currency: kernel::Currency::SAR, default_lang: Lang::Ar, is_partial: false }).unwrap();
    assert!(parsed.failed.is_empty(), "{:?}", parsed.failed);
    (Rules::new(&mapping, &table.headers, Lang::Ar, Currency::SAR, "Asia/Riyadh", Mode::Both), parsed.products)
}

fn convert(file: &str, existing: Option<&ProductDraft>) -> (ProductDraft, Vec<RowMessage>) {
    let (rules, products) = read(file);
    let (input, notes) = rules.input(&products[0], existing).unwrap();
    ((*input).clone(), notes)
}

#[test]
fn what_the_file_does_not_say_takes_its_default() {
    let (product, notes) = convert("Name,Price\nقهوة,12.5\n", None);
    assert_eq!(
        (product.product_type, product.regular_price, product.name),
        (ProductType::Basic, Some(1250), Texts::new("قهوة", ""))
    );
    assert!(
        product.has_unlimited_qty
            && product.requires_shipping
            && product.is_published
            && product.is_active
            && !product.is_tax_free
    );
    assert_eq!((product.weight_grams, product.page_link, notes.len()), (0, None, 0));
}

#[test]
fn an_absent_column_leaves_and_a_blank_cell_clears() {
    let (old, _) = convert("SKU,Name,Price,Sale price,Quantity,Barcode,Tags,Weight\nA,Tea,20,15,7,628,hot,0.5\n", None);
    assert_eq!((old.sale_price, old.qty, old.weight_grams), (Some(1500), 7, 500));
    let (new, _) = convert("SKU,Name,Price,Sale price,Tags\nA,Tea,22,,\n", Some(&old));
    assert_eq!((new.regular_price, new.sale_price, new.tags.len()), (Some(2200), None, 0), "blank clears");
    assert_eq!((new.qty, new.has_unlimited_qty, &new.barcode, new.weight_grams), (7, false, &old.barcode, 500), "absent leaves");
    assert!(!is_same(&new, &old));
    let (same, _) = convert("SKU,Name,Quantity,Price\nA,Tea,7,20\n", Some(&old));
    assert!(is_same(&same, &old));
}

#[test]
fn a_language_that_the_file_does_not_hold_stays() {
    let old = ProductDraft { name: Texts::new("قديم", "Old"), regular_price: Some(100), ..ProductDraft::default() };
    let (new, _) = convert("name_en,SKU,price\nNew,A,1\n", Some(&old));
    assert_eq!(new.name, Texts::new("قديم", "New"));
    // A column without a language is in the store's own.
    let (new, _) = convert("Name,SKU,Price\nجديد,A,1\n", Some(&old));
    assert_eq!(new.name, Texts::new("جديد", "Old"));
}

const SHIRT: &str = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,\
                     Variant Inventory Policy,Variant Price,Variant Compare At Price\n";

#[test]
fn pr_02_variants_keep_their_ids_and_what_the_file_does_not_give() {
    let file = format!("{SHIRT}shirt,Shirt,Size,S,S-1,200,shopify,3,deny,80,100\nshirt,,,M,S-2,210,shopify,0,continue,90,\n");
    let (mut old, notes) = convert(&file, None);
    assert_eq!((old.options[0].name.as_str(), &old.options[0].values), ("size", &vec!["S".to_owned(), "M".to_owned()]));
    assert_eq!((old.variants[0].regular_price, old.variants[0].sale_price, old.variants[0].qty), (Some(10_000), Some(8_000), 3));
    assert!(old.variants[1].has_unlimited_qty, "it sells on when nothing is left");
    assert!(notes.iter().any(|n| n.column.as_deref() == Some("Variant Inventory Qty")), "{notes:?}");
    assert_eq!(old.page_link.as_deref(), Some("shirt"));

    old.variants[0].id = Some(kernel::VariantId::from_raw(7));
    old.variants[0].media_id = Some(kernel::MediaId::from_raw(8));
    let (again, _) = convert(&file, Some(&old));
    assert!(is_same(&again, &old));
    assert_eq!((again.variants[0].id, again.variants[0].media_id), (old.variants[0].id, old.variants[0].media_id));
    // A price list without options leaves the variants unchanged.
    let (priced, _) = convert("Handle,Title,Variant Price\nshirt,Shirt,70\n", Some(&old));
    assert_eq!((priced.product_type, priced.variants.len(), priced.regular_price), (ProductType::Multi, 2, Some(7_000)));
}

#[test]
fn pr_06_fields_that_do_not_exist_here_are_told() {
    let header = "sku,name_ar,price,has_variants,has_dropdown,is_dropdown_required,dropdown_name_ar,dropdown_choice1_ar,dropdown_choice2_ar,\
                  has_file_upload,file_upload_name_ar,has_text_input,text_input_name_ar,text_input_price";
    let (product, notes) = convert(&format!("{header}\nA,كوب,50,No,Yes,Yes,اللون,أحمر,أزرق,Yes,ملفك,Yes,الاسم,5\n"), None);
    let kinds: Vec<(FieldType, &str)> =
        product.dynamic_fields.iter().map(|f| (f.field_type, f.field_label.ar.as_str())).collect();
    assert_eq!(kinds, [(FieldType::Choice, "اللون"), (FieldType::Text, "الاسم")]);
    assert!(product.dynamic_fields[0].field_required && product.dynamic_fields[0].choices == ["أحمر", "أزرق"]);
    assert_eq!(notes.iter().filter(|n| n.ar.contains("ملفك")).count(), 1, "{notes:?}");
    assert_eq!(notes.iter().filter(|n| n.ar.contains("الاسم") && n.ar.contains("السعر")).count(), 1, "{notes:?}");
}

#[test]
fn a_fault_names_the_column_that_gives_the_field() {
    let long = "ن".repeat(210);
    let (rules, products) = read(&format!("اسم المنتج,السعر\n{long},5\n"));
    let faults = rules.input(&products[0], None).unwrap_err();
    let messages = rules.messages(&faults);
    assert_eq!((messages.len(), messages[0].column.as_deref()), (1, Some("اسم المنتج")));
    assert!(messages[0].ar.contains("200") && messages[0].en.contains("200"));
    for (path, column) in [("variants.3.regular_price", Some("السعر")), ("name.ar", Some("اسم المنتج")), ("qty", None)]
    {
        assert_eq!(rules.caption(path).as_deref(), column, "{path}");
    }
}

#[test]
fn weights_keep_their_grams_in_any_unit() {
    let file = "Name,Price,Weight,Weight unit\nA,1,2,lb\n";
    let (product, _) = convert(file, None);
    assert_eq!((product.weight_grams, product.weight_unit), (907, WeightUnit::G));
}

#[test]
fn the_surest_mark_comes_first() {
    let identity = |file: &str| {
        let (rules, products) = read(file);
        Identity::from_product(&products[0], rules.format)
    };
    let woo = identity("ID,Type,SKU,Name,Published,Regular price\n44,simple,TEE-1,Tee,1,18\n");
    assert_eq!(woo.keys, ["woocommerce:44", "sku:tee-1"]);
    assert!(woo.contradicts(Some("woocommerce:45")) && !woo.contradicts(Some("sku:tee-1")) && !woo.contradicts(None));
    assert!(woo.replaces(Some("sku:tee-1")) && woo.replaces(None) && !woo.replaces(Some("woocommerce:44")));
    assert_eq!(identity(&format!("{SHIRT}a-b,A,Title,Default Title,,,,,,5,\n")).keys, ["link:a-b"]);
    // A name identifies a product only when nothing else does.
    let mut named = identity("Name,Price\nقَهْوة,1\n");
    assert_eq!((named.key(), named.link.as_deref()), ("name:قهوه", Some("قهوه")));
    named.numbered(2);
    assert_eq!((named.key(), &named.link), ("name:قهوه#2", &None));
}

/// A field that every format writes alike is read from any file with a column of that name: blank clears it, absent leaves it
/// unchanged.
#[test]
fn pr_01_what_every_file_writes_alike_is_read_by_its_kind() {
    for slot in values::slots::<ProductDraft>() {
        let (cell, value) = match slot.kind {
            Kind::Amount => ("12.5", Value::Number(1250)),
            Kind::Count | Kind::CountFromOne => ("7", Value::Number(7)),
            Kind::Code => ("A-7", Value::Text("A-7".into())),
            Kind::Flag => ("yes", Value::Flag(true)),
            Kind::Words => ("a, b", Value::Words(vec!["a".into(), "b".into()])),
            Kind::Moment | Kind::End => unreachable!("{}", slot.name),
        };
        let label = slot.field.label(Lang::En);
        let (with, _) = convert(&format!("SKU,Name,Price,{label}\nA,Tea,20,\"{cell}\"\n"), None);
        assert_eq!(slot.get(&with), Some(value), "{label}");
        let (left, _) = convert("SKU,Name,Price\nA,Tea,20\n", Some(&with));
        assert_eq!(slot.get(&left), slot.get(&with), "{label}: absent leaves");
        let (cleared, _) = convert(&format!("SKU,Name,Price,{label}\nA,Tea,20,\n"), Some(&with));
        assert_eq!(slot.get(&cleared), slot.get(&ProductDraft::default()), "{label}: blank clears");
    }
}
