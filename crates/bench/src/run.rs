//! One run: seeds or finds the data, starts the program, measures every scenario beside its floor.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::data::{self, Size};
use crate::floor::Planner;
use crate::load::{Outcome, drive};
use crate::report::{HEAD, Kind, Line, Report};
use crate::scenarios::call_queue::{self, NextCustomer};
use crate::scenarios::catalogue::{self, Create, SEARCHES};
use crate::scenarios::checkout::Checkout;
use crate::scenarios::orders::{self, BULK, Moves};
use crate::scenarios::simulator::Simulator;
use crate::scenarios::{Fetch, ReadScenario, Shop, editing, importing, lists, placing, printing, shipping, themes};
use crate::{Failure, courier_rows, floor, http, payment_rows, postgres};

/// What to measure.
#[derive(Debug, Clone)]
pub struct Options {
    /// The program.
    pub program: PathBuf,
    /// The folder of seeded databases.
    pub data: PathBuf,
    /// Rows.
    pub size: Size,
    /// Duration of each measurement.
    pub time: Duration,
    /// Connections at once, one after the other.
    pub connections: Vec<usize>,
    /// The PostgreSQL database that the program runs on; none is the embedded engine.
    pub database_url: Option<String>,
    /// Rows of the product file that is imported.
    pub import_rows: usize,
    /// Only these; empty means everything.
    pub only: Vec<String>,
}

/// Members who read the store's lists during checkouts.
const READERS: usize = 4;

const FRONT_PAGE: &str = "front page of 40 sections";

/// A child process that is killed when dropped.
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

