//! The outbox of messages to people. Without a configured provider they stay there as unsent (decisions §7).

use db::{Conn, Result, Table};
use kernel::{Env, MessageId, StoreId};

mod store;

pub use store::{OutboxMessage, delete_platform, list};

/// The tables of this module.
pub const TABLES: &[Table] = &[Table::of_store("outbox_messages").personal()];

/// The channel of a message.
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

/// A message to enqueue.
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

/// Enqueues a message in the caller's transaction. Its status is `unsent`: no provider took it. Returns its id; none where
/// nothing was stored, because the demo store sends no messages (decisions §15). Every message passes through here, so no writer
/// can forget that rule.
///
/// # Errors
/// Of the database.
pub async fn enqueue(c: Conn<'_>, env: &Env, message: &Outgoing) -> Result<Option<MessageId>> {
    let id: MessageId = env.id();
    let is_kept = store::insert_unless_demo(c, id, env.now(), message).await?;
    Ok(is_kept.then_some(id))
}
