import { revise, rowsOf } from "../store/rows-of.ts";
import { sql, type Selectable } from "kysely";
import type { User } from "@ferrule/contract/resources/user.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { InstallationScope } from "../store/scope.ts";
import { selectPage, type ListWish } from "../store/select-page.ts";
import type { UserTable } from "../store/tables/users.ts";

const users = rowsOf("users");

export type UserRow = Selectable<UserTable>;

/** A user as the API shows it: never the password's hash. */
export const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  status: row.status,
  mustChangePassword: row.mustChangePassword,
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
});

export const countUsers = async ({ tx }: InstallationScope): Promise<number> =>
  (
    await tx
      .selectFrom("users")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

/** Up to `limit + 1` users, newest first. */
export const listUserRows = (
  { tx }: InstallationScope,
  { role, status, ...wish }: ListWish & Partial<Pick<UserRow, "role" | "status">>,
): Promise<(UserRow & { sortKey: string | null })[]> =>
  selectPage(
    tx
      .selectFrom("users")
      .selectAll()
      .$if(role !== undefined, (query) => query.where("role", "=", role ?? "owner"))
      .$if(status !== undefined, (query) => query.where("status", "=", status ?? "active")),
    wish,
    {
      table: "users",
      words: sql`concat_ws(' ', email, name)`,
      sorts: {
        email: { by: sql`email`, kind: "text" },
        name: { by: sql`lower(name)`, kind: "text" },
        lastLoginAt: { by: sql`coalesce(last_login_at, to_timestamp(0))`, kind: "time" },
      },
    },
  );

export const findUser = (scope: InstallationScope, id: string): Promise<UserRow | undefined> => users.find(scope, id);

/** Reads and locks a user until the transaction ends. */
export const lockUser = (scope: InstallationScope, id: string): Promise<UserRow | undefined> => users.lock(scope, id);

export const findUserByEmail = ({ tx }: InstallationScope, email: string): Promise<UserRow | undefined> =>
  tx.selectFrom("users").selectAll().where("email", "=", email.toLowerCase()).executeTakeFirst();

/** The owner created at bootstrap: the one with this email, otherwise the oldest active owner. */
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
export const insertUser = ({ tx }: InstallationScope, user: NewUser): Promise<UserRow> =>
  tx
    .insertInto("users")
    .values({ ...user, id: identifier("usr"), email: user.email.toLowerCase() })
    .returningAll()
    .executeTakeFirstOrThrow();

export type UserChanges = Partial<
  Pick<UserRow, "email" | "name" | "role" | "status" | "passwordHash" | "mustChangePassword">
>;

export const changeUser = (scope: InstallationScope, id: string, changes: UserChanges): Promise<UserRow> =>
  revise(scope, "users", id, { ...changes });

/** A sign-in is not an edit, so the revision stays. */
export const noteLogin = ({ tx }: InstallationScope, id: string): Promise<UserRow> =>
  tx
    .updateTable("users")
    .set({ lastLoginAt: new Date() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function rememberProject({ tx }: InstallationScope, id: string, projectId: string): Promise<void> {
  await tx.updateTable("users").set({ lastProjectId: projectId }).where("id", "=", id).execute();
}

/** Locks and counts every active owner, so that two owners cannot demote each other at once. */
export async function countActiveOwners({ tx }: InstallationScope): Promise<number> {
  const owners = await tx
    .selectFrom("users")
    .select("id")
    .where("role", "=", "owner")
    .where("status", "=", "active")
    .orderBy("id")
    .forUpdate()
    .execute();
  return owners.length;
}

/** Lets only one replica at a time create the first owner, until the transaction ends. */
export async function holdBootstrap({ tx }: InstallationScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ferrule.bootstrap', 0))`.execute(tx);
}
