//! The files that a theme of a store is drawn with: the program's, or an archive that the merchant uploaded (decision 0080).

use std::sync::{Arc, LazyLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use db::Conn;
use kernel::StoreScope;
use web::{ApiError, ApiResult};

use super::definition::ThemeDefinition;
use super::folder::ThemeFolder;
use super::model::InstalledTheme;
use super::problem::ThemeProblem;
use super::{archive, archive_store, store};

/// What uploaded themes declare, by store and hash: each answer of the editor needs it.
static DEFINITIONS: LazyLock<moka::sync::Cache<(i64, String), Arc<ThemeDefinition>>> =
    LazyLock::new(|| moka::sync::Cache::builder().max_capacity(200).time_to_idle(std::time::Duration::from_hours(1)).build());

/// The packed bytes of an archive of the store.
///
/// # Errors
/// Database errors.
pub(super) async fn find_packed(c: Conn<'_>, scope: &StoreScope, hash: &str) -> db::Result<Option<Vec<u8>>> {
    let found = archive_store::find(c, scope, hash).await?;
    Ok(found.and_then(|(_, content)| STANDARD.decode(content).ok()))
}

/// The files of an archive of the store, with those of the theme that it extends; `None` when the store has no such archive.
///
/// # Errors
/// Database errors. The inner error: the files no longer make a theme, which a later version of the program may be the reason for.
pub async fn find_folder(c: Conn<'_>, scope: &StoreScope, hash: &str) -> db::Result<Option<Result<ThemeFolder, ThemeProblem>>> {
    let Some((theme, content)) = archive_store::find(c, scope, hash).await? else { return Ok(None) };
    let packed = STANDARD.decode(content).map_err(|e| ThemeProblem::unreadable(archive::ARCHIVE, e));
    Ok(Some(packed.and_then(|packed| archive::reopen(&theme, &packed))))
}

/// What an installed theme declares; `None` when its files are gone, or no theme's.
pub(super) async fn find_definition(
    c: Conn<'_>,
    scope: &StoreScope,
    installed: &InstalledTheme,
) -> db::Result<Option<Arc<ThemeDefinition>>> {
    let Some(hash) = &installed.archive else { return Ok(ThemeDefinition::find(&installed.theme)) };
    let key = (scope.store().raw(), hash.clone());
    if let Some(found) = DEFINITIONS.get(&key) {
        return Ok(Some(found));
    }
    let Some(folder) = find_folder(c, scope, hash).await? else { return Ok(None) };
    match folder.and_then(|folder| ThemeDefinition::load(&folder)) {
        Ok(definition) => {
            let definition = Arc::new(definition);
            DEFINITIONS.insert(key, definition.clone());
            Ok(Some(definition))
        }
        Err(problem) => {
            tracing::error!(store.id = scope.store().raw(), theme = installed.theme, %problem, "an uploaded theme cannot be read");
            Ok(None)
        }
    }
}

/// A theme that the store can have: the program's, or one that it has.
///
/// # Errors
/// 404.
pub(super) async fn find_known(c: Conn<'_>, scope: &StoreScope, theme: &str) -> ApiResult<()> {
    if ThemeDefinition::find(theme).is_none() {
        store::find_installed(c, scope, theme).await?.ok_or_else(ApiError::not_found)?;
    }
    Ok(())
}
