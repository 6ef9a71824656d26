import { createHmac } from "node:crypto";
import { deriveKey } from "../session/cookie/derive-key.ts";
import type { ControlPlaneSettings } from "../../ground/settings.ts";
import { networkOf } from "./network-of.ts";

/** A keyed hash of a caller's network, which recognises it without storing it. */
export const sourceKey = ({ sessionSecret }: Pick<ControlPlaneSettings, "sessionSecret">, ip: string | null): string =>
  createHmac("sha256", deriveKey(sessionSecret, "sign-in-sources"))
    .update(networkOf(ip ?? "unknown"))
    .digest("base64url");
