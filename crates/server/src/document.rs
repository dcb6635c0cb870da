//! The API document: generated from the handlers, committed as docs/openapi.json, proven current in CI.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Server};

/// OpenAPI 3.1 of everything under `/dashboard/v1`.
#[must_use]
pub fn openapi() -> OpenApi {
    let (_, api) = crate::platform::api_routes().split_for_parts();
    finish(api)
}

/// Adds what routes do not say: title, server, security.
pub(crate) fn finish(api: OpenApi) -> OpenApi {
    let base = OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Rawaj dashboard API")
                .version("1")
                .description(Some("The API of the Rawaj dashboard. docs/API.md holds the rules that every call follows."))
                .build(),
        )
        .servers(Some([Server::new("/dashboard/v1")]))
        .components(Some(
            ComponentsBuilder::new()
                .security_scheme("bearer", SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()))
                .build(),
        ))
        .build();
    base.merge_from(api)
}
