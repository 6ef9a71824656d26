import type { Caller, ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** We update `lastUsedAt` at most once per step, not with every call. */
const lastUsedStep = "1 minute";

interface Use {
  endpoint: string;
  environment: string;
  client: string;
  /** The issuer of a caller without an account here; null for a token of ours, which belongs to a user or a machine. */
  issuer: string | null;
  subject: string;
  at: string;
}

/** The consent of a call, as far as the call's record tells. */
function useOf({ endpointId, environment, caller, startedAt }: ExecutionRecord, publicUrl: string): Use | null {
  const { kind, issuer, subject, clientId }: Caller = caller;
  if (
    kind !== "jwt" ||
    endpointId === null ||
    issuer === undefined ||
    subject === undefined ||
    clientId === undefined
  ) {
    return null;
  }
  const at = new Date(startedAt).toISOString();
  return {
    endpoint: endpointId,
    environment,
    client: clientId,
    issuer: issuer === publicUrl ? null : issuer,
    subject,
    at,
  };
}

/**
 * Updates `lastUsedAt` of the consents with which calls were made. A record does not name the consent, but it names the
 * caller, the client and the endpoint. Each of the three kinds of consent has its own index.
 */
export async function noteGrantUse(
  { tx }: InstallationScope,
  records: readonly ExecutionRecord[],
  publicUrl: string,
): Promise<void> {
  const latest = new Map<string, Use>();
  for (const record of records) {
    const use = useOf(record, publicUrl);
    if (use === null) continue;
    const { at, ...who } = use;
    const key = JSON.stringify(who);
    if (at > (latest.get(key)?.at ?? "")) latest.set(key, use);
  }
  if (latest.size === 0) return;
  // A fixed order of locks, so that two batches never deadlock on each other's rows.
  await sql`with used as (
      select * from json_to_recordset(${JSON.stringify([...latest.values()])}::text::json)
        as u (endpoint text, environment text, client text, issuer text, subject text, at timestamptz)
    ), meant as (
      select g.id, used.at from used join oauth_grants g on g.user_id = used.subject
        and used.issuer is null and g.endpoint_id = used.endpoint and g.environment = used.environment and g.client_id = used.client
      union all
      select g.id, used.at from used join oauth_grants g on g.caller_issuer = used.issuer and g.caller_subject = used.subject
        and g.endpoint_id = used.endpoint and g.environment = used.environment and g.client_id = used.client
      union all
      select g.id, used.at from used join oauth_grants g on g.client_id = used.client and used.subject = used.client
        and used.issuer is null and g.user_id is null and g.caller_subject is null
        and g.endpoint_id = used.endpoint and g.environment = used.environment
    ), stale as (
      select g.id, meant.at from meant join oauth_grants g on g.id = meant.id
      where g.revoked_at is null and g.last_used_at < meant.at - ${lastUsedStep}::interval
      order by g.id for update of g
    )
    update oauth_grants set last_used_at = stale.at from stale where oauth_grants.id = stale.id`.execute(tx);
}
