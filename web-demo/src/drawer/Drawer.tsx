import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Documents } from "../policy.js";
import { placed, pointed } from "../places.js";
import { count } from "../words.js";
import { Decisions } from "./Decisions.js";
import { type DocumentHandle, DocumentView } from "./DocumentView.js";
import { Problems } from "./Problems.js";
import { type Attempt, TryCall } from "./TryCall.js";
import { type PolicyState, usePolicy } from "./usePolicy.js";
import "./drawer.css";

/** What an agent may do: its document, the problems in it, and the gate's decision for every tool. */
export function Drawer({ initial }: { initial: Documents }) {
  const state = usePolicy(initial);
  const { documents, diagnostics, inForce, current, write } = state;
  const view = useRef<DocumentHandle>(null);
  const toolField = useRef<HTMLInputElement>(null);
  const [attempt, setAttempt] = useState<Attempt>({ server: "", tool: "Bash", args: '{"command": "git push --force"}', reads: false });

  const [trying, setTrying] = useState(false);

  const tryTool = useCallback((server: string | undefined, tool: string) => {
    setAttempt({ server: server ?? "", tool, args: "", reads: false });
    // What is closed takes no focus, so it is opened first.
    flushSync(() => setTrying(true));
    toolField.current?.focus();
  }, []);
  const showPointer = (pointer: string) => {
    const range = pointed(documents.agent, pointer);
    if (range) view.current?.select(range);
  };

  return (
    <div className="drawer">
      <div className="written">
        <DocumentView
          ref={view}
          documents={documents}
          write={write}
          invalid={diagnostics.some(({ severity }) => severity === "error")}
          onExample={() => write(initial)}
        />
        <Problems
          diagnostics={diagnostics}
          onPlace={({ line, column }) => view.current?.select(placed(documents.agent, line ?? 1, column ?? 1))}
        />
      </div>
      <main className="decided">
        <InForce {...state} />
        <TryCall ref={toolField} policy={inForce} attempt={attempt} onChange={setAttempt} open={trying} onOpen={setTrying} />
        <Decisions policy={inForce} onTry={tryTool} onPointer={current ? showPointer : undefined} />
      </main>
    </div>
  );
}

/** Which policy the decisions are of. */
function InForce({ diagnostics, inForce }: PolicyState) {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const broken = errors > 0;
  return (
    <p role="status" className={broken ? "in-force kept" : "in-force"}>
      {!broken && "In force: the document as it is shown."}
      {broken && inForce.documents && (
        <>
          <strong>The document has {count(errors, "error")}, so the last valid one stays in force.</strong> The decisions are of that one.
        </>
      )}
      {broken && !inForce.documents && <strong>There is no valid document yet, so everything is denied.</strong>}
    </p>
  );
}
