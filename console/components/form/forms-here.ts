import { userHere } from "../../api/session.ts";
import { keptForms } from "./kept-form.ts";

/** What this tab keeps of forms that were not sent. The name of a form includes its page's path. */
export const formsHere = keptForms(window.sessionStorage, userHere);
