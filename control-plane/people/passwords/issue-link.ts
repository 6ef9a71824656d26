import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { createHash, randomBytes } from "node:crypto";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { replaceLink } from "../session/queries.ts";

export const linkLifetimeMs = 86_400_000;

/** The only form in which a link's token is stored. */
export const hashOfLink = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Issues a one-time sign-in link for a user and invalidates the user's earlier ones. Returns the token for `POST
 * /api/auth/link`, which works once, within 24 hours.
 */
export async function issueLink(scope: InstallationScope, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await replaceLink(scope, { sha256: hashOfLink(token), userId, expiresAt: new Date(sharedNow() + linkLifetimeMs) });
  return token;
}
