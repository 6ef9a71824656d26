import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { apiToken } from "@ferrule/contract/resources/user.ts";
import type { z } from "zod";
import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { compiledOnce } from "../../ground/store/rows/compiled-once.ts";
import { sql, type Selectable } from "kysely";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { selectPage, type ListWish } from "../../ground/store/rows/select-page.ts";
import { askerColumns, toAsker, type Asker } from "../users/asker.ts";
import type { ApiTokenTable } from "../../ground/store/tables/account.ts";

export type ApiTokenRow = Selectable<ApiTokenTable>;

/** A token as the API shows it: never its hash. */
export const toApiToken = (row: ApiTokenRow): z.infer<typeof apiToken> => resourceFrom(apiToken, row, {});

const askerOfToken = compiledOnce((tables, sha256: string, now: Date) =>
  tables
    .selectFrom("apiTokens as token")
    .innerJoin("users as user", "user.id", "token.userId")
    .leftJoin("projects as project", "project.id", "token.projectId")
    .select(["token.id", "token.role as tokenRole", "token.lastUsedAt", "token.scopes", ...askerColumns])
    .where("token.sha256", "=", sha256)
    .where("token.expiresAt", ">", now),
);

/**
 * The caller who uses an unexpired token, found by the hash of its value. Every request runs this, so it is one
 * statement.
 */
export async function findAskerOfToken(
  scope: InstallationScope,
  sha256: string,
): Promise<(Asker & { token: Pick<ApiTokenRow, "id" | "role" | "lastUsedAt" | "scopes"> }) | null> {
  const [row] = await askerOfToken(scope, sha256, sharedDate());
  if (!row) return null;
  const { id, tokenRole, lastUsedAt, scopes, ...asker } = row;
  return { token: { id, role: tokenRole, lastUsedAt, scopes }, ...toAsker(asker) };
}

/** Whether a token still exists and has not expired. */
export async function isTokenLive({ tx }: InstallationScope, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("apiTokens")
    .select("id")
    .where("id", "=", id)
    .where("expiresAt", ">", sharedDate())
    .executeTakeFirst();
  return row !== undefined;
}

const heldToken = compiledOnce((tables, id: string) =>
  tables.selectFrom("apiTokens").select("id").where("id", "=", id).forKeyShare(),
);

/** Whether a token still exists; if so, nobody can remove it until the transaction ends. Hold its user first. */
export const holdToken = async (scope: Pick<InstallationScope, "tx">, id: string): Promise<boolean> =>
  (await heldToken(scope, id)).length > 0;

/** Updates the time of the last use, at most once a minute per token. */
export async function touchToken({ tx }: InstallationScope, id: string): Promise<void> {
  await tx
    .updateTable("apiTokens")
    .set({ lastUsedAt: sharedDate() })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<", new Date(sharedNow() - 60_000))]))
    .execute();
}

/** Removes the expired tokens that a rule gave to pipelines. */
export async function removeExpiredTokens({ tx }: InstallationScope, pipelineRuleId: string): Promise<void> {
  await tx
    .deleteFrom("apiTokens")
    .where("pipelineRuleId", "=", pipelineRuleId)
    .where("expiresAt", "<=", sharedDate())
    .execute();
}

/** Up to `limit + 1` tokens that a user made, newest first. */
export const listTokenRows = (
  { tx }: InstallationScope,
  userId: string,
  wish: ListWish,
): Promise<(ApiTokenRow & { sortKey: string | null })[]> =>
  selectPage(
    tx.selectFrom("apiTokens").selectAll().where("userId", "=", userId).where("pipelineRuleId", "is", null),
    wish,
    {
      table: "api_tokens",
      words: sql`concat_ws(' ', name, prefix)`,
      sorts: { name: { by: sql`lower(name)`, kind: "text" } },
    },
  );

export const findToken = ({ tx }: InstallationScope, id: string, userId: string): Promise<ApiTokenRow | undefined> =>
  tx.selectFrom("apiTokens").selectAll().where("id", "=", id).where("userId", "=", userId).executeTakeFirst();

export type NewApiToken = Pick<
  ApiTokenRow,
  "userId" | "projectId" | "name" | "role" | "prefix" | "sha256" | "expiresAt"
> &
  Partial<Pick<ApiTokenRow, "pipelineRuleId" | "scopes">>;

export const insertToken = ({ tx }: InstallationScope, token: NewApiToken): Promise<ApiTokenRow> =>
  tx
    .insertInto("apiTokens")
    .values({ ...token, id: identifier("tok") })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns the token that was removed. */
export const removeToken = ({ tx }: InstallationScope, id: string, userId: string): Promise<ApiTokenRow | undefined> =>
  tx.deleteFrom("apiTokens").where("id", "=", id).where("userId", "=", userId).returningAll().executeTakeFirst();
