//! Sample documents.

use documents::{Buyer, Detail, Document, Kind, Line, LineKind, Seller, zatca};
use kernel::{Currency, Millis, Texts};

/// A line of goods with VAT inside its price.
pub(crate) fn line(number: i64, ar: &str, en: &str, unit_price: i64, quantity: i64, discount: i64) -> Line {
    let gross = unit_price * quantity - discount;
    let vat = kernel::money::vat_inside(gross, 1_500);
    Line {
        line: number,
        kind: LineKind::Goods,
        name: Texts::new(ar, en),
        details: Vec::new(),
        sku: format!("SKU-{number:03}"),
        quantity,
        unit_price,
        discount,
        net: gross - vat,
        vat,
        vat_rate: 1_500,
    }
}

/// An invoice of a Saudi store.
pub(crate) fn invoice() -> Document {
    let mut lines = vec![
        line(1, "عطر العود الملكي ١٠٠ مل", "Royal Oud perfume 100 ml", 34_500, 1, 0),
        line(2, "قميص قطن – مقاس كبير (Slim Fit)", "", 11_500, 2, 2_300),
        line(3, "iPhone 15 Pro case", "iPhone 15 Pro case", 8_999, 1, 0),
        line(
            4,
            "مجموعة العناية بالبشرة المتكاملة للنساء مع كريم الليل وسيروم فيتامين سي وواقي شمس SPF 50+",
            "Complete skin care set",
            25_000,
            1,
            0,
        ),
    ];
    lines[1].details = vec![
        Detail { label: Texts::new("size", "size"), value: "XL".into() },
        Detail { label: Texts::new("color", "color"), value: "أزرق".into() },
    ];
    let fee = Line { kind: LineKind::Shipping, sku: String::new(), name: Texts::default(), ..line(5, "", "", 2_300, 1, 0) };
    lines.push(fee);
    let mut document = Document {
        kind: Kind::Invoice,
        number: "INV-2026-00042".into(),
        issued_at: Millis(1_772_317_800_000),
        timezone: "Asia/Riyadh".into(),
        country: "SA".into(),
        order_number: 1_042,
        ordered_at: Millis(1_772_217_800_000),
        corrects: None,
        reason: String::new(),
        currency: Currency::SAR,
        is_vat_included: true,
        seller: Seller {
            name: "متجر النخلة".into(),
            address: Texts::new(
                "٧٢٨٤ طريق الملك فهد، حي العليا\nالرياض 12211، السعودية",
                "7284 King Fahd Road, Al Olaya\nRiyadh 12211, Saudi Arabia",
            ),
            vat_number: "300000000000003".into(),
            is_unregistered: false,
            commercial_registration: "1010123456".into(),
            phone: "+966501234567".into(),
            email: "hello@nakhla.example".into(),
        },
        logo: None,
        buyer: Buyer {
            name: "أحمد بن عبد الله الغامدي".into(),
            mobile: "+966551112233".into(),
            street: "شارع التحلية، مبنى 12، حي السليمانية".into(),
            place: "الرياض 12245".into(),
            country: "SA".into(),
            short_address: "RRRD2929".into(),
            details: "بجانب مسجد النور، الدور الثالث".into(),
            ..Buyer::default()
        },
        payment: Texts::new("الدفع عند الاستلام", "Cash on delivery"),
        shipping: Texts::new("شحن سريع", "Express"),
        lines,
        paid: Some(50_000),
        coupon: String::new(),
        note: "أرجو التغليف كهدية، مع بطاقة \"كل عام وأنتم بخير\"".into(),
        footer: Texts::new("شكرًا لتسوقكم معنا. الاستبدال والإرجاع خلال 14 يومًا.", "Thank you. Returns within 14 days."),
        qr: None,
    };
    let (total, vat) =
        (kernel::money::format(document.total(), Currency::SAR), kernel::money::format(document.vat(), Currency::SAR));
    document.qr = Some(zatca::qr_text(zatca::Claims {
        seller: &document.seller.name,
        vat_number: &document.seller.vat_number,
        at: "2026-02-28T22:30:00Z",
        total: &total,
        vat: &vat,
    }));
    document
}

/// A store that is not registered, in a currency of three digits, with thirty lines.
pub(crate) fn long() -> Document {
    let mut document = invoice();
    document.number = "INV-2026-00043".into();
    document.currency = Currency::KWD;
    document.country = "KW".into();
    document.timezone = "Asia/Kuwait".into();
    document.qr = None;
    document.seller.vat_number = String::new();
    document.seller.is_unregistered = true;
    document.lines = (1..=30)
        .map(|n| {
            let (ar, en) = match n % 3 {
                0 => ("سماعات بلوتوث Sony WH-1000XM5 سوداء", "Sony WH-1000XM5 headphones"),
                1 => ("تمر سكري فاخر 1 كجم", "Premium Sukkari dates 1 kg"),
                _ => ("حقيبة جلد طبيعي", "Leather bag"),
            };
            let mut line = line(n, ar, en, 12_345 * n, n, 0);
            line.net += line.vat;
            line.vat = 0;
            line.vat_rate = 0;
            line
        })
        .collect();
    document
}

/// The credit note of one line of [`invoice`].
pub(crate) fn credit() -> Document {
    let invoice = invoice();
    Document {
        kind: Kind::CreditNote,
        number: "CN-2026-00007".into(),
        corrects: Some(invoice.number.clone()),
        reason: "إرجاع: المقاس غير مناسب".into(),
        lines: vec![invoice.lines[1].clone()],
        ..invoice
    }
}

/// The packing slip of [`invoice`].
pub(crate) fn slip() -> Document {
    Document { kind: Kind::PackingSlip, number: "1042".into(), qr: None, ..invoice() }
}
