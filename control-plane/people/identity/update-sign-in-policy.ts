import { PublicError } from "@ferrule/contract/errors.ts";
import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { endLocalSessions } from "../session/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { SignInPolicyRow } from "../../ground/store/tables/identity.ts";
import { holdUser } from "../users/queries.ts";
import { toPolicy } from "./get-sign-in-policy.ts";
import { listProvidersFor } from "./queries/providers.ts";
import { changePolicy, lockPolicy } from "../sign-in-policy/queries.ts";

/** @throws PublicError INVALID_STATE unless this user is an active owner */
async function requireOwner(scope: InstallationScope, userId: string | null): Promise<void> {
  const owner = userId === null ? undefined : await holdUser(scope, userId);
  if (owner?.role === "owner" && owner.status === "active") return;
  throw new PublicError("INVALID_STATE", "Name an active owner who may always sign in with a password.");
}

/**
 * Makes sure that the policy locks nobody out: a provider exists, and an owner who can sign in without it. @throws
 * PublicError INVALID_STATE
 */
async function requireWayIn(scope: InstallationScope, breakGlassUserId: string | null): Promise<void> {
  await requireOwner(scope, breakGlassUserId);
  if ((await listProvidersFor(scope, "console")).length > 0) return;
  throw new PublicError("INVALID_STATE", "Set up a provider for the console first. Nobody else could sign in.");
}

const told = ({ localSignIn, breakGlassUserId }: SignInPolicyRow) => ({ localSignIn, breakGlassUserId });

/**
 * Decides who may sign in with a password. It ends sessions that a password or a link opened, except the caller's own.
 */
export const updateSignInPolicy: Handlers["updateSignInPolicy"] = async ({ scope, actor, ifMatch, body }) => {
  const before = await lockPolicy(scope);
  requireRevision(ifMatch, before.revision);
  const { localSignIn = before.localSignIn, breakGlassUserId = before.breakGlassUserId } = body;
  if (body.breakGlassUserId) await requireOwner(scope, body.breakGlassUserId);
  if (localSignIn === "break-glass") await requireWayIn(scope, breakGlassUserId);
  const row = await changePolicy(scope, { localSignIn, breakGlassUserId });
  if (localSignIn === "break-glass") await endLocalSessions(scope, [actor.userId, breakGlassUserId ?? ""]);
  const changes = auditedChanges(told(before), told(row));
  return { answer: toPolicy(row), audit: { kind: "sign-in-policy", id: null, name: null, changes } };
};
