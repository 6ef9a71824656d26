import { PublicError } from "@ferrule/contract/errors.ts";
import { goesWith } from "../../ground/audit/goes-with.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { listKeysOf, statusOf } from "../api-keys/queries.ts";
import { auditedEndpoint } from "./audited-endpoint.ts";
import { listBindingNames, listServing, lockEndpoint, removeEndpoint } from "./queries.ts";

/**
 * Removes an endpoint with its bindings, policies, API keys and grants. 409 IN_USE while an environment serves tools or
 * routes on it, because callers would lose them without a deployment.
 */
export const deleteRuntimeEndpoint: Handlers["deleteRuntimeEndpoint"] = async (context) => {
  const { scope, params, ifMatch } = context;
  const row = found(await lockEndpoint(scope, params.endpointId));
  requireRevision(ifMatch, row.revision);
  const environments = await listServing(scope, row.id);
  if (environments.length > 0) {
    const message = `The endpoint is deployed in ${environments.join(" and ")}. Remove its bindings and deploy first.`;
    throw new PublicError("IN_USE", message, { details: { environments } });
  }
  const keys = (await listKeysOf(scope, [row.id])).filter((key) => statusOf(key) === "active");
  const gone = goesWith({
    [row.kind === "mcp" ? "Tools, resources and prompts" : "Routes"]: await listBindingNames(scope, row.id),
    "API keys": keys.map(({ name, environment }) => `${name} (${environment})`),
  });
  await removeEndpoint(scope, row.id);
  return { answer: undefined, audit: auditedEndpoint(row, null, gone) };
};
