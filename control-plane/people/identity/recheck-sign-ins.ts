import { refreshTokenGrant, ResponseBodyError } from "openid-client";
import type { App } from "../../ground/app.ts";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import { endSession } from "../session/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ProviderRow, ProviderSignInRow } from "../../ground/store/tables/identity.ts";
import { findUser } from "../users/queries.ts";
import { loggedChain } from "../../ground/outside/chain-of.ts";
import { keepForProvider, takeForProvider } from "./flow/kept-for-provider.ts";
import { openProvider } from "./provider/open-provider.ts";
import { findIdentity } from "./queries/identities.ts";
import { findProvider } from "./queries/providers.ts";
import { claimUnchecked, putRenewal } from "./queries/sign-ins.ts";

/** If the provider gave a refresh token, a person whom it has disabled stays signed in here for at most this long. */
const usualEveryMs = 600_000;
const atOnce = 50;

/**
 * The error of a provider that no longer vouches for this person (RFC 6749, section 5.2). Any other failure may be
 * temporary.
 */
const isRefusal = (error: unknown) => error instanceof ResponseBodyError && error.error === "invalid_grant";

async function endRefused(scope: InstallationScope, provider: ProviderRow, signIn: ProviderSignInRow): Promise<void> {
  const identity = await findIdentity(scope, provider.id, signIn.subject);
  const user = identity && (await findUser(scope, identity.userId));
  if (user === undefined || !(await endSession(scope, signIn.sessionId, user.id))) return;
  const target = { kind: "user", id: user.id, name: user.email };
  await auditSystem(scope, { action: "auth.logout", target, changes: { by: provider.name } });
}

async function recheck(app: App, signIn: ProviderSignInRow): Promise<void> {
  const { store, settings } = app;
  const provider = await store.inInstallation((scope) => findProvider(scope, signIn.providerId), { readOnly: true });
  const refreshToken = await takeForProvider(settings.sessionSecret, signIn.renewal ?? "");
  if (provider === undefined || refreshToken === null) return;
  try {
    const { config } = await openProvider(app, provider);
    const { refresh_token: next } = await refreshTokenGrant(config, refreshToken);
    if (next === undefined || next === refreshToken) return;
    const renewal = await keepForProvider(settings.sessionSecret, next);
    await store.inInstallation((scope) => putRenewal(scope, signIn.sessionId, renewal));
  } catch (error) {
    if (isRefusal(error)) return store.inInstallation((scope) => endRefused(scope, provider, signIn));
    app.log.warn(
      { problem: loggedChain(error), provider: provider.id },
      "a provider could not be asked about a session",
    );
  }
}

/**
 * Asks providers again about the sessions that they opened, each every ten minutes: when a provider no longer vouches
 * for the person, it ends the session. A silent provider ends nothing.
 */
export async function recheckSignIns(app: App, everyMs: number = usualEveryMs): Promise<void> {
  const due = await app.store.inInstallation((scope) => claimUnchecked(scope, everyMs, atOnce));
  for (const signIn of due) await recheck(app, signIn);
}
