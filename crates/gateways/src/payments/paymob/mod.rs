//! Paymob Accept (contracts/paymob.md): Egypt, Saudi Arabia, the Emirates.
//!
//! Two drivers stand behind the port. The legacy flow (`legacy`: auth token, order, payment key, iframe) is what the fields of PY-02
//! are for; with a secret and a public key the Intention API (`intention`) is used instead. Callbacks and inquiries are the same.
//!
//! Facts that the contract marks with \[C\] are read tolerantly, and say so where they stand.

mod billing;
mod callback;
mod client;
mod description;
mod intention;
mod legacy;
mod money;
mod payload;
mod signature;
mod token;
mod transaction;
mod words;

use super::model::{BrowserReturn, CallbackContent, ConnectionCheck, Started, Transaction};
use super::requests::{FollowUpRequest, Lookup, Operation, StartRequest};
use super::{Answer, GatewayContext, PaymentGateway};
use crate::call::RepeatSafety;
use crate::credentials::Credentials;
use crate::fields::{Label, ProviderDescription};
use crate::http::HttpClient;
use crate::incoming::{CallbackError, IncomingRequest};
pub use description::DESCRIPTION;
use description::RETURN_SETUP;

/// Paymob.
pub struct Paymob(client::Client);

impl Paymob {
    /// Paymob at the hosts of its regions, or at `base_override` for all of them.
    #[must_use]
    pub fn new(http: HttpClient, base_override: Option<String>) -> Self {
        Self(client::Client::new(http, base_override))
    }
}

impl PaymentGateway for Paymob {
    fn description(&self) -> &'static ProviderDescription {
        &DESCRIPTION
    }

    fn return_setup(&self) -> Option<Label> {
        Some(RETURN_SETUP)
    }

    fn repeat_safety(&self, operation: Operation) -> RepeatSafety {
        match operation {
            // One order per reference: a repeated start continues the order, or is refused as a duplicate.
            Operation::Start | Operation::Find | Operation::Check => RepeatSafety::Safe,
            // A second void is refused, so it does no harm.
            Operation::Void => RepeatSafety::Safe,
            // Neither has a reference of ours: two refunds of a part are two refunds.
            Operation::Refund | Operation::Capture => RepeatSafety::FindFirst,
        }
    }

    fn start<'a>(&'a self, context: GatewayContext<'a>, request: &'a StartRequest) -> Answer<'a, Started> {
        Box::pin(async move {
            if intention::is_chosen(context.credentials) {
                intention::start(&self.0, context, request).await
            } else {
                legacy::start(&self.0, context, request).await
            }
        })
    }

    fn find<'a>(&'a self, context: GatewayContext<'a>, lookup: Lookup<'a>) -> Answer<'a, Vec<Transaction>> {
        Box::pin(money::find(&self.0, context, lookup))
    }

    fn refund<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction> {
        Box::pin(money::refund(&self.0, context, request))
    }

    fn void<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction> {
        Box::pin(money::void(&self.0, context, request))
    }

    fn capture<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction> {
        Box::pin(money::capture(&self.0, context, request))
    }

    fn check<'a>(&'a self, context: GatewayContext<'a>) -> Answer<'a, ConnectionCheck> {
        Box::pin(self.0.check(context))
    }

    fn read_callback(&self, credentials: &Credentials, request: IncomingRequest<'_>) -> Result<CallbackContent, CallbackError> {
        callback::read_processed(credentials, request)
    }

    fn read_return(&self, credentials: &Credentials, request: IncomingRequest<'_>) -> Result<BrowserReturn, CallbackError> {
        callback::read_response(credentials, request)
    }
}
