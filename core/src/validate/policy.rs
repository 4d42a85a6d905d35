//! A server's policy: the tool filter and the permissions (CONF-16 to CONF-19, CONF-21, CONF-22).

use std::borrow::Cow;

use foldhash::fast::RandomState;
use hashbrown::HashSet;

use super::fields::{array, is_blank, object, one_spelling, strict, string};
use super::permission::{nullable, permission};
use crate::catalog::Catalog;
use crate::diagnostic::{Code, Collector};
use crate::document::{Filter, Policy};
use crate::json::{Member, Pointer, Value};
use crate::name::{RENDERED_PREFIX, Spelling, spellings};
use crate::suggest::{did_you_mean, nearest, quoted};

/// How many advertised names a suggestion is looked for among.
const SEARCHED: usize = 10_000;

/// The server that a policy belongs to.
pub(super) struct Owner<'o, 'v> {
    name: Option<&'v str>,
    catalog: Option<&'o Catalog<'v>>,
    /// Its name in every spelling; made when a key looks rendered.
    spelled: Option<Vec<Cow<'v, str>>>,
}

/// A policy, and where its tools are named.
#[derive(Default)]
pub(super) struct Written<'v> {
    pub(super) policy: Policy<'v>,
    /// `tools.names`.
    pub(super) names: &'v [Value<'v>],
    /// `tool_permissions`.
    pub(super) table: &'v [Member<'v>],
}

impl<'o, 'v> Owner<'o, 'v> {
    pub(super) const fn new(name: Option<&'v str>, catalog: Option<&'o Catalog<'v>>) -> Self {
        Self { name, catalog, spelled: None }
    }

    /// The tool in a name that is rendered for this very server (CONF-19).
    fn rendered<'k>(&mut self, key: &'k str) -> Option<&'k str> {
        let rest = key.strip_prefix(RENDERED_PREFIX)?;
        let name = self.name?;
        let spelled = self.spelled.get_or_insert_with(|| spellings(name));
        spelled.iter().find_map(|server| rest.strip_prefix(server.as_ref())?.strip_prefix("__"))
    }

    /// Says what is wrong with a name of a tool; whether it is rendered (CONF-19, CONF-21).
    fn check(&mut self, tool: &str, at: &Pointer<'_>, offset: u32, out: &mut Collector) -> bool {
        let catalog = self.catalog;
        if catalog.is_some_and(|catalog| catalog.get(tool).is_some()) {
            return false;
        }
        if let Some(own) = self.rendered(tool) {
            let message =
                format!("{} is a harness's name: write the server's own name of the tool", quoted(tool));
            out.error(Code::NameRendered, at.text(), offset, message);
            out.help(|| {
                let advertised = catalog.and_then(|catalog| raw_name(catalog, own));
                Some(did_you_mean(advertised.unwrap_or(own))).filter(|_| !own.is_empty())
            });
            return true;
        }
        if let Some(catalog) = catalog.filter(|catalog| !catalog.partial) {
            let message = format!("the server does not advertise {}", quoted(tool));
            out.warning(Code::CatalogUnknownTool, at.text(), offset, message);
            out.help(|| {
                let advertised = catalog.tools.iter().take(SEARCHED).map(|tool| tool.name);
                nearest(tool, advertised).map(did_you_mean)
            });
        }
        false
    }
}

/// The advertised name that a harness renders as `part`.
fn raw_name<'v>(catalog: &Catalog<'v>, part: &str) -> Option<&'v str> {
    let fits = |name: &&str| Spelling::ALL.iter().any(|spelling| spelling.normalise(name) == part);
    catalog.tools.iter().take(SEARCHED).map(|tool| tool.name).find(fits)
}

