import { createStore } from "../../api/store.ts";

/** Whether the dialog that deploys the drafts is open over the page. */
export const deployShown = createStore(false);
