//! Cells of our own file, and files edited by hand.

use kernel::{Currency, Lang, Texts};

use super::super::{Context, Format, RowFault, default_mapping, detect, parse, read_table};
use super::{dynamic_fields, list, parts, paths, read_dynamic_fields, read_paths};
use crate::model::{DynamicField, FieldType};

#[test]
fn lists_and_paths_come_back_with_their_marks() {
    let all = ["أ, ب", "c\\d", "a > b", "x|y", "\\n", "=1"];
    assert_eq!(parts(&list(all)), all);
    assert_eq!(parts(&list(["#fff", "", "#000"])), ["#fff", "", "#000"]);
    assert!(parts(" ").is_empty());
    let categories =
        vec![vec![Texts::new("ملابس, رجالي", "Clothes > men"), Texts::new("قمصان", "")], vec![Texts::new("عطور", "")]];
    assert_eq!(read_paths(&paths(&categories, Lang::Ar), &paths(&categories, Lang::En)), categories);
    // Where the languages have different shapes, the Arabic path wins.
    assert_eq!(read_paths("أ > ب", "A"), [[Texts::new("أ", ""), Texts::new("ب", "")]]);
}

#[test]
fn pr_06_fields_for_the_shopper_are_a_line_each_in_either_language() {
    let fields = vec![
        DynamicField {
            field_label: Texts::new("نقش | اسم", "Engraving"),
            field_type: FieldType::Choice,
            field_required: true,
            choices: vec!["أ|ب".into(), "ج".into()],
        },
        DynamicField { field_label: Texts::new("", "Day"), field_type: FieldType::Date, field_required: false, choices: vec![] },
    ];
    for lang in [Lang::Ar, Lang::En] {
        assert_eq!(read_dynamic_fields(&dynamic_fields(&fields, lang)), Ok(fields.clone()));
    }
    assert_eq!(read_dynamic_fields("text | maybe | أ | A"), Err("text | maybe | أ | A".to_owned()));
}

#[test]
fn rows_that_a_spreadsheet_has_sorted_find_their_products_by_id() {
    let file = "Rawaj ID,Row type,Product name (Arabic),SKU,Regular price,Option name 1,Option value 1\n\
                p2,variant,,V-2,,,M\np1,product,قهوة,C-1,20,,\np2,product,قميص,,90,size,\"S, M\"\np2,variant,,V-1,,,S\n,variant,,V-9,,,L\np7,variant,,X,,,S\n";
    let table = read_table(file.as_bytes()).unwrap();
    assert_eq!(detect(&table), Format::Rawaj);
    let mapping = default_mapping(&table, Format::Rawaj);
    let context = Context { currency: Currency::SAR, default_lang: Lang::Ar, is_partial: false };
    let parsed = parse(&table, &mapping, &context).unwrap();
    let shirt = parsed.products.iter().find(|product| product.store_id.as_deref() == Some("p2")).unwrap();
    let own = shirt.own.as_ref().unwrap();
    let skus: Vec<Option<&str>> = own.fields.variants.iter().map(|variant| variant.sku.as_deref()).collect();
    // A variant without an id belongs to the product above it, and its new value is added to the option.
    assert_eq!(skus, [Some("V-2"), Some("V-1"), Some("V-9")]);
    assert_eq!(own.fields.options[0].values, ["S", "M", "L"]);
    let faults: Vec<&RowFault> = parsed.errors().map(|error| &error.fault).collect();
    assert_eq!(faults, [&RowFault::NoParent { parent: "p7".to_owned() }]);
}
