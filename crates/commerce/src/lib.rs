//! commerce
