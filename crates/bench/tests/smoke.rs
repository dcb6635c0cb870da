//! The load driver against a tiny store: every scenario must answer correctly, or its figures mean nothing.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use bench::data::{self, Size};
use bench::floor::{self, Planner};
use bench::http::Connection;
use bench::load::{Scenario, drive};
use bench::report::{Kind, Line, Report};
use bench::scenarios::call_queue::{self, NextCustomer};
use bench::scenarios::catalogue::{self, Create, SEARCHES};
use bench::scenarios::checkout::Checkout;
use bench::scenarios::courier::Depot;
use bench::scenarios::gateway::Market;
use bench::scenarios::orders::{self, Moves};
use bench::scenarios::simulator::Simulator;
use bench::scenarios::themes::{Publish, Themed};
use bench::scenarios::{Fetch, Shop, callbacks, lists, placing};
use gateways::{HttpClient, HttpLimits, couriers, payments};
use jobs::Worker;
use office::sample;
use platform::App;
use server::config::Config;

/// The program on a free port with a seeded database in `folder`, and its worker, which does not run.
async fn serve(folder: &Path, [gateway, courier]: [&Simulator; 2]) -> (SocketAddr, Worker<App>) {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let addr = listener.local_addr().unwrap();
    let mut config = Config::from_env().unwrap();
    config.http.listen = addr;
    config.http.platform_host = format!("localhost:{}", addr.port());
    config.http.requests_per_second = 0;
    config.storage.data = folder.to_owned();
    config.storage.database_url = None;
    config.storage.media_url = None;
    config.worker.lanes = 0;
    config.worker.fetches_images = false;
    let mut program = server::Program::open(config).await.unwrap();
    let http = HttpClient::new(program.app.env().clone(), HttpLimits::default()).unwrap();
    program.app.payment_gateways = payments::providers::all(&http, |_| Some(gateway.base().to_owned()));
    program.app.couriers = couriers::providers::all(&http, |_| Some(courier.base().to_owned()));
    let plan = sample::Plan { seed: 1, stores: 2, products: 120, orders: 60, days: 30, has_demo: false, has_pictures: false };
    sample::run(&program.app, &plan, |_| {}).await.unwrap();
    let worker = server::worker(program.app.clone());
    let router = server::router(program.app, program.visits).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (addr, worker)
}

fn count(file: &Path, sql: &str) -> i64 {
    rusqlite::Connection::open(file).unwrap().query_row(sql, [], |r| r.get(0)).unwrap()
}

/// Payments at a gateway: each callback is answered and booked once, and who pays otherwise does not wait for a silent one.
async fn payments(shop: &Shop, (addr, gateway): (SocketAddr, Simulator), (file, seeded): (&Path, &Path)) {
    let market = Market::open(shop, addr, gateway).await.unwrap();
    let me = std::process::id();
    assert!(callbacks::floor(shop, seeded, file.parent().unwrap(), Duration::from_millis(50), 2).unwrap().per_second > 0.0);
    let taken = callbacks::intake(&market, me, 2, 20).await.unwrap();
    let [answered, booked] = callbacks::burst(&market, me, 3, 8).await.unwrap();
    assert_eq!((taken.failed, answered.failed, booked.failed), (0, 0, 0));
    let paid =
        "SELECT COUNT(*) FROM order_entries WHERE kind = 'payment' AND order_id IN (SELECT order_id FROM payment_attempts)";
    assert_eq!(count(file, paid), 1 + 8);
    assert_eq!(count(file, "SELECT COUNT(*) FROM provider_events WHERE provider <> 'BOSTA'"), 1 + 20 + 8);
    let [alone, while_down] = callbacks::beside_a_gateway_that_is_down(&market, me, 2, Duration::from_millis(200)).await.unwrap();
    assert!(alone.per_second > 0.0 && while_down.per_second > 0.0 && while_down.failed == 0, "{while_down:?}");
}

