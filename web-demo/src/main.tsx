import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Drawer } from "./drawer/Drawer.js";
import { example } from "./example.js";
import { messageOf, start } from "./policy.js";
import "./page.css";

const root = createRoot(document.getElementById("page")!);

try {
  await start();
  root.render(
    <StrictMode>
      <header className="page-head">
        <h1>What this agent may do</h1>
        <p>
          Every decision below is made by callgate in this page. Nothing that you open or paste leaves the browser.
        </p>
      </header>
      <Drawer initial={example} />
    </StrictMode>,
  );
} catch (error) {
  root.render(
    <main className="page-failed" role="alert">
      <h1>callgate could not start</h1>
      <p>The page decides nothing without its WebAssembly module: {messageOf(error)}</p>
    </main>,
  );
}
