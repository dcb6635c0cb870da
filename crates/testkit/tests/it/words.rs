//! Texts that the specification prescribes, on the server and in the dashboard.

use std::path::PathBuf;

use kernel::Lang;
use kernel::rules::Notice;
use serde_json::Value;
use web::message::common;

fn catalogue(language: &str) -> Value {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../dashboard/src/shared/i18n").join(format!("{language}.json"));
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))).unwrap()
}

/// GU-12, GC-02, ME-02: messages that the documents state in English have one Arabic translation, on the server and in the
/// dashboard.
#[test]
fn gu_12_the_server_and_the_dashboard_say_the_stated_messages_alike() {
    let (arabic, english) = (catalogue("ar"), catalogue("en"));
    let mut shared = 0;
    for (key, text) in english.as_object().unwrap() {
        for notice in Notice::ALL {
            if *text == notice.message(Lang::En) {
                assert_eq!(arabic[key], notice.message(Lang::Ar), "{key}");
                shared += 1;
            }
        }
    }
    assert!(shared >= 5, "{shared}");
    for (message, notice) in [(common::INVALID, Notice::InvalidData), (common::INVALID_ITEM, Notice::InvalidItemSelected)] {
        assert_eq!((&*message.ar, &*message.en), (notice.message(Lang::Ar), notice.message(Lang::En)));
    }
}
