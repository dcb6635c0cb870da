//! Processor time and memory of another process, from /proc.

use std::io;
use std::time::Duration;

/// A reading.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// User and system time since the process began.
    pub cpu: Duration,
    /// Resident memory.
    pub rss_bytes: u64,
    /// The most there ever was.
    pub peak_rss_bytes: u64,
}

impl Usage {
    /// Reads it.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn of_process(pid: u32) -> io::Result<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<u64>().ok()).unwrap_or(0);
        // Fields 14 and 15 of proc(5), counted after the name; a tick is 10 ms on Linux.
        let cpu = Duration::from_millis((ticks(11) + ticks(12)) * 10);
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|l| l.strip_prefix(name))?;
            line.trim().split(' ').next()?.parse::<u64>().ok()
        };
        let bytes = |name| kilobytes(name).unwrap_or(0) * 1024;
        Ok(Self { cpu, rss_bytes: bytes("VmRSS:"), peak_rss_bytes: bytes("VmHWM:") })
    }
}
