//! The upload template of Wassalha's portal, and the tracking numbers that come back (contracts/wassalha.md).

use std::collections::HashSet;

use kernel::money;

use super::barcode::{self, Barcode};
use super::cities::cities;
use super::description::CAPABILITIES;
use crate::couriers::cities::find_place;
use crate::couriers::egypt::mobile;
use crate::couriers::sheet::{BookingSheet, SheetCell, TrackingFault, TrackingRow, cell_text};
use crate::couriers::validation::{self, WaybillBounds, WaybillFault, WaybillFaultCode};
use crate::couriers::waybill::{DeliveryAddress, ParcelSize, Waybill};
use crate::credentials::Credentials;

/// The template's columns, in its order. The portal refuses references of others, so that those columns stay empty; so do the ones of
/// which the contract knows no value.
const COLUMNS: &[&str] = &[
    "Package_Serial",
    "Description",
    "Total_Weight",
    "Package_volume",
    "COD_Value",
    "Item_Special_Notes",
    "Customer_Name",
    "Mobile_No",
    "Street",
    "City",
    "Package_Ref. Number",
    "Merchant_Name",
    "Warehouse_Name",
    "HasPOD",
    "SellerName",
    "Post_Id",
];

/// Stands between our reference and the description of the goods, in one cell: by it a sheet that comes back is matched.
const SEPARATOR: &str = " | ";

/// The contract tells no bounds: these are those of a label's lines. Weight and warehouse are columns that must be filled in.
pub(super) const BOUNDS: WaybillBounds = WaybillBounds {
    address: (5, 300),
    note: 200,
    weight_grams: None,
    is_weight_required: true,
    cod_minor: None,
    is_pickup_location_required: true,
    mobile,
    address_line: street,
    second_line: None,
};

/// The whole address in one cell.
fn street(address: &DeliveryAddress) -> String {
    let building = address.building.trim();
    let parts = [
        address.street.trim().to_owned(),
        address.district.trim().to_owned(),
        if building.is_empty() { String::new() } else { format!("عمارة {building}") },
        address.city.trim().to_owned(),
        address.details.trim().to_owned(),
    ];
    // A city that stands alone is no address.
    if [0, 1, 4].iter().all(|n| parts[*n].is_empty()) {
        return String::new();
    }
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("، ")
}

/// The sheet that the portal takes.
pub(super) struct UploadSheet;

impl BookingSheet for UploadSheet {
    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn row(&self, credentials: &Credentials, waybill: &Waybill) -> Result<Vec<SheetCell>, Vec<WaybillFault>> {
        let cities = cities();
        let faults = validation::check(waybill, &CAPABILITIES, &BOUNDS, &cities);
        let city = find_place(&cities, &waybill.address).map(|(city, _)| city.code.as_str());
        let (Some(city), true) = (city, faults.is_empty()) else {
            let unknown = WaybillFault { code: WaybillFaultCode::CityUnknown, limit: None };
            return Err(if faults.is_empty() { vec![unknown] } else { faults });
        };
        let volume = match waybill.parcel.size {
            ParcelSize::Small => "Small",
            ParcelSize::Medium => "Medium",
            ParcelSize::Large | ParcelSize::LightBulky | ParcelSize::HeavyBulky => "Large",
        };
        let blank = || SheetCell::Text(String::new());
        let number = |text: String| SheetCell::Number(text);
        Ok(vec![
            blank(),
            cell_text(&format!("{}{SEPARATOR}{}", waybill.reference, waybill.parcel.description)),
            number(waybill.parcel.weight_grams.to_string()),
            SheetCell::Text(volume.to_owned()),
            number(money::format(waybill.cod_minor, waybill.currency)),
            cell_text(&waybill.note),
            cell_text(&waybill.recipient.name),
            SheetCell::Text(mobile(&waybill.recipient.phone).unwrap_or_default()),
            cell_text(&street(&waybill.address)),
            SheetCell::Text(city.to_owned()),
            blank(),
            cell_text(credentials.get("merchant_name")),
            cell_text(&waybill.pickup_location),
            blank(),
            blank(),
            blank(),
        ])
    }

    /// The portal's sheet is not documented, so that cells are found by what they hold: a barcode of Egypt Post, our reference in front
    /// of a description, a mobile number.
    fn read_tracking(&self, rows: &[Vec<String>]) -> Vec<Result<TrackingRow, (usize, TrackingFault)>> {
        let mut seen = HashSet::new();
        let mut read = |(row, cells): (usize, &Vec<String>)| {
            let mut barcodes = cells.iter().map(|cell| barcode::read(cell)).filter(|barcode| *barcode != Barcode::Other);
            let mut found = barcodes.next();
            if let (Some(Barcode::WrongCheckDigit), Some(valid)) = (&found, barcodes.find(|b| matches!(b, Barcode::Valid(_)))) {
                found = Some(valid);
            }
            let tracking_no = match found {
                Some(Barcode::Valid(number)) => number,
                Some(Barcode::WrongCheckDigit) => return Err((row, TrackingFault::WrongCheckDigit)),
                Some(Barcode::Other) | None => return Err((row, TrackingFault::Missing)),
            };
            if !seen.insert(tracking_no.clone()) {
                return Err((row, TrackingFault::Twice));
            }
            let reference = cells.iter().find_map(|cell| reference(cell)).unwrap_or_default();
            let phone = cells.iter().find_map(|cell| mobile(cell)).unwrap_or_default();
            Ok(TrackingRow { row, tracking_no, reference, phone })
        };
        rows.iter().enumerate().map(&mut read).collect()
    }
}

/// Our reference in front of a description.
fn reference(cell: &str) -> Option<String> {
    let (reference, _) = cell.split_once(SEPARATOR.trim())?;
    let reference = kernel::digits::to_latin(reference.trim()).into_owned();
    let is_reference = (1..=64).contains(&reference.len()) && reference.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    is_reference.then_some(reference)
}

#[cfg(test)]
#[path = "upload_tests.rs"]
mod tests;
