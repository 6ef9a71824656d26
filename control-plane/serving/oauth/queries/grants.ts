import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import { removeTokenOfGrant } from "../../../people/account/queries.ts";
import { json } from "../../../ground/store/json.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { renewalOverlapMs } from "../limits.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { CallerSessionRow, GrantRow } from "../../../ground/store/tables/oauth.ts";

type CallerFacts = Pick<CallerSessionRow, "providerId" | "issuer" | "subject" | "email">;

/** A consent with the e-mail address of its giver. */
export type ShownGrant = GrantRow & { email: string | null };

/** Whether it belongs to the client itself: neither a user nor a caller of a provider gave it. */
export const isOfMachine = ({ userId, callerSubject }: Pick<GrantRow, "userId" | "callerSubject">): boolean =>
  userId === null && callerSubject === null;

type NewGrant = Pick<
  GrantRow,
  "projectId" | "endpointId" | "environment" | "userId" | "clientId" | "clientName" | "resource" | "scopes"
> & { caller?: CallerFacts; byCompany?: boolean };

export const insertGrant = (
  { tx }: InstallationScope | ProjectScope,
  { scopes, caller, ...given }: NewGrant,
): Promise<GrantRow> =>
  tx
    .insertInto("oauthGrants")
    .values({
      ...given,
      id: identifier("ogr"),
      scopes: json(scopes),
      callerProviderId: caller?.providerId ?? null,
      callerIssuer: caller?.issuer ?? null,
      callerSubject: caller?.subject ?? null,
      callerEmail: caller?.email ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** All consents, each with the address of its giver. */
export const shownGrants = ({ tx }: InstallationScope | ProjectScope) =>
  tx
    .selectFrom("oauthGrants")
    .leftJoin("users", "users.id", "oauthGrants.userId")
    .selectAll("oauthGrants")
    .select(({ fn }) => fn.coalesce("users.email", "oauthGrants.callerEmail").as("email"));

export const findGrant = (scope: InstallationScope, id: string): Promise<ShownGrant | undefined> =>
  shownGrants(scope).where("oauthGrants.id", "=", id).executeTakeFirst();

/** Reads and locks a consent until the transaction ends. */
export const lockGrant = (scope: InstallationScope, id: string): Promise<ShownGrant | undefined> =>
  shownGrants(scope).where("oauthGrants.id", "=", id).forUpdate("oauthGrants").executeTakeFirst();

/** The row to which a machine's tokens belong, locked. The first token creates it. */
export const lockGrantOfMachine = (
  scope: InstallationScope,
  clientId: string,
  resource: string,
): Promise<ShownGrant | undefined> =>
  shownGrants(scope)
    .where("oauthGrants.clientId", "=", clientId)
    .where("oauthGrants.resource", "=", resource)
    .where("oauthGrants.userId", "is", null)
    .where("oauthGrants.callerSubject", "is", null)
    .where("oauthGrants.revokedAt", "is", null)
    .forUpdate("oauthGrants")
    .executeTakeFirst();

export async function touchGrant({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.updateTable("oauthGrants").set({ lastUsedAt: sharedDate() }).where("id", "=", id).execute();
}

/** Ends all tokens of a consent. A trigger tells the workers. */
export async function revokeGrant(scope: InstallationScope | ProjectScope, id: string): Promise<void> {
  await removeTokenOfGrant(scope, id);
  await scope.tx
    .updateTable("oauthGrants")
    .set({ revokedAt: sharedDate() })
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .execute();
}

/**
 * The same, by the wish of somebody here. If the company gave the consent, it stays ended, whatever the provider's next
 * assertion says.
 */
export async function endGrant(scope: InstallationScope | ProjectScope, grant: ShownGrant): Promise<void> {
  await revokeGrant(scope, grant.id);
  if (!grant.byCompany || grant.blockedAt !== null) return;
  await scope.tx.updateTable("oauthGrants").set({ blockedAt: sharedDate() }).where("id", "=", grant.id).execute();
}

/** The operations on the consents that somebody may see. */
const among = (grants: ReturnType<typeof shownGrants>) => ({
  /** Up to `limit + 1` of them, newest first, before the one with this id. */
  newest: (limit: number, before: string | undefined): Promise<ShownGrant[]> =>
    newestFirst(grants, limit, before, ["oauthGrants.id"]).execute(),
  lock: (id: string): Promise<ShownGrant | undefined> =>
    grants.where("oauthGrants.id", "=", id).forUpdate("oauthGrants").executeTakeFirst(),
});

export const grantsOfEndpoint = (scope: ProjectScope, endpointId: string) =>
  among(shownGrants(scope).where("oauthGrants.projectId", "=", scope.projectId).where("endpointId", "=", endpointId));

/** A user with their identities at the company's providers, which give consents in their name. */
interface KnownUser {
  userId: string;
  identities: readonly { providerId: string; subject: string }[];
}

/** The consents that a person gave, or their company for them. */
export const grantsOfUser = (scope: InstallationScope, { userId, identities }: KnownUser) =>
  among(
    shownGrants(scope).where((eb) =>
      eb.or([
        eb("oauthGrants.userId", "=", userId),
        ...identities.map(({ providerId, subject }) =>
          eb.and([
            eb("oauthGrants.byCompany", "=", true),
            eb("oauthGrants.callerProviderId", "=", providerId),
            eb("oauthGrants.callerSubject", "=", subject),
          ]),
        ),
      ]),
    ),
  );

const givenBy = (scope: InstallationScope, { issuer, subject }: Pick<CallerFacts, "issuer" | "subject">) =>
  shownGrants(scope).where("callerIssuer", "=", issuer).where("callerSubject", "=", subject);

/** The consents that a caller of a provider gave. */
export const grantsOfCaller = (...given: Parameters<typeof givenBy>) => among(givenBy(...given));

/** All live consents of a provider's caller, locked in a fixed order, at most a thousand. */
export const lockLiveGrantsOfCaller = (...given: Parameters<typeof givenBy>): Promise<ShownGrant[]> =>
  givenBy(...given)
    .where("oauthGrants.revokedAt", "is", null)
    .orderBy("oauthGrants.id")
    .limit(1_000)
    .forUpdate("oauthGrants")
    .execute();

/** Removes expired rows. Ended consents stay listed for 30 days. */
export async function pruneOauth({ tx }: InstallationScope): Promise<void> {
  await sql`delete from oauth_codes where expires_at < now() - interval '1 day'`.execute(tx);
  await sql`delete from oauth_refresh_tokens where expires_at < now()`.execute(tx);
  await sql`update oauth_refresh_tokens set answer = null
    where answer is not null and used_at < now() - ${renewalOverlapMs} * interval '1 millisecond'`.execute(tx);
  await sql`delete from oauth_assertions where expires_at < now()`.execute(tx);
  await sql`delete from oauth_client_documents where expires_at < now()`.execute(tx);
  await sql`delete from oauth_grants where revoked_at < now() - interval '30 days'
    and blocked_at is null`.execute(tx);
  await sql`delete from oauth_grants g where g.last_used_at < now() - interval '60 days'
    and g.blocked_at is null
    and (g.user_id is not null or g.caller_subject is not null) and not exists (select 1 from oauth_refresh_tokens t where t.grant_id = g.id)`.execute(
    tx,
  );
  await sql`delete from oauth_clients where kind = 'dynamic'
    and coalesce(last_used_at, created_at) < now() - interval '90 days'`.execute(tx);
  await sql`delete from oauth_clients where kind = 'dynamic' and last_used_at is null
    and created_at < now() - interval '1 day'`.execute(tx);
}
