//! The sheet that goes to the portal, and the one that comes back.

use proptest::prelude::*;

use super::UploadSheet;
use super::*;
use crate::couriers::sheet::to_csv;
use crate::couriers::validation::tests::waybill;

fn credentials() -> Credentials {
    Credentials::new([("merchant_name", "Rawaj Store")])
}

fn row(waybill: &Waybill) -> Vec<SheetCell> {
    UploadSheet.row(&credentials(), waybill).unwrap()
}

#[test]
fn or_06_a_parcel_is_a_row_of_the_template() {
    assert_eq!(
        COLUMNS.join(", "),
        "Package_Serial, Description, Total_Weight, Package_volume, COD_Value, Item_Special_Notes, Customer_Name, Mobile_No, Street, \
         City, Package_Ref. Number, Merchant_Name, Warehouse_Name, HasPOD, SellerName, Post_Id"
    );
    let mut full = waybill();
    full.address.building = "12".into();
    full.note = "اتصل\nقبل الوصول".into();
    let cells = row(&full);
    let texts: Vec<&str> = cells.iter().map(SheetCell::as_str).collect();
    assert_eq!(
        texts,
        [
            "",
            "1001-1 | قميص قطن × 2",
            "500",
            "Small",
            "125.50",
            "اتصل قبل الوصول",
            "هدى منصور",
            "01012345678",
            "12 شارع النيل، عمارة 12، المعادي",
            "CAIRO",
            "",
            "Rawaj Store",
            "loc-1",
            "",
            "",
            "",
        ]
    );
    assert_eq!(cells[7], SheetCell::Text("01012345678".into()), "or a spreadsheet drops the zero");
    assert_eq!(cells[4], SheetCell::Number("125.50".into()));
    full.cod_minor = 0;
    assert_eq!(row(&full)[4].as_str(), "0.00", "0 when prepaid");
}

#[test]
fn or_06_what_the_portal_would_refuse_is_told() {
    let mut wrong = waybill();
    wrong.address.region = "الرياض".into();
    wrong.address.city = "الرياض".into();
    let faults = UploadSheet.row(&credentials(), &wrong).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>(), ["city_unknown"]);
}

#[test]
fn or_06_no_text_runs_as_a_formula() {
    let mut formula = waybill();
    formula.recipient.name = "=cmd|' /C calc'!A0".into();
    formula.note = "+1 \"quoted\", with comma".into();
    let cells = row(&formula);
    assert_eq!(cells[6].as_str(), "cmd|' /C calc'!A0");
    let csv = to_csv(COLUMNS, &[cells]);
    assert!(csv.starts_with("\u{FEFF}Package_Serial,Description,") && csv.ends_with(",,,\r\n"), "{csv}");
    assert!(csv.contains("\"1 \"\"quoted\"\", with comma\""), "{csv}");
}

#[test]
fn sp_04_tracking_numbers_come_back_by_what_the_cells_hold() {
    let sheet = |rows: &[&[&str]]| -> Vec<Vec<String>> {
        rows.iter().map(|cells| cells.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    };
    let rows = sheet(&[
        &["1", "EP473124829EG", "1001-1 | قميص قطن × 2", "01012345678"],
        &["2", "ep 000000005 eg", "something", "٠١١١٢٣٤٥٦٧٨"],
        &["3", "EP473124820EG", "1003-1 | x", ""],
        &["4", "", "1004-1 | x", ""],
        &["5", "EP473124829EG", "1005-1 | x", ""],
    ]);
    let read = UploadSheet.read_tracking(&rows);
    let row = |row: usize, tracking_no: &str, reference: &str, phone: &str| TrackingRow {
        row,
        tracking_no: tracking_no.into(),
        reference: reference.into(),
        phone: phone.into(),
    };
    assert_eq!(
        read,
        [
            Ok(row(0, "EP473124829EG", "1001-1", "01012345678")),
            Ok(row(1, "EP000000005EG", "", "01112345678")),
            Err((2, TrackingFault::WrongCheckDigit)),
            Err((3, TrackingFault::Missing)),
            Err((4, TrackingFault::Twice)),
        ]
    );
}

proptest! {
    #[test]
    fn sp_04_what_was_written_is_matched_when_it_comes_back(order in 1..1_000_000_u32, part in 1..20_u8, description in "[^\\r\\n]{0,40}") {
        let mut parcel = waybill();
        parcel.reference = format!("{order}-{part}");
        parcel.parcel.description = description;
        let mut cells: Vec<String> = row(&parcel).iter().map(|cell| cell.as_str().to_owned()).collect();
        cells.push("EP473124829EG".into());
        let read = UploadSheet.read_tracking(&[cells]);
        let row = read[0].clone().unwrap();
        prop_assert_eq!((row.reference, row.phone.as_str()), (parcel.reference, "01012345678"));
    }
}
