//! The waybill form (OR-06) and its validation. Pure.

use gateways::Service;
use kernel::text_guard::{Lines, clean};
use kernel::{Currency, StockLocationId};
use serde::Deserialize;
use web::message::common;
use web::{FieldErrors, Message};

use crate::couriers::Size;
use crate::shipping::ShippingProvider;
use web::fields::{amount, guard_message, mobile};
use web::schema;

/// The heaviest parcel, in grams.
pub const MOST_GRAMS: i64 = 1_000_000;

const NO_SERVICE: Message = Message::new("شركة الشحن لا تقدم هذه الخدمة.", "The courier doesn't offer this service.");
const NO_TRACKING: Message =
    Message::new("اكتب رقم التتبع بحروف إنجليزية وأرقام بدون مسافات.", "Use English letters and digits, without spaces.");
const NO_LINK: Message =
    Message::new("اكتب رابطًا كاملًا يبدأ بـ https:// أو http://.", "Enter a full link that starts with https:// or http://.");
const COD_NEEDED: Message = Message::new("اكتب المبلغ الذي يحصّله المندوب.", "Enter the amount to collect.");
const COD_NOT: Message = Message::new("المبلغ لشحنات الدفع عند الاستلام فقط.", "Only cash on delivery shipments have an amount.");
const PICKUP_ONLY: Message =
    Message::new("لا توجد شركة شحن أو تتبع للاستلام من المتجر.", "Store pickups have no courier or tracking.");

web::schema_types! {
    /// The service that a courier provides for a parcel.
    ShippingService => schema::words(Service::ALL.iter().map(|service| service.as_str()));
}

/// Fields of a waybill; absent ones come from the order, or stay.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WaybillIn {
    /// `deliver`, `exchange` (CUSTOM) or `pickup` (PICKUP).
    #[schema(value_type = Option<ShippingService>)]
    pub service_type: Option<String>,
    /// The location it is shipped from: one of the store's active locations.
    pub warehouse: Option<StockLocationId>,
    /// Size of the parcel.
    pub package_size: Option<Size>,
    /// In grams, 1 to 1000000; by default the weight of its pieces.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub package_weight: Option<i64>,
    /// Cash is collected.
    pub has_cod: Option<bool>,
    /// A decimal in the store's currency; by default what the order owes.
    #[schema(value_type = Option<schema::Amount>)]
    pub cod_amount: Option<String>,
    /// The customer may open the parcel before paying.
    pub allow_open_box: Option<bool>,
    /// The courier's name; 60 characters at most. A courier of the program keeps its own.
    #[schema(value_type = Option<schema::Line<60>>)]
    pub courier_name: Option<String>,
    /// Tracking number: Latin letters, digits and `- _ . / #`; 40 at most.
    #[schema(max_length = 40, pattern = "^[0-9A-Za-z._/#-]*$")]
    pub tracking_no: Option<String>,
    /// URL of the tracking page, http or https; 500 characters at most.
    #[schema(value_type = Option<schema::WebAddress<500>>)]
    pub tracking_url: Option<String>,
    /// Note for the courier, printed on the label; 300 characters at most.
    #[schema(value_type = Option<schema::LongText<300>>)]
    pub note: Option<String>,
    /// Another number of the recipient, in any notation; empty for none. By default the buyer's, where somebody else receives it.
    #[schema(value_type = Option<schema::Mobile>)]
    pub second_phone: Option<String>,
    /// What is in the parcel, for the courier; 250 characters at most. Empty for the names of its pieces.
    #[schema(value_type = Option<schema::Line<250>>)]
    pub description: Option<String>,
    /// What the goods are worth, for the courier's insurance: a decimal in the store's currency; 0 where it is not told.
    #[schema(value_type = Option<schema::Amount>)]
    pub declared_value: Option<String>,
}

/// The parsed form; absent fields are none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Form {
    /// Requested service.
    pub service: Option<Service>,
    /// The location it is shipped from; its existence is not checked yet.
    pub warehouse: Option<StockLocationId>,
    /// Size of the parcel.
    pub package_size: Option<Size>,
    /// Weight in grams.
    pub package_weight: Option<i64>,
    /// Cash to collect; `Some(0)` for none.
    pub cod_amount: Option<i64>,
    /// Cash is to be collected: by default what is owed.
    pub is_cod_wanted: bool,
    /// The customer may open it before paying.
    pub allow_open_box: Option<bool>,
    /// The courier's name.
    pub courier_name: Option<String>,
    /// Tracking number.
    pub tracking_no: Option<String>,
    /// URL of the tracking page.
    pub tracking_url: Option<String>,
    /// Note for the courier.
    pub note: Option<String>,
    /// Another number of the recipient as it was typed; not read yet ([`read_second_phone`]).
    pub second_phone: Option<String>,
    /// What is in the parcel.
    pub description: Option<String>,
    /// Worth of the goods, in minor units.
    pub declared_value: Option<i64>,
}

