//! Registers documented handlers, and describes them only where the API document is built.
//!
//! `utoipa_axum::routes!` makes the description of a handler (parameters, bodies, schemas) together with its route. A server needs the
//! routes alone: descriptions that nobody read were seven tenths of what each test did before its first request, and of a start.

use std::cell::Cell;

use axum::routing::MethodFilter;
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::Path;
use utoipa::openapi::path::{HttpMethod, Paths};
use utoipa::openapi::{RefOr, Schema};
use utoipa_axum::PathItemExt as _;

#[doc(hidden)]
pub use utoipa_axum::paste;

thread_local! {
    /// Routes that are registered on this thread are described.
    static IS_DESCRIBED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `build`, which registers routes, with their descriptions.
pub fn with_descriptions<T>(build: impl FnOnce() -> T) -> T {
    let before = IS_DESCRIBED.replace(true);
    let built = build();
    IS_DESCRIBED.set(before);
    built
}

/// What [`routes!`](crate::routes) collects of the handlers of one path.
#[derive(Default)]
pub struct Description {
    /// Schemas that the handlers refer to.
    pub schemas: Vec<(String, RefOr<Schema>)>,
    /// The path, with its operations where they are described.
    pub paths: Paths,
}

impl Description {
    /// Adds a handler; returns the methods it answers. `H` is what `#[utoipa::path]` generates for it.
    pub fn add<H: Path + for<'t> Tags<'t> + SchemaReferences>(&mut self) -> MethodFilter {
        let (path, methods) = (H::path(), H::methods());
        let filter = filter_of(&methods);
        if IS_DESCRIBED.get() {
            let mut operation = H::operation();
            H::schemas(&mut self.schemas);
            let tags = H::tags();
            if !tags.is_empty() {
                operation.tags.get_or_insert_default().extend(tags.into_iter().map(ToOwned::to_owned));
            }
            self.paths.add_path_operation(path, methods, operation);
        } else {
            self.paths.paths.entry(path).or_default();
        }
        filter
    }
}

/// A handler's annotation names one method, or several.
fn filter_of(methods: &[HttpMethod]) -> MethodFilter {
    let mut filters = methods.iter().map(HttpMethod::to_method_filter);
    let first = filters.next().unwrap_or(MethodFilter::GET);
    filters.fold(first, MethodFilter::or)
}

/// The handlers of one path for `OpenApiRouter::routes`: each is annotated with `#[utoipa::path]`, and named without a path.
#[macro_export]
macro_rules! routes {
    ($($handler:ident),+ $(,)?) => {{
        let mut description = $crate::described::Description::default();
        let router = ::axum::routing::MethodRouter::new();
        $(
            let filter = $crate::described::paste! { description.add::<[<__path_ $handler>]>() };
            let router = router.on(filter, $handler);
        )+
        (description.schemas, description.paths, router)
    }};
}
