//! What Bosta is sent.

use kernel::Currency;
use proptest::prelude::*;

use super::*;
use crate::amounts::to_text;
use crate::couriers::validation::WaybillFaultCode;
use crate::couriers::validation::tests::waybill;
use crate::couriers::waybill::CourierPlace;

fn sent(waybill: &Waybill) -> Value {
    serde_json::from_str(&to_text(&delivery(waybill, ("Authorization", "s3cret-webhook-key")))).unwrap()
}

#[test]
fn or_06_a_waybill_is_written_as_the_contract_says() {
    let mut full = waybill();
    full.declared_value_minor = 50_000;
    full.note = "اتصل قبل الوصول".into();
    full.callback_url = "https://store.example/callbacks/bosta".into();
    full.address.district = "المعادي".into();
    full.address.details = "بجوار المسجد".into();
    assert_eq!(
        sent(&full),
        json!({
            "type": 10,
            "specs": {
                "packageType": "Small", "packageDetails": { "itemsCount": 2, "description": "قميص قطن × 2" }, "weight": 0.5,
            },
            "dropOffAddress": {
                "firstLine": "12 شارع النيل", "secondLine": "بجوار المسجد", "city": "EG-01", "districtName": "المعادي",
            },
            "receiver": {
                "firstName": "هدى", "lastName": "منصور", "fullName": "هدى منصور", "phone": "01012345678", "email": "huda@example.com",
            },
            "cod": 125.5, "allowToOpenPackage": true, "businessReference": "1001-1", "uniqueBusinessReference": "shp_1-1",
            "goodsInfo": { "amount": 500.0 }, "notes": "اتصل قبل الوصول", "businessLocationId": "loc-1",
            "webhookUrl": "https://store.example/callbacks/bosta",
            "webhookCustomHeaders": { "Authorization": "s3cret-webhook-key" },
        })
    );
}

#[test]
fn or_06_each_service_has_its_type_and_address() {
    for (service, kind, place) in [
        (CourierService::Deliver, 10, "dropOffAddress"),
        (CourierService::CashCollection, 15, "pickupAddress"),
        (CourierService::Return, 25, "pickupAddress"),
        (CourierService::Exchange, 30, "dropOffAddress"),
    ] {
        let body = sent(&Waybill { service, ..waybill() });
        assert_eq!(body["type"], kind);
        assert_eq!(body[place]["city"], "EG-01", "{service:?}");
        assert_eq!(body.get("webhookUrl"), None, "no address of ours, no header");
    }
}

#[test]
fn or_06_a_chosen_district_goes_by_its_id() {
    let mut chosen = waybill();
    chosen.address.place = Some(CourierPlace { city_code: "EG-25".into(), district_id: "aTqjqt6wM".into() });
    let body = sent(&chosen);
    assert_eq!(body["dropOffAddress"]["city"], "EG-25");
    assert_eq!(body["dropOffAddress"]["districtId"], "aTqjqt6wM");
    assert_eq!(body["dropOffAddress"].get("districtName"), None);
    chosen.recipient.name = "هدى".into();
    assert_eq!(sent(&chosen)["receiver"]["lastName"], "هدى");
}

#[test]
fn or_06_a_change_has_only_what_is_changed() {
    assert_eq!(change(&WaybillChange::default()), json!({}));
    let cod = WaybillChange { cod: Some((0, Currency::EGP)), allow_open_box: Some(false), ..WaybillChange::default() };
    assert_eq!(to_text(&change(&cod)), r#"{"cod":0.00,"allowToOpenPackage":false}"#);
}

#[test]
fn or_06_a_building_that_is_too_long_goes_on_in_the_second_line() {
    let mut long = waybill();
    long.address.details = "بجوار المسجد\nالباب الخلفي".into();
    long.address.building = "عمارة 12 مدخل ب بجوار صيدلية النور الدور الرابع شقة 41 أمام المصعد".into();
    let sent_address = sent(&long)["dropOffAddress"].clone();
    assert_eq!(sent_address["buildingNumber"], "عمارة 12 مدخل ب بجوار صيدلية النور الدور الرابع");
    assert_eq!(sent_address["secondLine"], "شقة 41 أمام المصعد، بجوار المسجد الباب الخلفي");
    (long.address.street, long.address.building) = (String::new(), String::new());
    let sent_address = sent(&long)["dropOffAddress"].clone();
    assert_eq!(sent_address["firstLine"], "بجوار المسجد الباب الخلفي");
    assert_eq!((sent_address.get("secondLine"), sent_address.get("buildingNumber")), (None, None));
}

proptest! {
    /// OR-06: every word of an address is sent, or the waybill is refused with what would fit.
    #[test]
    fn or_06_nothing_of_an_address_is_cut(
        street in "([a-zأ-ي]{1,12} ){0,15}", building in "([a-zأ-ي0-9]{1,12} ){0,12}", details in "([a-zأ-ي]{1,30}[ \n]){0,24}"
    ) {
        let mut any = waybill();
        (any.address.street, any.address.building, any.address.details) = (street, building, details);
        let words = |text: &str| text.split([' ', '\n', '،']).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let bosta = |any: &Waybill| crate::couriers::validation::check(any, &crate::couriers::bosta::CAPABILITIES, &BOUNDS, &cities());
        let limit = bosta(&any).iter().find(|fault| fault.code == WaybillFaultCode::DetailsTooLong).map(|fault| fault.limit);
        if let Some(limit) = limit {
            let most = usize::try_from(limit.unwrap()).unwrap();
            any.address.details = on_one_line(&any.address.details).chars().take(most).collect();
        }
        prop_assert!(bosta(&any).iter().all(|fault| fault.code != WaybillFaultCode::DetailsTooLong), "{limit:?}");
        let body = sent(&any);
        let line = |name: &str| words(body["dropOffAddress"][name].as_str().unwrap_or_default());
        let mut words_sent = [line("firstLine"), line("buildingNumber"), line("secondLine")].concat();
        let DeliveryAddress { street, building, details, .. } = &any.address;
        let mut expected = [words(street), words(building), words(details)].concat();
        words_sent.sort();
        expected.sort();
        prop_assert_eq!(words_sent, expected);
    }

    #[test]
    fn or_06_any_waybill_is_json_with_its_exact_amount(
        name in ".{0,60}", street in ".{0,300}", note in ".{0,300}", cod in 0..=99_999_999_i64, weight in 0..=1_000_000_i64
    ) {
        let mut any = waybill();
        (any.recipient.name, any.address.street, any.note) = (name, street, note);
        (any.cod_minor, any.parcel.weight_grams) = (cod, weight);
        let body = sent(&any);
        prop_assert_eq!(crate::amounts::read_amount(&body["cod"], Currency::EGP), Some(cod));
        prop_assert!(body.get("notes").is_none_or(|note| note.as_str().unwrap().chars().count() <= 200));
        prop_assert!(body["dropOffAddress"].get("firstLine").is_none_or(|line| line.as_str().unwrap().chars().count() <= 250));
    }
}
