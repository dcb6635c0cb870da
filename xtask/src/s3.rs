//! An S3-compatible store for one run of the tests, in memory on a free loopback port.

use std::process::{Child, Command, Stdio};

use crate::python;
use crate::shell::{Outcome, free_port, wait_until};

/// Stops with the value.
pub(crate) struct Store {
    child: Child,
    port: u16,
}

impl Store {
    /// Starts one; installs it where it is not there.
    pub(crate) fn start() -> Outcome<Self> {
        let (program, port) = (python::program(python::MOTO)?, free_port()?);
        let child = Command::new(program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("cannot start the S3 store: {e}"))?;
        let store = Self { child, port };
        wait_until("the S3 store", || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok())?;
        println!("S3-compatible store on port {port}");
        Ok(store)
    }

    /// What tests and the product read.
    pub(crate) fn variables(&self) -> [(&'static str, String); 5] {
        [
            ("TEST_S3_URL", "s3://rawaj-test".into()),
            ("AWS_ENDPOINT", format!("http://127.0.0.1:{}", self.port)),
            ("AWS_REGION", "us-east-1".into()),
            ("AWS_ACCESS_KEY_ID", "test".into()),
            ("AWS_SECRET_ACCESS_KEY", "test".into()),
        ]
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One can be had on this machine.
pub(crate) fn is_installed() -> bool {
    python::is_installed(python::MOTO)
}
