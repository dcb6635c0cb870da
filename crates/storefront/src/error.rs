//! Errors while a page is rendered.

use crate::engine::TemplateError;

/// An internal error; the shopper sees an error page, the log has the cause.
#[derive(Debug)]
pub(crate) enum PageError {
    /// A database error.
    Db(db::Error),
    /// A template error.
    Template(TemplateError),
    /// A document that could not be rendered.
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
