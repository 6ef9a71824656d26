import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

export interface Fingerprint {
  bindingId: string;
  environment: string;
  fingerprint: string;
  deliveryId: string;
  rememberSeconds: number;
}

/** The endpoints among these that the Project still has. They stay until the transaction ends. */
export async function lockEndpoints({ tx, projectId }: ProjectScope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from runtime_endpoints where project_id = ${projectId} and id = any(${ids}::text[])
    order by id for key share`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Remembers signed requests. For each fingerprint, returns the id of its delivery: an earlier one, or the given one.
 * The given fingerprints must differ.
 */
export async function rememberFingerprints(
  { tx, projectId }: ProjectScope,
  given: readonly Fingerprint[],
): Promise<Map<string, string>> {
  // In a fixed order, so that two batches never wait for each other.
  const { rows } = await sql<{ key: string; deliveryId: string }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::text::json) as given ("bindingId" text,
        environment text, fingerprint text, "deliveryId" text, "rememberSeconds" integer)
    ), taken as (
      insert into delivery_fingerprints as known (project_id, binding_id, environment, fingerprint, delivery_id, until)
      select ${projectId}, "bindingId", environment, fingerprint, "deliveryId",
        now() + "rememberSeconds" * interval '1 second'
      from given order by "bindingId", environment, fingerprint
      on conflict (project_id, binding_id, environment, fingerprint) do update
        set delivery_id = case when known.until < now() then excluded.delivery_id else known.delivery_id end,
          until = case when known.until < now() then excluded.until else known.until end
      returning binding_id, environment, fingerprint, delivery_id
    )
    select binding_id || ' ' || environment || ' ' || fingerprint as key, delivery_id from taken`.execute(tx);
  return new Map(rows.map(({ key, deliveryId }) => [key, deliveryId]));
}

/** The key of a request in the result of `rememberFingerprints`. */
export const fingerprintKey = ({
  bindingId,
  environment,
  fingerprint,
}: Pick<Fingerprint, "bindingId" | "environment" | "fingerprint">): string =>
  `${bindingId} ${environment} ${fingerprint}`;

/** Remembers a signed request for this long from now, or no longer, if this holder owns it. */
export async function changeFingerprint(
  { tx, projectId }: ProjectScope,
  { bindingId, environment, fingerprint, deliveryId, rememberSeconds }: Fingerprint,
): Promise<boolean> {
  const { rows } = await sql`
    update delivery_fingerprints set until = now() + ${rememberSeconds} * interval '1 second'
    where project_id = ${projectId} and binding_id = ${bindingId} and environment = ${environment}
      and fingerprint = ${fingerprint} and delivery_id = ${deliveryId} returning delivery_id`.execute(tx);
  return rows.length > 0;
}

/** Forgets expired fingerprints, some at a time. */
export async function forgetFingerprints({ tx }: { tx: ProjectScope["tx"] }): Promise<void> {
  await sql`delete from delivery_fingerprints where (project_id, binding_id, environment, fingerprint) in (
    select project_id, binding_id, environment, fingerprint from delivery_fingerprints
    where until < now() order by until limit 10000)`.execute(tx);
}
