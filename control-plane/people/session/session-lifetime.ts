import type { ControlPlaneSettings } from "../../ground/settings.ts";

const hourMs = 3_600_000;

/** How long a session may be idle (12 h) and last in total (7 days), unless the settings say otherwise. */
export const sessionLifetime = (
  settings: Pick<ControlPlaneSettings, "sessionIdleMs" | "sessionAbsoluteMs">,
): { idleMs: number; absoluteMs: number } => ({
  idleMs: settings.sessionIdleMs ?? 12 * hourMs,
  absoluteMs: settings.sessionAbsoluteMs ?? 7 * 24 * hourMs,
});
