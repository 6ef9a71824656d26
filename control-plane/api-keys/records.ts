import type { ApiKey } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { ColumnType, Selectable } from "kysely";
import { json } from "../jobs/records.ts";
import type { ProjectScope } from "../store/scope.ts";

export interface ApiKeysTable {
  id: string;
  projectId: string;
  endpointId: string;
  environment: Environment;
  name: string;
  prefix: string;
  sha256: string;
  previousSha256: string | null;
  previousUntil: Date | null;
  tenantId: string | null;
  scopes: ColumnType<string[] | null, string[] | null, string[] | null>;
  createdAt: ColumnType<Date, never, never>;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export interface ApiKeyTables {
  apiKeys: ApiKeysTable;
}

/** Without the hashes: nothing that answers a request reads them. */
export type ApiKeyRow = Omit<Selectable<ApiKeysTable>, "sha256" | "previousSha256" | "previousUntil">;

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

export const statusOf = (row: ApiKeyRow, now: number = Date.now()): ApiKey["status"] => {
  if (row.revokedAt !== null) return "revoked";
  return row.expiresAt !== null && row.expiresAt.getTime() <= now ? "expired" : "active";
};

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  endpointId: row.endpointId,
  environment: row.environment,
  name: row.name,
  prefix: row.prefix,
  tenantId: row.tenantId,
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  status: statusOf(row),
});

export const insertKey = (
  { tx, projectId }: ProjectScope,
  {
    scopes,
    ...given
  }: Pick<
    Selectable<ApiKeysTable>,
    "endpointId" | "environment" | "name" | "prefix" | "sha256" | "tenantId" | "scopes" | "expiresAt"
  >,
): Promise<ApiKeyRow> =>
  tx
    .insertInto("apiKeys")
    .values({ ...given, scopes: scopes === null ? null : json(scopes), id: identifier("key"), projectId })
    .returning(shown)
    .executeTakeFirstOrThrow();

/** Every key of these endpoints, revoked ones too, newest first. */
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

/** How many keys open these endpoints now. */
export const countActiveKeys = (
  { tx, projectId }: ProjectScope,
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
        .where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", new Date())]))
        .groupBy(["endpointId", "environment"])
        .execute();

export const findKey = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  id: string,
): Promise<ApiKeyRow | undefined> =>
  tx
    .selectFrom("apiKeys")
    .select(shown)
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Reads and locks a key until the transaction ends. */
export const lockKey = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  id: string,
): Promise<ApiKeyRow | undefined> =>
  tx
    .selectFrom("apiKeys")
    .select(shown)
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** A new value; the present one opens until `previousUntil`, or no longer when that is null. */
export const replaceKeyValue = (
  { tx, projectId }: ProjectScope,
  id: string,
  given: { prefix: string; sha256: string; previousUntil: Date | null },
): Promise<ApiKeyRow> =>
  tx
    .updateTable("apiKeys")
    .set((column) => ({
      ...given,
      previousSha256: given.previousUntil === null ? null : column.ref("sha256"),
    }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returning(shown)
    .executeTakeFirstOrThrow();

export async function revokeKey({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx
    .updateTable("apiKeys")
    .set({ revokedAt: new Date(), previousSha256: null, previousUntil: null })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .execute();
}
