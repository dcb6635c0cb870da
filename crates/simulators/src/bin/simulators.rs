//! Starts all simulators and prints where they are (`cargo xtask simulators`).
//!
//! With `--attached`, for a program that starts them: one line of JSON once they listen (`[{"name", "url", "credentials"}]`), and they
//! end with that program.

use std::time::Duration;

use kernel::Env;
use serde_json::{Value, json};
use simulators::{Server, Ticking, start_all};

/// The ports, one after the other; `SIMULATORS_PORT` moves them, 0 takes free ones.
const FIRST_PORT: u16 = 4010;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let first_port = match std::env::var("SIMULATORS_PORT") {
        Ok(port) => port.parse().map_err(|_| std::io::Error::other("SIMULATORS_PORT is no port"))?,
        Err(_) => FIRST_PORT,
    };
    let servers = start_all(first_port, Env::system(), Ticking::Clock).await?;
    if std::env::args().any(|arg| arg == "--attached") {
        println!("{}", servers.iter().map(described).collect::<Value>());
        tokio::select! {
            ended = tokio::signal::ctrl_c() => return ended,
            () = end_of_parent() => return Ok(()),
        }
    }
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

fn described(server: &Server) -> Value {
    let credentials = server.credentials.iter().map(|(field, value)| ((*field).to_owned(), json!(value)));
    json!({ "name": server.name, "url": server.base, "credentials": credentials.collect::<serde_json::Map<_, _>>() })
}

/// The program that started this one is gone: somebody else is the parent.
#[cfg(unix)]
async fn end_of_parent() {
    let parent = std::os::unix::process::parent_id();
    while std::os::unix::process::parent_id() == parent {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[cfg(not(unix))]
async fn end_of_parent() {
    std::future::pending().await
}
