//! What is asked for and no shopper looked for: probes of programs, and files that browsers fetch by themselves. Pure.

use super::address::{is_own, key, path_of, segments};

/// Most characters of a missed address: a longer one is no link that anybody wrote.
const LONGEST: usize = 200;
/// Most segments of one.
const MOST_SEGMENTS: usize = 8;

/// Ends of files that no page of a store is.
const FILES: &[&str] = &[
    ".php", ".asp", ".aspx", ".jsp", ".cgi", ".env", ".git", ".sql", ".bak", ".zip", ".gz", ".tar", ".rar", ".7z", ".yml",
    ".yaml", ".ini", ".log", ".conf", ".json", ".xml", ".txt", ".js", ".mjs", ".map", ".css", ".ico", ".png", ".jpg", ".jpeg",
    ".gif", ".webp", ".avif", ".svg", ".woff", ".woff2", ".ttf",
];
/// Words in the paths of probes.
const PROBES: &[&str] = &[
    "wp-",
    "wordpress",
    "xmlrpc",
    "phpmyadmin",
    "cgi-bin",
    "apple-touch-icon",
    "vendor/",
    ".git",
    ".env",
    ".aws",
    ".ssh",
    "actuator",
    "owa/",
    "hnap1",
    "boaform",
    "solr/",
    "telescope",
    "adminer",
    "etc/passwd",
    "browserconfig",
];

/// The path of a request as a missed address; `None` for noise, and for paths that hold a shopper's secret.
pub(super) fn missed_path(path: &str) -> Option<String> {
    let path = path_of(path)?;
    let lower = key(&path);
    let first_dot = lower.contains("/.");
    let is_noise = first_dot || FILES.iter().any(|end| lower.ends_with(end)) || PROBES.iter().any(|word| lower.contains(word));
    let is_long = path.chars().count() > LONGEST || segments(&path).len() > MOST_SEGMENTS;
    (!is_noise && !is_long && !is_own(&path)).then_some(path)
}

/// Most characters of a host.
const LONGEST_HOST: usize = 100;

/// The host of a referrer, without all else that it may tell of a person.
pub(super) fn host(referrer: &str) -> &str {
    let rest = referrer.strip_prefix("https://").or_else(|| referrer.strip_prefix("http://")).unwrap_or_default();
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    if host.len() <= LONGEST_HOST && host.chars().all(is_host) { host } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_08_noise_and_secrets_are_no_missed_addresses() {
        for (path, missed) in [
            ("/products/old-shirt", Some("/products/old-shirt")),
            ("/en/blog/2020/summer", Some("/blog/2020/summer")),
            ("/%D9%82%D9%85%D9%8A%D8%B5", Some("/قميص")),
            ("/old-page.html", Some("/old-page.html")),
            ("/wp-login.php", None),
            ("/wp-content/x", None),
            ("/.env", None),
            ("/a/.git/config", None),
            ("/favicon.ico", None),
            ("/apple-touch-icon.png", None),
            ("/orders/abcdefghij0123456789", None),
            ("/a/secret", None),
            ("/cart/restore/secret", None),
            ("/en/drafts/secret", None),
            ("/x.PHP", None),
            ("/%FF", None),
        ] {
            assert_eq!(missed_path(path).as_deref(), missed, "{path}");
        }
        assert!(missed_path(&format!("/{}", "x".repeat(300))).is_none() && missed_path(&"/x".repeat(20)).is_none());
    }

    #[test]
    fn st_08_of_a_referrer_only_its_host_is_kept() {
        for (referrer, expected) in [
            ("https://www.google.com/search?q=someone", "www.google.com"),
            ("http://user:pass@x.example:8080/a", "x.example:8080"),
            ("android-app://com.x", ""),
            ("https://bad host/", ""),
            ("", ""),
        ] {
            assert_eq!(host(referrer), expected);
        }
    }
}
