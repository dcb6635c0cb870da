//! What a payment gateway answers, in the same words for every provider.

use kernel::Currency;
use serde::{Deserialize, Serialize};

use super::error::RefusalCode;

/// Integer minor units of a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// Minor units: 12550 is 125.50 SAR, and 12.550 KWD.
    pub minor: i64,
    /// The currency.
    pub currency: Currency,
}

/// A payment that was started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// The provider's own name of it, by which a callback is matched: Paymob's order id, PayTabs' `tran_ref`.
    pub provider_reference: String,
    /// Where the shopper goes.
    pub next: NextStep,
}

/// Where the shopper goes after a start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum NextStep {
    /// To this page.
    Redirect {
        /// Its address.
        url: String,
    },
    /// To this page, which may also be shown in a frame.
    Frame {
        /// Its address.
        url: String,
    },
    /// To a kiosk, with a code.
    KioskCode {
        /// What they say there.
        code: String,
    },
    /// Nowhere: a repeated start found that they have paid under this reference.
    AlreadyPaid(Box<Transaction>),
}

/// What a transaction does with the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TransactionKind {
    /// Takes it: a sale, or the capture of an authorisation.
    Charge,
    /// Reserves it.
    Authorisation,
    /// Gives it back.
    Refund,
    /// Takes a charge or an authorisation back before it is settled.
    Void,
    /// The shopper's bank took it back.
    Chargeback,
}

/// How far a transaction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TransactionStatus {
    /// The money has moved: to the merchant by a charge, back by a refund or a chargeback.
    Paid,
    /// Not decided yet.
    Pending,
    /// It will not move.
    Declined,
    /// Reserved and not taken: an authorisation, or a charge under review.
    OnHold,
    /// Nobody paid in time.
    Expired,
    /// Taken back before it was settled.
    Voided,
}

/// With what somebody paid, as it is shown to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentMeans {
    /// The kind.
    pub kind: MeansKind,
    /// The scheme as the provider writes it: `Visa`, `mada`; may be empty.
    pub scheme: String,
    /// The last four digits of the card or wallet; may be empty.
    pub last_four: String,
}

/// A kind of means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MeansKind {
    /// A card.
    Card,
    /// A mobile wallet.
    Wallet,
    /// Cash at a kiosk.
    Kiosk,
    /// Something else; the scheme names it.
    Other,
}

/// Why a transaction was declined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The reason.
    pub code: RefusalCode,
    /// The provider's own words, for the merchant.
    pub words: String,
}

/// A transaction as a callback or an inquiry tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transaction {
    /// The provider's id of it.
    pub id: String,
    /// The provider's name of the payment ([`Started::provider_reference`]).
    pub provider_reference: String,
    /// Our reference of the attempt; empty where it is not told.
    pub reference: String,
    /// The transaction that this one refunds, voids, captures or charges back.
    pub parent_id: Option<String>,
    /// What it does.
    pub kind: TransactionKind,
    /// How far it is.
    pub status: TransactionStatus,
    /// Of how much, as the provider tells it. The caller compares it with what it asked for.
    pub amount: Amount,
    /// Of a charge: how much of it was given back so far, in minor units.
    pub refunded_minor: i64,
    /// The merchant's account at the provider that took it (Paymob's integration id, PayTabs' profile id); empty where not told.
    pub account: String,
    /// With real money; none where it is not told.
    pub is_live: Option<bool>,
    /// With what.
    pub means: PaymentMeans,
    /// The provider's fee in minor units of the amount's currency, where told.
    pub fee_minor: Option<i64>,
    /// Of a declined one: why.
    pub refusal: Option<Refusal>,
}

impl Transaction {
    /// Money has come to the merchant: a charge that is paid. An authorisation or a charge on hold is not.
    #[must_use]
    pub fn is_money_received(&self) -> bool {
        self.kind == TransactionKind::Charge && self.status == TransactionStatus::Paid
    }
}

/// A card that the provider saved for the shopper.
#[derive(Clone, PartialEq, Eq)]
pub struct SavedCard {
    /// With which it is charged again: a secret.
    pub token: String,
    /// The card with most digits hidden.
    pub masked_number: String,
    /// Its scheme.
    pub scheme: String,
    /// The payment at which it was saved.
    pub provider_reference: String,
}

impl std::fmt::Debug for SavedCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { token: _, masked_number, scheme, provider_reference } = self;
        f.debug_struct("SavedCard")
            .field("masked_number", masked_number)
            .field("scheme", scheme)
            .field("provider_reference", provider_reference)
            .finish_non_exhaustive()
    }
}

/// What a verified callback says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallbackContent {
    /// The transactions, in the order told.
    pub transactions: Vec<Transaction>,
    /// A saved card.
    pub saved_card: Option<SavedCard>,
    /// The signature covers every field. Where it does not, the caller reads the transaction with `find` before it books it, and
    /// takes from the callback only which one to read.
    pub is_wholly_signed: bool,
}

/// What the shopper's browser brought back; advisory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserReturn {
    /// The provider's id of the transaction.
    pub transaction_id: String,
    /// The provider's name of the payment, as it answered the start ([`Started::provider_reference`]).
    pub provider_reference: String,
    /// Our reference; empty where it is not told.
    pub reference: String,
    /// How far it is.
    pub status: TransactionStatus,
    /// Of a declined one: why.
    pub refusal: Option<Refusal>,
}

/// The provider accepted the credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionCheck {
    /// The account that they belong to, as the provider names it; empty where it does not.
    pub account: String,
    /// With real money; none where it is not told.
    pub is_live: Option<bool>,
}
