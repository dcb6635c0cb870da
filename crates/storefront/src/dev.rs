//! A folder that is served as a store's theme while somebody works on it (`rawaj theme dev`): read again when a file changes, with a script
//! in each page that loads it anew, and a page that names the file, the line and the reason where something is wrong. Only that
//! command makes one; nothing of it is stored.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use kernel::Env;
use sha2::{Digest as _, Sha256};
use site::theme::{Section, ThemeDefinition, ThemeFolder, ThemeProblem, sections_in};

use crate::cache::safety;
use crate::current_store::Store;
use crate::engine::{LoadedTheme, TemplateError};
use crate::escape::escape;

/// How often the folder is looked at.
const PAUSE: Duration = Duration::from_millis(300);
/// The addresses below `/assets/`.
const BASE: &str = "dev/";
/// The tag of the script in each page's head.
pub(crate) const TAGS: &str = "\n<script src=\"/assets/dev/reload.js\" defer></script>";
/// Asks twice a second whether the folder has changed.
const SCRIPT: &str = "const ask=()=>fetch('/assets/dev/version',{cache:'no-store'}).then(r=>r.text()).catch(()=>'');\
    let first;setInterval(async()=>{const now=await ask();if(!now)return;first??=now;if(now!==first)location.reload();},500);\n";
/// What a page about a fault may do.
const POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'";

/// What is served: the last state of the folder that could be read.
struct State {
    theme: Option<(Arc<LoadedTheme>, Arc<ThemeDefinition>)>,
    /// Why the folder as it is now cannot be served.
    fault: Option<ThemeProblem>,
    /// Raised by each change.
    version: u64,
}

/// A store as the folder shows it, of one generation of the store and one version of the folder.
struct Shown {
    generation: u64,
    version: u64,
    store: Arc<Store>,
    sections: Arc<Vec<Section>>,
}

/// Lists what is wrong with a theme ([`crate::check_theme`]).
type Check = fn(&ThemeFolder) -> Vec<ThemeProblem>;

/// A folder that is served as the theme of one store.
pub struct DevTheme {
    slug: String,
    check: Check,
    folder: PathBuf,
    state: RwLock<State>,
    shown: Mutex<Option<Shown>>,
}

/// Paths, times and sizes of a folder's files: another one means that something was saved.
fn fingerprint(folder: &Path, out: &mut Vec<(PathBuf, Option<SystemTime>, u64)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(2_000) {
        let Ok(about) = entry.metadata() else { continue };
        if about.is_dir() && out.len() < 10_000 {
            fingerprint(&entry.path(), out);
        } else {
            out.push((entry.path(), about.modified().ok(), about.len()));
        }
    }
}

impl DevTheme {
    /// Reads the folder for the store with this label.
    #[must_use]
    pub fn open(folder: PathBuf, slug: &str, check: Check) -> Arc<Self> {
        let state = RwLock::new(State { theme: None, fault: None, version: 0 });
        let dev = Self { slug: slug.to_ascii_lowercase(), check, folder, state, shown: Mutex::new(None) };
        dev.reload();
        Arc::new(dev)
    }

