//! A minimal keep-alive HTTP/1.1 client, so that the driver leaves the cores to the server.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// One connection.
pub struct Connection {
    addr: SocketAddr,
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer; the body stays in the connection's buffer until the next request.
#[derive(Debug)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// `Location`, where there is one.
    pub location: Option<String>,
    /// `Set-Cookie` without attributes.
    pub cookies: Vec<String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// Of the socket.
    pub async fn open(addr: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(addr).await?;
        stream.set_nodelay(true)?;
        Ok(Self { addr, stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a prepared request and reads the whole answer; with `keep_body` false the body is not copied out of the buffer.
    ///
    /// # Errors
    /// Of the socket, or when the answer is no HTTP.
    pub async fn send(&mut self, request: &[u8], keep_body: bool) -> io::Result<Answer> {
        if let Err(e) = self.stream.write_all(request).await {
            // A server may close an idle connection; one retry on a new one is part of keep-alive.
            *self = Self::open(self.addr).await?;
            self.stream.write_all(request).await.map_err(|_| e)?;
        }
        self.buffer.clear();
        let head_end = loop {
            if let Some(at) = find(&self.buffer, b"\r\n\r\n") {
                break at + 4;
            }
            self.fill().await?;
        };
        let head = std::str::from_utf8(&self.buffer[..head_end]).map_err(|_| bad("head"))?;
        let status: u16 = head.get(9..12).and_then(|s| s.parse().ok()).ok_or_else(|| bad("status"))?;
        let (mut length, mut is_chunked, mut location, mut cookies) = (None, false, None, Vec::new());
        for line in head.lines().skip(1) {
            let Some((name, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.parse::<usize>().ok();
            } else if name.eq_ignore_ascii_case("transfer-encoding") {
                is_chunked = value.eq_ignore_ascii_case("chunked");
            } else if name.eq_ignore_ascii_case("location") {
                location = Some(value.to_owned());
            } else if name.eq_ignore_ascii_case("set-cookie") {
                cookies.push(value.split(';').next().unwrap_or("").to_owned());
            }
        }
        let body = if is_chunked {
            self.chunked(head_end).await?
        } else {
            let end = head_end + length.unwrap_or(0);
            while self.buffer.len() < end {
                self.fill().await?;
            }
            if keep_body { self.buffer[head_end..end].to_vec() } else { Vec::new() }
        };
        Ok(Answer { status, location, cookies, body })
    }

    async fn chunked(&mut self, mut at: usize) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line_end = loop {
                if let Some(i) = find(&self.buffer[at..], b"\r\n") {
                    break at + i;
                }
                self.fill().await?;
            };
            let size = std::str::from_utf8(&self.buffer[at..line_end])
                .ok()
                .and_then(|t| usize::from_str_radix(t.trim(), 16).ok())
                .ok_or_else(|| bad("chunk"))?;
            let start = line_end + 2;
            while self.buffer.len() < start + size + 2 {
                self.fill().await?;
            }
            body.extend_from_slice(&self.buffer[start..start + size]);
            at = start + size + 2;
            if size == 0 {
                return Ok(body);
            }
        }
    }

    async fn fill(&mut self) -> io::Result<()> {
        let n = self.stream.read_buf(&mut self.buffer).await?;
        if n == 0 { Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server closed the connection")) } else { Ok(()) }
    }
}

fn bad(detail: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("unreadable {detail}"))
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|w| w == needle)
}
