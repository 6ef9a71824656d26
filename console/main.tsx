import "./shell/zod-without-eval.ts";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { reloadOnStaleChunk } from "./shell/reload-on-stale-chunk.ts";
import { SessionGate } from "./shell/session-gate.tsx";
import "./styles/console.css";

reloadOnStaleChunk();

// Fetched while the server is asked who is signed in; the sign-in page needs none of it.
const consoleApp = import("./shell/console-app.tsx");
const ConsoleApp = lazy(() => consoleApp);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SessionGate>
        <Suspense>
          <ConsoleApp />
        </Suspense>
      </SessionGate>
    </StrictMode>,
  );
}
