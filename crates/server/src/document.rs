//! The API document: generated from the handlers, committed as docs/openapi.json, proven current in CI.

use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder, RefOr, Server};
use web::ErrorBody;
use web::refusals::refusal;

/// OpenAPI 3.1 of everything under `/dashboard/v1`.
#[must_use]
pub fn openapi() -> OpenApi {
    let (_, api) = web::described::with_descriptions(|| crate::dashboard::api_routes().split_for_parts());
    finish(api)
}

/// Statuses of the middleware before every handler (docs/API.md), so that no handler has to repeat them.
const ALWAYS: [&str; 2] = ["429", "503"];
/// Statuses of authentication and authorisation: no session, no membership or ability, setup not finished.
const SECURED: [&str; 3] = ["310", "401", "403"];
/// The status of a query that cannot be parsed.
const WITH_QUERY: &str = "400";
/// Statuses of a body that is refused before it is parsed: malformed, too large, of another type.
const WITH_BODY: [&str; 3] = ["400", "413", "415"];

/// Adds what the routes do not declare: title, server, security, and the common refusals.
fn finish(mut api: OpenApi) -> OpenApi {
    for item in api.paths.paths.values_mut() {
        for operation in operations(item) {
            describe_refusals(operation);
        }
    }
    let base = OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Rawaj dashboard API")
                .version("1")
                .description(Some("The API of the Rawaj dashboard. docs/API.md holds the rules that every call follows."))
                .build(),
        )
        .servers(Some([Server::new("/dashboard/v1")]))
        .security(Some([SecurityRequirement::new("bearer", [] as [&str; 0])]))
        .components(Some(
            ComponentsBuilder::new()
                .schema_from::<ErrorBody>()
                .security_scheme("bearer", SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()))
                .build(),
        ))
        .build();
    base.merge_from(api)
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.patch, &mut item.delete].into_iter().flatten()
}

/// Adds the statuses of the middleware, and a description to every status that has none (the format asks for one).
fn describe_refusals(operation: &mut Operation) {
    let mut statuses = ALWAYS.to_vec();
    // A call that needs no session says so with an empty requirement.
    if operation.security.is_none() {
        statuses.extend(SECURED);
    }
    let is_queried = |p: &RefOr<Parameter>| matches!(p, RefOr::T(p) if p.parameter_in == ParameterIn::Query);
    if operation.parameters.iter().flatten().any(is_queried) {
        statuses.push(WITH_QUERY);
    }
    if operation.request_body.is_some() {
        statuses.extend(WITH_BODY);
    }
    for status in statuses {
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| refusal().into());
    }
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            describe(status).clone_into(&mut response.description);
        }
    }
}

/// The meaning of a status on every call; docs/API.md says more.
fn describe(status: &str) -> &'static str {
    match status {
        "200" => "Done.",
        "201" => "Created.",
        "202" => "Accepted; the work goes on in the background.",
        "204" => "Done; there is nothing to say.",
        "310" => "The store's setup questionnaire waits at /ready.",
        "400" => "The body or the address cannot be read.",
        "401" => "No session, or one that ended.",
        "403" => "The caller may not do this.",
        "404" => "There is no such thing in this store.",
        "409" => "It conflicts with what is there: another version, or a move that is not allowed.",
        "410" => "It was there and is gone.",
        "413" => "The body is too large.",
        "415" => "The body is not of the type that this call reads.",
        "422" => "A field does not fit; `errors` names it.",
        "429" => "Too many requests; Retry-After says when to come back.",
        "503" => "The server is busy or a service it needs does not answer; nothing was changed.",
        _ => "See docs/API.md.",
    }
}
