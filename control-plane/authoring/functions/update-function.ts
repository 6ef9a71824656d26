import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { checkGivenSchemas } from "../../ground/handler/check-given-schemas.ts";
import { saveFunction } from "./save-function.ts";

/** PATCH merges into a Function's draft; an omitted field stays. */
export const updateFunction: Handler<Operations["updateFunction"]> = async (context) => {
  checkGivenSchemas(context.body);
  return saveFunction(context, context.body);
};
