import type { ColumnType, Generated } from "kysely";

/** The way in which somebody signed in. */
export type SignedInBy = "password" | "link" | "provider";

export interface SessionTable {
  id: string;
  userId: string;
  projectId: string | null;
  csrfSalt: string;
  ip: string | null;
  userAgent: string | null;
  createdAt: ColumnType<Date, never, never>;
  lastSeenAt: Generated<Date>;
  expiresAt: Date;
  signedInBy: ColumnType<SignedInBy, SignedInBy, never>;
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
