//! The statuses that an operation may refuse with, in short form for the API document:
//! `responses((status = 200, body = Data<OrderView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>)`.
//!
//! An operation names what its own handler refuses. What the layers and extractors refuse on every call of its kind (310, 401, 403
//! of a session, 400, 413, 415 of a body, 429, 503) and what each status means is added by `server::document`.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

use crate::error::ErrorBody;

/// Up to six statuses that are answered with an [`ErrorBody`]; 0 stands for none.
#[derive(Debug)]
pub struct Refusals<const A: u16, const B: u16 = 0, const C: u16 = 0, const D: u16 = 0, const E: u16 = 0, const F: u16 = 0>;

/// A refusal whose body is an `ErrorBody`.
#[must_use]
pub fn refusal() -> Response {
    let body = Content::new(Some(RefOr::Ref(Ref::from_schema_name(ErrorBody::name()))));
    ResponseBuilder::new().content("application/json", body).build()
}

impl<const A: u16, const B: u16, const C: u16, const D: u16, const E: u16, const F: u16> IntoResponses
    for Refusals<A, B, C, D, E, F>
{
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        const { assert!(are_refusals([A, B, C, D, E, F]), "statuses are 400 to 599, ascending, each named once") }
        [A, B, C, D, E, F].iter().filter(|s| **s > 0).map(|s| (s.to_string(), refusal().into())).collect()
    }
}

/// Ascending statuses of refusals, then only zeros.
const fn are_refusals(statuses: [u16; 6]) -> bool {
    let mut at = 0;
    let mut before = 399;
    while at < statuses.len() {
        let status = statuses[at];
        let is_unused = status == 0 && at > 0;
        if !is_unused && (status <= before || status > 599) {
            return false;
        }
        // After an unused place nothing may follow.
        before = if is_unused { 599 } else { status };
        at += 1;
    }
    true
}

/// The body of a 409 with the current row, so that it can be compared with what was sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct Conflict<T> {
    #[serde(flatten)]
    pub(crate) error: ErrorBody,
    /// The current row. Absent where the conflict is about something else than the row that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) current: Option<T>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f13_statuses_of_refusals_are_ascending_and_named_once() {
        assert!(are_refusals([404, 0, 0, 0, 0, 0]) && are_refusals([404, 409, 422, 0, 0, 0]));
        for wrong in [[0; 6], [200, 0, 0, 0, 0, 0], [409, 404, 0, 0, 0, 0], [404, 404, 0, 0, 0, 0], [404, 0, 409, 0, 0, 0]] {
            assert!(!are_refusals(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn f13_refusals_say_their_statuses_with_the_body_of_an_error() {
        let documented = Refusals::<404, 422>::responses();
        assert_eq!(documented.keys().map(String::as_str).collect::<Vec<_>>(), ["404", "422"]);
        let body = serde_json::to_value(&documented["422"]).unwrap();
        assert_eq!(body["content"]["application/json"]["schema"]["$ref"], "#/components/schemas/ErrorBody");
    }
}
