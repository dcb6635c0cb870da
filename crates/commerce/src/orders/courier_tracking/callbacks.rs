//! What couriers report by themselves (SP-04): believed by the account's key, stored, and read again at the courier before anything
//! is made of it.

use db::Conn;
use futures_util::future::BoxFuture;
use gateways::CallbackError;
use gateways::couriers::DeliveryNotice;
use jobs::Failed;
use kernel::{Actor, StoreScope, hex};
use platform::App;
use platform::provider_calls;
use platform::provider_intake::{
    CallbackReader, Endpoint, IncomingRequest, Processed, ProviderEvent, RejectedCallback, Verified,
};
use sha2::{Digest as _, Sha256};

use super::track_call;
use crate::couriers::{Account, account};
use crate::orders::return_parcels;
use crate::orders::store as orders;
use crate::shipments::{self, tracking_key};
use crate::shipping::ShippingProvider;

/// Reads what couriers report.
#[derive(Debug, Clone, Copy, Default)]
pub struct CourierCallbacks;

async fn open_account<'a>(app: &'a App, scope: &StoreScope, endpoint: &Endpoint) -> Result<Account<'a>, RejectedCallback> {
    let provider = ShippingProvider::parse(&endpoint.provider).ok_or(RejectedCallback::NotSigned)?;
    match account::open(app.db().conn(), app, scope, provider).await {
        // An endpoint of an account that was replaced is nobody's.
        Ok(Ok(account)) if account.row.id.raw() == endpoint.owner_id => Ok(account),
        Ok(Ok(_)) => Err(RejectedCallback::NotSigned),
        Ok(Err(fault)) => Err(RejectedCallback::Unavailable(fault.code().to_owned())),
        Err(e) => Err(RejectedCallback::Unavailable(e.to_string())),
    }
}

async fn check(app: &App, endpoint: &Endpoint, request: IncomingRequest<'_>) -> Result<Verified, RejectedCallback> {
    let scope = StoreScope::new(endpoint.store, Actor::system());
    let account = open_account(app, &scope, endpoint).await?;
    let body = request.body;
    account.courier.read_callback(&account.credentials, request).map_err(|e| match e {
        CallbackError::SignatureMissing | CallbackError::SignatureWrong => RejectedCallback::NotSigned,
        CallbackError::TooLarge => RejectedCallback::Unreadable("too large"),
        CallbackError::Unreadable(_) => RejectedCallback::Unreadable("not as the contract describes it"),
    })?;
    // The key stands for all of the body: whoever knows it is the courier.
    Ok(Verified { dedupe_key: hex(&Sha256::digest(body)) })
}

/// Writes the calls that read what a notice is about. One about a parcel that is not the store's asks for nothing.
async fn process(app: &App, c: Conn<'_>, scope: &StoreScope, event: &ProviderEvent) -> Result<Processed, Failed> {
    let (Some(provider), Some(courier)) = (ShippingProvider::parse(&event.provider), app.couriers.get(&event.provider)) else {
        return Err(format!("no courier is connected for {}", event.provider).into());
    };
    let DeliveryNotice { tracking_no, .. } = courier.read_notice(&event.body)?;
    let mut processed = Processed::default();
    for (shipment, order) in shipments::list_by_tracking_key(c, scope, provider, &tracking_key(&tracking_no)).await? {
        processed.order = Some(order);
        orders::lock(c, scope, order).await?;
        let Some(mut tracking) = shipments::find_tracking(c, scope, shipment).await? else { continue };
        if !tracking.has_notices {
            tracking.has_notices = true;
            shipments::update_tracking(c, scope, &tracking).await?;
        }
        let key = format!("courier_notice:{}:{shipment}", event.id);
        provider_calls::enqueue(c, app.env(), scope, track_call::of_shipment(provider, shipment, order, key)).await?;
    }
    let key = tracking_key(&tracking_no);
    let of_return = return_parcels::enqueue_reported(c, app.env(), scope, provider, &key, event.id).await?;
    processed.order = of_return.or(processed.order);
    Ok(processed)
}

impl CallbackReader for CourierCallbacks {
    fn reads(&self, app: &App, provider: &str) -> bool {
        app.couriers.get(provider).is_some_and(|courier| courier.capabilities().has_callbacks)
    }

    fn verify<'a>(
        &'a self,
        app: &'a App,
        endpoint: &'a Endpoint,
        request: IncomingRequest<'a>,
    ) -> BoxFuture<'a, Result<Verified, RejectedCallback>> {
        Box::pin(check(app, endpoint, request))
    }

    fn process<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        event: &'a ProviderEvent,
    ) -> BoxFuture<'a, Result<Processed, Failed>> {
        Box::pin(process(app, c, scope, event))
    }
}
