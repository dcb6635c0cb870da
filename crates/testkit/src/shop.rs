//! The running program as tests see it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use commerce::{payments, shipping};
use db::{Json, p};
use gateways::Blobs;
use gateways::payments::{HttpClient, HttpLimits, providers};
use jobs::Worker;
use kernel::{Actor, Currency, Env, Lang, Millis, StoreId, StoreScope, UserId};
use office::sample;
use platform::identity::{self, Role};
use platform::secrets::SecretKeys;
use platform::{App, stores};
use server::edge::Limits;
use site::theme;
use site::visits::Visits;
use tokio::net::TcpListener;
use tokio::sync::watch;
use web::base::Settings;

use crate::checksum::Checksums;
use crate::database::TestDb;
use crate::http::Call;
use crate::merchant::Merchant;
use crate::shopper::Shopper;

/// 2027-01-15T08:00:00Z: the initial time of every test.
pub const START: Millis = Millis(1_800_000_000_000);

/// A running program on a fresh database.
pub struct TestShop {
    /// The shared state of handlers and jobs.
    pub app: App,
    /// The buffer of page views that are not yet written.
    pub visits: Arc<Visits>,
    /// The environment, whose clock only the test advances.
    pub env: Env,
    /// The address on which it listens.
    pub addr: SocketAddr,
    /// The background worker; it runs on demand only.
    pub worker: Worker<App>,
    http: reqwest::Client,
    shutdown: watch::Sender<bool>,
    database: TestDb,
}

impl Drop for TestShop {
    fn drop(&mut self) {
        let _ = self.shutdown.send(true);
    }
}

impl TestShop {
    /// Starts the program with default settings.
    pub async fn start() -> Self {
        Self::with_settings(|_| {}).await
    }

    /// Starts it with changed settings. Rate limits are off and passwords are cheap to hash unless the test changes that.
    pub async fn with_settings(change: impl FnOnce(&mut Settings)) -> Self {
        Self::with_blobs(Blobs::memory(), change).await
    }

    /// Starts it with another blob store than memory.
    pub async fn with_blobs(blobs: Blobs, change: impl FnOnce(&mut Settings)) -> Self {
        Self::launch(blobs, change, |_| {}, Limits::default()).await
    }

    /// Starts it with other connection limits.
    pub async fn with_limits(limits: Limits) -> Self {
        Self::launch(Blobs::memory(), |_| {}, |_| {}, limits).await
    }

    /// Starts it with couriers that are called over the network.
    pub async fn with_couriers(couriers: gateways::Couriers) -> Self {
        Self::launch(Blobs::memory(), |_| {}, |app| app.couriers = couriers, Limits::default()).await
    }

    /// Starts it with other ports: `ports` gets those of the program.
    pub async fn with_ports(ports: impl FnOnce(platform::ports::Ports) -> platform::ports::Ports) -> Self {
        Self::launch(Blobs::memory(), |_| {}, |app| app.ports = ports(app.ports.clone()), Limits::default()).await
    }

    /// Starts it with payment gateways that merchants can connect.
    pub async fn with_payment_gateways(gateways: gateways::payments::PaymentGateways) -> Self {
        Self::launch(Blobs::memory(), |_| {}, |app| app.payment_gateways = gateways, Limits::default()).await
    }

    /// Starts it with a changed program: other gateways, ports and keys at once.
    pub async fn with_app(change: impl FnOnce(&mut App)) -> Self {
        Self::launch(Blobs::memory(), |_| {}, change, Limits::default()).await
    }

