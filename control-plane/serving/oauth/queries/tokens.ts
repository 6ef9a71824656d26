import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { sql, type Selectable } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { OauthTables } from "../../../ground/store/tables/oauth.ts";

type CodeRow = Selectable<OauthTables["oauthCodes"]>;
export type RefreshTokenRow = Selectable<OauthTables["oauthRefreshTokens"]> & {
  /** How many milliseconds ago it was used, by the database's clock; null when it was not. */
  usedForMs: number | null;
};

export async function insertCode({ tx }: InstallationScope, code: Omit<CodeRow, "usedAt">): Promise<void> {
  await tx.insertInto("oauthCodes").values(code).execute();
}

/** Reads and locks a code by its hash until the transaction ends. */
export const lockCode = ({ tx }: InstallationScope, sha256: string): Promise<CodeRow | undefined> =>
  tx.selectFrom("oauthCodes").selectAll().where("sha256", "=", sha256).forUpdate().executeTakeFirst();

export async function useCode({ tx }: InstallationScope, sha256: string): Promise<void> {
  await tx.updateTable("oauthCodes").set({ usedAt: sharedDate() }).where("sha256", "=", sha256).execute();
}

export async function insertRefreshToken(
  { tx }: InstallationScope,
  token: Pick<RefreshTokenRow, "sha256" | "grantId" | "expiresAt">,
): Promise<void> {
  await tx.insertInto("oauthRefreshTokens").values(token).execute();
}

/** Reads and locks a refresh token by its hash until the transaction ends. */
export const lockRefreshToken = ({ tx }: InstallationScope, sha256: string): Promise<RefreshTokenRow | undefined> =>
  tx
    .selectFrom("oauthRefreshTokens")
    .selectAll()
    .select(sql<number | null>`(extract(epoch from clock_timestamp() - used_at) * 1000)::float8`.as("usedForMs"))
    .where("sha256", "=", sha256)
    .forUpdate()
    .executeTakeFirst();

/** Notes that a refresh token is used, and stores, sealed, the tokens that it gave. */
export async function useRefreshToken({ tx }: InstallationScope, sha256: string, answer: string): Promise<void> {
  await tx
    .updateTable("oauthRefreshTokens")
    .set({ usedAt: sql`clock_timestamp()`, answer })
    .where("sha256", "=", sha256)
    .execute();
}

/** Uses up a client's assertion; false when it was already used. */
export async function takeAssertion({ tx }: InstallationScope, sha256: string, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto("oauthAssertions")
    .values({ sha256, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("sha256")
    .executeTakeFirst();
  return row !== undefined;
}
