import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedEndpoint } from "./audited-endpoint.ts";
import { describeEndpoint } from "./describe-endpoints.ts";
import { changeEndpoint, lockEndpoint } from "./queries.ts";
import { requireTools } from "./require-tools.ts";

/** Merges changes into an endpoint. Limits apply at once, the rest with the next deployment. */
export const updateRuntimeEndpoint: Handlers["updateRuntimeEndpoint"] = async (context) => {
  const { app, scope, params, body, ifMatch } = context;
  const before = found(await lockEndpoint(scope, params.endpointId));
  requireRevision(ifMatch, before.revision);
  const { limits, ...texts } = body;
  requireTools(before.kind, body.unknownArguments);
  const row = await changeEndpoint(scope, before.id, { ...texts, ...limits });
  return { answer: await describeEndpoint(scope, app, row), audit: auditedEndpoint(before, row) };
};
