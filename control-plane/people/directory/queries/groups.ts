import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type RawBuilder } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DirectoryGroupRow } from "../../../ground/store/tables/directory.ts";

export type GroupFields = Pick<DirectoryGroupRow, "displayName" | "externalId">;

/** A member as SCIM shows it. */
export interface ShownMember {
  groupId: string;
  userId: string;
  userName: string;
}

const of = ({ tx }: InstallationScope, providerId: string) =>
  tx.selectFrom("directoryGroups").where("providerId", "=", providerId);

export const findGroup = (
  scope: InstallationScope,
  providerId: string,
  id: string,
): Promise<DirectoryGroupRow | undefined> => of(scope, providerId).selectAll().where("id", "=", id).executeTakeFirst();

/** One page of the matching groups, in the order of their creation, and the total number that match. */
export async function listGroups(
  scope: InstallationScope,
  providerId: string,
  { fits, offset, limit }: { fits: RawBuilder<boolean> | null; offset: number; limit: number },
): Promise<{ total: number; rows: DirectoryGroupRow[] }> {
  const all = of(scope, providerId).$if(fits !== null, (query) => query.where(fits ?? sql<boolean>`true`));
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  if (limit === 0 || offset >= total) return { total, rows: [] };
  return { total, rows: await all.selectAll().orderBy("id").offset(offset).limit(limit).execute() };
}

export const countGroups = async (scope: InstallationScope, providerId: string): Promise<number> =>
  (
    await of(scope, providerId)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

/** The names of groups, up to `limit`. */
export const listGroupNames = (scope: InstallationScope, providerId: string, limit: number): Promise<GroupFields[]> =>
  of(scope, providerId).select(["displayName", "externalId"]).orderBy("displayName").limit(limit).execute();

/** Fails with `directory_groups_name_taken` or `directory_groups_external_taken`. */
export const insertGroup = (
  { tx }: InstallationScope,
  providerId: string,
  fields: GroupFields,
): Promise<DirectoryGroupRow> =>
  tx
    .insertInto("directoryGroups")
    .values({ id: identifier("dgr"), providerId, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Changes a group, as its next revision; its members count as part of it. Fails as `insertGroup` does. */
export const changeGroup = ({ tx }: InstallationScope, id: string, fields: GroupFields): Promise<DirectoryGroupRow> =>
  tx
    .updateTable("directoryGroups")
    .set(({ eb }) => ({ ...fields, updatedAt: sharedDate(), revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeGroup({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.deleteFrom("directoryGroups").where("id", "=", id).execute();
}

/** The ids among these that are people of the provider. */
export async function knownIds(
  { tx }: InstallationScope,
  providerId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from directory_users
    where provider_id = ${providerId} and deleted_at is null and user_id = any(${ids}::text[])`.execute(tx);
  return new Set(rows.map(({ userId }) => userId));
}

export const listMemberIds = async ({ tx }: InstallationScope, groupId: string): Promise<string[]> =>
  (await tx.selectFrom("directoryMembers").select("userId").where("groupId", "=", groupId).execute()).map(
    ({ userId }) => userId,
  );

/**
 * The members of groups whose name equals the external id of another group. Mappings may mean that other group by this
 * name.
 */
export async function listNamesakeIds(
  { tx }: InstallationScope,
  providerId: string,
  externalIds: readonly (string | null)[],
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select m.user_id as "userId" from directory_members m join directory_groups g on g.id = m.group_id
    where g.provider_id = ${providerId} and g.display_name = any(${externalIds}::text[])`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export const countMembers = async ({ tx }: InstallationScope, groupId: string): Promise<number> =>
  (
    await tx
      .selectFrom("directoryMembers")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("groupId", "=", groupId)
      .executeTakeFirstOrThrow()
  ).count;

/** Adds members; returns those who were not members before. */
export async function addMembers(
  { tx }: InstallationScope,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    insert into directory_members (group_id, user_id) select ${groupId}, id from unnest(${ids}::text[]) as id
    on conflict do nothing returning user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Removes members; returns those who were members before. */
export async function removeMembers(
  { tx }: InstallationScope,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    delete from directory_members where group_id = ${groupId} and user_id = any(${ids}::text[])
    returning user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** The members of these groups. */
export async function listMembers({ tx }: InstallationScope, groupIds: readonly string[]): Promise<ShownMember[]> {
  const { rows } = await sql<ShownMember>`
    select m.group_id as "groupId", m.user_id as "userId", u.user_name as "userName"
    from directory_members m join directory_users u on u.user_id = m.user_id
    where m.group_id = any(${groupIds}::text[]) order by m.user_id`.execute(tx);
  return rows;
}

/**
 * The display names of a person's groups in every directory.
 * @param hold Keeps them until the transaction ends
 */
export async function listGroupNamesOf(
  { tx }: Pick<InstallationScope, "tx">,
  userId: string,
  { hold = false } = {},
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select g.display_name as name from directory_members m
    join directory_groups g on g.id = m.group_id
    join directory_users d on d.user_id = m.user_id and d.provider_id = g.provider_id
    where m.user_id = ${userId} and d.active and not d.suspended and d.deleted_at is null
    order by m.group_id ${hold ? sql`for key share of m, g, d` : sql``}`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The groups of these people. */
export async function listMemberships(
  { tx }: InstallationScope,
  userIds: readonly string[],
): Promise<{ userId: string; groupId: string; displayName: string }[]> {
  const { rows } = await sql<{ userId: string; groupId: string; displayName: string }>`
    select m.user_id as "userId", g.id as "groupId", g.display_name as "displayName"
    from directory_members m join directory_groups g on g.id = m.group_id
    where m.user_id = any(${userIds}::text[]) order by g.id`.execute(tx);
  return rows;
}
