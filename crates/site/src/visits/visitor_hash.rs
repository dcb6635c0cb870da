//! The hash of a visitor, and the detection of bots.

use std::sync::LazyLock;

use kernel::StoreId;
use sha2::{Digest as _, Sha256};

/// The salt of a day, as the initial state of the hash.
#[derive(Debug, Clone)]
pub(super) struct Salt(Sha256);

impl Salt {
    /// From the salt's text in the table.
    pub(super) fn new(text: &str) -> Self {
        Self(Sha256::new_with_prefix(text))
    }

    /// The hash of a visitor of a store: salted, so that without the day's salt no visitor can be found by trying IP addresses. A
    /// salt has 64 characters, which is the first block of the hash and is computed once.
    pub(super) fn visitor_hash(&self, store: StoreId, ip: &str, agent: &[u8]) -> u64 {
        let mut hash = self.0.clone();
        hash.update(store.raw().to_be_bytes());
        hash.update(ip);
        hash.update([0]);
        hash.update(agent);
        let sum = hash.finalize();
        let mut first = [0; 8];
        first.copy_from_slice(&sum[..8]);
        u64::from_be_bytes(first)
    }
}

/// Words in the User-Agents of bots, in lower case; sorted by frequency.
const PROGRAMS: &[&str] = &[
    "bot",
    "crawl",
    "spider",
    "slurp",
    "preview",
    "facebookexternalhit",
    "whatsapp",
    "headless",
    "lighthouse",
    "monitor",
    "uptime",
    "pingdom",
    "curl/",
    "wget/",
    "python",
    "java/",
    "go-http-client",
    "okhttp",
    "axios",
    "node-fetch",
    "libwww",
    "httpclient",
    "scrapy",
    "phantomjs",
    "feedfetcher",
    "mediapartners",
    "embedly",
    "archiver",
    "scan",
    "check_http",
];

/// The pairs of letters with which these words begin: a prefilter that skips nearly every position of a browser's User-Agent.
static BEGINNINGS: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let mut all = vec![false; 1 << 16];
    for word in PROGRAMS {
        all[pair(word.as_bytes())] = true;
    }
    all
});

fn pair(bytes: &[u8]) -> usize {
    usize::from(bytes[0]) << 8 | usize::from(bytes[1])
}

/// Whether a User-Agent is that of a person's browser. A missing one, or one of a bot, is not.
#[must_use]
pub fn is_person(agent: &[u8]) -> bool {
    // Every browser claims to be compatible with the first one.
    if !agent.starts_with(b"Mozilla/") && !agent.starts_with(b"Opera/") {
        return false;
    }
    let lower = agent.to_ascii_lowercase();
    let begins = |at: usize| BEGINNINGS[pair(&lower[at..])] && PROGRAMS.iter().any(|w| lower[at..].starts_with(w.as_bytes()));
    !(0..lower.len() - 1).any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn db_01_browsers_are_people_and_programs_are_not() {
        for browser in [
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 354.0.0.28.93",
            "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
        ] {
            assert!(is_person(browser.as_bytes()), "{browser}");
        }
        for program in [
            "",
            "curl/8.5.0",
            "WhatsApp/2.23.20.0",
            "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
            "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36",
            "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
            "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
        ] {
            assert!(!is_person(program.as_bytes()), "{program}");
        }
    }

    #[test]
    fn db_01_a_mark_is_of_one_day_store_address_and_browser() {
        let (today, tomorrow) = (Salt::new(&"a".repeat(64)), Salt::new(&"b".repeat(64)));
        let (one, two) = (StoreId::from_raw(1), StoreId::from_raw(2));
        let mark = today.visitor_hash(one, "192.0.2.1", b"Mozilla/5.0");
        assert_eq!(mark, Salt::new(&"a".repeat(64)).visitor_hash(one, "192.0.2.1", b"Mozilla/5.0"), "every node makes the same");
        let others = [
            tomorrow.visitor_hash(one, "192.0.2.1", b"Mozilla/5.0"),
            today.visitor_hash(two, "192.0.2.1", b"Mozilla/5.0"),
            today.visitor_hash(one, "192.0.2.2", b"Mozilla/5.0"),
            today.visitor_hash(one, "192.0.2.1", b"Mozilla/5.1"),
            today.visitor_hash(one, "192.0.2.", b"1Mozilla/5.0"),
        ];
        assert!(!others.contains(&mark));
    }
}
