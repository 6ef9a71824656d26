import { keptDrafts } from "./kept-drafts.ts";

/** What is not saved, in this browser. */
export const drafts = keptDrafts(window.localStorage);
