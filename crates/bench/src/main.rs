//! The load driver and its floors (`cargo xtask bench`): seeds stores, drives the real program over HTTP, and in the same run measures
//! what the machine gives without it. Figures of one run may be compared; those of two runs may not, the machines are noisy.

mod floor;
mod http;
mod load;
mod process;
mod scenarios;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use load::{Outcome, drive};
use scenarios::{Checkout, Fetch, Shop};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Failure = Box<dyn std::error::Error>;

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: What,
}

#[derive(Subcommand)]
enum What {
    /// Measure everything.
    Run {
        /// The program to measure.
        #[arg(long)]
        program: PathBuf,
        /// Stores.
        #[arg(long, default_value_t = 5)]
        stores: usize,
        /// Products over all stores.
        #[arg(long, default_value_t = 100_000)]
        products: usize,
        /// Orders over all stores.
        #[arg(long, default_value_t = 200_000)]
        orders: usize,
        /// Seconds of each measurement.
        #[arg(long, default_value_t = 5)]
        seconds: u64,
        /// A folder that is kept and used again, instead of seeding a new one.
        #[arg(long)]
        data: Option<PathBuf>,
    },
    /// A bare handler that answers the bytes of a file.
    Floor {
        /// The file.
        body: PathBuf,
    },
}

fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    match Cli::parse().command {
        What::Floor { body } => Ok(runtime.block_on(floor::serve(std::fs::read(body)?.into()))?),
        What::Run { program, stores, products, orders, seconds, data } => {
            let (kept, _temporary) = match data {
                Some(path) => (path, None),
                None => {
                    let dir = tempfile::tempdir()?;
                    (dir.path().to_owned(), Some(dir))
                }
            };
            let size = Size { stores, products, orders };
            runtime.block_on(run(&program, &kept, &size, Duration::from_secs(seconds)))
        }
    }
}

struct Size {
    stores: usize,
    products: usize,
    orders: usize,
}

/// A child that ends with us.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> std::io::Result<u16> {
    Ok(std::net::TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

async fn serve(program: &Path, data: &Path) -> Result<(Running, SocketAddr, Duration), Failure> {
    let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let started = Instant::now();
    let child = Command::new(program)
        .arg("serve")
        .env("RAWAJ_DATA", data)
        .env("RAWAJ_LISTEN", addr.to_string())
        .env("RAWAJ_RATE_LIMIT", "0")
        .env("RUST_LOG", "error")
        .stdout(Stdio::null())
        .spawn()?;
    let running = Running(child);
    loop {
        if let Ok(mut c) = http::Connection::open(addr).await
            && c.send(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n", true).await.is_ok_and(|a| a.status == 200)
        {
            return Ok((running, addr, started.elapsed()));
        }
        if started.elapsed() > Duration::from_secs(30) {
            return Err("the program did not answer in 30 s".into());
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

fn line(name: &str, connections: usize, o: &Outcome) {
    println!(
        "| {name} | {connections} | {:.0} | {:.2} | {:.2} | {:.0} | {:.0} | {} |",
        o.per_second,
        o.p50.as_secs_f64() * 1_000.0,
        o.p99.as_secs_f64() * 1_000.0,
        o.cpu_per_request.as_secs_f64() * 1_000_000.0,
        o.rss_bytes as f64 / 1_048_576.0,
        o.failed
    );
}

fn ratio(what: &str, ours: f64, floor: f64, wanted: f64) {
    let share = ours / floor * 100.0;
    println!(
        "{what}: {ours:.0}/s of {floor:.0}/s = {share:.0} % (wanted {wanted:.0} %{})",
        if share >= wanted { "" } else { ", SHORT" }
    );
}

async fn run(program: &Path, data: &Path, size: &Size, time: Duration) -> Result<(), Failure> {
    let file = data.join("rawaj.db");
    if !file.exists() {
        let started = Instant::now();
        let per = |n: usize| (n / size.stores.max(1)).to_string();
        let status = Command::new(program)
            .args([
                "seed",
                "--stores",
                &size.stores.to_string(),
                "--products",
                &per(size.products),
                "--orders",
                &per(size.orders),
                "--days",
                "365",
            ])
            .env("RAWAJ_DATA", data)
            .env("RUST_LOG", "error")
            .stdout(Stdio::null())
            .status()?;
        if !status.success() {
            return Err("seeding failed".into());
        }
        println!(
            "seeded {} stores, {} products, {} orders in {:.1} s",
            size.stores,
            size.products,
            size.orders,
            started.elapsed().as_secs_f64()
        );
    }
    println!("database: {:.0} MB", std::fs::metadata(&file)?.len() as f64 / 1_048_576.0);
    let (server, addr, start) = serve(program, data).await?;
    println!("start to first answer: {:.0} ms", start.as_secs_f64() * 1_000.0);
    let pid = server.0.id();
    let shop = Shop::open(addr, &file).await?;

    // The bare handler answers the very bytes of the product page.
    let page = data.join("page.html");
    std::fs::write(&page, &shop.page)?;
    let mut bare = Running(Command::new(std::env::current_exe()?).arg("floor").arg(&page).stdout(Stdio::piped()).spawn()?);
    let mut bare_addr = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(bare.0.stdout.take().ok_or("no output")?), &mut bare_addr)?;
    let bare_addr: SocketAddr = bare_addr.trim().parse()?;

    println!(
        "\n| what | connections | per second | p50 ms | p99 ms | CPU µs/request | RSS MB | failed |\n|---|---|---|---|---|---|---|---|"
    );
    let (mut floor_page, mut product, mut list, mut detail, mut checkout) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for connections in [1, 16, 64] {
        let o = drive(bare_addr, bare.0.id(), connections, time, |_| Fetch::one(shop.product_request.clone())).await?;
        line("bare handler, same bytes", connections, &o);
        floor_page = o.per_second;
        let o = drive(addr, pid, connections, time, |i| Fetch::many(shop.product_requests.clone(), i)).await?;
        line("product page", connections, &o);
        product = o.per_second;
        let o = drive(addr, pid, connections, time, |i| Fetch::many(shop.list_requests.clone(), i)).await?;
        line("order list", connections, &o);
        list = o.per_second;
        let o = drive(addr, pid, connections, time, |i| Fetch::many(shop.detail_requests.clone(), i)).await?;
        line("order detail", connections, &o);
        detail = o.per_second;
        let o = drive(addr, pid, connections, time, |i| Checkout::new(shop.clone(), i)).await?;
        line("checkout, whole", connections, &o);
        checkout = o.per_second;
    }
    drop(bare);
    drop(server);

    let list_floor = floor::reads(&file, 2, time, &shop.list_sql())?;
    let detail_floor = floor::reads(&file, 2, time, &shop.detail_sql())?;
    let place_floor = scenarios::place_floor(&file, time)?;
    println!();
    ratio("product page against the bare handler, 64 connections", product, floor_page, 60.0);
    ratio("order list against its SQL, 2 threads", list, list_floor, 50.0);
    ratio("order detail against its SQL, 2 threads", detail, detail_floor, 50.0);
    ratio("checkout against its grouped SQL, 1 thread", checkout, place_floor, 30.0);
    println!("checkout: {checkout:.0} orders/s (wanted 2000{})", if checkout >= 2_000.0 { "" } else { ", SHORT" });
    Ok(())
}
