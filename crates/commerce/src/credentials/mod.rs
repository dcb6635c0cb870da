//! Credentials of providers, as merchants enter them (PY-02): what payment gateways and couriers have in common.
//!
//! Tables: none; a connection keeps its own row, and `platform::secrets` what is secret.

mod join;

pub use join::{CredentialsFault, join};
