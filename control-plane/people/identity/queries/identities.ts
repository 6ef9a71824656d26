import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { IdentityRow } from "../../../ground/store/tables/identity.ts";

/** Lets only one sign-in of a person run at a time, so that two first ones do not create two users. */
export async function holdPerson({ tx }: InstallationScope, providerId: string, subject: string): Promise<void> {
  const key = `ferrule.identity.${providerId}.${subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
}

export const findIdentity = (
  { tx }: InstallationScope,
  providerId: string,
  subject: string,
): Promise<IdentityRow | undefined> =>
  tx
    .selectFrom("userIdentities")
    .selectAll()
    .where("providerId", "=", providerId)
    .where("subject", "=", subject)
    .executeTakeFirst();

/** A user's identities at the company's providers. */
export const listIdentities = ({ tx }: InstallationScope, userId: string): Promise<IdentityRow[]> =>
  tx.selectFrom("userIdentities").selectAll().where("userId", "=", userId).limit(100).execute();

/** The issuers that know a user, with the user's id at each. */
export async function listSubjects(
  { tx }: Pick<InstallationScope, "tx">,
  userId: string,
): Promise<{ issuer: string; subject: string }[]> {
  const { rows } = await sql<{ issuer: string; subject: string }>`
    select p.issuer, i.subject from user_identities i join identity_providers p on p.id = i.provider_id
    where i.user_id = ${userId} limit 100`.execute(tx);
  return rows;
}

/** A user's identity at a provider. */
export const findIdentityOfUser = (
  { tx }: InstallationScope,
  providerId: string,
  userId: string,
): Promise<IdentityRow | undefined> =>
  tx
    .selectFrom("userIdentities")
    .selectAll()
    .where("providerId", "=", providerId)
    .where("userId", "=", userId)
    .executeTakeFirst();

/** Whether a user signs in with any provider already. */
export async function hasIdentity({ tx }: InstallationScope, userId: string): Promise<boolean> {
  const row = await tx.selectFrom("userIdentities").select("subject").where("userId", "=", userId).executeTakeFirst();
  return row !== undefined;
}

export async function insertIdentity(
  { tx }: InstallationScope,
  identity: Pick<IdentityRow, "providerId" | "subject" | "userId">,
): Promise<void> {
  await tx.insertInto("userIdentities").values(identity).execute();
}

/** Notes whether it was the provider that disabled the user. */
export async function markSuspended(
  { tx }: InstallationScope,
  { providerId, subject }: Pick<IdentityRow, "providerId" | "subject">,
  suspended: boolean,
): Promise<void> {
  await tx
    .updateTable("userIdentities")
    .set({ suspended })
    .where("providerId", "=", providerId)
    .where("subject", "=", subject)
    .execute();
}
