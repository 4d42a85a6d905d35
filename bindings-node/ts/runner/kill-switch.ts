/** The operator's kill switch (PERM-1). */
import { Gate } from "callgate";
import { readEnvironment } from "./env.js";

/**
 * The gate to judge with: the caller's own, or one that denies everything when the operator's kill switch
 * is on in the environment. Everything of the runner that judges asks here, since a switch that stops one
 * way of calling and leaves another open is none.
 */
export function gateUnderSwitch(gate: Gate): Gate {
  // What is wrong with other variables is told where they are used.
  return readEnvironment(process.env, () => {}).denyPermissions ? new Gate({}, { denyAll: true }) : gate;
}
