import { userHere } from "../../../api/session.ts";
import { keptDrafts } from "./kept-drafts.ts";

/** What the signed-in user has not saved, in this browser. */
export const drafts = keptDrafts(window.localStorage, userHere);
