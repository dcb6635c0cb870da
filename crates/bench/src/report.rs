//! The results of a run, as a table for people and as JSON for machines.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use crate::data::Size;
use crate::load::Outcome;

/// Whether a measurement is of the program or its floor in the same run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The program.
    Ours,
    /// The machine without it.
    Floor,
}

/// A line of the table.
#[derive(Debug, Clone)]
pub struct Line {
    /// `product page`, `order list`, ...; a floor has the name of what it is the floor of.
    pub name: &'static str,
    /// Ours or the floor.
    pub kind: Kind,
    /// Connections; of a floor in SQL, threads that read or operations to a commit.
    pub connections: usize,
    /// The figures.
    pub outcome: Outcome,
}

/// What was measured, and on what.
#[derive(Debug, Clone)]
pub struct Report {
    /// Rows in the database.
    pub size: Size,
    /// Of the database file.
    pub database_bytes: u64,
    /// How long seeding took, when this run seeded.
    pub seeding: Option<Duration>,
    /// From the start of the process to its first answer.
    pub start: Duration,
    /// Every measurement.
    pub lines: Vec<Line>,
}

/// A goal of the benchmark.
#[derive(Debug, Clone)]
pub struct Goal {
    /// In words.
    pub description: String,
    /// The measured value.
    pub reached: f64,
    /// The target value.
    pub target: f64,
    /// The target is an upper limit.
    pub is_limit: bool,
    /// `%`, `/s`, `MB`, `ms`.
    pub unit: &'static str,
}

impl Goal {
    /// Whether the goal is met.
    #[must_use]
    pub fn is_met(&self) -> bool {
        if self.is_limit { self.reached <= self.target } else { self.reached >= self.target }
    }
}

/// Searches and every query of the orders list: people wait for them while they type or choose.
fn is_quick(name: &str) -> bool {
    name.starts_with("search") || name.starts_with("order list") || name.starts_with("orders, ") || name == "home cards"
}

/// The beginning of the rows of a burst.
pub const BURST: &str = "burst of callbacks";

const MIB: f64 = 1_048_576.0;

fn millis(d: Duration) -> f64 {
    d.as_secs_f64() * 1_000.0
}

/// The head of the table of measurements.
pub const HEAD: &str = "| what | connections | per second | requests/s | p50 ms | p99 ms | CPU µs/request | RSS MB | most RSS MB | failed | of its floor |\n\
                        |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

impl Report {
    /// The share of its floor that `line` reaches.
    fn share(&self, line: &Line) -> Option<f64> {
        let floor =
            self.lines.iter().find(|l| l.kind == Kind::Floor && l.name == line.name && l.connections == line.connections)?;
        (line.kind == Kind::Ours).then(|| line.outcome.per_second / floor.outcome.per_second * 100.0)
    }

    /// A row of the table; its floor is the row before.
    #[must_use]
    pub fn row(&self, line: &Line) -> String {
        let o = &line.outcome;
        let name = match line.kind {
            Kind::Ours => line.name.to_owned(),
            Kind::Floor => format!("floor of {}", line.name),
        };
        format!(
            "| {name} | {} | {:.0} | {:.0} | {:.2} | {:.2} | {:.0} | {:.0} | {:.0} | {} | {} |",
            line.connections,
            o.per_second,
            o.per_second * o.requests,
            millis(o.p50),
            millis(o.p99),
            o.cpu_per_request.as_secs_f64() * 1_000_000.0,
            o.rss_bytes as f64 / MIB,
            o.peak_rss_bytes as f64 / MIB,
            o.failed,
            self.share(line).map_or_else(String::new, |s| format!("{s:.0} %"))
        )
    }

