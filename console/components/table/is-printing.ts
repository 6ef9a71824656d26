import { flushSync } from "react-dom";
import { createStore } from "../../api/store.ts";

/** Whether the page is being printed: a list then has all its rows in the page. */
export const isPrinting = createStore(false);

// The browser takes the page as it is when this ends.
window.matchMedia("print").addEventListener("change", ({ matches }) => flushSync(() => isPrinting.set(matches)));
