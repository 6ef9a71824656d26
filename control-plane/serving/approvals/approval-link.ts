import { createHmac } from "node:crypto";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { tokensEqual } from "@ferrule/kit/tokens-equal.ts";
import { deriveKey } from "../../people/session/cookie/derive-key.ts";

const sign = (sessionSecret: string, content: string): string =>
  createHmac("sha256", deriveKey(sessionSecret, "approval-link")).update(content).digest("base64url");

/**
 * Signs an approval's id with the time when the link ends. The token opens nothing by itself: whoever opens it must
 * have signed in.
 */
export function signApprovalLink(sessionSecret: string, approvalId: string, expiresAt: Date): string {
  const content = `${approvalId}.${expiresAt.getTime().toString(36)}`;
  return `${content}.${sign(sessionSecret, content)}`;
}

/** The approval of a token; null when it was not signed here, or has expired. */
export function readApprovalLink(sessionSecret: string, token: string): string | null {
  const [approvalId = "", until = "", signature, ...rest] = token.split(".");
  if (rest.length > 0 || !tokensEqual(signature, sign(sessionSecret, `${approvalId}.${until}`))) return null;
  return Number.parseInt(until, 36) > sharedNow() ? approvalId : null;
}
