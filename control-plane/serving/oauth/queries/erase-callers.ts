import { type RawBuilder, sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { Identity, Whose } from "../../../ground/store/whose.ts";

const isAmong = (issuer: string, subject: string, identities: readonly Identity[]): RawBuilder<boolean> => sql`
  (${sql.ref(issuer)}, ${sql.ref(subject)}) in (
    select known.issuer, known.subject from json_to_recordset(${JSON.stringify(identities)}::text::json)
      as known (issuer text, subject text))`;

const ofGrant = ({ name, identities }: Whose): RawBuilder<boolean> => sql`(
  ${name} in (g.id, g.user_id, g.caller_subject, g.caller_email)
  or (g.user_id is null and g.caller_subject is null and g.client_id = ${name})
  or g.user_id in (select u.id from users u where u.email = ${name})
  or g.user_id = any(${identities.map(({ subject }) => subject)}::text[])
  or ${isAmong("g.callerIssuer", "g.callerSubject", identities)})`;

const ofSession = ({ name, identities }: Whose): RawBuilder<boolean> =>
  sql`(${name} in (s.subject, s.email) or ${isAmong("s.issuer", "s.subject", identities)})`;

/** The identities that have a consent or session under the caller's name. */
export async function identitiesOfCaller({ tx, projectId }: ProjectScope, whose: Whose): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select g.caller_issuer as issuer, g.caller_subject as subject from oauth_grants g
    where g.project_id = ${projectId} and g.caller_subject <> '' and ${ofGrant(whose)}
    union select s.issuer, s.subject from caller_sessions s where ${ofSession(whose)} limit 1000`.execute(tx);
  return rows;
}

/**
 * Ends a caller's consents, and forgets the caller. Each row stays until its last token must have expired, so that
 * workers refuse those tokens. A consent that somebody here has ended for good keeps its issuer and subject; otherwise
 * the company's next assertion would create it again.
 */
export async function eraseGrants({ tx, projectId }: ProjectScope, whose: Whose): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update oauth_grants g set revoked_at = coalesce(revoked_at, now()), user_id = null, caller_email = null,
      caller_provider_id = case when blocked_at is null then '' else caller_provider_id end,
      caller_issuer = case when blocked_at is null then '' else caller_issuer end,
      caller_subject = case when blocked_at is null then '' else caller_subject end
    where g.project_id = ${projectId} and ${ofGrant(whose)}
      and not (g.revoked_at is not null and g.blocked_at is not null and g.caller_email is null)
      and g.caller_subject is distinct from ''
    returning g.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from oauth_codes where grant_id = any(${ids}::text[])`.execute(tx);
  await sql`delete from oauth_refresh_tokens where grant_id = any(${ids}::text[])`.execute(tx);
  return ids.length;
}

/** Ends a caller's sessions. They belong to no Project: an erased caller must sign in again everywhere. */
export async function eraseSessions({ tx }: ProjectScope, whose: Whose): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from caller_sessions s where ${ofSession(whose)}`.execute(tx);
  return Number(numAffectedRows);
}

export async function countConsents({ tx, projectId }: ProjectScope, whose: Whose) {
  const { rows } = await sql<{ grants: number; sessions: number }>`
    select (select count(*)::integer from oauth_grants g where g.project_id = ${projectId} and ${ofGrant(whose)}) as grants,
      (select count(*)::integer from caller_sessions s where ${ofSession(whose)}) as sessions`.execute(tx);
  return rows[0]!;
}