/// Starts the program with its defaults, but behind a proxy and without the rate limit on a single address, and waits for its
/// first answer. With a payment gateway and a courier that it can call.
async fn serve(
    program: &Path,
    data: &Path,
    database_url: Option<&str>,
) -> Result<(Running, SocketAddr, Duration, [Simulator; 2]), Failure> {
    let [gateway, courier] = [Simulator::paytabs().await?, Simulator::bosta().await?];
    let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let started = Instant::now();
    let child = Command::new(program)
        .arg("serve")
        .envs(database_url.map(|url| ("DATABASE_URL", url)))
        .env("RAWAJ_DATA", data)
        .env("RAWAJ_LISTEN", addr.to_string())
        .env("RAWAJ_MAX_CONNECTIONS_PER_ADDRESS", "0")
        .env("RAWAJ_RATE_LIMIT", "0")
        // Each checkout comes from a network of its own, as with real shoppers.
        .env("RAWAJ_TRUST_PROXY", "1")
        .env("RAWAJ_PAYTABS_URL", gateway.base())
        .env("RAWAJ_BOSTA_URL", courier.base())
        .stdout(Stdio::null())
        .spawn()?;
    let running = Running(child);
    loop {
        if let Ok(mut c) = http::Connection::open(addr).await
            && c.send(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n", true).await.is_ok_and(|a| a.status == 200)
        {
            return Ok((running, addr, started.elapsed(), [gateway, courier]));
        }
        if started.elapsed() > Duration::from_secs(30) {
            return Err("the program did not answer in 30 s".into());
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Starts the bare handler in a process of its own.
fn bare(page: &Path) -> Result<(Running, SocketAddr), Failure> {
    let mut child = Running(Command::new(std::env::current_exe()?).arg("floor").arg(page).stdout(Stdio::piped()).spawn()?);
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.0.stdout.take().ok_or("no output")?), &mut line)?;
    let addr = line.trim().parse()?;
    Ok((child, addr))
}

/// Rows of a front page of forty sections.
async fn front_page(
    shop: &Shop,
    (addr, pid): (SocketAddr, u32),
    folder: &Path,
    connections: &[usize],
    time: Duration,
) -> Result<Vec<(&'static str, Kind, usize, Outcome)>, Failure> {
    let themed = themes::Themed::open(shop, addr).await?;
    let page = folder.join("front-page.html");
    std::fs::write(&page, &themed.page)?;
    let (bare, bare_addr) = bare(&page)?;
    let mut rows = Vec::new();
    for n in connections.iter().copied() {
        let floor = drive(bare_addr, bare.0.id(), n, time, |i| Fetch::new(themed.cached.clone(), i)).await?;
        rows.push((FRONT_PAGE, Kind::Floor, n, floor));
        let of_ours = [
            (FRONT_PAGE, &themed.cached),
            ("front page of 40 sections, fresh", &themed.fresh),
            ("a section alone", &themed.alone),
        ];
        for (name, requests) in of_ours {
            rows.push((name, Kind::Ours, n, drive(addr, pid, n, time, |i| Fetch::new(requests.clone(), i)).await?));
        }
    }
    let published = drive(addr, pid, 1, time, |_| themes::Publish::new(themed.clone())).await?;
    rows.push(("change and publication", Kind::Ours, 1, published));
    Ok(rows)
}

/// Measures; every line is printed when it is done.
///
/// # Errors
/// When something cannot be started or does not answer as expected.
pub async fn run(options: &Options) -> Result<Report, Failure> {
    let Options { program, data, size, time, connections, database_url, import_rows, only } = options;
    let (seeded, seeding) = data::seeded(program, data, size)?;
    if let Some(took) = seeding {
        let took = took.as_secs_f64();
        println!("seeded {} stores, {} products, {} orders in {took:.1} s", size.stores, size.products, size.orders);
    }
    let file = data::copy(&seeded, data)?;
    let folder = file.parent().unwrap_or(data);
    let database_bytes = std::fs::metadata(&file)?.len();
    if let Some(url) = database_url {
        postgres::load(program, &file, url).await?;
    }
    let (server, addr, start, [gateway, courier]) = serve(program, folder, database_url.as_deref()).await?;
    println!(
        "database {:.0} MB, first answer after {:.0} ms",
        database_bytes as f64 / 1_048_576.0,
        start.as_secs_f64() * 1_000.0
    );
    let pid = server.0.id();
    let shop = Shop::open(addr, &file).await?;
    lists::prepare(&shop, addr).await?;
    let reads: Vec<ReadScenario> =
        shop.filters(&file)?.into_iter().chain(shop.lists(&file)?).chain(shop.segments(&file)?).collect();
    let page = folder.join("page.html");
    std::fs::write(&page, &shop.page)?;
    let (bare, bare_addr) = bare(&page)?;

    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    let is_selected = |name: &str| only.is_empty() || only.iter().any(|o| name.contains(o.as_str()));
    let mut report = Report { size: *size, database_bytes, seeding, start, lines: Vec::new() };
    println!("\n{HEAD}");
    let mut add = |name: &'static str, kind: Kind, connections: usize, outcome: Outcome| {
        let line = Line { name, kind, connections, outcome };
        report.lines.push(line.clone());
        println!("{}", report.row(&line));
    };
    for n in connections.iter().copied() {
        // Each floor runs next to its scenario, so that a noisy minute affects both.
        if is_selected("product page") {
            let requests = &shop.product_requests;
            add(
                "product page",
                Kind::Floor,
                n,
                drive(bare_addr, bare.0.id(), n, *time, |i| Fetch::new(requests.clone(), i)).await?,
            );
            add("product page", Kind::Ours, n, drive(addr, pid, n, *time, |i| Fetch::new(requests.clone(), i)).await?);
        }
        for (name, stable, requests, sql) in [
            ("order list", "order list, planned once", &shop.list_requests, shop.list_sql()),
            ("order detail", "order detail, planned once", &shop.detail_requests, shop.detail_sql()),
        ] {
            if is_selected(name) {
                add(name, Kind::Floor, n, floor::reads(&file, n.min(cores), *time, Planner::Plain, &sql)?);
                add(stable, Kind::Floor, n, floor::reads(&file, n.min(cores), *time, Planner::Stable, &sql)?);
                add(name, Kind::Ours, n, drive(addr, pid, n, *time, |i| Fetch::new(requests.clone(), i)).await?);
            }
        }
        for row in reads.iter().filter(|row| is_selected(row.name)) {
            let requests = &row.requests;
            add(row.name, Kind::Floor, n, floor::reads(&file, n.min(cores), *time, Planner::Plain, &row.sql)?);
            add(row.name, Kind::Ours, n, drive(addr, pid, n, *time, |i| Fetch::new(requests.clone(), i)).await?);
        }
        if is_selected("desk next") {
            add("desk next", Kind::Floor, n, call_queue::floor(&shop, &seeded, folder, *time, n)?);
            add("desk next", Kind::Ours, n, drive(addr, pid, n, *time, |_| NextCustomer::new(shop.clone())).await?);
        }
        if is_selected("order status") {
            add("order status", Kind::Floor, n, orders::move_floor(&shop, &seeded, folder, *time, n, 1)?);
            add("order status", Kind::Ours, n, drive(addr, pid, n, *time, |i| Moves::single(shop.clone(), i)).await?);
        }
        if is_selected("products list") {
            let requests: std::sync::Arc<[_]> = shop.products_requests().into();
            add("products list", Kind::Floor, n, floor::reads(&file, n.min(cores), *time, Planner::Plain, &shop.products_sql())?);
            add("products list", Kind::Ours, n, drive(addr, pid, n, *time, |i| Fetch::new(requests.clone(), i)).await?);
        }
        for search in SEARCHES.iter().filter(|s| is_selected(s.name)) {
            let requests: std::sync::Arc<[_]> = shop.search_requests(search).into();
            let sql = shop.search_sql(search);
            add(search.name, Kind::Floor, n, floor::reads(&file, n.min(cores), *time, Planner::Plain, &sql)?);
            add(search.name, Kind::Ours, n, drive(addr, pid, n, *time, |i| Fetch::new(requests.clone(), i)).await?);
        }
        if is_selected("product create") {
            // The runs with fewer connections have created rows: each run begins after them.
            let from = n * 1_000;
            add("product create", Kind::Floor, n, catalogue::create_floor(&shop, &seeded, folder, *time, n)?);
            add("product create", Kind::Ours, n, drive(addr, pid, n, *time, |i| Create::new(shop.clone(), from + i)).await?);
        }
        if is_selected("checkout") {
            add("checkout", Kind::Floor, n, placing::floor(&shop, &seeded, folder, *time, n)?);
            add("checkout", Kind::Ours, n, drive(addr, pid, n, *time, |i| Checkout::new(shop.clone(), i * 1_000 + n)).await?);
        }
    }
    // Checkouts and the merchant's lists at the same time: how much each keeps of its figure alone.
    let n = connections.iter().copied().max().unwrap_or(1);
    if is_selected("checkout beside lists") {
        add("checkout beside lists", Kind::Floor, n, placing::floor(&shop, &seeded, folder, *time, n)?);
        let buying = drive(addr, pid, n, *time, |i| Checkout::new(shop.clone(), i * 1_000 + n + 500));
        let requests = &shop.list_requests;
        let reading = drive(addr, pid, READERS, *time, |i| Fetch::new(requests.clone(), i));
        let (checkouts, read) = tokio::try_join!(buying, reading)?;
        add("checkout beside lists", Kind::Ours, n, checkouts);
        add("lists beside checkouts", Kind::Ours, READERS, read);
    }
    if is_selected(FRONT_PAGE) {
        for (name, kind, n, outcome) in front_page(&shop, (addr, pid), folder, connections, *time).await? {
            add(name, kind, n, outcome);
        }
    }
    if is_selected("200 documents") {
        let n = connections.iter().copied().min().unwrap_or(1);
        let [issued, drawn] = printing::print(&shop, addr, pid).await?;
        add("200 documents, issued", Kind::Ours, n, issued);
        add("200 documents", Kind::Ours, n, drawn);
    }
    if is_selected("bulk price change") {
        add("bulk price change", Kind::Floor, 1, editing::floor(&shop, &seeded, folder, *time)?);
        let (changed, undone) = editing::prices(&shop, addr, pid).await?;
        add("bulk price change", Kind::Ours, 1, changed);
        add("bulk price change, taken back", Kind::Ours, 1, undone);
    }
    if is_selected("bulk of 500") {
        add("bulk of 500", Kind::Floor, 1, orders::move_floor(&shop, &seeded, folder, *time, 1, BULK)?);
        add("bulk of 500", Kind::Ours, 1, drive(addr, pid, 1, *time, |_| Moves::bulk(shop.clone())).await?);
    }
    if is_selected("shipments of all that match") {
        let (shipped, undone) = shipping::ship(&shop, addr, pid).await?;
        add("shipments of all that match", Kind::Ours, 1, shipped);
        add("shipments of all that match, taken back", Kind::Ours, 1, undone);
    }
    courier_rows::measure((&shop, addr, courier), (pid, &seeded, folder), (connections, *time), is_selected, &mut add).await?;
    payment_rows::measure((&shop, addr, gateway), (pid, &seeded, folder), (connections, *time), is_selected, &mut add).await?;
    if is_selected("customer import") {
        let imported = importing::import(&shop, addr, pid, importing::Kind::Customers, importing::CUSTOMERS).await?;
        add("customer import", Kind::Ours, importing::GROUP, imported);
    }
    // Last, because it leaves fifty thousand products behind.
    if is_selected("product import") {
        let n = importing::GROUP;
        add("product import", Kind::Floor, n, catalogue::create_floor(&shop, &seeded, folder, *time, n)?);
        add("product import", Kind::Ours, n, importing::import(&shop, addr, pid, importing::Kind::Products, *import_rows).await?);
    }
    drop((bare, server));
    Ok(report)
}
