import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { ScimTokenRow } from "../../../ground/store/tables/directory.ts";

interface NewValue {
  prefix: string;
  sha256: string;
}

export const listScimTokens = ({ tx }: InstallationScope, providerId: string): Promise<ScimTokenRow[]> =>
  tx.selectFrom("scimTokens").selectAll().where("providerId", "=", providerId).orderBy("id", "desc").execute();

const tokensOf = ({ tx }: InstallationScope, providerId: string, id: string) =>
  tx.selectFrom("scimTokens").selectAll().where("providerId", "=", providerId).where("id", "=", id);

export const findScimToken = (
  scope: InstallationScope,
  providerId: string,
  id: string,
): Promise<ScimTokenRow | undefined> => tokensOf(scope, providerId, id).executeTakeFirst();

/** Reads and locks a token until the transaction ends. */
export const lockScimToken = (
  scope: InstallationScope,
  providerId: string,
  id: string,
): Promise<ScimTokenRow | undefined> => tokensOf(scope, providerId, id).forUpdate().executeTakeFirst();

/**
 * The token that has this value now, or had it before a rotation whose overlap still runs. With `held`, nobody can
 * change it until the transaction ends.
 */
export const findScimTokenByHash = (
  { tx }: InstallationScope,
  sha256: string,
  { held = false } = {},
): Promise<ScimTokenRow | undefined> =>
  tx
    .selectFrom("scimTokens")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("sha256", "=", sha256),
        eb.and([eb("previousSha256", "=", sha256), eb("previousUntil", ">", sharedDate())]),
      ]),
    )
    .$if(held, (query) => query.forKeyShare())
    .executeTakeFirst();

export const insertScimToken = (
  { tx }: InstallationScope,
  providerId: string,
  name: string,
  value: NewValue,
): Promise<ScimTokenRow> =>
  tx
    .insertInto("scimTokens")
    .values({ id: identifier("sct"), providerId, name, ...value })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Gives a token another value. The old one works until `previousUntil`; with null, it stops at once. */
export const replaceScimTokenValue = (
  { tx }: InstallationScope,
  { id, sha256: before }: ScimTokenRow,
  value: NewValue,
  previousUntil: Date | null,
): Promise<ScimTokenRow> =>
  tx
    .updateTable("scimTokens")
    .set({ ...value, previousSha256: previousUntil === null ? null : before, previousUntil })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeScimToken({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.deleteFrom("scimTokens").where("id", "=", id).execute();
}

/** Updates the time of the last use, at most once a minute per token. */
export async function touchScimToken({ tx }: InstallationScope, id: string): Promise<void> {
  await sql`update scim_tokens set last_used_at = now()
    where id = ${id} and coalesce(last_used_at, to_timestamp(0)) < now() - interval '1 minute'`.execute(tx);
}
