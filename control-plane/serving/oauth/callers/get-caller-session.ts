import type { Handlers } from "../../../ground/handler/handler.ts";
import { listProvidersFor } from "../../../people/identity/queries/providers.ts";
import { findCaller } from "./require-caller.ts";

/** Whom a provider signed in as a caller in this browser, and with which providers callers can sign in. */
export const getCallerSession: Handlers["getCallerSession"] = async ({ app, scope, callerCookie }) => {
  const caller = await findCaller(app, scope, callerCookie);
  return {
    providers: (await listProvidersFor(scope, "callers")).map(({ id, name }) => ({ id, name })),
    caller: caller && { provider: caller.provider.name, email: caller.email, name: caller.name },
  };
};
