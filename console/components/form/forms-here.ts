import { userHere } from "../../api/session.ts";
import { keptForms } from "./kept-form.ts";

const forms = keptForms(window.sessionStorage, userHere);
const here = (form: string) => `${window.location.pathname} ${form}`;

/** What this tab keeps of the forms of the page that is shown. */
export const formsHere = {
  get: (form: string, initial: unknown) => forms.get(here(form), initial),
  keep: (form: string, initial: unknown, values: Record<string, unknown>) => forms.keep(here(form), initial, values),
  drop: (form: string) => forms.drop(here(form)),
};
