//! `rawaj`: the whole platform in one program.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use platform::stores::access;
use server::Program;
use server::config::Config;
use server::program::{Ended, StartError};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(name = "rawaj", version, about = "Rawaj: open and run an online store")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the dashboard, the API and every store, with background work.
    Serve,
    /// Run background work alone (a second process on PostgreSQL).
    Worker,
    /// Bring the database up to date and stop.
    Migrate,
    /// Copy the live database and the media to a folder, while the program runs (PostgreSQL has `pg_dump`).
    Backup {
        /// The folder; an earlier backup in it is brought up to date.
        path: PathBuf,
        /// Databases that stay in the folder, the new one among them; older ones are named by their time. Without it none is
        /// deleted.
        #[arg(long, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
        keep: Option<usize>,
    },
    /// Restore a backup in the place of the live data, also while the program runs. The previous database is kept.
    Restore {
        /// The folder of a backup, or a database file alone.
        path: PathBuf,
    },
    /// Write everything of one store (rows as JSON lines, media) into one tar file, as of one moment.
    Export {
        /// The store's label: `dukkan` of `dukkan.example.com`.
        #[arg(long)]
        store: String,
        /// The file to write: `dukkan.tar`.
        path: PathBuf,
    },
    /// Make sample stores with Arabic products, customers and months of orders; the same seed makes the same data.
    Seed {
        /// Chooses the data.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Stores; the first is the demo store.
        #[arg(long, default_value_t = 1)]
        stores: usize,
        /// Products in each store.
        #[arg(long, default_value_t = 120)]
        products: usize,
        /// Orders in each store.
        #[arg(long, default_value_t = 400)]
        orders: usize,
        /// Days over which the orders came.
        #[arg(long, default_value_t = 180)]
        days: i64,
        /// Leave out the pictures of products, categories and the front page; their copies take a minute in the background.
        #[arg(long)]
        without_pictures: bool,
        /// Do nothing where there is a demo store already.
        #[arg(long)]
        if_missing: bool,
    },
    /// List the operators of the platform, or add one: only these can be named in `impersonate`.
    Operators {
        /// The name to add; it stands in the journal of every store that the operator enters.
        #[arg(long)]
        add: Option<String>,
    },
    /// Make a link with which an operator enters a store in its owner's name (impersonation). It works once, within five minutes.
    Impersonate {
        /// The store's label: `dukkan` of `dukkan.example.com`.
        #[arg(long)]
        store: String,
        /// The operator's name, as `operators` lists it.
        #[arg(long)]
        operator: String,
    },
    /// The keys that seal the secrets of stores (docs/OPERATIONS.md, "Secrets").
    #[command(subcommand)]
    Secrets(SecretsCommand),
    /// Print the API document.
    Openapi,
    /// Check configuration, database and folders, and report what is wrong.
    Doctor,
    /// Work on a theme of one's own (docs/themes.md).
    #[command(subcommand)]
    Theme(ThemeCommand),
}

#[derive(Subcommand)]
enum SecretsCommand {
    /// Seal every secret anew, also while the program runs: with a new key where the keys are in the data folder, else with the
    /// first one of `RAWAJ_SECRET_KEY`. Can be repeated at any time.
    Rotate,
}

#[derive(Subcommand)]
enum ThemeCommand {
    /// Check a theme's folder: schemas, texts in both languages, templates, assets. Lists what is wrong.
    Check {
        /// The folder with `theme.json`.
        folder: PathBuf,
    },
    /// Serve a store with a theme's folder, as `serve` does; pages load anew when a file is saved. Nothing of the store is changed.
    Dev {
        /// The folder with `theme.json`.
        folder: PathBuf,
        /// The store's label: `dukkan` of `dukkan.example.com`.
        #[arg(long)]
        store: String,
    },
}

