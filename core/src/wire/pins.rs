//! Pinned tool definitions as bindings see them (RUN-53).

use super::channel::with_value;
use super::{Fault, Input, to_json};
use crate::catalog::{Catalogs, read_catalog, read_catalogs};
use crate::diagnostic::Collector;
use crate::pins::Pins;
use crate::suggest::{did_you_mean, nearest, quoted};
use crate::validate::read as read_agent;

/// The pins of what the servers of an agent document advertise, as JSON text: those that `catalogs`,
/// an object of server names and their catalogs, has.
///
/// # Errors
/// `invalid_document` when the document has errors or the catalogs are not JSON; `invalid_argument`
/// for a catalog that could not be read, that is one page of several, or of a server that the
/// document does not have.
pub fn pin_catalogs(agent: Input<'_>, catalogs: Input<'_>) -> Result<String, Fault> {
    let mut collector = Collector::default();
    let root = agent.read(&mut collector);
    let document = root.as_ref().map(|root| read_agent(root, None, &mut collector).agent);
    let Some(document) = document.filter(|_| !collector.has_errors()) else {
        return Err(Fault::invalid(&collector.finish(agent.text())));
    };
    with_value(catalogs, |value| {
        let (read, faults) = read_catalogs(value);
        if let Some(fault) = faults.first() {
            let whose = fault.server.map_or_else(String::new, |server| format!("{}: ", quoted(server)));
            return Err(Fault::argument(format!("catalogs: {whose}{}", fault.message)));
        }
        let names = || document.servers.iter().map(|server| server.name);
        let known: hashbrown::HashSet<&str, foldhash::fast::RandomState> = names().collect();
        for member in value.as_object().unwrap_or_default() {
            if !known.contains(member.key.as_ref()) {
                let help = nearest(&member.key, names()).map(did_you_mean);
                let help = help.map_or_else(String::new, |help| format!(": {help}"));
                return Err(Fault::argument(format!(
                    "catalogs: the document has no server {}{help}",
                    quoted(&member.key)
                )));
            }
        }
        pinned(names(), &read)
    })
}

fn pinned<'s>(servers: impl Iterator<Item = &'s str>, catalogs: &Catalogs<'_>) -> Result<String, Fault> {
    let mut pins = Pins::default();
    for name in servers {
        if let Some(catalog) = catalogs.get(name) {
            pins.add(name, catalog).map_err(Fault::argument)?;
        }
    }
    Ok(to_json(&pins))
}

/// How each tool that a server advertises stands to its pin: a JSON array of `{"tool", "state",
/// "parts"?}`, `state` being `same`, `changed` (with the parts that differ), `new` or, for a pinned
/// tool that this catalog does not have, `not_shown`.
///
/// # Errors
/// `invalid_document` when a text is not JSON; `invalid_argument` for pins or a catalog of another
/// form.
pub fn compare_pins(pins: Input<'_>, server: &str, catalog: Input<'_>) -> Result<String, Fault> {
    with_value(pins, |pins| {
        let pins = Pins::read(pins).map_err(Fault::argument)?;
        with_value(catalog, |catalog| {
            let catalog = read_catalog(catalog)
                .map_err(|fault| Fault::argument(format!("the catalog: {}", fault.message)))?;
            Ok(to_json(&pins.compare(server, &catalog)))
        })
    })
}
