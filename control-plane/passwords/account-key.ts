import { createHmac } from "node:crypto";
import { deriveKey } from "../session/derive-key.ts";
import type { ControlPlaneSettings } from "../settings.ts";

/** A keyed hash that stands for an account in what is counted and signed, whether there is one of this email or not. */
export const accountKey = ({ sessionSecret }: Pick<ControlPlaneSettings, "sessionSecret">, email: string): string =>
  createHmac("sha256", deriveKey(sessionSecret, "login-attempts")).update(email.toLowerCase()).digest("base64url");
