import { createDeletions } from "./create-deletions.ts";

/** The deletions of this tab that can still be undone. */
export const deletions = createDeletions();

// Their requests outlive the page.
if (typeof window !== "undefined") window.addEventListener("pagehide", () => void deletions.settle());
