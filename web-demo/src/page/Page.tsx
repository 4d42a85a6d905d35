import { type DragEvent, useCallback, useEffect, useRef, useState } from "react";
import { type Drafted, PermissionDrawer, type PermissionDrawerProps } from "../index.js";
import { beginning, visible } from "../drawer/visible.js";
import { example } from "./example.js";
import { fromFragment, type NoLink, toFragment } from "./link.js";
import { LoadDialog, type Loading } from "./LoadDialog.js";
import { guess, serversOf, textOf, withAnswer } from "./loading.js";

interface Shown {
  readonly agent: string;
  readonly catalogs: string;
  /** The example's tool lists leave with the example. */
  readonly example: boolean;
}

interface Said {
  readonly text: string;
  readonly bad?: true;
}

const NO_LINK: Readonly<Record<NoLink, string>> = {
  "too large": "This is too large for a link. Download the document and pass on the file instead.",
  "no JSON": "This is not JSON yet, so its header values could not be left out of a link. Mend it, or download the document.",
};

const EXAMPLE: Shown = { ...example, example: true };

/** The page around the drawer: opening, sharing and exporting. Nothing leaves the browser. */
export function Page() {
  const [shown, setShown] = useState<Shown>();
  const [said, setSaid] = useState<Said>();
  const [theme, setTheme] = useState<NonNullable<PermissionDrawerProps["theme"]>>("system");
  const [loading, setLoading] = useState<Loading>();
  const [over, setOver] = useState(false);
  /** Counts the documents that were opened: the same one again is opened again, too. */
  const [round, setRound] = useState(0);
  const draft = useRef<Drafted>(undefined);
  const picker = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const open = async () => {
      try {
        const shared = await fromFragment(location.hash);
        if (!shared) return setShown((before) => before ?? EXAMPLE);
        setShown({ agent: shared.agent, catalogs: shared.catalogs, example: false });
        setSaid(shared.left > 0 ? { text: `A link holds no header values: ${shared.left.toLocaleString("en")} of them read “(left out)” here.` } : undefined);
      } catch (error) {
        setShown((before) => before ?? EXAMPLE);
        setSaid({ text: `This link is broken, so it was not opened: ${(error as Error).message}. Ask for it again, or for the file.`, bad: true });
      }
    };
    void open();
    const onHash = () => void open();
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  useEffect(() => {
    // What is not saved would be gone with the page.
    const onLeave = (event: BeforeUnloadEvent) => {
      if (draft.current && !draft.current.saved) event.preventDefault();
    };
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, []);

  /** The address is no longer that of what is shown. */
  const leaveLink = () => {
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  };
  const load = useCallback(({ text, kind, server }: Loading) => {
    setLoading(undefined);
    leaveLink();
    if (kind === "agent") setRound((before) => before + 1);
    setShown((before = EXAMPLE) => {
      if (kind === "agent") return { agent: text, catalogs: before.example ? "" : before.catalogs, example: false };
      if (kind === "answers") return { ...before, catalogs: text, example: false };
      return { ...before, catalogs: withAnswer(before.catalogs, server, text), example: false };
    });
    setSaid({ text: kind === "agent" ? "Opened as the agent document." : kind === "answers" ? "Opened as the servers' tool lists." : `Opened as the tool list of ${visible(beginning(server, 80))}.` });
  }, []);

  /** Loads what is plain, and asks about the rest. */
  const take = (text: string, file?: string, ask = false) => {
    const servers = serversOf(draft.current?.text ?? shown?.agent ?? "");
    const { kind, sure, server } = guess(text, file, servers);
    const wanted: Loading = { text, kind, server: server ?? servers[0] ?? "", servers };
    if (sure && !ask) load(wanted);
    else setLoading(wanted);
  };
  const openFiles = async (files: Iterable<File>) => {
    for (const file of files) {
      const text = await textOf(file);
      if (text === undefined) setSaid({ text: `${visible(beginning(file.name, 80))} is not UTF-8 text, so it was not opened.`, bad: true });
      else take(text, file.name);
    }
  };

  const current = () => (draft.current?.valid ? draft.current.text : shown?.agent) ?? "";
  const share = async (agent: string, copy: boolean) => {
    const link = await toFragment(agent, shown?.catalogs ?? "");
    if (typeof link === "string") {
      leaveLink();
      if (copy) setSaid({ text: NO_LINK[link], bad: true });
      return;
    }
    const { fragment, left } = link;
    history.replaceState(null, "", fragment);
    if (!copy) return;
    const without = left > 0 ? ` It holds no header values: ${left.toLocaleString("en")} were left out.` : "";
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    setSaid({ text: `${copied ? "The link is copied; it is also" : "The link is"} in the address bar.${without}` });
  };
  const download = () => {
    const address = URL.createObjectURL(new Blob([current()], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "agent.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    setSaid({ text: draft.current?.valid === false ? "The text has errors, so the last saved document was downloaded." : "The document is downloaded as agent.json." });
  };
  const save = (agent: string) => {
    setShown((before) => ({ ...(before ?? EXAMPLE), agent }));
    setSaid({ text: "Saved here in the page. Download it, or copy a link, to take it along." });
    void share(agent, false);
  };
  const onDraft = useCallback((drafted: Drafted) => {
    draft.current = drafted;
  }, []);

  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return (
    <div
      className={over ? "page page-over" : "page"}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void openFiles(event.dataTransfer.files);
      }}
    >
      <header className="page-head">
        <h1>callgate</h1>
        <p>What an agent may do on its MCP servers. Nothing leaves this browser.</p>
        <div className="page-actions">
          <button type="button" onClick={() => picker.current?.click()}>
            Open file…
          </button>
          <button type="button" onClick={() => setLoading({ text: "", kind: "agent", server: "", servers: serversOf(draft.current?.text ?? ""), paste: true })}>
            Paste…
          </button>
          <button
            type="button"
            onClick={() => {
              leaveLink();
              setRound((before) => before + 1);
              setShown(EXAMPLE);
              setSaid(undefined);
            }}
          >
            Example
          </button>
          <button type="button" onClick={() => void share(current(), true)}>
            Copy link
          </button>
          <button type="button" onClick={download}>
            Download
          </button>
          <select aria-label="Colours" value={theme} onChange={(event) => setTheme(event.target.value as typeof theme)}>
            <option value="system">System colours</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </div>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          aria-label="File to open"
          accept=".json,application/json,text/plain"
          onChange={(event) => {
            void openFiles([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </header>
      <div role="status">{said && !said.bad && <p className="page-said">{said.text}</p>}</div>
      {said?.bad && (
        <p role="alert" className="page-said bad">
          {said.text}
        </p>
      )}
      <main className="page-drawer">
        {shown && <PermissionDrawer document={shown.agent} opened={round} catalogs={shown.catalogs} onChange={save} onDraft={onDraft} theme={theme} />}
      </main>
      {loading && <LoadDialog loading={loading} onLoad={load} onClose={() => setLoading(undefined)} />}
    </div>
  );
}
