import type { NewIdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import type { Insertable } from "kysely";
import { json } from "../../../ground/store/json.ts";
import { revise, rowsOf } from "../../../ground/store/rows-of.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/select-page.ts";
import type { IdentityProvidersTable, ProviderRow } from "../../../ground/store/tables/identity.ts";

export const { find: findProvider, lock: lockProvider, remove: removeProvider } = rowsOf("identityProviders");

/**
 * Reads a provider and holds it unchanged until the transaction ends, for code that gives rights on its word. Several
 * transactions may hold it at once.
 */
export const holdProvider = ({ tx }: InstallationScope, id: string): Promise<ProviderRow | undefined> =>
  tx.selectFrom("identityProviders").selectAll().where("id", "=", id).forKeyShare().executeTakeFirst();

/** Up to `limit + 1` providers, newest first. */
export const listProviderRows = (
  { tx }: InstallationScope,
  limit: number,
  before: string | undefined,
): Promise<ProviderRow[]> =>
  tx
    .selectFrom("identityProviders")
    .selectAll()
    .$call((query) => newestFirst(query, limit, before))
    .execute();

/** The providers with which people sign in to the console, or those for callers, by name. */
export const listProvidersFor = ({ tx }: InstallationScope, use: "console" | "callers"): Promise<ProviderRow[]> =>
  tx
    .selectFrom("identityProviders")
    .selectAll()
    .where("status", "=", "active")
    .where("use", "in", [use, "both"])
    .orderBy("name")
    .limit(20)
    .execute();

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
  { tx }: InstallationScope,
  issuer: string,
  audience: readonly string[],
): Promise<ProviderRow | undefined> =>
  tx
    .selectFrom("identityProviders")
    .selectAll()
    .where("issuer", "=", issuer)
    .where("clientId", "in", audience)
    .executeTakeFirst();

/** The provider of this issuer whose identity assertions may give consent. */
export const findProviderOfAssertions = ({ tx }: InstallationScope, issuer: string): Promise<ProviderRow | undefined> =>
  tx
    .selectFrom("identityProviders")
    .selectAll()
    .where("issuer", "=", issuer)
    .where("status", "=", "active")
    .where("identityAssertions", "=", true)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** Whether the identity assertions of any provider may give consent. */
export async function areAssertionsTaken({ tx }: InstallationScope): Promise<boolean> {
  const row = await tx
    .selectFrom("identityProviders")
    .select("id")
    .where("status", "=", "active")
    .where("identityAssertions", "=", true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const listSettingsProviders = ({ tx }: InstallationScope): Promise<ProviderRow[]> =>
  tx.selectFrom("identityProviders").selectAll().where("managedBy", "=", "settings").execute();

type Given = Omit<NewIdentityProvider, "clientSecret">;
type Kept = Pick<Insertable<IdentityProvidersTable>, "id" | "managedBy" | "keyId" | "wrappedKey" | "ciphertext"> & {
  publicJwk: Record<string, string> | null;
};

/** Fails with `identity_providers_name_taken` or `identity_providers_client_taken`. */
export const insertProvider = (
  { tx }: InstallationScope,
  { scopes, claims, roles, callerDomains, ...given }: Given,
  { publicJwk, ...kept }: Kept,
): Promise<ProviderRow> =>
  tx
    .insertInto("identityProviders")
    .values({
      ...given,
      ...kept,
      publicJwk: json(publicJwk),
      scopes: json(scopes),
      claims: json(claims),
      roles: json(roles),
      callerDomains: json(callerDomains),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

type Changed = { [K in keyof Given]?: Given[K] | undefined } & {
  sealed?: (Pick<Kept, "keyId" | "wrappedKey" | "ciphertext" | "publicJwk"> & { version: number }) | undefined;
};

/** Fails as `insertProvider` does. */
export const changeProvider = (
  scope: InstallationScope,
  id: string,
  { scopes, claims, roles, callerDomains, sealed, ...given }: Changed,
): Promise<ProviderRow> =>
  revise(scope, "identityProviders", id, {
    ...given,
    ...(sealed === undefined ? {} : { ...sealed, publicJwk: json(sealed.publicJwk) }),
    ...(scopes === undefined ? {} : { scopes: json(scopes) }),
    ...(claims === undefined ? {} : { claims: json(claims) }),
    ...(roles === undefined ? {} : { roles: json(roles) }),
    ...(callerDomains === undefined ? {} : { callerDomains: json(callerDomains) }),
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
