import { sql, type ColumnType, type Generated, type Selectable } from "kysely";
import type { User } from "@ferrule/contract/resources/user.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { InstallationScope } from "../store/scope.ts";

interface UserTable {
  id: string;
  email: string;
  name: string;
  role: Role;
  status: Generated<"active" | "disabled">;
  passwordHash: string;
  mustChangePassword: Generated<boolean>;
  lastLoginAt: Date | null;
  lastProjectId: string | null;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface UserTables {
  users: UserTable;
}

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
export const listUserRows = ({ tx }: InstallationScope, limit: number, before: string | null): Promise<UserRow[]> =>
  tx
    .selectFrom("users")
    .selectAll()
    .$if(before !== null, (query) => query.where("id", "<", before))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

export const findUser = ({ tx }: InstallationScope, id: string): Promise<UserRow | undefined> =>
  tx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();

/** Reads and locks a user until the transaction ends. */
export const lockUser = ({ tx }: InstallationScope, id: string): Promise<UserRow | undefined> =>
  tx.selectFrom("users").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const findUserByEmail = ({ tx }: InstallationScope, email: string): Promise<UserRow | undefined> =>
  tx.selectFrom("users").selectAll().where("email", "=", email.toLowerCase()).executeTakeFirst();

/** The owner that bootstrap made: the one with this email, otherwise the oldest active owner. */
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

/** Fails with the constraint `users_email_taken` when the email is known. */
export const insertUser = ({ tx }: InstallationScope, user: NewUser): Promise<UserRow> =>
  tx
    .insertInto("users")
    .values({ ...user, id: identifier("usr"), email: user.email.toLowerCase() })
    .returningAll()
    .executeTakeFirstOrThrow();

export type UserChanges = Partial<Pick<UserRow, "name" | "role" | "status" | "passwordHash" | "mustChangePassword">>;

export const changeUser = ({ tx }: InstallationScope, id: string, changes: UserChanges): Promise<UserRow> =>
  tx
    .updateTable("users")
    .set(({ eb }) => ({ ...changes, updatedAt: new Date(), revision: eb("revision", "+", 1) }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** A sign-in is no edit: the revision stays. */
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

/** Locks every active owner, so that two owners cannot take the role from each other at once, and counts them. */
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