    async fn launch(blobs: Blobs, change: impl FnOnce(&mut Settings), connect: impl FnOnce(&mut App), limits: Limits) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let database = TestDb::fresh().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let mut settings = Settings {
            platform_host: format!("localhost:{}", addr.port()),
            requests_per_second: 0,
            password_memory_kib: 64,
            ..Settings::default()
        };
        change(&mut settings);
        let env = Env::fake(START);
        let mut app = server::program::app(database.db.clone(), env.clone(), blobs, settings);
        app.secret_keys = SecretKeys::generate(&env);
        // Every gateway and courier can be connected; calls reach nobody unless the test has simulators.
        let gateway_client = HttpClient::new(env.clone(), HttpLimits::default()).unwrap();
        app.payment_gateways = providers::all(&gateway_client, |_| Some("http://127.0.0.1:9".into()));
        app.couriers = gateways::couriers::providers::all(&gateway_client, |_| Some("http://127.0.0.1:9".into()));
        connect(&mut app);
        let visits = Arc::<Visits>::default();
        let router = server::router(app.clone(), visits.clone());
        let (shutdown, mut stopped) = watch::channel(false);
        tokio::spawn(async move {
            let stopping = async move {
                let _ = stopped.wait_for(|s| *s).await;
            };
            server::edge::serve(listener, router, limits, stopping).await;
        });
        let http =
            reqwest::Client::builder().tls_certs_only([]).no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { worker: server::worker(app.clone()), app, visits, env, addr, http, shutdown, database }
    }

    /// The address of the API.
    #[must_use]
    pub fn api(&self) -> String {
        format!("http://{}/dashboard/v1", self.addr)
    }

    /// A call to any path of the platform host, with nothing set: `/dashboard/v1/login`, `/healthz`.
    #[must_use]
    pub fn call(&self, method: &str, path: &str) -> Call {
        Call::new(&self.http, method, &format!("http://{}{path}", self.addr))
    }

    /// The database that the program uses.
    #[must_use]
    pub fn database(&self) -> &TestDb {
        &self.database
    }

    /// Moves the clock forward.
    pub fn advance(&self, ms: i64) {
        self.env.advance(ms);
    }

    /// Asks the server to shut down; requests in flight are answered.
    pub fn stop(&self) {
        let _ = self.shutdown.send(true);
    }

    /// Runs the due jobs and those they enqueue, until none is left. A job that fails, even one that would be retried, fails the
    /// test.
    pub async fn drain(&self) -> usize {
        let count = self.worker.drain().await.unwrap();
        let sql = "SELECT kind, status, last_error FROM jobs WHERE status = 'dead' OR last_error IS NOT NULL ORDER BY id";
        let failed: Vec<(String, String, Option<String>)> = self.app.db().conn().all(sql, p![]).await.unwrap();
        assert!(failed.is_empty(), "jobs failed: {failed:?}");
        count
    }

    /// Runs the due jobs, whatever their outcome.
    pub async fn drain_any(&self) -> usize {
        self.worker.drain().await.unwrap()
    }

    /// A user without a store: the membership is missing, so the token gives access to no store.
    pub async fn person(&self) -> Merchant {
        static PEOPLE: AtomicU64 = AtomicU64::new(1);
        let n = PEOPLE.fetch_add(1, Ordering::Relaxed);
        let (email, password) = (format!("merchant{n}@example.com"), "Str0ng-Passw0rd!".to_owned());
        let (user, mobile) = (self.env.id(), format!("+9665{:08}", n + 10_000_000));
        let hash = identity::hash_password(&self.app.base, &identity::Password(password.clone())).await.unwrap();
        let tokens = identity::Tokens::make(&self.env);
        let (env, e, t) = (self.env.clone(), email.clone(), tokens.clone());
        self.app
            .db()
            .tx(async move |c| {
                let new = identity::NewUser {
                    id: user,
                    name: "تاجر الاختبار".into(),
                    email: Some(e.clone()),
                    mobile: Some(mobile.clone()),
                    password_hash: hash.clone(),
                    role: "admin",
                    locale: Lang::Ar.code(),
                };
                identity::insert_user(c, env.now(), &new).await?;
                let device = identity::Device { ip: "127.0.0.1".into(), user_agent: "test".into(), device_token: None };
                identity::open_session(c, &env, user, &device, &t).await
            })
            .await
            .unwrap();
        Merchant {
            token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            store: StoreId::from_raw(0),
            slug: String::new(),
            user,
            email,
            password,
            language: "ar",
            http: self.http.clone(),
            api: self.api(),
        }
    }

    /// The owner of a new, ready Saudi store (SAR, 15 % VAT). Registration itself is proven by its own tests.
    pub async fn merchant(&self) -> Merchant {
        self.merchant_in("SA", "SAR").await
    }

    /// The owner of a new, ready store of a country and currency.
    pub async fn merchant_in(&self, country: &str, currency: &str) -> Merchant {
        let merchant = self.unready_merchant_in(country, currency).await;
        let store = merchant.store;
        self.app
            .db()
            .tx(async move |c| {
                c.exec("UPDATE stores SET is_ready = TRUE WHERE id = ?1", p![store]).await?;
                // The seller details are set, so invoices are issued at once.
                let scope = StoreScope::new(store, Actor::system());
                let registration = serde_json::json!(stores::VatRegistration::Registered);
                stores::upsert_document(c, &scope, stores::VAT_REGISTRATION, &registration, START).await
            })
            .await
            .unwrap();
        merchant
    }

    /// The owner of a new store that has not completed onboarding: most calls answer 310.
    pub async fn unready_merchant_in(&self, country: &str, currency: &str) -> Merchant {
        let person = self.person().await;
        let store = self.env.id();
        let slug = format!("shop{}", store.raw() & 0xff_ffff);
        let new = stores::NewStore {
            slug: slug.clone(),
            name: "متجر الاختبار".into(),
            country: country.to_owned(),
            currency: Currency::parse(currency).expect("a currency we know"),
            is_demo: false,
        };
        let scope = StoreScope::new(store, Actor::merchant(person.user, "تاجر الاختبار"));
        let (env, user) = (self.env.clone(), person.user);
        self.app
            .db()
            .tx(async move |c| {
                let now = env.now();
                stores::insert_store(c, &scope, now, &new).await?;
                stores::insert_member(c, &scope, user, Role::Owner, now).await?;
                site::insert_content(c, &env, &scope, &new.name).await?;
                theme::insert_defaults(c, &env, &scope).await?;
                catalog::stock::insert_default(c, &env, &scope).await?;
                shipping::insert_default(c, &env, &scope, kernel::Texts::new("سوق المدينة، المحل 12", "City Market, shop 12"))
                    .await?;
                payments::insert_default(c, &env, &scope).await?;
                commerce::orders::insert_return_reasons(c, &env, &scope).await?;
                stores::set_url_ready(c, &scope, now).await?;
                stores::set_theme_ready(c, &scope, now).await
            })
            .await
            .unwrap();
        Merchant { store, slug, ..person }
    }

    /// The owner of a store with sample products, customers and orders, signed in with the password.
    pub async fn sample_merchant(&self, products: usize, orders: usize) -> Merchant {
        let plan = sample::Plan { seed: 7, stores: 1, products, orders, days: 10, has_demo: false, has_pictures: false };
        let sample_store = sample::run(&self.app, &plan, |_| {}).await.unwrap().remove(0);
        let body = serde_json::json!({"identifier": sample_store.mobile, "password": sample::PASSWORD});
        let session = self.call("POST", "/dashboard/v1/login").json(&body).send().await.data();
        let text = |name: &str| session[name].as_str().unwrap().to_owned();
        Merchant {
            token: text("access_token"),
            refresh_token: text("refresh_token"),
            store: sample_store.id,
            slug: sample_store.slug,
            user: session["user_data"]["id"].as_str().unwrap().parse().unwrap(),
            email: sample_store.mobile,
            password: sample::PASSWORD.into(),
            language: "ar",
            http: self.http.clone(),
            api: self.api(),
        }
    }

    /// Adds a user to a store as a member with a role.
    pub async fn join(&self, store: StoreId, user: UserId, role: Role) {
        let now = self.env.now();
        self.app
            .db()
            .tx(async move |c| {
                let sql = "INSERT INTO memberships (store_id, user_id, role, abilities, created_at) VALUES (?1, ?2, ?3, ?4, ?5)";
                c.exec(sql, p![store, user, role.as_str(), Json(role.abilities()), now]).await
            })
            .await
            .unwrap();
    }

    /// A shopper at a store's host.
    #[must_use]
    pub fn shopper(&self, slug: &str) -> Shopper {
        Shopper::new(slug, self.addr)
    }

    /// A shopper at a store's host on another node.
    #[must_use]
    pub fn shopper_on(&self, slug: &str, port: u16) -> Shopper {
        Shopper::new(slug, std::net::SocketAddr::from(([127, 0, 0, 1], port)))
    }

    /// Runs a future that must change nothing, and fails the test if any row changed.
    pub async fn assert_unchanged<T>(&self, work: impl Future<Output = T>) -> T {
        let before = Checksums::read(&self.database).await;
        let out = work.await;
        let differing = before.differing(&Checksums::read(&self.database).await);
        assert!(differing.is_empty(), "a refused request changed {differing:?}");
        out
    }
}
