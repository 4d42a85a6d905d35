import * as glue from "../build/glue/callgate.js";
export function version() { glue.initSync({ module: process.getBuiltinModule("node:fs").readFileSync(new URL("./callgate.wasm", import.meta.url)) }); return glue.version(); }