/// A courier's notices are taken, and checkouts have its price, which is asked where it is not kept.
async fn courier_prices(depot: &Depot) {
    let me = std::process::id();
    // First: what asks for new prices gives the account another header.
    assert_eq!(depot.notices(me, 2, 20).await.unwrap().failed, 0);
    depot.wait_for_prices().await.unwrap();
    let before = depot.count_asked().await.unwrap();
    let [own, stored] = depot.buy_at_stored_price(me, 2, Duration::from_millis(200)).await.unwrap();
    assert!(own.per_second > 0.0 && stored.per_second > 0.0 && own.failed + stored.failed == 0, "{own:?} {stored:?}");
    assert_eq!(depot.count_asked().await.unwrap(), before, "nobody asks for what is kept");
    assert_eq!(depot.buy_at_new_prices(me, 2, 10).await.unwrap().failed, 0);
    assert_eq!(depot.count_asked().await.unwrap(), before + 10, "each is asked for");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_courier_is_asked_for_prices() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("rawaj.db");
    let [gateway, courier] = [Simulator::paytabs().await.unwrap(), Simulator::bosta().await.unwrap()];
    let (addr, worker) = serve(dir.path(), [&gateway, &courier]).await;
    data::raise_stock(&file).unwrap();
    data::move_second_store(&file).unwrap();
    let shop = Shop::open(addr, &file).await.unwrap();
    // The schedule that fetches a courier's cities runs when the worker starts, and then once a minute.
    let depot = Depot::open(&shop, addr, courier).await.unwrap();
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    tokio::spawn(worker.run(1, stopped));
    courier_prices(&depot).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_scenario_answers_right_and_every_floor_runs() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("rawaj.db");
    let [gateway, courier] = [Simulator::paytabs().await.unwrap(), Simulator::bosta().await.unwrap()];
    let (addr, worker) = serve(dir.path(), [&gateway, &courier]).await;
    let seeded = dir.path().join("seeded.db");
    rusqlite::Connection::open(&file).unwrap().execute("VACUUM INTO ?1", [seeded.to_str().unwrap()]).unwrap();
    data::raise_stock(&file).unwrap();
    data::insert_abandoned_carts(&file).unwrap();
    data::move_second_store(&file).unwrap();
    let shop = Shop::open(addr, &file).await.unwrap();
    assert!(String::from_utf8_lossy(&shop.page).contains("<html"));

    // Every prepared address answers 200.
    let mut c = Connection::open(addr).await.unwrap();
    let products: std::sync::Arc<[_]> = shop.products_requests().into();
    let searches: Vec<std::sync::Arc<[_]>> = SEARCHES.iter().map(|s| shop.search_requests(s).into()).collect();
    for requests in [&shop.product_requests, &shop.list_requests, &shop.detail_requests, &products].into_iter().chain(&searches) {
        let mut fetch = Fetch::new(requests.clone(), 0);
        for _ in 0..requests.len() {
            assert_eq!(fetch.step(&mut c).await.unwrap(), 1);
        }
    }

    // Every filter finds as many orders as its floor's SQL, and every search some; the other lists answer.
    lists::prepare(&shop, addr).await.unwrap();
    let db = rusqlite::Connection::open(&file).unwrap();
    for scenario in shop.filters(&file).unwrap() {
        let body = c.send(&scenario.requests[0], true).await.unwrap().body;
        let found: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let (count, values) = scenario.sql[0].last().unwrap();
        let floor: i64 = db.query_row(count, rusqlite::params_from_iter(values), |r| r.get(0)).unwrap();
        let total = found["meta"]["total"].as_i64();
        assert!(total.is_some(), "{}: {found}", scenario.name);
        assert!(
            if scenario.is_counted { total == Some(floor) } else { total > Some(0) || floor == 0 },
            "{}: {floor}, {found}",
            scenario.name
        );
    }
    for scenario in shop.lists(&file).unwrap() {
        let mut fetch = Fetch::new(scenario.requests.clone(), 0);
        for (of, request) in scenario.sql.iter().zip(scenario.requests.iter()) {
            assert_eq!(fetch.step(&mut c).await.unwrap(), 1, "{}", scenario.name);
            let body = c.send(request, true).await.unwrap().body;
            let found: serde_json::Value = serde_json::from_slice(&body).unwrap();
            assert_ne!(found["data"], serde_json::json!([]), "{}", scenario.name);
            for (sql, values) in of {
                db.prepare(sql).unwrap().exists(rusqlite::params_from_iter(values)).unwrap();
            }
        }
    }
    // The call queue hands out one customer after the other.
    let mut next = NextCustomer::new(shop.clone());
    for _ in 0..2 {
        next.step(&mut c).await.unwrap();
    }
    assert!(call_queue::floor(&shop, &seeded, dir.path(), Duration::from_millis(50), 2).unwrap().per_second > 0.0);
    // Orders move to the other status and back, alone and together.
    for mut moves in [Moves::single(shop.clone(), 0), Moves::bulk(shop.clone())] {
        for _ in 0..4 {
            moves.step(&mut c).await.unwrap();
        }
    }
    assert!(orders::move_floor(&shop, &seeded, dir.path(), Duration::from_millis(50), 2, 3).unwrap().per_second > 0.0);

    // Every search finds something, also with a typing error, and the words that its floor reads contain the match.
    let db = rusqlite::Connection::open(&file).unwrap();
    for search in &SEARCHES {
        for (request, words) in shop.search_requests(search).iter().zip(search.inputs) {
            let body = c.send(request, true).await.unwrap().body;
            let found: serde_json::Value = serde_json::from_slice(&body).unwrap();
            assert!(found["meta"]["total"].as_i64().unwrap() > 0, "{words}");
        }
        for (sql, values) in shop.search_sql(search).iter().flatten() {
            let mut st = db.prepare(sql).unwrap();
            assert!(st.exists(rusqlite::params_from_iter(values)).unwrap(), "{}: {sql} {values:?}", search.name);
        }
    }
    let before = count(&file, "SELECT COUNT(*) FROM products");
    let mut create = Create::new(shop.clone(), 1);
    for _ in 0..3 {
        assert_eq!(create.step(&mut c).await.unwrap(), 1);
    }
    assert_eq!(count(&file, "SELECT COUNT(*) FROM products"), before + 3);

    // Checkouts place orders of two products at the prices that shoppers confirmed, for existing and new customers.
    let orders = count(&file, "SELECT COUNT(*) FROM orders");
    // Sample carts have become orders too.
    let of_carts = "SELECT COUNT(*) FROM orders WHERE cart_id IS NOT NULL AND total > shipping_fees AND shipping_fees > 0";
    let lines_of_carts = "SELECT COUNT(*) FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.cart_id IS NOT NULL";
    let (carts, lines) = (count(&file, of_carts), count(&file, lines_of_carts));
    let customers = count(&file, "SELECT COUNT(*) FROM customers");
    let mut checkout = Checkout::new(shop.clone(), 1);
    for _ in 0..6 {
        assert_eq!(checkout.step(&mut c).await.unwrap(), 5);
    }
    assert_eq!(count(&file, "SELECT COUNT(*) FROM orders"), orders + 6);
    assert_eq!(count(&file, "SELECT COUNT(*) FROM customers"), customers + 2, "one in three is new");
    assert_eq!(count(&file, of_carts), carts + 6);
    assert_eq!(count(&file, lines_of_carts), lines + 12);

    // A front page of forty sections, its draft, each section alone, and publications.
    let themed = Themed::open(&shop, addr).await.unwrap();
    assert_eq!(themed.alone.len(), 40);
    for requests in [&themed.cached, &themed.fresh, &themed.alone] {
        let mut fetch = Fetch::new(requests.clone(), 0);
        for _ in 0..requests.len() {
            assert_eq!(fetch.step(&mut c).await.unwrap(), 1);
        }
    }
    let mut publish = Publish::new(themed);
    for _ in 0..2 {
        assert_eq!(publish.step(&mut c).await.unwrap(), 2);
    }
    assert_eq!(count(&file, "SELECT MAX(number) FROM theme_versions"), 4);

    // The driver over several connections, and the floors.
    let time = Duration::from_millis(200);
    let ours = drive(addr, std::process::id(), 3, time, |i| Checkout::new(shop.clone(), 1_000 * (i + 1))).await.unwrap();
    assert!(ours.per_second > 0.0 && ours.failed == 0, "{ours:?}");
    let list = floor::reads(&file, 2, time, Planner::Plain, &shop.list_sql()).unwrap();
    let detail = floor::reads(&file, 2, time, Planner::Stable, &shop.detail_sql()).unwrap();
    let floor = placing::floor(&shop, &seeded, dir.path(), time, 4).unwrap();
    let products = floor::reads(&file, 2, time, Planner::Plain, &shop.products_sql()).unwrap();
    let created = catalogue::create_floor(&shop, &seeded, dir.path(), time, 4).unwrap();
    for outcome in [&list, &detail, &floor, &products, &created] {
        assert!(outcome.per_second > 0.0, "{outcome:?}");
    }
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    tokio::spawn(worker.run(1, stopped));
    payments(&shop, (addr, gateway), (&file, &seeded)).await;
    // The program's own statements: each statement of a page finds rows.
    let db = rusqlite::Connection::open(&file).unwrap();
    for (sql, values) in shop.list_sql().iter().take(1).chain(shop.detail_sql().iter().take(1)).flatten() {
        let mut st = db.prepare(sql).unwrap();
        // The tags of a page's orders may be none.
        let may_be_none = sql.contains("order_tags");
        assert!(st.exists(rusqlite::params_from_iter(values)).unwrap() || may_be_none, "{sql}");
    }

    let line = |kind, outcome| Line { name: "checkout", kind, connections: 3, outcome };
    let report = Report {
        size: Size { stores: 1, products: 40, orders: 60 },
        database_bytes: 1,
        seeding: None,
        start: Duration::from_millis(1),
        lines: vec![line(Kind::Floor, floor), line(Kind::Ours, ours)],
    };
    assert!(report.goals().iter().any(|g| g.description.starts_with("checkout against its floor") && g.reached > 0.0));
    assert!(report.goals_table().contains("whole checkouts"));
    assert_eq!(report.json()["measurements"].as_array().unwrap().len(), 2);
}