    /// The goals, as far as they were measured: at the most connections of the run.
    #[must_use]
    pub fn goals(&self) -> Vec<Goal> {
        // A burst has connections of its own.
        let most = self.lines.iter().filter(|l| !l.name.starts_with(BURST)).map(|l| l.connections).max().unwrap_or(0);
        let own_line = |name: &str| self.lines.iter().find(|l| l.kind == Kind::Ours && l.name == name && l.connections == most);
        let mut goals = Vec::new();
        for (name, target) in [("product page", 60.0), ("order list", 50.0), ("order detail", 50.0), ("checkout", 30.0)] {
            if let Some(reached) = own_line(name).and_then(|l| self.share(l)) {
                goals.push(Goal {
                    description: format!("{name} against its floor, {most} connections"),
                    reached,
                    target,
                    is_limit: false,
                    unit: "%",
                });
            }
        }
        if let Some(line) = own_line("checkout") {
            goals.push(Goal {
                description: format!("whole checkouts, {most} connections"),
                reached: line.outcome.per_second,
                target: 2_000.0,
                is_limit: false,
                unit: "/s",
            });
        }
        for line in self.lines.iter().filter(|l| l.kind == Kind::Ours && l.name.starts_with(BURST)) {
            let is_booked = line.name.ends_with("booked");
            goals.push(Goal {
                description: format!("{}: {}", line.name, if is_booked { "the last payment" } else { "99 of 100 answers" }),
                reached: millis(line.outcome.p99),
                target: if is_booked { 60_000.0 } else { 200.0 },
                is_limit: true,
                unit: "ms",
            });
        }
        let gateway_down = self.lines.iter().find(|l| l.kind == Kind::Ours && l.name.starts_with("checkout beside a gateway"));
        if let Some((line, reached)) = gateway_down.and_then(|line| Some((line, self.share(line)?))) {
            goals.push(Goal {
                description: format!("{} against alone", line.name),
                reached,
                target: 90.0,
                is_limit: false,
                unit: "%",
            });
        }
        let fewest = self.lines.iter().map(|l| l.connections).min().unwrap_or(0);
        for line in self.lines.iter().filter(|l| l.kind == Kind::Ours && is_quick(l.name) && l.connections == fewest) {
            goals.push(Goal {
                description: format!("{}: 99 of 100 answers, {fewest} connections", line.name),
                reached: millis(line.outcome.p99),
                target: 20.0,
                is_limit: true,
                unit: "ms",
            });
        }
        for line in self.lines.iter().filter(|l| l.kind == Kind::Ours && l.name.starts_with("200 documents")) {
            goals.push(Goal {
                description: format!("{} in one print", line.name),
                reached: millis(line.outcome.p99),
                target: 5_000.0,
                is_limit: true,
                unit: "ms",
            });
        }
        let peak = self.lines.iter().filter(|l| l.kind == Kind::Ours).map(|l| l.outcome.peak_rss_bytes).max().unwrap_or(0);
        goals.push(Goal {
            description: "resident memory at its highest".into(),
            reached: peak as f64 / MIB,
            target: 200.0,
            is_limit: true,
            unit: "MB",
        });
        goals.push(Goal {
            description: "start to first answer".into(),
            reached: millis(self.start),
            target: 300.0,
            is_limit: true,
            unit: "ms",
        });
        goals
    }

    /// The goals as a table.
    #[must_use]
    pub fn goals_table(&self) -> String {
        let mut out = String::from("\n| goal | reached | wanted | |\n|---|--:|--:|---|");
        for goal in self.goals() {
            let Goal { description, reached, target, is_limit, unit } = &goal;
            let bound = if *is_limit { "at most" } else { "at least" };
            let verdict = if goal.is_met() { "holds" } else { "SHORT" };
            let _ = write!(out, "\n| {description} | {reached:.0} {unit} | {bound} {target:.0} {unit} | {verdict} |");
        }
        out
    }

    /// Every figure.
    #[must_use]
    pub fn json(&self) -> Value {
        let Size { stores, products, orders } = self.size;
        let line = |l: &Line| {
            let o = &l.outcome;
            json!({
                "what": l.name, "is_floor": l.kind == Kind::Floor, "connections": l.connections, "per_second": o.per_second,
                "requests_per_second": o.per_second * o.requests, "p50_ms": millis(o.p50), "p99_ms": millis(o.p99),
                "cpu_us_per_request": o.cpu_per_request.as_secs_f64() * 1_000_000.0, "rss_bytes": o.rss_bytes, "failed": o.failed,
                "share_of_floor_percent": self.share(l),
            })
        };
        let goal = |g: &Goal| json!({ "what": g.description, "reached": g.reached, "wanted": g.target, "is_limit": g.is_limit, "unit": g.unit, "holds": g.is_met() });
        json!({
            "stores": stores, "products": products, "orders": orders, "database_bytes": self.database_bytes,
            "seeding_seconds": self.seeding.map(|d| d.as_secs_f64()), "start_ms": millis(self.start),
            "measurements": self.lines.iter().map(line).collect::<Vec<_>>(), "goals": self.goals().iter().map(goal).collect::<Vec<_>>(),
        })
    }
}
