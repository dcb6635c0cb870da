//! The journal's entity kinds of this slice.

crate::entities! {
    USER "user" User Acl "/access-control";
    pub(crate) SESSION "session" Session Staff;
}
