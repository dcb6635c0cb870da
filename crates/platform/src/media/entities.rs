//! What the journal calls the things of this slice.

crate::entities! {
    pub(super) MEDIA "media" Media Media "/media/{id}";
}
