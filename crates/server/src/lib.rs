//! Puts the program together: configuration, router, worker, assets.

pub mod assets;
pub mod backup;
pub mod compose;
pub mod config;
pub mod dashboard;
pub(crate) mod disk;
pub mod doctor;
pub mod document;
pub mod edge;
pub mod export;
pub mod folder;
pub mod health;
pub mod host;
pub mod outbox;
mod payment_return;
pub mod program;
pub mod secrets;

pub use document::openapi;
pub use program::{Program, router, worker};
