import type { Connection } from "mysql2";
import { ByteMeter } from "../byte-meter.ts";
import type { Bounds, ServerStatement, Session, TransactionOptions } from "../session.ts";
import { readMysqlTables } from "./read-mysql-tables.ts";
import { RetimedStatement } from "./retimed-statement.ts";
import { runMysqlQuery } from "./run-mysql-query.ts";

/** Members of `mysql2` that its types omit. */
interface Inside {
  packetParser: { execute: (chunk: Buffer) => void };
  reset: (done: (error: Error | null) => void) => void;
}

interface Made {
  connection: Connection;
  server: string;
  /** Statements that set up a new session. They run again after each reset. */
  setUp: readonly string[];
  /** Ends the statement that runs in this session, over another connection. */
  kill: (threadId: number) => Promise<void>;
}

/** A connected session with MySQL or MariaDB. */
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
  // Counts before the parser, which buffers a packet of any size. The parser replaces its `execute` with each state.
  const { packetParser } = inside;
  inside.packetParser = {
    execute(chunk) {
      if (isClosed) return;
      if (meter.take(chunk.length)) packetParser.execute(chunk);
      else close();
    },
  };

  /** Runs one of the platform's own statements: text protocol, no values. */
  const tell = (sql: string) =>
    new Promise<void>((resolve, reject) =>
      connection.query(sql, (error) => (error === null ? resolve() : reject(error))),
    );

  const means = { connection, meter, close };
  const query = async (statement: ServerStatement, bounds: Bounds) => {
    const retimed = new RetimedStatement(statement);
    for (let next = statement; ;) {
      try {
        return await runMysqlQuery(means, next, bounds);
      } catch (error) {
        const again = retimed.after(error);
        if (again === undefined || isClosed) throw error;
        next = again;
      }
    }
  };

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
      // Rolls back, and drops settings, locks, temporary tables, variables and prepared statements.
      await new Promise<void>((resolve, reject) => {
        inside.reset((error) => (error ? reject(error) : resolve()));
      });
      for (const sql of setUp) await tell(sql);
    },
    readTables: () => readMysqlTables((statement) => query(statement, { maxRows: 50_000, maxBytes: 16_777_216 })),
  };
}
