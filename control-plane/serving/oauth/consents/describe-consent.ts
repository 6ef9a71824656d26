import type {
  ArtifactPrompt,
  ArtifactResource,
  ArtifactRoute,
  ArtifactTool,
} from "@ferrule/contract/internal/artifact.ts";
import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { applyRules, isAllowed, type Access } from "@ferrule/contract/internal/apply-rules.ts";
import type { OauthConsent } from "@ferrule/contract/resources/oauth.ts";
import { basicScope } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { readArtifact } from "../../../releases/deployments/queries/read-artifact.ts";
import { deployedOffers, type DeployedOffers } from "../../discovery/deployed-offers.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { claimsOfGiver, type Giver } from "./claims-of-giver.ts";
import type { RequestTicket } from "./request-ticket.ts";
import { redirectHostOf, redirectUrl } from "../protocol/redirect-url.ts";
import { requireTaken } from "./require-taken.ts";
import { requireTicket } from "./require-ticket.ts";
import type { Target } from "../clients/find-target.ts";

type ConsentTarget = OauthConsent["targets"][number];

/**
 * MCP's hints (2025-06-18, ToolAnnotations). A tool without hints may do anything, but is not marked as destructive.
 */
function changesOf({ annotations: { readOnlyHint, destructiveHint } }: ArtifactTool): ConsentTarget["changes"] {
  if (readOnlyHint === true) return "reads";
  if (destructiveHint !== undefined) return destructiveHint ? "destroys" : "writes";
  return readOnlyHint === false ? "writes" : "unknown";
}

const changesOfMethod: Record<ArtifactRoute["method"], ConsentTarget["changes"]> = {
  GET: "reads",
  POST: "writes",
  PUT: "writes",
  PATCH: "writes",
  DELETE: "destroys",
};

function describeOffers({ tools, routes, resources, prompts }: DeployedOffers): Omit<ConsentTarget, "scope">[] {
  const read =
    (kind: "resource" | "prompt") =>
    ({ binding }: { binding: ArtifactResource | ArtifactPrompt }) => ({
      name: targetOf(kind, binding.name),
      title: binding.title,
      description: binding.description,
      changes: "reads" as const,
    });
  return [
    ...tools.map(({ binding }) => ({
      name: binding.toolName,
      title: binding.title,
      description: binding.description,
      changes: changesOf(binding),
    })),
    ...routes.map(({ binding: { method, path, description } }) => {
      return { name: `${method} ${path}`, title: null, description, changes: changesOfMethod[method] };
    }),
    ...resources.map(read("resource")),
    ...prompts.map(read("prompt")),
  ];
}

/** The access that the policy's rules give this person through the client; the token would carry the same claims. */
const accessOf = ({ policy }: Target, { scopes, client }: RequestTicket, giver: Giver): Access =>
  applyRules(policy.rules, {
    scopes: new Set(scopes),
    groups: new Set(),
    claims: { ...claimsOfGiver(giver), client_id: client.id, client_name: client.name },
  });

const scopeOf = ({ policy, boundScopes }: Target, name: string): string =>
  policy.scopes.find(({ targets }) => targets.includes(name))?.name ?? boundScopes.get(name) ?? basicScope;

/**
 * The content of the consent page: the client, the endpoint, and the bindings that the client could call there.
 */
export async function describeConsent(
  app: App,
  scope: InstallationScope,
  request: string,
  giver: Giver,
): Promise<OauthConsent> {
  const { publicUrl } = app.settings;
  const { ticket, target } = await requireTicket(app, scope, request);
  const { callerIssuer: issuer } = giver;
  if (issuer !== null) requireTaken(target, { issuer });
  const { id, name, kind, host } = ticket.client;
  const active = await readArtifact(scope, target.projectId, target.environment);
  const offered = describeOffers(deployedOffers(active?.manifest ?? null, target.endpointId));
  const deny = { error: "access_denied", error_description: "The person did not allow it." };
  const access = accessOf(target, ticket, giver);
  return {
    client: { id, name, kind, host },
    redirectHost: redirectHostOf(ticket.redirectUri),
    endpoint: {
      name: target.name,
      description: target.description,
      kind: target.kind,
      environment: target.environment,
      project: target.projectName,
      url: target.resource,
    },
    scopes: ticket.scopes.map((one) => ({
      name: one,
      description: target.policy.scopes.find((each) => each.name === one)?.description ?? "",
    })),
    targets: offered
      .map((one) => ({ ...one, scope: scopeOf(target, one.name) }))
      .filter((one) => ticket.scopes.includes(one.scope) && isAllowed(access, one.name)),
    denyUrl: redirectUrl(ticket.redirectUri, publicUrl, ticket.state, deny),
  };
}
