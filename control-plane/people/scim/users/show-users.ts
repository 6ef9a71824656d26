import { listMemberships } from "../../directory/queries/groups.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DirectoryUserRow } from "../../../ground/store/tables/directory.ts";
import type { ScimClient } from "../client.ts";
import { scimUrl } from "../scim-token.ts";
import { metaOf } from "../shown.ts";
import { urns } from "../urns.ts";

/** Users as SCIM shows them (RFC 7643, section 4.1), with their groups unless the client excludes those. */
export async function showUsers(
  scope: InstallationScope,
  { app }: ScimClient,
  rows: readonly DirectoryUserRow[],
  withGroups: boolean,
): Promise<Record<string, unknown>[]> {
  const memberships = withGroups
    ? await listMemberships(
        scope,
        rows.map(({ userId }) => userId),
      )
    : [];
  const byUser = Map.groupBy(memberships, ({ userId }) => userId);
  return rows.map((row) => ({
    schemas: [urns.user],
    id: row.userId,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    userName: row.userName,
    ...(row.displayName === null ? {} : { displayName: row.displayName }),
    ...(Object.keys(row.name).length === 0 ? {} : { name: row.name }),
    ...(row.emails.length === 0 ? {} : { emails: row.emails }),
    active: row.active,
    groups: (byUser.get(row.userId) ?? []).map(({ groupId, displayName }) => ({
      value: groupId,
      display: displayName,
      $ref: `${scimUrl(app)}/Groups/${groupId}`,
    })),
    meta: metaOf(app, "User", row.userId, row),
  }));
}
