import type { Handlers } from "../../ground/handler/handler.ts";
import { checkGivenSchemas } from "../../ground/handler/check-given-schemas.ts";
import { saveFunction } from "./save-function.ts";

/** PATCH merges into a Function's draft; an omitted field stays. */
export const updateFunction: Handlers["updateFunction"] = async (context) => {
  checkGivenSchemas(context.body);
  return saveFunction(context, context.body);
};
