//! Whether a person may be written to, for the slices that write to people.

use db::{Conn, Result};
use kernel::{Env, StoreScope};
use serde_json::json;

use super::entities;
use super::model::{Channel, Source};
use super::store::contacts::{self, ContactKind};
use super::store::{self, labels, refusals};
use super::write::log;
use platform::journal::{Act, Entry};

/// The customer of a number said no to a channel; for [`Channel::Email`] any customer whom the address reaches, because the
/// letter goes there whatever the number. Whoever said nothing has not refused; a refusal outlives an erased record.
///
/// # Errors
/// Of the database.
pub async fn has_refused(c: Conn<'_>, scope: &StoreScope, mobile: &str, email: Option<&str>, channel: Channel) -> Result<bool> {
    if labels::has_refused(c, scope, ContactKind::Mobile, mobile, channel).await? {
        return Ok(true);
    }
    let own = email.filter(|_| channel == Channel::Email);
    if refusals::has(c, scope, mobile, own, channel.as_str()).await? {
        return Ok(true);
    }
    let Some(email) = own else { return Ok(false) };
    labels::has_refused(c, scope, ContactKind::Email, email, channel).await
}

/// Every number and e-mail address of the person of a number, that one among them: more than one where records were merged. The
/// address of a cart, which need not be their customer's, is the caller's to add.
///
/// # Errors
/// Of the database.
pub async fn addresses_of(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Vec<String>> {
    let mut all = vec![mobile.to_owned()];
    if let Some(customer) = store::find_by_mobile(c, scope, mobile).await? {
        all.extend(contacts::list_values(c, scope, customer).await?);
    }
    Ok(all)
}

/// The person of a number says no to a channel themselves; nothing when they are no customer yet. A part of the caller's
/// transaction.
///
/// # Errors
/// Of the database.
pub async fn withdraw(c: Conn<'_>, env: &Env, scope: &StoreScope, mobile: &str, channel: Channel, source: Source) -> Result<()> {
    let Some(customer) = store::find_by_mobile(c, scope, mobile).await? else { return Ok(()) };
    let now = env.now();
    labels::set_consent(c, scope, customer, channel, false, source, now).await?;
    let after = json!({ "consent": channel.as_str(), "is_granted": false, "source": source.as_str() });
    log(c, env, scope, customer, Entry::new(Act::Update, entities::CUSTOMER, customer).after(after)).await
}
