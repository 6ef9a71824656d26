import type { App } from "../../ground/app.ts";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import {
  forgetGeneratedPassword,
  keepGeneratedPassword,
  readGeneratedPassword,
} from "../passwords/generated-password.ts";
import { hashPassword, verifyPassword } from "../passwords/hash-password.ts";
import { issueLink } from "../passwords/issue-link.ts";
import { countUsers, findFirstOwner, holdBootstrap, holdUser, insertUser } from "./queries.ts";

/**
 * Creates the first owner when there is no user yet, from OWNER_EMAIL and OWNER_PASSWORD. Without OWNER_PASSWORD it
 * generates one in `DATA_DIR/owner.json` (0600), which the owner must change at its first use. When several replicas
 * start at once, only one does this.
 */
export async function bootstrapOwner(app: App): Promise<void> {
  if ((await app.store.inInstallation(countUsers, { readOnly: true })) > 0) return;
  const { dataDir, ownerEmail, ownerPassword } = app.settings;
  const email = ownerEmail.toLowerCase();
  const password = ownerPassword ?? (await keepGeneratedPassword(dataDir, email));
  const passwordHash = await hashPassword(password);
  await app.store.inInstallation(async (scope) => {
    await holdBootstrap(scope);
    if ((await countUsers(scope)) > 0) return;
    // A generated password appears on a screen and lies in a file, so it is good for one sign-in only.
    const mustChangePassword = ownerPassword === undefined;
    const owner = { email, name: "Owner", role: "owner" as const, passwordHash, mustChangePassword };
    const { id } = await insertUser(scope, owner);
    const target = { kind: "user", id, name: email };
    await auditSystem(scope, { action: "user.create", target, changes: { after: { email, role: "owner" } } });
  });
}

export interface SignInLink {
  /** The token for `POST /api/auth/link`, which works once. */
  token: string;
  email: string;
  /** The file with the generated password, as long as the owner still has that password; null otherwise. */
  passwordFile: string | null;
}

/**
 * Issues a sign-in link for the first owner. It works once, within 24 h, and replaces their earlier ones. We store only
 * its hash. It removes a generated password that the owner no longer has. Returns null when there is no active owner.
 */
export async function issueSignInLink({ settings, store }: App): Promise<SignInLink | null> {
  const issued = await store.inInstallation(async (scope) => {
    const first = await findFirstOwner(scope, settings.ownerEmail);
    const owner = first && (await holdUser(scope, first.id));
    return owner?.status === "active" ? { owner, token: await issueLink(scope, owner.id) } : null;
  });
  if (!issued) return null;
  const { owner, token } = issued;
  const kept = await readGeneratedPassword(settings.dataDir);
  const isPresent = kept?.email === owner.email && (await verifyPassword(owner.passwordHash, kept.password));
  if (!isPresent) await forgetGeneratedPassword(settings.dataDir, owner.email);
  return { token, email: owner.email, passwordFile: isPresent ? kept.file : null };
}
