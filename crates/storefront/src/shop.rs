//! The storefront's shared state: the in-memory caches of every store.

use std::sync::Arc;

use catalog::{self, Category};
use commerce::payments::{self, PaymentMethod};
use commerce::shipping::{self, ShippingMethod};
use kernel::{Lang, StoreScope};
use platform::App;
use platform::stores;
use site::pages;
use site::theme::{self, OWN_ASSETS, Section};
use site::visits::{Calendar, Visits};

use crate::cache::{Generations, Pages};
use crate::current_store::{Store, visitor};
use crate::dev::DevTheme;
use crate::engine::LoadedTheme;
use crate::frame::Layout;

/// Bytes of uploaded themes that are held compiled.
const MOST_OWN_THEMES: u64 = 96 * 1024 * 1024;

/// Shared state of the storefront. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Shop(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) app: App,
    /// Counts page views in memory until they are flushed.
    pub(crate) visits: Arc<Visits>,
    pub(crate) pages: Pages,
    pub(crate) generations: Generations,
    hosts: moka::sync::Cache<Box<str>, Host>,
    /// The frame around a page's content, by store, generation and language.
    pub(crate) layout: moka::sync::Cache<(i64, u64, Lang), Arc<Layout>>,
    /// The last frame of a store: for pages that must not query the database.
    pub(crate) frames: moka::sync::Cache<(i64, Lang), Arc<Layout>>,
    /// Categories in tree order, by store and generation: most pages of a store need them.
    categories: moka::sync::Cache<(i64, u64), Arc<Vec<Category>>>,
    /// Sections of all pages of a theme, by store and generation.
    sections: moka::sync::Cache<(i64, u64), Arc<Vec<Section>>>,
    /// Shipping and return terms, by store and generation: the structured data of every product needs them.
    terms: moka::sync::Cache<(i64, u64), Arc<StoreTerms>>,
    /// Shipping and payment methods, by store and generation: each checkout step offers them.
    shipping: moka::sync::Cache<(i64, u64), Arc<Vec<ShippingMethod>>>,
    payments: moka::sync::Cache<(i64, u64), Arc<Vec<PaymentMethod>>>,
    /// Themes that merchants uploaded, compiled, by store and hash of their files: 96 MB of them.
    own_themes: moka::sync::Cache<(i64, Box<str>), Arc<LoadedTheme>>,
    /// One of them is compiled at a time, once for all requests that wait for it.
    own_turn: tokio::sync::Mutex<()>,
    /// A folder that is served as a store's theme while somebody works on it.
    pub(crate) dev: Option<Arc<DevTheme>>,
    /// `.localhost`: the host suffix after a store's label.
    suffix: String,
}

/// Sections that were stored before their kinds had blocks, with those that their settings became (decision 0079). The rows of a theme of
/// the program are read so; what a merchant uploaded is known here.
fn with_blocks(theme: &LoadedTheme, mut sections: Vec<Section>) -> Vec<Section> {
    for section in &mut sections {
        if let Some(schema) = theme.theme.schemas.get(&section.section) {
            section.blocks = schema.stored_blocks(&section.settings, std::mem::take(&mut section.blocks));
        }
    }
    sections
}

impl std::ops::Deref for Shop {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

#[derive(Clone)]
enum Host {
    Store(Arc<Store>),
    /// There is no store with this label, as of this global generation.
    Nobody(u64),
}

/// Shipping and return terms of a store.
pub(crate) struct StoreTerms {
    /// Five at most.
    pub(crate) couriers: Vec<ShippingMethod>,
    /// The addresses of its page about returns.
    pub(crate) returns: Option<kernel::Texts>,
}

impl Shop {
    pub(crate) fn new(app: App, visits: Arc<Visits>, dev: Option<Arc<DevTheme>>) -> Self {
        let host = app.base.settings.platform_host.split(':').next().unwrap_or("localhost").to_ascii_lowercase();
        let hour = std::time::Duration::from_hours(1);
        Self(Arc::new(Inner {
            visits,
            pages: Pages::new(),
            generations: Generations::new(app.db()),
            hosts: moka::sync::Cache::builder().max_capacity(10_000).time_to_live(hour).build(),
            layout: moka::sync::Cache::builder().max_capacity(400).time_to_idle(hour).build(),
            frames: moka::sync::Cache::builder().max_capacity(400).time_to_idle(hour).build(),
            categories: moka::sync::Cache::builder().max_capacity(200).time_to_idle(hour).build(),
            sections: moka::sync::Cache::builder().max_capacity(200).time_to_idle(hour).build(),
            terms: moka::sync::Cache::builder().max_capacity(200).time_to_idle(hour).build(),
            shipping: moka::sync::Cache::builder().max_capacity(200).time_to_idle(hour).build(),
            payments: moka::sync::Cache::builder().max_capacity(200).time_to_idle(hour).build(),
            own_themes: moka::sync::Cache::builder()
                .weigher(|_, theme: &Arc<LoadedTheme>| theme.weight())
                .max_capacity(MOST_OWN_THEMES)
                .time_to_idle(hour)
                .build(),
            own_turn: tokio::sync::Mutex::new(()),
            dev,
            suffix: format!(".{host}"),
            app,
        }))
    }

