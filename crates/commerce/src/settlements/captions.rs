//! The captions of remittance sheets, in both languages. Pure.
//!
//! The sheets of couriers are no public format; these are the words that merchants' sheets use for these columns. A sheet with
//! other words is mapped once by hand, and its mapping is found again by its header.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use kernel::Lang;
use serde::{Deserialize, Serialize};
use web::Message;

use super::field::Field;
use platform::imports::sheet::{Table, caption_key};

/// The mapping of a sheet's columns to fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mapping {
    pub(super) columns: Vec<Option<Field>>,
}

const CAPTIONS: &[(Field, &[&str])] = &[
    (
        Field::Waybill,
        &[
            "awb",
            "awb no",
            "awb number",
            "airway bill",
            "waybill no",
            "waybill number",
            "tracking",
            "tracking no",
            "tracking number",
            "tracking id",
            "tracking code",
            "shipment number",
            "shipment no",
            "shipment id",
            "consignment",
            "consignment number",
            "barcode",
            "البوليصة",
            "رقم البوليصه",
            "بوليصة الشحن",
            "رقم بوليصة الشحن",
            "رقم التتبع",
            "رقم الشحنة",
            "الشحنة",
            "كود الشحنة",
            "الباركود",
        ],
    ),
    (
        Field::Reference,
        &[
            "reference",
            "ref",
            "ref no",
            "reference no",
            "reference number",
            "business reference",
            "merchant reference",
            "customer reference",
            "shipper reference",
            "order",
            "order no",
            "order number",
            "order id",
            "order reference",
            "المرجع",
            "الرقم المرجعي",
            "رقم المرجع",
            "الطلب",
            "رقم الطلبية",
            "رقم الاوردر",
        ],
    ),
    (
        Field::Collected,
        &[
            "cod",
            "cod amount",
            "cod value",
            "cash on delivery",
            "cash collected",
            "collected cash",
            "collected",
            "amount collected",
            "cash amount",
            "collection amount",
            "مبلغ التحصيل",
            "قيمة التحصيل",
            "التحصيل",
            "المبلغ المحصل",
            "المحصل",
            "مبلغ الدفع عند الاستلام",
            "الدفع عند الاستلام",
            "المبلغ",
            "قيمة الشحنة",
        ],
    ),
    (
        Field::Fee,
        &[
            "fees",
            "shipping fee",
            "shipping fees",
            "shipping cost",
            "delivery fee",
            "delivery fees",
            "courier fee",
            "courier fees",
            "bosta fees",
            "service fee",
            "service fees",
            "cod fee",
            "cod fees",
            "collection fee",
            "collection fees",
            "charges",
            "freight",
            "الرسوم",
            "رسوم الشحن",
            "رسوم التوصيل",
            "تكلفة الشحن",
            "اجرة الشحن",
            "رسوم التحصيل",
            "رسوم الخدمة",
            "العمولة",
            "رسوم",
        ],
    ),
    (
        Field::FeeVat,
        &[
            "vat",
            "tax",
            "vat amount",
            "fee vat",
            "vat on fees",
            "vat on fee",
            "الضريبة",
            "ضريبة القيمة المضافة",
            "القيمة المضافة",
            "ضريبة",
        ],
    ),
    (
        Field::Net,
        &[
            "net amount",
            "net cod",
            "net payout",
            "payout",
            "amount due",
            "due amount",
            "due to merchant",
            "remitted",
            "remittance",
            "deposited amount",
            "الصافى",
            "صافي المبلغ",
            "المبلغ الصافي",
            "صافي المستحق",
            "المستحق",
            "المبلغ المستحق",
            "المبلغ المحول",
        ],
    ),
    (
        Field::Date,
        &[
            "delivery date",
            "delivered at",
            "delivered on",
            "delivered date",
            "transaction date",
            "payment date",
            "collection date",
            "تاريخ التسليم",
            "تاريخ التوصيل",
            "تاريخ التحصيل",
            "تاريخ الدفع",
        ],
    ),
    (
        Field::Status,
        &["state", "shipment status", "delivery status", "order status", "type", "حالة الشحنة", "حالة الطلب", "النوع"],
    ),
];

