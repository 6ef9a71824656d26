import type { ConnectionTable } from "@ferrule/contract/resources/connection.ts";

/** One statement for a server: its text with placeholders, and their values. */
export interface ServerStatement {
  text: string;
  values: (string | number | boolean | null | Buffer)[];
}

/** The result of a statement, in values that JSON can carry. */
export interface StatementResult {
  rows: Record<string, unknown>[];
  /** How many rows it returned or changed. */
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
 * One connection to a database, which one call at a time borrows. It rejects with its driver's errors, and with a
 * HostCallError LIMIT_EXCEEDED when an answer exceeds its limits. The connection is then closed.
 */
export interface Session {
  /** The server's own description: `PostgreSQL 17.6`. */
  readonly server: string;
  /** The connection has ended, from whichever side. */
  readonly isClosed: boolean;
  query: (statement: ServerStatement, bounds: Bounds) => Promise<StatementResult>;
  /** Runs a statement in a read-only transaction of its own, which the server begins before it gets the statement. */
  read: (statement: ServerStatement, bounds: Bounds) => Promise<StatementResult>;
  begin: (options: TransactionOptions) => Promise<void>;
  /** Rejects when the server rolled back instead. */
  commit: () => Promise<void>;
  /** Asks the server, over another connection, to end the current statement. */
  cancel: () => Promise<void>;
  /** Rolls back what is open and restores the session to its initial state. */
  clean: () => Promise<void>;
  readTables: () => Promise<{ tables: ConnectionTable[]; truncated: boolean }>;
  close: () => void;
}
