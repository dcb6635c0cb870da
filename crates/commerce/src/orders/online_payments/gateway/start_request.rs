//! What a gateway is told of a payment, from the order.

use db::Conn;
use gateways::payments::{Address, Customer, Item, RequestedMeans, StartRequest};
use kernel::{Lang, StoreScope};
use platform::App;
use platform::provider_intake;
use platform::secrets::Owner;
use platform::stores::{self, StoreProfile};

use super::super::model::Attempt;
use super::super::words::Purpose;
use crate::orders::model::Order;
use crate::orders::{shopper_link, store as orders};

/// The request that starts an attempt; none when its order is gone.
pub(super) async fn read(c: Conn<'_>, app: &App, scope: &StoreScope, attempt: &Attempt) -> db::Result<Option<StartRequest>> {
    let Some(order) = orders::find(c, scope, attempt.order_id).await? else { return Ok(None) };
    let Some(method) = attempt.payment_method_id else { return Ok(None) };
    let profile = stores::get_profile(c, scope).await?;
    let endpoint = provider_intake::find_endpoint(c, scope, Owner::payment_method(method), &attempt.provider).await?;
    let callback_url = endpoint.map(|e| format!("{}{}", app.base.platform_url(), e.path())).unwrap_or_default();
    let return_url = format!("{}/paid", page_of(app, scope, &profile, &order).await?);
    let left = attempt.expires_at.0.saturating_sub(app.env().now().0) / 1_000;
    let items = if attempt.purpose == Purpose::WholeOrder { items(c, scope, &order).await? } else { Vec::new() };
    Ok(Some(StartRequest {
        reference: attempt.reference.clone(),
        amount: attempt.requested(),
        description: format!("#{}", order.number),
        lang: order.language,
        customer: customer(&order),
        address: address(&order, &profile),
        items,
        callback_url,
        return_url,
        lifetime_seconds: u32::try_from(left.max(60)).unwrap_or(3_600),
        means: RequestedMeans::HostedPage,
    }))
}

/// The address of the order's page for its shopper.
pub(super) async fn page_of(app: &App, scope: &StoreScope, profile: &StoreProfile, order: &Order) -> db::Result<String> {
    let prefix = if order.language == profile.default_language { String::new() } else { format!("/{}", order.language.code()) };
    let path = shopper_link::path(app, scope, order.id).await?;
    Ok(format!("{}{prefix}{path}", app.base.store_url(&profile.slug)))
}

async fn items(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<Vec<Item>> {
    let lines = orders::list_items(c, scope, order.id).await?;
    let name = |lang: Lang, texts: &kernel::Texts| texts.get(lang).chars().take(100).collect();
    Ok(lines
        .iter()
        .map(|line| Item { name: name(order.language, &line.name), quantity: line.quantity, total_minor: line.line_total })
        .collect())
}

fn customer(order: &Order) -> Customer {
    let mut names = order.sender_name.split_whitespace();
    let first_name = names.next().unwrap_or_default().to_owned();
    Customer {
        first_name,
        last_name: names.collect::<Vec<_>>().join(" "),
        email: order.email.clone().unwrap_or_default(),
        phone: order.mobile.clone(),
        ip: String::new(),
    }
}

/// Where they live; of a pickup the country alone.
fn address(order: &Order, profile: &StoreProfile) -> Address {
    let Some(a) = &order.address else { return Address { country: profile.country.clone(), ..Address::default() } };
    Address {
        street: if a.district.is_empty() { a.street.clone() } else { format!("{}, {}", a.street, a.district) },
        building: a.building.clone(),
        floor: String::new(),
        apartment: String::new(),
        city: a.city.clone(),
        state: a.region.clone(),
        country: a.country.clone(),
        postal_code: a.postal_code.clone(),
    }
}
