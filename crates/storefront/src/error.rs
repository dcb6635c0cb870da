//! What can go wrong while a page is made.

use crate::engine::TemplateError;

/// A failure of ours; the shopper sees a page that says so, the log says why.
#[derive(Debug)]
pub(crate) enum PageError {
    /// Of the database.
    Db(db::Error),
    /// Of a template.
    Template(TemplateError),
    /// Of a document that could not be drawn.
    Document(web::ApiError),
}

impl From<web::ApiError> for PageError {
    fn from(e: web::ApiError) -> Self {
        Self::Document(e)
    }
}

impl std::fmt::Display for PageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Db(e) => write!(f, "{e}"),
            Self::Template(e) => write!(f, "template: {e}"),
            Self::Document(e) => write!(f, "document: {}", e.code()),
        }
    }
}

impl From<db::Error> for PageError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

impl From<TemplateError> for PageError {
    fn from(e: TemplateError) -> Self {
        Self::Template(e)
    }
}
