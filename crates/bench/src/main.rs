//! The command line of the load driver.

use std::path::PathBuf;
use std::time::Duration;

use bench::data::Size;
use bench::run::{Options, run};
use bench::{Failure, floor};
use clap::{Args, Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(
    name = "bench",
    bin_name = "cargo xtask bench",
    about = "Measures the program against what the machine gives without it"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure.
    Run(RunArgs),
    /// A bare handler that answers the bytes of a file; the run starts it by itself.
    Floor {
        /// The file.
        body: PathBuf,
    },
}

#[derive(Args)]
struct RunArgs {
    /// The program to measure.
    #[arg(long)]
    program: PathBuf,
    /// The folder of seeded databases; one is kept for each size and used again.
    #[arg(long)]
    data: PathBuf,
    /// Stores.
    #[arg(long, default_value_t = 5)]
    stores: usize,
    /// Products over all stores.
    #[arg(long, default_value_t = 100_000)]
    products: usize,
    /// Orders over all stores.
    #[arg(long, default_value_t = 200_000)]
    orders: usize,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Connections at once, one after the other.
    #[arg(long, value_delimiter = ',', default_value = "1,16,64")]
    connections: Vec<usize>,
    /// Only what is named, in part or whole: product page, order list, order detail, orders (each filter, comparison, sort and
    /// search of the list), home cards, drafts list, carts list, carts counts, desk list, desk next, order status, bulk of 500,
    /// products list, search, product create, checkout, checkout beside lists, front page of 40 sections (and its publication), 200 documents, bulk price change (of the first
    /// store, and its undo), courier notices, courier price, callback intake, burst of callbacks, checkout beside a gateway that is down, customer import (10,000 rows), product import.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// An empty PostgreSQL database: the seeded rows are copied into it and the program runs on it. The floors stay those of the
    /// embedded engine.
    #[arg(long)]
    database_url: Option<String>,
    /// Rows of the product file that is imported.
    #[arg(long, default_value_t = 50_000)]
    import_rows: usize,
    /// Also writes every figure to this file.
    #[arg(long)]
    json: Option<PathBuf>,
}

fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match Cli::parse().command {
        Command::Floor { body } => Ok(runtime.block_on(floor::serve(std::fs::read(body)?.into()))?),
        Command::Run(RunArgs {
            program,
            data,
            stores,
            products,
            orders,
            seconds,
            connections,
            database_url,
            only,
            import_rows,
            json,
        }) => {
            let options = Options {
                program,
                data,
                size: Size { stores, products, orders },
                time: Duration::from_secs(seconds),
                connections,
                database_url,
                import_rows,
                only,
            };
            let report = runtime.block_on(run(&options))?;
            println!("{}", report.goals_table());
            if let Some(path) = json {
                std::fs::write(&path, serde_json::to_vec_pretty(&report.json())?)?;
                println!("written to {}", path.display());
            }
            Ok(())
        }
    }
}
