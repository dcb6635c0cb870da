//! What of a waybill a courier would refuse, found before anything is sent. Pure; the caller translates the codes.

use kernel::Currency;

use super::capabilities::Capabilities;
use super::cities::{CourierCity, find_place};
use super::service::CourierService;
use super::waybill::{DeliveryAddress, Recipient, Waybill, WaybillChange};

/// What is wrong with a waybill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaybillFault {
    /// What.
    pub code: WaybillFaultCode,
    /// The bound that was missed: characters, grams or minor units, as the code says.
    pub limit: Option<i64>,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident $word:literal $field:literal;)*) => {
        /// What is wrong, by which the caller finds its message.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum WaybillFaultCode { $($(#[doc = $doc])* $variant),* }

        impl WaybillFaultCode {
            /// All.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The word for the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$variant => $word),* } }

            /// The field of the waybill's form that it belongs to.
            #[must_use]
            pub const fn field(self) -> &'static str { match self { $(Self::$variant => $field),* } }
        }
    };
}

codes! {
    /// The courier does not do this.
    ServiceNotOffered "service_not_offered" "service_type";
    /// It does not deliver to this country.
    CountryNotServed "country_not_served" "address.country";
    /// It has no such city.
    CityUnknown "city_unknown" "address.city";
    /// It has the city and does not deliver there.
    CityNotServed "city_not_served" "address.city";
    /// The city has no such district.
    DistrictUnknown "district_unknown" "address.district";
    /// It does not deliver to the district.
    DistrictNotServed "district_not_served" "address.district";
    /// The street or description has fewer characters than `limit`.
    AddressTooShort "address_too_short" "address.street";
    /// It has more than `limit`.
    AddressTooLong "address_too_long" "address.street";
    /// Street, building and directions do not fit into the courier's lines: `limit` characters of directions do.
    DetailsTooLong "details_too_long" "address.details";
    /// No name.
    NameMissing "name_missing" "recipient.name";
    /// No mobile number of the courier's country.
    PhoneMalformed "phone_malformed" "recipient.phone";
    /// The second number is none.
    SecondPhoneMalformed "second_phone_malformed" "recipient.second_phone";
    /// The e-mail address is none.
    EmailMalformed "email_malformed" "recipient.email";
    /// The parcel's size is not the courier's.
    SizeNotOffered "size_not_offered" "package_size";
    /// The weight is required, in grams.
    WeightMissing "weight_missing" "package_weight";
    /// Heavier than `limit` grams.
    WeightTooLarge "weight_too_large" "package_weight";
    /// No pieces.
    PiecesMissing "pieces_missing" "pieces";
    /// The courier takes no amounts of this currency.
    CurrencyNotAccepted "currency_not_accepted" "currency";
    /// Below zero.
    CodNegative "cod_negative" "cod_amount";
    /// This service collects an amount.
    CodMissing "cod_missing" "cod_amount";
    /// This service collects nothing.
    CodNotOffered "cod_not_offered" "cod_amount";
    /// More than `limit` minor units.
    CodTooLarge "cod_too_large" "cod_amount";
    /// The value of the goods is below zero.
    DeclaredValueNegative "declared_value_negative" "declared_value";
    /// More than `limit` characters.
    NoteTooLong "note_too_long" "note";
    /// The place where it is fetched must be named.
    PickupLocationMissing "pickup_location_missing" "warehouse";
}

/// The bounds of a courier. A bound that its contract does not tell is none: the courier refuses then.
#[derive(Debug, Clone, Copy)]
pub(super) struct WaybillBounds {
    /// Characters of the address line, from and to.
    pub(super) address: (usize, usize),
    /// Characters of a note.
    pub(super) note: usize,
    pub(super) weight_grams: Option<i64>,
    pub(super) is_weight_required: bool,
    pub(super) cod_minor: Option<i64>,
    pub(super) is_pickup_location_required: bool,
    /// The number in the form that the courier wants.
    pub(super) mobile: fn(&str) -> Option<String>,
    /// The address line as the courier gets it.
    pub(super) address_line: fn(&DeliveryAddress) -> String,
    /// The line below it, of as many characters at most; none where the first one has everything.
    pub(super) second_line: Option<fn(&DeliveryAddress) -> String>,
}

impl WaybillFault {
    fn plain(code: WaybillFaultCode) -> Self {
        Self { code, limit: None }
    }

    fn bound(code: WaybillFaultCode, limit: usize) -> Self {
        Self { code, limit: i64::try_from(limit).ok() }
    }
}

/// Everything that is wrong, in the order of the codes.
pub(super) fn check(
    waybill: &Waybill,
    capabilities: &Capabilities,
    bounds: &WaybillBounds,
    cities: &[CourierCity],
) -> Vec<WaybillFault> {
    use WaybillFaultCode as Code;
    let mut faults = Vec::new();
    let mut add = |is_wrong: bool, code: Code| {
        if is_wrong {
            faults.push(WaybillFault::plain(code));
        }
    };
    let parcel = &waybill.parcel;
    add(!capabilities.services.contains(&waybill.service), Code::ServiceNotOffered);
    add(!capabilities.sizes.contains(&parcel.size), Code::SizeNotOffered);
    add(bounds.is_weight_required && parcel.weight_grams <= 0, Code::WeightMissing);
    add(parcel.pieces < 1, Code::PiecesMissing);
    add(waybill.declared_value_minor < 0, Code::DeclaredValueNegative);
    add(bounds.is_pickup_location_required && waybill.pickup_location.is_empty(), Code::PickupLocationMissing);
    faults.extend(address(&waybill.address, capabilities, bounds, cities));
    faults.extend(recipient(&waybill.recipient, bounds));
    faults.extend(cash(waybill.service, waybill.cod_minor, waybill.currency, capabilities, bounds));
    faults.extend(note(&waybill.note, bounds));
    if let Some(limit) = bounds.weight_grams.filter(|most| parcel.weight_grams > *most) {
        faults.push(WaybillFault { code: Code::WeightTooLarge, limit: Some(limit) });
    }
    faults.sort_by_key(|fault| Code::ALL.iter().position(|code| *code == fault.code));
    faults
}

