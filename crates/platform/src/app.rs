//! The state that every slice's handlers, jobs and use cases stand on.

use std::sync::Arc;

use axum::extract::FromRef;
use db::Db;
use gateways::{Blobs, Couriers, Fetcher};
use kernel::Env;
use web::Base;

/// Cheap to clone. `State<App>` in handlers; jobs get it from the worker.
#[derive(Clone)]
pub struct App {
    /// Database, time, settings.
    pub base: Base,
    /// Where media and import files are kept.
    pub blobs: Blobs,
    /// Brings the pictures that product files name.
    pub fetcher: Arc<dyn Fetcher>,
    /// Couriers that are asked over the network; a provider without one is by hand.
    pub couriers: Couriers,
    /// What slices ask of slices to their right.
    pub ports: crate::ports::Ports,
    /// Signs what leaves the program and comes back: links.
    pub signer: crate::signing::Signer,
}

impl App {
    /// The database.
    #[must_use]
    pub fn db(&self) -> &Db {
        &self.base.db
    }

    /// Time, ids and random bytes.
    #[must_use]
    pub fn env(&self) -> &Env {
        &self.base.env
    }
}

impl FromRef<App> for Base {
    fn from_ref(app: &App) -> Self {
        app.base.clone()
    }
}
