//! The journal's entity kinds of this slice.

crate::entities! {
    pub STORE "store" Store Auth;
    pub SETTING "setting" Store Setting "/settings/store";
    pub(super) MEMBER "member" User Acl "/access-control";
    pub(super) INVITATION "invitation" Invitation Staff "/access-control";
}
