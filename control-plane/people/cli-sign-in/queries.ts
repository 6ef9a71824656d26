import { identifier } from "@ferrule/kit/identifier.ts";
import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { sql, type Selectable } from "kysely";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { CliSignInTable } from "../../ground/store/tables/cli-sign-in.ts";

export type CliSignInRow = Selectable<CliSignInTable>;

export type NewCliSignIn = Pick<
  CliSignInRow,
  "deviceCodeSha256" | "userCode" | "machine" | "projectSlug" | "validDays" | "ip" | "expiresAt"
>;

export async function pruneCliSignIns({ tx }: InstallationScope): Promise<void> {
  await tx.deleteFrom("cliSignIns").where("expiresAt", "<=", sharedDate()).execute();
}

/**
 * Removes what has expired and stores a sign-in, unless `most` wait already; then returns false. Sign-ins are stored one
 * after the other, so that no two take the last place.
 */
export async function insertCliSignIn(scope: InstallationScope, row: NewCliSignIn, most: number): Promise<boolean> {
  const { tx } = scope;
  await sql`select pg_advisory_xact_lock(hashtextextended('ferrule.cli-sign-ins', 0))`.execute(tx);
  await pruneCliSignIns(scope);
  const { waiting } = await tx
    .selectFrom("cliSignIns")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .executeTakeFirstOrThrow();
  if (waiting >= most) return false;
  await tx
    .insertInto("cliSignIns")
    .values({ ...row, id: identifier("cls") })
    .execute();
  return true;
}

/** One that nobody has decided and that has not expired. */
export const findWaiting = ({ tx }: InstallationScope, userCode: string): Promise<CliSignInRow | undefined> =>
  tx
    .selectFrom("cliSignIns")
    .selectAll()
    .where("userCode", "=", userCode)
    .where("state", "=", "waiting")
    .where("expiresAt", ">", sharedDate())
    .executeTakeFirst();

type Decision =
  | { state: "allowed"; userId: string; projectId: string; role: NonNullable<CliSignInRow["role"]>; validDays: number }
  | { state: "denied" };

/** Decides a waiting sign-in. Of two people at once, one decides; the other gets undefined. */
export const decideWaiting = (
  { tx }: InstallationScope,
  id: string,
  decision: Decision,
): Promise<CliSignInRow | undefined> =>
  tx
    .updateTable("cliSignIns")
    .set(decision)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("expiresAt", ">", sharedDate())
    .returningAll()
    .executeTakeFirst();

export const findByDeviceCode = ({ tx }: InstallationScope, sha256: string): Promise<CliSignInRow | undefined> =>
  tx
    .selectFrom("cliSignIns")
    .selectAll()
    .where("deviceCodeSha256", "=", sha256)
    .where("expiresAt", ">", sharedDate())
    .executeTakeFirst();

/** Notes that a command line asks now; returns false where it asked less than `leastMs` ago. */
export async function noteAsked({ tx }: InstallationScope, id: string, leastMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("cliSignIns")
    .set({ lastAskedAt: sharedDate() })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("lastAskedAt", "is", null), eb("lastAskedAt", "<=", new Date(sharedNow() - leastMs))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses up an allowed sign-in. Of two that fetch at once, one gets it. */
export const takeAllowed = ({ tx }: InstallationScope, id: string): Promise<CliSignInRow | undefined> =>
  tx
    .deleteFrom("cliSignIns")
    .where("id", "=", id)
    .where("state", "=", "allowed")
    .where("expiresAt", ">", sharedDate())
    .returningAll()
    .executeTakeFirst();