/// Reads a `policy`.
pub(super) fn policy<'v>(
    value: &'v Value<'v>,
    owner: &mut Owner<'_, 'v>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Written<'v> {
    let mut read = Written::default();
    let known = [
        "tools",
        "permission",
        "tool_permissions",
        "new_tool_permission",
        "toolPermissions",
        "newToolPermission",
    ];
    let Some([tools, server, table, new_tool, wire_table, wire_new_tool]) = strict(value, known, at, out)
    else {
        return read;
    };
    let table = one_spelling(table, wire_table, at, out);
    let new_tool = one_spelling(new_tool, wire_new_tool, at, out);
    read.policy.wire = wire_table.is_some();
    read.policy.wire_new_tool = wire_new_tool.is_some();
    let mut included = None;
    if let Some(member) = tools {
        included = filter(&member.value, owner, &at.key("tools"), out, &mut read);
    }
    if let Some(member) = server {
        read.policy.permission = nullable(&member.value, &at.key("permission"), out);
    }
    if let Some(member) = new_tool {
        read.policy.new_tool_permission = nullable(&member.value, &at.key(&member.key), out);
    }
    if let Some(member) = table {
        let place = at.key(&member.key);
        let members = object(&member.value, &place, out);
        read.table = members.unwrap_or_default();
        read.policy.tool_permissions.reserve(read.table.len());
        for entry in read.table {
            let permission = table_entry(entry, included.as_ref(), owner, &place, out);
            read.policy.tool_permissions.extend(permission);
        }
        if members.is_some_and(<[_]>::is_empty) && new_tool.is_none_or(|member| member.value.is_null()) {
            let message = format!("an empty `{}` alone decides nothing: it does not opt in", member.key);
            out.warning(Code::RuleNever, place.text(), member.key_start, message);
            out.help(|| Some("name a tool, set the permission for new tools, or leave it out".to_owned()));
        }
    }
    read
}

fn table_entry<'v>(
    entry: &'v Member<'v>,
    included: Option<&HashSet<&'v str, RandomState>>,
    owner: &mut Owner<'_, 'v>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<(&'v str, crate::permission::Permission)> {
    let tool = entry.key.as_ref();
    let here = at.key(tool);
    if is_blank(tool) {
        out.error(Code::TableHidden, here.text(), entry.key_start, "the name of a tool must not be blank");
    } else if !owner.check(tool, &here, entry.key_start, out)
        && included.is_some_and(|names| !names.contains(tool))
    {
        let message =
            format!("the filter hides {}: it has a permission but is not in `tools.names`", quoted(tool));
        out.error(Code::TableHidden, here.text(), entry.key_start, message);
        out.help(|| Some("add it to `tools.names`, or remove its permission".to_owned()));
    }
    permission(&entry.value, &here, out).map(|permission| (tool, permission))
}

/// Reads `tools`; the included names when there is an include filter that can be relied on.
fn filter<'v>(
    value: &'v Value<'v>,
    owner: &mut Owner<'_, 'v>,
    at: &Pointer<'_>,
    out: &mut Collector,
    read: &mut Written<'v>,
) -> Option<HashSet<&'v str, RandomState>> {
    let [mode, names] = strict(value, ["mode", "names"], at, out)?;
    let include = match mode.map(|member| &member.value) {
        None => Some(false),
        Some(mode) => match string(mode, &at.key("mode"), out) {
            Some("all") => Some(false),
            Some("include") => Some(true),
            Some(other) => {
                let message = format!("{} is no mode: `all` or `include`", quoted(other));
                out.error(Code::FilterNames, at.key("mode").text(), mode.start, message);
                out.help(|| nearest(other, ["all", "include"]).map(did_you_mean));
                None
            }
            None => None,
        },
    };
    let place = at.key("names");
    let items = match names {
        Some(names) => array(&names.value, &place, out),
        None => Some(Default::default()),
    };
    read.names = items.unwrap_or_default();
    let mut seen = HashSet::default();
    let mut listed = Vec::with_capacity(read.names.len());
    for (index, item) in read.names.iter().enumerate() {
        let here = place.index(index);
        let Some(tool) = item.as_str().filter(|tool| !is_blank(tool)) else {
            let message = match item.as_str() {
                Some(_) => "the name of a tool must not be blank".to_owned(),
                None => format!("the name of a tool is a string, not {}", item.type_name()),
            };
            out.error(Code::FilterNames, here.text(), item.start, message);
            continue;
        };
        if seen.insert(tool) {
            owner.check(tool, &here, item.start, out);
        } else {
            out.warning(
                Code::FilterNames,
                here.text(),
                item.start,
                format!("{} is named twice", quoted(tool)),
            );
        }
        listed.push(tool);
    }
    let items = items?;
    match include? {
        true if items.is_empty() => {
            let (place, offset) = match names {
                Some(names) => (place.text(), names.value.start),
                None => (at.text(), value.start),
            };
            out.error(Code::FilterNames, place, offset, "the mode `include` needs at least one name");
            out.help(|| Some("to hide every tool, set the server's permission to `deny`".to_owned()));
            None
        }
        true => {
            read.policy.filter = Filter::Include(listed);
            Some(seen)
        }
        false => {
            if !items.is_empty() {
                let offset = names.map_or(value.start, |names| names.value.start);
                out.error(Code::FilterNames, place.text(), offset, "the mode `all` has no names");
                out.help(|| Some("to advertise only these, set `mode` to `include`".to_owned()));
            }
            None
        }
    }
}
