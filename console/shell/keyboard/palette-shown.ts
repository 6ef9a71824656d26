import { createStore } from "../../api/store.ts";

/** Whether the command palette is open. */
export const paletteShown = createStore(false);
