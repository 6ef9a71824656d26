import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { describeFunction } from "./describe-functions.ts";
import { findFunction } from "./records.ts";

/** Specification 4.4: one Function with its source. */
export const getFunction: Handler<Operations["getFunction"]> = async ({ scope, params }) =>
  describeFunction(scope, found(await findFunction(scope, params.functionId)));
