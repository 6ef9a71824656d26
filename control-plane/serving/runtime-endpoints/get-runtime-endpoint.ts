import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeEndpoint } from "./describe-endpoints.ts";
import { findEndpoint } from "./queries.ts";

export const getRuntimeEndpoint: Handlers["getRuntimeEndpoint"] = async ({ app, scope, params }) =>
  describeEndpoint(scope, app, found(await findEndpoint(scope, params.endpointId)));
