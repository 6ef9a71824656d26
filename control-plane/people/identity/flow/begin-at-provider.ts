import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { App } from "../../../ground/app.ts";
import type { Reply } from "../../../ground/handler/handler.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { providerAddresses } from "@ferrule/contract/sign-in/provider-addresses.ts";
import { flowMs, signFlow, type Flow } from "./flow-cookie.ts";
import { openProvider } from "../provider/open-provider.ts";

/** Whether people sign in to the console with the provider, or callers. */
export const isFor = (provider: ProviderRow, use: Flow["use"]): boolean =>
  provider.status === "active" && (provider.use === use || provider.use === "both");

/**
 * Tells the page to which the browser comes back whether a caller signs in. The server itself decides by the cookie.
 */
const stateFor = (use: Flow["use"]) => (use === "callers" ? `callers.${randomState()}` : randomState());

/**
 * Begins a sign-in (OpenID Connect Core, section 3.1.2) with PKCE, state and nonce, and ties it to this browser by a
 * cookie. Returns the address for the browser. @throws PublicError UNAVAILABLE
 */
export async function beginAt(app: App, provider: ProviderRow, use: Flow["use"], reply: Reply): Promise<string> {
  const { publicUrl, sessionSecret } = app.settings;
  const { config } = await openProvider(app, provider).catch((cause: unknown) => {
    throw new PublicError("UNAVAILABLE", `${provider.name} does not answer just now. Try again shortly.`, { cause });
  });
  const verifier = randomPKCECodeVerifier();
  const flow: Flow = { providerId: provider.id, use, state: stateFor(use), nonce: randomNonce(), verifier };
  const value = await signFlow(sessionSecret, flow);
  reply.cookies.push({ name: "flow", value, expiresAt: new Date(sharedNow() + flowMs) });
  const asksConsent = provider.askConsent && provider.scopes.includes("offline_access");
  return buildAuthorizationUrl(config, {
    redirect_uri: providerAddresses(publicUrl).redirect,
    scope: [...new Set(["openid", ...provider.scopes])].join(" "),
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    // Core, section 11: without this prompt, a provider may leave out the refresh token. But some providers then ask
    // everybody for consent each time.
    ...(asksConsent ? { prompt: "consent" } : {}),
  }).href;
}
