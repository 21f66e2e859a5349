//! What the program says about itself: examples in every help, completions for shells, manual pages. All of it comes from
//! the one definition in `args`; only the examples stand beside it, and a test types every one of them.

mod examples;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use tribunal_core::protocol::help;

use super::args::{Args, Shell};
use super::failure::Failure;
use super::out::say;

/// What stands below the help of the program itself and on its manual page.
const EXIT_CODES: &str = "\
Exit codes:
  0    approved, approved with notes or accepted; for other commands: it worked
  1    changes requested
  2    inconclusive or not reviewed: never a pass
  3    needs a person
  4    aborted
  5    still going elsewhere: another process drives it, or a person is awaited
  64   wrong words; 65 wrong content; 66 a file that cannot be read
  69   `doctor` found a problem; 70 the journal or git failed
  74   a file that cannot be written
  130  stopped by Ctrl-C; `tribunal resume` goes on";

/// The command line as it is defined, with examples.
pub fn command() -> Command {
    told(Args::command(), "tribunal")
}

/// Gives a command and all below it their examples.
fn told(command: Command, path: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let command = names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |sub| told(sub, &format!("{path} {name}")))
    });
    let below = after(path);
    if below.is_empty() { command } else { command.after_help(below) }
}

/// What stands below the options: examples, and for the program itself the exit codes.
fn after(path: &str) -> String {
    let examples = examples::of(path);
    let width = examples.iter().map(|(typed, _)| typed.len()).max().unwrap_or_default();
    let lines: Vec<String> = examples
        .iter()
        .map(|(typed, what)| format!("  {typed:<width$}  {what}").trim_end().to_owned())
        .collect();
    let examples = match lines.len() {
        0 => String::new(),
        1 => format!("Example:\n{}", lines[0]),
        _ => format!("Examples:\n{}", lines.join("\n")),
    };
    if path == "tribunal" { format!("{examples}\n\n{EXIT_CODES}") } else { examples }
}

/// Prints the completion script of a shell.
pub fn completions(shell: Shell) -> Result<u8, Failure> {
    let generator = match shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(generator, &mut command(), "tribunal", &mut script);
    say(String::from_utf8_lossy(&script).trim_end());
    Ok(0)
}

/// Prints the manual page of a command.
pub fn page(words: &[String]) -> Result<u8, Failure> {
    let mut found = command().disable_help_subcommand(true);
    found.build();
    let mut path = "tribunal".to_owned();
    for word in words {
        found = match found.find_subcommand(word) {
            Some(sub) => sub.clone(),
            None => return Err(unknown(&found, word)),
        };
        path = format!("{path} {}", found.get_name());
    }
    let roff = written(found, &path).map_err(|e| Failure::Engine(format!("cannot write the page: {e}")))?;
    say(roff.trim_end());
    Ok(0)
}

fn unknown(command: &Command, word: &str) -> Failure {
    let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    Failure::Usage(format!("there is no page about {word:?}; {}", help(word, &known)))
}

/// The sections in the order people expect. Examples keep their lines, which the generator's own section would not.
fn written(command: Command, path: &str) -> Result<String, std::io::Error> {
    let (has_options, has_commands) = (command.get_arguments().next().is_some(), command.has_subcommands());
    let source = format!("tribunal {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.after_help("")).source(source).manual("Tribunal");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if has_options {
        man.render_options_section(&mut page)?;
    }
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for part in after(path).split("\n\n").filter(|part| !part.is_empty()) {
        let (heading, lines) = part.split_once(":\n").unwrap_or(("Notes", part));
        page.push_str(&format!(".SH \"{}\"\n.nf\n{}\n.fi\n", heading.to_uppercase(), plain(lines)));
    }
    Ok(page)
}

/// Text that means itself to roff.
fn plain(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-").replace('`', "\\`").replace('\'', "\\(aq");
    let line = |line: &str| if line.starts_with('.') { format!("\\&{line}") } else { line.to_owned() };
    escaped.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