static KNOWN: LazyLock<HashMap<String, Field>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for (field, captions) in CAPTIONS {
        for caption in *captions {
            known.entry(caption_key(caption)).or_insert(*field);
        }
    }
    for field in Field::ALL {
        for caption in [field.label(Lang::Ar), field.label(Lang::En), field.key()] {
            known.entry(caption_key(caption)).or_insert(*field);
        }
    }
    known
});

const OTHER_FILE: Message = Message::new("هذا الربط محفوظ لملف آخر.", "This mapping belongs to another file.");
const NO_MARK: Message = Message::new(
    "اربط عمودًا يحدد الشحنة: رقم البوليصة أو رقم الطلب.",
    "Map a column that identifies shipments: waybill or order reference.",
);
const NO_AMOUNT: Message =
    Message::new("اربط عمود المبلغ المحصل أو الصافي.", "Map the column of the collected amount or of the net amount.");

/// Whether a row of folded cells can be the header: it identifies shipments and has an amount.
pub(super) fn looks_like_header(keys: &[String]) -> bool {
    let fields: HashSet<Field> = keys.iter().filter_map(|key| KNOWN.get(key)).copied().collect();
    let has = |any: &[Field]| any.iter().any(|field| fields.contains(field));
    has(&[Field::Waybill, Field::Reference]) && has(&[Field::Collected, Field::Net])
}

/// The mapping that follows from the captions; a field that takes one column gets the first.
pub(super) fn guess(table: &Table) -> Mapping {
    let mut used: HashSet<Field> = HashSet::new();
    let field = |key: &String| KNOWN.get(key).copied().filter(|field| used.insert(*field) || field.may_repeat());
    Mapping { columns: table.keys.iter().map(field).collect() }
}

/// Checks that a mapping fits a file of so many columns, identifies shipments and has an amount.
pub(super) fn check(mapping: &Mapping, columns: usize) -> Result<(), Message> {
    let has = |any: &[Field]| mapping.columns.iter().flatten().any(|field| any.contains(field));
    if mapping.columns.len() != columns {
        Err(OTHER_FILE)
    } else if !has(&[Field::Waybill, Field::Reference]) {
        Err(NO_MARK)
    } else if !has(&[Field::Collected, Field::Net]) {
        Err(NO_AMOUNT)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_courier_cash_headers_of_both_languages_are_known() {
        let fields = |captions: &[&str]| {
            let text = format!("{}\n{}\n", captions.join(","), captions.iter().map(|_| "1").collect::<Vec<_>>().join(","));
            let table = platform::imports::sheet::read(text.as_bytes(), 10_000, looks_like_header).unwrap();
            guess(&table).columns.iter().map(|f| f.map(Field::key)).collect::<Vec<_>>()
        };
        assert_eq!(
            fields(&["Tracking Number", "Business Reference", "State", "COD", "Bosta Fees", "VAT", "Net Amount", "Delivered At"]),
            ["waybill", "reference", "status", "collected", "fee", "fee_vat", "net", "date"].map(Some)
        );
        assert_eq!(
            fields(&["رقم البوليصة", "رقم الطلب", "المبلغ المحصّل", "رسوم الشحن", "رسوم التحصيل", "الضريبة", "الصافي", "ملاحظات"]),
            [Some("waybill"), Some("reference"), Some("collected"), Some("fee"), Some("fee"), Some("fee_vat"), Some("net"), None]
        );
        assert!(check(&Mapping { columns: vec![Some(Field::Waybill)] }, 1).is_err());
        assert!(check(&Mapping { columns: vec![Some(Field::Net)] }, 1).is_err());
        assert!(check(&Mapping { columns: vec![Some(Field::Waybill), Some(Field::Net)] }, 2).is_ok());
    }
}
