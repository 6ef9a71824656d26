import type { Handlers } from "../../ground/handler/handler.ts";
import { beginProviderSignIn } from "./begin-provider-sign-in.ts";
import { completeProviderSignIn } from "./complete-provider-sign-in.ts";
import { createIdentityProvider } from "./create-identity-provider.ts";
import { deleteIdentityProvider } from "./delete-identity-provider.ts";
import { getIdentityProvider } from "./get-identity-provider.ts";
import { getProviderLogout } from "./get-provider-logout.ts";
import { getSignInOptions } from "./get-sign-in-options.ts";
import { getSignInPolicy } from "./get-sign-in-policy.ts";
import { listIdentityProviders } from "./list-identity-providers.ts";
import { testIdentityProvider } from "./test-identity-provider.ts";
import { updateIdentityProvider } from "./update-identity-provider.ts";
import { updateSignInPolicy } from "./update-sign-in-policy.ts";

export const identityHandlers = {
  beginProviderSignIn,
  completeProviderSignIn,
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  getProviderLogout,
  getSignInOptions,
  getSignInPolicy,
  listIdentityProviders,
  testIdentityProvider,
  updateIdentityProvider,
  updateSignInPolicy,
} satisfies Partial<Handlers>;
