//! The network edge against hostile HTTP/2 clients, and HTTP/1 clients that do not read. Where a client must violate the
//! protocol, its frames are written by hand.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bytes::Bytes;
use server::edge::Limits;
use testkit::TestShop;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// An answer of more than a megabyte.
const LARGE: &str = "/dashboard/v1/openapi.json";
/// Longer than `short` tolerates a client that does not read.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Limits short enough for a test.
fn short() -> Limits {
    Limits {
        head: Duration::from_millis(600),
        idle: Duration::from_millis(1_500),
        write: Duration::from_millis(600),
        ..Limits::default()
    }
}

fn request(addr: SocketAddr, path: &str) -> axum::http::Request<()> {
    axum::http::Request::get(format!("http://localhost:{}{path}", addr.port())).body(()).unwrap()
}

/// A client with flow-control windows of this size; its connection runs, sends pings, and signals when it has ended.
async fn client(addr: SocketAddr, window: u32) -> (h2::client::SendRequest<Bytes>, tokio::task::JoinHandle<Duration>) {
    let stream = TcpStream::connect(addr).await.unwrap();
    let (send, mut connection) = h2::client::Builder::new().initial_window_size(window).handshake(stream).await.unwrap();
    let mut pings = connection.ping_pong().unwrap();
    let began = Instant::now();
    let ended = tokio::spawn(async move {
        let ping = async {
            loop {
                if pings.ping(h2::Ping::opaque()).await.is_err() {
                    std::future::pending::<()>().await;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::select! {
            _ = connection => {}
            () = ping => {}
        }
        began.elapsed()
    });
    (send, ended)
}

/// One whole answer.
async fn answer(send: &mut h2::client::SendRequest<Bytes>, request: axum::http::Request<()>) -> (u16, usize) {
    let (response, _) = send.send_request(request, true).unwrap();
    let response = response.await.unwrap();
    let (status, mut body, mut bytes) = (response.status().as_u16(), response.into_body(), 0);
    while let Some(part) = body.data().await {
        let part = part.unwrap();
        bytes += part.len();
        body.flow_control().release_capacity(part.len()).unwrap();
    }
    (status, bytes)
}

/// A connection that writes raw frames.
struct Raw(TcpStream);

impl Raw {
    async fn open(addr: SocketAddr) -> Self {
        let mut raw = Self(TcpStream::connect(addr).await.unwrap());
        raw.0.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
        raw.0.write_all(&frame(4, 0, 0, b"")).await.unwrap();
        raw
    }

    /// Kind, stream and payload of received frames, until the server closes or nothing comes for a second.
    async fn frames(&mut self) -> (Vec<(u8, u32, Vec<u8>)>, bool) {
        let mut all = Vec::new();
        loop {
            let read = async {
                let mut head = [0; 9];
                self.0.read_exact(&mut head).await?;
                let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
                self.0.read_exact(&mut payload).await?;
                std::io::Result::Ok((head[3], u32::from_be_bytes([head[5], head[6], head[7], head[8]]), payload))
            };
            match tokio::time::timeout(Duration::from_secs(1), read).await {
                Ok(Ok(frame)) => all.push(frame),
                Ok(Err(_)) => return (all, true),
                Err(_) => return (all, false),
            }
        }
    }
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = vec![length[1], length[2], length[3], kind, flags];
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// Headers from the static table of HPACK, with path, host and type as literals.
fn headers(method: u8, path: &str) -> Vec<u8> {
    let mut block = vec![method, 0x86];
    for (index, text) in [(&[0x04_u8][..], path), (&[0x01][..], "localhost"), (&[0x0f, 0x10][..], "application/json")] {
        block.extend(index);
        block.push(u8::try_from(text.len()).unwrap());
        block.extend(text.as_bytes());
    }
    block
}

const GET: u8 = 0x82;
const POST: u8 = 0x83;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const RST_STREAM: u8 = 3;
const REFUSED: [u8; 4] = [0, 0, 0, 7];

async fn is_served(shop: &TestShop) {
    let reply = tokio::time::timeout(Duration::from_secs(20), shop.call("GET", "/healthz").send()).await;
    assert_eq!(reply.expect("others are not served").status, 200);
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_an_answer_whose_window_stays_shut_ends_its_connection_although_pings_are_answered() {
    let shop = TestShop::with_limits(short()).await;
    // The whole answer is blocked; a part of it was read; it is blocked in the send buffer while nothing is in flight.
    for (window, path) in [(0, LARGE), (5_000, LARGE), (0, "/healthz")] {
        let (mut send, ended) = client(shop.addr, window).await;
        let (response, _) = send.send_request(request(shop.addr, path), true).unwrap();
        let held = response.await.unwrap();
        let elapsed = tokio::time::timeout(TIMEOUT, ended).await;
        let elapsed = elapsed.unwrap_or_else(|_| panic!("{path} with a window of {window} is held for ever")).unwrap();
        assert!(elapsed >= Duration::from_millis(500), "{elapsed:?}");
        drop((held, send));
    }
    is_served(&shop).await;
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_a_slow_reader_of_http2_is_served_to_the_end() {
    let shop = TestShop::with_limits(short()).await;
    let (mut send, _ended) = client(shop.addr, 16_384).await;
    let (response, _) = send.send_request(request(shop.addr, LARGE), true).unwrap();
    let mut body = response.await.unwrap().into_body();
    let (mut bytes, began) = (0, Instant::now());
    while let Some(part) = body.data().await {
        let part = part.unwrap();
        bytes += part.len();
        body.flow_control().release_capacity(part.len()).unwrap();
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    assert!(bytes > 500_000 && began.elapsed() > Duration::from_millis(1_600), "{bytes} {:?}", began.elapsed());
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_pings_keep_no_idle_connection_whether_one_by_one_or_in_batches() {
    let shop = TestShop::with_limits(short()).await;
    for batch in [1, 40] {
        let mut raw = Raw::open(shop.addr).await;
        raw.0.write_all(&frame(1, END_STREAM | END_HEADERS, 1, &headers(GET, "/healthz"))).await.unwrap();
        let (mut read, mut write) = raw.0.into_split();
        let elapsed = tokio::spawn(async move {
            let began = Instant::now();
            let pings: Vec<u8> = std::iter::repeat_n(frame(6, 0, 0, b"12345678"), batch).flatten().collect();
            while began.elapsed() < TIMEOUT && write.write_all(&pings).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            began.elapsed()
        });
        let mut all = Vec::new();
        let _ = tokio::time::timeout(TIMEOUT, read.read_to_end(&mut all)).await.expect("it is still open");
        assert!(elapsed.await.unwrap() < TIMEOUT, "batches of {batch}");
        assert!(all.len() > 17 * batch, "its pings were answered");
    }
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_a_flood_of_requests_that_are_reset_at_once_ends_its_connection() {
    let shop = TestShop::start().await;
    let mut raw = Raw::open(shop.addr).await;
    let mut is_closed = false;
    for batch in 0..200_u32 {
        let mut frames = Vec::new();
        for n in 0..50 {
            let stream = 1 + 2 * (batch * 50 + n);
            frames.extend(frame(1, END_STREAM | END_HEADERS, stream, &headers(GET, LARGE)));
            frames.extend(frame(RST_STREAM, 0, stream, &[0, 0, 0, 8]));
        }
        if raw.0.write_all(&frames).await.is_err() {
            is_closed = true;
            break;
        }
    }
    let (frames, has_ended) = raw.frames().await;
    let is_calmed = frames.iter().any(|(kind, _, payload)| *kind == 7 && payload[4..8] == [0, 0, 0, 11]);
    assert!(is_calmed || is_closed || has_ended, "ten thousand resets are borne");
    is_served(&shop).await;
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_more_streams_than_allowed_are_refused_and_the_others_served() {
    let shop = TestShop::start().await;
    let mut raw = Raw::open(shop.addr).await;
    let streams = 200_u32;
    for n in 0..streams {
        // The body is never sent, so that the request stays open.
        raw.0.write_all(&frame(1, END_HEADERS, 1 + 2 * n, &headers(POST, "/dashboard/v1/login"))).await.unwrap();
    }
    let (frames, has_ended) = raw.frames().await;
    let refused = frames.iter().filter(|(kind, _, payload)| *kind == RST_STREAM && payload[..] == REFUSED).count();
    assert!(has_ended || refused >= 72, "{refused} of {streams} were refused");
    is_served(&shop).await;
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_headers_that_are_too_large_are_refused() {
    let shop = TestShop::start().await;
    let (mut send, _ended) = client(shop.addr, 65_535).await;
    let mut large = request(shop.addr, "/healthz");
    for n in 0..20 {
        let name: axum::http::HeaderName = format!("x-large-{n}").parse().unwrap();
        large.headers_mut().insert(name, "y".repeat(8_000).parse().unwrap());
    }
    let (response, _) = send.send_request(large, true).unwrap();
    if let Ok(response) = response.await {
        assert_eq!(response.status().as_u16(), 431);
    }
    let (mut again, _ended) = client(shop.addr, 65_535).await;
    assert_eq!(answer(&mut again, request(shop.addr, "/healthz")).await, (200, 2));
    is_served(&shop).await;
}

// F6
#[tokio::test(flavor = "multi_thread")]
async fn f6_a_client_of_http1_that_takes_nothing_is_closed() {
    let shop = TestShop::with_limits(short()).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(shop.addr).await.unwrap();
    let requests = format!("GET {LARGE} HTTP/1.1\r\nhost: localhost\r\n\r\n").repeat(20);
    stream.write_all(requests.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_secs(3)).await;
    // What was in flight still arrives; the rest was never sent.
    let mut all = Vec::new();
    let read = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut all)).await;
    assert!(read.is_ok(), "it is still open");
    assert!(all.len() < 10_000_000, "{} bytes came", all.len());
    is_served(&shop).await;
}
