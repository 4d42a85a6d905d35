import * as RadioGroup from "@radix-ui/react-radio-group";
import type { Permission } from "callgate-wasm";
import { useId, useState } from "react";
import type { Operation, Outline } from "../engine/protocol.js";
import { useDrawer } from "./context.js";
import { keyOf } from "./draft.js";
import { Sign } from "./PermissionWord.js";
import { Outside, Sentence } from "./Text.js";
import { beginning, visible } from "./visible.js";
import { count, FOLLOW, PERMISSIONS } from "./words.js";

const CHOICES = ["follow", "allow", "ask", "deny"] as const;

interface Props {
  readonly place: number;
  readonly group: Outline;
  readonly folded: boolean;
  readonly onFold: () => void;
}

/** One server: what it is, and what is set for all of it (DRAW-2). */
export function ServerCard({ place, group, folded, onFold }: Props) {
  const { server, connection, tools } = group;
  return (
    <div className="cg-server">
      <div className="cg-server-head">
        <h3>
          <button type="button" className="cg-fold" aria-expanded={!folded} onClick={onFold}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M4 6l4 4 4-4" />
            </svg>
            {server === undefined ? "The runner's own tools" : <Outside text={server} inside />}
          </button>
        </h3>
        <p className="cg-soft">
          {connection !== undefined && (
            <>
              <Outside text={connection} />
              {" · "}
            </>
          )}
          {count(tools.length, "tool")}
        </p>
      </div>
      {server === undefined ? (
        <p className="cg-soft cg-hint">These are set in the document, each at its own entry. “Try” shows how to change one.</p>
      ) : (
        <Settings place={place} group={group} server={server} />
      )}
    </div>
  );
}

function Settings({ place, group, server }: { place: number; group: Outline; server: string }) {
  const { draft, state, locked } = useDrawer();
  const id = useId();
  const shown = visible(beginning(server, 80));
  const [waiting, wait] = useState<{ revision: number | undefined; value: string }>();
  const revision = state.looked?.revision;
  const edit = (operation: Operation) => draft.edit(place, operation).then(() => wait(undefined));
  // What is chosen shows at once, even while the engine has not answered.
  const value = waiting?.revision === revision && waiting ? waiting.value : (group.permission ?? "follow");
  const step = state.facts.get(keyOf({ group: place }))?.decision.reason.step;
  const unreached = step === "new_tool_permission" || step === "new_tool_floor";
  return (
    <>
      <div className="cg-setting">
        <span className="cg-question">This server</span>
        <RadioGroup.Root
          className="cg-choices"
          aria-label={`Permission of ${shown}`}
          value={value}
          disabled={locked !== undefined}
          onValueChange={(chosen) => {
            wait({ revision, value: chosen });
            void edit({ kind: "server", permission: chosen === "follow" ? null : (chosen as Permission) });
          }}
        >
          {CHOICES.map((choice) => (
            <RadioGroup.Item key={choice} value={choice} className={`cg-choice cg-${choice}`}>
              {choice !== "follow" && <Sign permission={choice} />}
              {choice === "follow" ? FOLLOW : PERMISSIONS[choice]}
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      </div>
      {unreached && <p className="cg-soft cg-hint">Its tools have rules of their own below, so this setting reaches none of them now.</p>}
      <div className="cg-setting">
        <label htmlFor={`${id}-filter`} className="cg-question">
          The agent sees
        </label>
        <select
          id={`${id}-filter`}
          className="cg-select"
          value={group.filter}
          disabled={locked !== undefined}
          onChange={(event) => void edit({ kind: "filter", mode: event.target.value as "all" | "include" })}
        >
          <option value="all">all its tools</option>
          <option value="include">only the chosen ones</option>
        </select>
        <button
          type="button"
          className="cg-button"
          disabled={locked !== undefined || group.listed !== "listed"}
          title={group.listed === "listed" ? "Allow what the server says only reads, ask for everything else" : "It needs the server's tool list"}
          onClick={() => void edit({ kind: "preset" })}
        >
          Ask for write and delete<span className="cg-unseen"> on {shown}</span>
        </button>
      </div>
      <List group={group} />
    </>
  );
}

/** What is known of the server's tool list, where that is to be told. */
function List({ group: { listed, fault, tools, more } }: { group: Outline }) {
  if (listed === "refused" || listed === "unreadable") {
    return (
      <p className="cg-notice cg-bad">
        <strong>{listed === "refused" ? "The server did not list its tools. It said:" : "The server's list of tools cannot be read:"}</strong>{" "}
        {listed === "refused" ? <Outside text={fault ?? ""} /> : <Sentence text={fault ?? ""} />}
      </p>
    );
  }
  if (listed === "unknown") return <p className="cg-soft cg-hint">Its tool list is not known here, so only tools that the document names are shown.</p>;
  if (tools.length === 0) return <p className="cg-soft cg-hint">The server answered with no tools.</p>;
  if (more) return <p className="cg-notice">This is one page of its tool list: it says that there are more.</p>;
  return null;
}
