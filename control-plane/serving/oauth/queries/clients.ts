import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { ChangedOauthClient } from "@ferrule/contract/resources/oauth.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import { revise, rowsOf, rowsWithin } from "../../../ground/store/rows/rows-of.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { ClientRow, PublicKeys } from "../../../ground/store/tables/oauth.ts";

const clients = rowsOf("oauthClients");
export const { remove: removeClient } = clients;
export const { find: findClientOf, lock: lockClientOf } = rowsWithin("oauthClients", "endpointId");

interface RegisteredClient {
  endpointId: string;
  environment: Environment;
  name: string;
  redirectUris: string[];
  authMethod: ClientRow["authMethod"];
  jwks: PublicKeys | null;
  createdBy: string;
}

export const insertRegisteredClient = (scope: ProjectScope, given: RegisteredClient): Promise<ClientRow> =>
  clients.insert(scope, { ...given, id: identifier("ocl"), kind: "registered" });

export const insertDynamicClient = (
  scope: InstallationScope,
  given: { name: string; redirectUris: string[]; source: string },
): Promise<ClientRow> =>
  clients.insert(scope, { ...given, id: identifier("ocl"), kind: "dynamic", authMethod: "none" });

/**
 * How many clients registered themselves from one network since a given time. Until the transaction ends, no other
 * client can register from there.
 */
export async function countDynamicClients({ tx }: InstallationScope, source: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ferrule.registrations.${source}`}::text, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom("oauthClients")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", "dynamic")
    .where("source", "=", source)
    .where("createdAt", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

/** A client by its OAuth `client_id`, in any Project. */
export const findAnyClient = (scope: InstallationScope, id: string) => clients.find(scope, id);

/**
 * The same, held unchanged until the transaction ends, for code that gives it rights. Several transactions may hold it
 * at once.
 */
export const holdAnyClient = ({ tx }: InstallationScope, id: string): Promise<ClientRow | undefined> =>
  tx.selectFrom("oauthClients").selectAll().where("id", "=", id).forKeyShare().executeTakeFirst();

export async function touchClient({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.updateTable("oauthClients").set({ lastUsedAt: sharedDate() }).where("id", "=", id).execute();
}

/** Up to `limit + 1` registered clients of an endpoint, newest first. */
export const listClientsOf = (scope: ProjectScope, endpointId: string, limit: number, before: string | undefined) =>
  clients.newest(scope, { endpointId }, limit, before);

/** Changes the given fields, and makes that the client's next revision. */
export const changeClient = (
  scope: ProjectScope,
  id: string,
  { name, redirectUris, jwks }: ChangedOauthClient,
): Promise<ClientRow> =>
  revise(scope, "oauthClients", id, { name, redirectUris: redirectUris && [...new Set(redirectUris)], jwks });
