//! Every code of the contract has its step.

use proptest::prelude::*;
use serde_json::json;

use super::*;

#[test]
fn sp_04_the_codes_of_the_contract_are_steps() {
    for (codes, outbound, inbound) in [
        (&[10, 11, 20][..], Step::Created, Step::Created),
        (&[21], Step::PickedUp, Step::Returning),
        (&[22], Step::Returning, Step::Created),
        (&[23], Step::Returning, Step::Returning),
        (&[24, 25, 30], Step::InTransit, Step::Returning),
        (&[40, 41, 42], Step::OutForDelivery, Step::Returning),
        (&[45], Step::Delivered, Step::Returned),
        (&[46, 60], Step::Returned, Step::Returned),
        (&[47, 102, 103, 104, 105], Step::Exception, Step::Exception),
        (&[48, 49], Step::Cancelled, Step::Cancelled),
        (&[100], Step::Lost, Step::Lost),
        (&[101], Step::Damaged, Step::Damaged),
    ] {
        for code in codes {
            assert_eq!(find(*code, Kind::Outbound).0, outbound, "{code}");
            assert_eq!(find(*code, Kind::Inbound).0, inbound, "{code}");
        }
    }
}

#[test]
fn sp_04_45_and_60_mean_other_things_abroad() {
    assert_eq!(find(45, Kind::International).0, Step::InTransit);
    assert_eq!(find(60, Kind::International).0, Step::Delivered);
    assert_eq!(find(26, Kind::International).0, Step::InTransit);
    assert_eq!(find(46, Kind::International), (Step::InTransit, None), "not in its table");
}

#[test]
fn sp_04_the_way_of_a_parcel_is_read_however_it_is_told() {
    for (delivery, country, kind) in [
        (json!({ "type": "SEND" }), "EG", Kind::Outbound),
        (json!({ "type": { "code": 10, "value": "Send" } }), "", Kind::Outbound),
        (json!({ "type": { "code": 25, "value": "Customer Return Pickup" } }), "EG", Kind::Inbound),
        (json!({ "type": "RTO" }), "EG", Kind::Inbound),
        (json!({ "type": 25 }), "EG", Kind::Inbound),
        (json!({ "type": "SEND" }), "SA", Kind::International),
        (json!({ "type": "INTERNATIONAL_SEND" }), "", Kind::International),
        (json!({}), "EG", Kind::Outbound),
    ] {
        assert_eq!(Kind::of(&delivery, country), kind, "{delivery}");
    }
}

#[test]
fn sp_04_names_of_states_have_codes() {
    for (name, code) in
        [("Pickup requested", 10), ("received_at_warehouse", 24), ("Out for delivery", 41), ("Returned to business", 46)]
    {
        assert_eq!(code_of(name), Some(code), "{name}");
    }
    for (_, code) in NAMES {
        assert!(DOMESTIC.iter().any(|state| state.code == *code), "{code}");
    }
    assert_eq!(code_of("Teleported"), None);
}

proptest! {
    #[test]
    fn sp_04_an_unknown_code_is_in_transit_and_never_the_end(code in any::<i64>()) {
        for (kind, table) in [(Kind::Outbound, DOMESTIC), (Kind::International, INTERNATIONAL)] {
            if table.iter().all(|state| state.code != code) {
                prop_assert_eq!(find(code, kind), (Step::InTransit, None));
            }
        }
        let is_known = DOMESTIC.iter().any(|state| state.code == code);
        prop_assert!(is_known || !find(code, Kind::Inbound).0.is_final());
    }
}
