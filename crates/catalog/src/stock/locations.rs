//! Stock locations of a store: adding, renaming, ordering, deactivating.

use db::{Conn, Topics};
use kernel::text_guard::{Lines, clean};
use kernel::{Env, StockLocationId, StoreScope, Texts};
use serde_json::json;
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::model::{Location, MOST_LOCATIONS, first_location};
use super::store;
use super::wire::{LocationIn, LocationView};
use crate::entities;
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores::fault;

const FULL: Message = Message::new(
    "اكتمل الحد الأقصى للمواقع. احذف موقعًا قبل إضافة غيره.",
    "Limit reached: delete a location before adding another.",
);
const FIRST: Message = Message::new("لا يمكن إيقاف الموقع الأساسي.", "The main location can't be turned off.");
const USED: Message = Message::new(
    "يوجد مخزون في هذا الموقع. انقله إلى موقع آخر أولًا.",
    "This location has stock. Transfer it to another location first.",
);
const INCOMPLETE: Message = Message::new("أرسل كل المواقع بالترتيب الذي تريده.", "Send every location, in the order you want.");

/// Why a location was not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum LocationError {
    /// Invalid fields.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The store has no such location.
    #[error("no such location")]
    NotFound,
    /// Its version is not the one that the caller read.
    #[error("stale version")]
    Stale(Box<Location>),
    /// The store has the most locations allowed.
    #[error("too many locations")]
    Full,
    /// It holds stock.
    #[error("stock stands there")]
    Used,
    /// It is the store's first (main) location.
    #[error("the first location")]
    First,
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl LocationError {
    pub(super) fn answer(self, scope: &StoreScope) -> ApiError {
        match self {
            Self::Fields(fields) => ApiError::invalid(fields),
            Self::NotFound => ApiError::not_found(),
            Self::Stale(location) => ApiError::stale().with_current(&LocationView::new(*location, scope)),
            Self::Full => ApiError::conflict("too_many_locations", FULL),
            Self::Used => ApiError::conflict("location_in_use", USED),
            Self::First => ApiError::conflict("main_location", FIRST),
            Self::Db(e) => e.into(),
        }
    }
}

/// Inserts the main location of a new store.
///
/// # Errors
/// Database errors.
pub async fn insert_default(c: Conn<'_>, env: &Env, scope: &StoreScope) -> db::Result<()> {
    let name = Texts::new("المستودع الرئيسي", "Main warehouse");
    let location = Location { id: first_location(scope.store()), name, is_active: true, display_order: 0, version: 1 };
    store::insert_location(c, scope, &location, env.now()).await
}

/// Applies the fields that were sent; absent ones are unchanged.
fn apply(location: &mut Location, sent: LocationIn) -> Result<(), LocationError> {
    let LocationIn { name, is_active, version: _ } = sent;
    let mut errors = FieldErrors::new();
    if let Some(name) = name {
        let mut read = |lang: &str, text: &str| {
            clean(text, 100, Lines::Single).unwrap_or_else(|f| {
                errors.add(format!("name.{lang}"), fault(f));
                String::new()
            })
        };
        location.name = Texts { ar: read("ar", &name.ar), en: read("en", &name.en) };
    }
    if location.name.is_empty() {
        errors.add("name", common::REQUIRED);
    }
    location.is_active = is_active.unwrap_or(location.is_active);
    if errors.is_empty() { Ok(()) } else { Err(LocationError::Fields(errors)) }
}

fn journal_fact(location: &Location) -> serde_json::Value {
    json!({ "name": location.name, "is_active": location.is_active, "display_order": location.display_order })
}

async fn log(c: Conn<'_>, env: &Env, scope: &StoreScope, entry: Entry) -> db::Result<()> {
    journal::write(c, scope, env.now(), Topics::CATALOG, entry).await.map(|_| ())
}

pub(super) async fn create(app: &App, scope: &StoreScope, sent: LocationIn) -> Result<Location, LocationError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let all = store::list_locations(c, &at).await?;
            if i64::try_from(all.len()).unwrap_or(i64::MAX) >= MOST_LOCATIONS {
                return Err(LocationError::Full);
            }
            let last = all.iter().map(|l| l.display_order).max().unwrap_or(0);
            let mut location =
                Location { id: env.id(), name: Texts::default(), is_active: true, display_order: last + 1, version: 1 };
            apply(&mut location, sent.clone())?;
            store::insert_location(c, &at, &location, env.now()).await?;
            log(c, &env, &at, Entry::new(Act::Create, entities::STOCK_LOCATION, location.id).after(journal_fact(&location)))
                .await?;
            Ok(location)
        })
        .await
}

pub(super) async fn change(
    app: &App,
    scope: &StoreScope,
    id: StockLocationId,
    sent: LocationIn,
) -> Result<Location, LocationError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let all = store::list_locations(c, &at).await?;
            let before = all.into_iter().find(|l| l.id == id).ok_or(LocationError::NotFound)?;
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(LocationError::Stale(Box::new(before)));
            }
            let mut location = before.clone();
            apply(&mut location, sent.clone())?;
            // Written before the check: a concurrent transfer to this location either waits for the row lock or is seen below.
            if !store::update_location(c, &at, &location, env.now()).await? {
                return Err(LocationError::Stale(Box::new(before)));
            }
            if before.is_active && !location.is_active {
                if id == first_location(at.store()) {
                    return Err(LocationError::First);
                }
                if store::is_used(c, &at, id).await? {
                    return Err(LocationError::Used);
                }
            }
            let entry = Entry::new(Act::Update, entities::STOCK_LOCATION, id)
                .before(journal_fact(&before))
                .after(journal_fact(&location));
            log(c, &env, &at, entry).await?;
            location.version += 1;
            Ok(location)
        })
        .await
}

/// Reorders all locations or none; the first one stays first.
pub(super) async fn sort(app: &App, scope: &StoreScope, ids: Vec<StockLocationId>) -> Result<Vec<Location>, LocationError> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let all = store::list_locations(c, &at).await?;
            let mut unknown = FieldErrors::new();
            for (i, _) in ids.iter().enumerate().filter(|(_, id)| all.iter().all(|l| l.id != **id)) {
                unknown.add(format!("items.{i}"), common::NO_SUCH);
            }
            if !unknown.is_empty() {
                return Err(LocationError::Fields(unknown));
            }
            let is_whole = ids.len() == all.len() && all.iter().all(|l| ids.contains(&l.id));
            if !is_whole || ids.first() != Some(&first_location(at.store())) {
                return Err(LocationError::Fields(FieldErrors::one("items", INCOMPLETE)));
            }
            for (order, id) in (0_i64..).zip(&ids) {
                let Some(before) = all.iter().find(|l| l.id == *id).filter(|l| l.display_order != order) else { continue };
                let location = Location { display_order: order, ..before.clone() };
                if !store::update_location(c, &at, &location, env.now()).await? {
                    return Err(LocationError::Stale(Box::new(before.clone())));
                }
                let entry = Entry::new(Act::Update, entities::STOCK_LOCATION, *id)
                    .before(journal_fact(before))
                    .after(journal_fact(&location));
                log(c, &env, &at, entry).await?;
            }
            Ok(store::list_locations(c, &at).await?)
        })
        .await
}
