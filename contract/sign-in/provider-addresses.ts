import { oauthRoutes } from "./oauth-routes.ts";
import type { IdentityProvider } from "../resources/identity-provider.ts";

/** The addresses that an administrator registers at a provider. The console serves the first two. */
export const providerAddresses = (publicUrl: string): IdentityProvider["addresses"] => ({
  redirect: `${publicUrl}/sign-in/callback`,
  signedOut: `${publicUrl}/`,
  backchannelLogout: publicUrl + oauthRoutes.backchannelLogout.path,
});
