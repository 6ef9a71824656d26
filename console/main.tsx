import "./shell/zod-without-eval.ts";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { loadChunk } from "./api/load-chunk.ts";
import { mayBeSignedIn, SessionGate } from "./shell/sign-in/session-gate.tsx";
import "./styles/console.css";

const loadApp = () => loadChunk(() => import("./shell/console-app.tsx"));
const ConsoleApp = lazy(loadApp);
/** An early load only warms the cache. If it fails, the app reports that when it is shown. */
const loadAhead = () => void loadApp().catch(() => undefined);

// Load the app while the server is asked who is signed in. Users who are not signed in load it with their first key
// press, because the sign-in form needs none of it.
if (mayBeSignedIn()) loadAhead();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SessionGate onBegun={loadAhead}>
        <Suspense>
          <ConsoleApp />
        </Suspense>
      </SessionGate>
    </StrictMode>,
  );
}
