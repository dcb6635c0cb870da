//! Whether a person may be written to, for the slices that write to people.

use db::{Conn, Result, p};
use kernel::{CustomerId, Env, StoreScope};
use serde_json::json;

use super::model::{Channel, Source};
use super::{labels, refusals, store};
use platform::journal::{Act, Entry, entity};

/// The customer of a number said no to a channel; for [`Channel::Email`] any customer whom the address reaches, because the
/// letter goes there whatever the number. Whoever said nothing has not refused; a refusal outlives an erased record.
///
/// # Errors
/// Of the database.
pub async fn has_refused(c: Conn<'_>, scope: &StoreScope, mobile: &str, email: Option<&str>, channel: Channel) -> Result<bool> {
    let sql = "SELECT k.id FROM customers k JOIN customer_consents a ON a.store_id = k.store_id AND a.customer_id = k.id AND a.channel = ?3 \
               WHERE k.store_id = ?1 AND k.mobile = ?2 AND k.mobile IS NOT NULL AND a.is_granted = FALSE \
               UNION ALL SELECT x.customer_id FROM customer_contacts x \
               JOIN customer_consents a ON a.store_id = x.store_id AND a.customer_id = x.customer_id AND a.channel = ?3 \
               WHERE x.store_id = ?1 AND x.kind = 'mobile' AND x.value = ?2 AND a.is_granted = FALSE LIMIT 1";
    if c.opt::<CustomerId>(sql, p![scope.store(), mobile, channel.as_str()]).await?.is_some() {
        return Ok(true);
    }
    let own = email.filter(|_| channel == Channel::Email);
    if refusals::has(c, scope, mobile, own, channel.as_str()).await? {
        return Ok(true);
    }
    let Some(email) = own else { return Ok(false) };
    let sql = "SELECT k.id FROM customers k JOIN customer_consents a ON a.store_id = k.store_id AND a.customer_id = k.id AND a.channel = ?3 \
               WHERE k.store_id = ?1 AND k.email = ?2 AND k.email IS NOT NULL AND a.is_granted = FALSE \
               UNION ALL SELECT x.customer_id FROM customer_contacts x \
               JOIN customer_consents a ON a.store_id = x.store_id AND a.customer_id = x.customer_id AND a.channel = ?3 \
               WHERE x.store_id = ?1 AND x.kind = 'email' AND x.value = ?2 AND a.is_granted = FALSE LIMIT 1";
    Ok(c.opt::<CustomerId>(sql, p![scope.store(), email, channel.as_str()]).await?.is_some())
}

/// Every number and e-mail address of the person of a number, that one among them: more than one where records were merged. The
/// address of a cart, which need not be their customer's, is the caller's to add.
///
/// # Errors
/// Of the database.
pub async fn addresses_of(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Vec<String>> {
    let mut all = vec![mobile.to_owned()];
    if let Some(customer) = store::find_by_mobile(c, scope, mobile).await? {
        let sql = "SELECT k.mobile FROM customers k WHERE k.store_id = ?1 AND k.id = ?2 AND k.mobile IS NOT NULL \
                   UNION SELECT k.email FROM customers k WHERE k.store_id = ?1 AND k.id = ?2 AND k.email IS NOT NULL \
                   UNION SELECT x.value FROM customer_contacts x WHERE x.store_id = ?1 AND x.customer_id = ?2 LIMIT 100";
        all.extend(c.all::<String>(sql, p![scope.store(), customer]).await?);
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
    super::write::log(c, env, scope, customer, Entry::new(Act::Update, entity::CUSTOMER, customer).after(after)).await
}
