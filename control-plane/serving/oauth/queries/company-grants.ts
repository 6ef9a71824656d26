import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { json } from "../../../ground/store/json.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { CallerFacts } from "./caller-sessions.ts";
import { shownGrants, type ShownGrant } from "./grants.ts";

/** A consent that the company gives: one person's calls of one endpoint through one client. */
interface CompanyGrant {
  clientId: string;
  resource: string;
  caller: Pick<CallerFacts, "providerId" | "issuer" | "subject">;
}

/** Lets only one request at a time create such a consent, until the transaction ends. */
export async function holdCompanyGrant({ tx }: InstallationScope, { clientId, resource, caller }: CompanyGrant) {
  const key = JSON.stringify(["company-grant", clientId, resource, caller.providerId, caller.subject]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
}

const of = (scope: InstallationScope, { clientId, resource, caller }: CompanyGrant) =>
  shownGrants(scope)
    .where("oauthGrants.callerIssuer", "=", caller.issuer)
    .where("oauthGrants.callerSubject", "=", caller.subject)
    .where("oauthGrants.clientId", "=", clientId)
    .where("oauthGrants.resource", "=", resource)
    .where("oauthGrants.byCompany", "=", true);

/** The consent in force, locked. The first assertion creates it. */
export const lockGrantOfCompany = (scope: InstallationScope, wanted: CompanyGrant): Promise<ShownGrant | undefined> =>
  of(scope, wanted)
    .where("oauthGrants.callerProviderId", "=", wanted.caller.providerId)
    .where("oauthGrants.revokedAt", "is", null)
    .forUpdate("oauthGrants")
    .limit(1)
    .executeTakeFirst();

/** Notes the provider's newest data: another address of the person, other scopes. */
export async function renewCompanyGrant(
  { tx }: InstallationScope,
  known: ShownGrant,
  { email, scopes }: { email: string | null; scopes: string[] },
): Promise<ShownGrant> {
  if (known.callerEmail === email && isDeepStrictEqual(known.scopes, scopes)) return known;
  await tx
    .updateTable("oauthGrants")
    .set({ callerEmail: email, scopes: json(scopes) })
    .where("id", "=", known.id)
    .execute();
  return { ...known, callerEmail: email, email, scopes };
}

/** Whether somebody here has ended it for good. To delete the provider and add it again does not change that. */
export const isBlocked = async (scope: InstallationScope, wanted: CompanyGrant): Promise<boolean> =>
  (await of(scope, wanted).where("oauthGrants.blockedAt", "is not", null).limit(1).executeTakeFirst()) !== undefined;

/** Allows the provider's next assertion to create the consent again. */
export async function unblockGrant({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx
    .updateTable("oauthGrants")
    .set({ blockedAt: null })
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .execute();
}
