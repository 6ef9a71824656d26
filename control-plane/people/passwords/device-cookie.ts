import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { createHmac, randomBytes } from "node:crypto";
import { tokensEqual } from "@ferrule/kit/tokens-equal.ts";
import { deriveKey } from "../session/cookie/derive-key.ts";
import type { ControlPlaneSettings } from "../../ground/settings.ts";
import { accountKey } from "./account-key.ts";

type Secret = Pick<ControlPlaneSettings, "sessionSecret">;

const lifetimeMs = 365 * 86_400_000;
const form = /^(\d{13})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const sign = (settings: Secret, email: string, device: string, expiresAt: string) =>
  createHmac("sha256", deriveKey(settings.sessionSecret, "device"))
    .update(JSON.stringify([accountKey(settings, email), device, expiresAt]))
    .digest("base64url");

/**
 * A cookie value for a browser that has signed in to an account (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies"). It grants no access: it only makes attempts with it count separately.
 */
export function issueDevice(settings: Secret, email: string): { value: string; expiresAt: Date } {
  const expiresAt = sharedNow() + lifetimeMs;
  const device = randomBytes(16).toString("base64url");
  return {
    value: `${expiresAt}.${device}.${sign(settings, email, device, String(expiresAt))}`,
    expiresAt: new Date(expiresAt),
  };
}

/** The device that a cookie names, if it was issued for this account and has not expired; otherwise null. */
export function readDevice(settings: Secret, email: string, cookie: string | undefined): string | null {
  const [, expiresAt = "", device = "", signature = ""] = form.exec(cookie ?? "") ?? [];
  if (signature === "" || Number(expiresAt) <= sharedNow()) return null;
  return tokensEqual(signature, sign(settings, email, device, expiresAt)) ? device : null;
}
