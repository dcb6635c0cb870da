//! Generates the list of migrations from the files of `migrations/`: there is no other list.

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../migrations");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<(i64, String)> = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let file = entry?.file_name().into_string().map_err(|name| format!("{}: not UTF-8", name.display()))?;
        // Skips what an editor or a file manager leaves there.
        let Some(name) = file.strip_suffix(".sql").filter(|name| !name.starts_with('.')) else { continue };
        let (number, words) = name.split_once('_').ok_or_else(|| format!("migrations/{file}: NNNN_name.sql"))?;
        if number.len() != 4 || words.is_empty() {
            return Err(format!("migrations/{file}: NNNN_name.sql").into());
        }
        files.push((number.parse()?, name.to_owned()));
    }
    files.sort();
    if let Some(pair) = files.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(format!("migrations/{} and {} have one number", pair[0].1, pair[1].1).into());
    }
    let mut out = String::from("/// Every migration, in order.\npub const MIGRATIONS: &[Migration] = &[\n");
    for (number, name) in files {
        writeln!(
            out,
            "    Migration {{ number: {number}, name: \"{name}\", \
             sql: include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../../migrations/{name}.sql\")) }},"
        )?;
    }
    out.push_str("];\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("migrations.rs"), out)?;
    Ok(())
}
