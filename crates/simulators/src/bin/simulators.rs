//! Starts all simulators and prints where they are (`cargo xtask simulators`).

use kernel::Env;
use simulators::{Ticking, start_all};

/// The ports, one after the other; `SIMULATORS_PORT` moves them.
const FIRST_PORT: u16 = 4010;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let first_port = match std::env::var("SIMULATORS_PORT") {
        Ok(port) => port.parse().map_err(|_| std::io::Error::other("SIMULATORS_PORT is no port"))?,
        Err(_) => FIRST_PORT,
    };
    let servers = start_all(first_port, Env::system(), Ticking::Clock).await?;
    for server in &servers {
        println!(
            "\n  {}\n    API                    {}\n    page                   {}/__simulator",
            server.name, server.base, server.base
        );
        for (field, value) in &server.credentials {
            println!("    {field:<22} {value}");
        }
    }
    println!("\n  Ctrl-C ends them; nothing is stored.\n");
    tokio::signal::ctrl_c().await
}
