import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { compiledOnce } from "../../ground/store/rows/compiled-once.ts";
import { revise, rowsOf } from "../../ground/store/rows/rows-of.ts";
import { sql, type Selectable } from "kysely";
import { user, type User } from "@ferrule/contract/resources/user.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { UserTable } from "../../ground/store/tables/users.ts";

const users = rowsOf("users");
export const { find: findUser } = users;

export type UserRow = Selectable<UserTable>;

/** A user as the API shows it: never the password's hash. */
export const toUser = (row: UserRow): User => resourceFrom(user, row, {});

export const countUsers = async ({ tx }: InstallationScope): Promise<number> =>
  (
    await tx
      .selectFrom("users")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

/** Up to `limit + 1` users, newest first. */
export const listUserRows = users.pages({
  filters: ["role", "status"],
  words: sql`concat_ws(' ', email, name)`,
  sorts: {
    email: { by: sql`email`, kind: "text" },
    name: { by: sql`lower(name)`, kind: "text" },
    lastLoginAt: { by: sql`coalesce(last_login_at, to_timestamp(0))`, kind: "time" },
  },
});

const lockedUser = compiledOnce((tables, id: string) =>
  tables.selectFrom("users").selectAll().where("id", "=", id).forUpdate(),
);

/**
 * Reads and locks a user until the transaction ends, for code that takes rights from them. It waits for everybody who
 * holds the user.
 */
export const lockUser = async (scope: Pick<InstallationScope, "tx">, id: string): Promise<UserRow | undefined> =>
  (await lockedUser(scope, id))[0];

const heldUser = compiledOnce((tables, id: string) =>
  tables.selectFrom("users").selectAll().where("id", "=", id).forKeyShare(),
);

/**
 * Reads a user and holds them unchanged until the transaction ends, for code that gives them rights. Nobody disables
 * them, lowers their role or ends their sessions meanwhile; their other requests go on.
 */
export const holdUser = async (scope: Pick<InstallationScope, "tx">, id: string): Promise<UserRow | undefined> =>
  (await heldUser(scope, id))[0];

export const findUserByEmail = ({ tx }: InstallationScope, email: string): Promise<UserRow | undefined> =>
  tx.selectFrom("users").selectAll().where("email", "=", email.toLowerCase()).executeTakeFirst();

/** The owner created at the first start: the one with this email, otherwise the oldest active owner. */
export const findFirstOwner = ({ tx }: InstallationScope, email: string): Promise<UserRow | undefined> =>
  tx
    .selectFrom("users")
    .selectAll()
    .where("role", "=", "owner")
    .where("status", "=", "active")
    .orderBy(sql`email = ${email.toLowerCase()}`, "desc")
    .orderBy("id")
    .executeTakeFirst();

export type NewUser = Pick<UserRow, "email" | "name" | "role" | "passwordHash" | "mustChangePassword">;

/** Fails with the constraint `users_email_taken` when the email is taken. */
export const insertUser = (scope: InstallationScope, user: NewUser): Promise<UserRow> =>
  users.insert(scope, { ...user, id: identifier("usr"), email: user.email.toLowerCase() });

export type UserChanges = Partial<
  Pick<UserRow, "email" | "name" | "role" | "status" | "passwordHash" | "mustChangePassword">
>;

export const changeUser = (scope: InstallationScope, id: string, changes: UserChanges): Promise<UserRow> =>
  revise(scope, "users", id, { ...changes });

/** A sign-in is not an edit, so the revision stays. */
export const noteLogin = ({ tx }: InstallationScope, id: string): Promise<UserRow> =>
  tx
    .updateTable("users")
    .set({ lastLoginAt: sharedDate() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function rememberProject({ tx }: InstallationScope, id: string, projectId: string): Promise<void> {
  await tx.updateTable("users").set({ lastProjectId: projectId }).where("id", "=", id).execute();
}

/**
 * Lets only one transaction at a time change people, until it ends. Take it before any lock of a user, so that no two
 * transactions wait for each other.
 */
export async function holdPeople({ tx }: Pick<InstallationScope, "tx">): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ferrule.people', 0))`.execute(tx);
}

/**
 * Counts the active owners, and takes the lock of `holdPeople`, so that two owners cannot demote each other at once.
 */
export async function countActiveOwners(scope: InstallationScope): Promise<number> {
  await holdPeople(scope);
  const { count } = await scope.tx
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("role", "=", "owner")
    .where("status", "=", "active")
    .executeTakeFirstOrThrow();
  return count;
}

/** Lets only one replica at a time create the first owner, until the transaction ends. */
export async function holdBootstrap({ tx }: InstallationScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ferrule.bootstrap', 0))`.execute(tx);
}
