//! One connection to PostgreSQL: how it is opened, and how a statement travels over it.

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio_postgres::{AsyncMessage, Client, Config, NoTls, Statement};

use crate::dialect::Dialect;
use crate::error::{Error, Result};
use crate::feed::{self, Touched, TxState};
use crate::pg_address::Address;
use crate::value::{Params, Value};

/// A connection attempt, and a statement on a dead peer, gives up after this.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// NOTIFY channel of the change feed.
pub(crate) const CHANNEL: &str = "rawaj_touched";

/// The subscribers of this node, and the node's name in notifications.
#[derive(Clone)]
pub(crate) struct Feed {
    pub(crate) listeners: broadcast::Sender<Touched>,
    pub(crate) node: u64,
}

pub(crate) struct PgConn {
    client: Client,
    /// Prepared statements by text; none behind a transaction pooler, which gives each statement another server.
    statements: Option<Mutex<HashMap<String, Statement>>>,
}

#[derive(Clone)]
pub(crate) struct Connector {
    config: Config,
    is_pooled: bool,
    /// How TLS is spoken; none for plain text.
    tls: Option<tokio_postgres_rustls::MakeRustlsConnect>,
}

impl Connector {
    pub(crate) fn parse(url: &str) -> Result<Self> {
        let Address { url, is_pooled, tls } = Address::parse(url)?;
        let mut config: Config = url.parse().map_err(|e| Error::Setup(format!("DATABASE_URL: {e}")))?;
        config.connect_timeout(CONNECT_TIMEOUT).keepalives(true).keepalives_idle(Duration::from_secs(30));
        let tls = tls.connector(is_local(&config))?;
        // Never `prefer`: a server, or a man in the middle, could downgrade the connection to plain text.
        let mode =
            if tls.is_some() { tokio_postgres::config::SslMode::Require } else { tokio_postgres::config::SslMode::Disable };
        config.ssl_mode(mode);
        Ok(Self { config, is_pooled, tls })
    }

    pub(crate) async fn open(&self, notify: Option<Feed>) -> Result<PgConn> {
        let client = if let Some(tls) = &self.tls {
            let (client, connection) = self.config.connect(tls.clone()).await?;
            drive(connection, notify);
            client
        } else {
            let (client, connection) = self.config.connect(NoTls).await?;
            drive(connection, notify);
            client
        };
        if !self.is_pooled {
            client.batch_execute("SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s'").await?;
        }
        Ok(PgConn { client, statements: (!self.is_pooled).then(Mutex::default) })
    }
}

/// Loopback and Unix sockets need no TLS.
fn is_local(config: &Config) -> bool {
    config.get_hosts().iter().all(|h| match h {
        tokio_postgres::config::Host::Tcp(name) => matches!(name.as_str(), "localhost" | "127.0.0.1" | "::1"),
        #[cfg(unix)]
        tokio_postgres::config::Host::Unix(_) => true,
    })
}

fn drive<S, T>(mut connection: tokio_postgres::Connection<S, T>, notify: Option<Feed>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    tokio::spawn(async move {
        loop {
            match std::future::poll_fn(|cx| connection.poll_message(cx)).await {
                Some(Ok(AsyncMessage::Notification(n))) => {
                    if let Some(feed) = &notify
                        && let Some(t) = feed::decode(n.payload(), feed.node)
                    {
                        let _ = feed.listeners.send(t);
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(e)) => {
                    tracing::warn!(error = %e, "postgres connection lost");
                    return;
                }
                None => return,
            }
        }
    });
}

impl PgConn {
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    async fn statement(&self, cache: &Mutex<HashMap<String, Statement>>, sql: &str) -> Result<Statement> {
        if let Some(s) = cache.lock().unwrap_or_else(PoisonError::into_inner).get(sql) {
            return Ok(s.clone());
        }
        let s = self.client.prepare(&Dialect::Postgres.placeholders(sql)).await?;
        cache.lock().unwrap_or_else(PoisonError::into_inner).insert(sql.to_owned(), s.clone());
        Ok(s)
    }

    pub(crate) async fn rows(&self, sql: &str, params: Params<'_>) -> Result<Vec<tokio_postgres::Row>> {
        let values: Vec<Value<'_>> = params.iter().map(|p| p.value()).collect();
        if let Some(cache) = &self.statements {
            let st = self.statement(cache, sql).await?;
            let refs: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> = values.iter().map(|v| v as _).collect();
            Ok(self.client.query(&st, &refs).await?)
        } else {
            let typed_params: Vec<(&(dyn tokio_postgres::types::ToSql + Sync), tokio_postgres::types::Type)> =
                values.iter().zip(params).map(|(v, p)| (v as _, p.kind())).collect();
            Ok(self.client.query_typed(&Dialect::Postgres.placeholders(sql), &typed_params).await?)
        }
    }

    pub(crate) async fn exec(&self, sql: &str, params: Params<'_>) -> Result<u64> {
        let values: Vec<Value<'_>> = params.iter().map(|p| p.value()).collect();
        if let Some(cache) = &self.statements {
            let st = self.statement(cache, sql).await?;
            let refs: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> = values.iter().map(|v| v as _).collect();
            Ok(self.client.execute(&st, &refs).await?)
        } else {
            let typed_params: Vec<(&(dyn tokio_postgres::types::ToSql + Sync), tokio_postgres::types::Type)> =
                values.iter().zip(params).map(|(v, p)| (v as _, p.kind())).collect();
            let sql = Dialect::Postgres.placeholders(sql);
            let stream = self.client.query_typed_raw(&sql, typed_params).await?;
            let mut stream = std::pin::pin!(stream);
            while let Some(row) = futures_util::StreamExt::next(&mut stream).await {
                row?;
            }
            Ok(stream.rows_affected().unwrap_or(0))
        }
    }

    pub(crate) async fn batch(&self, sql: &str) -> Result<()> {
        Ok(self.client.batch_execute(sql).await?)
    }

    /// Runs a statement of a transaction; BEGIN is sent in the same round trip as the first. The isolation level is named, because row
    /// locks that are reads depend on it (decision 0071) and a server may have another default.
    pub(crate) async fn in_tx<T>(&self, state: &TxState, statement: impl Future<Output = Result<T>>) -> Result<T> {
        let result = if state.begun.swap(true, Ordering::Relaxed) {
            statement.await
        } else {
            let (begun, result) = futures_util::join!(self.batch("BEGIN ISOLATION LEVEL READ COMMITTED"), statement);
            begun?;
            result
        };
        if result.as_ref().is_err_and(Error::is_serialization_failure) {
            state.note_retry();
        }
        result
    }
}
