//! Ports and adapters to the outside. Imports only `kernel`; `commerce` imports its types.

pub mod blobs;

pub use blobs::{BlobError, Blobs};
