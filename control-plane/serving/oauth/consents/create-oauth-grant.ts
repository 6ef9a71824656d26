import type { Handlers } from "../../../ground/handler/handler.ts";
import { giveConsent } from "./give-consent.ts";

/** Gives a client the requested access in the name of the signed-in user. */
export const createOauthGrant: Handlers["createOauthGrant"] = ({ app, scope, actor, body }) =>
  giveConsent(app, scope, body.request, { userId: actor.userId });
