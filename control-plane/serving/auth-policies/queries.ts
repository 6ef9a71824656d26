import { revise, rowsOf } from "../../ground/store/rows/rows-of.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import { policyLimits } from "@ferrule/contract/resources/policy-limits.ts";
import type { AuthPolicy, policyFields } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { QuotaOfEndpoint } from "@ferrule/contract/resources/usage.ts";
import { environments, type Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { sql, type Selectable } from "kysely";
import type { z } from "zod";
import { json } from "../../ground/store/json.ts";
import type { AnyScope, ProjectScope } from "../../ground/store/scope.ts";
import type { AuthPoliciesTable } from "../../ground/store/tables/auth-policies.ts";

const policies = rowsOf("authPolicies");
export const { all: allPolicies } = policies;

export type AuthPolicyRow = Selectable<AuthPoliciesTable>;

/** What a person says in a policy. */
type GivenPolicy = Pick<AuthPolicyRow, keyof z.infer<typeof policyFields>>;

/** What a new endpoint's policy says in either environment. */
export const firstPolicy = (caller: AuthPolicy["caller"] = { mode: "api-key" }): GivenPolicy => ({
  caller,
  permissions: "*",
  allowedOrigins: [],
  allowedAddresses: [],
  limits: policyLimits.parse({}),
  approvals: [],
});

/**
 * The first policies of a new endpoint: `api-key` in both environments, or the given mode. They grant everything that a
 * Function declares.
 */
export async function insertFirstPolicies(
  { tx, projectId }: ProjectScope,
  endpointId: string,
  caller?: AuthPolicy["caller"],
): Promise<void> {
  const first = firstPolicy(caller);
  await tx
    .insertInto("authPolicies")
    .values(
      environments.map((environment) => ({
        id: identifier("pol"),
        projectId,
        endpointId,
        environment,
        caller: json(first.caller),
        permissions: json(first.permissions),
        allowedOrigins: json(first.allowedOrigins),
        allowedAddresses: json(first.allowedAddresses),
        limits: json(first.limits),
        approvals: json(first.approvals),
      })),
    )
    .execute();
}

/** The policies of these endpoints; for each endpoint, Development comes first. */
export const listPoliciesOf = (scope: ProjectScope, endpointIds: readonly string[]): Promise<AuthPolicyRow[]> =>
  policies.list(scope, { endpointId: endpointIds }, { by: "environment" });

/** Of these endpoints, those whose policy lets in callers without a key of Ferrule. */
export async function listOpenEndpoints(
  { tx }: AnyScope,
  projectId: string,
  environment: Environment,
  endpointIds: readonly string[],
): Promise<string[]> {
  if (endpointIds.length === 0) return [];
  const rows = await tx
    .selectFrom("authPolicies")
    .select("endpointId")
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .where("endpointId", "in", endpointIds)
    .where(sql<boolean>`caller ->> 'mode' <> 'api-key'`)
    .execute();
  return rows.map(({ endpointId }) => endpointId);
}

/** The quotas of an environment's policies, the smallest first; at most twenty. */
export async function listQuotas(
  { tx, projectId }: ProjectScope,
  environment: Environment,
): Promise<QuotaOfEndpoint[]> {
  const { rows } = await sql<QuotaOfEndpoint>`
    select endpoint.id as "endpointId", endpoint.name as "endpointName", quota ->> 'by' as "by",
      quota ->> 'period' as period, (quota ->> 'requests')::integer as requests
    from auth_policies policy
    join runtime_endpoints endpoint on endpoint.id = policy.endpoint_id and endpoint.project_id = policy.project_id
    cross join lateral jsonb_array_elements(policy.limits -> 'quotas') as quota
    where policy.project_id = ${projectId} and policy.environment = ${environment}
    order by requests, endpoint.name, endpoint.id, "by", period limit 20`.execute(tx);
  return rows;
}

/** Up to `limit + 1` policies of the Project, newest first. */
export const listPolicyRows = (scope: ProjectScope, limit: number, before: string | undefined) =>
  policies.newest(scope, {}, limit, before);

export const findPolicy = (scope: ProjectScope, endpointId: string, environment: Environment) =>
  policies.first(scope, { endpointId, environment });

/** Reads and locks the policy of one environment until the transaction ends. */
export const lockPolicy = (scope: ProjectScope, endpointId: string, environment: Environment) =>
  policies.first(scope, { endpointId, environment }, { lock: true });

/** Stops the endpoint in the policy's environment, or resumes it. It is not an edit, so the revision stays. */
export async function writeStop(
  { tx, projectId }: ProjectScope,
  id: string,
  stop: { by: string; reason: string } | null,
): Promise<void> {
  await tx
    .updateTable("authPolicies")
    .set({
      stoppedAt: stop === null ? null : sharedDate(),
      stoppedBy: stop?.by ?? null,
      stopReason: stop?.reason ?? null,
    })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}

export const changePolicy = (scope: ProjectScope, id: string, given: GivenPolicy): Promise<AuthPolicyRow> =>
  revise(scope, "authPolicies", id, {
    ...given,
    permissions: json(given.permissions),
  });

/** The grants in one environment of the policies of the endpoints that a Function is bound to in the drafts. */
export async function listGrantsOfFunction(
  { tx, projectId }: ProjectScope,
  functionId: string,
  environment: Environment,
): Promise<(Permissions | "*")[]> {
  const rows = await tx
    .selectFrom("authPolicies")
    .select("permissions")
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .where(
      "endpointId",
      "in",
      sql<string>`(
        select endpoint_id from mcp_bindings where project_id = ${projectId} and function_id = ${functionId}
        union select endpoint_id from http_bindings where project_id = ${projectId} and function_id = ${functionId})`,
    )
    .execute();
  return rows.map(({ permissions }) => permissions);
}
