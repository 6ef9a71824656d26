import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { toProvider } from "./describe-provider.ts";
import { listProviderRows, findProvider, listProvidersFor } from "./queries/providers.ts";
import { found } from "../../ground/handler/not-found.ts";
import { readPolicy } from "../sign-in-policy/queries.ts";

/** Identity providers, newest first. */
export const listIdentityProviders: Handlers["listIdentityProviders"] = ({ app, scope, query }) =>
  newestPage(
    query,
    "identity-providers",
    (...page) => listProviderRows(scope, ...page),
    (rows) => rows.map((row) => toProvider(row, app.settings.publicUrl)),
  );

export const getIdentityProvider: Handlers["getIdentityProvider"] = async ({ app, scope, params }) =>
  toProvider(found(await findProvider(scope, params.providerId)), app.settings.publicUrl);

/** The choices of the sign-in page: the names of providers, and whether everybody may use a password. */
export const getSignInOptions: Handlers["getSignInOptions"] = async ({ scope }) => ({
  local: (await readPolicy(scope)).localSignIn === "everyone",
  providers: (await listProvidersFor(scope, "console")).map(({ id, name }) => ({ id, name })),
});
