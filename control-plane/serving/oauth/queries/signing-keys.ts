import { sql } from "kysely";
import { json } from "../../../ground/store/json.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { SigningKeyRow } from "../../../ground/store/tables/oauth.ts";

/** Keeps other replicas from making a key until the transaction ends. */
export async function lockSigningKeys({ tx }: InstallationScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('oauth_signing_keys'))`.execute(tx);
}

/** Every key; the last one is the key that will sign longest. */
export const listSigningKeys = ({ tx }: InstallationScope): Promise<SigningKeyRow[]> =>
  tx.selectFrom("oauthSigningKeys").selectAll().orderBy("signsFrom").execute();

/** The key that signs now. */
export const findSigner = ({ tx }: InstallationScope): Promise<SigningKeyRow | undefined> =>
  tx
    .selectFrom("oauthSigningKeys")
    .selectAll()
    .where("signsFrom", "<=", sql<Date>`now()`)
    .orderBy("signsFrom", "desc")
    .limit(1)
    .executeTakeFirst();

export const insertSigningKey = (
  { tx }: InstallationScope,
  { publicJwk, ...key }: Omit<SigningKeyRow, "createdAt" | "signsFrom">,
  signsInMs: number,
): Promise<SigningKeyRow> =>
  tx
    .insertInto("oauthSigningKeys")
    .values({
      ...key,
      publicJwk: json(publicJwk),
      signsFrom: sql<Date>`now() + ${signsInMs} * interval '1 millisecond'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeSigningKeys({ tx }: InstallationScope, kids: readonly string[]): Promise<void> {
  if (kids.length > 0) await tx.deleteFrom("oauthSigningKeys").where("kid", "in", kids).execute();
}

export async function putSigningKeySeal(
  { tx }: InstallationScope,
  kid: string,
  wrapped: Pick<SigningKeyRow, "keyId" | "wrappedKey">,
): Promise<void> {
  await tx.updateTable("oauthSigningKeys").set(wrapped).where("kid", "=", kid).execute();
}
