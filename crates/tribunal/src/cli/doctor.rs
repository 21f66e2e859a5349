//! `tribunal doctor`: what works here, what does not, and where every setting comes from. It looks and changes nothing: no
//! journal is made, none is brought up to date, and of all programs only git is run.
//!
//! `problem` is what keeps reviews here from working until somebody sees to it; `note` is worth knowing, or passes by itself.

mod agents;
mod machine;
mod place;
mod report;

use serde_json::json;
use tribunal_host::config::{Origin, Settings};

use super::args::Doctor;
use super::failure::Failure;
use super::home::{self, Home};
use super::json;
use super::out::say;
use super::stage::Stage;
use place::Place;
use report::Report;

/// Something here does not work.
const EX_UNAVAILABLE: u8 = 69;

/// Says how things are.
pub fn run(args: &Doctor) -> Result<u8, Failure> {
    let stage = Stage::new("doctor")?;
    let mut report = Report::default();
    machine::git(&mut report, stage.path());
    let user = place::user(&mut report);
    let own = Home::at(stage.path().to_owned());
    let place = place::look(&mut report, &own, user.as_ref(), args.base.as_deref());
    match Home::find() {
        Ok(home) => machine::home(&mut report, &home),
        Err(failure) => report.problem("home", failure.text(), "set HOME, or TRIBUNAL_HOME to a full path"),
    }
    if let Some(settings) = &place.settings {
        agents::look(&mut report, settings);
    }
    machine::sandbox(&mut report, place.settings.as_ref());
    machine::terminal(&mut report);
    let settings = settings(&place);
    if args.json {
        let settings: Vec<_> = settings
            .iter()
            .map(|(key, value, origin)| json!({ "key": key, "value": value, "origin": origin }))
            .collect();
        let all = json!({ "lines": report.as_json(), "settings": settings, "problems": report.problems() });
        json::tell("doctor", &all);
    } else {
        show(&report, &settings);
    }
    Ok(if report.problems() == 0 { 0 } else { EX_UNAVAILABLE })
}

type Row = (String, String, String);

/// Every setting, its value and who said so; those of the environment first.
fn settings(place: &Place) -> Vec<Row> {
    let mut all: Vec<Row> =
        home::environment().into_iter().map(|(key, value, origin)| (key.to_owned(), value, origin)).collect();
    let listed = place.settings.as_ref().map(Settings::listing).unwrap_or_default();
    all.extend(listed.into_iter().map(|one| (one.key, one.value, origin(one.origin, place))));
    all
}

fn origin(origin: Origin, place: &Place) -> String {
    match (origin, &place.base) {
        (Origin::Default, _) => "built-in".to_owned(),
        (Origin::User, _) => "config.toml".to_owned(),
        (Origin::Repository, Some(base)) => format!("tribunal.toml at {}", base.short()),
        (Origin::Repository, None) => origin.words().to_owned(),
        (Origin::Flag, _) => "command line".to_owned(),
    }
}

fn show(report: &Report, settings: &[Row]) {
    report.lines().iter().for_each(|line| say(line));
    say("\nsettings");
    let width = |of: fn(&Row) -> &String, most: usize| {
        settings.iter().map(|row| of(row).chars().count()).max().unwrap_or_default().min(most)
    };
    let (keys, values) = (width(|row| &row.0, 30), width(|row| &row.1, 50));
    for (key, value, origin) in settings {
        say(&format!("  {key:<keys$}  {value:<values$}  {origin}"));
    }
    let (problems, notes) = (report.problems(), report.notes());
    say(&match (problems, notes) {
        (0, 0) => "\nNothing is wrong.".to_owned(),
        (0, notes) => format!("\nNothing is wrong; notes: {notes}."),
        (problems, notes) => format!("\nProblems: {problems}; notes: {notes}."),
    });
}
