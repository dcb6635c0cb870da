//! Setting and deleting an account, each in one transaction with its journal entry.

use std::collections::BTreeMap;

use db::Conn;
use gateways::Courier;
use jobs::Enqueue;
use kernel::{Millis, StockLocationId, StoreScope};
use platform::journal::{self, Act, Entry};
use platform::secrets::{self, Owner};
use platform::{App, provider_intake};
use serde_json::json;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::account;
use super::fetch_job::FetchCourierCitiesJob;
use super::model::{CourierAccount, PickupLocations};
use super::users::CourierUsers;
use super::wire::{CourierAccountIn, CourierAccountView};
use super::words::ShippingProvider;
use super::{cities_store, entities, rates_store, store};
use crate::credentials::CredentialsChange;

/// Warehouses that an account names.
const MOST_LOCATIONS: usize = 200;

const IN_USE: Message = Message::new(
    "طريقة شحن نشطة تستخدم هذا الحساب. أوقفها أولًا.",
    "An active shipping method uses this account. Turn it off first.",
);
const NO_WAREHOUSE: Message = Message::new("هذا الموقع غير موجود.", "This location doesn't exist.");

/// The courier of a word, whether it is called or takes parcels by a sheet; 404 for a word that is no courier of the program.
pub(super) fn find_courier<'a>(app: &'a App, word: &str) -> ApiResult<(ShippingProvider, &'a dyn Courier)> {
    let provider = ShippingProvider::parse(word).ok_or_else(ApiError::not_found)?;
    let courier = app.couriers.get(provider.as_str()).ok_or_else(ApiError::not_found)?;
    Ok((provider, courier))
}

/// The account as it may be shown.
///
/// # Errors
/// Of the database.
pub(super) async fn view(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    provider: ShippingProvider,
    courier: &dyn Courier,
) -> db::Result<CourierAccountView> {
    view_of(c, app, scope, (provider, courier), store::find(c, scope, provider).await?).await
}

/// As [`view`], of an account that was read.
pub(super) async fn view_of(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    (provider, courier): (ShippingProvider, &dyn Courier),
    account: Option<CourierAccount>,
) -> db::Result<CourierAccountView> {
    let secrets = match &account {
        Some(account) => secrets::list_states(c, &app.secret_keys, scope, Owner::courier_account(account.id)).await?,
        None => Vec::new(),
    };
    let address = account::callback_url(c, app, scope, provider).await?;
    Ok(CourierAccountView::new(provider, courier.description(), account.as_ref(), &secrets, address))
}

