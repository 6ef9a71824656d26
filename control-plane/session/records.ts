import { sql, type ColumnType, type Generated, type Selectable } from "kysely";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { ProjectRow } from "../projects/records.ts";
import type { InstallationScope } from "../store/scope.ts";
import type { UserRow } from "../users/records.ts";

interface SessionTable {
  id: string;
  userId: string;
  projectId: string | null;
  csrfSalt: string;
  ip: string | null;
  userAgent: string | null;
  createdAt: ColumnType<Date, never, never>;
  lastSeenAt: Generated<Date>;
  expiresAt: Date;
  signedInBy: ColumnType<"password" | "link", "password" | "link", never>;
}

interface OneTimeLinkTable {
  sha256: string;
  userId: string;
  createdAt: ColumnType<Date, never, never>;
  expiresAt: Date;
}

interface LoginAttemptTable {
  id: ColumnType<number, never, never>;
  subject: string;
  at: ColumnType<Date, never, never>;
}

export interface SessionTables {
  sessions: SessionTable;
  oneTimeLinks: OneTimeLinkTable;
  loginAttempts: LoginAttemptTable;
}

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

/**
 * A live session with its user and its active Project: neither past its end nor idle for longer than `idleMs`. Asked for
 * together, so that they take one round trip.
 */
export async function findSession(
  { tx }: InstallationScope,
  id: string,
  idleMs: number,
): Promise<{ session: SessionRow; user: UserRow; project: ProjectRow | null } | null> {
  // The session comes last: where it is still there, it was when the others were read.
  const [user, project, session] = await Promise.all([
    tx
      .selectFrom("users")
      .selectAll()
      .where("id", "=", (its) => its.selectFrom("sessions").select("userId").where("sessions.id", "=", id))
      .executeTakeFirst(),
    tx
      .selectFrom("projects")
      .selectAll()
      .where("id", "=", (its) => its.selectFrom("sessions").select("projectId").where("sessions.id", "=", id))
      .executeTakeFirst(),
    tx
      .selectFrom("sessions")
      .selectAll()
      .where("id", "=", id)
      .where("expiresAt", ">", new Date())
      .where("lastSeenAt", ">", new Date(Date.now() - idleMs))
      .executeTakeFirst(),
  ]);
  return session && user ? { session, user, project: project ?? null } : null;
}

export const readSession = ({ tx }: InstallationScope, id: string): Promise<SessionRow | undefined> =>
  tx.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();

/** Written at most once a minute a session, so that reading costs no write. */
export async function touchSession({ tx }: InstallationScope, id: string): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ lastSeenAt: new Date() })
    .where("id", "=", id)
    .where("lastSeenAt", "<", new Date(Date.now() - 60_000))
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
    .where("expiresAt", ">", new Date())
    .where("lastSeenAt", ">", new Date(Date.now() - idleMs))
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

/** Answers the session after the change, or undefined when it has ended meanwhile. */
export const changeSession = (
  { tx }: InstallationScope,
  id: string,
  changes: Partial<Pick<SessionRow, "projectId" | "csrfSalt">>,
): Promise<SessionRow | undefined> =>
  tx.updateTable("sessions").set(changes).where("id", "=", id).returningAll().executeTakeFirst();

/** Ends one session of a user; answers whether there was one. */
export async function endSession({ tx }: InstallationScope, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every session of a user, but for the one named. */
export async function endSessions({ tx }: InstallationScope, userId: string, except: string | null): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where("userId", "=", userId)
    .$if(except !== null, (query) => query.where("id", "!=", except))
    .execute();
}

/** A new link takes the user's earlier ones out of use. */
export async function replaceLink(
  { tx }: InstallationScope,
  link: { sha256: string; userId: string; expiresAt: Date },
): Promise<void> {
  await tx.deleteFrom("oneTimeLinks").where("userId", "=", link.userId).execute();
  await tx.insertInto("oneTimeLinks").values(link).execute();
}

/** Reads and locks the user that a link is for until the transaction ends; undefined when the link is unknown. */
export const lockUserOfLink = ({ tx }: InstallationScope, sha256: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom("users")
    .selectAll("users")
    .innerJoin("oneTimeLinks as link", "link.userId", "users.id")
    .where("link.sha256", "=", sha256)
    .forUpdate("users")
    .executeTakeFirst();

/** Takes a link out of use; answers false when it is unknown, used or too old. */
export async function useLink({ tx }: InstallationScope, sha256: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("oneTimeLinks")
    .where("sha256", "=", sha256)
    .where("expiresAt", ">", new Date())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function endLinks({ tx }: InstallationScope, userId: string): Promise<void> {
  await tx.deleteFrom("oneTimeLinks").where("userId", "=", userId).execute();
}

/** Counts a sign-in as failed until it is known to be none; answers the counted attempts' identifiers. */
export async function insertAttempts({ tx }: InstallationScope, subjects: readonly string[]): Promise<number[]> {
  const rows = await tx
    .insertInto("loginAttempts")
    .values(subjects.map((subject) => ({ subject })))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** How many attempts of a subject count, and when the oldest of them no longer will. */
export async function countAttempts(
  { tx }: InstallationScope,
  subject: string,
  windowMs: number,
): Promise<{ count: number; freeInMs: number }> {
  const since = new Date(Date.now() - windowMs);
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(at) as oldest from login_attempts where subject = ${subject} and at > ${since}
  `.execute(tx);
  const { count, oldest } = rows[0] ?? { count: 0, oldest: null };
  return { count, freeInMs: oldest === null ? 0 : oldest.getTime() + windowMs - Date.now() };
}

export async function deleteAttempts({ tx }: InstallationScope, ids: readonly number[]): Promise<void> {
  await sql`delete from login_attempts where id = any(${ids}::bigint[])`.execute(tx);
}

export async function forgetAttempts({ tx }: InstallationScope, subject: string): Promise<void> {
  await tx.deleteFrom("loginAttempts").where("subject", "=", subject).execute();
}
