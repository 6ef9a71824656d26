import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { ProviderSignInRow } from "../../../ground/store/tables/identity.ts";

export async function insertSignIn(
  { tx }: InstallationScope,
  signIn: Omit<ProviderSignInRow, "checkedAt">,
): Promise<void> {
  await tx.insertInto("providerSignIns").values(signIn).execute();
}

export const findSignIn = ({ tx }: InstallationScope, sessionId: string): Promise<ProviderSignInRow | undefined> =>
  tx.selectFrom("providerSignIns").selectAll().where("sessionId", "=", sessionId).executeTakeFirst();

/**
 * The sessions that a logout token names: one session of the provider, or all sessions of a person. At least one of the
 * two is given.
 */
export interface Ended {
  providerId: string;
  subject: string | undefined;
  sid: string | undefined;
}

/** The sessions here that belong to sessions that a provider has ended, at most a thousand. */
export const listEndedSignIns = (
  { tx }: InstallationScope,
  { providerId, subject, sid }: Ended,
): Promise<ProviderSignInRow[]> =>
  tx
    .selectFrom("providerSignIns")
    .selectAll()
    .where("providerId", "=", providerId)
    .$if(subject !== undefined, (query) => query.where("subject", "=", subject ?? ""))
    .$if(sid !== undefined, (query) => query.where("sid", "=", sid ?? ""))
    .limit(1_000)
    .execute();

/**
 * Claims sign-ins about which we have not asked their provider for longer than `everyMs`. No other replica asks about
 * them meanwhile.
 */
export async function claimUnchecked(
  { tx }: InstallationScope,
  everyMs: number,
  limit: number,
): Promise<ProviderSignInRow[]> {
  const { rows } = await sql<ProviderSignInRow>`
    update provider_sign_ins set checked_at = now() where session_id in (
      select session_id from provider_sign_ins
      where renewal is not null and checked_at < now() - ${everyMs} * interval '1 millisecond'
      order by checked_at limit ${limit} for update skip locked)
    returning *`.execute(tx);
  return rows;
}

export async function putRenewal({ tx }: InstallationScope, sessionId: string, renewal: string): Promise<void> {
  await tx.updateTable("providerSignIns").set({ renewal }).where("sessionId", "=", sessionId).execute();
}

/** Uses up an answer of a provider; false when it was already used. */
export async function takeAnswer({ tx }: InstallationScope, sha256: string, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto("providerAnswers")
    .values({ sha256, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("sha256")
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes expired answers. */
export async function pruneAnswers({ tx }: InstallationScope): Promise<void> {
  await sql`delete from provider_answers where expires_at < now()`.execute(tx);
}
