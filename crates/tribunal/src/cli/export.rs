//! `tribunal export RUN` and `tribunal metrics`: runs for other programs and for people who were not there.

use clap::ValueEnum;
use tribunal_core::engine::Recorded;
use tribunal_core::export::{self, Closed};
use tribunal_core::log::Entry;
use tribunal_core::metrics::metrics;
use tribunal_core::tell::Chronicle;
use tribunal_host::journal::Journal;

use super::args::{Export, Format};
use super::failure::{Failure, write};
use super::home::Home;
use super::json;
use super::out::say;
use super::papers::{self, about, chronicle};
use super::replay::load;

/// Writes a run in another form, to a file or to the terminal.
pub fn run(args: &Export) -> Result<u8, Failure> {
    let (entries, _) = load(&args.run)?;
    let told = chronicle(&entries).ok_or_else(|| Failure::Content("the log holds no run".to_owned()))?;
    if args.format == Format::Findings {
        return papers::export(&told, args.output.as_deref(), args.json);
    }
    let text = written(args, &told, &entries)?;
    if let Some(path) = &args.output {
        write(path, &text)?;
    }
    match &args.output {
        _ if args.json => json::tell("export", &wrapped(args, &told, &text)),
        Some(_) => {}
        None => say(text.trim_end_matches('\n')),
    }
    Ok(0)
}

/// What was written, and where: in the file that was named, or right here.
fn wrapped(args: &Export, told: &Chronicle, text: &str) -> serde_json::Value {
    let format = args.format.to_possible_value().map(|word| word.get_name().to_owned());
    let file = args.output.as_ref().map(|path| path.display().to_string());
    let text = file.is_none().then_some(text);
    serde_json::json!({ "run": told.run.book().opening.run, "format": format, "file": file, "text": text })
}

fn written(args: &Export, told: &Chronicle, entries: &[Entry]) -> Result<String, Failure> {
    let book = told.run.book();
    let round = args.round.unwrap_or(book.round);
    let about = about(book);
    let none = || match book.round {
        0 => Failure::Usage("the run had no round, so there is no review to write".to_owned()),
        last => Failure::Usage(format!("round {round} reached no verdict; there are rounds 1 to {last}")),
    };
    Ok(match args.format {
        Format::Md => export::markdown(told).as_str().to_owned(),
        Format::Json => export::json(told),
        Format::Sarif => export::sarif(&told.run, None, Closed::Told),
        Format::Rdjson => export::rdjson(&told.run),
        Format::Dialect => export::dialect(told, round, &about).ok_or_else(none)?,
        Format::Findings => String::new(),
        Format::Completion => export::completion(told, &about, None),
        Format::Log => {
            let log: Vec<Recorded> = entries.iter().map(|entry| entry.recorded.clone()).collect();
            tribunal_core::log::write(&log)
        }
    })
}

/// Figures over all runs of the journal.
pub fn figures(json: bool) -> Result<u8, Failure> {
    let mut all = Vec::new();
    if let Some(journal) = Home::find()?.some_journal()? {
        for listed in journal.runs().map_err(|e| Failure::Engine(e.to_string()))? {
            let entries = journal.events(&listed.run).map_err(|e| Failure::Engine(e.to_string()))?;
            all.extend(chronicle(&entries));
        }
    }
    let figures = metrics(&all);
    if json {
        json::tell("metrics", &figures);
    } else {
        say(figures.to_text().trim_end());
    }
    Ok(0)
}
