import { createHmac } from "node:crypto";
import { deriveKey } from "../session/cookie/derive-key.ts";
import type { ControlPlaneSettings } from "../../ground/settings.ts";

/** A keyed hash that identifies an account in counters and signatures, whether or not an account has this email. */
export const accountKey = ({ sessionSecret }: Pick<ControlPlaneSettings, "sessionSecret">, email: string): string =>
  createHmac("sha256", deriveKey(sessionSecret, "login-attempts")).update(email.toLowerCase()).digest("base64url");
