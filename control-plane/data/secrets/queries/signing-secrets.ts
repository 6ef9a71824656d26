import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** A secret with which an endpoint's policy verifies signatures, and the endpoint. */
export interface SigningSecret {
  secretName: string;
  environment: Environment;
  endpointId: string;
  endpointName: string;
}

/** The secrets with which policies of the Project verify signatures, by name; with `environment`, those of its policies. */
export async function listSigningSecrets(
  { tx, projectId }: ProjectScope,
  environment?: Environment,
): Promise<SigningSecret[]> {
  const there = environment === undefined ? sql`true` : sql`p.environment = ${environment}`;
  const { rows } = await sql<SigningSecret>`
    select distinct needed.name as secret_name, p.environment, e.id as endpoint_id, e.name as endpoint_name
    from auth_policies p join runtime_endpoints e on e.id = p.endpoint_id,
      lateral (
        select jsonb_array_elements_text(p.caller -> 'signature' -> 'secrets')
        union all select p.caller -> 'signature' ->> 'challengeSecret'
      ) as needed (name)
    where p.project_id = ${projectId} and e.project_id = ${projectId}
      and ${there} and p.caller ->> 'mode' = 'signature' and needed.name is not null
    order by needed.name, e.name, e.id`.execute(tx);
  return rows;
}
