//! The running program: opened from configuration, served, stopped.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use db::Db;
use gateways::payments::PaymentGateways;
use gateways::{Blobs, Couriers, NoFetcher, WebFetcher};
use jobs::{Registry, Worker};
use kernel::Env;
use platform::App;
use platform::secrets::SecretKeys;
use site::visits::{self, Visits};
use storefront::DevTheme;
use tokio::net::TcpListener;
use tokio::sync::watch;
use web::Base;

use crate::config::Config;
use crate::edge::{self, Limits};
use crate::folder::{self, FolderLock};
use crate::health::CheckIntervals;
use crate::host::ByHost;

/// Anything that stops the program from starting.
pub type StartError = Box<dyn std::error::Error + Send + Sync>;

/// An opened program.
pub struct Program {
    /// The state of every handler and job.
    pub app: App,
    /// Page views of the storefront that are not written yet.
    pub visits: Arc<Visits>,
    config: Config,
    /// The lock of the data folder, when the database is in it.
    folder_lock: Option<Arc<FolderLock>>,
    /// A folder that is served as a store's theme while somebody works on it.
    dev: Option<Arc<DevTheme>>,
}

/// Why the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It was asked to stop.
    Stopped,
    /// A staged restore waits for a restart of the program.
    MustRestart,
}

impl Program {
    /// Opens the database (and migrates it), the blob store and the rest.
    ///
    /// # Errors
    /// When something cannot be opened; the text says what and where.
    pub async fn open(config: Config) -> Result<Self, StartError> {
        let data = config.storage.data.clone();
        Self::open_all(config).await.map_err(|e| crate::disk::explained(&data, e))
    }

    async fn open_all(config: Config) -> Result<Self, StartError> {
        let (db, folder_lock) = open_database(&config).await?;
        db.migrate().await?;
        let data = &config.storage.data;
        let blobs = if let Some(url) = &config.storage.media_url {
            Blobs::s3(url)?
        } else {
            folder::make_private(&folder::blobs(data))?;
            Blobs::folder(&folder::blobs(data))?
        };
        let mut app = app(db, Env::system(), blobs, config.settings());
        app.secret_keys = crate::secrets::open_keys(&config.storage, app.env())?;
        (app.payment_gateways, app.couriers) = crate::compose::providers(app.env(), &config.gateways)?;
        app.ports = app.ports.with(Arc::new(config.sample_gateways.clone()));
        if config.worker.fetches_images {
            app.fetcher = Arc::new(WebFetcher::new()?);
        }
        Ok(Self { app, visits: Arc::default(), config, folder_lock, dev: None })
    }

    /// Shows the store with this label with a folder as its theme, read again when one of its files changes (`rawaj theme dev`).
    ///
    /// # Errors
    /// There is no such store, or other machines would reach the program.
    pub async fn with_theme_of_folder(mut self, folder: PathBuf, slug: &str) -> Result<Self, StartError> {
        if !self.config.http.listen.ip().to_canonical().is_loopback() {
            return Err("a theme is worked on at this machine alone: set RAWAJ_LISTEN to 127.0.0.1".into());
        }
        let store = platform::stores::find_by_slug(self.app.db().conn(), slug).await?;
        let store = store.ok_or_else(|| format!("there is no store {slug}"))?;
        let dev = DevTheme::open(folder, &store.slug, storefront::check_theme);
        println!(
            "{} is shown with the theme; other stores, and what is published, stay as they are",
            self.app.base.store_url(&store.slug)
        );
        tokio::spawn(dev.clone().watch());
        self.dev = Some(dev);
        Ok(self)
    }

