import type { Explanation } from "callgate-wasm";
import { type Ref, useId } from "react";
import { messageOf, type Policy } from "../policy.js";
import { PermissionWord } from "./PermissionWord.js";
import { Outside, Sentence } from "./Text.js";

export interface Attempt {
  readonly server: string;
  readonly tool: string;
  /** JSON text; blank for a call without arguments. */
  readonly args: string;
  readonly reads: boolean;
}

interface Props {
  readonly policy: Policy;
  readonly attempt: Attempt;
  readonly onChange: (attempt: Attempt) => void;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** One call put to the gate: the decision with every step of the ladder. */
export function TryCall({ policy, attempt, onChange, open, onOpen, ref }: Props) {
  const id = useId();
  const servers = policy.groups.flatMap(({ server }) => server ?? []);
  const tools = policy.groups.find(({ server }) => (server ?? "") === attempt.server)?.tools ?? [];
  return (
    <section aria-labelledby={`${id}-title`} className="try">
      <details open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
        <summary>
          <h2 id={`${id}-title`}>Try a call</h2>
        </summary>
        <div className="fields">
          <label htmlFor={`${id}-server`}>Server</label>
          <input
            id={`${id}-server`}
            list={`${id}-servers`}
            value={attempt.server}
            placeholder="none for a built-in tool"
            onChange={(event) => onChange({ ...attempt, server: event.target.value })}
            spellCheck={false}
            autoComplete="off"
          />
          <datalist id={`${id}-servers`}>
            {servers.slice(0, 100).map((server) => (
              <option key={server} value={server} />
            ))}
          </datalist>
          <label htmlFor={`${id}-tool`}>Tool</label>
          <input
            id={`${id}-tool`}
            ref={ref}
            list={`${id}-tools`}
            value={attempt.tool}
            onChange={(event) => onChange({ ...attempt, tool: event.target.value })}
            spellCheck={false}
            autoComplete="off"
          />
          <datalist id={`${id}-tools`}>
            {tools.slice(0, 100).map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <label htmlFor={`${id}-args`}>Arguments</label>
          <textarea
            id={`${id}-args`}
            value={attempt.args}
            placeholder="JSON, or nothing"
            rows={2}
            onChange={(event) => onChange({ ...attempt, args: event.target.value })}
            spellCheck={false}
            autoComplete="off"
          />
          <div className="check">
            <input
              id={`${id}-reads`}
              type="checkbox"
              checked={attempt.reads}
              onChange={(event) => onChange({ ...attempt, reads: event.target.checked })}
            />
            <label htmlFor={`${id}-reads`}>The caller knows that the call only reads</label>
          </div>
        </div>
        <div aria-live="polite">{attempt.tool === "" ? <p className="nothing">Name a tool to see its decision.</p> : <Outcome policy={policy} attempt={attempt} />}</div>
      </details>
    </section>
  );
}

function Outcome({ policy, attempt }: { policy: Policy; attempt: Attempt }) {
  const asked = ask(policy, attempt);
  if (typeof asked === "string") return <p className="refused">{asked}</p>;
  const { decision, candidates } = asked;
  return (
    <>
      <div className="verdict">
        <PermissionWord permission={decision.permission} />
        <p>
          <Sentence text={decision.explanation} />
        </p>
      </div>
      {candidates.map(({ server, tool, steps }, index) => (
        <div key={index}>
          {candidates.length > 1 && (
            <h3>
              As <Outside text={tool ?? ""} code />
              {server !== undefined && (
                <>
                  {" "}
                  of server <Outside text={server} code />
                </>
              )}
            </h3>
          )}
          <ol className="steps">
            {steps.map((step, place) => (
              <li key={place} className={step.permission ? "decided" : "passed"}>
                <span className="id">{step.id}</span>
                <span className="title">{step.title}</span>
                <span className="said">{step.permission ? <PermissionWord permission={step.permission} /> : "passed on"}</span>
                <span className="why">
                  <Sentence text={step.why} />
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </>
  );
}

/** The explanation, or why the call cannot be put. */
function ask(policy: Policy, { server, tool, args, reads }: Attempt): Explanation | string {
  try {
    // Only one whole JSON value can be set into the call's text without adding members to it.
    if (args.trim() !== "") JSON.parse(args);
  } catch (error) {
    return `The arguments are not JSON: ${messageOf(error)}`;
  }
  const members = [
    ...(server === "" ? [] : [`"server":${JSON.stringify(server)}`]),
    `"tool":${JSON.stringify(tool)}`,
    ...(args.trim() === "" ? [] : [`"args":${args}`]),
    ...(reads ? [`"read_only":true`] : []),
  ];
  try {
    return policy.explain(`{${members.join()}}`);
  } catch (error) {
    return messageOf(error);
  }
}
