import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeFunction } from "./describe-functions.ts";
import { findFunction } from "./queries/functions.ts";
import { findServed } from "./queries/served-revisions.ts";

/** One Function with its source. */
export const getFunction: Handlers["getFunction"] = async ({ scope, params: { functionId } }) => {
  const [row, served] = await Promise.all([findFunction(scope, functionId), findServed(scope, functionId)]);
  return describeFunction(found(row), served);
};
