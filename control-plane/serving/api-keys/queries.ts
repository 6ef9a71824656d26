import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { apiKey, type ApiKey } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { type Selectable, sql } from "kysely";
import { json } from "../../ground/store/json.ts";
import { rowsWithin } from "../../ground/store/rows/rows-of.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../../ground/store/scope.ts";
import type { ApiKeysTable } from "../../ground/store/tables/api-keys.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";

/** Leaves out the hashes: no request handler reads them. */
export type ApiKeyRow = Omit<
  Selectable<ApiKeysTable>,
  "sha256" | "previousSha256" | "previousUntil" | "seenBy" | "createdBy"
>;

const shown = [
  "id",
  "projectId",
  "endpointId",
  "environment",
  "name",
  "prefix",
  "tenantId",
  "scopes",
  "createdAt",
  "expiresAt",
  "lastUsedAt",
  "revokedAt",
] as const;

export const { find: findKey, lock: lockKey } = rowsWithin("apiKeys", "endpointId", shown);

export const statusOf = (row: ApiKeyRow, now: number = sharedNow()): ApiKey["status"] => {
  if (row.revokedAt !== null) return "revoked";
  return row.expiresAt !== null && row.expiresAt.getTime() <= now ? "expired" : "active";
};

export const toApiKey = (row: ApiKeyRow): ApiKey => resourceFrom(apiKey, row, { status: statusOf(row) });

export const insertKey = (
  { tx, projectId }: ProjectScope,
  {
    scopes,
    ...given
  }: Pick<
    Selectable<ApiKeysTable>,
    | "endpointId"
    | "environment"
    | "name"
    | "prefix"
    | "sha256"
    | "tenantId"
    | "scopes"
    | "expiresAt"
    | "seenBy"
    | "createdBy"
  >,
): Promise<ApiKeyRow> =>
  tx
    .insertInto("apiKeys")
    .values({ ...given, scopes: scopes === null ? null : json(scopes), id: identifier("key"), projectId })
    .returning(shown)
    .executeTakeFirstOrThrow();

/** Every key of these endpoints, even revoked ones, newest first. */
export const listKeysOf = ({ tx, projectId }: ProjectScope, endpointIds: readonly string[]): Promise<ApiKeyRow[]> =>
  endpointIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("apiKeys")
        .select(shown)
        .where("projectId", "=", projectId)
        .where("endpointId", "in", endpointIds)
        .orderBy("id", "desc")
        .execute();

/** The keys of the Project whose value a user has seen, even revoked ones. */
export const listKeysSeenBy = async ({ tx, projectId }: ProjectScope, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from api_keys where project_id = ${projectId} and ${userId} = any(seen_by)`.execute(tx);
  return rows.map(({ id }) => id);
};

/** How many active keys these endpoints have. */
export const countActiveKeys = (
  { tx }: AnyScope,
  projectId: string,
  endpointIds: readonly string[],
): Promise<{ endpointId: string; environment: Environment; keys: number }[]> =>
  endpointIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("apiKeys")
        .select(({ fn }) => ["endpointId", "environment", fn.countAll<number>().as("keys")])
        .where("projectId", "=", projectId)
        .where("endpointId", "in", endpointIds)
        .where("revokedAt", "is", null)
        .where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", sharedDate())]))
        .groupBy(["endpointId", "environment"])
        .execute();

/** Stores a new value, which this user sees. The current one stays valid until `previousUntil`; null ends it at once. */
export const replaceKeyValue = (
  { tx, projectId }: ProjectScope,
  id: string,
  { seenBy, ...given }: { prefix: string; sha256: string; previousUntil: Date | null; seenBy: string },
): Promise<ApiKeyRow> =>
  tx
    .updateTable("apiKeys")
    .set((column) => ({
      ...given,
      seenBy: sql<string[]>`array_append(array_remove(seen_by, ${seenBy}), ${seenBy})`,
      previousSha256: given.previousUntil === null ? null : column.ref("sha256"),
    }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returning(shown)
    .executeTakeFirstOrThrow();

export async function revokeKey({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx
    .updateTable("apiKeys")
    .set({ revokedAt: sharedDate(), previousSha256: null, previousUntil: null })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .execute();
}

/** We update `lastUsedAt` at most once per step, not with every call. */
const lastUsedStep = "1 minute";

/** Updates `lastUsedAt` of the API keys with which somebody called. */
export async function noteUse({ tx }: InstallationScope, records: readonly ExecutionRecord[]): Promise<void> {
  const used = new Map<string, string>();
  for (const { caller, startedAt } of records) {
    if (caller.kind !== "api-key" || caller.id === null) continue;
    if (startedAt > (used.get(caller.id) ?? "")) used.set(caller.id, startedAt);
  }
  if (used.size === 0) return;
  // A fixed order, so that two batches never deadlock on each other's rows.
  const keys = [...used].sort(([a], [b]) => (a < b ? -1 : 1));
  const [ids, times] = [keys.map(([id]) => id), keys.map(([, at]) => at)];
  await sql`update api_keys set last_used_at = stale.at from (
      select key.id, used.at from unnest(${ids}::text[], ${times}::timestamptz[]) as used (id, at)
      join api_keys key on key.id = used.id
      where key.last_used_at is null or key.last_used_at < used.at - ${lastUsedStep}::interval
      order by key.id for update of key
    ) stale where api_keys.id = stale.id`.execute(tx);
}

type Erased = { tenantId: string } | { id: string };
const isErased = (which: Erased) =>
  sql<boolean>`${sql.ref("id" in which ? "id" : "tenantId")} = ${"id" in which ? which.id : which.tenantId}`;

/** Removes the keys of a tenant, or the one with this id; workers refuse them within milliseconds. Returns how many. */
export async function eraseKeys({ tx, projectId }: ProjectScope, which: Erased): Promise<number> {
  const keys = tx.deleteFrom("apiKeys").where("projectId", "=", projectId).where(isErased(which));
  return (await keys.returning("id").execute()).length;
}

export async function countKeys({ tx, projectId }: ProjectScope, which: Erased): Promise<number> {
  const keys = tx.selectFrom("apiKeys").select("id").where("projectId", "=", projectId).where(isErased(which));
  return (await keys.execute()).length;
}
