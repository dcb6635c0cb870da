use super::*;
use kernel::ShippingMethodId;
use proptest::prelude::*;

fn cod() -> PaymentMethod {
    PaymentMethod {
        id: PaymentMethodId::from_raw(1),
        provider: PaymentProvider::Cod,
        name: Texts::new("الدفع عند الاستلام", "Cash on delivery"),
        instructions: Texts::default(),
        is_active: true,
        fixed_fees: 1_000,
        ratio_fees: 250,
        add_vat_to_payment_charges: true,
        disable_on_first_order: false,
        min_amount: None,
        max_amount: None,
        countries: Vec::new(),
        display_order: 1,
        version: 1,
    }
}

const SALE: PaymentSale<'static> = PaymentSale { shipping: None, mobile: None, country: "SA", amount: 10_000 };

#[test]
fn py_01_cash_is_offered_only_where_the_shipping_method_takes_it() {
    let mut shipping = ShippingOption {
        id: ShippingMethodId::from_raw(1),
        provider: crate::shipping::ShippingProvider::Custom,
        name: Texts::default(),
        note: Texts::default(),
        promise: None,
        cost: 0,
        is_cod_allowed: true,
    };
    let shipped = PaymentSale { shipping: Some(&shipping), ..SALE };
    assert_eq!(cod().offer(&shipped, true).unwrap().fee, FeeRule { fixed: 1_000, ratio: 250, is_taxed: true });
    assert!(cod().offer(&SALE, true).is_some());
    shipping.is_cod_allowed = false;
    assert!(cod().offer(&PaymentSale { shipping: Some(&shipping), ..SALE }, true).is_none());
}

#[test]
fn py_01_a_method_can_be_closed_for_first_orders() {
    let m = PaymentMethod { disable_on_first_order: true, ..cod() };
    assert!(m.offer(&SALE, true).is_none() && m.offer(&SALE, false).is_some());
    assert!(PaymentMethod { is_active: false, ..cod() }.offer(&SALE, false).is_none());
}

#[test]
fn py_01_a_method_has_limits_that_are_included() {
    let m = PaymentMethod { min_amount: Some(5_000), max_amount: Some(10_000), ..cod() };
    let offered = [4_999, 5_000, 10_000, 10_001].map(|amount| m.offer(&PaymentSale { amount, ..SALE }, false).is_some());
    assert_eq!(offered, [false, true, true, false]);
}

#[test]
fn gu_12_a_country_without_methods_is_told_apart_from_a_store_without_methods() {
    let in_egypt = PaymentMethod { countries: vec!["EG".into(), "AE".into()], ..cod() };
    assert!(in_egypt.offer(&SALE, false).is_none() && in_egypt.offer(&PaymentSale { country: "AE", ..SALE }, false).is_some());
    let closed = |methods: &[PaymentMethod]| is_closed_to_country(methods, "SA");
    assert!(closed(std::slice::from_ref(&in_egypt)));
    assert!(!closed(&[]) && !closed(&[in_egypt.clone(), cod()]));
    // Methods that nobody is offered do not count.
    assert!(closed(&[in_egypt.clone(), PaymentMethod { is_active: false, ..cod() }]));
    assert!(!closed(&[PaymentMethod { is_active: false, ..in_egypt }]));
}

#[test]
fn py_03_a_method_of_any_provider_is_offered_while_it_is_active() {
    for &provider in PaymentProvider::ALL {
        let method = PaymentMethod { provider, ..cod() };
        assert!(method.offer(&SALE, false).is_some(), "{}", provider.as_str());
        assert!(PaymentMethod { is_active: false, ..method }.offer(&SALE, false).is_none(), "{}", provider.as_str());
    }
}

proptest! {
    #[test]
    fn py_01_what_is_offered_is_active_within_its_limits_and_for_the_country(
        (is_active, is_late, is_first) in any::<(bool, bool, bool)>(),
        min_amount in proptest::option::of(0..2_000_i64),
        max_amount in proptest::option::of(0..2_000_i64),
        countries in proptest::sample::subsequence(vec!["SA", "EG", "AE"], 0..=3),
        country in proptest::sample::select(vec!["SA", "EG", "AE", "KW"]),
        amount in 0..2_500_i64,
    ) {
        let method = PaymentMethod {
            is_active, disable_on_first_order: is_late, min_amount, max_amount,
            countries: countries.iter().map(|c| (*c).to_owned()).collect(), ..cod()
        };
        let is_expected = is_active
            && !(is_late && is_first)
            && (countries.is_empty() || countries.contains(&country))
            && amount >= min_amount.unwrap_or(0)
            && amount <= max_amount.unwrap_or(i64::MAX);
        let offered = method.offer(&PaymentSale { country, amount, ..SALE }, is_first);
        prop_assert_eq!(offered.is_some(), is_expected);
    }
}