/// What is wrong with an address.
fn address(
    address: &DeliveryAddress,
    capabilities: &Capabilities,
    bounds: &WaybillBounds,
    cities: &[CourierCity],
) -> Vec<WaybillFault> {
    use WaybillFaultCode as Code;
    if !capabilities.countries.contains(&address.country.as_str()) {
        return vec![WaybillFault::plain(Code::CountryNotServed)];
    }
    let mut faults = Vec::new();
    match find_place(cities, address) {
        None => {
            let is_district_gone =
                address.place.as_ref().is_some_and(|place| super::cities::find_city(cities, &place.city_code).is_some());
            faults.push(WaybillFault::plain(if is_district_gone { Code::DistrictUnknown } else { Code::CityUnknown }));
        }
        Some((city, _)) if !city.has_delivery => faults.push(WaybillFault::plain(Code::CityNotServed)),
        Some((_, Some(district))) if !district.has_delivery => faults.push(WaybillFault::plain(Code::DistrictNotServed)),
        // Where the districts are known, one of them has to be named: the courier goes by it.
        Some((city, None)) if !city.districts.is_empty() => faults.push(WaybillFault::plain(Code::DistrictUnknown)),
        Some(_) => {}
    }
    let length = (bounds.address_line)(address).chars().count();
    let (least, most) = bounds.address;
    if length < least {
        faults.push(WaybillFault::bound(Code::AddressTooShort, least));
    } else if length > most {
        faults.push(WaybillFault::bound(Code::AddressTooLong, most));
    }
    let second = bounds.second_line.map_or(0, |line| line(address).chars().count());
    if second > most {
        let words = address.details.split_whitespace().map(|word| word.chars().count() + 1).sum::<usize>();
        faults.push(WaybillFault::bound(Code::DetailsTooLong, words.saturating_sub(1 + second - most)));
    }
    faults
}

/// What is wrong with a person.
fn recipient(recipient: &Recipient, bounds: &WaybillBounds) -> Vec<WaybillFault> {
    use WaybillFaultCode as Code;
    let is_mobile = |text: &str| (bounds.mobile)(text).is_some();
    let is_email = |text: &str| text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    let wrong = [
        (recipient.name.trim().is_empty(), Code::NameMissing),
        (!is_mobile(&recipient.phone), Code::PhoneMalformed),
        (!recipient.second_phone.is_empty() && !is_mobile(&recipient.second_phone), Code::SecondPhoneMalformed),
        (!recipient.email.is_empty() && !is_email(&recipient.email), Code::EmailMalformed),
    ];
    wrong.into_iter().filter(|(is_wrong, _)| *is_wrong).map(|(_, code)| WaybillFault::plain(code)).collect()
}

/// What is wrong with the cash to collect.
fn cash(
    service: CourierService,
    minor: i64,
    currency: Currency,
    capabilities: &Capabilities,
    bounds: &WaybillBounds,
) -> Vec<WaybillFault> {
    use WaybillFaultCode as Code;
    let mut faults = Vec::new();
    if !capabilities.currencies.contains(&currency) {
        faults.push(WaybillFault::plain(Code::CurrencyNotAccepted));
    }
    match (service, minor) {
        (_, i64::MIN..=-1) => faults.push(WaybillFault::plain(Code::CodNegative)),
        (CourierService::CashCollection, 0) => faults.push(WaybillFault::plain(Code::CodMissing)),
        (CourierService::Return, 1..) => faults.push(WaybillFault::plain(Code::CodNotOffered)),
        _ => {}
    }
    if let Some(limit) = bounds.cod_minor.filter(|most| minor > *most) {
        faults.push(WaybillFault { code: Code::CodTooLarge, limit: Some(limit) });
    }
    faults
}

/// What is wrong with a note.
fn note(text: &str, bounds: &WaybillBounds) -> Vec<WaybillFault> {
    let is_long = text.chars().count() > bounds.note;
    is_long.then(|| WaybillFault::bound(WaybillFaultCode::NoteTooLong, bounds.note)).into_iter().collect()
}

/// What is wrong with a change.
pub(super) fn check_change(
    service: CourierService,
    change: &WaybillChange,
    capabilities: &Capabilities,
    bounds: &WaybillBounds,
    cities: &[CourierCity],
) -> Vec<WaybillFault> {
    let mut faults = Vec::new();
    faults.extend(change.address.iter().flat_map(|changed| address(changed, capabilities, bounds, cities)));
    faults.extend(change.recipient.iter().flat_map(|changed| recipient(changed, bounds)));
    faults.extend(change.cod.iter().flat_map(|(minor, currency)| cash(service, *minor, *currency, capabilities, bounds)));
    faults.extend(change.note.iter().flat_map(|changed| note(changed, bounds)));
    faults
}

#[cfg(test)]
#[path = "validation_tests.rs"]
pub(in crate::couriers) mod tests;
