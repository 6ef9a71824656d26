import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { isEarly, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";

/** What a client can ask its person. */
export interface Askable {
  form: boolean;
  url: boolean;
  /** Whether a form may have lists of choices. */
  lists: boolean;
}

/**
 * Reads `elicitation` of a client's capabilities. Without a mode it means forms, as in 2025-06-18, the first revision with
 * questions (MCP 2025-11-25, elicitation, "Capabilities"). Null: the client can ask nothing.
 */
export function askableBy(revision: Revision, capabilities: unknown): Askable | null {
  const declared = isObject(capabilities) ? capabilities["elicitation"] : undefined;
  if (!isObject(declared) || isEarly(revision)) return null;
  if (revision === "2025-06-18") return { form: true, url: false, lists: false };
  const url = isObject(declared["url"]);
  return { form: isObject(declared["form"]) || !url, url, lists: true };
}
