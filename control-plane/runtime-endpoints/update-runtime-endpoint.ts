import type { Operations } from "@ferrule/contract/operations.ts";
import { auditedChanges } from "../http/audited-changes.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { requireRevision } from "../http/require-revision.ts";
import { auditedEndpoint } from "./audited-endpoint.ts";
import { describeEndpoint } from "./describe-endpoints.ts";
import { changeEndpoint, lockEndpoint } from "./records.ts";

/** Specification 4.3: merges into an endpoint. Limits are live at once, texts with the next deployment. */
export const updateRuntimeEndpoint: Handler<Operations["updateRuntimeEndpoint"]> = async (context) => {
  const { app, scope, params, body, ifMatch } = context;
  const before = found(await lockEndpoint(scope, params.endpointId));
  requireRevision(ifMatch, before.revision);
  const { limits, ...texts } = body;
  const row = await changeEndpoint(scope, before.id, { ...texts, ...limits });
  return {
    answer: await describeEndpoint(scope, app, row),
    audit: {
      kind: "runtime-endpoint",
      id: row.id,
      name: row.slug,
      changes: auditedChanges(auditedEndpoint(before), auditedEndpoint(row)),
    },
  };
};
