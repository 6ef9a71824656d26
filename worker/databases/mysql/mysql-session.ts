import type { Connection } from "mysql2";
import { ByteMeter } from "../byte-meter.ts";
import type { Bounds, ServerStatement, Session, TransactionOptions } from "../session.ts";
import { readMysqlTables } from "./read-mysql-tables.ts";
import { runMysqlQuery } from "./run-mysql-query.ts";

/** What `mysql2` has and its types do not say. */
interface Inside {
  packetParser: { execute: (chunk: Buffer) => void };
  reset: (done: (error: Error | null) => void) => void;
}

interface Made {
  connection: Connection;
  server: string;
  /** Statements that make a new session what it must be; after each reset again. */
  setUp: readonly string[];
  /** Ends the statement that runs in the session of this number, from another connection. */
  kill: (threadId: number) => Promise<void>;
}

/** A connection to MySQL or MariaDB whose client has connected. */
export function mysqlSession({ connection, server, setUp, kill }: Made): Session {
  const inside = connection as unknown as Inside;
  const meter = new ByteMeter();
  let isClosed = false;
  const close = () => {
    isClosed = true;
    connection.destroy();
  };
  connection.on("error", close);
  connection.on("end", () => (isClosed = true));
  // Before the parser, which gathers a packet of any size; it takes another `execute` with each state that it is in.
  const { packetParser } = inside;
  inside.packetParser = {
    execute(chunk) {
      if (isClosed) return;
      if (meter.take(chunk.length)) packetParser.execute(chunk);
      else close();
    },
  };

  /** A statement of the platform's own: the text protocol, without values. */
  const tell = (sql: string) =>
    new Promise<void>((resolve, reject) =>
      connection.query(sql, (error) => (error === null ? resolve() : reject(error))),
    );

  const means = { connection, meter, close };
  const query = (statement: ServerStatement, bounds: Bounds) => runMysqlQuery(means, statement, bounds);

  return {
    server,
    get isClosed() {
      return isClosed;
    },
    query,
    close,
    async begin({ readOnly, isolation }: TransactionOptions) {
      if (isolation !== undefined) await tell(`set transaction isolation level ${isolation}`);
      await tell(`start transaction ${readOnly ? "read only" : "read write"}`);
    },
    commit: () => tell("commit"),
    async cancel() {
      if (connection.threadId !== null && connection.threadId !== undefined) await kill(connection.threadId);
    },
    async clean() {
      meter.end();
      // Rolls back, and forgets settings, locks, temporary tables, variables and prepared statements.
      await new Promise<void>((resolve, reject) => {
        inside.reset((error) => (error ? reject(error) : resolve()));
      });
      for (const sql of setUp) await tell(sql);
    },
    readTables: () => readMysqlTables((statement) => query(statement, { maxRows: 50_000, maxBytes: 16_777_216 })),
  };
}
