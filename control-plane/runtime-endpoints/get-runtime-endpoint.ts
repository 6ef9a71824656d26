import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { describeEndpoint } from "./describe-endpoints.ts";
import { findEndpoint } from "./records.ts";

/** Specification 4.3: one runtime endpoint. */
export const getRuntimeEndpoint: Handler<Operations["getRuntimeEndpoint"]> = async ({ app, scope, params }) =>
  describeEndpoint(scope, app, found(await findEndpoint(scope, params.endpointId)));
