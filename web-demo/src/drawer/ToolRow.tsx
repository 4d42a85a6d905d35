import type { Permission } from "callgate-wasm";
import { useEffect, useId, useState } from "react";
import type { Facts, Outline, WhyTold } from "../engine/protocol.js";
import { useDrawer } from "./context.js";
import { keyOf } from "./draft.js";
import { PermissionWord } from "./PermissionWord.js";
import { Outside, Sentence } from "./Text.js";
import { beginning, visible } from "./visible.js";
import { HARNESSES, PERMISSIONS, why } from "./words.js";

interface Props {
  readonly place: number;
  readonly group: Outline;
  /** Nothing for the tools that have no rule of their own. */
  readonly tool: string | undefined;
}

/** One tool: its own rule, what it comes to, and why (DRAW-3). */
export function ToolRow({ place, group, tool }: Props) {
  const { state } = useDrawer();
  const [open, setOpen] = useState(false);
  const id = useId();
  const facts = state.facts.get(keyOf(tool === undefined ? { group: place } : { group: place, tool }));
  const name = tool === undefined ? "tools without a rule" : visible(beginning(tool, 80));
  return (
    <div className={`cg-tool${facts?.decision.reason.step === "filter" ? " cg-hidden-tool" : ""}`} aria-busy={!facts}>
      <div className="cg-tool-name">
        {tool !== undefined && group.filter === "include" && <Chosen place={place} tool={tool} name={name} facts={facts} />}
        {tool === undefined ? <em>Tools without a rule of their own, also those that come later</em> : <Outside text={tool} code />}
        {facts?.claims.map((claim) => (
          <span key={claim} className="cg-claim" title={group.server === undefined ? "As the document says" : "The server says so; callgate does not rely on it"}>
            {group.server === undefined ? claim : `says: ${claim}`}
          </span>
        ))}
        {facts?.advertised === false && (
          <span className="cg-claim" title="The document names it, the server's tool list does not">
            not in the server's list
          </span>
        )}
      </div>
      <div id={`${id}-decision`} className="cg-tool-decision">{facts ? <PermissionWord permission={facts.decision.permission} /> : <span className="cg-soft">…</span>}</div>
      <div className="cg-tool-rule">
        {group.server !== undefined && <OwnRule place={place} tool={tool} name={name} facts={facts} describedBy={`${id}-decision ${id}-why`} />}
        {tool !== undefined && (
          <button type="button" className="cg-button cg-icon-button" aria-expanded={open} aria-controls={`${id}-more`} onClick={() => setOpen(!open)}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={open ? "M4 10l4-4 4 4" : "M4 6l4 4 4-4"} />
            </svg>
            <span className="cg-unseen">Details of {name}</span>
          </button>
        )}
      </div>
      <div id={`${id}-why`} className="cg-tool-why">{facts && <Reason facts={facts} name={name} />}</div>
      {tool !== undefined && open && (
        <div id={`${id}-more`} className="cg-tool-more">
          {facts && <Details place={place} group={group} tool={tool} name={name} facts={facts} />}
        </div>
      )}
    </div>
  );
}

/** The rule as it is written, to be changed. */
function OwnRule({ place, tool, name, facts, describedBy }: { place: number; tool: string | undefined; name: string; facts: Facts | undefined; describedBy: string }) {
  const { draft, state, locked } = useDrawer();
  const revision = state.looked?.revision;
  const [waiting, wait] = useState<{ revision: number | undefined; value: string }>();
  const hidden = facts?.decision.reason.step === "filter" && tool !== undefined;
  // What is chosen shows at once, even while the engine has not answered.
  const value = waiting && waiting.revision === revision ? waiting.value : (facts?.own ?? "");
  return (
    <select
      className="cg-select"
      aria-label={`Rule for ${name}`}
      aria-describedby={describedBy}
      value={value}
      disabled={locked !== undefined || hidden || !facts}
      title={hidden ? "The agent does not see this tool, so it needs no rule" : undefined}
      onChange={(event) => {
        const chosen = event.target.value;
        const permission = chosen === "" ? null : (chosen as Permission);
        wait({ revision, value: chosen });
        void draft.edit(place, tool === undefined ? { kind: "new", permission } : { kind: "tool", tool, permission }).then(() => wait(undefined));
      }}
    >
      <option value="">{tool === undefined ? "Not set" : "No own rule"}</option>
      {(["allow", "ask", "deny"] as const).map((permission) => (
        <option key={permission} value={permission}>
          {PERMISSIONS[permission]}
        </option>
      ))}
    </select>
  );
}

/** Whether an include filter has the tool. */
function Chosen({ place, tool, name, facts }: { place: number; tool: string; name: string; facts: Facts | undefined }) {
  const { draft, locked } = useDrawer();
  return (
    <input
      type="checkbox"
      className="cg-check"
      aria-label={`The agent sees ${name}`}
      checked={facts?.chosen ?? false}
      disabled={locked !== undefined || !facts}
      onChange={(event) => void draft.edit(place, { kind: "choose", tool, chosen: event.target.checked })}
    />
  );
}

/** Why, in a few words, and the way to the field that says so. */
function Reason({ facts, name }: { facts: Facts; name: string }) {
  const { showPointer } = useDrawer();
  const { decision, whenReading, readsArguments } = facts;
  const { pointer, step, rule } = decision.reason;
  return (
    <>
      {why(decision.reason)}
      {rule !== undefined && (
        <>
          : <Outside text={rule} code />
        </>
      )}
      {pointer !== undefined && step !== "floor" && showPointer && (
        <>
          {" · "}
          <button type="button" className="cg-link" onClick={() => showPointer(pointer)}>
            Show in the document<span className="cg-unseen">: what decides for {name}</span>
          </button>
        </>
      )}
      {whenReading && (
        <span className="cg-also">
          {" · "}
          {PERMISSIONS[whenReading]} when the caller knows that the call only reads
        </span>
      )}
      {readsArguments && (
        <span className="cg-also">
          {" · "}A rule looks at its arguments, so some calls may be decided otherwise
        </span>
      )}
    </>
  );
}

function Details({ place, group, tool, name, facts }: { place: number; group: Outline; tool: string; name: string; facts: Facts }) {
  const { draft, state, tryTool } = useDrawer();
  const revision = state.looked?.revision;
  const [told, setTold] = useState<WhyTold>();
  useEffect(() => {
    let gone = false;
    void draft.engine.why({ group: place, tool }).then((answer) => !gone && setTold(answer), () => undefined);
    return () => {
      gone = true;
    };
  }, [draft, place, tool, revision]);
  return (
    <>
      {(facts.title ?? facts.description) !== undefined && (
        <p>
          {group.server !== undefined && <span className="cg-soft">The server describes it as: </span>}
          {facts.title !== undefined && (
            <>
              <strong>
                <Outside text={facts.title} />
              </strong>{" "}
            </>
          )}
          {facts.description !== undefined && <Outside text={facts.description} />}
        </p>
      )}
      <p>
        <Sentence text={facts.decision.explanation} />
      </p>
      {told && told.harnesses.length > 0 && (
        <dl className="cg-harnesses">
          {told.harnesses.map(({ harness, name: rendered, explanation }) => (
            <div key={harness}>
              <dt>{HARNESSES[harness]}</dt>
              <dd>
                <Outside text={rendered} code />
                {": "}
                <Sentence text={explanation} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <button type="button" className="cg-button" onClick={() => tryTool(group.server, tool)}>
        Try a call<span className="cg-unseen"> of {name}</span>
      </button>
    </>
  );
}
