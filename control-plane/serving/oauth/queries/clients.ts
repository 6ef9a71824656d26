import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { ChangedOauthClient } from "@ferrule/contract/resources/oauth.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import { json } from "../../../ground/store/json.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { ClientRow, PublicKeys } from "../../../ground/store/tables/oauth.ts";

interface RegisteredClient {
  endpointId: string;
  environment: Environment;
  name: string;
  redirectUris: string[];
  authMethod: ClientRow["authMethod"];
  jwks: PublicKeys | null;
}

export const insertRegisteredClient = (
  { tx, projectId }: ProjectScope,
  { redirectUris, jwks, ...given }: RegisteredClient,
): Promise<ClientRow> =>
  tx
    .insertInto("oauthClients")
    .values({
      ...given,
      id: identifier("ocl"),
      kind: "registered",
      projectId,
      redirectUris: json(redirectUris),
      jwks: jwks === null ? null : json(jwks),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const insertDynamicClient = (
  { tx }: InstallationScope,
  { redirectUris, ...given }: { name: string; redirectUris: string[]; source: string },
): Promise<ClientRow> =>
  tx
    .insertInto("oauthClients")
    .values({ ...given, id: identifier("ocl"), kind: "dynamic", authMethod: "none", redirectUris: json(redirectUris) })
    .returningAll()
    .executeTakeFirstOrThrow();

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
export const findAnyClient = ({ tx }: InstallationScope, id: string): Promise<ClientRow | undefined> =>
  tx.selectFrom("oauthClients").selectAll().where("id", "=", id).executeTakeFirst();

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
export const listClientsOf = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  limit: number,
  before: string | undefined,
): Promise<ClientRow[]> =>
  tx
    .selectFrom("oauthClients")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .$call((query) => newestFirst(query, limit, before))
    .execute();

export const findClientOf = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  id: string,
): Promise<ClientRow | undefined> =>
  tx
    .selectFrom("oauthClients")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Reads and locks a registered client until the transaction ends. */
export const lockClientOf = (
  { tx, projectId }: ProjectScope,
  endpointId: string,
  id: string,
): Promise<ClientRow | undefined> =>
  tx
    .selectFrom("oauthClients")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("endpointId", "=", endpointId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Changes the given fields, and makes that the client's next revision. */
export const changeClient = (
  { tx, projectId }: ProjectScope,
  id: string,
  { name, redirectUris, jwks }: ChangedOauthClient,
): Promise<ClientRow> =>
  tx
    .updateTable("oauthClients")
    .set(({ eb }) => ({
      updatedAt: sharedDate(),
      revision: eb("revision", "+", 1),
      ...(name === undefined ? {} : { name }),
      ...(redirectUris === undefined ? {} : { redirectUris: json([...new Set(redirectUris)]) }),
      ...(jwks === undefined ? {} : { jwks: json(jwks) }),
    }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeClient({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("oauthClients").where("projectId", "=", projectId).where("id", "=", id).execute();
}
