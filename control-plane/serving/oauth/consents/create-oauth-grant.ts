import type { Handlers } from "../../../ground/handler/handler.ts";
import { giveConsent } from "./give-consent.ts";

/** Allows what a client asks for, in the name of the signed-in person. */
export const createOauthGrant: Handlers["createOauthGrant"] = ({ app, scope, actor, body }) =>
  giveConsent(app, scope, body.request, { userId: actor.userId });
