//! The running program: opened from configuration, served, stopped.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use commerce::App;
use db::Db;
use gateways::{Blobs, NoFetcher, WebFetcher};
use jobs::{Registry, Worker};
use kernel::Env;
use tokio::net::TcpListener;
use tokio::sync::watch;
use web::Base;

use crate::config::Config;
use crate::host::ByHost;

/// Anything that stops the program from starting.
pub type StartError = Box<dyn std::error::Error + Send + Sync>;

/// An opened program.
pub struct Program {
    /// The state of every handler and job.
    pub app: App,
    config: Config,
}

impl Program {
    /// Opens the database (and migrates it), the blob store and the rest.
    ///
    /// # Errors
    /// When something cannot be opened; the text says what and where.
    pub async fn open(config: Config) -> Result<Self, StartError> {
        // One provider of cryptography for every TLS client; a second call finds it set.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let data = &config.storage.data;
        std::fs::create_dir_all(data).map_err(|e| format!("cannot make the data folder {}: {e}", data.display()))?;
        let url = config.storage.database_url.clone().unwrap_or_else(|| data.join("rawaj.db").display().to_string());
        let db = Db::open(&url).await?;
        db.migrate().await?;
        let blobs = match &config.storage.media_url {
            Some(url) => Blobs::s3(url)?,
            None => Blobs::folder(&data.join("blobs"))?,
        };
        let mut app = app(db, Env::system(), blobs, config.settings());
        if config.worker.fetches_images {
            app.fetcher = Arc::new(WebFetcher::new()?);
        }
        Ok(Self { app, config })
    }

    /// Serves until asked to stop; requests at hand are answered and jobs at hand are finished.
    ///
    /// # Errors
    /// When the address is taken.
    pub async fn serve(self) -> Result<(), StartError> {
        let listener = TcpListener::bind(self.config.http.listen)
            .await
            .map_err(|e| format!("cannot listen on {}: {e} (set RAWAJ_LISTEN)", self.config.http.listen))?;
        crate::health::recorder();
        let (stop, stopped) = watch::channel(false);
        let lanes = self.config.worker.lanes;
        let jobs = (lanes > 0).then(|| tokio::spawn(worker(self.app.clone()).run(lanes, stopped.clone())));
        let url = self.app.base.platform_url();
        tracing::info!(address = %self.config.http.listen, url, "serving");
        let router = router(self.app).into_make_service_with_connect_info::<SocketAddr>();
        let mut on_stop = stopped;
        axum::serve(listener, router)
            .with_graceful_shutdown(async move {
                tokio::select! {
                    () = asked_to_stop() => {}
                    _ = on_stop.wait_for(|s| *s) => {}
                }
                tracing::info!("stopping: finishing what is at hand");
                let _ = stop.send(true);
                // Open event streams would hold the door for ever.
                tokio::spawn(async {
                    tokio::time::sleep(std::time::Duration::from_secs(10)).await;
                    tracing::warn!("some connections did not end in 10 s");
                    std::process::exit(0);
                });
            })
            .await?;
        if let Some(jobs) = jobs {
            let _ = jobs.await;
        }
        Ok(())
    }

    /// Runs background work alone.
    pub async fn work(self) {
        let (stop, stopped) = watch::channel(false);
        let lanes = self.config.worker.lanes.max(1);
        tokio::spawn(async move {
            asked_to_stop().await;
            let _ = stop.send(true);
        });
        worker(self.app).run(lanes, stopped).await;
    }
}

async fn asked_to_stop() {
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

/// The state of handlers and jobs, from its parts. Tests pass their own. It fetches nothing from the web until it is given
/// a fetcher that does.
#[must_use]
pub fn app(db: Db, env: Env, blobs: Blobs, settings: web::base::Settings) -> App {
    App {
        base: Base { db, env, settings: Arc::new(settings) },
        blobs,
        fetcher: Arc::new(NoFetcher),
        theme_defaults: Arc::new(storefront::default_sections()),
        signer: commerce::signing::Signer::default(),
    }
}

/// Everything one port answers, by host.
pub fn router(app: App) -> Router {
    let by_host = ByHost {
        platform: app.base.settings.platform_host.split(':').next().unwrap_or("localhost").to_owned(),
        dashboard: crate::platform::router(&app),
        storefront: storefront::router(app),
    };
    Router::new().fallback(move |request| by_host.clone().call(request))
}

/// The worker with every job of every slice.
#[must_use]
pub fn worker(app: App) -> Worker<App> {
    let mut registry = Registry::default();
    commerce::register_jobs(&mut registry);
    Worker::new(app.db().clone(), app.env().clone(), app, registry)
}
