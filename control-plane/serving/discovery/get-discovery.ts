import { describeHttp } from "@ferrule/contract/endpoint-openapi/describe-http.ts";
import { documentedCaller } from "@ferrule/contract/endpoint-openapi/documented-caller.ts";
import { listPoliciesOf } from "../auth-policies/queries.ts";
import { readArtifact } from "../../releases/deployments/queries/read-artifact.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { originOf } from "../../people/projects/origin-of.ts";
import { findEndpoint, readProjectSlug } from "../runtime-endpoints/queries.ts";
import { deployedOffers } from "./deployed-offers.ts";
import { describeMcp } from "./describe-mcp.ts";
import { routeListOf, toolListOf } from "./own-form.ts";

/**
 * The deployed tools or routes of an endpoint in one environment, in their own form or as OpenAPI. The lists are empty
 * when the environment serves none.
 */
export const getDiscovery: Handlers["getDiscovery"] = async ({ app, scope, params, query }) => {
  const { environment, format } = query;
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const active = await readArtifact(scope, scope.projectId, environment);
  const deployed = active?.manifest.endpoints.find(({ id }) => id === endpoint.id);
  const offers = deployedOffers(active?.manifest ?? null, endpoint.id);
  if (format === undefined && endpoint.kind === "http") return routeListOf(offers);
  const policies = await listPoliciesOf(scope, [endpoint.id]);
  const policy = policies.find((one) => one.environment === environment);
  const approved = (policy?.approvals ?? []).flatMap(({ names }) => names);
  if (format === undefined) return toolListOf(offers, approved);
  const { caller } = found(policy);
  const projectSlug = found(await readProjectSlug(scope));
  const path = `/${endpoint.kind}/${environment}/${projectSlug}/${endpoint.slug}`;
  const { name, description } = deployed ?? endpoint;
  const digest = deployed === undefined ? null : (active?.digest ?? null);
  const server = originOf(app.settings, endpoint.kind, environment, projectSlug);
  const head = {
    title: name,
    description,
    digest,
    server,
    authority: app.settings.publicUrl,
    caller: documentedCaller(caller),
    approvals: approved,
  };
  return endpoint.kind === "mcp"
    ? describeMcp(head, path, offers)
    : describeHttp({ ...head, server: head.server + path }, offers.routes);
};
