import * as Tabs from "@radix-ui/react-tabs";
import type { Change, Harness } from "callgate-wasm";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { connect } from "../engine/client.js";
import type { Attempt, Range } from "../engine/protocol.js";
import { Consequences } from "./Consequences.js";
import { DrawerContext, type Shared } from "./context.js";
import { DocumentView } from "./DocumentView.js";
import { Draft, type Snapshot } from "./draft.js";
import type { TextHandle } from "./MarkedText.js";
import { Permissions } from "./Permissions.js";
import { Preview } from "./Preview.js";
import { TryCall } from "./TryCall.js";
import { count } from "./words.js";
import "./drawer.css";

/** What a save brings besides the document. */
export interface Saved {
  /** The decisions that change; at most 1,000 of them, the looser ones first. */
  readonly changes: readonly Change[];
  /** How many there are, and how many of them are looser. */
  readonly total: number;
  readonly looser: number;
}

/** The document as it is being written. */
export interface Drafted {
  readonly text: string;
  /** Whether it has no error; nothing until that is known. */
  readonly valid: boolean | undefined;
  /** Whether it is the saved one. */
  readonly saved: boolean;
}

export interface PermissionDrawerProps {
  /**
   * The saved agent document, as JSON text or as an object. With it the drawer is controlled: what a
   * person saves counts once it comes back here. Another document takes the place of an unsaved draft.
   */
  readonly document?: string | object | undefined;
  /** Another number opens `document` anew, also where it is the saved one: a draft gives way to it. */
  readonly opened?: number | undefined;
  /** The document to begin with, where the drawer keeps it itself. */
  readonly defaultDocument?: string | object | undefined;
  /** What the servers answered to `tools/list`: server name to answer (result, array or JSON-RPC response), as text or as an object. */
  readonly catalogs?: string | object | undefined;
  /** A person saved: the document as JSON text, in the author's own layout, and what it changes. */
  readonly onChange?: ((document: string, saved: Saved) => void) | undefined;
  /** Called with every change of the draft. */
  readonly onDraft?: ((draft: Drafted) => void) | undefined;
  /** Everything can be looked at, nothing changed. */
  readonly readOnly?: boolean | undefined;
  /** Follows the system unless told otherwise. */
  readonly theme?: "system" | "light" | "dark" | undefined;
}

/** Where there is room for two columns, in pixels. */
const WIDE = 900;
const EMPTY = "{}";

/** What an agent may do on its servers, to be seen and edited. It takes the height of what is around it. */
export function PermissionDrawer(props: PermissionDrawerProps) {
  const { document, opened, defaultDocument, catalogs, theme = "system" } = props;
  const given = useText(document);
  const initial = useText(defaultDocument);
  const lists = useText(catalogs) ?? "";
  const [draft, setDraft] = useState<Draft>();
  const first = useRef({ text: given ?? initial ?? EMPTY, lists });
  first.current = { text: given ?? first.current.text, lists };

  useEffect(() => {
    const { engine, close } = connect();
    setDraft(new Draft(engine, first.current.text, first.current.lists));
    return close;
  }, []);
  const round = useRef(opened);
  useEffect(() => {
    if (given !== undefined) draft?.setSaved(given, round.current !== opened);
    round.current = opened;
  }, [draft, given, opened]);
  const known = useRef(lists);
  useEffect(() => {
    if (!draft || known.current === lists) return;
    known.current = lists;
    void draft.setCatalogs(lists);
  }, [draft, lists]);

  return (
    <div className="cg-drawer" data-theme={theme}>
      {draft ? <Opened {...props} draft={draft} controlled={given !== undefined} /> : <Starting />}
    </div>
  );
}

function Starting() {
  return (
    <p className="cg-starting" role="status">
      Starting the policy engine…
    </p>
  );
}

