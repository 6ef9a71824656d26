import type { Handlers } from "../../../ground/handler/handler.ts";
import { giverOfCaller } from "./claims-of-giver.ts";
import { describeConsent } from "./describe-consent.ts";
import { requireCaller } from "../callers/require-caller.ts";

/** What the consent page shows to a caller without an account. */
export const getCallerConsent: Handlers["getCallerConsent"] = async ({ app, scope, callerCookie, query }) =>
  describeConsent(app, scope, query.request, giverOfCaller(await requireCaller(app, scope, callerCookie)));
