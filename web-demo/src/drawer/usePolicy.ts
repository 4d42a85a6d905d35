import { useCallback, useEffect, useState } from "react";
import { check, type Checked, type Documents, Policy } from "../policy.js";

/** The texts as they are being written, and the last valid ones as a policy. */
export interface PolicyState {
  readonly documents: Documents;
  readonly diagnostics: Checked["diagnostics"];
  /** INVARIANT: made from the newest valid documents; an invalid one never takes its place (PERM-10). */
  readonly inForce: Policy;
  /** Whether the policy in force is that of the documents shown. */
  readonly current: boolean;
  readonly write: (part: Partial<Documents>) => void;
}

/** How long a pause in typing has to be. */
const PAUSE = 150;

interface Known {
  readonly of: Documents;
  readonly diagnostics: Checked["diagnostics"];
  readonly inForce: Policy;
  readonly current: boolean;
}

function look(documents: Documents, before: Policy): Known {
  const { diagnostics, policy } = check(documents);
  return { of: documents, diagnostics, inForce: policy ?? before, current: policy !== undefined };
}

export function usePolicy(initial: Documents): PolicyState {
  const [documents, setDocuments] = useState(initial);
  const [known, setKnown] = useState(() => look(initial, Policy.closed()));

  useEffect(() => {
    if (known.of === documents) return;
    const timer = setTimeout(() => setKnown((before) => look(documents, before.inForce)), PAUSE);
    return () => clearTimeout(timer);
  }, [documents, known]);

  const write = useCallback((part: Partial<Documents>) => setDocuments((before) => ({ ...before, ...part })), []);

  return {
    documents,
    diagnostics: known.diagnostics,
    inForce: known.inForce,
    current: known.current && known.of === documents,
    write,
  };
}