/// Prints what is wrong with a theme.
fn check_theme(folder: &std::path::Path) -> ExitCode {
    let problems = match site::theme::ThemeFolder::read(folder) {
        Ok(folder) => storefront::check_theme(&folder),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    for problem in &problems {
        eprintln!("{problem}");
    }
    if problems.is_empty() {
        println!("nothing is wrong with {}", folder.display());
        return ExitCode::SUCCESS;
    }
    eprintln!("{} problems", problems.len());
    ExitCode::FAILURE
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Command::Theme(ThemeCommand::Check { folder }) = &cli.command {
        return check_theme(folder);
    }
    if matches!(cli.command, Command::Openapi) {
        return match serde_json::to_string_pretty(&server::openapi()) {
            Ok(text) => {
                println!("{text}");
                ExitCode::SUCCESS
            }
            Err(e) => fail(&e),
        };
    }
    log();
    // Without transparent huge pages: with them the allocator's areas stay resident as a whole, which takes a third more memory
    // at rest and delays the first answer until they are cleared. A kernel without the switch works as well.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    // Files that this program creates belong to its owner alone: databases, media, backups, exports.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(r) => r,
        Err(e) => return fail(&e),
    };
    let ended = runtime.block_on(run(cli.command));
    // Blocking work (an integrity check, a picture) is not waited for.
    runtime.shutdown_timeout(LAST_WORK);
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => fail(&e),
    }
}

/// Timeout of blocking work once the program has ended.
const LAST_WORK: std::time::Duration = std::time::Duration::from_secs(2);

fn fail(e: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("rawaj: {e}");
    ExitCode::FAILURE
}

/// `RUST_LOG` chooses what is logged, `RAWAJ_LOG=json` how.
fn log() {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| "info".into());
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_target(false);
    if std::env::var("RAWAJ_LOG").is_ok_and(|v| v == "json") {
        builder.json().init();
    } else {
        builder.init();
    }
}

async fn run(command: Command) -> Result<(), StartError> {
    let config = Config::from_env()?;
    match command {
        Command::Serve => exit_or_restart(Program::open(config).await?.serve().await?),
        Command::Theme(ThemeCommand::Dev { folder, store }) => {
            exit_or_restart(Program::open(config).await?.with_theme_of_folder(folder, &store).await?.serve().await?)
        }
        Command::Worker => exit_or_restart(Program::open(config).await?.work().await),
        Command::Migrate => {
            Program::open(config).await?;
            println!("the database is up to date");
            Ok(())
        }
        Command::Backup { path, keep } => tokio::task::block_in_place(|| server::backup::backup(&config, &path, keep)),
        Command::Restore { path } => tokio::task::block_in_place(|| server::backup::restore(&config, &path)),
        Command::Export { store, path } => {
            let (rows, files) = server::export::export(&Program::open(config).await?.app, &store, &path).await?;
            println!("{rows} rows and {files} files written to {}", path.display());
            Ok(())
        }
        Command::Seed { seed, stores, products, orders, days, without_pictures, if_missing } => {
            let program = Program::open(config).await?;
            if if_missing && office::sample::has_demo_store(&program.app).await? {
                return Ok(());
            }
            let plan =
                office::sample::Plan { seed, stores, products, orders, days, has_demo: true, has_pictures: !without_pictures };
            let created = office::sample::run(&program.app, &plan, |what| println!("{what}"))
                .await
                .map_err(|e| format!("sample data could not be written ({}); it needs a database without it", e.code()))?;
            println!();
            for store in created {
                println!(
                    "{}   sign in with {} and {}",
                    program.app.base.store_url(&store.slug),
                    store.mobile,
                    office::sample::PASSWORD
                );
            }
            Ok(())
        }
        Command::Operators { add } => {
            let app = Program::open(config).await?.app;
            if let Some(name) = add {
                access::add_operator(&app, &name).await?;
            }
            for name in access::list_operators(&app).await? {
                println!("{name}");
            }
            Ok(())
        }
        Command::Impersonate { store, operator } => {
            let link = access::make_link(&Program::open(config).await?.app, &store, &operator).await?;
            println!("{}, as {operator}, once, within five minutes:", link.store_name);
            println!("{}", link.url);
            Ok(())
        }
        Command::Secrets(SecretsCommand::Rotate) => {
            let storage = config.storage.clone();
            Ok(server::secrets::rotate(&Program::open(config).await?.app, &storage).await?)
        }
        Command::Doctor => server::doctor::run(config).await,
        Command::Openapi | Command::Theme(ThemeCommand::Check { .. }) => Ok(()),
    }
}

/// Restarts the program where its end asks for it.
fn exit_or_restart(ended: Ended) -> Result<(), StartError> {
    match ended {
        Ended::Stopped => Ok(()),
        Ended::MustRestart => server::program::exit(ended),
    }
}
