import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { CallerSessionRow } from "../../../ground/store/tables/oauth.ts";
import { callerMs, signCaller } from "./caller-cookie.ts";
import { insertCallerSession } from "../queries/caller-sessions.ts";

/**
 * Opens a session for a caller whom a provider has signed in. Returns the value of its cookie, and how long it lasts.
 */
export async function openCallerSession(
  { settings }: Pick<App, "settings">,
  scope: InstallationScope,
  caller: Pick<CallerSessionRow, "providerId" | "issuer" | "subject" | "sid" | "email" | "name">,
): Promise<{ value: string; expiresAt: Date }> {
  const expiresAt = new Date(sharedNow() + callerMs);
  const { id } = await insertCallerSession(scope, { ...caller, expiresAt });
  return { value: await signCaller(settings.sessionSecret, id, expiresAt), expiresAt };
}
