import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { checkCredential } from "./create-identity-provider.ts";
import { auditedProvider, toProvider } from "./describe-provider.ts";
import { sealCredential } from "./provider/provider-seal.ts";
import { providerTaken } from "./provider-taken.ts";
import { changeProvider, lockProvider } from "./queries/providers.ts";
import { settleDirectory } from "./settle-directory.ts";

/** @throws PublicError INVALID_STATE for a provider that comes from the settings */
export function requireOwnProvider({ managedBy }: Pick<ProviderRow, "managedBy">): void {
  if (managedBy === "console") return;
  throw new PublicError("INVALID_STATE", "This provider comes from IDENTITY_PROVIDERS. Change it there.");
}

/** A new credential, if the request gives one or another way to authenticate needs one. */
async function newCredential(
  app: App,
  row: ProviderRow,
  clientAuth: ProviderRow["clientAuth"],
  clientSecret: string | undefined,
) {
  const hadKey = row.clientAuth === "private_key_jwt";
  const wantsKey = clientAuth === "private_key_jwt";
  if (hadKey === wantsKey && clientSecret === undefined) return undefined;
  checkCredential({ clientAuth, clientSecret });
  const version = row.version + 1;
  return { version, ...(await sealCredential(app, { id: row.id, version, clientSecret: clientSecret ?? null })) };
}

/** Changes a provider, in force with the next sign-in. To disable it does not end the sessions that it opened. */
export const updateIdentityProvider: Handlers["updateIdentityProvider"] = async (context) => {
  const { app, scope, params, ifMatch, body } = context;
  const before = found(await lockProvider(scope, params.providerId));
  requireRevision(ifMatch, before.revision);
  requireOwnProvider(before);
  const { clientSecret, ...given } = body;
  const sealed = await newCredential(app, before, given.clientAuth ?? before.clientAuth, clientSecret);
  const row = await changeProvider(scope, before.id, { ...given, sealed }).catch((error: unknown) => {
    throw providerTaken(error);
  });
  await settleDirectory(scope, before, row);
  return { answer: toProvider(row, app.settings.publicUrl), audit: auditedProvider(before, row) };
};
