//! Every statement on messages.

use db::{Conn, Result, p, row};
use kernel::{MessageId, Millis};

use super::Outgoing;

/// Adds a message with the status `unsent`; false where its store is the demo store.
pub(super) async fn insert_unless_demo(c: Conn<'_>, id: MessageId, now: Millis, message: &Outgoing) -> Result<bool> {
    let Outgoing { store, channel, recipient, subject, body } = message;
    let sql = "INSERT INTO outbox_messages (id, store_id, channel, recipient, subject, body, status, created_at) \
               SELECT ?1, ?2, ?3, ?4, ?5, ?6, 'unsent', ?7 \
               WHERE NOT EXISTS (SELECT 1 FROM stores WHERE id = ?2 AND is_demo = TRUE)";
    Ok(c.exec(sql, p![id, store, channel.as_str(), recipient, subject, body, now]).await? == 1)
}

/// A stored message.
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

/// The newest messages, 100 at most; of one recipient when one is given.
///
/// # Errors
/// Of the database.
pub async fn list(c: Conn<'_>, recipient: Option<&str>) -> Result<Vec<OutboxMessage>> {
    let list_recent = "SELECT id, channel, recipient, subject, body, status, created_at FROM outbox_messages WHERE recipient = ?1 ORDER BY id DESC LIMIT 100";
    let all = "SELECT id, channel, recipient, subject, body, status, created_at FROM outbox_messages ORDER BY id DESC LIMIT 100";
    match recipient {
        Some(recipient) => c.all(list_recent, p![recipient]).await,
        None => c.all(all, p![]).await,
    }
}

/// Deletes the platform's own messages from before a moment: codes and links that have expired.
///
/// # Errors
/// Of the database.
pub async fn delete_platform(c: Conn<'_>, before: Millis) -> Result<()> {
    c.exec("DELETE FROM outbox_messages WHERE store_id IS NULL AND created_at < ?1", p![before]).await?;
    Ok(())
}
