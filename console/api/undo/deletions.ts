import { createDeletions } from "./create-deletions.ts";

/** The deletions of this tab that can still be undone. */
export const deletions = createDeletions();

// Their requests outlive the page.
window.addEventListener("pagehide", () => void deletions.settle());
