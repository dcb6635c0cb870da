//! The glue between axum and the slices: callers and their permissions, input, errors, envelopes, language.
//!
//! Slices know nothing of HTTP beyond the types in here, and [`ApiError`] alone knows status codes.

pub mod base;
pub mod caller;
pub mod client;
pub mod described;
pub mod error;
pub mod fields;
pub mod idempotency;
mod idempotency_store;
pub mod input;
pub mod keyset;
pub mod lang;
pub mod layers;
pub mod list;
pub mod message;
pub mod permission;
pub mod refusals;
pub mod schema;
mod tables;
mod words;

pub use axum::http::StatusCode;
pub use base::Base;
pub use caller::{Allowed, Caller, SignedIn};
pub use error::{ApiError, ApiResult, ErrorBody, FieldErrors};
pub use input::{JsonIn, PathId, PathIds, PathText, PathTexts, QueryIn, SecretIn};
pub use lang::Language;
pub use list::{Data, Filter, ListQuery, Listed};
pub use message::Message;
pub use permission::{Ability, Action, Permission, Subject, effective};
pub use refusals::{Conflict, Refusals};
pub use tables::TABLES;