/// The second number of the form in E.164; empty for none. Errors are at `{at}second_phone`. `country` is where numbers without a
/// calling code are from.
#[must_use]
pub fn read_second_phone(form: &Form, country: &str, at: &str, faults: &mut FieldErrors) -> Option<String> {
    let text = form.second_phone.as_deref()?;
    Some(if text.is_empty() { String::new() } else { mobile(faults, &format!("{at}second_phone"), text, country) })
}

/// Whether a URL is safe to link to: http or https, with a host, and nothing that disguises its target.
#[must_use]
pub fn is_web_address(text: &str) -> bool {
    let Some(rest) = ["https://", "http://"].iter().find_map(|scheme| {
        let head = text.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| &text[scheme.len()..])
    }) else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '<' | '>' | '\\' | '`' | '{' | '}');
    !host.is_empty() && !host.starts_with(['.', ':']) && !host.contains('@') && rest.chars().all(is_plain)
}

/// Replaces Arabic and Persian digits by Latin ones.
fn latin(text: &str) -> String {
    let digit = |c: char, zero: u32| char::from_digit(u32::from(c).wrapping_sub(zero), 10);
    text.chars()
        .map(|c| match c {
            '\u{0660}'..='\u{0669}' => digit(c, 0x0660).unwrap_or(c),
            '\u{06F0}'..='\u{06F9}' => digit(c, 0x06F0).unwrap_or(c),
            c => c,
        })
        .collect()
}

