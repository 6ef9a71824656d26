import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { offeredOf } from "./offered-of.ts";

/** The scopes required by the bindings that an environment serves on an endpoint, keyed by name. */
export async function readBoundScopes(
  { tx }: AnyScope,
  place: { projectId: string; environment: Environment; endpointId: string },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ target: string; scope: string }>`
    select target, b ->> 'scope' as scope
    from project_targets served
    cross join lateral ferrule_artifact_items(served.digest, 'endpoints', ${place.endpointId}) as e
    cross join ${offeredOf}
    where served.project_id = ${place.projectId} and served.environment = ${place.environment}
      and b -> 'enabled' = 'true' and b ? 'scope'
  `.execute(tx);
  return new Map(rows.map(({ target, scope }) => [target, scope]));
}

/** The names of the tools, resources and prompts, or of the routes, that an environment serves on an endpoint. */
export async function readServedTargets(
  { tx }: AnyScope,
  place: { projectId: string; environment: Environment; endpointId: string },
): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select target
    from project_targets served
    cross join lateral ferrule_artifact_items(served.digest, 'endpoints', ${place.endpointId}) as e
    cross join ${offeredOf}
    where served.project_id = ${place.projectId} and served.environment = ${place.environment}
      and b -> 'enabled' = 'true'
    order by target
  `.execute(tx);
  return rows.map(({ target }) => target);
}
