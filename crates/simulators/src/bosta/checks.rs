//! What a new delivery has to have (contracts/bosta.md, "Create delivery").

use kernel::{Currency, money};
use serde_json::Value;

use super::envelope::{invalid, refuse};
use super::places;
use super::records::{LOCATION, MOST_COD_MINOR};
use crate::service::Reply;

const PACKAGE_TYPES: [&str; 5] = ["Small", "Medium", "Large", "Light Bulky", "Heavy Bulky"];

/// Checks a body, and answers the amount to collect in piastres.
pub(super) fn delivery(body: &Value) -> Result<i64, Reply> {
    let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let place = match body["type"].as_i64() {
        Some(10 | 30) => "dropOffAddress",
        Some(15 | 25) => "pickupAddress",
        _ => return Err(invalid("\"type\" must be one of [10, 15, 25, 30]")),
    };
    if !PACKAGE_TYPES.contains(&text("/specs/packageType")) {
        return Err(invalid("\"specs.packageType\" is not valid"));
    }
    if body.pointer("/specs/packageDetails/itemsCount").and_then(Value::as_i64).is_none_or(|count| count < 1) {
        return Err(invalid("\"specs.packageDetails.itemsCount\" is required"));
    }
    address(&body[place], place)?;
    receiver(&body["receiver"])?;
    if text("/notes").chars().count() > 200 {
        return Err(invalid("\"notes\" length must be less than or equal to 200 characters long"));
    }
    if body.get("allowToOpenPackage").is_some_and(|flag| !flag.is_boolean()) {
        return Err(invalid("\"allowToOpenPackage\" must be a boolean"));
    }
    let location = text("/businessLocationId");
    if !location.is_empty() && location != LOCATION {
        return Err(refuse(1010, "Business location is not found"));
    }
    let cod_minor = cod(body)?;
    if body["type"] == 15 && cod_minor == 0 {
        return Err(invalid("\"cod\" is required for cash collection"));
    }
    Ok(cod_minor)
}

pub(super) fn address(address: &Value, name: &str) -> Result<(), Reply> {
    let text = |key: &str| address[key].as_str().unwrap_or_default();
    if text("firstLine").chars().count() < 5 {
        return Err(invalid(&format!("\"{name}.firstLine\" length must be at least 5 characters long")));
    }
    let Some(code) = places::city_code(text("city")).filter(|code| places::is_served(code)) else {
        return Err(refuse(3001, "City is not found or not covered"));
    };
    let district = if text("districtId").is_empty() { text("districtName") } else { text("districtId") };
    if !places::has_district(code, district) {
        return Err(refuse(3003, "District is not found or not covered"));
    }
    Ok(())
}

pub(super) fn receiver(receiver: &Value) -> Result<(), Reply> {
    for key in ["firstName", "lastName", "phone"] {
        if receiver[key].as_str().is_none_or(str::is_empty) {
            return Err(invalid(&format!("\"receiver.{key}\" is required")));
        }
    }
    for key in ["phone", "secondPhone"] {
        let Some(number) = receiver[key].as_str() else { continue };
        let is_mobile = number.len() == 11
            && number.bytes().all(|b| b.is_ascii_digit())
            && ["010", "011", "012", "015"].iter().any(|start| number.starts_with(start));
        if !is_mobile {
            return Err(invalid(&format!("\"receiver.{key}\" with value fails to match the required pattern")));
        }
    }
    Ok(())
}

/// `cod` in piastres: a number of pounds, zero where it is absent.
pub(super) fn cod(body: &Value) -> Result<i64, Reply> {
    let Some(cod) = body.get("cod") else { return Ok(0) };
    let minor = cod.as_number().and_then(|number| money::parse(&number.to_string(), Currency::EGP).ok());
    match minor.filter(|minor| *minor >= 0) {
        None => Err(invalid("\"cod\" must be a positive number")),
        Some(minor) if minor > MOST_COD_MINOR => Err(refuse(3007, "COD amount exceeds the limit")),
        Some(minor) => Ok(minor),
    }
}
