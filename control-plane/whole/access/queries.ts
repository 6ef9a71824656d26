import { staleAfterDays, type Access } from "@ferrule/contract/resources/access.ts";
import type { AuthPolicy, RuntimeEndpoint } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { accessKinds, Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import { containing } from "../../ground/store/rows/containing.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

/** What the list of callers is filtered by; all of it is optional. */
export interface AccessFilter {
  endpointId?: string | undefined;
  environment?: Environment | undefined;
  kind?: (typeof accessKinds)[number] | undefined;
  q?: string | undefined;
  isStale: boolean;
}

/** The sources of callers, in the order of the list. A policy itself admits issuers, senders and anybody. */
type Source = "1-policy" | "2-machine" | "3-key" | "4-person";

/** A key, a machine, a consent or a policy, as it is stored. */
export interface CallerRow {
  source: Source;
  id: string;
  endpointId: string;
  environment: Environment;
  name: string;
  detail: string | null;
  tenantId: string | null;
  scopes: string[] | null;
  createdAt: Date | null;
  createdBy: string | null;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  userId: string | null;
  callerIssuer: string | null;
  callerSubject: string | null;
  email: string | null;
  isStale: boolean;
}

/** Where a caller stands in the list. */
export type Place = Pick<CallerRow, "endpointId" | "environment" | "source" | "id">;

const sourcesOf: Record<Access["kind"], Source> = {
  key: "3-key",
  machine: "2-machine",
  person: "4-person",
  issuer: "1-policy",
  sender: "1-policy",
  anybody: "1-policy",
};

const unused = (used: string, created: string) =>
  sql`coalesce(${sql.ref(used)}, ${sql.ref(created)}) < now() - ${staleAfterDays} * interval '1 day'`;

/** Every caller of the Project that is in force, in one statement. */
const callersOf = (projectId: string) => sql`
  select '1-policy' as source, id, endpoint_id, environment, '' as name, null as detail, null as tenant_id,
    null::jsonb as scopes, null::timestamptz as created_at, null as created_by, null::timestamptz as last_used_at,
    null::timestamptz as expires_at, null as user_id, null as caller_issuer, null as caller_subject, null as email,
    false as is_stale
  from auth_policies where project_id = ${projectId}
  union all
  select '2-machine', client.id, client.endpoint_id, client.environment, client.name, null, null, null,
    client.created_at, maker.email, client.last_used_at, null, null, null, null, null,
    ${unused("client.last_used_at", "client.created_at")}
  from oauth_clients client left join users maker on maker.id = client.created_by
  where client.project_id = ${projectId} and client.kind = 'registered' and client.auth_method = 'private_key_jwt'
  union all
  select '3-key', key.id, key.endpoint_id, key.environment, key.name, key.prefix, key.tenant_id, key.scopes,
    key.created_at, maker.email, key.last_used_at, key.expires_at, null, null, null, null,
    ${unused("key.last_used_at", "key.created_at")}
  from api_keys key left join users maker on maker.id = key.created_by
  where key.project_id = ${projectId} and key.revoked_at is null
  union all
  select '4-person', consent.id, consent.endpoint_id, consent.environment,
    coalesce(giver.email, consent.caller_email, consent.caller_subject, ''), consent.client_name, null, consent.scopes,
    consent.created_at, coalesce(giver.email, consent.caller_email), consent.last_used_at, null, consent.user_id,
    consent.caller_issuer, consent.caller_subject, coalesce(giver.email, consent.caller_email),
    ${unused("consent.last_used_at", "consent.created_at")}
  from oauth_grants consent left join users giver on giver.id = consent.user_id
  where consent.project_id = ${projectId} and consent.revoked_at is null
    and (consent.user_id is not null or consent.caller_subject is not null)`;

/** Up to `limit` callers from this place on, which comes first if `isIncluded`. */
export async function listCallers(
  { tx, projectId }: ProjectScope,
  { endpointId, environment, kind, q, isStale }: AccessFilter,
  from: { after: Place | null; isIncluded: boolean; limit: number },
): Promise<CallerRow[]> {
  const text = q?.trim().toLowerCase() ?? "";
  const { after, isIncluded, limit } = from;
  const place = after && [after.endpointId, after.environment, after.source, after.id];
  const { rows } = await sql<CallerRow>`
    select * from (${callersOf(projectId)}) as caller
    where ${endpointId === undefined ? sql`true` : sql`endpoint_id = ${endpointId}`}
      and ${environment === undefined ? sql`true` : sql`environment = ${environment}`}
      and ${kind === undefined ? sql`true` : sql`source = ${sourcesOf[kind]}`}
      and ${isStale ? sql`is_stale` : sql`true`}
      and ${
        text === ""
          ? sql`true`
          : sql`(source = '1-policy' or lower(name || ' ' || coalesce(detail, '')) like ${containing(text)} or id = ${q})`
      }
      and ${
        place === null
          ? sql`true`
          : sql`(endpoint_id, environment, source, id) ${isIncluded ? sql`>=` : sql`>`} (${sql.join(place)})`
      }
    order by endpoint_id, environment, source, id
    limit ${limit}`.execute(tx);
  return rows;
}

/** The policies of these endpoints with what the decision needs of the endpoints. */
export interface PolicyFacts {
  endpointId: string;
  environment: Environment;
  name: string;
  slug: string;
  kind: RuntimeEndpoint["kind"];
  status: RuntimeEndpoint["status"];
  caller: AuthPolicy["caller"];
  isStopped: boolean;
}

export async function listPolicyFacts(
  { tx, projectId }: ProjectScope,
  endpointIds: readonly string[],
): Promise<PolicyFacts[]> {
  if (endpointIds.length === 0) return [];
  const { rows } = await sql<PolicyFacts>`
    select policy.endpoint_id, policy.environment, endpoint.name, endpoint.slug, endpoint.kind, endpoint.status,
      policy.caller, policy.stopped_at is not null as is_stopped
    from auth_policies policy join runtime_endpoints endpoint on endpoint.id = policy.endpoint_id
    where policy.project_id = ${projectId} and policy.endpoint_id = any(${endpointIds}::text[])`.execute(tx);
  return rows;
}
