//! Ports and adapters to the outside. Imports only `kernel`; `commerce` imports its types.

pub mod blobs;
pub mod couriers;
pub mod fetch;
pub mod payments;

pub use blobs::{BlobError, Blobs};
pub use couriers::{Booked, Courier, CourierError, Couriers, Service, Waybill};
pub use fetch::{FetchError, Fetcher, NoFetcher, WebFetcher};
