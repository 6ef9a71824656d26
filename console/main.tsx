import "./shell/zod-without-eval.ts";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { loadChunk } from "./api/load-chunk.ts";
import { mayBeSignedIn, SessionGate } from "./shell/session-gate.tsx";
import "./styles/console.css";

const loadApp = () => loadChunk(() => import("./shell/console-app.tsx"));
const ConsoleApp = lazy(loadApp);
/** A failure is told when it is shown; here it comes early only. */
const loadAhead = () => void loadApp().catch(() => undefined);

// While the server is asked who is signed in. Whoever is not gets it with the first key pressed: the sign-in form needs none of it.
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
