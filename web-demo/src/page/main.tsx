import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Page } from "./Page.js";
import "./page.css";

createRoot(document.getElementById("page")!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
