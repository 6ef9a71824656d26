import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { apiToken } from "@ferrule/contract/resources/user.ts";
import type { z } from "zod";
import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { compiledOnce } from "../../ground/store/rows/compiled-once.ts";
import { sql, type Kysely, type Selectable } from "kysely";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { selectPage, type ListWish } from "../../ground/store/rows/select-page.ts";
import { askerColumns, toAsker, type Asker } from "../users/asker.ts";
import type { Tables } from "../../ground/store/tables.ts";
import type { ApiTokenTable } from "../../ground/store/tables/account.ts";

export type ApiTokenRow = Selectable<ApiTokenTable>;

/** A token as the API shows it: never its hash. */
export const toApiToken = (row: ApiTokenRow): z.infer<typeof apiToken> => resourceFrom(apiToken, row, {});

const askers = (tables: Kysely<Tables>, now: Date) =>
  tables
    .selectFrom("apiTokens as token")
    .innerJoin("users as user", "user.id", "token.userId")
    .leftJoin("projects as project", "project.id", "token.projectId")
    .select(["token.id", "token.role as tokenRole", "token.lastUsedAt", "token.scopes", ...askerColumns])
    .where("token.expiresAt", ">", now);

const askerOfToken = compiledOnce((tables, sha256: string, now: Date) =>
  askers(tables, now).where("token.sha256", "=", sha256),
);
const askerOfGrant = compiledOnce((tables, grantId: string, now: Date) =>
  askers(tables, now).where("token.oauthGrantId", "=", grantId),
);

/** A caller with a token. */
export type TokenAsker = Asker & { token: Pick<ApiTokenRow, "id" | "role" | "lastUsedAt" | "scopes"> };

type TokenAskerRow = Awaited<ReturnType<typeof askerOfToken>>[number];

function toTokenAsker(row: TokenAskerRow | undefined): TokenAsker | null {
  if (row === undefined) return null;
  const { id, tokenRole, lastUsedAt, scopes, ...asker } = row;
  return { token: { id, role: tokenRole, lastUsedAt, scopes }, ...toAsker(asker) };
}

/**
 * The caller who uses an unexpired token, found by the hash of its value. Every request runs this, so it is one
 * statement.
 */
export async function findAskerOfToken(scope: InstallationScope, sha256: string): Promise<TokenAsker | null> {
  return toTokenAsker((await askerOfToken(scope, sha256, sharedDate()))[0]);
}

/** The person whose consent an agent acts by, as long as it is in force. */
export async function findAskerOfGrant(scope: InstallationScope, grantId: string): Promise<TokenAsker | null> {
  return toTokenAsker((await askerOfGrant(scope, grantId, sharedDate()))[0]);
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

/** Lets an agent act by its consent until a later time. */
export async function extendTokenOfGrant({ tx }: InstallationScope, grantId: string, expiresAt: Date): Promise<void> {
  await tx.updateTable("apiTokens").set({ expiresAt }).where("oauthGrantId", "=", grantId).execute();
}

/** Ends an agent's right to act by a consent. What it has asked people for goes with it. */
export async function removeTokenOfGrant({ tx }: Pick<InstallationScope, "tx">, grantId: string): Promise<void> {
  await tx.deleteFrom("apiTokens").where("oauthGrantId", "=", grantId).execute();
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
    tx
      .selectFrom("apiTokens")
      .selectAll()
      .where("userId", "=", userId)
      .where("pipelineRuleId", "is", null)
      .where("oauthGrantId", "is", null),
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
  Partial<Pick<ApiTokenRow, "pipelineRuleId" | "oauthGrantId" | "scopes">>;

export const insertToken = ({ tx }: InstallationScope, token: NewApiToken): Promise<ApiTokenRow> =>
  tx
    .insertInto("apiTokens")
    .values({ ...token, id: identifier("tok") })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns the token that was removed. */
export const removeToken = ({ tx }: InstallationScope, id: string, userId: string): Promise<ApiTokenRow | undefined> =>
  tx.deleteFrom("apiTokens").where("id", "=", id).where("userId", "=", userId).returningAll().executeTakeFirst();
