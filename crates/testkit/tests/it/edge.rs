//! The network edge over real sockets: trusted proxies, and the limits of a connection.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use server::edge::Limits;
use testkit::{Merchant, TestShop};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use web::client::TrustedProxies;

/// Limits short enough for a test.
fn short() -> Limits {
    Limits {
        head: Duration::from_millis(600),
        body: Duration::from_millis(600),
        idle: Duration::from_millis(1_500),
        ..Limits::default()
    }
}

async fn connect(addr: SocketAddr) -> TcpStream {
    TcpStream::connect(addr).await.unwrap()
}

/// Reads until the server closes; returns the text and the duration.
async fn until_closed(stream: &mut TcpStream) -> (String, Duration) {
    let began = Instant::now();
    let mut all = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut all)).await;
    assert!(read.is_ok(), "the connection is still open");
    (String::from_utf8_lossy(&all).into_owned(), began.elapsed())
}

/// One answer with a content length: head and body.
async fn answer(stream: &mut TcpStream) -> (String, String) {
    let read = async {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            match stream.read_u8().await {
                Ok(byte) => head.push(byte),
                Err(e) => panic!("the connection broke after {:?}: {e}", String::from_utf8_lossy(&head)),
            }
        }
        let head = String::from_utf8(head).unwrap().to_lowercase();
        let length = head.lines().find_map(|l| l.strip_prefix("content-length: ")).map_or(0, |n| n.trim().parse().unwrap());
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.unwrap();
        (head, String::from_utf8_lossy(&body).into_owned())
    };
    tokio::time::timeout(Duration::from_secs(20), read).await.expect("no answer")
}

const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

// F1
#[tokio::test(flavor = "multi_thread")]
async fn f1_developer_pages_are_for_this_machine_itself() {
    let shop = TestShop::start().await;
    for path in ["/dev/outbox", "/dashboard/v1/dev/outbox"] {
        assert_eq!(shop.call("GET", path).send().await.status, 200, "{path}");
        for name in ["x-forwarded-for", "forwarded", "via", "x-real-ip", "cf-connecting-ip", "x-original-host"] {
            let passed_on = shop.call("GET", path).header("host", "localhost:3000").header(name, "203.0.113.7").send().await;
            assert_eq!(passed_on.status, 404, "{path} with {name}: {}", passed_on.text());
        }
    }
}

