//! `SEAT says`: a reply as an agent writes it, in the protocol's own dialect, sealed, opened and read like a real one.
//!
//! `%{N:TEXT}` in the body stands for TEXT written N times, and `%{secret:KIND}` for a made-up secret of that kind: a
//! file of the tests must hold neither seventy thousand letters nor anything that looks like a leak.

use tribunal_core::domain::Answer;
use tribunal_core::engine::{Cost, Failure, Input};
use tribunal_core::reply;

use super::command::{author_attempt, seats};
use super::{World, commit};
use crate::script::{BadScript, bad};

const NONCE: &str = "the-nonce-of-this-world";

/// A reviewer's reply.
pub(super) fn review(world: &mut World, name: &str, body: &str) -> Result<(), BadScript> {
    let dialect = world.run.book().protocol().dialect;
    let sealed = reply::seal(NONCE, &world.files, &written(body)?);
    for (seat, attempt) in seats(world, name)? {
        let cost = Cost(1);
        world.say(match reply::read_review(dialect, &sealed, NONCE) {
            Ok(review) => Input::Replied { seat, attempt, review: Box::new(review), cost },
            Err(e) => {
                let failure = Failure::Unreadable { error: e.to_string() };
                Input::SeatFailed { seat, attempt, failure, cost }
            }
        });
    }
    Ok(())
}

/// The author's answers; whoever says fixed has committed something.
pub(super) fn author(world: &mut World, body: &str) -> Result<(), BadScript> {
    let dialect = world.run.book().protocol().dialect;
    let sealed = reply::seal(NONCE, &[], &written(body)?);
    let (attempt, cost) = (author_attempt(world), Cost(1));
    world.say(match reply::read_answers(dialect, &sealed, NONCE) {
        Ok(answers) => {
            let fixed = answers.answers.iter().any(|a| matches!(a.answer, Answer::Fixed { .. }));
            let head = if fixed { commit(world.commits + 1) } else { world.head() };
            Input::AuthorAnswered { attempt, answers: Box::new(answers), head, cost }
        }
        Err(e) => {
            Input::AuthorFailed { attempt, failure: Failure::Unreadable { error: e.to_string() }, cost }
        }
    });
    Ok(())
}

/// The body with its stand-ins written out.
fn written(body: &str) -> Result<String, BadScript> {
    let mut parts = body.split("%{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (stand_in, rest) = part.split_once('}').ok_or_else(|| bad("a %{ without its }"))?;
        let (what, value) =
            stand_in.split_once(':').ok_or_else(|| bad("write %{N:TEXT} or %{secret:KIND}"))?;
        match what.parse::<usize>() {
            Ok(times) => text.push_str(&value.repeat(times)),
            Err(_) if what == "secret" => text.push_str(&secret(value)?),
            Err(_) => return Err(bad(format!("no stand-in is called {what:?}"))),
        }
        text.push_str(rest);
    }
    Ok(text)
}

/// Kinds of made-up secrets.
pub(super) const SECRETS: [&str; 6] = ["aws", "private-key", "slack", "github", "github-pat", "github-app"];

/// A made-up secret, put together here so that no scanner takes the source for a leak.
pub(super) fn secret(kind: &str) -> Result<String, BadScript> {
    Ok(match kind {
        "aws" => format!("AKIA{}", "ABCDEFGH23456777"),
        "private-key" => format!("-----BEGIN {} KEY-----{}", "PRIVATE", "b3BlbnNzaC1rZXktdjEA".repeat(3)),
        "slack" => format!("xoxb-{}", "1234567890-abcdefabcdef"),
        "github" => format!("ghp_{}", "a1B2".repeat(9)),
        "github-pat" => format!("github{}_{}", "_pat", "Zz9x".repeat(12)),
        "github-app" => format!("ghs_1234_{}.{}.{}", "eyJh".repeat(9), "bGci".repeat(40), "sig_".repeat(40)),
        other => return Err(bad(format!("no secret is of kind {other:?}"))),
    })
}
