//! Provisions the store of a registration (AU-03, decisions §9).
//!
//! Invariant: each step is one transaction that also advances the registration's `step`, so a worker that crashes in between
//! leaves whole steps behind, and a second run of the job continues after the last one.

use jobs::{Enqueue, Job, JobResult, Outcome};
use kernel::{Actor, Env, ProductId, RegistrationId, StoreId, StoreScope, Texts};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Step;
use super::store::{self, Building};
use commerce::{payments, shipping};
use platform::App;
use platform::identity::{self, NewUser, Role};
use platform::journal::{self, Act, Entry};
use platform::stores::entities;
use platform::stores::{self, NewStore};
use site::theme;

/// Provisions the store of a registration.
#[derive(Debug, Serialize, Deserialize)]
pub struct BuildStoreJob {
    /// The registration.
    pub registration: RegistrationId,
}

impl Job for BuildStoreJob {
    const KIND: &'static str = "build_store";
}

/// Draws the picture of a new store's sample product; `sample` has the drawings and the handler.
#[derive(Debug, Serialize, Deserialize)]
pub struct SamplePictureJob {
    /// The store.
    pub store: StoreId,
    /// Its sample product.
    pub product: ProductId,
}

impl Job for SamplePictureJob {
    const KIND: &'static str = "sample_picture";
}

/// Runs after which the merchant sees a failure; fewer than the queue's own limit.
const MOST_RUNS: i64 = 4;

/// The handler of [`BuildStoreJob`].
///
/// # Errors
/// Of the database, to run again.
pub async fn run(app: App, job: BuildStoreJob) -> JobResult {
    let BuildStoreJob { registration: id } = job;
    let now = app.env().now();
    let Some(runs) = app.db().tx(async move |c| store::begin(c, id, now).await).await? else { return Ok(Outcome::Done) };
    let result =
        if runs > MOST_RUNS { Err(db::Error::Setup("the worker died in every run".into())) } else { build(&app, id).await };
    match result {
        Ok(()) => Ok(Outcome::Done),
        // A number, address or label that was taken meanwhile: a retry would fail as well.
        Err(e) if runs >= MOST_RUNS || e.is_unique_violation() => {
            let (reason, now) = (e.to_string(), app.env().now());
            tracing::error!(registration.id = %id, error = reason, "a store could not be built");
            let reason_copy = reason.clone();
            app.db().tx(async move |c| store::fail(c, id, &reason_copy, now).await).await?;
            Ok(Outcome::GiveUp(reason))
        }
        Err(e) => Err(e.into()),
    }
}

async fn build(app: &App, id: RegistrationId) -> db::Result<()> {
    for step in Step::ALL {
        let app_after = app.clone();
        app.db()
            .tx(async move |c| {
                let now = app_after.env().now();
                if !store::claim_step(c, id, step, now).await? {
                    return Ok(());
                }
                let building = store::get_building(c, id).await?;
                build_step(c, &app_after, id, step, building).await
            })
            .await?;
    }
    Ok(())
}

async fn build_step(c: db::Conn<'_>, app: &App, id: RegistrationId, step: Step, building: Building) -> db::Result<()> {
    let Building { mobile, user, store: built, plan: db::Json(plan) } = building;
    let env: &Env = app.env();
    let now = env.now();
    let missing = |field: &str| db::Error::Setup(format!("registration {id} has no {field}"));
    let scope = || built.map(|s| StoreScope::new(s, Actor::system())).ok_or_else(|| missing("store"));
    match step {
        Step::Account => {
            let user = NewUser {
                id: env.id(),
                name: plan.name,
                email: plan.email,
                mobile: Some(mobile),
                password_hash: plan.password_hash,
                role: "admin",
                locale: plan.locale.code(),
            };
            identity::insert_user(c, now, &user).await?;
            store::set_user(c, id, user.id).await
        }
        Step::Store => {
            let owner = user.ok_or_else(|| missing("user"))?;
            let scope = StoreScope::new(env.id(), Actor::merchant(owner, plan.name));
            let new = NewStore {
                slug: plan.store_slug,
                name: plan.store_name,
                country: plan.store_country,
                currency: plan.store_currency,
                is_demo: false,
            };
            stores::insert_store(c, &scope, now, &new).await?;
            stores::insert_member(c, &scope, owner, Role::Owner, now).await?;
            catalog::stock::insert_default(c, env, &scope).await?;
            shipping::insert_default(c, env, &scope, Texts::default()).await?;
            payments::insert_default(c, env, &scope).await?;
            commerce::orders::insert_return_reasons(c, env, &scope).await?;
            stores::set_url_ready(c, &scope, now).await?;
            store::set_store(c, id, scope.store()).await?;
            let entry =
                Entry::new(Act::Create, entities::STORE, scope.store()).after(json!({ "name": new.name, "slug": new.slug }));
            journal::write(c, &scope, now, db::Topics::STOREFRONT, entry).await?;
            Ok(())
        }
        Step::Content => site::insert_content(c, env, &scope()?, &plan.store_name).await,
        Step::Theme => {
            let scope = scope()?;
            theme::insert_defaults(c, env, &scope).await?;
            stores::set_theme_ready(c, &scope, now).await
        }
        Step::SampleProduct => {
            let scope = scope()?;
            let product = catalog::insert_sample(c, env, &scope, plan.store_currency).await?;
            // Its picture is drawn after the merchant has the store: nobody waits for it.
            let job = SamplePictureJob { store: scope.store(), product };
            jobs::enqueue(c, env, &job, Enqueue::for_store(scope.store())).await?;
            store::finish(c, id, now).await
        }
    }
}
