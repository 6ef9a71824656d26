import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { compiledOnce } from "../../ground/store/rows/compiled-once.ts";
import { newestFirst } from "../../ground/store/rows/select-page.ts";
import { sql, type Selectable } from "kysely";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { ProjectRow } from "../projects/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { askerColumns, toAsker, type Asker } from "../users/asker.ts";
import type { UserRow } from "../users/queries.ts";
import type { SessionTable } from "../../ground/store/tables/session.ts";

export type SessionRow = Selectable<SessionTable>;

export type NewSession = Pick<
  SessionRow,
  "userId" | "projectId" | "csrfSalt" | "ip" | "userAgent" | "expiresAt" | "signedInBy"
>;

export const insertSession = ({ tx }: InstallationScope, session: NewSession): Promise<SessionRow> =>
  tx
    .insertInto("sessions")
    .values({ ...session, id: identifier("ses") })
    .returningAll()
    .executeTakeFirstOrThrow();

const userOfSession = compiledOnce((tables, id: string) =>
  tables
    .selectFrom("users")
    .selectAll()
    .where("id", "=", (its) => its.selectFrom("sessions").select("userId").where("sessions.id", "=", id)),
);
const projectOfSession = compiledOnce((tables, id: string) =>
  tables
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", (its) => its.selectFrom("sessions").select("projectId").where("sessions.id", "=", id)),
);
const liveSession = compiledOnce((tables, id: string, now: Date, seenAfter: Date) =>
  tables
    .selectFrom("sessions")
    .selectAll()
    .where("id", "=", id)
    .where("expiresAt", ">", now)
    .where("lastSeenAt", ">", seenAfter),
);

const askerOfSession = compiledOnce((tables, id: string, now: Date, seenAfter: Date) =>
  tables
    .selectFrom("sessions as session")
    .innerJoin("users as user", "user.id", "session.userId")
    .leftJoin("projects as project", "project.id", "session.projectId")
    .select(["session.id", "session.csrfSalt", "session.lastSeenAt", "session.signedInBy", ...askerColumns])
    .where("session.id", "=", id)
    .where("session.expiresAt", ">", now)
    .where("session.lastSeenAt", ">", seenAfter),
);

/** The fields of a session that every request needs. */
export type AskerSession = Pick<SessionRow, "id" | "csrfSalt" | "lastSeenAt" | "signedInBy">;

/**
 * The caller with a live session: neither expired nor idle for longer than `idleMs`. Every request runs this, so it is
 * one statement.
 */
export async function findAskerOfSession(
  reading: Pick<InstallationScope, "tx">,
  id: string,
  idleMs: number,
): Promise<(Asker & { session: AskerSession }) | null> {
  const [row] = await askerOfSession(reading, id, sharedDate(), new Date(sharedNow() - idleMs));
  if (!row) return null;
  const { id: _id, csrfSalt, lastSeenAt, signedInBy, ...asker } = row;
  return { session: { id, csrfSalt, lastSeenAt, signedInBy }, ...toAsker(asker) };
}

/**
 * A live session with its user and active Project: neither expired nor idle for longer than `idleMs`. It sends the
 * reads together, in one round trip.
 */
export async function findSession(
  reading: Pick<InstallationScope, "tx">,
  id: string,
  idleMs: number,
): Promise<{ session: SessionRow; user: UserRow; project: ProjectRow | null } | null> {
  // The session is read last: if it still exists then, it existed when the others were read.
  const [[user], [project], [session]] = await Promise.all([
    userOfSession(reading, id),
    projectOfSession(reading, id),
    liveSession(reading, id, sharedDate(), new Date(sharedNow() - idleMs)),
  ]);
  return session && user ? { session, user, project: project ?? null } : null;
}

const heldSession = compiledOnce((tables, id: string) =>
  tables.selectFrom("sessions").select("id").where("id", "=", id).forKeyShare(),
);

/** Whether a session still exists; if so, nobody can end it until the transaction ends. Hold its user first. */
export const holdSession = async (scope: Pick<InstallationScope, "tx">, id: string): Promise<boolean> =>
  (await heldSession(scope, id)).length > 0;

export const readSession = ({ tx }: InstallationScope, id: string): Promise<SessionRow | undefined> =>
  tx.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();

/** Updates the time of the last activity, at most once a minute per session, so that most reads cost no write. */
export async function touchSession({ tx }: InstallationScope, id: string): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ lastSeenAt: sharedDate() })
    .where("id", "=", id)
    .where("lastSeenAt", "<", new Date(sharedNow() - 60_000))
    .execute();
}

/** Up to `limit + 1` live sessions of a user, newest first. */
export const listSessionRows = (
  { tx }: InstallationScope,
  userId: string,
  idleMs: number,
  limit: number,
  before: string | undefined,
): Promise<SessionRow[]> =>
  tx
    .selectFrom("sessions")
    .selectAll()
    .where("userId", "=", userId)
    .where("expiresAt", ">", sharedDate())
    .where("lastSeenAt", ">", new Date(sharedNow() - idleMs))
    .$call((query) => newestFirst(query, limit, before))
    .execute();

/** Returns the changed session, or undefined when it has ended meanwhile. */
export const changeSession = (
  { tx }: InstallationScope,
  id: string,
  changes: Partial<Pick<SessionRow, "projectId" | "csrfSalt">>,
): Promise<SessionRow | undefined> =>
  tx.updateTable("sessions").set(changes).where("id", "=", id).returningAll().executeTakeFirst();

