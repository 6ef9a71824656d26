import type { Handlers } from "../../../ground/handler/handler.ts";
import { isFor } from "../../../people/identity/flow/begin-at-provider.ts";
import { listProvidersOfCallers, listProvidersFor } from "../../../people/identity/queries/providers.ts";
import { findCaller } from "./require-caller.ts";

/** The providers whose people may sign in without an account here, if a policy allows it. */
export const listCallerIssuers: Handlers["listCallerIssuers"] = async ({ scope }) => ({
  items: (await listProvidersOfCallers(scope)).map((provider) => ({
    issuer: provider.issuer,
    name: provider.name,
    signsIn: isFor(provider, "callers"),
    vouches: provider.status === "active" && provider.identityAssertions,
    domains: provider.callerDomains,
  })),
  nextCursor: null,
});

/** The caller who is signed in with this browser, and the providers with which callers can sign in. */
export const getCallerSession: Handlers["getCallerSession"] = async ({ app, scope, callerCookie }) => {
  const caller = await findCaller(app, scope, callerCookie);
  return {
    providers: (await listProvidersFor(scope, "callers")).map(({ id, name }) => ({ id, name })),
    caller: caller && { provider: caller.provider.name, email: caller.email, name: caller.name },
  };
};
