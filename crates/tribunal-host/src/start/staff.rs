//! Who fills the roles of a protocol, and whether all of them can be asked.

use std::collections::BTreeMap;

use tribunal_core::domain::{AgentName, SeatName};
use tribunal_core::engine::{Coverage, Staff};
use tribunal_core::protocol::Protocol;

use super::StartError;
use crate::config::{self, Kind, Settings};

pub(super) type Staffing = (BTreeMap<String, Vec<Staff>>, Vec<SeatName>);

/// Who fills which role, and the seats of a panel whose size is open.
pub(super) fn staff(settings: &Settings, protocol: &Protocol) -> Result<Staffing, String> {
    let of = |name: AgentName| {
        let exempt = settings.agent(name.as_str())?.driver.is_exempt();
        Ok::<Staff, String>(Staff {
            agent: name,
            coverage: if exempt { Coverage::Exempt } else { Coverage::Shown },
        })
    };
    let filled =
        |role: &str, kind| settings.filling(role, kind)?.into_iter().map(of).collect::<Result<Vec<_>, _>>();
    let mut staff = BTreeMap::new();
    let gates =
        protocol.gates.iter().flat_map(|gate| [Some(&gate.role), gate.escalate_to.as_ref()]).flatten();
    let rungs = protocol.families.iter().flat_map(|family| &family.rungs).map(|rung| &rung.role);
    for role in gates.chain(rungs) {
        staff.insert(role.clone(), filled(role, Kind::Reviewer)?);
    }
    for rung in &protocol.authors {
        staff.insert(rung.role.clone(), filled(&rung.role, Kind::Author)?);
    }
    let mut seats = Vec::new();
    if protocol.panel.min != protocol.panel.max {
        for one in filled(&protocol.gates[0].role, Kind::Reviewer)? {
            seats.push(SeatName::parse(one.agent.as_str()).map_err(|e| e.to_string())?);
            staff.insert(one.agent.to_string(), vec![one]);
        }
    } else if protocol.panel.max > 1 {
        // Each seat asks another agent first, as far as there are others.
        let all = filled(&protocol.gates[0].role, Kind::Reviewer)?;
        for seat in 0..protocol.panel.max as usize {
            let mut own = all.clone();
            own.rotate_left(seat % all.len().max(1));
            staff.insert(format!("{}-{}", protocol.gates[0].role, seat + 1), own);
        }
    }
    Ok((staff, seats))
}

/// Everyone who can be asked. Programs need a sandbox, or somebody who does without by name.
pub(super) fn agents(
    settings: &Settings,
    staff: &BTreeMap<String, Vec<Staff>>,
    unsandboxed: bool,
) -> Result<BTreeMap<String, config::AgentRow>, StartError> {
    let mut all = BTreeMap::new();
    for one in staff.values().flatten() {
        let row = settings.agent(one.agent.as_str()).map_err(StartError::Wish)?;
        if row.driver.runs_a_program() && !unsandboxed {
            return Err(StartError::Wish(format!(
                "agent {} runs a program, and this version has no sandbox yet; say --unsandboxed to run it as it is",
                one.agent
            )));
        }
        all.insert(one.agent.to_string(), row);
    }
    // A person may name a stronger author later; whoever is described can be named.
    for name in
        settings.values.agents.keys().map(String::as_str).chain(config::BUILT_IN.map(|(name, _)| name))
    {
        let row = settings.agent(name).map_err(StartError::Wish)?;
        all.entry(name.to_owned()).or_insert(row);
    }
    let commands = settings.values.checks.len() + settings.values.tests.len();
    if commands > 0 && !unsandboxed {
        return Err(StartError::Wish(
            "the project's checks run programs, and this version has no sandbox yet; say --unsandboxed to run them".to_owned(),
        ));
    }
    Ok(all)
}
