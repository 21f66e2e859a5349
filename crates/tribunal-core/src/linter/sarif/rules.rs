//! The rules a run carries: found by number or by name, for the level, the score and the words a result leaves out.

use std::collections::BTreeMap;

use crate::dialect::Unreadable;
use crate::dialect::json::{Fields, Json, Notes, note, shown};
use crate::linter::said::shared;

/// The rules of one run's tool.
pub(super) struct Rules<'a> {
    /// The tool's name.
    tool: String,
    /// The driver's own rules, then those of each extension, in order.
    parts: Vec<Vec<Rule<'a>>>,
    /// Where a rule with this id stands; the first counts.
    by_id: BTreeMap<&'a str, (usize, usize)>,
    /// Levels that this invocation set, by id.
    levels: BTreeMap<String, &'a str>,
    /// Messages that any rule may use.
    strings: Option<Fields<'a>>,
}

/// One rule.
#[derive(Debug, Clone)]
pub(super) struct Rule<'a> {
    fields: Fields<'a>,
    properties: Option<Fields<'a>>,
    level: Option<&'a str>,
}

impl<'a> Rules<'a> {
    /// The rules of a driver and its tool's extensions.
    pub(super) fn of(driver: &Fields<'a>, tool: &Fields<'a>) -> Result<Self, Unreadable> {
        let name = driver.stated("name")?.ok_or_else(|| driver.wrong("has no \"name\""))?;
        let mut parts = vec![rules_of(driver)?];
        for json in tool.list_or_none("extensions")? {
            parts.push(rules_of(&Fields::of(json, "extension")?)?);
        }
        let mut by_id = BTreeMap::new();
        for (part, rules) in parts.iter().enumerate() {
            for (at, rule) in rules.iter().enumerate() {
                if let Some(id) = rule.id() {
                    by_id.entry(id).or_insert((part, at));
                }
            }
        }
        let strings = driver.child("globalMessageStrings")?;
        Ok(Self { tool: shared(name), parts, by_id, levels: BTreeMap::new(), strings })
    }

    /// Takes over the levels that an invocation set for this time.
    pub(super) fn overridden(&mut self, invocation: &Fields<'a>) -> Result<(), Unreadable> {
        for json in invocation.list_or_none("ruleConfigurationOverrides")? {
            let fields = Fields::of(json, "ruleConfigurationOverrides")?;
            let Some(descriptor) = fields.child("descriptor")? else { continue };
            let level = fields.child("configuration")?.map(|c| c.stated("level")).transpose()?.flatten();
            let rule = self.named(&descriptor)?;
            let id = descriptor.word("id").or(rule.and_then(Rule::id)).map(str::to_owned);
            self.levels.extend(id.zip(level));
        }
        Ok(())
    }

    /// The rule of a result, and its id where one is known.
    pub(super) fn of_result(
        &self,
        result: &Fields<'a>,
        notes: &mut Notes,
    ) -> Result<(Option<&Rule<'a>>, Option<&'a str>), Unreadable> {
        let reference = result.child("rule")?;
        let said = result.stated("ruleId")?.or_else(|| reference.as_ref().and_then(|r| r.word("id")));
        let by_number = match &reference {
            Some(reference) if index(reference, "index").is_some() => self.named(reference)?,
            Some(_) | None => index(result, "ruleIndex").and_then(|at| self.parts.first()?.get(at)),
        };
        let fits = |rule: &&Rule<'a>| said.is_none_or(|said| rule.id().is_some_and(|id| is_part(said, id)));
        let rule = by_number.filter(fits);
        if by_number.is_some() && rule.is_none() {
            note(notes, &result.place, "its rule's number and name do not fit; the name counts");
        }
        let rule = rule.or_else(|| said.and_then(|said| self.by_name(said)));
        Ok((rule, said.or(rule.and_then(Rule::id))))
    }

