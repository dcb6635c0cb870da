//! Composition of the program: the calls, ports and jobs of every area.

use std::sync::Arc;

use commerce::courier_pickups;
use commerce::orders::OrderReferences;
use commerce::orders::courier_tracking::{CourierCallbacks, TrackShipment};
use commerce::orders::online_payments::gateway;
use customers::{CustomerReferences, Purchases, Referrers};
use gateways::payments::PaymentGateways;
use gateways::{Couriers, HttpClient, HttpLimits, couriers, payments};
use jobs::Registry;
use kernel::Env;
use platform::App;
use platform::link_targets::LinkTargets;
use platform::media::{MediaUsers, MediaUses};
use platform::ports::{Composition, Ports};
use platform::provider_calls::{ProviderCall, ProviderCalls};
use platform::provider_intake::{CallbackReader, CallbackReaders};
use site::theme::ThemeChecker;
use utoipa_axum::router::OpenApiRouter;

use crate::config::GatewayAddresses;

/// Every call of every area, under `/dashboard/v1`.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    platform::routes()
        .merge(site::routes())
        .merge(catalog::routes())
        .merge(customers::routes())
        .merge(commerce::routes())
        .merge(office::routes())
}

/// The implementations of ports: what slices need from slices to their right.
#[must_use]
pub fn ports() -> Ports {
    let media_uses: Vec<Box<dyn MediaUses>> = vec![
        Box::new(catalog::ProductPictures),
        Box::new(site::theme::SectionPictures),
        Box::new(site::pages::PagePictures),
        Box::new(site::menus::MenuPictures),
    ];
    let referrers: Vec<Box<dyn CustomerReferences>> = vec![Box::new(OrderReferences), Box::new(office::privacy::PersonFiles)];
    let callbacks: [Arc<dyn CallbackReader>; 2] = [Arc::new(gateway::PaymentCallbacks), Arc::new(CourierCallbacks)];
    let track: Arc<dyn ProviderCall> = Arc::new(TrackShipment);
    let calls =
        gateway::calls().into_iter().chain(commerce::orders::courier_calls()).chain([track]).chain(courier_pickups::calls());
    Composition::default()
        .with(Arc::new(MediaUsers(media_uses)))
        .with(Arc::new(Referrers(referrers)))
        .with::<dyn Purchases>(Arc::new(commerce::orders::StoredPurchases))
        .with::<dyn commerce::couriers::CourierUsers>(Arc::new(commerce::shipping::StoredMethods))
        .with::<dyn LinkTargets>(Arc::new(catalog::CatalogTargets))
        .with::<dyn catalog::SoldProducts>(Arc::new(OrderReferences))
        .with::<dyn ThemeChecker>(Arc::new(storefront::StorefrontChecker))
        .with(Arc::new(ProviderCalls::new(calls)))
        .with(Arc::new(CallbackReaders::new(callbacks)))
        .with(Arc::new(office::sample::SampleGateways::default()))
        .build()
}

/// The payment gateways (PY-02) and couriers (SP-01) that merchants can connect, at the addresses of the configuration where it names
/// one.
///
/// # Errors
/// No HTTP client can be made.
pub fn providers(
    env: &Env,
    addresses: &GatewayAddresses,
) -> Result<(PaymentGateways, Couriers), Box<dyn std::error::Error + Send + Sync>> {
    let http = HttpClient::new(env.clone(), HttpLimits::default())?;
    let address = |code: &str| addresses.get(code).map(str::to_owned);
    Ok((payments::providers::all(&http, address), couriers::providers::all(&http, address)))
}

/// Every job handler and schedule of every area.
pub fn register_jobs(registry: &mut Registry<App>) {
    platform::register(registry);
    site::register(registry);
    catalog::register(registry);
    customers::register(registry);
    commerce::register(registry);
    office::register(registry);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f3_every_job_belongs_to_a_subject() {
        let mut registry = Registry::default();
        register_jobs(&mut registry);
        let mut known: Vec<&str> = office::reports::JOB_SUBJECTS.iter().map(|(kind, _)| *kind).collect();
        known.sort_unstable();
        assert_eq!(registry.kinds(), known);
    }
}
