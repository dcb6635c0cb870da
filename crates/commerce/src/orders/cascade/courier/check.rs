//! What a courier would refuse of a shipment, told before anything is written (OR-06).

use db::Conn;
use gateways::Couriers;
use gateways::couriers::{BookingMode, Courier, WaybillFault, WaybillFaultCode as Code};
use kernel::{Currency, StoreScope, money};
use platform::stores;
use web::{FieldErrors, Message};

use super::waybill::{self, WaybillParts};
use crate::couriers::account;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::shipments::{PendingChange, Shipment};

const NOT_CONNECTED: Message = Message::new(
    "حساب المتجر لدى شركة الشحن غير مربوط. اربطه من إعدادات الشحن.",
    "The store's account at this courier isn't connected. Connect it in the shipping settings.",
);

/// Checks a new shipment with its courier's rules; errors are at `waybill.*`, `address.*`, `lines` and `provider`. The buyer's number, which
/// nobody typed as a second one (`is_second_phone_sent` is false), is left out where the courier would not take it. Nothing is checked
/// of couriers that the program does not know, and in the demo store.
pub(in crate::orders) async fn check_new(
    c: Conn<'_>,
    couriers: &Couriers,
    scope: &StoreScope,
    order: &Order,
    shipment: &mut Shipment,
    is_second_phone_sent: bool,
) -> Result<(), OrderError> {
    let Some(courier) = couriers.get(shipment.provider.as_str()) else { return Ok(()) };
    let profile = stores::get_profile(c, scope).await?;
    if profile.is_demo {
        return Ok(());
    }
    let is_called = courier.capabilities().booking == BookingMode::Http;
    if is_called && account::find(c, scope, shipment.provider).await?.is_none() {
        return Err(OrderError::Fields(FieldErrors::one("provider", NOT_CONNECTED)));
    }
    let parts = WaybillParts {
        pickup_location: account::pickup_location(c, scope, shipment.provider, shipment.warehouse_id).await?,
        cities: account::cities(c, scope, shipment.provider, courier).await?,
        ..WaybillParts::default()
    };
    let mut found = faults(courier, order, shipment, profile.currency, &parts);
    // A sheet names its warehouse when it is made.
    found.retain(|fault| is_called || fault.code != Code::PickupLocationMissing);
    if !is_second_phone_sent && found.iter().any(|fault| fault.code == Code::SecondPhoneMalformed) {
        shipment.second_phone = String::new();
        found.retain(|fault| fault.code != Code::SecondPhoneMalformed);
    }
    finish(&found, profile.currency)
}

fn faults(
    courier: &dyn Courier,
    order: &Order,
    shipment: &Shipment,
    currency: Currency,
    parts: &WaybillParts,
) -> Vec<WaybillFault> {
    let Some(service) = shipment.service.of_courier() else { return Vec::new() };
    courier.check_waybill(&waybill::waybill(shipment, order, service, currency, parts), &parts.cities)
}

/// Checks a change of a booked shipment with its courier's rules.
pub(in crate::orders) async fn check_change(
    c: Conn<'_>,
    courier: &dyn Courier,
    scope: &StoreScope,
    order: &Order,
    shipment: &Shipment,
    change: &PendingChange,
) -> Result<(), OrderError> {
    let Some(service) = shipment.service.of_courier() else { return Ok(()) };
    let currency = stores::get_profile(c, scope).await?.currency;
    let cities = account::cities(c, scope, shipment.provider, courier).await?;
    let change = waybill::change(change, shipment, order, currency, &cities);
    finish(&courier.check_change(service, &change, &cities), currency)
}

fn finish(found: &[WaybillFault], currency: Currency) -> Result<(), OrderError> {
    let mut errors = FieldErrors::new();
    for fault in found {
        errors.add(path(fault.code), message(*fault, currency));
    }
    if errors.is_empty() { Ok(()) } else { Err(OrderError::Fields(errors)) }
}

/// Where a fault stands in the forms of shipment and address.
pub(in crate::orders) fn path(code: Code) -> String {
    match code.field() {
        "recipient.name" => "address.name".to_owned(),
        "recipient.phone" => "address.mobile".to_owned(),
        "recipient.email" => "address.email".to_owned(),
        "recipient.second_phone" => "waybill.second_phone".to_owned(),
        "currency" => "provider".to_owned(),
        "pieces" => "lines".to_owned(),
        address if address.starts_with("address.") => address.to_owned(),
        field => format!("waybill.{field}"),
    }
}

