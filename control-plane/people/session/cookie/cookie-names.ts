import type { ControlPlaneSettings } from "../../../ground/settings.ts";

/**
 * Names and attributes of the cookies. In production, the `__Host-` prefix (RFC 6265bis) makes browsers insist on
 * Secure, Path=/ and no Domain. It cannot be set over http, which serves development and intranets deliberately run
 * without TLS.
 */
export function cookieNames({ nodeEnv, publicUrl }: Pick<ControlPlaneSettings, "nodeEnv" | "publicUrl">): {
  session: string;
  csrf: string;
  device: string;
  flow: string;
  caller: string;
  secure: boolean;
} {
  const secure = nodeEnv === "production" && publicUrl.startsWith("https:");
  const prefix = secure ? "__Host-" : "";
  return {
    session: `${prefix}ferrule_session`,
    csrf: `${prefix}ferrule_csrf`,
    device: `${prefix}ferrule_device`,
    flow: `${prefix}ferrule_flow`,
    caller: `${prefix}ferrule_caller`,
    secure,
  };
}
