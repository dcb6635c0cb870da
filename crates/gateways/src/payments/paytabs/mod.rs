//! PayTabs PT2 (contracts/paytabs.md). Three providers of PY-01 are regions of it: `PAYTABS` (the Emirates by default, and the other
//! countries), `PAYTABS_EG`, `PAYTABS_SA`.
//!
//! Facts that the contract marks with \[C\] are read tolerantly, and say so where they stand.

mod callback;
mod cart;
mod client;
mod description;
mod hosted_page;
mod money;
mod signature;
mod transaction;
mod words;

use super::model::{BrowserReturn, CallbackContent, ConnectionCheck, Started, Transaction};
use super::requests::{FollowUpRequest, Lookup, Operation, StartRequest};
use super::{Answer, GatewayContext, PaymentGateway};
use crate::call::RepeatSafety;
use crate::credentials::Credentials;
use crate::fields::ProviderDescription;
use crate::http::HttpClient;
use crate::incoming::{CallbackError, IncomingRequest};
pub use description::{PAYTABS, PAYTABS_EG, PAYTABS_SA};

/// PayTabs, in the regions of one of its descriptions.
pub struct PayTabs(client::Client);

impl PayTabs {
    /// PayTabs at the hosts of the description's regions, or at `base_override` for all of them.
    #[must_use]
    pub fn new(description: &'static ProviderDescription, http: HttpClient, base_override: Option<String>) -> Self {
        Self(client::Client::new(description, http, base_override))
    }
}

impl PaymentGateway for PayTabs {
    fn description(&self) -> &'static ProviderDescription {
        self.0.description()
    }

    fn repeat_safety(&self, operation: Operation) -> RepeatSafety {
        match operation {
            Operation::Find | Operation::Check => RepeatSafety::Safe,
            // A repeated request may be refused as a duplicate, and the contract does not say for how long.
            Operation::Start | Operation::Refund | Operation::Void | Operation::Capture => RepeatSafety::FindFirst,
        }
    }

    fn start<'a>(&'a self, context: GatewayContext<'a>, request: &'a StartRequest) -> Answer<'a, Started> {
        Box::pin(hosted_page::start(&self.0, context, request))
    }

    fn find<'a>(&'a self, context: GatewayContext<'a>, lookup: Lookup<'a>) -> Answer<'a, Vec<Transaction>> {
        Box::pin(money::find(&self.0, context, lookup))
    }

    fn refund<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction> {
        Box::pin(money::follow_up(&self.0, context, request, "paytabs.refund", "refund"))
    }

    fn void<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction> {
        Box::pin(money::follow_up(&self.0, context, request, "paytabs.void", "void"))
    }

    fn capture<'a>(&'a self, context: GatewayContext<'a>, request: &'a FollowUpRequest) -> Answer<'a, Transaction> {
        Box::pin(money::follow_up(&self.0, context, request, "paytabs.capture", "capture"))
    }

    fn check<'a>(&'a self, context: GatewayContext<'a>) -> Answer<'a, ConnectionCheck> {
        Box::pin(money::check(&self.0, context))
    }

    fn read_callback(&self, credentials: &Credentials, request: IncomingRequest<'_>) -> Result<CallbackContent, CallbackError> {
        callback::read_notification(credentials, request)
    }

    fn read_return(&self, credentials: &Credentials, request: IncomingRequest<'_>) -> Result<BrowserReturn, CallbackError> {
        callback::read_return(credentials, request)
    }
}
