//! Enums that stand for one of a few words, on the wire and in a column alike.

/// `words! { /// Doc. Name { /// Doc. Variant "word"; } }`: the enum with its list of all, and each variant's word both ways.
macro_rules! words {
    ($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $v:ident $word:tt;)* }) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema)]
        $(#[$outer])*
        pub enum $name { $($(#[$doc])* #[serde(rename = $word)] $v),* }

        impl $name {
            /// All.
            pub const ALL: &'static [Self] = &[$(Self::$v),*];

            /// The word on the wire and in the table.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$v => $word),* } }

            /// Reads the word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> { match word { $($word => Some(Self::$v),)* _ => None } }
        }
    };
}
pub(crate) use words;
