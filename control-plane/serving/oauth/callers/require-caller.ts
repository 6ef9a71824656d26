import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../../ground/app.ts";
import { isFor } from "../../../people/identity/flow/begin-at-provider.ts";
import { findProvider, holdProvider } from "../../../people/identity/queries/providers.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { readCaller } from "./caller-cookie.ts";
import { findCallerSession, type CallerFacts } from "../queries/caller-sessions.ts";

/**
 * Whether a provider may sign this caller in. If `callerDomains` is set, the caller needs a verified address in one of
 * them.
 */
export const isAdmitted = (provider: ProviderRow, email: string | null): boolean =>
  provider.callerDomains.length === 0 || provider.callerDomains.includes(email?.split("@")[1] ?? "");

/** The caller of a request, as long as their session lasts and their provider signs callers in; otherwise null. */
export async function findCaller(
  { settings }: App,
  scope: InstallationScope,
  cookie: string | undefined,
  { locked = false } = {},
): Promise<(CallerFacts & { provider: ProviderRow }) | null> {
  const sessionId = await readCaller(settings.sessionSecret, cookie);
  const known = sessionId === null ? undefined : await findCallerSession(scope, sessionId);
  if (known === undefined) return null;
  const provider = await (locked ? holdProvider : findProvider)(scope, known.providerId);
  // It locks the provider first, like the code that removes both.
  const caller = locked ? await findCallerSession(scope, known.id, { locked }) : known;
  if (caller === undefined || provider?.issuer !== caller.issuer) return null;
  return isFor(provider, "callers") && isAdmitted(provider, caller.email) ? { ...caller, provider } : null;
}

/**
 * The same, for actions that only a caller may take. With `locked`, nobody changes the provider or ends the session
 * until the transaction ends.
 * @throws PublicError UNAUTHENTICATED
 */
export async function requireCaller(...asked: Parameters<typeof findCaller>): Promise<CallerFacts> {
  const caller = await findCaller(...asked);
  if (caller === null) throw new PublicError("UNAUTHENTICATED");
  return caller;
}
