//! The instant agent: reads the request, finds the nonce, approves every file. What it costs is what starting a process
//! costs.

use std::io::{Read, Write};

/// The word that makes this program an agent.
pub const AGENT: &str = "__agent";

/// What stands before the nonce in a request.
const OPENS: &str = "<<<TRIBUNAL ";

/// Answers one request.
pub fn answer() {
    let mut request = String::new();
    std::io::stdin().read_to_string(&mut request).expect("a request is text");
    let nonce = request.split_once(OPENS).map_or("none", |(_, rest)| rest.get(..32).unwrap_or("none"));
    let reply = format!("<<<TRIBUNAL {nonce}\nfiles: src/a.js\n\nVERDICT: PASS\nTRIBUNAL {nonce}>>>\n");
    std::io::stdout().write_all(reply.as_bytes()).expect("somebody listens");
}
