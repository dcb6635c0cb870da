//! A theme as one ZIP file (TH-05): read from a stranger, so every size is counted while it is unpacked and every name is checked before it
//! is used; nothing is ever written to a disk. Pure.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{Cursor, Read, Write};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use web::Message;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::definition::ThemeDefinition;
use super::folder::{LINK, MOST_FILE_BYTES, MOST_FILES, ThemeFiles, ThemeFolder, is_theme_id, path_fault};
use super::problem::ThemeProblem;

/// Most bytes of an archive.
pub(super) const MOST_PACKED: usize = 8 * 1024 * 1024;
/// Most bytes of its files together.
const MOST_UNPACKED: usize = 16 * 1024 * 1024;
/// Entries that are looked at, folders and hidden files among them.
const MOST_ENTRIES: usize = 2_000;
/// Problems that are listed.
const MOST_PROBLEMS: usize = 100;
/// What stands for the archive itself where a file is named.
pub(super) const ARCHIVE: &str = "file";
/// The kind of file in a Unix mode, and those that are read.
const KIND_BITS: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const LINK_BITS: u32 = 0o120_000;

/// An archive above [`MOST_PACKED`].
pub(super) const TOO_LARGE: Message = Message::new("الملف أكبر من 8 م.ب.", "The file is larger than 8 MB.");
const NOT_A_ZIP: Message = Message::new("هذا ليس ملف ZIP صالحًا.", "This isn't a valid ZIP file.");
const TOO_MANY: Message =
    Message::new("يحتوي الملف على عناصر أكثر من المسموح: 400 ملف.", "The archive holds too many files: 400 at most.");
const TWICE: Message = Message::new("يتكرر اسم ملف داخل الأرشيف.", "The archive holds a file of the same name twice.");
const SAME_NAME: Message =
    Message::new("يوجد ملف آخر بالاسم نفسه ولا يختلف إلا بحالة الأحرف.", "Another file has this name, but for capital letters.");
const OUTSIDE: Message = Message::new("مسار الملف يخرج من مجلد القالب.", "Its path leads out of the theme's folder.");
const NOT_UTF8: Message = Message::new("اسم الملف ليس نصًا صالحًا (UTF-8).", "Its name isn't valid text (UTF-8).");
const NOT_A_FILE: Message = Message::new("هذا ليس ملفًا عاديًا.", "It isn't a regular file.");
const LOCKED: Message = Message::new("الملف محمي بكلمة مرور أو تالف.", "It's protected by a password or damaged.");
const FILE_TOO_LARGE: Message = Message::new("الملف أكبر من 1 م.ب.", "It's larger than 1 MB.");
const BLOATED: Message = Message::new("محتوى الأرشيف بعد فكّه أكبر من 16 م.ب.", "The archive is larger than 16 MB once unpacked.");
const NO_MANIFEST: Message = Message::new(
    "لا يحتوي الأرشيف على theme.json. اضغط مجلد القالب نفسه.",
    "The archive has no theme.json. Compress the theme's own folder.",
);
const BAD_ID: Message = Message::new(
    "المعرّف (id) يُكتب بحروف إنجليزية صغيرة وأرقام وشرطات، 40 حرفًا على الأكثر.",
    "Its id must be lowercase letters a to z, digits and hyphens, 40 at most.",
);
const TAKEN: Message = Message::new(
    "المعرّف «{id}» لقالب من قوالب المنصة. اختر معرّفًا آخر مثل my-{id}.",
    "The id {id} belongs to one of the platform's themes. Choose another, such as my-{id}.",
);
/// A theme out of an archive.
#[derive(Debug)]
pub struct UploadedTheme {
    /// Its files, with those of the theme that it extends.
    pub folder: ThemeFolder,
    /// Its own files, packed anew: the same files always make the same bytes.
    pub packed: Vec<u8>,
    /// The hash of its own files.
    pub hash: String,
    /// Bytes of its own files.
    pub size: usize,
}

/// `theme.json`, as far as the archive's rules need it.
#[derive(Deserialize)]
struct ManifestId {
    id: String,
}

