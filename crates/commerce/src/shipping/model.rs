//! Shipping methods and their cost for a cart (SP-01, SP-03). Pure.

use kernel::{Lang, ShippingMethodId, Texts};

use super::promise::DeliveryPromise;
use super::rates::Rates;
use crate::couriers::{Market, ShippingProvider, Size};
use customers::{Address, places};

/// A shipping method. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippingMethod {
    /// Id of the method.
    pub id: ShippingMethodId,
    /// Its provider.
    pub provider: ShippingProvider,
    /// Name for shoppers.
    pub name: Texts,
    /// Shown below the name: when, where.
    pub note: Texts,
    /// Where customers collect their orders; only of PICKUP.
    pub pickup_address: Texts,
    /// Offered to shoppers.
    pub is_active: bool,
    /// `fixed_cost` applies to every weight.
    pub is_fixed_cost: bool,
    /// The cost, or the cost up to the threshold.
    pub fixed_cost: i64,
    /// The weight that `fixed_cost` covers.
    pub weight_threshold_grams: i64,
    /// Cost of each started `extra_weight_grams` above the threshold.
    pub extra_weight_cost: i64,
    /// Size of the step above the threshold.
    pub extra_weight_grams: i64,
    /// ISO codes of the countries it serves; all when empty.
    pub countries: Vec<String>,
    /// Cities it serves, in any spelling; all when empty.
    pub cities: Vec<String>,
    /// The customer may pay on delivery.
    pub is_cod_allowed: bool,
    /// Shoppers see the courier's name.
    pub is_courier_name_visible: bool,
    /// The courier tells the price; `fixed_cost` and weight are for when it does not.
    pub is_courier_controls_rates: bool,
    /// Goods of at least this amount ship free.
    pub free_above: Option<i64>,
    /// Days until the merchant hands an order over.
    pub processing_days: i64,
    /// Days that the courier takes at least.
    pub delivery_days_min: Option<i64>,
    /// Days that it takes at most.
    pub delivery_days_max: Option<i64>,
    /// Size of its parcels, where a waybill says nothing else.
    pub package_size: Size,
    /// Lower values come first.
    pub display_order: i64,
    /// Incremented by every change.
    pub version: i64,
}

/// A method on offer for one cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShippingOption {
    /// Id of the method.
    pub id: ShippingMethodId,
    /// Its provider.
    pub provider: ShippingProvider,
    /// Name for shoppers.
    pub name: Texts,
    /// When, where.
    pub note: Texts,
    /// Its cost for this cart.
    pub cost: i64,
    /// The customer may pay on delivery.
    pub is_cod_allowed: bool,
    /// When it arrives.
    pub promise: Option<DeliveryPromise>,
}

impl ShippingOption {
    /// Whether it is a pickup: no address is needed.
    #[must_use]
    pub fn is_pickup(&self) -> bool {
        self.provider == ShippingProvider::Pickup
    }
}

/// The goods to ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parcel {
    /// Something has to be shipped.
    pub requires_shipping: bool,
    /// Every item to ship ships free.
    pub has_free_shipping: bool,
    /// Weight of the items that do not ship free.
    pub weight_grams: i64,
    /// What the goods cost, before coupons, in minor units.
    pub goods_amount: i64,
}

impl ShippingMethod {
    /// Whether a parcel ships free.
    #[must_use]
    pub fn ships_free(&self, parcel: Parcel) -> bool {
        !parcel.requires_shipping || parcel.has_free_shipping || self.free_above.is_some_and(|most| parcel.goods_amount >= most)
    }

    /// The merchant's own price for a parcel.
    #[must_use]
    pub fn cost(&self, parcel: Parcel) -> i64 {
        if self.ships_free(parcel) {
            return 0;
        }
        let extra = parcel.weight_grams - self.weight_threshold_grams;
        if self.is_fixed_cost || extra <= 0 || self.extra_weight_grams <= 0 {
            return self.fixed_cost;
        }
        let steps = (extra + self.extra_weight_grams - 1) / self.extra_weight_grams;
        self.fixed_cost.saturating_add(steps.saturating_mul(self.extra_weight_cost))
    }

