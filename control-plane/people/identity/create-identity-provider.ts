import type { NewIdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { auditedProvider, toProvider } from "./describe-provider.ts";
import { sealCredential } from "./provider/provider-seal.ts";
import { providerTaken } from "./provider-taken.ts";
import { insertProvider } from "./queries/providers.ts";

/** Creates the row of a new provider, with its client secret or its new key sealed. @throws PublicError CONFLICT */
export async function addProvider(
  app: App,
  scope: InstallationScope,
  { clientSecret, ...given }: NewIdentityProvider,
  managedBy: ProviderRow["managedBy"],
): Promise<ProviderRow> {
  const id = identifier("idp");
  const sealed = await sealCredential(app, { id, version: 1, clientSecret: clientSecret ?? null });
  return insertProvider(scope, given, { id, managedBy, ...sealed }).catch((error: unknown) => {
    throw providerTaken(error);
  });
}

/** Checks that a client secret is given if, and only if, the way to authenticate needs one. */
export function checkCredential({
  clientAuth,
  clientSecret,
}: Pick<NewIdentityProvider, "clientAuth" | "clientSecret">) {
  const wantsKey = clientAuth === "private_key_jwt";
  if (wantsKey === (clientSecret === undefined)) return;
  const message = wantsKey ? "must be left out: Ferrule makes a key" : "is missing";
  throw validationError([{ path: "body.clientSecret", message }]);
}

/** Adds a provider. It seals the client secret, which we open only to send it to the provider. */
export const createIdentityProvider: Handlers["createIdentityProvider"] = async ({ app, scope, body }) => {
  checkCredential(body);
  const row = await addProvider(app, scope, body, "console");
  return { answer: toProvider(row, app.settings.publicUrl), audit: auditedProvider(null, row) };
};
