import type { ConnectionTable } from "@ferrule/contract/resources/connection.ts";

/** One statement as a server gets it: its text with placeholders, and what stands for them. */
export interface ServerStatement {
  text: string;
  values: (string | number | boolean | null | Buffer | string[])[];
}

/** What a statement came to, in values that JSON can carry. */
export interface StatementResult {
  rows: Record<string, unknown>[];
  /** How many rows it answered or changed. */
  count: number;
  /** MySQL: what AUTO_INCREMENT gave; null where it gave nothing. */
  insertId: string | number | null;
}

export interface Bounds {
  maxRows: number;
  /** Of the answer on the wire. */
  maxBytes: number;
}

export interface TransactionOptions {
  readOnly: boolean;
  isolation?: "read committed" | "repeatable read" | "serializable" | undefined;
}

/**
 * One connection to a database that calls borrow, one at a time. It rejects as its driver does, and with a HostCallError
 * LIMIT_EXCEEDED when an answer goes beyond its bounds, after which the connection is closed.
 */
export interface Session {
  /** What the server says it is: `PostgreSQL 17.6`. */
  readonly server: string;
  /** Its connection has ended, whoever ended it. */
  readonly isClosed: boolean;
  query: (statement: ServerStatement, bounds: Bounds) => Promise<StatementResult>;
  begin: (options: TransactionOptions) => Promise<void>;
  /** Rejects when the server rolled back instead. */
  commit: () => Promise<void>;
  /** Asks the server, over another connection, to end the statement that runs. */
  cancel: () => Promise<void>;
  /** Rolls back what is open and makes the session as it was when it was new. */
  clean: () => Promise<void>;
  readTables: () => Promise<{ tables: ConnectionTable[]; truncated: boolean }>;
  close: () => void;
}
