import { compiledOnce } from "../store/compiled-once.ts";
import { sql, type Selectable } from "kysely";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { ProjectRow } from "../projects/queries.ts";
import type { InstallationScope } from "../store/scope.ts";
import { selectPage, type ListWish } from "../store/select-page.ts";
import type { UserRow } from "../users/queries.ts";
import type { ApiTokenTable } from "../store/tables/account.ts";

export type ApiTokenRow = Selectable<ApiTokenTable>;

/** A token as the API shows it: never its hash. */
export const toApiToken = (row: ApiTokenRow) => ({
  id: row.id,
  name: row.name,
  role: row.role,
  projectId: row.projectId,
  prefix: row.prefix,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

const userOfToken = compiledOnce((tables, sha256: string) =>
  tables
    .selectFrom("users")
    .selectAll()
    .where("id", "=", (its) => its.selectFrom("apiTokens").select("userId").where("sha256", "=", sha256)),
);
const projectOfToken = compiledOnce((tables, sha256: string) =>
  tables
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", (its) => its.selectFrom("apiTokens").select("projectId").where("sha256", "=", sha256)),
);
const liveToken = compiledOnce((tables, sha256: string, now: Date) =>
  tables.selectFrom("apiTokens").selectAll().where("sha256", "=", sha256).where("expiresAt", ">", now),
);

/** Finds an unexpired token by the hash of its value, with its user and Project, in one round trip. */
export async function findTokenByHash(
  scope: InstallationScope,
  sha256: string,
): Promise<{ token: ApiTokenRow; user: UserRow; project: ProjectRow | null } | null> {
  // The token is read last: if it still exists then, it existed when the others were read.
  const [[user], [project], [token]] = await Promise.all([
    userOfToken(scope, sha256),
    projectOfToken(scope, sha256),
    liveToken(scope, sha256, new Date()),
  ]);
  return token && user ? { token, user, project: project ?? null } : null;
}

/** Whether a token still exists and has not expired. */
export async function isTokenLive({ tx }: InstallationScope, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("apiTokens")
    .select("id")
    .where("id", "=", id)
    .where("expiresAt", ">", new Date())
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes at most once a minute per token. */
export async function touchToken({ tx }: InstallationScope, id: string): Promise<void> {
  await tx
    .updateTable("apiTokens")
    .set({ lastUsedAt: new Date() })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<", new Date(Date.now() - 60_000))]))
    .execute();
}

/** Up to `limit + 1` tokens of a user, newest first. */
export const listTokenRows = (
  { tx }: InstallationScope,
  userId: string,
  wish: ListWish,
): Promise<(ApiTokenRow & { sortKey: string | null })[]> =>
  selectPage(tx.selectFrom("apiTokens").selectAll().where("userId", "=", userId), wish, {
    table: "api_tokens",
    words: sql`concat_ws(' ', name, prefix)`,
    sorts: { name: { by: sql`lower(name)`, kind: "text" } },
  });

export const findToken = ({ tx }: InstallationScope, id: string, userId: string): Promise<ApiTokenRow | undefined> =>
  tx.selectFrom("apiTokens").selectAll().where("id", "=", id).where("userId", "=", userId).executeTakeFirst();

export type NewApiToken = Pick<
  ApiTokenRow,
  "userId" | "projectId" | "name" | "role" | "prefix" | "sha256" | "expiresAt"
>;

export const insertToken = ({ tx }: InstallationScope, token: NewApiToken): Promise<ApiTokenRow> =>
  tx
    .insertInto("apiTokens")
    .values({ ...token, id: identifier("tok") })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns the token that was removed. */
export const removeToken = ({ tx }: InstallationScope, id: string, userId: string): Promise<ApiTokenRow | undefined> =>
  tx.deleteFrom("apiTokens").where("id", "=", id).where("userId", "=", userId).returningAll().executeTakeFirst();
