import { PublicError } from "@ferrule/contract/errors.ts";
import { findFunction, hasFunction, type FunctionRow } from "../../../authoring/functions/queries/functions.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/**
 * The Function that a cron binding will run. Nobody can delete it until the transaction ends.
 * @throws PublicError NOT_FOUND
 */
export async function requireFunction(scope: ProjectScope, id: string): Promise<FunctionRow> {
  const row = (await hasFunction(scope, id)) ? await findFunction(scope, id) : undefined;
  if (!row) throw new PublicError("NOT_FOUND", "There is no such Function in this Project.");
  return row;
}
