import type { Socket } from "node:net";
import type { Client } from "pg";
import { ByteMeter } from "../byte-meter.ts";
import type { Bounds, ServerStatement, Session, TransactionOptions } from "../session.ts";
import { readPostgresTables } from "./read-postgres-tables.ts";
import { runPostgresQuery } from "./run-postgres-query.ts";

/** Members of `pg` that its types omit. */
interface Inside {
  connection: { stream: Socket };
  processID: number | null;
  secretKey: number | null;
}

interface Made {
  client: Client;
  server: string;
  /** Opens another connection to the same place, for a cancel request. */
  dial: () => Promise<Socket>;
}

/** CancelRequest (PostgreSQL documentation, Message Formats): its length, its code, and the session to cancel. */
function cancelRequest(processId: number, key: number): Buffer {
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80_877_102, 4);
  message.writeInt32BE(processId, 8);
  message.writeInt32BE(key, 12);
  return message;
}

/** A connected session with PostgreSQL. */
export function postgresSession({ client, server, dial }: Made): Session {
  const inside = client as unknown as Inside;
  const meter = new ByteMeter();
  let isClosed = false;
  let inTransaction = false;
  const close = () => {
    isClosed = true;
    inside.connection.stream.destroy();
  };
  client.on("error", close);
  client.on("end", () => (isClosed = true));
  // We count the bytes before anybody parses them.
  inside.connection.stream.prependListener("data", (chunk: Buffer) => {
    if (!meter.take(chunk.length)) close();
  });

  const means = { client, meter, close };
  const query = (statement: ServerStatement, bounds: Bounds) => runPostgresQuery(means, statement, bounds);
  /**
   * The statements that begin a transaction. They first roll back a transaction that the session's last read may have
   * left open.
   */
  const beginning = ({ readOnly, isolation }: TransactionOptions): string[] => {
    const how = `${isolation === undefined ? "" : ` isolation level ${isolation}`} ${readOnly ? "read only" : "read write"}`;
    // After it has taken its snapshot, a transaction can no longer become a writing one.
    const begin = [`begin${how}`, ...(readOnly ? ["select 1"] : [])];
    const texts = inTransaction ? ["rollback", ...begin] : begin;
    inTransaction = true;
    return texts;
  };

  return {
    server,
    get isClosed() {
      return isClosed;
    },
    query,
    read: (statement, bounds) => runPostgresQuery(means, statement, bounds, beginning({ readOnly: true })),
    close,
    async begin(options) {
      await client.query(beginning(options).join("; "));
    },
    async commit() {
      const { command } = await client.query("commit");
      inTransaction = false;
      if (command === "COMMIT") return;
      const message = "the transaction was rolled back, because a statement in it had failed";
      throw Object.assign(new Error(message), { severity: "ERROR", code: "25P02" });
    },
    async cancel() {
      const { processID, secretKey } = inside;
      if (processID === null || secretKey === null) return;
      const socket = await dial();
      socket.on("error", () => undefined).end(cancelRequest(processID, secretKey));
    },
    async clean() {
      meter.end();
      if (inTransaction) await client.query("rollback");
      inTransaction = false;
      // Drops settings, locks, temporary tables, prepared statements, cursors and LISTEN subscriptions.
      await client.query("discard all");
    },
    readTables: () => readPostgresTables((statement) => query(statement, { maxRows: 50_000, maxBytes: 16_777_216 })),
  };
}
