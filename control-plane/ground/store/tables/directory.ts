import type { ColumnType, Generated, Selectable } from "kysely";
import type { Json } from "../json.ts";

type Now = ColumnType<Date, never, never>;

/** One of a person's addresses (RFC 7643, section 4.1.2). */
export interface DirectoryEmail {
  value: string;
  type?: string | undefined;
  primary?: boolean | undefined;
}

/** The parts of a person's name (RFC 7643, section 4.1.1). */
export type DirectoryName = Partial<Record<string, string>>;

interface DirectoryUsersTable {
  providerId: string;
  userId: string;
  externalId: string | null;
  userName: string;
  displayName: string | null;
  name: Json<DirectoryName>;
  emails: Json<DirectoryEmail[]>;
  active: boolean;
  suspended: Generated<boolean>;
  grouped: Generated<boolean>;
  deletedAt: Date | null;
  createdAt: Now;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

interface DirectoryGroupsTable {
  id: string;
  providerId: string;
  displayName: string;
  externalId: string | null;
  createdAt: Now;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

interface ScimTokensTable {
  id: string;
  providerId: string;
  name: string;
  prefix: string;
  sha256: string;
  previousSha256: string | null;
  previousUntil: Date | null;
  createdAt: Now;
  lastUsedAt: Date | null;
}

export interface DirectoryTables {
  directoryUsers: DirectoryUsersTable;
  directoryGroups: DirectoryGroupsTable;
  directoryMembers: { groupId: string; userId: string };
  scimTokens: ScimTokensTable;
}

export type DirectoryUserRow = Selectable<DirectoryUsersTable>;
export type DirectoryGroupRow = Selectable<DirectoryGroupsTable>;
export type ScimTokenRow = Selectable<ScimTokensTable>;
