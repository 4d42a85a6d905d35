import type { Permission } from "callgate-wasm";
import { type Ref, useEffect, useId, useState } from "react";
import type { Attempt, Suggested, Tried } from "../engine/protocol.js";
import { Changed } from "./Consequences.js";
import { useDrawer } from "./context.js";
import { PermissionWord } from "./PermissionWord.js";
import { Lines, Outside, Sentence } from "./Text.js";
import { PERMISSIONS } from "./words.js";

interface Props {
  readonly attempt: Attempt;
  readonly onChange: (attempt: Attempt) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** One call put to the gate: the decision with every step of the ladder (DRAW-8). */
export function TryCall({ attempt, onChange, ref }: Props) {
  const { draft, state } = useDrawer();
  const id = useId();
  const groups = state.looked?.inForce ?? [];
  const tools = groups.find(({ server }) => (server ?? "") === attempt.server)?.tools ?? [];
  const revision = state.looked?.revision;
  const [tried, setTried] = useState<Tried>();
  useEffect(() => {
    let gone = false;
    if (attempt.tool !== "") void draft.engine.attempt(attempt).then((answer) => !gone && setTried(answer), () => undefined);
    return () => {
      gone = true;
    };
  }, [draft, attempt, revision]);
  return (
    <section aria-label="Try a call" className="cg-try">
      <h2 className="cg-unseen">Try a call</h2>
      <p className="cg-soft">Nothing is run: the gate only says what it would decide.</p>
      <div className="cg-fields">
        <label htmlFor={`${id}-server`}>Server</label>
        <input
          id={`${id}-server`}
          className="cg-input"
          list={`${id}-servers`}
          value={attempt.server}
          placeholder="none for a built-in tool"
          onChange={(event) => onChange({ ...attempt, server: event.target.value })}
          spellCheck={false}
          autoComplete="off"
        />
        <datalist id={`${id}-servers`}>
          {groups.flatMap(({ server }) => server ?? []).slice(0, 100).map((server) => (
            <option key={server} value={server} />
          ))}
        </datalist>
        <label htmlFor={`${id}-tool`}>Tool</label>
        <input
          id={`${id}-tool`}
          ref={ref}
          className="cg-input"
          list={`${id}-tools`}
          value={attempt.tool}
          onChange={(event) => onChange({ ...attempt, tool: event.target.value })}
          spellCheck={false}
          autoComplete="off"
        />
        <datalist id={`${id}-tools`}>
          {tools.slice(0, 100).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <label htmlFor={`${id}-args`}>Arguments</label>
        <textarea
          id={`${id}-args`}
          className="cg-input"
          value={attempt.args}
          placeholder="JSON, or nothing"
          rows={2}
          onChange={(event) => onChange({ ...attempt, args: event.target.value })}
          spellCheck={false}
          autoComplete="off"
        />
        <p className="cg-check-line">
          <input
            id={`${id}-reads`}
            type="checkbox"
            className="cg-check"
            checked={attempt.reads}
            onChange={(event) => onChange({ ...attempt, reads: event.target.checked })}
          />
          <label htmlFor={`${id}-reads`}>The caller knows that this call only reads</label>
        </p>
      </div>
      <div className="cg-outcome">
        {attempt.tool === "" ? <p className="cg-soft">Name a tool to see its decision.</p> : tried && <Outcome tried={tried} attempt={attempt} />}
      </div>
    </section>
  );
}

function Outcome({ tried: { refused, explanation, key, described }, attempt }: { tried: Tried; attempt: Attempt }) {
  if (refused !== undefined) {
    return (
      <p role="status" className="cg-notice cg-bad">
        <Sentence text={refused} />
      </p>
    );
  }
  if (!explanation) return null;
  const { decision, candidates } = explanation;
  return (
    <>
      <div role="status" className="cg-verdict">
        <PermissionWord permission={decision.permission} />
        <p>
          <Sentence text={decision.explanation} />
        </p>
      </div>
      <Other attempt={attempt} decided={decision.permission} />
      <h3>Step by step</h3>
      {candidates.map(({ server, tool, steps }, index) => (
        <div key={index}>
          {candidates.length > 1 && (
            <h4>
              As <Outside text={tool ?? ""} code />
              {server !== undefined && (
                <>
                  {" of server "}
                  <Outside text={server} code />
                </>
              )}
            </h4>
          )}
          <ol className="cg-steps" aria-label="Steps of the decision">
            {steps.map((step, place) => (
              <li key={place} className={step.permission ? "cg-decided" : "cg-passed"}>
                <span className="cg-step-title">
                  {step.title} <span className="cg-step-id">{step.id}</span>
                </span>
                <span>{step.permission ? <PermissionWord permission={step.permission} /> : <span className="cg-soft">passed on</span>}</span>
                <span className="cg-step-why">
                  <Sentence text={step.why} />
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
      <h3>What a person would be asked</h3>
      <pre className="cg-asked" tabIndex={0} role="region" aria-label="The call as a person would see it">
        <Lines text={described ?? ""} />
      </pre>
      <h3>Call key</h3>
      <p className="cg-soft">An approval counts for calls with this key only, and for one of them.</p>
      <p className="cg-key">{key === undefined ? "These arguments have no key, so an approval could not be found again." : <Outside text={key} code />}</p>
    </>
  );
}

/** How this call would get another decision: by an edit of the document (EDIT-7). */
function Other({ attempt, decided }: { attempt: Attempt; decided: Permission }) {
  const { draft, locked } = useDrawer();
  const [suggested, setSuggested] = useState<Suggested & { of: Attempt; permission: Permission }>();
  if (locked !== undefined) return null;
  const current = suggested && suggested.of === attempt ? suggested : undefined;
  const others = (["allow", "ask", "deny"] as const).filter((permission) => permission !== decided);
  return (
    <div className="cg-other">
      <p>
        It should be{" "}
        {others.map((permission) => (
          <button
            key={permission}
            type="button"
            className="cg-button"
            onClick={() => void draft.engine.suggest(attempt, permission).then((answer) => setSuggested({ ...answer, of: attempt, permission }))}
          >
            {PERMISSIONS[permission]}
          </button>
        ))}
      </p>
      {current?.refused !== undefined && (
        <p role="alert" className="cg-notice cg-bad">
          <Sentence text={current.refused} />
        </p>
      )}
      {current?.changes && current.text !== undefined && (
        <div className="cg-notice">
          <p>The smallest edit of the document that does it changes:</p>
          <Changed changes={current.changes} label="What the edit changes" />
          <button
            type="button"
            className="cg-button"
            onClick={() => {
              draft.write(current.text ?? "", true);
              setSuggested(undefined);
            }}
          >
            Put it into the document
          </button>
        </div>
      )}
    </div>
  );
}
