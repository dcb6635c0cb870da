//! Media: pictures and files that a merchant uploads or an import brings (ME-01, ME-02, PR-04).
//!
//! Tables: `media`. Blobs: `{store}/media/{name}` for pictures, which everyone may read, `{store}/files/{name}` for files.
//! Invariants: the type of a file is determined by its content, never its name; what is stored has no metadata and no trailing
//! bytes; a stored name is never reused, so that it may be cached for ever (a replaced picture keeps its id and gets new names);
//! a picture in use cannot be deleted, and nothing is deleted unless a person asks.

mod alt_api;
mod api;
mod avif;
mod entities;
mod files;
mod inspect;
mod jobs;
mod library;
mod library_api;
mod library_query;
mod library_store;
mod model;
mod receipt;
mod recent_copies;
mod remove;
mod replace;
mod resize;
mod store;
mod strip;
mod tables;
mod upload;
mod uses;

pub use entities::ENTITIES;
pub use files::files;
pub use inspect::{MAX_BYTES, Purpose, Refusal};
pub use jobs::register;
pub use model::{MediaView, Status, image_url};
pub use receipt::{ImageHash, Receipt, difference, receipt};
pub use store::list_views;
pub use tables::TABLES;
pub use upload::{UploadError, add_image, read_file, read_image};
pub use uses::{MOST_USES, MediaUsers, MediaUses, Use, UseKind};

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes().merge(alt_api::routes()).merge(library_api::routes())
}
