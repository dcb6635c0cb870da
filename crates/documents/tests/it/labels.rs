//! Shipping labels: one page each, complete, with scannable barcodes, and fast enough for a morning's orders.

use documents::{Buyer, Label, LabelPaper, PrintLanguage, labels};
use kernel::{Currency, Texts};

use crate::drawn::read_back;

fn label() -> Label {
    Label {
        number: "1042-1".into(),
        order_number: 1042,
        barcode: "EP123456789EG".into(),
        store: "محمصة الحي".into(),
        store_phone: "+966501234567".into(),
        to: Buyer {
            name: "سارة القحطاني".into(),
            mobile: "+966501112222".into(),
            street: "شارع العليا، مبنى 12، شقة 4، العليا".into(),
            place: "الرياض، منطقة الرياض، 12211".into(),
            country: "SA".into(),
            short_address: "RRRD2929".into(),
            details: "بجوار صيدلية النهدي، الدور الثاني".into(),
            ..Buyer::default()
        },
        courier: "مندوب المدينة".into(),
        cod_amount: 15_500,
        currency: Currency::SAR,
        allow_open_box: true,
        is_exchange: false,
        is_pickup: false,
        pieces: 3,
        weight_grams: 1_250,
        note: "الرجاء الاتصال قبل الوصول".into(),
        shipping: Texts::new("توصيل", "Courier"),
    }
}

fn kinds() -> Vec<(&'static str, Label)> {
    let plain = label();
    let long = "طريق الملك عبدالعزيز بن عبدالرحمن آل سعود ".repeat(8);
    vec![
        ("cod", plain.clone()),
        ("paid", Label { cod_amount: 0, note: String::new(), is_exchange: true, ..plain.clone() }),
        ("pickup", Label { is_pickup: true, courier: String::new(), barcode: "1042-1".into(), ..plain.clone() }),
        (
            "long",
            Label {
                to: Buyer {
                    name: long.clone(),
                    street: long.clone(),
                    place: long.clone(),
                    details: long.clone(),
                    ..plain.to.clone()
                },
                store: long.clone(),
                note: long,
                barcode: "A-very-long-number-of-a-courier-12345678".into(),
                ..plain
            },
        ),
    ]
}

/// OR-06: every label in every language and on both papers is one page; written into the folder of the variable `DRAW_INTO`.
#[test]
fn or_06_every_label_is_one_page_whatever_stands_on_it() {
    let folder = std::env::var("DRAW_INTO").ok();
    for (name, label) in kinds() {
        for (document_language, language) in [(PrintLanguage::Ar, "ar"), (PrintLanguage::En, "en"), (PrintLanguage::Both, "both")]
        {
            for (paper, size) in [(LabelPaper::A6, "a6"), (LabelPaper::Roll100x150, "100x150")] {
                let bytes = labels(std::slice::from_ref(&label), document_language, paper);
                assert_eq!(
                    bytes,
                    labels(std::slice::from_ref(&label), document_language, paper),
                    "the same label, the same bytes"
                );
                let pages = bytes.windows(12).filter(|w| w == b"/Type /Page\n" || w == b"/Type /Page ").count();
                assert_eq!(pages, 1, "{name} {language} {size}");
                if let Some(folder) = &folder {
                    std::fs::write(format!("{folder}/label-{name}-{language}-{size}.pdf"), &bytes).unwrap();
                }
            }
        }
    }
}

/// OR-06: the data that the courier needs is on the label and can be copied from it.
#[test]
fn or_06_a_label_says_who_where_and_how_much() {
    let Some(text) = read_back(&labels(&[label()], PrintLanguage::Ar, LabelPaper::A6)) else { return };
    for word in [
        "#1042",
        "سارة",
        "القحطاني",
        "+966501112222",
        "العليا",
        "RRRD2929",
        "155.00",
        "EP123456789EG",
        "1042-1",
        "1.25",
        "النهدي",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let Some(text) = read_back(&labels(&[Label { cod_amount: 0, ..label() }], PrintLanguage::En, LabelPaper::A6)) else { return };
    assert!(text.contains("collect nothing") && !text.contains("155"), "{text}");
}

/// OR-06: two hundred labels take less than five seconds, also in a debug build.
#[test]
fn or_06_two_hundred_labels_are_drawn_in_five_seconds() {
    let many: Vec<Label> = (0..200).map(|n| Label { order_number: n, barcode: format!("EP{n:09}EG"), ..label() }).collect();
    let at = std::time::Instant::now();
    let bytes = labels(&many, PrintLanguage::Both, LabelPaper::A6);
    let elapsed = at.elapsed();
    println!("200 labels: {elapsed:?}, {} bytes", bytes.len());
    assert!(elapsed.as_secs_f32() < 5.0, "{elapsed:?}");
}
