import { endpointKinds, environments } from "@ferrule/contract/states.ts";
import { managementServerPath } from "@ferrule/contract/sign-in/management-server-path.ts";
import { readBoundScopes } from "../../../releases/deployments/queries/bound-scopes.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { findTargetRow, type Place, type TargetRow } from "../queries/targets.ts";

/** An endpoint to which callers sign in, with the address for which its tokens are issued. */
export interface Target extends TargetRow {
  resource: string;
  /** The scopes that deployed tools and routes require by themselves, by their names. */
  boundScopes: ReadonlyMap<string, string>;
}

const pathOf = ({ kind, environment, project, endpoint }: Place) => [kind, environment, project, endpoint].join("/");

export const resourceOf = (place: Place, publicUrl: string): string => `${publicUrl}/${pathOf(place)}`;

/** The address of the management MCP server, for which access tokens of agents are issued. */
export const managementResource = (publicUrl: string): string => publicUrl + managementServerPath;

/** Whether a client's text names the management MCP server, in whatever form it is written. */
export const isManagementServer = (resource: string, publicUrl: string): boolean =>
  URL.canParse(resource) && new URL(resource).href.replace(/\/$/, "") === managementResource(publicUrl);

/** The parts of an endpoint's address, in whatever form the URL is written; null for any other address. */
export function placeOf(resource: string, publicUrl: string): Place | null {
  if (!URL.canParse(resource)) return null;
  // A client may write the host in capitals, add the default port, and end the URL with a slash (MCP authorization,
  // "Canonical Server URI").
  const { href } = new URL(resource);
  if (!href.startsWith(`${publicUrl}/`)) return null;
  const path = href.slice(publicUrl.length + 1).replace(/\/$/, "");
  const [, kind = "", environment = "", project = "", endpoint = ""] =
    /^([a-z]+)\/([a-z]+)\/([a-z0-9-]+)\/([a-z0-9-]+)$/.exec(path) ?? [];
  const known = <T extends string>(values: readonly T[], value: string) => values.find((one) => one === value);
  const knownKind = known(endpointKinds, kind);
  const knownEnvironment = known(environments, environment);
  if (knownKind === undefined || knownEnvironment === undefined) return null;
  return { kind: knownKind, environment: knownEnvironment, project, endpoint };
}

/** Whether a client's text names this resource. */
export function isResource(asked: string, resource: string, publicUrl: string): boolean {
  if (resource === managementResource(publicUrl)) return isManagementServer(asked, publicUrl);
  const place = placeOf(asked, publicUrl);
  return place !== null && resourceOf(place, publicUrl) === resource;
}

/**
 * The endpoint that a `resource` names (RFC 8707); null when callers do not sign in to any such endpoint. With `held`,
 * nobody changes its policy until the transaction ends; code that gives rights needs that.
 */
export async function findTarget(
  scope: InstallationScope,
  publicUrl: string,
  resource: string | undefined,
  { held = false } = {},
): Promise<Target | null> {
  const place = resource === undefined ? null : placeOf(resource, publicUrl);
  const row = place === null ? undefined : await findTargetRow(scope, place, { held });
  if (row === undefined) return null;
  return { ...row, resource: resourceOf(row, publicUrl), boundScopes: await readBoundScopes(scope, row) };
}

/** Whether this issuer's people may sign in there without an account here. */
export const takesIssuer = ({ policy }: { policy: Pick<Target["policy"], "issuers"> }, issuer: string): boolean =>
  policy.issuers.includes(issuer);

export const noTarget = (): OauthError =>
  new OauthError("invalid_target", "The resource is not the address of an endpoint with sign-in.");

/** @throws OauthError invalid_target */
export function requireTarget(target: Target | null): Target {
  if (target !== null) return target;
  throw noTarget();
}
