//! Addresses of videos that pages can show: a film of `YouTube` or Vimeo, or a file. Pure. Settings of themes hold them (TH-04), and
//! rich texts (ST-08, [`crate::html`]); the dashboard's `shared/lib/video-address.ts` knows the same ones.

/// A video by its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Video {
    /// A film of `YouTube`.
    Youtube {
        /// Its eleven characters.
        id: String,
    },
    /// A film of Vimeo.
    Vimeo {
        /// Its number.
        id: String,
        /// The key of one that is not listed; empty for others.
        key: String,
    },
    /// A file that browsers play themselves.
    File {
        /// Its address.
        url: String,
        /// Its media type.
        mime: &'static str,
    },
}

/// The types of files by the ends of their names: those that every browser plays.
const FILES: [(&str, &str); 2] = [(".mp4", "video/mp4"), (".webm", "video/webm")];

impl Video {
    /// The video of an address as people copy it; `None` when it leads to none that a page can show.
    #[must_use]
    pub fn parse(address: &str) -> Option<Self> {
        let address = address.trim();
        // Without a scheme it was typed from a screen.
        let rest = match address.split_once("://") {
            Some(("https", rest)) => rest,
            Some(_) => return None,
            None => address,
        };
        if address.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '<' | '>' | '\\')) {
            return None;
        }
        let (host, path) = rest.split_once('/')?;
        let host = host.to_ascii_lowercase();
        let host = host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(&host);
        let path = path.split('#').next().unwrap_or_default();
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        match host {
            "youtube.com" | "youtube-nocookie.com" | "music.youtube.com" => {
                let id = match parts.next()? {
                    "watch" => query.split('&').find_map(|pair| pair.strip_prefix("v="))?,
                    "embed" | "shorts" | "live" | "v" => parts.next()?,
                    _ => return None,
                };
                youtube(id)
            }
            "youtu.be" => youtube(parts.next()?),
            "vimeo.com" | "player.vimeo.com" => {
                let parts: Vec<&str> = parts.collect();
                let of_query = || query.split('&').find_map(|pair| pair.strip_prefix("h=")).unwrap_or_default();
                let (id, key) = match parts[..] {
                    [id] | ["video", id] => (id, of_query()),
                    // One that only its link opens has a key.
                    [id, key] => (id, key),
                    ["channels", _, id] | ["groups", _, "videos", id] => (id, ""),
                    _ => return None,
                };
                let is_key = key.is_empty() || ((6..=20).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_alphanumeric()));
                (is_number(id) && is_key).then(|| Self::Vimeo { id: id.to_owned(), key: key.to_owned() })
            }
            _ => {
                // A page with a lock shows nothing that comes without one.
                let is_host =
                    host.contains('.') && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':'));
                let lower = path.to_ascii_lowercase();
                let mime = FILES.iter().find(|(end, _)| lower.ends_with(end)).map(|(_, mime)| *mime)?;
                let is_file = address.starts_with("https://") && is_host && ammonia::Url::parse(address).is_ok();
                is_file.then(|| Self::File { url: address.to_owned(), mime })
            }
        }
    }

    /// The address to keep.
    #[must_use]
    pub fn address(&self) -> String {
        match self {
            Self::Youtube { id } => format!("https://www.youtube.com/watch?v={id}"),
            Self::Vimeo { id, key } if key.is_empty() => format!("https://vimeo.com/{id}"),
            Self::Vimeo { id, key } => format!("https://vimeo.com/{id}/{key}"),
            Self::File { url, .. } => url.clone(),
        }
    }

    /// The address of the player to put into a frame; `None` for a file. It begins by itself: a shopper has pressed a button before.
    #[must_use]
    pub fn player(&self) -> Option<String> {
        match self {
            Self::Youtube { id } => Some(format!("https://www.youtube-nocookie.com/embed/{id}?autoplay=1&rel=0&playsinline=1")),
            Self::Vimeo { id, key } if key.is_empty() => Some(format!("https://player.vimeo.com/video/{id}?autoplay=1&dnt=1")),
            Self::Vimeo { id, key } => Some(format!("https://player.vimeo.com/video/{id}?autoplay=1&dnt=1&h={key}")),
            Self::File { .. } => None,
        }
    }
}

fn youtube(id: &str) -> Option<Video> {
    let is_id = id.len() == 11 && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    is_id.then(|| Video::Youtube { id: id.to_owned() })
}

fn is_number(text: &str) -> bool {
    (1..=12).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn th_04_videos_are_known_by_the_addresses_that_people_copy() {
        for (sent, stored) in [
            ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
            ("youtu.be/dQw4w9WgXcQ?si=abc", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
            ("https://m.youtube.com/shorts/dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
            ("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
            ("https://vimeo.com/76979871", "https://vimeo.com/76979871"),
            ("https://player.vimeo.com/video/76979871?h=8272103f6e", "https://vimeo.com/76979871/8272103f6e"),
            ("https://vimeo.com/channels/staffpicks/76979871", "https://vimeo.com/76979871"),
            ("https://cdn.example.com/a/film.MP4?x=1", "https://cdn.example.com/a/film.MP4?x=1"),
            ("https://cdn.example.com/film.webm", "https://cdn.example.com/film.webm"),
        ] {
            let found = Video::parse(sent);
            assert_eq!(found.as_ref().map(Video::address).as_deref(), Some(stored), "{sent}");
            assert_eq!(Video::parse(stored), found, "what is kept is known again");
        }
        for wrong in [
            "",
            "https://www.youtube.com/",
            "https://www.youtube.com/watch?v=short",
            "https://www.youtube.com/@channel",
            "https://vimeo.com/about",
            "http://cdn.example.com/film.mp4",
            "https://cdn.example.com/film.avi",
            "https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ",
            "javascript:alert(1)//youtu.be/dQw4w9WgXcQ",
            "https://cdn.example.com/a\"onload=x.mp4",
            "https://cdn.example.com:99999/film.mp4",
            "https://user@cdn.example.com/film.mp4",
        ] {
            assert_eq!(Video::parse(wrong), None, "{wrong}");
        }
    }
}