function Opened({ draft, controlled, onChange, onDraft, readOnly = false }: PermissionDrawerProps & { draft: Draft; controlled: boolean }) {
  const state = useSyncExternalStore(draft.subscribe, draft.snapshot);
  const root = useRef<HTMLDivElement>(null);
  const wide = useWide(root);
  const [tab, setTab] = useState("permissions");
  const [harness, setHarness] = useState<Harness>("claude");
  const [search, setSearch] = useState("");
  const [attempt, setAttempt] = useState<Attempt>({ server: "", tool: "Bash", args: '{"command": "git push --force"}', reads: false });
  const [deciding, setDeciding] = useState<{ range: Range; revision: number }>();
  const text = useRef<TextHandle>(null);
  const toolField = useRef<HTMLInputElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { looked, pending, saved } = state;
  const current = !pending && looked?.ok === true;

  useEffect(() => {
    onDraft?.({ text: state.text, valid: pending ? undefined : looked?.ok, saved: state.text === saved });
  }, [onDraft, state.text, pending, looked?.ok, saved]);

  const showRange = useCallback((range: Range) => {
    // The text may only now be there, and what is not there cannot be selected.
    flushSync(() => setTab("document"));
    text.current?.select(range);
  }, []);
  const revision = looked?.revision ?? 0;
  const showPointer = useCallback(
    async (pointer: string) => {
      const range = await draft.engine.locate(pointer);
      if (!range) return;
      setDeciding({ range, revision });
      showRange(range);
    },
    [draft, revision, showRange],
  );
  const tryTool = useCallback((server: string | undefined, tool: string) => {
    setAttempt({ server: server ?? "", tool, args: "", reads: false });
    flushSync(() => setTab("try"));
    toolField.current?.focus();
  }, []);
  const passList = useCallback(() => {
    // Beside the list are the tabs; where it is a tab itself, what comes behind it is the bar.
    const next = wide ? tabs.current?.querySelector<HTMLElement>('[role="tab"][data-state="active"]') : bar.current?.querySelector<HTMLElement>("button:enabled");
    next?.focus();
  }, [wide]);
  const locked = readOnly ? "It can only be looked at" : looked && !looked.ok ? "The document has errors" : undefined;
  const shared = useMemo<Shared>(
    () => ({ draft, state, locked, showPointer: current ? (pointer) => void showPointer(pointer) : undefined, passList, tryTool }),
    [draft, state, locked, current, showPointer, passList, tryTool],
  );
  const save = () => {
    const { changes = [], total = 0, looser = 0 } = state.changes ?? {};
    onChange?.(state.text, { changes, total, looser });
    if (!controlled) draft.setSaved(state.text);
  };
  const onSearch = useMemo(() => ({ text: search, onText: setSearch }), [search]);

  const shown = wide && tab === "permissions" ? "document" : tab;
  return (
    <DrawerContext value={shared}>
      <div ref={root} className={wide ? "cg-body cg-wide" : "cg-body"}>
        <InForce state={state} readOnly={readOnly} />
        {!looked ? (
          !state.failed && <Starting />
        ) : (
          <div className="cg-columns">
            {wide && <Permissions search={onSearch} />}
            <Tabs.Root className="cg-tabs" value={shown} onValueChange={setTab}>
              <Tabs.List ref={tabs} className="cg-tab-list" aria-label="Views">
                {!wide && (
                  <Tabs.Trigger className="cg-tab" value="permissions">
                    Permissions
                  </Tabs.Trigger>
                )}
                <Tabs.Trigger className="cg-tab" value="document">
                  Document{looked.errors > 0 && <span className="cg-badge">{looked.errors.toLocaleString("en")}<span className="cg-unseen"> errors</span></span>}
                </Tabs.Trigger>
                <Tabs.Trigger className="cg-tab" value="preview">
                  Preview
                </Tabs.Trigger>
                <Tabs.Trigger className="cg-tab" value="try">
                  Try a call
                </Tabs.Trigger>
              </Tabs.List>
              {!wide && (
                <Tabs.Content className="cg-panel cg-panel-list" value="permissions">
                  <Permissions search={onSearch} />
                </Tabs.Content>
              )}
              <Tabs.Content className="cg-panel" value="document">
                <DocumentView
                  ref={text}
                  readOnly={readOnly}
                  deciding={deciding?.revision === looked.revision ? deciding.range : undefined}
                  onPlace={showRange}
                />
              </Tabs.Content>
              <Tabs.Content className="cg-panel" value="preview">
                <Preview harness={harness} onHarness={setHarness} />
              </Tabs.Content>
              <Tabs.Content className="cg-panel" value="try">
                <TryCall ref={toolField} attempt={attempt} onChange={setAttempt} />
              </Tabs.Content>
            </Tabs.Root>
          </div>
        )}
        {looked && <Consequences ref={bar} readOnly={readOnly} roomy={wide} onSave={save} />}
      </div>
    </DrawerContext>
  );
}

/** Which policy is shown, where that is not plain. */
function InForce({ state: { looked, failed, catalogFault }, readOnly }: { state: Snapshot; readOnly: boolean }) {
  if (failed !== undefined) {
    return (
      <p role="alert" className="cg-notice cg-bad">
        <strong>The policy engine does not answer, so nothing is decided here:</strong> {failed}
      </p>
    );
  }
  return (
    <div role="status" className="cg-in-force">
      {looked && !looked.ok && (
        <p className="cg-notice">
          {looked.closed ? (
            <strong>There is no valid document yet, so everything is denied.</strong>
          ) : (
            <>
              <strong>The document has {count(looked.errors, "error")}, so the last good policy stays in force.</strong> It is what is
              shown; settings can be changed again once the text is mended{readOnly ? "" : " or undone"}.
            </>
          )}
        </p>
      )}
      {catalogFault !== undefined && <p className="cg-notice">{catalogFault}</p>}
    </div>
  );
}

function useText(given: string | object | undefined): string | undefined {
  return useMemo(() => (given === undefined || typeof given === "string" ? given : JSON.stringify(given, null, 2)), [given]);
}

/** Whether the drawer itself, not the window, is wide. */
function useWide(root: React.RefObject<HTMLDivElement | null>): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWide((entry?.contentRect.width ?? 0) >= WIDE));
    if (root.current) observer.observe(root.current);
    return () => observer.disconnect();
  }, [root]);
  return wide;
}
