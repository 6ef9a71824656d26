import type { Handlers } from "../../ground/handler/handler.ts";
import { listProvidersFor } from "./queries/providers.ts";
import { readPolicy } from "../sign-in-policy/queries.ts";

/** What the sign-in page offers: the names of providers, and whether passwords are for everybody. */
export const getSignInOptions: Handlers["getSignInOptions"] = async ({ scope }) => ({
  local: (await readPolicy(scope)).localSignIn === "everyone",
  providers: (await listProvidersFor(scope, "console")).map(({ id, name }) => ({ id, name })),
});
