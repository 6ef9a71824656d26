import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import type { App } from "./app.ts";
import { insertAuditEvent } from "./audit/records.ts";
import { hashPassword, verifyPassword } from "./passwords/hash-password.ts";
import { replaceLink } from "./session/records.ts";
import { countUsers, findFirstOwner, insertUser } from "./users/records.ts";

const ownerFile = z.object({ email: z.string(), password: z.string().min(12) });
type OwnerFile = z.infer<typeof ownerFile>;

const linkLifetimeMs = 86_400_000;
const fileOf = ({ settings }: App) => join(settings.dataDir, "owner.json");

async function readOwnerFile(path: string): Promise<OwnerFile | null> {
  try {
    return ownerFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

/** A password that nobody chose, kept where only this user may read it, and the same again while the file is there. */
async function generatedPassword(app: App, email: string): Promise<string> {
  const path = fileOf(app);
  const kept = await readOwnerFile(path);
  if (kept?.email === email) return kept.password;
  const password = randomBytes(18).toString("base64url");
  await mkdir(app.settings.dataDir, { recursive: true });
  await writeFile(path, `${JSON.stringify({ email, password }, null, 2)}\n`, { mode: 0o600 });
  return password;
}

/**
 * Makes the first owner when there is no user yet: from OWNER_EMAIL and OWNER_PASSWORD, or, without the latter, with a
 * generated password in `DATA_DIR/owner.json` (0600), which must be changed at its first use. Of several replicas starting at once, one does it.
 */
export async function bootstrapOwner(app: App): Promise<void> {
  if ((await app.store.inInstallation(countUsers, { readOnly: true })) > 0) return;
  const email = app.settings.ownerEmail.toLowerCase();
  const password = app.settings.ownerPassword ?? (await generatedPassword(app, email));
  const passwordHash = await hashPassword(password);
  await app.store.inInstallation(async (scope) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ferrule.bootstrap', 0))`.execute(scope.tx);
    if ((await countUsers(scope)) > 0) return;
    // A generated password has been on a screen and lies in a file: it is good for one sign-in.
    const mustChangePassword = app.settings.ownerPassword === undefined;
    const owner = { email, name: "Owner", role: "owner" as const, passwordHash, mustChangePassword };
    const { id } = await insertUser(scope, owner);
    await insertAuditEvent(scope, {
      action: "user.create",
      projectId: null,
      actorKind: "system",
      actorId: null,
      actorUserId: null,
      actorEmail: null,
      targetKind: "user",
      targetId: id,
      targetName: email,
      requestId: null,
      ip: null,
      userAgent: null,
      outcome: "success",
      changes: { after: { email, role: "owner" } },
    });
  });
}

export interface SignInLink {
  /** For `POST /api/auth/link`, once. */
  token: string;
  email: string;
  /** The file with the generated password, while it is still the owner's; null otherwise. */
  passwordFile: string | null;
}

/**
 * Issues a one-time sign-in link for the first owner: good once, within 24 h; earlier ones of theirs end. Only its hash
 * is kept. Answers null when there is no active owner.
 */
export async function issueSignInLink(app: App): Promise<SignInLink | null> {
  const token = randomBytes(32).toString("base64url");
  const sha256 = createHash("sha256").update(token).digest("hex");
  const owner = await app.store.inInstallation(async (scope) => {
    const user = await findFirstOwner(scope, app.settings.ownerEmail);
    if (user) await replaceLink(scope, { sha256, userId: user.id, expiresAt: new Date(Date.now() + linkLifetimeMs) });
    return user;
  });
  if (!owner) return null;
  const kept = await readOwnerFile(fileOf(app));
  const isPresent = kept?.email === owner.email && (await verifyPassword(owner.passwordHash, kept.password));
  return { token, email: owner.email, passwordFile: isPresent ? fileOf(app) : null };
}
