//! The shared state of every slice's handlers, jobs and use cases.

use std::sync::Arc;

use axum::extract::FromRef;
use db::Db;
use gateways::payments::PaymentGateways;
use gateways::{Blobs, Couriers, Fetcher};
use kernel::Env;
use web::Base;

/// Cheap to clone. `State<App>` in handlers; jobs get it from the worker.
#[derive(Clone)]
pub struct App {
    /// Database, clock and randomness, settings.
    pub base: Base,
    /// Where media and import files are kept.
    pub blobs: Blobs,
    /// Downloads the pictures that product files name.
    pub fetcher: Arc<dyn Fetcher>,
    /// Couriers that are called over the network; a provider without one is handled by hand.
    pub couriers: Couriers,
    /// Payment gateways that merchants can connect (PY-02); a provider without one cannot be added.
    pub payment_gateways: PaymentGateways,
    /// Ports: traits that slices call and slices to their right implement.
    pub ports: crate::ports::Ports,
    /// Signs links that the program hands out and later receives.
    pub signer: crate::signing::Signer,
    /// Seal and open the secrets of stores.
    pub secret_keys: crate::secrets::SecretKeys,
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
