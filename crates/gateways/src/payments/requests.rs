//! What a payment gateway is asked, and what comes to the store from outside.

use kernel::Lang;

use super::model::Amount;

/// How the shopper pays, where the provider wants to know it before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestedMeans {
    /// On the provider's own page: a card, or whatever it offers there.
    HostedPage,
    /// From a mobile wallet, by its number.
    Wallet {
        /// The number of the wallet.
        phone: String,
    },
    /// In cash at a kiosk, with a code.
    Kiosk,
}

/// A payment to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartRequest {
    /// Ours, unique per attempt; 1 to 64 characters.
    pub reference: String,
    /// What the shopper pays; above zero.
    pub amount: Amount,
    /// What the provider's page and statements show: the order's number.
    pub description: String,
    /// The language of the provider's page.
    pub lang: Lang,
    /// Who pays.
    pub customer: Customer,
    /// Where they live; parts may be empty.
    pub address: Address,
    /// What is paid for; may be empty.
    pub items: Vec<Item>,
    /// Where the provider's server reports to.
    pub callback_url: String,
    /// Where the provider's page sends the browser afterwards.
    pub return_url: String,
    /// After how many seconds the payment can no longer be made.
    pub lifetime_seconds: u32,
    /// How they pay.
    pub means: RequestedMeans,
}

/// Who pays. The parts may be empty but for the telephone number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Customer {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// E-mail address.
    pub email: String,
    /// In international form, `+966501234567`.
    pub phone: String,
    /// The address of the shopper's browser.
    pub ip: String,
}

/// Where they live.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Address {
    /// Street.
    pub street: String,
    /// Building.
    pub building: String,
    /// Floor.
    pub floor: String,
    /// Apartment.
    pub apartment: String,
    /// City.
    pub city: String,
    /// State or governorate.
    pub state: String,
    /// ISO 3166 alpha-2, upper case.
    pub country: String,
    /// Postal code.
    pub postal_code: String,
}

/// A line of what is paid for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// How many.
    pub quantity: i64,
    /// All of them together, in minor units of the payment's currency.
    pub total_minor: i64,
}

/// Which transactions to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// By the provider's transaction id.
    Transaction(&'a str),
    /// By our reference of the attempt.
    Reference(&'a str),
}

/// A refund, a void or a capture of an earlier transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUpRequest {
    /// The provider's id of the charge or authorisation.
    pub transaction_id: String,
    /// Ours, unique per attempt; 1 to 64 characters.
    pub reference: String,
    /// How much. A void takes back everything: the amount is that of the transaction.
    pub amount: Amount,
    /// Why, for the provider's records.
    pub description: String,
}

/// A call of the port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Starts a payment.
    Start,
    /// Reads transactions.
    Find,
    /// Gives money back.
    Refund,
    /// Takes back before settlement.
    Void,
    /// Collects an authorisation.
    Capture,
    /// Tries the connection.
    Check,
}
