//! PostgreSQL over TLS: what is encrypted is verified. Runs when `TEST_POSTGRES_TLS` names an address of a server that speaks
//! it (without `sslmode`), `TEST_POSTGRES_CA` the certificate of its authority and `TEST_POSTGRES_OTHER_CA` that of another one.

use db::{Db, Error, p};

struct Server {
    url: String,
    ca: String,
    other_ca: String,
}

fn server() -> Option<Server> {
    let variable = |name: &str| std::env::var(name).ok();
    let found = || {
        Some(Server {
            url: variable("TEST_POSTGRES_TLS")?,
            ca: variable("TEST_POSTGRES_CA")?,
            other_ca: variable("TEST_POSTGRES_OTHER_CA")?,
        })
    };
    let server = found();
    if server.is_none() {
        eprintln!("skipped: TEST_POSTGRES_TLS, TEST_POSTGRES_CA and TEST_POSTGRES_OTHER_CA name no server");
    }
    server
}

async fn is_encrypted(url: &str) -> Result<bool, Error> {
    let db = Db::open(url).await?;
    let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let read: bool = db.conn().one(sql, p![]).await?;
    let written: bool = db.tx(async move |c| c.one(sql, p![]).await).await?;
    assert_eq!(read, written);
    Ok(read)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_the_given_authority_vouches_for_is_spoken_to_over_tls() {
    let Some(Server { url, ca, .. }) = server() else { return };
    for mode in ["require", "verify-ca", "verify-full"] {
        assert!(is_encrypted(&format!("{url}?sslmode={mode}&sslrootcert={ca}")).await.unwrap(), "{mode}");
    }
    assert!(!is_encrypted(&format!("{url}?sslmode=disable")).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_nobody_trusted_vouches_for_is_refused_with_the_reason() {
    let Some(Server { url, other_ca, .. }) = server() else { return };
    for wrong in [format!("{url}?sslmode=require&sslrootcert={other_ca}"), format!("{url}?sslmode=verify-full")] {
        let refused = is_encrypted(&wrong).await.unwrap_err().to_string();
        assert!(refused.contains("certificate"), "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_for_another_name_is_refused() {
    let Some(Server { url, ca, .. }) = server() else { return };
    // The certificate names the address of the URL, not this one, which leads to the same server.
    let other = url.replace("127.0.0.1", "localhost");
    assert_ne!(other, url, "TEST_POSTGRES_TLS names 127.0.0.1");
    let refused = is_encrypted(&format!("{other}?sslmode=verify-full&sslrootcert={ca}")).await.unwrap_err().to_string();
    assert!(refused.contains("certificate"), "{refused}");
}
