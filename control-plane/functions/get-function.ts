import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler/handler.ts";
import { found } from "../http/handler/not-found.ts";
import { describeFunction } from "./describe-functions.ts";
import { findFunction } from "./queries/functions.ts";

/** One Function with its source. */
export const getFunction: Handler<Operations["getFunction"]> = async ({ scope, params }) =>
  describeFunction(scope, found(await findFunction(scope, params.functionId)));