    /// Reads the folder again whenever one of its files changes; never ends.
    pub async fn watch(self: Arc<Self>) {
        let mut before = None;
        loop {
            let dev = self.clone();
            let now = tokio::task::spawn_blocking(move || {
                let mut all = Vec::new();
                fingerprint(&dev.folder, &mut all);
                all.sort();
                if before.as_ref().is_some_and(|before| *before != all) {
                    dev.reload();
                }
                all
            });
            before = now.await.ok();
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Reads the folder and says in the terminal what became of it.
    fn reload(&self) {
        let version = self.state.read().unwrap_or_else(PoisonError::into_inner).version + 1;
        let read = ThemeFolder::read(&self.folder).map_err(|e| ThemeProblem::unreadable(".", e));
        let loaded = read.and_then(|folder| {
            let loaded = LoadedTheme::load_own(&folder, &format!("/assets/{BASE}{version}/"))?;
            Ok((loaded, ThemeDefinition::load(&folder)?, folder))
        });
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.version = version;
        match loaded {
            Ok((loaded, definition, folder)) => {
                state.theme = Some((Arc::new(loaded), Arc::new(definition)));
                state.fault = None;
                drop(state);
                println!("read {}", self.folder.display());
                // What does not stop pages from being drawn, and an upload of the theme.
                for problem in (self.check)(&folder) {
                    println!("  {problem}");
                }
            }
            Err(problem) => {
                println!("  {problem}");
                state.fault = Some(problem);
            }
        }
    }

    /// The host's label is that of the store.
    pub(crate) fn is_of(&self, label: &str) -> bool {
        self.slug.eq_ignore_ascii_case(label)
    }

    /// The store with the folder as its theme, and what it says and shows in that theme's sections.
    pub(crate) fn shown(&self, env: &Env, store: &Store, before: &[Section]) -> (Arc<Store>, Arc<Vec<Section>>) {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let (version, theme) = (state.version, state.theme.clone());
        drop(state);
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shown) = shown.as_ref().filter(|shown| shown.generation == store.generation && shown.version == version) {
            return (shown.store.clone(), shown.sections.clone());
        }
        let Some((theme, definition)) = theme else { return (Arc::new(store.clone()), Arc::new(before.to_vec())) };
        let digest = Sha256::digest(format!("{}\n{version}", store.generation));
        let generation = digest[..8].iter().fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte)) | 1 << 62;
        let own = Arc::new(Store { generation, theme, ..store.clone() });
        let sections = Arc::new(sections_in(env, &definition, before));
        *shown = Some(Shown { generation: store.generation, version, store: own.clone(), sections: sections.clone() });
        (own, sections)
    }

    /// The theme whose assets are below an address.
    pub(crate) fn theme_of_asset(&self, name: &str) -> Option<Arc<LoadedTheme>> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.theme.as_ref().filter(|_| name.starts_with(BASE)).map(|(theme, _)| theme.clone())
    }

    /// The script of each page, and what it asks for.
    pub(crate) fn file(&self, name: &str) -> Option<Response> {
        let (kind, text) = match name.strip_prefix(BASE)? {
            "reload.js" => ("text/javascript; charset=utf-8", SCRIPT.to_owned()),
            "version" => {
                let version = self.state.read().unwrap_or_else(PoisonError::into_inner).version;
                ("text/plain; charset=utf-8", version.to_string())
            }
            _ => return None,
        };
        let mut response = Response::new(Body::from(text));
        let h = response.headers_mut();
        h.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        h.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        safety(h);
        Some(response)
    }

    /// The page in place of every other while the folder cannot be read.
    pub(crate) fn problem_page(&self) -> Option<Response> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let ThemeProblem { file, text } = state.fault.as_ref()?;
        Some(page(file, &text.en, &text.ar, ""))
    }

    /// The page in place of one whose template failed.
    pub(crate) fn fault_page(&self, error: &TemplateError) -> Response {
        let (file, line, reason) = error.place();
        let file = file.unwrap_or("?");
        let place = line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
        println!("  {place}: {reason}");
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let theme = state.theme.as_ref().map(|(theme, _)| theme.clone());
        drop(state);
        let source = theme.as_ref().and_then(|theme| theme.theme.templates.iter().find(|(name, _)| name == file));
        let mut around = String::new();
        if let (Some((_, source)), Some(line)) = (source, line) {
            for (n, text) in (1..).zip(source.lines()).filter(|(n, _)| line.abs_diff(*n) <= 3) {
                let _ = writeln!(around, "{}{n:>4}  {text}", if n == line { ">" } else { " " });
            }
        }
        page(&place, &reason, "", &around)
    }
}

/// A page about what is wrong; it loads itself anew when the folder changes.
fn page(place: &str, reason: &str, in_arabic: &str, source: &str) -> Response {
    let mut body = format!(
        "<!doctype html><html lang=\"en\" dir=\"ltr\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{place}</title><style>body{{font:16px/1.6 system-ui;margin:0;padding:8vh 6vw;color-scheme:light dark}}\
         h1{{font-size:1.3rem;color:#b3261e}}pre{{overflow:auto;padding:1rem;border:1px solid;border-radius:8px}}</style>\
         <h1>{place}</h1><p>{}</p>",
        escape(reason),
        place = escape(place),
    );
    if !in_arabic.is_empty() {
        let _ = write!(body, "<p lang=\"ar\" dir=\"rtl\">{}</p>", escape(in_arabic));
    }
    if !source.is_empty() {
        let _ = write!(body, "<pre>{}</pre>", escape(source));
    }
    body += TAGS;
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    let h = response.headers_mut();
    h.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    h.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    safety(h);
    response
}