/** Ends one session of a user; returns whether it existed. */
export async function endSession({ tx }: InstallationScope, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every session of a user except the named one. */
export async function endSessions({ tx }: InstallationScope, userId: string, except: string | null): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("userId", "=", userId)
    .$if(except !== null, (query) => query.where("id", "!=", except))
    .execute();
}

/** Ends every session that no provider opened, except those of the named users. */
export async function endLocalSessions({ tx }: InstallationScope, except: readonly string[]): Promise<void> {
  await tx.deleteFrom("sessions").where("signedInBy", "!=", "provider").where("userId", "not in", except).execute();
}

/** A new link invalidates the user's earlier ones. */
export async function replaceLink(
  { tx }: InstallationScope,
  link: { sha256: string; userId: string; expiresAt: Date },
): Promise<void> {
  await tx.deleteFrom("oneTimeLinks").where("userId", "=", link.userId).execute();
  await tx.insertInto("oneTimeLinks").values(link).execute();
}

/** Reads and holds a link's user until the transaction ends; undefined when the link is unknown. */
export const holdUserOfLink = ({ tx }: InstallationScope, sha256: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom("users")
    .selectAll("users")
    .innerJoin("oneTimeLinks as link", "link.userId", "users.id")
    .where("link.sha256", "=", sha256)
    .forKeyShare("users")
    .executeTakeFirst();

/** Uses up a link; returns false when it is unknown, used or too old. */
export async function useLink({ tx }: InstallationScope, sha256: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("oneTimeLinks")
    .where("sha256", "=", sha256)
    .where("expiresAt", ">", sharedDate())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function endLinks({ tx }: InstallationScope, userId: string): Promise<void> {
  await tx.deleteFrom("oneTimeLinks").where("userId", "=", userId).execute();
}

/**
 * Counts an attempt for each subject, unless one of them is at its limit; returns what was counted, or how long to
 * wait. Attempts of one subject are admitted one at a time, so that none is counted twice or missed.
 */
export async function admitAttempt(
  { tx }: InstallationScope,
  limits: readonly { subject: string; most: number }[],
  windowMs: number,
): Promise<{ ids: number[] } | { waitMs: number }> {
  const subjects = limits.map(({ subject }) => subject).sort();
  await sql`select pg_advisory_xact_lock(hashtextextended('ferrule.sign-in.' || subject, 0))
    from unnest(${subjects}::text[]) as subject`.execute(tx);
  const { rows } = await sql<{ subject: string; count: number; freeInMs: number }>`
    select subject, count(*) as count,
      (extract(epoch from min(at) - clock_timestamp()) * 1000)::float8 + ${windowMs}::float8 as "freeInMs"
    from login_attempts
    where subject = any(${subjects}::text[]) and at > clock_timestamp() - ${windowMs} * interval '1 millisecond'
    group by subject`.execute(tx);
  const full = rows.filter(({ subject, count }) => limits.some((one) => one.subject === subject && count >= one.most));
  if (full.length > 0) return { waitMs: Math.max(1, ...full.map(({ freeInMs }) => freeInMs)) };
  const inserted = await tx
    .insertInto("loginAttempts")
    .values(subjects.map((subject) => ({ subject })))
    .returning("id")
    .execute();
  return { ids: inserted.map(({ id }) => id) };
}

export async function deleteAttempts({ tx }: InstallationScope, ids: readonly number[]): Promise<void> {
  await sql`delete from login_attempts where id = any(${ids}::bigint[])`.execute(tx);
}

export async function forgetAttempts({ tx }: InstallationScope, subjects: readonly string[]): Promise<void> {
  await sql`delete from login_attempts where subject = any(${subjects}::text[])`.execute(tx);
}

/** Whether somebody has signed in from this network to this email's account, if it exists, in the last 90 days. */
export async function isFamiliarSource({ tx }: InstallationScope, email: string, network: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sign_in_sources s join users u on u.id = s.user_id
    where u.email = ${email.toLowerCase()} and s.network = ${network} and s.last_at > now() - interval '90 days'
  `.execute(tx);
  return rows.length > 0;
}

/** Records the network a user signed in from; the latest hundred per user are kept. */
export async function noteSource({ tx }: InstallationScope, userId: string, network: string): Promise<void> {
  await sql`insert into sign_in_sources (user_id, network) values (${userId}, ${network})
    on conflict (user_id, network) do update set last_at = now()`.execute(tx);
  await sql`delete from sign_in_sources where user_id = ${userId} and network in (
    select network from sign_in_sources where user_id = ${userId} order by last_at desc offset 100)`.execute(tx);
}

/** Removes expired rows: sessions, links, counted failures, sign-in networks. Any replica may do it at any time. */
export async function pruneSessions({ tx }: InstallationScope): Promise<void> {
  await sql`delete from sessions where expires_at < now() - interval '1 day'`.execute(tx);
  await sql`delete from one_time_links where expires_at < now()`.execute(tx);
  await sql`delete from login_attempts where at < now() - interval '1 hour'`.execute(tx);
  await sql`delete from sign_in_sources where last_at < now() - interval '90 days'`.execute(tx);
}
