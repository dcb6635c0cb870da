//! The journal's entity kinds of this slice.

crate::entities! {
    pub(super) MEDIA "media" Media Media "/media/{id}";
}