/// Reads a stranger's archive.
///
/// # Errors
/// Everything that is wrong with it, a hundred problems at most.
pub fn read(bytes: &[u8]) -> Result<UploadedTheme, Vec<ThemeProblem>> {
    let mut problems = Vec::new();
    let files = unpack(bytes, &mut problems);
    problems.truncate(MOST_PROBLEMS);
    if !problems.is_empty() {
        return Err(problems);
    }
    let one = |problem: ThemeProblem| vec![problem];
    let manifest = files.get("theme.json").ok_or_else(|| one(ThemeProblem::new(ARCHIVE, NO_MANIFEST)))?;
    let named: ManifestId = serde_json::from_slice(manifest).map_err(|e| one(ThemeProblem::unreadable("theme.json", e)))?;
    if !is_theme_id(&named.id) {
        return Err(one(ThemeProblem::new("theme.json", BAD_ID)));
    }
    if ThemeDefinition::find(&named.id).is_some() {
        return Err(one(ThemeProblem::new("theme.json", TAKEN.with("id", &named.id))));
    }
    let (hash, size) = (hash_of(&files), files.values().map(|bytes| bytes.len()).sum());
    let packed = pack(&files).ok_or_else(|| one(ThemeProblem::new(ARCHIVE, NOT_A_ZIP)))?;
    Ok(UploadedTheme { folder: ThemeFolder::from_files(&named.id, files), packed, hash, size })
}

/// The theme of an archive that [`pack`] made.
///
/// # Errors
/// It cannot be read.
pub(super) fn reopen(id: &str, packed: &[u8]) -> Result<ThemeFolder, ThemeProblem> {
    let mut problems = Vec::new();
    let files = unpack(packed, &mut problems);
    match problems.into_iter().next() {
        Some(problem) => Err(problem),
        None => Ok(ThemeFolder::from_files(id, files)),
    }
}

/// The files of an archive; what is wrong is added to `problems`.
fn unpack(bytes: &[u8], problems: &mut Vec<ThemeProblem>) -> ThemeFiles {
    let mut files = ThemeFiles::new();
    let mut add = |file: &str, text: Message| problems.push(ThemeProblem::new(file, text));
    if bytes.len() > MOST_PACKED {
        add(ARCHIVE, TOO_LARGE);
        return files;
    }
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else {
        add(ARCHIVE, NOT_A_ZIP);
        return files;
    };
    if archive.len() > MOST_ENTRIES {
        add(ARCHIVE, TOO_MANY);
        return files;
    }
    if archive.has_duplicate_names() {
        add(ARCHIVE, TWICE);
        return files;
    }
    let mut total = 0_usize;
    for index in 0..archive.len() {
        // The raw entry first: its name and mode are known also where its content cannot be read.
        let about = archive.by_index_raw(index).map(|entry| (entry.name_raw().to_vec(), entry.unix_mode(), entry.encrypted()));
        let Ok((raw_name, mode, is_encrypted)) = about else {
            add(ARCHIVE, NOT_A_ZIP);
            return files;
        };
        let Ok(name) = String::from_utf8(raw_name.clone()) else {
            add(&short(&String::from_utf8_lossy(&raw_name)), NOT_UTF8);
            continue;
        };
        let shown = short(&name);
        if leads_outside(&name) {
            add(&shown, OUTSIDE);
            continue;
        }
        match mode.map(|mode| mode & KIND_BITS) {
            Some(LINK_BITS) => {
                add(&shown, LINK);
                continue;
            }
            None | Some(0 | REGULAR) => {}
            Some(_) if name.ends_with('/') => continue,
            Some(_) => {
                add(&shown, NOT_A_FILE);
                continue;
            }
        }
        if name.ends_with('/') || is_hidden(&name) {
            continue;
        }
        if files.len() >= MOST_FILES {
            add(ARCHIVE, TOO_MANY);
            return files;
        }
        let mut content = Vec::new();
        let read = match archive.by_index(index) {
            Ok(entry) if !is_encrypted => entry.take(MOST_FILE_BYTES + 1).read_to_end(&mut content).is_ok(),
            _ => false,
        };
        total += content.len();
        if content.len() as u64 > MOST_FILE_BYTES {
            add(&shown, FILE_TOO_LARGE);
        } else if !read {
            add(&shown, LOCKED);
        }
        if total > MOST_UNPACKED {
            add(ARCHIVE, BLOATED);
            return ThemeFiles::new();
        }
        files.insert(name, Cow::Owned(content));
    }
    let files = without_top_folder(files);
    let mut lower = BTreeSet::new();
    for path in files.keys() {
        if !lower.insert(path.to_ascii_lowercase()) {
            add(&short(path), SAME_NAME);
        }
        if let Some(fault) = path_fault(path) {
            add(&short(path), fault);
        }
    }
    files
}

