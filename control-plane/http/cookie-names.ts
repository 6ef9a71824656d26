import type { ControlPlaneSettings } from "../settings.ts";

/**
 * Names and attributes of the two cookies. In production the `__Host-` prefix (RFC 6265bis) has browsers insist on
 * Secure, Path=/ and no Domain; development is served over http, where it could not be set.
 */
export function cookieNames({ nodeEnv }: Pick<ControlPlaneSettings, "nodeEnv">): {
  session: string;
  csrf: string;
  secure: boolean;
} {
  const secure = nodeEnv === "production";
  const prefix = secure ? "__Host-" : "";
  return { session: `${prefix}ferrule_session`, csrf: `${prefix}ferrule_csrf`, secure };
}
