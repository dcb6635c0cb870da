//! Opting out of reminders: the unsubscribe link in every reminder.

use db::Conn;
use kernel::{CartReminderId, StoreScope};

use super::{link, store};
use customers::{self, Channel, Source};
use platform::App;
use platform::stores::StoreProfile;

const PURPOSE: &str = "cart reminders off";

fn signed_text(scope: &StoreScope, id: CartReminderId) -> String {
    format!("{}.{id}", scope.store())
}

/// The person whom an unsubscribe link opts out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptOutLink {
    /// E.164; never shown on the link's page.
    mobile: String,
    /// The channel of the reminder.
    channel: Channel,
    /// The recipient's number or address.
    recipient: String,
    /// They had opted out before.
    pub is_done: bool,
}

/// The URL that opts out.
pub(super) async fn address(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: CartReminderId,
    language: kernel::Lang,
) -> db::Result<String> {
    let signature = app.signer.sign(app, PURPOSE, &signed_text(scope, id)).await?;
    let path = link::in_language(profile, language, &format!("/cart/reminders/{id}-{signature}"));
    Ok(format!("{}{path}", app.base.store_url(&profile.slug)))
}

/// Reads the last part of the URL; none when it is no link of this store.
///
/// # Errors
/// Of the database.
pub async fn find(app: &App, scope: &StoreScope, key: &str) -> db::Result<Option<OptOutLink>> {
    let Some((id, signature)) = key.split_once('-') else { return Ok(None) };
    let Ok(id) = id.parse::<CartReminderId>() else { return Ok(None) };
    if !app.signer.is_signed(app, PURPOSE, &signed_text(scope, id), signature).await? {
        return Ok(None);
    }
    let c = app.db().conn();
    let Some((mobile, channel, recipient)) = store::find_recipient(c, scope, id).await? else { return Ok(None) };
    if mobile.is_empty() && recipient.is_empty() {
        // They were erased: nothing is sent to them any more.
        return Ok(None);
    }
    let is_done = store::is_opted_out(c, scope, &[mobile.clone(), recipient.clone()]).await?;
    Ok(Some(OptOutLink { mobile, channel, recipient, is_done }))
}

/// Opts the person out of reminders, by every number and address of theirs; a customer's consent to the channel is withdrawn with
/// it, and their page says how.
///
/// # Errors
/// Of the database.
pub async fn opt_out(app: &App, scope: &StoreScope, link: &OptOutLink) -> db::Result<()> {
    let (env, at, opt_out_link) = (app.env().clone(), scope.clone(), link.clone());
    app.db()
        .tx(async move |c: Conn<'_>| {
            let now = env.now();
            // In the lock order of all writers.
            let mut addresses = vec![opt_out_link.mobile.clone(), opt_out_link.recipient.clone()];
            addresses.sort();
            addresses.dedup();
            let mut is_new = false;
            for address in &addresses {
                is_new |= store::set_opted_out(c, &at, address, now).await?;
            }
            if is_new {
                customers::withdraw(c, &env, &at, &opt_out_link.mobile, opt_out_link.channel, Source::Website).await?;
            }
            Ok(())
        })
        .await
}