    /// Serves until asked to stop or a restore is staged; requests and jobs in progress are finished (graceful shutdown).
    ///
    /// # Errors
    /// When the address is taken.
    pub async fn serve(self) -> Result<Ended, StartError> {
        crate::secrets::report_missing_keys(&self.app).await;
        office::sample::connect_demo_store(&self.app)
            .await
            .map_err(|e| format!("RAWAJ_SAMPLE_GATEWAYS: the demo store could not be connected ({})", e.code()))?;
        let listener = listen("RAWAJ_LISTEN", self.config.http.listen).await?;
        let monitoring = match self.config.http.metrics_listen {
            Some(address) => Some(listen("RAWAJ_METRICS_LISTEN", address).await?),
            None => None,
        };
        crate::health::recorder();
        tokio::spawn(crate::health::run_upkeep());
        let (shutdown, stopped) = watch::channel(false);
        let lanes = self.config.worker.lanes;
        let jobs = (lanes > 0).then(|| tokio::spawn(worker(self.app.clone()).comparing_clocks().run(lanes, stopped.clone())));
        tokio::spawn(self.app.db().clone().follow_schema());
        tokio::spawn(crate::health::keep_checking(self.app.db().clone(), self.app.env().clone(), CheckIntervals::default()));
        let views = tokio::spawn(visits::keep_flushing(self.app.clone(), self.visits.clone(), shutdown.subscribe()));
        let (app, unwritten) = (self.app.clone(), self.visits.clone());
        let url = self.app.base.platform_url();
        tracing::info!(address = %self.config.http.listen, url, "serving");
        let (reason_sender, ended) = tokio::sync::oneshot::channel();
        let folder_lock = self.folder_lock;
        let limits = self.config.limits.within_open_files();
        if let Some(monitoring) = monitoring {
            let (limits, mut stopped) = (Limits { connections: 64, ..limits.clone() }, shutdown.subscribe());
            let router = crate::health::monitoring(self.app.clone());
            tokio::spawn(edge::serve(monitoring, router, limits, async move {
                let _ = stopped.wait_for(|s| *s).await;
            }));
        }
        let stopping = async move {
            let reason = wait_for_end(folder_lock.as_deref()).await;
            tracing::info!(?reason, "stopping: finishing what is at hand");
            let _ = (shutdown.send(true), reason_sender.send(reason));
            // Open event streams would block the shutdown for ever.
            tokio::spawn(async move {
                tokio::time::sleep(std::time::Duration::from_secs(10)).await;
                tracing::warn!("some connections did not end in 10 s");
                exit(reason);
            });
        };
        edge::serve(listener, router_with(self.app, self.visits, self.dev), limits, stopping).await;
        if let Some(jobs) = jobs {
            let _ = jobs.await;
        }
        views.abort();
        if let Err(error) = visits::flush(&app, &unwritten).await {
            tracing::warn!(%error, "the last page views were not written");
        }
        Ok(ended.await.unwrap_or(Ended::Stopped))
    }

    /// Runs background work alone.
    pub async fn work(self) -> Ended {
        crate::secrets::report_missing_keys(&self.app).await;
        let (shutdown, stopped) = watch::channel(false);
        let lanes = self.config.worker.lanes.max(1);
        tokio::spawn(self.app.db().clone().follow_schema());
        tokio::spawn(crate::health::keep_checking(self.app.db().clone(), self.app.env().clone(), CheckIntervals::default()));
        let folder_lock = self.folder_lock;
        let reason = tokio::spawn(async move {
            let reason = wait_for_end(folder_lock.as_deref()).await;
            let _ = shutdown.send(true);
            reason
        });
        worker(self.app).comparing_clocks().run(lanes, stopped).await;
        reason.await.unwrap_or(Ended::Stopped)
    }
}

async fn listen(name: &str, address: SocketAddr) -> Result<TcpListener, StartError> {
    Ok(TcpListener::bind(address).await.map_err(|e| format!("cannot listen on {address}: {e} (set {name})"))?)
}

/// Opens the database as it is, without migrations.
///
/// # Errors
/// When it cannot be opened; the text says what and where.
pub async fn connect(config: &Config) -> Result<(Db, Option<Arc<FolderLock>>), StartError> {
    open_database(config).await.map_err(|e| crate::disk::explained(&config.storage.data, e))
}

