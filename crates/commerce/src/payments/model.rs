//! Payment methods, and when they are offered (PY-01). Pure.

use kernel::money::BasisPoints;
use kernel::{PaymentMethodId, Texts};

use crate::carts::totals::FeeRule;
use crate::shipping::ShippingOption;

web::words! {
    /// The provider of a payment method.
    PaymentProvider {
        /// Cash, to the courier or in the store.
        Cod "COD",
        /// A transfer to a bank account of the store; the shopper uploads its receipt.
        Bank "BANK",
    }
}

impl PaymentProvider {
    /// The default name of a new store's method; and whether it is active from the start.
    #[must_use]
    pub fn initial(self) -> (Texts, bool) {
        match self {
            Self::Cod => (Texts::new("الدفع عند الاستلام", "Cash on delivery"), true),
            Self::Bank => (Texts::new("تحويل بنكي", "Bank transfer"), false),
        }
    }
}

/// A payment method. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentMethod {
    /// Id of the method.
    pub id: PaymentMethodId,
    /// Its provider.
    pub provider: PaymentProvider,
    /// Name for shoppers.
    pub name: Texts,
    /// Instructions, shown when it is chosen.
    pub instructions: Texts,
    /// Offered to shoppers.
    pub is_active: bool,
    /// Fixed fee, added to the amount to pay.
    pub fixed_fees: i64,
    /// Fee as a share of the amount to pay, in hundredths of a percent.
    pub ratio_fees: BasisPoints,
    /// VAT applies to the fees (ST-06).
    pub add_vat_to_payment_charges: bool,
    /// Not offered for a customer's first order.
    pub disable_on_first_order: bool,
    /// Lower values come first.
    pub display_order: i64,
    /// Incremented by every change.
    pub version: i64,
}

/// A method on offer for one cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentOption {
    /// Id of the method.
    pub id: PaymentMethodId,
    /// Its provider.
    pub provider: PaymentProvider,
    /// Name for shoppers.
    pub name: Texts,
    /// Instructions, shown when it is chosen.
    pub instructions: Texts,
    /// The rule that its fee is computed by.
    pub fee: FeeRule,
}

impl PaymentMethod {
    /// The method on offer for a cart; none when it is not offered. Before a shipping method is chosen cash is allowed.
    #[must_use]
    pub fn offer(&self, shipping: Option<&ShippingOption>, is_first_order: bool) -> Option<PaymentOption> {
        let is_cash_refused = self.provider == PaymentProvider::Cod && shipping.is_some_and(|s| !s.is_cod_allowed);
        if !self.is_active || is_cash_refused || (self.disable_on_first_order && is_first_order) {
            return None;
        }
        let Self { id, provider, name, instructions, fixed_fees, ratio_fees, add_vat_to_payment_charges, .. } = self;
        let fee = FeeRule { fixed: *fixed_fees, ratio: *ratio_fees, is_taxed: *add_vat_to_payment_charges };
        Some(PaymentOption { id: *id, provider: *provider, name: name.clone(), instructions: instructions.clone(), fee })
    }
}

db::stored_words! {
    PaymentProvider, "payment_methods" "provider";
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::ShippingMethodId;

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
            display_order: 1,
            version: 1,
        }
    }

    #[test]
    fn py_01_cash_is_offered_only_where_the_shipping_method_takes_it() {
        let mut shipping = ShippingOption {
            id: ShippingMethodId::from_raw(1),
            provider: crate::shipping::ShippingProvider::Custom,
            name: Texts::default(),
            note: Texts::default(),
            cost: 0,
            is_cod_allowed: true,
        };
        assert_eq!(cod().offer(Some(&shipping), true).unwrap().fee, FeeRule { fixed: 1_000, ratio: 250, is_taxed: true });
        assert!(cod().offer(None, true).is_some());
        shipping.is_cod_allowed = false;
        assert!(cod().offer(Some(&shipping), true).is_none());
    }

    #[test]
    fn py_01_a_method_can_be_closed_for_first_orders() {
        let m = PaymentMethod { disable_on_first_order: true, ..cod() };
        assert!(m.offer(None, true).is_none() && m.offer(None, false).is_some());
        assert!(PaymentMethod { is_active: false, ..cod() }.offer(None, false).is_none());
    }
}
