//! The API document as the generated tests read it.
