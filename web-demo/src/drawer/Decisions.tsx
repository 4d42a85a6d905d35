import { type ReactNode, useDeferredValue, useId, useMemo, useState } from "react";
import type { Group, Tool } from "../names.js";
import type { Policy, Ruling } from "../policy.js";
import { beginning, visible } from "../visible.js";
import { count, PERMISSIONS } from "../words.js";
import { PermissionWord } from "./PermissionWord.js";
import { Outside, Sentence } from "./Text.js";

/** So many servers, and tools of each, are listed unasked. */
const SERVERS = 50;
const TOOLS = 200;

interface Shared {
  readonly policy: Policy;
  /** Fills in "Try a call". */
  readonly onTry: (server: string | undefined, tool: string) => void;
  /** Shows what decided in the document; absent where the document shown is not the one in force. */
  readonly onPointer: ((pointer: string) => void) | undefined;
}

/** The decision for every tool of every server, with its reason. */
export function Decisions(shared: Shared) {
  const { policy } = shared;
  const id = useId();
  const [wanted, setWanted] = useState("");
  const [all, setAll] = useState(false);
  const search = useDeferredValue(wanted.trim().toLowerCase());
  const total = policy.groups.reduce((sum, { tools }) => sum + tools.length, 0);
  const found = policy.groups
    .map((group) => ({ group, tools: search === "" ? group.tools : group.tools.filter((tool) => fits(tool, group, search)) }))
    .filter(({ tools }) => search === "" || tools.length > 0);
  const matches = found.reduce((sum, { tools }) => sum + tools.length, 0);
  return (
    <section aria-labelledby={`${id}-title`} className="decisions">
      <h2 id={`${id}-title`}>Decisions</h2>
      {total > 0 && (
        <div className="overview">
          <Counts policy={policy} />
          <div className="search">
            <span role="status">{search !== "" && (matches === 0 ? "No tool has that in its name" : `${matches.toLocaleString("en")} shown`)}</span>
            <label htmlFor={`${id}-search`}>Search {count(total, "tool")}</label>
            <input id={`${id}-search`} type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} spellCheck={false} />
          </div>
        </div>
      )}
      {(all ? found : found.slice(0, SERVERS)).map(({ group, tools }, index) => (
        <Server key={`${index} ${group.server ?? ""}`} group={group} tools={tools} searching={search !== ""} {...shared} />
      ))}
      {!all && found.length > SERVERS && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {found.length.toLocaleString("en")} servers
        </button>
      )}
      {policy.groups.length === 0 && <p className="nothing">The policy in force names no server and no tool.</p>}
    </section>
  );
}

function fits(tool: Tool, group: Group, search: string): boolean {
  return tool.name.toLowerCase().includes(search) || (group.server ?? "").toLowerCase().includes(search);
}

function Counts({ policy }: { policy: Policy }) {
  const counts = useMemo(() => policy.counts(), [policy]);
  if (!counts) return <p className="nothing">Too many tools to count by decision</p>;
  return (
    <dl className="counts" aria-label="Tools by decision">
      {(["allow", "ask", "deny"] as const).map((permission) => (
        <div key={permission} className={permission}>
          <dt>{PERMISSIONS[permission]}</dt>
          <dd>{counts[permission].toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ServerProps extends Shared {
  readonly group: Group;
  readonly tools: readonly Tool[];
  readonly searching: boolean;
}

function Server({ group, tools, searching, ...shared }: ServerProps) {
  const id = useId();
  const [all, setAll] = useState(false);
  const shown = all ? tools : tools.slice(0, TOOLS);
  const { server, other } = group;
  return (
    <section aria-labelledby={id} className="server">
      <h3 id={id}>
        {server === undefined ? "The runner's own tools" : <Outside text={server} />}
        <span className="number">{count(group.tools.length, "tool")}</span>
      </h3>
      <ul>
        {shown.map((tool) => (
          <li key={tool.name}>
            <ToolRow tool={tool} server={server} {...shared} />
          </li>
        ))}
        {other && !searching && (
          <li className="other">
            <Row ruling={shared.policy.rule(other)} onPointer={shared.onPointer}>
              Any other tool
            </Row>
          </li>
        )}
      </ul>
      {shown.length < tools.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {tools.length.toLocaleString("en")} tools
        </button>
      )}
    </section>
  );
}

function ToolRow({ tool, server, policy, onTry, onPointer }: { tool: Tool; server: string | undefined } & Shared) {
  const { name, description, claims, advertised, call } = tool;
  return (
    <>
      <Row ruling={policy.rule(call)} onPointer={onPointer}>
        <Outside text={name} code />
        {claims.map((claim) => (
          <span key={claim} className="claim" title={server === undefined ? "as the document says" : "as the server claims"}>
            {claim}
          </span>
        ))}
        {advertised === false && <span className="claim">not advertised</span>}
        {description !== undefined && (
          <span className="description">
            <Outside text={description} />
          </span>
        )}
      </Row>
      <button type="button" onClick={() => onTry(server, name)}>
        Try<span className="unseen"> {visible(beginning(name, 80))}</span>
      </button>
    </>
  );
}

/** The permission, and beside it what it is of and why. */
function Row({ ruling, onPointer, children }: { ruling: Ruling; onPointer: Shared["onPointer"]; children: ReactNode }) {
  return (
    <>
      <PermissionWord permission={ruling.decision.permission} />
      <div className="told">
        <div className="name">{children}</div>
        <Reason ruling={ruling} onPointer={onPointer} />
      </div>
    </>
  );
}

/** The gate's own sentence, the step that decided, and the field that it read. */
function Reason({ ruling, onPointer }: { ruling: Ruling; onPointer: Shared["onPointer"] }) {
  const { decision, whenReading, readsArguments } = ruling;
  const { step, pointer } = decision.reason;
  return (
    <div className="reason">
      <p>
        <Sentence text={decision.explanation} />
      </p>
      <p className="deciding">
        <code>{step}</code>
        {pointer !== undefined && <Pointer pointer={pointer} onPointer={step === "floor" ? undefined : onPointer} />}
      </p>
      {whenReading && (
        <p className="also">
          When the caller knows that the call only reads: <PermissionWord permission={whenReading.permission} />
        </p>
      )}
      {readsArguments && <p className="also">A rule reads this tool's arguments: this is for a call without any, others may differ.</p>}
    </div>
  );
}

function Pointer({ pointer, onPointer }: { pointer: string; onPointer: Shared["onPointer"] }) {
  if (!onPointer) return <Outside text={pointer} code />;
  return (
    <button type="button" className="link" title="Show in the document" onClick={() => onPointer(pointer)}>
      <Outside text={pointer} code inside />
    </button>
  );
}
