import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { createHash } from "node:crypto";
import { tokensEqual } from "@ferrule/kit/tokens-equal.ts";
import type { App } from "../../../ground/app.ts";
import { Denied } from "../../../ground/handler/denied.ts";
import type { Reply } from "../../../ground/handler/handler.ts";
import { countAttempt, providerLimits } from "../../passwords/count-attempt.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { loggedChain } from "../../../ground/outside/chain-of.ts";
import { askProvider, type SignedInThere } from "./ask-provider.ts";
import { isFor } from "./begin-at-provider.ts";
import { flowMs, readFlow, type Flow } from "./flow-cookie.ts";
import { findProvider, noteSignIn } from "../queries/providers.ts";
import { takeAnswer } from "../queries/sign-ins.ts";

interface Completing {
  app: App;
  ip: string | null;
  flowCookie: string | undefined;
  reply: Reply;
  body: { state: string; code?: string | undefined; iss?: string | undefined; error?: string | undefined };
}

/** A sign-in that the provider has completed. */
export interface Completed extends SignedInThere {
  provider: ProviderRow;
}

const nobody = { kind: "user", id: null, name: null };
const denied = (message: string, cause?: unknown) => new Denied("INVALID_CREDENTIALS", nobody, { message, cause });
const again = "This sign-in has expired, or another tab began one. Start again.";

/** The form of a provider's error code: one word, never a sentence (RFC 6749, section 4.1.2.1). */
const wordOf = (error: string) => (/^[a-z_]{1,60}$/.test(error) ? error : "an error");

/** Uses up the flow, so that nobody can send the same response again. */
const takeFlow = (scope: InstallationScope, { state }: Flow) =>
  takeAnswer(scope, createHash("sha256").update(`flow.${state}`).digest("hex"), new Date(sharedNow() + flowMs));

/** Notes the outcome of a sign-in, for the person who sets up the provider. */
export const noteOutcome = (app: App, { id }: ProviderRow, claims: string[], problem: string | null): Promise<void> =>
  app.store.inInstallation((scope) => noteSignIn(scope, id, { at: sharedDate().toISOString(), claims, problem }));

/**
 * Completes a sign-in in the browser that began it: checks that the response belongs to this browser, accepts it once,
 * and has the provider confirm the person.
 * @throws Denied INVALID_CREDENTIALS, PublicError RATE_LIMITED
 */
export async function completeFlow(
  { app, ip, flowCookie, reply, body }: Completing,
  use: Flow["use"],
): Promise<Completed> {
  const flow = await readFlow(app.settings.sessionSecret, flowCookie);
  if (flow?.use !== use || !tokensEqual(body.state, flow.state)) throw denied(again);
  reply.cookies.push({ name: "flow", value: null });
  const attempt = await countAttempt(app, providerLimits(ip));
  const { provider, isFirst } = await app.store.inInstallation(async (scope) => ({
    provider: await findProvider(scope, flow.providerId),
    isFirst: await takeFlow(scope, flow),
  }));
  if (!isFirst || provider === undefined || !isFor(provider, use)) throw denied(again);
  const { code, iss, state } = body;
  if (code === undefined) {
    throw denied(`${provider.name} did not sign you in: ${wordOf(body.error ?? "")}.`);
  }
  const there = await askProvider(app, provider, flow, { state, code, iss }).catch(async (cause: unknown) => {
    app.log.warn({ problem: loggedChain(cause), provider: provider.id }, "a sign-in by a provider failed");
    await noteOutcome(app, provider, [], "The provider's answer was not valid. The log says why.");
    throw denied(`The sign-in with ${provider.name} failed. Start again.`, cause);
  });
  await attempt.succeeded();
  return { ...there, provider };
}