    /// The store's label in a Host header; `None` when the host is no store's.
    pub(crate) fn label<'h>(&self, host: &'h str) -> Option<&'h str> {
        let name =
            host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit())).map_or(host, |(name, _)| name);
        let at = name.len().checked_sub(self.suffix.len())?;
        let (label, suffix) = (name.get(..at)?, name.get(at..)?);
        (suffix.eq_ignore_ascii_case(&self.suffix) && !label.is_empty() && label.len() <= 63 && !label.contains('.'))
            .then_some(label)
    }

    /// The store's categories in tree order, read once per generation.
    pub(crate) async fn categories(&self, store: &Store) -> db::Result<Arc<Vec<Category>>> {
        let key = (store.profile.id.raw(), store.generation);
        if let Some(found) = self.categories.get(&key) {
            return Ok(found);
        }
        let read = Arc::new(catalog::categories(self.app.db().conn(), &store.scope).await?);
        self.categories.insert(key, read.clone());
        Ok(read)
    }

    /// The store's shipping and return terms, read once per generation.
    pub(crate) async fn terms(&self, store: &Store) -> db::Result<Arc<StoreTerms>> {
        let key = (store.profile.id.raw(), store.generation);
        if let Some(found) = self.terms.get(&key) {
            return Ok(found);
        }
        let c = self.app.db().conn();
        let methods = self.shipping_methods(store).await?;
        let couriers = methods.iter().filter(|method| method.is_courier((&store.profile).into())).take(5).cloned().collect();
        let returns = pages::find_policy_slugs(c, &store.scope, pages::Policy::Returns).await?;
        let read = Arc::new(StoreTerms { couriers, returns });
        self.terms.insert(key, read.clone());
        Ok(read)
    }

    /// The store's shipping methods, read once per generation. Placing an order reads them again in its transaction.
    pub(crate) async fn shipping_methods(&self, store: &Store) -> db::Result<Arc<Vec<ShippingMethod>>> {
        let key = (store.profile.id.raw(), store.generation);
        if let Some(found) = self.shipping.get(&key) {
            return Ok(found);
        }
        let read = Arc::new(shipping::methods(self.app.db().conn(), &store.scope).await?);
        self.shipping.insert(key, read.clone());
        Ok(read)
    }

    /// The store's payment methods, read once per generation. Placing an order reads them again in its transaction.
    pub(crate) async fn payment_methods(&self, store: &Store) -> db::Result<Arc<Vec<PaymentMethod>>> {
        let key = (store.profile.id.raw(), store.generation);
        if let Some(found) = self.payments.get(&key) {
            return Ok(found);
        }
        let read = Arc::new(payments::methods(self.app.db().conn(), &store.scope).await?);
        self.payments.insert(key, read.clone());
        Ok(read)
    }

    /// The sections of all pages, read once per generation.
    pub(crate) async fn sections(&self, store: &Store) -> db::Result<Arc<Vec<Section>>> {
        let key = (store.profile.id.raw(), store.generation);
        if let Some(found) = self.sections.get(&key) {
            return Ok(found);
        }
        let c = self.app.db().conn();
        let read = match &store.draft {
            Some(draft) => theme::list_draft(c, &store.scope, &draft.theme).await?,
            None => theme::list_published(c, &store.scope, &store.theme.theme.manifest.id).await?,
        };
        let read = Arc::new(with_blocks(&store.theme, read));
        self.sections.insert(key, read.clone());
        Ok(read)
    }

    /// The store of a label as last cached, perhaps stale: makes no query.
    pub(crate) fn known_store(&self, label: &str) -> Option<Arc<Store>> {
        match self.hosts.get(&*label.to_ascii_lowercase()) {
            Some(Host::Store(store)) => Some(store),
            _ => None,
        }
    }

    /// The store of a label, with the folder that somebody works on as its theme.
    pub(crate) async fn find_store(&self, label: &str) -> db::Result<Option<Arc<Store>>> {
        let Some(store) = self.find_stored(label).await? else { return Ok(None) };
        let Some(dev) = self.dev.as_ref().filter(|dev| dev.is_of(&store.profile.slug)) else { return Ok(Some(store)) };
        let before = self.sections(&store).await?;
        let (shown, sections) = dev.shown(self.app.env(), &store, &before);
        self.sections.insert((shown.profile.id.raw(), shown.generation), sections);
        Ok(Some(shown))
    }

    /// The store of a label, unless something of it has changed since it was read, or it was not read yet.
    pub(crate) fn unchanged_store(&self, label: &str) -> Option<Arc<Store>> {
        match self.hosts.get(label) {
            Some(Host::Store(store)) if self.generations.now(&store.watch) == store.generation => Some(store),
            _ => None,
        }
    }

    /// The store of a label as it is stored. Makes no query while nothing of the store has changed.
    async fn find_stored(&self, label: &str) -> db::Result<Option<Arc<Store>>> {
        let lower;
        let label = if label.bytes().any(|b| b.is_ascii_uppercase()) {
            lower = label.to_ascii_lowercase();
            lower.as_str()
        } else {
            label
        };
        if let Some(store) = self.unchanged_store(label) {
            return Ok(Some(store));
        }
        if matches!(self.hosts.get(label), Some(Host::Nobody(known_generation)) if known_generation == self.generations.any()) {
            return Ok(None);
        }
        let any = self.generations.any();
        let Some(mut profile) = stores::find_by_slug(self.app.db().conn(), label).await? else {
            self.hosts.insert(label.into(), Host::Nobody(any));
            return Ok(None);
        };
        // The generation must be read before its data: the profile is read again under it.
        let watch = self.generations.watch(profile.id);
        let generation = self.generations.now(&watch);
        let scope = visitor(profile.id);
        profile = stores::get_profile(self.app.db().conn(), &scope).await?;
        let origin = self.app.base.store_url(&profile.slug);
        let calendar = Calendar::for_timezone(&profile.timezone);
        let c = self.app.db().conn();
        let live = match theme::list_live(c, &scope).await {
            Ok(live) => live.map(|live| (live.theme, live.archive, Some(live.sections))),
            Err(e) if e.is_unavailable() => return Err(e),
            // Sections that cannot be read fail the page that shows them, where the error gets its id.
            Err(_) => match theme::find_live(c, &scope).await? {
                Some(theme) => Some((theme, theme::find_live_archive(c, &scope).await?, None)),
                None => None,
            },
        };
        let theme = match live {
            Some((id, archive, sections)) => {
                let theme = self.theme(&scope, &id, archive.as_deref()).await?;
                if let Some(sections) = sections {
                    self.sections.insert((profile.id.raw(), generation), Arc::new(with_blocks(&theme, sections)));
                }
                theme
            }
            None => LoadedTheme::default_theme(),
        };
        let store = Arc::new(Store { profile, scope, generation, origin, calendar, watch, theme, draft: None });
        self.hosts.insert(label.into(), Host::Store(store.clone()));
        Ok(Some(store))
    }

    /// A theme of a store: of the program, or of files that the merchant uploaded. Files that no longer make a theme, which a newer
    /// program may be the reason for, leave the shop open with the theme of a new store.
    pub(crate) async fn theme(&self, scope: &StoreScope, id: &str, archive: Option<&str>) -> db::Result<Arc<LoadedTheme>> {
        let Some(hash) = archive else { return Ok(LoadedTheme::find(id)) };
        if let Some(theme) = self.own_theme(scope, hash).await? {
            return Ok(theme);
        }
        tracing::error!(store.id = scope.store().raw(), theme = id, "an uploaded theme cannot be shown");
        Ok(LoadedTheme::default_theme())
    }

    /// A theme of files that the merchant of this store uploaded, compiled once; `None` when there is none of this hash, or it is no theme.
    pub(crate) async fn own_theme(&self, scope: &StoreScope, hash: &str) -> db::Result<Option<Arc<LoadedTheme>>> {
        let key = (scope.store().raw(), hash.into());
        if let Some(found) = self.own_themes.get(&key) {
            return Ok(Some(found));
        }
        let _turn = self.own_turn.lock().await;
        if let Some(found) = self.own_themes.get(&key) {
            return Ok(Some(found));
        }
        let Some(folder) = theme::find_folder(self.app.db().conn(), scope, hash).await? else { return Ok(None) };
        let base = format!("/assets/{OWN_ASSETS}{hash}/");
        let compiled = tokio::task::spawn_blocking(move || folder.and_then(|folder| LoadedTheme::load_own(&folder, &base))).await;
        match compiled.map_err(|e| e.to_string()).and_then(|loaded| loaded.map_err(|problem| problem.to_string())) {
            Ok(loaded) => {
                let loaded = Arc::new(loaded);
                self.own_themes.insert(key, loaded.clone());
                Ok(Some(loaded))
            }
            Err(error) => {
                tracing::error!(error, store.id = scope.store().raw(), "an uploaded theme does not compile");
                Ok(None)
            }
        }
    }
}
