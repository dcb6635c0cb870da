//! Starts simulators on loopback.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::middleware::from_fn_with_state;
use axum::{Router, routing};
use kernel::Env;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::press::Press;
use crate::simulator::Simulator;
use crate::{bosta, control, paymob, paytabs, record};

/// Who lets time pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ticking {
    /// The machine's clock: what is due is sent within a second.
    Clock,
    /// `POST /__simulator/advance` alone: for tests.
    OnDemand,
}

/// A running simulator. It ends when this is dropped.
#[derive(Debug)]
pub struct Server {
    /// The provider.
    pub name: &'static str,
    /// `http://127.0.0.1:4010`, without a slash at the end.
    pub base: String,
    /// What a merchant pastes into the product, by field.
    pub credentials: Vec<(&'static str, String)>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Starts all on loopback, from this port on; 0 for free ones. The program's cryptography provider must be installed.
///
/// # Errors
/// A port is taken, or no client can be made.
pub async fn start_all(first_port: u16, env: Env, ticking: Ticking) -> std::io::Result<Vec<Server>> {
    let port = |n: u16| if first_port == 0 { 0 } else { first_port.saturating_add(n) };
    let address = |n: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port(n)));
    Ok(vec![
        start_paymob(address(0), env.clone(), ticking).await?,
        start_paytabs(address(1), env.clone(), ticking).await?,
        start_bosta(address(2), env, ticking).await?,
    ])
}

/// Starts Paymob. The program's cryptography provider must be installed.
///
/// # Errors
/// The address is taken, or no client can be made.
pub async fn start_paymob(address: SocketAddr, env: Env, ticking: Ticking) -> std::io::Result<Server> {
    let listener = TcpListener::bind(address).await?;
    let provider = paymob::Paymob::new(base(&listener)?);
    start(listener, env, ticking, provider, paymob::api_routes(), paymob::page_routes())
}

/// Starts PayTabs, for all of its regions. The program's cryptography provider must be installed.
///
/// # Errors
/// The address is taken, or no client can be made.
pub async fn start_paytabs(address: SocketAddr, env: Env, ticking: Ticking) -> std::io::Result<Server> {
    let listener = TcpListener::bind(address).await?;
    let provider = paytabs::PayTabs::new(base(&listener)?);
    start(listener, env, ticking, provider, paytabs::api_routes(), paytabs::page_routes())
}

/// Starts Bosta. The program's cryptography provider must be installed.
///
/// # Errors
/// The address is taken, or no client can be made.
pub async fn start_bosta(address: SocketAddr, env: Env, ticking: Ticking) -> std::io::Result<Server> {
    let listener = TcpListener::bind(address).await?;
    start(listener, env, ticking, bosta::Bosta::new(), bosta::api_routes(), Router::new())
}

fn base(listener: &TcpListener) -> std::io::Result<String> {
    Ok(format!("http://{}", listener.local_addr()?))
}

fn start<P: Press>(
    listener: TcpListener,
    env: Env,
    ticking: Ticking,
    provider: P,
    api: Router<Arc<Simulator<P>>>,
    pages: Router<Arc<Simulator<P>>>,
) -> std::io::Result<Server> {
    let (base, credentials) = (base(&listener)?, provider.keys());
    let simulator = Arc::new(Simulator::new(env, provider).map_err(std::io::Error::other)?);
    let app = api
        .route_layer(from_fn_with_state(simulator.clone(), record::record::<P>))
        .merge(pages)
        .merge(control::routes())
        .route("/", routing::get(|| async { axum::response::Redirect::to("/__simulator") }))
        .with_state(simulator.clone());
    let mut tasks = vec![tokio::spawn(async move {
        // Ends with the listener, which nobody closes: the task is aborted.
        let _ = axum::serve(listener, app).await;
    })];
    if ticking == Ticking::Clock {
        tasks.push(tokio::spawn(async move {
            let mut ticks = tokio::time::interval(Duration::from_secs(1));
            loop {
                ticks.tick().await;
                simulator.run_due().await;
            }
        }));
    }
    Ok(Server { name: P::NAME, base, credentials, tasks })
}
