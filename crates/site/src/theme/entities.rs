//! The journal entity kinds of this slice, and how an entry of them is written.

use db::{Conn, Topics};
use kernel::{Millis, StoreScope};
use platform::journal::{self, Entry};

platform::entities! {
    pub(super) SECTION "section" Section Theme "/theme/editor";
    pub(super) THEME "theme" InstalledTheme Theme "/theme/editor";
}

/// Writes an entry about a theme.
///
/// # Errors
/// Database errors.
pub(super) async fn log(c: Conn<'_>, scope: &StoreScope, now: Millis, entry: Entry) -> db::Result<()> {
    journal::write(c, scope, now, Topics::THEME, entry).await.map(|_| ())
}
