import type { Handlers } from "../../ground/handler/handler.ts";
import { showInput } from "../../serving/crons/bindings/shown-input.ts";
import { digestOf } from "./held/digest-of.ts";
import { readHeld } from "./held/read-held.ts";
import { sourceOf } from "./held/source-of.ts";

/**
 * All drafts of the Project as one document; it never contains values of secrets or keys. The input of a cron is masked
 * for people who may not edit it.
 */
export const getProjectSource: Handlers["getProjectSource"] = async ({ app, scope, actor }) => {
  const held = await readHeld(scope);
  const source = sourceOf(held, await showInput(app, scope, actor, held.crons));
  return { source, digest: digestOf(source) };
};
