import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { offeredOf } from "./offered-of.ts";

/**
 * Whether an environment serves this tool (`look_up`), resource (`resource:handbook`), prompt or route (`GET
 * /orders/{orderId}`), enabled. The database checks,
 * because the artifact may be large.
 */
export async function isServed(
  { tx, projectId }: ProjectScope,
  place: { environment: Environment; endpointId: string; target: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 as served
    from project_targets served
    cross join lateral ferrule_artifact_items(served.digest, 'endpoints', ${place.endpointId}) as e
    cross join ${offeredOf}
    where served.project_id = ${projectId} and served.environment = ${place.environment}
      and b -> 'enabled' = 'true'
      and target = ${place.target}
    limit 1
  `.execute(tx);
  return rows.length > 0;
}
