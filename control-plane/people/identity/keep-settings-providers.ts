import { isDeepStrictEqual } from "node:util";
import type { NewIdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import type { App } from "../../ground/app.ts";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { holdBootstrap } from "../users/queries.ts";
import { addProvider } from "./create-identity-provider.ts";
import { auditedProvider } from "./describe-provider.ts";
import { openCredential, sealCredential } from "./provider/provider-seal.ts";
import { changeProvider, listSettingsProviders, removeProvider } from "./queries/providers.ts";
import { settleDirectory } from "./settle-directory.ts";

const by = "IDENTITY_PROVIDERS";

async function audit(
  scope: InstallationScope,
  action: string,
  before: ProviderRow | null,
  after: ProviderRow | null,
): Promise<void> {
  const { id, kind, name, changes = {} } = auditedProvider(before, after);
  await auditSystem(scope, { action, target: { kind, id: id ?? "", name: name ?? "" }, changes: { by, ...changes } });
}

/** The stored client secret; null when its encryption key is gone. The settings still have the secret. */
async function storedSecret(app: App, row: ProviderRow): Promise<string | null> {
  try {
    return await openCredential(app, row);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    app.log.warn(
      { err: error, providerId: row.id },
      "a provider's secret cannot be opened; taking that of the settings",
    );
    return null;
  }
}

/** A credential for the next version, if the settings have another one. */
async function changedCredential(app: App, row: ProviderRow, { clientAuth, clientSecret }: NewIdentityProvider) {
  const isKey = clientAuth === "private_key_jwt";
  const isSame = isKey
    ? row.publicJwk !== null
    : row.publicJwk === null && (await storedSecret(app, row)) === clientSecret;
  if (isSame) return undefined;
  const version = row.version + 1;
  return { version, ...(await sealCredential(app, { id: row.id, version, clientSecret: clientSecret ?? null })) };
}

async function keepOne(
  app: App,
  scope: InstallationScope,
  row: ProviderRow,
  given: NewIdentityProvider,
): Promise<void> {
  const { clientSecret: _secret, ...settings } = given;
  const sealed = await changedCredential(app, row, given);
  const isSame = Object.entries(settings).every(([name, value]) =>
    isDeepStrictEqual(row[name as keyof typeof settings], value),
  );
  if (isSame && sealed === undefined) return;
  const after = await changeProvider(scope, row.id, { ...settings, sealed });
  await audit(scope, "identity-provider.update", row, after);
  await settleDirectory(scope, row, after);
}

/**
 * Brings the database's providers in line with those of the settings, which it matches by issuer and client. It adds,
 * changes and removes providers, and audits each change. Replicas take turns. @throws PublicError CONFLICT when a
 * provider from the console has the same name
 */
export function keepSettingsProviders(app: App): Promise<void> {
  const { identityProviders = [] } = app.settings;
  return app.store.inInstallation(async (scope) => {
    await holdBootstrap(scope);
    const rows = await listSettingsProviders(scope);
    const isOf = (row: ProviderRow) => (given: NewIdentityProvider) =>
      given.issuer === row.issuer && given.clientId === row.clientId;
    for (const row of rows) {
      const given = identityProviders.find(isOf(row));
      if (given !== undefined) await keepOne(app, scope, row, given);
      else {
        await removeProvider(scope, row.id);
        await audit(scope, "identity-provider.delete", row, null);
      }
    }
    for (const given of identityProviders) {
      if (rows.some((row) => isOf(row)(given))) continue;
      await audit(scope, "identity-provider.create", null, await addProvider(app, scope, given, "settings"));
    }
  });
}
