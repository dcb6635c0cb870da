//! Credentials of providers, as merchants enter them (PY-02): what payment gateways and couriers have in common.
//!
//! Tables: none; a connection keeps its own row, and `platform::secrets` what is secret. `describe` is the form, `change` what a
//! request makes of what is stored, `state` what may be shown of it, `join` what a call gets.

mod change;
mod describe;
mod join;
mod state;

pub use change::{CredentialsChange, FieldChange, changes, missing};
pub use describe::{CredentialFieldView, RegionView, texts};
pub use join::{CredentialsFault, join};
pub use state::CredentialView;
