use super::*;

const TABLE: &str = "
    ready: shipped cancelled
    shipped: out_for_delivery delivered refused
    out_for_delivery: delivered refused
    ready_for_pickup: delivered postponed cancelled
    postponed: ready_for_pickup delivered cancelled
    refused: returned";

#[test]
fn or_06_the_whole_matrix_of_a_shipments_moves() {
    let mut allowed = std::collections::BTreeSet::new();
    for line in TABLE.lines().filter(|l| l.contains(':')) {
        let (from, to) = line.trim().split_once(": ").unwrap();
        allowed.extend(to.split(' ').map(|to| (from.to_owned(), to.to_owned())));
    }
    for from in Status::ALL {
        for to in Status::ALL {
            let is_allowed = allowed.contains(&(from.as_str().to_owned(), to.as_str().to_owned()));
            assert_eq!(from.go(*to).is_ok(), is_allowed, "{from:?} to {to:?}");
        }
        // Exactly the statuses in the store can be cancelled.
        assert_eq!(from.next().contains(&Status::Cancelled), from.is_waiting(), "{from:?}");
        assert_eq!(Status::parse(from.as_str()), Some(*from));
        assert!(!from.name().ar.chars().any(|c| c.is_ascii_alphabetic()));
    }
    assert_eq!(allowed.len(), 14);
}

#[test]
fn or_06_every_provider_has_its_courier_and_offers_what_it_does_unless_said() {
    for p in ShippingProvider::ALL {
        assert!(p.services().contains(&p.service()));
        assert!(p.first().is_waiting());
    }
}
