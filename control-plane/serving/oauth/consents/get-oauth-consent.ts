import type { Handlers } from "../../../ground/handler/handler.ts";
import { describeConsent } from "./describe-consent.ts";
import { giverOfUser } from "./claims-of-giver.ts";

/** What the consent page shows to a user: who asks, for which endpoint, and what they could call there. */
export const getOauthConsent: Handlers["getOauthConsent"] = ({ app, scope, actor, query }) =>
  describeConsent(app, scope, query.request, giverOfUser(actor));
