var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// ../bindings-wasm/ts/engine.ts
function run(engine, operation) {
  const core = engine.core();
  try {
    return operation(core);
  } catch (thrown) {
    throw engine.recover(thrown);
  }
}
var init_engine = __esm({
  "../bindings-wasm/ts/engine.ts"() {
    "use strict";
  }
});

// ../bindings-wasm/ts/errors.ts
function invalidArgument(message) {
  return new CallgateError("invalid_argument", message);
}
function fromFault(text) {
  const [, code, diagnostics, message] = /^([a-z][a-z0-9_.]*)\n(.*)\n([^]*)$/.exec(text) ?? [];
  if (code === void 0 || message === void 0) return void 0;
  if (diagnostics) return new InvalidDocument(message, JSON.parse(diagnostics));
  return code.startsWith("invalid_edit") ? new InvalidEdit(code, message) : new CallgateError(code, message);
}
var CallgateError, InvalidDocument, InvalidEdit;
var init_errors = __esm({
  "../bindings-wasm/ts/errors.ts"() {
    "use strict";
    CallgateError = class extends Error {
      code;
      constructor(code, message) {
        super(message);
        this.code = code;
      }
    };
    InvalidDocument = class extends CallgateError {
      diagnostics;
      constructor(message, diagnostics) {
        super("invalid_document", message);
        this.diagnostics = diagnostics;
      }
    };
    InvalidEdit = class extends CallgateError {
    };
    for (const [name, { prototype }] of Object.entries({ CallgateError, InvalidDocument, InvalidEdit })) {
      Object.defineProperty(prototype, "name", { value: name, configurable: true, writable: true });
    }
  }
});

// ../bindings-wasm/ts/host.ts
function crossing(value) {
  if (typeof value === "string") return { form: TEXT, data: wellFormed(value) ? value : bytesAsWritten(value) };
  if (isBytes(value)) return { form: TEXT, data: value };
  return hostCrossing(value);
}
function hostCrossing(value) {
  const writer = new Writer();
  try {
    writer.write(value, 0);
    return { form: HOST, data: writer.out };
  } catch (error) {
    const what = error instanceof Refusal ? error.message : "a getter that throws";
    return { form: REFUSED, data: `{"pointer":${quote(writer.pointer())},"what":${quote(what)}}` };
  }
}
function bytesAsWritten(text) {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (const part of text.split(/([\ud800-\udfff])/u)) {
    const unit = part.length === 1 ? part.charCodeAt(0) : 0;
    if (unit >= 55296 && unit <= 57343) {
      bytes.set([224 | unit >> 12, 128 | unit >> 6 & 63, 128 | unit & 63], length);
      length += 3;
    } else {
      length += encoder.encodeInto(part, bytes.subarray(length)).written;
    }
  }
  return bytes.subarray(0, length);
}
function isBytes(value) {
  return ArrayBuffer.isView(value) && typedArrayName.call(value) === "Uint8Array";
}
function quote(text) {
  const { length } = text;
  if (length > 64) return JSON.stringify(text);
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 32 || unit === 34 || unit === 92 || unit >= 55296 && unit < 57344) return JSON.stringify(text);
  }
  return `"${text}"`;
}
function isPlain(prototype) {
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}
function isPlainArray(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Array.prototype || Array.isArray(prototype) && isPlain(Object.getPrototypeOf(prototype));
}
function kindOf(value) {
  if (ArrayBuffer.isView(value) || answers(() => arrayBufferSize.call(value))) return "bytes";
  if (typeof SharedArrayBuffer === "function" && answers(() => sharedBufferSize().call(value))) return "bytes";
  if (answers(() => Map.prototype.has.call(value, 0))) return "a Map";
  if (answers(() => Set.prototype.has.call(value, 0))) return "a Set";
  if (answers(() => Date.prototype.getTime.call(value))) return "a date";
  return "an instance of a class";
}
function answers(question) {
  try {
    question();
    return true;
  } catch {
    return false;
  }
}
var TEXT, HOST, REFUSED, MAX_DEPTH, wellFormed, LONE_SURROGATE, typedArrayName, Refusal, Writer, getter, arrayBufferSize, sharedBufferSize;
var init_host = __esm({
  "../bindings-wasm/ts/host.ts"() {
    "use strict";
    TEXT = 0;
    HOST = 1;
    REFUSED = 2;
    MAX_DEPTH = 64;
    wellFormed = typeof "".isWellFormed === "function" ? (text) => text.isWellFormed() : (text) => !LONE_SURROGATE.test(text);
    LONE_SURROGATE = /[\ud800-\udfff]/u;
    typedArrayName = Object.getOwnPropertyDescriptor(
      Object.getPrototypeOf(Uint8Array.prototype),
      Symbol.toStringTag
    ).get;
    Refusal = class extends Error {
    };
    Writer = class {
      out = "";
      /** The keys and indexes on the way to the value that is being read; the first `#level` of them hold. */
      #path = [];
      #level = 0;
      /** The objects on that way: only looked through when the limit is reached, to tell a cycle from depth. */
      #ancestors = [];
      /** Where reading stopped. */
      pointer() {
        const escape = (key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
        return this.#path.slice(0, this.#level).map(escape).join("");
      }
      write(value, level) {
        switch (typeof value) {
          case "string":
            this.out += quote(value);
            return;
          case "number":
            this.out += this.#number(value);
            return;
          case "boolean":
            this.out += value ? "true" : "false";
            return;
          case "object":
            if (value === null) this.out += "null";
            else this.#object(value, level);
            return;
          case "bigint":
            throw new Refusal("a BigInt");
          case "function":
            throw new Refusal("a function");
          case "symbol":
            throw new Refusal("a symbol");
          default:
            throw new Refusal("undefined");
        }
      }
      /**
       * A number beyond 2^53-1 is written with an exponent: it may stand for any of several integers,
       * and a plain integer token would claim to be exactly one of them (APPR-4).
       */
      #number(value) {
        if (Number.isSafeInteger(value)) return `${value}`;
        if (!Number.isFinite(value)) throw new Refusal(Number.isNaN(value) ? "not a number" : "infinite");
        const text = `${value}`;
        return Number.isInteger(value) && !text.includes("e") ? `${text}e0` : text;
      }
      #object(value, level) {
        this.#level = level;
        if (level >= MAX_DEPTH) this.#tooDeep(value, level);
        this.#ancestors[level] = value;
        if (Array.isArray(value)) {
          if (!isPlainArray(value)) throw new Refusal("an instance of a class");
          this.#items(value, level);
        } else {
          if (!isPlain(Object.getPrototypeOf(value))) throw new Refusal(kindOf(value));
          this.#members(value, level);
        }
      }
      #items(items, level) {
        const { length } = items;
        this.out += "[";
        for (let index = 0; index < length; index++) {
          this.#path[level] = index;
          this.#level = level + 1;
          const item = items[index];
          if (index > 0) this.out += ",";
          this.write(item, level + 1);
        }
        this.out += "]";
      }
      #members(members, level) {
        let comma = "";
        this.out += "{";
        for (const key of Object.keys(members)) {
          this.#path[level] = key;
          this.#level = level + 1;
          const member = members[key];
          if (member === void 0) continue;
          this.out += `${comma}${quote(key)}:`;
          comma = ",";
          this.write(member, level + 1);
        }
        this.out += "}";
      }
      /** A cycle is as deep as one likes, so looking for it can wait until here. */
      #tooDeep(value, level) {
        this.#ancestors[level] = value;
        const seen = /* @__PURE__ */ new Set();
        for (const [depth, ancestor] of this.#ancestors.entries()) {
          if (seen.has(ancestor)) {
            this.#level = depth;
            throw new Refusal("a cycle");
          }
          seen.add(ancestor);
        }
        throw new Refusal("nested deeper than 64 levels");
      }
    };
    getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
    arrayBufferSize = getter(ArrayBuffer.prototype, "byteLength");
    sharedBufferSize = () => getter(SharedArrayBuffer.prototype, "byteLength");
  }
});

// ../bindings-wasm/ts/memo.ts
function isLong(name) {
  return name !== void 0 && name.length > LONGEST_NAME;
}
function own(name) {
  return name === void 0 ? void 0 : JSON.parse(JSON.stringify(name));
}
var LONGEST_NAME, MOST_ENTRIES, NEEDS_ARGUMENTS, Memo;
var init_memo = __esm({
  "../bindings-wasm/ts/memo.ts"() {
    "use strict";
    LONGEST_NAME = 256;
    MOST_ENTRIES = 4096;
    NEEDS_ARGUMENTS = /* @__PURE__ */ Symbol("needs arguments");
    Memo = class {
      #asked = [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()];
      #rendered = [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()];
      #entries = 0;
      get(names) {
        if (names.kind !== void 0) return void 0;
        const side = names.readOnly ? 1 : 0;
        if (names.name === void 0) return this.#asked[side].get(names.server)?.get(names.tool);
        if (names.server !== void 0 || names.tool !== void 0) return void 0;
        return this.#rendered[side].get(names.name);
      }
      set(names, answer) {
        if (names.kind !== void 0) return;
        if (names.name !== void 0 && (names.server !== void 0 || names.tool !== void 0)) return;
        if (isLong(names.server) || isLong(names.tool) || isLong(names.name)) return;
        if (this.#entries >= MOST_ENTRIES) this.#clear();
        this.#entries++;
        const side = names.readOnly ? 1 : 0;
        if (names.name !== void 0) {
          this.#rendered[side].set(own(names.name), answer);
          return;
        }
        const asked = this.#asked[side];
        let tools = asked.get(names.server);
        if (!tools) asked.set(own(names.server), tools = /* @__PURE__ */ new Map());
        tools.set(own(names.tool), answer);
      }
      #clear() {
        for (const maps of [this.#asked, this.#rendered]) for (const map of maps) map.clear();
        this.#entries = 0;
      }
    };
  }
});

// ../bindings-wasm/ts/gate.ts
function gateClass(choose) {
  return class Gate {
    #compile;
    #handles = /* @__PURE__ */ new Map();
    #memo = new Memo();
    constructor(agent, options = {}) {
      this.#compile = agent === CLOSED ? closed : compiler(agent, options);
      this.#handle(choose("decide"));
    }
    static closed() {
      return new Gate(CLOSED);
    }
    decide(call) {
      const names = namesOf(call);
      return (names && this.#decideNamed(names)) ?? this.#decideCrossed(whole(names, call));
    }
    decideMany(calls) {
      if (!Array.isArray(calls)) {
        const { form, data } = crossing(calls);
        return frozen(this.#use("decideMany", (gate) => gate.decideMany(form, data)));
      }
      const decisions = [];
      const waiting = [];
      for (let index = 0; index < calls.length; index++) {
        const call = calls[index];
        const names = namesOf(call);
        const decision = names && this.#decideNamed(names);
        if (decision) {
          decisions[index] = decision;
          continue;
        }
        const crossed = whole(names, call);
        if (crossed.form === HOST) waiting.push({ index, text: crossed.data });
        else decisions[index] = this.#decideCrossed(crossed);
      }
      if (waiting.length > 0) {
        const text = `[${waiting.map((call) => call.text).join()}]`;
        const answers2 = frozen(this.#use("decideMany", (gate) => gate.decideMany(HOST, text)));
        for (const [at, { index, text: text2 }] of waiting.entries()) {
          const apart = answers2.length === waiting.length ? answers2[at] : void 0;
          decisions[index] = apart ?? this.#decideCrossed({ form: HOST, data: text2 });
        }
      }
      return decisions;
    }
    explain(call) {
      const { form, data } = crossing(call);
      return JSON.parse(this.#use("explain", (gate) => gate.explain(form, data)));
    }
    offered(server, catalog) {
      const name = nameArgument("server", server);
      const { crossed, tools } = catalogOf(catalog);
      const indexes = JSON.parse(this.#use("offered", (gate) => gate.offered(name, crossed.form, crossed.data)));
      const list = tools();
      return indexes.map((index) => list[index]);
    }
    /** `undefined` when the arguments are needed. */
    #decideNamed(names) {
      const known = this.#memo.get(names);
      if (known !== void 0) return known === NEEDS_ARGUMENTS ? void 0 : known;
      const { server, tool, name, kind, readOnly } = names;
      if (!(isWellFormed(server) && isWellFormed(tool) && isWellFormed(name) && isWellFormed(kind))) return void 0;
      const text = this.#use("decideNamed", (gate) => gate.decideNamed(server, tool, name, kind, readOnly));
      const decision = text ? frozen(text) : void 0;
      this.#memo.set(names, decision ?? NEEDS_ARGUMENTS);
      return decision;
    }
    #decideCrossed({ form, data }) {
      return frozen(this.#use("decide", (gate) => gate.decide(form, data)));
    }
    #use(operation, use) {
      const engine = choose(operation);
      const handle = this.#handle(engine);
      return run(engine, () => use(handle));
    }
    /** Compiled on first use in an engine, and again when the engine had to start afresh (QUAL-35). */
    #handle(engine) {
      const held = this.#handles.get(engine);
      if (held?.generation === engine.generation) return held.handle;
      const handle = this.#compile(engine);
      this.#handles.set(engine, { generation: engine.generation, handle });
      return handle;
    }
  };
}
function compiler(agent, options) {
  const { floor, denyAll, trustedHints, catalogs } = optionsOf(options);
  const document = kept(agent);
  const above = floor === void 0 ? void 0 : kept(floor);
  const known = catalogs === void 0 ? void 0 : kept(catalogs);
  return (engine) => run(
    engine,
    (core) => core.compile(
      document.form,
      document.data,
      above?.form ?? TEXT,
      above?.data,
      denyAll,
      [...trustedHints],
      known?.form ?? TEXT,
      known?.data
    )
  );
}
function kept(document) {
  const { form, data } = crossing(document);
  return { form, data: typeof data === "string" ? data : data.slice() };
}
function optionsOf(options) {
  if (typeof options !== "object" || options === null) throw invalidArgument("the options are not an object");
  const { floor, denyAll = false, trustedHints = [], catalogs, ...others } = options;
  for (const other of Object.keys(others)) {
    throw invalidArgument(`no option \`${other}\`: the options are \`floor\`, \`denyAll\`, \`trustedHints\` and \`catalogs\``);
  }
  if (typeof denyAll !== "boolean") throw invalidArgument("`denyAll` is neither `true` nor `false`");
  if (!Array.isArray(trustedHints)) throw invalidArgument("`trustedHints` is not a list of server names");
  return { floor, denyAll, trustedHints: trustedHints.map((hint) => nameArgument("trustedHints", hint)), catalogs };
}
function nameArgument(argument, value) {
  if (typeof value !== "string") throw invalidArgument(`\`${argument}\` is not a string`);
  if (!wellFormed(value)) throw invalidArgument(`\`${argument}\` holds half of a surrogate pair`);
  return value;
}
function namesOf(call) {
  if (typeof call !== "object" || call === null) return void 0;
  try {
    const prototype = Object.getPrototypeOf(call);
    if (prototype !== Object.prototype && prototype !== null) return void 0;
    const names = {
      server: void 0,
      tool: void 0,
      name: void 0,
      kind: void 0,
      readOnly: false,
      hasArgs: false
    };
    for (const key of Object.keys(call)) {
      if (key === "args") {
        names.hasArgs = true;
        continue;
      }
      const value = call[key];
      if (value === void 0) continue;
      if (key === "read_only") {
        if (typeof value !== "boolean") return void 0;
        names.readOnly = value;
      } else if (key === "server" || key === "tool" || key === "name" || key === "kind") {
        if (typeof value !== "string") return void 0;
        names[key] = value;
      } else return void 0;
    }
    return names;
  } catch {
    return void 0;
  }
}
function whole(names, call) {
  if (!names) return crossing(call);
  const { server, tool, name, kind, readOnly, hasArgs } = names;
  let args;
  try {
    if (hasArgs) ({ args } = call);
  } catch {
    return crossing(call);
  }
  return hostCrossing({ server, tool, name, kind, read_only: readOnly, args });
}
function isWellFormed(name) {
  return name === void 0 || wellFormed(name);
}
function catalogOf(catalog) {
  const tools = (read) => Array.isArray(read) ? read : read.tools;
  if (typeof catalog === "object" && catalog !== null && !ArrayBuffer.isView(catalog)) {
    const read = readOnce(catalog);
    if (read) return { crossed: hostCrossing(read), tools: () => tools(read) };
  }
  const crossed = crossing(catalog);
  const text = () => typeof crossed.data === "string" ? crossed.data : new TextDecoder().decode(crossed.data);
  return { crossed, tools: () => tools(JSON.parse(text())) };
}
function readOnce(catalog) {
  const copyOf = (items) => Array.from({ length: items.length }, (_, index) => items[index]);
  try {
    if (Array.isArray(catalog)) return copyOf(catalog);
    if (!isPlain(Object.getPrototypeOf(catalog))) return void 0;
    const copy = /* @__PURE__ */ Object.create(null);
    for (const key of Object.keys(catalog)) copy[key] = catalog[key];
    if (Array.isArray(copy.tools)) copy.tools = copyOf(copy.tools);
    return copy;
  } catch {
    return void 0;
  }
}
function frozen(text) {
  return freeze(JSON.parse(text));
}
function freeze(value) {
  if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) freeze(member);
    Object.freeze(value);
  }
  return value;
}
var CLOSED, closed;
var init_gate = __esm({
  "../bindings-wasm/ts/gate.ts"() {
    "use strict";
    init_engine();
    init_errors();
    init_host();
    init_memo();
    CLOSED = /* @__PURE__ */ Symbol("closed");
    closed = (engine) => run(engine, (core) => core.closed());
  }
});

// ../bindings-wasm/ts/api.ts
function makeApi(choose) {
  const use = (operation, call) => run(choose(operation), call);
  return {
    version: () => use("version", (core) => core.version()),
    validate(agent, catalogs) {
      const { form, data } = crossing(agent);
      const known = catalogs === void 0 ? void 0 : crossing(catalogs);
      return JSON.parse(use("validate", (core) => core.validate(form, data, known?.form ?? TEXT, known?.data)));
    },
    validateServer(server) {
      const { form, data } = crossing(server);
      return JSON.parse(use("validateServer", (core) => core.validateServer(form, data)));
    },
    jsonSchema: () => JSON.parse(use("jsonSchema", (core) => core.jsonSchema())),
    toWire(server) {
      const { form, data } = crossing(server);
      return JSON.parse(use("toWire", (core) => core.toWire(form, data)));
    },
    toolName(server, tool, harness = "claude") {
      const names = [nameArgument("server", server), nameArgument("tool", tool), nameArgument("harness", harness)];
      return use("toolName", (core) => core.toolName(...names));
    },
    Gate: gateClass(choose)
  };
}
var init_api = __esm({
  "../bindings-wasm/ts/api.ts"() {
    "use strict";
    init_engine();
    init_gate();
    init_host();
  }
});

// ../bindings-wasm/build/glue/callgate.js
var callgate_exports = {};
__export(callgate_exports, {
  GateHandle: () => GateHandle,
  __wbg_reset_state: () => __wbg_reset_state,
  closed: () => closed2,
  compile: () => compile,
  default: () => __wbg_init,
  initSync: () => initSync,
  jsonSchema: () => jsonSchema,
  selfTestPanic: () => selfTestPanic,
  toWire: () => toWire,
  toolName: () => toolName,
  validate: () => validate,
  validateServer: () => validateServer,
  version: () => version
});
function __wbg_reset_state() {
  __wbg_instance_id++;
  cachedDataViewMemory0 = null;
  cachedUint8ArrayMemory0 = null;
  if (typeof numBytesDecoded !== "undefined") numBytesDecoded = 0;
  if (typeof WASM_VECTOR_LEN !== "undefined") WASM_VECTOR_LEN = 0;
  __wbg_reinit_scheduled = false;
  wasmInstance = new WebAssembly.Instance(wasmModule, __wbg_get_imports());
  wasm = wasmInstance.exports;
  wasm.__wbindgen_start();
}
function closed2() {
  let ret;
  __wbg_call_guard();
  ret = wasm.closed();
  return GateHandle.__wrap(ret);
}
function compile(form, agent, floor_form, floor, deny_all, trusted_hints, catalogs_form, catalogs) {
  const val2 = +form;
  const val3 = +floor_form;
  const val4 = +deny_all;
  const val5 = +catalogs_form;
  const ptr0 = passArrayJsValueToWasm0(trusted_hints, wasm.__wbindgen_malloc);
  const len0 = WASM_VECTOR_LEN;
  let ret;
  __wbg_call_guard();
  ret = wasm.compile(val2, agent, val3, floor, val4, ptr0, len0, val5, catalogs);
  if (ret[2]) {
    throw takeFromExternrefTable0(ret[1]);
  }
  return GateHandle.__wrap(ret[0]);
}
function jsonSchema() {
  let deferred1_0;
  let deferred1_1;
  try {
    let ret;
    __wbg_call_guard();
    ret = wasm.jsonSchema();
    deferred1_0 = ret[0];
    deferred1_1 = ret[1];
    return getStringFromWasm0(ret[0], ret[1]);
  } finally {
    __wbg_call_guard();
    wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
  }
}
function selfTestPanic() {
  __wbg_call_guard();
  wasm.selfTestPanic();
}
function toWire(form, server) {
  let deferred2_0;
  let deferred2_1;
  try {
    let ret;
    __wbg_call_guard();
    ret = wasm.toWire(form, server);
    var ptr1 = ret[0];
    var len1 = ret[1];
    if (ret[3]) {
      ptr1 = 0;
      len1 = 0;
      throw takeFromExternrefTable0(ret[2]);
    }
    deferred2_0 = ptr1;
    deferred2_1 = len1;
    return getStringFromWasm0(ptr1, len1);
  } finally {
    __wbg_call_guard();
    wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
  }
}
function toolName(server, tool, harness) {
  let deferred5_0;
  let deferred5_1;
  try {
    let ptr0, len0, ptr1, len1, ptr2, len2;
    try {
      ptr0 = passStringToWasm0(server, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
      len0 = WASM_VECTOR_LEN;
      ptr1 = passStringToWasm0(tool, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
      len1 = WASM_VECTOR_LEN;
      ptr2 = passStringToWasm0(harness, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
      len2 = WASM_VECTOR_LEN;
    } catch (e) {
      if (ptr2) {
        wasm.__wbindgen_free(ptr2, len2 * 1, 1);
      }
      if (ptr1) {
        wasm.__wbindgen_free(ptr1, len1 * 1, 1);
      }
      if (ptr0) {
        wasm.__wbindgen_free(ptr0, len0 * 1, 1);
      }
      throw e;
    }
    let ret;
    __wbg_call_guard();
    ret = wasm.toolName(ptr0, len0, ptr1, len1, ptr2, len2);
    var ptr4 = ret[0];
    var len4 = ret[1];
    if (ret[3]) {
      ptr4 = 0;
      len4 = 0;
      throw takeFromExternrefTable0(ret[2]);
    }
    deferred5_0 = ptr4;
    deferred5_1 = len4;
    return getStringFromWasm0(ptr4, len4);
  } finally {
    __wbg_call_guard();
    wasm.__wbindgen_free(deferred5_0, deferred5_1, 1);
  }
}
function validate(form, agent, catalogs_form, catalogs) {
  let deferred1_0;
  let deferred1_1;
  try {
    let ret;
    __wbg_call_guard();
    ret = wasm.validate(form, agent, catalogs_form, catalogs);
    deferred1_0 = ret[0];
    deferred1_1 = ret[1];
    return getStringFromWasm0(ret[0], ret[1]);
  } finally {
    __wbg_call_guard();
    wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
  }
}
function validateServer(form, server) {
  let deferred1_0;
  let deferred1_1;
  try {
    let ret;
    __wbg_call_guard();
    ret = wasm.validateServer(form, server);
    deferred1_0 = ret[0];
    deferred1_1 = ret[1];
    return getStringFromWasm0(ret[0], ret[1]);
  } finally {
    __wbg_call_guard();
    wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
  }
}
function version() {
  let deferred1_0;
  let deferred1_1;
  try {
    let ret;
    __wbg_call_guard();
    ret = wasm.version();
    deferred1_0 = ret[0];
    deferred1_1 = ret[1];
    return getStringFromWasm0(ret[0], ret[1]);
  } finally {
    __wbg_call_guard();
    wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
  }
}
function __wbg_get_imports() {
  const import0 = {
    __proto__: null,
    __wbg___wbindgen_is_undefined_be5b34249ff1fc15: function(arg0) {
      const ret = arg0 === void 0;
      return ret;
    },
    __wbg___wbindgen_string_get_7ce8eee7fd327545: function(arg0, arg1) {
      const obj = arg1;
      const ret = typeof obj === "string" ? obj : void 0;
      var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
      var len1 = WASM_VECTOR_LEN;
      getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
      getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
    },
    __wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
      throw new Error(getStringFromWasm0(arg0, arg1));
    },
    __wbg_length_186163212ffe79c3: function(arg0) {
      const ret = arg0.length;
      return ret;
    },
    __wbg_prototypesetcall_13162965d1fe7aa3: function(arg0, arg1, arg2) {
      Uint8Array.prototype.set.call(getArrayU8FromWasm0(arg0, arg1), arg2);
    },
    __wbindgen_generic_0000000000000001: function(arg0, arg1) {
      const ret = getStringFromWasm0(arg0, arg1);
      return ret;
    },
    __wbindgen_init_externref_table: function() {
      const table = wasm.__wbindgen_externrefs;
      table.set(0, void 0);
      table.set(1024, void 0);
      table.set(1025, null);
      table.set(1026, true);
      table.set(1027, false);
    }
  };
  return {
    __proto__: null,
    "./callgate_bg.js": import0
  };
}
function __wbg_call_guard() {
  if (__wbg_reinit_scheduled) {
    __wbg_reset_state();
    return;
  }
}
function addToExternrefTable0(obj) {
  const idx = wasm.__externref_table_alloc();
  wasm.__wbindgen_externrefs.set(idx, obj);
  return idx;
}
function getArrayU8FromWasm0(ptr, len) {
  ptr = ptr >>> 0;
  return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
}
function getDataViewMemory0() {
  if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || cachedDataViewMemory0.buffer.detached === void 0 && cachedDataViewMemory0.buffer !== wasm.memory.buffer) {
    cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
  }
  return cachedDataViewMemory0;
}
function getStringFromWasm0(ptr, len) {
  ptr = ptr >>> 0;
  return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}
function getUint8ArrayMemory0() {
  if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
    cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
  }
  return cachedUint8ArrayMemory0;
}
function isLikeNone(x) {
  return x === void 0 || x === null;
}
function passArrayJsValueToWasm0(array, malloc) {
  const ptr = malloc(array.length * 4, 4) >>> 0;
  for (let i = 0; i < array.length; i++) {
    const add = addToExternrefTable0(array[i]);
    getDataViewMemory0().setUint32(ptr + 4 * i, add, true);
  }
  WASM_VECTOR_LEN = array.length;
  return ptr;
}
function passStringToWasm0(arg, malloc, realloc) {
  if (realloc === void 0) {
    const buf = cachedTextEncoder.encode(arg);
    const ptr2 = malloc(buf.length, 1) >>> 0;
    getUint8ArrayMemory0().subarray(ptr2, ptr2 + buf.length).set(buf);
    WASM_VECTOR_LEN = buf.length;
    return ptr2;
  }
  let len = arg.length;
  let ptr = malloc(len, 1) >>> 0;
  const mem = getUint8ArrayMemory0();
  let offset = 0;
  for (; offset < len; offset++) {
    const code = arg.charCodeAt(offset);
    if (code > 127) break;
    mem[ptr + offset] = code;
  }
  if (offset !== len) {
    if (offset !== 0) {
      arg = arg.slice(offset);
    }
    ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
    const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
    const ret = cachedTextEncoder.encodeInto(arg, view);
    offset += ret.written;
    ptr = realloc(ptr, len, offset, 1) >>> 0;
  }
  WASM_VECTOR_LEN = offset;
  return ptr;
}
function takeFromExternrefTable0(idx) {
  const value = wasm.__wbindgen_externrefs.get(idx);
  wasm.__externref_table_dealloc(idx);
  return value;
}
function decodeText(bytes) {
  numBytesDecoded += bytes.length;
  if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
    cachedTextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
    cachedTextDecoder.decode();
    numBytesDecoded = bytes.length;
  }
  return cachedTextDecoder.decode(bytes);
}
function __wbg_finalize_init(instance, module) {
  wasmInstance = instance;
  wasm = instance.exports;
  wasmModule = module;
  cachedDataViewMemory0 = null;
  cachedUint8ArrayMemory0 = null;
  wasm.__wbindgen_start();
  return wasm;
}
async function __wbg_load(module, imports) {
  if (typeof Response === "function" && module instanceof Response) {
    if (!module.ok) {
      throw new Error(`failed to fetch Wasm: ${module.status} ${module.statusText} fetching '${module.url}'`);
    }
    if (typeof WebAssembly.instantiateStreaming === "function") {
      try {
        return await WebAssembly.instantiateStreaming(module, imports);
      } catch (e) {
        const validResponse = expectedResponseType(module.type);
        if (validResponse && module.headers.get("Content-Type") !== "application/wasm") {
          console.warn("`WebAssembly.instantiateStreaming` failed because your server does not serve Wasm with `application/wasm` MIME type. Falling back to `WebAssembly.instantiate` which is slower. Original error:\n", e);
        } else {
          throw e;
        }
      }
    }
    const bytes = await module.arrayBuffer();
    return await WebAssembly.instantiate(bytes, imports);
  } else {
    const instance = await WebAssembly.instantiate(module, imports);
    if (instance instanceof WebAssembly.Instance) {
      return { instance, module };
    } else {
      return instance;
    }
  }
  function expectedResponseType(type) {
    switch (type) {
      case "basic":
      case "cors":
      case "default":
        return true;
    }
    return false;
  }
}
function initSync(module) {
  if (wasm !== void 0) return wasm;
  if (module !== void 0) {
    if (Object.getPrototypeOf(module) === Object.prototype) {
      ({ module } = module);
    } else {
      console.warn("using deprecated parameters for `initSync()`; pass a single object instead");
    }
  }
  const imports = __wbg_get_imports();
  if (!(module instanceof WebAssembly.Module)) {
    module = new WebAssembly.Module(module);
  }
  const instance = new WebAssembly.Instance(module, imports);
  return __wbg_finalize_init(instance, module);
}
async function __wbg_init(module_or_path) {
  if (wasm !== void 0) return wasm;
  if (__wbg_init_promise === void 0) {
    __wbg_init_promise = __wbg_init_once(module_or_path);
    __wbg_init_promise.catch(() => {
      __wbg_init_promise = void 0;
    });
  }
  return __wbg_init_promise;
}
async function __wbg_init_once(module_or_path) {
  if (module_or_path !== void 0) {
    if (Object.getPrototypeOf(module_or_path) === Object.prototype) {
      ({ module_or_path } = module_or_path);
    } else {
      console.warn("using deprecated parameters for the initialization function; pass a single object instead");
    }
  }
  const imports = __wbg_get_imports();
  if (typeof module_or_path === "string" || typeof Request === "function" && module_or_path instanceof Request || typeof URL === "function" && module_or_path instanceof URL) {
    module_or_path = fetch(module_or_path);
  }
  const { instance, module } = await __wbg_load(await module_or_path, imports);
  return __wbg_finalize_init(instance, module);
}
var GateHandle, __wbg_instance_id, GateHandleFinalization, cachedDataViewMemory0, cachedUint8ArrayMemory0, __wbg_reinit_scheduled, cachedTextDecoder, MAX_SAFARI_DECODE_BYTES, numBytesDecoded, cachedTextEncoder, WASM_VECTOR_LEN, wasmModule, wasmInstance, wasm, __wbg_init_promise;
var init_callgate = __esm({
  "../bindings-wasm/build/glue/callgate.js"() {
    "use strict";
    GateHandle = class _GateHandle {
      static __wrap(ptr) {
        const obj = Object.create(_GateHandle.prototype);
        obj.__wbg_ptr = ptr;
        Object.defineProperty(obj, "__wbg_inst", { value: __wbg_instance_id, writable: true });
        GateHandleFinalization.register(obj, { ptr, instance: __wbg_instance_id }, obj);
        return obj;
      }
      __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        GateHandleFinalization.unregister(this);
        return ptr;
      }
      free() {
        const ptr = this.__destroy_into_raw();
        __wbg_call_guard();
        wasm.__wbg_gatehandle_free(ptr, 0);
      }
      /**
       * The decisions on a list of calls, as JSON text.
       * @param {number} form
       * @param {any} calls
       * @returns {string}
       */
      decideMany(form, calls) {
        let deferred1_0;
        let deferred1_1;
        try {
          if (this.__wbg_inst !== void 0 && this.__wbg_inst !== __wbg_instance_id) {
            throw new Error("Invalid stale object from previous Wasm instance");
          }
          let ret;
          __wbg_call_guard();
          ret = wasm.gatehandle_decideMany(this.__wbg_ptr, form, calls);
          deferred1_0 = ret[0];
          deferred1_1 = ret[1];
          return getStringFromWasm0(ret[0], ret[1]);
        } finally {
          __wbg_call_guard();
          wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
      }
      /**
       * The decision as JSON text, or `undefined` when the arguments are needed (QUAL-4).
       * @param {string | null | undefined} server
       * @param {string | null | undefined} tool
       * @param {string | null | undefined} name
       * @param {string | null | undefined} kind
       * @param {boolean} read_only
       * @returns {string | undefined}
       */
      decideNamed(server, tool, name, kind, read_only) {
        if (this.__wbg_inst !== void 0 && this.__wbg_inst !== __wbg_instance_id) {
          throw new Error("Invalid stale object from previous Wasm instance");
        }
        const val5 = +read_only;
        let ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3;
        try {
          ptr0 = isLikeNone(server) ? 0 : passStringToWasm0(server, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
          len0 = WASM_VECTOR_LEN;
          ptr1 = isLikeNone(tool) ? 0 : passStringToWasm0(tool, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
          len1 = WASM_VECTOR_LEN;
          ptr2 = isLikeNone(name) ? 0 : passStringToWasm0(name, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
          len2 = WASM_VECTOR_LEN;
          ptr3 = isLikeNone(kind) ? 0 : passStringToWasm0(kind, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
          len3 = WASM_VECTOR_LEN;
        } catch (e) {
          if (ptr3) {
            wasm.__wbindgen_free(ptr3, len3 * 1, 1);
          }
          if (ptr2) {
            wasm.__wbindgen_free(ptr2, len2 * 1, 1);
          }
          if (ptr1) {
            wasm.__wbindgen_free(ptr1, len1 * 1, 1);
          }
          if (ptr0) {
            wasm.__wbindgen_free(ptr0, len0 * 1, 1);
          }
          throw e;
        }
        let ret;
        __wbg_call_guard();
        ret = wasm.gatehandle_decideNamed(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3, val5);
        let v6;
        if (ret[0] !== 0) {
          v6 = getStringFromWasm0(ret[0], ret[1]);
          wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        }
        return v6;
      }
      /**
       * The decision on a whole call, as JSON text.
       * @param {number} form
       * @param {any} call
       * @returns {string}
       */
      decide(form, call) {
        let deferred1_0;
        let deferred1_1;
        try {
          if (this.__wbg_inst !== void 0 && this.__wbg_inst !== __wbg_instance_id) {
            throw new Error("Invalid stale object from previous Wasm instance");
          }
          let ret;
          __wbg_call_guard();
          ret = wasm.gatehandle_decide(this.__wbg_ptr, form, call);
          deferred1_0 = ret[0];
          deferred1_1 = ret[1];
          return getStringFromWasm0(ret[0], ret[1]);
        } finally {
          __wbg_call_guard();
          wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
      }
      /**
       * The decision with every step, as JSON text.
       * @param {number} form
       * @param {any} call
       * @returns {string}
       */
      explain(form, call) {
        let deferred1_0;
        let deferred1_1;
        try {
          if (this.__wbg_inst !== void 0 && this.__wbg_inst !== __wbg_instance_id) {
            throw new Error("Invalid stale object from previous Wasm instance");
          }
          let ret;
          __wbg_call_guard();
          ret = wasm.gatehandle_explain(this.__wbg_ptr, form, call);
          deferred1_0 = ret[0];
          deferred1_1 = ret[1];
          return getStringFromWasm0(ret[0], ret[1]);
        } finally {
          __wbg_call_guard();
          wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
        }
      }
      /**
       * The indexes of the tools to advertise, as JSON text.
       *
       * # Errors
       * The fault as text.
       * @param {string} server
       * @param {number} form
       * @param {any} catalog
       * @returns {string}
       */
      offered(server, form, catalog) {
        let deferred4_0;
        let deferred4_1;
        try {
          if (this.__wbg_inst !== void 0 && this.__wbg_inst !== __wbg_instance_id) {
            throw new Error("Invalid stale object from previous Wasm instance");
          }
          const val2 = +form;
          const ptr0 = passStringToWasm0(server, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
          const len0 = WASM_VECTOR_LEN;
          let ret;
          __wbg_call_guard();
          ret = wasm.gatehandle_offered(this.__wbg_ptr, ptr0, len0, val2, catalog);
          var ptr3 = ret[0];
          var len3 = ret[1];
          if (ret[3]) {
            ptr3 = 0;
            len3 = 0;
            throw takeFromExternrefTable0(ret[2]);
          }
          deferred4_0 = ptr3;
          deferred4_1 = len3;
          return getStringFromWasm0(ptr3, len3);
        } finally {
          __wbg_call_guard();
          wasm.__wbindgen_free(deferred4_0, deferred4_1, 1);
        }
      }
    };
    if (Symbol.dispose) GateHandle.prototype[Symbol.dispose] = GateHandle.prototype.free;
    __wbg_instance_id = 0;
    GateHandleFinalization = typeof FinalizationRegistry === "undefined" ? { register: () => {
    }, unregister: () => {
    } } : new FinalizationRegistry(({ ptr, instance }) => {
      if (instance === __wbg_instance_id) wasm.__wbg_gatehandle_free(ptr, 1);
    });
    cachedDataViewMemory0 = null;
    cachedUint8ArrayMemory0 = null;
    __wbg_reinit_scheduled = false;
    cachedTextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
    cachedTextDecoder.decode();
    MAX_SAFARI_DECODE_BYTES = 2146435072;
    numBytesDecoded = 0;
    cachedTextEncoder = new TextEncoder();
    if (!("encodeInto" in cachedTextEncoder)) {
      cachedTextEncoder.encodeInto = function(arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
          read: arg.length,
          written: buf.length
        };
      };
    }
    WASM_VECTOR_LEN = 0;
  }
});

// ../bindings-wasm/ts/wasm.ts
async function compileModule(source) {
  if (source instanceof WebAssembly.Module) return source;
  const response = typeof source === "string" || source instanceof URL ? await fetch(source) : source;
  if (!(response instanceof Response)) return WebAssembly.compile(response);
  if (!response.ok) throw new CallgateError("not_ready", `the wasm module could not be fetched: status ${response.status}`);
  const streams = response.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
var WasmEngine;
var init_wasm = __esm({
  "../bindings-wasm/ts/wasm.ts"() {
    "use strict";
    init_callgate();
    init_errors();
    WasmEngine = class {
      constructor(read) {
        this.read = read;
      }
      read;
      name = "wasm";
      generation = 0;
      #ready = false;
      #starting;
      core() {
        if (!this.#ready) this.#startNow();
        return callgate_exports;
      }
      /** Fetches and starts the module, once; later calls wait for the same start. */
      init(source) {
        if (this.#ready) return Promise.resolve();
        this.#starting ??= this.#start(source).catch((error) => {
          this.#starting = void 0;
          throw error;
        });
        return this.#starting;
      }
      async #start(source) {
        const module = await compileModule(await source);
        if (!this.#ready) initSync({ module });
        this.#ready = true;
      }
      #startNow() {
        const bytes = this.read();
        if (!bytes) throw new CallgateError("not_ready", "the wasm module is not loaded yet: `await init()` first");
        initSync({ module: new WebAssembly.Module(bytes) });
        this.#ready = true;
      }
      /**
       * INVARIANT: an instance is used again only after it has thrown a fault in so many words. A trap,
       * or the host's stack running out within it, may leave the memory half-written, and a decision out
       * of such memory could be anything (QUAL-35).
       */
      recover(thrown) {
        const fault = typeof thrown === "string" ? fromFault(thrown) : void 0;
        if (fault) return fault;
        this.generation++;
        __wbg_reset_state();
        return new CallgateError("internal", "internal error in the wasm module; it was started afresh");
      }
    };
  }
});

// ts/addon.ts
import { createRequire } from "node:module";
import { join } from "node:path";
function loadAddon(folder) {
  const require2 = createRequire(join(folder, "index.cjs"));
  const reasons = [];
  for (const suffix of ["", "-gnu", "-musl", "-msvc", "-gnueabihf", "-musleabihf"]) {
    const file = `./callgate.${process.platform}-${process.arch}${suffix}.node`;
    try {
      return { addon: require2(file), why: "" };
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") reasons.push(`${file}: ${error.message}`);
    }
  }
  return { why: reasons.join("; ") || `none was built for ${process.platform}-${process.arch}` };
}
var NativeEngine;
var init_addon = __esm({
  "ts/addon.ts"() {
    "use strict";
    init_errors();
    NativeEngine = class {
      name = "native";
      generation = 0;
      #addon;
      constructor(addon2) {
        this.#addon = addon2;
      }
      core() {
        return this.#addon;
      }
      /** A panic unwinds and leaves nothing half-done behind; its text, which may hold values, is dropped. */
      recover(thrown) {
        const fault = thrown instanceof Error ? fromFault(thrown.message) : void 0;
        return fault ?? new CallgateError("internal", "internal error in the native addon");
      }
    };
  }
});

// test/surfaces.ts
import { readFileSync } from "node:fs";
import { join as join2 } from "node:path";
var dist, wasm2, addon, why, native, surfaces;
var init_surfaces = __esm({
  "test/surfaces.ts"() {
    "use strict";
    init_api();
    init_wasm();
    init_addon();
    dist = join2(process.cwd(), "dist");
    wasm2 = new WasmEngine(() => readFileSync(join2(dist, "callgate.wasm")));
    ({ addon, why } = loadAddon(dist));
    if (!addon) throw new Error(`the addon cannot be loaded: ${why}`);
    native = new NativeEngine(addon);
    surfaces = [
      { name: "native", api: makeApi(() => native) },
      { name: "wasm", api: makeApi(() => wasm2) }
    ];
  }
});

// test/gate.test.ts
import assert from "node:assert/strict";
import { test } from "node:test";
var require_gate_test = __commonJS({
  "test/gate.test.ts"() {
    init_api();
    init_errors();
    init_surfaces();
    var connection = { type: "gateway", namespace: "custom", slug: "s" };
    var agent = {
      mcps: [{ name: "s", connection, policy: { permission: "allow", tool_permissions: { a: "deny", b: "allow" } } }],
      runner: { permissions: { default: "allow", rules: [{ pattern: "Bash(rm:*)", permission: "deny" }] } }
    };
    function watched(engine) {
      const calls = [];
      const watch = (target) => new Proxy(target, {
        get(of, key) {
          const member = Reflect.get(of, key);
          if (typeof member !== "function") return member;
          return (...args) => {
            calls.push(String(key));
            const result = member.apply(of, args);
            return typeof result === "object" && result !== null ? watch(result) : result;
          };
        }
      });
      const core = watch({ ...engine.core() });
      const spy = {
        name: engine.name,
        get generation() {
          return engine.generation;
        },
        core: () => core,
        recover: (thrown) => engine.recover(thrown)
      };
      return { api: makeApi(() => spy), calls };
    }
    for (const { name, api } of surfaces) {
      const engine = name === "wasm" ? wasm2 : native;
      test(`${name}: QUAL-4 arguments are not touched unless a rule for the tool reads them`, () => {
        const gate = new api.Gate(agent);
        const untouchable = {
          get args() {
            throw new Error("read");
          }
        };
        const call = Object.defineProperties({ server: "s", tool: "b" }, Object.getOwnPropertyDescriptors(untouchable));
        assert.equal(gate.decide(call).permission, "allow");
        assert.equal(gate.decide({ tool: "Read", args: /* @__PURE__ */ new Map() }).permission, "allow");
        const shell = Object.defineProperties({ tool: "Bash" }, Object.getOwnPropertyDescriptors(untouchable));
        const refused = gate.decide(shell);
        assert.equal(refused.permission, "deny");
        assert.match(refused.explanation, /a getter that throws at `\/args`/);
      });
      test(`${name}: the same names cross once, and the answer is shared and cannot be changed`, () => {
        const { api: watchedApi, calls } = watched(engine);
        const gate = new watchedApi.Gate(agent);
        const first = gate.decide({ server: "s", tool: "a" });
        for (let round = 0; round < 10; round++) assert.equal(gate.decide({ server: "s", tool: "a", args: round }), first);
        assert.deepEqual(calls, ["compile", "decideNamed"]);
        for (const part of [first, first.reason]) assert.ok(Object.isFrozen(part));
        assert.throws(() => {
          first.permission = "allow";
        }, TypeError);
        assert.equal(gate.decide({ server: "s", tool: "a" }).permission, "deny");
      });
      test(`${name}: no two calls share a remembered answer, whatever their names hold`, () => {
        const odd = ["", "a", "b", "s", "a\0b", '","', "__proto__", "constructor", "undefined", "null", "\uD800", "mcp__s__a"];
        const calls = [{}];
        for (const one of odd) {
          calls.push({ tool: one }, { name: one }, { server: one }, { tool: one, kind: "builtin" }, { name: one, read_only: true });
          for (const other of odd) calls.push({ server: one, tool: other }, { server: one, tool: other, read_only: true }, { tool: one, name: other });
        }
        const gate = new api.Gate(agent);
        const fresh = calls.map((call) => new api.Gate(agent).decide(call));
        for (let round = 0; round < 2; round++) assert.deepEqual(calls.map((call) => gate.decide(call)), fresh);
        assert.deepEqual(gate.decideMany(calls), fresh);
        assert.deepEqual(calls.map((call) => gate.explain(call).decision), fresh);
      });
      test(`${name}: the memory for answers is bounded`, () => {
        const { api: watchedApi, calls } = watched(engine);
        const gate = new watchedApi.Gate(agent);
        for (let index = 0; index < 5e3; index++) gate.decide({ server: "s", tool: `tool-${index}` });
        const long = "x".repeat(300);
        gate.decide({ server: "s", tool: long });
        calls.length = 0;
        gate.decide({ server: "s", tool: "tool-4999" });
        assert.deepEqual(calls, []);
        gate.decide({ server: "s", tool: "tool-0" });
        gate.decide({ server: "s", tool: long });
        assert.deepEqual(calls, ["decideNamed", "decideNamed"]);
      });
      test(`${name}: a call is judged as it was read, once`, () => {
        const gate = new api.Gate(agent);
        let reads = 0;
        const shifty = {
          get tool() {
            return reads++ === 0 ? "Bash" : "Read";
          },
          args: { command: "rm -rf x" }
        };
        assert.equal(gate.decide(shifty).permission, "deny");
        assert.equal(reads, 1);
        const seen = [];
        const proxy = new Proxy({ server: "s", tool: "a" }, { get: (of, key) => (seen.push(String(key)), Reflect.get(of, key)) });
        assert.equal(gate.decide(proxy).permission, "deny");
        assert.deepEqual(seen, ["server", "tool"]);
      });
      test(`${name}: PERM-2 what is no call is denied, never an exception`, () => {
        const gate = new api.Gate({ runner: { permissions: { default: "allow" } } });
        class Odd {
          tool = "Read";
        }
        const revoked = Proxy.revocable({}, {});
        revoked.revoke();
        const odd = [void 0, null, 1, true, "", "{", "[]", [], {}, new Odd(), /* @__PURE__ */ new Map(), () => 1, revoked.proxy];
        odd.push({ tool: 1 }, { tool: null }, { tool: "Read", readOnly: true }, { tool: "Read", read_only: "true" }, new Uint8Array([255]));
        odd.push({ tool: "Read", [Symbol.iterator]: 1, extra: 1n }, { get tool() {
          throw new Error("no");
        } });
        for (const call of odd.slice(0, -6)) assert.equal(gate.decide(call).permission, "deny", String(typeof call));
        for (const call of odd) assert.deepEqual(gate.decideMany([call]), [gate.decide(call)]);
        assert.ok(gate.decide({ tool: "Read" }).permission === "allow");
      });
      test(`${name}: PERM-9 read_only counts only when it is the call's own and exactly true`, () => {
        const gate = new api.Gate({});
        const polluted = Object.prototype;
        try {
          polluted.read_only = true;
          assert.equal(gate.decide({ tool: "Read" }).permission, "ask");
          assert.equal(gate.decide(/* @__PURE__ */ Object.create({ tool: "Read", read_only: true })).permission, "deny");
        } finally {
          delete polluted.read_only;
        }
        for (const value of ["true", 1, null, {}]) {
          assert.notEqual(gate.decide({ tool: "Read", read_only: value }).permission, "allow");
        }
        assert.equal(gate.decide({ tool: "Read", read_only: true }).permission, "allow");
      });
      test(`${name}: decideMany gives each call the decision that it gets alone, with one crossing for arguments`, () => {
        const { api: watchedApi, calls } = watched(engine);
        const gate = new watchedApi.Gate(agent);
        const batch = [
          { tool: "Bash", args: { command: "rm x" } },
          { server: "s", tool: "a" },
          { tool: "Bash", args: { command: "ls" } },
          { tool: "Bash", args: { command: 1n } },
          { tool: "Bash\uD800", args: {} },
          { tool: "Bash", args: { command: "\uD800" } },
          7
        ];
        const alone = batch.map((call) => new watchedApi.Gate(agent).decide(call));
        calls.length = 0;
        assert.deepEqual(gate.decideMany(batch), alone);
        assert.equal(calls.filter((call) => call === "decideMany").length, 1);
        assert.equal(alone[0]?.permission, "deny");
        assert.equal(alone[2]?.permission, "allow");
        const text = JSON.stringify([{ tool: "Read" }, { server: "s", tool: "a" }]);
        for (const form of [text, Buffer.from(text)]) {
          assert.deepEqual(gate.decideMany(form).map((decision) => decision.permission), ["allow", "deny"]);
        }
      });
      test(`${name}: an option that is not known, or not of its type, compiles to no gate`, () => {
        const options = [null, { denyall: true }, { deny_all: true }, { denyAll: "false" }, { denyAll: null }, { trustedHints: "s" }, { trustedHints: [1] }];
        for (const option of options) {
          assert.throws(() => new api.Gate(agent, option), { name: "CallgateError", code: "invalid_argument" });
        }
        assert.throws(() => new api.Gate(agent, { floor: null }), InvalidDocument);
        for (const option of [void 0, {}, { floor: void 0, denyAll: void 0, trustedHints: void 0, catalogs: void 0 }]) {
          assert.equal(new api.Gate(agent, option).decide({ server: "s", tool: "b" }).permission, "allow");
        }
        assert.equal(new api.Gate(agent, { denyAll: true }).decide({ server: "s", tool: "b" }).reason.step, "kill_switch");
        assert.equal(api.Gate.closed().decide({ tool: "Read" }).reason.step, "closed");
      });
      test(`${name}: a gate keeps nothing of the objects it was made from`, () => {
        const document = structuredClone(agent);
        const text = Buffer.from(JSON.stringify(agent));
        const gates = [new api.Gate(document), new api.Gate(text)];
        document.mcps[0].policy.tool_permissions.a = "allow";
        text.fill(32);
        for (const gate of gates) assert.equal(gate.decide({ server: "s", tool: "a" }).permission, "deny");
      });
      test(`${name}: PERM-50 the tools that are offered are the caller's own, of a list that was read once`, () => {
        const gate = new api.Gate(agent);
        const tools = [{ name: "a" }, { name: "b", inputSchema: { type: "object" } }, { name: "c" }];
        for (const catalog of [tools, { tools, nextCursor: "x" }]) {
          const offered = gate.offered("s", catalog);
          assert.deepEqual(offered.map((tool) => tools.indexOf(tool)), [1, 2]);
        }
        for (const text of [JSON.stringify(tools), Buffer.from(JSON.stringify({ tools }))]) {
          assert.deepEqual(gate.offered("s", text), tools.slice(1));
        }
        let reads = 0;
        const shifty = {
          get tools() {
            return reads++ === 0 ? tools : [{ name: "a" }, { name: "a" }, { name: "a" }];
          }
        };
        assert.deepEqual(gate.offered("s", shifty), tools.slice(1));
        for (const catalog of [{}, { tools: /* @__PURE__ */ new Map() }, /* @__PURE__ */ new Map(), "[", [{ name: 1n }], null]) {
          assert.throws(() => gate.offered("s", catalog), { name: "InvalidDocument", code: "invalid_document" });
        }
        for (const server of [1, void 0, "\uD800"]) {
          assert.throws(() => gate.offered(server, tools), { code: "invalid_argument" });
        }
      });
      test(`${name}: errors are exceptions with a stable code and every diagnostic`, () => {
        assert.throws(
          () => new api.Gate("{"),
          (error) => {
            assert.ok(error instanceof InvalidDocument && error instanceof CallgateError && error instanceof Error);
            assert.equal(error.name, "InvalidDocument");
            assert.equal(error.code, "invalid_document");
            assert.deepEqual(error.diagnostics.map(({ code, line, column }) => ({ code, line, column })), [{ code: "json.syntax", line: 1, column: 2 }]);
            assert.match(String(error), /^InvalidDocument: /);
            return true;
          }
        );
        assert.throws(() => api.toolName("s", "t", "emacs"), { name: "CallgateError", code: "invalid_argument" });
        const [diagnostic] = api.validate({ mcps: /* @__PURE__ */ new Map() }).diagnostics;
        assert.deepEqual([diagnostic?.code, diagnostic?.pointer], ["json.syntax", "/mcps"]);
      });
      test(`${name}: QUAL-35 a panic is an exception without the panic's text, and the gates of before go on deciding`, () => {
        const gate = new api.Gate(agent);
        const call = { tool: "Bash", args: { command: "rm" } };
        const before = gate.decide(call);
        const core = engine.core();
        let thrown;
        try {
          core.selfTestPanic();
        } catch (error2) {
          thrown = error2;
        }
        const error = engine.recover(thrown);
        assert.equal(error.code, "internal");
        assert.doesNotMatch(error.message, /asked to/);
        assert.deepEqual(gate.decide(call), before);
        assert.equal(api.Gate.closed().decide(call).permission, "deny");
        assert.equal(api.validate("{}").ok, true);
      });
    }
    test("wasm: QUAL-35 a trap in the midst of a decision is an exception, after which a fresh instance decides", () => {
      let failing;
      const core = wasm2.core();
      const spy = {
        name: "wasm",
        get generation() {
          return wasm2.generation;
        },
        core: () => ({
          ...core,
          compile: (...args) => {
            const handle = core.compile(...args);
            const decide = (form, call2) => {
              if (failing) throw failing;
              return handle.decide(form, call2);
            };
            return Object.assign(Object.create(handle), { decide });
          }
        }),
        recover: (thrown) => wasm2.recover(thrown)
      };
      const gate = new (makeApi(() => spy)).Gate(agent);
      const call = { tool: "Bash", args: { command: "ls" } };
      for (const fault of [new WebAssembly.RuntimeError("unreachable"), new RangeError("Maximum call stack size exceeded")]) {
        const { generation } = wasm2;
        failing = fault;
        assert.throws(() => gate.decide(call), { name: "CallgateError", code: "internal" });
        failing = void 0;
        assert.equal(wasm2.generation, generation + 1);
        assert.equal(gate.decide(call).permission, "allow");
      }
    });
    test("wasm: QUAL-35 memory that runs out is such a trap", () => {
      const api = makeApi(() => wasm2);
      const gate = new api.Gate(agent);
      const { memory } = wasm2.core().initSync({});
      memory.grow(65535 - memory.buffer.byteLength / 65536);
      const large = "x".repeat(1 << 20);
      assert.throws(() => gate.decide({ tool: "Bash", args: { command: large } }), { code: "internal" });
      assert.equal(gate.decide({ tool: "Bash", args: { command: large } }).permission, "allow");
      assert.equal(gate.decide({ tool: "Bash", args: { command: "rm" } }).permission, "deny");
    });
  }
});
export default require_gate_test();
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiLi4vLi4vLi4vYmluZGluZ3Mtd2FzbS90cy9lbmdpbmUudHMiLCAiLi4vLi4vLi4vYmluZGluZ3Mtd2FzbS90cy9lcnJvcnMudHMiLCAiLi4vLi4vLi4vYmluZGluZ3Mtd2FzbS90cy9ob3N0LnRzIiwgIi4uLy4uLy4uL2JpbmRpbmdzLXdhc20vdHMvbWVtby50cyIsICIuLi8uLi8uLi9iaW5kaW5ncy13YXNtL3RzL2dhdGUudHMiLCAiLi4vLi4vLi4vYmluZGluZ3Mtd2FzbS90cy9hcGkudHMiLCAiLi4vLi4vLi4vYmluZGluZ3Mtd2FzbS9idWlsZC9nbHVlL2NhbGxnYXRlLmpzIiwgIi4uLy4uLy4uL2JpbmRpbmdzLXdhc20vdHMvd2FzbS50cyIsICIuLi8uLi90cy9hZGRvbi50cyIsICIuLi8uLi90ZXN0L3N1cmZhY2VzLnRzIiwgIi4uLy4uL3Rlc3QvZ2F0ZS50ZXN0LnRzIl0sCiAgInNvdXJjZXNDb250ZW50IjogWyIvKiogV2hhdCB0aGUgd2FzbSBtb2R1bGUgYW5kIHRoZSBhZGRvbiBib3RoIGV4cG9ydDsgdGhlIG51bWJlcnMgc2F5IHRoZSBmb3JtIG9mIHRoZSB0ZXh0IHRoYXQgZm9sbG93cy4gKi9cbmltcG9ydCB0eXBlIHsgQ2FsbGdhdGVFcnJvciB9IGZyb20gXCIuL2Vycm9ycy5qc1wiO1xuXG50eXBlIFRleHQgPSBzdHJpbmcgfCBVaW50OEFycmF5O1xuXG4vKiogVGhlIGZsYXQgZnVuY3Rpb25zIG9mIHRoZSBjb3JlOyByZXN1bHRzIGFyZSBKU09OIHRleHQuICovXG5leHBvcnQgaW50ZXJmYWNlIENvcmUge1xuICB2ZXJzaW9uKCk6IHN0cmluZztcbiAganNvblNjaGVtYSgpOiBzdHJpbmc7XG4gIHZhbGlkYXRlKGZvcm06IG51bWJlciwgYWdlbnQ6IFRleHQsIGNhdGFsb2dzRm9ybTogbnVtYmVyLCBjYXRhbG9nczogVGV4dCB8IHVuZGVmaW5lZCk6IHN0cmluZztcbiAgdmFsaWRhdGVTZXJ2ZXIoZm9ybTogbnVtYmVyLCBzZXJ2ZXI6IFRleHQpOiBzdHJpbmc7XG4gIHRvV2lyZShmb3JtOiBudW1iZXIsIHNlcnZlcjogVGV4dCk6IHN0cmluZztcbiAgdG9vbE5hbWUoc2VydmVyOiBzdHJpbmcsIHRvb2w6IHN0cmluZywgaGFybmVzczogc3RyaW5nKTogc3RyaW5nO1xuICBjb21waWxlKFxuICAgIGZvcm06IG51bWJlcixcbiAgICBhZ2VudDogVGV4dCxcbiAgICBmbG9vckZvcm06IG51bWJlcixcbiAgICBmbG9vcjogVGV4dCB8IHVuZGVmaW5lZCxcbiAgICBkZW55QWxsOiBib29sZWFuLFxuICAgIHRydXN0ZWRIaW50czogc3RyaW5nW10sXG4gICAgY2F0YWxvZ3NGb3JtOiBudW1iZXIsXG4gICAgY2F0YWxvZ3M6IFRleHQgfCB1bmRlZmluZWQsXG4gICk6IEdhdGVIYW5kbGU7XG4gIGNsb3NlZCgpOiBHYXRlSGFuZGxlO1xufVxuXG4vKiogQSBjb21waWxlZCBnYXRlIGluc2lkZSBhbiBlbmdpbmUuICovXG5leHBvcnQgaW50ZXJmYWNlIEdhdGVIYW5kbGUge1xuICAvKiogTm90aGluZyB3aGVuIHRoZSBhcmd1bWVudHMgYXJlIG5lZWRlZCAoUVVBTC00KS4gKi9cbiAgZGVjaWRlTmFtZWQoXG4gICAgc2VydmVyOiBzdHJpbmcgfCB1bmRlZmluZWQsXG4gICAgdG9vbDogc3RyaW5nIHwgdW5kZWZpbmVkLFxuICAgIG5hbWU6IHN0cmluZyB8IHVuZGVmaW5lZCxcbiAgICBraW5kOiBzdHJpbmcgfCB1bmRlZmluZWQsXG4gICAgcmVhZE9ubHk6IGJvb2xlYW4sXG4gICk6IHN0cmluZyB8IG51bGwgfCB1bmRlZmluZWQ7XG4gIGRlY2lkZShmb3JtOiBudW1iZXIsIGNhbGw6IFRleHQpOiBzdHJpbmc7XG4gIGRlY2lkZU1hbnkoZm9ybTogbnVtYmVyLCBjYWxsczogVGV4dCk6IHN0cmluZztcbiAgZXhwbGFpbihmb3JtOiBudW1iZXIsIGNhbGw6IFRleHQpOiBzdHJpbmc7XG4gIG9mZmVyZWQoc2VydmVyOiBzdHJpbmcsIGZvcm06IG51bWJlciwgY2F0YWxvZzogVGV4dCk6IHN0cmluZztcbn1cblxuLyoqIE9uZSB3YXkgdG8gcmVhY2ggdGhlIGNvcmUuICovXG5leHBvcnQgaW50ZXJmYWNlIEVuZ2luZSB7XG4gIHJlYWRvbmx5IG5hbWU6IFwibmF0aXZlXCIgfCBcIndhc21cIjtcbiAgLyoqIFRoZSBmdW5jdGlvbnM7IHRocm93cyB3aGVuIHRoZSBlbmdpbmUgaXMgbm90IHJlYWR5LiAqL1xuICBjb3JlKCk6IENvcmU7XG4gIC8qKiBHcm93cyB3aGVuIGFuIGluc3RhbmNlIGlzIHJlcGxhY2VkOiBoYW5kbGVzIG9mIGVhcmxpZXIgb25lcyBhcmUgZGVhZC4gKi9cbiAgcmVhZG9ubHkgZ2VuZXJhdGlvbjogbnVtYmVyO1xuICAvKiogVGhlIGV4Y2VwdGlvbiB0byB0aHJvdyBmb3Igd2hhdCBhIGZ1bmN0aW9uIHRocmV3OyByZXBsYWNlcyBhbiBpbnN0YW5jZSB0aGF0IGNhbm5vdCBiZSB0cnVzdGVkIGFueSBtb3JlLiAqL1xuICByZWNvdmVyKHRocm93bjogdW5rbm93bik6IENhbGxnYXRlRXJyb3I7XG59XG5cbi8qKiBXaGljaCBlbmdpbmUgYW4gb3BlcmF0aW9uIHVzZXM7IHRoZSBuYW1lcyBhcmUgdGhvc2Ugb2YgdGhlIG9wZXJhdGlvbnMuICovXG5leHBvcnQgdHlwZSBDaG9vc2UgPSAob3BlcmF0aW9uOiBrZXlvZiBDb3JlIHwga2V5b2YgR2F0ZUhhbmRsZSkgPT4gRW5naW5lO1xuXG4vKiogUnVucyBhbiBvcGVyYXRpb24gb2YgdGhlIGNvcmUuICovXG5leHBvcnQgZnVuY3Rpb24gcnVuPFQ+KGVuZ2luZTogRW5naW5lLCBvcGVyYXRpb246IChjb3JlOiBDb3JlKSA9PiBUKTogVCB7XG4gIGNvbnN0IGNvcmUgPSBlbmdpbmUuY29yZSgpO1xuICB0cnkge1xuICAgIHJldHVybiBvcGVyYXRpb24oY29yZSk7XG4gIH0gY2F0Y2ggKHRocm93bikge1xuICAgIHRocm93IGVuZ2luZS5yZWNvdmVyKHRocm93bik7XG4gIH1cbn1cbiIsICJpbXBvcnQgdHlwZSB7IERpYWdub3N0aWMgfSBmcm9tIFwiLi4vdHlwZXMvaW5kZXguanNcIjtcblxuLyoqIFdoYXQgZXZlcnkgb3BlcmF0aW9uIHRocm93czsgYGNvZGVgIGlzIHN0YWJsZSwgdGhlIG1lc3NhZ2UgaXMgZm9yIHBlb3BsZSBhbmQgaG9sZHMgbm8gdmFsdWVzLiAqL1xuZXhwb3J0IGNsYXNzIENhbGxnYXRlRXJyb3IgZXh0ZW5kcyBFcnJvciB7XG4gIHJlYWRvbmx5IGNvZGU6IHN0cmluZztcblxuICBjb25zdHJ1Y3Rvcihjb2RlOiBzdHJpbmcsIG1lc3NhZ2U6IHN0cmluZykge1xuICAgIHN1cGVyKG1lc3NhZ2UpO1xuICAgIHRoaXMuY29kZSA9IGNvZGU7XG4gIH1cbn1cblxuLyoqIEEgZG9jdW1lbnQgdGhhdCBpcyBub3QgdmFsaWQ7IGBkaWFnbm9zdGljc2AgaGFzIGV2ZXJ5IHByb2JsZW0gKFBFUk0tMTApLiAqL1xuZXhwb3J0IGNsYXNzIEludmFsaWREb2N1bWVudCBleHRlbmRzIENhbGxnYXRlRXJyb3Ige1xuICByZWFkb25seSBkaWFnbm9zdGljczogcmVhZG9ubHkgRGlhZ25vc3RpY1tdO1xuXG4gIGNvbnN0cnVjdG9yKG1lc3NhZ2U6IHN0cmluZywgZGlhZ25vc3RpY3M6IHJlYWRvbmx5IERpYWdub3N0aWNbXSkge1xuICAgIHN1cGVyKFwiaW52YWxpZF9kb2N1bWVudFwiLCBtZXNzYWdlKTtcbiAgICB0aGlzLmRpYWdub3N0aWNzID0gZGlhZ25vc3RpY3M7XG4gIH1cbn1cblxuLyoqIEFuIGVkaXQgdGhhdCB3YXMgcmVmdXNlZC4gKi9cbmV4cG9ydCBjbGFzcyBJbnZhbGlkRWRpdCBleHRlbmRzIENhbGxnYXRlRXJyb3Ige31cblxuLy8gTmFtZXMgb2YgdGhlaXIgb3duLCBzaW5jZSBhIGJ1bmRsZXIgbWF5IHJlbmFtZSB0aGUgY2xhc3Nlczsgb24gdGhlIHByb3RvdHlwZSwgYXMgRXJyb3IgaGFzIGl0LlxuZm9yIChjb25zdCBbbmFtZSwgeyBwcm90b3R5cGUgfV0gb2YgT2JqZWN0LmVudHJpZXMoeyBDYWxsZ2F0ZUVycm9yLCBJbnZhbGlkRG9jdW1lbnQsIEludmFsaWRFZGl0IH0pKSB7XG4gIE9iamVjdC5kZWZpbmVQcm9wZXJ0eShwcm90b3R5cGUsIFwibmFtZVwiLCB7IHZhbHVlOiBuYW1lLCBjb25maWd1cmFibGU6IHRydWUsIHdyaXRhYmxlOiB0cnVlIH0pO1xufVxuXG4vKiogQW4gYXJndW1lbnQgdGhhdCBhbiBvcGVyYXRpb24gZG9lcyBub3QgdGFrZS4gKi9cbmV4cG9ydCBmdW5jdGlvbiBpbnZhbGlkQXJndW1lbnQobWVzc2FnZTogc3RyaW5nKTogQ2FsbGdhdGVFcnJvciB7XG4gIHJldHVybiBuZXcgQ2FsbGdhdGVFcnJvcihcImludmFsaWRfYXJndW1lbnRcIiwgbWVzc2FnZSk7XG59XG5cbi8qKlxuICogVGhlIGV4Y2VwdGlvbiBmb3Igd2hhdCBhbiBlbmdpbmUgdGhyZXcgYXMgYDxjb2RlPlxcbjxkaWFnbm9zdGljcz5cXG48bWVzc2FnZT5gOyBgdW5kZWZpbmVkYCBmb3JcbiAqIGFueXRoaW5nIGVsc2UsIHdoaWNoIGlzIGEgZmF1bHQgb2Ygb3Vycy5cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGZyb21GYXVsdCh0ZXh0OiBzdHJpbmcpOiBDYWxsZ2F0ZUVycm9yIHwgdW5kZWZpbmVkIHtcbiAgY29uc3QgWywgY29kZSwgZGlhZ25vc3RpY3MsIG1lc3NhZ2VdID0gL14oW2Etel1bYS16MC05Xy5dKilcXG4oLiopXFxuKFteXSopJC8uZXhlYyh0ZXh0KSA/PyBbXTtcbiAgaWYgKGNvZGUgPT09IHVuZGVmaW5lZCB8fCBtZXNzYWdlID09PSB1bmRlZmluZWQpIHJldHVybiB1bmRlZmluZWQ7XG4gIGlmIChkaWFnbm9zdGljcykgcmV0dXJuIG5ldyBJbnZhbGlkRG9jdW1lbnQobWVzc2FnZSwgSlNPTi5wYXJzZShkaWFnbm9zdGljcykpO1xuICByZXR1cm4gY29kZS5zdGFydHNXaXRoKFwiaW52YWxpZF9lZGl0XCIpID8gbmV3IEludmFsaWRFZGl0KGNvZGUsIG1lc3NhZ2UpIDogbmV3IENhbGxnYXRlRXJyb3IoY29kZSwgbWVzc2FnZSk7XG59XG4iLCAiLyoqXG4gKiBGcm9tIGEgaG9zdCBvYmplY3QgdG8gSlNPTiB0ZXh0LCBpbiBvbmUgcGFzcyB0aGF0IHJlYWRzIGVhY2ggcHJvcGVydHkgZXhhY3RseSBvbmNlLCBzbyB0aGF0IHdoYXRcbiAqIHRoZSBjb3JlIGp1ZGdlcyBpcyB3aGF0IHdhcyByZWFkOiBubyBsYXRlciByZWFkIGNhbiBkaWZmZXIgZnJvbSBpdC5cbiAqXG4gKiBKU09OLnN0cmluZ2lmeSB3b3VsZCBub3QgZG86IGl0IGNhbGxzIGB0b0pTT05gLCB3cml0ZXMgYSBNYXAgYXMgYHt9YCwgYSBEYXRlIGFzIGEgc3RyaW5nLCBOYU4gYXNcbiAqIG51bGwsIGFuZCBsZWF2ZXMgYSBmdW5jdGlvbiBvdXQsIGFuZCBlYWNoIG9mIHRoZXNlIHdvdWxkIHB1dCBhIHZhbHVlIGJlZm9yZSB0aGUgZ2F0ZSB0aGF0IHRoZVxuICogY2FsbGVyIGRpZCBub3QgaG9sZC5cbiAqL1xuXG4vKiogSG93IGEgdmFsdWUgY3Jvc3NlcyBpbnRvIHRoZSBjb3JlOyB0aGUgbnVtYmVycyBhcmUgdGhvc2Ugb2YgdGhlIGNvcmUncyBgSW5wdXQ6Om5ld2AuICovXG5leHBvcnQgY29uc3QgVEVYVCA9IDA7XG5leHBvcnQgY29uc3QgSE9TVCA9IDE7XG5leHBvcnQgY29uc3QgUkVGVVNFRCA9IDI7XG5cbi8qKiBBIHZhbHVlIG9uIGl0cyB3YXkgaW50byB0aGUgY29yZTogdGhlIGF1dGhvcidzIG93biB0ZXh0LCB0ZXh0IHdyaXR0ZW4gaGVyZSwgb3Igd2h5IHRoZXJlIGlzIG5vbmUuICovXG5leHBvcnQgaW50ZXJmYWNlIENyb3NzaW5nIHtcbiAgcmVhZG9ubHkgZm9ybTogdHlwZW9mIFRFWFQgfCB0eXBlb2YgSE9TVCB8IHR5cGVvZiBSRUZVU0VEO1xuICByZWFkb25seSBkYXRhOiBzdHJpbmcgfCBVaW50OEFycmF5O1xufVxuXG4vKiogSG93IGRlZXAgYSB2YWx1ZSBtYXkgbmVzdDsgdGhlIG91dGVybW9zdCBpcyBsZXZlbCAxIChDT05GLTMpLiAqL1xuY29uc3QgTUFYX0RFUFRIID0gNjQ7XG5cbi8qKiBBIGRvY3VtZW50IGFzIGEgY2FsbGVyIGhhbmRzIGl0IG92ZXI6IEpTT04gdGV4dCAoc3RyaW5nLCBVVEYtOCBieXRlcykgb3IgYSBwbGFpbiBob3N0IG9iamVjdC4gKi9cbmV4cG9ydCBmdW5jdGlvbiBjcm9zc2luZyh2YWx1ZTogdW5rbm93bik6IENyb3NzaW5nIHtcbiAgaWYgKHR5cGVvZiB2YWx1ZSA9PT0gXCJzdHJpbmdcIikgcmV0dXJuIHsgZm9ybTogVEVYVCwgZGF0YTogd2VsbEZvcm1lZCh2YWx1ZSkgPyB2YWx1ZSA6IGJ5dGVzQXNXcml0dGVuKHZhbHVlKSB9O1xuICBpZiAoaXNCeXRlcyh2YWx1ZSkpIHJldHVybiB7IGZvcm06IFRFWFQsIGRhdGE6IHZhbHVlIH07XG4gIHJldHVybiBob3N0Q3Jvc3NpbmcodmFsdWUpO1xufVxuXG4vKiogQSBob3N0IHZhbHVlOyBoZXJlIGEgc3RyaW5nIGlzIGEgdmFsdWUgYW5kIG5vIHRleHQuICovXG5leHBvcnQgZnVuY3Rpb24gaG9zdENyb3NzaW5nKHZhbHVlOiB1bmtub3duKTogQ3Jvc3Npbmcge1xuICBjb25zdCB3cml0ZXIgPSBuZXcgV3JpdGVyKCk7XG4gIHRyeSB7XG4gICAgd3JpdGVyLndyaXRlKHZhbHVlLCAwKTtcbiAgICByZXR1cm4geyBmb3JtOiBIT1NULCBkYXRhOiB3cml0ZXIub3V0IH07XG4gIH0gY2F0Y2ggKGVycm9yKSB7XG4gICAgY29uc3Qgd2hhdCA9IGVycm9yIGluc3RhbmNlb2YgUmVmdXNhbCA/IGVycm9yLm1lc3NhZ2UgOiBcImEgZ2V0dGVyIHRoYXQgdGhyb3dzXCI7XG4gICAgcmV0dXJuIHsgZm9ybTogUkVGVVNFRCwgZGF0YTogYHtcInBvaW50ZXJcIjoke3F1b3RlKHdyaXRlci5wb2ludGVyKCkpfSxcIndoYXRcIjoke3F1b3RlKHdoYXQpfX1gIH07XG4gIH1cbn1cblxuLyoqIFdoZXRoZXIgYSBzdHJpbmcgaGFzIG5vIGxvbmUgc3Vycm9nYXRlOyBvbmUgdGhhdCBoYXMgd291bGQgc2lsZW50bHkgYmVjb21lIGFub3RoZXIgb24gaXRzIHdheSB0byBVVEYtOC4gKi9cbmV4cG9ydCBjb25zdCB3ZWxsRm9ybWVkOiAodGV4dDogc3RyaW5nKSA9PiBib29sZWFuID1cbiAgdHlwZW9mIChcIlwiIGFzIHsgaXNXZWxsRm9ybWVkPzogdW5rbm93biB9KS5pc1dlbGxGb3JtZWQgPT09IFwiZnVuY3Rpb25cIlxuICAgID8gKHRleHQpID0+ICh0ZXh0IGFzIHVua25vd24gYXMgeyBpc1dlbGxGb3JtZWQoKTogYm9vbGVhbiB9KS5pc1dlbGxGb3JtZWQoKVxuICAgIDogKHRleHQpID0+ICFMT05FX1NVUlJPR0FURS50ZXN0KHRleHQpO1xuXG4vKiogV2l0aCB0aGUgZmxhZyBgdWAgYSBwYWlyIGlzIG9uZSBjaGFyYWN0ZXIsIHNvIG9ubHkgbG9uZSBzdXJyb2dhdGVzIG1hdGNoLiAqL1xuY29uc3QgTE9ORV9TVVJST0dBVEUgPSAvW1xcdWQ4MDAtXFx1ZGZmZl0vdTtcblxuLyoqXG4gKiBUaGUgYnl0ZXMgb2YgYSB0ZXh0IHdpdGggbG9uZSBzdXJyb2dhdGVzLCBlYWNoIGVuY29kZWQgYXMgaWYgaXQgd2VyZSBhIGNoYXJhY3Rlcjogbm8gVVRGLTgsIHdoaWNoXG4gKiBpcyB3aGF0IHRoZSBjb3JlIHRoZW4gcmVwb3J0cyAoQ09ORi0zKSB3aXRoIHRoZSByaWdodCBwbGFjZS5cbiAqL1xuZnVuY3Rpb24gYnl0ZXNBc1dyaXR0ZW4odGV4dDogc3RyaW5nKTogVWludDhBcnJheSB7XG4gIGNvbnN0IGVuY29kZXIgPSBuZXcgVGV4dEVuY29kZXIoKTtcbiAgY29uc3QgYnl0ZXMgPSBuZXcgVWludDhBcnJheSh0ZXh0Lmxlbmd0aCAqIDMpO1xuICBsZXQgbGVuZ3RoID0gMDtcbiAgZm9yIChjb25zdCBwYXJ0IG9mIHRleHQuc3BsaXQoLyhbXFx1ZDgwMC1cXHVkZmZmXSkvdSkpIHtcbiAgICBjb25zdCB1bml0ID0gcGFydC5sZW5ndGggPT09IDEgPyBwYXJ0LmNoYXJDb2RlQXQoMCkgOiAwO1xuICAgIGlmICh1bml0ID49IDB4ZDgwMCAmJiB1bml0IDw9IDB4ZGZmZikge1xuICAgICAgYnl0ZXMuc2V0KFsweGUwIHwgKHVuaXQgPj4gMTIpLCAweDgwIHwgKCh1bml0ID4+IDYpICYgMHgzZiksIDB4ODAgfCAodW5pdCAmIDB4M2YpXSwgbGVuZ3RoKTtcbiAgICAgIGxlbmd0aCArPSAzO1xuICAgIH0gZWxzZSB7XG4gICAgICBsZW5ndGggKz0gZW5jb2Rlci5lbmNvZGVJbnRvKHBhcnQsIGJ5dGVzLnN1YmFycmF5KGxlbmd0aCkpLndyaXR0ZW47XG4gICAgfVxuICB9XG4gIHJldHVybiBieXRlcy5zdWJhcnJheSgwLCBsZW5ndGgpO1xufVxuXG4vKiogV2hldGhlciBhIHZhbHVlIGlzIHRoZSBVVEYtOCBieXRlcyBvZiBhIHRleHQ7IGFza2VkIG9mIHRoZSB2YWx1ZSBpdHNlbGYsIHNvIGFsc28gdHJ1ZSBhY3Jvc3MgcmVhbG1zLiAqL1xuZnVuY3Rpb24gaXNCeXRlcyh2YWx1ZTogdW5rbm93bik6IHZhbHVlIGlzIFVpbnQ4QXJyYXkge1xuICByZXR1cm4gQXJyYXlCdWZmZXIuaXNWaWV3KHZhbHVlKSAmJiB0eXBlZEFycmF5TmFtZS5jYWxsKHZhbHVlKSA9PT0gXCJVaW50OEFycmF5XCI7XG59XG5cbmNvbnN0IHR5cGVkQXJyYXlOYW1lID0gT2JqZWN0LmdldE93blByb3BlcnR5RGVzY3JpcHRvcihcbiAgT2JqZWN0LmdldFByb3RvdHlwZU9mKFVpbnQ4QXJyYXkucHJvdG90eXBlKSxcbiAgU3ltYm9sLnRvU3RyaW5nVGFnLFxuKSEuZ2V0IGFzICh0aGlzOiB1bmtub3duKSA9PiBzdHJpbmcgfCB1bmRlZmluZWQ7XG5cbi8qKiBJdHMgbWVzc2FnZSBpcyBvbmUgb2YgdGhlIHdvcmRzIHRoYXQgYWxsIGxhbmd1YWdlcyBzaGFyZS4gKi9cbmNsYXNzIFJlZnVzYWwgZXh0ZW5kcyBFcnJvciB7fVxuXG5jbGFzcyBXcml0ZXIge1xuICBvdXQgPSBcIlwiO1xuICAvKiogVGhlIGtleXMgYW5kIGluZGV4ZXMgb24gdGhlIHdheSB0byB0aGUgdmFsdWUgdGhhdCBpcyBiZWluZyByZWFkOyB0aGUgZmlyc3QgYCNsZXZlbGAgb2YgdGhlbSBob2xkLiAqL1xuICByZWFkb25seSAjcGF0aDogKHN0cmluZyB8IG51bWJlcilbXSA9IFtdO1xuICAjbGV2ZWwgPSAwO1xuICAvKiogVGhlIG9iamVjdHMgb24gdGhhdCB3YXk6IG9ubHkgbG9va2VkIHRocm91Z2ggd2hlbiB0aGUgbGltaXQgaXMgcmVhY2hlZCwgdG8gdGVsbCBhIGN5Y2xlIGZyb20gZGVwdGguICovXG4gIHJlYWRvbmx5ICNhbmNlc3RvcnM6IG9iamVjdFtdID0gW107XG5cbiAgLyoqIFdoZXJlIHJlYWRpbmcgc3RvcHBlZC4gKi9cbiAgcG9pbnRlcigpOiBzdHJpbmcge1xuICAgIGNvbnN0IGVzY2FwZSA9IChrZXk6IHN0cmluZyB8IG51bWJlcikgPT4gYC8ke1N0cmluZyhrZXkpLnJlcGxhY2VBbGwoXCJ+XCIsIFwifjBcIikucmVwbGFjZUFsbChcIi9cIiwgXCJ+MVwiKX1gO1xuICAgIHJldHVybiB0aGlzLiNwYXRoLnNsaWNlKDAsIHRoaXMuI2xldmVsKS5tYXAoZXNjYXBlKS5qb2luKFwiXCIpO1xuICB9XG5cbiAgd3JpdGUodmFsdWU6IHVua25vd24sIGxldmVsOiBudW1iZXIpOiB2b2lkIHtcbiAgICBzd2l0Y2ggKHR5cGVvZiB2YWx1ZSkge1xuICAgICAgY2FzZSBcInN0cmluZ1wiOlxuICAgICAgICB0aGlzLm91dCArPSBxdW90ZSh2YWx1ZSk7XG4gICAgICAgIHJldHVybjtcbiAgICAgIGNhc2UgXCJudW1iZXJcIjpcbiAgICAgICAgdGhpcy5vdXQgKz0gdGhpcy4jbnVtYmVyKHZhbHVlKTtcbiAgICAgICAgcmV0dXJuO1xuICAgICAgY2FzZSBcImJvb2xlYW5cIjpcbiAgICAgICAgdGhpcy5vdXQgKz0gdmFsdWUgPyBcInRydWVcIiA6IFwiZmFsc2VcIjtcbiAgICAgICAgcmV0dXJuO1xuICAgICAgY2FzZSBcIm9iamVjdFwiOlxuICAgICAgICBpZiAodmFsdWUgPT09IG51bGwpIHRoaXMub3V0ICs9IFwibnVsbFwiO1xuICAgICAgICBlbHNlIHRoaXMuI29iamVjdCh2YWx1ZSwgbGV2ZWwpO1xuICAgICAgICByZXR1cm47XG4gICAgICBjYXNlIFwiYmlnaW50XCI6XG4gICAgICAgIHRocm93IG5ldyBSZWZ1c2FsKFwiYSBCaWdJbnRcIik7XG4gICAgICBjYXNlIFwiZnVuY3Rpb25cIjpcbiAgICAgICAgdGhyb3cgbmV3IFJlZnVzYWwoXCJhIGZ1bmN0aW9uXCIpO1xuICAgICAgY2FzZSBcInN5bWJvbFwiOlxuICAgICAgICB0aHJvdyBuZXcgUmVmdXNhbChcImEgc3ltYm9sXCIpO1xuICAgICAgZGVmYXVsdDpcbiAgICAgICAgdGhyb3cgbmV3IFJlZnVzYWwoXCJ1bmRlZmluZWRcIik7XG4gICAgfVxuICB9XG5cbiAgLyoqXG4gICAqIEEgbnVtYmVyIGJleW9uZCAyXjUzLTEgaXMgd3JpdHRlbiB3aXRoIGFuIGV4cG9uZW50OiBpdCBtYXkgc3RhbmQgZm9yIGFueSBvZiBzZXZlcmFsIGludGVnZXJzLFxuICAgKiBhbmQgYSBwbGFpbiBpbnRlZ2VyIHRva2VuIHdvdWxkIGNsYWltIHRvIGJlIGV4YWN0bHkgb25lIG9mIHRoZW0gKEFQUFItNCkuXG4gICAqL1xuICAjbnVtYmVyKHZhbHVlOiBudW1iZXIpOiBzdHJpbmcge1xuICAgIGlmIChOdW1iZXIuaXNTYWZlSW50ZWdlcih2YWx1ZSkpIHJldHVybiBgJHt2YWx1ZX1gO1xuICAgIGlmICghTnVtYmVyLmlzRmluaXRlKHZhbHVlKSkgdGhyb3cgbmV3IFJlZnVzYWwoTnVtYmVyLmlzTmFOKHZhbHVlKSA/IFwibm90IGEgbnVtYmVyXCIgOiBcImluZmluaXRlXCIpO1xuICAgIGNvbnN0IHRleHQgPSBgJHt2YWx1ZX1gO1xuICAgIHJldHVybiBOdW1iZXIuaXNJbnRlZ2VyKHZhbHVlKSAmJiAhdGV4dC5pbmNsdWRlcyhcImVcIikgPyBgJHt0ZXh0fWUwYCA6IHRleHQ7XG4gIH1cblxuICAjb2JqZWN0KHZhbHVlOiBvYmplY3QsIGxldmVsOiBudW1iZXIpOiB2b2lkIHtcbiAgICB0aGlzLiNsZXZlbCA9IGxldmVsO1xuICAgIGlmIChsZXZlbCA+PSBNQVhfREVQVEgpIHRoaXMuI3Rvb0RlZXAodmFsdWUsIGxldmVsKTtcbiAgICB0aGlzLiNhbmNlc3RvcnNbbGV2ZWxdID0gdmFsdWU7XG4gICAgaWYgKEFycmF5LmlzQXJyYXkodmFsdWUpKSB7XG4gICAgICBpZiAoIWlzUGxhaW5BcnJheSh2YWx1ZSkpIHRocm93IG5ldyBSZWZ1c2FsKFwiYW4gaW5zdGFuY2Ugb2YgYSBjbGFzc1wiKTtcbiAgICAgIHRoaXMuI2l0ZW1zKHZhbHVlLCBsZXZlbCk7XG4gICAgfSBlbHNlIHtcbiAgICAgIGlmICghaXNQbGFpbihPYmplY3QuZ2V0UHJvdG90eXBlT2YodmFsdWUpKSkgdGhyb3cgbmV3IFJlZnVzYWwoa2luZE9mKHZhbHVlKSk7XG4gICAgICB0aGlzLiNtZW1iZXJzKHZhbHVlIGFzIFJlY29yZDxzdHJpbmcsIHVua25vd24+LCBsZXZlbCk7XG4gICAgfVxuICB9XG5cbiAgI2l0ZW1zKGl0ZW1zOiByZWFkb25seSB1bmtub3duW10sIGxldmVsOiBudW1iZXIpOiB2b2lkIHtcbiAgICBjb25zdCB7IGxlbmd0aCB9ID0gaXRlbXM7XG4gICAgdGhpcy5vdXQgKz0gXCJbXCI7XG4gICAgZm9yIChsZXQgaW5kZXggPSAwOyBpbmRleCA8IGxlbmd0aDsgaW5kZXgrKykge1xuICAgICAgdGhpcy4jcGF0aFtsZXZlbF0gPSBpbmRleDtcbiAgICAgIHRoaXMuI2xldmVsID0gbGV2ZWwgKyAxO1xuICAgICAgY29uc3QgaXRlbSA9IGl0ZW1zW2luZGV4XTtcbiAgICAgIGlmIChpbmRleCA+IDApIHRoaXMub3V0ICs9IFwiLFwiO1xuICAgICAgdGhpcy53cml0ZShpdGVtLCBsZXZlbCArIDEpO1xuICAgIH1cbiAgICB0aGlzLm91dCArPSBcIl1cIjtcbiAgfVxuXG4gICNtZW1iZXJzKG1lbWJlcnM6IFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsIHVua25vd24+PiwgbGV2ZWw6IG51bWJlcik6IHZvaWQge1xuICAgIGxldCBjb21tYSA9IFwiXCI7XG4gICAgdGhpcy5vdXQgKz0gXCJ7XCI7XG4gICAgZm9yIChjb25zdCBrZXkgb2YgT2JqZWN0LmtleXMobWVtYmVycykpIHtcbiAgICAgIHRoaXMuI3BhdGhbbGV2ZWxdID0ga2V5O1xuICAgICAgdGhpcy4jbGV2ZWwgPSBsZXZlbCArIDE7XG4gICAgICBjb25zdCBtZW1iZXIgPSBtZW1iZXJzW2tleV07XG4gICAgICBpZiAobWVtYmVyID09PSB1bmRlZmluZWQpIGNvbnRpbnVlO1xuICAgICAgdGhpcy5vdXQgKz0gYCR7Y29tbWF9JHtxdW90ZShrZXkpfTpgO1xuICAgICAgY29tbWEgPSBcIixcIjtcbiAgICAgIHRoaXMud3JpdGUobWVtYmVyLCBsZXZlbCArIDEpO1xuICAgIH1cbiAgICB0aGlzLm91dCArPSBcIn1cIjtcbiAgfVxuXG4gIC8qKiBBIGN5Y2xlIGlzIGFzIGRlZXAgYXMgb25lIGxpa2VzLCBzbyBsb29raW5nIGZvciBpdCBjYW4gd2FpdCB1bnRpbCBoZXJlLiAqL1xuICAjdG9vRGVlcCh2YWx1ZTogb2JqZWN0LCBsZXZlbDogbnVtYmVyKTogbmV2ZXIge1xuICAgIHRoaXMuI2FuY2VzdG9yc1tsZXZlbF0gPSB2YWx1ZTtcbiAgICBjb25zdCBzZWVuID0gbmV3IFNldDxvYmplY3Q+KCk7XG4gICAgZm9yIChjb25zdCBbZGVwdGgsIGFuY2VzdG9yXSBvZiB0aGlzLiNhbmNlc3RvcnMuZW50cmllcygpKSB7XG4gICAgICBpZiAoc2Vlbi5oYXMoYW5jZXN0b3IpKSB7XG4gICAgICAgIHRoaXMuI2xldmVsID0gZGVwdGg7XG4gICAgICAgIHRocm93IG5ldyBSZWZ1c2FsKFwiYSBjeWNsZVwiKTtcbiAgICAgIH1cbiAgICAgIHNlZW4uYWRkKGFuY2VzdG9yKTtcbiAgICB9XG4gICAgdGhyb3cgbmV3IFJlZnVzYWwoXCJuZXN0ZWQgZGVlcGVyIHRoYW4gNjQgbGV2ZWxzXCIpO1xuICB9XG59XG5cbi8qKiBTaG9ydCBzdHJpbmdzIHdpdGhvdXQgYW55dGhpbmcgdG8gZXNjYXBlIGFyZSB0aGUgcnVsZSwgYW5kIGEgbG9vcCBiZWF0cyBKU09OLnN0cmluZ2lmeSB0aGVyZS4gKi9cbmZ1bmN0aW9uIHF1b3RlKHRleHQ6IHN0cmluZyk6IHN0cmluZyB7XG4gIGNvbnN0IHsgbGVuZ3RoIH0gPSB0ZXh0O1xuICBpZiAobGVuZ3RoID4gNjQpIHJldHVybiBKU09OLnN0cmluZ2lmeSh0ZXh0KTtcbiAgZm9yIChsZXQgaW5kZXggPSAwOyBpbmRleCA8IGxlbmd0aDsgaW5kZXgrKykge1xuICAgIGNvbnN0IHVuaXQgPSB0ZXh0LmNoYXJDb2RlQXQoaW5kZXgpO1xuICAgIGlmICh1bml0IDwgMHgyMCB8fCB1bml0ID09PSAweDIyIHx8IHVuaXQgPT09IDB4NWMgfHwgKHVuaXQgPj0gMHhkODAwICYmIHVuaXQgPCAweGUwMDApKSByZXR1cm4gSlNPTi5zdHJpbmdpZnkodGV4dCk7XG4gIH1cbiAgcmV0dXJuIGBcIiR7dGV4dH1cImA7XG59XG5cbi8qKiBPYmplY3QucHJvdG90eXBlIG9mIHRoaXMgcmVhbG0gb3IsIGJ5IGl0cyBzaGFwZSwgb2YgYW5vdGhlciAoYSBmcmFtZSwgYSBgdm1gIGNvbnRleHQpOyBvciBub25lLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGlzUGxhaW4ocHJvdG90eXBlOiBvYmplY3QgfCBudWxsKTogYm9vbGVhbiB7XG4gIGlmIChwcm90b3R5cGUgPT09IE9iamVjdC5wcm90b3R5cGUgfHwgcHJvdG90eXBlID09PSBudWxsKSByZXR1cm4gdHJ1ZTtcbiAgcmV0dXJuIE9iamVjdC5nZXRQcm90b3R5cGVPZihwcm90b3R5cGUpID09PSBudWxsICYmIE9iamVjdC5oYXNPd24ocHJvdG90eXBlLCBcImlzUHJvdG90eXBlT2ZcIik7XG59XG5cbi8qKiBBcnJheS5wcm90b3R5cGUgaXMgaXRzZWxmIGFuIGFycmF5LCB0aGUgcHJvdG90eXBlIG9mIGEgY2xhc3MgdGhhdCBleHRlbmRzIEFycmF5IGlzIG5vdC4gKi9cbmZ1bmN0aW9uIGlzUGxhaW5BcnJheSh2YWx1ZTogcmVhZG9ubHkgdW5rbm93bltdKTogYm9vbGVhbiB7XG4gIGNvbnN0IHByb3RvdHlwZTogdW5rbm93biA9IE9iamVjdC5nZXRQcm90b3R5cGVPZih2YWx1ZSk7XG4gIHJldHVybiBwcm90b3R5cGUgPT09IEFycmF5LnByb3RvdHlwZSB8fCAoQXJyYXkuaXNBcnJheShwcm90b3R5cGUpICYmIGlzUGxhaW4oT2JqZWN0LmdldFByb3RvdHlwZU9mKHByb3RvdHlwZSkpKTtcbn1cblxuLyoqIFdoYXQgYW4gb2JqZWN0IGlzIHRoYXQgaXMgbm90IHBsYWluOyBhc2tlZCBvZiB0aGUgb2JqZWN0J3MgaW5zaWRlLCB3aGljaCBubyBwcm9wZXJ0eSBjYW4gZmVpZ24uICovXG5mdW5jdGlvbiBraW5kT2YodmFsdWU6IG9iamVjdCk6IHN0cmluZyB7XG4gIGlmIChBcnJheUJ1ZmZlci5pc1ZpZXcodmFsdWUpIHx8IGFuc3dlcnMoKCkgPT4gYXJyYXlCdWZmZXJTaXplLmNhbGwodmFsdWUpKSkgcmV0dXJuIFwiYnl0ZXNcIjtcbiAgaWYgKHR5cGVvZiBTaGFyZWRBcnJheUJ1ZmZlciA9PT0gXCJmdW5jdGlvblwiICYmIGFuc3dlcnMoKCkgPT4gc2hhcmVkQnVmZmVyU2l6ZSgpLmNhbGwodmFsdWUpKSkgcmV0dXJuIFwiYnl0ZXNcIjtcbiAgaWYgKGFuc3dlcnMoKCkgPT4gTWFwLnByb3RvdHlwZS5oYXMuY2FsbCh2YWx1ZSwgMCkpKSByZXR1cm4gXCJhIE1hcFwiO1xuICBpZiAoYW5zd2VycygoKSA9PiBTZXQucHJvdG90eXBlLmhhcy5jYWxsKHZhbHVlLCAwKSkpIHJldHVybiBcImEgU2V0XCI7XG4gIGlmIChhbnN3ZXJzKCgpID0+IERhdGUucHJvdG90eXBlLmdldFRpbWUuY2FsbCh2YWx1ZSkpKSByZXR1cm4gXCJhIGRhdGVcIjtcbiAgcmV0dXJuIFwiYW4gaW5zdGFuY2Ugb2YgYSBjbGFzc1wiO1xufVxuXG5mdW5jdGlvbiBhbnN3ZXJzKHF1ZXN0aW9uOiAoKSA9PiB1bmtub3duKTogYm9vbGVhbiB7XG4gIHRyeSB7XG4gICAgcXVlc3Rpb24oKTtcbiAgICByZXR1cm4gdHJ1ZTtcbiAgfSBjYXRjaCB7XG4gICAgcmV0dXJuIGZhbHNlO1xuICB9XG59XG5cbmNvbnN0IGdldHRlciA9IChwcm90b3R5cGU6IG9iamVjdCwgbmFtZTogc3RyaW5nKSA9PlxuICBPYmplY3QuZ2V0T3duUHJvcGVydHlEZXNjcmlwdG9yKHByb3RvdHlwZSwgbmFtZSkhLmdldCBhcyAodGhpczogdW5rbm93bikgPT4gdW5rbm93bjtcbmNvbnN0IGFycmF5QnVmZmVyU2l6ZSA9IGdldHRlcihBcnJheUJ1ZmZlci5wcm90b3R5cGUsIFwiYnl0ZUxlbmd0aFwiKTtcbmNvbnN0IHNoYXJlZEJ1ZmZlclNpemUgPSAoKSA9PiBnZXR0ZXIoU2hhcmVkQXJyYXlCdWZmZXIucHJvdG90eXBlLCBcImJ5dGVMZW5ndGhcIik7XG4iLCAiaW1wb3J0IHR5cGUgeyBEZWNpc2lvbiB9IGZyb20gXCIuLi90eXBlcy9pbmRleC5qc1wiO1xuXG4vKiogVGhlIG5hbWVzIG9mIGEgY2FsbDogYWxsIHRoYXQgYSBkZWNpc2lvbiBkZXBlbmRzIG9uLCB1bmxlc3MgYSBydWxlIHJlYWRzIGFyZ3VtZW50cy4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgTmFtZXMge1xuICBzZXJ2ZXI6IHN0cmluZyB8IHVuZGVmaW5lZDtcbiAgdG9vbDogc3RyaW5nIHwgdW5kZWZpbmVkO1xuICBuYW1lOiBzdHJpbmcgfCB1bmRlZmluZWQ7XG4gIGtpbmQ6IHN0cmluZyB8IHVuZGVmaW5lZDtcbiAgcmVhZE9ubHk6IGJvb2xlYW47XG59XG5cbi8qKiBMb25nZXIgbmFtZXMgYXJlIG5vdCBrZXB0OiBubyBzZXJ2ZXIgbWF5IGhhdmUgb25lLCBhbmQgdGhleSBjb3VsZCBiZSBtYWRlIHRvIGZpbGwgdGhlIG1lbW9yeS4gKi9cbmNvbnN0IExPTkdFU1RfTkFNRSA9IDI1NjtcbmNvbnN0IE1PU1RfRU5UUklFUyA9IDQwOTY7XG5cbi8qKiBUaGF0IHRoZSBhcmd1bWVudHMgaGF2ZSB0byBiZSBsb29rZWQgYXQuICovXG5leHBvcnQgY29uc3QgTkVFRFNfQVJHVU1FTlRTID0gU3ltYm9sKFwibmVlZHMgYXJndW1lbnRzXCIpO1xuXG50eXBlIEFuc3dlciA9IERlY2lzaW9uIHwgdHlwZW9mIE5FRURTX0FSR1VNRU5UUztcbnR5cGUgQnlUb29sID0gTWFwPHN0cmluZyB8IHVuZGVmaW5lZCwgQW5zd2VyPjtcblxuLyoqXG4gKiBXaGF0IGEgZ2F0ZSBhbnN3ZXJlZCB0byBuYW1lcywgc28gdGhhdCB0aGUgc2FtZSBuYW1lcyBuZWVkIG5vdCBjcm9zcyBhZ2Fpbi5cbiAqXG4gKiBJTlZBUklBTlQ6IGFuIGVudHJ5IGlzIG9ubHkgZXZlciBmb3VuZCB1bmRlciBleGFjdGx5IHRoZSBuYW1lcyBpdCB3YXMgbWFkZSBmb3IuIEEgZ2F0ZSBpc1xuICogaW1tdXRhYmxlIGFuZCBpdHMgYW5zd2VyIHRvIG5hbWVzIGlzIGEgcHVyZSBmdW5jdGlvbiBvZiB0aGVtLCBzbyBhbiBlbnRyeSBjYW5ub3QgZ28gc3RhbGU7IHRoZVxuICogYW5zd2VycyBhcmUgZnJvemVuLCBzbyBubyBjYWxsZXIgY2FuIGNoYW5nZSB3aGF0IHRoZSBuZXh0IG9uZSBnZXRzOyBhbmQgdGhlIG1hcHMgYXJlIG5lc3RlZFxuICogcmF0aGVyIHRoYW4ga2V5ZWQgYnkgam9pbmVkIG5hbWVzLCBzbyB0aGF0IG5vIHR3byBjYWxscyBzaGFyZSBhIGtleSwgd2hhdGV2ZXIgdGhlaXIgbmFtZXMgaG9sZC5cbiAqIENhbGxzIHRoYXQgc2F5IGBraW5kYCwgb3IgYG5hbWVgIGJlc2lkZSBvdGhlciBuYW1lcywgYXJlIHJhcmUgYW5kIG5vdCBrZXB0LlxuICovXG5leHBvcnQgY2xhc3MgTWVtbyB7XG4gIHJlYWRvbmx5ICNhc2tlZDogW01hcDxzdHJpbmcgfCB1bmRlZmluZWQsIEJ5VG9vbD4sIE1hcDxzdHJpbmcgfCB1bmRlZmluZWQsIEJ5VG9vbD5dID0gW25ldyBNYXAoKSwgbmV3IE1hcCgpXTtcbiAgcmVhZG9ubHkgI3JlbmRlcmVkOiBbQnlUb29sLCBCeVRvb2xdID0gW25ldyBNYXAoKSwgbmV3IE1hcCgpXTtcbiAgI2VudHJpZXMgPSAwO1xuXG4gIGdldChuYW1lczogTmFtZXMpOiBBbnN3ZXIgfCB1bmRlZmluZWQge1xuICAgIGlmIChuYW1lcy5raW5kICE9PSB1bmRlZmluZWQpIHJldHVybiB1bmRlZmluZWQ7XG4gICAgY29uc3Qgc2lkZSA9IG5hbWVzLnJlYWRPbmx5ID8gMSA6IDA7XG4gICAgaWYgKG5hbWVzLm5hbWUgPT09IHVuZGVmaW5lZCkgcmV0dXJuIHRoaXMuI2Fza2VkW3NpZGVdLmdldChuYW1lcy5zZXJ2ZXIpPy5nZXQobmFtZXMudG9vbCk7XG4gICAgaWYgKG5hbWVzLnNlcnZlciAhPT0gdW5kZWZpbmVkIHx8IG5hbWVzLnRvb2wgIT09IHVuZGVmaW5lZCkgcmV0dXJuIHVuZGVmaW5lZDtcbiAgICByZXR1cm4gdGhpcy4jcmVuZGVyZWRbc2lkZV0uZ2V0KG5hbWVzLm5hbWUpO1xuICB9XG5cbiAgc2V0KG5hbWVzOiBOYW1lcywgYW5zd2VyOiBBbnN3ZXIpOiB2b2lkIHtcbiAgICBpZiAobmFtZXMua2luZCAhPT0gdW5kZWZpbmVkKSByZXR1cm47XG4gICAgaWYgKG5hbWVzLm5hbWUgIT09IHVuZGVmaW5lZCAmJiAobmFtZXMuc2VydmVyICE9PSB1bmRlZmluZWQgfHwgbmFtZXMudG9vbCAhPT0gdW5kZWZpbmVkKSkgcmV0dXJuO1xuICAgIGlmIChpc0xvbmcobmFtZXMuc2VydmVyKSB8fCBpc0xvbmcobmFtZXMudG9vbCkgfHwgaXNMb25nKG5hbWVzLm5hbWUpKSByZXR1cm47XG4gICAgaWYgKHRoaXMuI2VudHJpZXMgPj0gTU9TVF9FTlRSSUVTKSB0aGlzLiNjbGVhcigpO1xuICAgIHRoaXMuI2VudHJpZXMrKztcbiAgICBjb25zdCBzaWRlID0gbmFtZXMucmVhZE9ubHkgPyAxIDogMDtcbiAgICBpZiAobmFtZXMubmFtZSAhPT0gdW5kZWZpbmVkKSB7XG4gICAgICB0aGlzLiNyZW5kZXJlZFtzaWRlXS5zZXQob3duKG5hbWVzLm5hbWUpLCBhbnN3ZXIpO1xuICAgICAgcmV0dXJuO1xuICAgIH1cbiAgICBjb25zdCBhc2tlZCA9IHRoaXMuI2Fza2VkW3NpZGVdO1xuICAgIGxldCB0b29scyA9IGFza2VkLmdldChuYW1lcy5zZXJ2ZXIpO1xuICAgIGlmICghdG9vbHMpIGFza2VkLnNldChvd24obmFtZXMuc2VydmVyKSwgKHRvb2xzID0gbmV3IE1hcCgpKSk7XG4gICAgdG9vbHMuc2V0KG93bihuYW1lcy50b29sKSwgYW5zd2VyKTtcbiAgfVxuXG4gICNjbGVhcigpOiB2b2lkIHtcbiAgICBmb3IgKGNvbnN0IG1hcHMgb2YgW3RoaXMuI2Fza2VkLCB0aGlzLiNyZW5kZXJlZF0pIGZvciAoY29uc3QgbWFwIG9mIG1hcHMpIG1hcC5jbGVhcigpO1xuICAgIHRoaXMuI2VudHJpZXMgPSAwO1xuICB9XG59XG5cbmZ1bmN0aW9uIGlzTG9uZyhuYW1lOiBzdHJpbmcgfCB1bmRlZmluZWQpOiBib29sZWFuIHtcbiAgcmV0dXJuIG5hbWUgIT09IHVuZGVmaW5lZCAmJiBuYW1lLmxlbmd0aCA+IExPTkdFU1RfTkFNRTtcbn1cblxuLyoqIEEgY29weSB3aXRoIG1lbW9yeSBvZiBpdHMgb3duOiBhIG5hbWUgY3V0IG91dCBvZiBhIHJlcXVlc3QgY291bGQga2VlcCB0aGUgd2hvbGUgcmVxdWVzdCBhbGl2ZS4gKi9cbmZ1bmN0aW9uIG93bihuYW1lOiBzdHJpbmcgfCB1bmRlZmluZWQpOiBzdHJpbmcgfCB1bmRlZmluZWQge1xuICByZXR1cm4gbmFtZSA9PT0gdW5kZWZpbmVkID8gdW5kZWZpbmVkIDogKEpTT04ucGFyc2UoSlNPTi5zdHJpbmdpZnkobmFtZSkpIGFzIHN0cmluZyk7XG59XG4iLCAiaW1wb3J0IHR5cGUgeyBDYWxsLCBEZWNpc2lvbiwgRG9jdW1lbnQsIEV4cGxhbmF0aW9uLCBHYXRlT3B0aW9ucyB9IGZyb20gXCIuLi90eXBlcy9pbmRleC5qc1wiO1xuaW1wb3J0IHsgdHlwZSBDaG9vc2UsIHR5cGUgRW5naW5lLCB0eXBlIEdhdGVIYW5kbGUsIHJ1biB9IGZyb20gXCIuL2VuZ2luZS5qc1wiO1xuaW1wb3J0IHsgaW52YWxpZEFyZ3VtZW50IH0gZnJvbSBcIi4vZXJyb3JzLmpzXCI7XG5pbXBvcnQgeyB0eXBlIENyb3NzaW5nLCBjcm9zc2luZywgSE9TVCwgaG9zdENyb3NzaW5nLCBpc1BsYWluLCBURVhULCB3ZWxsRm9ybWVkIH0gZnJvbSBcIi4vaG9zdC5qc1wiO1xuaW1wb3J0IHsgTWVtbywgdHlwZSBOYW1lcywgTkVFRFNfQVJHVU1FTlRTIH0gZnJvbSBcIi4vbWVtby5qc1wiO1xuXG4vKiogQ29tcGlsZXMgdGhlIGdhdGUgaW4gYW4gZW5naW5lLiAqL1xudHlwZSBDb21waWxlID0gKGVuZ2luZTogRW5naW5lKSA9PiBHYXRlSGFuZGxlO1xuXG4vKiogVGhlIG1hcmtlciB1bmRlciB3aGljaCBgR2F0ZS5jbG9zZWQoKWAgY2FsbHMgdGhlIGNvbnN0cnVjdG9yOyBub3QgZXhwb3J0ZWQsIHNvIG5vYm9keSBlbHNlIGNhbi4gKi9cbmNvbnN0IENMT1NFRCA9IFN5bWJvbChcImNsb3NlZFwiKTtcblxuLyoqIFRoZSBjbGFzcyBgR2F0ZWAgb3ZlciBhIGNob2ljZSBvZiBlbmdpbmVzLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGdhdGVDbGFzcyhjaG9vc2U6IENob29zZSkge1xuICByZXR1cm4gY2xhc3MgR2F0ZSB7XG4gICAgcmVhZG9ubHkgI2NvbXBpbGU6IENvbXBpbGU7XG4gICAgcmVhZG9ubHkgI2hhbmRsZXMgPSBuZXcgTWFwPEVuZ2luZSwgeyBnZW5lcmF0aW9uOiBudW1iZXI7IGhhbmRsZTogR2F0ZUhhbmRsZSB9PigpO1xuICAgIHJlYWRvbmx5ICNtZW1vID0gbmV3IE1lbW8oKTtcblxuICAgIGNvbnN0cnVjdG9yKGFnZW50OiBEb2N1bWVudCwgb3B0aW9uczogR2F0ZU9wdGlvbnMgPSB7fSkge1xuICAgICAgdGhpcy4jY29tcGlsZSA9IChhZ2VudCBhcyB1bmtub3duKSA9PT0gQ0xPU0VEID8gY2xvc2VkIDogY29tcGlsZXIoYWdlbnQsIG9wdGlvbnMpO1xuICAgICAgdGhpcy4jaGFuZGxlKGNob29zZShcImRlY2lkZVwiKSk7XG4gICAgfVxuXG4gICAgc3RhdGljIGNsb3NlZCgpOiBHYXRlIHtcbiAgICAgIHJldHVybiBuZXcgR2F0ZShDTE9TRUQgYXMgdW5rbm93biBhcyBEb2N1bWVudCk7XG4gICAgfVxuXG4gICAgZGVjaWRlKGNhbGw6IENhbGwgfCBzdHJpbmcgfCBVaW50OEFycmF5KTogRGVjaXNpb24ge1xuICAgICAgY29uc3QgbmFtZXMgPSBuYW1lc09mKGNhbGwpO1xuICAgICAgcmV0dXJuIChuYW1lcyAmJiB0aGlzLiNkZWNpZGVOYW1lZChuYW1lcykpID8/IHRoaXMuI2RlY2lkZUNyb3NzZWQod2hvbGUobmFtZXMsIGNhbGwpKTtcbiAgICB9XG5cbiAgICBkZWNpZGVNYW55KGNhbGxzOiByZWFkb25seSBDYWxsW10gfCBzdHJpbmcgfCBVaW50OEFycmF5KTogRGVjaXNpb25bXSB7XG4gICAgICBpZiAoIUFycmF5LmlzQXJyYXkoY2FsbHMpKSB7XG4gICAgICAgIGNvbnN0IHsgZm9ybSwgZGF0YSB9ID0gY3Jvc3NpbmcoY2FsbHMpO1xuICAgICAgICByZXR1cm4gZnJvemVuKHRoaXMuI3VzZShcImRlY2lkZU1hbnlcIiwgKGdhdGUpID0+IGdhdGUuZGVjaWRlTWFueShmb3JtLCBkYXRhKSkpIGFzIERlY2lzaW9uW107XG4gICAgICB9XG4gICAgICBjb25zdCBkZWNpc2lvbnM6IERlY2lzaW9uW10gPSBbXTtcbiAgICAgIC8vIFRob3NlIHRoYXQgbmVlZCB0aGVpciBhcmd1bWVudHMgbG9va2VkIGF0IGNyb3NzIHRvZ2V0aGVyOyBvbmUgdGhhdCBpcyBubyBKU09OLCBieSBpdHNlbGYuXG4gICAgICBjb25zdCB3YWl0aW5nOiB7IGluZGV4OiBudW1iZXI7IHRleHQ6IHN0cmluZyB9W10gPSBbXTtcbiAgICAgIGZvciAobGV0IGluZGV4ID0gMDsgaW5kZXggPCBjYWxscy5sZW5ndGg7IGluZGV4KyspIHtcbiAgICAgICAgY29uc3QgY2FsbDogQ2FsbCA9IGNhbGxzW2luZGV4XTtcbiAgICAgICAgY29uc3QgbmFtZXMgPSBuYW1lc09mKGNhbGwpO1xuICAgICAgICBjb25zdCBkZWNpc2lvbiA9IG5hbWVzICYmIHRoaXMuI2RlY2lkZU5hbWVkKG5hbWVzKTtcbiAgICAgICAgaWYgKGRlY2lzaW9uKSB7XG4gICAgICAgICAgZGVjaXNpb25zW2luZGV4XSA9IGRlY2lzaW9uO1xuICAgICAgICAgIGNvbnRpbnVlO1xuICAgICAgICB9XG4gICAgICAgIGNvbnN0IGNyb3NzZWQgPSB3aG9sZShuYW1lcywgY2FsbCk7XG4gICAgICAgIGlmIChjcm9zc2VkLmZvcm0gPT09IEhPU1QpIHdhaXRpbmcucHVzaCh7IGluZGV4LCB0ZXh0OiBjcm9zc2VkLmRhdGEgYXMgc3RyaW5nIH0pO1xuICAgICAgICBlbHNlIGRlY2lzaW9uc1tpbmRleF0gPSB0aGlzLiNkZWNpZGVDcm9zc2VkKGNyb3NzZWQpO1xuICAgICAgfVxuICAgICAgaWYgKHdhaXRpbmcubGVuZ3RoID4gMCkge1xuICAgICAgICBjb25zdCB0ZXh0ID0gYFske3dhaXRpbmcubWFwKChjYWxsKSA9PiBjYWxsLnRleHQpLmpvaW4oKX1dYDtcbiAgICAgICAgY29uc3QgYW5zd2VycyA9IGZyb3plbih0aGlzLiN1c2UoXCJkZWNpZGVNYW55XCIsIChnYXRlKSA9PiBnYXRlLmRlY2lkZU1hbnkoSE9TVCwgdGV4dCkpKSBhcyBEZWNpc2lvbltdO1xuICAgICAgICBmb3IgKGNvbnN0IFthdCwgeyBpbmRleCwgdGV4dCB9XSBvZiB3YWl0aW5nLmVudHJpZXMoKSkge1xuICAgICAgICAgIC8vIEEgbGlzdCB0aGF0IHRoZSBjb3JlIGNhbm5vdCB0YWtlIGFwYXJ0IGlzIG9uZSBkZW5pYWw7IHRoZW4gZWFjaCBjYWxsIGlzIHB1dCBieSBpdHNlbGYuXG4gICAgICAgICAgY29uc3QgYXBhcnQgPSBhbnN3ZXJzLmxlbmd0aCA9PT0gd2FpdGluZy5sZW5ndGggPyBhbnN3ZXJzW2F0XSA6IHVuZGVmaW5lZDtcbiAgICAgICAgICBkZWNpc2lvbnNbaW5kZXhdID0gYXBhcnQgPz8gdGhpcy4jZGVjaWRlQ3Jvc3NlZCh7IGZvcm06IEhPU1QsIGRhdGE6IHRleHQgfSk7XG4gICAgICAgIH1cbiAgICAgIH1cbiAgICAgIHJldHVybiBkZWNpc2lvbnM7XG4gICAgfVxuXG4gICAgZXhwbGFpbihjYWxsOiBDYWxsIHwgc3RyaW5nIHwgVWludDhBcnJheSk6IEV4cGxhbmF0aW9uIHtcbiAgICAgIGNvbnN0IHsgZm9ybSwgZGF0YSB9ID0gY3Jvc3NpbmcoY2FsbCk7XG4gICAgICByZXR1cm4gSlNPTi5wYXJzZSh0aGlzLiN1c2UoXCJleHBsYWluXCIsIChnYXRlKSA9PiBnYXRlLmV4cGxhaW4oZm9ybSwgZGF0YSkpKTtcbiAgICB9XG5cbiAgICBvZmZlcmVkPFRvb2w+KHNlcnZlcjogc3RyaW5nLCBjYXRhbG9nOiB7IHJlYWRvbmx5IHRvb2xzOiByZWFkb25seSBUb29sW10gfSB8IHJlYWRvbmx5IFRvb2xbXSB8IHN0cmluZyB8IFVpbnQ4QXJyYXkpOiBUb29sW10ge1xuICAgICAgY29uc3QgbmFtZSA9IG5hbWVBcmd1bWVudChcInNlcnZlclwiLCBzZXJ2ZXIpO1xuICAgICAgY29uc3QgeyBjcm9zc2VkLCB0b29scyB9ID0gY2F0YWxvZ09mPFRvb2w+KGNhdGFsb2cpO1xuICAgICAgY29uc3QgaW5kZXhlczogbnVtYmVyW10gPSBKU09OLnBhcnNlKHRoaXMuI3VzZShcIm9mZmVyZWRcIiwgKGdhdGUpID0+IGdhdGUub2ZmZXJlZChuYW1lLCBjcm9zc2VkLmZvcm0sIGNyb3NzZWQuZGF0YSkpKTtcbiAgICAgIGNvbnN0IGxpc3QgPSB0b29scygpO1xuICAgICAgcmV0dXJuIGluZGV4ZXMubWFwKChpbmRleCkgPT4gbGlzdFtpbmRleF0gYXMgVG9vbCk7XG4gICAgfVxuXG4gICAgLyoqIGB1bmRlZmluZWRgIHdoZW4gdGhlIGFyZ3VtZW50cyBhcmUgbmVlZGVkLiAqL1xuICAgICNkZWNpZGVOYW1lZChuYW1lczogTmFtZXMpOiBEZWNpc2lvbiB8IHVuZGVmaW5lZCB7XG4gICAgICBjb25zdCBrbm93biA9IHRoaXMuI21lbW8uZ2V0KG5hbWVzKTtcbiAgICAgIGlmIChrbm93biAhPT0gdW5kZWZpbmVkKSByZXR1cm4ga25vd24gPT09IE5FRURTX0FSR1VNRU5UUyA/IHVuZGVmaW5lZCA6IGtub3duO1xuICAgICAgY29uc3QgeyBzZXJ2ZXIsIHRvb2wsIG5hbWUsIGtpbmQsIHJlYWRPbmx5IH0gPSBuYW1lcztcbiAgICAgIGlmICghKGlzV2VsbEZvcm1lZChzZXJ2ZXIpICYmIGlzV2VsbEZvcm1lZCh0b29sKSAmJiBpc1dlbGxGb3JtZWQobmFtZSkgJiYgaXNXZWxsRm9ybWVkKGtpbmQpKSkgcmV0dXJuIHVuZGVmaW5lZDtcbiAgICAgIGNvbnN0IHRleHQgPSB0aGlzLiN1c2UoXCJkZWNpZGVOYW1lZFwiLCAoZ2F0ZSkgPT4gZ2F0ZS5kZWNpZGVOYW1lZChzZXJ2ZXIsIHRvb2wsIG5hbWUsIGtpbmQsIHJlYWRPbmx5KSk7XG4gICAgICBjb25zdCBkZWNpc2lvbiA9IHRleHQgPyAoZnJvemVuKHRleHQpIGFzIERlY2lzaW9uKSA6IHVuZGVmaW5lZDtcbiAgICAgIHRoaXMuI21lbW8uc2V0KG5hbWVzLCBkZWNpc2lvbiA/PyBORUVEU19BUkdVTUVOVFMpO1xuICAgICAgcmV0dXJuIGRlY2lzaW9uO1xuICAgIH1cblxuICAgICNkZWNpZGVDcm9zc2VkKHsgZm9ybSwgZGF0YSB9OiBDcm9zc2luZyk6IERlY2lzaW9uIHtcbiAgICAgIHJldHVybiBmcm96ZW4odGhpcy4jdXNlKFwiZGVjaWRlXCIsIChnYXRlKSA9PiBnYXRlLmRlY2lkZShmb3JtLCBkYXRhKSkpIGFzIERlY2lzaW9uO1xuICAgIH1cblxuICAgICN1c2U8VD4ob3BlcmF0aW9uOiBrZXlvZiBHYXRlSGFuZGxlLCB1c2U6IChnYXRlOiBHYXRlSGFuZGxlKSA9PiBUKTogVCB7XG4gICAgICBjb25zdCBlbmdpbmUgPSBjaG9vc2Uob3BlcmF0aW9uKTtcbiAgICAgIGNvbnN0IGhhbmRsZSA9IHRoaXMuI2hhbmRsZShlbmdpbmUpO1xuICAgICAgcmV0dXJuIHJ1bihlbmdpbmUsICgpID0+IHVzZShoYW5kbGUpKTtcbiAgICB9XG5cbiAgICAvKiogQ29tcGlsZWQgb24gZmlyc3QgdXNlIGluIGFuIGVuZ2luZSwgYW5kIGFnYWluIHdoZW4gdGhlIGVuZ2luZSBoYWQgdG8gc3RhcnQgYWZyZXNoIChRVUFMLTM1KS4gKi9cbiAgICAjaGFuZGxlKGVuZ2luZTogRW5naW5lKTogR2F0ZUhhbmRsZSB7XG4gICAgICBjb25zdCBoZWxkID0gdGhpcy4jaGFuZGxlcy5nZXQoZW5naW5lKTtcbiAgICAgIGlmIChoZWxkPy5nZW5lcmF0aW9uID09PSBlbmdpbmUuZ2VuZXJhdGlvbikgcmV0dXJuIGhlbGQuaGFuZGxlO1xuICAgICAgY29uc3QgaGFuZGxlID0gdGhpcy4jY29tcGlsZShlbmdpbmUpO1xuICAgICAgdGhpcy4jaGFuZGxlcy5zZXQoZW5naW5lLCB7IGdlbmVyYXRpb246IGVuZ2luZS5nZW5lcmF0aW9uLCBoYW5kbGUgfSk7XG4gICAgICByZXR1cm4gaGFuZGxlO1xuICAgIH1cbiAgfTtcbn1cblxuY29uc3QgY2xvc2VkOiBDb21waWxlID0gKGVuZ2luZSkgPT4gcnVuKGVuZ2luZSwgKGNvcmUpID0+IGNvcmUuY2xvc2VkKCkpO1xuXG4vKiogUmVhZHMgZG9jdW1lbnQgYW5kIG9wdGlvbnMgb25jZSwgYW5kIGtlZXBzIG9ubHkgdGV4dHMsIHdoaWNoIG5vYm9keSBjYW4gY2hhbmdlIGFmdGVyd2FyZHMuICovXG5mdW5jdGlvbiBjb21waWxlcihhZ2VudDogRG9jdW1lbnQsIG9wdGlvbnM6IEdhdGVPcHRpb25zKTogQ29tcGlsZSB7XG4gIGNvbnN0IHsgZmxvb3IsIGRlbnlBbGwsIHRydXN0ZWRIaW50cywgY2F0YWxvZ3MgfSA9IG9wdGlvbnNPZihvcHRpb25zKTtcbiAgY29uc3QgZG9jdW1lbnQgPSBrZXB0KGFnZW50KTtcbiAgY29uc3QgYWJvdmUgPSBmbG9vciA9PT0gdW5kZWZpbmVkID8gdW5kZWZpbmVkIDoga2VwdChmbG9vcik7XG4gIGNvbnN0IGtub3duID0gY2F0YWxvZ3MgPT09IHVuZGVmaW5lZCA/IHVuZGVmaW5lZCA6IGtlcHQoY2F0YWxvZ3MpO1xuICByZXR1cm4gKGVuZ2luZSkgPT5cbiAgICBydW4oZW5naW5lLCAoY29yZSkgPT5cbiAgICAgIGNvcmUuY29tcGlsZShcbiAgICAgICAgZG9jdW1lbnQuZm9ybSxcbiAgICAgICAgZG9jdW1lbnQuZGF0YSxcbiAgICAgICAgYWJvdmU/LmZvcm0gPz8gVEVYVCxcbiAgICAgICAgYWJvdmU/LmRhdGEsXG4gICAgICAgIGRlbnlBbGwsXG4gICAgICAgIFsuLi50cnVzdGVkSGludHNdLFxuICAgICAgICBrbm93bj8uZm9ybSA/PyBURVhULFxuICAgICAgICBrbm93bj8uZGF0YSxcbiAgICAgICksXG4gICAgKTtcbn1cblxuLyoqIFRoZSB0ZXh0IG9mIGEgZG9jdW1lbnQgdGhhdCBpcyBuZWVkZWQgYWdhaW4gbGF0ZXI6IGJ5dGVzIGFyZSBjb3BpZWQsIHNpbmNlIHRoZWlyIG93bmVyIG1heSBjaGFuZ2UgdGhlbS4gKi9cbmZ1bmN0aW9uIGtlcHQoZG9jdW1lbnQ6IHVua25vd24pOiBDcm9zc2luZyB7XG4gIGNvbnN0IHsgZm9ybSwgZGF0YSB9ID0gY3Jvc3NpbmcoZG9jdW1lbnQpO1xuICByZXR1cm4geyBmb3JtLCBkYXRhOiB0eXBlb2YgZGF0YSA9PT0gXCJzdHJpbmdcIiA/IGRhdGEgOiBkYXRhLnNsaWNlKCkgfTtcbn1cblxuLyoqIEEgbWlzc3BlbHQgb3B0aW9uIHdvdWxkIGJlIGEgZmxvb3Igb3IgYSBraWxsIHN3aXRjaCB0aGF0IGlzIHNpbGVudGx5IG5vdCB0aGVyZS4gKi9cbmZ1bmN0aW9uIG9wdGlvbnNPZihvcHRpb25zOiBHYXRlT3B0aW9ucykge1xuICBpZiAodHlwZW9mIG9wdGlvbnMgIT09IFwib2JqZWN0XCIgfHwgb3B0aW9ucyA9PT0gbnVsbCkgdGhyb3cgaW52YWxpZEFyZ3VtZW50KFwidGhlIG9wdGlvbnMgYXJlIG5vdCBhbiBvYmplY3RcIik7XG4gIGNvbnN0IHsgZmxvb3IsIGRlbnlBbGwgPSBmYWxzZSwgdHJ1c3RlZEhpbnRzID0gW10sIGNhdGFsb2dzLCAuLi5vdGhlcnMgfSA9IG9wdGlvbnM7XG4gIGZvciAoY29uc3Qgb3RoZXIgb2YgT2JqZWN0LmtleXMob3RoZXJzKSkge1xuICAgIHRocm93IGludmFsaWRBcmd1bWVudChgbm8gb3B0aW9uIFxcYCR7b3RoZXJ9XFxgOiB0aGUgb3B0aW9ucyBhcmUgXFxgZmxvb3JcXGAsIFxcYGRlbnlBbGxcXGAsIFxcYHRydXN0ZWRIaW50c1xcYCBhbmQgXFxgY2F0YWxvZ3NcXGBgKTtcbiAgfVxuICBpZiAodHlwZW9mIGRlbnlBbGwgIT09IFwiYm9vbGVhblwiKSB0aHJvdyBpbnZhbGlkQXJndW1lbnQoXCJgZGVueUFsbGAgaXMgbmVpdGhlciBgdHJ1ZWAgbm9yIGBmYWxzZWBcIik7XG4gIGlmICghQXJyYXkuaXNBcnJheSh0cnVzdGVkSGludHMpKSB0aHJvdyBpbnZhbGlkQXJndW1lbnQoXCJgdHJ1c3RlZEhpbnRzYCBpcyBub3QgYSBsaXN0IG9mIHNlcnZlciBuYW1lc1wiKTtcbiAgcmV0dXJuIHsgZmxvb3IsIGRlbnlBbGwsIHRydXN0ZWRIaW50czogdHJ1c3RlZEhpbnRzLm1hcCgoaGludCkgPT4gbmFtZUFyZ3VtZW50KFwidHJ1c3RlZEhpbnRzXCIsIGhpbnQpKSwgY2F0YWxvZ3MgfTtcbn1cblxuLyoqIEEgbmFtZSB0aGF0IGNyb3NzZXMgYXMgaXQgaXMuICovXG5leHBvcnQgZnVuY3Rpb24gbmFtZUFyZ3VtZW50KGFyZ3VtZW50OiBzdHJpbmcsIHZhbHVlOiB1bmtub3duKTogc3RyaW5nIHtcbiAgaWYgKHR5cGVvZiB2YWx1ZSAhPT0gXCJzdHJpbmdcIikgdGhyb3cgaW52YWxpZEFyZ3VtZW50KGBcXGAke2FyZ3VtZW50fVxcYCBpcyBub3QgYSBzdHJpbmdgKTtcbiAgaWYgKCF3ZWxsRm9ybWVkKHZhbHVlKSkgdGhyb3cgaW52YWxpZEFyZ3VtZW50KGBcXGAke2FyZ3VtZW50fVxcYCBob2xkcyBoYWxmIG9mIGEgc3Vycm9nYXRlIHBhaXJgKTtcbiAgcmV0dXJuIHZhbHVlO1xufVxuXG5pbnRlcmZhY2UgQ2FsbE5hbWVzIGV4dGVuZHMgTmFtZXMge1xuICBoYXNBcmdzOiBib29sZWFuO1xufVxuXG4vKipcbiAqIFRoZSBuYW1lcyBvZiBhIHBsYWluIGNhbGwsIHdpdGggaXRzIGFyZ3VtZW50cyBub3QgZXZlbiBsb29rZWQgYXQgKFFVQUwtNCk7IGB1bmRlZmluZWRgIGZvclxuICogYW55dGhpbmcgb3V0IG9mIHRoZSBvcmRpbmFyeSwgd2hpY2ggdGhlIGNvcmUgaXMgdG8ganVkZ2UgYXMgYSB3aG9sZS5cbiAqL1xuZnVuY3Rpb24gbmFtZXNPZihjYWxsOiB1bmtub3duKTogQ2FsbE5hbWVzIHwgdW5kZWZpbmVkIHtcbiAgaWYgKHR5cGVvZiBjYWxsICE9PSBcIm9iamVjdFwiIHx8IGNhbGwgPT09IG51bGwpIHJldHVybiB1bmRlZmluZWQ7XG4gIHRyeSB7XG4gICAgY29uc3QgcHJvdG90eXBlOiB1bmtub3duID0gT2JqZWN0LmdldFByb3RvdHlwZU9mKGNhbGwpO1xuICAgIGlmIChwcm90b3R5cGUgIT09IE9iamVjdC5wcm90b3R5cGUgJiYgcHJvdG90eXBlICE9PSBudWxsKSByZXR1cm4gdW5kZWZpbmVkO1xuICAgIGNvbnN0IG5hbWVzOiBDYWxsTmFtZXMgPSB7XG4gICAgICBzZXJ2ZXI6IHVuZGVmaW5lZCxcbiAgICAgIHRvb2w6IHVuZGVmaW5lZCxcbiAgICAgIG5hbWU6IHVuZGVmaW5lZCxcbiAgICAgIGtpbmQ6IHVuZGVmaW5lZCxcbiAgICAgIHJlYWRPbmx5OiBmYWxzZSxcbiAgICAgIGhhc0FyZ3M6IGZhbHNlLFxuICAgIH07XG4gICAgZm9yIChjb25zdCBrZXkgb2YgT2JqZWN0LmtleXMoY2FsbCkpIHtcbiAgICAgIGlmIChrZXkgPT09IFwiYXJnc1wiKSB7XG4gICAgICAgIG5hbWVzLmhhc0FyZ3MgPSB0cnVlO1xuICAgICAgICBjb250aW51ZTtcbiAgICAgIH1cbiAgICAgIGNvbnN0IHZhbHVlID0gKGNhbGwgYXMgUmVjb3JkPHN0cmluZywgdW5rbm93bj4pW2tleV07XG4gICAgICBpZiAodmFsdWUgPT09IHVuZGVmaW5lZCkgY29udGludWU7XG4gICAgICBpZiAoa2V5ID09PSBcInJlYWRfb25seVwiKSB7XG4gICAgICAgIGlmICh0eXBlb2YgdmFsdWUgIT09IFwiYm9vbGVhblwiKSByZXR1cm4gdW5kZWZpbmVkO1xuICAgICAgICBuYW1lcy5yZWFkT25seSA9IHZhbHVlO1xuICAgICAgfSBlbHNlIGlmIChrZXkgPT09IFwic2VydmVyXCIgfHwga2V5ID09PSBcInRvb2xcIiB8fCBrZXkgPT09IFwibmFtZVwiIHx8IGtleSA9PT0gXCJraW5kXCIpIHtcbiAgICAgICAgaWYgKHR5cGVvZiB2YWx1ZSAhPT0gXCJzdHJpbmdcIikgcmV0dXJuIHVuZGVmaW5lZDtcbiAgICAgICAgbmFtZXNba2V5XSA9IHZhbHVlO1xuICAgICAgfSBlbHNlIHJldHVybiB1bmRlZmluZWQ7XG4gICAgfVxuICAgIHJldHVybiBuYW1lcztcbiAgfSBjYXRjaCB7XG4gICAgcmV0dXJuIHVuZGVmaW5lZDtcbiAgfVxufVxuXG4vKiogQSBjYWxsIG9uIGl0cyB3YXkgaW50byB0aGUgY29yZTsgbmFtZXMgdGhhdCB3ZXJlIHJlYWQgYWxyZWFkeSBhcmUgbm90IHJlYWQgYWdhaW4uICovXG5mdW5jdGlvbiB3aG9sZShuYW1lczogQ2FsbE5hbWVzIHwgdW5kZWZpbmVkLCBjYWxsOiB1bmtub3duKTogQ3Jvc3Npbmcge1xuICBpZiAoIW5hbWVzKSByZXR1cm4gY3Jvc3NpbmcoY2FsbCk7XG4gIGNvbnN0IHsgc2VydmVyLCB0b29sLCBuYW1lLCBraW5kLCByZWFkT25seSwgaGFzQXJncyB9ID0gbmFtZXM7XG4gIGxldCBhcmdzOiB1bmtub3duO1xuICB0cnkge1xuICAgIGlmIChoYXNBcmdzKSAoeyBhcmdzIH0gPSBjYWxsIGFzIHsgYXJncz86IHVua25vd24gfSk7XG4gIH0gY2F0Y2gge1xuICAgIC8vIFRoZSB3aG9sZSBjYWxsIGlzIHRoZW4gcmVhZCwgZm9yIHRoZSByZWZ1c2FsIHdpdGggaXRzIHBsYWNlLlxuICAgIHJldHVybiBjcm9zc2luZyhjYWxsKTtcbiAgfVxuICByZXR1cm4gaG9zdENyb3NzaW5nKHsgc2VydmVyLCB0b29sLCBuYW1lLCBraW5kLCByZWFkX29ubHk6IHJlYWRPbmx5LCBhcmdzIH0pO1xufVxuXG5mdW5jdGlvbiBpc1dlbGxGb3JtZWQobmFtZTogc3RyaW5nIHwgdW5kZWZpbmVkKTogYm9vbGVhbiB7XG4gIHJldHVybiBuYW1lID09PSB1bmRlZmluZWQgfHwgd2VsbEZvcm1lZChuYW1lKTtcbn1cblxuLyoqXG4gKiBBIGNhdGFsb2cgb24gaXRzIHdheSBpbnRvIHRoZSBjb3JlLCBhbmQgaXRzIHRvb2xzLlxuICpcbiAqIElOVkFSSUFOVDogdGhlIHRvb2xzIHRoYXQgYXJlIGhhbmRlZCBvdXQgYXJlIHRob3NlIHdob3NlIG5hbWVzIGNyb3NzZWQ6IHRoZSBsaXN0IGlzIHJlYWQgb25jZS5cbiAqL1xuZnVuY3Rpb24gY2F0YWxvZ09mPFRvb2w+KGNhdGFsb2c6IHVua25vd24pOiB7IGNyb3NzZWQ6IENyb3NzaW5nOyB0b29sczogKCkgPT4gcmVhZG9ubHkgVG9vbFtdIH0ge1xuICBjb25zdCB0b29scyA9IChyZWFkOiB1bmtub3duKSA9PiAoQXJyYXkuaXNBcnJheShyZWFkKSA/IHJlYWQgOiAocmVhZCBhcyB7IHRvb2xzOiBUb29sW10gfSkudG9vbHMpIGFzIHJlYWRvbmx5IFRvb2xbXTtcbiAgaWYgKHR5cGVvZiBjYXRhbG9nID09PSBcIm9iamVjdFwiICYmIGNhdGFsb2cgIT09IG51bGwgJiYgIUFycmF5QnVmZmVyLmlzVmlldyhjYXRhbG9nKSkge1xuICAgIGNvbnN0IHJlYWQgPSByZWFkT25jZShjYXRhbG9nKTtcbiAgICBpZiAocmVhZCkgcmV0dXJuIHsgY3Jvc3NlZDogaG9zdENyb3NzaW5nKHJlYWQpLCB0b29sczogKCkgPT4gdG9vbHMocmVhZCkgfTtcbiAgfVxuICBjb25zdCBjcm9zc2VkID0gY3Jvc3NpbmcoY2F0YWxvZyk7XG4gIGNvbnN0IHRleHQgPSAoKSA9PiAodHlwZW9mIGNyb3NzZWQuZGF0YSA9PT0gXCJzdHJpbmdcIiA/IGNyb3NzZWQuZGF0YSA6IG5ldyBUZXh0RGVjb2RlcigpLmRlY29kZShjcm9zc2VkLmRhdGEpKTtcbiAgcmV0dXJuIHsgY3Jvc3NlZCwgdG9vbHM6ICgpID0+IHRvb2xzKEpTT04ucGFyc2UodGV4dCgpKSkgfTtcbn1cblxuLyoqIEEgY29weSBvZiBhIGNhdGFsb2cgYW5kIG9mIGl0cyBsaXN0IG9mIHRvb2xzOyBub3RoaW5nIHdoZW4gdGhhdCBpcyBub3QgcGxhaW46IHRoZSBjb3JlIHRoZW4gc2F5cyB3aHkuICovXG5mdW5jdGlvbiByZWFkT25jZShjYXRhbG9nOiBvYmplY3QpOiB1bmtub3duIHtcbiAgY29uc3QgY29weU9mID0gKGl0ZW1zOiByZWFkb25seSB1bmtub3duW10pID0+IEFycmF5LmZyb20oeyBsZW5ndGg6IGl0ZW1zLmxlbmd0aCB9LCAoXywgaW5kZXgpID0+IGl0ZW1zW2luZGV4XSk7XG4gIHRyeSB7XG4gICAgaWYgKEFycmF5LmlzQXJyYXkoY2F0YWxvZykpIHJldHVybiBjb3B5T2YoY2F0YWxvZyk7XG4gICAgaWYgKCFpc1BsYWluKE9iamVjdC5nZXRQcm90b3R5cGVPZihjYXRhbG9nKSkpIHJldHVybiB1bmRlZmluZWQ7XG4gICAgY29uc3QgY29weTogUmVjb3JkPHN0cmluZywgdW5rbm93bj4gPSBPYmplY3QuY3JlYXRlKG51bGwpO1xuICAgIGZvciAoY29uc3Qga2V5IG9mIE9iamVjdC5rZXlzKGNhdGFsb2cpKSBjb3B5W2tleV0gPSAoY2F0YWxvZyBhcyBSZWNvcmQ8c3RyaW5nLCB1bmtub3duPilba2V5XTtcbiAgICBpZiAoQXJyYXkuaXNBcnJheShjb3B5LnRvb2xzKSkgY29weS50b29scyA9IGNvcHlPZihjb3B5LnRvb2xzKTtcbiAgICByZXR1cm4gY29weTtcbiAgfSBjYXRjaCB7XG4gICAgcmV0dXJuIHVuZGVmaW5lZDtcbiAgfVxufVxuXG5mdW5jdGlvbiBmcm96ZW4odGV4dDogc3RyaW5nKTogdW5rbm93biB7XG4gIHJldHVybiBmcmVlemUoSlNPTi5wYXJzZSh0ZXh0KSk7XG59XG5cbi8qKiBSZXN1bHRzIGFyZSBzaGFyZWQgYmV0d2VlbiBjYWxsZXJzIGFuZCB0aHJvdWdoIHRoZSBtZW1vLCBzbyBub2JvZHkgbWF5IGNoYW5nZSBvbmUuICovXG5mdW5jdGlvbiBmcmVlemU8VD4odmFsdWU6IFQpOiBUIHtcbiAgaWYgKHR5cGVvZiB2YWx1ZSA9PT0gXCJvYmplY3RcIiAmJiB2YWx1ZSAhPT0gbnVsbCkge1xuICAgIGZvciAoY29uc3QgbWVtYmVyIG9mIE9iamVjdC52YWx1ZXModmFsdWUpKSBmcmVlemUobWVtYmVyKTtcbiAgICBPYmplY3QuZnJlZXplKHZhbHVlKTtcbiAgfVxuICByZXR1cm4gdmFsdWU7XG59XG4iLCAiLyoqIFRoZSBwdWJsaWMgb3BlcmF0aW9ucyBvdmVyIGEgY2hvaWNlIG9mIGVuZ2luZXMuICovXG5pbXBvcnQgdHlwZSB7IENhdGFsb2dzLCBEb2N1bWVudCwgSGFybmVzcywgUmVwb3J0IH0gZnJvbSBcIi4uL3R5cGVzL2luZGV4LmpzXCI7XG5pbXBvcnQgeyB0eXBlIENob29zZSwgdHlwZSBDb3JlLCBydW4gfSBmcm9tIFwiLi9lbmdpbmUuanNcIjtcbmltcG9ydCB7IGdhdGVDbGFzcywgbmFtZUFyZ3VtZW50IH0gZnJvbSBcIi4vZ2F0ZS5qc1wiO1xuaW1wb3J0IHsgY3Jvc3NpbmcsIFRFWFQgfSBmcm9tIFwiLi9ob3N0LmpzXCI7XG5cbmV4cG9ydCBmdW5jdGlvbiBtYWtlQXBpKGNob29zZTogQ2hvb3NlKSB7XG4gIGNvbnN0IHVzZSA9IDxUPihvcGVyYXRpb246IGtleW9mIENvcmUsIGNhbGw6IChjb3JlOiBDb3JlKSA9PiBUKTogVCA9PiBydW4oY2hvb3NlKG9wZXJhdGlvbiksIGNhbGwpO1xuXG4gIHJldHVybiB7XG4gICAgdmVyc2lvbjogKCk6IHN0cmluZyA9PiB1c2UoXCJ2ZXJzaW9uXCIsIChjb3JlKSA9PiBjb3JlLnZlcnNpb24oKSksXG5cbiAgICB2YWxpZGF0ZShhZ2VudDogRG9jdW1lbnQsIGNhdGFsb2dzPzogQ2F0YWxvZ3MpOiBSZXBvcnQge1xuICAgICAgY29uc3QgeyBmb3JtLCBkYXRhIH0gPSBjcm9zc2luZyhhZ2VudCk7XG4gICAgICBjb25zdCBrbm93biA9IGNhdGFsb2dzID09PSB1bmRlZmluZWQgPyB1bmRlZmluZWQgOiBjcm9zc2luZyhjYXRhbG9ncyk7XG4gICAgICByZXR1cm4gSlNPTi5wYXJzZSh1c2UoXCJ2YWxpZGF0ZVwiLCAoY29yZSkgPT4gY29yZS52YWxpZGF0ZShmb3JtLCBkYXRhLCBrbm93bj8uZm9ybSA/PyBURVhULCBrbm93bj8uZGF0YSkpKTtcbiAgICB9LFxuXG4gICAgdmFsaWRhdGVTZXJ2ZXIoc2VydmVyOiBEb2N1bWVudCk6IFJlcG9ydCB7XG4gICAgICBjb25zdCB7IGZvcm0sIGRhdGEgfSA9IGNyb3NzaW5nKHNlcnZlcik7XG4gICAgICByZXR1cm4gSlNPTi5wYXJzZSh1c2UoXCJ2YWxpZGF0ZVNlcnZlclwiLCAoY29yZSkgPT4gY29yZS52YWxpZGF0ZVNlcnZlcihmb3JtLCBkYXRhKSkpO1xuICAgIH0sXG5cbiAgICBqc29uU2NoZW1hOiAoKTogUmVjb3JkPHN0cmluZywgdW5rbm93bj4gPT4gSlNPTi5wYXJzZSh1c2UoXCJqc29uU2NoZW1hXCIsIChjb3JlKSA9PiBjb3JlLmpzb25TY2hlbWEoKSkpLFxuXG4gICAgdG9XaXJlKHNlcnZlcjogRG9jdW1lbnQpOiBSZWNvcmQ8c3RyaW5nLCB1bmtub3duPiB7XG4gICAgICBjb25zdCB7IGZvcm0sIGRhdGEgfSA9IGNyb3NzaW5nKHNlcnZlcik7XG4gICAgICByZXR1cm4gSlNPTi5wYXJzZSh1c2UoXCJ0b1dpcmVcIiwgKGNvcmUpID0+IGNvcmUudG9XaXJlKGZvcm0sIGRhdGEpKSk7XG4gICAgfSxcblxuICAgIHRvb2xOYW1lKHNlcnZlcjogc3RyaW5nLCB0b29sOiBzdHJpbmcsIGhhcm5lc3M6IEhhcm5lc3MgPSBcImNsYXVkZVwiKTogc3RyaW5nIHtcbiAgICAgIGNvbnN0IG5hbWVzID0gW25hbWVBcmd1bWVudChcInNlcnZlclwiLCBzZXJ2ZXIpLCBuYW1lQXJndW1lbnQoXCJ0b29sXCIsIHRvb2wpLCBuYW1lQXJndW1lbnQoXCJoYXJuZXNzXCIsIGhhcm5lc3MpXSBhcyBjb25zdDtcbiAgICAgIHJldHVybiB1c2UoXCJ0b29sTmFtZVwiLCAoY29yZSkgPT4gY29yZS50b29sTmFtZSguLi5uYW1lcykpO1xuICAgIH0sXG5cbiAgICBHYXRlOiBnYXRlQ2xhc3MoY2hvb3NlKSxcbiAgfTtcbn1cbiIsICIvKiBAdHMtc2VsZi10eXBlcz1cIi4vY2FsbGdhdGUuZC50c1wiICovXG5cbi8qKlxuICogQSBjb21waWxlZCBnYXRlLlxuICovXG5leHBvcnQgY2xhc3MgR2F0ZUhhbmRsZSB7XG4gICAgc3RhdGljIF9fd3JhcChwdHIpIHtcbiAgICAgICAgY29uc3Qgb2JqID0gT2JqZWN0LmNyZWF0ZShHYXRlSGFuZGxlLnByb3RvdHlwZSk7XG4gICAgICAgIG9iai5fX3diZ19wdHIgPSBwdHI7XG4gICAgICAgIE9iamVjdC5kZWZpbmVQcm9wZXJ0eShvYmosICdfX3diZ19pbnN0JywgeyB2YWx1ZTogX193YmdfaW5zdGFuY2VfaWQsIHdyaXRhYmxlOiB0cnVlIH0pO1xuXG4gICAgICAgIEdhdGVIYW5kbGVGaW5hbGl6YXRpb24ucmVnaXN0ZXIob2JqLCB7IHB0ciwgaW5zdGFuY2U6IF9fd2JnX2luc3RhbmNlX2lkIH0sIG9iaik7XG4gICAgICAgIHJldHVybiBvYmo7XG4gICAgfVxuICAgIF9fZGVzdHJveV9pbnRvX3JhdygpIHtcbiAgICAgICAgY29uc3QgcHRyID0gdGhpcy5fX3diZ19wdHI7XG4gICAgICAgIHRoaXMuX193YmdfcHRyID0gMDtcbiAgICAgICAgR2F0ZUhhbmRsZUZpbmFsaXphdGlvbi51bnJlZ2lzdGVyKHRoaXMpO1xuICAgICAgICByZXR1cm4gcHRyO1xuICAgIH1cbiAgICBmcmVlKCkge1xuICAgICAgICBjb25zdCBwdHIgPSB0aGlzLl9fZGVzdHJveV9pbnRvX3JhdygpO1xuICAgICAgICBfX3diZ19jYWxsX2d1YXJkKCk7XG4gICAgICAgIHdhc20uX193YmdfZ2F0ZWhhbmRsZV9mcmVlKHB0ciwgMCk7XG5cbiAgICB9XG4gICAgLyoqXG4gICAgICogVGhlIGRlY2lzaW9ucyBvbiBhIGxpc3Qgb2YgY2FsbHMsIGFzIEpTT04gdGV4dC5cbiAgICAgKiBAcGFyYW0ge251bWJlcn0gZm9ybVxuICAgICAqIEBwYXJhbSB7YW55fSBjYWxsc1xuICAgICAqIEByZXR1cm5zIHtzdHJpbmd9XG4gICAgICovXG4gICAgZGVjaWRlTWFueShmb3JtLCBjYWxscykge1xuICAgICAgICBsZXQgZGVmZXJyZWQxXzA7XG4gICAgICAgIGxldCBkZWZlcnJlZDFfMTtcbiAgICAgICAgdHJ5IHtcbiAgICAgICAgICAgIGlmICh0aGlzLl9fd2JnX2luc3QgIT09IHVuZGVmaW5lZCAmJiB0aGlzLl9fd2JnX2luc3QgIT09IF9fd2JnX2luc3RhbmNlX2lkKSB7XG4gICAgICAgICAgICAgICAgdGhyb3cgbmV3IEVycm9yKCdJbnZhbGlkIHN0YWxlIG9iamVjdCBmcm9tIHByZXZpb3VzIFdhc20gaW5zdGFuY2UnKTtcbiAgICAgICAgICAgIH1cbiAgICAgICAgICAgIGxldCByZXQ7XG4gICAgICAgICAgICBfX3diZ19jYWxsX2d1YXJkKCk7XG4gICAgICAgICAgICByZXQgPSB3YXNtLmdhdGVoYW5kbGVfZGVjaWRlTWFueSh0aGlzLl9fd2JnX3B0ciwgZm9ybSwgY2FsbHMpO1xuICAgICAgICAgICAgZGVmZXJyZWQxXzAgPSByZXRbMF07XG4gICAgICAgICAgICBkZWZlcnJlZDFfMSA9IHJldFsxXTtcbiAgICAgICAgICAgIHJldHVybiBnZXRTdHJpbmdGcm9tV2FzbTAocmV0WzBdLCByZXRbMV0pO1xuICAgICAgICB9IGZpbmFsbHkge1xuICAgICAgICAgICAgX193YmdfY2FsbF9ndWFyZCgpO1xuICAgICAgICAgICAgd2FzbS5fX3diaW5kZ2VuX2ZyZWUoZGVmZXJyZWQxXzAsIGRlZmVycmVkMV8xLCAxKTtcbiAgICAgICAgfVxuICAgIH1cbiAgICAvKipcbiAgICAgKiBUaGUgZGVjaXNpb24gYXMgSlNPTiB0ZXh0LCBvciBgdW5kZWZpbmVkYCB3aGVuIHRoZSBhcmd1bWVudHMgYXJlIG5lZWRlZCAoUVVBTC00KS5cbiAgICAgKiBAcGFyYW0ge3N0cmluZyB8IG51bGwgfCB1bmRlZmluZWR9IHNlcnZlclxuICAgICAqIEBwYXJhbSB7c3RyaW5nIHwgbnVsbCB8IHVuZGVmaW5lZH0gdG9vbFxuICAgICAqIEBwYXJhbSB7c3RyaW5nIHwgbnVsbCB8IHVuZGVmaW5lZH0gbmFtZVxuICAgICAqIEBwYXJhbSB7c3RyaW5nIHwgbnVsbCB8IHVuZGVmaW5lZH0ga2luZFxuICAgICAqIEBwYXJhbSB7Ym9vbGVhbn0gcmVhZF9vbmx5XG4gICAgICogQHJldHVybnMge3N0cmluZyB8IHVuZGVmaW5lZH1cbiAgICAgKi9cbiAgICBkZWNpZGVOYW1lZChzZXJ2ZXIsIHRvb2wsIG5hbWUsIGtpbmQsIHJlYWRfb25seSkge1xuICAgICAgICBpZiAodGhpcy5fX3diZ19pbnN0ICE9PSB1bmRlZmluZWQgJiYgdGhpcy5fX3diZ19pbnN0ICE9PSBfX3diZ19pbnN0YW5jZV9pZCkge1xuICAgICAgICAgICAgdGhyb3cgbmV3IEVycm9yKCdJbnZhbGlkIHN0YWxlIG9iamVjdCBmcm9tIHByZXZpb3VzIFdhc20gaW5zdGFuY2UnKTtcbiAgICAgICAgfVxuICAgICAgICBjb25zdCB2YWw1ID0gK3JlYWRfb25seTtcbiAgICAgICAgbGV0IHB0cjAsIGxlbjAsIHB0cjEsIGxlbjEsIHB0cjIsIGxlbjIsIHB0cjMsIGxlbjM7XG4gICAgICAgIHRyeSB7XG4gICAgICAgICAgICBwdHIwID0gaXNMaWtlTm9uZShzZXJ2ZXIpID8gMCA6IHBhc3NTdHJpbmdUb1dhc20wKHNlcnZlciwgd2FzbS5fX3diaW5kZ2VuX21hbGxvYywgd2FzbS5fX3diaW5kZ2VuX3JlYWxsb2MpO1xuICAgICAgICAgICAgbGVuMCA9IFdBU01fVkVDVE9SX0xFTjtcbiAgICAgICAgICAgIHB0cjEgPSBpc0xpa2VOb25lKHRvb2wpID8gMCA6IHBhc3NTdHJpbmdUb1dhc20wKHRvb2wsIHdhc20uX193YmluZGdlbl9tYWxsb2MsIHdhc20uX193YmluZGdlbl9yZWFsbG9jKTtcbiAgICAgICAgICAgIGxlbjEgPSBXQVNNX1ZFQ1RPUl9MRU47XG4gICAgICAgICAgICBwdHIyID0gaXNMaWtlTm9uZShuYW1lKSA/IDAgOiBwYXNzU3RyaW5nVG9XYXNtMChuYW1lLCB3YXNtLl9fd2JpbmRnZW5fbWFsbG9jLCB3YXNtLl9fd2JpbmRnZW5fcmVhbGxvYyk7XG4gICAgICAgICAgICBsZW4yID0gV0FTTV9WRUNUT1JfTEVOO1xuICAgICAgICAgICAgcHRyMyA9IGlzTGlrZU5vbmUoa2luZCkgPyAwIDogcGFzc1N0cmluZ1RvV2FzbTAoa2luZCwgd2FzbS5fX3diaW5kZ2VuX21hbGxvYywgd2FzbS5fX3diaW5kZ2VuX3JlYWxsb2MpO1xuICAgICAgICAgICAgbGVuMyA9IFdBU01fVkVDVE9SX0xFTjtcbiAgICAgICAgfSBjYXRjaCAoZSkge1xuICAgICAgICAgICAgaWYgKHB0cjMpIHsgd2FzbS5fX3diaW5kZ2VuX2ZyZWUocHRyMywgbGVuMyAqIDEsIDEpOyB9XG4gICAgICAgICAgICBpZiAocHRyMikgeyB3YXNtLl9fd2JpbmRnZW5fZnJlZShwdHIyLCBsZW4yICogMSwgMSk7IH1cbiAgICAgICAgICAgIGlmIChwdHIxKSB7IHdhc20uX193YmluZGdlbl9mcmVlKHB0cjEsIGxlbjEgKiAxLCAxKTsgfVxuICAgICAgICAgICAgaWYgKHB0cjApIHsgd2FzbS5fX3diaW5kZ2VuX2ZyZWUocHRyMCwgbGVuMCAqIDEsIDEpOyB9XG4gICAgICAgICAgICB0aHJvdyBlO1xuICAgICAgICB9XG4gICAgICAgIGxldCByZXQ7XG4gICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgcmV0ID0gd2FzbS5nYXRlaGFuZGxlX2RlY2lkZU5hbWVkKHRoaXMuX193YmdfcHRyLCBwdHIwLCBsZW4wLCBwdHIxLCBsZW4xLCBwdHIyLCBsZW4yLCBwdHIzLCBsZW4zLCB2YWw1KTtcbiAgICAgICAgbGV0IHY2O1xuICAgICAgICBpZiAocmV0WzBdICE9PSAwKSB7XG4gICAgICAgICAgICB2NiA9IGdldFN0cmluZ0Zyb21XYXNtMChyZXRbMF0sIHJldFsxXSk7XG4gICAgICAgICAgICB3YXNtLl9fd2JpbmRnZW5fZnJlZShyZXRbMF0sIHJldFsxXSAqIDEsIDEpO1xuICAgICAgICB9XG4gICAgICAgIHJldHVybiB2NjtcbiAgICB9XG4gICAgLyoqXG4gICAgICogVGhlIGRlY2lzaW9uIG9uIGEgd2hvbGUgY2FsbCwgYXMgSlNPTiB0ZXh0LlxuICAgICAqIEBwYXJhbSB7bnVtYmVyfSBmb3JtXG4gICAgICogQHBhcmFtIHthbnl9IGNhbGxcbiAgICAgKiBAcmV0dXJucyB7c3RyaW5nfVxuICAgICAqL1xuICAgIGRlY2lkZShmb3JtLCBjYWxsKSB7XG4gICAgICAgIGxldCBkZWZlcnJlZDFfMDtcbiAgICAgICAgbGV0IGRlZmVycmVkMV8xO1xuICAgICAgICB0cnkge1xuICAgICAgICAgICAgaWYgKHRoaXMuX193YmdfaW5zdCAhPT0gdW5kZWZpbmVkICYmIHRoaXMuX193YmdfaW5zdCAhPT0gX193YmdfaW5zdGFuY2VfaWQpIHtcbiAgICAgICAgICAgICAgICB0aHJvdyBuZXcgRXJyb3IoJ0ludmFsaWQgc3RhbGUgb2JqZWN0IGZyb20gcHJldmlvdXMgV2FzbSBpbnN0YW5jZScpO1xuICAgICAgICAgICAgfVxuICAgICAgICAgICAgbGV0IHJldDtcbiAgICAgICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgICAgIHJldCA9IHdhc20uZ2F0ZWhhbmRsZV9kZWNpZGUodGhpcy5fX3diZ19wdHIsIGZvcm0sIGNhbGwpO1xuICAgICAgICAgICAgZGVmZXJyZWQxXzAgPSByZXRbMF07XG4gICAgICAgICAgICBkZWZlcnJlZDFfMSA9IHJldFsxXTtcbiAgICAgICAgICAgIHJldHVybiBnZXRTdHJpbmdGcm9tV2FzbTAocmV0WzBdLCByZXRbMV0pO1xuICAgICAgICB9IGZpbmFsbHkge1xuICAgICAgICAgICAgX193YmdfY2FsbF9ndWFyZCgpO1xuICAgICAgICAgICAgd2FzbS5fX3diaW5kZ2VuX2ZyZWUoZGVmZXJyZWQxXzAsIGRlZmVycmVkMV8xLCAxKTtcbiAgICAgICAgfVxuICAgIH1cbiAgICAvKipcbiAgICAgKiBUaGUgZGVjaXNpb24gd2l0aCBldmVyeSBzdGVwLCBhcyBKU09OIHRleHQuXG4gICAgICogQHBhcmFtIHtudW1iZXJ9IGZvcm1cbiAgICAgKiBAcGFyYW0ge2FueX0gY2FsbFxuICAgICAqIEByZXR1cm5zIHtzdHJpbmd9XG4gICAgICovXG4gICAgZXhwbGFpbihmb3JtLCBjYWxsKSB7XG4gICAgICAgIGxldCBkZWZlcnJlZDFfMDtcbiAgICAgICAgbGV0IGRlZmVycmVkMV8xO1xuICAgICAgICB0cnkge1xuICAgICAgICAgICAgaWYgKHRoaXMuX193YmdfaW5zdCAhPT0gdW5kZWZpbmVkICYmIHRoaXMuX193YmdfaW5zdCAhPT0gX193YmdfaW5zdGFuY2VfaWQpIHtcbiAgICAgICAgICAgICAgICB0aHJvdyBuZXcgRXJyb3IoJ0ludmFsaWQgc3RhbGUgb2JqZWN0IGZyb20gcHJldmlvdXMgV2FzbSBpbnN0YW5jZScpO1xuICAgICAgICAgICAgfVxuICAgICAgICAgICAgbGV0IHJldDtcbiAgICAgICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgICAgIHJldCA9IHdhc20uZ2F0ZWhhbmRsZV9leHBsYWluKHRoaXMuX193YmdfcHRyLCBmb3JtLCBjYWxsKTtcbiAgICAgICAgICAgIGRlZmVycmVkMV8wID0gcmV0WzBdO1xuICAgICAgICAgICAgZGVmZXJyZWQxXzEgPSByZXRbMV07XG4gICAgICAgICAgICByZXR1cm4gZ2V0U3RyaW5nRnJvbVdhc20wKHJldFswXSwgcmV0WzFdKTtcbiAgICAgICAgfSBmaW5hbGx5IHtcbiAgICAgICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgICAgIHdhc20uX193YmluZGdlbl9mcmVlKGRlZmVycmVkMV8wLCBkZWZlcnJlZDFfMSwgMSk7XG4gICAgICAgIH1cbiAgICB9XG4gICAgLyoqXG4gICAgICogVGhlIGluZGV4ZXMgb2YgdGhlIHRvb2xzIHRvIGFkdmVydGlzZSwgYXMgSlNPTiB0ZXh0LlxuICAgICAqXG4gICAgICogIyBFcnJvcnNcbiAgICAgKiBUaGUgZmF1bHQgYXMgdGV4dC5cbiAgICAgKiBAcGFyYW0ge3N0cmluZ30gc2VydmVyXG4gICAgICogQHBhcmFtIHtudW1iZXJ9IGZvcm1cbiAgICAgKiBAcGFyYW0ge2FueX0gY2F0YWxvZ1xuICAgICAqIEByZXR1cm5zIHtzdHJpbmd9XG4gICAgICovXG4gICAgb2ZmZXJlZChzZXJ2ZXIsIGZvcm0sIGNhdGFsb2cpIHtcbiAgICAgICAgbGV0IGRlZmVycmVkNF8wO1xuICAgICAgICBsZXQgZGVmZXJyZWQ0XzE7XG4gICAgICAgIHRyeSB7XG4gICAgICAgICAgICBpZiAodGhpcy5fX3diZ19pbnN0ICE9PSB1bmRlZmluZWQgJiYgdGhpcy5fX3diZ19pbnN0ICE9PSBfX3diZ19pbnN0YW5jZV9pZCkge1xuICAgICAgICAgICAgICAgIHRocm93IG5ldyBFcnJvcignSW52YWxpZCBzdGFsZSBvYmplY3QgZnJvbSBwcmV2aW91cyBXYXNtIGluc3RhbmNlJyk7XG4gICAgICAgICAgICB9XG4gICAgICAgICAgICBjb25zdCB2YWwyID0gK2Zvcm07XG4gICAgICAgICAgICBjb25zdCBwdHIwID0gcGFzc1N0cmluZ1RvV2FzbTAoc2VydmVyLCB3YXNtLl9fd2JpbmRnZW5fbWFsbG9jLCB3YXNtLl9fd2JpbmRnZW5fcmVhbGxvYyk7XG4gICAgICAgICAgICBjb25zdCBsZW4wID0gV0FTTV9WRUNUT1JfTEVOO1xuICAgICAgICAgICAgbGV0IHJldDtcbiAgICAgICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgICAgIHJldCA9IHdhc20uZ2F0ZWhhbmRsZV9vZmZlcmVkKHRoaXMuX193YmdfcHRyLCBwdHIwLCBsZW4wLCB2YWwyLCBjYXRhbG9nKTtcbiAgICAgICAgICAgIHZhciBwdHIzID0gcmV0WzBdO1xuICAgICAgICAgICAgdmFyIGxlbjMgPSByZXRbMV07XG4gICAgICAgICAgICBpZiAocmV0WzNdKSB7XG4gICAgICAgICAgICAgICAgcHRyMyA9IDA7IGxlbjMgPSAwO1xuICAgICAgICAgICAgICAgIHRocm93IHRha2VGcm9tRXh0ZXJucmVmVGFibGUwKHJldFsyXSk7XG4gICAgICAgICAgICB9XG4gICAgICAgICAgICBkZWZlcnJlZDRfMCA9IHB0cjM7XG4gICAgICAgICAgICBkZWZlcnJlZDRfMSA9IGxlbjM7XG4gICAgICAgICAgICByZXR1cm4gZ2V0U3RyaW5nRnJvbVdhc20wKHB0cjMsIGxlbjMpO1xuICAgICAgICB9IGZpbmFsbHkge1xuICAgICAgICAgICAgX193YmdfY2FsbF9ndWFyZCgpO1xuICAgICAgICAgICAgd2FzbS5fX3diaW5kZ2VuX2ZyZWUoZGVmZXJyZWQ0XzAsIGRlZmVycmVkNF8xLCAxKTtcbiAgICAgICAgfVxuICAgIH1cbn1cbmlmIChTeW1ib2wuZGlzcG9zZSkgR2F0ZUhhbmRsZS5wcm90b3R5cGVbU3ltYm9sLmRpc3Bvc2VdID0gR2F0ZUhhbmRsZS5wcm90b3R5cGUuZnJlZTtcblxuZXhwb3J0IGZ1bmN0aW9uIF9fd2JnX3Jlc2V0X3N0YXRlICgpIHtcbiAgICBfX3diZ19pbnN0YW5jZV9pZCsrO1xuICAgIGNhY2hlZERhdGFWaWV3TWVtb3J5MCA9IG51bGw7XG4gICAgY2FjaGVkVWludDhBcnJheU1lbW9yeTAgPSBudWxsO1xuICAgIGlmICh0eXBlb2YgbnVtQnl0ZXNEZWNvZGVkICE9PSAndW5kZWZpbmVkJykgbnVtQnl0ZXNEZWNvZGVkID0gMDtcbiAgICBpZiAodHlwZW9mIFdBU01fVkVDVE9SX0xFTiAhPT0gJ3VuZGVmaW5lZCcpIFdBU01fVkVDVE9SX0xFTiA9IDA7XG4gICAgX193YmdfcmVpbml0X3NjaGVkdWxlZCA9IGZhbHNlO1xuICAgIHdhc21JbnN0YW5jZSA9IG5ldyBXZWJBc3NlbWJseS5JbnN0YW5jZSh3YXNtTW9kdWxlLCBfX3diZ19nZXRfaW1wb3J0cygpKTtcbiAgICB3YXNtID0gd2FzbUluc3RhbmNlLmV4cG9ydHM7XG4gICAgd2FzbS5fX3diaW5kZ2VuX3N0YXJ0KCk7XG59XG5cbi8qKlxuICogQSBnYXRlIHRoYXQgZGVuaWVzIGV2ZXJ5dGhpbmcuXG4gKiBAcmV0dXJucyB7R2F0ZUhhbmRsZX1cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGNsb3NlZCgpIHtcbiAgICBsZXQgcmV0O1xuICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICByZXQgPSB3YXNtLmNsb3NlZCgpO1xuICAgIHJldHVybiBHYXRlSGFuZGxlLl9fd3JhcChyZXQpO1xufVxuXG4vKipcbiAqIENvbXBpbGVzIGFuIGFnZW50IGRvY3VtZW50LlxuICpcbiAqICMgRXJyb3JzXG4gKiBUaGUgZmF1bHQgYXMgdGV4dC5cbiAqIEBwYXJhbSB7bnVtYmVyfSBmb3JtXG4gKiBAcGFyYW0ge2FueX0gYWdlbnRcbiAqIEBwYXJhbSB7bnVtYmVyfSBmbG9vcl9mb3JtXG4gKiBAcGFyYW0ge2FueX0gZmxvb3JcbiAqIEBwYXJhbSB7Ym9vbGVhbn0gZGVueV9hbGxcbiAqIEBwYXJhbSB7c3RyaW5nW119IHRydXN0ZWRfaGludHNcbiAqIEBwYXJhbSB7bnVtYmVyfSBjYXRhbG9nc19mb3JtXG4gKiBAcGFyYW0ge2FueX0gY2F0YWxvZ3NcbiAqIEByZXR1cm5zIHtHYXRlSGFuZGxlfVxuICovXG5leHBvcnQgZnVuY3Rpb24gY29tcGlsZShmb3JtLCBhZ2VudCwgZmxvb3JfZm9ybSwgZmxvb3IsIGRlbnlfYWxsLCB0cnVzdGVkX2hpbnRzLCBjYXRhbG9nc19mb3JtLCBjYXRhbG9ncykge1xuICAgIGNvbnN0IHZhbDIgPSArZm9ybTtcbiAgICBjb25zdCB2YWwzID0gK2Zsb29yX2Zvcm07XG4gICAgY29uc3QgdmFsNCA9ICtkZW55X2FsbDtcbiAgICBjb25zdCB2YWw1ID0gK2NhdGFsb2dzX2Zvcm07XG4gICAgY29uc3QgcHRyMCA9IHBhc3NBcnJheUpzVmFsdWVUb1dhc20wKHRydXN0ZWRfaGludHMsIHdhc20uX193YmluZGdlbl9tYWxsb2MpO1xuICAgIGNvbnN0IGxlbjAgPSBXQVNNX1ZFQ1RPUl9MRU47XG4gICAgbGV0IHJldDtcbiAgICBfX3diZ19jYWxsX2d1YXJkKCk7XG4gICAgcmV0ID0gd2FzbS5jb21waWxlKHZhbDIsIGFnZW50LCB2YWwzLCBmbG9vciwgdmFsNCwgcHRyMCwgbGVuMCwgdmFsNSwgY2F0YWxvZ3MpO1xuICAgIGlmIChyZXRbMl0pIHtcbiAgICAgICAgdGhyb3cgdGFrZUZyb21FeHRlcm5yZWZUYWJsZTAocmV0WzFdKTtcbiAgICB9XG4gICAgcmV0dXJuIEdhdGVIYW5kbGUuX193cmFwKHJldFswXSk7XG59XG5cbi8qKlxuICogVGhlIEpTT04gU2NoZW1hIG9mIHRoZSBhZ2VudCBkb2N1bWVudCwgYXMgSlNPTiB0ZXh0LlxuICogQHJldHVybnMge3N0cmluZ31cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGpzb25TY2hlbWEoKSB7XG4gICAgbGV0IGRlZmVycmVkMV8wO1xuICAgIGxldCBkZWZlcnJlZDFfMTtcbiAgICB0cnkge1xuICAgICAgICBsZXQgcmV0O1xuICAgICAgICBfX3diZ19jYWxsX2d1YXJkKCk7XG4gICAgICAgIHJldCA9IHdhc20uanNvblNjaGVtYSgpO1xuICAgICAgICBkZWZlcnJlZDFfMCA9IHJldFswXTtcbiAgICAgICAgZGVmZXJyZWQxXzEgPSByZXRbMV07XG4gICAgICAgIHJldHVybiBnZXRTdHJpbmdGcm9tV2FzbTAocmV0WzBdLCByZXRbMV0pO1xuICAgIH0gZmluYWxseSB7XG4gICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgd2FzbS5fX3diaW5kZ2VuX2ZyZWUoZGVmZXJyZWQxXzAsIGRlZmVycmVkMV8xLCAxKTtcbiAgICB9XG59XG5cbi8qKlxuICogVHJhcHMsIHNvIHRoYXQgYSB0ZXN0IGNhbiBzaG93IG9uIHRoZSBidWlsdCBtb2R1bGUgdGhhdCB0aGUgbG9hZGVyIHJlY292ZXJzIChRVUFMLTM1KS5cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHNlbGZUZXN0UGFuaWMoKSB7XG4gICAgX193YmdfY2FsbF9ndWFyZCgpO1xuICAgIHdhc20uc2VsZlRlc3RQYW5pYygpO1xufVxuXG4vKipcbiAqIFRoZSB3aXJlIGZvcm0gb2YgYSBzZXJ2ZXIsIGFzIEpTT04gdGV4dCAoV0lSRS0xKS5cbiAqXG4gKiAjIEVycm9yc1xuICogVGhlIGZhdWx0IGFzIHRleHQuXG4gKiBAcGFyYW0ge251bWJlcn0gZm9ybVxuICogQHBhcmFtIHthbnl9IHNlcnZlclxuICogQHJldHVybnMge3N0cmluZ31cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHRvV2lyZShmb3JtLCBzZXJ2ZXIpIHtcbiAgICBsZXQgZGVmZXJyZWQyXzA7XG4gICAgbGV0IGRlZmVycmVkMl8xO1xuICAgIHRyeSB7XG4gICAgICAgIGxldCByZXQ7XG4gICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgcmV0ID0gd2FzbS50b1dpcmUoZm9ybSwgc2VydmVyKTtcbiAgICAgICAgdmFyIHB0cjEgPSByZXRbMF07XG4gICAgICAgIHZhciBsZW4xID0gcmV0WzFdO1xuICAgICAgICBpZiAocmV0WzNdKSB7XG4gICAgICAgICAgICBwdHIxID0gMDsgbGVuMSA9IDA7XG4gICAgICAgICAgICB0aHJvdyB0YWtlRnJvbUV4dGVybnJlZlRhYmxlMChyZXRbMl0pO1xuICAgICAgICB9XG4gICAgICAgIGRlZmVycmVkMl8wID0gcHRyMTtcbiAgICAgICAgZGVmZXJyZWQyXzEgPSBsZW4xO1xuICAgICAgICByZXR1cm4gZ2V0U3RyaW5nRnJvbVdhc20wKHB0cjEsIGxlbjEpO1xuICAgIH0gZmluYWxseSB7XG4gICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgd2FzbS5fX3diaW5kZ2VuX2ZyZWUoZGVmZXJyZWQyXzAsIGRlZmVycmVkMl8xLCAxKTtcbiAgICB9XG59XG5cbi8qKlxuICogVGhlIG5hbWUgdGhhdCBhIGhhcm5lc3MgZ2l2ZXMgYSBzZXJ2ZXIncyB0b29sLlxuICpcbiAqICMgRXJyb3JzXG4gKiBUaGUgZmF1bHQgYXMgdGV4dC5cbiAqIEBwYXJhbSB7c3RyaW5nfSBzZXJ2ZXJcbiAqIEBwYXJhbSB7c3RyaW5nfSB0b29sXG4gKiBAcGFyYW0ge3N0cmluZ30gaGFybmVzc1xuICogQHJldHVybnMge3N0cmluZ31cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHRvb2xOYW1lKHNlcnZlciwgdG9vbCwgaGFybmVzcykge1xuICAgIGxldCBkZWZlcnJlZDVfMDtcbiAgICBsZXQgZGVmZXJyZWQ1XzE7XG4gICAgdHJ5IHtcbiAgICAgICAgbGV0IHB0cjAsIGxlbjAsIHB0cjEsIGxlbjEsIHB0cjIsIGxlbjI7XG4gICAgICAgIHRyeSB7XG4gICAgICAgICAgICBwdHIwID0gcGFzc1N0cmluZ1RvV2FzbTAoc2VydmVyLCB3YXNtLl9fd2JpbmRnZW5fbWFsbG9jLCB3YXNtLl9fd2JpbmRnZW5fcmVhbGxvYyk7XG4gICAgICAgICAgICBsZW4wID0gV0FTTV9WRUNUT1JfTEVOO1xuICAgICAgICAgICAgcHRyMSA9IHBhc3NTdHJpbmdUb1dhc20wKHRvb2wsIHdhc20uX193YmluZGdlbl9tYWxsb2MsIHdhc20uX193YmluZGdlbl9yZWFsbG9jKTtcbiAgICAgICAgICAgIGxlbjEgPSBXQVNNX1ZFQ1RPUl9MRU47XG4gICAgICAgICAgICBwdHIyID0gcGFzc1N0cmluZ1RvV2FzbTAoaGFybmVzcywgd2FzbS5fX3diaW5kZ2VuX21hbGxvYywgd2FzbS5fX3diaW5kZ2VuX3JlYWxsb2MpO1xuICAgICAgICAgICAgbGVuMiA9IFdBU01fVkVDVE9SX0xFTjtcbiAgICAgICAgfSBjYXRjaCAoZSkge1xuICAgICAgICAgICAgaWYgKHB0cjIpIHsgd2FzbS5fX3diaW5kZ2VuX2ZyZWUocHRyMiwgbGVuMiAqIDEsIDEpOyB9XG4gICAgICAgICAgICBpZiAocHRyMSkgeyB3YXNtLl9fd2JpbmRnZW5fZnJlZShwdHIxLCBsZW4xICogMSwgMSk7IH1cbiAgICAgICAgICAgIGlmIChwdHIwKSB7IHdhc20uX193YmluZGdlbl9mcmVlKHB0cjAsIGxlbjAgKiAxLCAxKTsgfVxuICAgICAgICAgICAgdGhyb3cgZTtcbiAgICAgICAgfVxuICAgICAgICBsZXQgcmV0O1xuICAgICAgICBfX3diZ19jYWxsX2d1YXJkKCk7XG4gICAgICAgIHJldCA9IHdhc20udG9vbE5hbWUocHRyMCwgbGVuMCwgcHRyMSwgbGVuMSwgcHRyMiwgbGVuMik7XG4gICAgICAgIHZhciBwdHI0ID0gcmV0WzBdO1xuICAgICAgICB2YXIgbGVuNCA9IHJldFsxXTtcbiAgICAgICAgaWYgKHJldFszXSkge1xuICAgICAgICAgICAgcHRyNCA9IDA7IGxlbjQgPSAwO1xuICAgICAgICAgICAgdGhyb3cgdGFrZUZyb21FeHRlcm5yZWZUYWJsZTAocmV0WzJdKTtcbiAgICAgICAgfVxuICAgICAgICBkZWZlcnJlZDVfMCA9IHB0cjQ7XG4gICAgICAgIGRlZmVycmVkNV8xID0gbGVuNDtcbiAgICAgICAgcmV0dXJuIGdldFN0cmluZ0Zyb21XYXNtMChwdHI0LCBsZW40KTtcbiAgICB9IGZpbmFsbHkge1xuICAgICAgICBfX3diZ19jYWxsX2d1YXJkKCk7XG4gICAgICAgIHdhc20uX193YmluZGdlbl9mcmVlKGRlZmVycmVkNV8wLCBkZWZlcnJlZDVfMSwgMSk7XG4gICAgfVxufVxuXG4vKipcbiAqIFRoZSByZXBvcnQgb24gYW4gYWdlbnQgZG9jdW1lbnQsIGFzIEpTT04gdGV4dC5cbiAqIEBwYXJhbSB7bnVtYmVyfSBmb3JtXG4gKiBAcGFyYW0ge2FueX0gYWdlbnRcbiAqIEBwYXJhbSB7bnVtYmVyfSBjYXRhbG9nc19mb3JtXG4gKiBAcGFyYW0ge2FueX0gY2F0YWxvZ3NcbiAqIEByZXR1cm5zIHtzdHJpbmd9XG4gKi9cbmV4cG9ydCBmdW5jdGlvbiB2YWxpZGF0ZShmb3JtLCBhZ2VudCwgY2F0YWxvZ3NfZm9ybSwgY2F0YWxvZ3MpIHtcbiAgICBsZXQgZGVmZXJyZWQxXzA7XG4gICAgbGV0IGRlZmVycmVkMV8xO1xuICAgIHRyeSB7XG4gICAgICAgIGxldCByZXQ7XG4gICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgcmV0ID0gd2FzbS52YWxpZGF0ZShmb3JtLCBhZ2VudCwgY2F0YWxvZ3NfZm9ybSwgY2F0YWxvZ3MpO1xuICAgICAgICBkZWZlcnJlZDFfMCA9IHJldFswXTtcbiAgICAgICAgZGVmZXJyZWQxXzEgPSByZXRbMV07XG4gICAgICAgIHJldHVybiBnZXRTdHJpbmdGcm9tV2FzbTAocmV0WzBdLCByZXRbMV0pO1xuICAgIH0gZmluYWxseSB7XG4gICAgICAgIF9fd2JnX2NhbGxfZ3VhcmQoKTtcbiAgICAgICAgd2FzbS5fX3diaW5kZ2VuX2ZyZWUoZGVmZXJyZWQxXzAsIGRlZmVycmVkMV8xLCAxKTtcbiAgICB9XG59XG5cbi8qKlxuICogVGhlIHJlcG9ydCBvbiBvbmUgZW50cnkgb2YgYG1jcHNgLCBhcyBKU09OIHRleHQuXG4gKiBAcGFyYW0ge251bWJlcn0gZm9ybVxuICogQHBhcmFtIHthbnl9IHNlcnZlclxuICogQHJldHVybnMge3N0cmluZ31cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHZhbGlkYXRlU2VydmVyKGZvcm0sIHNlcnZlcikge1xuICAgIGxldCBkZWZlcnJlZDFfMDtcbiAgICBsZXQgZGVmZXJyZWQxXzE7XG4gICAgdHJ5IHtcbiAgICAgICAgbGV0IHJldDtcbiAgICAgICAgX193YmdfY2FsbF9ndWFyZCgpO1xuICAgICAgICByZXQgPSB3YXNtLnZhbGlkYXRlU2VydmVyKGZvcm0sIHNlcnZlcik7XG4gICAgICAgIGRlZmVycmVkMV8wID0gcmV0WzBdO1xuICAgICAgICBkZWZlcnJlZDFfMSA9IHJldFsxXTtcbiAgICAgICAgcmV0dXJuIGdldFN0cmluZ0Zyb21XYXNtMChyZXRbMF0sIHJldFsxXSk7XG4gICAgfSBmaW5hbGx5IHtcbiAgICAgICAgX193YmdfY2FsbF9ndWFyZCgpO1xuICAgICAgICB3YXNtLl9fd2JpbmRnZW5fZnJlZShkZWZlcnJlZDFfMCwgZGVmZXJyZWQxXzEsIDEpO1xuICAgIH1cbn1cblxuLyoqXG4gKiBUaGUgdmVyc2lvbiBvZiB0aGUgY29yZS5cbiAqIEByZXR1cm5zIHtzdHJpbmd9XG4gKi9cbmV4cG9ydCBmdW5jdGlvbiB2ZXJzaW9uKCkge1xuICAgIGxldCBkZWZlcnJlZDFfMDtcbiAgICBsZXQgZGVmZXJyZWQxXzE7XG4gICAgdHJ5IHtcbiAgICAgICAgbGV0IHJldDtcbiAgICAgICAgX193YmdfY2FsbF9ndWFyZCgpO1xuICAgICAgICByZXQgPSB3YXNtLnZlcnNpb24oKTtcbiAgICAgICAgZGVmZXJyZWQxXzAgPSByZXRbMF07XG4gICAgICAgIGRlZmVycmVkMV8xID0gcmV0WzFdO1xuICAgICAgICByZXR1cm4gZ2V0U3RyaW5nRnJvbVdhc20wKHJldFswXSwgcmV0WzFdKTtcbiAgICB9IGZpbmFsbHkge1xuICAgICAgICBfX3diZ19jYWxsX2d1YXJkKCk7XG4gICAgICAgIHdhc20uX193YmluZGdlbl9mcmVlKGRlZmVycmVkMV8wLCBkZWZlcnJlZDFfMSwgMSk7XG4gICAgfVxufVxuZnVuY3Rpb24gX193YmdfZ2V0X2ltcG9ydHMoKSB7XG4gICAgY29uc3QgaW1wb3J0MCA9IHtcbiAgICAgICAgX19wcm90b19fOiBudWxsLFxuICAgICAgICBfX3diZ19fX3diaW5kZ2VuX2lzX3VuZGVmaW5lZF9iZTViMzQyNDlmZjFmYzE1OiBmdW5jdGlvbihhcmcwKSB7XG4gICAgICAgICAgICBjb25zdCByZXQgPSBhcmcwID09PSB1bmRlZmluZWQ7XG4gICAgICAgICAgICByZXR1cm4gcmV0O1xuICAgICAgICB9LFxuICAgICAgICBfX3diZ19fX3diaW5kZ2VuX3N0cmluZ19nZXRfN2NlOGVlZTdmZDMyNzU0NTogZnVuY3Rpb24oYXJnMCwgYXJnMSkge1xuICAgICAgICAgICAgY29uc3Qgb2JqID0gYXJnMTtcbiAgICAgICAgICAgIGNvbnN0IHJldCA9IHR5cGVvZihvYmopID09PSAnc3RyaW5nJyA/IG9iaiA6IHVuZGVmaW5lZDtcbiAgICAgICAgICAgIHZhciBwdHIxID0gaXNMaWtlTm9uZShyZXQpID8gMCA6IHBhc3NTdHJpbmdUb1dhc20wKHJldCwgd2FzbS5fX3diaW5kZ2VuX21hbGxvYywgd2FzbS5fX3diaW5kZ2VuX3JlYWxsb2MpO1xuICAgICAgICAgICAgdmFyIGxlbjEgPSBXQVNNX1ZFQ1RPUl9MRU47XG4gICAgICAgICAgICBnZXREYXRhVmlld01lbW9yeTAoKS5zZXRJbnQzMigoYXJnMCA+Pj4gMCkgKyA0ICogMSwgbGVuMSwgdHJ1ZSk7XG4gICAgICAgICAgICBnZXREYXRhVmlld01lbW9yeTAoKS5zZXRJbnQzMigoYXJnMCA+Pj4gMCkgKyA0ICogMCwgcHRyMSwgdHJ1ZSk7XG4gICAgICAgIH0sXG4gICAgICAgIF9fd2JnX19fd2JpbmRnZW5fdGhyb3dfNGM4OGQ4YmYyNjRmZDk4NDogZnVuY3Rpb24oYXJnMCwgYXJnMSkge1xuICAgICAgICAgICAgdGhyb3cgbmV3IEVycm9yKGdldFN0cmluZ0Zyb21XYXNtMChhcmcwLCBhcmcxKSk7XG4gICAgICAgIH0sXG4gICAgICAgIF9fd2JnX2xlbmd0aF8xODYxNjMyMTJmZmU3OWMzOiBmdW5jdGlvbihhcmcwKSB7XG4gICAgICAgICAgICBjb25zdCByZXQgPSBhcmcwLmxlbmd0aDtcbiAgICAgICAgICAgIHJldHVybiByZXQ7XG4gICAgICAgIH0sXG4gICAgICAgIF9fd2JnX3Byb3RvdHlwZXNldGNhbGxfMTMxNjI5NjVkMWZlN2FhMzogZnVuY3Rpb24oYXJnMCwgYXJnMSwgYXJnMikge1xuICAgICAgICAgICAgVWludDhBcnJheS5wcm90b3R5cGUuc2V0LmNhbGwoZ2V0QXJyYXlVOEZyb21XYXNtMChhcmcwLCBhcmcxKSwgYXJnMik7XG4gICAgICAgIH0sXG4gICAgICAgIF9fd2JpbmRnZW5fZ2VuZXJpY18wMDAwMDAwMDAwMDAwMDAxOiBmdW5jdGlvbihhcmcwLCBhcmcxKSB7XG4gICAgICAgICAgICAvLyBDYXN0IGludHJpbnNpYyBmb3IgYFJlZihTdHJpbmcpIC0+IEV4dGVybnJlZmAuXG4gICAgICAgICAgICBjb25zdCByZXQgPSBnZXRTdHJpbmdGcm9tV2FzbTAoYXJnMCwgYXJnMSk7XG4gICAgICAgICAgICByZXR1cm4gcmV0O1xuICAgICAgICB9LFxuICAgICAgICBfX3diaW5kZ2VuX2luaXRfZXh0ZXJucmVmX3RhYmxlOiBmdW5jdGlvbigpIHtcbiAgICAgICAgICAgIGNvbnN0IHRhYmxlID0gd2FzbS5fX3diaW5kZ2VuX2V4dGVybnJlZnM7XG4gICAgICAgICAgICB0YWJsZS5zZXQoMCwgdW5kZWZpbmVkKTtcbiAgICAgICAgICAgIHRhYmxlLnNldCgxMDI0LCB1bmRlZmluZWQpO1xuICAgICAgICAgICAgdGFibGUuc2V0KDEwMjUsIG51bGwpO1xuICAgICAgICAgICAgdGFibGUuc2V0KDEwMjYsIHRydWUpO1xuICAgICAgICAgICAgdGFibGUuc2V0KDEwMjcsIGZhbHNlKTtcbiAgICAgICAgfSxcbiAgICB9O1xuICAgIHJldHVybiB7XG4gICAgICAgIF9fcHJvdG9fXzogbnVsbCxcbiAgICAgICAgXCIuL2NhbGxnYXRlX2JnLmpzXCI6IGltcG9ydDAsXG4gICAgfTtcbn1cblxuZnVuY3Rpb24gX193YmdfY2FsbF9ndWFyZCgpIHtcbiAgICBpZiAoX193YmdfcmVpbml0X3NjaGVkdWxlZCkge1xuICAgICAgICBfX3diZ19yZXNldF9zdGF0ZSgpO1xuICAgICAgICByZXR1cm47XG4gICAgfVxufVxuXG5cbmxldCBfX3diZ19pbnN0YW5jZV9pZCA9IDA7XG5jb25zdCBHYXRlSGFuZGxlRmluYWxpemF0aW9uID0gKHR5cGVvZiBGaW5hbGl6YXRpb25SZWdpc3RyeSA9PT0gJ3VuZGVmaW5lZCcpXG4gICAgPyB7IHJlZ2lzdGVyOiAoKSA9PiB7fSwgdW5yZWdpc3RlcjogKCkgPT4ge30gfVxuICAgIDogbmV3IEZpbmFsaXphdGlvblJlZ2lzdHJ5KCh7IHB0ciwgaW5zdGFuY2UgfSkgPT4ge1xuICAgIGlmIChpbnN0YW5jZSA9PT0gX193YmdfaW5zdGFuY2VfaWQpIHdhc20uX193YmdfZ2F0ZWhhbmRsZV9mcmVlKHB0ciwgMSk7XG59KTtcblxuZnVuY3Rpb24gYWRkVG9FeHRlcm5yZWZUYWJsZTAob2JqKSB7XG4gICAgY29uc3QgaWR4ID0gd2FzbS5fX2V4dGVybnJlZl90YWJsZV9hbGxvYygpO1xuICAgIHdhc20uX193YmluZGdlbl9leHRlcm5yZWZzLnNldChpZHgsIG9iaik7XG4gICAgcmV0dXJuIGlkeDtcbn1cblxuZnVuY3Rpb24gZ2V0QXJyYXlVOEZyb21XYXNtMChwdHIsIGxlbikge1xuICAgIHB0ciA9IHB0ciA+Pj4gMDtcbiAgICByZXR1cm4gZ2V0VWludDhBcnJheU1lbW9yeTAoKS5zdWJhcnJheShwdHIgLyAxLCBwdHIgLyAxICsgbGVuKTtcbn1cblxubGV0IGNhY2hlZERhdGFWaWV3TWVtb3J5MCA9IG51bGw7XG5mdW5jdGlvbiBnZXREYXRhVmlld01lbW9yeTAoKSB7XG4gICAgaWYgKGNhY2hlZERhdGFWaWV3TWVtb3J5MCA9PT0gbnVsbCB8fCBjYWNoZWREYXRhVmlld01lbW9yeTAuYnVmZmVyLmRldGFjaGVkID09PSB0cnVlIHx8IChjYWNoZWREYXRhVmlld01lbW9yeTAuYnVmZmVyLmRldGFjaGVkID09PSB1bmRlZmluZWQgJiYgY2FjaGVkRGF0YVZpZXdNZW1vcnkwLmJ1ZmZlciAhPT0gd2FzbS5tZW1vcnkuYnVmZmVyKSkge1xuICAgICAgICBjYWNoZWREYXRhVmlld01lbW9yeTAgPSBuZXcgRGF0YVZpZXcod2FzbS5tZW1vcnkuYnVmZmVyKTtcbiAgICB9XG4gICAgcmV0dXJuIGNhY2hlZERhdGFWaWV3TWVtb3J5MDtcbn1cblxuZnVuY3Rpb24gZ2V0U3RyaW5nRnJvbVdhc20wKHB0ciwgbGVuKSB7XG4gICAgcHRyID0gcHRyID4+PiAwO1xuICAgIHJldHVybiBkZWNvZGVUZXh0KGdldFVpbnQ4QXJyYXlNZW1vcnkwKCkuc3ViYXJyYXkocHRyLCBwdHIgKyBsZW4pKTtcbn1cblxubGV0IGNhY2hlZFVpbnQ4QXJyYXlNZW1vcnkwID0gbnVsbDtcbmZ1bmN0aW9uIGdldFVpbnQ4QXJyYXlNZW1vcnkwKCkge1xuICAgIGlmIChjYWNoZWRVaW50OEFycmF5TWVtb3J5MCA9PT0gbnVsbCB8fCBjYWNoZWRVaW50OEFycmF5TWVtb3J5MC5ieXRlTGVuZ3RoID09PSAwKSB7XG4gICAgICAgIGNhY2hlZFVpbnQ4QXJyYXlNZW1vcnkwID0gbmV3IFVpbnQ4QXJyYXkod2FzbS5tZW1vcnkuYnVmZmVyKTtcbiAgICB9XG4gICAgcmV0dXJuIGNhY2hlZFVpbnQ4QXJyYXlNZW1vcnkwO1xufVxuXG5mdW5jdGlvbiBpc0xpa2VOb25lKHgpIHtcbiAgICByZXR1cm4geCA9PT0gdW5kZWZpbmVkIHx8IHggPT09IG51bGw7XG59XG5cbmZ1bmN0aW9uIHBhc3NBcnJheUpzVmFsdWVUb1dhc20wKGFycmF5LCBtYWxsb2MpIHtcbiAgICBjb25zdCBwdHIgPSBtYWxsb2MoYXJyYXkubGVuZ3RoICogNCwgNCkgPj4+IDA7XG4gICAgZm9yIChsZXQgaSA9IDA7IGkgPCBhcnJheS5sZW5ndGg7IGkrKykge1xuICAgICAgICBjb25zdCBhZGQgPSBhZGRUb0V4dGVybnJlZlRhYmxlMChhcnJheVtpXSk7XG4gICAgICAgIGdldERhdGFWaWV3TWVtb3J5MCgpLnNldFVpbnQzMihwdHIgKyA0ICogaSwgYWRkLCB0cnVlKTtcbiAgICB9XG4gICAgV0FTTV9WRUNUT1JfTEVOID0gYXJyYXkubGVuZ3RoO1xuICAgIHJldHVybiBwdHI7XG59XG5cbmZ1bmN0aW9uIHBhc3NTdHJpbmdUb1dhc20wKGFyZywgbWFsbG9jLCByZWFsbG9jKSB7XG4gICAgaWYgKHJlYWxsb2MgPT09IHVuZGVmaW5lZCkge1xuICAgICAgICBjb25zdCBidWYgPSBjYWNoZWRUZXh0RW5jb2Rlci5lbmNvZGUoYXJnKTtcbiAgICAgICAgY29uc3QgcHRyID0gbWFsbG9jKGJ1Zi5sZW5ndGgsIDEpID4+PiAwO1xuICAgICAgICBnZXRVaW50OEFycmF5TWVtb3J5MCgpLnN1YmFycmF5KHB0ciwgcHRyICsgYnVmLmxlbmd0aCkuc2V0KGJ1Zik7XG4gICAgICAgIFdBU01fVkVDVE9SX0xFTiA9IGJ1Zi5sZW5ndGg7XG4gICAgICAgIHJldHVybiBwdHI7XG4gICAgfVxuXG4gICAgbGV0IGxlbiA9IGFyZy5sZW5ndGg7XG4gICAgbGV0IHB0ciA9IG1hbGxvYyhsZW4sIDEpID4+PiAwO1xuXG4gICAgY29uc3QgbWVtID0gZ2V0VWludDhBcnJheU1lbW9yeTAoKTtcblxuICAgIGxldCBvZmZzZXQgPSAwO1xuXG4gICAgZm9yICg7IG9mZnNldCA8IGxlbjsgb2Zmc2V0KyspIHtcbiAgICAgICAgY29uc3QgY29kZSA9IGFyZy5jaGFyQ29kZUF0KG9mZnNldCk7XG4gICAgICAgIGlmIChjb2RlID4gMHg3RikgYnJlYWs7XG4gICAgICAgIG1lbVtwdHIgKyBvZmZzZXRdID0gY29kZTtcbiAgICB9XG4gICAgaWYgKG9mZnNldCAhPT0gbGVuKSB7XG4gICAgICAgIGlmIChvZmZzZXQgIT09IDApIHtcbiAgICAgICAgICAgIGFyZyA9IGFyZy5zbGljZShvZmZzZXQpO1xuICAgICAgICB9XG4gICAgICAgIHB0ciA9IHJlYWxsb2MocHRyLCBsZW4sIGxlbiA9IG9mZnNldCArIGFyZy5sZW5ndGggKiAzLCAxKSA+Pj4gMDtcbiAgICAgICAgY29uc3QgdmlldyA9IGdldFVpbnQ4QXJyYXlNZW1vcnkwKCkuc3ViYXJyYXkocHRyICsgb2Zmc2V0LCBwdHIgKyBsZW4pO1xuICAgICAgICBjb25zdCByZXQgPSBjYWNoZWRUZXh0RW5jb2Rlci5lbmNvZGVJbnRvKGFyZywgdmlldyk7XG5cbiAgICAgICAgb2Zmc2V0ICs9IHJldC53cml0dGVuO1xuICAgICAgICBwdHIgPSByZWFsbG9jKHB0ciwgbGVuLCBvZmZzZXQsIDEpID4+PiAwO1xuICAgIH1cblxuICAgIFdBU01fVkVDVE9SX0xFTiA9IG9mZnNldDtcbiAgICByZXR1cm4gcHRyO1xufVxuXG5sZXQgX193YmdfcmVpbml0X3NjaGVkdWxlZCA9IGZhbHNlO1xuXG5mdW5jdGlvbiB0YWtlRnJvbUV4dGVybnJlZlRhYmxlMChpZHgpIHtcbiAgICBjb25zdCB2YWx1ZSA9IHdhc20uX193YmluZGdlbl9leHRlcm5yZWZzLmdldChpZHgpO1xuICAgIHdhc20uX19leHRlcm5yZWZfdGFibGVfZGVhbGxvYyhpZHgpO1xuICAgIHJldHVybiB2YWx1ZTtcbn1cblxubGV0IGNhY2hlZFRleHREZWNvZGVyID0gbmV3IFRleHREZWNvZGVyKCd1dGYtOCcsIHsgaWdub3JlQk9NOiB0cnVlIH0pO1xuY2FjaGVkVGV4dERlY29kZXIuZGVjb2RlKCk7XG5jb25zdCBNQVhfU0FGQVJJX0RFQ09ERV9CWVRFUyA9IDIxNDY0MzUwNzI7XG5sZXQgbnVtQnl0ZXNEZWNvZGVkID0gMDtcbmZ1bmN0aW9uIGRlY29kZVRleHQoYnl0ZXMpIHtcbiAgICBudW1CeXRlc0RlY29kZWQgKz0gYnl0ZXMubGVuZ3RoO1xuICAgIGlmIChudW1CeXRlc0RlY29kZWQgPj0gTUFYX1NBRkFSSV9ERUNPREVfQllURVMpIHtcbiAgICAgICAgY2FjaGVkVGV4dERlY29kZXIgPSBuZXcgVGV4dERlY29kZXIoJ3V0Zi04JywgeyBpZ25vcmVCT006IHRydWUgfSk7XG4gICAgICAgIGNhY2hlZFRleHREZWNvZGVyLmRlY29kZSgpO1xuICAgICAgICBudW1CeXRlc0RlY29kZWQgPSBieXRlcy5sZW5ndGg7XG4gICAgfVxuICAgIHJldHVybiBjYWNoZWRUZXh0RGVjb2Rlci5kZWNvZGUoYnl0ZXMpO1xufVxuXG5jb25zdCBjYWNoZWRUZXh0RW5jb2RlciA9IG5ldyBUZXh0RW5jb2RlcigpO1xuXG5pZiAoISgnZW5jb2RlSW50bycgaW4gY2FjaGVkVGV4dEVuY29kZXIpKSB7XG4gICAgY2FjaGVkVGV4dEVuY29kZXIuZW5jb2RlSW50byA9IGZ1bmN0aW9uIChhcmcsIHZpZXcpIHtcbiAgICAgICAgY29uc3QgYnVmID0gY2FjaGVkVGV4dEVuY29kZXIuZW5jb2RlKGFyZyk7XG4gICAgICAgIHZpZXcuc2V0KGJ1Zik7XG4gICAgICAgIHJldHVybiB7XG4gICAgICAgICAgICByZWFkOiBhcmcubGVuZ3RoLFxuICAgICAgICAgICAgd3JpdHRlbjogYnVmLmxlbmd0aFxuICAgICAgICB9O1xuICAgIH07XG59XG5cbmxldCBXQVNNX1ZFQ1RPUl9MRU4gPSAwO1xuXG5sZXQgd2FzbU1vZHVsZSwgd2FzbUluc3RhbmNlLCB3YXNtO1xuZnVuY3Rpb24gX193YmdfZmluYWxpemVfaW5pdChpbnN0YW5jZSwgbW9kdWxlKSB7XG4gICAgd2FzbUluc3RhbmNlID0gaW5zdGFuY2U7XG4gICAgd2FzbSA9IGluc3RhbmNlLmV4cG9ydHM7XG4gICAgd2FzbU1vZHVsZSA9IG1vZHVsZTtcbiAgICBjYWNoZWREYXRhVmlld01lbW9yeTAgPSBudWxsO1xuICAgIGNhY2hlZFVpbnQ4QXJyYXlNZW1vcnkwID0gbnVsbDtcbiAgICB3YXNtLl9fd2JpbmRnZW5fc3RhcnQoKTtcbiAgICByZXR1cm4gd2FzbTtcbn1cblxuYXN5bmMgZnVuY3Rpb24gX193YmdfbG9hZChtb2R1bGUsIGltcG9ydHMpIHtcbiAgICBpZiAodHlwZW9mIFJlc3BvbnNlID09PSAnZnVuY3Rpb24nICYmIG1vZHVsZSBpbnN0YW5jZW9mIFJlc3BvbnNlKSB7XG4gICAgICAgIGlmICghbW9kdWxlLm9rKSB7XG4gICAgICAgICAgICB0aHJvdyBuZXcgRXJyb3IoYGZhaWxlZCB0byBmZXRjaCBXYXNtOiAke21vZHVsZS5zdGF0dXN9ICR7bW9kdWxlLnN0YXR1c1RleHR9IGZldGNoaW5nICcke21vZHVsZS51cmx9J2ApO1xuICAgICAgICB9XG5cbiAgICAgICAgaWYgKHR5cGVvZiBXZWJBc3NlbWJseS5pbnN0YW50aWF0ZVN0cmVhbWluZyA9PT0gJ2Z1bmN0aW9uJykge1xuICAgICAgICAgICAgdHJ5IHtcbiAgICAgICAgICAgICAgICByZXR1cm4gYXdhaXQgV2ViQXNzZW1ibHkuaW5zdGFudGlhdGVTdHJlYW1pbmcobW9kdWxlLCBpbXBvcnRzKTtcbiAgICAgICAgICAgIH0gY2F0Y2ggKGUpIHtcbiAgICAgICAgICAgICAgICBjb25zdCB2YWxpZFJlc3BvbnNlID0gZXhwZWN0ZWRSZXNwb25zZVR5cGUobW9kdWxlLnR5cGUpO1xuXG4gICAgICAgICAgICAgICAgaWYgKHZhbGlkUmVzcG9uc2UgJiYgbW9kdWxlLmhlYWRlcnMuZ2V0KCdDb250ZW50LVR5cGUnKSAhPT0gJ2FwcGxpY2F0aW9uL3dhc20nKSB7XG4gICAgICAgICAgICAgICAgICAgIGNvbnNvbGUud2FybihcImBXZWJBc3NlbWJseS5pbnN0YW50aWF0ZVN0cmVhbWluZ2AgZmFpbGVkIGJlY2F1c2UgeW91ciBzZXJ2ZXIgZG9lcyBub3Qgc2VydmUgV2FzbSB3aXRoIGBhcHBsaWNhdGlvbi93YXNtYCBNSU1FIHR5cGUuIEZhbGxpbmcgYmFjayB0byBgV2ViQXNzZW1ibHkuaW5zdGFudGlhdGVgIHdoaWNoIGlzIHNsb3dlci4gT3JpZ2luYWwgZXJyb3I6XFxuXCIsIGUpO1xuXG4gICAgICAgICAgICAgICAgfSBlbHNlIHsgdGhyb3cgZTsgfVxuICAgICAgICAgICAgfVxuICAgICAgICB9XG5cbiAgICAgICAgY29uc3QgYnl0ZXMgPSBhd2FpdCBtb2R1bGUuYXJyYXlCdWZmZXIoKTtcbiAgICAgICAgcmV0dXJuIGF3YWl0IFdlYkFzc2VtYmx5Lmluc3RhbnRpYXRlKGJ5dGVzLCBpbXBvcnRzKTtcbiAgICB9IGVsc2Uge1xuICAgICAgICBjb25zdCBpbnN0YW5jZSA9IGF3YWl0IFdlYkFzc2VtYmx5Lmluc3RhbnRpYXRlKG1vZHVsZSwgaW1wb3J0cyk7XG5cbiAgICAgICAgaWYgKGluc3RhbmNlIGluc3RhbmNlb2YgV2ViQXNzZW1ibHkuSW5zdGFuY2UpIHtcbiAgICAgICAgICAgIHJldHVybiB7IGluc3RhbmNlLCBtb2R1bGUgfTtcbiAgICAgICAgfSBlbHNlIHtcbiAgICAgICAgICAgIHJldHVybiBpbnN0YW5jZTtcbiAgICAgICAgfVxuICAgIH1cblxuICAgIGZ1bmN0aW9uIGV4cGVjdGVkUmVzcG9uc2VUeXBlKHR5cGUpIHtcbiAgICAgICAgc3dpdGNoICh0eXBlKSB7XG4gICAgICAgICAgICBjYXNlICdiYXNpYyc6IGNhc2UgJ2NvcnMnOiBjYXNlICdkZWZhdWx0JzogcmV0dXJuIHRydWU7XG4gICAgICAgIH1cbiAgICAgICAgcmV0dXJuIGZhbHNlO1xuICAgIH1cbn1cblxuZnVuY3Rpb24gaW5pdFN5bmMobW9kdWxlKSB7XG4gICAgaWYgKHdhc20gIT09IHVuZGVmaW5lZCkgcmV0dXJuIHdhc207XG5cblxuICAgIGlmIChtb2R1bGUgIT09IHVuZGVmaW5lZCkge1xuICAgICAgICBpZiAoT2JqZWN0LmdldFByb3RvdHlwZU9mKG1vZHVsZSkgPT09IE9iamVjdC5wcm90b3R5cGUpIHtcbiAgICAgICAgICAgICh7bW9kdWxlfSA9IG1vZHVsZSlcbiAgICAgICAgfSBlbHNlIHtcbiAgICAgICAgICAgIGNvbnNvbGUud2FybigndXNpbmcgZGVwcmVjYXRlZCBwYXJhbWV0ZXJzIGZvciBgaW5pdFN5bmMoKWA7IHBhc3MgYSBzaW5nbGUgb2JqZWN0IGluc3RlYWQnKVxuICAgICAgICB9XG4gICAgfVxuXG4gICAgY29uc3QgaW1wb3J0cyA9IF9fd2JnX2dldF9pbXBvcnRzKCk7XG4gICAgaWYgKCEobW9kdWxlIGluc3RhbmNlb2YgV2ViQXNzZW1ibHkuTW9kdWxlKSkge1xuICAgICAgICBtb2R1bGUgPSBuZXcgV2ViQXNzZW1ibHkuTW9kdWxlKG1vZHVsZSk7XG4gICAgfVxuICAgIGNvbnN0IGluc3RhbmNlID0gbmV3IFdlYkFzc2VtYmx5Lkluc3RhbmNlKG1vZHVsZSwgaW1wb3J0cyk7XG4gICAgcmV0dXJuIF9fd2JnX2ZpbmFsaXplX2luaXQoaW5zdGFuY2UsIG1vZHVsZSk7XG59XG5cbmxldCBfX3diZ19pbml0X3Byb21pc2U7XG5hc3luYyBmdW5jdGlvbiBfX3diZ19pbml0KG1vZHVsZV9vcl9wYXRoKSB7XG4gICAgaWYgKHdhc20gIT09IHVuZGVmaW5lZCkgcmV0dXJuIHdhc207XG4gICAgaWYgKF9fd2JnX2luaXRfcHJvbWlzZSA9PT0gdW5kZWZpbmVkKSB7XG4gICAgICAgIF9fd2JnX2luaXRfcHJvbWlzZSA9IF9fd2JnX2luaXRfb25jZShtb2R1bGVfb3JfcGF0aCk7XG4gICAgICAgIF9fd2JnX2luaXRfcHJvbWlzZS5jYXRjaCgoKSA9PiB7IF9fd2JnX2luaXRfcHJvbWlzZSA9IHVuZGVmaW5lZDsgfSk7XG4gICAgfVxuICAgIHJldHVybiBfX3diZ19pbml0X3Byb21pc2U7XG59XG5cbmFzeW5jIGZ1bmN0aW9uIF9fd2JnX2luaXRfb25jZShtb2R1bGVfb3JfcGF0aCkge1xuXG4gICAgaWYgKG1vZHVsZV9vcl9wYXRoICE9PSB1bmRlZmluZWQpIHtcbiAgICAgICAgaWYgKE9iamVjdC5nZXRQcm90b3R5cGVPZihtb2R1bGVfb3JfcGF0aCkgPT09IE9iamVjdC5wcm90b3R5cGUpIHtcbiAgICAgICAgICAgICh7bW9kdWxlX29yX3BhdGh9ID0gbW9kdWxlX29yX3BhdGgpXG4gICAgICAgIH0gZWxzZSB7XG4gICAgICAgICAgICBjb25zb2xlLndhcm4oJ3VzaW5nIGRlcHJlY2F0ZWQgcGFyYW1ldGVycyBmb3IgdGhlIGluaXRpYWxpemF0aW9uIGZ1bmN0aW9uOyBwYXNzIGEgc2luZ2xlIG9iamVjdCBpbnN0ZWFkJylcbiAgICAgICAgfVxuICAgIH1cblxuXG4gICAgY29uc3QgaW1wb3J0cyA9IF9fd2JnX2dldF9pbXBvcnRzKCk7XG5cbiAgICBpZiAodHlwZW9mIG1vZHVsZV9vcl9wYXRoID09PSAnc3RyaW5nJyB8fCAodHlwZW9mIFJlcXVlc3QgPT09ICdmdW5jdGlvbicgJiYgbW9kdWxlX29yX3BhdGggaW5zdGFuY2VvZiBSZXF1ZXN0KSB8fCAodHlwZW9mIFVSTCA9PT0gJ2Z1bmN0aW9uJyAmJiBtb2R1bGVfb3JfcGF0aCBpbnN0YW5jZW9mIFVSTCkpIHtcbiAgICAgICAgbW9kdWxlX29yX3BhdGggPSBmZXRjaChtb2R1bGVfb3JfcGF0aCk7XG4gICAgfVxuXG4gICAgY29uc3QgeyBpbnN0YW5jZSwgbW9kdWxlIH0gPSBhd2FpdCBfX3diZ19sb2FkKGF3YWl0IG1vZHVsZV9vcl9wYXRoLCBpbXBvcnRzKTtcblxuICAgIHJldHVybiBfX3diZ19maW5hbGl6ZV9pbml0KGluc3RhbmNlLCBtb2R1bGUpO1xufVxuXG5leHBvcnQgeyBpbml0U3luYywgX193YmdfaW5pdCBhcyBkZWZhdWx0IH07XG4iLCAiLyoqIFRoZSBjb3JlIGFzIGEgd2FzbSBtb2R1bGUuICovXG5pbXBvcnQgKiBhcyBnbHVlIGZyb20gXCIuLi9idWlsZC9nbHVlL2NhbGxnYXRlLmpzXCI7XG5pbXBvcnQgdHlwZSB7IENvcmUsIEVuZ2luZSB9IGZyb20gXCIuL2VuZ2luZS5qc1wiO1xuaW1wb3J0IHsgQ2FsbGdhdGVFcnJvciwgZnJvbUZhdWx0IH0gZnJvbSBcIi4vZXJyb3JzLmpzXCI7XG5cbi8qKiBXaGVyZSB0aGUgbW9kdWxlIGNvbWVzIGZyb206IGl0cyBieXRlcywgdGhlIGNvbXBpbGVkIG1vZHVsZSwgb3IgYW4gYWRkcmVzcyB0byBmZXRjaC4gKi9cbmV4cG9ydCB0eXBlIFdhc21Tb3VyY2UgPSBCdWZmZXJTb3VyY2UgfCBXZWJBc3NlbWJseS5Nb2R1bGUgfCBSZXNwb25zZSB8IFVSTCB8IHN0cmluZztcblxuLyoqXG4gKiBBbiBlbmdpbmUgb24gdGhlIG9uZSBpbnN0YW5jZSBvZiB0aGlzIEphdmFTY3JpcHQgcmVhbG0uXG4gKlxuICogYHJlYWRgIGdpdmVzIHRoZSBtb2R1bGUncyBieXRlcyBhdCBvbmNlIHdoZXJlIHRoYXQgaXMgcG9zc2libGUgKE5vZGUpLCBzbyB0aGF0IG5vdGhpbmcgaGFzIHRvIGJlXG4gKiBhd2FpdGVkIHRoZXJlLlxuICovXG5leHBvcnQgY2xhc3MgV2FzbUVuZ2luZSBpbXBsZW1lbnRzIEVuZ2luZSB7XG4gIHJlYWRvbmx5IG5hbWUgPSBcIndhc21cIjtcbiAgZ2VuZXJhdGlvbiA9IDA7XG4gICNyZWFkeSA9IGZhbHNlO1xuICAjc3RhcnRpbmc6IFByb21pc2U8dm9pZD4gfCB1bmRlZmluZWQ7XG5cbiAgY29uc3RydWN0b3IocmVhZG9ubHkgcmVhZDogKCkgPT4gVWludDhBcnJheSB8IHVuZGVmaW5lZCkge31cblxuICBjb3JlKCk6IENvcmUge1xuICAgIGlmICghdGhpcy4jcmVhZHkpIHRoaXMuI3N0YXJ0Tm93KCk7XG4gICAgcmV0dXJuIGdsdWU7XG4gIH1cblxuICAvKiogRmV0Y2hlcyBhbmQgc3RhcnRzIHRoZSBtb2R1bGUsIG9uY2U7IGxhdGVyIGNhbGxzIHdhaXQgZm9yIHRoZSBzYW1lIHN0YXJ0LiAqL1xuICBpbml0KHNvdXJjZTogV2FzbVNvdXJjZSB8IFByb21pc2VMaWtlPFdhc21Tb3VyY2U+KTogUHJvbWlzZTx2b2lkPiB7XG4gICAgaWYgKHRoaXMuI3JlYWR5KSByZXR1cm4gUHJvbWlzZS5yZXNvbHZlKCk7XG4gICAgdGhpcy4jc3RhcnRpbmcgPz89IHRoaXMuI3N0YXJ0KHNvdXJjZSkuY2F0Y2goKGVycm9yOiB1bmtub3duKSA9PiB7XG4gICAgICB0aGlzLiNzdGFydGluZyA9IHVuZGVmaW5lZDtcbiAgICAgIHRocm93IGVycm9yO1xuICAgIH0pO1xuICAgIHJldHVybiB0aGlzLiNzdGFydGluZztcbiAgfVxuXG4gIGFzeW5jICNzdGFydChzb3VyY2U6IFdhc21Tb3VyY2UgfCBQcm9taXNlTGlrZTxXYXNtU291cmNlPik6IFByb21pc2U8dm9pZD4ge1xuICAgIGNvbnN0IG1vZHVsZSA9IGF3YWl0IGNvbXBpbGVNb2R1bGUoYXdhaXQgc291cmNlKTtcbiAgICBpZiAoIXRoaXMuI3JlYWR5KSBnbHVlLmluaXRTeW5jKHsgbW9kdWxlIH0pO1xuICAgIHRoaXMuI3JlYWR5ID0gdHJ1ZTtcbiAgfVxuXG4gICNzdGFydE5vdygpOiB2b2lkIHtcbiAgICBjb25zdCBieXRlcyA9IHRoaXMucmVhZCgpO1xuICAgIGlmICghYnl0ZXMpIHRocm93IG5ldyBDYWxsZ2F0ZUVycm9yKFwibm90X3JlYWR5XCIsIFwidGhlIHdhc20gbW9kdWxlIGlzIG5vdCBsb2FkZWQgeWV0OiBgYXdhaXQgaW5pdCgpYCBmaXJzdFwiKTtcbiAgICBnbHVlLmluaXRTeW5jKHsgbW9kdWxlOiBuZXcgV2ViQXNzZW1ibHkuTW9kdWxlKGJ5dGVzIGFzIEJ1ZmZlclNvdXJjZSkgfSk7XG4gICAgdGhpcy4jcmVhZHkgPSB0cnVlO1xuICB9XG5cbiAgLyoqXG4gICAqIElOVkFSSUFOVDogYW4gaW5zdGFuY2UgaXMgdXNlZCBhZ2FpbiBvbmx5IGFmdGVyIGl0IGhhcyB0aHJvd24gYSBmYXVsdCBpbiBzbyBtYW55IHdvcmRzLiBBIHRyYXAsXG4gICAqIG9yIHRoZSBob3N0J3Mgc3RhY2sgcnVubmluZyBvdXQgd2l0aGluIGl0LCBtYXkgbGVhdmUgdGhlIG1lbW9yeSBoYWxmLXdyaXR0ZW4sIGFuZCBhIGRlY2lzaW9uIG91dFxuICAgKiBvZiBzdWNoIG1lbW9yeSBjb3VsZCBiZSBhbnl0aGluZyAoUVVBTC0zNSkuXG4gICAqL1xuICByZWNvdmVyKHRocm93bjogdW5rbm93bik6IENhbGxnYXRlRXJyb3Ige1xuICAgIGNvbnN0IGZhdWx0ID0gdHlwZW9mIHRocm93biA9PT0gXCJzdHJpbmdcIiA/IGZyb21GYXVsdCh0aHJvd24pIDogdW5kZWZpbmVkO1xuICAgIGlmIChmYXVsdCkgcmV0dXJuIGZhdWx0O1xuICAgIHRoaXMuZ2VuZXJhdGlvbisrO1xuICAgIGdsdWUuX193YmdfcmVzZXRfc3RhdGUoKTtcbiAgICByZXR1cm4gbmV3IENhbGxnYXRlRXJyb3IoXCJpbnRlcm5hbFwiLCBcImludGVybmFsIGVycm9yIGluIHRoZSB3YXNtIG1vZHVsZTsgaXQgd2FzIHN0YXJ0ZWQgYWZyZXNoXCIpO1xuICB9XG59XG5cbmFzeW5jIGZ1bmN0aW9uIGNvbXBpbGVNb2R1bGUoc291cmNlOiBXYXNtU291cmNlKTogUHJvbWlzZTxXZWJBc3NlbWJseS5Nb2R1bGU+IHtcbiAgaWYgKHNvdXJjZSBpbnN0YW5jZW9mIFdlYkFzc2VtYmx5Lk1vZHVsZSkgcmV0dXJuIHNvdXJjZTtcbiAgY29uc3QgcmVzcG9uc2UgPSB0eXBlb2Ygc291cmNlID09PSBcInN0cmluZ1wiIHx8IHNvdXJjZSBpbnN0YW5jZW9mIFVSTCA/IGF3YWl0IGZldGNoKHNvdXJjZSkgOiBzb3VyY2U7XG4gIGlmICghKHJlc3BvbnNlIGluc3RhbmNlb2YgUmVzcG9uc2UpKSByZXR1cm4gV2ViQXNzZW1ibHkuY29tcGlsZShyZXNwb25zZSBhcyBCdWZmZXJTb3VyY2UpO1xuICBpZiAoIXJlc3BvbnNlLm9rKSB0aHJvdyBuZXcgQ2FsbGdhdGVFcnJvcihcIm5vdF9yZWFkeVwiLCBgdGhlIHdhc20gbW9kdWxlIGNvdWxkIG5vdCBiZSBmZXRjaGVkOiBzdGF0dXMgJHtyZXNwb25zZS5zdGF0dXN9YCk7XG4gIC8vIENvbXBpbGluZyB3aGlsZSBpdCBkb3dubG9hZHMgbmVlZHMgdGhlIHJpZ2h0IGNvbnRlbnQgdHlwZSwgd2hpY2ggbm90IGV2ZXJ5IHN0YXRpYyBzZXJ2ZXIgc2VuZHMuXG4gIGNvbnN0IHN0cmVhbXMgPSByZXNwb25zZS5oZWFkZXJzLmdldChcImNvbnRlbnQtdHlwZVwiKT8uc3RhcnRzV2l0aChcImFwcGxpY2F0aW9uL3dhc21cIik7XG4gIHJldHVybiBzdHJlYW1zID8gV2ViQXNzZW1ibHkuY29tcGlsZVN0cmVhbWluZyhyZXNwb25zZSkgOiBXZWJBc3NlbWJseS5jb21waWxlKGF3YWl0IHJlc3BvbnNlLmFycmF5QnVmZmVyKCkpO1xufVxuIiwgIi8qKiBUaGUgY29yZSBhcyBhIG5hdGl2ZSBhZGRvbi4gKi9cbmltcG9ydCB7IGNyZWF0ZVJlcXVpcmUgfSBmcm9tIFwibm9kZTptb2R1bGVcIjtcbmltcG9ydCB7IGpvaW4gfSBmcm9tIFwibm9kZTpwYXRoXCI7XG5pbXBvcnQgdHlwZSB7IENvcmUsIEVuZ2luZSB9IGZyb20gXCIuLi8uLi9iaW5kaW5ncy13YXNtL3RzL2VuZ2luZS5qc1wiO1xuaW1wb3J0IHsgQ2FsbGdhdGVFcnJvciwgZnJvbUZhdWx0IH0gZnJvbSBcIi4uLy4uL2JpbmRpbmdzLXdhc20vdHMvZXJyb3JzLmpzXCI7XG5cbi8qKiBXaGF0IHRoZSBhZGRvbiBleHBvcnRzIGJlc2lkZSB0aGUgY29yZS4gKi9cbmV4cG9ydCBpbnRlcmZhY2UgQWRkb24gZXh0ZW5kcyBDb3JlIHtcbiAgLyoqIFJ1bnMgdGhlIGNvbW1hbmQgbGluZSBvbiB0aGlzIHByb2Nlc3MncyBzdGFuZGFyZCBzdHJlYW1zOyBpdHMgZXhpdCBjb2RlLiAqL1xuICBydW5DbGkoYXJnczogc3RyaW5nW10pOiBudW1iZXI7XG59XG5cbi8qKiBUaGUgYWRkb24gZm9yIHRoaXMgcGxhdGZvcm0sIG9yIHdoeSB0aGVyZSBpcyBub25lLiAqL1xuZXhwb3J0IGZ1bmN0aW9uIGxvYWRBZGRvbihmb2xkZXI6IHN0cmluZyk6IHsgYWRkb24/OiBBZGRvbjsgd2h5OiBzdHJpbmcgfSB7XG4gIGNvbnN0IHJlcXVpcmUgPSBjcmVhdGVSZXF1aXJlKGpvaW4oZm9sZGVyLCBcImluZGV4LmNqc1wiKSk7XG4gIGNvbnN0IHJlYXNvbnM6IHN0cmluZ1tdID0gW107XG4gIC8vIFdoaWNoIEMgbGlicmFyeSBhIHN5c3RlbSBoYXMgaXMgZm91bmQgb3V0IGJ5IGxvYWRpbmc6IHRoZSB3cm9uZyBhZGRvbiBkb2VzIG5vdCBsb2FkLlxuICBmb3IgKGNvbnN0IHN1ZmZpeCBvZiBbXCJcIiwgXCItZ251XCIsIFwiLW11c2xcIiwgXCItbXN2Y1wiLCBcIi1nbnVlYWJpaGZcIiwgXCItbXVzbGVhYmloZlwiXSkge1xuICAgIGNvbnN0IGZpbGUgPSBgLi9jYWxsZ2F0ZS4ke3Byb2Nlc3MucGxhdGZvcm19LSR7cHJvY2Vzcy5hcmNofSR7c3VmZml4fS5ub2RlYDtcbiAgICB0cnkge1xuICAgICAgcmV0dXJuIHsgYWRkb246IHJlcXVpcmUoZmlsZSkgYXMgQWRkb24sIHdoeTogXCJcIiB9O1xuICAgIH0gY2F0Y2ggKGVycm9yKSB7XG4gICAgICBpZiAoKGVycm9yIGFzIHsgY29kZT86IHVua25vd24gfSkuY29kZSAhPT0gXCJNT0RVTEVfTk9UX0ZPVU5EXCIpIHJlYXNvbnMucHVzaChgJHtmaWxlfTogJHsoZXJyb3IgYXMgRXJyb3IpLm1lc3NhZ2V9YCk7XG4gICAgfVxuICB9XG4gIHJldHVybiB7IHdoeTogcmVhc29ucy5qb2luKFwiOyBcIikgfHwgYG5vbmUgd2FzIGJ1aWx0IGZvciAke3Byb2Nlc3MucGxhdGZvcm19LSR7cHJvY2Vzcy5hcmNofWAgfTtcbn1cblxuZXhwb3J0IGNsYXNzIE5hdGl2ZUVuZ2luZSBpbXBsZW1lbnRzIEVuZ2luZSB7XG4gIHJlYWRvbmx5IG5hbWUgPSBcIm5hdGl2ZVwiO1xuICByZWFkb25seSBnZW5lcmF0aW9uID0gMDtcbiAgcmVhZG9ubHkgI2FkZG9uOiBBZGRvbjtcblxuICBjb25zdHJ1Y3RvcihhZGRvbjogQWRkb24pIHtcbiAgICB0aGlzLiNhZGRvbiA9IGFkZG9uO1xuICB9XG5cbiAgY29yZSgpOiBDb3JlIHtcbiAgICByZXR1cm4gdGhpcy4jYWRkb247XG4gIH1cblxuICAvKiogQSBwYW5pYyB1bndpbmRzIGFuZCBsZWF2ZXMgbm90aGluZyBoYWxmLWRvbmUgYmVoaW5kOyBpdHMgdGV4dCwgd2hpY2ggbWF5IGhvbGQgdmFsdWVzLCBpcyBkcm9wcGVkLiAqL1xuICByZWNvdmVyKHRocm93bjogdW5rbm93bik6IENhbGxnYXRlRXJyb3Ige1xuICAgIGNvbnN0IGZhdWx0ID0gdGhyb3duIGluc3RhbmNlb2YgRXJyb3IgPyBmcm9tRmF1bHQodGhyb3duLm1lc3NhZ2UpIDogdW5kZWZpbmVkO1xuICAgIHJldHVybiBmYXVsdCA/PyBuZXcgQ2FsbGdhdGVFcnJvcihcImludGVybmFsXCIsIFwiaW50ZXJuYWwgZXJyb3IgaW4gdGhlIG5hdGl2ZSBhZGRvblwiKTtcbiAgfVxufVxuIiwgIi8qKiBCb3RoIHdheXMgdG8gcmVhY2ggdGhlIGNvcmUsIGVhY2ggYmVoaW5kIHRoZSBwdWJsaWMgQVBJIGJ5IGl0c2VsZiwgZnJvbSB0aGUgYnVpbHQgZmlsZXMgaW4gZGlzdC8uICovXG5pbXBvcnQgeyByZWFkRmlsZVN5bmMgfSBmcm9tIFwibm9kZTpmc1wiO1xuaW1wb3J0IHsgam9pbiB9IGZyb20gXCJub2RlOnBhdGhcIjtcbmltcG9ydCB7IG1ha2VBcGkgfSBmcm9tIFwiLi4vLi4vYmluZGluZ3Mtd2FzbS90cy9hcGkuanNcIjtcbmltcG9ydCB7IFdhc21FbmdpbmUgfSBmcm9tIFwiLi4vLi4vYmluZGluZ3Mtd2FzbS90cy93YXNtLmpzXCI7XG5pbXBvcnQgeyBsb2FkQWRkb24sIE5hdGl2ZUVuZ2luZSB9IGZyb20gXCIuLi90cy9hZGRvbi5qc1wiO1xuXG5jb25zdCBkaXN0ID0gam9pbihwcm9jZXNzLmN3ZCgpLCBcImRpc3RcIik7XG5cbmV4cG9ydCBjb25zdCB3YXNtID0gbmV3IFdhc21FbmdpbmUoKCkgPT4gcmVhZEZpbGVTeW5jKGpvaW4oZGlzdCwgXCJjYWxsZ2F0ZS53YXNtXCIpKSk7XG5cbmNvbnN0IHsgYWRkb24sIHdoeSB9ID0gbG9hZEFkZG9uKGRpc3QpO1xuaWYgKCFhZGRvbikgdGhyb3cgbmV3IEVycm9yKGB0aGUgYWRkb24gY2Fubm90IGJlIGxvYWRlZDogJHt3aHl9YCk7XG5leHBvcnQgY29uc3QgbmF0aXZlID0gbmV3IE5hdGl2ZUVuZ2luZShhZGRvbik7XG5cbmV4cG9ydCB0eXBlIEFwaSA9IFJldHVyblR5cGU8dHlwZW9mIG1ha2VBcGk+O1xuXG5leHBvcnQgY29uc3Qgc3VyZmFjZXM6IHJlYWRvbmx5IHsgcmVhZG9ubHkgbmFtZTogXCJuYXRpdmVcIiB8IFwid2FzbVwiOyByZWFkb25seSBhcGk6IEFwaSB9W10gPSBbXG4gIHsgbmFtZTogXCJuYXRpdmVcIiwgYXBpOiBtYWtlQXBpKCgpID0+IG5hdGl2ZSkgfSxcbiAgeyBuYW1lOiBcIndhc21cIiwgYXBpOiBtYWtlQXBpKCgpID0+IHdhc20pIH0sXG5dO1xuIiwgIi8qKiBHYXRlcyBmcm9tIEphdmFTY3JpcHQ6IHdoYXQgY3Jvc3Nlcywgd2hhdCBpcyByZW1lbWJlcmVkLCBhbmQgd2hhdCBoYXBwZW5zIHdoZW4gYW4gZW5naW5lIGZhaWxzLiAqL1xuaW1wb3J0IGFzc2VydCBmcm9tIFwibm9kZTphc3NlcnQvc3RyaWN0XCI7XG5pbXBvcnQgeyB0ZXN0IH0gZnJvbSBcIm5vZGU6dGVzdFwiO1xuaW1wb3J0IHsgbWFrZUFwaSB9IGZyb20gXCIuLi8uLi9iaW5kaW5ncy13YXNtL3RzL2FwaS5qc1wiO1xuaW1wb3J0IHR5cGUgeyBDb3JlLCBFbmdpbmUgfSBmcm9tIFwiLi4vLi4vYmluZGluZ3Mtd2FzbS90cy9lbmdpbmUuanNcIjtcbmltcG9ydCB7IENhbGxnYXRlRXJyb3IsIEludmFsaWREb2N1bWVudCB9IGZyb20gXCIuLi8uLi9iaW5kaW5ncy13YXNtL3RzL2Vycm9ycy5qc1wiO1xuaW1wb3J0IHR5cGUgeyBDYWxsLCBEZWNpc2lvbiB9IGZyb20gXCIuLi8uLi9iaW5kaW5ncy13YXNtL3R5cGVzL2luZGV4LmpzXCI7XG5pbXBvcnQgeyBuYXRpdmUsIHN1cmZhY2VzLCB3YXNtIH0gZnJvbSBcIi4vc3VyZmFjZXMuanNcIjtcblxuY29uc3QgY29ubmVjdGlvbiA9IHsgdHlwZTogXCJnYXRld2F5XCIsIG5hbWVzcGFjZTogXCJjdXN0b21cIiwgc2x1ZzogXCJzXCIgfTtcbmNvbnN0IGFnZW50ID0ge1xuICBtY3BzOiBbeyBuYW1lOiBcInNcIiwgY29ubmVjdGlvbiwgcG9saWN5OiB7IHBlcm1pc3Npb246IFwiYWxsb3dcIiwgdG9vbF9wZXJtaXNzaW9uczogeyBhOiBcImRlbnlcIiwgYjogXCJhbGxvd1wiIH0gfSB9XSxcbiAgcnVubmVyOiB7IHBlcm1pc3Npb25zOiB7IGRlZmF1bHQ6IFwiYWxsb3dcIiwgcnVsZXM6IFt7IHBhdHRlcm46IFwiQmFzaChybToqKVwiLCBwZXJtaXNzaW9uOiBcImRlbnlcIiB9XSB9IH0sXG59O1xuLyoqIFRoZSBlbmdpbmUsIGFuZCBldmVyeSB0aW1lIGl0cyBmdW5jdGlvbnMgYXJlIGNhbGxlZC4gKi9cbmZ1bmN0aW9uIHdhdGNoZWQoZW5naW5lOiBFbmdpbmUpIHtcbiAgY29uc3QgY2FsbHM6IHN0cmluZ1tdID0gW107XG4gIGNvbnN0IHdhdGNoID0gPFQgZXh0ZW5kcyBvYmplY3Q+KHRhcmdldDogVCk6IFQgPT5cbiAgICBuZXcgUHJveHkodGFyZ2V0LCB7XG4gICAgICBnZXQob2YsIGtleSkge1xuICAgICAgICBjb25zdCBtZW1iZXI6IHVua25vd24gPSBSZWZsZWN0LmdldChvZiwga2V5KTtcbiAgICAgICAgaWYgKHR5cGVvZiBtZW1iZXIgIT09IFwiZnVuY3Rpb25cIikgcmV0dXJuIG1lbWJlcjtcbiAgICAgICAgcmV0dXJuICguLi5hcmdzOiB1bmtub3duW10pID0+IHtcbiAgICAgICAgICBjYWxscy5wdXNoKFN0cmluZyhrZXkpKTtcbiAgICAgICAgICBjb25zdCByZXN1bHQ6IHVua25vd24gPSBtZW1iZXIuYXBwbHkob2YsIGFyZ3MpO1xuICAgICAgICAgIHJldHVybiB0eXBlb2YgcmVzdWx0ID09PSBcIm9iamVjdFwiICYmIHJlc3VsdCAhPT0gbnVsbCA/IHdhdGNoKHJlc3VsdCkgOiByZXN1bHQ7XG4gICAgICAgIH07XG4gICAgICB9LFxuICAgIH0pO1xuICBjb25zdCBjb3JlID0gd2F0Y2goeyAuLi5lbmdpbmUuY29yZSgpIH0pO1xuICBjb25zdCBzcHk6IEVuZ2luZSA9IHtcbiAgICBuYW1lOiBlbmdpbmUubmFtZSxcbiAgICBnZXQgZ2VuZXJhdGlvbigpIHtcbiAgICAgIHJldHVybiBlbmdpbmUuZ2VuZXJhdGlvbjtcbiAgICB9LFxuICAgIGNvcmU6ICgpID0+IGNvcmUsXG4gICAgcmVjb3ZlcjogKHRocm93bikgPT4gZW5naW5lLnJlY292ZXIodGhyb3duKSxcbiAgfTtcbiAgcmV0dXJuIHsgYXBpOiBtYWtlQXBpKCgpID0+IHNweSksIGNhbGxzIH07XG59XG5cbmZvciAoY29uc3QgeyBuYW1lLCBhcGkgfSBvZiBzdXJmYWNlcykge1xuICBjb25zdCBlbmdpbmUgPSBuYW1lID09PSBcIndhc21cIiA/IHdhc20gOiBuYXRpdmU7XG5cbiAgdGVzdChgJHtuYW1lfTogUVVBTC00IGFyZ3VtZW50cyBhcmUgbm90IHRvdWNoZWQgdW5sZXNzIGEgcnVsZSBmb3IgdGhlIHRvb2wgcmVhZHMgdGhlbWAsICgpID0+IHtcbiAgICBjb25zdCBnYXRlID0gbmV3IGFwaS5HYXRlKGFnZW50KTtcbiAgICBjb25zdCB1bnRvdWNoYWJsZSA9IHtcbiAgICAgIGdldCBhcmdzKCk6IG5ldmVyIHtcbiAgICAgICAgdGhyb3cgbmV3IEVycm9yKFwicmVhZFwiKTtcbiAgICAgIH0sXG4gICAgfTtcbiAgICBjb25zdCBjYWxsID0gT2JqZWN0LmRlZmluZVByb3BlcnRpZXMoeyBzZXJ2ZXI6IFwic1wiLCB0b29sOiBcImJcIiB9LCBPYmplY3QuZ2V0T3duUHJvcGVydHlEZXNjcmlwdG9ycyh1bnRvdWNoYWJsZSkpO1xuICAgIGFzc2VydC5lcXVhbChnYXRlLmRlY2lkZShjYWxsIGFzIENhbGwpLnBlcm1pc3Npb24sIFwiYWxsb3dcIik7XG4gICAgYXNzZXJ0LmVxdWFsKGdhdGUuZGVjaWRlKHsgdG9vbDogXCJSZWFkXCIsIGFyZ3M6IG5ldyBNYXAoKSB9KS5wZXJtaXNzaW9uLCBcImFsbG93XCIpO1xuICAgIGNvbnN0IHNoZWxsID0gT2JqZWN0LmRlZmluZVByb3BlcnRpZXMoeyB0b29sOiBcIkJhc2hcIiB9LCBPYmplY3QuZ2V0T3duUHJvcGVydHlEZXNjcmlwdG9ycyh1bnRvdWNoYWJsZSkpO1xuICAgIGNvbnN0IHJlZnVzZWQgPSBnYXRlLmRlY2lkZShzaGVsbCBhcyBDYWxsKTtcbiAgICBhc3NlcnQuZXF1YWwocmVmdXNlZC5wZXJtaXNzaW9uLCBcImRlbnlcIik7XG4gICAgYXNzZXJ0Lm1hdGNoKHJlZnVzZWQuZXhwbGFuYXRpb24sIC9hIGdldHRlciB0aGF0IHRocm93cyBhdCBgXFwvYXJnc2AvKTtcbiAgfSk7XG5cbiAgdGVzdChgJHtuYW1lfTogdGhlIHNhbWUgbmFtZXMgY3Jvc3Mgb25jZSwgYW5kIHRoZSBhbnN3ZXIgaXMgc2hhcmVkIGFuZCBjYW5ub3QgYmUgY2hhbmdlZGAsICgpID0+IHtcbiAgICBjb25zdCB7IGFwaTogd2F0Y2hlZEFwaSwgY2FsbHMgfSA9IHdhdGNoZWQoZW5naW5lKTtcbiAgICBjb25zdCBnYXRlID0gbmV3IHdhdGNoZWRBcGkuR2F0ZShhZ2VudCk7XG4gICAgY29uc3QgZmlyc3QgPSBnYXRlLmRlY2lkZSh7IHNlcnZlcjogXCJzXCIsIHRvb2w6IFwiYVwiIH0pO1xuICAgIGZvciAobGV0IHJvdW5kID0gMDsgcm91bmQgPCAxMDsgcm91bmQrKykgYXNzZXJ0LmVxdWFsKGdhdGUuZGVjaWRlKHsgc2VydmVyOiBcInNcIiwgdG9vbDogXCJhXCIsIGFyZ3M6IHJvdW5kIH0pLCBmaXJzdCk7XG4gICAgYXNzZXJ0LmRlZXBFcXVhbChjYWxscywgW1wiY29tcGlsZVwiLCBcImRlY2lkZU5hbWVkXCJdKTtcbiAgICBmb3IgKGNvbnN0IHBhcnQgb2YgW2ZpcnN0LCBmaXJzdC5yZWFzb25dKSBhc3NlcnQub2soT2JqZWN0LmlzRnJvemVuKHBhcnQpKTtcbiAgICBhc3NlcnQudGhyb3dzKCgpID0+IHtcbiAgICAgIChmaXJzdCBhcyB7IHBlcm1pc3Npb246IHN0cmluZyB9KS5wZXJtaXNzaW9uID0gXCJhbGxvd1wiO1xuICAgIH0sIFR5cGVFcnJvcik7XG4gICAgYXNzZXJ0LmVxdWFsKGdhdGUuZGVjaWRlKHsgc2VydmVyOiBcInNcIiwgdG9vbDogXCJhXCIgfSkucGVybWlzc2lvbiwgXCJkZW55XCIpO1xuICB9KTtcblxuICB0ZXN0KGAke25hbWV9OiBubyB0d28gY2FsbHMgc2hhcmUgYSByZW1lbWJlcmVkIGFuc3dlciwgd2hhdGV2ZXIgdGhlaXIgbmFtZXMgaG9sZGAsICgpID0+IHtcbiAgICBjb25zdCBvZGQgPSBbXCJcIiwgXCJhXCIsIFwiYlwiLCBcInNcIiwgXCJhXFwwYlwiLCAnXCIsXCInLCBcIl9fcHJvdG9fX1wiLCBcImNvbnN0cnVjdG9yXCIsIFwidW5kZWZpbmVkXCIsIFwibnVsbFwiLCBcIlxcdWQ4MDBcIiwgXCJtY3BfX3NfX2FcIl07XG4gICAgY29uc3QgY2FsbHM6IENhbGxbXSA9IFt7fV07XG4gICAgZm9yIChjb25zdCBvbmUgb2Ygb2RkKSB7XG4gICAgICBjYWxscy5wdXNoKHsgdG9vbDogb25lIH0sIHsgbmFtZTogb25lIH0sIHsgc2VydmVyOiBvbmUgfSwgeyB0b29sOiBvbmUsIGtpbmQ6IFwiYnVpbHRpblwiIH0sIHsgbmFtZTogb25lLCByZWFkX29ubHk6IHRydWUgfSk7XG4gICAgICBmb3IgKGNvbnN0IG90aGVyIG9mIG9kZCkgY2FsbHMucHVzaCh7IHNlcnZlcjogb25lLCB0b29sOiBvdGhlciB9LCB7IHNlcnZlcjogb25lLCB0b29sOiBvdGhlciwgcmVhZF9vbmx5OiB0cnVlIH0sIHsgdG9vbDogb25lLCBuYW1lOiBvdGhlciB9KTtcbiAgICB9XG4gICAgY29uc3QgZ2F0ZSA9IG5ldyBhcGkuR2F0ZShhZ2VudCk7XG4gICAgY29uc3QgZnJlc2ggPSBjYWxscy5tYXAoKGNhbGwpID0+IG5ldyBhcGkuR2F0ZShhZ2VudCkuZGVjaWRlKGNhbGwpKTtcbiAgICBmb3IgKGxldCByb3VuZCA9IDA7IHJvdW5kIDwgMjsgcm91bmQrKykgYXNzZXJ0LmRlZXBFcXVhbChjYWxscy5tYXAoKGNhbGwpID0+IGdhdGUuZGVjaWRlKGNhbGwpKSwgZnJlc2gpO1xuICAgIGFzc2VydC5kZWVwRXF1YWwoZ2F0ZS5kZWNpZGVNYW55KGNhbGxzKSwgZnJlc2gpO1xuICAgIGFzc2VydC5kZWVwRXF1YWwoY2FsbHMubWFwKChjYWxsKSA9PiBnYXRlLmV4cGxhaW4oY2FsbCkuZGVjaXNpb24pLCBmcmVzaCk7XG4gIH0pO1xuXG4gIHRlc3QoYCR7bmFtZX06IHRoZSBtZW1vcnkgZm9yIGFuc3dlcnMgaXMgYm91bmRlZGAsICgpID0+IHtcbiAgICBjb25zdCB7IGFwaTogd2F0Y2hlZEFwaSwgY2FsbHMgfSA9IHdhdGNoZWQoZW5naW5lKTtcbiAgICBjb25zdCBnYXRlID0gbmV3IHdhdGNoZWRBcGkuR2F0ZShhZ2VudCk7XG4gICAgZm9yIChsZXQgaW5kZXggPSAwOyBpbmRleCA8IDUwMDA7IGluZGV4KyspIGdhdGUuZGVjaWRlKHsgc2VydmVyOiBcInNcIiwgdG9vbDogYHRvb2wtJHtpbmRleH1gIH0pO1xuICAgIGNvbnN0IGxvbmcgPSBcInhcIi5yZXBlYXQoMzAwKTtcbiAgICBnYXRlLmRlY2lkZSh7IHNlcnZlcjogXCJzXCIsIHRvb2w6IGxvbmcgfSk7XG4gICAgY2FsbHMubGVuZ3RoID0gMDtcbiAgICBnYXRlLmRlY2lkZSh7IHNlcnZlcjogXCJzXCIsIHRvb2w6IFwidG9vbC00OTk5XCIgfSk7XG4gICAgYXNzZXJ0LmRlZXBFcXVhbChjYWxscywgW10pO1xuICAgIGdhdGUuZGVjaWRlKHsgc2VydmVyOiBcInNcIiwgdG9vbDogXCJ0b29sLTBcIiB9KTtcbiAgICBnYXRlLmRlY2lkZSh7IHNlcnZlcjogXCJzXCIsIHRvb2w6IGxvbmcgfSk7XG4gICAgYXNzZXJ0LmRlZXBFcXVhbChjYWxscywgW1wiZGVjaWRlTmFtZWRcIiwgXCJkZWNpZGVOYW1lZFwiXSk7XG4gIH0pO1xuXG4gIHRlc3QoYCR7bmFtZX06IGEgY2FsbCBpcyBqdWRnZWQgYXMgaXQgd2FzIHJlYWQsIG9uY2VgLCAoKSA9PiB7XG4gICAgY29uc3QgZ2F0ZSA9IG5ldyBhcGkuR2F0ZShhZ2VudCk7XG4gICAgbGV0IHJlYWRzID0gMDtcbiAgICBjb25zdCBzaGlmdHkgPSB7XG4gICAgICBnZXQgdG9vbCgpIHtcbiAgICAgICAgcmV0dXJuIHJlYWRzKysgPT09IDAgPyBcIkJhc2hcIiA6IFwiUmVhZFwiO1xuICAgICAgfSxcbiAgICAgIGFyZ3M6IHsgY29tbWFuZDogXCJybSAtcmYgeFwiIH0sXG4gICAgfTtcbiAgICBhc3NlcnQuZXF1YWwoZ2F0ZS5kZWNpZGUoc2hpZnR5KS5wZXJtaXNzaW9uLCBcImRlbnlcIik7XG4gICAgYXNzZXJ0LmVxdWFsKHJlYWRzLCAxKTtcbiAgICBjb25zdCBzZWVuOiBzdHJpbmdbXSA9IFtdO1xuICAgIGNvbnN0IHByb3h5ID0gbmV3IFByb3h5KHsgc2VydmVyOiBcInNcIiwgdG9vbDogXCJhXCIgfSwgeyBnZXQ6IChvZiwga2V5KSA9PiAoc2Vlbi5wdXNoKFN0cmluZyhrZXkpKSwgUmVmbGVjdC5nZXQob2YsIGtleSkpIH0pO1xuICAgIGFzc2VydC5lcXVhbChnYXRlLmRlY2lkZShwcm94eSkucGVybWlzc2lvbiwgXCJkZW55XCIpO1xuICAgIGFzc2VydC5kZWVwRXF1YWwoc2VlbiwgW1wic2VydmVyXCIsIFwidG9vbFwiXSk7XG4gIH0pO1xuXG4gIHRlc3QoYCR7bmFtZX06IFBFUk0tMiB3aGF0IGlzIG5vIGNhbGwgaXMgZGVuaWVkLCBuZXZlciBhbiBleGNlcHRpb25gLCAoKSA9PiB7XG4gICAgY29uc3QgZ2F0ZSA9IG5ldyBhcGkuR2F0ZSh7IHJ1bm5lcjogeyBwZXJtaXNzaW9uczogeyBkZWZhdWx0OiBcImFsbG93XCIgfSB9IH0pO1xuICAgIGNsYXNzIE9kZCB7XG4gICAgICB0b29sID0gXCJSZWFkXCI7XG4gICAgfVxuICAgIGNvbnN0IHJldm9rZWQgPSBQcm94eS5yZXZvY2FibGUoe30sIHt9KTtcbiAgICByZXZva2VkLnJldm9rZSgpO1xuICAgIGNvbnN0IG9kZDogdW5rbm93bltdID0gW3VuZGVmaW5lZCwgbnVsbCwgMSwgdHJ1ZSwgXCJcIiwgXCJ7XCIsIFwiW11cIiwgW10sIHt9LCBuZXcgT2RkKCksIG5ldyBNYXAoKSwgKCkgPT4gMSwgcmV2b2tlZC5wcm94eV07XG4gICAgb2RkLnB1c2goeyB0b29sOiAxIH0sIHsgdG9vbDogbnVsbCB9LCB7IHRvb2w6IFwiUmVhZFwiLCByZWFkT25seTogdHJ1ZSB9LCB7IHRvb2w6IFwiUmVhZFwiLCByZWFkX29ubHk6IFwidHJ1ZVwiIH0sIG5ldyBVaW50OEFycmF5KFsyNTVdKSk7XG4gICAgb2RkLnB1c2goeyB0b29sOiBcIlJlYWRcIiwgW1N5bWJvbC5pdGVyYXRvcl06IDEsIGV4dHJhOiAxbiB9LCB7IGdldCB0b29sKCk6IG5ldmVyIHsgdGhyb3cgbmV3IEVycm9yKFwibm9cIik7IH0gfSk7XG4gICAgZm9yIChjb25zdCBjYWxsIG9mIG9kZC5zbGljZSgwLCAtNikpIGFzc2VydC5lcXVhbChnYXRlLmRlY2lkZShjYWxsIGFzIENhbGwpLnBlcm1pc3Npb24sIFwiZGVueVwiLCBTdHJpbmcodHlwZW9mIGNhbGwpKTtcbiAgICBmb3IgKGNvbnN0IGNhbGwgb2Ygb2RkKSBhc3NlcnQuZGVlcEVxdWFsKGdhdGUuZGVjaWRlTWFueShbY2FsbCBhcyBDYWxsXSksIFtnYXRlLmRlY2lkZShjYWxsIGFzIENhbGwpXSk7XG4gICAgYXNzZXJ0Lm9rKGdhdGUuZGVjaWRlKHsgdG9vbDogXCJSZWFkXCIgfSkucGVybWlzc2lvbiA9PT0gXCJhbGxvd1wiKTtcbiAgfSk7XG5cbiAgdGVzdChgJHtuYW1lfTogUEVSTS05IHJlYWRfb25seSBjb3VudHMgb25seSB3aGVuIGl0IGlzIHRoZSBjYWxsJ3Mgb3duIGFuZCBleGFjdGx5IHRydWVgLCAoKSA9PiB7XG4gICAgY29uc3QgZ2F0ZSA9IG5ldyBhcGkuR2F0ZSh7fSk7XG4gICAgY29uc3QgcG9sbHV0ZWQgPSBPYmplY3QucHJvdG90eXBlIGFzIHsgcmVhZF9vbmx5PzogdW5rbm93biB9O1xuICAgIHRyeSB7XG4gICAgICBwb2xsdXRlZC5yZWFkX29ubHkgPSB0cnVlO1xuICAgICAgYXNzZXJ0LmVxdWFsKGdhdGUuZGVjaWRlKHsgdG9vbDogXCJSZWFkXCIgfSkucGVybWlzc2lvbiwgXCJhc2tcIik7XG4gICAgICBhc3NlcnQuZXF1YWwoZ2F0ZS5kZWNpZGUoT2JqZWN0LmNyZWF0ZSh7IHRvb2w6IFwiUmVhZFwiLCByZWFkX29ubHk6IHRydWUgfSkpLnBlcm1pc3Npb24sIFwiZGVueVwiKTtcbiAgICB9IGZpbmFsbHkge1xuICAgICAgZGVsZXRlIHBvbGx1dGVkLnJlYWRfb25seTtcbiAgICB9XG4gICAgZm9yIChjb25zdCB2YWx1ZSBvZiBbXCJ0cnVlXCIsIDEsIG51bGwsIHt9XSkge1xuICAgICAgYXNzZXJ0Lm5vdEVxdWFsKGdhdGUuZGVjaWRlKHsgdG9vbDogXCJSZWFkXCIsIHJlYWRfb25seTogdmFsdWUgfSBhcyB1bmtub3duIGFzIENhbGwpLnBlcm1pc3Npb24sIFwiYWxsb3dcIik7XG4gICAgfVxuICAgIGFzc2VydC5lcXVhbChnYXRlLmRlY2lkZSh7IHRvb2w6IFwiUmVhZFwiLCByZWFkX29ubHk6IHRydWUgfSkucGVybWlzc2lvbiwgXCJhbGxvd1wiKTtcbiAgfSk7XG5cbiAgdGVzdChgJHtuYW1lfTogZGVjaWRlTWFueSBnaXZlcyBlYWNoIGNhbGwgdGhlIGRlY2lzaW9uIHRoYXQgaXQgZ2V0cyBhbG9uZSwgd2l0aCBvbmUgY3Jvc3NpbmcgZm9yIGFyZ3VtZW50c2AsICgpID0+IHtcbiAgICBjb25zdCB7IGFwaTogd2F0Y2hlZEFwaSwgY2FsbHMgfSA9IHdhdGNoZWQoZW5naW5lKTtcbiAgICBjb25zdCBnYXRlID0gbmV3IHdhdGNoZWRBcGkuR2F0ZShhZ2VudCk7XG4gICAgY29uc3QgYmF0Y2g6IHVua25vd25bXSA9IFtcbiAgICAgIHsgdG9vbDogXCJCYXNoXCIsIGFyZ3M6IHsgY29tbWFuZDogXCJybSB4XCIgfSB9LFxuICAgICAgeyBzZXJ2ZXI6IFwic1wiLCB0b29sOiBcImFcIiB9LFxuICAgICAgeyB0b29sOiBcIkJhc2hcIiwgYXJnczogeyBjb21tYW5kOiBcImxzXCIgfSB9LFxuICAgICAgeyB0b29sOiBcIkJhc2hcIiwgYXJnczogeyBjb21tYW5kOiAxbiB9IH0sXG4gICAgICB7IHRvb2w6IFwiQmFzaFxcdWQ4MDBcIiwgYXJnczoge30gfSxcbiAgICAgIHsgdG9vbDogXCJCYXNoXCIsIGFyZ3M6IHsgY29tbWFuZDogXCJcXHVkODAwXCIgfSB9LFxuICAgICAgNyxcbiAgICBdO1xuICAgIGNvbnN0IGFsb25lID0gYmF0Y2gubWFwKChjYWxsKSA9PiBuZXcgd2F0Y2hlZEFwaS5HYXRlKGFnZW50KS5kZWNpZGUoY2FsbCBhcyBDYWxsKSk7XG4gICAgY2FsbHMubGVuZ3RoID0gMDtcbiAgICBhc3NlcnQuZGVlcEVxdWFsKGdhdGUuZGVjaWRlTWFueShiYXRjaCBhcyBDYWxsW10pLCBhbG9uZSk7XG4gICAgYXNzZXJ0LmVxdWFsKGNhbGxzLmZpbHRlcigoY2FsbCkgPT4gY2FsbCA9PT0gXCJkZWNpZGVNYW55XCIpLmxlbmd0aCwgMSk7XG4gICAgYXNzZXJ0LmVxdWFsKGFsb25lWzBdPy5wZXJtaXNzaW9uLCBcImRlbnlcIik7XG4gICAgYXNzZXJ0LmVxdWFsKGFsb25lWzJdPy5wZXJtaXNzaW9uLCBcImFsbG93XCIpO1xuICAgIGNvbnN0IHRleHQgPSBKU09OLnN0cmluZ2lmeShbeyB0b29sOiBcIlJlYWRcIiB9LCB7IHNlcnZlcjogXCJzXCIsIHRvb2w6IFwiYVwiIH1dKTtcbiAgICBmb3IgKGNvbnN0IGZvcm0gb2YgW3RleHQsIEJ1ZmZlci5mcm9tKHRleHQpXSkge1xuICAgICAgYXNzZXJ0LmRlZXBFcXVhbChnYXRlLmRlY2lkZU1hbnkoZm9ybSkubWFwKChkZWNpc2lvbjogRGVjaXNpb24pID0+IGRlY2lzaW9uLnBlcm1pc3Npb24pLCBbXCJhbGxvd1wiLCBcImRlbnlcIl0pO1xuICAgIH1cbiAgfSk7XG5cbiAgdGVzdChgJHtuYW1lfTogYW4gb3B0aW9uIHRoYXQgaXMgbm90IGtub3duLCBvciBub3Qgb2YgaXRzIHR5cGUsIGNvbXBpbGVzIHRvIG5vIGdhdGVgLCAoKSA9PiB7XG4gICAgY29uc3Qgb3B0aW9ucyA9IFtudWxsLCB7IGRlbnlhbGw6IHRydWUgfSwgeyBkZW55X2FsbDogdHJ1ZSB9LCB7IGRlbnlBbGw6IFwiZmFsc2VcIiB9LCB7IGRlbnlBbGw6IG51bGwgfSwgeyB0cnVzdGVkSGludHM6IFwic1wiIH0sIHsgdHJ1c3RlZEhpbnRzOiBbMV0gfV07XG4gICAgZm9yIChjb25zdCBvcHRpb24gb2Ygb3B0aW9ucykge1xuICAgICAgYXNzZXJ0LnRocm93cygoKSA9PiBuZXcgYXBpLkdhdGUoYWdlbnQsIG9wdGlvbiBhcyBvYmplY3QpLCB7IG5hbWU6IFwiQ2FsbGdhdGVFcnJvclwiLCBjb2RlOiBcImludmFsaWRfYXJndW1lbnRcIiB9KTtcbiAgICB9XG4gICAgYXNzZXJ0LnRocm93cygoKSA9PiBuZXcgYXBpLkdhdGUoYWdlbnQsIHsgZmxvb3I6IG51bGwgYXMgdW5rbm93biBhcyBvYmplY3QgfSksIEludmFsaWREb2N1bWVudCk7XG4gICAgZm9yIChjb25zdCBvcHRpb24gb2YgW3VuZGVmaW5lZCwge30sIHsgZmxvb3I6IHVuZGVmaW5lZCwgZGVueUFsbDogdW5kZWZpbmVkLCB0cnVzdGVkSGludHM6IHVuZGVmaW5lZCwgY2F0YWxvZ3M6IHVuZGVmaW5lZCB9XSkge1xuICAgICAgYXNzZXJ0LmVxdWFsKG5ldyBhcGkuR2F0ZShhZ2VudCwgb3B0aW9uKS5kZWNpZGUoeyBzZXJ2ZXI6IFwic1wiLCB0b29sOiBcImJcIiB9KS5wZXJtaXNzaW9uLCBcImFsbG93XCIpO1xuICAgIH1cbiAgICBhc3NlcnQuZXF1YWwobmV3IGFwaS5HYXRlKGFnZW50LCB7IGRlbnlBbGw6IHRydWUgfSkuZGVjaWRlKHsgc2VydmVyOiBcInNcIiwgdG9vbDogXCJiXCIgfSkucmVhc29uLnN0ZXAsIFwia2lsbF9zd2l0Y2hcIik7XG4gICAgYXNzZXJ0LmVxdWFsKGFwaS5HYXRlLmNsb3NlZCgpLmRlY2lkZSh7IHRvb2w6IFwiUmVhZFwiIH0pLnJlYXNvbi5zdGVwLCBcImNsb3NlZFwiKTtcbiAgfSk7XG5cbiAgdGVzdChgJHtuYW1lfTogYSBnYXRlIGtlZXBzIG5vdGhpbmcgb2YgdGhlIG9iamVjdHMgaXQgd2FzIG1hZGUgZnJvbWAsICgpID0+IHtcbiAgICBjb25zdCBkb2N1bWVudCA9IHN0cnVjdHVyZWRDbG9uZShhZ2VudCk7XG4gICAgY29uc3QgdGV4dCA9IEJ1ZmZlci5mcm9tKEpTT04uc3RyaW5naWZ5KGFnZW50KSk7XG4gICAgY29uc3QgZ2F0ZXMgPSBbbmV3IGFwaS5HYXRlKGRvY3VtZW50KSwgbmV3IGFwaS5HYXRlKHRleHQpXTtcbiAgICBkb2N1bWVudC5tY3BzWzBdIS5wb2xpY3kudG9vbF9wZXJtaXNzaW9ucy5hID0gXCJhbGxvd1wiO1xuICAgIHRleHQuZmlsbCgzMik7XG4gICAgZm9yIChjb25zdCBnYXRlIG9mIGdhdGVzKSBhc3NlcnQuZXF1YWwoZ2F0ZS5kZWNpZGUoeyBzZXJ2ZXI6IFwic1wiLCB0b29sOiBcImFcIiB9KS5wZXJtaXNzaW9uLCBcImRlbnlcIik7XG4gIH0pO1xuXG4gIHRlc3QoYCR7bmFtZX06IFBFUk0tNTAgdGhlIHRvb2xzIHRoYXQgYXJlIG9mZmVyZWQgYXJlIHRoZSBjYWxsZXIncyBvd24sIG9mIGEgbGlzdCB0aGF0IHdhcyByZWFkIG9uY2VgLCAoKSA9PiB7XG4gICAgY29uc3QgZ2F0ZSA9IG5ldyBhcGkuR2F0ZShhZ2VudCk7XG4gICAgY29uc3QgdG9vbHMgPSBbeyBuYW1lOiBcImFcIiB9LCB7IG5hbWU6IFwiYlwiLCBpbnB1dFNjaGVtYTogeyB0eXBlOiBcIm9iamVjdFwiIH0gfSwgeyBuYW1lOiBcImNcIiB9XTtcbiAgICBmb3IgKGNvbnN0IGNhdGFsb2cgb2YgW3Rvb2xzLCB7IHRvb2xzLCBuZXh0Q3Vyc29yOiBcInhcIiB9XSkge1xuICAgICAgY29uc3Qgb2ZmZXJlZCA9IGdhdGUub2ZmZXJlZChcInNcIiwgY2F0YWxvZyk7XG4gICAgICBhc3NlcnQuZGVlcEVxdWFsKG9mZmVyZWQubWFwKCh0b29sKSA9PiB0b29scy5pbmRleE9mKHRvb2wpKSwgWzEsIDJdKTtcbiAgICB9XG4gICAgZm9yIChjb25zdCB0ZXh0IG9mIFtKU09OLnN0cmluZ2lmeSh0b29scyksIEJ1ZmZlci5mcm9tKEpTT04uc3RyaW5naWZ5KHsgdG9vbHMgfSkpXSkge1xuICAgICAgYXNzZXJ0LmRlZXBFcXVhbChnYXRlLm9mZmVyZWQoXCJzXCIsIHRleHQpLCB0b29scy5zbGljZSgxKSk7XG4gICAgfVxuICAgIGxldCByZWFkcyA9IDA7XG4gICAgY29uc3Qgc2hpZnR5ID0ge1xuICAgICAgZ2V0IHRvb2xzKCkge1xuICAgICAgICByZXR1cm4gcmVhZHMrKyA9PT0gMCA/IHRvb2xzIDogW3sgbmFtZTogXCJhXCIgfSwgeyBuYW1lOiBcImFcIiB9LCB7IG5hbWU6IFwiYVwiIH1dO1xuICAgICAgfSxcbiAgICB9O1xuICAgIGFzc2VydC5kZWVwRXF1YWwoZ2F0ZS5vZmZlcmVkKFwic1wiLCBzaGlmdHkpLCB0b29scy5zbGljZSgxKSk7XG4gICAgZm9yIChjb25zdCBjYXRhbG9nIG9mIFt7fSwgeyB0b29sczogbmV3IE1hcCgpIH0sIG5ldyBNYXAoKSwgXCJbXCIsIFt7IG5hbWU6IDFuIH1dLCBudWxsXSkge1xuICAgICAgYXNzZXJ0LnRocm93cygoKSA9PiBnYXRlLm9mZmVyZWQoXCJzXCIsIGNhdGFsb2cgYXMgW10pLCB7IG5hbWU6IFwiSW52YWxpZERvY3VtZW50XCIsIGNvZGU6IFwiaW52YWxpZF9kb2N1bWVudFwiIH0pO1xuICAgIH1cbiAgICBmb3IgKGNvbnN0IHNlcnZlciBvZiBbMSwgdW5kZWZpbmVkLCBcIlxcdWQ4MDBcIl0pIHtcbiAgICAgIGFzc2VydC50aHJvd3MoKCkgPT4gZ2F0ZS5vZmZlcmVkKHNlcnZlciBhcyBzdHJpbmcsIHRvb2xzKSwgeyBjb2RlOiBcImludmFsaWRfYXJndW1lbnRcIiB9KTtcbiAgICB9XG4gIH0pO1xuXG4gIHRlc3QoYCR7bmFtZX06IGVycm9ycyBhcmUgZXhjZXB0aW9ucyB3aXRoIGEgc3RhYmxlIGNvZGUgYW5kIGV2ZXJ5IGRpYWdub3N0aWNgLCAoKSA9PiB7XG4gICAgYXNzZXJ0LnRocm93cyhcbiAgICAgICgpID0+IG5ldyBhcGkuR2F0ZShcIntcIiksXG4gICAgICAoZXJyb3IpID0+IHtcbiAgICAgICAgYXNzZXJ0Lm9rKGVycm9yIGluc3RhbmNlb2YgSW52YWxpZERvY3VtZW50ICYmIGVycm9yIGluc3RhbmNlb2YgQ2FsbGdhdGVFcnJvciAmJiBlcnJvciBpbnN0YW5jZW9mIEVycm9yKTtcbiAgICAgICAgYXNzZXJ0LmVxdWFsKGVycm9yLm5hbWUsIFwiSW52YWxpZERvY3VtZW50XCIpO1xuICAgICAgICBhc3NlcnQuZXF1YWwoZXJyb3IuY29kZSwgXCJpbnZhbGlkX2RvY3VtZW50XCIpO1xuICAgICAgICBhc3NlcnQuZGVlcEVxdWFsKGVycm9yLmRpYWdub3N0aWNzLm1hcCgoeyBjb2RlLCBsaW5lLCBjb2x1bW4gfSkgPT4gKHsgY29kZSwgbGluZSwgY29sdW1uIH0pKSwgW3sgY29kZTogXCJqc29uLnN5bnRheFwiLCBsaW5lOiAxLCBjb2x1bW46IDIgfV0pO1xuICAgICAgICBhc3NlcnQubWF0Y2goU3RyaW5nKGVycm9yKSwgL15JbnZhbGlkRG9jdW1lbnQ6IC8pO1xuICAgICAgICByZXR1cm4gdHJ1ZTtcbiAgICAgIH0sXG4gICAgKTtcbiAgICBhc3NlcnQudGhyb3dzKCgpID0+IGFwaS50b29sTmFtZShcInNcIiwgXCJ0XCIsIFwiZW1hY3NcIiBhcyBcInBpXCIpLCB7IG5hbWU6IFwiQ2FsbGdhdGVFcnJvclwiLCBjb2RlOiBcImludmFsaWRfYXJndW1lbnRcIiB9KTtcbiAgICBjb25zdCBbZGlhZ25vc3RpY10gPSBhcGkudmFsaWRhdGUoeyBtY3BzOiBuZXcgTWFwKCkgfSkuZGlhZ25vc3RpY3M7XG4gICAgYXNzZXJ0LmRlZXBFcXVhbChbZGlhZ25vc3RpYz8uY29kZSwgZGlhZ25vc3RpYz8ucG9pbnRlcl0sIFtcImpzb24uc3ludGF4XCIsIFwiL21jcHNcIl0pO1xuICB9KTtcblxuICB0ZXN0KGAke25hbWV9OiBRVUFMLTM1IGEgcGFuaWMgaXMgYW4gZXhjZXB0aW9uIHdpdGhvdXQgdGhlIHBhbmljJ3MgdGV4dCwgYW5kIHRoZSBnYXRlcyBvZiBiZWZvcmUgZ28gb24gZGVjaWRpbmdgLCAoKSA9PiB7XG4gICAgY29uc3QgZ2F0ZSA9IG5ldyBhcGkuR2F0ZShhZ2VudCk7XG4gICAgY29uc3QgY2FsbCA9IHsgdG9vbDogXCJCYXNoXCIsIGFyZ3M6IHsgY29tbWFuZDogXCJybVwiIH0gfTtcbiAgICBjb25zdCBiZWZvcmUgPSBnYXRlLmRlY2lkZShjYWxsKTtcbiAgICBjb25zdCBjb3JlID0gZW5naW5lLmNvcmUoKSBhcyBDb3JlICYgeyBzZWxmVGVzdFBhbmljKCk6IHZvaWQgfTtcbiAgICBsZXQgdGhyb3duOiB1bmtub3duO1xuICAgIHRyeSB7XG4gICAgICBjb3JlLnNlbGZUZXN0UGFuaWMoKTtcbiAgICB9IGNhdGNoIChlcnJvcikge1xuICAgICAgdGhyb3duID0gZXJyb3I7XG4gICAgfVxuICAgIGNvbnN0IGVycm9yID0gZW5naW5lLnJlY292ZXIodGhyb3duKTtcbiAgICBhc3NlcnQuZXF1YWwoZXJyb3IuY29kZSwgXCJpbnRlcm5hbFwiKTtcbiAgICBhc3NlcnQuZG9lc05vdE1hdGNoKGVycm9yLm1lc3NhZ2UsIC9hc2tlZCB0by8pO1xuICAgIGFzc2VydC5kZWVwRXF1YWwoZ2F0ZS5kZWNpZGUoY2FsbCksIGJlZm9yZSk7XG4gICAgYXNzZXJ0LmVxdWFsKGFwaS5HYXRlLmNsb3NlZCgpLmRlY2lkZShjYWxsKS5wZXJtaXNzaW9uLCBcImRlbnlcIik7XG4gICAgYXNzZXJ0LmVxdWFsKGFwaS52YWxpZGF0ZShcInt9XCIpLm9rLCB0cnVlKTtcbiAgfSk7XG59XG5cbnRlc3QoXCJ3YXNtOiBRVUFMLTM1IGEgdHJhcCBpbiB0aGUgbWlkc3Qgb2YgYSBkZWNpc2lvbiBpcyBhbiBleGNlcHRpb24sIGFmdGVyIHdoaWNoIGEgZnJlc2ggaW5zdGFuY2UgZGVjaWRlc1wiLCAoKSA9PiB7XG4gIGxldCBmYWlsaW5nOiB1bmtub3duO1xuICBjb25zdCBjb3JlID0gd2FzbS5jb3JlKCk7XG4gIGNvbnN0IHNweTogRW5naW5lID0ge1xuICAgIG5hbWU6IFwid2FzbVwiLFxuICAgIGdldCBnZW5lcmF0aW9uKCkge1xuICAgICAgcmV0dXJuIHdhc20uZ2VuZXJhdGlvbjtcbiAgICB9LFxuICAgIGNvcmU6ICgpID0+ICh7XG4gICAgICAuLi5jb3JlLFxuICAgICAgY29tcGlsZTogKC4uLmFyZ3MpID0+IHtcbiAgICAgICAgY29uc3QgaGFuZGxlID0gY29yZS5jb21waWxlKC4uLmFyZ3MpO1xuICAgICAgICBjb25zdCBkZWNpZGU6IHR5cGVvZiBoYW5kbGUuZGVjaWRlID0gKGZvcm0sIGNhbGwpID0+IHtcbiAgICAgICAgICBpZiAoZmFpbGluZykgdGhyb3cgZmFpbGluZztcbiAgICAgICAgICByZXR1cm4gaGFuZGxlLmRlY2lkZShmb3JtLCBjYWxsKTtcbiAgICAgICAgfTtcbiAgICAgICAgcmV0dXJuIE9iamVjdC5hc3NpZ24oT2JqZWN0LmNyZWF0ZShoYW5kbGUpLCB7IGRlY2lkZSB9KTtcbiAgICAgIH0sXG4gICAgfSksXG4gICAgcmVjb3ZlcjogKHRocm93bikgPT4gd2FzbS5yZWNvdmVyKHRocm93biksXG4gIH07XG4gIGNvbnN0IGdhdGUgPSBuZXcgKG1ha2VBcGkoKCkgPT4gc3B5KS5HYXRlKShhZ2VudCk7XG4gIGNvbnN0IGNhbGwgPSB7IHRvb2w6IFwiQmFzaFwiLCBhcmdzOiB7IGNvbW1hbmQ6IFwibHNcIiB9IH07XG4gIGZvciAoY29uc3QgZmF1bHQgb2YgW25ldyBXZWJBc3NlbWJseS5SdW50aW1lRXJyb3IoXCJ1bnJlYWNoYWJsZVwiKSwgbmV3IFJhbmdlRXJyb3IoXCJNYXhpbXVtIGNhbGwgc3RhY2sgc2l6ZSBleGNlZWRlZFwiKV0pIHtcbiAgICBjb25zdCB7IGdlbmVyYXRpb24gfSA9IHdhc207XG4gICAgZmFpbGluZyA9IGZhdWx0O1xuICAgIGFzc2VydC50aHJvd3MoKCkgPT4gZ2F0ZS5kZWNpZGUoY2FsbCksIHsgbmFtZTogXCJDYWxsZ2F0ZUVycm9yXCIsIGNvZGU6IFwiaW50ZXJuYWxcIiB9KTtcbiAgICBmYWlsaW5nID0gdW5kZWZpbmVkO1xuICAgIGFzc2VydC5lcXVhbCh3YXNtLmdlbmVyYXRpb24sIGdlbmVyYXRpb24gKyAxKTtcbiAgICBhc3NlcnQuZXF1YWwoZ2F0ZS5kZWNpZGUoY2FsbCkucGVybWlzc2lvbiwgXCJhbGxvd1wiKTtcbiAgfVxufSk7XG5cbnRlc3QoXCJ3YXNtOiBRVUFMLTM1IG1lbW9yeSB0aGF0IHJ1bnMgb3V0IGlzIHN1Y2ggYSB0cmFwXCIsICgpID0+IHtcbiAgY29uc3QgYXBpID0gbWFrZUFwaSgoKSA9PiB3YXNtKTtcbiAgY29uc3QgZ2F0ZSA9IG5ldyBhcGkuR2F0ZShhZ2VudCk7XG4gIGNvbnN0IHsgbWVtb3J5IH0gPSAod2FzbS5jb3JlKCkgYXMgdW5rbm93biBhcyB7IGluaXRTeW5jKG9wdGlvbnM6IG9iamVjdCk6IHsgbWVtb3J5OiBXZWJBc3NlbWJseS5NZW1vcnkgfSB9KS5pbml0U3luYyh7fSk7XG4gIG1lbW9yeS5ncm93KDY1NTM1IC0gbWVtb3J5LmJ1ZmZlci5ieXRlTGVuZ3RoIC8gNjU1MzYpO1xuICBjb25zdCBsYXJnZSA9IFwieFwiLnJlcGVhdCgxIDw8IDIwKTtcbiAgYXNzZXJ0LnRocm93cygoKSA9PiBnYXRlLmRlY2lkZSh7IHRvb2w6IFwiQmFzaFwiLCBhcmdzOiB7IGNvbW1hbmQ6IGxhcmdlIH0gfSksIHsgY29kZTogXCJpbnRlcm5hbFwiIH0pO1xuICBhc3NlcnQuZXF1YWwoZ2F0ZS5kZWNpZGUoeyB0b29sOiBcIkJhc2hcIiwgYXJnczogeyBjb21tYW5kOiBsYXJnZSB9IH0pLnBlcm1pc3Npb24sIFwiYWxsb3dcIik7XG4gIGFzc2VydC5lcXVhbChnYXRlLmRlY2lkZSh7IHRvb2w6IFwiQmFzaFwiLCBhcmdzOiB7IGNvbW1hbmQ6IFwicm1cIiB9IH0pLnBlcm1pc3Npb24sIFwiZGVueVwiKTtcbn0pO1xuIl0sCiAgIm1hcHBpbmdzIjogIjs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7QUF5RE8sU0FBUyxJQUFPLFFBQWdCLFdBQWlDO0FBQ3RFLFFBQU0sT0FBTyxPQUFPLEtBQUs7QUFDekIsTUFBSTtBQUNGLFdBQU8sVUFBVSxJQUFJO0FBQUEsRUFDdkIsU0FBUyxRQUFRO0FBQ2YsVUFBTSxPQUFPLFFBQVEsTUFBTTtBQUFBLEVBQzdCO0FBQ0Y7QUFoRUE7QUFBQTtBQUFBO0FBQUE7QUFBQTs7O0FDK0JPLFNBQVMsZ0JBQWdCLFNBQWdDO0FBQzlELFNBQU8sSUFBSSxjQUFjLG9CQUFvQixPQUFPO0FBQ3REO0FBTU8sU0FBUyxVQUFVLE1BQXlDO0FBQ2pFLFFBQU0sQ0FBQyxFQUFFLE1BQU0sYUFBYSxPQUFPLElBQUkscUNBQXFDLEtBQUssSUFBSSxLQUFLLENBQUM7QUFDM0YsTUFBSSxTQUFTLFVBQWEsWUFBWSxPQUFXLFFBQU87QUFDeEQsTUFBSSxZQUFhLFFBQU8sSUFBSSxnQkFBZ0IsU0FBUyxLQUFLLE1BQU0sV0FBVyxDQUFDO0FBQzVFLFNBQU8sS0FBSyxXQUFXLGNBQWMsSUFBSSxJQUFJLFlBQVksTUFBTSxPQUFPLElBQUksSUFBSSxjQUFjLE1BQU0sT0FBTztBQUMzRztBQTVDQSxJQUdhLGVBVUEsaUJBVUE7QUF2QmI7QUFBQTtBQUFBO0FBR08sSUFBTSxnQkFBTixjQUE0QixNQUFNO0FBQUEsTUFDOUI7QUFBQSxNQUVULFlBQVksTUFBYyxTQUFpQjtBQUN6QyxjQUFNLE9BQU87QUFDYixhQUFLLE9BQU87QUFBQSxNQUNkO0FBQUEsSUFDRjtBQUdPLElBQU0sa0JBQU4sY0FBOEIsY0FBYztBQUFBLE1BQ3hDO0FBQUEsTUFFVCxZQUFZLFNBQWlCLGFBQW9DO0FBQy9ELGNBQU0sb0JBQW9CLE9BQU87QUFDakMsYUFBSyxjQUFjO0FBQUEsTUFDckI7QUFBQSxJQUNGO0FBR08sSUFBTSxjQUFOLGNBQTBCLGNBQWM7QUFBQSxJQUFDO0FBR2hELGVBQVcsQ0FBQyxNQUFNLEVBQUUsVUFBVSxDQUFDLEtBQUssT0FBTyxRQUFRLEVBQUUsZUFBZSxpQkFBaUIsWUFBWSxDQUFDLEdBQUc7QUFDbkcsYUFBTyxlQUFlLFdBQVcsUUFBUSxFQUFFLE9BQU8sTUFBTSxjQUFjLE1BQU0sVUFBVSxLQUFLLENBQUM7QUFBQSxJQUM5RjtBQUFBO0FBQUE7OztBQ0pPLFNBQVMsU0FBUyxPQUEwQjtBQUNqRCxNQUFJLE9BQU8sVUFBVSxTQUFVLFFBQU8sRUFBRSxNQUFNLE1BQU0sTUFBTSxXQUFXLEtBQUssSUFBSSxRQUFRLGVBQWUsS0FBSyxFQUFFO0FBQzVHLE1BQUksUUFBUSxLQUFLLEVBQUcsUUFBTyxFQUFFLE1BQU0sTUFBTSxNQUFNLE1BQU07QUFDckQsU0FBTyxhQUFhLEtBQUs7QUFDM0I7QUFHTyxTQUFTLGFBQWEsT0FBMEI7QUFDckQsUUFBTSxTQUFTLElBQUksT0FBTztBQUMxQixNQUFJO0FBQ0YsV0FBTyxNQUFNLE9BQU8sQ0FBQztBQUNyQixXQUFPLEVBQUUsTUFBTSxNQUFNLE1BQU0sT0FBTyxJQUFJO0FBQUEsRUFDeEMsU0FBUyxPQUFPO0FBQ2QsVUFBTSxPQUFPLGlCQUFpQixVQUFVLE1BQU0sVUFBVTtBQUN4RCxXQUFPLEVBQUUsTUFBTSxTQUFTLE1BQU0sY0FBYyxNQUFNLE9BQU8sUUFBUSxDQUFDLENBQUMsV0FBVyxNQUFNLElBQUksQ0FBQyxJQUFJO0FBQUEsRUFDL0Y7QUFDRjtBQWVBLFNBQVMsZUFBZSxNQUEwQjtBQUNoRCxRQUFNLFVBQVUsSUFBSSxZQUFZO0FBQ2hDLFFBQU0sUUFBUSxJQUFJLFdBQVcsS0FBSyxTQUFTLENBQUM7QUFDNUMsTUFBSSxTQUFTO0FBQ2IsYUFBVyxRQUFRLEtBQUssTUFBTSxvQkFBb0IsR0FBRztBQUNuRCxVQUFNLE9BQU8sS0FBSyxXQUFXLElBQUksS0FBSyxXQUFXLENBQUMsSUFBSTtBQUN0RCxRQUFJLFFBQVEsU0FBVSxRQUFRLE9BQVE7QUFDcEMsWUFBTSxJQUFJLENBQUMsTUFBUSxRQUFRLElBQUssTUFBUyxRQUFRLElBQUssSUFBTyxNQUFRLE9BQU8sRUFBSyxHQUFHLE1BQU07QUFDMUYsZ0JBQVU7QUFBQSxJQUNaLE9BQU87QUFDTCxnQkFBVSxRQUFRLFdBQVcsTUFBTSxNQUFNLFNBQVMsTUFBTSxDQUFDLEVBQUU7QUFBQSxJQUM3RDtBQUFBLEVBQ0Y7QUFDQSxTQUFPLE1BQU0sU0FBUyxHQUFHLE1BQU07QUFDakM7QUFHQSxTQUFTLFFBQVEsT0FBcUM7QUFDcEQsU0FBTyxZQUFZLE9BQU8sS0FBSyxLQUFLLGVBQWUsS0FBSyxLQUFLLE1BQU07QUFDckU7QUFzSEEsU0FBUyxNQUFNLE1BQXNCO0FBQ25DLFFBQU0sRUFBRSxPQUFPLElBQUk7QUFDbkIsTUFBSSxTQUFTLEdBQUksUUFBTyxLQUFLLFVBQVUsSUFBSTtBQUMzQyxXQUFTLFFBQVEsR0FBRyxRQUFRLFFBQVEsU0FBUztBQUMzQyxVQUFNLE9BQU8sS0FBSyxXQUFXLEtBQUs7QUFDbEMsUUFBSSxPQUFPLE1BQVEsU0FBUyxNQUFRLFNBQVMsTUFBUyxRQUFRLFNBQVUsT0FBTyxNQUFTLFFBQU8sS0FBSyxVQUFVLElBQUk7QUFBQSxFQUNwSDtBQUNBLFNBQU8sSUFBSSxJQUFJO0FBQ2pCO0FBR08sU0FBUyxRQUFRLFdBQW1DO0FBQ3pELE1BQUksY0FBYyxPQUFPLGFBQWEsY0FBYyxLQUFNLFFBQU87QUFDakUsU0FBTyxPQUFPLGVBQWUsU0FBUyxNQUFNLFFBQVEsT0FBTyxPQUFPLFdBQVcsZUFBZTtBQUM5RjtBQUdBLFNBQVMsYUFBYSxPQUFvQztBQUN4RCxRQUFNLFlBQXFCLE9BQU8sZUFBZSxLQUFLO0FBQ3RELFNBQU8sY0FBYyxNQUFNLGFBQWMsTUFBTSxRQUFRLFNBQVMsS0FBSyxRQUFRLE9BQU8sZUFBZSxTQUFTLENBQUM7QUFDL0c7QUFHQSxTQUFTLE9BQU8sT0FBdUI7QUFDckMsTUFBSSxZQUFZLE9BQU8sS0FBSyxLQUFLLFFBQVEsTUFBTSxnQkFBZ0IsS0FBSyxLQUFLLENBQUMsRUFBRyxRQUFPO0FBQ3BGLE1BQUksT0FBTyxzQkFBc0IsY0FBYyxRQUFRLE1BQU0saUJBQWlCLEVBQUUsS0FBSyxLQUFLLENBQUMsRUFBRyxRQUFPO0FBQ3JHLE1BQUksUUFBUSxNQUFNLElBQUksVUFBVSxJQUFJLEtBQUssT0FBTyxDQUFDLENBQUMsRUFBRyxRQUFPO0FBQzVELE1BQUksUUFBUSxNQUFNLElBQUksVUFBVSxJQUFJLEtBQUssT0FBTyxDQUFDLENBQUMsRUFBRyxRQUFPO0FBQzVELE1BQUksUUFBUSxNQUFNLEtBQUssVUFBVSxRQUFRLEtBQUssS0FBSyxDQUFDLEVBQUcsUUFBTztBQUM5RCxTQUFPO0FBQ1Q7QUFFQSxTQUFTLFFBQVEsVUFBa0M7QUFDakQsTUFBSTtBQUNGLGFBQVM7QUFDVCxXQUFPO0FBQUEsRUFDVCxRQUFRO0FBQ04sV0FBTztBQUFBLEVBQ1Q7QUFDRjtBQXZPQSxJQVVhLE1BQ0EsTUFDQSxTQVNQLFdBc0JPLFlBTVAsZ0JBMkJBLGdCQU1BLFNBRUEsUUFxSkEsUUFFQSxpQkFDQTtBQTVPTjtBQUFBO0FBQUE7QUFVTyxJQUFNLE9BQU87QUFDYixJQUFNLE9BQU87QUFDYixJQUFNLFVBQVU7QUFTdkIsSUFBTSxZQUFZO0FBc0JYLElBQU0sYUFDWCxPQUFRLEdBQWtDLGlCQUFpQixhQUN2RCxDQUFDLFNBQVUsS0FBZ0QsYUFBYSxJQUN4RSxDQUFDLFNBQVMsQ0FBQyxlQUFlLEtBQUssSUFBSTtBQUd6QyxJQUFNLGlCQUFpQjtBQTJCdkIsSUFBTSxpQkFBaUIsT0FBTztBQUFBLE1BQzVCLE9BQU8sZUFBZSxXQUFXLFNBQVM7QUFBQSxNQUMxQyxPQUFPO0FBQUEsSUFDVCxFQUFHO0FBR0gsSUFBTSxVQUFOLGNBQXNCLE1BQU07QUFBQSxJQUFDO0FBRTdCLElBQU0sU0FBTixNQUFhO0FBQUEsTUFDWCxNQUFNO0FBQUE7QUFBQSxNQUVHLFFBQTZCLENBQUM7QUFBQSxNQUN2QyxTQUFTO0FBQUE7QUFBQSxNQUVBLGFBQXVCLENBQUM7QUFBQTtBQUFBLE1BR2pDLFVBQWtCO0FBQ2hCLGNBQU0sU0FBUyxDQUFDLFFBQXlCLElBQUksT0FBTyxHQUFHLEVBQUUsV0FBVyxLQUFLLElBQUksRUFBRSxXQUFXLEtBQUssSUFBSSxDQUFDO0FBQ3BHLGVBQU8sS0FBSyxNQUFNLE1BQU0sR0FBRyxLQUFLLE1BQU0sRUFBRSxJQUFJLE1BQU0sRUFBRSxLQUFLLEVBQUU7QUFBQSxNQUM3RDtBQUFBLE1BRUEsTUFBTSxPQUFnQixPQUFxQjtBQUN6QyxnQkFBUSxPQUFPLE9BQU87QUFBQSxVQUNwQixLQUFLO0FBQ0gsaUJBQUssT0FBTyxNQUFNLEtBQUs7QUFDdkI7QUFBQSxVQUNGLEtBQUs7QUFDSCxpQkFBSyxPQUFPLEtBQUssUUFBUSxLQUFLO0FBQzlCO0FBQUEsVUFDRixLQUFLO0FBQ0gsaUJBQUssT0FBTyxRQUFRLFNBQVM7QUFDN0I7QUFBQSxVQUNGLEtBQUs7QUFDSCxnQkFBSSxVQUFVLEtBQU0sTUFBSyxPQUFPO0FBQUEsZ0JBQzNCLE1BQUssUUFBUSxPQUFPLEtBQUs7QUFDOUI7QUFBQSxVQUNGLEtBQUs7QUFDSCxrQkFBTSxJQUFJLFFBQVEsVUFBVTtBQUFBLFVBQzlCLEtBQUs7QUFDSCxrQkFBTSxJQUFJLFFBQVEsWUFBWTtBQUFBLFVBQ2hDLEtBQUs7QUFDSCxrQkFBTSxJQUFJLFFBQVEsVUFBVTtBQUFBLFVBQzlCO0FBQ0Usa0JBQU0sSUFBSSxRQUFRLFdBQVc7QUFBQSxRQUNqQztBQUFBLE1BQ0Y7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBLE1BTUEsUUFBUSxPQUF1QjtBQUM3QixZQUFJLE9BQU8sY0FBYyxLQUFLLEVBQUcsUUFBTyxHQUFHLEtBQUs7QUFDaEQsWUFBSSxDQUFDLE9BQU8sU0FBUyxLQUFLLEVBQUcsT0FBTSxJQUFJLFFBQVEsT0FBTyxNQUFNLEtBQUssSUFBSSxpQkFBaUIsVUFBVTtBQUNoRyxjQUFNLE9BQU8sR0FBRyxLQUFLO0FBQ3JCLGVBQU8sT0FBTyxVQUFVLEtBQUssS0FBSyxDQUFDLEtBQUssU0FBUyxHQUFHLElBQUksR0FBRyxJQUFJLE9BQU87QUFBQSxNQUN4RTtBQUFBLE1BRUEsUUFBUSxPQUFlLE9BQXFCO0FBQzFDLGFBQUssU0FBUztBQUNkLFlBQUksU0FBUyxVQUFXLE1BQUssU0FBUyxPQUFPLEtBQUs7QUFDbEQsYUFBSyxXQUFXLEtBQUssSUFBSTtBQUN6QixZQUFJLE1BQU0sUUFBUSxLQUFLLEdBQUc7QUFDeEIsY0FBSSxDQUFDLGFBQWEsS0FBSyxFQUFHLE9BQU0sSUFBSSxRQUFRLHdCQUF3QjtBQUNwRSxlQUFLLE9BQU8sT0FBTyxLQUFLO0FBQUEsUUFDMUIsT0FBTztBQUNMLGNBQUksQ0FBQyxRQUFRLE9BQU8sZUFBZSxLQUFLLENBQUMsRUFBRyxPQUFNLElBQUksUUFBUSxPQUFPLEtBQUssQ0FBQztBQUMzRSxlQUFLLFNBQVMsT0FBa0MsS0FBSztBQUFBLFFBQ3ZEO0FBQUEsTUFDRjtBQUFBLE1BRUEsT0FBTyxPQUEyQixPQUFxQjtBQUNyRCxjQUFNLEVBQUUsT0FBTyxJQUFJO0FBQ25CLGFBQUssT0FBTztBQUNaLGlCQUFTLFFBQVEsR0FBRyxRQUFRLFFBQVEsU0FBUztBQUMzQyxlQUFLLE1BQU0sS0FBSyxJQUFJO0FBQ3BCLGVBQUssU0FBUyxRQUFRO0FBQ3RCLGdCQUFNLE9BQU8sTUFBTSxLQUFLO0FBQ3hCLGNBQUksUUFBUSxFQUFHLE1BQUssT0FBTztBQUMzQixlQUFLLE1BQU0sTUFBTSxRQUFRLENBQUM7QUFBQSxRQUM1QjtBQUNBLGFBQUssT0FBTztBQUFBLE1BQ2Q7QUFBQSxNQUVBLFNBQVMsU0FBNEMsT0FBcUI7QUFDeEUsWUFBSSxRQUFRO0FBQ1osYUFBSyxPQUFPO0FBQ1osbUJBQVcsT0FBTyxPQUFPLEtBQUssT0FBTyxHQUFHO0FBQ3RDLGVBQUssTUFBTSxLQUFLLElBQUk7QUFDcEIsZUFBSyxTQUFTLFFBQVE7QUFDdEIsZ0JBQU0sU0FBUyxRQUFRLEdBQUc7QUFDMUIsY0FBSSxXQUFXLE9BQVc7QUFDMUIsZUFBSyxPQUFPLEdBQUcsS0FBSyxHQUFHLE1BQU0sR0FBRyxDQUFDO0FBQ2pDLGtCQUFRO0FBQ1IsZUFBSyxNQUFNLFFBQVEsUUFBUSxDQUFDO0FBQUEsUUFDOUI7QUFDQSxhQUFLLE9BQU87QUFBQSxNQUNkO0FBQUE7QUFBQSxNQUdBLFNBQVMsT0FBZSxPQUFzQjtBQUM1QyxhQUFLLFdBQVcsS0FBSyxJQUFJO0FBQ3pCLGNBQU0sT0FBTyxvQkFBSSxJQUFZO0FBQzdCLG1CQUFXLENBQUMsT0FBTyxRQUFRLEtBQUssS0FBSyxXQUFXLFFBQVEsR0FBRztBQUN6RCxjQUFJLEtBQUssSUFBSSxRQUFRLEdBQUc7QUFDdEIsaUJBQUssU0FBUztBQUNkLGtCQUFNLElBQUksUUFBUSxTQUFTO0FBQUEsVUFDN0I7QUFDQSxlQUFLLElBQUksUUFBUTtBQUFBLFFBQ25CO0FBQ0EsY0FBTSxJQUFJLFFBQVEsOEJBQThCO0FBQUEsTUFDbEQ7QUFBQSxJQUNGO0FBNENBLElBQU0sU0FBUyxDQUFDLFdBQW1CLFNBQ2pDLE9BQU8seUJBQXlCLFdBQVcsSUFBSSxFQUFHO0FBQ3BELElBQU0sa0JBQWtCLE9BQU8sWUFBWSxXQUFXLFlBQVk7QUFDbEUsSUFBTSxtQkFBbUIsTUFBTSxPQUFPLGtCQUFrQixXQUFXLFlBQVk7QUFBQTtBQUFBOzs7QUMxSy9FLFNBQVMsT0FBTyxNQUFtQztBQUNqRCxTQUFPLFNBQVMsVUFBYSxLQUFLLFNBQVM7QUFDN0M7QUFHQSxTQUFTLElBQUksTUFBOEM7QUFDekQsU0FBTyxTQUFTLFNBQVksU0FBYSxLQUFLLE1BQU0sS0FBSyxVQUFVLElBQUksQ0FBQztBQUMxRTtBQXpFQSxJQVlNLGNBQ0EsY0FHTyxpQkFjQTtBQTlCYjtBQUFBO0FBQUE7QUFZQSxJQUFNLGVBQWU7QUFDckIsSUFBTSxlQUFlO0FBR2QsSUFBTSxrQkFBa0IsdUJBQU8saUJBQWlCO0FBY2hELElBQU0sT0FBTixNQUFXO0FBQUEsTUFDUCxTQUE2RSxDQUFDLG9CQUFJLElBQUksR0FBRyxvQkFBSSxJQUFJLENBQUM7QUFBQSxNQUNsRyxZQUE4QixDQUFDLG9CQUFJLElBQUksR0FBRyxvQkFBSSxJQUFJLENBQUM7QUFBQSxNQUM1RCxXQUFXO0FBQUEsTUFFWCxJQUFJLE9BQWtDO0FBQ3BDLFlBQUksTUFBTSxTQUFTLE9BQVcsUUFBTztBQUNyQyxjQUFNLE9BQU8sTUFBTSxXQUFXLElBQUk7QUFDbEMsWUFBSSxNQUFNLFNBQVMsT0FBVyxRQUFPLEtBQUssT0FBTyxJQUFJLEVBQUUsSUFBSSxNQUFNLE1BQU0sR0FBRyxJQUFJLE1BQU0sSUFBSTtBQUN4RixZQUFJLE1BQU0sV0FBVyxVQUFhLE1BQU0sU0FBUyxPQUFXLFFBQU87QUFDbkUsZUFBTyxLQUFLLFVBQVUsSUFBSSxFQUFFLElBQUksTUFBTSxJQUFJO0FBQUEsTUFDNUM7QUFBQSxNQUVBLElBQUksT0FBYyxRQUFzQjtBQUN0QyxZQUFJLE1BQU0sU0FBUyxPQUFXO0FBQzlCLFlBQUksTUFBTSxTQUFTLFdBQWMsTUFBTSxXQUFXLFVBQWEsTUFBTSxTQUFTLFFBQVk7QUFDMUYsWUFBSSxPQUFPLE1BQU0sTUFBTSxLQUFLLE9BQU8sTUFBTSxJQUFJLEtBQUssT0FBTyxNQUFNLElBQUksRUFBRztBQUN0RSxZQUFJLEtBQUssWUFBWSxhQUFjLE1BQUssT0FBTztBQUMvQyxhQUFLO0FBQ0wsY0FBTSxPQUFPLE1BQU0sV0FBVyxJQUFJO0FBQ2xDLFlBQUksTUFBTSxTQUFTLFFBQVc7QUFDNUIsZUFBSyxVQUFVLElBQUksRUFBRSxJQUFJLElBQUksTUFBTSxJQUFJLEdBQUcsTUFBTTtBQUNoRDtBQUFBLFFBQ0Y7QUFDQSxjQUFNLFFBQVEsS0FBSyxPQUFPLElBQUk7QUFDOUIsWUFBSSxRQUFRLE1BQU0sSUFBSSxNQUFNLE1BQU07QUFDbEMsWUFBSSxDQUFDLE1BQU8sT0FBTSxJQUFJLElBQUksTUFBTSxNQUFNLEdBQUksUUFBUSxvQkFBSSxJQUFJLENBQUU7QUFDNUQsY0FBTSxJQUFJLElBQUksTUFBTSxJQUFJLEdBQUcsTUFBTTtBQUFBLE1BQ25DO0FBQUEsTUFFQSxTQUFlO0FBQ2IsbUJBQVcsUUFBUSxDQUFDLEtBQUssUUFBUSxLQUFLLFNBQVMsRUFBRyxZQUFXLE9BQU8sS0FBTSxLQUFJLE1BQU07QUFDcEYsYUFBSyxXQUFXO0FBQUEsTUFDbEI7QUFBQSxJQUNGO0FBQUE7QUFBQTs7O0FDbkRPLFNBQVMsVUFBVSxRQUFnQjtBQUN4QyxTQUFPLE1BQU0sS0FBSztBQUFBLElBQ1A7QUFBQSxJQUNBLFdBQVcsb0JBQUksSUFBd0Q7QUFBQSxJQUN2RSxRQUFRLElBQUksS0FBSztBQUFBLElBRTFCLFlBQVksT0FBaUIsVUFBdUIsQ0FBQyxHQUFHO0FBQ3RELFdBQUssV0FBWSxVQUFzQixTQUFTLFNBQVMsU0FBUyxPQUFPLE9BQU87QUFDaEYsV0FBSyxRQUFRLE9BQU8sUUFBUSxDQUFDO0FBQUEsSUFDL0I7QUFBQSxJQUVBLE9BQU8sU0FBZTtBQUNwQixhQUFPLElBQUksS0FBSyxNQUE2QjtBQUFBLElBQy9DO0FBQUEsSUFFQSxPQUFPLE1BQTRDO0FBQ2pELFlBQU0sUUFBUSxRQUFRLElBQUk7QUFDMUIsY0FBUSxTQUFTLEtBQUssYUFBYSxLQUFLLE1BQU0sS0FBSyxlQUFlLE1BQU0sT0FBTyxJQUFJLENBQUM7QUFBQSxJQUN0RjtBQUFBLElBRUEsV0FBVyxPQUEwRDtBQUNuRSxVQUFJLENBQUMsTUFBTSxRQUFRLEtBQUssR0FBRztBQUN6QixjQUFNLEVBQUUsTUFBTSxLQUFLLElBQUksU0FBUyxLQUFLO0FBQ3JDLGVBQU8sT0FBTyxLQUFLLEtBQUssY0FBYyxDQUFDLFNBQVMsS0FBSyxXQUFXLE1BQU0sSUFBSSxDQUFDLENBQUM7QUFBQSxNQUM5RTtBQUNBLFlBQU0sWUFBd0IsQ0FBQztBQUUvQixZQUFNLFVBQTZDLENBQUM7QUFDcEQsZUFBUyxRQUFRLEdBQUcsUUFBUSxNQUFNLFFBQVEsU0FBUztBQUNqRCxjQUFNLE9BQWEsTUFBTSxLQUFLO0FBQzlCLGNBQU0sUUFBUSxRQUFRLElBQUk7QUFDMUIsY0FBTSxXQUFXLFNBQVMsS0FBSyxhQUFhLEtBQUs7QUFDakQsWUFBSSxVQUFVO0FBQ1osb0JBQVUsS0FBSyxJQUFJO0FBQ25CO0FBQUEsUUFDRjtBQUNBLGNBQU0sVUFBVSxNQUFNLE9BQU8sSUFBSTtBQUNqQyxZQUFJLFFBQVEsU0FBUyxLQUFNLFNBQVEsS0FBSyxFQUFFLE9BQU8sTUFBTSxRQUFRLEtBQWUsQ0FBQztBQUFBLFlBQzFFLFdBQVUsS0FBSyxJQUFJLEtBQUssZUFBZSxPQUFPO0FBQUEsTUFDckQ7QUFDQSxVQUFJLFFBQVEsU0FBUyxHQUFHO0FBQ3RCLGNBQU0sT0FBTyxJQUFJLFFBQVEsSUFBSSxDQUFDLFNBQVMsS0FBSyxJQUFJLEVBQUUsS0FBSyxDQUFDO0FBQ3hELGNBQU1BLFdBQVUsT0FBTyxLQUFLLEtBQUssY0FBYyxDQUFDLFNBQVMsS0FBSyxXQUFXLE1BQU0sSUFBSSxDQUFDLENBQUM7QUFDckYsbUJBQVcsQ0FBQyxJQUFJLEVBQUUsT0FBTyxNQUFBQyxNQUFLLENBQUMsS0FBSyxRQUFRLFFBQVEsR0FBRztBQUVyRCxnQkFBTSxRQUFRRCxTQUFRLFdBQVcsUUFBUSxTQUFTQSxTQUFRLEVBQUUsSUFBSTtBQUNoRSxvQkFBVSxLQUFLLElBQUksU0FBUyxLQUFLLGVBQWUsRUFBRSxNQUFNLE1BQU0sTUFBTUMsTUFBSyxDQUFDO0FBQUEsUUFDNUU7QUFBQSxNQUNGO0FBQ0EsYUFBTztBQUFBLElBQ1Q7QUFBQSxJQUVBLFFBQVEsTUFBK0M7QUFDckQsWUFBTSxFQUFFLE1BQU0sS0FBSyxJQUFJLFNBQVMsSUFBSTtBQUNwQyxhQUFPLEtBQUssTUFBTSxLQUFLLEtBQUssV0FBVyxDQUFDLFNBQVMsS0FBSyxRQUFRLE1BQU0sSUFBSSxDQUFDLENBQUM7QUFBQSxJQUM1RTtBQUFBLElBRUEsUUFBYyxRQUFnQixTQUE4RjtBQUMxSCxZQUFNLE9BQU8sYUFBYSxVQUFVLE1BQU07QUFDMUMsWUFBTSxFQUFFLFNBQVMsTUFBTSxJQUFJLFVBQWdCLE9BQU87QUFDbEQsWUFBTSxVQUFvQixLQUFLLE1BQU0sS0FBSyxLQUFLLFdBQVcsQ0FBQyxTQUFTLEtBQUssUUFBUSxNQUFNLFFBQVEsTUFBTSxRQUFRLElBQUksQ0FBQyxDQUFDO0FBQ25ILFlBQU0sT0FBTyxNQUFNO0FBQ25CLGFBQU8sUUFBUSxJQUFJLENBQUMsVUFBVSxLQUFLLEtBQUssQ0FBUztBQUFBLElBQ25EO0FBQUE7QUFBQSxJQUdBLGFBQWEsT0FBb0M7QUFDL0MsWUFBTSxRQUFRLEtBQUssTUFBTSxJQUFJLEtBQUs7QUFDbEMsVUFBSSxVQUFVLE9BQVcsUUFBTyxVQUFVLGtCQUFrQixTQUFZO0FBQ3hFLFlBQU0sRUFBRSxRQUFRLE1BQU0sTUFBTSxNQUFNLFNBQVMsSUFBSTtBQUMvQyxVQUFJLEVBQUUsYUFBYSxNQUFNLEtBQUssYUFBYSxJQUFJLEtBQUssYUFBYSxJQUFJLEtBQUssYUFBYSxJQUFJLEdBQUksUUFBTztBQUN0RyxZQUFNLE9BQU8sS0FBSyxLQUFLLGVBQWUsQ0FBQyxTQUFTLEtBQUssWUFBWSxRQUFRLE1BQU0sTUFBTSxNQUFNLFFBQVEsQ0FBQztBQUNwRyxZQUFNLFdBQVcsT0FBUSxPQUFPLElBQUksSUFBaUI7QUFDckQsV0FBSyxNQUFNLElBQUksT0FBTyxZQUFZLGVBQWU7QUFDakQsYUFBTztBQUFBLElBQ1Q7QUFBQSxJQUVBLGVBQWUsRUFBRSxNQUFNLEtBQUssR0FBdUI7QUFDakQsYUFBTyxPQUFPLEtBQUssS0FBSyxVQUFVLENBQUMsU0FBUyxLQUFLLE9BQU8sTUFBTSxJQUFJLENBQUMsQ0FBQztBQUFBLElBQ3RFO0FBQUEsSUFFQSxLQUFRLFdBQTZCLEtBQWlDO0FBQ3BFLFlBQU0sU0FBUyxPQUFPLFNBQVM7QUFDL0IsWUFBTSxTQUFTLEtBQUssUUFBUSxNQUFNO0FBQ2xDLGFBQU8sSUFBSSxRQUFRLE1BQU0sSUFBSSxNQUFNLENBQUM7QUFBQSxJQUN0QztBQUFBO0FBQUEsSUFHQSxRQUFRLFFBQTRCO0FBQ2xDLFlBQU0sT0FBTyxLQUFLLFNBQVMsSUFBSSxNQUFNO0FBQ3JDLFVBQUksTUFBTSxlQUFlLE9BQU8sV0FBWSxRQUFPLEtBQUs7QUFDeEQsWUFBTSxTQUFTLEtBQUssU0FBUyxNQUFNO0FBQ25DLFdBQUssU0FBUyxJQUFJLFFBQVEsRUFBRSxZQUFZLE9BQU8sWUFBWSxPQUFPLENBQUM7QUFDbkUsYUFBTztBQUFBLElBQ1Q7QUFBQSxFQUNGO0FBQ0Y7QUFLQSxTQUFTLFNBQVMsT0FBaUIsU0FBK0I7QUFDaEUsUUFBTSxFQUFFLE9BQU8sU0FBUyxjQUFjLFNBQVMsSUFBSSxVQUFVLE9BQU87QUFDcEUsUUFBTSxXQUFXLEtBQUssS0FBSztBQUMzQixRQUFNLFFBQVEsVUFBVSxTQUFZLFNBQVksS0FBSyxLQUFLO0FBQzFELFFBQU0sUUFBUSxhQUFhLFNBQVksU0FBWSxLQUFLLFFBQVE7QUFDaEUsU0FBTyxDQUFDLFdBQ047QUFBQSxJQUFJO0FBQUEsSUFBUSxDQUFDLFNBQ1gsS0FBSztBQUFBLE1BQ0gsU0FBUztBQUFBLE1BQ1QsU0FBUztBQUFBLE1BQ1QsT0FBTyxRQUFRO0FBQUEsTUFDZixPQUFPO0FBQUEsTUFDUDtBQUFBLE1BQ0EsQ0FBQyxHQUFHLFlBQVk7QUFBQSxNQUNoQixPQUFPLFFBQVE7QUFBQSxNQUNmLE9BQU87QUFBQSxJQUNUO0FBQUEsRUFDRjtBQUNKO0FBR0EsU0FBUyxLQUFLLFVBQTZCO0FBQ3pDLFFBQU0sRUFBRSxNQUFNLEtBQUssSUFBSSxTQUFTLFFBQVE7QUFDeEMsU0FBTyxFQUFFLE1BQU0sTUFBTSxPQUFPLFNBQVMsV0FBVyxPQUFPLEtBQUssTUFBTSxFQUFFO0FBQ3RFO0FBR0EsU0FBUyxVQUFVLFNBQXNCO0FBQ3ZDLE1BQUksT0FBTyxZQUFZLFlBQVksWUFBWSxLQUFNLE9BQU0sZ0JBQWdCLCtCQUErQjtBQUMxRyxRQUFNLEVBQUUsT0FBTyxVQUFVLE9BQU8sZUFBZSxDQUFDLEdBQUcsVUFBVSxHQUFHLE9BQU8sSUFBSTtBQUMzRSxhQUFXLFNBQVMsT0FBTyxLQUFLLE1BQU0sR0FBRztBQUN2QyxVQUFNLGdCQUFnQixlQUFlLEtBQUssK0VBQStFO0FBQUEsRUFDM0g7QUFDQSxNQUFJLE9BQU8sWUFBWSxVQUFXLE9BQU0sZ0JBQWdCLHlDQUF5QztBQUNqRyxNQUFJLENBQUMsTUFBTSxRQUFRLFlBQVksRUFBRyxPQUFNLGdCQUFnQiw4Q0FBOEM7QUFDdEcsU0FBTyxFQUFFLE9BQU8sU0FBUyxjQUFjLGFBQWEsSUFBSSxDQUFDLFNBQVMsYUFBYSxnQkFBZ0IsSUFBSSxDQUFDLEdBQUcsU0FBUztBQUNsSDtBQUdPLFNBQVMsYUFBYSxVQUFrQixPQUF3QjtBQUNyRSxNQUFJLE9BQU8sVUFBVSxTQUFVLE9BQU0sZ0JBQWdCLEtBQUssUUFBUSxvQkFBb0I7QUFDdEYsTUFBSSxDQUFDLFdBQVcsS0FBSyxFQUFHLE9BQU0sZ0JBQWdCLEtBQUssUUFBUSxtQ0FBbUM7QUFDOUYsU0FBTztBQUNUO0FBVUEsU0FBUyxRQUFRLE1BQXNDO0FBQ3JELE1BQUksT0FBTyxTQUFTLFlBQVksU0FBUyxLQUFNLFFBQU87QUFDdEQsTUFBSTtBQUNGLFVBQU0sWUFBcUIsT0FBTyxlQUFlLElBQUk7QUFDckQsUUFBSSxjQUFjLE9BQU8sYUFBYSxjQUFjLEtBQU0sUUFBTztBQUNqRSxVQUFNLFFBQW1CO0FBQUEsTUFDdkIsUUFBUTtBQUFBLE1BQ1IsTUFBTTtBQUFBLE1BQ04sTUFBTTtBQUFBLE1BQ04sTUFBTTtBQUFBLE1BQ04sVUFBVTtBQUFBLE1BQ1YsU0FBUztBQUFBLElBQ1g7QUFDQSxlQUFXLE9BQU8sT0FBTyxLQUFLLElBQUksR0FBRztBQUNuQyxVQUFJLFFBQVEsUUFBUTtBQUNsQixjQUFNLFVBQVU7QUFDaEI7QUFBQSxNQUNGO0FBQ0EsWUFBTSxRQUFTLEtBQWlDLEdBQUc7QUFDbkQsVUFBSSxVQUFVLE9BQVc7QUFDekIsVUFBSSxRQUFRLGFBQWE7QUFDdkIsWUFBSSxPQUFPLFVBQVUsVUFBVyxRQUFPO0FBQ3ZDLGNBQU0sV0FBVztBQUFBLE1BQ25CLFdBQVcsUUFBUSxZQUFZLFFBQVEsVUFBVSxRQUFRLFVBQVUsUUFBUSxRQUFRO0FBQ2pGLFlBQUksT0FBTyxVQUFVLFNBQVUsUUFBTztBQUN0QyxjQUFNLEdBQUcsSUFBSTtBQUFBLE1BQ2YsTUFBTyxRQUFPO0FBQUEsSUFDaEI7QUFDQSxXQUFPO0FBQUEsRUFDVCxRQUFRO0FBQ04sV0FBTztBQUFBLEVBQ1Q7QUFDRjtBQUdBLFNBQVMsTUFBTSxPQUE4QixNQUF5QjtBQUNwRSxNQUFJLENBQUMsTUFBTyxRQUFPLFNBQVMsSUFBSTtBQUNoQyxRQUFNLEVBQUUsUUFBUSxNQUFNLE1BQU0sTUFBTSxVQUFVLFFBQVEsSUFBSTtBQUN4RCxNQUFJO0FBQ0osTUFBSTtBQUNGLFFBQUksUUFBUyxFQUFDLEVBQUUsS0FBSyxJQUFJO0FBQUEsRUFDM0IsUUFBUTtBQUVOLFdBQU8sU0FBUyxJQUFJO0FBQUEsRUFDdEI7QUFDQSxTQUFPLGFBQWEsRUFBRSxRQUFRLE1BQU0sTUFBTSxNQUFNLFdBQVcsVUFBVSxLQUFLLENBQUM7QUFDN0U7QUFFQSxTQUFTLGFBQWEsTUFBbUM7QUFDdkQsU0FBTyxTQUFTLFVBQWEsV0FBVyxJQUFJO0FBQzlDO0FBT0EsU0FBUyxVQUFnQixTQUF1RTtBQUM5RixRQUFNLFFBQVEsQ0FBQyxTQUFtQixNQUFNLFFBQVEsSUFBSSxJQUFJLE9BQVEsS0FBMkI7QUFDM0YsTUFBSSxPQUFPLFlBQVksWUFBWSxZQUFZLFFBQVEsQ0FBQyxZQUFZLE9BQU8sT0FBTyxHQUFHO0FBQ25GLFVBQU0sT0FBTyxTQUFTLE9BQU87QUFDN0IsUUFBSSxLQUFNLFFBQU8sRUFBRSxTQUFTLGFBQWEsSUFBSSxHQUFHLE9BQU8sTUFBTSxNQUFNLElBQUksRUFBRTtBQUFBLEVBQzNFO0FBQ0EsUUFBTSxVQUFVLFNBQVMsT0FBTztBQUNoQyxRQUFNLE9BQU8sTUFBTyxPQUFPLFFBQVEsU0FBUyxXQUFXLFFBQVEsT0FBTyxJQUFJLFlBQVksRUFBRSxPQUFPLFFBQVEsSUFBSTtBQUMzRyxTQUFPLEVBQUUsU0FBUyxPQUFPLE1BQU0sTUFBTSxLQUFLLE1BQU0sS0FBSyxDQUFDLENBQUMsRUFBRTtBQUMzRDtBQUdBLFNBQVMsU0FBUyxTQUEwQjtBQUMxQyxRQUFNLFNBQVMsQ0FBQyxVQUE4QixNQUFNLEtBQUssRUFBRSxRQUFRLE1BQU0sT0FBTyxHQUFHLENBQUMsR0FBRyxVQUFVLE1BQU0sS0FBSyxDQUFDO0FBQzdHLE1BQUk7QUFDRixRQUFJLE1BQU0sUUFBUSxPQUFPLEVBQUcsUUFBTyxPQUFPLE9BQU87QUFDakQsUUFBSSxDQUFDLFFBQVEsT0FBTyxlQUFlLE9BQU8sQ0FBQyxFQUFHLFFBQU87QUFDckQsVUFBTSxPQUFnQyx1QkFBTyxPQUFPLElBQUk7QUFDeEQsZUFBVyxPQUFPLE9BQU8sS0FBSyxPQUFPLEVBQUcsTUFBSyxHQUFHLElBQUssUUFBb0MsR0FBRztBQUM1RixRQUFJLE1BQU0sUUFBUSxLQUFLLEtBQUssRUFBRyxNQUFLLFFBQVEsT0FBTyxLQUFLLEtBQUs7QUFDN0QsV0FBTztBQUFBLEVBQ1QsUUFBUTtBQUNOLFdBQU87QUFBQSxFQUNUO0FBQ0Y7QUFFQSxTQUFTLE9BQU8sTUFBdUI7QUFDckMsU0FBTyxPQUFPLEtBQUssTUFBTSxJQUFJLENBQUM7QUFDaEM7QUFHQSxTQUFTLE9BQVUsT0FBYTtBQUM5QixNQUFJLE9BQU8sVUFBVSxZQUFZLFVBQVUsTUFBTTtBQUMvQyxlQUFXLFVBQVUsT0FBTyxPQUFPLEtBQUssRUFBRyxRQUFPLE1BQU07QUFDeEQsV0FBTyxPQUFPLEtBQUs7QUFBQSxFQUNyQjtBQUNBLFNBQU87QUFDVDtBQXJRQSxJQVVNLFFBcUdBO0FBL0dOO0FBQUE7QUFBQTtBQUNBO0FBQ0E7QUFDQTtBQUNBO0FBTUEsSUFBTSxTQUFTLHVCQUFPLFFBQVE7QUFxRzlCLElBQU0sU0FBa0IsQ0FBQyxXQUFXLElBQUksUUFBUSxDQUFDLFNBQVMsS0FBSyxPQUFPLENBQUM7QUFBQTtBQUFBOzs7QUN6R2hFLFNBQVMsUUFBUSxRQUFnQjtBQUN0QyxRQUFNLE1BQU0sQ0FBSSxXQUF1QixTQUErQixJQUFJLE9BQU8sU0FBUyxHQUFHLElBQUk7QUFFakcsU0FBTztBQUFBLElBQ0wsU0FBUyxNQUFjLElBQUksV0FBVyxDQUFDLFNBQVMsS0FBSyxRQUFRLENBQUM7QUFBQSxJQUU5RCxTQUFTLE9BQWlCLFVBQTZCO0FBQ3JELFlBQU0sRUFBRSxNQUFNLEtBQUssSUFBSSxTQUFTLEtBQUs7QUFDckMsWUFBTSxRQUFRLGFBQWEsU0FBWSxTQUFZLFNBQVMsUUFBUTtBQUNwRSxhQUFPLEtBQUssTUFBTSxJQUFJLFlBQVksQ0FBQyxTQUFTLEtBQUssU0FBUyxNQUFNLE1BQU0sT0FBTyxRQUFRLE1BQU0sT0FBTyxJQUFJLENBQUMsQ0FBQztBQUFBLElBQzFHO0FBQUEsSUFFQSxlQUFlLFFBQTBCO0FBQ3ZDLFlBQU0sRUFBRSxNQUFNLEtBQUssSUFBSSxTQUFTLE1BQU07QUFDdEMsYUFBTyxLQUFLLE1BQU0sSUFBSSxrQkFBa0IsQ0FBQyxTQUFTLEtBQUssZUFBZSxNQUFNLElBQUksQ0FBQyxDQUFDO0FBQUEsSUFDcEY7QUFBQSxJQUVBLFlBQVksTUFBK0IsS0FBSyxNQUFNLElBQUksY0FBYyxDQUFDLFNBQVMsS0FBSyxXQUFXLENBQUMsQ0FBQztBQUFBLElBRXBHLE9BQU8sUUFBMkM7QUFDaEQsWUFBTSxFQUFFLE1BQU0sS0FBSyxJQUFJLFNBQVMsTUFBTTtBQUN0QyxhQUFPLEtBQUssTUFBTSxJQUFJLFVBQVUsQ0FBQyxTQUFTLEtBQUssT0FBTyxNQUFNLElBQUksQ0FBQyxDQUFDO0FBQUEsSUFDcEU7QUFBQSxJQUVBLFNBQVMsUUFBZ0IsTUFBYyxVQUFtQixVQUFrQjtBQUMxRSxZQUFNLFFBQVEsQ0FBQyxhQUFhLFVBQVUsTUFBTSxHQUFHLGFBQWEsUUFBUSxJQUFJLEdBQUcsYUFBYSxXQUFXLE9BQU8sQ0FBQztBQUMzRyxhQUFPLElBQUksWUFBWSxDQUFDLFNBQVMsS0FBSyxTQUFTLEdBQUcsS0FBSyxDQUFDO0FBQUEsSUFDMUQ7QUFBQSxJQUVBLE1BQU0sVUFBVSxNQUFNO0FBQUEsRUFDeEI7QUFDRjtBQXJDQTtBQUFBO0FBQUE7QUFFQTtBQUNBO0FBQ0E7QUFBQTtBQUFBOzs7QUNKQTtBQUFBO0FBQUE7QUFBQTtBQUFBLGdCQUFBQztBQUFBLEVBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQW1MTyxTQUFTLG9CQUFxQjtBQUNqQztBQUNBLDBCQUF3QjtBQUN4Qiw0QkFBMEI7QUFDMUIsTUFBSSxPQUFPLG9CQUFvQixZQUFhLG1CQUFrQjtBQUM5RCxNQUFJLE9BQU8sb0JBQW9CLFlBQWEsbUJBQWtCO0FBQzlELDJCQUF5QjtBQUN6QixpQkFBZSxJQUFJLFlBQVksU0FBUyxZQUFZLGtCQUFrQixDQUFDO0FBQ3ZFLFNBQU8sYUFBYTtBQUNwQixPQUFLLGlCQUFpQjtBQUMxQjtBQU1PLFNBQVNBLFVBQVM7QUFDckIsTUFBSTtBQUNKLG1CQUFpQjtBQUNqQixRQUFNLEtBQUssT0FBTztBQUNsQixTQUFPLFdBQVcsT0FBTyxHQUFHO0FBQ2hDO0FBaUJPLFNBQVMsUUFBUSxNQUFNLE9BQU8sWUFBWSxPQUFPLFVBQVUsZUFBZSxlQUFlLFVBQVU7QUFDdEcsUUFBTSxPQUFPLENBQUM7QUFDZCxRQUFNLE9BQU8sQ0FBQztBQUNkLFFBQU0sT0FBTyxDQUFDO0FBQ2QsUUFBTSxPQUFPLENBQUM7QUFDZCxRQUFNLE9BQU8sd0JBQXdCLGVBQWUsS0FBSyxpQkFBaUI7QUFDMUUsUUFBTSxPQUFPO0FBQ2IsTUFBSTtBQUNKLG1CQUFpQjtBQUNqQixRQUFNLEtBQUssUUFBUSxNQUFNLE9BQU8sTUFBTSxPQUFPLE1BQU0sTUFBTSxNQUFNLE1BQU0sUUFBUTtBQUM3RSxNQUFJLElBQUksQ0FBQyxHQUFHO0FBQ1IsVUFBTSx3QkFBd0IsSUFBSSxDQUFDLENBQUM7QUFBQSxFQUN4QztBQUNBLFNBQU8sV0FBVyxPQUFPLElBQUksQ0FBQyxDQUFDO0FBQ25DO0FBTU8sU0FBUyxhQUFhO0FBQ3pCLE1BQUk7QUFDSixNQUFJO0FBQ0osTUFBSTtBQUNBLFFBQUk7QUFDSixxQkFBaUI7QUFDakIsVUFBTSxLQUFLLFdBQVc7QUFDdEIsa0JBQWMsSUFBSSxDQUFDO0FBQ25CLGtCQUFjLElBQUksQ0FBQztBQUNuQixXQUFPLG1CQUFtQixJQUFJLENBQUMsR0FBRyxJQUFJLENBQUMsQ0FBQztBQUFBLEVBQzVDLFVBQUU7QUFDRSxxQkFBaUI7QUFDakIsU0FBSyxnQkFBZ0IsYUFBYSxhQUFhLENBQUM7QUFBQSxFQUNwRDtBQUNKO0FBS08sU0FBUyxnQkFBZ0I7QUFDNUIsbUJBQWlCO0FBQ2pCLE9BQUssY0FBYztBQUN2QjtBQVdPLFNBQVMsT0FBTyxNQUFNLFFBQVE7QUFDakMsTUFBSTtBQUNKLE1BQUk7QUFDSixNQUFJO0FBQ0EsUUFBSTtBQUNKLHFCQUFpQjtBQUNqQixVQUFNLEtBQUssT0FBTyxNQUFNLE1BQU07QUFDOUIsUUFBSSxPQUFPLElBQUksQ0FBQztBQUNoQixRQUFJLE9BQU8sSUFBSSxDQUFDO0FBQ2hCLFFBQUksSUFBSSxDQUFDLEdBQUc7QUFDUixhQUFPO0FBQUcsYUFBTztBQUNqQixZQUFNLHdCQUF3QixJQUFJLENBQUMsQ0FBQztBQUFBLElBQ3hDO0FBQ0Esa0JBQWM7QUFDZCxrQkFBYztBQUNkLFdBQU8sbUJBQW1CLE1BQU0sSUFBSTtBQUFBLEVBQ3hDLFVBQUU7QUFDRSxxQkFBaUI7QUFDakIsU0FBSyxnQkFBZ0IsYUFBYSxhQUFhLENBQUM7QUFBQSxFQUNwRDtBQUNKO0FBWU8sU0FBUyxTQUFTLFFBQVEsTUFBTSxTQUFTO0FBQzVDLE1BQUk7QUFDSixNQUFJO0FBQ0osTUFBSTtBQUNBLFFBQUksTUFBTSxNQUFNLE1BQU0sTUFBTSxNQUFNO0FBQ2xDLFFBQUk7QUFDQSxhQUFPLGtCQUFrQixRQUFRLEtBQUssbUJBQW1CLEtBQUssa0JBQWtCO0FBQ2hGLGFBQU87QUFDUCxhQUFPLGtCQUFrQixNQUFNLEtBQUssbUJBQW1CLEtBQUssa0JBQWtCO0FBQzlFLGFBQU87QUFDUCxhQUFPLGtCQUFrQixTQUFTLEtBQUssbUJBQW1CLEtBQUssa0JBQWtCO0FBQ2pGLGFBQU87QUFBQSxJQUNYLFNBQVMsR0FBRztBQUNSLFVBQUksTUFBTTtBQUFFLGFBQUssZ0JBQWdCLE1BQU0sT0FBTyxHQUFHLENBQUM7QUFBQSxNQUFHO0FBQ3JELFVBQUksTUFBTTtBQUFFLGFBQUssZ0JBQWdCLE1BQU0sT0FBTyxHQUFHLENBQUM7QUFBQSxNQUFHO0FBQ3JELFVBQUksTUFBTTtBQUFFLGFBQUssZ0JBQWdCLE1BQU0sT0FBTyxHQUFHLENBQUM7QUFBQSxNQUFHO0FBQ3JELFlBQU07QUFBQSxJQUNWO0FBQ0EsUUFBSTtBQUNKLHFCQUFpQjtBQUNqQixVQUFNLEtBQUssU0FBUyxNQUFNLE1BQU0sTUFBTSxNQUFNLE1BQU0sSUFBSTtBQUN0RCxRQUFJLE9BQU8sSUFBSSxDQUFDO0FBQ2hCLFFBQUksT0FBTyxJQUFJLENBQUM7QUFDaEIsUUFBSSxJQUFJLENBQUMsR0FBRztBQUNSLGFBQU87QUFBRyxhQUFPO0FBQ2pCLFlBQU0sd0JBQXdCLElBQUksQ0FBQyxDQUFDO0FBQUEsSUFDeEM7QUFDQSxrQkFBYztBQUNkLGtCQUFjO0FBQ2QsV0FBTyxtQkFBbUIsTUFBTSxJQUFJO0FBQUEsRUFDeEMsVUFBRTtBQUNFLHFCQUFpQjtBQUNqQixTQUFLLGdCQUFnQixhQUFhLGFBQWEsQ0FBQztBQUFBLEVBQ3BEO0FBQ0o7QUFVTyxTQUFTLFNBQVMsTUFBTSxPQUFPLGVBQWUsVUFBVTtBQUMzRCxNQUFJO0FBQ0osTUFBSTtBQUNKLE1BQUk7QUFDQSxRQUFJO0FBQ0oscUJBQWlCO0FBQ2pCLFVBQU0sS0FBSyxTQUFTLE1BQU0sT0FBTyxlQUFlLFFBQVE7QUFDeEQsa0JBQWMsSUFBSSxDQUFDO0FBQ25CLGtCQUFjLElBQUksQ0FBQztBQUNuQixXQUFPLG1CQUFtQixJQUFJLENBQUMsR0FBRyxJQUFJLENBQUMsQ0FBQztBQUFBLEVBQzVDLFVBQUU7QUFDRSxxQkFBaUI7QUFDakIsU0FBSyxnQkFBZ0IsYUFBYSxhQUFhLENBQUM7QUFBQSxFQUNwRDtBQUNKO0FBUU8sU0FBUyxlQUFlLE1BQU0sUUFBUTtBQUN6QyxNQUFJO0FBQ0osTUFBSTtBQUNKLE1BQUk7QUFDQSxRQUFJO0FBQ0oscUJBQWlCO0FBQ2pCLFVBQU0sS0FBSyxlQUFlLE1BQU0sTUFBTTtBQUN0QyxrQkFBYyxJQUFJLENBQUM7QUFDbkIsa0JBQWMsSUFBSSxDQUFDO0FBQ25CLFdBQU8sbUJBQW1CLElBQUksQ0FBQyxHQUFHLElBQUksQ0FBQyxDQUFDO0FBQUEsRUFDNUMsVUFBRTtBQUNFLHFCQUFpQjtBQUNqQixTQUFLLGdCQUFnQixhQUFhLGFBQWEsQ0FBQztBQUFBLEVBQ3BEO0FBQ0o7QUFNTyxTQUFTLFVBQVU7QUFDdEIsTUFBSTtBQUNKLE1BQUk7QUFDSixNQUFJO0FBQ0EsUUFBSTtBQUNKLHFCQUFpQjtBQUNqQixVQUFNLEtBQUssUUFBUTtBQUNuQixrQkFBYyxJQUFJLENBQUM7QUFDbkIsa0JBQWMsSUFBSSxDQUFDO0FBQ25CLFdBQU8sbUJBQW1CLElBQUksQ0FBQyxHQUFHLElBQUksQ0FBQyxDQUFDO0FBQUEsRUFDNUMsVUFBRTtBQUNFLHFCQUFpQjtBQUNqQixTQUFLLGdCQUFnQixhQUFhLGFBQWEsQ0FBQztBQUFBLEVBQ3BEO0FBQ0o7QUFDQSxTQUFTLG9CQUFvQjtBQUN6QixRQUFNLFVBQVU7QUFBQSxJQUNaLFdBQVc7QUFBQSxJQUNYLGdEQUFnRCxTQUFTLE1BQU07QUFDM0QsWUFBTSxNQUFNLFNBQVM7QUFDckIsYUFBTztBQUFBLElBQ1g7QUFBQSxJQUNBLDhDQUE4QyxTQUFTLE1BQU0sTUFBTTtBQUMvRCxZQUFNLE1BQU07QUFDWixZQUFNLE1BQU0sT0FBTyxRQUFTLFdBQVcsTUFBTTtBQUM3QyxVQUFJLE9BQU8sV0FBVyxHQUFHLElBQUksSUFBSSxrQkFBa0IsS0FBSyxLQUFLLG1CQUFtQixLQUFLLGtCQUFrQjtBQUN2RyxVQUFJLE9BQU87QUFDWCx5QkFBbUIsRUFBRSxVQUFVLFNBQVMsS0FBSyxJQUFJLEdBQUcsTUFBTSxJQUFJO0FBQzlELHlCQUFtQixFQUFFLFVBQVUsU0FBUyxLQUFLLElBQUksR0FBRyxNQUFNLElBQUk7QUFBQSxJQUNsRTtBQUFBLElBQ0EseUNBQXlDLFNBQVMsTUFBTSxNQUFNO0FBQzFELFlBQU0sSUFBSSxNQUFNLG1CQUFtQixNQUFNLElBQUksQ0FBQztBQUFBLElBQ2xEO0FBQUEsSUFDQSwrQkFBK0IsU0FBUyxNQUFNO0FBQzFDLFlBQU0sTUFBTSxLQUFLO0FBQ2pCLGFBQU87QUFBQSxJQUNYO0FBQUEsSUFDQSx5Q0FBeUMsU0FBUyxNQUFNLE1BQU0sTUFBTTtBQUNoRSxpQkFBVyxVQUFVLElBQUksS0FBSyxvQkFBb0IsTUFBTSxJQUFJLEdBQUcsSUFBSTtBQUFBLElBQ3ZFO0FBQUEsSUFDQSxxQ0FBcUMsU0FBUyxNQUFNLE1BQU07QUFFdEQsWUFBTSxNQUFNLG1CQUFtQixNQUFNLElBQUk7QUFDekMsYUFBTztBQUFBLElBQ1g7QUFBQSxJQUNBLGlDQUFpQyxXQUFXO0FBQ3hDLFlBQU0sUUFBUSxLQUFLO0FBQ25CLFlBQU0sSUFBSSxHQUFHLE1BQVM7QUFDdEIsWUFBTSxJQUFJLE1BQU0sTUFBUztBQUN6QixZQUFNLElBQUksTUFBTSxJQUFJO0FBQ3BCLFlBQU0sSUFBSSxNQUFNLElBQUk7QUFDcEIsWUFBTSxJQUFJLE1BQU0sS0FBSztBQUFBLElBQ3pCO0FBQUEsRUFDSjtBQUNBLFNBQU87QUFBQSxJQUNILFdBQVc7QUFBQSxJQUNYLG9CQUFvQjtBQUFBLEVBQ3hCO0FBQ0o7QUFFQSxTQUFTLG1CQUFtQjtBQUN4QixNQUFJLHdCQUF3QjtBQUN4QixzQkFBa0I7QUFDbEI7QUFBQSxFQUNKO0FBQ0o7QUFVQSxTQUFTLHFCQUFxQixLQUFLO0FBQy9CLFFBQU0sTUFBTSxLQUFLLHdCQUF3QjtBQUN6QyxPQUFLLHNCQUFzQixJQUFJLEtBQUssR0FBRztBQUN2QyxTQUFPO0FBQ1g7QUFFQSxTQUFTLG9CQUFvQixLQUFLLEtBQUs7QUFDbkMsUUFBTSxRQUFRO0FBQ2QsU0FBTyxxQkFBcUIsRUFBRSxTQUFTLE1BQU0sR0FBRyxNQUFNLElBQUksR0FBRztBQUNqRTtBQUdBLFNBQVMscUJBQXFCO0FBQzFCLE1BQUksMEJBQTBCLFFBQVEsc0JBQXNCLE9BQU8sYUFBYSxRQUFTLHNCQUFzQixPQUFPLGFBQWEsVUFBYSxzQkFBc0IsV0FBVyxLQUFLLE9BQU8sUUFBUztBQUNsTSw0QkFBd0IsSUFBSSxTQUFTLEtBQUssT0FBTyxNQUFNO0FBQUEsRUFDM0Q7QUFDQSxTQUFPO0FBQ1g7QUFFQSxTQUFTLG1CQUFtQixLQUFLLEtBQUs7QUFDbEMsUUFBTSxRQUFRO0FBQ2QsU0FBTyxXQUFXLHFCQUFxQixFQUFFLFNBQVMsS0FBSyxNQUFNLEdBQUcsQ0FBQztBQUNyRTtBQUdBLFNBQVMsdUJBQXVCO0FBQzVCLE1BQUksNEJBQTRCLFFBQVEsd0JBQXdCLGVBQWUsR0FBRztBQUM5RSw4QkFBMEIsSUFBSSxXQUFXLEtBQUssT0FBTyxNQUFNO0FBQUEsRUFDL0Q7QUFDQSxTQUFPO0FBQ1g7QUFFQSxTQUFTLFdBQVcsR0FBRztBQUNuQixTQUFPLE1BQU0sVUFBYSxNQUFNO0FBQ3BDO0FBRUEsU0FBUyx3QkFBd0IsT0FBTyxRQUFRO0FBQzVDLFFBQU0sTUFBTSxPQUFPLE1BQU0sU0FBUyxHQUFHLENBQUMsTUFBTTtBQUM1QyxXQUFTLElBQUksR0FBRyxJQUFJLE1BQU0sUUFBUSxLQUFLO0FBQ25DLFVBQU0sTUFBTSxxQkFBcUIsTUFBTSxDQUFDLENBQUM7QUFDekMsdUJBQW1CLEVBQUUsVUFBVSxNQUFNLElBQUksR0FBRyxLQUFLLElBQUk7QUFBQSxFQUN6RDtBQUNBLG9CQUFrQixNQUFNO0FBQ3hCLFNBQU87QUFDWDtBQUVBLFNBQVMsa0JBQWtCLEtBQUssUUFBUSxTQUFTO0FBQzdDLE1BQUksWUFBWSxRQUFXO0FBQ3ZCLFVBQU0sTUFBTSxrQkFBa0IsT0FBTyxHQUFHO0FBQ3hDLFVBQU1DLE9BQU0sT0FBTyxJQUFJLFFBQVEsQ0FBQyxNQUFNO0FBQ3RDLHlCQUFxQixFQUFFLFNBQVNBLE1BQUtBLE9BQU0sSUFBSSxNQUFNLEVBQUUsSUFBSSxHQUFHO0FBQzlELHNCQUFrQixJQUFJO0FBQ3RCLFdBQU9BO0FBQUEsRUFDWDtBQUVBLE1BQUksTUFBTSxJQUFJO0FBQ2QsTUFBSSxNQUFNLE9BQU8sS0FBSyxDQUFDLE1BQU07QUFFN0IsUUFBTSxNQUFNLHFCQUFxQjtBQUVqQyxNQUFJLFNBQVM7QUFFYixTQUFPLFNBQVMsS0FBSyxVQUFVO0FBQzNCLFVBQU0sT0FBTyxJQUFJLFdBQVcsTUFBTTtBQUNsQyxRQUFJLE9BQU8sSUFBTTtBQUNqQixRQUFJLE1BQU0sTUFBTSxJQUFJO0FBQUEsRUFDeEI7QUFDQSxNQUFJLFdBQVcsS0FBSztBQUNoQixRQUFJLFdBQVcsR0FBRztBQUNkLFlBQU0sSUFBSSxNQUFNLE1BQU07QUFBQSxJQUMxQjtBQUNBLFVBQU0sUUFBUSxLQUFLLEtBQUssTUFBTSxTQUFTLElBQUksU0FBUyxHQUFHLENBQUMsTUFBTTtBQUM5RCxVQUFNLE9BQU8scUJBQXFCLEVBQUUsU0FBUyxNQUFNLFFBQVEsTUFBTSxHQUFHO0FBQ3BFLFVBQU0sTUFBTSxrQkFBa0IsV0FBVyxLQUFLLElBQUk7QUFFbEQsY0FBVSxJQUFJO0FBQ2QsVUFBTSxRQUFRLEtBQUssS0FBSyxRQUFRLENBQUMsTUFBTTtBQUFBLEVBQzNDO0FBRUEsb0JBQWtCO0FBQ2xCLFNBQU87QUFDWDtBQUlBLFNBQVMsd0JBQXdCLEtBQUs7QUFDbEMsUUFBTSxRQUFRLEtBQUssc0JBQXNCLElBQUksR0FBRztBQUNoRCxPQUFLLDBCQUEwQixHQUFHO0FBQ2xDLFNBQU87QUFDWDtBQU1BLFNBQVMsV0FBVyxPQUFPO0FBQ3ZCLHFCQUFtQixNQUFNO0FBQ3pCLE1BQUksbUJBQW1CLHlCQUF5QjtBQUM1Qyx3QkFBb0IsSUFBSSxZQUFZLFNBQVMsRUFBRSxXQUFXLEtBQUssQ0FBQztBQUNoRSxzQkFBa0IsT0FBTztBQUN6QixzQkFBa0IsTUFBTTtBQUFBLEVBQzVCO0FBQ0EsU0FBTyxrQkFBa0IsT0FBTyxLQUFLO0FBQ3pDO0FBa0JBLFNBQVMsb0JBQW9CLFVBQVUsUUFBUTtBQUMzQyxpQkFBZTtBQUNmLFNBQU8sU0FBUztBQUNoQixlQUFhO0FBQ2IsMEJBQXdCO0FBQ3hCLDRCQUEwQjtBQUMxQixPQUFLLGlCQUFpQjtBQUN0QixTQUFPO0FBQ1g7QUFFQSxlQUFlLFdBQVcsUUFBUSxTQUFTO0FBQ3ZDLE1BQUksT0FBTyxhQUFhLGNBQWMsa0JBQWtCLFVBQVU7QUFDOUQsUUFBSSxDQUFDLE9BQU8sSUFBSTtBQUNaLFlBQU0sSUFBSSxNQUFNLHlCQUF5QixPQUFPLE1BQU0sSUFBSSxPQUFPLFVBQVUsY0FBYyxPQUFPLEdBQUcsR0FBRztBQUFBLElBQzFHO0FBRUEsUUFBSSxPQUFPLFlBQVkseUJBQXlCLFlBQVk7QUFDeEQsVUFBSTtBQUNBLGVBQU8sTUFBTSxZQUFZLHFCQUFxQixRQUFRLE9BQU87QUFBQSxNQUNqRSxTQUFTLEdBQUc7QUFDUixjQUFNLGdCQUFnQixxQkFBcUIsT0FBTyxJQUFJO0FBRXRELFlBQUksaUJBQWlCLE9BQU8sUUFBUSxJQUFJLGNBQWMsTUFBTSxvQkFBb0I7QUFDNUUsa0JBQVEsS0FBSyxxTUFBcU0sQ0FBQztBQUFBLFFBRXZOLE9BQU87QUFBRSxnQkFBTTtBQUFBLFFBQUc7QUFBQSxNQUN0QjtBQUFBLElBQ0o7QUFFQSxVQUFNLFFBQVEsTUFBTSxPQUFPLFlBQVk7QUFDdkMsV0FBTyxNQUFNLFlBQVksWUFBWSxPQUFPLE9BQU87QUFBQSxFQUN2RCxPQUFPO0FBQ0gsVUFBTSxXQUFXLE1BQU0sWUFBWSxZQUFZLFFBQVEsT0FBTztBQUU5RCxRQUFJLG9CQUFvQixZQUFZLFVBQVU7QUFDMUMsYUFBTyxFQUFFLFVBQVUsT0FBTztBQUFBLElBQzlCLE9BQU87QUFDSCxhQUFPO0FBQUEsSUFDWDtBQUFBLEVBQ0o7QUFFQSxXQUFTLHFCQUFxQixNQUFNO0FBQ2hDLFlBQVEsTUFBTTtBQUFBLE1BQ1YsS0FBSztBQUFBLE1BQVMsS0FBSztBQUFBLE1BQVEsS0FBSztBQUFXLGVBQU87QUFBQSxJQUN0RDtBQUNBLFdBQU87QUFBQSxFQUNYO0FBQ0o7QUFFQSxTQUFTLFNBQVMsUUFBUTtBQUN0QixNQUFJLFNBQVMsT0FBVyxRQUFPO0FBRy9CLE1BQUksV0FBVyxRQUFXO0FBQ3RCLFFBQUksT0FBTyxlQUFlLE1BQU0sTUFBTSxPQUFPLFdBQVc7QUFDcEQsT0FBQyxFQUFDLE9BQU0sSUFBSTtBQUFBLElBQ2hCLE9BQU87QUFDSCxjQUFRLEtBQUssNEVBQTRFO0FBQUEsSUFDN0Y7QUFBQSxFQUNKO0FBRUEsUUFBTSxVQUFVLGtCQUFrQjtBQUNsQyxNQUFJLEVBQUUsa0JBQWtCLFlBQVksU0FBUztBQUN6QyxhQUFTLElBQUksWUFBWSxPQUFPLE1BQU07QUFBQSxFQUMxQztBQUNBLFFBQU0sV0FBVyxJQUFJLFlBQVksU0FBUyxRQUFRLE9BQU87QUFDekQsU0FBTyxvQkFBb0IsVUFBVSxNQUFNO0FBQy9DO0FBR0EsZUFBZSxXQUFXLGdCQUFnQjtBQUN0QyxNQUFJLFNBQVMsT0FBVyxRQUFPO0FBQy9CLE1BQUksdUJBQXVCLFFBQVc7QUFDbEMseUJBQXFCLGdCQUFnQixjQUFjO0FBQ25ELHVCQUFtQixNQUFNLE1BQU07QUFBRSwyQkFBcUI7QUFBQSxJQUFXLENBQUM7QUFBQSxFQUN0RTtBQUNBLFNBQU87QUFDWDtBQUVBLGVBQWUsZ0JBQWdCLGdCQUFnQjtBQUUzQyxNQUFJLG1CQUFtQixRQUFXO0FBQzlCLFFBQUksT0FBTyxlQUFlLGNBQWMsTUFBTSxPQUFPLFdBQVc7QUFDNUQsT0FBQyxFQUFDLGVBQWMsSUFBSTtBQUFBLElBQ3hCLE9BQU87QUFDSCxjQUFRLEtBQUssMkZBQTJGO0FBQUEsSUFDNUc7QUFBQSxFQUNKO0FBR0EsUUFBTSxVQUFVLGtCQUFrQjtBQUVsQyxNQUFJLE9BQU8sbUJBQW1CLFlBQWEsT0FBTyxZQUFZLGNBQWMsMEJBQTBCLFdBQWEsT0FBTyxRQUFRLGNBQWMsMEJBQTBCLEtBQU07QUFDNUsscUJBQWlCLE1BQU0sY0FBYztBQUFBLEVBQ3pDO0FBRUEsUUFBTSxFQUFFLFVBQVUsT0FBTyxJQUFJLE1BQU0sV0FBVyxNQUFNLGdCQUFnQixPQUFPO0FBRTNFLFNBQU8sb0JBQW9CLFVBQVUsTUFBTTtBQUMvQztBQTNxQkEsSUFLYSxZQW1jVCxtQkFDRSx3QkFpQkYsdUJBYUEseUJBMkRBLHdCQVFBLG1CQUVFLHlCQUNGLGlCQVdFLG1CQWFGLGlCQUVBLFlBQVksY0FBYyxNQXNFMUI7QUE3b0JKO0FBQUE7QUFBQTtBQUtPLElBQU0sYUFBTixNQUFNLFlBQVc7QUFBQSxNQUNwQixPQUFPLE9BQU8sS0FBSztBQUNmLGNBQU0sTUFBTSxPQUFPLE9BQU8sWUFBVyxTQUFTO0FBQzlDLFlBQUksWUFBWTtBQUNoQixlQUFPLGVBQWUsS0FBSyxjQUFjLEVBQUUsT0FBTyxtQkFBbUIsVUFBVSxLQUFLLENBQUM7QUFFckYsK0JBQXVCLFNBQVMsS0FBSyxFQUFFLEtBQUssVUFBVSxrQkFBa0IsR0FBRyxHQUFHO0FBQzlFLGVBQU87QUFBQSxNQUNYO0FBQUEsTUFDQSxxQkFBcUI7QUFDakIsY0FBTSxNQUFNLEtBQUs7QUFDakIsYUFBSyxZQUFZO0FBQ2pCLCtCQUF1QixXQUFXLElBQUk7QUFDdEMsZUFBTztBQUFBLE1BQ1g7QUFBQSxNQUNBLE9BQU87QUFDSCxjQUFNLE1BQU0sS0FBSyxtQkFBbUI7QUFDcEMseUJBQWlCO0FBQ2pCLGFBQUssc0JBQXNCLEtBQUssQ0FBQztBQUFBLE1BRXJDO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUEsTUFPQSxXQUFXLE1BQU0sT0FBTztBQUNwQixZQUFJO0FBQ0osWUFBSTtBQUNKLFlBQUk7QUFDQSxjQUFJLEtBQUssZUFBZSxVQUFhLEtBQUssZUFBZSxtQkFBbUI7QUFDeEUsa0JBQU0sSUFBSSxNQUFNLGtEQUFrRDtBQUFBLFVBQ3RFO0FBQ0EsY0FBSTtBQUNKLDJCQUFpQjtBQUNqQixnQkFBTSxLQUFLLHNCQUFzQixLQUFLLFdBQVcsTUFBTSxLQUFLO0FBQzVELHdCQUFjLElBQUksQ0FBQztBQUNuQix3QkFBYyxJQUFJLENBQUM7QUFDbkIsaUJBQU8sbUJBQW1CLElBQUksQ0FBQyxHQUFHLElBQUksQ0FBQyxDQUFDO0FBQUEsUUFDNUMsVUFBRTtBQUNFLDJCQUFpQjtBQUNqQixlQUFLLGdCQUFnQixhQUFhLGFBQWEsQ0FBQztBQUFBLFFBQ3BEO0FBQUEsTUFDSjtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBLE1BVUEsWUFBWSxRQUFRLE1BQU0sTUFBTSxNQUFNLFdBQVc7QUFDN0MsWUFBSSxLQUFLLGVBQWUsVUFBYSxLQUFLLGVBQWUsbUJBQW1CO0FBQ3hFLGdCQUFNLElBQUksTUFBTSxrREFBa0Q7QUFBQSxRQUN0RTtBQUNBLGNBQU0sT0FBTyxDQUFDO0FBQ2QsWUFBSSxNQUFNLE1BQU0sTUFBTSxNQUFNLE1BQU0sTUFBTSxNQUFNO0FBQzlDLFlBQUk7QUFDQSxpQkFBTyxXQUFXLE1BQU0sSUFBSSxJQUFJLGtCQUFrQixRQUFRLEtBQUssbUJBQW1CLEtBQUssa0JBQWtCO0FBQ3pHLGlCQUFPO0FBQ1AsaUJBQU8sV0FBVyxJQUFJLElBQUksSUFBSSxrQkFBa0IsTUFBTSxLQUFLLG1CQUFtQixLQUFLLGtCQUFrQjtBQUNyRyxpQkFBTztBQUNQLGlCQUFPLFdBQVcsSUFBSSxJQUFJLElBQUksa0JBQWtCLE1BQU0sS0FBSyxtQkFBbUIsS0FBSyxrQkFBa0I7QUFDckcsaUJBQU87QUFDUCxpQkFBTyxXQUFXLElBQUksSUFBSSxJQUFJLGtCQUFrQixNQUFNLEtBQUssbUJBQW1CLEtBQUssa0JBQWtCO0FBQ3JHLGlCQUFPO0FBQUEsUUFDWCxTQUFTLEdBQUc7QUFDUixjQUFJLE1BQU07QUFBRSxpQkFBSyxnQkFBZ0IsTUFBTSxPQUFPLEdBQUcsQ0FBQztBQUFBLFVBQUc7QUFDckQsY0FBSSxNQUFNO0FBQUUsaUJBQUssZ0JBQWdCLE1BQU0sT0FBTyxHQUFHLENBQUM7QUFBQSxVQUFHO0FBQ3JELGNBQUksTUFBTTtBQUFFLGlCQUFLLGdCQUFnQixNQUFNLE9BQU8sR0FBRyxDQUFDO0FBQUEsVUFBRztBQUNyRCxjQUFJLE1BQU07QUFBRSxpQkFBSyxnQkFBZ0IsTUFBTSxPQUFPLEdBQUcsQ0FBQztBQUFBLFVBQUc7QUFDckQsZ0JBQU07QUFBQSxRQUNWO0FBQ0EsWUFBSTtBQUNKLHlCQUFpQjtBQUNqQixjQUFNLEtBQUssdUJBQXVCLEtBQUssV0FBVyxNQUFNLE1BQU0sTUFBTSxNQUFNLE1BQU0sTUFBTSxNQUFNLE1BQU0sSUFBSTtBQUN0RyxZQUFJO0FBQ0osWUFBSSxJQUFJLENBQUMsTUFBTSxHQUFHO0FBQ2QsZUFBSyxtQkFBbUIsSUFBSSxDQUFDLEdBQUcsSUFBSSxDQUFDLENBQUM7QUFDdEMsZUFBSyxnQkFBZ0IsSUFBSSxDQUFDLEdBQUcsSUFBSSxDQUFDLElBQUksR0FBRyxDQUFDO0FBQUEsUUFDOUM7QUFDQSxlQUFPO0FBQUEsTUFDWDtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBLE1BT0EsT0FBTyxNQUFNLE1BQU07QUFDZixZQUFJO0FBQ0osWUFBSTtBQUNKLFlBQUk7QUFDQSxjQUFJLEtBQUssZUFBZSxVQUFhLEtBQUssZUFBZSxtQkFBbUI7QUFDeEUsa0JBQU0sSUFBSSxNQUFNLGtEQUFrRDtBQUFBLFVBQ3RFO0FBQ0EsY0FBSTtBQUNKLDJCQUFpQjtBQUNqQixnQkFBTSxLQUFLLGtCQUFrQixLQUFLLFdBQVcsTUFBTSxJQUFJO0FBQ3ZELHdCQUFjLElBQUksQ0FBQztBQUNuQix3QkFBYyxJQUFJLENBQUM7QUFDbkIsaUJBQU8sbUJBQW1CLElBQUksQ0FBQyxHQUFHLElBQUksQ0FBQyxDQUFDO0FBQUEsUUFDNUMsVUFBRTtBQUNFLDJCQUFpQjtBQUNqQixlQUFLLGdCQUFnQixhQUFhLGFBQWEsQ0FBQztBQUFBLFFBQ3BEO0FBQUEsTUFDSjtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBLE1BT0EsUUFBUSxNQUFNLE1BQU07QUFDaEIsWUFBSTtBQUNKLFlBQUk7QUFDSixZQUFJO0FBQ0EsY0FBSSxLQUFLLGVBQWUsVUFBYSxLQUFLLGVBQWUsbUJBQW1CO0FBQ3hFLGtCQUFNLElBQUksTUFBTSxrREFBa0Q7QUFBQSxVQUN0RTtBQUNBLGNBQUk7QUFDSiwyQkFBaUI7QUFDakIsZ0JBQU0sS0FBSyxtQkFBbUIsS0FBSyxXQUFXLE1BQU0sSUFBSTtBQUN4RCx3QkFBYyxJQUFJLENBQUM7QUFDbkIsd0JBQWMsSUFBSSxDQUFDO0FBQ25CLGlCQUFPLG1CQUFtQixJQUFJLENBQUMsR0FBRyxJQUFJLENBQUMsQ0FBQztBQUFBLFFBQzVDLFVBQUU7QUFDRSwyQkFBaUI7QUFDakIsZUFBSyxnQkFBZ0IsYUFBYSxhQUFhLENBQUM7QUFBQSxRQUNwRDtBQUFBLE1BQ0o7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQTtBQUFBLE1BV0EsUUFBUSxRQUFRLE1BQU0sU0FBUztBQUMzQixZQUFJO0FBQ0osWUFBSTtBQUNKLFlBQUk7QUFDQSxjQUFJLEtBQUssZUFBZSxVQUFhLEtBQUssZUFBZSxtQkFBbUI7QUFDeEUsa0JBQU0sSUFBSSxNQUFNLGtEQUFrRDtBQUFBLFVBQ3RFO0FBQ0EsZ0JBQU0sT0FBTyxDQUFDO0FBQ2QsZ0JBQU0sT0FBTyxrQkFBa0IsUUFBUSxLQUFLLG1CQUFtQixLQUFLLGtCQUFrQjtBQUN0RixnQkFBTSxPQUFPO0FBQ2IsY0FBSTtBQUNKLDJCQUFpQjtBQUNqQixnQkFBTSxLQUFLLG1CQUFtQixLQUFLLFdBQVcsTUFBTSxNQUFNLE1BQU0sT0FBTztBQUN2RSxjQUFJLE9BQU8sSUFBSSxDQUFDO0FBQ2hCLGNBQUksT0FBTyxJQUFJLENBQUM7QUFDaEIsY0FBSSxJQUFJLENBQUMsR0FBRztBQUNSLG1CQUFPO0FBQUcsbUJBQU87QUFDakIsa0JBQU0sd0JBQXdCLElBQUksQ0FBQyxDQUFDO0FBQUEsVUFDeEM7QUFDQSx3QkFBYztBQUNkLHdCQUFjO0FBQ2QsaUJBQU8sbUJBQW1CLE1BQU0sSUFBSTtBQUFBLFFBQ3hDLFVBQUU7QUFDRSwyQkFBaUI7QUFDakIsZUFBSyxnQkFBZ0IsYUFBYSxhQUFhLENBQUM7QUFBQSxRQUNwRDtBQUFBLE1BQ0o7QUFBQSxJQUNKO0FBQ0EsUUFBSSxPQUFPLFFBQVMsWUFBVyxVQUFVLE9BQU8sT0FBTyxJQUFJLFdBQVcsVUFBVTtBQXVSaEYsSUFBSSxvQkFBb0I7QUFDeEIsSUFBTSx5QkFBMEIsT0FBTyx5QkFBeUIsY0FDMUQsRUFBRSxVQUFVLE1BQU07QUFBQSxJQUFDLEdBQUcsWUFBWSxNQUFNO0FBQUEsSUFBQyxFQUFFLElBQzNDLElBQUkscUJBQXFCLENBQUMsRUFBRSxLQUFLLFNBQVMsTUFBTTtBQUNsRCxVQUFJLGFBQWEsa0JBQW1CLE1BQUssc0JBQXNCLEtBQUssQ0FBQztBQUFBLElBQ3pFLENBQUM7QUFhRCxJQUFJLHdCQUF3QjtBQWE1QixJQUFJLDBCQUEwQjtBQTJEOUIsSUFBSSx5QkFBeUI7QUFRN0IsSUFBSSxvQkFBb0IsSUFBSSxZQUFZLFNBQVMsRUFBRSxXQUFXLEtBQUssQ0FBQztBQUNwRSxzQkFBa0IsT0FBTztBQUN6QixJQUFNLDBCQUEwQjtBQUNoQyxJQUFJLGtCQUFrQjtBQVd0QixJQUFNLG9CQUFvQixJQUFJLFlBQVk7QUFFMUMsUUFBSSxFQUFFLGdCQUFnQixvQkFBb0I7QUFDdEMsd0JBQWtCLGFBQWEsU0FBVSxLQUFLLE1BQU07QUFDaEQsY0FBTSxNQUFNLGtCQUFrQixPQUFPLEdBQUc7QUFDeEMsYUFBSyxJQUFJLEdBQUc7QUFDWixlQUFPO0FBQUEsVUFDSCxNQUFNLElBQUk7QUFBQSxVQUNWLFNBQVMsSUFBSTtBQUFBLFFBQ2pCO0FBQUEsTUFDSjtBQUFBLElBQ0o7QUFFQSxJQUFJLGtCQUFrQjtBQUFBO0FBQUE7OztBQ3JnQnRCLGVBQWUsY0FBYyxRQUFpRDtBQUM1RSxNQUFJLGtCQUFrQixZQUFZLE9BQVEsUUFBTztBQUNqRCxRQUFNLFdBQVcsT0FBTyxXQUFXLFlBQVksa0JBQWtCLE1BQU0sTUFBTSxNQUFNLE1BQU0sSUFBSTtBQUM3RixNQUFJLEVBQUUsb0JBQW9CLFVBQVcsUUFBTyxZQUFZLFFBQVEsUUFBd0I7QUFDeEYsTUFBSSxDQUFDLFNBQVMsR0FBSSxPQUFNLElBQUksY0FBYyxhQUFhLGdEQUFnRCxTQUFTLE1BQU0sRUFBRTtBQUV4SCxRQUFNLFVBQVUsU0FBUyxRQUFRLElBQUksY0FBYyxHQUFHLFdBQVcsa0JBQWtCO0FBQ25GLFNBQU8sVUFBVSxZQUFZLGlCQUFpQixRQUFRLElBQUksWUFBWSxRQUFRLE1BQU0sU0FBUyxZQUFZLENBQUM7QUFDNUc7QUF4RUEsSUFjYTtBQWRiO0FBQUE7QUFBQTtBQUNBO0FBRUE7QUFXTyxJQUFNLGFBQU4sTUFBbUM7QUFBQSxNQU14QyxZQUFxQixNQUFvQztBQUFwQztBQUFBLE1BQXFDO0FBQUEsTUFBckM7QUFBQSxNQUxaLE9BQU87QUFBQSxNQUNoQixhQUFhO0FBQUEsTUFDYixTQUFTO0FBQUEsTUFDVDtBQUFBLE1BSUEsT0FBYTtBQUNYLFlBQUksQ0FBQyxLQUFLLE9BQVEsTUFBSyxVQUFVO0FBQ2pDLGVBQU87QUFBQSxNQUNUO0FBQUE7QUFBQSxNQUdBLEtBQUssUUFBNkQ7QUFDaEUsWUFBSSxLQUFLLE9BQVEsUUFBTyxRQUFRLFFBQVE7QUFDeEMsYUFBSyxjQUFjLEtBQUssT0FBTyxNQUFNLEVBQUUsTUFBTSxDQUFDLFVBQW1CO0FBQy9ELGVBQUssWUFBWTtBQUNqQixnQkFBTTtBQUFBLFFBQ1IsQ0FBQztBQUNELGVBQU8sS0FBSztBQUFBLE1BQ2Q7QUFBQSxNQUVBLE1BQU0sT0FBTyxRQUE2RDtBQUN4RSxjQUFNLFNBQVMsTUFBTSxjQUFjLE1BQU0sTUFBTTtBQUMvQyxZQUFJLENBQUMsS0FBSyxPQUFRLENBQUssU0FBUyxFQUFFLE9BQU8sQ0FBQztBQUMxQyxhQUFLLFNBQVM7QUFBQSxNQUNoQjtBQUFBLE1BRUEsWUFBa0I7QUFDaEIsY0FBTSxRQUFRLEtBQUssS0FBSztBQUN4QixZQUFJLENBQUMsTUFBTyxPQUFNLElBQUksY0FBYyxhQUFhLHlEQUF5RDtBQUMxRyxRQUFLLFNBQVMsRUFBRSxRQUFRLElBQUksWUFBWSxPQUFPLEtBQXFCLEVBQUUsQ0FBQztBQUN2RSxhQUFLLFNBQVM7QUFBQSxNQUNoQjtBQUFBO0FBQUE7QUFBQTtBQUFBO0FBQUE7QUFBQSxNQU9BLFFBQVEsUUFBZ0M7QUFDdEMsY0FBTSxRQUFRLE9BQU8sV0FBVyxXQUFXLFVBQVUsTUFBTSxJQUFJO0FBQy9ELFlBQUksTUFBTyxRQUFPO0FBQ2xCLGFBQUs7QUFDTCxRQUFLLGtCQUFrQjtBQUN2QixlQUFPLElBQUksY0FBYyxZQUFZLDBEQUEwRDtBQUFBLE1BQ2pHO0FBQUEsSUFDRjtBQUFBO0FBQUE7OztBQzdEQSxTQUFTLHFCQUFxQjtBQUM5QixTQUFTLFlBQVk7QUFXZCxTQUFTLFVBQVUsUUFBZ0Q7QUFDeEUsUUFBTUMsV0FBVSxjQUFjLEtBQUssUUFBUSxXQUFXLENBQUM7QUFDdkQsUUFBTSxVQUFvQixDQUFDO0FBRTNCLGFBQVcsVUFBVSxDQUFDLElBQUksUUFBUSxTQUFTLFNBQVMsY0FBYyxhQUFhLEdBQUc7QUFDaEYsVUFBTSxPQUFPLGNBQWMsUUFBUSxRQUFRLElBQUksUUFBUSxJQUFJLEdBQUcsTUFBTTtBQUNwRSxRQUFJO0FBQ0YsYUFBTyxFQUFFLE9BQU9BLFNBQVEsSUFBSSxHQUFZLEtBQUssR0FBRztBQUFBLElBQ2xELFNBQVMsT0FBTztBQUNkLFVBQUssTUFBNkIsU0FBUyxtQkFBb0IsU0FBUSxLQUFLLEdBQUcsSUFBSSxLQUFNLE1BQWdCLE9BQU8sRUFBRTtBQUFBLElBQ3BIO0FBQUEsRUFDRjtBQUNBLFNBQU8sRUFBRSxLQUFLLFFBQVEsS0FBSyxJQUFJLEtBQUssc0JBQXNCLFFBQVEsUUFBUSxJQUFJLFFBQVEsSUFBSSxHQUFHO0FBQy9GO0FBMUJBLElBNEJhO0FBNUJiO0FBQUE7QUFBQTtBQUlBO0FBd0JPLElBQU0sZUFBTixNQUFxQztBQUFBLE1BQ2pDLE9BQU87QUFBQSxNQUNQLGFBQWE7QUFBQSxNQUNiO0FBQUEsTUFFVCxZQUFZQyxRQUFjO0FBQ3hCLGFBQUssU0FBU0E7QUFBQSxNQUNoQjtBQUFBLE1BRUEsT0FBYTtBQUNYLGVBQU8sS0FBSztBQUFBLE1BQ2Q7QUFBQTtBQUFBLE1BR0EsUUFBUSxRQUFnQztBQUN0QyxjQUFNLFFBQVEsa0JBQWtCLFFBQVEsVUFBVSxPQUFPLE9BQU8sSUFBSTtBQUNwRSxlQUFPLFNBQVMsSUFBSSxjQUFjLFlBQVksb0NBQW9DO0FBQUEsTUFDcEY7QUFBQSxJQUNGO0FBQUE7QUFBQTs7O0FDN0NBLFNBQVMsb0JBQW9CO0FBQzdCLFNBQVMsUUFBQUMsYUFBWTtBQUZyQixJQU9NLE1BRU9DLE9BRUwsT0FBTyxLQUVGLFFBSUE7QUFqQmI7QUFBQTtBQUFBO0FBR0E7QUFDQTtBQUNBO0FBRUEsSUFBTSxPQUFPRCxNQUFLLFFBQVEsSUFBSSxHQUFHLE1BQU07QUFFaEMsSUFBTUMsUUFBTyxJQUFJLFdBQVcsTUFBTSxhQUFhRCxNQUFLLE1BQU0sZUFBZSxDQUFDLENBQUM7QUFFbEYsS0FBTSxFQUFFLE9BQU8sUUFBUSxVQUFVLElBQUk7QUFDckMsUUFBSSxDQUFDLE1BQU8sT0FBTSxJQUFJLE1BQU0sK0JBQStCLEdBQUcsRUFBRTtBQUN6RCxJQUFNLFNBQVMsSUFBSSxhQUFhLEtBQUs7QUFJckMsSUFBTSxXQUErRTtBQUFBLE1BQzFGLEVBQUUsTUFBTSxVQUFVLEtBQUssUUFBUSxNQUFNLE1BQU0sRUFBRTtBQUFBLE1BQzdDLEVBQUUsTUFBTSxRQUFRLEtBQUssUUFBUSxNQUFNQyxLQUFJLEVBQUU7QUFBQSxJQUMzQztBQUFBO0FBQUE7OztBQ25CQSxPQUFPLFlBQVk7QUFDbkIsU0FBUyxZQUFZO0FBRnJCO0FBQUE7QUFHQTtBQUVBO0FBRUE7QUFFQSxRQUFNLGFBQWEsRUFBRSxNQUFNLFdBQVcsV0FBVyxVQUFVLE1BQU0sSUFBSTtBQUNyRSxRQUFNLFFBQVE7QUFBQSxNQUNaLE1BQU0sQ0FBQyxFQUFFLE1BQU0sS0FBSyxZQUFZLFFBQVEsRUFBRSxZQUFZLFNBQVMsa0JBQWtCLEVBQUUsR0FBRyxRQUFRLEdBQUcsUUFBUSxFQUFFLEVBQUUsQ0FBQztBQUFBLE1BQzlHLFFBQVEsRUFBRSxhQUFhLEVBQUUsU0FBUyxTQUFTLE9BQU8sQ0FBQyxFQUFFLFNBQVMsY0FBYyxZQUFZLE9BQU8sQ0FBQyxFQUFFLEVBQUU7QUFBQSxJQUN0RztBQUVBLGFBQVMsUUFBUSxRQUFnQjtBQUMvQixZQUFNLFFBQWtCLENBQUM7QUFDekIsWUFBTSxRQUFRLENBQW1CLFdBQy9CLElBQUksTUFBTSxRQUFRO0FBQUEsUUFDaEIsSUFBSSxJQUFJLEtBQUs7QUFDWCxnQkFBTSxTQUFrQixRQUFRLElBQUksSUFBSSxHQUFHO0FBQzNDLGNBQUksT0FBTyxXQUFXLFdBQVksUUFBTztBQUN6QyxpQkFBTyxJQUFJLFNBQW9CO0FBQzdCLGtCQUFNLEtBQUssT0FBTyxHQUFHLENBQUM7QUFDdEIsa0JBQU0sU0FBa0IsT0FBTyxNQUFNLElBQUksSUFBSTtBQUM3QyxtQkFBTyxPQUFPLFdBQVcsWUFBWSxXQUFXLE9BQU8sTUFBTSxNQUFNLElBQUk7QUFBQSxVQUN6RTtBQUFBLFFBQ0Y7QUFBQSxNQUNGLENBQUM7QUFDSCxZQUFNLE9BQU8sTUFBTSxFQUFFLEdBQUcsT0FBTyxLQUFLLEVBQUUsQ0FBQztBQUN2QyxZQUFNLE1BQWM7QUFBQSxRQUNsQixNQUFNLE9BQU87QUFBQSxRQUNiLElBQUksYUFBYTtBQUNmLGlCQUFPLE9BQU87QUFBQSxRQUNoQjtBQUFBLFFBQ0EsTUFBTSxNQUFNO0FBQUEsUUFDWixTQUFTLENBQUMsV0FBVyxPQUFPLFFBQVEsTUFBTTtBQUFBLE1BQzVDO0FBQ0EsYUFBTyxFQUFFLEtBQUssUUFBUSxNQUFNLEdBQUcsR0FBRyxNQUFNO0FBQUEsSUFDMUM7QUFFQSxlQUFXLEVBQUUsTUFBTSxJQUFJLEtBQUssVUFBVTtBQUNwQyxZQUFNLFNBQVMsU0FBUyxTQUFTQyxRQUFPO0FBRXhDLFdBQUssR0FBRyxJQUFJLDRFQUE0RSxNQUFNO0FBQzVGLGNBQU0sT0FBTyxJQUFJLElBQUksS0FBSyxLQUFLO0FBQy9CLGNBQU0sY0FBYztBQUFBLFVBQ2xCLElBQUksT0FBYztBQUNoQixrQkFBTSxJQUFJLE1BQU0sTUFBTTtBQUFBLFVBQ3hCO0FBQUEsUUFDRjtBQUNBLGNBQU0sT0FBTyxPQUFPLGlCQUFpQixFQUFFLFFBQVEsS0FBSyxNQUFNLElBQUksR0FBRyxPQUFPLDBCQUEwQixXQUFXLENBQUM7QUFDOUcsZUFBTyxNQUFNLEtBQUssT0FBTyxJQUFZLEVBQUUsWUFBWSxPQUFPO0FBQzFELGVBQU8sTUFBTSxLQUFLLE9BQU8sRUFBRSxNQUFNLFFBQVEsTUFBTSxvQkFBSSxJQUFJLEVBQUUsQ0FBQyxFQUFFLFlBQVksT0FBTztBQUMvRSxjQUFNLFFBQVEsT0FBTyxpQkFBaUIsRUFBRSxNQUFNLE9BQU8sR0FBRyxPQUFPLDBCQUEwQixXQUFXLENBQUM7QUFDckcsY0FBTSxVQUFVLEtBQUssT0FBTyxLQUFhO0FBQ3pDLGVBQU8sTUFBTSxRQUFRLFlBQVksTUFBTTtBQUN2QyxlQUFPLE1BQU0sUUFBUSxhQUFhLGtDQUFrQztBQUFBLE1BQ3RFLENBQUM7QUFFRCxXQUFLLEdBQUcsSUFBSSwrRUFBK0UsTUFBTTtBQUMvRixjQUFNLEVBQUUsS0FBSyxZQUFZLE1BQU0sSUFBSSxRQUFRLE1BQU07QUFDakQsY0FBTSxPQUFPLElBQUksV0FBVyxLQUFLLEtBQUs7QUFDdEMsY0FBTSxRQUFRLEtBQUssT0FBTyxFQUFFLFFBQVEsS0FBSyxNQUFNLElBQUksQ0FBQztBQUNwRCxpQkFBUyxRQUFRLEdBQUcsUUFBUSxJQUFJLFFBQVMsUUFBTyxNQUFNLEtBQUssT0FBTyxFQUFFLFFBQVEsS0FBSyxNQUFNLEtBQUssTUFBTSxNQUFNLENBQUMsR0FBRyxLQUFLO0FBQ2pILGVBQU8sVUFBVSxPQUFPLENBQUMsV0FBVyxhQUFhLENBQUM7QUFDbEQsbUJBQVcsUUFBUSxDQUFDLE9BQU8sTUFBTSxNQUFNLEVBQUcsUUFBTyxHQUFHLE9BQU8sU0FBUyxJQUFJLENBQUM7QUFDekUsZUFBTyxPQUFPLE1BQU07QUFDbEIsVUFBQyxNQUFpQyxhQUFhO0FBQUEsUUFDakQsR0FBRyxTQUFTO0FBQ1osZUFBTyxNQUFNLEtBQUssT0FBTyxFQUFFLFFBQVEsS0FBSyxNQUFNLElBQUksQ0FBQyxFQUFFLFlBQVksTUFBTTtBQUFBLE1BQ3pFLENBQUM7QUFFRCxXQUFLLEdBQUcsSUFBSSx1RUFBdUUsTUFBTTtBQUN2RixjQUFNLE1BQU0sQ0FBQyxJQUFJLEtBQUssS0FBSyxLQUFLLFFBQVEsT0FBTyxhQUFhLGVBQWUsYUFBYSxRQUFRLFVBQVUsV0FBVztBQUNySCxjQUFNLFFBQWdCLENBQUMsQ0FBQyxDQUFDO0FBQ3pCLG1CQUFXLE9BQU8sS0FBSztBQUNyQixnQkFBTSxLQUFLLEVBQUUsTUFBTSxJQUFJLEdBQUcsRUFBRSxNQUFNLElBQUksR0FBRyxFQUFFLFFBQVEsSUFBSSxHQUFHLEVBQUUsTUFBTSxLQUFLLE1BQU0sVUFBVSxHQUFHLEVBQUUsTUFBTSxLQUFLLFdBQVcsS0FBSyxDQUFDO0FBQ3hILHFCQUFXLFNBQVMsSUFBSyxPQUFNLEtBQUssRUFBRSxRQUFRLEtBQUssTUFBTSxNQUFNLEdBQUcsRUFBRSxRQUFRLEtBQUssTUFBTSxPQUFPLFdBQVcsS0FBSyxHQUFHLEVBQUUsTUFBTSxLQUFLLE1BQU0sTUFBTSxDQUFDO0FBQUEsUUFDN0k7QUFDQSxjQUFNLE9BQU8sSUFBSSxJQUFJLEtBQUssS0FBSztBQUMvQixjQUFNLFFBQVEsTUFBTSxJQUFJLENBQUMsU0FBUyxJQUFJLElBQUksS0FBSyxLQUFLLEVBQUUsT0FBTyxJQUFJLENBQUM7QUFDbEUsaUJBQVMsUUFBUSxHQUFHLFFBQVEsR0FBRyxRQUFTLFFBQU8sVUFBVSxNQUFNLElBQUksQ0FBQyxTQUFTLEtBQUssT0FBTyxJQUFJLENBQUMsR0FBRyxLQUFLO0FBQ3RHLGVBQU8sVUFBVSxLQUFLLFdBQVcsS0FBSyxHQUFHLEtBQUs7QUFDOUMsZUFBTyxVQUFVLE1BQU0sSUFBSSxDQUFDLFNBQVMsS0FBSyxRQUFRLElBQUksRUFBRSxRQUFRLEdBQUcsS0FBSztBQUFBLE1BQzFFLENBQUM7QUFFRCxXQUFLLEdBQUcsSUFBSSx1Q0FBdUMsTUFBTTtBQUN2RCxjQUFNLEVBQUUsS0FBSyxZQUFZLE1BQU0sSUFBSSxRQUFRLE1BQU07QUFDakQsY0FBTSxPQUFPLElBQUksV0FBVyxLQUFLLEtBQUs7QUFDdEMsaUJBQVMsUUFBUSxHQUFHLFFBQVEsS0FBTSxRQUFTLE1BQUssT0FBTyxFQUFFLFFBQVEsS0FBSyxNQUFNLFFBQVEsS0FBSyxHQUFHLENBQUM7QUFDN0YsY0FBTSxPQUFPLElBQUksT0FBTyxHQUFHO0FBQzNCLGFBQUssT0FBTyxFQUFFLFFBQVEsS0FBSyxNQUFNLEtBQUssQ0FBQztBQUN2QyxjQUFNLFNBQVM7QUFDZixhQUFLLE9BQU8sRUFBRSxRQUFRLEtBQUssTUFBTSxZQUFZLENBQUM7QUFDOUMsZUFBTyxVQUFVLE9BQU8sQ0FBQyxDQUFDO0FBQzFCLGFBQUssT0FBTyxFQUFFLFFBQVEsS0FBSyxNQUFNLFNBQVMsQ0FBQztBQUMzQyxhQUFLLE9BQU8sRUFBRSxRQUFRLEtBQUssTUFBTSxLQUFLLENBQUM7QUFDdkMsZUFBTyxVQUFVLE9BQU8sQ0FBQyxlQUFlLGFBQWEsQ0FBQztBQUFBLE1BQ3hELENBQUM7QUFFRCxXQUFLLEdBQUcsSUFBSSwyQ0FBMkMsTUFBTTtBQUMzRCxjQUFNLE9BQU8sSUFBSSxJQUFJLEtBQUssS0FBSztBQUMvQixZQUFJLFFBQVE7QUFDWixjQUFNLFNBQVM7QUFBQSxVQUNiLElBQUksT0FBTztBQUNULG1CQUFPLFlBQVksSUFBSSxTQUFTO0FBQUEsVUFDbEM7QUFBQSxVQUNBLE1BQU0sRUFBRSxTQUFTLFdBQVc7QUFBQSxRQUM5QjtBQUNBLGVBQU8sTUFBTSxLQUFLLE9BQU8sTUFBTSxFQUFFLFlBQVksTUFBTTtBQUNuRCxlQUFPLE1BQU0sT0FBTyxDQUFDO0FBQ3JCLGNBQU0sT0FBaUIsQ0FBQztBQUN4QixjQUFNLFFBQVEsSUFBSSxNQUFNLEVBQUUsUUFBUSxLQUFLLE1BQU0sSUFBSSxHQUFHLEVBQUUsS0FBSyxDQUFDLElBQUksU0FBUyxLQUFLLEtBQUssT0FBTyxHQUFHLENBQUMsR0FBRyxRQUFRLElBQUksSUFBSSxHQUFHLEdBQUcsQ0FBQztBQUN4SCxlQUFPLE1BQU0sS0FBSyxPQUFPLEtBQUssRUFBRSxZQUFZLE1BQU07QUFDbEQsZUFBTyxVQUFVLE1BQU0sQ0FBQyxVQUFVLE1BQU0sQ0FBQztBQUFBLE1BQzNDLENBQUM7QUFFRCxXQUFLLEdBQUcsSUFBSSwwREFBMEQsTUFBTTtBQUMxRSxjQUFNLE9BQU8sSUFBSSxJQUFJLEtBQUssRUFBRSxRQUFRLEVBQUUsYUFBYSxFQUFFLFNBQVMsUUFBUSxFQUFFLEVBQUUsQ0FBQztBQUFBLFFBQzNFLE1BQU0sSUFBSTtBQUFBLFVBQ1IsT0FBTztBQUFBLFFBQ1Q7QUFDQSxjQUFNLFVBQVUsTUFBTSxVQUFVLENBQUMsR0FBRyxDQUFDLENBQUM7QUFDdEMsZ0JBQVEsT0FBTztBQUNmLGNBQU0sTUFBaUIsQ0FBQyxRQUFXLE1BQU0sR0FBRyxNQUFNLElBQUksS0FBSyxNQUFNLENBQUMsR0FBRyxDQUFDLEdBQUcsSUFBSSxJQUFJLEdBQUcsb0JBQUksSUFBSSxHQUFHLE1BQU0sR0FBRyxRQUFRLEtBQUs7QUFDckgsWUFBSSxLQUFLLEVBQUUsTUFBTSxFQUFFLEdBQUcsRUFBRSxNQUFNLEtBQUssR0FBRyxFQUFFLE1BQU0sUUFBUSxVQUFVLEtBQUssR0FBRyxFQUFFLE1BQU0sUUFBUSxXQUFXLE9BQU8sR0FBRyxJQUFJLFdBQVcsQ0FBQyxHQUFHLENBQUMsQ0FBQztBQUNsSSxZQUFJLEtBQUssRUFBRSxNQUFNLFFBQVEsQ0FBQyxPQUFPLFFBQVEsR0FBRyxHQUFHLE9BQU8sR0FBRyxHQUFHLEVBQUUsSUFBSSxPQUFjO0FBQUUsZ0JBQU0sSUFBSSxNQUFNLElBQUk7QUFBQSxRQUFHLEVBQUUsQ0FBQztBQUM1RyxtQkFBVyxRQUFRLElBQUksTUFBTSxHQUFHLEVBQUUsRUFBRyxRQUFPLE1BQU0sS0FBSyxPQUFPLElBQVksRUFBRSxZQUFZLFFBQVEsT0FBTyxPQUFPLElBQUksQ0FBQztBQUNuSCxtQkFBVyxRQUFRLElBQUssUUFBTyxVQUFVLEtBQUssV0FBVyxDQUFDLElBQVksQ0FBQyxHQUFHLENBQUMsS0FBSyxPQUFPLElBQVksQ0FBQyxDQUFDO0FBQ3JHLGVBQU8sR0FBRyxLQUFLLE9BQU8sRUFBRSxNQUFNLE9BQU8sQ0FBQyxFQUFFLGVBQWUsT0FBTztBQUFBLE1BQ2hFLENBQUM7QUFFRCxXQUFLLEdBQUcsSUFBSSw2RUFBNkUsTUFBTTtBQUM3RixjQUFNLE9BQU8sSUFBSSxJQUFJLEtBQUssQ0FBQyxDQUFDO0FBQzVCLGNBQU0sV0FBVyxPQUFPO0FBQ3hCLFlBQUk7QUFDRixtQkFBUyxZQUFZO0FBQ3JCLGlCQUFPLE1BQU0sS0FBSyxPQUFPLEVBQUUsTUFBTSxPQUFPLENBQUMsRUFBRSxZQUFZLEtBQUs7QUFDNUQsaUJBQU8sTUFBTSxLQUFLLE9BQU8sdUJBQU8sT0FBTyxFQUFFLE1BQU0sUUFBUSxXQUFXLEtBQUssQ0FBQyxDQUFDLEVBQUUsWUFBWSxNQUFNO0FBQUEsUUFDL0YsVUFBRTtBQUNBLGlCQUFPLFNBQVM7QUFBQSxRQUNsQjtBQUNBLG1CQUFXLFNBQVMsQ0FBQyxRQUFRLEdBQUcsTUFBTSxDQUFDLENBQUMsR0FBRztBQUN6QyxpQkFBTyxTQUFTLEtBQUssT0FBTyxFQUFFLE1BQU0sUUFBUSxXQUFXLE1BQU0sQ0FBb0IsRUFBRSxZQUFZLE9BQU87QUFBQSxRQUN4RztBQUNBLGVBQU8sTUFBTSxLQUFLLE9BQU8sRUFBRSxNQUFNLFFBQVEsV0FBVyxLQUFLLENBQUMsRUFBRSxZQUFZLE9BQU87QUFBQSxNQUNqRixDQUFDO0FBRUQsV0FBSyxHQUFHLElBQUksaUdBQWlHLE1BQU07QUFDakgsY0FBTSxFQUFFLEtBQUssWUFBWSxNQUFNLElBQUksUUFBUSxNQUFNO0FBQ2pELGNBQU0sT0FBTyxJQUFJLFdBQVcsS0FBSyxLQUFLO0FBQ3RDLGNBQU0sUUFBbUI7QUFBQSxVQUN2QixFQUFFLE1BQU0sUUFBUSxNQUFNLEVBQUUsU0FBUyxPQUFPLEVBQUU7QUFBQSxVQUMxQyxFQUFFLFFBQVEsS0FBSyxNQUFNLElBQUk7QUFBQSxVQUN6QixFQUFFLE1BQU0sUUFBUSxNQUFNLEVBQUUsU0FBUyxLQUFLLEVBQUU7QUFBQSxVQUN4QyxFQUFFLE1BQU0sUUFBUSxNQUFNLEVBQUUsU0FBUyxHQUFHLEVBQUU7QUFBQSxVQUN0QyxFQUFFLE1BQU0sY0FBYyxNQUFNLENBQUMsRUFBRTtBQUFBLFVBQy9CLEVBQUUsTUFBTSxRQUFRLE1BQU0sRUFBRSxTQUFTLFNBQVMsRUFBRTtBQUFBLFVBQzVDO0FBQUEsUUFDRjtBQUNBLGNBQU0sUUFBUSxNQUFNLElBQUksQ0FBQyxTQUFTLElBQUksV0FBVyxLQUFLLEtBQUssRUFBRSxPQUFPLElBQVksQ0FBQztBQUNqRixjQUFNLFNBQVM7QUFDZixlQUFPLFVBQVUsS0FBSyxXQUFXLEtBQWUsR0FBRyxLQUFLO0FBQ3hELGVBQU8sTUFBTSxNQUFNLE9BQU8sQ0FBQyxTQUFTLFNBQVMsWUFBWSxFQUFFLFFBQVEsQ0FBQztBQUNwRSxlQUFPLE1BQU0sTUFBTSxDQUFDLEdBQUcsWUFBWSxNQUFNO0FBQ3pDLGVBQU8sTUFBTSxNQUFNLENBQUMsR0FBRyxZQUFZLE9BQU87QUFDMUMsY0FBTSxPQUFPLEtBQUssVUFBVSxDQUFDLEVBQUUsTUFBTSxPQUFPLEdBQUcsRUFBRSxRQUFRLEtBQUssTUFBTSxJQUFJLENBQUMsQ0FBQztBQUMxRSxtQkFBVyxRQUFRLENBQUMsTUFBTSxPQUFPLEtBQUssSUFBSSxDQUFDLEdBQUc7QUFDNUMsaUJBQU8sVUFBVSxLQUFLLFdBQVcsSUFBSSxFQUFFLElBQUksQ0FBQyxhQUF1QixTQUFTLFVBQVUsR0FBRyxDQUFDLFNBQVMsTUFBTSxDQUFDO0FBQUEsUUFDNUc7QUFBQSxNQUNGLENBQUM7QUFFRCxXQUFLLEdBQUcsSUFBSSwwRUFBMEUsTUFBTTtBQUMxRixjQUFNLFVBQVUsQ0FBQyxNQUFNLEVBQUUsU0FBUyxLQUFLLEdBQUcsRUFBRSxVQUFVLEtBQUssR0FBRyxFQUFFLFNBQVMsUUFBUSxHQUFHLEVBQUUsU0FBUyxLQUFLLEdBQUcsRUFBRSxjQUFjLElBQUksR0FBRyxFQUFFLGNBQWMsQ0FBQyxDQUFDLEVBQUUsQ0FBQztBQUNuSixtQkFBVyxVQUFVLFNBQVM7QUFDNUIsaUJBQU8sT0FBTyxNQUFNLElBQUksSUFBSSxLQUFLLE9BQU8sTUFBZ0IsR0FBRyxFQUFFLE1BQU0saUJBQWlCLE1BQU0sbUJBQW1CLENBQUM7QUFBQSxRQUNoSDtBQUNBLGVBQU8sT0FBTyxNQUFNLElBQUksSUFBSSxLQUFLLE9BQU8sRUFBRSxPQUFPLEtBQTBCLENBQUMsR0FBRyxlQUFlO0FBQzlGLG1CQUFXLFVBQVUsQ0FBQyxRQUFXLENBQUMsR0FBRyxFQUFFLE9BQU8sUUFBVyxTQUFTLFFBQVcsY0FBYyxRQUFXLFVBQVUsT0FBVSxDQUFDLEdBQUc7QUFDNUgsaUJBQU8sTUFBTSxJQUFJLElBQUksS0FBSyxPQUFPLE1BQU0sRUFBRSxPQUFPLEVBQUUsUUFBUSxLQUFLLE1BQU0sSUFBSSxDQUFDLEVBQUUsWUFBWSxPQUFPO0FBQUEsUUFDakc7QUFDQSxlQUFPLE1BQU0sSUFBSSxJQUFJLEtBQUssT0FBTyxFQUFFLFNBQVMsS0FBSyxDQUFDLEVBQUUsT0FBTyxFQUFFLFFBQVEsS0FBSyxNQUFNLElBQUksQ0FBQyxFQUFFLE9BQU8sTUFBTSxhQUFhO0FBQ2pILGVBQU8sTUFBTSxJQUFJLEtBQUssT0FBTyxFQUFFLE9BQU8sRUFBRSxNQUFNLE9BQU8sQ0FBQyxFQUFFLE9BQU8sTUFBTSxRQUFRO0FBQUEsTUFDL0UsQ0FBQztBQUVELFdBQUssR0FBRyxJQUFJLDBEQUEwRCxNQUFNO0FBQzFFLGNBQU0sV0FBVyxnQkFBZ0IsS0FBSztBQUN0QyxjQUFNLE9BQU8sT0FBTyxLQUFLLEtBQUssVUFBVSxLQUFLLENBQUM7QUFDOUMsY0FBTSxRQUFRLENBQUMsSUFBSSxJQUFJLEtBQUssUUFBUSxHQUFHLElBQUksSUFBSSxLQUFLLElBQUksQ0FBQztBQUN6RCxpQkFBUyxLQUFLLENBQUMsRUFBRyxPQUFPLGlCQUFpQixJQUFJO0FBQzlDLGFBQUssS0FBSyxFQUFFO0FBQ1osbUJBQVcsUUFBUSxNQUFPLFFBQU8sTUFBTSxLQUFLLE9BQU8sRUFBRSxRQUFRLEtBQUssTUFBTSxJQUFJLENBQUMsRUFBRSxZQUFZLE1BQU07QUFBQSxNQUNuRyxDQUFDO0FBRUQsV0FBSyxHQUFHLElBQUksMkZBQTJGLE1BQU07QUFDM0csY0FBTSxPQUFPLElBQUksSUFBSSxLQUFLLEtBQUs7QUFDL0IsY0FBTSxRQUFRLENBQUMsRUFBRSxNQUFNLElBQUksR0FBRyxFQUFFLE1BQU0sS0FBSyxhQUFhLEVBQUUsTUFBTSxTQUFTLEVBQUUsR0FBRyxFQUFFLE1BQU0sSUFBSSxDQUFDO0FBQzNGLG1CQUFXLFdBQVcsQ0FBQyxPQUFPLEVBQUUsT0FBTyxZQUFZLElBQUksQ0FBQyxHQUFHO0FBQ3pELGdCQUFNLFVBQVUsS0FBSyxRQUFRLEtBQUssT0FBTztBQUN6QyxpQkFBTyxVQUFVLFFBQVEsSUFBSSxDQUFDLFNBQVMsTUFBTSxRQUFRLElBQUksQ0FBQyxHQUFHLENBQUMsR0FBRyxDQUFDLENBQUM7QUFBQSxRQUNyRTtBQUNBLG1CQUFXLFFBQVEsQ0FBQyxLQUFLLFVBQVUsS0FBSyxHQUFHLE9BQU8sS0FBSyxLQUFLLFVBQVUsRUFBRSxNQUFNLENBQUMsQ0FBQyxDQUFDLEdBQUc7QUFDbEYsaUJBQU8sVUFBVSxLQUFLLFFBQVEsS0FBSyxJQUFJLEdBQUcsTUFBTSxNQUFNLENBQUMsQ0FBQztBQUFBLFFBQzFEO0FBQ0EsWUFBSSxRQUFRO0FBQ1osY0FBTSxTQUFTO0FBQUEsVUFDYixJQUFJLFFBQVE7QUFDVixtQkFBTyxZQUFZLElBQUksUUFBUSxDQUFDLEVBQUUsTUFBTSxJQUFJLEdBQUcsRUFBRSxNQUFNLElBQUksR0FBRyxFQUFFLE1BQU0sSUFBSSxDQUFDO0FBQUEsVUFDN0U7QUFBQSxRQUNGO0FBQ0EsZUFBTyxVQUFVLEtBQUssUUFBUSxLQUFLLE1BQU0sR0FBRyxNQUFNLE1BQU0sQ0FBQyxDQUFDO0FBQzFELG1CQUFXLFdBQVcsQ0FBQyxDQUFDLEdBQUcsRUFBRSxPQUFPLG9CQUFJLElBQUksRUFBRSxHQUFHLG9CQUFJLElBQUksR0FBRyxLQUFLLENBQUMsRUFBRSxNQUFNLEdBQUcsQ0FBQyxHQUFHLElBQUksR0FBRztBQUN0RixpQkFBTyxPQUFPLE1BQU0sS0FBSyxRQUFRLEtBQUssT0FBYSxHQUFHLEVBQUUsTUFBTSxtQkFBbUIsTUFBTSxtQkFBbUIsQ0FBQztBQUFBLFFBQzdHO0FBQ0EsbUJBQVcsVUFBVSxDQUFDLEdBQUcsUUFBVyxRQUFRLEdBQUc7QUFDN0MsaUJBQU8sT0FBTyxNQUFNLEtBQUssUUFBUSxRQUFrQixLQUFLLEdBQUcsRUFBRSxNQUFNLG1CQUFtQixDQUFDO0FBQUEsUUFDekY7QUFBQSxNQUNGLENBQUM7QUFFRCxXQUFLLEdBQUcsSUFBSSxtRUFBbUUsTUFBTTtBQUNuRixlQUFPO0FBQUEsVUFDTCxNQUFNLElBQUksSUFBSSxLQUFLLEdBQUc7QUFBQSxVQUN0QixDQUFDLFVBQVU7QUFDVCxtQkFBTyxHQUFHLGlCQUFpQixtQkFBbUIsaUJBQWlCLGlCQUFpQixpQkFBaUIsS0FBSztBQUN0RyxtQkFBTyxNQUFNLE1BQU0sTUFBTSxpQkFBaUI7QUFDMUMsbUJBQU8sTUFBTSxNQUFNLE1BQU0sa0JBQWtCO0FBQzNDLG1CQUFPLFVBQVUsTUFBTSxZQUFZLElBQUksQ0FBQyxFQUFFLE1BQU0sTUFBTSxPQUFPLE9BQU8sRUFBRSxNQUFNLE1BQU0sT0FBTyxFQUFFLEdBQUcsQ0FBQyxFQUFFLE1BQU0sZUFBZSxNQUFNLEdBQUcsUUFBUSxFQUFFLENBQUMsQ0FBQztBQUMzSSxtQkFBTyxNQUFNLE9BQU8sS0FBSyxHQUFHLG9CQUFvQjtBQUNoRCxtQkFBTztBQUFBLFVBQ1Q7QUFBQSxRQUNGO0FBQ0EsZUFBTyxPQUFPLE1BQU0sSUFBSSxTQUFTLEtBQUssS0FBSyxPQUFlLEdBQUcsRUFBRSxNQUFNLGlCQUFpQixNQUFNLG1CQUFtQixDQUFDO0FBQ2hILGNBQU0sQ0FBQyxVQUFVLElBQUksSUFBSSxTQUFTLEVBQUUsTUFBTSxvQkFBSSxJQUFJLEVBQUUsQ0FBQyxFQUFFO0FBQ3ZELGVBQU8sVUFBVSxDQUFDLFlBQVksTUFBTSxZQUFZLE9BQU8sR0FBRyxDQUFDLGVBQWUsT0FBTyxDQUFDO0FBQUEsTUFDcEYsQ0FBQztBQUVELFdBQUssR0FBRyxJQUFJLHNHQUFzRyxNQUFNO0FBQ3RILGNBQU0sT0FBTyxJQUFJLElBQUksS0FBSyxLQUFLO0FBQy9CLGNBQU0sT0FBTyxFQUFFLE1BQU0sUUFBUSxNQUFNLEVBQUUsU0FBUyxLQUFLLEVBQUU7QUFDckQsY0FBTSxTQUFTLEtBQUssT0FBTyxJQUFJO0FBQy9CLGNBQU0sT0FBTyxPQUFPLEtBQUs7QUFDekIsWUFBSTtBQUNKLFlBQUk7QUFDRixlQUFLLGNBQWM7QUFBQSxRQUNyQixTQUFTQyxRQUFPO0FBQ2QsbUJBQVNBO0FBQUEsUUFDWDtBQUNBLGNBQU0sUUFBUSxPQUFPLFFBQVEsTUFBTTtBQUNuQyxlQUFPLE1BQU0sTUFBTSxNQUFNLFVBQVU7QUFDbkMsZUFBTyxhQUFhLE1BQU0sU0FBUyxVQUFVO0FBQzdDLGVBQU8sVUFBVSxLQUFLLE9BQU8sSUFBSSxHQUFHLE1BQU07QUFDMUMsZUFBTyxNQUFNLElBQUksS0FBSyxPQUFPLEVBQUUsT0FBTyxJQUFJLEVBQUUsWUFBWSxNQUFNO0FBQzlELGVBQU8sTUFBTSxJQUFJLFNBQVMsSUFBSSxFQUFFLElBQUksSUFBSTtBQUFBLE1BQzFDLENBQUM7QUFBQSxJQUNIO0FBRUEsU0FBSyx5R0FBeUcsTUFBTTtBQUNsSCxVQUFJO0FBQ0osWUFBTSxPQUFPRCxNQUFLLEtBQUs7QUFDdkIsWUFBTSxNQUFjO0FBQUEsUUFDbEIsTUFBTTtBQUFBLFFBQ04sSUFBSSxhQUFhO0FBQ2YsaUJBQU9BLE1BQUs7QUFBQSxRQUNkO0FBQUEsUUFDQSxNQUFNLE9BQU87QUFBQSxVQUNYLEdBQUc7QUFBQSxVQUNILFNBQVMsSUFBSSxTQUFTO0FBQ3BCLGtCQUFNLFNBQVMsS0FBSyxRQUFRLEdBQUcsSUFBSTtBQUNuQyxrQkFBTSxTQUErQixDQUFDLE1BQU1FLFVBQVM7QUFDbkQsa0JBQUksUUFBUyxPQUFNO0FBQ25CLHFCQUFPLE9BQU8sT0FBTyxNQUFNQSxLQUFJO0FBQUEsWUFDakM7QUFDQSxtQkFBTyxPQUFPLE9BQU8sT0FBTyxPQUFPLE1BQU0sR0FBRyxFQUFFLE9BQU8sQ0FBQztBQUFBLFVBQ3hEO0FBQUEsUUFDRjtBQUFBLFFBQ0EsU0FBUyxDQUFDLFdBQVdGLE1BQUssUUFBUSxNQUFNO0FBQUEsTUFDMUM7QUFDQSxZQUFNLE9BQU8sS0FBSyxRQUFRLE1BQU0sR0FBRyxHQUFFLEtBQU0sS0FBSztBQUNoRCxZQUFNLE9BQU8sRUFBRSxNQUFNLFFBQVEsTUFBTSxFQUFFLFNBQVMsS0FBSyxFQUFFO0FBQ3JELGlCQUFXLFNBQVMsQ0FBQyxJQUFJLFlBQVksYUFBYSxhQUFhLEdBQUcsSUFBSSxXQUFXLGtDQUFrQyxDQUFDLEdBQUc7QUFDckgsY0FBTSxFQUFFLFdBQVcsSUFBSUE7QUFDdkIsa0JBQVU7QUFDVixlQUFPLE9BQU8sTUFBTSxLQUFLLE9BQU8sSUFBSSxHQUFHLEVBQUUsTUFBTSxpQkFBaUIsTUFBTSxXQUFXLENBQUM7QUFDbEYsa0JBQVU7QUFDVixlQUFPLE1BQU1BLE1BQUssWUFBWSxhQUFhLENBQUM7QUFDNUMsZUFBTyxNQUFNLEtBQUssT0FBTyxJQUFJLEVBQUUsWUFBWSxPQUFPO0FBQUEsTUFDcEQ7QUFBQSxJQUNGLENBQUM7QUFFRCxTQUFLLHFEQUFxRCxNQUFNO0FBQzlELFlBQU0sTUFBTSxRQUFRLE1BQU1BLEtBQUk7QUFDOUIsWUFBTSxPQUFPLElBQUksSUFBSSxLQUFLLEtBQUs7QUFDL0IsWUFBTSxFQUFFLE9BQU8sSUFBS0EsTUFBSyxLQUFLLEVBQStFLFNBQVMsQ0FBQyxDQUFDO0FBQ3hILGFBQU8sS0FBSyxRQUFRLE9BQU8sT0FBTyxhQUFhLEtBQUs7QUFDcEQsWUFBTSxRQUFRLElBQUksT0FBTyxLQUFLLEVBQUU7QUFDaEMsYUFBTyxPQUFPLE1BQU0sS0FBSyxPQUFPLEVBQUUsTUFBTSxRQUFRLE1BQU0sRUFBRSxTQUFTLE1BQU0sRUFBRSxDQUFDLEdBQUcsRUFBRSxNQUFNLFdBQVcsQ0FBQztBQUNqRyxhQUFPLE1BQU0sS0FBSyxPQUFPLEVBQUUsTUFBTSxRQUFRLE1BQU0sRUFBRSxTQUFTLE1BQU0sRUFBRSxDQUFDLEVBQUUsWUFBWSxPQUFPO0FBQ3hGLGFBQU8sTUFBTSxLQUFLLE9BQU8sRUFBRSxNQUFNLFFBQVEsTUFBTSxFQUFFLFNBQVMsS0FBSyxFQUFFLENBQUMsRUFBRSxZQUFZLE1BQU07QUFBQSxJQUN4RixDQUFDO0FBQUE7QUFBQTsiLAogICJuYW1lcyI6IFsiYW5zd2VycyIsICJ0ZXh0IiwgImNsb3NlZCIsICJwdHIiLCAicmVxdWlyZSIsICJhZGRvbiIsICJqb2luIiwgIndhc20iLCAid2FzbSIsICJlcnJvciIsICJjYWxsIl0KfQo=
