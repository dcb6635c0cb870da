//! Whether a person may be contacted, for the slices that send messages.

use db::{Conn, Result};
use kernel::{Env, StoreScope};
use serde_json::json;

use super::entities;
use super::model::{Channel, Source};
use super::store::contacts::{self, ContactKind};
use super::store::{self, labels, refusals};
use super::write::log;
use platform::journal::{Act, Entry};

/// Whether the customer of a number has refused a channel; for [`Channel::Email`] whether any customer with that e-mail address
/// has, because the message goes there whatever the number. Without a recorded consent nothing is refused; a refusal outlives an
/// erased record.
///
/// # Errors
/// Database errors.
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

/// Every number and e-mail address of the person with a number, including that one: several where records were merged. A cart's
/// e-mail address, which need not be their customer's, is added by the caller.
///
/// # Errors
/// Database errors.
pub async fn addresses_of(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Vec<String>> {
    let mut all = vec![mobile.to_owned()];
    if let Some(customer) = store::find_by_mobile(c, scope, mobile).await? {
        all.extend(contacts::list_values(c, scope, customer).await?);
    }
    Ok(all)
}

/// Withdraws consent for the person of a number, at their own request; does nothing when they are not a customer yet. Part of the
/// caller's transaction.
///
/// # Errors
/// Database errors.
pub async fn withdraw(c: Conn<'_>, env: &Env, scope: &StoreScope, mobile: &str, channel: Channel, source: Source) -> Result<()> {
    let Some(customer) = store::find_by_mobile(c, scope, mobile).await? else { return Ok(()) };
    let now = env.now();
    labels::set_consent(c, scope, customer, channel, false, source, now).await?;
    let after = json!({ "consent": channel.as_str(), "is_granted": false, "source": source.as_str() });
    log(c, env, scope, customer, Entry::new(Act::Update, entities::CUSTOMER, customer).after(after)).await
}
