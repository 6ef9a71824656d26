import mysql, { type Connection, type ConnectionOptions } from "mysql2";
import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";
import { placeOf } from "../checked-address.ts";
import { pinnedSocket } from "../pinned-socket.ts";
import type { Session } from "../session.ts";
import { meterOf, type Metered } from "./metered.ts";
import { mysqlSession } from "./mysql-session.ts";

function tlsOf({ tls, caCertificate }: OpenedConnection): ConnectionOptions["ssl"] | undefined {
  if (tls === "off") return undefined;
  const isVerified = tls === "verify";
  return {
    rejectUnauthorized: isVerified,
    verifyIdentity: isVerified,
    ...(caCertificate === null ? {} : { ca: caCertificate }),
  };
}

function connect(settings: OpenedConnection, address: string, connectTimeoutMs: number): Promise<Metered> {
  const url = new URL(settings.url);
  const { hostname, port } = placeOf(settings.url);
  const ssl = tlsOf(settings);
  const connection = mysql.createConnection({
    host: hostname,
    port,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(ssl === undefined ? {} : { ssl }),
    stream: () => pinnedSocket(address).connect(port, hostname),
    connectTimeout: connectTimeoutMs,
    charset: "utf8mb4",
    timezone: "Z",
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    multipleStatements: false,
    // Without this flag, a server could request a file of this machine.
    flags: ["-LOCAL_FILES"],
  });
  const metered = meterOf(connection);
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      connection.destroy();
      reject(error);
    };
    metered.exceeded = () => refuse(new Error("Connection terminated: the server said too much before it was open."));
    // This listener stays, because a server may send something outside of a command at any time.
    connection.on("error", refuse);
    connection.connect((error) => {
      if (error !== null) return refuse(error);
      resolve(metered);
    });
  });
}

const ask = (connection: Connection, sql: string) =>
  new Promise<Record<string, unknown>[]>((resolve, reject) =>
    connection.query(sql, (error, rows) =>
      error === null ? resolve(rows as Record<string, unknown>[]) : reject(error),
    ),
  );

/** The limits of a session's statements. MariaDB limits all statements, MySQL only reads. */
function boundsOf({ readOnly, statementTimeoutMs }: OpenedConnection, isMariaDb: boolean): string[] {
  const slow = isMariaDb
    ? `max_statement_time = ${statementTimeoutMs / 1_000}`
    : `max_execution_time = ${statementTimeoutMs}`;
  const idleSeconds = Math.ceil(statementTimeoutMs / 1_000) + 60;
  const lockSeconds = Math.ceil(statementTimeoutMs / 1_000);
  return [
    `set session ${slow}, time_zone = '+00:00', wait_timeout = ${Math.max(idleSeconds, 120)}, innodb_lock_wait_timeout = ${lockSeconds}, lock_wait_timeout = ${lockSeconds}`,
    ...(readOnly ? ["set session transaction read only"] : []),
  ];
}

/** Connects to MySQL or MariaDB at a checked `address`. Rejects with the errors of `mysql2`. */
export async function openMysql(
  settings: OpenedConnection,
  address: string,
  connectTimeoutMs: number,
): Promise<Session> {
  const metered = await connect(settings, address, connectTimeoutMs);
  const { connection } = metered;
  try {
    const [row] = await ask(connection, "select version() as version");
    const version = String(row?.["version"]);
    const isMariaDb = /mariadb/i.test(version);
    const setUp = boundsOf(settings, isMariaDb);
    for (const sql of setUp) await ask(connection, sql);
    const kill = async (threadId: number) => {
      const { connection: other } = await connect(settings, address, connectTimeoutMs);
      try {
        await ask(other, `kill query ${threadId}`);
      } finally {
        other.destroy();
      }
    };
    const server = `${isMariaDb ? "MariaDB" : "MySQL"} ${/^[0-9.]+/.exec(version)?.[0] ?? version}`;
    return mysqlSession({ metered, server, setUp, readOnly: settings.readOnly, kill });
  } catch (error) {
    connection.destroy();
    throw error;
  }
}
