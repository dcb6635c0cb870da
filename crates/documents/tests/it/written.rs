//! Tests of the HTML output.

use documents::{Kind, Paper, PrintLanguage, PrintOptions, html};

use crate::sample;

/// OR-08: texts of shoppers and merchants are escaped and never markup.
#[test]
fn or_08_what_people_wrote_is_never_markup() {
    let mut document = sample::invoice();
    document.seller.name = "<script>alert(1)</script>".into();
    document.lines[0].name.ar = "\"><img src=x onerror=alert(1)>".into();
    document.footer.ar = "</footer><b>".into();
    let page = html(&[document], &[], PrintOptions::default());
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>"), "{page}");
    assert!(page.contains("&lt;script&gt;"));
}

/// OR-08: Arabic is set from right to left, English from left to right, both with the English beside.
#[test]
fn or_08_the_page_has_its_languages_direction() {
    let of = |language| html(&[sample::invoice()], &[], PrintOptions { language, paper: Paper::A4 });
    let (ar, en, both) = (of(PrintLanguage::Ar), of(PrintLanguage::En), of(PrintLanguage::Both));
    assert!(ar.contains("lang=\"ar\" dir=\"rtl\"") && ar.contains("فاتورة ضريبية مبسطة") && !ar.contains("Simplified"));
    assert!(en.contains("lang=\"en\" dir=\"ltr\"") && en.contains("Simplified tax invoice") && !en.contains("فاتورة"));
    assert!(both.contains("dir=\"rtl\"") && both.contains("فاتورة ضريبية مبسطة") && both.contains("Simplified tax invoice"));
}

/// OR-08: a packing slip has no price, no VAT and no sum.
#[test]
fn or_08_a_packing_slip_has_no_prices() {
    for paper in [Paper::A4, Paper::A5, Paper::Roll80] {
        let document = sample::slip();
        assert_eq!(document.kind, Kind::PackingSlip);
        let page = html(&[document], &[], PrintOptions { language: PrintLanguage::Both, paper });
        for price in ["345.00", "115.00", "914.99", "15%", "ر.س", "300000000000003"] {
            assert!(!page.contains(price), "{price}");
        }
        assert!(page.contains("أرجو التغليف كهدية"));
    }
}

/// OR-08: the sums begin before the discount and end with the amount due; a document without VAT says so.
#[test]
fn or_08_the_sums_go_from_the_prices_to_what_is_due() {
    let page = html(&[sample::invoice()], &[], PrintOptions { language: PrintLanguage::En, paper: Paper::A4 });
    let mut rest = page.as_str();
    for phrase in [
        "Subtotal before discount",
        "937.99",
        "Total discount",
        "23.00",
        "Total incl. VAT",
        "914.99",
        "Paid",
        "500.00",
        "Amount due",
        "414.99",
    ] {
        let at = rest.find(phrase).unwrap_or_else(|| panic!("{phrase} in its place"));
        rest = &rest[at + phrase.len()..];
    }
    assert!(!page.contains("not registered for VAT"));
    let page = html(&[sample::long()], &[], PrintOptions { language: PrintLanguage::En, paper: Paper::A4 });
    assert!(page.contains("The seller is not registered for VAT.") && !page.contains("Subtotal before discount"));
    // Documents from before the field existed do not show it.
    let mut old = sample::invoice();
    old.paid = None;
    assert!(!html(&[old], &[], PrintOptions { language: PrintLanguage::En, paper: Paper::A4 }).contains("Amount due"));
}

/// OR-08: the QR code of a Saudi invoice is drawn, and a store without a VAT number issues no tax invoice.
#[test]
fn or_08_the_title_follows_the_stores_registration() {
    let page = html(&[sample::invoice()], &[], PrintOptions::default());
    assert!(page.contains("<svg role=\"img\""));
    let page = html(&[sample::long()], &[], PrintOptions::default());
    assert!(!page.contains("<svg") && !page.contains("ضريبية") && page.contains("فاتورة"));
}