/// A fault in the merchant's words.
pub(in crate::orders) fn message(fault: WaybillFault, currency: Currency) -> Message {
    let text = match fault.code {
        Code::ServiceNotOffered => Message::new("شركة الشحن لا تقدم هذه الخدمة.", "The courier doesn't offer this service."),
        Code::CountryNotServed => {
            Message::new("لا توصل شركة الشحن إلى هذا البلد.", "The courier doesn't deliver to this country.")
        }
        Code::CityUnknown => Message::new("لا تعرف شركة الشحن هذه المدينة.", "The courier doesn't know this city."),
        Code::CityNotServed => Message::new("لا توصل شركة الشحن إلى هذه المدينة.", "The courier doesn't deliver to this city."),
        Code::DistrictUnknown => {
            Message::new("اختر منطقة من مناطق شركة الشحن في هذه المدينة.", "Enter a district that the courier has in this city.")
        }
        Code::DistrictNotServed => {
            Message::new("لا توصل شركة الشحن إلى هذه المنطقة.", "The courier doesn't deliver to this district.")
        }
        Code::AddressTooShort => Message::new(
            "اكتب العنوان بتفصيل أكبر، {limit} أحرف على الأقل.",
            "Enter a longer address, at least {limit} characters.",
        ),
        Code::AddressTooLong => Message::new("اختصر العنوان إلى {limit} حرف.", "Shorten the address to {limit} characters."),
        Code::DetailsTooLong => Message::new(
            "لا يتسع العنوان كاملًا لدى شركة الشحن. اختصر وصف الموقع إلى {limit} حرف.",
            "The courier has no room for the whole address. Shorten the directions to {limit} characters.",
        ),
        Code::NameMissing => Message::new("اكتب اسم المستلم.", "Enter the recipient's name."),
        Code::PhoneMalformed => Message::new(
            "تحتاج شركة الشحن إلى رقم جوال من بلدها للمستلم.",
            "The courier needs a mobile number of its country for the recipient.",
        ),
        Code::SecondPhoneMalformed => Message::new(
            "اكتب رقم جوال من بلد شركة الشحن أو اتركه فارغًا.",
            "Enter a mobile number of the courier's country, or leave it empty.",
        ),
        Code::EmailMalformed => Message::new("البريد الإلكتروني للعميل غير صحيح.", "The customer's e-mail address is invalid."),
        Code::SizeNotOffered => Message::new("شركة الشحن لا تنقل هذا الحجم.", "The courier doesn't take this size."),
        Code::WeightMissing => Message::new("اكتب وزن الطرد بالجرام.", "Enter the parcel's weight in grams."),
        Code::WeightTooLarge => Message::new("أقصى وزن {limit} جرام.", "{limit} grams at most."),
        Code::PiecesMissing => Message::new("اختر قطعة واحدة على الأقل.", "Choose at least one piece."),
        Code::CurrencyNotAccepted => {
            Message::new("لا تحصّل شركة الشحن بعملة المتجر.", "The courier doesn't collect the store's currency.")
        }
        Code::CodNegative | Code::DeclaredValueNegative => {
            Message::new("لا يمكن أن يكون المبلغ سالبًا.", "The amount can't be negative.")
        }
        Code::CodMissing => Message::new("اكتب المبلغ الذي يحصّله المندوب.", "Enter the amount to collect."),
        Code::CodNotOffered => Message::new("هذه الخدمة لا تحصّل مبلغًا.", "This service collects no cash."),
        Code::CodTooLarge => Message::new("أكثر ما تحصّله شركة الشحن {limit}.", "The courier collects {limit} at most."),
        Code::NoteTooLong => Message::new("اختصر الملاحظة إلى {limit} حرف.", "Shorten the note to {limit} characters."),
        Code::PickupLocationMissing => Message::new(
            "حدد مكان هذا المخزن لدى شركة الشحن في إعداداتها.",
            "Set this warehouse's place at the courier in its settings.",
        ),
    };
    match fault.limit {
        Some(limit) if fault.code == Code::CodTooLarge => text.with("limit", money::format(limit, currency)),
        Some(limit) => text.with("limit", limit),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OR-06: a fault stands at a field that a form has, with a text in both languages.
    #[test]
    fn or_06_every_fault_has_its_field_and_text() {
        for code in Code::ALL {
            let path = path(*code);
            let known = ["waybill.", "address."].iter().any(|start| path.starts_with(start));
            assert!(known || path == "provider" || path == "lines", "{path}");
            let message = message(WaybillFault { code: *code, limit: Some(1_250) }, Currency::EGP);
            assert!(!message.ar.contains('{') && !message.en.contains('{'), "{}", message.en);
            assert!(!message.ar.chars().any(|c| c.is_ascii_alphabetic()), "{}", message.ar);
        }
        assert_eq!(path(Code::CodTooLarge), "waybill.cod_amount");
        assert_eq!(path(Code::DistrictUnknown), "address.district");
    }
}
