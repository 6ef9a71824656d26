import type { Handlers } from "../../ground/handler/handler.ts";
import { checkGivenSchemas } from "../../ground/handler/check-given-schemas.ts";
import { saveFunction } from "./save-function.ts";

/** PUT replaces everything of a Function's draft but its slug. */
export const replaceFunction: Handlers["replaceFunction"] = async (context) => {
  checkGivenSchemas(context.body);
  return saveFunction(context, context.body);
};
