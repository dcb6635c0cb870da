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
        /// Paymob: by card, wallet or at a kiosk, as its integrations say; a method for each.
        Paymob "PAYMOB",
        /// PayTabs of the Emirates and of the countries without a provider of their own.
        Paytabs "PAYTABS",
        /// PayTabs of Egypt.
        PaytabsEg "PAYTABS_EG",
        /// PayTabs of Saudi Arabia.
        PaytabsSa "PAYTABS_SA",
    }
}

impl PaymentProvider {
    /// Those that every store has from the start, once each; the merchant adds and removes methods of the others.
    pub const OF_EVERY_STORE: &'static [Self] = &[Self::Cod, Self::Bank];

    /// The default name of a method; and whether it is active from the start.
    #[must_use]
    pub fn initial(self) -> (Texts, bool) {
        match self {
            Self::Cod => (Texts::new("الدفع عند الاستلام", "Cash on delivery"), true),
            Self::Bank => (Texts::new("تحويل بنكي", "Bank transfer"), false),
            Self::Paymob | Self::Paytabs | Self::PaytabsEg | Self::PaytabsSa => {
                (Texts::new("الدفع بالبطاقة", "Pay by card"), false)
            }
        }
    }

    /// A payment gateway takes the money online: it has credentials and a connection, and the merchant adds and removes it.
    #[must_use]
    pub const fn is_online(self) -> bool {
        match self {
            Self::Cod | Self::Bank => false,
            Self::Paymob | Self::Paytabs | Self::PaytabsEg | Self::PaytabsSa => true,
        }
    }
}

/// The most methods of a store.
pub const MOST: usize = 20;

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
    /// The least amount to pay with it, without its own fee; none for no limit.
    pub min_amount: Option<i64>,
    /// The highest amount to pay with it, without its own fee; none for no limit.
    pub max_amount: Option<i64>,
    /// ISO codes of the countries of delivery; all when empty.
    pub countries: Vec<String>,
    /// Lower values come first.
    pub display_order: i64,
    /// Incremented by every change.
    pub version: i64,
}

/// What a shopper is about to pay for, as far as methods look at it.
#[derive(Debug, Clone, Copy)]
pub struct PaymentSale<'a> {
    /// The chosen shipping method.
    pub shipping: Option<&'a ShippingOption>,
    /// The shopper's number (E.164), which tells whether it is a first order.
    pub mobile: Option<&'a str>,
    /// ISO code of the country of delivery; the store's own for a pickup, for what is not delivered, and before there is an address.
    pub country: &'a str,
    /// To pay without the fee of a method, in minor units.
    pub amount: i64,
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
    /// Whether shoppers can be offered it at all.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.is_active
    }

    /// Whether it is for orders that go to a country.
    #[must_use]
    pub fn serves(&self, country: &str) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|code| code == country)
    }

    /// Whether it is for an amount; both limits are included.
    #[must_use]
    pub fn accepts(&self, amount: i64) -> bool {
        self.min_amount.is_none_or(|min| amount >= min) && self.max_amount.is_none_or(|max| amount <= max)
    }

    /// The method on offer for a sale; none when it is not offered. Before a shipping method is chosen cash is allowed.
    #[must_use]
    pub fn offer(&self, sale: &PaymentSale<'_>, is_first_order: bool) -> Option<PaymentOption> {
        let is_cash_refused = self.provider == PaymentProvider::Cod && sale.shipping.is_some_and(|s| !s.is_cod_allowed);
        let is_closed = is_cash_refused || (self.disable_on_first_order && is_first_order);
        if !self.is_offered() || is_closed || !self.serves(sale.country) || !self.accepts(sale.amount) {
            return None;
        }
        let Self { id, provider, name, instructions, fixed_fees, ratio_fees, add_vat_to_payment_charges, .. } = self;
        let fee = FeeRule { fixed: *fixed_fees, ratio: *ratio_fees, is_taxed: *add_vat_to_payment_charges };
        Some(PaymentOption { id: *id, provider: *provider, name: name.clone(), instructions: instructions.clone(), fee })
    }
}

/// Whether the country of delivery alone leaves the shopper without a method (GU-12): there are methods, and none is for it.
#[must_use]
pub fn is_closed_to_country(methods: &[PaymentMethod], country: &str) -> bool {
    let mut offered = methods.iter().filter(|m| m.is_offered()).peekable();
    offered.peek().is_some() && !offered.any(|m| m.serves(country))
}

db::stored_words! {
    PaymentProvider, "payment_methods" "provider";
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
