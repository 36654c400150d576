//! The pages' scripts and styles. Their address contains a hash of all of them, so
//! browsers may keep them for ever.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use web::assets;

/// Compression from 1 to 9. Each file is compressed once.
const LEVEL: u8 = 9;

static COMPRESSED: LazyLock<HashMap<&'static str, Bytes>> = LazyLock::new(|| {
    assets::files().iter().map(|file| (file.name, gzip(assets::slim(file.text).as_bytes()))).collect()
});

/// A script or style.
pub async fn show(Path((_hash, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let Some(file) = assets::files().iter().find(|file| file.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let accepts =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let text = assets::read(&name).unwrap_or_default();
    // In development files are read again.
    let is_changed = text != file.text;
    let cache = if is_changed { "no-store" } else { "public, max-age=31536000, immutable" };
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    let cache = (header::CACHE_CONTROL, HeaderValue::from_static(cache));
    let vary = (header::VARY, HeaderValue::from_static("Accept-Encoding"));
    match COMPRESSED.get(file.name) {
        Some(bytes) if accepts.contains("gzip") && !is_changed => {
            let encoding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            ([kind, cache, vary, encoding], bytes.clone()).into_response()
        }
        _ if is_changed => ([kind, cache, vary], text.into_owned()).into_response(),
        _ => ([kind, cache, vary], assets::slim(&text)).into_response(),
    }
}

/// Bytes as a file of gzip.
fn gzip(bytes: &[u8]) -> Bytes {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff];
    out.extend(miniz_oxide::deflate::compress_to_vec(bytes, LEVEL));
    out.extend(crc32(bytes).to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out.into()
}

/// The checksum of gzip.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        // The check value of CRC-32, and that of nothing.
        for (text, expected) in [("123456789", 0xcbf4_3926), ("", 0)] {
            assert_eq!(crc32(text.as_bytes()), expected);
        }
    }
}
