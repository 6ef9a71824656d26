import { PublicError } from "@ferrule/contract/errors.ts";
import type { RuntimeEndpoint } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { App } from "../../ground/app.ts";
import type { Audited } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { auditedEndpoint } from "./audited-endpoint.ts";
import { describeEndpoint } from "./describe-endpoints.ts";
import { changeEndpoint, lockEndpoint } from "./queries.ts";

/**
 * Switches an endpoint between `active` and `disabled`, at once and in both environments.
 * @throws PublicError INVALID_STATE when it is already in that state.
 */
export async function changeStatus(
  request: { app: App; scope: ProjectScope; params: { endpointId: string }; ifMatch: number | null },
  status: "active" | "disabled",
): Promise<Audited<RuntimeEndpoint>> {
  const { app, scope, params, ifMatch } = request;
  const before = found(await lockEndpoint(scope, params.endpointId));
  requireRevision(ifMatch, before.revision);
  if (before.status === status) throw new PublicError("INVALID_STATE", `The endpoint is ${status} already.`);
  const row = await changeEndpoint(scope, before.id, { status });
  return { answer: await describeEndpoint(scope, app, row), audit: auditedEndpoint(before, row) };
}
