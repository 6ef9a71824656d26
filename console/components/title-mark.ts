import { createStore } from "../api/store.ts";

/** Stands before the document's title while something is wrong, so that a tab in the background shows it too. */
export const titleMark = createStore("");
