import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { sql, type RawBuilder } from "kysely";
import { json } from "../../../ground/store/json.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DirectoryEmail, DirectoryName, DirectoryUserRow } from "../../../ground/store/tables/directory.ts";

/** The fields that a SCIM client sends for a person. */
export interface PersonFields {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  name: DirectoryName;
  emails: DirectoryEmail[];
  active: boolean;
}

/** Lets only one change of a provider's directory run at a time, and meanwhile no first sign-in of its people. */
export async function holdDirectory({ tx }: InstallationScope, providerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ferrule.directory.${providerId}`}::text, 0))`.execute(tx);
}

const present = ({ tx }: InstallationScope, providerId: string) =>
  tx.selectFrom("directoryUsers").where("providerId", "=", providerId).where("deletedAt", "is", null);

export const findPerson = (
  scope: InstallationScope,
  providerId: string,
  userId: string,
): Promise<DirectoryUserRow | undefined> =>
  present(scope, providerId).selectAll().where("userId", "=", userId).executeTakeFirst();

/** A user in any directory, even one whom its client has removed. */
export const findAnyPerson = ({ tx }: InstallationScope, userId: string): Promise<DirectoryUserRow | undefined> =>
  tx.selectFrom("directoryUsers").selectAll().where("userId", "=", userId).executeTakeFirst();

export const findPersonByExternalId = (
  scope: InstallationScope,
  providerId: string,
  externalId: string,
): Promise<DirectoryUserRow | undefined> =>
  present(scope, providerId).selectAll().where("externalId", "=", externalId).executeTakeFirst();

/** The person with this id whom the client removed most recently. */
export const findRemovedByExternalId = (
  { tx }: InstallationScope,
  providerId: string,
  externalId: string,
): Promise<DirectoryUserRow | undefined> =>
  tx
    .selectFrom("directoryUsers")
    .selectAll()
    .where("providerId", "=", providerId)
    .where("externalId", "=", externalId)
    .where("deletedAt", "is not", null)
    .orderBy("deletedAt", "desc")
    .executeTakeFirst();

/** One page of the matching people, in the order of their creation, and the total number that match. */
export async function listPeople(
  scope: InstallationScope,
  providerId: string,
  { fits, offset, limit }: { fits: RawBuilder<boolean> | null; offset: number; limit: number },
): Promise<{ total: number; rows: DirectoryUserRow[] }> {
  const all = present(scope, providerId).$if(fits !== null, (query) => query.where(fits ?? sql<boolean>`true`));
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  if (limit === 0 || offset >= total) return { total, rows: [] };
  return { total, rows: await all.selectAll().orderBy("userId").offset(offset).limit(limit).execute() };
}

export const countPeople = async (scope: InstallationScope, providerId: string): Promise<number> =>
  (
    await present(scope, providerId)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

export const listPersonIds = async (scope: InstallationScope, providerId: string): Promise<string[]> =>
  (await present(scope, providerId).select("userId").execute()).map(({ userId }) => userId);

const columnsOf = ({ name, emails, ...fields }: PersonFields) => ({
  ...fields,
  name: json(name),
  emails: json(emails),
});

/**
 * Creates a person, or restores one whom the client removed. Fails with `directory_users_name_taken` or
 * `directory_users_external_taken`.
 */
export const putPerson = (
  { tx }: InstallationScope,
  providerId: string,
  userId: string,
  fields: PersonFields,
): Promise<DirectoryUserRow> =>
  tx
    .insertInto("directoryUsers")
    .values({ providerId, userId, ...columnsOf(fields) })
    .onConflict((conflict) =>
      conflict.columns(["providerId", "userId"]).doUpdateSet(({ eb }) => ({
        ...columnsOf(fields),
        deletedAt: null,
        updatedAt: sharedDate(),
        revision: eb("directoryUsers.revision", "+", 1),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** Notes whether the directory disabled the user, and whether the directory's groups decide from now on. */
export async function markPerson(
  { tx }: InstallationScope,
  userId: string,
  marks: { suspended?: boolean; grouped?: true },
): Promise<void> {
  await tx.updateTable("directoryUsers").set(marks).where("userId", "=", userId).execute();
}

/** Removes a person from the directory. The row stays, in case the client creates the person again. */
export async function removePerson({ tx }: InstallationScope, providerId: string, userId: string): Promise<void> {
  await tx.deleteFrom("directoryMembers").where("userId", "=", userId).execute();
  await tx
    .updateTable("directoryUsers")
    .set({ deletedAt: sharedDate(), active: false, grouped: false })
    .where("providerId", "=", providerId)
    .where("userId", "=", userId)
    .execute();
}
