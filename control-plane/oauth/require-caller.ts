import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../app.ts";
import { isFor } from "../identity/begin-at-provider.ts";
import { findProvider, lockProvider } from "../identity/queries/providers.ts";
import type { InstallationScope } from "../store/scope.ts";
import type { ProviderRow } from "../store/tables/identity.ts";
import { readCaller, type CallerFacts } from "./caller-cookie.ts";

/** Whether a provider may sign this caller in: `callerDomains` asks for a verified address at one of them. */
export const isAdmitted = (provider: ProviderRow, email: string | null): boolean =>
  provider.callerDomains.length === 0 || provider.callerDomains.includes(email?.split("@")[1] ?? "");

/** The caller of a request, as long as their provider signs callers in; null: nobody. */
export async function findCaller(
  { settings }: App,
  scope: InstallationScope,
  cookie: string | undefined,
  { locked = false } = {},
): Promise<(CallerFacts & { provider: ProviderRow }) | null> {
  const caller = await readCaller(settings.sessionSecret, cookie);
  if (caller === null) return null;
  const provider = await (locked ? lockProvider : findProvider)(scope, caller.providerId);
  if (provider === undefined || provider.issuer !== caller.issuer) return null;
  return isFor(provider, "callers") && isAdmitted(provider, caller.email) ? { ...caller, provider } : null;
}

/**
 * The same, for what only a caller may do. `locked`: nobody changes the provider until the transaction ends.
 * @throws PublicError UNAUTHENTICATED
 */
export async function requireCaller(...asked: Parameters<typeof findCaller>): Promise<CallerFacts> {
  const caller = await findCaller(...asked);
  if (caller === null) throw new PublicError("UNAUTHENTICATED");
  return caller;
}
