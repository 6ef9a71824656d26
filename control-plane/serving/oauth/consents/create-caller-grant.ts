import type { Handlers } from "../../../ground/handler/handler.ts";
import { giveConsent } from "./give-consent.ts";
import { requireCaller } from "../callers/require-caller.ts";

/** Allows what a client asks for, in the name of a caller. Their provider is held, so that disabling it ends this too. */
export const createCallerGrant: Handlers["createCallerGrant"] = async ({ app, scope, callerCookie, body }) => {
  const caller = await requireCaller(app, scope, callerCookie, { locked: true });
  const { answer, audit } = await giveConsent(app, scope, body.request, { userId: null, caller });
  const { issuer, subject, email } = caller;
  return { answer, audit: { ...audit, by: email, changes: { ...audit.changes, caller: { issuer, subject } } } };
};
