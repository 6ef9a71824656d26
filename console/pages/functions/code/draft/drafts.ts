import { userHere } from "../../../../api/session.ts";
import { keptDrafts } from "./kept-drafts.ts";

/** The signed-in user's unsaved changes, in this browser. */
export const drafts = keptDrafts(window.localStorage, userHere);
