import type { QuotaPeriod, QuotaSubject } from "@ferrule/contract/resources/policy-limits.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

export interface QuotaRow {
  projectId: string;
  endpointId: string;
  name: string;
  environment: Environment;
  by: QuotaSubject;
  period: QuotaPeriod;
  requests: number;
  /** How many keys, callers or tenants have used 80 % or more, but not all of it. */
  near: number;
  /** How many have used all of it. */
  reached: number;
}

/** The quotas of which somebody has used 80 % or more in the current day or month (UTC). */
export async function listUsedQuotas({ tx }: InstallationScope, clock: Clock): Promise<QuotaRow[]> {
  const { rows } = await sql<QuotaRow>`
    select policy.project_id, policy.endpoint_id, endpoint.name, policy.environment, quota.by, quota.period,
      quota.requests::float8 as requests, use.near, use.reached
    from auth_policies policy join runtime_endpoints endpoint on endpoint.id = policy.endpoint_id,
      lateral jsonb_to_recordset(policy.limits -> 'quotas') quota (by text, period text, requests bigint),
      lateral (select count(*) filter (where used < quota.requests)::integer as near,
          count(*) filter (where used >= quota.requests)::integer as reached
        from quota_uses where project_id = policy.project_id and endpoint_id = policy.endpoint_id
          and environment = policy.environment and counted_by = quota.by and period = quota.period
          and starts_on = date_trunc(quota.period, ${clock()} at time zone 'UTC')::date
          and used >= quota.requests * 0.8) use
    where policy.limits -> 'quotas' <> '[]'::jsonb and (use.near > 0 or use.reached > 0)`.execute(tx);
  return rows;
}

export interface ExpiringRow {
  projectId: string;
  kind: "API key" | "API token";
  id: string;
  name: string;
  endpointId: string | null;
  environment: Environment | null;
  expiresAt: Date;
}

/**
 * The API keys and tokens that expire within a week, or did so within the last day. One that was made for two weeks or
 * less expires on purpose.
 */
export async function listExpiring({ tx }: InstallationScope, clock: Clock): Promise<ExpiringRow[]> {
  const soon = sql`expires_at between ${clock()} - interval '1 day' and ${clock()} + interval '7 days'
    and expires_at - created_at > interval '14 days'`;
  const { rows } = await sql<ExpiringRow>`
    select project_id, 'API key' as kind, id, name, endpoint_id, environment, expires_at from api_keys
      where revoked_at is null and ${soon}
    union all
    select project_id, 'API token', id, name, null, null, expires_at from api_tokens
      where pipeline_rule_id is null and ${soon}`.execute(tx);
  return rows;
}

export interface CertificateRow {
  projectId: string;
  id: string;
  name: string;
  environment: Environment;
  caCertificate: string;
}

/** The connections that trust a certificate of their own. */
export async function listOwnCertificates({ tx }: InstallationScope): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    select project_id, id, name, environment, ca_certificate from connections where ca_certificate is not null`.execute(
    tx,
  );
  return rows;
}