// F1
#[tokio::test(flavor = "multi_thread")]
async fn f1_a_proxy_that_was_told_nothing_reaches_neither_developer_pages_nor_metrics() {
    let shop = TestShop::start().await;
    for (path, status) in [("/dev/outbox", "404"), ("/metrics", "404"), ("/healthz", "200")] {
        let mut stream = connect(shop.addr).await;
        let request = format!("GET {path} HTTP/1.0\r\nhost: localhost:3000\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let (text, _) = until_closed(&mut stream).await;
        assert!(text.split_whitespace().nth(1) == Some(status), "{path}: {text}");
    }
}

// F5
#[tokio::test(flavor = "multi_thread")]
async fn f5_a_forged_forwarded_header_is_not_stored_in_sessions() {
    let shop = TestShop::with_settings(|s| s.proxies = TrustedProxies::Hops(1).into()).await;
    let merchant = shop.merchant().await;
    let Merchant { email, password, .. } = &merchant;
    let body = serde_json::json!({"identifier": email, "password": password});
    let reply = shop
        .call("POST", "/dashboard/v1/login")
        .header("x-forwarded-for", "6.6.6.6")
        .header("x-forwarded-for", "7.7.7.7, 203.0.113.7")
        .json(&body)
        .send()
        .await;
    let session = reply.data();
    let token = session["access_token"].as_str().unwrap();
    let sessions = shop.call("GET", "/dashboard/v1/sessions").token(token).send().await.data();
    let ips: Vec<&str> = sessions.as_array().unwrap().iter().map(|s| s["ip"].as_str().unwrap()).collect();
    assert!(ips.contains(&"203.0.113.7"), "{ips:?}");
    // A header that the proxy does not set is the client's own, and has no effect.
    let reply = shop
        .call("POST", "/dashboard/v1/login")
        .header("forwarded", "for=8.8.8.8")
        .header("x-forwarded-for", "203.0.113.9")
        .json(&body)
        .send()
        .await;
    let token = reply.data()["access_token"].as_str().unwrap().to_owned();
    let sessions = shop.call("GET", "/dashboard/v1/sessions").token(&token).send().await.data();
    assert!(sessions.as_array().unwrap().iter().any(|s| s["ip"] == "203.0.113.9"), "{sessions}");
}

// F5
#[tokio::test(flavor = "multi_thread")]
async fn f5_a_forged_forwarded_header_does_not_bypass_the_rate_limit() {
    let shop = TestShop::with_settings(|s| {
        s.proxies = TrustedProxies::Hops(1).into();
        s.requests_per_second = 3;
    })
    .await;
    let mut statuses = Vec::new();
    for n in 0..12 {
        let call = shop.call("GET", "/dashboard/v1/places").header("x-forwarded-for", &format!("6.6.6.{n}"));
        statuses.push(call.header("x-forwarded-for", "203.0.113.7").send().await.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_half_heads_and_silent_connections_are_closed_while_others_are_served() {
    let shop = TestShop::with_limits(short()).await;
    let mut open_connections = Vec::new();
    for n in 0..120 {
        let mut stream = connect(shop.addr).await;
        match n % 3 {
            0 => {}
            1 => stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-a: ").await.unwrap(),
            _ => stream.write_all(b"PRI * HT").await.unwrap(),
        }
        open_connections.push(stream);
    }
    // One connection sends a byte at a time, which extends no timeout.
    let mut dribbling = connect(shop.addr).await;
    let dribble = tokio::spawn(async move {
        let began = Instant::now();
        for byte in b"GET / HTTP/1.1\r\nx-slow: ".iter().chain(std::iter::repeat(&b'a')) {
            if dribbling.write_all(&[*byte]).await.is_err() {
                return began.elapsed();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        began.elapsed()
    });
    assert_eq!(shop.call("GET", "/healthz").send().await.status, 200, "others are served meanwhile");
    for stream in &mut open_connections {
        until_closed(stream).await;
    }
    assert!(dribble.await.unwrap() < Duration::from_secs(10));
    assert_eq!(shop.call("GET", "/healthz").send().await.status, 200);
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_a_connection_is_kept_between_requests_and_not_for_ever() {
    let shop = TestShop::with_limits(short()).await;
    let mut stream = connect(shop.addr).await;
    for _ in 0..3 {
        stream.write_all(HEALTH).await.unwrap();
        assert!(answer(&mut stream).await.0.starts_with("http/1.1 200"));
        // Longer than the timeout of a head, shorter than the idle timeout.
        tokio::time::sleep(Duration::from_millis(800)).await;
    }
    let (rest, elapsed) = until_closed(&mut stream).await;
    assert_eq!(rest, "");
    assert!(elapsed < Duration::from_secs(8), "{elapsed:?}");
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_a_body_that_stops_or_dribbles_is_answered_408() {
    let shop = TestShop::with_limits(short()).await;
    let head = b"POST /dashboard/v1/login HTTP/1.1\r\nhost: localhost\r\naccept-language: en\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{";
    let mut silent = connect(shop.addr).await;
    silent.write_all(head).await.unwrap();
    let (text, elapsed) = until_closed(&mut silent).await;
    assert!(text.starts_with("HTTP/1.1 408") && text.contains("connection: close"), "{text}");
    assert!(text.contains("request_timeout") && text.contains("Try again"), "{text}");
    assert!(elapsed < Duration::from_secs(8), "{elapsed:?}");

    let dribbling = connect(shop.addr).await;
    let (mut read, mut write) = dribbling.into_split();
    let dribble = tokio::spawn(async move {
        let _ = write.write_all(head).await;
        while write.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    let mut all = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(20), read.read_to_end(&mut all)).await.expect("it is still open");
    assert!(String::from_utf8_lossy(&all).starts_with("HTTP/1.1 408"));
    dribble.await.unwrap();
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_an_event_stream_outlives_every_limit_and_a_stop_ends_idle_connections() {
    let shop = TestShop::with_limits(short()).await;
    let merchant = shop.merchant().await;
    let mut stream = connect(shop.addr).await;
    let request = format!(
        "GET /dashboard/v1/changes/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\nx-store: {}\r\n\r\n",
        merchant.token, merchant.store
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let end = Instant::now() + Duration::from_secs(4);
    let mut collected = Vec::new();
    while Instant::now() < end {
        let mut part = [0; 1024];
        match tokio::time::timeout(Duration::from_millis(200), stream.read(&mut part)).await {
            Ok(Ok(0)) => panic!("the stream was cut: {}", String::from_utf8_lossy(&collected)),
            Ok(Ok(n)) => collected.extend_from_slice(&part[..n]),
            Ok(Err(e)) => panic!("{e}"),
            Err(_) => {}
        }
    }
    assert!(collected.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&collected));
    drop(stream);

    let mut idle = connect(shop.addr).await;
    idle.write_all(HEALTH).await.unwrap();
    answer(&mut idle).await;
    shop.stop();
    let (_, elapsed) = until_closed(&mut idle).await;
    assert!(elapsed < Duration::from_millis(1_400), "a stop closes idle connections at once: {elapsed:?}");
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_one_address_has_so_many_connections() {
    let limits = Limits { per_address: 4, ..Limits::default() };
    let shop = TestShop::with_limits(limits.clone()).await;
    let mut open_connections = Vec::new();
    for _ in 0..4 {
        let mut stream = connect(shop.addr).await;
        stream.write_all(HEALTH).await.unwrap();
        answer(&mut stream).await;
        open_connections.push(stream);
    }
    let mut refused = connect(shop.addr).await;
    let _ = refused.write_all(HEALTH).await;
    let mut all = Vec::new();
    let _ = refused.read_to_end(&mut all).await;
    assert!(all.is_empty(), "{}", String::from_utf8_lossy(&all));
    drop(open_connections.pop());
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut again = connect(shop.addr).await;
    again.write_all(HEALTH).await.unwrap();
    assert!(answer(&mut again).await.0.starts_with("http/1.1 200"));

    // A trusted proxy carries the connections of many clients.
    let shop = TestShop::with_limits(Limits { proxies: TrustedProxies::Hops(1), ..limits }).await;
    let mut open_connections = Vec::new();
    for _ in 0..8 {
        let mut stream = connect(shop.addr).await;
        stream.write_all(HEALTH).await.unwrap();
        assert!(answer(&mut stream).await.0.starts_with("http/1.1 200"));
        open_connections.push(stream);
    }
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_past_the_bound_in_all_connections_wait_and_idle_ones_give_way() {
    let shop = TestShop::with_limits(Limits { connections: 3, ..short() }).await;
    let mut open_connections = Vec::new();
    for _ in 0..3 {
        open_connections.push(connect(shop.addr).await);
    }
    let mut waiting = connect(shop.addr).await;
    waiting.write_all(HEALTH).await.unwrap();
    assert!(answer(&mut waiting).await.0.starts_with("http/1.1 200"));
}

// F9
#[tokio::test(flavor = "multi_thread")]
async fn f9_an_answer_before_the_body_leaves_the_connection_usable_or_says_that_it_closes() {
    let shop = TestShop::start().await;
    let post = |length: usize| {
        format!(
            "POST /dashboard/v1/products HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer nobody\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        )
    };
    // Small bodies are drained: the same connection serves the next request, whenever the body arrives.
    for length in [10, 3_000, 100_000] {
        for pause in [0, 100] {
            let mut stream = connect(shop.addr).await;
            for _ in 0..3 {
                stream.write_all(post(length).as_bytes()).await.unwrap();
                tokio::time::sleep(Duration::from_millis(pause)).await;
                stream.write_all(&vec![b'x'; length]).await.unwrap();
                let (head, _) = answer(&mut stream).await;
                assert!(head.starts_with("http/1.1 401") && !head.contains("connection: close"), "{length}: {head}");
            }
            stream.write_all(HEALTH).await.unwrap();
            assert!(answer(&mut stream).await.0.starts_with("http/1.1 200"));
        }
    }
    // Chunked bodies as well.
    let mut stream = connect(shop.addr).await;
    let head = "POST /dashboard/v1/products HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(b"5\r\nabcde\r\n0\r\n\r\n").await.unwrap();
    assert!(!answer(&mut stream).await.0.contains("connection: close"));
    stream.write_all(HEALTH).await.unwrap();
    assert!(answer(&mut stream).await.0.starts_with("http/1.1 200"));

    // A large body is refused with an answer, which its sender reads although it still sends.
    let mut stream = connect(shop.addr).await;
    stream.write_all(post(3_000_000).as_bytes()).await.unwrap();
    stream.write_all(&vec![b'x'; 3_000_000]).await.unwrap();
    let (head, body) = answer(&mut stream).await;
    assert!(head.starts_with("http/1.1 401") && head.contains("connection: close"), "{head}");
    assert!(body.contains("unauthenticated"), "{body}");
    let (rest, _) = until_closed(&mut stream).await;
    assert_eq!(rest, "");

    // A client that sends `Expect: 100-continue` gets the answer without being asked for the body.
    let mut stream = connect(shop.addr).await;
    let asks = post(3_000_000).replace("\r\n\r\n", "\r\nexpect: 100-continue\r\n\r\n");
    stream.write_all(asks.as_bytes()).await.unwrap();
    let (text, _) = until_closed(&mut stream).await;
    assert!(text.starts_with("HTTP/1.1 401") && text.contains("connection: close"), "{text}");
}

// F9
#[tokio::test(flavor = "multi_thread")]
async fn f9_a_pool_of_connections_loses_no_request_that_is_refused_early() {
    let shop = TestShop::start().await;
    let pool = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(4).build().unwrap();
    let body = vec![b'x'; 40_000];
    for n in 0..300 {
        let request = match n % 3 {
            0 => pool.post(format!("{}/products", shop.api())).body(body.clone()),
            1 => pool.put(format!("{}/nowhere", shop.api())).body(body.clone()),
            _ => pool.get(format!("http://{}/healthz", shop.addr)),
        };
        let sent = request.send().await;
        assert!(sent.is_ok(), "request {n}: {sent:?}");
        let _ = sent.unwrap().bytes().await.unwrap();
    }
}

// L13
#[tokio::test(flavor = "multi_thread")]
async fn l13_metrics_are_for_this_machine_or_for_a_token() {
    let open = TestShop::start().await;
    assert_eq!(open.call("GET", "/metrics").send().await.status, 200, "this machine itself");
    let passed_on = open.call("GET", "/metrics").header("x-forwarded-for", "203.0.113.7");
    assert_eq!(passed_on.send().await.status, 404);
    let token = "0123456789abcdef0123456789abcdef";
    let shop = TestShop::with_settings(|s| s.metrics_token = Some(token.into())).await;
    let from_outside = || shop.call("GET", "/metrics").header("x-forwarded-for", "203.0.113.7");
    assert_eq!(from_outside().send().await.status, 401);
    assert_eq!(from_outside().token("wrong").send().await.status, 401);
    assert_eq!(from_outside().token(token).send().await.status, 200);
    assert_eq!(shop.call("GET", "/metrics").send().await.status, 200);
}

// L5
#[tokio::test(flavor = "multi_thread")]
async fn l5_browsers_are_told_to_stay_with_tls_on_every_host() {
    const HSTS: &str = "strict-transport-security";
    let plain = TestShop::start().await;
    assert_eq!(plain.call("GET", "/healthz").send().await.header(HSTS), "");
    let shop = TestShop::with_settings(|s| s.scheme = "https".into()).await;
    let merchant = shop.merchant().await;
    for path in ["/healthz", "/", "/dashboard/v1/home", "/dashboard/v1/nowhere"] {
        assert_eq!(shop.call("GET", path).send().await.header(HSTS), "max-age=31536000", "{path}");
    }
    let host = format!("{}.localhost:{}", merchant.slug, shop.addr.port());
    // The second view of the front page is served from the cache.
    for path in ["/", "/", "/nowhere", "/robots.txt"] {
        let reply = shop.call("GET", path).header("host", &host).send().await;
        assert_eq!(reply.header(HSTS), "max-age=31536000", "{path}: {}", reply.status);
    }
}

// L12
#[tokio::test(flavor = "multi_thread")]
async fn l12_no_address_leads_a_browser_to_another_host() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    for path in [
        "/\\evil.example/",
        "/ar/\\evil.example",
        "/ar/\\/evil.example/",
        "/ar//evil.example",
        "//evil.example/",
        "/products\\x/",
        "/orders/a\\b/receipt",
    ] {
        let mut stream = connect(shop.addr).await;
        let host = format!("{}.localhost:{}", merchant.slug, shop.addr.port());
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").as_bytes()).await.unwrap();
        let (text, _) = until_closed(&mut stream).await;
        let location = text.lines().find_map(|l| l.strip_prefix("location: ")).unwrap_or("");
        assert!(!location.contains('\\') && !location.starts_with("//"), "{path}: {location}");
    }
}
