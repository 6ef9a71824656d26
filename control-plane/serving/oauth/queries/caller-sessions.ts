import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { CallerSessionRow } from "../../../ground/store/tables/oauth.ts";

/**
 * A person without an account here whom a provider signed in: an issuer and a subject (OpenID Connect Core, section 2).
 */
export type CallerFacts = Pick<CallerSessionRow, "id" | "providerId" | "issuer" | "subject" | "email" | "name">;

export const insertCallerSession = (
  { tx }: InstallationScope,
  session: Omit<CallerSessionRow, "id" | "createdAt">,
): Promise<CallerSessionRow> =>
  tx
    .insertInto("callerSessions")
    .values({ ...session, id: identifier("cse") })
    .returningAll()
    .executeTakeFirstOrThrow();

/** A live session. With `locked`, nobody ends it until the transaction ends. */
export const findCallerSession = (
  { tx }: InstallationScope,
  id: string,
  { locked = false } = {},
): Promise<CallerSessionRow | undefined> =>
  tx
    .selectFrom("callerSessions")
    .selectAll()
    .where("id", "=", id)
    .where("expiresAt", ">", sharedDate())
    .$if(locked, (query) => query.forKeyShare())
    .executeTakeFirst();

export async function endCallerSession({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.deleteFrom("callerSessions").where("id", "=", id).execute();
}

/** Ends the sessions that a provider reports as ended, at most a thousand, and returns them. */
export async function endNamedCallerSessions(
  { tx }: InstallationScope,
  { providerId, subject, sid }: { providerId: string; subject: string | undefined; sid: string | undefined },
): Promise<CallerSessionRow[]> {
  return tx
    .deleteFrom("callerSessions")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("callerSessions as named")
        .select("named.id")
        .where("named.providerId", "=", providerId)
        .$if(subject !== undefined, (query) => query.where("named.subject", "=", subject ?? ""))
        .$if(sid !== undefined, (query) => query.where("named.sid", "=", sid ?? ""))
        .limit(1_000),
    )
    .returningAll()
    .execute();
}

export async function pruneCallerSessions({ tx }: InstallationScope): Promise<void> {
  await sql`delete from caller_sessions where expires_at < now()`.execute(tx);
}
