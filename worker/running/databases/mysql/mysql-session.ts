import type { Connection } from "mysql2";
import type { Bounds, ServerStatement, Session } from "../session.ts";
import type { Metered } from "./metered.ts";
import { MysqlTransaction } from "./mysql-transaction.ts";
import { beginMysql, ReadAhead, type Tell } from "./read-ahead.ts";
import { readMysqlTables } from "./read-mysql-tables.ts";
import { sendMysqlStatement } from "./send-mysql-statement.ts";

/** Members of `mysql2` that its types omit. */
interface Inside {
  reset: (done: (error: Error | null) => void) => void;
}

interface Made {
  metered: Metered;
  server: string;
  /** Statements that set up a new session. They run again after each reset. */
  setUp: readonly string[];
  /**
   * Whether the connection only reads. Then we begin each statement's transaction in advance, so that no statement
   * waits for that.
   */
  readOnly: boolean;
  /** Ends the statement that runs in this session, over another connection. */
  kill: (threadId: number) => Promise<void>;
}

/** Runs one of the platform's own statements: text protocol, no values. */
const tellOn =
  (connection: Connection): Tell =>
  (sql) =>
    new Promise<void>((resolve, reject) =>
      connection.query(sql, (error) => (error === null ? resolve() : reject(error))),
    );

/** A connected session with MySQL or MariaDB. */
export function mysqlSession({ metered, server, setUp, readOnly, kill }: Made): Session {
  const { connection, meter } = metered;
  const inside = connection as unknown as Inside;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    connection.destroy();
  };
  connection.on("error", close);
  connection.on("end", () => (isClosed = true));
  metered.exceeded = close;
  meter.end();

  const tell = tellOn(connection);
  const ahead = new ReadAhead(tell);
  const transaction = new MysqlTransaction();
  const means = { connection, meter, close, status: (flags: number) => transaction.heard(flags) };
  const query = (statement: ServerStatement, bounds: Bounds) =>
    sendMysqlStatement(means, transaction, statement, bounds);

  return {
    server,
    get isClosed() {
      return isClosed;
    },
    query,
    async read(statement, bounds) {
      await ahead.ensure();
      return query(statement, bounds).finally(() => ahead.beginUnwaited());
    },
    close,
    async begin(options) {
      await beginMysql(tell, ahead, options);
      transaction.begin();
    },
    async commit() {
      transaction.requireOpen();
      await tell("commit");
      transaction.end();
    },
    async cancel() {
      if (connection.threadId !== null && connection.threadId !== undefined) await kill(connection.threadId);
    },
    async clean() {
      meter.end();
      transaction.end();
      ahead.forget();
      // Rolls back, and drops settings, locks, temporary tables, variables and prepared statements.
      await new Promise<void>((resolve, reject) => {
        inside.reset((error) => (error ? reject(error) : resolve()));
      });
      for (const sql of setUp) await tell(sql);
      if (readOnly) await ahead.begin();
    },
    readTables: () => readMysqlTables((statement) => query(statement, { maxRows: 50_000, maxBytes: 16_777_216 })),
  };
}
