//! Ports and adapters to the outside. Imports only `kernel`; `commerce` imports its types.

mod amounts;
pub mod blobs;
mod call;
pub mod couriers;
mod credentials;
mod exchange;
pub mod fetch;
mod fields;
mod http;
mod incoming;
mod json;
pub mod payments;
mod query;
mod signature;

pub use blobs::{BlobError, Blobs};
pub use call::{CallContext, RepeatSafety, UnreachableReason};
pub use couriers::{Booked, Courier, CourierError, CourierService, Couriers, Service, Waybill};
pub use credentials::{CredentialFault, Credentials, FaultKind};
pub use exchange::{Exchange, ExchangeLog};
pub use fetch::{FetchError, Fetcher, NoFetcher, WebFetcher};
pub use fields::{Characters, Choice, CredentialField, FieldKind, Label, Pattern, Presence, ProviderDescription, Region};
pub use http::{HttpClient, HttpLimits};
pub use incoming::{CallbackError, IncomingRequest};
