//! Payment gateways: who takes a shopper's money (PY-01, PY-02, PY-03).
//!
//! A [`PaymentGateway`] starts a payment, finds it again, gives money back, and reads what the provider sends by itself. It keeps
//! nothing: attempts, retries and what a transaction means for an order are the caller's. A job calls it after the commit, never a
//! transaction.
//!
//! Invariants: amounts are integer minor units, and no float comes near them. A callback is verified over what was sent, in constant
//! time, before anything of it is believed. No secret stands in an error, in an [`Exchange`] or in `Debug`.
//!
//! To add one: a folder beside `paymob` (client, signature, transactions, description of its fields, tests) and its line in
//! `providers.rs`.

mod error;
mod model;
pub mod paymob;
pub mod paytabs;
pub mod providers;
mod requests;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

pub use crate::call::{CallContext as GatewayContext, RepeatSafety, UnreachableReason};
pub use crate::credentials::{CredentialFault, Credentials, FaultKind};
pub use crate::exchange::{Exchange, ExchangeLog};
pub use crate::fields::{Choice, CredentialField, FieldKind, Label, Pattern, Presence, ProviderDescription, Region};
pub use crate::http::{HttpClient, HttpLimits};
pub use crate::incoming::{CallbackError, IncomingRequest};
pub use error::{GatewayError, RefusalCode};
pub use model::{
    Amount, BrowserReturn, CallbackContent, ConnectionCheck, MeansKind, NextStep, PaymentMeans, Refusal, SavedCard, Started,
    Transaction, TransactionKind, TransactionStatus,
};
pub use requests::{Address, Customer, FollowUpRequest, Item, Lookup, Operation, RequestedMeans, StartRequest};

/// The future of a gateway's answer.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, GatewayError>> + Send + 'a>>;

/// A payment provider that is called over the network.
pub trait PaymentGateway: Send + Sync {
    /// Its names, regions, currencies, and the fields of which the dashboard makes its form.
    fn description(&self) -> &'static ProviderDescription;

    /// Where the merchant enters the one address of the store to which shoppers come back ([`Self::read_return`]); none where every
    /// payment tells its own.
    fn return_setup(&self) -> Option<Label> {
        None
    }

    /// Whether the caller may repeat a call whose outcome is unknown ([`GatewayError::is_outcome_unknown`]).
    fn repeat_safety(&self, operation: Operation) -> RepeatSafety;

    /// Starts a payment and says where the shopper goes next.
    fn start<'a>(&'a self, context: GatewayContext<'a>, request: &'a StartRequest) -> Answer<'a, Started>;

    /// Reads transactions for reconciliation; none when the provider knows no such transaction.
    fn find<'a>(&'a self, context: GatewayContext<'a>, lookup: Lookup<'a>) -> Answer<'a, Vec<Transaction>>;

    /// Gives back all or a part of a charge. The answered transaction may be pending or declined: read its status.
    fn refund<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction>;

    /// Takes back a charge or an authorisation before it is settled.
    fn void<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction>;

    /// Collects what was only authorised.
    fn capture<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction>;

    /// "Try the connection": a real call that changes nothing.
    fn check<'a>(&'a self, context: GatewayContext<'a>) -> Answer<'a, ConnectionCheck>;

    /// Verifies and reads what the provider's server sent.
    ///
    /// # Errors
    /// See [`CallbackError`]; nothing of the content is answered when the signature is not the merchant's.
    fn read_callback(&self, credentials: &Credentials, request: IncomingRequest<'_>) -> Result<CallbackContent, CallbackError>;

    /// Verifies and reads what the shopper's browser brought back. Advisory: shown to the shopper, never booked.
    ///
    /// # Errors
    /// See [`CallbackError`].
    fn read_return(&self, credentials: &Credentials, request: IncomingRequest<'_>) -> Result<BrowserReturn, CallbackError>;
}

/// The connected payment gateways, by their provider's code.
#[derive(Clone, Default)]
pub struct PaymentGateways(Arc<BTreeMap<&'static str, Arc<dyn PaymentGateway>>>);

impl PaymentGateways {
    /// Adds a gateway under the code of its description.
    #[must_use]
    pub fn with(&self, gateway: Arc<dyn PaymentGateway>) -> Self {
        let mut gateways = (*self.0).clone();
        gateways.insert(gateway.description().code, gateway);
        Self(Arc::new(gateways))
    }

    /// The gateway of a provider; none for a provider that is not called (COD, BANK).
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&dyn PaymentGateway> {
        self.0.get(code).map(|gateway| &**gateway)
    }

    /// Those of them whose code is selected.
    #[must_use]
    pub fn only(&self, is_selected: impl Fn(&str) -> bool) -> Self {
        let selected = self.0.iter().filter(|(code, _)| is_selected(code));
        Self(Arc::new(selected.map(|(code, gateway)| (*code, gateway.clone())).collect()))
    }

    /// The descriptions of all, by code.
    pub fn descriptions(&self) -> impl Iterator<Item = &'static ProviderDescription> + '_ {
        self.0.values().map(|gateway| gateway.description())
    }
}
