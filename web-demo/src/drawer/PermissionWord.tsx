import type { Permission } from "callgate-wasm";
import { PERMISSIONS } from "./words.js";

const SIGNS: Readonly<Record<Permission, string>> = {
  allow: "M3.5 8.5l3 3 6-7",
  ask: "M5.6 6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.8-1.1 1.6M8 12.4v.1",
  deny: "M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6",
};

export function Sign({ permission }: { permission: Permission }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="cg-sign">
      <path d={SIGNS[permission]} />
    </svg>
  );
}

/** A permission as a sign, a word and a colour (DRAW-3). */
export function PermissionWord({ permission }: { permission: Permission }) {
  return (
    <span className={`cg-permission cg-${permission}`}>
      <Sign permission={permission} />
      {PERMISSIONS[permission]}
    </span>
  );
}
