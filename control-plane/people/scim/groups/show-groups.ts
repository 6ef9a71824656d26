import { listMembers } from "../../directory/queries/groups.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DirectoryGroupRow } from "../../../ground/store/tables/directory.ts";
import type { ScimClient } from "../client.ts";
import { scimUrl } from "../scim-token.ts";
import { metaOf } from "../shown.ts";
import { urns } from "../urns.ts";

/** Groups as SCIM shows them (RFC 7643, section 4.2), with their members unless the client excludes those. */
export async function showGroups(
  scope: InstallationScope,
  { app }: ScimClient,
  rows: readonly DirectoryGroupRow[],
  withMembers: boolean,
): Promise<Record<string, unknown>[]> {
  const members = withMembers
    ? await listMembers(
        scope,
        rows.map(({ id }) => id),
      )
    : [];
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
  const users = `${scimUrl(app)}/Users/`;
  return rows.map((row) => ({
    schemas: [urns.group],
    id: row.id,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.displayName,
    members: (byGroup.get(row.id) ?? []).map(({ userId, userName }) => ({
      value: userId,
      display: userName,
      type: "User",
      $ref: users + userId,
    })),
    meta: metaOf(app, "Group", row.id, row),
  }));
}
