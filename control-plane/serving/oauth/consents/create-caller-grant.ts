import type { Handlers } from "../../../ground/handler/handler.ts";
import { giveConsent } from "./give-consent.ts";
import { requireCaller } from "../callers/require-caller.ts";

/**
 * Gives a client the requested access in the name of a caller. It holds the caller's provider, so that disabling the
 * provider ends this consent too.
 */
export const createCallerGrant: Handlers["createCallerGrant"] = async ({ app, scope, callerCookie, body }) => {
  const caller = await requireCaller(app, scope, callerCookie, { locked: true });
  const { answer, audit } = await giveConsent(app, scope, body.request, { userId: null, caller });
  const { issuer, subject, email } = caller;
  return { answer, audit: { ...audit, by: email, changes: { ...audit.changes, caller: { issuer, subject } } } };
};
