import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedProvider } from "./describe-provider.ts";
import { lockProvider, removeProvider } from "./queries/providers.ts";
import { requireOwnProvider } from "./update-identity-provider.ts";

/** Removes a provider. The sessions that it opened end at once; its people stay as users. */
export const deleteIdentityProvider: Handlers["deleteIdentityProvider"] = async ({ scope, params, ifMatch }) => {
  const row = found(await lockProvider(scope, params.providerId));
  requireRevision(ifMatch, row.revision);
  requireOwnProvider(row);
  await removeProvider(scope, row.id);
  return { answer: undefined, audit: auditedProvider(row, null) };
};
