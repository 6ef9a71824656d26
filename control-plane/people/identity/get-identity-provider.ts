import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { toProvider } from "./describe-provider.ts";
import { findProvider } from "./queries/providers.ts";

export const getIdentityProvider: Handlers["getIdentityProvider"] = async ({ app, scope, params }) =>
  toProvider(found(await findProvider(scope, params.providerId)), app.settings.publicUrl);
