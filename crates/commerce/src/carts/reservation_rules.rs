//! How many pieces a checkout may reserve (decisions §14). Pure.
//!
//! A shopper who has neither paid nor verified a number is anonymous, and carts cost nothing. So all anonymous reservations
//! together are bounded by the stock, and those of one shopper by number and network. Pieces that are not reserved can still be
//! bought: a bound never refuses an order.

/// The most carts of one number, or of one network, with an active reservation.
pub(super) const MOST_CARTS: i64 = 3;

/// Stock and reservations of a variant and its product, as its row states them while it is locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StockState {
    /// Pieces in stock.
    pub(super) qty: i64,
    /// Pieces that checkouts reserve, this one included.
    pub(super) reserved: i64,
    /// Pieces of them that this line reserves already.
    pub(super) own_reserved: i64,
    /// Stock of all variants of the product; without variants the same as `qty`.
    pub(super) product_qty: i64,
    /// Pieces of the product that checkouts reserve, this one included.
    pub(super) product_reserved: i64,
}

/// Pieces that anonymous checkouts may reserve together: half of the stock, rounded down; of a single piece that one.
pub(super) const fn share(qty: i64) -> i64 {
    if qty <= 0 {
        0
    } else if qty < 2 {
        1
    } else {
        qty / 2
    }
}

/// How many of the `requested` pieces a line may reserve, where the order's limit still allows `allowed` of the product; none
/// when they are not all available, because others reserve them or the stock is too low. The share applies to the variant and to
/// the product: otherwise one piece of each size could be the whole stock.
pub(super) fn grantable(state: StockState, requested: i64, allowed: i64) -> Option<i64> {
    let others = (state.reserved - state.own_reserved).max(0);
    if state.qty - others < requested {
        return None;
    }
    let of_product = share(state.product_qty) - (state.product_reserved - state.own_reserved).max(0);
    Some(requested.min(allowed).min(share(state.qty) - others).min(of_product).max(0))
}

/// The part of an address that identifies one subscriber: of IPv6 the /64 network.
pub(super) fn network(ip: &str) -> String {
    match ip.parse() {
        Ok(std::net::IpAddr::V6(v6)) => {
            if let Some(v4) = v6.to_ipv4_mapped() {
                v4.to_string()
            } else {
                let [a, b, c, d, ..] = v6.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
        _ => ip.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// F8: one anonymous cart reserves half of the stock, not all of it.
    #[test]
    fn f8_an_anonymous_checkout_holds_half_of_what_is_left() {
        let state = |qty, reserved| StockState { qty, reserved, own_reserved: 0, product_qty: qty, product_reserved: reserved };
        let cases = [
            ((10, 0, 10, 99), Some(5)),
            ((10, 0, 3, 99), Some(3)),
            ((10, 4, 3, 99), Some(1)),
            ((10, 5, 3, 99), Some(0)),
            ((10, 5, 6, 99), None),
            ((10, 0, 5, 2), Some(2)),
            // The last piece is still reserved for the first shopper.
            ((1, 0, 1, 99), Some(1)),
            ((1, 1, 1, 99), None),
            ((2, 1, 1, 99), Some(0)),
            ((0, 0, 1, 99), None),
        ];
        for ((qty, reserved, requested, allowed), expected) in cases {
            assert_eq!(grantable(state(qty, reserved), requested, allowed), expected, "{qty} {reserved} {requested} {allowed}");
        }
    }

    /// F8: ten sizes of one piece each are ten pieces of one product, of which five may be reserved.
    #[test]
    fn f8_the_share_is_of_the_product_and_not_of_each_size() {
        let size = |product_reserved| StockState { qty: 1, reserved: 0, own_reserved: 0, product_qty: 10, product_reserved };
        assert_eq!(grantable(size(4), 1, 99), Some(1));
        assert_eq!(grantable(size(5), 1, 99), Some(0));
        // The pieces that the line reserves already do not count against it.
        let reserved_alone = StockState { qty: 1, reserved: 1, own_reserved: 1, product_qty: 10, product_reserved: 5 };
        assert_eq!(grantable(reserved_alone, 1, 99), Some(1));
        // Of one size that is nearly all there is, half of it at most.
        assert_eq!(
            grantable(StockState { qty: 8, reserved: 0, own_reserved: 0, product_qty: 100, product_reserved: 0 }, 8, 99),
            Some(4)
        );
    }

    #[test]
    fn f8_one_subscriber_is_one_network() {
        assert_eq!(network("203.0.113.9"), "203.0.113.9");
        assert_eq!(network("::ffff:203.0.113.9"), "203.0.113.9");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("local"), "local");
    }

    proptest! {
        /// F8: however many carts come, request more and leave, they never reserve more than the share, nor more than the stock
        /// or the requested quantity; a request for one free piece is never refused as sold out.
        #[test]
        fn f8_a_flood_of_carts_never_holds_more_than_the_share(
            qty in 0_i64..40,
            asks in prop::collection::vec((0_usize..8, 0_i64..12, 1_i64..12), 1..60),
        ) {
            let mut own_reserved = [0_i64; 8];
            for (cart, requested, allowed) in asks {
                let reserved: i64 = own_reserved.iter().sum();
                let own = own_reserved[cart];
                let others = reserved - own;
                let state = StockState { qty, reserved, own_reserved: own, product_qty: qty, product_reserved: reserved };
                match grantable(state, requested, allowed) {
                    Some(n) => {
                        prop_assert!(n >= 0 && n <= requested && n <= allowed);
                        own_reserved[cart] = n;
                    }
                    None => prop_assert!(qty - others < requested),
                }
                let all: i64 = own_reserved.iter().sum();
                prop_assert!(all <= share(qty) && (qty < 2 || all * 2 <= qty));
                prop_assert!(qty < 2 || qty - all >= 1, "somebody can still buy one");
            }
        }
    }
}
