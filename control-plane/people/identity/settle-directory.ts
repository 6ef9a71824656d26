import { isDeepStrictEqual } from "node:util";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import { holdDirectory, listPersonIds } from "../directory/queries/people.ts";
import { settlePeople } from "../directory/settle-people.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";

/** Gives the people whom a SCIM client has brought the roles of a changed mapping, and audits each change. */
export async function settleDirectory(
  scope: InstallationScope,
  before: ProviderRow,
  provider: ProviderRow,
): Promise<void> {
  if (isDeepStrictEqual([before.roles, before.otherRole], [provider.roles, provider.otherRole])) return;
  await holdDirectory(scope, provider.id);
  const settled = await settlePeople(scope, provider, await listPersonIds(scope, provider.id));
  for (const { userId, email, before: was, after } of settled) {
    const target = { kind: "user", id: userId, name: email };
    await auditSystem(scope, {
      action: "user.update",
      target,
      changes: { by: provider.name, before: was, after: { ...after } },
    });
  }
}
