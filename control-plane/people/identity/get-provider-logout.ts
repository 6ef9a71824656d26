import { buildEndSessionUrl } from "openid-client";
import type { Handlers } from "../../ground/handler/handler.ts";
import { loggedChain } from "../../ground/outside/chain-of.ts";
import { providerAddresses } from "@ferrule/contract/sign-in/provider-addresses.ts";
import { takeForProvider } from "./flow/kept-for-provider.ts";
import { openProvider } from "./provider/open-provider.ts";
import { findProvider } from "./queries/providers.ts";
import { findSignIn } from "./queries/sign-ins.ts";

/**
 * The address at which the browser ends its session at the provider, after the one here. Null when no provider opened
 * the session, or when the provider has no such address.
 */
export const getProviderLogout: Handlers["getProviderLogout"] = async ({ app, actor, read }) => {
  const { publicUrl, sessionSecret } = app.settings;
  const { signIn, provider } = await read(async (scope) => {
    const signIn = await findSignIn(scope, actor.sessionId ?? "");
    return { signIn, provider: signIn && (await findProvider(scope, signIn.providerId)) };
  });
  if (signIn === undefined || provider === undefined) return { url: null };
  try {
    const { config } = await openProvider(app, provider);
    if (config.serverMetadata().end_session_endpoint === undefined) return { url: null };
    const hint = await takeForProvider(sessionSecret, signIn.idHint);
    const url = buildEndSessionUrl(config, {
      post_logout_redirect_uri: providerAddresses(publicUrl).signedOut,
      ...(hint === null ? {} : { id_token_hint: hint }),
    });
    return { url: url.href };
  } catch (error) {
    app.log.warn(
      { problem: loggedChain(error), provider: provider.id },
      "a provider could not be asked where to sign out",
    );
    return { url: null };
  }
};
