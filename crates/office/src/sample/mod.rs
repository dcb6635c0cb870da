//! Sample data of any size, reproducible by its seed: stores, products, customers, orders over months. For the demo store, for
//! trying the product out, and for benchmarks.
//!
//! The right-most slice: it writes through the other slices' functions, and inserts orders in bulk with the sums that
//! `carts::totals` computes. Invariant: its rows satisfy every counter and total that the program maintains.

mod cart_store;
mod carts;
mod gateways;
mod orders;
mod pictures;
mod products;
mod reset;
mod reset_store;
mod rng;
mod store;
mod tables;
mod words;

use std::collections::BTreeMap;

use db::{Conn, Topics};
use kernel::{Actor, CategoryId, Currency, CustomerId, Env, MediaId, Millis, StoreId, StoreScope, Texts, UserId};
use web::ApiError;
use web::caller::hash_token;

use commerce::carts::totals::{self, Discounts, FeeRule, LineIn, VatRule};
use commerce::coupons::{AppliedCoupon, CouponUse};
use commerce::{coupons, payments, shipping};
pub use gateways::{SampleGateways, connect_demo_store};
use pictures::Pictures;
use platform::identity::{NewUser, Password, Role};
use platform::journal::{self, Act, Entry};
use platform::search::{self, Index};
use platform::stores::entities;
use platform::{App, identity, stores};
pub use reset::{has_demo_store, register};
use rng::Rng;
use site::theme;
pub use tables::TABLES;

/// The size of the sample data.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The same seed makes the same data.
    pub seed: u64,
    /// Stores.
    pub stores: usize,
    /// Products in each store.
    pub products: usize,
    /// Orders in each store.
    pub orders: usize,
    /// Days over which the orders are spread.
    pub days: i64,
    /// The first store is the demo store.
    pub has_demo: bool,
    /// Products, categories and the front page have pictures. Their copies are made in the background.
    pub has_pictures: bool,
}

/// A sample store, and how to sign in to it.
#[derive(Debug, Clone)]
pub struct SampleStore {
    /// Its id.
    pub id: StoreId,
    /// Its label.
    pub slug: String,
    /// The owner's mobile number.
    pub mobile: String,
}

/// The password of every sample owner. Sample stores are for trials, never for real goods.
pub const PASSWORD: &str = "Rawaj@2026";

/// Rows a transaction of the seeder writes. An index page that many rows of a chunk touch is written once for all of them:
/// chunks of 200 wrote several times as much.
const CHUNK: usize = 2_000;
/// Rows of a transaction for a small store, as the demo store is: it is reset while other requests are served, which wait for no
/// more than this.
const SMALL_CHUNK: usize = 200;
/// Above this many rows of a kind the data is for benchmarks, and nobody else is served.
const MANY: usize = 10_000;

fn chunk_of(rows: usize) -> usize {
    if rows > MANY { CHUNK } else { SMALL_CHUNK }
}

/// Products that sample orders choose from.
const MOST_GOODS: i64 = 5_000;

/// Creates the stores of a plan one after the other; `progress` is called with each step.
///
/// # Errors
/// Of the database, or 422 when a slug is taken: sample data needs a database without it.
pub async fn run(app: &App, plan: &Plan, progress: impl Fn(&str)) -> Result<Vec<SampleStore>, ApiError> {
    let hash = identity::hash_password(&app.base, &Password(PASSWORD.to_owned())).await?;
    let mut stores = Vec::new();
    for i in 0..plan.stores {
        let (name, slug) = words::STORE_NAMES[i % words::STORE_NAMES.len()];
        let round = i / words::STORE_NAMES.len();
        let slug = if round == 0 { slug.to_owned() } else { format!("{slug}-{}", round + 1) };
        let mut rng = Rng::new(plan.seed.wrapping_add(i as u64));
        progress(&format!("{slug}: store"));
        let mobile = format!("+96655{:07}", 1_000_000 + i);
        let is_demo = plan.has_demo && i == 0;
        let scope = build(app, name, &slug, &mobile, hash.clone(), is_demo).await?;
        fill(app, &scope, plan, &mut rng, |text| progress(&format!("{slug}: {text}"))).await?;
        if is_demo {
            gateways::connect(app, &scope).await?;
            reset::keep_plan(app, &scope, name, plan).await?;
        }
        stores.push(SampleStore { id: scope.store(), slug, mobile });
    }
    Ok(stores)
}

