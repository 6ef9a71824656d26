import type { NewIdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import type { Insertable } from "kysely";
import { json } from "../../../ground/store/json.ts";
import { revise, rowsOf } from "../../../ground/store/rows/rows-of.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { IdentityProvidersTable, ProviderRow } from "../../../ground/store/tables/identity.ts";

const providers = rowsOf("identityProviders");
export const { find: findProvider, lock: lockProvider, remove: removeProvider } = providers;

/**
 * Reads a provider and holds it unchanged until the transaction ends, for code that gives rights on its word. Several
 * transactions may hold it at once.
 */
export const holdProvider = ({ tx }: InstallationScope, id: string): Promise<ProviderRow | undefined> =>
  tx.selectFrom("identityProviders").selectAll().where("id", "=", id).forKeyShare().executeTakeFirst();

/** Up to `limit + 1` providers, newest first. */
export const listProviderRows = (scope: InstallationScope, limit: number, before: string | undefined) =>
  providers.newest(scope, {}, limit, before);

/** The providers with which people sign in to the console, or those for callers, by name. */
export const listProvidersFor = (scope: InstallationScope, use: "console" | "callers"): Promise<ProviderRow[]> =>
  providers.list(scope, { status: "active", use: [use, "both"] }, { by: "name", limit: 20 });

/** Providers that sign callers in or vouch for them, even if they are disabled now, by name. */
export const listProvidersOfCallers = ({ tx }: InstallationScope): Promise<ProviderRow[]> =>
  tx
    .selectFrom("identityProviders")
    .selectAll()
    .where((eb) => eb.or([eb("use", "in", ["callers", "both"]), eb("identityAssertions", "=", true)]))
    .orderBy("name")
    .limit(200)
    .execute();

/** The provider that issued this token, by the client that the token is for. */
export const findProviderOfToken = (
  scope: InstallationScope,
  issuer: string,
  audience: readonly string[],
): Promise<ProviderRow | undefined> => providers.first(scope, { issuer, clientId: audience });

const takesAssertions = { status: "active", identityAssertions: true } as const;

/** The provider of this issuer whose identity assertions may give consent. */
export const findProviderOfAssertions = async (
  scope: InstallationScope,
  issuer: string,
): Promise<ProviderRow | undefined> => (await providers.list(scope, { issuer, ...takesAssertions }, { limit: 1 }))[0];

/** Whether the identity assertions of any provider may give consent. */
export const areAssertionsTaken = async (scope: InstallationScope): Promise<boolean> =>
  (await providers.first(scope, takesAssertions)) !== undefined;

export const listSettingsProviders = (scope: InstallationScope): Promise<ProviderRow[]> =>
  providers.list(scope, { managedBy: "settings" });

type Given = Omit<NewIdentityProvider, "clientSecret">;
type Kept = Pick<Insertable<IdentityProvidersTable>, "id" | "managedBy" | "keyId" | "wrappedKey" | "ciphertext"> & {
  publicJwk: Record<string, string> | null;
};

/** Fails with `identity_providers_name_taken` or `identity_providers_client_taken`. */
export const insertProvider = (
  scope: InstallationScope,
  given: Given,
  { publicJwk, ...kept }: Kept,
): Promise<ProviderRow> => providers.insert(scope, { ...given, ...kept, publicJwk: json(publicJwk) });

type Changed = { [K in keyof Given]?: Given[K] | undefined } & {
  sealed?: (Pick<Kept, "keyId" | "wrappedKey" | "ciphertext" | "publicJwk"> & { version: number }) | undefined;
};

/** Fails as `insertProvider` does. */
export const changeProvider = (
  scope: InstallationScope,
  id: string,
  { sealed, ...given }: Changed,
): Promise<ProviderRow> =>
  revise(scope, "identityProviders", id, {
    ...given,
    ...(sealed === undefined ? {} : { ...sealed, publicJwk: json(sealed.publicJwk) }),
  });

/** A sign-in is no edit: the revision stays. */
export async function noteSignIn(
  { tx }: InstallationScope,
  id: string,
  lastSignIn: ProviderRow["lastSignIn"],
): Promise<void> {
  await tx
    .updateTable("identityProviders")
    .set({ lastSignIn: json(lastSignIn) })
    .where("id", "=", id)
    .execute();
}
