import { useCallback, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import type { Outline, Ref } from "../engine/protocol.js";
import { keyOf } from "./draft.js";
import { PermissionWord } from "./PermissionWord.js";
import { ServerCard } from "./ServerCard.js";
import { ToolRow } from "./ToolRow.js";
import { useDrawer } from "./context.js";
import { VirtualRows } from "./VirtualRows.js";
import { count, fallbackWords } from "./words.js";

/** One line of the list: a server, the tools it does not name, or one tool. */
interface Row {
  readonly group: number;
  readonly tool?: string;
  readonly kind: "server" | "other" | "tool";
}

export interface Search {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** What the agent may do: every server, every tool, with what is set and what it comes to. */
export function Permissions({ search }: { search: Search }) {
  const { draft, state, passList } = useDrawer();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { looked, counts } = state;
  const groups = looked?.inForce;
  const names = useNames(groups);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(search.text.trim().toLowerCase());
  const rows = useMemo(() => rowsOf(names, wanted, folded), [names, wanted, folded]);
  const total = useMemo(() => names.reduce((sum, { tools }) => sum + tools.length, 0), [names]);
  const matches = useMemo(() => rows.reduce((sum, { kind }) => sum + (kind === "tool" ? 1 : 0), 0), [rows]);
  const revision = looked?.revision;
  const onShown = useCallback(
    (first: number, last: number) => {
      const refs = rows.slice(first, last + 1).flatMap(({ group, tool, kind }): Ref[] => {
        if (kind !== "server") return [tool === undefined ? { group } : { group, tool }];
        // A server's own line says whether its setting reaches its tools.
        return [{ group }];
      });
      draft.need([...new Map(refs.map((ref) => [keyOf(ref), ref])).values()]);
    },
    // With a new revision it is another function, so that the rows ask anew.
    [rows, draft, revision],
  );
  const rowKey = useCallback((index: number) => keyIn(names, rows[index]!), [names, rows]);
  const rowHeight = useCallback((index: number) => (rows[index]?.kind === "server" ? 150 : 74), [rows]);
  const fold = useCallback((key: string) => {
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);

  return (
    <section aria-labelledby={`${id}-title`} className="cg-permissions">
      <div className="cg-overview">
        <h2 id={`${id}-title`} className="cg-title">
          What the agent may do
        </h2>
        {counts && total > 0 && (
          <ul className="cg-counts" aria-label="Tools by decision">
            {(["allow", "ask", "deny"] as const).map((permission) => (
              <li key={permission}>
                <PermissionWord permission={permission} /> {counts[permission].toLocaleString("en")}
              </li>
            ))}
          </ul>
        )}
        {looked?.closed === false && (
          <p className="cg-soft cg-agent-policy">
            Agent policy: <strong>{fallbackWords(looked.fallback)}</strong>, unless a rule is stricter
          </p>
        )}
      </div>
      <div className="cg-search">
        <label htmlFor={`${id}-search`}>Search {count(total, "tool")}</label>
        <input
          ref={field}
          id={`${id}-search`}
          type="search"
          className="cg-input"
          value={search.text}
          onChange={(event) => search.onText(event.target.value)}
          spellCheck={false}
          autoComplete="off"
        />
        <span role="status" className="cg-soft">
          {wanted !== "" && (matches === 0 ? "No tool or server has that in its name" : `${matches.toLocaleString("en")} shown`)}
        </span>
      </div>
      {rows.length > 0 && (
        <button type="button" className="cg-button cg-pass" onClick={passList}>
          Pass over the list
        </button>
      )}
      {groups?.length === 0 ? (
        <Nothing closed={looked?.closed ?? true} />
      ) : (
        <VirtualRows
          label="Servers and tools"
          rows={rows.length}
          keyOf={rowKey}
          height={rowHeight}
          stop={false}
          onShown={onShown}
          onEscape={() => field.current?.focus()}
        >
          {(index) => {
            const row = rows[index]!;
            const group = groups?.[row.group];
            if (!group) return null;
            if (row.kind === "server") {
              const key = keyIn(groups, row);
              return <ServerCard place={row.group} group={group} folded={folded.has(key)} onFold={() => fold(key)} />;
            }
            return <ToolRow place={row.group} group={group} tool={row.tool} />;
          }}
        </VirtualRows>
      )}
    </section>
  );
}

function Nothing({ closed }: { closed: boolean }) {
  return (
    <div className="cg-nothing">
      {closed ? (
        <>
          <p>
            <strong>There is no valid document yet, so the agent may do nothing.</strong>
          </p>
          <p>The problems are listed with the document. Once they are mended, its servers and tools are listed here.</p>
        </>
      ) : (
        <>
          <p>
            <strong>This document names no server and no tool.</strong>
          </p>
          <p>
            Servers are listed in <code>mcps</code>. What the agent does without one follows the agent policy.
          </p>
        </>
      )}
    </div>
  );
}

type Names = readonly Pick<Outline, "server" | "tools">[];

/** The groups as far as their names go: the same until a name is another one. */
function useNames(groups: readonly Outline[] | undefined): Names {
  const known = useRef<Names>([]);
  const same = groups?.length === known.current.length && groups.every(({ server, tools }, place) => server === known.current[place]?.server && tools === known.current[place]?.tools);
  if (groups && !same) known.current = groups;
  return known.current;
}

function keyIn(groups: Names, { group, tool, kind }: Row): string {
  return `${groups[group]?.server ?? ""} ${kind} ${tool ?? ""}`;
}

/** The lines to show: under a search the tools that have it in their name, or all of a server that has. */
function rowsOf(groups: Names, wanted: string, folded: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  groups.forEach(({ server, tools }, group) => {
    const whole = wanted === "" || (server ?? "").toLowerCase().includes(wanted);
    const found = whole ? tools : tools.filter((tool) => tool.toLowerCase().includes(wanted));
    if (!whole && found.length === 0) return;
    const head: Row = { group, kind: "server" };
    rows.push(head);
    if (folded.has(keyIn(groups, head))) return;
    if (server !== undefined && whole) rows.push({ group, kind: "other" });
    for (const tool of found) rows.push({ group, kind: "tool", tool });
  });
  return rows;
}
