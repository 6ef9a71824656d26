import { auditSystem } from "../../ground/audit/audit-system.ts";
import { findAnyPerson } from "../directory/queries/people.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { changeUser, countActiveOwners, lockUser } from "../users/queries.ts";
import { findIdentity, holdPerson, markSuspended } from "./queries/identities.ts";
import { readPolicy } from "../sign-in-policy/queries.ts";

/**
 * Disables a person's user, because the provider no longer gives them a role. Their sessions, links, API tokens and
 * consents end at once. It leaves alone: people whose role comes from groups of a SCIM client, the owner of the last
 * resort, and the last owner.
 */
export async function suspendPerson(scope: InstallationScope, provider: ProviderRow, subject: string): Promise<void> {
  await holdPerson(scope, provider.id, subject);
  const identity = await findIdentity(scope, provider.id, subject);
  if (identity === undefined) return;
  const owners = await countActiveOwners(scope);
  const user = await lockUser(scope, identity.userId);
  if (user?.status !== "active" || (await findAnyPerson(scope, user.id))?.grouped === true) return;
  const { breakGlassUserId } = await readPolicy(scope);
  if (user.id === breakGlassUserId || (user.role === "owner" && owners === 1)) return;
  await changeUser(scope, user.id, { status: "disabled" });
  await markSuspended(scope, identity, true);
  await auditSystem(scope, {
    action: "user.update",
    target: { kind: "user", id: user.id, name: user.email },
    changes: { by: provider.name, before: { status: "active" }, after: { status: "disabled" } },
  });
}