/// Creates categories, products, customers and orders of an empty store.
async fn fill(app: &App, scope: &StoreScope, plan: &Plan, rng: &mut Rng, progress: impl Fn(String)) -> Result<(), ApiError> {
    let categories = categories(app, scope).await?;
    let pictures = if plan.has_pictures {
        progress("pictures".to_owned());
        pictures::add(app, scope, plan.products).await?
    } else {
        Pictures::default()
    };
    show_pictures(app, scope, &categories, &pictures).await?;
    make_products(app, scope, plan.products, rng, (&categories, &pictures), |n| progress(format!("{n} products"))).await?;
    make_orders(app, scope, plan, rng, |n| progress(format!("{n} orders"))).await?;
    carts::make(app, scope, rng).await?;
    Ok(())
}

/// The defaults of a store before its first product: pages, menus, theme, methods, settings.
async fn insert_defaults(c: Conn<'_>, env: &Env, scope: &StoreScope, name: &str) -> db::Result<()> {
    let now = env.now();
    site::insert_content(c, env, scope, name).await?;
    theme::insert_defaults(c, env, scope).await?;
    catalog::stock::insert_default(c, env, scope).await?;
    let pickup = Texts::new("حي العليا، شارع التحلية، الرياض", "Tahlia Street, Al Olaya, Riyadh");
    shipping::insert_default(c, env, scope, pickup).await?;
    store::insert_courier(c, scope, env.id(), now, &orders::courier_name(), 2_500).await?;
    payments::insert_default(c, env, scope).await?;
    commerce::orders::insert_return_reasons(c, env, scope).await?;
    stores::set_url_ready(c, scope, now).await?;
    stores::set_theme_ready(c, scope, now).await?;
    store::set_vat(c, scope, now).await?;
    store::set_ready(c, scope).await
}

async fn build(
    app: &App,
    name: &str,
    slug: &str,
    mobile: &str,
    password_hash: String,
    is_demo: bool,
) -> Result<StoreScope, ApiError> {
    let env = app.env().clone();
    let (user, store): (UserId, StoreId) = (env.id(), env.id());
    let owner = words::FIRST[0].0;
    let scope = StoreScope::new(store, Actor::merchant(user, owner));
    let new_user = NewUser {
        id: user,
        name: owner.to_owned(),
        email: None,
        mobile: Some(mobile.to_owned()),
        password_hash,
        role: "admin",
        locale: "ar",
    };
    let new_store =
        stores::NewStore { slug: slug.to_owned(), name: name.to_owned(), country: "SA".into(), currency: Currency::SAR, is_demo };
    let (inner, name) = (scope.clone(), name.to_owned());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            identity::insert_user(c, now, &new_user).await?;
            stores::insert_store(c, &inner, now, &new_store).await?;
            stores::insert_member(c, &inner, user, Role::Owner, now).await?;
            insert_defaults(c, &env, &inner, &name).await?;
            journal::write(c, &inner, now, Topics::STOREFRONT, Entry::new(Act::Create, entities::STORE, inner.store())).await?;
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(scope)
}

async fn categories(app: &App, scope: &StoreScope) -> Result<Vec<CategoryId>, ApiError> {
    let (env, inner) = (app.env().clone(), scope.clone());
    let stores = app
        .db()
        .tx(async move |c| {
            let mut ids = Vec::new();
            for (ar, en) in words::CATEGORIES {
                ids.push(catalog::ensure_category_path(c, &env, &inner, &[Texts::new(*ar, *en)], None).await?);
            }
            Ok::<_, catalog::CatalogError>(ids)
        })
        .await?;
    Ok(stores)
}

