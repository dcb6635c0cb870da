use super::*;
use crate::orders::cascade::courier::sample_shipment as shipment;

#[test]
fn or_06_a_courier_is_asked_for_what_it_can_change_and_nothing_else() {
    let before = Shipment { cod_amount: 500, note: "a".into(), booking: Booking::Booked, ..shipment() };
    let address = Address { city: "الجيزة".into(), ..Address::default() };
    let after = Shipment { cod_amount: 400, note: "b".into(), address: Some(address.clone()), ..before.clone() };
    let expected =
        PendingChange { cod_amount: Some(400), note: Some("b".into()), address: Some(address), ..PendingChange::default() };
    assert_eq!(change_of(&before, &after), Some(expected));
    for after in [
        Shipment { package_weight: 9, ..before.clone() },
        Shipment { cod_amount: 400, courier_name: "x".into(), ..before.clone() },
        Shipment { second_phone: "+201112345678".into(), ..before.clone() },
    ] {
        assert_eq!(change_of(&before, &after), None);
    }
    let pending = Shipment { pending_change: Some(PendingChange { n: 3, ..PendingChange::default() }), ..before };
    let after = Shipment { note: "c".into(), ..pending.clone() };
    assert_eq!(change_of(&pending, &after).and_then(|change| change.note), Some("c".into()));
}

#[test]
fn or_06_of_a_parcel_that_has_left_tracking_alone_is_corrected() {
    let before = Shipment { status: Status::Shipped, ..shipment() };
    assert!(check_status(&before, &Shipment { tracking_no: "A1".into(), courier_name: "x".into(), ..before.clone() }).is_ok());
    assert!(check_status(&before, &before).is_ok());
    assert!(check_status(&before, &Shipment { note: "b".into(), ..before.clone() }).is_err());
    assert!(check_status(&before, &Shipment { address: Some(Address::default()), ..before.clone() }).is_err());
}
