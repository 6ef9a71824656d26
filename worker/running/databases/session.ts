import type { ConnectionTable } from "@ferrule/contract/resources/connection.ts";

/** One statement for a server: its text with placeholders, and their values. */
export interface ServerStatement {
  text: string;
  values: (string | number | boolean | null | Buffer)[];
}

/** The result of a statement, with values that JSON can carry. */
export interface StatementResult {
  rows: Record<string, unknown>[];
  /** The number of returned or changed rows. */
  count: number;
  /** MySQL: the AUTO_INCREMENT value. Null when there was none. */
  insertId: string | number | null;
}

export interface Bounds {
  maxRows: number;
  /** Limit for the answer on the wire. */
  maxBytes: number;
}

export interface TransactionOptions {
  readOnly: boolean;
  isolation?: "read committed" | "repeatable read" | "serializable" | undefined;
}

/**
 * One connection to a database, which calls borrow one at a time. It rejects with its driver's errors, and with a
 * HostCallError LIMIT_EXCEEDED when a response exceeds its limits. The connection is then closed.
 */
export interface Session {
  /** The server's own description: `PostgreSQL 17.6`. */
  readonly server: string;
  /** The connection has ended, from either side. */
  readonly isClosed: boolean;
  query: (statement: ServerStatement, bounds: Bounds) => Promise<StatementResult>;
  /** Runs a statement in its own read-only transaction, which the server begins before the statement. */
  read: (statement: ServerStatement, bounds: Bounds) => Promise<StatementResult>;
  begin: (options: TransactionOptions) => Promise<void>;
  /** Rejects when the server rolled back instead. */
  commit: () => Promise<void>;
  /** Asks the server, over another connection, to end the current statement. */
  cancel: () => Promise<void>;
  /** Rolls back open work and restores the session's initial state. */
  clean: () => Promise<void>;
  readTables: () => Promise<{ tables: ConnectionTable[]; truncated: boolean }>;
  close: () => void;
}
