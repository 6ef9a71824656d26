import { isDeepStrictEqual } from "node:util";
import {
  addMembers,
  changeGroup,
  countGroups,
  countMembers,
  insertGroup,
  knownIds,
  listMemberIds,
  listNamesakeIds,
  removeGroup,
  removeMembers,
  type GroupFields,
} from "../../directory/queries/groups.ts";
import { settlePeople } from "../../directory/settle-people.ts";
import { auditedChanges } from "../../../ground/handler/audited-changes.ts";
import { violates } from "../../../ground/store/constraint.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DirectoryGroupRow } from "../../../ground/store/tables/directory.ts";
import { auditScim, auditSettled, type ScimClient } from "../client.ts";
import { limits } from "../limits.ts";
import { invalidValue, ScimError } from "../scim-error.ts";
import type { GroupChange } from "./patch-group.ts";

/** An audit event names at most this many members, and counts the others. */
const mostTold = 50;

const told = (ids: readonly string[]) => ({ count: ids.length, ids: ids.slice(0, mostTold) });
const fieldsOf = ({ displayName, externalId }: GroupFields): GroupFields => ({ displayName, externalId });

/** Turns the violation of a taken name or id into CONFLICT; returns any other error unchanged. */
function taken(error: unknown): unknown {
  if (violates(error, "directory_groups_name_taken")) {
    return new ScimError(409, "Another group has this displayName.", "uniqueness");
  }
  if (!violates(error, "directory_groups_external_taken")) return error;
  return new ScimError(409, "Another group has this externalId.", "uniqueness");
}

/** Adds and removes members. Returns the people whose groups changed. @throws ScimError invalidValue, 413 */
async function changeMembers(
  scope: InstallationScope,
  { provider }: ScimClient,
  groupId: string,
  { isWhole, added, removed }: Omit<GroupChange, "fields">,
): Promise<{ added: string[]; removed: string[] }> {
  const known = await knownIds(scope, provider.id, [...added]);
  if (known.size < added.size) throw invalidValue("A member is not a user that this client created.");
  const gone = isWhole ? (await listMemberIds(scope, groupId)).filter((id) => !added.has(id)) : [...removed];
  const changed = {
    removed: await removeMembers(scope, groupId, gone),
    added: await addMembers(scope, groupId, [...added]),
  };
  if ((await countMembers(scope, groupId)) > limits.members) {
    throw new ScimError(413, `A group may have at most ${limits.members} members.`);
  }
  return changed;
}

/**
 * Brings people in line with their groups. It includes the members of groups whose name equals the external id of
 * another group.
 */
async function settle(
  scope: InstallationScope,
  client: ScimClient,
  concerned: readonly string[],
  externalIds: readonly (string | null)[],
): Promise<void> {
  const namesakes = await listNamesakeIds(scope, client.provider.id, externalIds);
  await auditSettled(scope, client, await settlePeople(scope, client.provider, [...concerned, ...namesakes]));
}

/** Creates a group. @throws ScimError uniqueness, invalidValue, 403 */
export async function createGroup(
  scope: InstallationScope,
  client: ScimClient,
  fields: GroupFields,
  members: readonly string[],
): Promise<DirectoryGroupRow> {
  if ((await countGroups(scope, client.provider.id)) >= limits.groups) {
    throw new ScimError(403, `A provider may bring at most ${limits.groups} groups.`);
  }
  const row = await insertGroup(scope, client.provider.id, fields).catch((error: unknown) => {
    throw taken(error);
  });
  const change = { isWhole: false, added: new Set(members), removed: new Set<string>() };
  const { added } = await changeMembers(scope, client, row.id, change);
  await auditScim(scope, client, {
    action: "directory-group.create",
    target: { kind: "directory-group", id: row.id, name: row.displayName },
    changes: { after: fieldsOf(row), added: told(added) },
  });
  await settle(scope, client, added, [row.externalId]);
  return row;
}

/** Changes a group and its members. Writes nothing when nothing differs. @throws ScimError uniqueness, invalidValue */
export async function updateGroup(
  scope: InstallationScope,
  client: ScimClient,
  before: DirectoryGroupRow,
  { fields, ...change }: GroupChange,
): Promise<DirectoryGroupRow> {
  const { added, removed } = await changeMembers(scope, client, before.id, change);
  const isNamedSame = isDeepStrictEqual(fieldsOf(before), fields);
  if (isNamedSame && added.length + removed.length === 0) return before;
  const row = await changeGroup(scope, before.id, fields).catch((error: unknown) => {
    throw taken(error);
  });
  await auditScim(scope, client, {
    action: "directory-group.update",
    target: { kind: "directory-group", id: row.id, name: row.displayName },
    changes: {
      ...auditedChanges({ ...fieldsOf(before) }, { ...fieldsOf(row) }),
      added: told(added),
      removed: told(removed),
    },
  });
  // Roles depend on the group's name, so another name concerns all its members.
  const concerned = isNamedSame ? [...added, ...removed] : [...(await listMemberIds(scope, row.id)), ...removed];
  await settle(scope, client, concerned, isNamedSame ? [] : [before.externalId, row.externalId]);
  return row;
}

/** Removes a group. Its members stay users, but lose the rights that it gave them. */
export async function deleteGroup(scope: InstallationScope, client: ScimClient, row: DirectoryGroupRow): Promise<void> {
  const members = await listMemberIds(scope, row.id);
  await removeGroup(scope, row.id);
  await auditScim(scope, client, {
    action: "directory-group.delete",
    target: { kind: "directory-group", id: row.id, name: row.displayName },
    changes: { before: fieldsOf(row), removed: told(members) },
  });
  await settle(scope, client, members, [row.externalId]);
}