    /// Whether it serves an address. Cities are compared as in search, and in both languages: `جده` and `Jeddah` are `جدة`.
    #[must_use]
    pub fn serves(&self, address: Option<&Address>) -> bool {
        match (self.provider, address) {
            (ShippingProvider::Pickup, _) => true,
            (_, None) => false,
            (_, Some(address)) => {
                (self.countries.is_empty() || self.countries.contains(&address.country))
                    && (self.cities.is_empty() || self.cities.iter().any(|c| places::is_same(&address.country, c, &address.city)))
            }
        }
    }

    /// Whether it is a courier on offer for some address of this market: then checkout asks for one.
    #[must_use]
    pub fn is_courier(&self, market: Market<'_>) -> bool {
        self.is_on_offer(market) && self.provider != ShippingProvider::Pickup
    }

    /// Whether it is active, and its courier works for the store. One that was activated before this was checked, or before the store changed
    /// its currency, is not offered: no shipment could be booked with it.
    fn is_on_offer(&self, market: Market<'_>) -> bool {
        self.is_active && market.fault(self.provider).is_none()
    }

    /// Whether a courier may be asked what it takes for a parcel to an address.
    #[must_use]
    pub fn is_priced_by_courier(&self, market: Market<'_>, address: &Address, parcel: Parcel) -> bool {
        self.is_on_offer(market) && self.is_courier_controls_rates && !self.ships_free(parcel) && self.serves(Some(address))
    }

    /// Whether it is a pickup without an address.
    #[must_use]
    pub fn lacks_address(&self) -> bool {
        self.provider == ShippingProvider::Pickup && self.pickup_address.is_empty()
    }

    /// When an order by it arrives, as the merchant promises.
    #[must_use]
    pub fn promise(&self) -> Option<DeliveryPromise> {
        DeliveryPromise::new(self.processing_days, self.delivery_days_min, self.delivery_days_max)
            .filter(|_| self.provider != ShippingProvider::Pickup)
    }

    /// The text below its name: the address of a pickup, when an order arrives, then the note.
    fn shown_note(&self) -> Texts {
        let first = match self.promise() {
            Some(promise) => promise.texts(),
            None if self.provider == ShippingProvider::Pickup => self.pickup_address.clone(),
            None => return self.note.clone(),
        };
        if first.is_empty() {
            return self.note.clone();
        }
        let of = |lang| {
            let (first, note) = (first.get(lang), self.note.get(lang));
            if note.is_empty() { first.to_owned() } else { format!("{first} · {note}") }
        };
        Texts::new(of(Lang::Ar), of(Lang::En))
    }

