import type { AuthPolicy, OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { EndpointKind, Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** Names an endpoint as its URL does. */
export interface Place {
  kind: EndpointKind;
  environment: Environment;
  project: string;
  endpoint: string;
}

/** An endpoint to which callers sign in, in one environment. */
export interface TargetRow extends Place {
  projectId: string;
  projectName: string;
  endpointId: string;
  name: string;
  description: string;
  policy: OauthPolicy;
}

/** An endpoint whose callers have tokens of any issuer. */
export type ResourceRow = Omit<TargetRow, "policy"> & { caller: AuthPolicy["caller"] };

const resources = ({ tx }: InstallationScope) =>
  tx
    .selectFrom("authPolicies as a")
    .innerJoin("runtimeEndpoints as e", "e.id", "a.endpointId")
    .innerJoin("projects as p", "p.id", "a.projectId")
    .select(["e.kind", "a.environment", "p.slug as project", "e.slug as endpoint"])
    .select(["p.id as projectId", "p.name as projectName", "e.id as endpointId", "e.name", "e.description"])
    .where("p.status", "=", "active");

const targets = (scope: InstallationScope) =>
  resources(scope)
    .select(sql<OauthPolicy>`a.caller -> 'oauth'`.as("policy"))
    .where(sql<boolean>`a.caller ->> 'mode' = 'oauth'`);

const tokenResources = (scope: InstallationScope) =>
  resources(scope)
    .select("a.caller")
    .where(sql<boolean>`a.caller ->> 'mode' in ('oauth', 'jwt')`);

/**
 * The endpoint at this place, if callers sign in there. With `held`, nobody changes its policy until the transaction
 * ends.
 */
export const findTargetRow = (
  scope: InstallationScope,
  place: Place,
  { held = false } = {},
): Promise<TargetRow | undefined> =>
  targets(scope)
    .where("e.kind", "=", place.kind)
    .where("a.environment", "=", place.environment)
    .where("p.slug", "=", place.project)
    .where("e.slug", "=", place.endpoint)
    .$if(held, (query) => query.forShare("a"))
    .executeTakeFirst();

/** The endpoint at this place, if its callers have tokens. */
export const findResourceRow = (scope: InstallationScope, place: Place): Promise<ResourceRow | undefined> =>
  tokenResources(scope)
    .where("e.kind", "=", place.kind)
    .where("a.environment", "=", place.environment)
    .where("p.slug", "=", place.project)
    .where("e.slug", "=", place.endpoint)
    .executeTakeFirst();

/** At most two of the endpoints whose callers have tokens: enough to see whether there are none, one or several. */
export const listSomeResources = (scope: InstallationScope): Promise<ResourceRow[]> =>
  tokenResources(scope).limit(2).execute();

/** Whether callers sign in to any endpoint here. */
export const isSignInOffered = async (scope: InstallationScope): Promise<boolean> =>
  (await targets(scope).limit(1).executeTakeFirst()) !== undefined;

/**
 * Whether any endpoint lets clients register themselves. With `held`, nobody changes its policy until the transaction
 * ends.
 */
export async function mayRegister(scope: InstallationScope, { held = false } = {}): Promise<boolean> {
  const row = await targets(scope)
    .where(sql<boolean>`a.caller -> 'oauth' -> 'registration' = 'true'`)
    .$if(held, (query) => query.forShare("a"))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
