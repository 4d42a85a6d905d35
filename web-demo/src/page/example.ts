/** What the page opens with: the agent of a support team, with what its servers advertise (DRAW-1). */
import agent from "../../../tests/examples/support.agent.json?raw";
import catalogs from "../../../tests/examples/support.catalogs.json?raw";

export const example = { agent, catalogs };
