//! Blobs in an S3-compatible store. Runs when `TEST_S3_URL` names a bucket (`s3://bucket`) that may be made and written, with the
//! `AWS_*` variables of the product beside it; `cargo xtask test` starts such a store.

use bytes::Bytes;
use gateways::{BlobError, Blobs};

/// A new folder of the bucket; none, with a printed note, when there is no store.
async fn store(folder: &str) -> Option<Blobs> {
    let Ok(bucket) = std::env::var("TEST_S3_URL") else {
        eprintln!("skipped: TEST_S3_URL names no bucket");
        return None;
    };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let endpoint = std::env::var("AWS_ENDPOINT").expect("AWS_ENDPOINT says where the store is");
    // Creating a bucket that exists does no harm.
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let reply = client.put(format!("{endpoint}/{}", bucket.trim_start_matches("s3://"))).send().await.unwrap();
    assert!(reply.status().is_success(), "{}", reply.status());
    Some(Blobs::s3(&format!("{bucket}/{folder}")).unwrap())
}

#[tokio::test]
async fn a_blob_is_written_read_replaced_and_removed() {
    let Some(blobs) = store("whole-life").await else { return };
    let key = "str_1/media/med_1.jpg";
    assert!(matches!(blobs.get(key).await, Err(BlobError::NotFound)));
    for size in [0, 1, 4_000_000] {
        let bytes: Bytes = (0..size).map(|n: u32| (n % 251) as u8).collect();
        blobs.put(key, bytes.clone()).await.unwrap();
        assert_eq!(blobs.get(key).await.unwrap(), bytes, "{size} bytes");
    }
    blobs.delete(key).await.unwrap();
    assert!(matches!(blobs.get(key).await, Err(BlobError::NotFound)));
    blobs.delete(key).await.expect("one that is not there counts as removed");
}

#[tokio::test]
async fn prefixes_keep_programs_apart_and_a_folder_goes_as_a_whole() {
    let (Some(one), Some(other)) = (store("one").await, store("other").await) else { return };
    for n in 0..5 {
        one.put(&format!("str_1/media/{n}"), Bytes::from_static(b"a")).await.unwrap();
    }
    one.put("str_10/media/0", Bytes::from_static(b"b")).await.unwrap();
    assert!(matches!(other.get("str_1/media/0").await, Err(BlobError::NotFound)));
    assert_eq!(one.delete_folder("str_1").await.unwrap(), 5, "and not what merely begins alike");
    assert!(matches!(one.get("str_1/media/0").await, Err(BlobError::NotFound)));
    assert_eq!(one.get("str_10/media/0").await.unwrap(), "b");
}

#[tokio::test]
async fn a_folder_of_this_machine_and_memory_keep_the_same_promises() {
    let dir = tempfile::tempdir().unwrap();
    for blobs in [Blobs::folder(dir.path()).unwrap(), Blobs::memory()] {
        blobs.put("str_1/media/a", Bytes::from_static(b"a")).await.unwrap();
        blobs.put("str_1/files/b", Bytes::from_static(b"b")).await.unwrap();
        blobs.put("str_10/media/c", Bytes::from_static(b"c")).await.unwrap();
        assert_eq!(blobs.get("str_1/media/a").await.unwrap(), "a");
        assert_eq!(blobs.delete_folder("str_1").await.unwrap(), 2);
        assert!(matches!(blobs.get("str_1/media/a").await, Err(BlobError::NotFound)));
        assert_eq!(blobs.get("str_10/media/c").await.unwrap(), "c");
        assert_eq!(blobs.delete_folder("str_1").await.unwrap(), 0);
        blobs.delete("str_1/media/a").await.unwrap();
    }
}