/// Sets an account. It is complete afterwards; with other credentials it has to be tried again, and its cities are fetched.
///
/// # Errors
/// 404; 409 when it is stale; 422 with the fields.
pub(super) async fn set(app: &App, scope: &StoreScope, word: &str, sent: CourierAccountIn) -> ApiResult<()> {
    let provider = find_courier(app, word)?.0;
    let (app, at) = (app.clone(), scope.clone());
    app.db()
        .clone()
        .tx(async move |c| {
            let courier = app.couriers.get(provider.as_str()).ok_or_else(ApiError::not_found)?;
            let (description, now) = (courier.description(), app.env().now());
            let before = store::find(c, &at, provider).await?;
            let version = before.as_ref().map_or(0, |b| b.version);
            if sent.version.is_some_and(|v| v != version) {
                return Err(ApiError::stale().with_current(&view(c, &app, &at, provider, courier).await?));
            }
            let id = before.as_ref().map_or_else(|| app.env().id(), |b| b.id);
            let owner = Owner::courier_account(id);
            let states = secrets::list_states(c, &app.secret_keys, &at, owner).await?;
            let stored = before.as_ref().map(|b| b.field_values.clone()).unwrap_or_default();
            let change =
                CredentialsChange::new(description, "fields", &sent.fields, stored, &states).map_err(ApiError::invalid)?;
            let mut errors = FieldErrors::new();
            change.missing(description, "fields", &mut errors);
            let locations_before = before.as_ref().map(|b| b.pickup_locations.clone()).unwrap_or_default();
            let pickup_locations = match &sent.pickup_locations {
                Some(sent) => read_locations(c, &at, sent, &mut errors).await?,
                None => locations_before.clone(),
            };
            errors.finish()?;
            let is_moved = pickup_locations != locations_before;
            if change.is_empty() && !is_moved && before.is_some() {
                return Ok(());
            }
            let is_new_key = !change.is_empty() || before.is_none();
            change.write_secrets(c, &app, &at, owner).await?;
            let after = CourierAccount {
                id,
                provider,
                field_values: change.field_values.clone(),
                pickup_locations,
                set_at: before.as_ref().filter(|_| !is_new_key).map_or(now, |b| b.set_at),
                version: version + 1,
                check: before.as_ref().filter(|_| !is_new_key).and_then(|b| b.check.clone()),
            };
            let due: Option<Millis> = courier.capabilities().has_city_list.then_some(now);
            let is_written = match &before {
                None => store::insert(c, &at, &after, due).await?,
                Some(_) => store::update(c, &at, &after, is_new_key.then_some(due).flatten()).await?,
            };
            if !is_written {
                return Err(ApiError::stale());
            }
            if courier.capabilities().has_callbacks {
                provider_intake::get_or_insert_endpoint(c, app.env(), &at, owner, provider.as_str()).await?;
            }
            if is_new_key {
                // Another account has other prices.
                rates_store::delete_all(c, &at, id).await?;
                if due.is_some() {
                    let job = FetchCourierCitiesJob { store: at.store(), account: id, provider };
                    jobs::enqueue(c, app.env(), &job, Enqueue::for_store(at.store())).await?;
                }
            }
            let act = if before.is_some() { Act::Update } else { Act::Create };
            // The journal names the fields and has no value of them.
            let mut details = json!({"courier": provider, "credentials": change.names()});
            if is_moved {
                details["pickup_locations"] = json!(after.pickup_locations);
            }
            let entry = Entry::new(act, entities::COURIER_ACCOUNT, id).after(details);
            journal::write(c, &at, now, db::Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}

async fn read_locations(
    c: Conn<'_>,
    scope: &StoreScope,
    sent: &BTreeMap<String, String>,
    errors: &mut FieldErrors,
) -> db::Result<PickupLocations> {
    if sent.len() > MOST_LOCATIONS {
        errors.add("pickup_locations", common::BETWEEN.with("min", 0).with("max", MOST_LOCATIONS));
        return Ok(PickupLocations::new());
    }
    let mut locations = PickupLocations::new();
    for (warehouse, text) in sent {
        let path = format!("pickup_locations.{warehouse}");
        let id = web::fields::line(errors, &path, text, 100, false);
        match warehouse.parse::<StockLocationId>() {
            Ok(warehouse) if catalog::stock::has_location(c, scope, warehouse).await? => {
                if !id.is_empty() {
                    locations.insert(warehouse, id);
                }
            }
            _ => errors.add(path, NO_WAREHOUSE),
        }
    }
    Ok(locations)
}

/// Deletes an account with everything that was kept of it. What was booked with it is told no more.
///
/// # Errors
/// 404; 409 while an active shipping method is of it.
pub(super) async fn delete(app: &App, scope: &StoreScope, word: &str) -> ApiResult<()> {
    let provider = find_courier(app, word)?.0;
    let users = app.ports.get::<dyn CourierUsers>()?;
    let (app, at) = (app.clone(), scope.clone());
    app.db()
        .clone()
        .tx(async move |c| {
            let account = store::find(c, &at, provider).await?.ok_or_else(ApiError::not_found)?;
            if users.is_used(c, &at, provider).await? {
                return Err(ApiError::conflict("courier_in_use", IN_USE));
            }
            let owner = Owner::courier_account(account.id);
            secrets::delete_all(c, &at, owner).await?;
            provider_intake::delete_endpoints(c, &at, owner).await?;
            rates_store::delete_all(c, &at, account.id).await?;
            cities_store::delete_all(c, &at, account.id).await?;
            store::delete(c, &at, account.id).await?;
            let entry = Entry::new(Act::Delete, entities::COURIER_ACCOUNT, account.id).before(json!({"courier": provider}));
            journal::write(c, &at, app.env().now(), db::Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}
