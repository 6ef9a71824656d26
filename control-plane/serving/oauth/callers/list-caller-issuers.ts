import type { Handlers } from "../../../ground/handler/handler.ts";
import { isFor } from "../../../people/identity/begin-at-provider.ts";
import { listProvidersOfCallers } from "../../../people/identity/queries/providers.ts";

/** The providers whose people policies can let sign in without an account here. */
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