    /// The method on offer for a cart; none when it is not offered. `rates` are what couriers told.
    #[must_use]
    pub fn offer(&self, market: Market<'_>, address: Option<&Address>, parcel: Parcel, rates: &Rates) -> Option<ShippingOption> {
        if !self.is_on_offer(market) || !self.serves(address) {
            return None;
        }
        let Self { id, provider, name, is_cod_allowed, .. } = self;
        let (name, note) = (name.clone(), self.shown_note());
        Some(ShippingOption {
            id: *id,
            provider: *provider,
            name,
            note,
            cost: if self.ships_free(parcel) { 0 } else { rates.get(*id).unwrap_or_else(|| self.cost(parcel)) },
            is_cod_allowed: *is_cod_allowed,
            promise: self.promise(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Currency;

    const RIYADH: Market<'_> = Market { country: "SA", currency: Currency::SAR };

    fn method() -> ShippingMethod {
        ShippingMethod {
            id: ShippingMethodId::from_raw(1),
            provider: ShippingProvider::Custom,
            name: Texts::new("توصيل", "Delivery"),
            note: Texts::default(),
            pickup_address: Texts::default(),
            is_active: true,
            is_fixed_cost: false,
            fixed_cost: 2_000,
            weight_threshold_grams: 5_000,
            extra_weight_cost: 300,
            extra_weight_grams: 1_000,
            countries: vec!["SA".into()],
            cities: vec!["جدة".into(), "Riyadh".into()],
            is_cod_allowed: true,
            is_courier_name_visible: false,
            is_courier_controls_rates: false,
            free_above: None,
            processing_days: 0,
            delivery_days_min: None,
            delivery_days_max: None,
            package_size: Size::Small,
            display_order: 1,
            version: 1,
        }
    }

    fn to(country: &str, city: &str) -> Address {
        Address { country: country.into(), city: city.into(), ..Address::default() }
    }

    #[test]
    fn sp_03_cost_by_weight_counts_begun_steps_above_the_threshold() {
        let m = method();
        let cost = |weight_grams| m.cost(Parcel { requires_shipping: true, weight_grams, ..Parcel::default() });
        assert_eq!([cost(0), cost(5_000), cost(5_001), cost(6_000), cost(6_001)], [2_000, 2_000, 2_300, 2_300, 2_600]);
        assert_eq!(
            ShippingMethod { is_fixed_cost: true, ..m.clone() }.cost(Parcel {
                requires_shipping: true,
                weight_grams: 90_000,
                ..Parcel::default()
            }),
            2_000
        );
        assert_eq!(
            ShippingMethod { extra_weight_grams: 0, ..m.clone() }.cost(Parcel {
                requires_shipping: true,
                weight_grams: 90_000,
                ..Parcel::default()
            }),
            2_000
        );
        assert_eq!(m.cost(Parcel { requires_shipping: true, has_free_shipping: true, ..Parcel::default() }), 0);
        assert_eq!(m.cost(Parcel::default()), 0);
    }

    #[test]
    fn sp_03_a_method_serves_its_cities_however_they_are_spelt() {
        let m = method();
        assert!(m.serves(Some(&to("SA", "جده"))) && m.serves(Some(&to("SA", "riyadh"))));
        assert!(!m.serves(Some(&to("SA", "الدمام"))) && !m.serves(Some(&to("EG", "جدة"))) && !m.serves(None));
        assert!(ShippingMethod { provider: ShippingProvider::Pickup, ..method() }.serves(None));
        assert!(
            ShippingMethod { is_active: false, ..method() }
                .offer(RIYADH, Some(&to("SA", "جدة")), Parcel::default(), &Rates::default())
                .is_none()
        );
    }

    /// SP-01: what cannot be booked is not sold: a courier of Egypt in a Saudi store.
    #[test]
    fn sp_01_a_courier_that_does_not_work_for_the_store_is_not_offered() {
        let bosta = ShippingMethod { provider: ShippingProvider::Bosta, countries: Vec::new(), cities: Vec::new(), ..method() };
        let offer = |market| bosta.offer(market, Some(&to("EG", "القاهرة")), Parcel::default(), &Rates::default());
        let egypt = Market { country: "EG", currency: Currency::EGP };
        assert!(offer(egypt).is_some() && bosta.is_courier(egypt));
        for market in [RIYADH, Market { currency: Currency::USD, ..egypt }, Market { country: "SA", ..egypt }] {
            assert!(offer(market).is_none() && !bosta.is_courier(market), "{market:?}");
        }
        assert!(method().is_courier(RIYADH));
    }

    #[test]
    fn sp_01_a_pickup_tells_its_address_before_its_note() {
        let pickup = ShippingMethod {
            provider: ShippingProvider::Pickup,
            note: Texts::new("من 4 إلى 10", ""),
            pickup_address: Texts::new("شارع التحلية", "Tahlia Street"),
            ..method()
        };
        let offered = pickup.offer(RIYADH, None, Parcel::default(), &Rates::default()).unwrap();
        assert_eq!(offered.note, Texts::new("شارع التحلية · من 4 إلى 10", "Tahlia Street · من 4 إلى 10"));
        assert!(!pickup.lacks_address() && !method().lacks_address());
        assert!(ShippingMethod { pickup_address: Texts::default(), ..pickup }.lacks_address());
    }
}
