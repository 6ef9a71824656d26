import { endpointKinds, environments } from "@ferrule/contract/states.ts";
import { readBoundScopes } from "../../../releases/deployments/queries/bound-scopes.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { findTargetRow, type Place, type TargetRow } from "../queries/targets.ts";

/** An endpoint that callers sign in to, with the address that its tokens are for. */
export interface Target extends TargetRow {
  resource: string;
  /** What deployed tools and routes ask for by themselves, by their names. */
  boundScopes: ReadonlyMap<string, string>;
}

const pathOf = ({ kind, environment, project, endpoint }: Place) => [kind, environment, project, endpoint].join("/");

export const resourceOf = (place: Place, publicUrl: string): string => `${publicUrl}/${pathOf(place)}`;

/** The parts of an endpoint's address, however the URL is written; null for any other address. */
export function placeOf(resource: string, publicUrl: string): Place | null {
  if (!URL.canParse(resource)) return null;
  // A client may write the host in capitals or the port of the scheme, and end it with a slash (MCP authorization, "Canonical Server URI").
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

/** Whether what a client wrote names this resource. */
export function isResource(asked: string, resource: string, publicUrl: string): boolean {
  const place = placeOf(asked, publicUrl);
  return place !== null && resourceOf(place, publicUrl) === resource;
}

/**
 * The endpoint that a `resource` names (RFC 8707); null where there is none that callers sign in to. `held`: its policy stays so until the
 * transaction ends, for what is given by it.
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

/** Whether people whom this issuer knows may sign in there, without an account here. */
export const takesIssuer = ({ policy }: Pick<Target, "policy">, issuer: string): boolean =>
  policy.issuers.includes(issuer);

/** @throws OauthError invalid_target */
export function requireTarget(target: Target | null): Target {
  if (target !== null) return target;
  throw new OauthError("invalid_target", "The resource is not the address of an endpoint with sign-in.");
}