async fn open_database(config: &Config) -> Result<(Db, Option<Arc<FolderLock>>), StartError> {
    // One cryptography provider for every TLS client; a second call finds it installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let data = &config.storage.data;
    folder::make_private(data).map_err(|e| format!("cannot make the data folder {}: {e}", data.display()))?;
    let folder_lock = match &config.storage.database_url {
        None => Some(Arc::new(FolderLock::join(data)?)),
        Some(_) => None,
    };
    let url = config.storage.database_url.clone().unwrap_or_else(|| folder::database(data).display().to_string());
    Ok((Db::open(&url).await?, folder_lock))
}

/// Resolves when the program must end.
async fn wait_for_end(folder_lock: Option<&FolderLock>) -> Ended {
    let restore = async {
        let Some(folder_lock) = folder_lock else { return std::future::pending().await };
        while !folder_lock.must_restart() {
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        }
    };
    tokio::select! {
        () = shutdown_signal() => Ended::Stopped,
        () = restore => Ended::MustRestart,
    }
}

/// Ends the process; when it must restart, by `exec` of the same program, so that its supervisor sees one process.
pub fn exit(reason: Ended) -> ! {
    #[cfg(unix)]
    if reason == Ended::MustRestart {
        use std::os::unix::process::CommandExt as _;
        let mut words = std::env::args_os();
        if let Some(called) = words.next() {
            // An upgrade may have replaced the executable: then by the name it was started with.
            let program = std::env::current_exe().ok().filter(|p| p.exists()).unwrap_or_else(|| called.into());
            let error = std::process::Command::new(program).args(words).exec();
            tracing::error!(%error, "cannot start anew; whoever watches this process must start it");
        }
    }
    std::process::exit(i32::from(reason == Ended::MustRestart))
}

async fn shutdown_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} }
            }
            Err(_) => {
                let _ = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    {
        let _ = interrupt.await;
    }
}

/// The state of handlers and jobs, from its parts. Tests pass their own. It downloads nothing from the web until it is given a
/// fetcher that does.
#[must_use]
pub fn app(db: Db, env: Env, blobs: Blobs, settings: web::base::Settings) -> App {
    App {
        base: Base { db, env, settings: Arc::new(settings), access: Arc::new(platform::stores::StoredAccess) },
        blobs,
        fetcher: Arc::new(NoFetcher),
        couriers: Couriers::default(),
        payment_gateways: PaymentGateways::default(),
        ports: crate::compose::ports(),
        signer: platform::signing::Signer::default(),
        secret_keys: SecretKeys::default(),
    }
}

/// The router of one port, for every host.
pub fn router(app: App, visits: Arc<Visits>) -> Router {
    router_with(app, visits, None)
}

/// As [`router`], with a folder as the theme of a store.
fn router_with(app: App, visits: Arc<Visits>, dev: Option<Arc<DevTheme>>) -> Router {
    let by_host = ByHost {
        platform: app.base.settings.platform_host.split(':').next().unwrap_or("localhost").to_owned(),
        dashboard: crate::dashboard::router(&app),
        is_tls: app.base.settings.scheme == "https",
        storefront: storefront::Storefront::new(app, visits, dev),
    };
    Router::new().fallback(move |request| by_host.clone().call(request))
}

/// The worker with every job of every slice.
#[must_use]
pub fn worker(app: App) -> Worker<App> {
    let mut registry = Registry::default();
    crate::compose::register_jobs(&mut registry);
    registry.every("sweep_idempotency_keys", kernel::Millis::HOUR, |app: App| async move {
        web::idempotency::sweep(&app.base).await?;
        Ok(jobs::Outcome::Done)
    });
    Worker::new(app.db().clone(), app.env().clone(), app, registry)
}