/// A name as it is shown: bounded, and without what would break a line.
fn short(name: &str) -> String {
    let text: String = name.chars().filter(|c| !c.is_control()).take(120).collect();
    if text.is_empty() { ARCHIVE.to_owned() } else { text }
}

/// Absolute paths, those of Windows, and steps upwards.
fn leads_outside(name: &str) -> bool {
    let is_step = |part: &str| part == ".." || part == ".";
    name.is_empty()
        || name.starts_with('/')
        || name.contains(['\\', ':', '\0'])
        || name.split('/').any(is_step)
        || name.trim_end_matches('/').contains("//")
}

/// What systems add to archives by themselves.
fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// Archives of a folder have its name before each path.
fn without_top_folder(files: ThemeFiles) -> ThemeFiles {
    if files.contains_key("theme.json") {
        return files;
    }
    let top = files.keys().next().and_then(|path| path.split_once('/')).map(|(top, _)| format!("{top}/"));
    match top {
        Some(top) if files.keys().all(|path| path.starts_with(&top)) => {
            files.into_iter().map(|(path, bytes)| (path[top.len()..].to_owned(), bytes)).collect()
        }
        _ => files,
    }
}

/// The hash of files: of their names and contents.
fn hash_of(files: &ThemeFiles) -> String {
    let mut digest = Sha256::new();
    for (path, bytes) in files {
        for part in [path.as_bytes(), bytes.as_ref()] {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
    }
    digest.finalize()[..16].iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Packs files; `None` when they cannot be written, which memory always can.
pub(super) fn pack(files: &ThemeFiles) -> Option<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // Without times: the same files make the same archive.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).unix_permissions(0o644);
    for (path, bytes) in files {
        archive.start_file(path.as_str(), options).ok()?;
        archive.write_all(bytes).ok()?;
    }
    Some(archive.finish().ok()?.into_inner())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MANIFEST: &str = r#"{"id": "mine"}"#;

    fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(bytes).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    fn refusals(entries: &[(&str, &[u8])]) -> Vec<String> {
        let mut all = vec![("theme.json", MANIFEST.as_bytes())];
        all.extend(entries);
        match read(&packed(&all)) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn th_05_an_archive_of_a_folder_or_of_its_files_is_the_same_theme() {
        let flat = packed(&[("theme.json", MANIFEST.as_bytes()), ("assets/a.css", b"a{}")]);
        let folder = packed(&[
            ("mine/", b""),
            ("mine/theme.json", MANIFEST.as_bytes()),
            ("mine/assets/a.css", b"a{}"),
            ("__MACOSX/mine/._theme.json", b"x"),
            ("mine/.DS_Store", b"x"),
        ]);
        let (flat, folder) = (read(&flat).unwrap(), read(&folder).unwrap());
        assert_eq!((flat.hash.as_str(), &flat.packed), (folder.hash.as_str(), &folder.packed));
        assert_eq!(folder.folder.paths("", ""), ["assets/a.css", "theme.json"]);
        let again = reopen("mine", &flat.packed).unwrap();
        assert_eq!((again.id(), again.bytes("assets/a.css")), ("mine", Some(&b"a{}"[..])));
    }

    #[test]
    fn th_05_what_no_theme_has_is_refused_with_its_file() {
        let large = vec![b'a'; usize::try_from(MOST_FILE_BYTES).unwrap() + 1];
        let cases: [(&str, &[u8], &str); 10] = [
            ("../x.html", b"x", "out of the theme's folder"),
            ("a/../../x.html", b"x", "out of the theme's folder"),
            ("/etc/x.html", b"x", "out of the theme's folder"),
            ("C:/x.html", b"x", "out of the theme's folder"),
            ("a\\x.html", b"x", "out of the theme's folder"),
            ("run.sh", b"x", "no files of this kind"),
            ("a b.html", b"x", "names are"),
            ("a/b/c/d/e.html", b"x", "nested too deeply"),
            ("assets/large.css", &large, "larger than 1 MB"),
            ("Theme.json", b"x", "but for capital letters"),
        ];
        for (name, bytes, text) in cases {
            let problems = refusals(&[(name, bytes)]);
            assert!(problems.iter().any(|p| p.contains(text)), "{name}: {problems:?}");
        }
        let id =
            |id: &str| read(&packed(&[("theme.json", format!(r#"{{"id": "{id}"}}"#).as_bytes())])).unwrap_err()[0].to_string();
        assert!(id("one").contains("my-one") && id("A b").contains("lowercase"));
        assert!(read(b"PK").unwrap_err()[0].to_string().contains("ZIP"));
        assert!(read(&packed(&[("a.css", b"")])).unwrap_err()[0].to_string().contains("no theme.json"));
        let two = packed(&[("a/theme.json", MANIFEST.as_bytes()), ("b/a.css", b"")]);
        assert!(read(&two).unwrap_err()[0].to_string().contains("no theme.json"));
    }

    #[test]
    fn th_05_links_duplicates_and_bombs_are_refused() {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file("theme.json", SimpleFileOptions::default()).unwrap();
        archive.write_all(MANIFEST.as_bytes()).unwrap();
        archive.add_symlink("assets/a.css", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        let linked = archive.finish().unwrap().into_inner();
        assert!(read(&linked).unwrap_err()[0].to_string().contains("links are not allowed"));
        // Twice the same name: the second is renamed in the bytes.
        let mut twice = packed(&[("theme.json", MANIFEST.as_bytes()), ("assets/a.css", b"1"), ("assets/b.css", b"2")]);
        while let Some(at) = twice.windows(12).position(|w| w == b"assets/b.css") {
            twice[at + 7] = b'a';
        }
        assert!(read(&twice).unwrap_err()[0].to_string().contains("twice"));
        // A million zeros pack to a thousand bytes: seventeen of them are more than an archive may unpack to.
        let zeros = vec![0; 1_000_000];
        let names: Vec<String> = (0..17).map(|n| format!("assets/{n}.txt")).collect();
        let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), zeros.as_slice())).collect();
        assert!(refusals(&entries)[0].contains("16 MB once unpacked"));
        let names: Vec<String> = (0..MOST_FILES).map(|n| format!("assets/{n}.txt")).collect();
        let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
        assert!(refusals(&entries)[0].contains("too many files"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Whatever arrives: no panic, and nothing beyond the bounds.
        #[test]
        fn th_05_an_archive_of_anything_ends_within_its_bounds(
            names in proptest::collection::vec("[a-zA-Z0-9./\\\\_ \u{0}-\u{ff}-]{0,24}(\\.css|\\.html|\\.js|/)?", 0..12),
            sizes in proptest::collection::vec(0_u16..3_000, 12),
            damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..8),
            has_manifest in any::<bool>(),
        ) {
            let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
            if has_manifest {
                archive.start_file("theme.json", SimpleFileOptions::default()).unwrap();
                archive.write_all(MANIFEST.as_bytes()).unwrap();
            }
            for (name, size) in names.iter().zip(&sizes) {
                if archive.start_file(name.as_str(), SimpleFileOptions::default().unix_permissions(u32::from(*size))).is_ok() {
                    archive.write_all(&vec![b'x'; usize::from(*size)]).unwrap();
                }
            }
            let mut bytes = archive.finish().unwrap().into_inner();
            for (place, byte) in damage {
                let at = place.index(bytes.len());
                bytes[at] = byte;
            }
            match read(&bytes) {
                Ok(theme) => {
                    prop_assert!(theme.size <= MOST_UNPACKED && theme.folder.paths("", "").len() <= MOST_FILES);
                    prop_assert!(theme.folder.paths("", "").iter().all(|path| path_fault(path).is_none() && !path.contains("..")));
                }
                Err(problems) => prop_assert!((1..=MOST_PROBLEMS).contains(&problems.len())),
            }
        }

        #[test]
        fn th_05_random_bytes_are_no_archive(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
            prop_assert!(read(&bytes).is_err());
        }
    }
}
