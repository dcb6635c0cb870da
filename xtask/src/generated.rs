//! Files made from others, and the proof that they are current.

use std::process::Command;

use crate::shell::{Outcome, command, output, root, sh};
use crate::{compiled, dashboard, schemas};

const DOCUMENT: &str = "docs/openapi.json";
const TYPES: &str = "dashboard/src/shared/api/schema.d.ts";

/// The API document as this server says it is.
fn document(server: &mut Command) -> Outcome<String> {
    schemas::check()?;
    output(server.arg("openapi").current_dir(root()))
}

/// Writes all of them.
pub(crate) fn write() -> Outcome {
    let mut server = command("cargo", &["run", "--quiet", "--locked", "--package", "server", "--bin", "rawaj", "--"]);
    std::fs::write(root().join(DOCUMENT), document(&mut server)?).map_err(|e| format!("{DOCUMENT}: {e}"))?;
    dashboard::check_tools()?;
    dashboard::install("dashboard/tools/openapi")?;
    dashboard::npm("gen:api")?;
    println!("{DOCUMENT} and {TYPES} are written");
    Ok(())
}

/// The committed document is what the server says.
pub(crate) fn check_document() -> Outcome {
    let committed =
        std::fs::read_to_string(root().join(DOCUMENT)).map_err(|e| format!("{DOCUMENT}: {e}; run `cargo xtask gen`"))?;
    let current = document(&mut Command::new(compiled::server()?))?;
    if committed == current { Ok(()) } else { Err(format!("{DOCUMENT} is not current: run `cargo xtask gen`")) }
}

/// The committed types are what the committed document gives.
pub(crate) fn check_types() -> Outcome {
    let committed = std::fs::read_to_string(root().join(TYPES)).map_err(|e| format!("{TYPES}: {e}; run `cargo xtask gen`"))?;
    dashboard::install("dashboard/tools/openapi")?;
    let fresh = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = fresh.path().join("schema.d.ts");
    let to = path.display().to_string();
    let program = root().join("dashboard/tools/openapi/node_modules/.bin/openapi-typescript");
    sh(&program.display().to_string(), &[DOCUMENT, "-o", &to, "--alphabetize", "--empty-objects-unknown"])?;
    let fresh = std::fs::read_to_string(&path).map_err(|e| format!("{to}: {e}"))?;
    if committed == fresh { Ok(()) } else { Err(format!("{TYPES} is not current: run `cargo xtask gen`")) }
}