    /// The level in force for a rule.
    pub(super) fn level(&self, rule: Option<&Rule<'a>>, id: Option<&str>) -> Option<&'a str> {
        let set = id.and_then(|id| self.levels.get(id)).copied();
        let set = set.or_else(|| rule.and_then(|r| self.levels.get(r.id()?).copied()));
        set.or(rule.and_then(|rule| rule.level))
    }

    /// The text of a message that only has a name.
    pub(super) fn message(&self, rule: Option<&Rule<'a>>, name: &str) -> Result<Option<&'a str>, Unreadable> {
        let own = rule.map(|rule| rule.fields.child("messageStrings")).transpose()?.flatten();
        for strings in own.iter().chain(self.strings.iter()) {
            if let Some(text) = strings.child(name)?.and_then(|message| message.word("text")) {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Who reports this and under which rule, for people.
    pub(super) fn why(&self, rule: Option<&Rule<'a>>, id: Option<&str>) -> Result<String, Unreadable> {
        let short = rule.map(|rule| rule.fields.child("shortDescription")).transpose()?.flatten();
        let short = short.and_then(|short| short.word("text"));
        let help = rule.and_then(|rule| rule.fields.word("helpUri"));
        let who =
            [Some(self.tool.as_str()), id].into_iter().flatten().map(shared).collect::<Vec<_>>().join(" ");
        let more = short.into_iter().chain(help).map(shared);
        Ok(std::iter::once(who).chain(more).collect::<Vec<_>>().join("; "))
    }

    fn named(&self, reference: &Fields<'a>) -> Result<Option<&Rule<'a>>, Unreadable> {
        let component = reference.child("toolComponent")?.and_then(|c| index(&c, "index"));
        let part = self.parts.get(component.map_or(0, |extension| extension.saturating_add(1)));
        let by_number = index(reference, "index").and_then(|at| part?.get(at));
        Ok(by_number.or_else(|| reference.word("id").and_then(|id| self.by_name(id))))
    }

    /// `CA1000/1` is a part of the rule `CA1000`.
    fn by_name(&self, said: &str) -> Option<&Rule<'a>> {
        let mut name = said;
        loop {
            if let Some((part, at)) = self.by_id.get(name) {
                return self.parts.get(*part)?.get(*at);
            }
            name = name.rsplit_once('/')?.0;
        }
    }
}

impl<'a> Rule<'a> {
    fn of(json: &'a Json<'a>) -> Result<Self, Unreadable> {
        let fields = Fields::of(json, "rule")?;
        let properties = fields.child("properties")?;
        let level = fields.child("defaultConfiguration")?.map(|c| c.stated("level")).transpose()?.flatten();
        Ok(Self { fields, properties, level })
    }

    fn id(&self) -> Option<&'a str> {
        self.fields.word("id")
    }

    /// Its security score, where it has one.
    pub(super) fn score(&self) -> Option<&'a Json<'a>> {
        self.properties.as_ref()?.some("security-severity")
    }
}

fn rules_of<'a>(component: &Fields<'a>) -> Result<Vec<Rule<'a>>, Unreadable> {
    component.list_or_none("rules")?.iter().map(Rule::of).collect()
}

fn is_part(said: &str, id: &str) -> bool {
    said.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A number of an element; -1 and everything else is none.
pub(super) fn index(fields: &Fields<'_>, key: &str) -> Option<usize> {
    match fields.some(key)? {
        Json::Whole(at) => usize::try_from(*at).ok(),
        Json::Null | Json::Bool(_) | Json::Other(_) | Json::Text(_) | Json::List(_) | Json::Object(_) => None,
    }
}

/// Longest text that is put together from a message and its arguments, in bytes; what is kept of it is shorter. A
/// message stands once in a document and may be named by every result, so its length is nobody's own.
const FILLED_BYTES_MAX: usize = 64 * 1024;

/// A text with its arguments in place of `{0}`, `{1}`; doubled braces are single ones. An argument that is missing
/// leaves its place as it was.
pub(super) fn filled(text: &str, arguments: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']).filter(|_| out.len() < FILLED_BYTES_MAX) {
        let (before, from) = rest.split_at(at);
        out.push_str(started(before));
        let (piece, length) = piece(from, arguments);
        out.push_str(started(piece));
        rest = &from[length..];
    }
    out + started(rest)
}

/// The beginning of a text that may be long.
fn started(text: &str) -> &str {
    text.char_indices().map(|(at, _)| at).find(|at| *at >= FILLED_BYTES_MAX).map_or(text, |at| &text[..at])
}

/// What stands for the braces at the beginning, and how many bytes they are.
fn piece<'t>(from: &'t str, arguments: &'t [String]) -> (&'t str, usize) {
    if from.starts_with("{{") || from.starts_with("}}") {
        return (&from[..1], 2);
    }
    let inner = from.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    let argument =
        inner.and_then(|(number, _)| Some((arguments.get(number.parse::<usize>().ok()?)?, number)));
    argument.map_or((&from[..1], 1), |(argument, number)| (argument, number.len() + 2))
}

/// Complains about a name that no message has.
pub(super) fn unnamed(name: &str, place: &str, notes: &mut Notes) {
    note(notes, place, format!("names the message {}, which the document does not hold", shown(name)));
}