/// Puts pictures on the tiles of categories and on the front page.
async fn show_pictures(app: &App, scope: &StoreScope, categories: &[CategoryId], pictures: &Pictures) -> Result<(), ApiError> {
    let of_categories: Vec<(CategoryId, MediaId)> =
        categories.iter().enumerate().filter_map(|(n, id)| Some((*id, pictures.of_category(n)?))).collect();
    let (inner, hero) = (scope.clone(), pictures.hero());
    app.db()
        .tx(async move |c| {
            for (category, picture) in &of_categories {
                catalog::set_sample_picture(c, &inner, *category, *picture).await?;
            }
            if let Some(picture) = hero {
                // What stands in the banner is at its left: a narrow frame shows that part.
                let picture = theme::Picture { source: theme::PictureSource::Media(picture), focus: (25, 50) };
                theme::set_default_picture(c, &inner, "hero", "image", picture).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(())
}

async fn make_products(
    app: &App,
    scope: &StoreScope,
    count: usize,
    rng: &mut Rng,
    (categories, pictures): (&[CategoryId], &Pictures),
    progress: impl Fn(usize),
) -> Result<(), ApiError> {
    let mut done = 0;
    while done < count {
        let chunk = chunk_of(count).min(count - done);
        let inputs = (done..done + chunk)
            .map(|n| {
                products::draft(rng, (n, count), Currency::SAR, categories, pictures)
                    .check(Currency::SAR, kernel::Lang::Ar)
                    .map_err(catalog::CatalogError::from)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let (env, inner) = (app.env().clone(), scope.clone());
        app.db()
            .tx(async move |c| {
                for input in &inputs {
                    catalog::create(c, &env, &inner, input, None).await?;
                }
                Ok::<_, catalog::CatalogError>(())
            })
            .await?;
        done += chunk;
        if done % 5_000 == 0 {
            progress(done);
        }
    }
    progress(done);
    Ok(())
}

async fn make_orders(
    app: &App,
    scope: &StoreScope,
    plan: &Plan,
    rng: &mut Rng,
    progress: impl Fn(usize),
) -> Result<(), ApiError> {
    let goods: Vec<store::GoodsRow> = store::list_goods(app.db().conn(), scope, MOST_GOODS).await?;
    if goods.is_empty() || plan.orders == 0 {
        return Ok(());
    }
    let env: &Env = app.env();
    let now = env.now();
    let (pickup, courier) = store::list_shipping(app.db().conn(), scope).await?;
    let cod = store::find_cod(app.db().conn(), scope).await?;
    let people: Vec<orders::Person> = (0..(plan.orders / 3).max(1)).map(|n| orders::person(rng, n)).collect();
    // Order totals by customer, kept in memory until the orders are written.
    let mut tallies: BTreeMap<usize, store::TallyRow> = BTreeMap::new();
    let vat = VatRule { rate: 1_500, is_included: true };

    let (inner, stores, since) = (scope.clone(), env.clone(), now.plus(-plan.days * Millis::DAY));
    let coupon: AppliedCoupon = app.db().tx(async move |c| coupons::insert_sample(c, &stores, &inner, since).await).await?;

    // Customers first, with nothing spent: orders refer to them. Their sums are written at the end.
    let ids: Vec<CustomerId> = people.iter().map(|_| env.id()).collect();
    for (at, chunk) in people.chunks(chunk_of(people.len())).enumerate() {
        let rows: Vec<store::CustomerRow> = chunk
            .iter()
            .zip(&ids[at * chunk_of(people.len())..])
            .map(|(p, id)| store::CustomerRow {
                id: *id,
                name: p.name.clone(),
                mobile: p.mobile.clone(),
                city: orders::address(p).city,
                at: now.plus(-plan.days * Millis::DAY),
            })
            .collect();
        let inner = scope.clone();
        app.db()
            .tx(async move |c| {
                for row in &rows {
                    store::insert_customer(c, &inner, row).await?;
                    let words = search::tokens([row.name.as_str(), row.mobile.as_str(), &row.mobile[4..]]);
                    search::insert(c, inner.store(), Index::Customer, row.id.raw(), &words).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
    }

    let mut done = 0;
    while done < plan.orders {
        let chunk = chunk_of(plan.orders).min(plan.orders - done);
        let mut drafts = Vec::with_capacity(chunk);
        for i in done..done + chunk {
            let person = rng.skewed(people.len());
            let at = orders::moment(rng, i, plan.orders, plan.days, now);
            let (status, is_paid) = orders::outcome(rng, at, now);
            let mut lines: Vec<store::LineRow> = Vec::new();
            for _ in 0..orders::line_count(rng) {
                let item = &goods[rng.skewed(goods.len())];
                if !lines.iter().any(|l| l.product == item.product && l.variant == item.variant) {
                    lines.push(item.line(*rng.pick(&[1, 1, 1, 2, 2, 3])));
                }
            }
            let is_pickup = rng.chance(15);
            let fees = if is_pickup { 0 } else { courier.2 };
            let ins: Vec<LineIn> =
                lines.iter().map(|l| LineIn { unit_price: l.unit_price, quantity: l.quantity, is_tax_free: false }).collect();
            // Every ninth order that was not cancelled has a coupon.
            let coupon =
                (i % 9 == 4 && status != "CNCL").then(|| AppliedCoupon { eligible: vec![true; ins.len()], ..coupon.clone() });
            let discounts = Discounts { coupon: coupon.as_ref(), ..Discounts::default() };
            let sums = totals::compute(&ins, discounts, vat, fees, FeeRule::default()).map_err(|e| ApiError::internal(&e))?;
            let none = store::TallyRow { id: ids[person], orders: 0, cancelled: 0, returned: 0, spent: 0, first: at, last: at };
            let tally = tallies.entry(person).or_insert(none);
            tally.orders += 1;
            match status {
                // Refused at the door and not paid: counts as cancelled.
                "CNCL" | "RFSD" => tally.cancelled += 1,
                "RTRN" => tally.returned += 1,
                _ => tally.spent += sums.total,
            }
            tally.last = tally.last.max(at);
            tally.first = tally.first.min(at);
            drafts.push(store::OrderDraft {
                id: env.id(),
                status,
                is_paid,
                customer: ids[person],
                coupon: coupon.map(|applied| CouponUse {
                    applied,
                    amount: sums.coupon,
                    lines: (1..).take(lines.len()).collect(),
                }),
                totals: sums,
                lines,
                address: orders::address(&people[person]),
                is_pickup,
                access_hash: hash_token(&env.token()),
                at,
            });
        }
        let (inner, pickup, courier, cod) = (scope.clone(), pickup.clone(), courier.clone(), cod.clone());
        let env = env.clone();
        app.db()
            .tx(async move |c| {
                let n = i64::try_from(drafts.len()).unwrap_or(0);
                let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
                let (number, seq) = store::claim_numbers(c, &inner, n).await?;
                for (i, draft) in drafts.iter().enumerate() {
                    let offset = i64::try_from(i).unwrap_or(0);
                    let method = if draft.is_pickup { &pickup } else { &courier };
                    store::insert_order(c, &inner, draft, number + offset, seq + offset, method, &cod).await?;
                    if let Some(coupon_use) = &draft.coupon {
                        coupons::insert_sample_use(c, &env, &inner, draft.id, draft.customer, coupon_use, draft.at).await?;
                    }
                    *counts.entry(draft.status).or_default() += 1;
                }
                for (status, n) in counts {
                    store::increment_count(c, &inner, status, n).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
        done += chunk;
        if done % 10_000 == 0 {
            progress(done);
        }
    }
    progress(done);

    let mut tallies: Vec<store::TallyRow> = tallies.into_values().collect();
    while !tallies.is_empty() {
        let rows = tallies.split_off(tallies.len().saturating_sub(chunk_of(tallies.len())));
        let inner = scope.clone();
        app.db()
            .tx(async move |c| {
                for row in &rows {
                    store::set_tally(c, &inner, row).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
    }
    let inner = scope.clone();
    let count = async move |c: Conn<'_>| {
        commerce::orders::recount_sales(c, &inner).await?;
        commerce::orders::insert_sample_confirmations(c, &inner).await?;
        store::insert_visits(c, &inner).await
    };
    app.db().tx(count).await?;
    commerce::orders::look_at_addresses(app, scope).await?;
    Ok(())
}