/// Validates the form; errors are at their fields, with the prefix `at`: `waybill.`.
#[must_use]
pub fn read(sent: &WaybillIn, provider: ShippingProvider, currency: Currency, at: &str, faults: &mut FieldErrors) -> Form {
    let mut form = Form { warehouse: sent.warehouse, package_size: sent.package_size, ..Form::default() };
    form.allow_open_box = sent.allow_open_box;
    if let Some(word) = &sent.service_type {
        form.service = Service::parse(word);
        match form.service {
            None => faults.add(format!("{at}service_type"), common::NOT_A_CHOICE),
            Some(s) if !provider.services().contains(&s) => faults.add(format!("{at}service_type"), NO_SERVICE),
            Some(_) => {}
        }
    }
    if let Some(grams) = sent.package_weight {
        if !(1..=MOST_GRAMS).contains(&grams) {
            faults.add(format!("{at}package_weight"), common::BETWEEN.with("min", 1).with("max", MOST_GRAMS));
        }
        form.package_weight = Some(grams);
    }
    let cod = sent.cod_amount.as_deref().map(|text| amount(faults, &format!("{at}cod_amount"), text, currency));
    match (sent.has_cod, cod) {
        (Some(false), Some(n)) if n > 0 => faults.add(format!("{at}cod_amount"), COD_NOT),
        (Some(false), _) => form.cod_amount = Some(0),
        (Some(true), Some(0)) if faults.is_empty() => faults.add(format!("{at}cod_amount"), COD_NEEDED),
        (Some(true), None) => form.is_cod_wanted = true,
        (_, cod) => form.cod_amount = cod,
    }
    form.declared_value =
        sent.declared_value.as_deref().map(|text| amount(faults, &format!("{at}declared_value"), text, currency));
    let mut text = |field: &str, sent: Option<&String>, max: usize, lines: Lines| {
        sent.map(|text| {
            clean(text, max, lines).unwrap_or_else(|fault| {
                faults.add(format!("{at}{field}"), guard_message(fault));
                String::new()
            })
        })
    };
    form.courier_name = text("courier_name", sent.courier_name.as_ref(), 60, Lines::Single);
    form.tracking_no = text("tracking_no", sent.tracking_no.as_ref(), 40, Lines::Single).map(|t| latin(&t));
    form.tracking_url = text("tracking_url", sent.tracking_url.as_ref(), 500, Lines::Single);
    form.note = text("note", sent.note.as_ref(), 300, Lines::Many);
    form.second_phone = text("second_phone", sent.second_phone.as_ref(), 30, Lines::Single);
    form.description = text("description", sent.description.as_ref(), 250, Lines::Single);
    if form.tracking_no.as_ref().is_some_and(|t| !t.chars().all(|c| c.is_ascii_alphanumeric() || "-_./#".contains(c))) {
        faults.add(format!("{at}tracking_no"), NO_TRACKING);
    }
    if form.tracking_url.as_ref().is_some_and(|t| !t.is_empty() && !is_web_address(t)) {
        faults.add(format!("{at}tracking_url"), NO_LINK);
    }
    if provider == ShippingProvider::Pickup {
        for (field, sent) in
            [("courier_name", &form.courier_name), ("tracking_no", &form.tracking_no), ("tracking_url", &form.tracking_url)]
        {
            if sent.as_ref().is_some_and(|t| !t.is_empty()) {
                faults.add(format!("{at}{field}"), PICKUP_ONLY);
            }
        }
    }
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_only_web_addresses_become_links() {
        for good in ["https://a.example/t?no=1", "http://a.example", "HTTPS://a.example/x", "https://موقع.example/تتبع"] {
            assert!(is_web_address(good), "{good}");
        }
        for bad in [
            "",
            "a.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://",
            "https:///x",
            "ftp://a.example",
            "https://user@a.example",
            "https://a.example/\"onclick=x",
            "https://a.example/ x",
            " https://a.example",
            "//a.example",
            "https://.x",
            "mailto:a@b.example",
        ] {
            assert!(!is_web_address(bad), "{bad}");
        }
    }

    fn faults(sent: &WaybillIn, provider: ShippingProvider) -> Vec<String> {
        let mut faults = FieldErrors::new();
        let _ = read(sent, provider, Currency::SAR, "", &mut faults);
        faults.iter().map(|(path, _)| path.to_owned()).collect()
    }

    #[test]
    fn or_06_the_form_is_checked_field_by_field() {
        let text = |t: &str| Some(t.to_owned());
        let cases = [
            (WaybillIn { service_type: text("fly"), ..WaybillIn::default() }, ShippingProvider::Custom, "service_type"),
            (WaybillIn { service_type: text("pickup"), ..WaybillIn::default() }, ShippingProvider::Custom, "service_type"),
            (WaybillIn { service_type: text("deliver"), ..WaybillIn::default() }, ShippingProvider::Pickup, "service_type"),
            (WaybillIn { package_weight: Some(0), ..WaybillIn::default() }, ShippingProvider::Custom, "package_weight"),
            (
                WaybillIn { package_weight: Some(MOST_GRAMS + 1), ..WaybillIn::default() },
                ShippingProvider::Custom,
                "package_weight",
            ),
            (
                WaybillIn { has_cod: Some(true), cod_amount: text("0"), ..WaybillIn::default() },
                ShippingProvider::Custom,
                "cod_amount",
            ),
            (
                WaybillIn { has_cod: Some(false), cod_amount: text("5"), ..WaybillIn::default() },
                ShippingProvider::Custom,
                "cod_amount",
            ),
            (WaybillIn { cod_amount: text("1.234"), ..WaybillIn::default() }, ShippingProvider::Custom, "cod_amount"),
            (WaybillIn { tracking_no: text("رقم"), ..WaybillIn::default() }, ShippingProvider::Custom, "tracking_no"),
            (WaybillIn { tracking_no: text("A B"), ..WaybillIn::default() }, ShippingProvider::Custom, "tracking_no"),
            (WaybillIn { tracking_url: text("javascript:x"), ..WaybillIn::default() }, ShippingProvider::Custom, "tracking_url"),
            (WaybillIn { tracking_no: text("A1"), ..WaybillIn::default() }, ShippingProvider::Pickup, "tracking_no"),
        ];
        for (sent, provider, field) in cases {
            assert_eq!(faults(&sent, provider), [field], "{sent:?}");
        }
    }

    #[test]
    fn or_06_arabic_digits_of_a_tracking_number_are_read() {
        let sent = WaybillIn { tracking_no: Some(" EP١٢٣ ".to_owned()), ..WaybillIn::default() };
        let mut faults = FieldErrors::new();
        assert_eq!(read(&sent, ShippingProvider::Custom, Currency::SAR, "", &mut faults).tracking_no.as_deref(), Some("EP123"));
        assert!(faults.is_empty());
    }
}
