//! Messages to people. Without a configured provider they stay in the outbox and say so (decisions §7): nothing
//! pretends to have been sent.

use db::{Conn, Result, Table, p, row};
use kernel::{Env, MessageId, Millis, StoreId};

/// The tables of this module.
pub const TABLES: &[Table] = &[Table::of_store("outbox_messages").personal()];

/// How a message would travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A text message; the recipient is an E.164 number.
    Sms,
    /// An e-mail; the recipient is an address.
    Email,
}

impl Channel {
    /// The word in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sms => "sms",
            Self::Email => "email",
        }
    }
}

/// A message about to be written.
#[derive(Debug, Clone)]
pub struct Outgoing {
    /// The store it belongs to; none for the platform's own.
    pub store: Option<StoreId>,
    /// How it travels.
    pub channel: Channel,
    /// E.164 or e-mail address.
    pub recipient: String,
    /// Empty for text messages.
    pub subject: String,
    /// Plain text.
    pub body: String,
}

/// Keeps a message in the caller's transaction. Its status is `unsent`: no provider took it. Answers its id; none where nothing was
/// kept, because the demo store writes to nobody, whoever asks (decisions §15). What every message goes through is the one place to
/// say so: no writer can forget it.
///
/// # Errors
/// Of the database.
pub async fn keep(c: Conn<'_>, env: &Env, message: &Outgoing) -> Result<Option<MessageId>> {
    let Outgoing { store, channel, recipient, subject, body } = message;
    let sql = "INSERT INTO outbox_messages (id, store_id, channel, recipient, subject, body, status, created_at) \
               SELECT ?1, ?2, ?3, ?4, ?5, ?6, 'unsent', ?7 \
               WHERE NOT EXISTS (SELECT 1 FROM stores WHERE id = ?2 AND is_demo = TRUE)";
    let id: MessageId = env.id();
    let inserted = c.exec(sql, p![id, store, channel.as_str(), recipient, subject, body, env.now()]).await?;
    Ok((inserted == 1).then_some(id))
}

/// A kept message.
#[derive(Debug, Clone)]
pub struct OutboxMessage {
    /// Its id.
    pub id: MessageId,
    /// `sms` or `email`.
    pub channel: String,
    /// E.164 or e-mail address.
    pub recipient: String,
    /// Empty for text messages.
    pub subject: String,
    /// Plain text.
    pub body: String,
    /// `unsent`.
    pub status: String,
    /// When it was written.
    pub created_at: Millis,
}
row!(OutboxMessage { id, channel, recipient, subject, body, status, created_at });

/// The newest messages, 100 at most; of one recipient when one is named.
///
/// # Errors
/// Of the database.
pub async fn list(c: Conn<'_>, recipient: Option<&str>) -> Result<Vec<OutboxMessage>> {
    let some = "SELECT id, channel, recipient, subject, body, status, created_at FROM outbox_messages WHERE recipient = ?1 ORDER BY id DESC LIMIT 100";
    let all = "SELECT id, channel, recipient, subject, body, status, created_at FROM outbox_messages ORDER BY id DESC LIMIT 100";
    match recipient {
        Some(recipient) => c.all(some, p![recipient]).await,
        None => c.all(all, p![]).await,
    }
}

/// Forgets the platform's own messages from before a moment: codes and links that no longer open anything.
///
/// # Errors
/// Of the database.
pub async fn forget_platform(c: Conn<'_>, before: Millis) -> Result<()> {
    c.exec("DELETE FROM outbox_messages WHERE store_id IS NULL AND created_at < ?1", p![before]).await?;
    Ok(())
}
