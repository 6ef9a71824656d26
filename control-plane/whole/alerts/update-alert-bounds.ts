import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { findEndpoint } from "../../serving/runtime-endpoints/queries.ts";
import { boundsOf, toBounds } from "./describe-settings.ts";
import { changeAlertBounds, lockAlertBounds } from "./queries/settings.ts";

/** Changes when the calls of an endpoint are an alert. The next look at the calls, within a minute, uses it. */
export const updateAlertBounds: Handlers["updateAlertBounds"] = async ({ scope, params, ifMatch, body }) => {
  const { id, slug } = found(await findEndpoint(scope, params.endpointId));
  const before = await lockAlertBounds(scope, id);
  requireRevision(ifMatch, before.revision);
  const row = await changeAlertBounds(scope, id, body);
  const changes = auditedChanges(boundsOf(before), boundsOf(row));
  return { answer: toBounds(id, row), audit: { kind: "runtime-endpoint", id, name: slug, changes } };
};
